"""Layer 2. The lesson of Make 13: a race whose clock stands still, up to a Super Bust."""

DEAL = 393
OPTIONS = b"\x00\x02\x00\x00\x00"  # one level
STEPS = (
    ("Cards that make 13 go. Jack is 11, queen 12. Each column's last card is free. Find two: "
     "{A} picks.", "?f3+f4|f1+f5"),
    ("", "=f3+f4"),
    ("A king goes alone.", "f4"),
    ("Queen and ace. Groups in a row are a run: they pay double.", "f1+f5"),
    ("", "=f3+f4,f4,f1+f5,f1+f4"),
    ("{B} deals to a stack and ends the run.", "draw"),
    ("The tops of stacks count, too.", "f4+s1"),
    ("", "=f3+f4,f4,f1+f5,f1+f4,draw,f4+s1,draw,f5+s1,f5,draw,draw,draw,f1+s3,draw,s1+s3,draw,"
     "draw,f2+s3,draw,f5+s3,draw,draw,draw,draw,f1+s3,draw,draw,s1,draw,draw,s2+s3,s1+s3,draw,"
     "s1+s3,draw,s1+s3,draw,draw,draw,s1+s3,draw,s1+s3,draw,s1,draw,draw,draw,s1+s2,draw,draw,"
     "f3+s2,draw,draw,s1+s3,s1+s2,draw,f2+s1"),
    ("Later. Clear all columns: the level is busted.", "f2+f3"),
    ("An 8 and a 5.", "f3+s3|f3+s2|f2+s3|f2+s2"),
    ("The last two cards: a Super Bust. It pays the star's points.", "f2+s2|f2+s3|f3+s2|f3+s3"),
    ("In a race a bar runs down. The sooner, the more points.", ""),
)  # fmt: skip

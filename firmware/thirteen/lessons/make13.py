"""Layer 2. The lesson of Make 13: a race whose clock stands still, up to a Super Bust."""

DEAL = 393
OPTIONS = b"\x00\x02\x00\x00\x00"  # one level
STEPS = (
    ("Cards that make 13 together go. Of each column you can pick the lowest card. Here are a "
     "jack, which is 11, and a 2: pick each with {A}.", "f3+f4"),
    ("A king is 13 by itself.", "f4"),
    ("Queen and ace. Groups in a row are a run, counted at the right: when it ends, it pays its "
     "points once more.", "f1+f5"),
    ("A 10 and a 3.", "f1+f4"),
    ("9, 3 and ace would do, too. But keep the ace and press {B}: a card from the deck goes to a "
     "stack. It ends the run.", "draw"),
    ("The tops of the stacks count like the columns: take queen and ace.", "f4+s1"),
    ("", "draw,f5+s1,f5,draw,draw,draw,f1+s3,draw,s1+s3,draw,draw,f2+s3,draw,f5+s3,draw,draw,draw,"
     "draw,f1+s3,draw,draw,s1,draw,draw,s2+s3,s1+s3,draw,s1+s3,draw,s1+s3,draw,draw,draw,s1+s3,"
     "draw,s1+s3,draw,s1,draw,draw,draw,s1+s2,draw,draw,f3+s2,draw,draw,s1+s3,s1+s2,draw,f2+s1"),
    ("Later: the deck is empty. Clear all five columns and the level is bust. Take the 9 and "
     "the 4.", "f2+f3"),
    ("Two 8s and two 5s: either 8 with either 5. Keep one 8 back for last.",
     "f3+s3|f3+s2|f2+s3|f2+s2"),
    ("Your last group takes all that is left, columns and stacks: a Super Bust. It pays what the "
     "star shows.", "f2+s2|f2+s3|f3+s2|f3+s3"),
    ("In a race the bar at the top runs down: the sooner a group, the more it pays. When it is "
     "empty, the run ends and a card comes from the deck. Good luck!", ""),
)  # fmt: skip

"""Layer 2. The lesson of Imaginary Thirteen: which waste, and which of two piles."""

DEAL = 2868
OPTIONS = None
STEPS = (
    ("The turned card is a 9. By each pile stands what it needs. {A} plays the 9 to +3.", "3"),
    ("No pile takes a king yet. Choose any waste for it, and press {A}.", "?a|b|c|d"),
    ("", "=3,a"),
    ("Kings come last, so a 10 may lie on one.", "a"),
    ("", "=3,a,a,1,5,b,b,c,b,2,1,a,8"),
    ("Later. The queen fits two piles. On +4 she makes room for the first waste's 3.", "4"),
    ("The top of a waste goes, too.", "a4"),
    ("+3 grows by threes: 3, 6, 9, queen. Past 13, take off 13: 15 is a 2.", ""),
)  # fmt: skip

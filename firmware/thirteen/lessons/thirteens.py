"""Layer 2. The lesson of Thirteens: first pairs, and a card brought down at the end."""

DEAL = 49
OPTIONS = None
STEPS = (
    ("Two cards that touch and make 13 go. Ace is 1, jack 11, queen 12. A king goes alone: {A} "
     "takes it.", "a1"),
    ("Find one: what touches the 8 and makes 13? Corners touch, too: {A} on either takes both.",
     "?b1-c2"),
    ("", "=a1,b1-c2,a5,b4-c4,b1-b2,b5-c4,b4-c5,a3-b4,a2-b3,b4-b5,b2-c2,b4-c5,c2-c3,b3-c4,b2-c3,b5,"
     "a5-b5,b4-b5,a4-b5,a5-b5,a5,a4-b3,b2-b3,a2-b2,a1-a2,b>a,c>b,b1-c2"),
    ("Four are left. Queen and ace do not touch. A column is empty: {A} brings the queen down.",
     "c>b"),
    ("Now they do.", "b1-c1"),
    ("The 6 likewise.", "c>b"),
    ("And you win.", "a1-b1"),
    ("The menu, hold {B}, has hints and undo. Good luck!", ""),
)  # fmt: skip

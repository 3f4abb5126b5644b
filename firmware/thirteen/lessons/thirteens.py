"""Layer 2. The lesson of Thirteens: first pairs, and a card brought down at the end."""

DEAL = 49
OPTIONS = None
STEPS = (
    ("Clear all 52 cards in pairs: two cards go when they touch and make 13.", ""),
    ("An ace counts 1, a jack 11, a queen 12. A king is 13 by itself: take it with {A}.", "a1"),
    ("The cards above fell, and a new one came from the stock. Now 3 and 10, side by side: {A} on "
     "either takes both. If a card fits two others, you choose.", "b5-c5"),
    ("Above and below count too: 10 and 3.", "b2-b3"),
    ("So do corners: 5 and 8.", "b1-c2"),
    ("", "a5,b2-c2,a2-b3,b3-c2,b2-c2,a4-b3,c4-c5,a2-b2,b4-c5,c2-c3,a4-b5,a3-b4,b5-c4,a4,a4-b3,"
     "a5-b5,a3-b4,a3-b2,a1-b2,a2,b2-c2,b1-c2"),
    ("Four cards are left. Once the stock is gone, a column can empty, and the top card of "
     "another moves there. Jack and 2 do not touch yet: {A} brings the 2 down.", "c>b"),
    ("Now they do.", "a1-b1"),
    ("And queen and ace.", "c1-c2"),
    ("Won! Undo as much as you like. A hint shows what you can take; ask again for the best move "
     "and whether you can still win. Hold {B} for the menu. Good luck!", ""),
)  # fmt: skip

"""Layer 2. The lesson of Pyramid: pairs with the waste and without, a king, what becomes free."""

DEAL = 69
OPTIONS = None
STEPS = (
    ("Take the pyramid apart: two cards that make 13 go together. A card is free when none lies "
     "on it. Here no two fit, so {A} turns a card of the stock.", "turn"),
    ("What was turned is free as well: 3 and 10.", "g5-w"),
    ("", "turn,turn,turn,g4-w,turn"),
    ("A king is 13 by itself: {A} takes it.", "w"),
    ("", "turn,g1-w,turn,turn,g2-w"),
    ("Nothing lies on this 3 and this 10 any more: take them.", "f1-f4"),
    ("", "turn,turn,g6-w"),
    ("And these.", "f5-g7"),
    ("", "turn"),
    ("An ace counts 1, a queen 12.", "g3-w"),
    ("That left the 2 free, and uncovered a jack, which is 11.", "f2-w"),
    ("The waste is turned over twice, so take two cards of the pyramid first where you can. You "
     "have won when the peak is gone. Good luck!", ""),
)  # fmt: skip

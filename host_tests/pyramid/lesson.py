"""Layer 2. The lesson of Pyramid: pairs with the waste and without, a king, what becomes free."""

DEAL = 69
OPTIONS = None
STEPS = (
    ("Two free cards that make 13 go. Free is what no card lies on. {A} turns one of the stock.",
     "turn"),
    ("It is free, too. What makes 13 with it?", "?g5-w"),
    ("", "=turn,g5-w,turn,turn,turn,g4-w,turn"),
    ("A king is 13 by itself.", "w"),
    ("", "=turn,g5-w,turn,turn,turn,g4-w,turn,w,turn,g1-w,turn,turn,g2-w"),
    ("Nothing lies on these two any more.", "f1-f4"),
    ("", "=turn,g5-w,turn,turn,turn,g4-w,turn,w,turn,g1-w,turn,turn,g2-w,f1-f4,turn,turn,g6-w"),
    ("And these.", "f5-g7"),
    ("", "=turn,g5-w,turn,turn,turn,g4-w,turn,w,turn,g1-w,turn,turn,g2-w,f1-f4,turn,turn,g6-w,"
     "f5-g7,turn"),
    ("An ace counts 1, a queen 12.", "g3-w"),
    ("A jack is 11.", "f2-w"),
    ("The waste is turned over twice. Won, once the peak is gone. Good luck!", ""),
)  # fmt: skip

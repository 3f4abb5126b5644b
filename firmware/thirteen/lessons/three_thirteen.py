"""Layer 2. The lesson of Three Thirteen: a round won by a card from the discards."""

DEAL = 3442
OPTIONS = b"\x00\x00\x01\x00\x00\x00\x00\x00\x00"
STEPS = (
    ("Three or more of a rank are a meld. So are three or more of a suit in order. Cards left "
     "over cost points. Draw: {A}.", "stock"),
    ("In this round threes are wild. Discard: which card costs most?", "?discard QH"),
    ("", "end"),
    ("", "stock"),
    ("", "discard 8H"),
    ("", "end"),
    ("Ada's 8, yours and the wild 3 meld: take it.", "pile"),
    ("The line marks a meld. Discard the 6.", "discard 6S"),
    ("Nothing is left over: go out! Ada has one more turn.", "out"),
    ("", "stock"),
    ("", "discard JC"),
    ("After eleven rounds the lowest total wins. Each deals a card more; the next rank is wild. "
     "Good luck!", ""),
)  # fmt: skip

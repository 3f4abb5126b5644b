"""Layer 2. The lesson of Three Thirteen: a round won by a card from the discards."""

DEAL = 3442
OPTIONS = b"\x00\x00\x01\x00\x00\x00\x00\x00\x00"
STEPS = (
    ("Rummy in eleven rounds. Melds are three or more of a rank, or of a suit in order. Cards "
     "left over, your deadwood, cost points, and the lowest total wins.", ""),
    ("In this round threes are wild: they stand for any card. A turn begins with a draw.",
     "stock"),
    ("A turn ends with a discard. The queen costs most: away with her.", "discard QH"),
    ("", "end"),
    ("", "stock"),
    ("", "discard 8H"),
    ("", "end"),
    ("Ada's 8 is what you need: take it from the discards.", "pile"),
    ("Two 8s and the wild 3 are a meld: a gold line marks it. Discard the 6.", "discard 6S"),
    ("Deadwood 0: every card is melded. Go out! Ada gets one more turn.", "out"),
    ("", "stock"),
    ("", "discard JC"),
    ("The round is over: all hands and what they cost, then the score sheet. With deadwood you "
     "may go out too: if you are not asked, press {UP} right after your discard.", ""),
    ("Each round deals one card more, and the next rank is wild. Good luck!", ""),
)  # fmt: skip

"""Layer 2. The one-round lesson of Three Thirteen; steps without text are the opponent's."""

DEAL = 944
OPTIONS = b"\x00\x00\x01\x00\x00\x00\x00\x00\x00"
STEPS = (
    ("Rummy in eleven rounds. Melds are three or more of a rank, or three or more of a suit in "
     "order. Cards left over, your deadwood, cost points, and the lowest total wins.", ""),
    ("In this round threes are wild: they stand for any card. A turn begins with a draw.",
     "stock"),
    ("A wild 3! With the two fives it is a meld. Your hand is sorted for you: a gold line marks a "
     "meld. Now discard: the queen costs most.", "discard QD"),
    ("Deadwood 0: every card is melded. Go out! Ada gets one more turn.",
     "out"),
    ("", "stock"),
    ("", "discard 8D"),
    ("The round is over: all hands and what they cost, then the score sheet. With deadwood you "
     "may go out too: if you are not asked, move the cursor right after your discard.", ""),
    ("Each round deals one card more, and the next rank is wild. Good luck!", ""),
)  # fmt: skip

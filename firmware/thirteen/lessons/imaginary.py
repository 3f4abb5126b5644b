"""Layer 2. The lesson of Imaginary Thirteen: which waste, and which of two piles."""

DEAL = 2868
OPTIONS = None
STEPS = (
    ("Eight piles grow to their kings. The one marked +3 grows in threes: 6, 9, queen. Past 13, "
     "thirteen is taken off: queen 12 and 3 make 15, that is a 2.", ""),
    ("The rank under a pile is the card it needs next. The turned card is a 9, and +3 needs one. "
     "Press {A} on it: only one pile takes it, so it goes there.", "3"),
    ("Now a king. No pile takes it yet: it goes to a waste. Take the first one.", "a"),
    ("No pile wants the 10 either. Every king comes last, so a 10 may lie on it.", "a"),
    ("A 3 goes on +1.", "1"),
    ("And +5 waits for 10 and 5, less thirteen: the 2.", "5"),
    ("Another king would bury the 10, and the triangle would warn you. Take waste b.", "b"),
    ("", "b,c,b,2,1,a,8"),
    ("A few cards later. The queen fits two piles. On +4 she makes room for the 3 that lies on "
     "the first waste.", "4"),
    ("The top of each waste can be played at any time: the 3.", "a4"),
    ("Step onto a waste to read its cards. The stock goes through once only. Good luck!", ""),
)  # fmt: skip

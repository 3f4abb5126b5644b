"""Layer 2. The lesson of Friday the 13th: the order of the piles, the waste, the redeal."""

DEAL = 1224
OPTIONS = None
STEPS = (
    ("Thirteen piles grow by one, in any suit. After a king comes an ace. {A} turns a card.",
     "turn"),
    ("", "=turn,turn"),
    ("The 3 waits on the waste. Piles start in order, the 2 is next. Here it is: on the ace, or "
     "in its own pile? Press {A}, then choose.", "?2"),
    ("The top of the waste can always be played.", "w3"),
    ("", "=turn,turn,2,w3,turn,turn,turn,K,turn,turn,turn,turn,turn,turn,turn,2,turn,turn,turn,"
     "turn,turn,K,turn,4,turn,A,turn,turn,turn,5,turn,turn,turn,turn,turn,4,turn,turn,K,turn,turn,"
     "turn,K,turn,6,w7,turn,turn,2,turn,8,w9,w8,turn,T,turn,K,turn,7,turn,turn,turn,K,turn,turn,4,"
     "turn,T,turn,turn,3,turn,A"),
    ("Later: {A} turns the waste over, once a game.", "redeal"),
    ("The 6 goes on the 5.", "5"),
    ("A pile starts with a card of its rank. If all four lie on others, the deal is lost.", ""),
)  # fmt: skip

"""Layer 2. The lesson of Friday the 13th: the order of the piles, the waste, the redeal."""

DEAL = 1224
OPTIONS = None
STEPS = (
    ("Thirteen piles, from jack to 10. Each grows upward by one, suits do not matter, and after a "
     "king comes an ace. In the end they hold all the cards.", ""),
    ("Turn the first card of the hand: {A} or {B}. {A} also turns on if a card fits nowhere.",
     "turn"),
    ("Piles start in order: the 3 has to wait until 2 has started. So turn on: the 3 goes to the "
     "waste.", "turn"),
    ("A 2! It could go on the ace, but empty piles come first. {A} chooses it: the cursor goes to "
     "its empty pile. {A} again.", "2"),
    ("The top of the waste can be played at any time. Now the 3 has its place.", "w3"),
    ("", "turn,turn,turn,K,turn,turn,turn,turn,turn,turn,turn,2,turn,turn,turn,turn,turn,K,turn,4,"
     "turn,A,turn,turn,turn,5,turn,turn,turn,turn,turn,4,turn,turn,K,turn,turn,turn,K,turn,6,w7,"
     "turn,turn,2,turn,8,w9,w8,turn,T,turn,K,turn,7,turn,turn,turn,K,turn,turn,4,turn,T,turn,turn,"
     "3,turn,A"),
    ("Later: the hand is empty. {A} or {B} turns the waste over, once in a game.", "redeal"),
    ("The cards come in the order in which they were put away. The 6 goes on the 5.", "5"),
    ("To see that order, step onto the waste. You may pass over any card. If all four of a "
     "rank lie on other piles while its own is empty, the deal is lost. Good luck!", ""),
)  # fmt: skip

"""Layer 2. The one-minute lesson of Friday the 13th."""

DEAL = 1224
OPTIONS = None
STEPS = (
    ("Thirteen piles, from jack to 10. Each grows upward by one, suits do not matter, and after a "
     "king comes an ace. In the end every card lies on them, and no pile is empty.", ""),
    ("Turn the first card of the hand: A or B. A also turns on if a card fits nowhere.", "turn"),
    ("A 3 can begin its pile only when the piles to the left of it hold cards. The pile of 2 is "
     "still empty, so turn on: the 3 goes to the waste.", "turn"),
    ("A 2! It could go on the ace, but empty piles come first. A chooses it: the cursor goes to "
     "its empty pile. A again.", "2"),
    ("The top of the waste can be played at any time. Now the 3 has its place.", "w3"),
    ("You may pass over a card. When the hand is empty, the waste becomes the hand once more: "
     "that is the one redeal. To see their order, step onto the waste.", "turn"),
    ("Watch the ranks whose piles are empty: when all four of a rank lie on other piles, the deal "
     "is lost. Sometimes it is best to hold a card back. Good luck!", ""),
)  # fmt: skip

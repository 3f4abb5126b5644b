"""Layer 2. The one-minute lesson of Thirteens."""

DEAL = 49
OPTIONS = None
STEPS = (
    ("Clear all 52 cards, two at a time. Two cards go when they touch and make 13 together.", ""),
    ("An ace counts 1, a jack 11, a queen 12. A king is 13 by itself: take it with A.", "a1"),
    ("The cards above fell down, and a new one came from the stock. Now 3 and 10, side by side: A "
     "on either one takes both. If a card fits two others, you choose which.", "b5-c5"),
    ("Above and below count too: 10 and 3.", "b2-b3"),
    ("So do corners: 5 and 8.", "b1-c2"),
    ("Another king. Take kings early: they never pair up.", "a5"),
    ("Once the stock is gone, a column can empty. Pick the top card of another column, then the "
     "gap, and it moves there. That saves many a game.", ""),
    ("Undo as much as you like. A hint shows what you can take; ask again for the best move and "
     "whether you can still win. Hold B for the menu, which has both. Good luck!", ""),
)  # fmt: skip

"""Layer 2. The one-minute tutorial of Thirteens."""

DEAL = 49
OPTIONS = None
STEPS = (
    ("Clear all 52 cards, two at a time. Two cards go when they touch and make 13 together.", ""),
    ("An ace counts 1, a jack 11, a queen 12. A king is 13 by itself: take it with A.", "a1"),
    ("The cards above fell down, and a new one came from the stock. Now 3 and 10, side by side: A "
     "on either one takes both. If a card fits two others, you choose which.", "b5-c5"),
    ("Cards touch upwards too: 10 and 3.", "b2-b3"),
    ("And at the corners: 5 and 8.", "b1-c2"),
    ("Another king. Take kings early: they never pair up.", "a5"),
    ("When the stock is out, columns run empty. Then choose the top of a column, and the empty "
     "place: it comes down. That saves many a game.", ""),
    ("Undo as much as you like. A hint shows what goes; asked again, it says whether the deal can "
     "still be won. Hold B for the menu, which has both. Good luck!", ""),
)  # fmt: skip

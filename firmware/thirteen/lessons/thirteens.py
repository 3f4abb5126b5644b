"""Floor 1. Thirteens, a first game of a minute."""

DEAL = 49
STEPS = (
    ("Clear all 52 cards, two at a time. Two cards go when they touch and make 13 together.", ""),
    ("An ace counts 1, a jack 11, a queen 12. A king is 13 by itself: take it with A.", "a1"),
    ("What lay above fell down, and a new card came from the stock. Now 3 and 10, side by side: "
     "choose one with A, then the other.", "b5-c5"),
    ("Cards touch upwards too: 10 and 3.", "b2-b3"),
    ("And at the corners: 5 and 8.", "b1-c2"),
    ("Another king. Take kings soon: nothing else takes them away.", "a5"),
    ("When the stock is out, columns run empty. Then choose the top of a column, and the empty "
     "place: it comes down. That saves many a game.", ""),
    ("X is a hint and tells whether the deal can still be won. Y takes back as much as you like. "
     "Good luck!", ""),
)  # fmt: skip

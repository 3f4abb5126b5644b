"""Layer 2. The one-minute lesson of Make 13, without the clock."""

DEAL = 364
OPTIONS = b"\x00\x00\x00\x03\x00"
STEPS = (
    ("Take cards that make 13 together from the lower ends of the columns. Here is a jack, 11, "
     "and a 2: pick both with A. The sum shows as you pick.", "f3+f4"),
    ("A king is 13 by itself.", "f3"),
    ("Three cards or more count too.", "f3+f4+f5"),
    ("Nothing makes 13 now. Then a card from the deck goes to a stack: press B.", "draw"),
    ("The tops of the stacks count too: take the 6 and the 7.", "f1+s1"),
    ("Empty the five columns, and the level is busted. Empty deck and stacks as well with your "
     "last group: a Super Bust, which pays extra. One group of three, and it is lost.", ""),
    ("In a race a bar runs down: the faster, the more points. Groups in a row make a run "
     "and pay twice. A card from the deck ends the run. Good luck!", ""),
)  # fmt: skip

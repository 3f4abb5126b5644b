"""Layer 2. Skeleton: a lesson of a minute."""

DEAL = 1
OPTIONS = None
STEPS = (
    ("Two cards that make 13 together can be taken. A takes them.", "@1"),
    ("The stock fills the gaps. Find two yourself.", "?@2"),
    ("Kings count 13 and go alone.", "@3"),
    ("Take what makes 13 as long as there is any.", "@4"),
    ("There may be another two.", "@5"),
    ("Now a real game. Good luck!", ""),
)

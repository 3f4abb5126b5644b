"""An independent model of Make 13, written from its rule sheet alone; and test positions."""

from itertools import combinations

from thirteen import cards, options
from thirteen.rules import make13 as rules

PLACES = "f1 f2 f3 f4 f5 s1 s2 s3".split()
VALUE = {t: v for v, t in enumerate("A23456789TJQK", 1)}


NUMBERS = {
    "timer": rules.TIMER, "counter": rules.COUNTER, "run": rules.RUN, "groups": rules.GROUPS,
    "score": rules.SCORE, "level": rules.LEVEL, "busted": rules.BUSTED,
}  # fmt: skip


def new(deal=1, **chosen):
    s = bytearray(rules.SIZE)
    rules.new(s, deal, options.pack(rules.OPTIONS, chosen))
    return s


def position(field, stacks="", deck="", numbers=(), **chosen):
    """A position from text: piles as "KS 2H|3D", bottom card first; the deck's next card first."""
    s = new(**chosen)
    for p, name in enumerate(PLACES):
        text = (field if p < 5 else stacks).split("|")
        i = p if p < 5 else p - 5
        pile = text[i].split() if i < len(text) else []
        at = p * 4 if p < 5 else 20 + (p - 5) * 11
        for k in range(4 if p < 5 else 11):
            s[at + k] = cards.parse(pile[k]) if k < len(pile) else 0
        s[rules._HIGH + p] = len(pile)
        assert rules.height(s, p) == len(pile), name
    deck = deck.split()
    s[rules._DEALT] = 32 - len(deck)
    for k, t in enumerate(deck):
        s[rules._DECK + s[rules._DEALT] + k] = cards.parse(t)
    for name, v in dict(numbers).items():
        s[NUMBERS[name] : NUMBERS[name] + 4] = v.to_bytes(4, "little")
    return s


def takes(state):
    """The groups in a JSON state, by their definition."""
    piles = zip(PLACES, state["field"] + state["stacks"])
    tops = [(name, VALUE[pile[-1][0]]) for name, pile in piles if pile]
    return [
        "+".join(name for name, _ in some)
        for k in range(1, 9)
        for some in combinations(tops, k)
        if sum(v for _, v in some) == 13
    ]


class Oracle:
    """A game; piles are lists of texts, and time passes tick by tick."""

    def __init__(self, deal, **chosen):
        self.deal = deal
        self.options = {name: options.value(spec, 0) for name, spec in rules.OPTIONS} | chosen
        self.level = self.busted = self.run = self.groups = self.score = 0
        self.over = None
        self.new_level()

    def new_level(self):
        self.level += 1
        deck = bytearray(52)
        rules.deck(deck, self.deal, None, self.level)
        deck = cards.texts(deck, 0, 52)
        self.field = [deck[i:20:5] for i in range(5)]  # M8
        self.stacks = [[], [], []]
        self.deck = deck[20:]
        self.clock = self.options["timer"] != "off"  # M17
        self.timer = self.start()
        self.counter = 3000 if self.clock else 0

    def start(self):
        if not self.clock:
            return 0
        t = self.options["timer"]
        if self.options["kind"] == "level" or self.options["levels"] == "open":  # M18
            for _ in range(self.level - 5):
                t = max(t - 5, 50)
        return t

    def legal(self):
        if self.over:
            return set()
        found = takes(self.state())
        if self.deck:
            found.append("draw")
        elif not found:
            found.append("next")  # M7
        return {*found, "quit", "wait"}

    def play(self, t):
        if t == "quit":
            self.over = "quit"
        elif t == "draw":
            self.end_run()
            self.dealt()
        elif t == "next":
            self.end_level(False)
        elif t.startswith("wait"):
            for _ in range(int(t[5:] or 1)):
                if not self.over:
                    self.tick()
        else:
            self.take(t.split("+"))
        self.judge()

    def judge(self):
        reached = self.options["kind"] == "score" and self.score >= self.options["target"]
        if reached and self.over in (None, "lost"):  # M6
            self.over = "won"

    def take(self, names):
        for n in names:
            (self.field + self.stacks)[PLACES.index(n)].pop()
        self.score += self.timer  # M3
        self.run += self.timer  # M4
        self.groups += 1
        self.timer = self.start()
        if not any(self.field):  # M14
            self.end_run()
            if not any(self.stacks) and not self.deck:
                self.score += self.counter  # M5
            self.end_level(True)

    def dealt(self):
        min(self.stacks, key=len).append(self.deck.pop(0))  # M10
        self.timer = self.start()

    def tick(self):
        if not self.clock:
            return
        self.timer -= 1
        self.counter = max(self.counter - 1, 0)
        if not self.timer:  # M12
            self.end_run()
            self.timer = self.start()
            if self.deck:
                self.dealt()
            elif not takes(self.state()):
                self.end_level(False)
            self.judge()

    def end_run(self):
        if self.groups >= 2:  # M13
            self.score += self.run
        self.run = self.groups = 0

    def end_level(self, busted):
        self.end_run()
        self.busted += busted
        self.judge()
        kind, levels = self.options["kind"], self.options["levels"]
        if self.over:
            return
        if kind == "limited" and levels != "open":
            self.over = "done" if self.level == levels else None
        elif not busted:
            self.over = "lost"
        elif kind == "level" and self.level == levels:
            self.over = "won"
        if not self.over:
            self.new_level()

    def state(self):
        names = "level busted field stacks deck timer counter run groups score".split()
        return {name: getattr(self, name) for name in names}

"""Make 13 once more, from its sheet alone: what the rules are held against."""

from itertools import combinations

from thirteen import cards, options
from thirteen.rules import make13 as rules

PLACES = "f1 f2 f3 f4 f5 s1 s2 s3".split()
VALUE = {t: v for v, t in enumerate("A23456789TJQK", 1)}


def takes(state):
    """The groups of a JSON state, by their definition."""
    piles = zip(PLACES, state["field"] + state["stacks"])
    tops = [(name, VALUE[pile[-1][0]]) for name, pile in piles if pile]
    return [
        "+".join(name for name, _ in some)
        for k in range(1, 9)
        for some in combinations(tops, k)
        if sum(v for _, v in some) == 13
    ]


class Sheet:
    """A game; piles are lists of texts, time passes tick by tick."""

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

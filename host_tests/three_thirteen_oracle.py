"""An independent model of Three Thirteen, written from its rule sheet alone, on JSON states."""

RANKS = "A23456789TJQK"


def points(card, wild, wild_penalty):
    """R9, R12, R16."""
    if card[0] == wild and wild_penalty != "rank":
        return int(wild_penalty)
    return min(RANKS.index(card[0]) + 1, 10)


def is_meld(meld, wild):
    """R5, R6; the cards of a run must be in order."""
    natural = [(i, card) for i, card in enumerate(meld) if card[0] != wild]
    if len(meld) < 3:
        return False
    if len({card[0] for _, card in natural}) < 2:
        return True
    places = {RANKS.index(card[0]) - i for i, card in natural}
    if len({card[1] for _, card in natural}) > 1 or len(places) > 1:
        return False
    return 0 <= min(places) <= 13 - len(meld)


def legal(state, options, over, deadwood):
    """The legal moves; deadwood(hand) is a function."""
    hand = state["hands"][state["turn"]]
    if over:
        return set()
    if state["phase"] == "draw":
        return {"stock", "pile"} if state["discards"] else {"stock"}
    if state["phase"] == "discard":
        return {"discard " + card for card in hand}
    if state["phase"] == "scored":
        return {"next"}
    if options["out"] == "melded" and deadwood(hand, state["wild"]):
        return {"end"}
    return {"out", "end"}


def seated(state, mask):
    """The players of this round, starting at the dealer's left."""
    n = len(state["hands"])
    order = [(state["dealer"] + 1 + i) % n for i in range(n)]
    return [p for p in order if p in mask]


def follow(before, move, after, options, plays):
    """Check that the move leads from one state to the next. `plays`: the players of the round."""
    p = before["turn"]
    hands = [list(hand) for hand in before["hands"]]
    stock = list(before["stock"])
    pile = list(before["discards"])
    ended = False
    if move == "stock":
        hands[p].append(stock.pop(0))
    elif move == "pile":
        hands[p].append(pile.pop())
    elif move.startswith("discard"):
        hands[p].remove(move[8:])
        pile.append(move[8:])
        ended = before["out"] is not None or not stock
    else:
        ended = True
    assert [sorted(hand) for hand in after["hands"]] == [sorted(hand) for hand in hands]
    assert after["stock"] == stock and after["discards"] == pile
    out = p if move == "out" else before["out"]
    assert after["out"] == out
    for key in ("round", "cards", "wild", "dealer"):
        assert after[key] == before[key]
    if not ended:
        assert after["turn"] == p
        assert after["phase"] == ("declare" if move.startswith("discard") else "discard")
        return
    order = seated(before, plays)
    following = order[(order.index(p) + 1) % len(order)]
    if following == out or move.startswith("discard") and not stock:  # R7, R8
        assert after["phase"] == "scored"
    else:
        assert after["phase"] == "draw" and after["turn"] == following


def check_scores(before, after, options):
    """R9: check the penalty of each hand, given the melds reported."""
    totals = list(before["totals"])
    for p, dead in enumerate(after["deadwood"]):
        if dead is None:
            continue
        left = list(after["hands"][p])
        for meld in after["melds"][p]:
            assert is_meld(meld, after["wild"]), meld
            for card in meld:
                left.remove(card)
        assert dead == sum(points(c, after["wild"], options["wild_penalty"]) for c in left)
        totals[p] += dead
    assert after["totals"] == totals

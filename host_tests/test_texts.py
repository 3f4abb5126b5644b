"""Texts on the screen: house rules are explained."""

import playing


def test_each_house_rule_has_an_explanation_of_one_line(handheld):
    handheld.on()
    canvas = handheld.module("draw.canvas")
    art = handheld.module("draw.art")
    for game in playing.GAMES:
        words = getattr(handheld.module("presets." + game), "HOUSE", {})
        for name, _ in playing.RULES[game].OPTIONS:
            if name not in ("players", "kind") and name[:4] != "seat":
                assert name in words, f"presets/{game}.py: HOUSE has no words for {name}"
                title, about, *_ = words[name]
                assert title and all(canvas.width(art.SMALL, s) <= 208 for s in about.split("\n"))

"""Cards as bytes, their texts and decks."""

import pytest

from thirteen import cards


def test_cards_convert_to_text_and_back():
    out = bytearray(52)
    assert cards.deck(out, 1) == 52
    texts = cards.texts(out, 0, 52)
    assert texts[:3] == ["AS", "2S", "3S"] and texts[12:14] == ["KS", "AH"] and texts[-1] == "KC"
    assert len(set(texts)) == 52
    assert [cards.parse(t) for t in texts] == list(out)


def test_rank_suit_and_face_down():
    c = cards.parse("TD")
    assert c == 2 << 4 | 10
    assert cards.text(c) == cards.text(c | cards.DOWN) == "TD"


def test_two_decks_hold_two_of_each():
    out = bytearray(104)
    assert cards.deck(out, 2) == 104
    assert sorted(out) == sorted(list(out[:52]) * 2)


@pytest.mark.parametrize("t", ["", "T", "10D", "1S", "sA", "as", "AX", "TDD", "  "])
def test_an_invalid_card_text_is_refused(t):
    with pytest.raises(ValueError, match="is not a card"):
        cards.parse(t)

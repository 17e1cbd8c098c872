"""A history with an act that cannot be read is refused, and nothing of it is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from helpers.oracle_decks import TWELVE, small_rules, views
from pinochle_solver import RULEBOOKS, Card, Seat, StockPosition
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.histories import history_of, history_record


def test_a_history_with_an_unsound_act_is_not_kept() -> None:
    for _, view in views(small_rules("scarne", TWELVE), 1, seed=1):
        belief = Belief(view, INFERRED)
        if belief.history is None:
            continue
        search, number = belief.playouts(), len(belief.history.acts)
        dealer, upcard, holder, acts = history_record(belief.history)
        for place in range(number):
            unsound = bytearray(acts)
            unsound[place * len(acts) // number] = 77  # no kind of act
            with pytest.raises(ValueError, match=f"act {place}: no sound record"):
                search.remember(dealer, upcard, holder, bytes(unsound), 10.0, 0.02, 0.5)
            with pytest.raises(ValueError, match="nothing was seen"):
                search.sample_chain(1, 0, 0, 1, np.zeros((1, len(belief.cards)), np.uint8))


def test_a_position_that_does_not_tell_enough_has_no_history() -> None:
    """Neither without the tricks, nor where a meld does not say after which it was laid."""
    told = 0
    for _, view in views(RULEBOOKS["scarne"], 2, seed=1):
        if history_of(view) is None:
            continue
        if view.gone:
            assert history_of(replace(view, tricks=None)) is None
        for seat in Seat:
            melds = view.melds(seat)
            if melds:
                untold = (*melds[:-1], replace(melds[-1], trick=None))
                change: dict[str, Any] = {f"melds_{seat.text()}": untold}
                assert history_of(replace(view, **change)) is None
                told += 1
    assert told > 5


def test_of_an_exchange_the_card_that_was_taken_has_to_be_known() -> None:
    """North exchanged a nine for the upcard: which it was says its hand, or nothing does."""
    line = (
        "upcard=9S stock=21 turn=south south=AAT.KQ9.J.QQJJ9 north={} led=TH melds.north=dix@1"
        " tricks=9D-AD dealer=north"
    )
    known, unknown = (
        StockPosition.parse(line.format(north)) for north in ("K.-.-.-+10", "-.-.-.-+11")
    )
    history = history_of(known)
    assert history is not None
    assert (history.upcard, history.holder) == (Card.parse("KS"), Seat.NORTH)
    assert Belief(known, INFERRED).effective_kind == INFERRED
    assert history_of(unknown) is None
    assert Belief(unknown, INFERRED).effective_kind == UNIFORM

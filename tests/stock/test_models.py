"""How both are taken to go on, in full and in a player's words."""

from __future__ import annotations

import pytest

from pinochle_solver import StockPosition, analyze
from pinochle_solver.stock import models
from pinochle_solver.stock.models import FROM_HERE_ON, in_plain_words

ALL = [value for name, value in vars(models).items() if name.isupper() and not name.startswith("_")]
# A world is a column of every analysis, and a word of `pinochle help words`.
JARGON = ("policy", "network", "expectation", "tree", "threshold", "playoff")


@pytest.mark.parametrize("model", [each for each in ALL if each != FROM_HERE_ON])
def test_every_model_has_words_of_its_own_without_jargon(model: str) -> None:
    words = in_plain_words(model)
    assert words != model
    assert not any(each in words for each in JARGON)
    assert in_plain_words(f"{model}; playoffs exact") == words
    assert in_plain_words(f"{model}; playoffs exact{FROM_HERE_ON}") == words + FROM_HERE_ON
    others = {in_plain_words(each) for each in ALL if each not in (model, FROM_HERE_ON)}
    assert words not in others


def test_models_of_other_engines_stay_as_they_are() -> None:
    assert in_plain_words("a choice by rules, no values") == "a choice by rules, no values"


def test_an_analysis_has_the_model_in_full() -> None:
    position = StockPosition.parse(
        "rules=scarne south=AAT9.KQ.-.QQJJ99 upcard=9S stock=23 turn=south north=+12"
    )
    model = analyze(position, worlds=16).model
    assert model.startswith(models.PLAYED_ON)
    assert in_plain_words(model) == (
        "after the move both play on as good players do, each by what he sees"
    )

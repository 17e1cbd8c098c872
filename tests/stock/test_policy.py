"""The scores of moves in the stock phase (``policy.pxd``)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.oracle_decks import SMALL_RULEBOOKS, TWELVE, small_rules, views
from pinochle_solver import RULEBOOKS, Card, Rank, Rulebook
from pinochle_solver._core.networks.policy import STAGES, TERMS
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.states import stock_state
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.problem import Problem

rulebook = pytest.mark.parametrize(
    "rules", [*PINOCHLE_BOOKS.values(), *SMALL_RULEBOOKS.values()], ids=lambda rules: rules.name
)
# The lowest card of a suit is the next bit after the highest of the suit before it.
FROM_SEVEN_TO_ACE = small_rules(
    "scarne", replace(TWELVE, name="seven-to-ace", ranks=(Rank.ACE, Rank.KING, Rank.SEVEN))
)
CARDS = 48
"""The first terms are of cards: by role (leads, wins, loses), plain or trump, rank."""
WINS_PLAIN = 2 * len(Rank)


def search_of(
    view: StockPosition,
    unseen: tuple[Card, ...] | None = None,
    weights: NDArray[np.int16] | None = None,
) -> Playouts:
    state, pile = stock_state(view, unseen or tuple(view.unseen), viewer=view.turn)
    return Playouts(
        hand_rules_record(view.rules, view.count, view.trump),
        state.pack(),
        bytes(card.index for card in pile),
        weights=weights,
    )


@rulebook
def test_scores_depend_on_what_is_seen_alone(rules: Rulebook) -> None:
    for number, (_, view) in enumerate(views(rules, 2, seed=1)):
        random = Random(number)
        scores = search_of(view).scores()
        assert len(scores) == len(search_of(view).legal())
        for _ in range(3):
            unseen = tuple(random.sample(tuple(view.unseen), len(view.unseen)))
            assert search_of(view, unseen).scores() == scores, view.text()


@rulebook
def test_a_score_is_its_terms_times_the_weights(rules: Rulebook) -> None:
    random = np.random.default_rng(1)
    for _, view in views(rules, 3, seed=2):
        weights = random.integers(-300, 300, (TERMS, 2), np.int16)
        search = search_of(view, weights=weights.reshape(-1))
        left = rules.deck.stock_tricks - view.completed_tricks
        stage = STAGES * left // rules.deck.stock_tricks
        slopes = weights.astype(np.int64) @ (STAGES, stage)
        terms = np.full((len(search.legal()) + 1, TERMS), 77, np.int16)
        scores = search.scores(terms)
        assert scores == ((terms[:-1] @ slopes) / 1024).tolist()
        assert (terms[-1] == 77).all()
        assert search.scores() == scores


def test_every_term_comes_up() -> None:
    total = np.zeros(TERMS, np.int64)
    for rules in PINOCHLE_BOOKS.values():
        for _, view in views(rules, 8, seed=3):
            search = search_of(view)
            terms = np.zeros((len(search.legal()), TERMS), np.int16)
            search.scores(terms)
            total += np.abs(terms).sum(axis=0, dtype=np.int64)
    # A plain nine wins no trick, and there are no lower cards.
    low = (Rank.SEVEN, Rank.EIGHT)
    never = {term for term in range(CARDS) if term % len(Rank) in low}
    never.add(WINS_PLAIN + Rank.NINE)
    assert set(np.flatnonzero(total == 0).tolist()) == never


@pytest.mark.parametrize(
    "rules", [*PINOCHLE_BOOKS.values(), FROM_SEVEN_TO_ACE], ids=lambda rules: rules.name
)
def test_terms_of_a_lead_are_its_length_and_the_trumps_unseen(rules: Rulebook) -> None:
    rows: list[NDArray[np.int16]] = []
    lengths, trumps = list[int](), list[int]()
    for _, view in views(rules, 6, seed=4):
        if view.act is not Act.PLAY or view.led is not None:
            continue
        search, moves = search_of(view), Problem(view).moves
        terms = np.zeros((len(search.legal()), TERMS), np.int16)
        search.scores(terms)
        rows += list(terms)
        # Of two copies on the table one counts.
        table = Counter(view.on_table(view.turn))
        own = (Counter(view.hand(view.turn).known) - table) + Counter(table.keys())
        held, unseen = (
            Counter(card.suit for card in cards) for cards in (own.elements(), view.unseen)
        )
        for number in search.legal():
            play = moves[number]
            assert isinstance(play, Play)
            lengths.append(held[play.card.suit])
            trumps.append(unseen[view.trump] if play.card.suit != view.trump else 0)
    assert len(rows) > 20
    for counted in (lengths, trumps):
        # Of some term that is what it says.
        assert (np.array(rows) == np.array(counted)[:, None]).all(axis=0).any()


def test_a_dix_laid_as_a_third_copy_gains_no_upcard() -> None:
    rules = replace(RULEBOOKS["glup"], name="laid-dix", dix_by_exchange=False)
    text = (
        "rules=laid-dix upcard=9C stock=51 act=meld turn=north south=+17"
        " north=AAKQ.KKQ.TTJ.TKKJ999 melds.north=dix gone=TJJ99.TJJ99.-.-"
    )
    gained = []
    for laid in ("", "+dix:9C", "+dix:9C+dix:9C2"):
        line = text.replace("melds.north=dix", f"melds.north=dix{laid}")
        view = StockPosition.parse(line, rulebooks=[rules])
        search = search_of(view)
        terms = np.zeros((len(search.legal()), TERMS), np.int16)
        search.scores(terms)
        (place,) = (
            search.legal().index(number)
            for number, move in Problem(view).moves.items()
            if move.text() == "dix"
        )
        # The last term is the rank of an upcard gained.
        gained.append(terms[place, -1])
    assert gained == [0, 0, 0]


def test_terms_of_another_shape_are_refused() -> None:
    (_, view), *_ = views(RULEBOOKS["scarne"], 1, seed=1)
    search, moves = search_of(view), len(search_of(view).legal())
    for shape in ((moves - 1, TERMS), (moves, TERMS - 1)):
        with pytest.raises(ValueError, match=r"terms: expected \d+ rows of"):
            search.scores(np.zeros(shape, np.int16))
    with pytest.raises(ValueError, match="weights"):
        search_of(view, weights=np.zeros(TERMS, np.int16))

"""Rulebooks side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, view
from pinochle_solver.rules.cards import Rank
from pinochle_solver.rules.decks import PINOCHLE_DECK, Deck
from pinochle_solver.rules.meld_kinds import CopyRule
from pinochle_solver.rules.rules import GameRules, Penalties, RenegePenalty, Rulebook

_PARAMETER_WIDTH, _RULEBOOK_WIDTH = 24, 18
_PIPE_WIDTH = 100


class RulebookViews(Page):
    """Views of rulebooks."""

    @view()
    def rulebooks(self, rulebooks: Sequence[Rulebook]) -> None:
        """Write the parameters of rulebooks, side by side if the terminal is wide enough."""
        width = self._width or _PIPE_WIDTH
        if width >= _PARAMETER_WIDTH + _RULEBOOK_WIDTH * len(rulebooks):
            self._print_table(self._rulebook_table(rulebooks), width)
        else:
            for rulebook in rulebooks:
                self._print_table(self._rulebook_table([rulebook]), width)
        if len(rulebooks) == 1 and rulebooks[0].copy_rule is CopyRule.KINDS:
            self._print_table(self._bars_table(rulebooks[0]), width)

    def _rulebook_table(self, rulebooks: Sequence[Rulebook]) -> Table:
        table = self._table()
        table.add_column("", no_wrap=True)
        table.may_fold("")
        for rulebook in rulebooks:
            table.add_column(rulebook.name)
        for parameter, *values in _parameters(rulebooks):
            table.add_row(parameter, *(value.replace("–", self._dash) for value in values))
        return table

    def _bars_table(self, rulebook: Rulebook) -> Table:
        """Which kinds bar which, kinds that are barred from the same ones together."""
        table = self._table()
        for heading in ("what has served in", "may not serve in"):
            table.add_column(heading)
            table.may_fold(heading)
        kinds: dict[str, list[str]] = {}
        for kind in rulebook.melds:
            barred = (
                other.name
                for other in rulebook.melds
                if other.name in kind.bars or kind.name in other.bars
            )
            kinds.setdefault(", ".join(barred), []).append(kind.name)
        for barred_from, names in kinds.items():
            if barred_from:
                table.add_row(", ".join(names), barred_from)
        return table


def _parameters(rulebooks: Sequence[Rulebook]) -> Iterable[list[str]]:
    """Rows of a parameter and its value in each rulebook; ``–`` where a rulebook has none."""
    yield ["source", *(book.title for book in rulebooks)]
    yield ["count", *(book.count.name for book in rulebooks)]
    ranks = sorted({rank for book in rulebooks for rank in book.deck.ranks}, reverse=True)
    yield [
        " ".join(rank.letter for rank in ranks),
        *(_card_points(book, ranks) for book in rulebooks),
    ]
    yield ["last trick", *(str(book.count.last_trick) for book in rulebooks)]
    if any(book.deck != PINOCHLE_DECK for book in rulebooks):
        yield ["cards", *(_deck(book.deck) for book in rulebooks)]
    if any(book.deck.own_piles for book in rulebooks):
        yield ["drawn from", *(_piles(book.deck) for book in rulebooks)]
    yield ["target", *(str(book.target) for book in rulebooks)]
    yield ["playoff, plain suit led", *(_heading(book.must_head_plain) for book in rulebooks)]
    yield ["playoff, trump led", *(_heading(book.must_head_trumps) for book in rulebooks)]
    yield ["playoff, void", *(_when_void(book.must_trump) for book in rulebooks)]
    yield from _meld_parameters(rulebooks)
    if any(book.copy_rule for book in rulebooks):
        yield ["a card serves again", *(_serves_again(book.copy_rule) for book in rulebooks)]
    yield ["draw", *(_when(book.draws_before_melding) for book in rulebooks)]
    tricks = {book.deck.stock_tricks for book in rulebooks}
    last = f"trick {tricks.pop()}" if len(tricks) == 1 else "the last draws"
    yield [f"meld after {last}", *(_yes(book.melds_after_last_stock_trick) for book in rulebooks)]
    yield ["dix uses up the meld", *(_yes(book.dix_is_a_meld) for book in rulebooks)]
    yield ["dix by the trick's loser", *(_yes(book.dix_by_loser) for book in rulebooks)]
    yield from _dix_parameters(rulebooks)
    if any(book.upcard_to_winner for book in rulebooks):
        yield ["last upcard goes to", *(_last_upcard(book) for book in rulebooks)]
    if any(book.glups for book in rulebooks):
        yield ["glups", *(_yes(book.glups) for book in rulebooks)]
    yield ["renege", *(book.penalties.renege.text() for book in rulebooks)]
    yield ["wrong meld", *(_wrong_meld(book.penalties) for book in rulebooks)]
    yield ["missed draw", *(book.penalties.missed_draw.text() for book in rulebooks)]
    yield ["two cards drawn", *(book.penalties.extra_draw.text() for book in rulebooks)]
    yield ["card face up in stock", *(book.penalties.face_up.text() for book in rulebooks)]
    yield ["melds a card short", *(_yes(book.penalties.short_hand_melds) for book in rulebooks)]
    extra = (book.penalties.extra_card_melds.text() for book in rulebooks)
    yield ["melds after extra card", *extra]
    yield ["dix just drawn", *(_drawn_dix(book) for book in rulebooks)]
    yield ["looking at old tricks", *(_looking(book.penalties) for book in rulebooks)]

    yield from _game_parameters([book.game for book in rulebooks])


def _dix_parameters(rulebooks: Sequence[Rulebook]) -> Iterable[list[str]]:
    yield ["dealer turns up a dix", *(_points(book.dealer_dix) for book in rulebooks)]
    yield ["dix in the last draw", *(_points(book.last_draw_dix) for book in rulebooks)]
    # What only some games have is told where one of them is shown.
    if any(book.dix_turns for book in rulebooks):
        yield ["dix turns", *(_dix_turns(book) for book in rulebooks)]
    if any(book.dix_by_exchange for book in rulebooks):
        yield ["dix only exchanged", *(_yes(book.dix_by_exchange) for book in rulebooks)]
    for what, points in (
        ("dix played", [book.played_dix for book in rulebooks]),
        ("dix held at the end", [book.held_dix for book in rulebooks]),
        ("dealer lifts the deal", [book.dealer_lift for book in rulebooks]),
        ("and turns up a dix", [book.dealer_lift_and_dix for book in rulebooks]),
    ):
        if any(points):
            yield [what, *map(_points, points)]


def _game_parameters(games: Sequence[GameRules]) -> Iterable[list[str]]:
    yield ["other targets", *(", ".join(map(str, game.other_targets)) or "–" for game in games)]
    if any(game.ahead for game in games):
        yield ["or won by so far ahead", *(_points(game.ahead) for game in games)]
    yield ["tie at the target", *(_tie(game.tie_raises_target_by) for game in games)]
    yield ["chips, rounded up from", *(_points(game.chips_up_from) for game in games)]
    yield ["single-hand game, a tie", *(_words(game.single_hand_tie) for game in games)]
    if any(game.doubles for game in games):
        yield ["doubles, after tricks", *(_doubles(game) for game in games)]
    yield ["call-out, a right one", *(_words(game.call_out) for game in games)]


def _doubles(game: GameRules) -> str:
    return " or ".join(doubles.text() for doubles in game.doubles) or "–"


def _meld_parameters(rulebooks: Sequence[Rulebook]) -> Iterable[list[str]]:
    names = dict.fromkeys(kind.name for book in rulebooks for kind in book.melds)
    for name in names:
        yield [name, *(_meld(book, name) for book in rulebooks)]


def _meld(rulebook: Rulebook, name: str) -> str:
    kind = rulebook.meld(name)
    if kind is None:
        return "–"
    remark = ", all at once" if kind.all_at_once else ""
    if kind.replaces:
        remark += f", replaces {kind.replaces}"
    return f"{kind.points}{remark}"


def _card_points(rulebook: Rulebook, ranks: Sequence[Rank]) -> str:
    by_rank, held = rulebook.count.by_rank(), rulebook.deck.ranks
    return " ".join(str(by_rank[rank]) if rank in held else "–" for rank in ranks)


def _deck(deck: Deck) -> str:
    upcard = ", 1 turned up" if deck.upcard else ""
    return f"{deck.size}: {deck.hand} each{upcard}, {deck.stock} face down"


def _piles(deck: Deck) -> str:
    return "a pile of one's own" if deck.own_piles else "one stock"


def _serves_again(copy_rule: CopyRule) -> str:
    return "where kinds allow" if copy_rule is CopyRule.KINDS else "by classes"


def _last_upcard(rulebook: Rulebook) -> str:
    if not rulebook.deck.upcard:
        return "–"
    return "winner" if rulebook.upcard_to_winner else "loser"


def _dix_turns(rulebook: Rulebook) -> str:
    return "after the draws" if rulebook.dix_turns else "–"


def _heading(must_head: bool) -> str:
    return "higher if able" if must_head else "any of the suit"


def _when_void(must_trump: bool) -> str:
    return "trump if able" if must_trump else "any card"


def _when(draws_before_melding: bool) -> str:
    return "before melding" if draws_before_melding else "after melding"


def _wrong_meld(penalties: Penalties) -> str:
    if penalties.wrong_meld_to_opponent:
        return "points to the opponent"
    return "stands after the stock" if penalties.claims_stand_after_stock else "corrected"


def _drawn_dix(rulebook: Rulebook) -> str:
    at_once = rulebook.penalties.dix_when_drawn or rulebook.dix_turns
    return "at once" if at_once else "at the next trick"


def _looking(penalties: Penalties) -> str:
    loses = penalties.looking_loses_count
    return (RenegePenalty.COUNT_LOST if loses else RenegePenalty.NONE).text()


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _tie(raises_target_by: int) -> str:
    return f"target raised by {raises_target_by}s" if raises_target_by else "more hands"


def _words(value: IntEnum) -> str:
    """The name of a value in words; of the first, which is none, a dash."""
    return value.name.lower().replace("_", " ") if value else "–"


def _points(points: int) -> str:
    return str(points) if points else "–"

"""``pinochle play`` for the games for three and four: a person and engines at a table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.dialogues.addressing import said_to
from pinochle_solver.cli.dialogues.playing import CALLS, PlayDialogue, Progress
from pinochle_solver.cli.dialogues.reading import (
    GIVES_UP,
    is_sure,
    read_line,
    thought,
    typed_token,
)
from pinochle_solver.cli.input.game_options import check_terms
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import usable_processors
from pinochle_solver.cli.input.rulebooks import known_rulebooks
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.kept_records import RecordKeeper
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.table.advice import advised, reason_for
from pinochle_solver.cli.table.listed_moves import list_moves, tell_how, why_only_pass
from pinochle_solver.cli.table.missed import tell_missed
from pinochle_solver.cli.table.refusals import why_refused
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.engines.levels import Level
from pinochle_solver.engines.registry import (
    GRADED,
    TABLE_GAMES,
    make_table_engine,
    table_engine_for,
)
from pinochle_solver.engines.table.engine import TableEngine
from pinochle_solver.engines.table.hidden_hands import HiddenHandsEngine
from pinochle_solver.errors import GameError, NotationError, PositionError, quoted
from pinochle_solver.limits import Limits
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
from pinochle_solver.matches.table.sitting import TableSitting
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.said_moves import melds_after, said_melds, said_move
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import CONCEDE, Bury, Lay
from pinochle_solver.table.rulebooks import with_options
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.views import AnyMove

_HELP = """\
  a call             310, I bid 310; pass
  trump and burial   spades 9d jh tc, or by the numbers: spades 3 7 12
                     without a widow the suit alone; in auction also concede
  melds              all, none, run and pinochle, all but the dix; numbers: 1 3
  a dix              dix (an exchange, or the nine shown), pass
  a card             QS, 10s, queen of spades, or its number below the table
  ?                  what you may do here
  hint               what the default engine would do, and the values of moves
  undo               takes back your last move and all later ones
  claim              your side wins every point left; the solver checks it.
                     In auction it ends a hand whose contract is settled, too
  concede            gives up the contract, or points that you cannot win
  table score        the cards, with the bidding and the melds; the points
{calls}  quit, q            ends; {kept}
"""
_HELP_CALL = """\
  call out           says before a move that you have reached the target
"""
_CLAIMS = ("claim", "the rest are mine", "the rest is mine", "the rest are ours")
_CONCEDE = "concede"
_PROMPTS = {
    Act.BID: "call",
    Act.BURY: "trump",
    Act.DIX: "dix or pass",
    Act.MELD: "melds",
    Act.PLAY: "card",
}
_ALL_MELDS = "melds (Enter: all)"
_BACK = ("b", "back", "undo")
_HOW_TO_LAY = """\
  type all, none, names such as marriage hearts, or numbers; undo takes the burial back"""
_LAY_ALL = "best: all; the default engine lays whatever the bidder can meld"
_ANOTHER = "give another file"
_DEFAULT_SECONDS = 1.0
_IN_PLAY = "only in the play of the cards, once all melds are laid"
_LAST_CARDS = "only in the play of the last cards, once the stock is gone"
_ENDS_HERE = "claim ends the hand here; only the contract counts"


def play_table(
    rules: TableRules,
    terms: GameTerms,
    *,
    engine: str,
    level: Level | None,
    partner: str | None,
    others: tuple[str, ...],
    limits: Limits,
    objective: str,
    seed: int,
    seat: str,
    hands: int | None,
    whole_game: bool,
    file: str | None,
    ask_all: bool,
    ascii_only: bool,
) -> int:
    """Play hands of a game; the exit status.

    Args:
        rules: the game with its options.
        terms: what it is played for.
        engine: the engine of the other seats.
        level: how strong they are instead; None: as strong as the engine.
        partner: the engine of the partner's seat; None: the same.
        others: the engines of single seats, as in ``west=default:worlds=16``.
        limits: how long engines think about each move; without any, a second.
        objective: what they play for.
        seed: of the deals and of the engines.
        seat: the person's seat.
        hands: how many hands; None: one, or with `whole_game` as many as the game has.
        whole_game: whether the hands are played until the game is over.
        file: where the records are kept; None: nowhere.
        ask_all: whether to ask for moves that leave no choice.
        ascii_only: whether suits are letters.

    Raises:
        click.UsageError, click.ClickException: for what the game does not have.
    """
    rules = with_target(rules, terms)
    person = asked_seat(rules, seat)
    limits = limits.or_seconds(_DEFAULT_SECONDS)
    engines = _engines(rules, person, engine, partner, others, objective, limits, level)
    keeper: RecordKeeper[AnyRecord]
    keeper = RecordKeeper(file, numbered_records_of_all, rulebooks=known_rulebooks())
    is_game = whole_game or hands is not None
    earlier = [record for record in keeper.records if is_table_record(record)]
    if not whole_game:
        earlier = []
    most = hands if hands is not None or whole_game else 1
    try:
        sitting = TableSitting(
            rules, seed, person, most, is_game=is_game, earlier=earlier, agreed=terms.agreed
        )
    except GameError as error:
        remedy = "give its rules, or another file" if error.token == "settings" else _ANOTHER
        raise click.ClickException(f"{file}: no game to continue: {error.fact}; {remedy}") from None
    name = settings().name
    if not earlier and name is not None:
        sitting.hand.names = {person: name}
    keeper.begin(sitting)
    renderer = TableRenderer(sys.stdout, ascii_only, asked_color())
    renderer.play_as(person, {**sitting.hand.names})
    head = [rules.name, *rules.options, f"{rules.count.name} count", *sitting.agreed.words]
    if rules.target is not None and whole_game:
        head.append(f"to {rules.target}")
    renderer.line(f"{', '.join(head)}, seed {seed}; help tells what can be said")
    if level is not None:
        renderer.play_levels(level.points, level.name)
    if earlier and sitting.game is not None:
        renderer.line(f"going on with the game in {file}: {sitting.game.verdict}")
    adviser = HiddenHandsEngine(objective=objective, threads=usable_processors())
    return _Dialogue(sitting, engines, adviser, limits, renderer, keeper, ask_all).play()


def with_target(rules: TableRules, terms: GameTerms) -> TableRules:
    """The game with the target that is asked for; raises `click.UsageError`."""
    check_terms(rules, terms)
    if terms.target is None:
        return rules
    try:
        return with_options(rules, rules.options, target=terms.target, out_dealer=rules.out_dealer)
    except PositionError as error:
        raise click.UsageError(f"--{error.token}: {error.fact}") from None


def asked_seat(rules: TableRules, seat: str) -> Seat:
    """The seat that is asked for; raises `click.UsageError` if nobody sits there."""
    person = Seat.parse(seat)
    if person not in rules.table:
        *seats, last = (each.text() for each in rules.table)
        fact = f"nobody sits {seat} in {rules.name}. Type {', '.join(seats)} or {last}"
        raise click.UsageError(f"--seat: {fact}")
    return person


class _Seated(NamedTuple):
    """An engine that plays in a seat.

    Attributes:
        engine: the engine.
        limits: how long it thinks about each move.
    """

    engine: TableEngine
    limits: Limits


def _engines(
    rules: TableRules,
    person: Seat,
    engine: str,
    partner: str | None,
    others: tuple[str, ...],
    objective: str,
    limits: Limits,
    level: Level | None = None,
) -> Mapping[Seat, _Seated]:
    """Who plays in each of the other seats."""
    if partner is not None and not rules.partners:
        raise click.UsageError(f"--partner: in {rules.name} nobody has a partner")
    usual = engine if level is None else GRADED
    names = dict.fromkeys((seat for seat in rules.table if seat is not person), usual)
    if partner is not None:
        names[person.partner] = partner
    seated = dict[Seat, _Seated]()
    made = dict[str, TableEngine]()
    for seat, name in names.items():
        if name not in made:
            own = {} if level is None else {"level": level.points}
            try:
                made[name] = table_engine_for(
                    name, objective=objective, threads=usable_processors(), **own
                )
            except ValueError as error:
                raise click.UsageError(f"--engine {name}: {error}") from None
        seated[seat] = _Seated(made[name], limits)
    for text in others:
        seat, one = _seated(text, objective, limits)
        if seat not in seated:
            free = ", ".join(each.text() for each in seated)
            raise click.UsageError(f"--with {text}: no engine sits {seat.text()}. Type {free}")
        seated[seat] = one
    return seated


def _seated(text: str, objective: str, limits: Limits) -> tuple[Seat, _Seated]:
    """The engine that is asked for a seat; raises `click.UsageError`."""
    word, equals, player = text.partition("=")
    try:
        if not equals or player.startswith("cmd:"):
            raise NotationError("with", "expected SEAT=ENGINE, as in west=advice")
        seat, spec = Seat.parse(word), PlayerSpec.parse(player, TABLE_GAMES)
        assert spec.engine is not None
        options: dict[str, Any] = {"objective": objective, **spec.values()}
        engine = make_table_engine(spec.engine, threads=usable_processors(), **options)
    except PositionError as error:
        raise click.UsageError(f"--with {text}: {error.fact}") from None
    return seat, _Seated(engine, spec.limits(limits))


class _Dialogue(PlayDialogue):
    """What is said and asked while hands are played.

    Args:
        sitting: the hands.
        engines: who plays in the other seats.
        adviser: gives hints.
        limits: of the adviser.
        renderer: shows what happens.
        keeper: keeps the record.
        ask_all: whether to ask for moves that leave no choice, too.
    """

    help_text = _HELP

    def __init__(
        self,
        sitting: TableSitting,
        engines: Mapping[Seat, _Seated],
        adviser: HiddenHandsEngine,
        limits: Limits,
        renderer: TableRenderer,
        keeper: RecordKeeper[AnyRecord],
        ask_all: bool,
    ) -> None:
        super().__init__(sitting, renderer, keeper, ask_all)
        self._sitting, self._limits, self._renderer = sitting, limits, renderer
        self._engines, self._adviser = engines, adviser
        # A second hint in the same place is the first again: thinking anew might say another move.
        self._hinted: tuple[str, tuple[AnyMove, ChanceAnalysis | None]] | None = None
        self._commands["table"] = self._tell_whole_table
        self._commands |= dict.fromkeys(_CLAIMS, self._claim)
        if Agreed.CALL_OUT in sitting.agreed:
            self._commands |= dict.fromkeys(CALLS, self._call_out)

    @property
    def _played(self) -> TableHandInPlay:
        return self._sitting.hand

    def _undo(self) -> None:
        made = self._state()
        super()._undo()
        hand = self._played.hand
        if hand.act is Act.BURY and self._state() != made:
            burial = ", burial" * bool(hand.rules.widow)
            self._renderer.line(f"taken back: trump{burial} and melds")

    def _state(self) -> tuple[int, int]:
        return self._played.moves_made, len(self._played.callers)

    def _who_dealt(self) -> str:
        hand = self._played
        dealt = f"{self._renderer.who(hand.dealer)} dealt"
        if hand.hand.rules.out_dealer:
            is_own = hand.dealer is hand.person
            dealt += " and are out" if is_own else " and is out"
        return f"hand {self._sitting.hands}: {dealt}" if self._sitting.is_game else dealt

    def _help_lines(self) -> str:
        calls = _HELP_CALL if Agreed.CALL_OUT in self._sitting.agreed else ""
        return self.help_text.format(kept=self._keeper.promise, calls=calls)

    def _prompt(self) -> str:
        hand = self._played.hand
        if hand.act is Act.MELD:
            return f"{'meld or pass' if self._played.has_stock else _ALL_MELDS}> "
        if hand.act is Act.BURY and hand.rules.widow:
            return "trump and burial> "
        return f"{_PROMPTS[hand.act]}> "

    # Moves

    def _make_said(self, word: str) -> None:
        hand = self._played.hand
        try:
            if word.lower() == _CONCEDE and hand.act is Act.PLAY:
                self._concede()
                return
            move = said_move(hand, word)
            fact = why_refused(hand, move)
            if fact is not None:
                self._renderer.line(f"{quoted(word)}: {self._said(fact)} (? lists the moves)")
                return
            if move == CONCEDE and not is_sure(GIVES_UP):
                self._tell_table()
                return
            chosen: AnyMove | None = move
            if isinstance(move, Bury) and "/" not in word:
                chosen = self._with_melds(move)
            if chosen is None:
                self._tell_table()
            else:
                self._push(chosen)
        except PositionError as error:
            token = typed_token(error, word)
            self._renderer.line(f"{token}: {self._said(error.fact)} (? lists the moves)")

    def _with_melds(self, choice: Bury) -> Bury | None:
        """The burial with the melds that the person lays; None: the burial is taken back."""
        hand = self._played.hand
        assert isinstance(hand, TableHand)
        melds = melds_after(hand, choice)
        if not melds:
            return choice
        self._renderer.play_melds(melds, hand.rules.melds)
        while True:
            word = read_line(f"{_ALL_MELDS}> ").strip()
            said = word.lower()
            if said in _BACK:
                return None
            if said == "?":
                self._renderer.play_melds(melds, hand.rules.melds)
                self._renderer.line(_HOW_TO_LAY)
            elif said == "hint":
                self._renderer.line(_LAY_ALL)
            elif said in self._commands:
                self._commands[said]()
            else:
                try:
                    laid = said_melds(word or "all", melds, choice.trump)
                    return Bury(choice.trump, choice.cards, laid)
                except PositionError as error:
                    token = typed_token(error, word)
                    self._renderer.line(f"{token}: {error.fact} (? lists the melds)")

    def _say_nothing(self) -> None:
        if self._played.hand.act is Act.MELD and not self._played.has_stock:
            self._push(Lay())
        else:
            super()._say_nothing()

    def _make_forced(self) -> None:
        (forced,) = self._played.hand.legal_moves()
        if self._played.hand.act in (Act.BID, Act.PLAY):
            self._renderer.play_forced(forced, why_only_pass(self._played.hand))
        self._push(forced)

    def _move_for_the_engine(self) -> None:
        hand = self._played
        if not hand.is_choice:
            (forced,) = hand.hand.legal_moves()
            self._push(forced)
            return
        turn = hand.hand.turn
        assert turn is not None
        target = None if self._sitting.game is None else self._sitting.game.game.target
        is_to_play = hand.hand.act is Act.PLAY
        if is_to_play and hand.may_call(turn) and hand.has(turn) >= (target or self._target):
            self._calls(turn)
            return
        engine, limits = self._engines[turn]
        self._push(thought(lambda stop: hand.decision(engine, limits, stop)).move)

    def _push(self, move: AnyMove) -> None:
        step = self._played.push(move)
        self._save()
        self._renderer.play_step(step, self._played.person)
        if step.seat is self._played.person:
            tell_missed(step, self._renderer)
        if len(step.after.tricks) > len(step.before.tricks):
            self._judge()
        self._tell_settled(step)

    def _tell_settled(self, step: TableStep) -> None:
        """Say that the contract is settled from here on, as far as the person can know."""
        person, before, after = self._played.person, step.before, step.after
        if not isinstance(after, TableHand) or not isinstance(before, TableHand):
            return
        outcome = after.settled(person)
        if outcome is not None and before.settled(person) is None:
            self._renderer.play_settled(after, outcome)
            self._renderer.line(_ENDS_HERE)

    # Call-outs

    @property
    def _target(self) -> int:
        target = self._played.hand.rules.target
        assert target is not None
        return target

    def _call_out(self) -> None:
        if self._played.may_call(self._played.person):
            self._calls(self._played.person)
        else:
            self._renderer.line("you have called out already")

    def _calls(self, seat: Seat) -> None:
        """Let a seat call out, and say what follows."""
        hand = self._played
        self._renderer.play_called(seat, hand.has(seat))
        hand.call_out(seat)
        self._save()
        if not self._judge():
            self._renderer.line("a trick won by who has called and led it wins the game")

    def _judge(self) -> bool:
        """Whether a call-out has decided the game; it is told."""
        game = self._sitting.judge_calls()
        if game is not None:
            self._renderer.line(self._said(game.verdict))
        return game is not None

    def _said(self, text: str) -> str:
        """A sentence about seats, said to the person."""
        said = said_to(text, self._played.person.text(), self._renderer.name_of_seat)
        return self._renderer.in_symbols(said)

    # The rest of a hand

    def _side(self) -> tuple[Seat, ...]:
        """Who plays with the person."""
        person = self._played.person
        sides = self._played.view().sides
        if sides is None:
            return (person,)
        return next(side for side in sides if person in side)

    def _is_ended(self) -> bool:
        """End a hand whose contract is settled, where nothing else counts."""
        hand, outcome = self._played.hand, self._played.end_settled()
        if outcome is None or not isinstance(hand, TableHand):
            return False
        self._save()
        self._renderer.play_settled(hand, outcome)
        return True

    def _claim(self) -> None:
        if not self._is_ended():
            self._settle(self._side(), is_own=True)

    def _concede(self) -> None:
        """Give up the contract where the rules allow it, else what is left of the hand."""
        if self._is_ended():
            return
        asked = self._asked_before_giving_up()
        if asked is not None and not is_sure(asked):
            self._renderer.line("you play on")
            return
        with stopping_searches() as stop:
            is_given_up = self._played.give_up(stop)
        if is_given_up:
            self._save()
            self._renderer.line("you give up the hand")
            return
        side = self._side()
        others = tuple(seat for seat in self._played.hand.players if seat not in side)
        self._settle(others, is_own=False)

    def _asked_before_giving_up(self) -> str | None:
        """What is asked of a person who gives up what may cost something; None if nothing does."""
        given_up, hand = self._played.giving_up_pays, self._played.hand
        if given_up is not None:
            is_set = given_up is Outcome.SET
            return f"give up the contract?{' it is then set, as if played;' * is_set}"
        if not isinstance(hand, TableHand) or hand.act is not Act.PLAY or hand.bidder is None:
            return None
        is_defender = hand.bidder not in self._side()
        counts = is_defender and not hand.rules.melds_win
        return "give up every trick that is left?" if counts else None

    def _settle(self, side: tuple[Seat, ...], *, is_own: bool) -> None:
        """Play the hand out if a side wins every point that is left."""
        hand = self._played
        if hand.hand.act is not Act.PLAY or hand.view().has_stock:
            self._renderer.line(_LAST_CARDS if hand.has_stock else _IN_PLAY)
            return
        with stopping_searches() as stop:
            claim = hand.claim(side, stop)
        if claim.steps:
            self._renderer.play_claimed(is_own=is_own)
        else:
            self._renderer.play_claim_refused(claim.lost, hand.person, is_own=is_own)
        for step in claim.steps:
            if len(step.after.tricks) > len(step.before.tricks):
                self._renderer.play_trick(step.after)
        self._save()

    # Telling

    def _tell_table(self) -> None:
        self._renderer.play_table(self._played.view(), self._played.person)
        list_moves(self._played.hand, self._renderer)

    def _tell_whole_table(self) -> None:
        self._renderer.play_whole_table(self._played.view(), self._played.person)
        list_moves(self._played.hand, self._renderer)

    def _tell_moves(self) -> None:
        list_moves(self._played.hand, self._renderer)
        tell_how(self._played.hand, self._renderer)

    def _tell_score(self) -> None:
        self._renderer.play_score(self._played.view())

    def _hint(self) -> None:
        view = self._played.view()
        line, adviser, limits = view.text(), self._adviser, self._limits
        if self._hinted is None or self._hinted[0] != line:
            self._hinted = line, thought(lambda stop: advised(adviser, view, limits, stop))
        move, analysis = self._hinted[1]
        self._renderer.play_advice(analysis, move, reason_for(analysis))

    def _review(self, record: TableRecord, stop: StopFlag, progress: Progress | None) -> None:
        from pinochle_solver.reviews.table.review import review_table

        found = review_table(record, threads=usable_processors(), stop=stop, progress=progress)
        self._renderer.line()
        self._renderer.table_review(found)

    def _end_hand(self) -> None:
        hand, record = self._played.hand, self._played.record()
        game = self._sitting.finish_hand()
        result = game.hands[-1].result
        assert result is not None
        self._renderer.play_end(hand, result)
        self._offer_review(partial(self._review, record))
        if self._sitting.is_game:
            self._renderer.line()
            self._renderer.table_game(game)

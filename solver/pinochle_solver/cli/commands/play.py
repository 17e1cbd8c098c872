"""``pinochle play``: a person against an engine, in the terminal or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import completion
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.cli.dialogues.playing import CALLS, PlayDialogue, Progress
from pinochle_solver.cli.dialogues.reading import meant_move, thought
from pinochle_solver.cli.input.analysis_options import objective_option
from pinochle_solver.cli.input.game_options import (
    WITH_GAME,
    asked_terms,
    check_terms,
    check_with_game,
    game_options,
    terms_text,
)
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.level_options import asked_level, asked_table_level, level_options
from pinochle_solver.cli.input.options import (
    NO_GAME_WITH_DOUBLES,
    SEATS,
    Whole,
    ascii_only,
    asked_doubles,
    asked_engine,
    card_count_option,
    doubles_option,
    usable_processors,
)
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    check_dealt,
    known_rulebooks,
    refuse_table_options,
    rulebook_files,
    table_rules_options,
)
from pinochle_solver.cli.input.search_options import (
    check_one_limit,
    seconds_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.kept_records import RecordKeeper, last_table_rules
from pinochle_solver.engines.engine import Decision, Engine
from pinochle_solver.engines.levels import LEAST, MOST
from pinochle_solver.engines.registry import (
    DEFAULT,
    installed_engines,
    make_engine,
    table_engine_names,
    with_call_out,
)
from pinochle_solver.errors import GameError, IllegalMoveError
from pinochle_solver.limits import Limits
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.matches.sitting import Sitting
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.moves import CallingOut
from pinochle_solver.rules.rules import CallOutRule, Rulebook, Seat
from pinochle_solver.stock.settings import SearchSettings

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

_HELP = """\
  a card             QS, 10s, queen of spades, or its number below the table;
                     QS@hand or QS@1 if a copy lies on the table
  a meld             marriage hearts, KH QH, run, dix, dix and pinochle; pass, nothing, no meld
  a double           double, no-double; accept, refuse, redouble (with --doubles)
  ?                  the legal moves with their numbers, and the points of melds
  hint               the move of the default engine, and the losses of the first moves
  undo               takes back your last move and all later ones
  table score melds  the cards, the points, your possible melds
  quit, q            ends; {kept}
"""
_HELP_CALL = """\
  call out           say before a move that you have reached the target: if you have, you win
                     the game {when}; if not, you lose it
"""
_WINS_WHEN = {
    CallOutRule.WINS: "at once",
    CallOutRule.NEEDS_A_TRICK: "when you win a trick that you led",
}
_PROMPTS = {
    Act.PLAY: "card",
    Act.MELD: "meld",
    Act.DIX: "dix",
    Act.SHOW: "dix",
    Act.DOUBLE: "double or not",
    Act.ANSWER: "accept, refuse or redouble",
    Act.ANSWER_REDOUBLE: "accept or refuse",
}
_ANOTHER = "give another file"
_MOST_NEW_SEED = 10**6
_DEFAULT_SECONDS = 1.0
_ENGINES = tuple(dict.fromkeys((*installed_engines(), *table_engine_names())))


@click.command(
    "play",
    cls=PinochleCommand,
    example="pinochle play --rules hayes --record mine.pnr",
    two_handed=("reviews", "doubles", "ahead"),
)
@click.option(
    "--engine",
    type=click.Choice(_ENGINES, case_sensitive=False),
    default=DEFAULT,
    show_default=True,
    help="The engine to play against.",
)
@click.option(
    "--partner",
    type=click.Choice(table_engine_names(), case_sensitive=False),
    help="The engine in your partner's seat, in games with partners. Default: that of --engine.",
)
@click.option(
    "--with",
    "others",
    metavar="SEAT=ENGINE",
    multiple=True,
    help="The engine in one seat, in games for three and four: west=advice. It may have a strength "
    "of its own: north=default:worlds=16. May be given several times.",
)
@level_options
@seconds_option(f"Let the engine think S seconds about each move. Default: {_DEFAULT_SECONDS:g}.")
@worlds_option(
    "Let the engine try N worlds for each move. The same seed and moves then get the same answers."
)
@objective_option("Let the engine play for points, or to win the hand, or with --game the game.")
@any_rulebook_option
@table_rules_options
@rulebook_files
@card_count_option()
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0),
    help="The same seed deals the same cards. Default: another seed each time.",
)
@click.option(
    "--seat",
    type=click.Choice(SEATS, case_sensitive=False),
    default=Seat.SOUTH.text(),
    show_default=True,
    help="Your seat.",
)
@click.option(
    "--hands",
    metavar="N",
    type=Whole(1),
    help="Three and four: play N hands, and add up the scores or the money.",
)
@click.option(
    "--game",
    "whole_game",
    is_flag=True,
    help="Play hands until the game is won, in auction until you quit. With --record, continue the "
    "game of FILE.",
)
@doubles_option("Play the hand with doubles, for a stake. Not with --game.")
@game_options("as in the rulebook", WITH_GAME)
@click.option(
    "--record",
    "file",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write the record to FILE after every move. FILE keeps its other records.",
)
@click.option(
    "--ask-all",
    is_flag=True,
    help="Ask for every card, even if you may play only one.",
)
@ascii_only
def command(
    engine: str,
    partner: str | None,
    others: tuple[str, ...],
    level: str | None,
    reviews: tuple[str, ...],
    seconds: float | None,
    worlds: int | None,
    objective: str,
    rulebook: AnyRulebook,
    table_options: str | None,
    four: bool,
    card_count: str | None,
    seed: int | None,
    seat: str,
    hands: int | None,
    whole_game: bool,
    doubles: str | None,
    file: str | None,
    ask_all: bool,
    ascii_only: bool,
    **options: Any,
) -> int:
    """Play a hand, or a game, against engines; each sees no more than you would in its place.

    Cards and melds are given as in records; help tells how, and what else can be asked. With
    --rules auction, check and so on you play in a game for three or four.
    """
    check_one_limit(seconds, worlds)
    terms = asked_terms(options)
    recorded = None
    if whole_game and not _is_given("rulebook"):
        recorded = last_table_rules(file, "--record FILE", known_rulebooks())
    if recorded is not None or not isinstance(rulebook, Rulebook):
        refuse_two_handed_options()
        check_with_game(terms, whole_game or hands is not None)
        _check_engine_or_level(level)
        from pinochle_solver.cli.table.play import play_table

        return play_table(
            recorded or _table_rules(rulebook, table_options, card_count, four),
            terms,
            engine=engine,
            level=asked_table_level(level),
            partner=partner,
            others=others,
            limits=with_kept_seconds(Limits(seconds=seconds, worlds=worlds)),
            objective=objective,
            seed=SystemRandom().randrange(_MOST_NEW_SEED) if seed is None else seed,
            seat=seat,
            hands=hands,
            whole_game=whole_game,
            file=file,
            ask_all=ask_all,
            ascii_only=ascii_only,
        )
    refuse_table_options(rulebook, table_options, four=four)
    _refuse_for_two(rulebook, engine, partner, others, seat, hands)
    check_with_game(terms, whole_game)
    if doubles is not None and whole_game:
        raise click.UsageError(NO_GAME_WITH_DOUBLES)
    limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds))
    limits = limits.or_seconds(_DEFAULT_SECONDS)
    _check_engine_or_level(level)
    strength, own_level = asked_level(level, reviews)
    if seed is None:
        seed = SystemRandom().randrange(_MOST_NEW_SEED)
    keeper = RecordKeeper(file, numbered_records, rulebooks=known_rulebooks())
    earlier = keeper.records if whole_game else ()
    rules, count = _settings(rulebook, card_count, earlier)
    check_dealt(rules, recorded=True)
    check_terms(rules, terms)
    asked, seated = asked_doubles(rules, doubles), Seat.parse(seat)
    try:
        sitting = Sitting(rules, count, seed, seated, whole_game, earlier, asked, terms)
    except GameError as error:
        if error.token in terms.options:
            raise click.UsageError(f"--{error.token}: {error.fact}") from None
        remedy = "give its settings, or another file" if error.token == "settings" else _ANOTHER
        fact = f"no game to continue: {error.fact}; {remedy}"
        raise click.ClickException(f"{file}: {fact}") from None
    searches = SearchSettings(
        objective=objective,
        threads=usable_processors(),
        call_out=Agreed.CALL_OUT in sitting.agreed,
    )
    opponent, adviser = (asked_engine("--engine", name, searches) for name in (engine, DEFAULT))
    if strength is not None:
        opponent = make_engine(
            "graded",
            level=strength.points,
            threads=searches.threads,
            **with_call_out(searches.call_out),
        )
    if not earlier:
        name = settings().name
        sitting.hand.players = Players(*(name if each is seated else None for each in Seat))
    keeper.begin(sitting)
    renderer = Renderer(sys.stdout, ascii_only, asked_color())
    first = sitting.hand.record()
    played_for = terms_text(rules, first.target, first.ahead, first.agreed)
    renderer.line(
        f"{rules.name}, {count.name} count{played_for}, seed {seed}; help tells what can be said"
    )
    if own_level is not None:
        renderer.play_own_level(own_level, LEAST, MOST)
    if strength is not None:
        renderer.play_level(strength.points, strength.name)
    if earlier:
        renderer.line(f"going on with the game in {file}: {_stand(sitting)}")
    renderer.name_players(sitting.hand.players)
    dialogue = _Dialogue(sitting, opponent, adviser, limits, renderer, keeper, ask_all)
    return dialogue.play()


def _table_rules(
    rulebook: AnyRulebook, options: str | None, card_count: str | None, four: bool
) -> TableRules:
    """The game for three or four that is asked for."""
    from pinochle_solver.cli.table.deals import asked_table_rules

    assert not isinstance(rulebook, Rulebook)
    return asked_table_rules(rulebook, options, card_count, four)


def _refuse_for_two(
    rules: Rulebook,
    engine: str,
    partner: str | None,
    others: tuple[str, ...],
    seat: str,
    hands: int | None,
) -> None:
    """Refuse what only games for three and four have; raises `click.UsageError`."""
    if engine not in installed_engines():
        raise click.UsageError(f"--engine: {engine} plays only games for three and four")
    if partner is not None:
        raise click.UsageError(f"--partner: {rules.name} is a two-handed game")
    if others:
        raise click.UsageError(f"--with: {rules.name} is a two-handed game. Type --engine")
    if hands is not None:
        raise click.UsageError(f"--hands: {rules.name} is a two-handed game. Type --game")
    if seat not in [each.text() for each in Seat]:
        raise click.UsageError(f"--seat: nobody sits {seat} in {rules.name}. Type south or north")


def _check_engine_or_level(level: str | None) -> None:
    if level is not None and _is_given("engine"):
        raise click.UsageError("--level: not with --engine; an opponent with a level is an engine")


def _is_given(option: str) -> bool:
    """Whether an option stands on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is not click.core.ParameterSource.DEFAULT


def _settings(
    rulebook: Rulebook, card_count: str | None, earlier: Sequence[HandRecord]
) -> tuple[Rulebook, CardCount]:
    """By what to play: what is asked for, else what a game that is gone on with is played by."""
    rules: Rulebook = rulebook
    count = None
    if earlier:
        if not _is_given("rulebook"):
            rules = earlier[0].rules
        if rules == earlier[0].rules:
            count = earlier[0].count
    if card_count is not None:
        count = COUNTS[card_count]
    return rules, rules.count if count is None else count


def _stand(sitting: Sitting) -> str:
    """How the game stands: the hand, its trick and the score, or the games won."""
    score = sitting.hand.score if sitting.game is None else sitting.game.score_as_seated
    trick = sitting.hand.referee.completed_tricks
    after = f" after trick {trick}" if trick else ""
    if Agreed.SINGLE_HAND in sitting.agreed and sitting.game is not None:
        return f"hand {sitting.hands}{after}, {sitting.game.verdict}"
    return f"hand {sitting.hands}{after}, south {score.south}, north {score.north}"


class _Dialogue(PlayDialogue):
    """What is said and asked while hands are played.

    Args:
        sitting: the hands.
        opponent: plays against the person.
        adviser: gives hints.
        limits: of both.
        renderer: shows what happens.
        keeper: keeps the record.
        ask_all: whether to ask for cards that leave no choice, too.
    """

    help_text = _HELP

    def __init__(
        self,
        sitting: Sitting,
        opponent: Engine,
        adviser: Engine,
        limits: Limits,
        renderer: Renderer,
        keeper: RecordKeeper[HandRecord],
        ask_all: bool,
    ) -> None:
        super().__init__(sitting, renderer, keeper, ask_all)
        self._sitting, self._limits, self._renderer = sitting, limits, renderer
        self._opponent, self._adviser = opponent, adviser
        self._commands["melds"] = self._tell_melds
        if Agreed.CALL_OUT in sitting.agreed:
            self._commands |= dict.fromkeys(CALLS, self._call_out)

    @property
    def _hand(self) -> HandInPlay:
        return self._sitting.hand

    @property
    def _played(self) -> HandInPlay:
        return self._sitting.hand

    def _state(self) -> tuple[int, int]:
        return len(self._hand.referee.history), len(self._hand.calls.waiting)

    def _who_dealt(self) -> str:
        dealer = self._hand.dealer
        return f"{'you' if dealer is self._hand.person else dealer.text()} dealt"

    def _end_hand(self) -> None:
        game = self._sitting.finish_hand()
        referee = self._hand.referee
        self._renderer.play_end(
            referee.points,
            self._hand.person,
            referee.payment,
            referee.refuser,
            by_call_out=self._hand.calls.winner is not None,
        )
        self._offer_review(self._review)
        if self._sitting.whole_game:
            self._renderer.line()
            self._renderer.game(game)

    def _make_forced(self) -> None:
        (forced,) = self._hand.referee.moves()
        self._renderer.play_forced(forced)
        self._push(forced.text())

    def _move_for_the_engine(self) -> None:
        move = self._decide().move
        if isinstance(move, CallingOut):
            self._claim(self._hand.person.other)
        else:
            self._push(move.text())

    def _call_out(self) -> None:
        person, calls = self._hand.person, self._hand.calls
        if calls.may_call(person):
            self._claim(person)
        elif calls.waiting:
            self._renderer.line("you have called out already")
        else:
            self._renderer.line("both were at the target before this hand: there is no call-out")

    def _claim(self, seat: Seat) -> None:
        hand = self._hand
        has = hand.calls.has(seat, hand.referee.points)
        claim = hand.call_out(seat)
        self._save()
        self._renderer.play_claim(seat, has, claim, hand.person)

    def _make_said(self, word: str) -> None:
        try:
            self._push(meant_move(word, self._hand.referee))
        except IllegalMoveError as error:
            fact = addressed(error.fact, self._hand.person, self._hand.players)
            self._renderer.line(f"{error.token}: {fact} (? lists the moves)")

    def _push(self, move: str) -> None:
        outcome = self._hand.push(move)
        self._save()
        self._renderer.play_move(outcome, self._hand.person)

    def _decide(self) -> Decision:
        return thought(lambda stop: self._hand.decision(self._opponent, self._limits, stop))

    def _prompt(self) -> str:
        due = self._hand.referee.due
        return f"{_PROMPTS[due if due is not None else Act.PLAY]}> "

    def _review(self, stop: StopFlag, progress: Progress | None) -> None:
        from pinochle_solver.reviews.review import review

        record = self._hand.record()
        found = review(record, threads=usable_processors(), stop=stop, progress=progress)
        self._renderer.line()
        self._renderer.review(found)

    # Commands

    def _tell_moves(self) -> None:
        self._renderer.play_moves(self._hand.referee.moves(), self._hand.referee.options())

    def _hint(self) -> None:
        values = thought(lambda stop: self._hand.values(self._adviser, self._limits, stop))
        self._renderer.advice(values, self._hand.person)
        hand = self._hand
        self._renderer.play_may_call(hand.calls, hand.person, hand.referee.points)

    def _tell_table(self) -> None:
        self._renderer.play_table(self._hand.table())
        if self._hand.referee.due is Act.PLAY:
            self._renderer.play_numbers(self._hand.referee.moves())

    def _tell_score(self) -> None:
        self._renderer.play_points(self._hand.referee.points, self._hand.table())

    def _tell_melds(self) -> None:
        if self._hand.referee.in_playoff:
            self._renderer.line("no melds in the playoff")
        else:
            self._renderer.meld_options(self._hand.melds())

    def _help_lines(self) -> str:
        rule = self._hand.calls.rule
        if rule is CallOutRule.NONE:
            return super()._help_lines()
        return super()._help_lines() + _HELP_CALL.format(when=_WINS_WHEN[rule])

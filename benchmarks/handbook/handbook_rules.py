"""The books' maxims as questions: which moves follow a maxim, and which go against it.

A maxim says nothing of most moves, and is in question only where there are some of both kinds. The
words are ours; the advice is that of the strategy chapters of Scarne and of MacDougall (1947), and
in the rules without a number what every player is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pinochle_solver import Card, Move, Play, PlayoffPosition, Rank, Seat, Service, Show
from pinochle_solver._core.hand.game import beats
from pinochle_solver.engines.maxims import PLAY_MAXIMS, SHOW_MAXIMS
from pinochle_solver.engines.seat_sight import SeatSight, shown_points

# True for a move that follows a maxim, False for one against it, None for any other.
Verdict: TypeAlias = bool | None

_LAST_TRICKS = 3
_DANGER = 15.0
_KEPT_TRUMPS = 2
_EARLY = 0.5
_EMBARRASSING = 0.75


MELDS, COPIES, LEADS, REPLIES, KEEPING = "melds", "copies", "leads", "replies", "keeping"
PLAYOFF = "playoff"
PARTS = (MELDS, COPIES, LEADS, REPLIES, KEEPING, PLAYOFF)
"""The sections of the handbook."""


@dataclass(frozen=True)
class StockRule:
    """A maxim of the stock phase.

    Attributes:
        part: the section of the handbook that it belongs to.
        name: a short one.
        maxim: the number in `puzzles/README.md` or of the books' list; 0 where no book has it.
        text: what it says.
        verdict: of a legal move of a seat's decision.
    """

    part: str
    name: str
    maxim: int
    text: str
    verdict: Callable[[SeatSight, Move], Verdict]


@dataclass(frozen=True)
class PlayoffRule:
    """A maxim for leads of the playoff, where every card is known.

    Attributes:
        name: a short one.
        maxim: its number in the books' list; 0 where no book has it.
        text: what it says.
        verdict: of a card that may be led.
        part: the section of the handbook that it belongs to.
    """

    name: str
    maxim: int
    text: str
    verdict: Callable[[PlayoffPosition, Card], Verdict]
    part: str = PLAYOFF


_SHOWS = {maxim.name: maxim.agreement for maxim in SHOW_MAXIMS}
_PLAYS = {maxim.name: maxim.agreement for maxim in PLAY_MAXIMS}


# Melds


def _is_run(show: Show) -> bool:
    return show.meld is not None and any(
        service is Service.RUN for service, _ in show.meld.kind.serves
    )


def _run_at_once_is_told(sight: SeatSight, move: Show) -> bool:
    return _SHOWS["run at once"](sight, move) > 0


def _marriage_before_run(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Show) or move.meld is None or _few_turns(sight):
        return None
    if _SHOWS["royal marriage before the run"](sight, move) > 0:
        return True
    return False if _is_run(move) else None


def _few_turns(sight: SeatSight) -> bool:
    return any(
        _run_at_once_is_told(sight, show) for show in sight.options if isinstance(show, Show)
    )


def _run_at_once(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Show) or move.meld is None or not _few_turns(sight):
        return None
    if _run_at_once_is_told(sight, move):
        return True
    return False if _SHOWS["royal marriage before the run"](sight, move) > 0 else None


def _aces_at_once(sight: SeatSight, move: Move) -> Verdict:
    return _SHOWS["aces at once"](sight, move) > 0 if isinstance(move, Show) else None


def _meld_at_once(sight: SeatSight, move: Move) -> Verdict:
    return shown_points(sight, move) > 0 if isinstance(move, Show) else None


def _most_points_first(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Show) or not shown_points(sight, move):
        return None
    most = max(shown_points(sight, show) for show in sight.options if isinstance(show, Show))
    return shown_points(sight, move) == most


# Which copy


def _from_the_table(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or move.source is None or not sight.in_hand(move.card):
        return None
    return move.source != "hand"


def _married_king(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or move.card.rank is not Rank.KING:
        return None
    if isinstance(move.source, int):
        return True if _PLAYS["married king"](sight, move) > 0 else None
    return False


# Aces and trumps


def _laid_ace_led(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return _PLAYS["aces after aces around"](sight, move) > 0


def _laid_ace_wins(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or _is_lead(sight):
        return None
    return _PLAYS["aces after aces around"](sight, move) > 0


def _three_aces(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or _is_lead(sight):
        return None
    return _PLAYS["three aces broken up"](sight, move) > 0


def _three_aces_for_a_ten(sight: SeatSight, move: Move) -> Verdict:
    return _three_aces(sight, move) if _led(sight) is Rank.TEN else None


def _no_trump_led(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return not sight.is_trump(move.card)


def _no_trump_spent(sight: SeatSight, move: Move) -> Verdict:
    led = sight.position.led
    if not isinstance(move, Play) or led is None or sight.is_trump(led):
        return None
    return not sight.is_trump(move.card)


def _is_lead(sight: SeatSight) -> bool:
    return sight.position.led is None


def _led(sight: SeatSight) -> Rank | None:
    """The rank of the card led; None on lead."""
    return None if sight.position.led is None else sight.position.led.rank


# Leads


def _longest_suit(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return _PLAYS["longest suit led"](sight, move) > 0


def _its_ten(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return _PLAYS["its ten led"](sight, move) > 0


def _embarrassing(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return _PLAYS["embarrassing lead"](sight, move) >= _EMBARRASSING


def _nine_led(sight: SeatSight, move: Move) -> Verdict:
    if not isinstance(move, Play) or not _is_lead(sight):
        return None
    return _is_plain_nine(sight, move)


def _is_plain_nine(sight: SeatSight, move: Play) -> bool:
    return move.card.rank is Rank.NINE and not sight.is_trump(move.card)


# When to win


def _wins_reply(sight: SeatSight, move: Move) -> Verdict:
    """Whether a reply wins its trick; None for anything else."""
    if not isinstance(move, Play) or sight.position.led is None:
        return None
    return sight.win_chance(move.card) > 0


def _early_lost(sight: SeatSight, move: Move) -> Verdict:
    wins = _wins_reply(sight, move)
    if wins is None or sight.lateness > _EARLY:
        return None
    if any(isinstance(each, Play) and sight.best_show(each) for each in sight.moves):
        return None
    return not wins


def _late_won(sight: SeatSight, move: Move) -> Verdict:
    return _wins_reply(sight, move) if sight.tricks_left <= _LAST_TRICKS else None


def _kept_out(sight: SeatSight, move: Move) -> Verdict:
    wins = _wins_reply(sight, move)
    if wins is None or sight.lateness <= _EARLY or not sight.prospects.turns:
        return None
    return wins if sight.danger >= _DANGER else None


def _ten_taken(sight: SeatSight, move: Move) -> Verdict:
    return _wins_reply(sight, move) if _led(sight) is Rank.TEN else None


def _ace_trumped(sight: SeatSight, move: Move) -> Verdict:
    return _wins_reply(sight, move) if _led(sight) is Rank.ACE else None


def _won_with_a_meld(sight: SeatSight, move: Move) -> Verdict:
    """For winning where the winner has something to lay."""
    wins = _wins_reply(sight, move)
    if wins is None or not isinstance(move, Play):
        return None
    return bool(sight.best_show(move)) if wins else False


# What to keep


def _other_jacks(sight: SeatSight, move: Move) -> Verdict:
    """Among the cards that lose the trick."""
    if not isinstance(move, Play) or _wins_reply(sight, move) is not False:
        return None
    return _PLAYS["other jacks thrown"](sight, move) > 0


def _nines_thrown(sight: SeatSight, move: Move) -> Verdict:
    """Among the cards that lose the trick."""
    if not isinstance(move, Play) or _wins_reply(sight, move) is not False:
        return None
    return _is_plain_nine(sight, move)


def _least_missed(sight: SeatSight, move: Move) -> Verdict:
    """For the cards that the melds miss least, in a melding hand."""
    if not isinstance(move, Play) or sight.lean <= 0:
        return None
    least = min(sight.prospects_lost(each) for each in sight.moves if isinstance(each, Play))
    return sight.prospects_lost(move) <= least


def _most_counted(sight: SeatSight, move: Move) -> Verdict:
    """For the replies that take in most, in a playing hand."""
    if not isinstance(move, Play) or sight.lean >= 0 or sight.position.led is None:
        return None
    most = max(sight.swing(each.card) for each in sight.moves if isinstance(each, Play))
    return sight.swing(move.card) >= most


STOCK_RULES = (
    StockRule(MELDS, "meld at once", 0, "Lay what you can rather than pass.", _meld_at_once),
    StockRule(
        MELDS, "most points first", 0, "Lay the meld of most points first.", _most_points_first
    ),
    StockRule(
        MELDS,
        "marriage before the run",
        1,
        "With a run in hand lay its marriage first, the run at a later trick won.",
        _marriage_before_run,
    ),
    StockRule(
        MELDS,
        "run at once when the stock is low",
        2,
        "With six cards of stock left and no second ace or ten of trumps lay the run at once.",
        _run_at_once,
    ),
    StockRule(
        MELDS, "aces around at once", 5, "Lay aces around as soon as you hold them.", _aces_at_once
    ),
    StockRule(LEADS, "lead the aces laid", 5, "After aces around lead these aces.", _laid_ace_led),
    StockRule(
        REPLIES,
        "win with the aces laid",
        5,
        "After aces around win the other's leads with these aces.",
        _laid_ace_wins,
    ),
    StockRule(
        COPIES,
        "play the card on the table",
        3,
        "Of two equal cards play the one that lies on the table.",
        _from_the_table,
    ),
    StockRule(
        COPIES,
        "play the married king",
        4,
        "With a marriage laid and another king in hand play the king on the table.",
        _married_king,
    ),
    StockRule(
        LEADS, "lead the longest suit", 6, "Lead from the longest plain suit.", _longest_suit
    ),
    StockRule(LEADS, "lead its ten", 6, "Lead the ten of the longest plain suit.", _its_ten),
    StockRule(LEADS, "lead a nine", 0, "Lead a nine of a plain suit.", _nine_led),
    StockRule(LEADS, "lead no trumps", 8, "Lead a plain card rather than a trump.", _no_trump_led),
    StockRule(
        LEADS,
        "lead what embarrasses",
        13,
        "Lead worthless cards that only trumps and cards of melds can take.",
        _embarrassing,
    ),
    StockRule(
        REPLIES,
        "lose the early tricks",
        7,
        "Lose the first tricks when there is nothing to lay.",
        _early_lost,
    ),
    StockRule(
        REPLIES,
        "win when you have a meld",
        0,
        "Win the trick when you have something to lay.",
        _won_with_a_meld,
    ),
    StockRule(
        REPLIES, "win the last tricks", 7, "Win the last three tricks of the stock.", _late_won
    ),
    StockRule(
        REPLIES,
        "keep the other from melding",
        12,
        "Late in the stock win the trick when the other may hold a large meld.",
        _kept_out,
    ),
    StockRule(REPLIES, "take a ten", 0, "Win the trick when a ten is led.", _ten_taken),
    StockRule(REPLIES, "trump an ace", 0, "Win the trick when an ace is led.", _ace_trumped),
    StockRule(
        REPLIES, "spend no trumps", 8, "Answer a plain card without a trump.", _no_trump_spent
    ),
    StockRule(
        REPLIES,
        "break up three aces",
        9,
        "With three aces and much else to lay win a trick with one of them.",
        _three_aces,
    ),
    StockRule(
        REPLIES,
        "break up three aces for a ten",
        9,
        "The same when a ten is led.",
        _three_aces_for_a_ten,
    ),
    StockRule(
        KEEPING, "throw the nines", 0, "When you lose the trick, throw a plain nine.", _nines_thrown
    ),
    StockRule(
        KEEPING,
        "throw the other jacks",
        10,
        "When you lose the trick, throw a jack that belongs to no pinochle and no run.",
        _other_jacks,
    ),
    StockRule(
        KEEPING,
        "melding hand: keep the melds",
        11,
        "With many pictures play the card that your melds miss least.",
        _least_missed,
    ),
    StockRule(
        KEEPING,
        "playing hand: take the counters",
        11,
        "With many aces and tens take in, or save, what counts.",
        _most_counted,
    ),
)


# The playoff


def _do_not_open(position: PlayoffPosition, card: Card) -> Verdict:
    suits = [suit for suit in position.rules.deck.suits if _both_hold_top(position, suit)]
    return card.suit not in suits if suits else None


def _both_hold_top(position: PlayoffPosition, suit: int) -> bool:
    if suit == position.trump:
        return False
    top = [Card(rank, position.rules.deck.suits[suit]) for rank in (Rank.ACE, Rank.TEN, Rank.KING)]
    return all(card in hand for card in top for hand in (position.south, position.north))


def _draw_trumps(position: PlayoffPosition, card: Card) -> Verdict:
    own, other = (_trumps(position, seat) for seat in (position.turn, position.turn.other))
    if own <= _KEPT_TRUMPS or not other:
        return None
    return card.suit == position.trump


def _trumps(position: PlayoffPosition, seat: Seat) -> int:
    return sum(card.suit == position.trump for card in position.hand(seat))


def _hold_winners(position: PlayoffPosition, card: Card) -> Verdict:
    return not _is_sure(position, card)


def _is_sure(position: PlayoffPosition, card: Card) -> bool:
    """Whether a plain card led takes the trick whatever the other seat may play."""
    if card.suit == position.trump:
        return False
    other = position.hand(position.turn.other)
    held = [each for each in other.distinct() if each.suit == card.suit]
    replies = held or list(other.distinct())
    return not any(beats(card.index, each.index, position.trump) for each in replies)


def _poor_suit(position: PlayoffPosition, card: Card) -> Verdict:
    """For a plain suit in which the leader has neither ace nor ten."""
    if card.suit == position.trump:
        return None
    high = (Card(Rank.ACE, card.suit), Card(Rank.TEN, card.suit))
    return not any(each in position.hand(position.turn) for each in high)


PLAYOFF_RULES = (
    PlayoffRule(
        "do not open the shared suit",
        14,
        "Do not open a suit in which both hold ace, ten and king.",
        _do_not_open,
    ),
    PlayoffRule(
        "draw trumps, keep two",
        15,
        "With more than two trumps draw those of the other.",
        _draw_trumps,
    ),
    PlayoffRule(
        "hold the sure winners back",
        15,
        "Do not cash plain cards that are sure to win.",
        _hold_winners,
    ),
    PlayoffRule(
        "lead the suit without high cards",
        0,
        "Lead a plain suit in which you have neither ace nor ten.",
        _poor_suit,
    ),
)

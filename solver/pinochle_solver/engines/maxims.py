"""The books' advice on the stock phase as rules: how far a move agrees with each maxim.

The maxims are those of the strategy chapters of Scarne and of MacDougall (1947), put in our own
words. The books do not weigh them against each other; the weights, in points, were set by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pinochle_solver.engines.seat_sight import SeatSight, shown_points
from pinochle_solver.rules.cards import Card, Rank
from pinochle_solver.rules.meld_kinds import Service
from pinochle_solver.rules.melds import Meld
from pinochle_solver.rules.moves import Play, Show

AMove = TypeVar("AMove", Play, Show)

_EARLY = 0.5
_LATE = 0.6
_FEW_STOCK_CARDS = 6
_HONOURS = (Rank.ACE, Rank.TEN)
_MUCH_TO_MELD = 60


@dataclass(frozen=True)
class Maxim(Generic[AMove]):
    """A piece of advice.

    Attributes:
        name: its name among the terms.
        advice: what it says, for people.
        weight: the points that full agreement with it is worth.
        agreement: how far a move agrees with it; below 0 if the move goes against it.
    """

    name: str
    advice: str
    weight: float
    agreement: Callable[[SeatSight, AMove], float]

    def term(self, sight: SeatSight, move: AMove) -> float:
        """What the maxim adds to the worth of a move."""
        return self.weight * self.agreement(sight, move)


# Showing melds


def _points_shown(sight: SeatSight, show: Show) -> float:
    return shown_points(sight, show)


def _royal_marriage_first(sight: SeatSight, show: Show) -> float:
    """For the marriage of a run that could be laid now, if another turn can come."""
    if show.meld is None or sight.prospects.turns <= 1:
        return 0.0
    return float(any(_grows_into(show.meld, run) for run in _melds_on_offer(sight)))


def _run_at_once(sight: SeatSight, show: Show) -> float:
    if show.meld is None or not _chance_may_not_come_again(sight):
        return 0.0
    return float(any(_grows_into(small, show.meld) for small in _melds_on_offer(sight)))


def _aces_at_once(sight: SeatSight, show: Show) -> float:
    return float(show.meld is not None and _is_around(show.meld, Rank.ACE))


def _melds_on_offer(sight: SeatSight) -> set[Meld]:
    return {show.meld for show in sight.options if isinstance(show, Show) and show.meld is not None}


def _grows_into(marriage: Meld, run: Meld) -> bool:
    """Whether both score if the marriage is laid before the run, but not the other way round."""
    shared = set(marriage.cards) & set(run.cards)
    is_marriage = any(service is Service.MARRIAGE for service, _ in marriage.kind.serves)
    served = {service for service, _ in run.kind.serves}
    lost_after = marriage.kind.all_at_once or not served.isdisjoint(marriage.kind.barred_by)
    return (
        is_marriage
        and 1 < len(shared) < len(set(run.cards))
        and lost_after
        and run.kind.replaces != marriage.kind.name
        and Service.MARRIAGE not in run.kind.barred_by
    )


def _chance_may_not_come_again(sight: SeatSight) -> bool:
    """Whether the stock is low, with no second ace or ten of trumps to win a trick with."""
    seconds = (sight.held[Card(rank, sight.trump).index] > 1 for rank in _HONOURS)
    return sight.position.face_down <= _FEW_STOCK_CARDS and not any(seconds)


def _is_around(meld: Meld, rank: Rank) -> bool:
    return len(meld.cards) > 1 and all(card.rank is rank for card in meld.cards)


# Playing: what every maxim takes for granted


def _counters(sight: SeatSight, play: Play) -> float:
    return sight.swing(play.card)


def _turn_to_meld(sight: SeatSight, play: Play) -> float:
    """The meld that winning the trick gives a turn for; early on there will be other turns."""
    return sight.win_chance(play.card) * sight.best_show(play) * sight.urgency


def _meld_cards(sight: SeatSight, play: Play) -> float:
    return -sight.prospects_lost(play)


# Playing: which copy


def _melded_copy(sight: SeatSight, play: Play) -> float:
    """For the table copy of a card that the hand holds as well."""
    return float(isinstance(play.source, int) and sight.in_hand(play.card) > 0)


def _married_king(sight: SeatSight, play: Play) -> float:
    """For the king of a marriage on the table while another king is in the hand."""
    if play.card.rank is not Rank.KING or not isinstance(play.source, int):
        return 0.0
    kings = sum(sight.in_hand(Card(Rank.KING, suit)) for suit in sight.position.rules.deck.suits)
    return float(kings > 0 and sight.prospects.has_served(play, Service.MARRIAGE))


# Playing: aces and trumps


def _aces_after_aces_around(sight: SeatSight, play: Play) -> float:
    """For winning with an ace that has served in aces around."""
    if play.card.rank is not Rank.ACE or not isinstance(play.source, int):
        return 0.0
    return sight.win_chance(play.card) * sight.prospects.has_served(play, Service.AROUND)


def _break_up_three_aces(sight: SeatSight, play: Play) -> float:
    """For winning with one of three aces if there is much else to meld; best if it wins a ten."""
    around = sight.prospects.serves_in(play.card, (Service.AROUND,))
    if play.card.rank is not Rank.ACE or isinstance(play.source, int) or not around:
        return 0.0
    suits = sight.position.rules.deck.suits
    aces = sum(sight.held[Card(Rank.ACE, suit).index] > 0 for suit in suits)
    if aces != len(suits) - 1 or sight.prospects.held_points() < _MUCH_TO_MELD:
        return 0.0
    led = sight.position.led
    on_a_ten = led is not None and led.rank is Rank.TEN
    return sight.win_chance(play.card) * (1.0 if on_a_ten else 0.5)


def _save_trumps(sight: SeatSight, play: Play) -> float:
    return -float(sight.is_trump(play.card))


def _high_trumps_for_the_end(sight: SeatSight, play: Play) -> float:
    """Against aces, tens and kings of trumps as long as the stock is not low."""
    high = sight.is_trump(play.card) and play.card.rank >= Rank.KING
    return -float(high) * (1 - sight.lateness)


# Playing: leads


def _long_suit(sight: SeatSight, play: Play) -> float:
    """For leading from the longest plain suit."""
    if sight.position.led is not None or sight.is_trump(play.card):
        return 0.0
    return float(sight.length(play.card.suit) == sight.longest_plain)


def _its_ten(sight: SeatSight, play: Play) -> float:
    """For the ten of that suit, as long as an ace spent on it gives up a chance at aces around."""
    return _long_suit(sight, play) * (play.card.rank is Rank.TEN)


def _embarrassing_lead(sight: SeatSight, play: Play) -> float:
    """For leading a worthless card that only trumps and cards of melds can take."""
    if sight.position.led is not None or sight.is_trump(play.card) or sight.points(play.card) > 2:
        return 0.0
    return sight.melding_share_above(play.card)


# Playing: when to win


def _early_tricks_cheaply(sight: SeatSight, play: Play) -> float:
    """Against winning early, unless there is something to meld."""
    if sight.lateness > _EARLY or sight.best_show(play):
        return 0.0
    return -sight.win_chance(play.card)


def _late_tricks(sight: SeatSight, play: Play) -> float:
    if sight.lateness <= _EARLY:
        return 0.0
    return sight.win_chance(play.card)


def _keep_him_out(sight: SeatSight, play: Play) -> float:
    """For winning late, and the more so the more the other seat may have to meld."""
    if sight.lateness < _LATE or not sight.prospects.turns:
        return 0.0
    return sight.win_chance(play.card) * sight.danger


# Playing: what to keep


def _other_jacks(sight: SeatSight, play: Play) -> float:
    """For throwing a jack that serves in no pinochle and no run."""
    card = play.card
    if card.rank is not Rank.JACK or sight.prospects.serves_in(
        card, (Service.PINOCHLE, Service.RUN)
    ):
        return 0.0
    return 1.0


def _jacks_around(sight: SeatSight, play: Play) -> float:
    """Takes back what an incomplete jacks around makes a jack worth."""
    if play.card.rank is not Rank.JACK:
        return 0.0
    return sum(
        lost
        for meld, lost in sight.prospects.losses(play)
        if _is_around(meld, Rank.JACK) and not sight.prospects.holds(meld)
    )


def _melding_hand(sight: SeatSight, play: Play) -> float:
    return -sight.prospects_lost(play) * (sight.lean > 0)


def _playing_hand(sight: SeatSight, play: Play) -> float:
    return sight.swing(play.card) * (sight.lean < 0)


SHOW_MAXIMS: tuple[Maxim[Show], ...] = (
    Maxim("points shown", "Show what scores.", 1, _points_shown),
    Maxim(
        "royal marriage before the run",
        "With a run in hand early, lay its marriage first and the run at a later trick won.",
        120,
        _royal_marriage_first,
    ),
    Maxim(
        "run at once",
        "With about six cards of stock left and no second ace or ten of trumps to win another "
        "trick with, lay the run at once.",
        40,
        _run_at_once,
    ),
    Maxim("aces at once", "Meld aces around as soon as they are held.", 70, _aces_at_once),
)

PLAY_MAXIMS: tuple[Maxim[Play], ...] = (
    Maxim("counters", "Win the cards that count, and give none away.", 1, _counters),
    Maxim("turn to meld", "Win tricks to meld on.", 0.5, _turn_to_meld),
    Maxim("meld cards", "Hold the cards of melds.", 0.6, _meld_cards),
    Maxim(
        "melding hand",
        "With many pictures, few aces and weak trumps, hold every meld that is possible.",
        0.2,
        _melding_hand,
    ),
    Maxim("playing hand", "With many aces and tens, take in what counts.", 0.3, _playing_hand),
    Maxim("melded copy", "Of two identical cards, play the one that is melded.", 2, _melded_copy),
    Maxim(
        "married king",
        "With a marriage melded and another king in hand, play the king from the table.",
        3,
        _married_king,
    ),
    Maxim(
        "aces after aces around",
        "After aces around, win tricks with the aces.",
        6,
        _aces_after_aces_around,
    ),
    Maxim(
        "three aces broken up",
        "With much to meld, break up three aces and win tricks with them, best the other's tens.",
        20,
        _break_up_three_aces,
    ),
    Maxim("trumps saved", "Save trumps.", 20, _save_trumps),
    Maxim(
        "high trumps for the end",
        "Keep a few high trumps for when the stock runs low.",
        5,
        _high_trumps_for_the_end,
    ),
    Maxim("longest suit led", "Lead from the longest plain suit.", 2, _long_suit),
    Maxim(
        "its ten led",
        "Best its ten: the other seldom spends an ace on it, and if he does he gives up a chance "
        "at aces around.",
        6,
        _its_ten,
    ),
    Maxim(
        "embarrassing lead",
        "Lead worthless cards that must be trumped or taken with cards of melds.",
        4,
        _embarrassing_lead,
    ),
    Maxim(
        "early tricks lost",
        "Lose the first tricks cheaply unless there is something to meld.",
        6,
        _early_tricks_cheaply,
    ),
    Maxim("late tricks won", "Win the last tricks of the stock.", 6, _late_tricks),
    Maxim(
        "opponent kept out",
        "Late in the stock keep the other from winning tricks when he may hold a run, aces around "
        "or another large meld.",
        0.3,
        _keep_him_out,
    ),
    Maxim(
        "other jacks thrown",
        "Keep the jack of the pinochle and that of trumps, throw the others.",
        4,
        _other_jacks,
    ),
    Maxim("jacks around", "Jacks around is not worth waiting for.", 0.6, _jacks_around),
)

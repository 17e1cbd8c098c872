"""What the widow brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.handbook.macdougall.card_counts import WIDOWS, widows_of_suit, widows_with
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, near, truth
from benchmarks.handbook.macdougall.four_bids import valued
from benchmarks.handbook.macdougall.many_marriages import (
    MarriageHand,
    MarriageSettings,
    marriage_hand,
)
from benchmarks.handbook.macdougall.measured_hands import DealtHand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit

ABOUT = """\
The bidder sees fifteen cards and takes three more out of the 33 that he does not see. A *needed*
card is one of which he holds no copy, so that both may lie in the widow."""

_OF = f"of the {WIDOWS:,} widows"
_MARRIAGE_DEALS = 64
_OPENING_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN)


def _counted(number: int, said: int | None = None, shares: Sequence[float] = ()) -> Found:
    """The verdict on a count, and on what it comes to in a hundred.

    Args:
        number: the widows counted.
        said: how many the book says, if it does.
        shares: what the book says in a hundred, or as one in so many.
    """
    part = 100 * number / WIDOWS
    is_right = said in (None, number) and all(abs(part - each) < 1.5 for each in shares)
    other = "" if said in (None, number) else f"; the book has {said:,}"
    wrong = [f"{each:g}" for each in shares if abs(part - each) >= 1.5]
    other += f"; the book has {', '.join(wrong)} in 100" if wrong else ""
    text = f"{number:,} {_OF}: {part:.1f} in 100, one in {WIDOWS / number:.1f}{other}."
    return Found(truth(is_right=is_right), text, "counted, 33 cards unseen")


def _widows(_: Measured) -> Found:
    return Found(truth(is_right=WIDOWS == 5456), f"{WIDOWS:,}.", "counted, 33 cards unseen")


def _with(
    kinds: int, least: int, said: int | None = None, *shares: float, without: int | None = None
) -> Callable[[Measured], Found]:
    """Counts widows with so many of the cards that are needed; `without` is said of the others."""

    def find(_: Measured) -> Found:
        found = widows_with(kinds, least)
        return _counted(found, said if without is None else WIDOWS - without, shares)

    return find


def _of_suit(least: int, *shares: float) -> Callable[[Measured], Found]:
    return lambda _: _counted(widows_of_suit(5, least), None, shares)


def _of_two_suits(_: Measured) -> Found:
    """One card of either of two suits of five: as if of one suit with fourteen cards out."""
    return _counted(widows_of_suit(5 - 7, 1), None, (82,))


def _two_of_one_suit(_: Measured) -> Found:
    return _counted(2 * widows_of_suit(5, 2), None, (20,))


def _melds(measured: Measured) -> Found:
    hands = measured.dealt()
    gain, se = mean_and_error([hand.melds_with_widow - hand.melds_dealt for hand in hands])
    before, _ = mean_and_error([hand.melds_dealt for hand in hands])
    text = (
        f"With the best trump fifteen cards meld {before:.0f} points on average, and eighteen "
        f"{with_half(gain, se)} more."
    )
    return Found(above(gain, se), text, _dealt(hands))


def _dealt(hands: Sequence[DealtHand]) -> str:
    return f"{len(hands):,} random hands, 64 deals each, cards hidden"


def has_openings(hand: Hand) -> bool:
    """Whether one card would complete a run, or aces, kings or queens around."""
    runs = [[Card(rank, suit) for rank in Rank if rank >= Rank.JACK] for suit in Suit]
    around = [[Card(rank, suit) for suit in Suit] for rank in _OPENING_RANKS]
    return any(sum(card not in hand for card in cards) == 1 for cards in runs + around)


def _gain(
    said: int, chosen: Callable[[Hand], bool], *, less: bool = False
) -> Callable[[Measured], Found]:
    """The mean of what the widow adds in hands without openings, over burying it unseen."""

    def find(measured: Measured) -> Found:
        hands = measured.dealt() + measured.biddable()
        pairs = [(Hand.parse(each.hand), each.total - each.unseen) for each in hands]
        gains = [gain for hand, gain in pairs if not has_openings(hand) and chosen(hand)]
        if len(gains) < 10:
            return Found(Verdict.NOT_RUN, f"only {len(gains)} such hands were dealt")
        mean, se = mean_and_error(gains)
        verdict = above(said - mean, se) if less else near(mean, se, said, within=5)
        text = (
            f"The widow adds {with_half(mean, se)} points to what he makes, taken up and used, "
            f"over burying it as it lies ({len(gains):,} hands without openings)."
        )
        return Found(verdict, text, _dealt(hands))

    return find


def _many_marriages(measured: Measured) -> Found:
    """The same for hands with more than three marriages, looked for."""
    settings = MarriageSettings(deals=_MARRIAGE_DEALS, seed=measured.seed)
    work = partial(marriage_hand, is_wanted=_has_none)
    number = max(measured.hands // 100, 2)
    hands = measured.pieces("marriages", work, MarriageHand, settings, number)
    mean, se = mean_and_error([hand.gain for hand in hands])
    text = (
        f"The widow adds {with_half(mean, se)} points to what he makes, taken up and used, over "
        f"burying it as it lies."
    )
    settings_text = f"{number:,} such hands without openings, {_MARRIAGE_DEALS} deals each, hidden"
    return Found(above(20 - mean, se), text, settings_text)


def _has_none(hand: Hand) -> bool:
    return not has_openings(hand)


def _is_pinochle_suit(hand: Hand) -> bool:
    has_pinochle = Card(Rank.QUEEN, Suit.SPADES) in hand and Card(Rank.JACK, Suit.DIAMONDS) in hand
    return valued(hand).trump in (Suit.SPADES, Suit.DIAMONDS) and not has_pinochle


def _high_cards(hand: Hand) -> int:
    return sum(card.rank in (Rank.ACE, Rank.TEN) for card in hand)


def _longest(hand: Hand) -> int:
    return max(len(hand.ranks_text(suit)) for suit in Suit)


def _never_less(measured: Measured) -> Found:
    hands = measured.dealt()
    worse = sum(hand.total < hand.unseen - 2 * hand.spread / 8 for hand in hands)
    text = (
        "He may bury the widow as it lies and is no worse off, so it is true by definition. "
        f"In play he made less with it, by more than twice the error, in {worse:,} of "
        f"{len(hands):,} hands."
    )
    return Found(truth(is_right=True), text, _dealt(hands))


CLAIMS = (
    Claim("W1", "There are 5,456 different widows.", "EXACT", _widows),
    Claim(
        "W2",
        "You need one card and see no copy of it: 18 widows in 100 bring it, about one in six.",
        "EXACT",
        _with(1, 1, None, 18, 100 / 6, without=4495),
    ),
    Claim(
        "W3",
        "You need one of two cards: 35 widows in 100 bring one at least, about one in three.",
        "EXACT",
        _with(2, 1, None, 35, without=3654),
    ),
    Claim("W4", "Both of two needed cards: 120 widows, 2 in 100.", "EXACT", _with(2, 2, 120, 2)),
    Claim(
        "W5",
        "One of three needed cards: 46 widows in 100, about one in two.",
        "EXACT",
        _with(3, 1, None, 46, without=2925),
    ),
    Claim(
        "W6",
        "Two of three needed cards: 354 widows, 6 in 100, one in 15.",
        "EXACT",
        _with(3, 2, 354, 6, 100 / 15),
    ),
    Claim("W7", "All three needed cards: 8 widows, one in 682.", "EXACT", _with(3, 3, 8)),
    Claim(
        "W8",
        "One of four needed cards: 58 widows in 100, about four in seven.",
        "EXACT",
        _with(4, 1, None, 58, 400 / 7, without=2300),
    ),
    Claim(
        "W9",
        "Two of four needed cards: 656 widows, 12 in 100, about one in eight.",
        "EXACT",
        _with(4, 2, 656, 12, 100 / 8),
    ),
    Claim("W10", "Three of four needed cards: only 32, one in 170.", "EXACT", _with(4, 3, 32)),
    Claim(
        "W11",
        "You hold five of a suit: the widow brings a sixth slightly oftener than not.",
        "EXACT",
        _of_suit(1, 52.4),
    ),
    Claim("W12", "And two more of it at least: one time in ten.", "EXACT", _of_suit(2, 10)),
    Claim(
        "W13",
        "You hold five of each of two suits: 82 widows in 100 bring one more of either.",
        "EXACT",
        _of_two_suits,
    ),
    Claim("W14", "And two more of one of them: about one in five.", "EXACT", _two_of_one_suit),
    Claim("W15", "Cards that do not help you never make your hand worse.", "HAND", _never_less),
    Claim("W16", "Melding out of eighteen cards is a great advantage.", "SURVEY", _melds),
    Claim(
        "W17",
        "If no single card opens a large meld, the widow is still worth 20 points.",
        "REG",
        _gain(20, lambda _: True),
    ),
    Claim(
        "W18",
        "With spades or diamonds as trump and no pinochle yet it is worth 30.",
        "REG",
        _gain(30, _is_pinochle_suit),
    ),
    Claim(
        "W19",
        "With more than three marriages it is worth less than 20.",
        "REG",
        _many_marriages,
    ),
    Claim(
        "W20",
        "With more than eight aces and tens it is worth less than 20.",
        "REG",
        _gain(20, lambda hand: _high_cards(hand) > 8, less=True),
    ),
    Claim(
        "W21",
        "With more than eight trumps it is worth less than 20.",
        "REG",
        _gain(20, lambda hand: _longest(hand) > 8, less=True),
    ),
)

"""How the defenders play, in later tricks than the first and in endings made for a claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, bought_hand, random_hand
from benchmarks.handbook.macdougall.claim import Claim, Found, above, share
from benchmarks.handbook.macdougall.endings import Ending, hidden_gain
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.later_play import long_suit
from benchmarks.handbook.macdougall.later_tricks import (
    OPEN_CARDS,
    Groups,
    Moment,
    agreed,
    compare,
    compared,
    counts,
    met,
    met_settings,
    moments,
    split,
)
from benchmarks.handbook.macdougall.lead_trials import NORTH, WEST, gain_of
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.playing_out import known_at_first_lead, playouts_from
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.seats import Seat

_H = Suit.HEARTS
_READ = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings:
    """In how many deals of a hand melds are read and not, and their seed."""

    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class ReadHand:
    """How many points less the bidder wins in play if the defenders look at what he laid."""

    number: int
    saved: float


def read(number: int, settings: ReadSettings) -> ReadHand:
    """Play a random hand worth a bid with the melds shown, and as if nothing had been shown."""
    bought = bought_hand(
        random_hand(number, settings.seed, LOWEST), settings.deals, settings.seed + number
    )
    saved = []
    for trump in Suit:
        rows = np.flatnonzero(bought.named == trump)
        if not len(rows):
            continue
        hands = np.ascontiguousarray(bought.worlds.hands()[rows])
        hands[:, 0] = bought.taken.kept[rows, trump]
        won = bought.played(trump)[rows] - bought.taken.brought[rows, trump].sum(axis=1)
        playouts = playouts_from(known_at_first_lead(bought.position, trump, BIDDER))
        results = np.empty((len(rows), len(AUCTION.table), 2), np.int16)
        playouts.play_out(hands, results, StopFlag(), np.zeros_like(hands))
        saved += (results[:, 0, 0] - won).tolist()
    return ReadHand(number, round(float(np.mean(saved)), 4))


def _reading(measured: Measured) -> Found:
    settings = ReadSettings(deals=_READ, seed=measured.seed)
    hands = measured.pieces("read", read, ReadHand, settings, max(measured.hands // 25, 2))
    gain = mean_and_error([hand.saved for hand in hands])
    text = (
        f"Defenders who look at what the bidder has laid save {with_half(*gain, '+.1f')} points a "
        f"hand against those who forget it."
    )
    return Found(
        above(*gain), text, f"{len(hands):,} hands worth a bid, {_READ} deals each, cards hidden"
    )


def _partner_wins(moment: Moment) -> bool:
    """Whether a defender follows to a trick that so far is his partner's."""
    return not moment.by_bidder and moment.winning == 3 - moment.met.place


def _given(moment: Moment, *, last: bool) -> Groups | None:
    """The cards that count most against those that count least, none taking the trick."""
    if not _partner_wins(moment) or (len(moment.led) == 2) != last:
        return None
    given = [n for n, card in enumerate(moment.cards) if not moment.takes(card)]
    each = [counts(moment.cards[n]) for n in given]
    if not each or max(each) == min(each):
        return None
    most = [n for n, count in zip(given, each, strict=True) if count == max(each)]
    return most, [n for n, count in zip(given, each, strict=True) if count == min(each)]


def _giving(measured: Measured) -> Found:
    """To give the most: when the partner has the trick for certain, and when the bidder follows."""
    sure, text, number = compared(
        measured,
        "To give a card that counts most over one that counts least, when the partner has won the "
        "trick,",
        lambda moment: _given(moment, last=True),
    )
    _, before, befores = compared(
        measured,
        "when he has the best card so far and the bidder is still to play,",
        lambda moment: _given(moment, last=False),
    )
    best = [
        moment.open_gain(*groups) >= 0
        for moment in moments(measured, lambda each: bool(each.met.open))
        if (groups := _given(moment, last=True)) and all(groups)
    ]
    part = share(sum(best), max(len(best), 1))
    text = (
        f"{text}; {before}. Face up the most is no worse in {with_half(*part)} of 100 tricks that "
        f"the partner has won."
    )
    return Found(above(*sure), text, met_settings(measured, number + befores))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _deals(measured: Measured) -> int:
    return max(measured.hands // 5, 20)


def _cases(name: str, cases: dict[str, tuple[Ending, str]]) -> Callable[[Measured], Found]:
    """The first of some cards against the best of the others in several kinds of endings."""

    def find(measured: Measured) -> Found:
        deals = _deals(measured)
        gains = {
            where: hidden_gain(ending, _cards(cards), deals, measured.seed)
            for where, (ending, cards) in cases.items()
        }
        parts = "; ".join(f"{where} {with_half(*gain, '+.1f')}" for where, gain in gains.items())
        size = next(iter(cases.values()))[0].size
        settings = f"{deals:,} endings each with {size} cards, cards hidden"
        verdict = agreed([above(*gain) for gain in gains.values()])
        return Found(verdict, f"{name}: {parts}.", settings)

    return find


def _ten_on_ten(leader: Seat, bidder: str) -> Ending:
    """A defender has led a ten, both aces of the suit are gone, and his partner has the other."""
    other = NORTH if leader is WEST else WEST
    return Ending(
        holds={BIDDER: Hand.parse("AKQ.-.-.-"), other: Hand.parse("-.TJ.-.-")},
        closed={other: (_H,), BIDDER: (_H,) if bidder else ()},
        gone=Hand.parse("-.AA.-.-"),
        size=8,
        leader=leader,
        led=_cards(f"TH {bidder}"),
    )


def _void_bidder(leader: Seat) -> Ending:
    """The bidder is known to have no hearts and has trumps; a defender leads."""
    return Ending(
        holds={BIDDER: Hand.parse("AKQ.-.-.-"), leader: Hand.parse("-.KQ9.K9.-")},
        closed={leader: (_H, Suit.DIAMONDS), BIDDER: (_H,)},
        void={BIDDER: (_H,)},
        size=8,
        leader=leader,
    )


def _early_trumps(measured: Measured) -> Found:
    """Trumps led by a defender whose partner would have to trump his long suit."""
    deals = _deals(measured)
    cases = {
        name: gain_of(long_suit(leader, owner, cards), deals, measured.seed)
        for name, leader, owner, cards in (
            ("the owner of the suit leads, left of the bidder", WEST, WEST, "9S AH KH"),
            ("the owner leads, right of him", NORTH, NORTH, "9S AH KH"),
            ("his partner leads, left of the bidder", WEST, NORTH, "9S AD 9D"),
            ("his partner leads, right of him", NORTH, WEST, "9S AD 9D"),
        )
    }
    parts = "; ".join(f"{name} {with_half(*gain, '+.1f')}" for name, gain in cases.items())
    text = (
        f"A defender has five hearts from the ace, his partner none, the bidder five from the "
        f"king. A low trump over the best other lead: {parts}."
    )
    verdict = agreed([above(*gain) for gain in cases.values()])
    return Found(verdict, text, f"{deals:,} deals each, cards hidden")


def _through(moment: Moment) -> Groups | None:
    """A defender's leads of trumps and of others, if the bidder has led and never a trump."""
    if moment.by_bidder or not moment.is_lead:
        return None
    leaders = moment.deal.leaders[: moment.met.trick]
    leads = [lead for who, lead in zip(leaders, moment.deal.leads, strict=False) if who == 0]
    if not leads or any(Card.parse(lead).suit == moment.trump for lead in leads):
        return None
    if not moment.held_in(0, moment.trump):
        return None
    return split(moment, lambda card: card.suit == moment.trump)


def _automatic(measured: Measured) -> Found:
    """Defenders' cards in the last tricks: where there is a choice, and where it matters."""
    hands = met(measured)
    turns = 2 * OPEN_CARDS * len(hands)
    chosen = moments(measured, lambda each: not each.by_bidder and bool(each.met.open))
    wrong = [(each.deal.number, max(each.met.open) - min(each.met.open)) for each in chosen]
    matters = [loss for _, loss in wrong if loss]
    per_deal = {hand.number: 0 for hand in hands}
    for number, loss in wrong:
        per_deal[number] += loss > 0
    each = 100 / (2 * OPEN_CARDS)
    mean, se = mean_and_error([each * number for number in per_deal.values()])
    forced = 100 - 100 * len(chosen) / turns
    text = (
        f"Of 100 cards that defenders play in the last nine tricks {forced:.0f} are forced, "
        f"{100 - forced - mean:.0f} are a choice that does not matter face up, and "
        f"{with_half(mean, se)} are one that does; the worst card then costs "
        f"{sum(matters) / max(len(matters), 1):.1f} points on average."
    )
    settings = f"{turns:,} cards of {len(hands):,} hands played by the policy"
    return Found(above(50 - mean, se), text, settings)


def _leave(moment: Moment) -> Groups | None:
    """Cards that leave the partner his trick, and others, the bidder having more of the suit."""
    if not _partner_wins(moment) or len(moment.led) != 2:
        return None
    suit = moment.led[0].suit
    if suit == moment.trump or not moment.held_in(0, suit) or not moment.own.ranks_text(suit):
        return None
    return split(moment, lambda card: not moment.takes(card))


CLAIMS = (
    Claim(
        "F1",
        "Keep counters for the losing cards that the bidder has shown.",
        "HAND",
        _reading,
    ),
    Claim(
        "F2",
        "Give your partner as many points as you can, as often as you can.",
        "LEAD",
        _giving,
    ),
    Claim(
        "F4",
        "A ten calls for a ten when both aces are gone.",
        "LEAD",
        _cases(
            "The second ten over the jack",
            {
                "the bidder has followed with the nine": (_ten_on_ten(NORTH, "9H"), "TH JH"),
                "he is still to play": (_ten_on_ten(WEST, ""), "TH JH"),
            },
        ),
    ),
    Claim(
        "F5",
        "Without ace and ten lead low in a suit that the bidder will trump.",
        "LEAD",
        _cases(
            "The nine from king, queen, nine of a suit of which the bidder has none, over the king "
            "or another suit of king and nine",
            {
                "left of the bidder": (_void_bidder(WEST), "9H KH KD 9D"),
                "right of him": (_void_bidder(NORTH), "9H KH KD 9D"),
            },
        ),
    ),
    Claim(
        "F8",
        "Lead trumps early if you must later give points on the other's long suit.",
        "LEAD",
        _early_trumps,
    ),
    Claim(
        "F9",
        "That two trumps of yours for one of his is a bad bargain is wrong.",
        "LEAD",
        compare(
            "A trump led through a bidder who has led no trump, over the best other card", _through
        ),
    ),
    Claim("F10", "Defence is to a large extent automatic.", "LEAD", _automatic),
    Claim(
        "F11",
        "Do not take a trick that your partner has won when the bidder has more losers.",
        "LEAD",
        compare(
            "In the game for stakes, to leave the partner his trick rather than to take it, the "
            "bidder having more of the suit,",
            _leave,
        ),
    ),
)

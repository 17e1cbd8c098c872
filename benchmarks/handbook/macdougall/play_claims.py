"""How the bidder and the defenders play, as far as one lead tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

from benchmarks.handbook.macdougall.bought_hands import BIDDER
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, truth
from benchmarks.handbook.macdougall.lead_trials import NORTH, WEST, Lead, gain_of
from benchmarks.handbook.macdougall.measured_hands import DealtHand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Card, Hand, Suit

ABOUT = """\
A lead is tried against others in the same deals, everybody playing on as the program's policy does,
with the cards hidden. The gain is in points for the side that leads. Where a claim speaks of one
suit, that suit is fixed and all other cards are dealt at random. Policies are no perfect players: a
gain below two points says little."""
_S, _H, _D = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS


def _deals(measured: Measured) -> int:
    return max(measured.hands * 2 // 5, 20)


def _lead(
    name: str, lead: Lead, *, more: Sequence[tuple[str, Lead]] = ()
) -> Callable[[Measured], Found]:
    """A lead against the best other one; the verdict is that of the first of several cases."""

    def find(measured: Measured) -> Found:
        deals = _deals(measured)
        cases = [
            (each, gain_of(trial, deals, measured.seed)) for each, trial in ((name, lead), *more)
        ]
        text = "; ".join(f"{each} {with_half(*gain, '+.1f')}" for each, gain in cases)
        verdicts = {above(*gain) for _, gain in cases}
        verdict = verdicts.pop() if len(verdicts) == 1 else Verdict.CLOSE
        return Found(verdict, f"{text}.", f"{deals:,} deals, cards hidden")

    return find


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _held(text: str) -> Hand:
    return Hand.parse(text)


def _trumps(held: str, cards: str) -> Lead:
    """The bidder's trumps are these, and he leads one of them."""
    return Lead(holds={BIDDER: _held(f"{held}.-.-.-")}, closed={BIDDER: (_S,)}, cards=_cards(cards))


def _side(held: str, cards: str, trumps: str = "AAKQ9") -> Lead:
    """The bidder has these hearts and trumps, and leads a heart."""
    return Lead(
        holds={BIDDER: _held(f"{trumps}.{held}.-.-")},
        closed={BIDDER: (_S, _H)},
        cards=_cards(cards),
    )


def _defender(seat: object, held: str, cards: str) -> Lead:
    """A defender has these cards among others, and leads; the bidder has six trumps."""
    assert seat in (WEST, NORTH)
    return Lead(
        holds={BIDDER: _held("AATKQJ.-.-.-"), seat: _held(held)},  # type: ignore[dict-item]
        closed={BIDDER: (_S,)},
        leader=seat,  # type: ignore[arg-type]
        cards=_cards(cards),
    )


def _lone_ten(_: Measured) -> Found:
    """Six trumps held, six out, both tens among them or one."""
    alone = Fraction(2 * comb(24, 14), comb(30, 15))
    with_one = Fraction(2 * 5 * comb(24, 13), comb(30, 15))
    part = float(100 * (alone + with_one))
    text = (
        f"Six are out, one ten among them: it lies alone in its hand in {float(100 * alone):.1f} of"
        f" 100 deals, with one other at most in {part:.1f}."
    )
    return Found(truth(is_right=part < 50), text, "counted, two hands of 15")


def _share(
    tell: Callable[[DealtHand], float], text: str, bar: float
) -> Callable[[Measured], Found]:
    """The mean of a share over hands worth a bid, against a bar in a hundred."""

    def find(measured: Measured) -> Found:
        hands = measured.biddable()
        mean, se = mean_and_error([100 * tell(hand) for hand in hands])
        settings = f"{len(hands):,} hands worth a bid, 64 deals each, cards hidden"
        return Found(above(mean, se, bar), text.format(with_half(mean, se)), settings)

    return find


def _broken(measured: Measured) -> Found:
    hands = measured.biddable()
    mean, se = mean_and_error([100 * hand.melds_broken for hand in hands])
    text = (
        f"In {with_half(mean, se)} of 100 deals the burial of most points lays less than could be "
        f"laid."
    )
    verdict = above(25 - mean, se)
    settings = f"{len(hands):,} hands worth a bid, 64 deals each, cards hidden"
    verdict = {Verdict.CONFIRMED: Verdict.REFUTED, Verdict.REFUTED: Verdict.CONFIRMED}.get(
        verdict, verdict
    )
    return Found(verdict, text, settings)


def _lead_counts(measured: Measured) -> Found:
    hands = measured.biddable()
    mean, se = mean_and_error([hand.costs_lead for hand in hands])
    text = f"If the opponent on his left led, the bidder would make {with_half(mean, se)} less."
    settings = f"{len(hands):,} hands worth a bid, 64 deals each, cards hidden"
    return Found(above(mean, se), text, settings)


CLAIMS = (
    Claim(
        "P4",
        "From six trumps, two aces, ten, king, queen, jack, lead the jack first.",
        "LEAD",
        _lead("the jack over the best other trump", _trumps("AATKQJ", "JS AS TS QS")),
    ),
    Claim("P5", "That an outstanding ten is unprotected is against the odds.", "EXACT", _lone_ten),
    Claim(
        "P6",
        "With ace, queen and jack of trumps lead the queen, not the ace.",
        "LEAD",
        _lead("the queen over the ace", _trumps("AQJ", "QS AS")),
    ),
    Claim(
        "P7",
        "From a side suit of two aces, king and two nines lead the nines first.",
        "LEAD",
        _lead("the nine over the ace", _side("AAK99", "9H AH")),
    ),
    Claim(
        "P8",
        "The same with two aces, ten and two nines.",
        "LEAD",
        _lead("the nine over the ace", _side("AAT99", "9H AH")),
    ),
    Claim(
        "P10",
        "Lead a bare ace at once.",
        "LEAD",
        _lead("the bare ace over the best trump", _side("A", "AH AS KS 9S", "AAKQ9")),
    ),
    Claim(
        "P11",
        "Never open a side suit of one or two cards unless you are rich in trumps.",
        "LEAD",
        _lead(
            "the best trump over a queen from king and queen, five trumps",
            _side("KQ", "9S QH", "AAKQ9"),
            more=(("eight trumps", _side("KQ", "9S QH", "AATKKQJ9")),),
        ),
    ),
    Claim(
        "P12",
        "A low trump often clears two high ones.",
        "LEAD",
        _lead(
            "a low trump over the ace, from two aces, king, queen, jack, nine",
            _trumps("AAKQJ9", "9S AS"),
            more=(("from ace, ten, king, queen, nine", _trumps("ATKQ9", "9S AS")),),
        ),
    ),
    Claim(
        "P18",
        "Bury the tens of side suits.",
        "HAND",
        _share(
            lambda hand: hand.tens_buried,
            "A ten is among the burial of most points in {} of 100 deals.",
            50,
        ),
    ),
    Claim(
        "P19",
        "Sometimes it is right to bury a trump.",
        "HAND",
        _share(
            lambda hand: hand.trumps_buried,
            "A trump is among the burial of most points in {} of 100 deals.",
            0,
        ),
    ),
    Claim(
        "P22",
        "To lay all melds and bury three cards that count is wrong as often as right.",
        "HAND",
        _broken,
    ),
    Claim("P24", "It is an advantage to have the first lead.", "HAND", _lead_counts),
)
DEFENCE = (
    Claim(
        "F3",
        "From ace and ten of a suit a defender leads the ace.",
        "LEAD",
        _lead(
            "left of the bidder the ace over the ten or a low heart",
            _defender(WEST, "-.AT9.-.-", "AH TH 9H"),
            more=(("right of him", _defender(NORTH, "-.AT9.-.-", "AH TH 9H")),),
        ),
    ),
    Claim(
        "F6",
        "Left of the bidder, lead a plain king where the partner may have the ace.",
        "LEAD",
        _lead(
            "the king over a low heart or the ten of diamonds",
            _defender(WEST, "-.KJ9.TQ.-", "KH 9H TD QD"),
        ),
    ),
    Claim(
        "F7",
        "Right of the bidder, lead the king of trumps: it forces his ace or ten.",
        "LEAD",
        _lead(
            "the king of trumps over the nine of trumps or a plain king or jack",
            _defender(NORTH, "K9.KJ.-.-", "KS 9S KH JH"),
        ),
    ),
)

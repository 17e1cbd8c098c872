"""How the bidder plays, in later tricks than the first and in endings made for a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, open_value, open_values
from benchmarks.handbook.macdougall.claim import Claim, Found, above, near, share
from benchmarks.handbook.macdougall.endings import Ending, deals_of, open_gain
from benchmarks.handbook.macdougall.later_tricks import (
    OFTEN,
    Groups,
    Moment,
    agreed,
    all_of,
    clustered,
    compare,
    compared,
    counts,
    is_high,
    met,
    met_settings,
    moments,
    split,
)
from benchmarks.handbook.macdougall.lead_trials import NORTH, WEST, Lead, gain_of, lines_of
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import OLD_COUNT, SIMPLIFIED_COUNT
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import winner_of

_S, _H = Suit.SPADES, Suit.HEARTS
_BARE = "-.-.-.J99"
"""What the third hand holds in a bare ending: nothing that counts or takes a trick."""
_AMONG, _GREEDY_CARDS, _GIVEN_CARDS = 7, 6, 5
_TABLE_MIB = 1.0
_OTHER_COUNTS = (OLD_COUNT, SIMPLIFIED_COUNT)
_NAMES = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}


def _endings(measured: Measured) -> int:
    return max(measured.hands // 10, 20)


def bare_suit(bidder: str, other: str, leader: Seat) -> dict[str, int]:
    """What the bidder wins with one suit against that of his left-hand opponent, face up.

    Args:
        bidder: his three hearts.
        other: those of the other.
        leader: who opens the suit.

    Returns:
        the points of the cards, without a last trick, by the rank that is led.
    """
    count = replace(AUCTION.count, name="no-last-trick", last_trick=0)
    rules = replace(AUCTION, name="auction-no-last-trick", count=count)
    hands = {
        BIDDER: Hand.parse(f"-.{bidder}.-.-"),
        WEST: Hand.parse(f"-.{other}.-.-"),
        NORTH: Hand.parse(_BARE),
    }
    values = CompiledSolver(_TABLE_MIB).values(OpenHands(rules, _S, leader, hands, (BIDDER,)))
    return {card.text()[0]: value for card, value in values.items()}


def play_open(
    hands: Mapping[Seat, Hand],
    trump: Suit,
    leader: Seat,
    choose: Callable[[Mapping[Seat, Hand], Mapping[Card, int]], Card] | None = None,
) -> tuple[int, Seat]:
    """Play an ending face up, everybody for the most points.

    Args:
        hands: what the seats hold.
        trump: the trump suit.
        leader: who leads.
        choose: leads for the bidder, by the hands and by what each card is worth; None: he leads
            the best card.

    Returns:
        what the bidder wins, with the last trick, and who wins that.
    """
    hands, won = dict(hands), 0
    while len(hands[leader]):
        led: list[Card] = []
        place = AUCTION.table.index(leader)
        for each in range(len(AUCTION.table)):
            turn = AUCTION.table[(place + each) % len(AUCTION.table)]
            values = open_values(hands, trump, turn, led)
            sign = 1 if turn is BIDDER else -1
            card = max(values, key=lambda card, v=values, s=sign: s * v[card])  # type: ignore[misc]
            if choose is not None and turn is BIDDER and not led:
                card = choose(hands, values)
            hands[turn] = hands[turn].without(card)
            led.append(card)
        leader = AUCTION.table[(place + winner_of(led, trump)) % len(AUCTION.table)]
        won += (leader is BIDDER) * AUCTION.count.of(led)
    return won + (leader is BIDDER) * AUCTION.count.last_trick, leader


def _waiting(bidder: str, other: str, told: str) -> Callable[[Measured], Found]:
    """Who opens a suit loses by it: the bare suit, and the suit among others."""

    def find(measured: Measured) -> Found:
        opens, waits = (bare_suit(bidder, other, leader) for leader in (BIDDER, WEST))
        ending = Ending(
            holds={BIDDER: Hand.parse(f"-.{bidder}.-.-"), WEST: Hand.parse(f"-.{other}.-.-")},
            closed={BIDDER: (_H,), WEST: (_H,)},
            size=_AMONG,
        )
        number = _endings(measured)
        mean, se = open_gain(ending, _H, number, measured.seed)
        text = (
            f"With nothing but this suit in both hands, the last trick not counted, the bidder "
            f"gets {_by_rank(opens)} if he opens it, and {_by_rank(waits)} if the other does. "
            f"{told} Among {_AMONG} cards, the rest dealt at random, to open it is "
            f"{with_half(-mean, se, '+.1f')} points worse than the best other lead."
        )
        return Found(above(-mean, se), text, f"{number:,} endings, solved face up")

    return find


def _by_rank(values: Mapping[str, int]) -> str:
    return ", ".join(f"{value} by the {_NAMES[rank]}" for rank, value in values.items())


def _low_suits(moment: Moment) -> Groups | None:
    """Leads of the bidder in the middle of a hand: from plain suits without ace and ten."""
    if not (moment.is_lead and moment.by_bidder and 6 <= len(moment.own) <= 9):
        return None
    plain = [n for n, card in enumerate(moment.cards) if card.suit != moment.trump]
    low = [n for n in plain if not any(map(is_high, _suit(moment.own, moment.cards[n].suit)))]
    return low, [n for n in plain if n not in low]


def _suit(hand: Hand, suit: Suit) -> list[Card]:
    return [card for card in hand.distinct() if card.suit == suit]


def _first_aces(measured: Measured) -> Found:
    """What the aces of the long side suit catch, when both win."""
    lead = Lead(
        holds={BIDDER: Hand.parse("AAKQ9.AAK99.-.-")},
        closed={BIDDER: (_S, _H)},
        cards=(Card.parse("AH"),),
    )
    ace, number = Card.parse("AH"), max(measured.hands * 2 // 5, 20)
    caught = []
    for tricks in lines_of(lead, number, measured.seed):
        won = [led for winner, led in tricks if winner is BIDDER and led[0] == ace]
        if len(won) == 2:
            caught.append([AUCTION.count.of(led) for led in won])
    first, second = (mean_and_error([each[n] for each in caught]) for n in (0, 1))
    both = mean_and_error([sum(each) for each in caught])
    text = (
        f"With two aces, king and two nines beside five trumps, the trick of the first ace counts "
        f"{with_half(*first)}, that of the second {with_half(*second)}, together "
        f"{with_half(*both)}, where he says 10 and 20."
    )
    settings = f"{len(caught):,} of {number:,} deals, in which both aces were led and won"
    return Found(near(*both, 30, within=5), text, settings)


def _lost_left(measured: Measured) -> Found:
    """The same ending with the lead left of the bidder and right of him."""
    found = []
    for moment in moments(measured, lambda each: each.is_lead and bool(each.met.open)):
        if moment.by_bidder or len(moment.own) < 3:
            continue
        bidder, leader, other = (
            moment.hands[0],
            moment.hands[moment.met.place],
            moment.hands[3 - moment.met.place],
        )
        left = open_value({BIDDER: bidder, WEST: leader, NORTH: other}, moment.trump, WEST)
        right = open_value({BIDDER: bidder, WEST: other, NORTH: leader}, moment.trump, NORTH)
        found.append((moment.deal.number, float(left - right)))
    gain = clustered(found)
    text = (
        f"The lead with the opponent on his left, rather than the same cards and the lead on his "
        f"right, brings the bidder {with_half(*gain, '+.1f')} points."
    )
    settings = (
        f"{len(found):,} leads of defenders in the last nine tricks of {len(met(measured)):,} "
        f"hands, the two defenders changed about, solved face up"
    )
    return Found(above(*gain), text, settings)


def _trumps_out(moment: Moment) -> int:
    return sum(len(moment.held_in(place, moment.trump)) for place in (1, 2))


def _draw(moment: Moment) -> Groups | None:
    """A lead of the bidder while opponents have trumps: trumps, and others."""
    if not (moment.is_lead and moment.by_bidder and _trumps_out(moment)):
        return None
    return split(moment, lambda card: card.suit == moment.trump)


def _keep(moment: Moment) -> Groups | None:
    """A lead of the bidder when they have none: what keeps his trumps, and trumps."""
    if not (moment.is_lead and moment.by_bidder and not _trumps_out(moment)):
        return None
    if len(moment.held_in(0, moment.trump)) > 2:
        return None
    return split(moment, lambda card: card.suit != moment.trump)


def _draw_and_keep(measured: Measured) -> Found:
    draw, draw_text, draws = compared(
        measured, "while opponents have trumps, to lead a trump rather than another card", _draw
    )
    keep, keep_text, keeps = compared(
        measured,
        "when they have none, to keep his last one or two and lead another card",
        _keep,
    )
    verdict = all_of([above(*draw), above(*keep)])
    text = f"{draw_text[0].upper()}{draw_text[1:]}; {keep_text}."
    return Found(verdict, text, met_settings(measured, draws + keeps))


def _highest(hands: Mapping[Seat, Hand], values: Mapping[Card, int]) -> Card:
    """A card that nothing higher of its suit is out against, high ones first; else the best."""
    others = [hands[seat] for seat in (WEST, NORTH)]
    sure = [card for card in values if not any(_beats(hand, card) for hand in others)]
    best = max(values, key=lambda card: values[card])
    return max(sure, key=lambda card: (counts(card), card.rank)) if sure else best


def _beats(hand: Hand, card: Card) -> bool:
    """Whether a hand has a higher card of the suit."""
    return any(other.rank > card.rank for other in _suit(hand, card.suit))


def _greedy(measured: Measured) -> Found:
    """The ending with six cards and the bidder on lead: the best play, and high cards first."""
    lost, last = [], []
    for moment in _leads_with(measured, _GREEDY_CARDS):
        hands = dict(zip(AUCTION.table, moment.hands, strict=True))
        best, last_best = play_open(hands, moment.trump, BIDDER)
        greedy, last_greedy = play_open(hands, moment.trump, BIDDER, _highest)
        lost.append(float(best - greedy))
        last.append(last_best is BIDDER and last_greedy is not BIDDER)
    points = mean_and_error(lost)
    part = share(sum(last), max(len(last), 1))
    text = (
        f"To lead whatever cannot be beaten first, rather than the best card, costs the bidder the "
        f"last trick in {with_half(*part)} of 100 endings, and {with_half(*points)} points."
    )
    settings = f"{len(lost):,} endings with six cards and the bidder on lead, solved face up"
    return Found(above(*part, OFTEN), text, settings)


def _is_open(moment: Moment, cards: int) -> bool:
    """Whether whoever is on turn has so many cards, and what they are worth face up is known."""
    return bool(moment.met.open) and len(moment.own) == cards


def _leads_with(measured: Measured, cards: int) -> list[Moment]:
    """Leads of the bidder with so many cards and a choice."""
    return moments(
        measured, lambda each: each.is_lead and each.by_bidder and len(each.own) == cards
    )


def _given_away(measured: Measured) -> Found:
    """Endings with ace and ten over ace and king: a lead that loses against one that wins."""
    ending = Ending(
        holds={BIDDER: Hand.parse("-.AT.-.-"), WEST: Hand.parse("-.AK.-.-")},
        closed={BIDDER: (_H,), WEST: (_H,)},
        size=_GIVEN_CARDS,
    )
    gains, last = [], 0
    for dealt in deals_of(ending, 4 * _endings(measured), measured.seed):
        values = open_values(dealt.hands, _S, BIDDER)
        others = [dealt.hands[seat] for seat in (WEST, NORTH)]
        lost = [n for card, n in values.items() if any(takes(hand, card, _S) for hand in others)]
        sure = [n for card, n in values.items() if not any(takes(h, card, _S) for h in others)]
        if lost and sure:
            gains.append(float(max(lost) - max(sure)))
            if gains[-1] > 0:
                last += play_open(dealt.hands, _S, BIDDER)[1] is BIDDER
    mean, better = mean_and_error(gains), [gain for gain in gains if gain > 0]
    part = share(len(better), max(len(gains), 1))
    text = (
        f"With ace and ten against ace and king on his left, and a sure trick to lead, the bidder "
        f"does better by giving a trick away in {with_half(*part)} of 100 endings, then by "
        f"{sum(better) / max(len(better), 1):.1f} points, and he wins the last trick in "
        f"{100 * last / max(len(better), 1):.0f} of 100 of these; on average to give one away "
        f"brings {with_half(*mean, '+.1f')}."
    )
    settings = f"{len(gains):,} endings with five cards, solved face up"
    return Found(above(*part), text, settings)


def takes(hand: Hand, card: Card, trump: Suit) -> bool:
    """Whether a hand can take a trick to which this card is led, and nothing else played."""
    if hand.ranks_text(card.suit):
        return _beats(hand, card)
    return card.suit != trump and bool(hand.ranks_text(trump))


def _shown_first(moment: Moment) -> Groups | None:
    """Of two equal cards of the bidder the one that he has shown, and the other."""
    if not moment.by_bidder:
        return None
    shown = Hand.parse(moment.met.shown)
    unseen = less(AUCTION.deck, joined(moment.own, Hand.parse(moment.met.gone)))
    unseen = less(unseen, Hand.of(moment.led))
    for one, card in enumerate(moment.cards):
        for other, twin in enumerate(moment.cards):
            if card != twin and card in shown and twin not in shown and _equal(card, twin, unseen):
                return [one], [other]
    return None


def _equal(one: Card, other: Card, unseen: Hand) -> bool:
    """Whether two cards count the same and nothing that is unseen comes between."""
    if one.suit != other.suit or counts(one) != counts(other):
        return False
    low, high = sorted((one.rank, other.rank))
    return not any(low <= card.rank <= high for card in _suit(unseen, one.suit))


def long_suit(leader: Seat, owner: Seat, cards: str) -> Lead:
    """The bidder and one opponent have hearts, and the other opponent has none.

    Args:
        leader: who leads.
        owner: the opponent with hearts.
        cards: the leads that are tried.
    """
    short = NORTH if owner is WEST else WEST
    holds = {BIDDER: "AATKQ.KQJ99.-.-", owner: "-.AATTK.-.-", short: "-.-.-.-"}
    if leader is not BIDDER:
        holds[leader] = "J9.AATTK.-.-" if leader is owner else "J9.-.A9.-"
    return Lead(
        holds={seat: Hand.parse(text) for seat, text in holds.items()},
        closed={BIDDER: (_S, _H), short: (_H,)},
        leader=leader,
        cards=tuple(map(Card.parse, cards.split())),
    )


def _long_suit(measured: Measured) -> Found:
    deals = max(measured.hands * 2 // 5, 20)
    cases = [
        (name, gain_of(long_suit(BIDDER, owner, "9H AS QS"), deals, measured.seed))
        for name, owner in (("left", NORTH), ("right", WEST))
    ]
    parts = ", ".join(f"{with_half(*gain, '+.1f')} on his {name}" for name, gain in cases)
    text = (
        f"With five hearts from the king against five from the ace, and five good trumps: the low "
        f"heart over the best trump, by where the opponent without hearts sits, {parts}."
    )
    verdict = agreed([above(*gain) for _, gain in cases])
    return Found(verdict, text, f"{deals:,} deals each, cards hidden")


def _by_count(measured: Measured) -> Found:
    """Decisions with six cards in which no card is a best one by each of the three counts."""
    others = [replace(AUCTION, name=f"auction-{each.name}", count=each) for each in _OTHER_COUNTS]
    solver = CompiledSolver(_TABLE_MIB)
    differ: list[tuple[int, float]] = []
    lost: list[list[tuple[int, float]]] = [[] for _ in others]
    for moment in moments(measured, lambda each: _is_open(each, _GREEDY_CARDS)):
        sign, hands = (
            1 if moment.by_bidder else -1,
            dict(zip(AUCTION.table, moment.hands, strict=True)),
        )
        turn = AUCTION.table[moment.met.place]
        tables = [dict(zip(moment.cards, moment.met.open, strict=True))]
        tables += [
            solver.values(OpenHands(rules, moment.trump, turn, hands, (BIDDER,), moment.led))
            for rules in others
        ]
        best = [
            {
                card
                for card, n in values.items()
                if sign * n == max(sign * m for m in values.values())
            }
            for values in tables
        ]
        differ.append((moment.deal.number, 100.0 * (not set.intersection(*best))))
        for values, losses in zip(tables[1:], lost, strict=True):
            worth = {card: sign * value for card, value in values.items()}
            off = max(worth.values()) - max(worth[card] for card in best[0])
            losses.append((moment.deal.number, float(off)))
    part = clustered(differ)
    old, simplified = (with_half(*clustered(losses), ".2f") for losses in lost)
    text = (
        f"In {with_half(*part)} of 100 decisions no card is a best one by each of the old, the "
        f"compromise and the simplified count. Who plays by the compromise count loses {old} "
        f"points a decision by the old one and {simplified} by the simplified one."
    )
    settings = f"{len(differ):,} decisions with a choice when six cards are held, solved face up"
    return Found(above(*part, OFTEN), text, settings)


CLAIMS = (
    Claim(
        "P1",
        "Ace, ten, king against the same: who opens the suit gets 15, who waits 35.",
        "LEAD",
        _waiting("ATK", "ATK", "The book has 15 and 35."),
    ),
    Claim(
        "P2",
        "With ten, king, jack against ace, king, queen do not open the suit: let him open it.",
        "LEAD",
        _waiting(
            "TKJ",
            "AKQ",
            "The book has 0 and 20.",
        ),
    ),
    Claim(
        "P3",
        "Lead from a suit without high cards.",
        "LEAD",
        compare(
            "The best plain card from a suit without ace and ten over the best other one",
            _low_suits,
        ),
    ),
    Claim(
        "P9",
        "The first ace catches two cards that count nothing, the second two fives.",
        "SURVEY",
        _first_aces,
    ),
    Claim(
        "P13",
        "Lose the lead to the opponent on your left, so that you play last.",
        "LEAD",
        _lost_left,
    ),
    Claim(
        "P14",
        "Draw their trumps, but keep one or two for the last trick.",
        "LEAD",
        _draw_and_keep,
    ),
    Claim("P15", "To cash all high cards early often loses the last trick.", "LEAD", _greedy),
    Claim(
        "P16",
        "A trick given away into ten and ace can gain counters and the last trick.",
        "LEAD",
        _given_away,
    ),
    Claim(
        "P17",
        "Of two equal cards play the one that you have shown.",
        "LEAD",
        compare("The card shown over its equal that was not", _shown_first),
    ),
    Claim(
        "P23",
        "A long side suit led low makes a short defender waste his trumps.",
        "LEAD",
        _long_suit,
    ),
    Claim("P25", "The three counts change how one plays.", "LEAD", _by_count),
)

"""What a seat sees after a move, held against the referee, who sees everything."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.doubled import LAST, changed
from helpers.small_decks import small_rules
from helpers.strategies import some_move, stock_positions
from pinochle_solver import (
    RULEBOOKS,
    Act,
    Card,
    IllegalMoveError,
    IllegalPositionError,
    Play,
    PlayoffPosition,
    Referee,
    Rulebook,
    Seat,
    Show,
    StockPosition,
    random_deals,
)
from pinochle_solver.hand.next_position import after, possible_moves, sequel, viewer_of
from pinochle_solver.hand.observations import MissingObservationError, Observation
from pinochle_solver.rules.melds import dix_card

seeds = st.integers(0, 99_999)
_MACDOUGALL = RULEBOOKS["macdougall"]
# In small decks few cards are hidden, and much of what they are follows; in some none lies open.
unusual_rulebooks = st.sampled_from(
    [
        replace(
            _MACDOUGALL,
            name="closed",
            deck=replace(_MACDOUGALL.deck, stock=24, upcard=False),
        ),
        *(
            small_rules(ranks, 2, hand, draws_first, upcard)
            for ranks, hand in (("ATKQ", 5), ("ATKQ", 3), ("TKQ", 4), ("KQ", 2))
            for draws_first in (False, True)
            for upcard in (False, True)
        ),
    ]
)
rulebooks = st.sampled_from(list(RULEBOOKS.values())) | unusual_rulebooks


def asked(referee: Referee, viewer: Seat) -> None:
    """Pass where that is all that a seat can do whose hand is known: it is not asked then."""
    while referee.due not in (None, Act.PLAY) and len(referee.moves()) == 1:
        seen = referee.view(viewer)
        assert isinstance(seen, StockPosition)
        if seen.hand(seen.turn).hidden:
            return
        referee.push("pass")


def seen_of(
    referee: Referee, viewer: Seat, draws: int, laid: tuple[Card, ...] | None
) -> Observation:
    """What the viewer sees of the move just made: all of it that could be observed."""
    drawn = None
    last_dix = None
    last = referee.in_playoff and len(referee.draws) > draws
    takes_upcard = 0 if referee.rules.upcard_to_winner else 1
    for place, (seat, card) in enumerate(referee.draws[draws:]):
        is_upcard = last and place == takes_upcard and referee.rules.deck.upcard
        if seat is viewer and not is_upcard:
            drawn = card
        if last and seat is not viewer and not is_upcard and referee.rules.last_draw_dix:
            last_dix = card == dix_card(referee.rules, referee.trump)
    return Observation(drawn, laid, last_dix)


@settings(max_examples=15)
@given(seeds, rulebooks, st.sampled_from(Seat), st.integers(0, 3))
def test_every_step_is_what_the_referee_shows(
    seed: int, rules: Rulebook, viewer: Seat, keenness: int
) -> None:
    """From the deal to the last card: the same view, points and winners, move by move."""
    random = Random(seed)
    (deal,) = random_deals(1, seed, rules)
    referee = Referee.of_deal(deal, ask_always=True)
    position = referee.view(viewer)
    while position is not None:
        seat, points, draws = referee.turn, referee.points, len(referee.draws)
        tricks = referee.completed_tricks
        move = some_move(referee, random) if keenness else random.choice(referee.moves())
        assert move in possible_moves(position, viewer)
        option = next((o for o in referee.options() if o.show == move), None)
        hides = isinstance(position, StockPosition) and seat is not viewer
        laid = option.from_hand if option is not None and hides else None
        referee.push(move)
        asked(referee, viewer)
        observed = seen_of(referee, viewer, draws, laid)
        made = sequel(position, move, viewer, observed)
        assert made.position == referee.view(viewer)
        assert made.seat is seat
        assert made.move == move
        for each in Seat:
            assert sum(made.scored[each]) == sum(referee.points[each]) - sum(points[each])
        if seat is viewer or observed.laid is not None:
            assert made.shown_points == (option.points if option else 0)
        if observed.last_dix is not None:
            assert (viewer.other in made.last_dix) == observed.last_dix
        completes = referee.completed_tricks > tricks
        assert made.winner is (referee.leader if completes else None)
        assert [who for who, _ in made.drawn] == [who for who, _ in referee.draws[draws:]]
        position = made.position
    assert referee.is_over


@settings(max_examples=12)
@given(seeds, rulebooks, st.sampled_from(Seat))
def test_what_follows_need_not_be_told(seed: int, rules: Rulebook, viewer: Seat) -> None:
    """What is missing is asked for with choices, the right one among them."""
    random = Random(seed)
    (deal,) = random_deals(1, seed, rules)
    referee = Referee.of_deal(deal, ask_always=True)
    position = referee.view(viewer)
    while isinstance(position, StockPosition):
        draws = len(referee.draws)
        move = some_move(referee, random)
        option = next((o for o in referee.options() if o.show == move), None)
        referee.push(move)
        asked(referee, viewer)
        truth = seen_of(referee, viewer, draws, option.from_hand if option else None)
        observed, questions = Observation(), set()
        while True:
            try:
                made = sequel(position, move, viewer, observed)
                break
            except MissingObservationError as error:
                assert error.what not in questions
                questions.add(error.what)
                answer = getattr(truth, error.what)
                assert answer in error.choices
                assert len(error.choices) > 1
                assert error.seat is (viewer if error.what == "drawn" else viewer.other)
                observed = error.answered(observed, answer)
        assert made.position == referee.view(viewer)
        position = made.position


@settings(max_examples=20)
@given(seeds, rulebooks)
def test_with_every_card_known_nothing_has_to_be_told(seed: int, rules: Rulebook) -> None:
    random = Random(seed)
    (deal,) = random_deals(1, seed, rules)
    referee = Referee.of_deal(deal)
    position = referee.position()
    assert position is not None
    assert viewer_of(position) is None
    while position is not None:
        assert possible_moves(position) == referee.moves()
        move = some_move(referee, random)
        draws = len(referee.draws)
        referee.push(move)
        made = sequel(position, move)
        assert made.position == referee.position()
        assert list(made.drawn) == referee.draws[draws:]
        position = made.position


@given(stock_positions(), seeds)
def test_whatever_is_possible_can_be_made(position: StockPosition, seed: int) -> None:
    """Each possible move leads to a position, with any of the choices that are offered."""
    random = Random(seed)
    moves = possible_moves(position)
    assert moves
    assert len(set(moves)) == len(moves)
    for move in random.sample(moves, min(len(moves), 12)):
        observed = Observation()
        for _ in range(4):
            try:
                after(position, move, observed=observed)
                break
            except MissingObservationError as error:
                observed = error.answered(observed, random.choice(error.choices))
        else:
            pytest.fail("asked for the same again")


# ------------------------------------------------------------------------------------- by examples

FIRST = "rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12 dealer=north"
MIDDLE = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)
# North has kings and queens around on the table, and may marry either with a card of the hand.
AROUND = (
    "rules=scarne upcard=TS stock=19 act=meld turn=north south=AAJ9.J9.A9.J99 "
    "north=KQ.KQ.KQ.KQ+3 melds.north=kings:KS.KH.KD.KC@1+queens:QS.QH.QD.QC@2 "
    "tricks=9H-AH,TD-9D,AC-JC dealer=north"
)


def test_the_card_drawn_is_asked_for_with_what_it_may_be() -> None:
    position = after(StockPosition.parse(FIRST), "9C")
    assert isinstance(position, StockPosition)
    position = after(position, "KC")
    assert isinstance(position, StockPosition)
    assert (position.act, position.turn) == (Act.MELD, Seat.NORTH)
    with pytest.raises(MissingObservationError) as raised:
        after(position, "pass")
    assert raised.value.what == "drawn"
    assert raised.value.seat is Seat.SOUTH
    assert str(raised.value) == "drawn: missing, it does not follow what south has drawn"
    assert Card.parse("AH") in raised.value.choices
    assert Card.parse("AS") not in raised.value.choices
    drawn = after(position, "pass", observed=Observation(drawn=Card.parse("AH")))
    assert isinstance(drawn, StockPosition)
    assert drawn.south.known.text() == "AAT9.AKQ.-.QQJJ9"
    assert drawn.north.text() == "-.-.-.-+12"
    assert (drawn.stock, drawn.turn, drawn.act) == (21, Seat.NORTH, Act.PLAY)


def test_which_cards_come_from_a_hidden_hand_is_asked_for() -> None:
    position = StockPosition.parse(AROUND)
    with pytest.raises(MissingObservationError) as raised:
        after(position, "marriage:KH.QH")
    assert raised.value.what == "laid"
    assert set(raised.value.choices) == {(Card.parse("KH"),), (Card.parse("QH"),)}
    with pytest.raises(ValueError, match=r"^laid: None is none of the choices$"):
        raised.value.answered(Observation(), None)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.what, again.seat, again.choices) == ("laid", Seat.NORTH, raised.value.choices)
    assert str(copy.copy(raised.value)) == str(raised.value)
    for card, hearts in (("KH", "KKQ"), ("QH", "KQQ")):
        observed = Observation(drawn=Card.parse("AH"), laid=(Card.parse(card),))
        made = after(position, "marriage:KH.QH", observed=observed)
        assert isinstance(made, StockPosition)
        assert made.north.text() == f"KQ.{hearts}.KQ.KQ+3"  # one card of the three, and one drawn
    with pytest.raises(IllegalPositionError, match=r"^laid: AS, not so for marriage:KH.QH$"):
        after(position, "marriage:KH.QH", observed=Observation(laid=(Card.parse("AS"),)))


@pytest.mark.parametrize(
    ("line", "move", "observed", "fact"),
    [
        (FIRST, "KD", Observation(), "KD: south does not hold it"),
        (FIRST, "fly", Observation(), "'fly': 'fly' is no card (rank, then suit)"),
        (FIRST, "dix", Observation(), "'dix': south has to play a card now"),
        (FIRST, "9C", Observation(drawn=Card.parse("KD")), "drawn: KD, but nothing is drawn now"),
        (
            FIRST,
            "9C",
            Observation(laid=()),
            "laid: given, but no meld comes from hidden cards",
        ),
        (
            FIRST,
            "9C",
            Observation(last_dix=True),
            "last_dix: given, but nothing is drawn last now",
        ),
        (
            MIDDLE,
            "pass",
            Observation(drawn=Card.parse("AC")),
            "drawn: AC, but no copy of it is unseen",
        ),
        (
            MIDDLE,
            "pass",
            Observation(Card.parse("AS"), None, True),
            "last_dix: given, but north scores",
        ),
        (MIDDLE, "queens:QS.QH.QD.QC", Observation(), "queens:QS.QH.QD.QC: QD is not held"),
    ],
)
def test_what_cannot_be_is_told(line: str, move: str, observed: Observation, fact: str) -> None:
    with pytest.raises((IllegalMoveError, IllegalPositionError)) as raised:
        after(StockPosition.parse(line), move, observed=observed)
    assert str(raised.value).startswith(fact)


def test_a_hidden_seat_plays_no_card_that_is_seen_elsewhere() -> None:
    position = after(StockPosition.parse(FIRST), "9C")
    assert isinstance(position, StockPosition)
    cards = {move.card.text() for move in possible_moves(position) if isinstance(move, Play)}
    assert "AS" not in cards
    assert "9S" not in cards  # one is the upcard, the other south's
    assert "KS" in cards
    with pytest.raises(IllegalMoveError, match=r"^AS: north cannot hold it, no copy of it is un"):
        after(position, "AS")
    with pytest.raises(IllegalPositionError, match=r"^viewer: north, but 12 cards of that hand"):
        after(position, "KS", viewer=Seat.NORTH)


def test_the_last_dix_of_the_other_seat_is_asked_for() -> None:
    rules = RULEBOOKS["macdougall"]
    found = set()
    for seed in (0, 104, *range(200)):  # the first two will do
        (deal,) = random_deals(1, seed, rules)
        referee = Referee.of_deal(deal, ask_always=True)
        random = Random(seed)
        while not referee.in_playoff:
            before = referee.view(Seat.SOUTH)
            draws = len(referee.draws)
            move = random.choice(referee.moves())
            referee.push(move)
            asked(referee, Seat.SOUTH)
        truth = seen_of(referee, Seat.SOUTH, draws, None)
        if truth.last_dix is None:
            continue
        assert before is not None
        try:
            after(before, move, Seat.SOUTH)
        except MissingObservationError as error:
            assert error.what == "last_dix"
            for observed in (True, False):
                made = sequel(before, move, Seat.SOUTH, Observation(last_dix=observed))
                assert made.scored.north.melds == 10 * observed
                assert (made.position == referee.view(Seat.SOUTH)) == (observed is truth.last_dix)
            found.add(truth.last_dix)
        if found == {True, False}:
            return
    pytest.fail("no such hand")


def test_of_two_known_hands_the_draws_of_the_other_seat_are_hidden() -> None:
    (deal,) = random_deals(1, 4, RULEBOOKS["hayes"])
    dealt = Referee.of_deal(deal).position()
    assert isinstance(dealt, StockPosition)
    position: StockPosition = replace(dealt, stock=dealt.face_down)
    viewer = viewer_of(position)
    assert viewer is deal.dealer.other
    assert set(possible_moves(position)) == set(Referee.of_deal(deal).moves())
    led = after(position, possible_moves(position)[0], viewer)
    assert isinstance(led, StockPosition)
    assert led.hand(viewer.other).hidden == 0
    drawn = next(iter(led.unseen))
    made = sequel(led, possible_moves(led, viewer)[0], viewer, Observation(drawn))
    assert isinstance(made.position, StockPosition)
    assert dict(made.drawn) == {viewer: drawn, viewer.other: None}
    assert made.position.hand(viewer.other).hidden == 1
    assert len(made.position.hand(viewer.other).known) == 11
    assert made.position.hand(viewer).hidden == 0


def test_players_keep_their_names() -> None:
    position = StockPosition.parse(f"{FIRST} player.north=Ann")
    led = after(position, "9C")
    assert isinstance(led, StockPosition)
    assert led.players == position.players
    assert led.players.north == "Ann"


def test_who_sees_a_position() -> None:
    assert viewer_of(StockPosition.parse(MIDDLE)) is Seat.SOUTH
    assert viewer_of(StockPosition.parse(AROUND)) is Seat.SOUTH
    playoff = PlayoffPosition.parse("trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
    assert viewer_of(playoff) is None
    # After the last draws nothing is hidden any more, if both hands are named.
    assert viewer_of(StockPosition.parse(LAST)) is Seat.NORTH
    named = changed(LAST, "south=ATKK9.TQ9.J.TQQ")
    assert viewer_of(StockPosition.parse(named)) is None


def test_a_playoff_goes_on_to_its_end() -> None:
    position = PlayoffPosition.parse("rules=hayes trump=S south=T.-.-.- north=A.-.-.- turn=south")
    middle = after(position, "10s")
    assert isinstance(middle, PlayoffPosition)
    assert middle.led == Card.parse("TS")
    last = sequel(middle, "AS")
    assert (last.position, last.winner) == (None, Seat.NORTH)
    assert last.scored.north.tricks == 30
    with pytest.raises(IllegalPositionError, match=r"^drawn: given, but every card is known"):
        sequel(position, "TS", observed=Observation(drawn=Card.parse("AS")))


# After the last trick of the stock: north, who won it, has eleven of these cards and draws the
# twelfth, T K Q J 9 9 of spades, J J 9 of diamonds, Q J 9 of clubs; south takes the king of spades.
LATE = (
    "upcard=KS stock=1 act=meld turn=north south=AATQJ.A9.9.QJ9 north=-.-.-.-+11"
    " gone=-.ATTKKQQJJ9.AATTKKQQ.AATTKK"
)
# The same with the nines of spades turned up and gone.
NO_NINE = (
    "upcard=9S stock=1 act=meld turn=north south=AATKQJ.A9.9.QJ north=-.-.-.-+11"
    " gone=9.ATTKKQQJJ.AATTKKQQ.AATTKK"
)
# North has married in every suit; the other kings are unseen, three cards are left to be drawn.
FOUR_MARRIAGES = (
    "rules=scarne upcard=TS stock=3 act=meld turn=north south=AJ9.AT9.ATJ.AT north=KQ.KQ.KQ.KQ+3"
    " melds.north=royal-marriage:KS.QS+marriage:KH.QH+marriage:KD.QD+marriage:KC.QC"
    " gone=TQJ9.ATQJJ.ATQJ99.ATQJJ99"
)
# North has the royal marriage on the table; of trumps both aces, tens and jacks are unseen.
TO_RUN = (
    "rules=scarne upcard=9S stock=3 act=meld turn=north south=Q9.AA.AA.AATTK north=KQ.-.-.-+9"
    " melds.north=royal-marriage:KS.QS gone=-.TTKKQQJJ.TTKKQQJJ.KQQJJ9"
)


@pytest.mark.parametrize(("move", "taken", "other"), [("pass", "KS", "9S"), ("dix", "9S", "KS")])
def test_the_loser_of_the_last_trick_takes_what_lies_face_up_then(
    move: str, taken: str, other: str
) -> None:
    position = StockPosition.parse(f"rules=scarne {LATE}")
    for observed in (Observation(), Observation(drawn=Card.parse(taken))):
        made = sequel(position, move, observed=observed)
        assert made.drawn == ((Seat.NORTH, None), (Seat.SOUTH, Card.parse(taken)))
        assert made.position is not None
        assert isinstance(made.position, PlayoffPosition)
        assert made.position.south.count(Card.parse(taken)) == 1
    for card in (other, "AH"):
        with pytest.raises(IllegalPositionError, match=f"^drawn: {card}, but south takes {taken}$"):
            after(position, move, observed=Observation(drawn=Card.parse(card)))


def test_a_card_that_can_be_no_other_is_drawn_untold() -> None:
    line = LATE.replace("turn=north", "turn=south").replace("-.-.-.-+11", "TKQJ99.-.J9.QJ9")
    made = after(StockPosition.parse(f"rules=scarne {line}"), "pass")
    assert isinstance(made, PlayoffPosition)
    assert made.south.text() == "AATQJ.A9.J9.QJ9"
    assert made.north.text() == "TKKQJ99.-.J9.QJ9"


def test_the_last_dix_is_the_losers_where_the_upcard_is_the_winners() -> None:
    rules = replace(_MACDOUGALL, name="own", upcard_to_winner=True)
    deal = next(
        deal
        for deal in random_deals(99, 1, rules)
        if deal.stock[-1] == dix_card(rules, deal.trump) != deal.upcard
    )
    referee, random = Referee.of_deal(deal), Random(1)
    while not referee.in_playoff:
        before, move = referee.position(), some_move(referee, random)
        referee.push(move)
    assert before is not None
    assert sequel(before, move).last_dix == (referee.leader.other,)


def test_the_last_dix_of_the_other_seat_is_no_card_seen_elsewhere() -> None:
    position = StockPosition.parse(f"rules=macdougall {NO_NINE}")
    assert sequel(position, "pass").last_dix == ()
    with pytest.raises(IllegalPositionError, match=r"^last_dix: given, but no 9S is unseen$"):
        after(position, "pass", observed=Observation(last_dix=True))


def test_the_last_dix_of_the_other_seat_follows_where_no_other_card_is_left() -> None:
    line = LATE.replace("-.-.-.-+11", "TKQJ9.-.JJ9.QJ9")
    position = StockPosition.parse(f"rules=macdougall {line}")
    for observed in (Observation(), Observation(last_dix=True)):
        made = sequel(position, "pass", Seat.SOUTH, observed)
        assert (made.last_dix, made.scored.north.melds) == ((Seat.NORTH,), 10)
    with pytest.raises(IllegalPositionError) as raised:
        sequel(position, "pass", Seat.SOUTH, Observation(last_dix=False))
    assert str(raised.value) == "last_dix: given, but nothing except 9S is left"


@pytest.mark.parametrize("is_dix", [True, False])
def test_who_shows_a_dix_may_hold_the_other_or_draw_it_last(is_dix: bool) -> None:
    position = StockPosition.parse(f"rules=macdougall {LATE}")
    with pytest.raises(MissingObservationError) as raised:
        after(position, "dix")
    assert (raised.value.what, raised.value.choices) == ("last_dix", (True, False))
    made = sequel(position, "dix", observed=Observation(last_dix=is_dix))
    assert made.scored.north.melds == 10 + 10 * is_dix
    assert made.last_dix == (Seat.NORTH,) * is_dix


def test_what_is_drawn_has_to_fit_the_card_that_was_laid() -> None:
    """With two new kings the last named would have been laid: so the other three are drawn."""
    position = StockPosition.parse(FOUR_MARRIAGES)
    kings = "kings:KS.KH.KD.KC"
    laid = (Card.parse("KS"),)
    made = after(position, kings, observed=Observation(Card.parse("KH"), laid))
    assert isinstance(made, StockPosition)
    assert made.north.text() == "KKQ.KQ.KQ.KQ+3"
    with pytest.raises(IllegalPositionError) as raised:
        after(position, kings, observed=Observation(Card.parse("AS"), laid))
    assert str(raised.value) == "drawn: it does not fit the melds and the cards left"
    for card in ("KH", "AS"):
        made = after(position, kings, observed=Observation(Card.parse(card), (Card.parse("KC"),)))
        assert isinstance(made, StockPosition)
        assert made.north.text() == "KQ.KQ.KQ.KKQ+3"


@pytest.mark.parametrize("drawn", ["JS", "AS", "KS"])
def test_of_cards_that_may_lie_anywhere_each_may_be_drawn(drawn: str) -> None:
    observed = Observation(drawn=Card.parse(drawn))
    made = after(StockPosition.parse(TO_RUN), "run:AS.TS.KS.QS.JS", observed=observed)
    assert isinstance(made, StockPosition)
    assert made.north.text() == "ATKQJ.-.-.-+7"
    assert made.south.known.count(Card.parse(drawn)) == 1


def test_in_goulash_a_dix_is_thought_of_at_its_turn_alone() -> None:
    melding, showing = (
        StockPosition.parse(f"rules=goulash upcard=TS turn=north gone=-.-.-.AT {more}")
        for more in (
            "act=meld stock=31 south=AQ98.AKQ9.AJ98.KQ8 north=-.-.-.-+15",
            "act=show stock=29 south=AQ98.AKQ9.AJ98.KQ98 north=-.-.-.-+16",
        )
    )
    assert possible_moves(showing) == (Show(), Show(dix=True))
    melds = possible_moves(melding)
    assert len(melds) > 10
    assert not any(isinstance(move, Show) and move.dix for move in melds)

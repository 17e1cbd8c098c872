"""The checks of a stock-phase position; each error names the token and the fact."""

from __future__ import annotations

from operator import add

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.position_fields import (
    Act,
    HandPoints,
    SeatPoints,
    check_annotations,
    check_called,
    check_game,
    check_hand_points,
    check_stakes,
)
from pinochle_solver.notation.stock_fields import StockFields, face_down_after
from pinochle_solver.notation.stock_meld_checks import check_melds, exchanges
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.checks import (
    cards_text,
    check_copies,
    check_count,
    check_cut,
    check_rules,
    check_trump,
    counted,
    in_short,
)
from pinochle_solver.rules.doubles import (
    LARGEST_TO_DOUBLE,
    Stakes,
    has_window_after,
)
from pinochle_solver.rules.events import MOST_GLUPS_A_TRICK
from pinochle_solver.rules.hand_packing import hand_rules_record, meld_records, most_copies
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.rules import Seat


def check_gone(position: StockFields) -> None:
    """Check that the cards gone are whole tricks, and the same cards as those of the tricks."""
    gone, tricks = position.gone, position.tricks
    if gone is None:
        return
    if len(gone) % 2:
        raise IllegalPositionError("gone", f"{cards_text(len(gone))}, expected two a trick")
    if tricks is None:
        return
    played = Hand.of(card for trick in tricks for card in trick)
    if gone != played:
        raise IllegalPositionError(
            "tricks", f"they have {in_short(played.text())}, but gone is {in_short(gone.text())}"
        )


def check_possible(position: StockFields) -> None:
    """Make every other check, each after the checks that it relies on."""
    if min(position.copies_left()) < 0:
        check_copies(position.rules.deck, position.named_cards())
    if position.south.hidden and position.north.hidden:
        raise IllegalPositionError(
            "north", f"{position.north.hidden} unknown cards, and south has unknown ones as well"
        )
    _check_act(position)
    _check_sizes(position)
    _check_dealer(position)
    _check_glups(position)
    check_cut(position.rules, position.cut)
    credits = check_melds(position)
    check_game(position.rules, position.target, position.ahead, position.score, position.agreed)
    if position.points is not None:
        _check_points(position, credits)
    check_called(position)
    check_annotations(position.id, position.value)


def check_rulebook(position: StockFields) -> None:
    """Check that the rulebook has such a stock phase, and that the upcard and the trump fit it."""
    rules, deck = position.rules, position.rules.deck
    check_rules(rules)
    check_count(rules, position.count)
    undealt = deck.size - 2 * deck.hand - deck.draws
    if deck.copies > most_copies(rules) or not deck.draws or deck.draws % 2 or undealt:
        raise IllegalPositionError("rules", f"{rules.name} has no stock phase that is known here")
    _check_upcard(position)
    check_trump(deck, position.trump)
    try:
        meld_records(rules, position.trump)
    except ValueError as error:
        raise IllegalPositionError("rules", str(error)) from None
    if position.stakes is not None:
        _check_stakes(position, position.stakes)
    if position.upcard is not None and position.trump != position.upcard.suit:
        raise IllegalPositionError(
            "trump", f"{position.trump.letter}, but the upcard is {position.upcard}"
        )


def _check_upcard(position: StockFields) -> None:
    """Check that there is an upcard as long as there must be one: until the last draws."""
    deck = position.rules.deck
    if position.is_last_window:
        if position.upcard is not None:
            fact = f"{position.upcard}, but after the last draws there is none"
            raise IllegalPositionError("upcard", fact)
    elif (position.upcard is not None) != deck.upcard:
        fact = "missing" if deck.upcard else f"the {deck.name} deck has none"
        raise IllegalPositionError("upcard", fact)


def _check_stakes(position: StockFields, stakes: Stakes) -> None:
    """Check that the hand can be played with doubles, and that it is given who may double."""
    rules, count, trump = position.rules, position.count, position.trump
    game = (position.target, position.ahead, position.called, position.agreed)
    check_stakes(rules, stakes, position.score, *game)
    try:
        hand_rules_record(rules, count, trump, doubles=stakes.doubles)
    except ValueError as error:
        raise IllegalPositionError("doubles", str(error)) from None
    if stakes.doubler is None:
        raise IllegalPositionError("doubler", f"missing, needed at a stake of {stakes.stake}")


def _check_doubling(position: StockFields) -> None:
    """Check that the seat to decide can have a double to offer or to answer."""
    act, stakes, tricks = position.act.text(), position.stakes, position.completed_tricks
    if stakes is None:
        raise IllegalPositionError("act", f"{act}, but without doubles= nobody doubles")
    if not tricks:
        raise IllegalPositionError("act", f"{act}, before any trick")
    if not has_window_after(stakes.doubles, tricks, position.rules):
        fact = f"{act} after trick {tricks}, but a double is offered only after "
        raise IllegalPositionError("act", f"{fact}tricks 1 and {position.rules.deck.stock_tricks}")
    assert stakes.doubler is not None
    if not stakes.doubler.includes(position.leader):
        fact = f"but {position.leader.text()} won the trick and may double"
        raise IllegalPositionError("doubler", f"{stakes.doubler.text()}, {fact}")
    if stakes.stake > LARGEST_TO_DOUBLE:
        fact = f"{stakes.stake}, nobody doubles a stake over {LARGEST_TO_DOUBLE}"
        raise IllegalPositionError("stake", fact)
    if not position.is_last_window:
        return
    for seat in Seat:
        if position.melds(seat):
            fact = "after the last draws nothing lies on the table"
            raise IllegalPositionError(f"melds.{seat.text()}", fact)


def _check_act(position: StockFields) -> None:
    rules, act, tricks = position.rules, position.act, position.completed_tricks
    if act is Act.PLAY:
        return
    if position.led is not None:
        what = "doubles" if act.doubles else "melds"
        fact = f"{position.led}, in the middle of a trick nobody {what}"
        raise IllegalPositionError("led", fact)
    if act.doubles:
        _check_doubling(position)
        return
    if act is Act.SHOW and not rules.dix_turns:
        raise IllegalPositionError("act", f"show, but in {rules.name} there are no dix turns")
    if tricks == 0 and (act is Act.MELD or not rules.dix_turns):
        # If cards have been drawn, a missing gone= is the likelier slip.
        token = "gone" if position.face_down < rules.deck.stock else "act"
        fact = "missing" if token == "gone" else f"{act.text()}, before any trick"
        raise IllegalPositionError(token, fact)
    if act is Act.DIX and not rules.dix_by_loser:
        raise IllegalPositionError(
            "act", f"dix, but in {rules.name} only the winner of a trick melds one"
        )
    if tricks == rules.deck.stock_tricks > max(rules.last_meld_trick, rules.last_dix_trick):
        raise IllegalPositionError(
            "act", f"{act.text()}, but in {rules.name} not after trick {tricks}"
        )


def _check_sizes(position: StockFields) -> None:
    deck, tricks = position.rules.deck, position.completed_tricks
    before_draw = position.awaits_draw
    stock = "stock"
    if position.rules.deck.own_piles and not isinstance(position.stock, int):
        stock = "pile.south"
    if tricks - before_draw >= deck.stock_tricks and not position.is_last_window:
        token = "gone" if position.tricks is None else "tricks"
        raise IllegalPositionError(token, f"after {tricks} tricks the stock phase is over")
    face_down = face_down_after(tricks - before_draw, deck)
    if position.face_down != face_down:
        if tricks == 0 and position.face_down < deck.stock:
            are = "is" if position.face_down == 1 else "are"
            fact = f"missing, though {cards_text(position.face_down)} of the stock {are} left"
            raise IllegalPositionError("gone", fact)
        raise IllegalPositionError(
            stock,
            f"{cards_text(position.face_down)}, expected {face_down}"
            f" after {counted(tricks, 'trick')}",
        )
    for seat in Seat:
        has_led = position.led is not None and seat is not position.turn
        size = deck.hand - before_draw - has_led
        held = len(position.hand(seat))
        if held != size:
            raise IllegalPositionError(seat.text(), f"{cards_text(held)}, expected {size}")


def _first_leader(position: StockFields) -> Seat | None:
    """Who led to the first trick; None where the order of the tricks is not known."""
    if not position.is_ordered:
        return None
    return (*position.leaders, position.leader)[0]


def _check_dealer(position: StockFields) -> None:
    """Check whose turn it is against the dealer and the ordered tricks."""
    first_leader = _first_leader(position)
    if first_leader is None or first_leader is not position.dealer:
        return
    if position.gone:
        turn, leader = position.turn.text(), position.leader.other.text()
        raise IllegalPositionError(
            "turn", f"{turn}, but with dealer= and tricks= {leader} won the last trick"
        )
    raise IllegalPositionError(
        "dealer", f"{position.dealer.text()}, but {first_leader.text()} leads to the first trick"
    )


def _check_points(position: StockFields, credits: dict[Seat, int]) -> None:
    points, count = position.points, position.count
    assert points is not None
    check_hand_points(points, position.rules)
    taken = sum(seat.tricks for seat in points)
    if taken != count.of(position.gone):
        raise IllegalPositionError(
            "points",
            f"card points sum to {taken}, the cards played count {count.of(position.gone)}",
        )
    if position.tricks is not None:
        by_tricks = _won_in_tricks(position)
        for seat in Seat:
            if points[seat].tricks != by_tricks[seat]:
                raise IllegalPositionError(
                    "points",
                    f"{seat.text()} has {points[seat].tricks} in tricks, by tricks= it is "
                    f"{by_tricks[seat]}",
                )
    if not position.is_last_window:
        _check_meld_points(position, credits)


def points_by_tricks(position: StockFields) -> HandPoints | None:
    """What both seats have scored, by the ordered tricks and the melds laid.

    None where the order of the tricks is not known, or where it is not known what scored as it was
    played.
    """
    if not position.is_ordered:
        return None
    credits = {seat: position.credits(seat) for seat in Seat}
    expected = _meld_points(position, credits)
    if expected is None or len(expected) > 1:
        return None
    tricks = _won_in_tricks(position)
    return HandPoints(*(SeatPoints(expected[0][seat], tricks[seat]) for seat in Seat))


def _won_in_tricks(position: StockFields) -> dict[Seat, int]:
    """The card points of both seats from the tricks, whose order is known."""
    won = dict.fromkeys(Seat, 0)
    winners = (*position.leaders, position.leader)[1:]
    for winner, trick in zip(winners, position.tricks or (), strict=True):
        won[winner] += position.count.of(trick)
    return won


def _check_meld_points(position: StockFields, credits: dict[Seat, int]) -> None:
    """Meld points are those for what was laid, the dealer's, and what scored as it was played.

    Where cards score as they are played, the sum follows only from the order of the tricks and the
    dealer; if these are not known, there must be at least the points for what was laid.
    """
    assert position.points is not None
    given = tuple(seat.melds for seat in position.points)
    expected = _meld_points(position, credits)
    if expected is None:
        _check_least(given, tuple(credits[seat] for seat in Seat))
    elif given not in expected:
        texts = " or ".join(f"{south}/{north}" for south, north in expected)
        raise IllegalPositionError(
            "points", f"meld points are {given[0]}/{given[1]}, the melds scored {texts}"
        )


def _meld_points(position: StockFields, credits: dict[Seat, int]) -> list[tuple[int, ...]] | None:
    """South's and north's points for melds, or the two possible values; None if unknown."""
    rules = position.rules
    laid = tuple(credits[seat] for seat in Seat)
    if rules.glups or rules.played_dix:
        if position.dealer is None or not position.is_ordered:
            return None
        laid = tuple(map(add, laid, position.scored_in_play.points))
    bonus = _dealers_points(position)
    dealers: tuple[Seat | None, ...] = (None,)
    if bonus:
        first_leader = _first_leader(position)
        dealers = tuple(Seat) if position.dealer is None else (position.dealer,)
        if first_leader is not None:
            dealers = (first_leader.other,)
    return [
        tuple(
            credit + (bonus if seat is dealer else 0)
            for seat, credit in zip(Seat, laid, strict=True)
        )
        for dealer in dealers
    ]


def _check_least(given: tuple[int, ...], laid: tuple[int, ...]) -> None:
    for seat in Seat:
        if given[seat] < laid[seat]:
            fact = f"{seat.text()} has {given[seat]} for melds, the melds scored {laid[seat]}"
            raise IllegalPositionError("points", fact)


def _dealers_points(position: StockFields) -> int:
    """What the dealer scored for the card turned up, and for lifting exactly the cards to deal."""
    rules, dix = position.rules, dix_card(position.rules, position.trump)
    turned_up = dix is not None and position.upcard == dix and not exchanges(position)
    if position.cut is not None:
        return rules.dealer_lift_and_dix if turned_up else rules.dealer_lift
    return rules.dealer_dix if turned_up else 0


def _check_glups(position: StockFields) -> None:
    glups, rules = position.glups, position.rules
    text = glups.text()
    if any(glups) and not rules.glups:
        raise IllegalPositionError("glups", f"{text}, but in {rules.name} there are no glups")
    if glups[position.leader]:
        seat = position.leader.text()
        raise IllegalPositionError("glups", f"{text}, but {seat} leads, and who leads has none")
    most = MOST_GLUPS_A_TRICK * position.completed_tricks
    if not 0 <= min(glups) <= max(glups) <= most:
        after = counted(position.completed_tricks, "trick")
        raise IllegalPositionError("glups", f"{text}, expected 0 to {most} after {after}")
    if rules.glups and position.tricks is not None and glups != position.scored_in_play.glups:
        by_tricks = position.scored_in_play.glups.text()
        raise IllegalPositionError("glups", f"{text}, by tricks= it is {by_tricks}")

"""The referee's refusals, each by its rule; reading moves; what must not be seen; small decks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.small_decks import MARRIAGES, MINI
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Card,
    Hand,
    HandPoints,
    MeldKind,
    PlayoffPosition,
    Rulebook,
    Seat,
    SeatPoints,
    Suit,
    random_deals,
)
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.meld_kinds import Service
from pinochle_solver.rules.melds import parse_meld
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

WON = (  # the example of docs/NOTATION.md: south has just won the fourth trick
    "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)

# South leads to the last trick of the stock. If north lets him win, no meld and no dix is to be
# shown, and south leads to the playoff with A Q | Q 9 9 | A A T T K K J | - against north's
# K J | T J | - | A A T T K K Q J.
LAST = (
    "upcard=JS stock=QS turn=south south=A.Q99.AATTKKJ.9 north=K.TJ.-.AATTKKQJ9"
    " gone=ATTKQJ99.AATKKQJ.QQJ99.QJ"
)

# The winner of the fourth trick by other rulebooks and with other melds.
HAYES = (
    "upcard=TS stock=15 act=meld turn=south south=QQ9.AKQ.AJ.KQJ9 north=-.-.KQ.-+10"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)
LOST = (
    "upcard=TS stock=17 act=dix turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)
NO_DIX = WON.replace("south=Q9", "south=QJ")
DIX_LAID = (
    "upcard=9S stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.-.-+11"
    " melds.south=dix:9S gone=-.T9.J9.AAT9"
)
RUN_LAID = (
    "upcard=TS stock=17 act=meld turn=south south=ATKKQJ.AK.-.KQJ north=-.-.-.-+11"
    " melds.south=run:AS.TS.KS.QS.JS gone=-.T9.J9.AAT9"
)
MARRIED = (
    "upcard=TS stock=17 act=meld turn=south south=KQ.KQQ.KQ.KQJ9 north=-.-.-.-+11"
    " melds.south=marriage:KH.QH gone=-.T9.J99.AAT"
)
AROUND_LAID = MARRIED.replace("marriage:KH.QH", "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC")
TWO_JACKS = (
    "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.JJ.KQJ9 north=-.-.-.-+11"
    " melds.south=pinochle:QS.JD gone=-.T9.99.AAT9"
)
AFTER_LAST = (
    "upcard=TS stock=1 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.-.-+11"
    " gone=AA.ATTJJ99.ATTQJ99.AATTKQJ9"
)

# The winner of the first trick, with a dix in the hand, in the games of other decks.
GOULASH = (
    "upcard=TS stock=31 act=meld turn=south south=AQ97.AKQ9.AJ98.KQ8 north=-.-.-.-+15 gone=-.-.-.AT"
)
GLUP = (
    "upcard=9S stock=59 act=meld turn=south south=AQ99.AKQ9.ATJ9.KQJ99 north=-.-.-.-+17"
    " gone=-.-.-.AT"
)

ALL = tuple(PINOCHLE_BOOKS)


def referee_of(line: str, *moves: str, rules: Rulebook | None = None) -> Referee:
    """The hand from a position on, with the cards it does not name in canonical order."""
    position = StockPosition.parse(line, [] if rules is None else [rules])
    referee = Referee.of_position(position, position.unseen)
    for move in moves:
        referee.push(move)
    return referee


def refused(referee: Referee, move: Move | str) -> IllegalMoveError:
    """The refusal of a move, after which all is as it was."""

    def everything() -> list[object]:
        return [
            referee.position(),
            *(referee.view(seat) for seat in Seat),
            referee.moves(),
            referee.points,
            referee.history[:],
            referee.due,
            referee.turn,
        ]

    before = everything()
    with pytest.raises(IllegalMoveError) as caught:
        referee.push(move)
    assert everything() == before
    assert str(caught.value) == f"{caught.value.token}: {caught.value.fact}"
    assert str(caught.value).isprintable()
    return caught.value


# Melds


@pytest.mark.parametrize(
    ("rules", "line", "move", "fact"),
    [
        ("scarne", WON, "run:AS.TS.KS.QS.JS", "AS is not held"),
        ("scarne", WON, "dix+run:AS.TS.KS.QS.JS", "AS is not held"),
        ("scarne", WON, "jacks:JS.JH.JD.JC", "JS is not held"),
        ("hayes", HAYES, "double-pinochle:QS.QS.JD.JD", "too few JD are held"),
        (
            "scarne",
            TWO_JACKS,
            "pinochle:QS.JD",
            "QS has served in a meld of its class before (pinochle)",
        ),
        (
            "scarne",
            MARRIED,
            "marriage:KH.QH",
            "KH has served in a meld of its class before (marriage or run)",
        ),
        (
            "scarne",
            RUN_LAID,
            "royal-marriage:KS.QS",
            "QS has served in a meld of its class before (marriage or run)",
        ),
        (
            "scarne",
            AROUND_LAID,
            "royal-marriage:KS.QS",
            "it would put no new card on the table",
        ),
        (
            "scarne",
            MARRIED,
            "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC",
            "KH does not come from the hand, and this is laid all at once",
        ),
        (
            "macdougall-bonus",
            TWO_JACKS.replace("south=Q9", "south=KQ"),
            "grand-pinochle:KS.QS.JD",
            "QS does not come from the hand, and this is laid all at once",
        ),
        (
            "macdougall",
            AFTER_LAST,
            "pinochle:QS.JD",
            "in macdougall there is no meld after the last trick of the stock",
        ),
        # The dix
        ("scarne", NO_DIX, "dix", "south has no 9S in the hand"),
        ("scarne", NO_DIX, "dix+marriage:KH.QH", "south has no 9S in the hand"),
        ("scarne", DIX_LAID, "dix", "south has no 9S in the hand"),
        ("hayes", HAYES, "dix+marriage:KH.QH", "in hayes a dix is the one meld of its turn"),
        ("macdougall", LOST, "marriage:KH.QH", "the loser of a trick may only meld a dix"),
        ("macdougall", LOST, "dix+marriage:KH.QH", "the loser of a trick may only meld a dix"),
        ("macdougall", NO_DIX.replace("act=meld", "act=dix"), "dix", "south has no 9S in the "),
        ("goulash", GOULASH, "dix", "in goulash a dix is melded after the draws, at a dix turn"),
        ("glup", GLUP, "dix", "the upcard is a dix, and in glup one is only exchanged"),
        # A card is due
        ("scarne", LAST, "pass", "south has to play a card now"),
        ("scarne", LAST, "dix", "south has to play a card now"),
        ("scarne", LAST, "dix+marriage:KH.QH", "south has to play a card now"),
        ("scarne", LAST, "marriage:KH.QH", "south has to play a card now"),
        # What is no move
        ("scarne", WON, "marriage:KH.QD", "'marriage:KH.QD' is no marriage with spades as trump"),
        ("scarne", WON, "canasta:KH.QH", "'canasta' is no meld of scarne (its melds: marriage, "),
        ("scarne", WON, "marriage", "'marriage' is not kind:cards"),
        ("scarne", WON, "marriage:KH.QH+marriage:KC.QC", "only one meld for a trick won"),
        ("scarne", WON, "pass+dix", "'pass' is no meld of scarne"),
        ("scarne", WON, "", "'' is no meld of scarne"),
        ("scarne", WON, "dix+", "'' is no meld of scarne"),
        ("scarne", LAST, "", "'' is no card"),
        ("scarne", LAST, "AX", "unknown suit 'X' in 'AX'"),
        ("scarne", LAST, "QS@3", "'3' is not hand, table, 1 or 2"),
        ("scarne", LAST, "TC", "south does not hold it"),
        ("scarne", LAST, "AS@table", "no AS of south is on the table"),
        ("scarne", LAST, "AS@1", "south has no such copy of AS on the table"),
        ("scarne", LAST, "AS@2", "south has no such copy of AS on the table"),
    ],
)
def test_what_a_move_breaks_is_named(rules: str, line: str, move: str, fact: str) -> None:
    error = refused(referee_of(f"rules={rules} {line}"), move)
    assert error.fact.startswith(fact)
    assert error.token in (move, f"'{move}'")


def test_a_dix_of_a_rulebook_that_has_none_is_refused() -> None:
    scarne = RULEBOOKS["scarne"]
    house = replace(
        scarne, name="house", melds=tuple(kind for kind in scarne.melds if kind.name != "dix")
    )
    error = refused(referee_of(f"rules=house {WON}", rules=house), "dix")
    assert str(error) == "dix: house has no dix"


def test_moves_that_are_no_text_are_refused_alike() -> None:
    melding, playing = referee_of(WON), referee_of(LAST)
    ace = Card.parse("AS")
    assert str(refused(melding, Play(ace))) == ("AS: south has to meld now, or pass")
    assert str(refused(playing, Show())) == "pass: south has to play a card now"
    assert str(refused(playing, Show(dix=True))) == "dix: south has to play a card now"
    assert str(refused(playing, Play(Card.parse("TC")))) == "TC: south does not hold it"
    assert str(refused(playing, Play(ace, 2))) == (
        "AS@2: south has no such copy of AS on the table"
    )
    run = parse_meld("run:AS.TS.KS.QS.JS", RULEBOOKS["scarne"], Suit.SPADES)
    assert str(refused(melding, Show(meld=run))) == ("run:AS.TS.KS.QS.JS: AS is not held")


# The playoff's obligations

FOLLOW = "north must follow suit"
HEAD = "north must play a higher card of the suit led"
TRUMP = "north must play a trump"


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    ("led", "legal", "broken"),
    [
        ("9H", "TH JH", {"AC": FOLLOW, "KS": FOLLOW}),
        ("QH", "TH", {"JC": FOLLOW, "JS": FOLLOW}),
        ("AD", "KS JS", {"AC": TRUMP, "TH": TRUMP, "JH": TRUMP}),
        ("QS", "KS", {"JS": HEAD, "AC": FOLLOW, "TH": FOLLOW}),
        ("AS", "KS JS", {"AC": FOLLOW, "JH": FOLLOW}),
    ],
)
def test_reneges(rules: str, led: str, legal: str, broken: dict[str, str]) -> None:
    referee = referee_of(f"rules={rules} {LAST}", "9C", "9C", led)
    assert referee.in_playoff
    if led == "QH" and rules == "hayes":
        broken = {**broken, "JH": HEAD}
    elif led == "QH":
        legal += " JH"
    assert sorted(move.text() for move in referee.moves()) == sorted(legal.split())
    for move, rule in broken.items():
        assert str(refused(referee, move)) == f"{move}: {rule}"
    assert refused(referee, "9C").fact == "north does not hold it"
    assert refused(referee, "KS@1").fact == "north has no such copy of KS on the table"
    assert refused(referee, "pass").fact == "north has to play a card now"


@pytest.mark.parametrize("rules", ALL)
def test_one_who_is_void_of_suit_and_trump_plays_anything(rules: str) -> None:
    referee = referee_of(f"rules={rules} {LAST}", "9C", "9C", "AD", "JS", "KS", "AS", "AD")
    assert referee.turn is Seat.NORTH
    assert " ".join(move.text() for move in referee.moves()) == "AC TH TC KC QC JH JC"


# The notation of plays

TWO_QUEENS = (  # one of south's queens of spades has served in a pinochle, another is in the hand
    "upcard=TS stock=15 turn=south south=QQ9.AKQ.AJ.KQJ9 north=-.-.KQ.-+10"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
)
TWO_ALIKE = (  # both have served in a pinochle
    "upcard=TS stock=15 turn=south south=QQ9.AKQ.JJ.KQJ9 north=-.-.KQ.-+10"
    " melds.south=pinochle:QS.JD+pinochle:QS2.JD2 melds.north=marriage:KD.QD gone=-.T9.99.AAT9"
)
QUEEN_PLAYED = (  # the one that was laid has been played
    "upcard=TS stock=15 turn=south south=QJ9.AKQ.AJ.KQJ9 north=-.-.KQ.-+10"
    " melds.south=pinochle:QS*.JD melds.north=marriage:KD.QD gone=Q.T.J9.AAT9"
)
TWO_UNLIKE = (  # one in a pinochle, one in queens around
    "upcard=TS stock=15 turn=south south=QQ9.KQ.QJ.KQJ99 north=-.-.-.-+12"
    " melds.south=pinochle:QS.JD+queens:QS2.QH.QD.QC gone=-.T9.J9.AATT"
)
FIRST_PLAYED = (  # of two that were laid only the second is left
    "upcard=TS stock=15 turn=south south=Q9.KQ.QJ9.KQJ99 north=-.-.-.-+12"
    " melds.south=pinochle:QS*.JD+queens:QS2.QH.QD.QC gone=Q.T9.J.AATT"
)


@pytest.mark.parametrize(
    ("line", "move", "made"),
    [
        (TWO_QUEENS, "QS", "QS@1"),
        (TWO_QUEENS, "QS@table", "QS@1"),
        (TWO_QUEENS, "QS@1", "QS@1"),
        (TWO_QUEENS, "q♠@hand", "QS@hand"),
        (TWO_QUEENS, "KC", "KC"),
        (TWO_QUEENS, "KC@hand", "KC"),
        (TWO_QUEENS, "JD", "JD@1"),
        (TWO_QUEENS, "jc", "JC"),
        (TWO_ALIKE, "QS", "QS@1"),
        (TWO_ALIKE, "QS@table", "QS@1"),
        (TWO_ALIKE, "QS@1", "QS@1"),
        (TWO_ALIKE, "QS@2", "QS@1"),
        (TWO_UNLIKE, "QS", "QS@1"),
        (TWO_UNLIKE, "QS@table", "QS@1"),
        (TWO_UNLIKE, "QS@1", "QS@1"),
        (TWO_UNLIKE, "QS@2", "QS@2"),
        (FIRST_PLAYED, "QS@table", "QS@2"),
        (FIRST_PLAYED, "QS", "QS@2"),
    ],
)
def test_plays_are_read_as_they_are_meant(line: str, move: str, made: str) -> None:
    referee = referee_of(line)
    before = referee.position()
    assert made in [legal.text() for legal in referee.moves()]
    referee.push(move)
    (pushed,) = referee.history
    assert pushed.text() == str(pushed) == made
    assert referee.pop() == pushed
    assert referee.position() == before
    referee.push(pushed)
    assert referee.history == [pushed]


@pytest.mark.parametrize(
    ("line", "queens"),
    [
        (TWO_QUEENS, ["QS@1", "QS@hand"]),
        (TWO_ALIKE, ["QS@1"]),
        (TWO_UNLIKE, ["QS@1", "QS@2"]),
        (QUEEN_PLAYED, ["QS"]),
    ],
)
def test_copies_that_differ_are_moves_of_their_own(line: str, queens: list[str]) -> None:
    moves = [move.text() for move in referee_of(line).moves()]
    assert sorted(move for move in moves if move.startswith("QS")) == queens


@pytest.mark.parametrize(
    ("line", "move", "fact"),
    [
        (TWO_QUEENS, "QS@2", "south has no such copy of QS on the table"),
        (TWO_QUEENS, "KC@table", "no KC of south is on the table"),
        (TWO_QUEENS, "KC@1", "south has no such copy of KC on the table"),
        (TWO_QUEENS, "JD@hand", "south holds it on the table only"),
        (TWO_QUEENS, "QS@0", "'0' is not hand, table, 1 or 2"),
        (TWO_ALIKE, "QS@hand", "south holds it on the table only"),
        (TWO_UNLIKE, "QS@hand", "south holds it on the table only"),
    ],
)
def test_copies_that_are_not_there_are_refused(line: str, move: str, fact: str) -> None:
    assert refused(referee_of(line), move).fact == fact


@pytest.mark.parametrize(
    ("move", "made"),
    [
        ("pass", "pass"),
        ("PASS", "pass"),
        ("dix", "dix"),
        ("marriage:qh.kh", "marriage:KH.QH"),
        ("Dix+Marriage:KH.QH", "dix+marriage:KH.QH"),
        ("marriage:KH.QH+dix", "dix+marriage:KH.QH"),
    ],
)
def test_what_is_shown_is_read_as_it_is_meant(move: str, made: str) -> None:
    referee = referee_of(WON)
    referee.push(move)
    assert [pushed.text() for pushed in referee.history] == [made]


def test_the_upcard_serves_in_the_meld_of_its_exchange() -> None:
    referee = referee_of(WON.replace("south=Q9.AKQ.AJ.KQJ9", "south=AKQJ9.AQ.J.QJ9"))
    assert refused(referee, "run:AS.TS.KS.QS.JS").fact == "TS is not held"
    referee.push("dix+run:AS.TS.KS.QS.JS")
    assert referee.points.south == SeatPoints(160, 0)
    position = referee.position()
    assert isinstance(position, StockPosition)
    assert position.tokens()["melds.south"] == "pinochle:QS.JD+dix@4+run:AS.TS.KS.QS.JS@4"
    assert position.upcard == Card.parse("9S")


# Beginning and end


def test_there_is_no_move_after_the_end() -> None:
    referee = referee_of(LAST)
    while not referee.is_over:
        referee.push(referee.moves()[0])
    for move in (Play(Card.parse("AS")), Play(Card.parse("AS"), 1), Show(), Show(dix=True)):
        assert str(refused(referee, move)) == f"{move}: the hand is over"
    assert str(refused(referee, "pass")) == "'pass': the hand is over"


def test_nothing_is_taken_back_before_the_first_move() -> None:
    referee = referee_of(LAST)
    with pytest.raises(IndexError):
        referee.pop()
    referee.push("9C")
    assert referee.pop() == Play(Card.parse("9C"))
    with pytest.raises(IndexError):
        referee.pop()
    assert referee.position() == StockPosition.parse(LAST)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_a_hand_looked_back_at_goes_on_as_it_was(rules: str) -> None:
    (deal,) = random_deals(1, 7, RULEBOOKS[rules])
    referee, seen = Referee.of_deal(deal), list[object]()
    while not referee.is_over:
        seen.append(referee.position())
        referee.push(referee.moves()[-1])
    history, draws, state = referee.history, [*referee.draws], referee._game.state()
    made, points = tuple(history), referee.points
    for moves in (0, 1, len(made) // 3, len(made) // 2, len(made) - 1):
        with referee.after(moves):
            assert referee.position() == seen[moves]
            assert tuple(referee.history) == made[:moves]
        assert referee.history is history
        assert (tuple(history), referee.draws, referee._game.state()) == (made, draws, state)
        assert referee.points == points
    with pytest.raises(ZeroDivisionError), referee.after(3):
        raise ZeroDivisionError
    assert tuple(referee.history) == made
    assert referee.pop() == made[-1]
    assert referee.position() == seen[-1]


@pytest.mark.parametrize(
    ("line", "moves", "move", "error"),
    [
        (WON, 0, "KC", "'KC': south has to meld now, or pass"),
        (WON, 0, "QS@hand", "'QS@hand': south has to meld now, or pass"),
        (WON, 0, "dix+dix", "'dix+dix': only one dix for a trick won"),
        (LAST, 26, "KC", "'KC': the hand is over"),
        (LAST, 26, "", "'': the hand is over"),
        (TWO_QUEENS, 0, Play(Card.parse("JD")), "JD: south holds it on the table only"),
    ],
)
def test_the_reason_that_counts_is_named(
    line: str, moves: int, move: Move | str, error: str
) -> None:
    referee = referee_of(line)
    for _ in range(moves):
        referee.push(referee.moves()[0])
    assert str(refused(referee, move)) == error


@pytest.mark.parametrize(
    ("rules", "meld", "trump"),
    [
        ("hayes", "double-pinochle:QS.QS.JD.JD", Suit.SPADES),
        ("scarne", "marriage:KS.QS", Suit.HEARTS),
    ],
)
def test_a_meld_of_other_rules_is_refused(rules: str, meld: str, trump: Suit) -> None:
    with pytest.raises(IllegalMoveError):
        referee_of(WON).push(Show(meld=parse_meld(meld, RULEBOOKS[rules], trump)))


# What must not be seen


def quiet_deal(rules: Rulebook, north: str, place: int, card: str) -> Deal:
    """A deal in which north can win the first trick, and this card lies in this place."""
    rest = rules.deck.cards()
    south_hand, north_hand = Hand.parse("-.TJJ9.JJ99.JJ99"), Hand.parse(north)
    for dealt in (*south_hand, *north_hand, Card.parse("TS"), Card.parse(card)):
        rest = rest.without(dealt)
    stock = [*rest]
    return Deal(
        rules=rules,
        count=rules.count,
        dealer=Seat.NORTH,
        south=south_hand,
        north=north_hand,
        upcard=Card.parse("TS"),
        stock=(*stock[:place], Card.parse(card), *stock[place:]),
        trump=Suit.SPADES,
    )


def what_south_sees(deal: Deal) -> tuple[list[str], bool, Seat]:
    """South's view at every play, nobody melding and all keeping the QH and 9H for the playoff.

    Also whether north had to pass after the first trick, and who won the eleventh.
    """
    referee = Referee.of_deal(deal)
    views, asked, winner = [], False, Seat.SOUTH
    while not referee.is_over:
        if referee.due is not Act.PLAY:
            asked = asked or (referee.turn is Seat.NORTH and len(referee.history) == 2)
            referee.push("pass")
            continue
        view = referee.view(Seat.SOUTH)
        if isinstance(view, StockPosition) and view.completed_tricks == 11:
            winner = view.leader
        views.append(str(view))
        moves = [
            move
            for move in referee.moves()
            if referee.in_playoff or move.text() not in ("QH", "9H")
        ]
        referee.push(moves[0])
    return views, asked, winner


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=ALL)
def test_no_meld_and_nothing_to_meld_look_the_same(rules: Rulebook) -> None:
    # North holds a marriage all the time, or its queen comes with his last card face down.
    married, single = "AJ.KQ.AATT.AATT", "AJ.K9.AATT.AATT"
    _, _, winner = what_south_sees(quiet_deal(rules, married, 20, "9H"))
    place = 20 if winner is Seat.NORTH else 21
    views, asked, _ = what_south_sees(quiet_deal(rules, married, place, "9H"))
    others, others_asked, _ = what_south_sees(quiet_deal(rules, single, place, "QH"))
    assert (asked, others_asked) == (True, False)
    assert len(views) == 48
    assert views == others


# A small deck


def mini_rules(draws_before_melding: bool) -> Rulebook:
    return Rulebook(
        "mini",
        "",
        COUNTS["old"],
        MARRIAGES,
        deck=MINI,
        must_head_plain=True,
        draws_before_melding=draws_before_melding,
    )


def mini_deal(rules: Rulebook) -> Deal:
    return Deal(
        rules=rules,
        count=rules.count,
        dealer=Seat.NORTH,
        south=Hand.parse("K.T.."),
        north=Hand.parse("-.KQ.."),
        upcard=None,
        stock=tuple(map(Card.parse, ("QS", "AS", "AH", "TS"))),
        trump=Suit.SPADES,
    )


def test_a_small_game_is_played_to_the_end() -> None:
    rules = mini_rules(draws_before_melding=True)
    referee = Referee.of_deal(mini_deal(rules))
    start = "rules=mini trump=S stock="
    seen = [  # what north sees before each move, and the move
        ("4 turn=south south=-.-.-.-+2 north=-.KQ.-.- points=0+0/0+0 dealer=north", "TH"),
        ("4 turn=north south=-.-.-.-+1 north=-.KQ.-.- led=TH points=0+0/0+0 dealer=north", "QH"),
        (
            "2 act=meld turn=south south=-.-.-.-+2 north=A.K.-.- tricks=TH-QH"
            " points=0+13/0+0 dealer=north",
            "royal-marriage:KS.QS",
        ),
        (
            "2 turn=south south=KQ.-.-.- north=A.K.-.- melds.south=royal-marriage:KS.QS@1"
            " tricks=TH-QH points=40+13/0+0 dealer=north",
            "QS@1",
        ),
        (
            "2 turn=north south=K.-.-.- north=A.K.-.- led=QS"
            " melds.south=royal-marriage:KS.QS*@1 tricks=TH-QH points=40+13/0+0 dealer=north",
            "AS",
        ),
    ]
    for tokens, move in seen:
        view = referee.view(Seat.NORTH)
        assert isinstance(view, StockPosition)
        assert view.text() == start + tokens
        assert StockPosition.parse(view.text(), [rules]) == view
        for seat in Seat:
            same = referee.view(seat)
            assert isinstance(same, StockPosition)
            assert same.hand(seat).known == referee.hand(seat)
        position = referee.position()
        assert isinstance(position, StockPosition)
        again = Referee.of_position(position)
        assert (again.position(), again.moves()) == (position, referee.moves())
        referee.push(move)
    playoff = "rules=mini trump=S south=KT.-.-.- north=-.AK.-.- turn=north points=40+13/0+14"
    for view in (referee.position(), referee.view(Seat.SOUTH), referee.view(Seat.NORTH)):
        assert view == PlayoffPosition.parse(playoff, [rules])
    referee.push("AH")
    assert [move.text() for move in referee.moves()] == ["TS", "KS"]
    for move in ("KS", "TS", "KH"):
        referee.push(move)
    assert referee.is_over
    assert referee.points == HandPoints(SeatPoints(40, 13 + 15 + 24), SeatPoints(0, 14))
    assert [move.text() for move in referee.history[:4]] == [
        "TH",
        "QH",
        "royal-marriage:KS.QS",
        "QS@1",
    ]


def test_of_a_small_hand_nothing_can_be_melded_before_drawing() -> None:
    referee = Referee.of_deal(mini_deal(mini_rules(draws_before_melding=False)))
    while not referee.in_playoff:
        assert referee.due is Act.PLAY
        for seat in Seat:
            assert referee.view(seat) is not None
        referee.push(referee.moves()[-1])
    assert referee.points.south.melds == referee.points.north.melds == 0


def test_a_nine_that_is_shown_is_no_card_of_the_hand_for_the_meld_beside_it() -> None:
    nines = MeldKind("nines", 100, "9*", ((Service.AROUND, "9*"),), all_at_once=True)
    house = replace(RULEBOOKS["scarne"], name="house", melds=(*RULEBOOKS["scarne"].melds, nines))
    position = StockPosition.parse(
        "rules=house upcard=9S stock=23 act=meld turn=south south=9.A9.A9.KKTTJ9 north=+11"
        " gone=-.-.K.A",
        rulebooks=[house],
    )
    referee = Referee.of_position(position, position.unseen)
    shows = [move.text() for move in referee.moves()]
    assert "nines:9S.9H.9D.9C" in shows
    assert "dix" in shows
    assert "dix+nines:9S.9H.9D.9C" not in shows

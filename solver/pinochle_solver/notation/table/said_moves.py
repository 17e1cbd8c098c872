"""Moves of the games for three and four as people say them.

``I bid 310``, ``pass``; ``spades 9d jh tc``; ``all``, ``run and pinochle``, ``all but the dix``;
``QS``, ``queen of spades``. A number stands for what it has in a list: for a card that may be
played, for a card of the hand in a burial, for a meld that may be laid. The forms of
``move_reading`` are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from pinochle_solver.errors import IllegalMoveError, NotationError, quoted
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.table.field_readers import parse_call
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.meld_words import MULTIPLES, in_rulebook_words
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.show_text import check_says_meld, read_show, says_nothing
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond, joined, less
from pinochle_solver.table.melds import (
    EXCHANGE,
    RUN,
    TABLE_MELD_KINDS,
    TableMeld,
    TableMelds,
    in_order,
    melds_with,
    most_melds,
)
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Dix, Lay, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_options import shows
from pinochle_solver.table.stock_seats import StockSeat
from pinochle_solver.table.views import AnyHand, AnyMove

_Listed = TypeVar("_Listed")

_BETWEEN = re.compile(r"[\s,;]+")
_JOINED = re.compile(r"\s*(?:[+,;&]|\band\b)\s*")
_ALL_BUT = re.compile(r"(?:all|everything)\s+(?:but|except|without)\s+(.+)", re.IGNORECASE)
_ALL = frozenset(("all", "everything", "y", "yes"))
_YES = frozenset(("dix", "y", "yes", "exchange"))
_NO = frozenset(("n", "no", "pass", "keep", "none", "nothing"))
_PASSES = frozenset(("pass", "passes", "passed"))
_CALLING = frozenset(("i", "bid", "bids", "say", "says", "call", "calls", "i'll", "we"))
_NAMING = frozenset(
    ("i", "name", "names", "trump", "trumps", "trump:", "trumps:", "is", "are", "and", "with")
)
_BURYING = frozenset(("bury", "buries", "bury:", "burying", "buried"))
_PLAYING = frozenset(("i", "play", "plays", "lead", "leads", "the", "my"))
_CONCEDING = frozenset(("concede", "i concede", "concede it", "give up", "i give up"))
_IN = frozenset(("in", "of", "the", "my", "a", "around"))
_NO_CARD = "no card. Type its rank and suit, as in QS, or its number"


def said_move(hand: AnyHand, text: str) -> AnyMove:
    """The move of the seat on turn that is meant; the hand says whether it is legal.

    Args:
        hand: a hand that is not over.
        text: what was said.

    Raises:
        NotationError: for words that are no move of the kind that is to be decided.
        IllegalMoveError: for a meld that is not possible, or that could be one of several.
    """
    assert hand.turn is not None
    word = " ".join(text.split())
    if isinstance(hand, StockHand):
        return _said_with_stock(hand, word)
    if hand.act is Act.BID:
        return _said_call(word)
    if hand.act is Act.BURY:
        return _said_burial(word, hand.hands[hand.turn], hand.rules.widow)
    if hand.act is Act.DIX:
        return _said_dix(word, hand)
    if hand.act is Act.MELD:
        assert hand.trump is not None
        possible = hand.most_melds(hand.turn, hand.hands[hand.turn])
        return Lay(said_melds(word, possible, hand.trump))
    if is_number(word):
        return _numbered(word, listed_moves(hand), "card")
    return PlayCard(_said_card(word))


def said_melds(text: str, possible: TableMelds, trump: Suit) -> TableMelds | None:
    """The melds that are meant, in list order; None: all.

    Args:
        text: what was said.
        possible: all that the seat can lay.
        trump: the trump suit.

    Raises:
        NotationError: for words that are no melds, and for a meld of which there is none.
        IllegalMoveError: for words that could be one of several melds.
    """
    word = text.strip().lower()
    if word in _ALL:
        return None
    if says_nothing(word):
        return ()
    if ":" in word:
        return tuple(meld for meld in _listed_melds(text, trump) if meld != EXCHANGE)
    left_out = _ALL_BUT.fullmatch(word)
    if left_out is not None:
        kept = list(possible)
        for meld in _named_melds(left_out[1], possible, trump):
            kept.remove(meld)
        return tuple(kept)
    return in_order(_named_melds(word, possible, trump), trump)


def listed_moves(hand: AnyHand) -> list[AnyMove]:
    """The legal moves in the order of their numbers: cards as in `by_suit`, others by the rules.

    Args:
        hand: a hand that is not over.
    """
    return sorted(hand.legal_moves(), key=_place_of)


def _place_of(move: AnyMove) -> tuple[int, int]:
    return _place(move.card) if isinstance(move, (Play, PlayCard)) else (0, 0)


def by_suit(hand: Hand) -> list[Card]:
    """The cards of a hand as they are shown and numbered: suit by suit, the highest first."""
    return sorted(hand, key=_place)


def _place(card: Card) -> tuple[int, int]:
    return card.suit, -card.rank


def melds_after(hand: TableHand, choice: Bury) -> TableMelds:
    """All that the bidder can lay after a burial."""
    assert hand.turn is not None
    return most_melds(less(hand.hands[hand.turn], choice.cards), choice.trump)


def _said_call(word: str) -> Call:
    words = [each for each in _BETWEEN.split(word.lower().strip(".!")) if each not in _CALLING]
    if len(words) == 1 and words[0] in _PASSES:
        return PASS
    try:
        return parse_call(" ".join(words))
    except NotationError:
        fact = "no call. Type a number, such as 310, or pass"
        raise NotationError(quoted(word), fact) from None


def _said_burial(word: str, held: Hand, widow: int) -> AnyMove:
    if word.lower() in _CONCEDING:
        return CONCEDE
    with suppress(NotationError):
        return parse_move(word, Act.BURY)
    said, slash, laid = word.partition("/")
    left_out = _NAMING | _BURYING
    words = [each for each in _BETWEEN.split(said) if each and each.lower() not in left_out]
    example = "such as S" if not widow else f"such as S {_example(held, widow)}"
    if not words:
        raise NotationError(quoted(word), f"no suit. Type the trump suit first, {example}")
    try:
        trump = Suit.parse(words[0].rstrip(":"))
    except NotationError:
        what = "the trump suit" if not widow else "the trump suit, and then the cards to bury"
        raise NotationError(quoted(words[0]), f"no suit. Type {what}, {example}") from None
    cards = _said_cards(words[1:], held)
    melds = said_melds(laid, most_melds(beyond(held, cards), trump), trump) if slash else None
    return Bury(trump, cards, melds)


def _example(held: Hand, widow: int) -> str:
    """Cards that could be buried, the lowest of the hand."""
    lowest = sorted(held, key=lambda card: card.rank)[:widow]
    return " ".join(map(Card.text, lowest))


def _said_cards(words: Sequence[str], held: Hand) -> Hand:
    """Cards of a hand, by their names or by their numbers in it."""
    if not words:
        return NO_CARDS
    if not all(map(is_number, words)):
        return _named_cards(words)
    if len(set(words)) < len(words):
        raise NotationError(quoted(" ".join(words)), "a number is given twice")
    return Hand.of(_numbered(word, by_suit(held), "card") for word in words)


def _named_cards(words: Sequence[str]) -> Hand:
    with suppress(NotationError):
        return Hand.parse(" ".join(words))
    for word in words:
        try:
            Hand.parse(word)
        except NotationError:
            raise NotationError(quoted(word), _NO_CARD) from None
    raise NotationError(quoted(" ".join(words)), "not all cards. Type them as in QS 9D")


def _said_dix(word: str, hand: AnyHand) -> AnyMove:
    if is_number(word):
        return _numbered(word, listed_moves(hand), "move")
    if word.lower() in _YES:
        return Dix(True)
    if word.lower() in _NO:
        return Dix(False)
    raise NotationError(quoted(word), "neither dix nor pass")


def _said_card(word: str) -> Card:
    try:
        return Card.parse(_bare(word))
    except NotationError:
        raise NotationError(quoted(word), _NO_CARD) from None


def _bare(word: str) -> str:
    """The card that is named in a sentence about playing it."""
    words = word.split()
    while len(words) > 1 and words[0].lower() in _PLAYING:
        words = words[1:]
    return " ".join(words)


def _said_with_stock(hand: StockHand, word: str) -> AnyMove:
    assert hand.turn is not None
    laid = hand.seats[hand.turn].laid
    if hand.act is Act.DIX:
        return _said_dix(word, hand)
    if is_number(word):
        return _numbered(word, listed_moves(hand), "move")
    if hand.act is Act.PLAY:
        _said_card(word.partition("@")[0])
        return parse_stock_move(_bare(word), hand.act, laid)
    assert hand.upcard is not None
    possible = shows(_with_all(hand, hand.turn), hand.upcard, hand.rules)
    show = read_show(word, possible, laid.book.dix)
    if show is not None:
        return show
    kinds = (kind.name for kind in laid.book.rules.melds)
    check_says_meld(word, kinds, f"what {hand.turn.text()} melds")
    return parse_stock_move(word, hand.act, laid)


def said_meld(hand: StockHand, seat: Seat, text: str) -> Show:
    """The meld that words mean, whether or not the seat has its cards.

    Raises:
        NotationError: for words that are no meld of the game.
        IllegalMoveError: for words that could mean several.
    """
    assert hand.upcard is not None
    has = replace(hand.seats[seat], hand=hand.rules.deck, hidden=0)
    show = read_show(text, shows(has, hand.upcard, hand.rules), has.laid.book.dix)
    if show is None or show == Show():
        raise NotationError(quoted(text), f"no meld of {hand.rules.name}; name its cards")
    return show


def _with_all(hand: StockHand, turn: Seat) -> StockSeat:
    """A seat with all the cards that it may hold: of hidden ones every card that is unseen."""
    seat = hand.seats[turn]
    return replace(seat, hand=joined(seat.hand, hand.unseen), hidden=0) if seat.hidden else seat


# Melds laid all at once


def _named_melds(text: str, possible: TableMelds, trump: Suit) -> list[TableMeld]:
    """The melds that words or numbers name, each as often as it is named."""
    parts = [part for part in _JOINED.split(in_rulebook_words(text)) if part]
    if parts and all(is_number(each) for part in parts for each in part.split()):
        numbers = [number for part in parts for number in part.split()]
        if len(set(numbers)) < len(numbers):
            raise NotationError(quoted(text.strip()), "a number is given twice")
        return [_numbered(number, possible, "meld") for number in numbers]
    left, found = list(possible), list[TableMeld]()
    for part in parts:
        multiple, _, single = part.partition(" ")
        if multiple not in MULTIPLES[1:]:
            multiple, single = "", part
        for meld in _named_times(single, MULTIPLES.index(multiple) + 1, left, trump):
            if meld in left:
                left.remove(meld)
            found.append(meld)
    return found


def _named_times(
    part: str, times: int, left: Sequence[TableMeld], trump: Suit
) -> Sequence[TableMeld]:
    """The melds that words name so many times: twice the same, or all that they fit."""
    fitting = [meld for meld in left if _is_named(part, meld)]
    if times == 1 or not fitting:
        return (_named_meld(part, left, trump),)
    if len(fitting) < times:
        fact = f"only {len(fitting)} of these {'is' if len(fitting) == 1 else 'are'} possible now"
        raise IllegalMoveError(quoted(part), fact)
    return fitting if len(fitting) == times else (_named_meld(part, left, trump),) * times


def _named_meld(part: str, left: Sequence[TableMeld], trump: Suit) -> TableMeld:
    """The meld that words name: one that is left, or the royal marriage of a run not laid."""
    meant = [meld for meld in dict.fromkeys(left) if _is_named(part, meld)]
    if not meant:
        royal = melds_with(trump)[1]
        has_run = any(meld.kind == RUN for meld in left)
        if has_run and _is_named(part, royal):
            return royal
        raise _no_meld(part)
    if len(meant) > 1:
        could_be = " or ".join(" ".join(map(Card.text, meld.cards)) for meld in meant)
        raise IllegalMoveError(quoted(part), f"could be {could_be}. Type the cards")
    return meant[0]


def _is_named(part: str, meld: TableMeld) -> bool:
    """Whether words name a meld, by its kind, its suit or its cards."""
    kind = meld.kind.name
    words = part.replace("royal marriage", "royal-marriage").split()
    kinds = [word for word in words if word in _names(kind)]
    rest = [word for word in words if word not in _IN and word not in kinds]
    if not rest:
        return bool(kinds)
    with suppress(NotationError):
        suit = Suit.parse(" ".join(rest))
        return bool(kinds) and {card.suit for card in meld.cards} == {suit}
    with suppress(NotationError):
        return Hand.parse(" ".join(rest)) == Hand.of(meld.cards)
    return False


def _no_meld(part: str) -> NotationError | IllegalMoveError:
    """Why words name none of the melds that are possible."""
    words = part.split()
    kinds = [word for word in words if word in TABLE_MELD_KINDS]
    rest = " ".join(word for word in words if word not in _IN and word not in (*kinds, "royal"))
    if kinds and (not rest or _reads(Suit.parse, rest) or _reads(Hand.parse, rest)):
        return IllegalMoveError(quoted(part), "no such meld is possible now")
    if rest and _reads(Hand.parse, rest):
        return IllegalMoveError(quoted(part), "these cards are no meld now")
    return NotationError(quoted(rest or part), "no meld. Type all, none, names or numbers")


def _reads(parse: Callable[[str], object], words: str) -> bool:
    with suppress(NotationError):
        parse(words)
        return True
    return False


def _names(kind: str) -> tuple[str, ...]:
    """What a kind may be called: a royal marriage is a marriage, too."""
    return (kind, "marriage") if kind == "royal-marriage" else (kind,)


def _listed_melds(text: str, trump: Suit) -> TableMelds:
    move = parse_move(text, Act.MELD, trump)
    assert isinstance(move, Lay)
    return move.melds or ()


def _numbered(number: str, listed: Sequence[_Listed], what: str) -> _Listed:
    found = numbered(number, listed)
    if found is None:
        raise NotationError(quoted(number, 9), f"there is no such {what}")
    return found

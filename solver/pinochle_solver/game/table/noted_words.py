"""Answers to the questions of a notebook, in the words of a person."""

from __future__ import annotations

import re

from pinochle_solver.errors import IllegalMoveError, NotationError, quoted
from pinochle_solver.game.table.noted import OTHER_CARD, NoteKind, Said, TableQuestion
from pinochle_solver.game.table.noted_hand import NotedHand
from pinochle_solver.notation.numbers import is_number
from pinochle_solver.notation.table.said_moves import said_melds, said_move
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.melds import TableMelds, melds_with
from pinochle_solver.table.moves import CONCEDE, Concede
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_BETWEEN = re.compile(r"[\s,;]+")


def said_answer(state: NotedHand, question: TableQuestion, text: str, *, is_seen: bool) -> Said:
    """What words say in answer to a question.

    Args:
        state: the hand.
        question: what is asked.
        text: the words.
        is_seen: whether the cards of the seat that is asked are seen.

    Raises:
        NotationError: for words that do not answer it.
        IllegalMoveError: for a card that cannot have been drawn, and a meld that is not possible.
    """
    word, hand = " ".join(text.split()), state.hand
    rules = hand.rules
    if question.kind is NoteKind.WIDOW:
        return _read_widow(word, rules)
    if question.kind is NoteKind.DRAW:
        return _read_draw(word, question)
    if question.kind is NoteKind.TRUMP and not is_seen:
        return _read_trump(word, rules)
    if question.kind is NoteKind.MELDS and not is_seen:
        trump = hand.trump if state.trump is None else state.trump
        assert trump is not None
        return _read_melds(word, rules, question.seat, trump)
    if not is_seen and is_number(word) and question.kind is not NoteKind.CALL:
        fact = "numbers stand for your own cards; name the card, such as QS"
        raise NotationError(quoted(word), fact)
    return said_move(hand, word)


def _read_widow(word: str, rules: TableRules) -> Hand:
    if not word:
        raise NotationError("widow", "say the cards that were turned up")
    widow = Hand.parse(word)
    if len(widow) != rules.widow:
        fact = f"{counted(len(widow), 'card')}, expected {rules.widow}"
        raise NotationError("widow", fact)
    return widow


def _read_draw(word: str, question: TableQuestion) -> Card | None:
    if word.lower() == OTHER_CARD and None in question.choices:
        return None
    card = Card.parse(word.removeprefix("+").strip())
    if card not in question.choices:
        raise IllegalMoveError(card.text(), "it cannot have been drawn: you have seen every copy")
    return card


def _read_trump(word: str, rules: TableRules) -> Suit | Concede:
    """The trump that another seat names, or that it concedes."""
    said = word.lower().removeprefix("trump ").removeprefix("names ")
    if rules.melds_win and said in ("concede", "concedes", "gives up"):
        return CONCEDE
    try:
        return Suit.parse(said)
    except NotationError:
        fact = "no suit. Type S, H, D or C" + ", or concede" * rules.melds_win
        raise NotationError(quoted(word), fact) from None


def _read_melds(word: str, rules: TableRules, seat: Seat, trump: Suit) -> TableMelds:
    """The melds that another seat lays."""
    if not word:
        return ()
    if all(map(is_number, _BETWEEN.split(word.strip(" ,;")))):
        fact = "numbers stand for your own melds; name them, such as run"
        raise NotationError(quoted(word), fact)
    copies = rules.copies
    possible = tuple(meld for meld in melds_with(trump) for _ in range(copies))
    melds = said_melds(word, possible, trump)
    if melds is None:
        raise NotationError(quoted(word), f"say which melds {seat.text()} lays")
    return melds

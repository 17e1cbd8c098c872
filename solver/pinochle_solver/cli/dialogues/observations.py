"""Asks for what a seat sees besides a move: its draw, which cards are laid, the dix drawn last."""

from __future__ import annotations

from pinochle_solver.cli.dialogues.reading import QuitError, read_line
from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.hand.observations import DRAWN, LAST_DIX, MissingObservationError
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.cards import Card, Hand

_YES, _NO = ("y", "yes"), ("n", "no")


def ask(question: MissingObservationError, name: str, renderer: Renderer) -> object | None:
    """Ask until it is answered.

    Args:
        question: what is missing.
        name: of the seat that it is about.
        renderer: shows what can be said.

    Returns:
        one of the question's choices; None when the person takes the move back.

    Raises:
        QuitError: when the person quits, or the input ends.
    """
    prompt, expected, read = {
        DRAWN: (f"{name} drew> ", "the card that was drawn, such as +AS", _card),
        LAST_DIX: (
            f"did {name} draw the last dix? ",
            "y if the last card drawn was a dix, which scores, or n",
            _yes_or_no,
        ),
    }.get(question.what, (f"from {name}'s hand> ", "which cards came from the hand", _cards))
    if question.what not in (DRAWN, LAST_DIX):
        _tell_choices(question, renderer)
    while True:
        word = read_line(prompt).strip()
        lower = word.lower()
        if lower in ("q", "quit", "exit"):
            raise QuitError
        if lower in ("b", "back"):
            return None
        if lower == "?":
            _tell_choices(question, renderer)
            continue
        try:
            answer = read(word, question)
        except NotationError as error:
            fact = f"{error.fact}: " if word else ""
            choices = "? lists what is possible, back takes the move back"
            renderer.line(f"{fact}say {expected} ({choices})")
            continue
        if answer in question.choices:
            return answer
        renderer.line(f"{_text(answer)} is not possible (? lists what is)")


def _tell_choices(question: MissingObservationError, renderer: Renderer) -> None:
    texts = map(_text, question.choices)
    if question.what in (DRAWN, LAST_DIX):
        renderer.line(f"  {' '.join(texts)}")
        return
    for number, text in enumerate(texts, start=1):
        renderer.line(f"  {number:>2}  {text}")


def _text(choice: object) -> str:
    if isinstance(choice, tuple):
        return " ".join(map(str, choice))
    if isinstance(choice, bool):
        return "y" if choice else "n"
    return str(choice)


def _card(word: str, _: MissingObservationError) -> object:
    return Card.parse(word.removeprefix("+").strip())


def _cards(word: str, question: MissingObservationError) -> object:
    if is_number(word):
        choice = numbered(word, question.choices)
        if choice is None:
            raise NotationError("answer", f"there is no {word[:9]}")
        return choice
    cards = Hand.parse(word)
    same = (each for each in question.choices if isinstance(each, tuple) and Hand.of(each) == cards)
    return next(same, tuple(cards))


def _yes_or_no(word: str, _: MissingObservationError) -> object:
    if word.lower() in _YES:
        return True
    if word.lower() in _NO:
        return False
    raise NotationError("answer", f"{quoted(word)} is neither y nor n")

"""A question about decisions in plain words, as a condition of a query.

    question: part ("or" part)*
    part: term ((",") | "and")? term)*
    term: "not" term | "(" question ")" | tag

Of the tags that fit where a term begins the one with the most words is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.ledger.tags import TAGS, Tag
from pinochle_solver.ledger.words import SLOT_WORDS, SLOTS, Condition, Part, words_of
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

_OR, _AND, _NOT, _OPEN, _CLOSE, _COMMA = "or", "and", "not", "(", ")", ","
_JOINING = (_OR, _AND, _NOT, _OPEN, _CLOSE, _COMMA)
_FREE = ("NAME", "DAY")
_MOST_WORDS = 100
QUESTION = "question"
"""The token of errors that are about no word of a question."""
HELP = "pinochle help tags lists the words"


def condition_of(question: str) -> Condition:
    """The condition of a question.

    >>> condition_of("?? in the last four tricks holding three aces").sql
    "(d.mark = '??' AND d.tricks_left BETWEEN 1 AND 4 AND d.aces >= 3)"

    Raises:
        NotationError: for words that are no question; the token is the word.
    """
    words = words_of(question)
    if not words:
        raise NotationError(QUESTION, f"empty; {HELP}")
    if len(words) > _MOST_WORDS:
        raise NotationError(QUESTION, f"longer than {_MOST_WORDS} words")
    reader = _Reader(words)
    found = reader.question()
    if reader.left:
        raise NotationError(reader.left[0], "no bracket was opened before it")
    return found


class _Reader:
    """Takes a question apart.

    Args:
        words: those of `words_of`.

    Attributes:
        left: those not read yet.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.left = list(words)

    def question(self) -> Condition:
        parts = [self._part()]
        while self._takes(_OR):
            parts.append(self._part())
        return _joined(parts, " OR ")

    def _part(self) -> Condition:
        terms = [self._term()]
        while self.left and self.left[0] not in (_OR, _CLOSE):
            if not self._takes(_COMMA):
                self._takes(_AND)
            terms.append(self._term())
        return _joined(terms, " AND ")

    def _term(self) -> Condition:
        if not self.left:
            raise NotationError(QUESTION, f"it ends where a tag is expected; {HELP}")
        if self._takes(_NOT):
            term = self._term()
            return Condition(f"NOT coalesce({term.sql}, false)", term.values)
        if self._takes(_OPEN):
            inner = self.question()
            if not self._takes(_CLOSE):
                raise NotationError(_OPEN, "the bracket is not closed")
            return inner
        return self._tag()

    def _tag(self) -> Condition:
        found = [
            (said, tag) for tag in TAGS for phrase in tag.phrases if (said := self._said(phrase))
        ]
        if not found:
            raise self._unknown()
        (words, places), tag = max(found, key=lambda each: each[0][0])
        del self.left[:words]
        return _condition(tag, places)

    def _said(self, phrase: str) -> tuple[int, list[tuple[str, Part]]] | None:
        """How many of the next words say a phrase, and its places; None if they do not."""
        words, places = 0, []
        for word in phrase.split():
            rest = self.left[words:]
            part = SLOTS[word](rest) if word in SLOTS and rest else None
            if part is not None:
                places.append((word, part))
            elif rest[:1] != [word]:
                return None
            words += 1 if part is None else part.words
        return words, places

    def _takes(self, word: str) -> bool:
        is_there = self.left[:1] == [word]
        if is_there:
            del self.left[0]
        return is_there

    def _unknown(self) -> NotationError:
        """What is wrong with a word that begins no tag."""
        word = self.left[0]
        if word in _JOINING:
            return NotationError(word, f"a tag is expected before it; {HELP}")
        known = [phrase for phrase in _phrases() if phrase[0] == word]
        if known:
            return self._unknown_further(known)
        if word in RULEBOOKS or word in TABLE_RULEBOOKS:
            return NotationError(word, f"no tag begins so; did you mean rulebook {word}? {HELP}")
        meant = {each: f"holding {each}" for each in SLOT_WORDS["HELD"]}
        # A word from within a tag stands for the whole tag, and no tag for a word of another one.
        meant |= {each: " ".join(phrase) for phrase in [*_phrases()][::-1] for each in phrase[1:]}
        meant |= {phrase[0]: phrase[0] for phrase in _phrases()}
        meant = {each: whole for each, whole in meant.items() if each not in SLOTS}
        near = get_close_matches(word, meant, n=1)
        asked = f"did you mean {meant[near[0]]}? " if near else ""
        return NotationError(word, f"no tag begins so; {asked}{HELP}")

    def _unknown_further(self, phrases: Sequence[Sequence[str]]) -> NotationError:
        """What is wrong with words that begin like these phrases, but say none."""
        ends = [self._end(phrase) for phrase in phrases]
        furthest = max(words for words, _ in ends)
        known = "Type " + " or ".join(" ".join(phrase) for phrase in phrases)
        if furthest >= len(self.left) or self.left[furthest] in _JOINING:
            said = quoted(" ".join(self.left[:furthest]))
            return NotationError(self.left[0], f"{said} is no tag yet. {known}")
        expected = [place for words, place in ends if words == furthest]
        words = [word for place in expected for word in SLOT_WORDS.get(place, (place,))]
        wrong, before = self.left[furthest], self.left[furthest - 1]
        near = get_close_matches(wrong, words, n=1)
        asked = f" Did you mean {near[0]}?" if near else ""
        return NotationError(wrong, f"does not follow {before}.{asked} {known}")

    def _end(self, phrase: Sequence[str]) -> tuple[int, str]:
        """How many of the next words a phrase has, too, and its first word that is not said."""
        words = 0
        for place in phrase:
            rest = self.left[words:]
            part = SLOTS[place](rest) if place in SLOTS and rest else None
            if part is None and rest[:1] != [place]:
                return words, place
            words += 1 if part is None else part.words
        raise AssertionError("the phrase is said")


def _phrases() -> Iterator[list[str]]:
    for tag in TAGS:
        for phrase in tag.phrases:
            yield phrase.split()


def _condition(tag: Tag, said: Sequence[tuple[str, Part]]) -> Condition:
    """The condition of a tag.

    Args:
        tag: the tag.
        said: its places, each with what was said there.
    """
    texts: list[str] = []
    values: list[object] = []
    for place, part in said:
        if isinstance(part.value, Condition):
            return Condition(part.value.sql.replace("{}", tag.sql), part.value.values)
        # What a user may write freely never becomes a part of the query itself.
        is_free = place in _FREE
        texts.append("?" if is_free else part.value)
        values += [part.value] * is_free
    return Condition(tag.sql.format(*texts), (*values,))


def _joined(conditions: Sequence[Condition], word: str) -> Condition:
    if len(conditions) == 1:
        return conditions[0]
    sql = word.join(each.sql for each in conditions)
    return Condition(f"({sql})", tuple(value for each in conditions for value in each.values))

"""What is shown after a trick, as people say it: by its kind alone, by its cards, in words.

``marriage`` is enough where only one can be meant; so are ``marriage in hearts``, ``KH QH`` and
``dix and pinochle``. If no such meld is possible, ``marriage`` is the royal one, and a meld takes
along the dix that fetches one of its cards. Text that could mean two things is refused, and the
error names both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pinochle_solver.errors import IllegalMoveError, NotationError, quoted
from pinochle_solver.rules.card_text import read_cards
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_words import MULTIPLES, in_rulebook_words
from pinochle_solver.rules.moves import Show

_PASS = frozenset(
    ("pass", "none", "nothing", "no", "no meld", "no melds", "no dix", "nothing to meld", "-", "–")
)
_SIGNS = re.compile(r"[:.,;+&]")
_IGNORED = frozenset(("a", "an", "and", "around", "for", "in", "my", "of", "the", "with"))
_MOST_NAMED = 4


def says_nothing(text: str) -> bool:
    """Whether these are the words of somebody who melds nothing: ``pass``, ``no meld``."""
    return " ".join(text.lower().split()) in _PASS


def read_show(text: str, shows: Iterable[Show], dix: Card | None) -> Show | None:
    """Find which of the possible shows is meant.

    Args:
        text: what the player said.
        shows: the possible shows, a pass included where a pass is possible.
        dix: the card that is the dix; None where there is none.

    Returns:
        the show that is meant; None if it is none of them.

    Raises:
        IllegalMoveError: for text that could mean two or more of them; the error names them.
    """
    known = tuple(dict.fromkeys(shows))
    if says_nothing(text):
        return next((show for show in known if show == Show()), None)
    said = _Said(text, known, dix)
    meant = said.among(show for show in known if show != Show())
    if len(meant) > 1:
        named = [show.text() for show in meant[:_MOST_NAMED]]
        more = [] if len(meant) <= _MOST_NAMED else [f"{len(meant) - _MOST_NAMED} more"]
        could_be = " or ".join((*named, *more))
        raise IllegalMoveError(quoted(text), f"could be {could_be}; name the cards")
    return meant[0] if meant else None


def check_says_meld(text: str, kinds: Iterable[str], asked: str) -> None:
    """Refuse words that cannot be a meld as records write it either, with an error that helps.

    Args:
        text: what the player said.
        kinds: the names of the rulebook's melds.
        asked: what has to be said, in words: ``what you meld``.

    Raises:
        IllegalMoveError: for a single card, for cards that make no meld now, for the name of a meld
            without its cards, and for other words.
    """
    if ":" in text:
        return
    found, rest = _taken_out({*kinds, DIX}, _SIGNS.sub(" ", in_rulebook_words(text)))
    words = [word for word in rest.split() if word not in _IGNORED]
    if found == [DIX] and not words:
        return
    words = [word for word in words if word not in MULTIPLES]
    cards = _cards(words)
    if found and cards is None and _suit(words) is None:
        fact = "neither a suit nor the cards of a meld"
        raise IllegalMoveError(quoted(" ".join(words)), fact)
    if found:
        raise IllegalMoveError(quoted(text), "no such meld is possible now")
    if cards and len(cards) == 1:
        raise IllegalMoveError(cards[0].text(), f"a card; say first {asked}, or pass")
    fact = "these cards are no meld now" if cards else "neither a meld nor the cards of one"
    raise IllegalMoveError(quoted(text), fact)


class _Said:
    """What the words for a show say: a kind, cards or a suit, and whether a dix is named."""

    def __init__(self, text: str, known: tuple[Show, ...], dix: Card | None) -> None:
        self._dix_card = dix
        # What is written as records have it means just that.
        self._is_exact = ":" in text
        names = {show.meld.kind.name for show in known if show.meld is not None} | {DIX}
        if not self._is_exact:
            names |= {last for name in names for last in _last_words(name)}
        found, rest = _taken_out(names, _SIGNS.sub(" ", in_rulebook_words(text)))
        self._says_dix = DIX in found
        self._kinds = [name for name in found if name != DIX]
        words = [word for word in rest.split() if word not in _IGNORED]
        self._suit = _suit(words) if self._kinds else None
        self._cards = () if self._suit is not None else _cards(words)

    def among(self, shows: Iterable[Show]) -> list[Show]:
        """Those that may be meant: as they were named, else as close to it as there are any."""
        shows = [*shows]
        for is_loose, takes_dix in ((False, False), (True, False), (False, True), (True, True)):
            meant = [show for show in shows if self._fits(show, is_loose, takes_dix)]
            if meant or self._is_exact:
                return meant
        return []

    def _fits(self, show: Show, is_loose: bool, takes_dix: bool) -> bool:
        """Whether this show may be meant.

        Args:
            show: the show.
            is_loose: whether its kind may also be named by the last words of its name.
            takes_dix: whether it takes along a dix that was not named.
        """
        kinds = _kinds(show)
        for_short = [[name] for kind in kinds for name in _last_words(kind)] if is_loose else []
        is_kind = self._kinds in (kinds, *for_short)
        says_nothing = not (self._kinds or self._cards or self._says_dix)
        if self._cards is None or says_nothing or (self._kinds and not is_kind):
            return False
        laid = () if show.meld is None else show.meld.cards
        says_dix = self._says_dix or takes_dix
        if self._suit is not None and {card.suit for card in laid} != {self._suit}:
            return False
        if not self._cards:
            says_all = bool(self._kinds) == (show.meld is not None)
            return says_all and says_dix == show.dix
        named = Counter(self._cards)
        if show.dix and named == Counter([*laid, self._dix_card]):
            return True
        return bool(laid) and says_dix == show.dix and named == Counter(laid)


def _kinds(show: Show) -> list[str]:
    return [] if show.meld is None else [show.meld.kind.name]


def _last_words(name: str) -> list[str]:
    """What a kind may be called for short: ``marriage`` for ``royal-marriage``."""
    words = name.split("-")
    return ["-".join(words[place:]) for place in range(1, len(words))]


def _taken_out(names: Iterable[str], text: str) -> tuple[list[str], str]:
    """The names that occur in a text, and the text without them."""
    found = []
    # Longer names first: a royal marriage must not be read as a marriage.
    for name in sorted(names, key=len, reverse=True):
        text, times = re.subn(rf"\b{name.replace('-', '[- ]')}\b", " ", text)
        found += [name] * times
    return found, text


def _suit(words: list[str]) -> Suit | None:
    if len(words) != 1:
        return None
    try:
        return Suit.parse(words[0])
    except NotationError:
        return None


def _cards(words: list[str]) -> tuple[Card, ...] | None:
    """The cards that the words name; empty for no words, None for words that name no cards."""
    if not words:
        return ()
    try:
        return tuple(Card(rank, suit) for rank, suit in read_cards(" ".join(words)))
    except NotationError:
        return None

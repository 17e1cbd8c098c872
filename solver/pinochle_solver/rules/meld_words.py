"""Melds as friends say them, in the words of the rulebooks.

``four jacks``, ``40 jacks`` and ``a set of jacks`` are ``jacks``, a ``flush`` is a ``run``, and
``two dixes`` are a ``double dix``. For two players and at a table this is read first.
"""

from __future__ import annotations

import re

MULTIPLES = ("", "double", "triple", "quadruple")
"""What stands before a meld that is laid once, twice, three and four times."""
_KINDS = {
    "flush(?:es)?|runs|straights?": "run",
    "dixes|dixies|deece|deeces": "dix",
    "pinochles|pinocles?|pinuchles?": "pinochle",
    "marriages": "marriage",
    "royals": "royal marriage",
}
_POINTS = {"aces": 100, "kings": 80, "queens": 60, "jacks": 40, "pinochle": 40, "run": 150}
_IN_WORDS = {100: "hundred", 80: "eighty", 60: "sixty", 40: "forty"}
_NUMBERS = (
    ("1", "one", "single"),
    ("2", "two", "both", "double", "twice"),
    ("3", "three", "all three", "triple"),
    ("4", "four", "all four", "quadruple"),
)
_AROUND = ("aces", "kings", "queens", "jacks")
_AROUND_CARDS = (("4", "four", "all four"), ("8", "eight", "all eight"), ("12", "twelve"))
_SETS = r"(?:(?:sets?|times) (?:of )?|of |x )?"
_KIND = r"(?:royal[ -])?(?:run|dix|pinochle|marriage)"


def _one_of(words: tuple[str, ...]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _rewritings() -> list[tuple[re.Pattern[str], str]]:
    """What is replaced by what, in this order."""
    rules = [(rf"\b(?:{words})\b", kind) for words, kind in _KINDS.items()]
    for kind, points in _POINTS.items():
        said = _one_of((str(points), *filter(None, [_IN_WORDS.get(points)])))
        before = rf"\b(?:(?:a|one) )?(?:{said}) (?:points? )?(?:of |in |for )?"
        rules.append((rf"{before}(?={kind}\b)", ""))
    around = _one_of(_AROUND)
    for number, cards in enumerate(_AROUND_CARDS):
        before = f"{MULTIPLES[number]} ".lstrip()
        rules.append((rf"\b(?:{_one_of(cards)}) (?:of )?(?=(?:{around})\b)", before))
    rules.append((rf"\b(?:a )?set of (?=(?:{around})\b)", ""))
    for number, words in enumerate(_NUMBERS):
        before = f"{MULTIPLES[number]} ".lstrip()
        said = _one_of(words)
        rules.append((rf"\b(?:{said}) {_SETS}(?={_KIND}\b)", before))
        # Two kings are no kings around, two sets of kings are.
        rules.append((rf"\b(?:{said}) (?:sets?|times|x) (?:of )?(?=(?:{around})\b)", before))
    for number, times in ((1, "twice|(?:2|two) times|2x|x2"), (2, "(?:3|three) times|3x|x3")):
        named = rf"((?:{_KIND}|{around})\b(?:(?! and |[,;+&]).)*?)"
        rules.append((rf"\b{named} (?:{times})\b", rf"{MULTIPLES[number]} \1"))
    return [(re.compile(pattern), instead) for pattern, instead in rules]


_REWRITINGS = _rewritings()


def in_rulebook_words(text: str) -> str:
    """Words for one or more melds, with the names of the rulebooks for what people say.

    >>> in_rulebook_words("40 jacks, two dixes and a flush")
    'jacks, double dix and a run'
    >>> in_rulebook_words("Eight aces; dix twice")
    'double aces; double dix'
    """
    said = text.strip().lower()
    if ":" in said:
        return said
    for pattern, instead in _REWRITINGS:
        said = pattern.sub(instead, said)
    return said

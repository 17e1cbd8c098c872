"""The words of pages, help and messages are those of `pinochle help words`."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.plain_english import PATTERNS, findings, messages, paragraphs, texts


def test_what_a_user_reads_has_no_word_that_another_one_says_better() -> None:
    found = [
        f"{place}: {there!r}: write {words}"
        for place, text in texts()
        for there, words in findings(text)
    ]
    assert found == []


# The checker itself, on small texts.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It costs points less the luck.", "minus, or without"),
        ("Where nobody wins, the game goes on.", "If, or When"),
        ("It ends. Where a card is hidden, say so.", "If, or When"),
        ("the rulebook where none is named", "if"),
        ("What follows is known.", "the name of the thing"),
        ("A hand comes to 205.", "is worth, or is"),
        ("sampled in chunks of so many", "the name of the number"),
        ("The fact is told.", "who says it, or how it is shown"),
        ("The rulebook; scarne if not given.", "Default:"),
        ("a line on standard error", "stderr"),
        ("the learnt policy", "learned"),
        ("points of the final difference", "margin"),
        ("the other player's card", "opponent"),
        ("what the seat to decide sees", "player to move"),
        ("the second half of the hand", "stock phase, or playoff"),
        ("the turned-up card", "upcard"),
        ("trick points", "card points"),
        ("random rollouts", "playout"),
        ("a round trip", "roundhouse"),
        ("It is put to the test.", "tested"),
        ("with all hands open", "face up"),
        ("a search of open hands", "face up"),
    ],
)
def test_each_pattern_finds_its_words(text: str, words: str) -> None:
    assert words in {better for _, better in findings(text)}
    assert words in PATTERNS


@pytest.mark.parametrize(
    "text",
    [
        "What should you bid? Where do you sit?",
        "The message says where it is.",
        "The search comes to an end.",
        "It has a standard error of 2 points.",
        "a loss of less than 2 points",
    ],
)
def test_plain_sentences_are_left_alone(text: str) -> None:
    assert list(findings(text)) == []


def test_of_a_page_the_prose_is_read() -> None:
    page = "# What is\n\nOne\ntwo\n- three\n  four\n\n    code\n\n| a | table |\n\n5. five\n"
    assert list(paragraphs(page)) == [(3, "One two"), (5, "three four"), (12, "five")]


def test_of_a_module_the_messages_and_the_help_are_read(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""No message here."""\n\nNAME = "name"\nTEXT = f"a message: {NAME} to read"\n\n\n'
        'def command() -> None:\n    """The help of a command."""\n\n\n'
        'def other() -> None:\n    """No help."""\n'
    )
    assert sorted(messages(module)) == [
        (4, "a message:"),
        (4, "to read"),
        (8, "The help of a command."),
    ]

"""Questions to the ledger in words: what they ask for, and what is told of slips."""

from __future__ import annotations

import pytest

from helpers.paths import ROOT
from pinochle_solver.cli.help_pages import topics
from pinochle_solver.errors import NotationError
from pinochle_solver.ledger.queries import condition_of
from pinochle_solver.ledger.tags import TAGS
from pinochle_solver.ledger.words import SLOTS


@pytest.mark.parametrize(
    ("question", "sql", "values"),
    [
        (
            "?? in the last four tricks holding three aces",
            "(d.mark = '??' AND d.tricks_left BETWEEN 1 AND 4 AND d.aces >= 3)",
            (),
        ),
        (
            "(Leads or replies), not trivial",
            "((d.kind = 'lead' OR d.kind = 'reply') AND NOT coalesce(d.spread < 5, false))",
            (),
        ),
        (
            "leads or replies trivial",
            "(d.kind = 'lead' OR (d.kind = 'reply' AND d.spread < 5))",
            (),
        ),
        ("holding no trumps", "d.trumps = 0", ()),
        ("holding an ace", "d.aces >= 1", ()),
        ("holding exactly 2 tens", "d.tens = 2", ()),
        ("holding at most two spades", "d.spades <= 2", ()),
        ("void in hearts", "d.hearts = 0", ()),
        ("playing a trump", "right(d.played_card, 1) = d.trump", ()),
        ("playing the ten of spades", "d.played_card = ?", ("TS",)),
        ("best TS", "d.best_card = ?", ("TS",)),
        ("facing an ace", "left(d.led, 1) = ?", ("A",)),
        ("tricks 5 to 8", "d.trick BETWEEN 5 AND 8", ()),
        ("last trick", "d.tricks_left = 1", ()),
        ("losing more than 10 points", "d.points > 10", ()),
        ("losing 10 cents", "(d.unit = 'cents' AND d.loss >= 10)", ()),
        ("losing fewer than 2 checks", "(d.unit = 'checks' AND d.loss < 2)", ()),
        ("since 2026.1.2", "h.day >= CAST(? AS DATE)", ("2026-01-02",)),
        ("rulebook x'y", "split_part(h.rulebook, ' ', 1) = ?", ("x'y",)),
    ],
)
def test_a_question_is_a_condition(question: str, sql: str, values: tuple[object, ...]) -> None:
    assert condition_of(question) == (sql, values)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "question: empty; pinochle help tags lists the words"),
        ("the of a", "question: empty; pinochle help tags lists the words"),
        ("hodling three aces", "hodling: no tag begins so; did you mean holding?"),
        (
            "holding three axes",
            "axes: does not follow three. Did you mean aces? Type holding AMOUNT",
        ),
        ("last for tricks", "for: does not follow last. Did you mean four? Type last N tricks or"),
        ("playing quen", "quen: does not follow playing. Did you mean queen? Type playing CARD"),
        ("marked in auction", "auction: no tag begins so; did you mean rulebook auction? pinochle"),
        ("hayes leads", "hayes: no tag begins so; did you mean rulebook hayes? pinochle help"),
        ("acse", "acse: no tag begins so; did you mean holding aces? pinochle help tags lists"),
        ("burials in hand", "hand: no tag begins so; did you mean won hand? pinochle help"),
        ("10 points", "10: no tag begins so; pinochle help tags lists the words"),
        ("losing 10 cent", "cent: no tag begins so; did you mean losing AMOUNT cents?"),
        ("holding", "holding: 'holding' is no tag yet. Type holding AMOUNT HELD or holding HELD"),
        ("holding or leads", "holding: 'holding' is no tag yet. Type holding AMOUNT HELD"),
        ("leads (replies", "(: the bracket is not closed"),
        ("leads)", "): no bracket was opened before it"),
        ("leads or", "question: it ends where a tag is expected"),
        ("or leads", "or: a tag is expected before it"),
        ("since yesterday", "yesterday: does not follow since. Type since DAY"),
        ("? " * 101, "question: longer than 100 words"),
    ],
)
def test_a_slip_is_told_with_its_word(question: str, said: str) -> None:
    with pytest.raises(NotationError) as raised:
        condition_of(question)
    assert str(raised.value).startswith(said)


def test_the_pages_have_every_tag() -> None:
    rows = [f"| {', '.join(f'`{p}`' for p in tag.phrases)} | {tag.meaning} |" for tag in TAGS]
    assert "\n".join(rows) in (ROOT / "docs/LEDGER.md").read_text()
    topic = topics()["tags"].text
    for tag in TAGS:
        words = {word for phrase in tag.phrases for word in phrase.split()} - SLOTS.keys()
        assert any(word in topic for word in words), tag

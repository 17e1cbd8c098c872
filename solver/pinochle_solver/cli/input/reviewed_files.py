"""What the decisions of reviewed hands lost, from files that ``pinochle review`` has written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TypeAlias

import click

from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.lines import Lines, open_input
from pinochle_solver.cli.input.rulebooks import known_rulebooks
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.players import named
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.reviews.annotations import noted_losses
from pinochle_solver.reviews.own_level import PlayerLevel
from pinochle_solver.reviews.together import WhoPlayed

# What the decisions of a hand lost, by the name of the player; by the seat where there is none.
_Losses: TypeAlias = Mapping[str, Sequence[float]]


def own_level(files: Sequence[str]) -> PlayerLevel:
    """The level of the user, by the name in the settings, or of the only player reviewed.

    Args:
        files: records with reviews as comments, or lines of ``review --json``.

    Raises:
        click.UsageError: if it is not known who the user is, or too little is reviewed.
        click.ClickException: for a file that cannot be read or holds no review.
    """
    return PlayerLevel.of(_own_losses([hand for name in files for hand in _hands(name)]))


def _own_losses(hands: Sequence[_Losses]) -> list[float]:
    """What the user's decisions lost; raises `click.UsageError` if it is not known who that is."""
    names = dict.fromkeys(name for hand in hands for name in hand)
    asked = settings().name
    try:
        own = named(asked, names) if asked is not None else _only(names)
    except NotationError as error:
        fact = f"{error.fact}. Type pinochle settings name NAME to say who you are"
        if asked is not None:
            fact += f', or write [SouthPlayer "{asked}"] into the records'
        raise click.UsageError(f"--level mine: {fact}") from None
    losses = [lost for hand in hands for lost in hand.get(own, ())]
    if len(losses) < 2:
        raise click.UsageError(f"--level mine: only {len(losses)} decision of {own} is reviewed")
    return losses


def _only(names: Iterable[str]) -> str:
    """The only one of these names."""
    first, *more = names
    if more:
        raise NotationError("player", f"two players or more: {', '.join((first, *more))}")
    return first


def _hands(name: str) -> Iterator[_Losses]:
    """The reviewed hands of a file; raises `click.ClickException` if there is none."""
    with closing(Lines([open_input(name)])) as stream:
        lines = list(next(stream.by_stream()))
    is_json = next((line for line in lines if line.strip()), "").lstrip().startswith("{")
    hands = list(_of_json(name, lines) if is_json else _of_records(name, lines))
    if not any(hands):
        fact = f"no reviewed hand in it; type pinochle review {name} --annotate NEW-FILE"
        raise click.ClickException(f"{name}: {fact}")
    yield from hands


def _of_records(name: str, lines: Sequence[str]) -> Iterator[_Losses]:
    records = []
    for number, record in numbered_records(lines, known_rulebooks()):
        if isinstance(record, PositionError):
            tell(f"{name}:{number}: {record}")
        else:
            records.append(record)
    for record, names in zip(records, WhoPlayed(records).names, strict=True):
        losses: dict[str, list[float]] = {}
        for seat, lost in noted_losses(record):
            losses.setdefault(names.get(seat, seat.text()), []).append(lost)
        yield losses


def _of_json(name: str, lines: Sequence[str]) -> Iterator[_Losses]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        losses: dict[str, list[float]] = {}
        try:
            hand = json.loads(line)
            for each in hand["decisions"]:
                own = hand.get("players", {}).get(each["seat"]) or each["seat"]
                losses.setdefault(own, []).append(float(each["loss"]["mean"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            fact = "no line of pinochle review --json"
            raise click.ClickException(f"{name}:{number}: {fact}") from None
        yield losses

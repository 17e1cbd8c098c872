"""The arguments of each tool: a struct, of which msgspec makes the JSON schema that clients see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.mcp_server.limits import (
    DEFAULT_SECONDS,
    MOST_NAMES,
    MOST_NODES,
    MOST_RECORD,
    MOST_SECONDS,
    MOST_TEXT,
    MOST_TURNS,
    MOST_WORLDS,
)
from pinochle_solver.reviews.settings import LEAST_WORLDS
from pinochle_solver.table.pays import TablePays

_R = TypeVar("_R", bound="Request")

_ShortText = Annotated[str, Meta(max_length=MOST_TEXT)]
_Records = Annotated[str, Meta(max_length=MOST_RECORD)]
_Seconds = Annotated[float, Meta(gt=0, le=MOST_SECONDS)]
# Other programs hold whole numbers of JSON exactly up to here.
_Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]

# What msgspec says is wrong with a value, and how the program says it.
_FACTS = (
    (r"Expected `str` of length <= (\d+)", "longer than {} characters"),
    (r"Expected `array` of length <= (\d+)", "more than {} of them"),
    (r"Expected `(?:int|float)` <= ([\d.]+)", "expected at most {}"),
    (r"Expected `(?:int|float)` >= ([\d.]+)", "expected at least {}"),
    (r"Expected `(?:int|float)` > ([\d.]+)", "expected a number above {}"),
    (r"Expected `(.*)`, got `(.*)`", "expected {}, not {}"),
)
_KINDS = {
    "str": "text",
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


class Request(Struct, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool."""


class SolveRequest(Request, kw_only=True):
    """The arguments of ``solve``."""

    position: Annotated[_ShortText, Meta(description="tokens with all hands known")]
    seconds: Annotated[_Seconds, Meta(description="stop after this time")] = DEFAULT_SECONDS
    nodes: (
        Annotated[int, Meta(ge=1, le=MOST_NODES, description="stop after this many nodes")] | None
    ) = None


class AnalyzeRequest(Request, kw_only=True):
    """The arguments of ``analyze``."""

    position: Annotated[_ShortText, Meta(description="tokens, as the player to move sees it")]
    seconds: Annotated[_Seconds, Meta(description="stop after this time")] | None = None
    worlds: (
        Annotated[
            int, Meta(ge=1, le=MOST_WORLDS, description="stop after this many worlds or deals")
        ]
        | None
    ) = None
    seed: Annotated[_Seed, Meta(description="another seed, other worlds")] = 1
    objective: Annotated[
        Literal["points", "win"],
        Meta(description="order the moves by points, or by the chance to win; two-handed only"),
    ] = "points"


class ReviewRequest(Request, kw_only=True):
    """The arguments of ``review``."""

    record: Annotated[_Records, Meta(description="the record of one two-handed hand")]
    seat: Annotated[
        Literal["south", "north"] | None, Meta(description="whose decisions; by default both")
    ] = None
    seconds: Annotated[_Seconds, Meta(description="time for each decision")] | None = None
    worlds: (
        Annotated[
            int,
            Meta(ge=LEAST_WORLDS, le=MOST_WORLDS, description="worlds for each decision"),
        ]
        | None
    ) = None
    seed: Annotated[_Seed, Meta(description="another seed, other worlds")] = 1
    moves: Annotated[
        bool, Meta(description="list all moves of each decision; the answer is three times as long")
    ] = False


class MeldsRequest(Request, kw_only=True):
    """The arguments of ``melds``: a position, or a hand with its trump."""

    position: Annotated[_ShortText, Meta(description="tokens of a two-handed position")] | None = (
        None
    )
    hand: Annotated[_ShortText, Meta(description="all cards held, as AS AS TS KH")] | None = None
    trump: Annotated[_ShortText, Meta(description="of a hand: S, H, D or C")] | None = None
    rules: Annotated[_ShortText, Meta(description="of a hand: its rulebook")] | None = None
    table: (
        Annotated[_ShortText, Meta(description="of a hand: melds laid, kind:cards, joined by +")]
        | None
    ) = None
    gone: Annotated[_ShortText, Meta(description="of a hand: cards seen elsewhere")] | None = None
    draws: (
        Annotated[
            int, Meta(ge=0, le=100, description="of a hand: draws before its last turn to meld")
        ]
        | None
    ) = None
    turns: (
        Annotated[int, Meta(ge=1, le=MOST_TURNS, description="plan the melds of this many turns")]
        | None
    ) = None


class RulesRequest(Request, kw_only=True):
    """The arguments of ``rules``."""

    names: Annotated[
        list[_ShortText],
        Meta(max_length=MOST_NAMES, description="rulebooks; all two-handed ones if empty"),
    ] = []


class ScoreRequest(Request, kw_only=True):
    """The arguments of ``score``."""

    records: Annotated[_Records, Meta(description="the hand records of a game, in order")]
    target: (
        Annotated[int, Meta(ge=1, le=2**31, description="the score that ends the game")] | None
    ) = None
    ahead: (
        Annotated[int, Meta(ge=1, le=2**31, description="the lead that ends the game, instead")]
        | None
    ) = None
    pays: (
        Annotated[
            _ShortText,
            Meta(
                description="how the game is settled",
                extra_json_schema={"enum": [pays.value for pays in TablePays]},
            ),
        ]
        | None
    ) = None
    chips: Annotated[bool, Meta(description="round card points to tens")] = False
    single_hand: Annotated[bool, Meta(description="each hand is a game")] = False
    drop_last_digit: Annotated[bool, Meta(description="drop the last digit of card points")] = False
    call_outs: Annotated[
        list[_ShortText],
        Meta(max_length=MOST_NAMES, description="claims of the target, HAND.TRICK:SEAT"),
    ] = []
    call_out_at_once: Annotated[bool, Meta(description="a right claim wins at once")] = False


def read(kind: type[_R], arguments: Mapping[str, Any]) -> _R:
    """The arguments of a tool.

    Raises:
        NotationError: with the name of an argument that is missing, unknown or wrong.
    """
    for name in arguments:
        if name not in kind.__struct_fields__:
            raise NotationError(
                quoted(name), f"unknown; known: {', '.join(kind.__struct_fields__)}"
            )
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise _of_argument(kind, str(error)) from None


def _of_argument(kind: type[Request], said: str) -> NotationError:
    """The error for what msgspec said: ``Expected `float` <= 40.0 - at `$.seconds```."""
    missing = re.fullmatch("Object missing required field `(.*)`", said)
    if missing:
        return NotationError(missing[1], "missing")
    what, _, path = said.rpartition(" - at ")
    name = path.strip("`").removeprefix("$.").removesuffix("[...]")
    for pattern, fact in _FACTS:
        found = re.fullmatch(pattern, what)
        if found:
            return NotationError(name, fact.format(*map(_in_words, found.groups())))
    chosen = re.fullmatch("Invalid enum value (.*)", what)
    if chosen:
        [field] = (each for each in fields(kind) if each.name == name)
        literal = next(each for each in _parts(field.type) if get_origin(each) is Literal)
        return NotationError(name, f"{chosen[1]}, expected {' or '.join(get_args(literal))}")
    return NotationError(name, what)


def _in_words(said: str) -> str:
    """A number, or the kinds of values in ``float | null``, as the program says it."""
    if said[0].isdigit():
        return f"{float(said):,.0f}"
    kinds = [kind for kind in said.split(" | ") if kind != "null" or kind == said]
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds)


def _parts(kind: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield kind
    for part in get_args(kind):
        yield from _parts(part)


def input_schema(kind: type[Request]) -> dict[str, Any]:
    """The JSON schema of the arguments of a tool, an object that refers to nothing else."""
    _, definitions = msgspec.json.schema_components([kind])
    [schema] = definitions.values()
    return {name: value for name, value in schema.items() if name not in ("title", "description")}

"""What the page asks for: structs of its requests, read strictly, and the positions in them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from pinochle_solver.board_server.limits import MOST_RECORD, MOST_SECONDS, MOST_TEXT, MOST_WORLDS
from pinochle_solver.errors import NotationError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.all_games import AnyPosition, parse_any_position
from pinochle_solver.notation.typed_words import typed_line

_Asked = TypeVar("_Asked", bound=Struct)
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Seconds = Annotated[float, Meta(gt=0, le=MOST_SECONDS)]
Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class PositionRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A position: a line of tokens, or words."""

    text: Text


class DealRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A hand dealt by a seed: of the stock phase, or a playoff."""

    rules: Annotated[str, Meta(max_length=100)]
    seed: Seed = 1
    phase: Literal["stock", "playoff"] = "stock"


class MoveRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A move in a position, and what else is seen: the fields of `Observation` by name."""

    text: Text
    move: Annotated[str, Meta(max_length=200)]
    seen: dict[str, Any] = msgspec.field(default_factory=dict)


class SearchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the moves of a position are worth, with what is assumed of the hidden cards.

    Without any limit a search takes `DEFAULT_SECONDS`.
    """

    text: Text
    seconds: Seconds | None = None
    worlds: Annotated[int, Meta(ge=1, le=MOST_WORLDS)] | None = None
    seed: Seed = 1
    where: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=10)] = (
        msgspec.field(default_factory=list)
    )


class PlayRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A hand against engines: its deal by the seed, and the moves of all seats so far.

    ``level`` is that of a two-handed opponent: a name, points lost a decision, or ``full``. With
    three and four ``advice`` is rules of thumb, and any other ``full``.
    """

    rules: Annotated[str, Meta(max_length=100)]
    seed: Seed
    level: Annotated[str, Meta(max_length=20)] = "full"
    moves: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=400)] = (
        msgspec.field(default_factory=list)
    )


class ReviewRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A record to be gone through decision by decision; of several its number, from 1."""

    record: Annotated[str, Meta(max_length=MOST_RECORD)]
    hand: Annotated[int, Meta(ge=1, le=1000)] = 1
    worlds: Annotated[int, Meta(ge=16, le=2000)] = 64


class StudyRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The text of a study."""

    text: Annotated[str, Meta(max_length=MOST_RECORD)]


def read_request(kind: type[_Asked], body: bytes) -> _Asked:
    """Read the body of a request; raises `NotationError` for anything else."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fact = str(error) if isinstance(error, msgspec.ValidationError) else "not JSON"
        raise NotationError("request", fact) from None


def read_position(text: str, rulebooks: KnownRulebooks) -> tuple[AnyPosition, str]:
    """A position from words or tokens, and the line of tokens that they mean.

    Raises:
        NotationError: for text that cannot be read.
        IllegalPositionError: for an impossible position.
    """
    words = " ".join(text.split())
    if not words:
        raise NotationError("position", "empty. Type a hand: AS AS TS KH QH ... up 9S")
    # What a shell would take away.
    bare = words if words.startswith("{") else words.replace('"', "")
    line = typed_line(bare, rulebooks)
    return parse_any_position(line, rulebooks), line

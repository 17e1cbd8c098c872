"""The server: the page, and what it asks for, on an address of this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.answers import (
    deal_answer,
    melds_answer,
    move_answer,
    position_answer,
    rulebook_views,
    search,
)
from pinochle_solver.board_server.page_files import page_files
from pinochle_solver.board_server.playing import play
from pinochle_solver.board_server.protection import Protected, TooMuchError
from pinochle_solver.board_server.quizzes import questions
from pinochle_solver.board_server.requests import (
    DealRequest,
    MoveRequest,
    PlayRequest,
    PositionRequest,
    ReviewRequest,
    SearchRequest,
    StudyRequest,
    read_request,
)
from pinochle_solver.board_server.reviewing import review_hand
from pinochle_solver.board_server.searches import EventStream, Report, Searches, refused
from pinochle_solver.board_server.studies import Study, study_answer, study_text_answer
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.version import __version__

_Asked = TypeVar("_Asked", bound=msgspec.Struct)
_Endpoint = Callable[[Request], Awaitable[ASGIApp]]
_JSON = "application/json"


class Board:
    """The board as an ASGI application.

    Args:
        rulebooks: the rulebooks that a page may name.
        processors: how many searches may run at a time.
        token: what the path of every request begins with.
        loopback: whether only addresses of this machine may name the board.
        opened: what the page opens first, as words, or empty.

    Attributes:
        searches: the searches under way.
    """

    def __init__(
        self,
        rulebooks: KnownRulebooks,
        processors: int,
        token: str,
        *,
        loopback: bool = True,
        opened: str = "",
    ) -> None:
        self.searches = Searches(processors, _told)
        self._rulebooks = rulebooks
        self._files = page_files()
        first = {"version": __version__, "rulebooks": rulebook_views(rulebooks), "opened": opened}
        self._first = msgspec.json.encode(first)
        routes = [
            Route("/", self._answered(self._page)),
            Route("/page/{name}", self._answered(self._page)),
            Route("/first", self._answered(self._begun)),
            Route("/puzzles", self._answered(self._puzzles)),
            self._asked("/position", PositionRequest, position_answer),
            self._asked("/deal", DealRequest, deal_answer),
            self._asked("/move", MoveRequest, move_answer),
            self._asked("/melds", PositionRequest, melds_answer),
            self._asked("/study", StudyRequest, study_answer),
            self._asked("/study/text", Study, study_text_answer),
            self._searched("/search", SearchRequest, search),
            self._searched("/play", PlayRequest, play),
            self._searched("/review", ReviewRequest, review_hand),
        ]
        self._application = Protected(Starlette(routes=routes), token, loopback=loopback)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._application(scope, receive, send)

    def _asked(
        self,
        path: str,
        kind: type[_Asked],
        answer: Callable[[_Asked, KnownRulebooks], object],
    ) -> Route:
        """What is answered at once, as JSON."""

        async def answered(request: Request) -> ASGIApp:
            asked = read_request(kind, await request.body())
            found = await run_in_threadpool(answer, asked, self._rulebooks)
            return Response(msgspec.json.encode(found), media_type=_JSON)

        return Route(path, self._answered(answered), methods=["POST"])

    async def _puzzles(self, request: Request) -> ASGIApp:
        return Response(msgspec.json.encode(questions()), media_type=_JSON)

    def _searched(
        self,
        path: str,
        kind: type[_Asked],
        work: Callable[[_Asked, KnownRulebooks, int, StopFlag, Report], None],
    ) -> Route:
        """What takes time, and is answered by events as it goes on."""

        async def answered(request: Request) -> ASGIApp:
            asked = read_request(kind, await request.body())
            return EventStream(self.searches.events(partial(work, asked, self._rulebooks)))

        return Route(path, self._answered(answered), methods=["POST"])

    def _answered(self, endpoint: _Endpoint) -> _Endpoint:
        """An endpoint whose errors are answers: the program's own sentence, or hardly a word."""

        async def answered(request: Request) -> ASGIApp:
            try:
                return await endpoint(request)
            except PositionError as error:
                # A browser would report any other status as an error of the page.
                return Response(refused(error), media_type=_JSON)
            except TooMuchError as error:
                # Starlette would make an internal error of it.
                body = msgspec.json.encode({"error": str(error)})
                return Response(body, status_code=413, media_type=_JSON)
            except Exception as error:
                _told(error)
                body = b'{"error":"internal error"}'
                return Response(body, status_code=500, media_type=_JSON)

        return answered

    async def _page(self, request: Request) -> ASGIApp:
        file = self._files.get(request.path_params.get("name", ""))
        if file is None:
            return Response(b'{"error":"not found"}', status_code=404, media_type=_JSON)
        return Response(file.content, media_type=file.kind)

    async def _begun(self, request: Request) -> ASGIApp:
        return Response(self._first, media_type=_JSON)


def _told(error: BaseException) -> None:
    """Tell on standard error what a page is not told."""
    print(f"board: internal error: {type(error).__name__}: {error}", file=sys.stderr)


class BoardServer(uvicorn.Server):  # type: ignore[misc]  # untyped where it is not installed
    """A server of a board: the first Ctrl-C ends its searches, and then the server.

    Args:
        board: the board.
    """

    def __init__(self, board: Board) -> None:
        config = uvicorn.Config(
            board,
            log_level="critical",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._board = board

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End by a signal."""
        self._board.searches.end()
        super().handle_exit(sig, frame)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, 0 for any free port; raises OSError where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def serve(board: Board, listener: socket.socket) -> None:
    """Serve the board until a signal ends it."""
    BoardServer(board).run(sockets=[listener])

"""The server of the board: how soon the first values come, and what many clients at once do to it.

Alone, positions are checked and searched one after the other, as a page does after the last click:
full playoffs, hands of the stock phase, and hands of auction before the first bid. Then many
clients ask at once, each for a search, then for the position that it holds: all have to be served,
be told how many wait before them, and read back what they sent.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

import click

from benchmarks.common.starting import run
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.hand.referee import Referee

_TIMEOUT = 120


class Client:
    """Asks a board as its page does."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token

    def ask(self, path: str, **body: object) -> str:
        """The whole answer."""
        return "".join(self._lines(path, body))

    def first(self, text: str) -> float:
        """Seconds until the first values of a position are there, with the check of it."""
        begun = time.perf_counter()
        self.ask("position", text=text)
        lines = self._lines("search", {"text": text})
        while next(lines) != "event: line\n":
            pass
        return time.perf_counter() - begun

    def searched(self, text: str, seconds: float) -> tuple[bool, bool, bool]:
        """Whether a search was served, was told to wait, and the position then read back."""
        events = self.ask("search", text=text, seconds=seconds)
        kept = json.loads(self.ask("position", text=text))["text"] == text
        return "event: done" in events, "event: waiting" in events, kept

    def _lines(self, path: str, body: object):  # type: ignore[no-untyped-def]
        connection = HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT)
        kind = {"Content-Type": "application/json"}
        connection.request("POST", f"/{self._token}/{path}", json.dumps(body), kind)
        answer = connection.getresponse()
        try:
            while line := answer.readline().decode():
                yield line
        finally:
            answer.close()
            connection.close()


def stock_positions(number: int, seed: int) -> list[str]:
    """The first decisions of dealt hands."""
    found = []
    for deal in random_deals(number, seed):
        referee = Referee.of_deal(deal)
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert view is not None
        found.append(view.text())
    return found


def memory_of(process: int) -> int:
    """The most memory that a process has held, in MB (Linux)."""
    status = Path(f"/proc/{process}/status").read_text()
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    return int(kilobytes) // 1000


@click.command()
@click.option("--clients", default=50, help="Clients at once.")
@click.option("--hands", default=20, help="Positions of each kind, one after the other.")
@click.option("--seconds", default=1.0, help="Seconds of each client's search.")
@click.option("--seed", default=64, help="Seed of the positions.")
def main(clients: int, hands: int, seconds: float, seed: int) -> None:
    """Measure the server of the board."""
    playoffs = [position.text() for position in random_playoffs(12, hands, seed)]
    stock = stock_positions(max(hands, clients), seed)
    command = [sys.executable, "-m", "pinochle_solver", "board", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            found = re.fullmatch(
                r"http://127\.0\.0\.1:(\d+)/(\S+)/", server.stdout.readline().strip()
            )
            assert found is not None
            client = Client(int(found[1]), found[2])
            deals = (
                json.loads(client.ask("deal", rules="auction", seed=seed + n)) for n in range(hands)
            )
            auction = [deal["text"] for deal in deals]
            kinds = {"full playoffs": playoffs, "stock phase": stock[:hands], "auction": auction}
            for name, texts in kinds.items():
                client.first(texts[0])  # what is imported once
                took = sorted(map(client.first, texts))
                click.echo(
                    f"{name}: first values after {median(took):.3f} s, at most {took[-1]:.3f} s"
                )
            with ThreadPoolExecutor(clients) as pool:
                answers = list(
                    pool.map(lambda text: client.searched(text, seconds), stock[:clients])
                )
            served, waited, kept = (sum(column) for column in zip(*answers, strict=True))
            click.echo(f"{clients} clients: {served} served, {waited} told to wait, {kept} kept")
            click.echo(f"memory: at most {memory_of(server.pid)} MB")
        finally:
            server.terminate()


if __name__ == "__main__":
    run(main)

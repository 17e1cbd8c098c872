"""Does an engine that thinks without a limit keep to its memory?

    python benchmarks/speed/engine_memory.py --minutes 10

``pinochle engine`` is asked for ``go infinite`` in a position of the stock phase. The resident
memory of its process is told once a minute, and at the end how fast it grew in the second half, and
how large it would be after an hour. In the first minutes the worlds kept one by one still fill up.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import click

from pinochle_solver.bench import machine_line

POSITION = (
    "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
)
_KB_IN_MB = 1024
_HOUR, _MINUTE = 3600, 60


def resident_mb(process: int) -> float:
    """The resident memory of a process, in MB of 1,024 times 1,024 bytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / _KB_IN_MB
    raise ValueError(f"/proc/{process}/status has no VmRSS")


def slope(times: list[float], sizes: list[float]) -> float:
    """By how much sizes grow in a unit of time, by least squares."""
    time, size = sum(times) / len(times), sum(sizes) / len(sizes)
    return sum((t - time) * (s - size) for t, s in zip(times, sizes, strict=True)) / sum(
        (t - time) ** 2 for t in times
    )


@click.command()
@click.option("--minutes", default=10, show_default=True, type=click.IntRange(2))
@click.option("--position", default=POSITION, show_default=True)
@click.option("--option", "options", multiple=True, help="Such as 'Engine pimc'; may be repeated.")
@click.option("--seconds", default=_MINUTE, show_default=True, help="Between two figures.")
def main(minutes: int, position: str, options: tuple[str, ...], seconds: int) -> None:
    """Tell the memory of an engine that thinks without a limit."""
    command = [sys.executable, "-m", "pinochle_solver", "engine"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for line in (*(f"setoption {each}" for each in options), f"position {position}"):
            engine.stdin.write(f"{line}\n")
        engine.stdin.write("go infinite\n")
        engine.stdin.flush()
        started, times, sizes = monotonic(), list[float](), list[float]()
        click.echo(f"{position}; {', '.join(options) or 'default'}; {machine_line()}\n")
        click.echo("| s | MB |\n|--:|--:|")
        for number in range(1, minutes * _MINUTE // seconds + 1):
            sleep(max(0.0, started + number * seconds - monotonic()))
            times.append(monotonic() - started)
            sizes.append(resident_mb(engine.pid))
            click.echo(f"| {times[-1]:.0f} | {sizes[-1]:.1f} |")
        engine.stdin.write("stop\nquit\n")
        engine.stdin.flush()
        last = [line for line in engine.stdout if line.startswith("info")][-1:]
    half = len(times) // 2
    growth = slope(times[half:], sizes[half:])
    click.echo(f"\n{_KB_IN_MB * growth:.2f} kB a second in the second half")
    click.echo(f"{sizes[-1] + growth * (_HOUR - times[-1]):.0f} MB in an hour")
    click.echo(f"last: {''.join(last).strip()}")


if __name__ == "__main__":
    main()

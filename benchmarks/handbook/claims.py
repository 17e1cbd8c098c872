"""What MacDougall claims, each claim tested and given a verdict.

    python benchmarks/handbook/claims.py --resume claims.jsonl --seed 1 --deals 5000 --write
    python benchmarks/handbook/claims.py W1 W2 D18

Without ids all claims are run. The claims, a module for each part of the book, are in
``macdougall/``. What many of them share is measured once: with ``--resume FILE`` it is kept in
files named after this one, and a further run goes on with them; Ctrl-C writes nothing, and the
status is 130. ``--deals`` is the number of hands worth a bid that are studied, and the other
measurements grow with it. ``--write`` keeps what was found in ``claims.json``, where the verdicts
of the other claims stay, and writes the pages in docs/handbook/ from it; the figure of a part
(matplotlib) is drawn anew if all its claims were run. What is found depends on the settings alone,
not on the number of processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import click
import msgspec

from benchmarks.common.measurements import end_command, processes_option, resume_option
from benchmarks.common.starting import run
from benchmarks.handbook.handbook import written
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict
from benchmarks.handbook.macdougall.measurements import Measured, UnfinishedError
from benchmarks.handbook.macdougall.sections import SECTIONS
from pinochle_solver.bench import machine_line

KEPT = Path(__file__).parent / "claims.json"
PAGES = Path(__file__).parents[2] / "docs" / "handbook"
INDEX = PAGES / "MACDOUGALL.md"
CLAIMS = {claim.id: claim for section in SECTIONS for claim in section.claims}

_HEAD = "| claim | test | verdict | finding | settings |\n|---|---|---|---|---|"


def kept() -> dict[str, Found]:
    """What was found before, by id."""
    if not KEPT.exists():
        return {}
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Found])


def keep(found: Mapping[str, Found]) -> None:
    """Keep what was found, in the order of the claims."""
    text = msgspec.json.format(msgspec.json.encode({each: found[each] for each in CLAIMS}))
    KEPT.write_bytes(text + b"\n")


def whole(found: Mapping[str, Found]) -> dict[str, Found]:
    """The same with every claim: those that were never run are `NOT_RUN`."""
    return {
        name: found.get(name) or Found(Verdict.NOT_RUN, claim.why or "needs a full run")
        for name, claim in CLAIMS.items()
    }


def pages(found: Mapping[str, Found]) -> dict[Path, str]:
    """The pages, by their files.

    Args:
        found: what was found of each claim.
    """
    texts = {INDEX: _index(found)}
    for section in SECTIONS:
        rows = "\n".join(_row(claim, found[claim.id]) for claim in section.claims)
        text = f"# {section.title}\n\n{section.about}\n\n{_HEAD}\n{rows}\n"
        for more in (section.after, *(found[claim.id].table for claim in section.claims)):
            text += f"\n{more.strip()}\n" if more else ""
        texts[PAGES / f"{section.file}.md"] = f"{text}\n[All parts]({INDEX.name})\n"
    return texts


def _row(claim: Claim, found: Found) -> str:
    cells = f"**{claim.id}** {claim.text}", claim.test, found.verdict.value
    return f"| {' | '.join((*cells, found.text, found.settings))} |"


def _index(found: Mapping[str, Found]) -> str:
    heads = " | ".join(verdict.value for verdict in Verdict)
    lines = [f"| part | {heads} |", f"|---|{'--:|' * len(Verdict)}"]
    for section in SECTIONS:
        numbers = _numbers(section.claims, found)
        lines.append(f"| [{section.title}]({section.file}.md) | {numbers} |")
    lines.append(f"| all | {_numbers(CLAIMS.values(), found)} |")
    return written(INDEX.read_text("utf-8"), {"parts": "\n".join(lines)})


def _numbers(claims: Iterable[Claim], found: Mapping[str, Found]) -> str:
    counted = Counter(found[claim.id].verdict for claim in claims)
    return " | ".join(str(counted[verdict]) for verdict in Verdict)


def _ids(_context: click.Context, _parameter: click.Parameter, ids: tuple[str, ...]) -> list[Claim]:
    """Read ids, in upper or lower case; none: all."""
    names = {name.upper(): name for name in CLAIMS}
    for each in ids:
        if each.upper() not in names:
            known = ", ".join(f"{section.claims[0].id} ..." for section in SECTIONS)
            raise click.BadParameter(f"no claim has the id {each!r}; there are {known}")
    return [CLAIMS[names[each.upper()]] for each in ids] or list(CLAIMS.values())


def _tell(claim: Claim, found: Found) -> None:
    click.echo(f"{claim.id} {found.verdict.value}: {found.text}")


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("ids", nargs=-1, callback=_ids)
@click.option("--deals", default=5000, show_default=True, type=click.IntRange(20))
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Keep what is found, and write docs/handbook/.")
@resume_option
@processes_option
def main(
    ids: list[Claim], deals: int, seed: int, write: bool, resume: Path | None, processes: int
) -> None:
    measured = Measured(deals, seed, resume, processes)
    click.echo(machine_line())
    found: dict[str, Found] = {}
    try:
        for claim in ids:
            found[claim.id] = claim.found(measured)
            _tell(claim, found[claim.id])
    except UnfinishedError:
        end_command(finished=False)
    if write:
        everything = whole(kept() | found)
        keep(everything)
        PAGES.mkdir(exist_ok=True)
        for file, text in pages(everything).items():
            file.write_text(text, encoding="utf-8")
        for section in SECTIONS:
            if section.draw is not None and set(section.claims) <= set(ids):
                section.draw(measured, PAGES.parent / "images")
    end_command(finished=True)


if __name__ == "__main__":
    run(main)

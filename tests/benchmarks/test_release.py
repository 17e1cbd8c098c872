"""Engines of commits as players: of a small repository, whose engine does little."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which
from textwrap import dedent

import pytest
from click.testing import CliRunner, Result

from benchmarks.common.variants import ROOT, copied
from benchmarks.strength import release
from benchmarks.strength.release import main
from pinochle_solver.engines.external import engine_name
from pinochle_solver.matches.players import PlayerSpec

pytestmark = pytest.mark.skipif(which("git") is None, reason="git is not installed")

ENGINE = """
    import sys
    from pinochle_solver.built import NUMBER

    assert sys.argv[1:] == ["engine"]
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        if line.startswith("setoption Engine "):
            NUMBER = f"{NUMBER} {line.split()[-1]}"
            if line.split()[-1] == "none":
                print("error Engine: 'none', expected another", flush=True)
        answers = {"pn": f"id name release {NUMBER}\\npnok", "ready": "readyok"}
        if line.strip() in answers:
            print(answers[line.strip()], flush=True)
"""
SETUP = """
    import sys
    from pathlib import Path

    assert sys.argv[1:] == ["-q", "build_ext", "--inplace"]
    number = Path("ext/number").read_text()
    if not number.isdigit():
        sys.exit("this is no number")
    Path("solver/pinochle_solver/built.py").write_text(f"NUMBER = {number}")
    with Path("../../builds").open("a") as builds:
        builds.write(number)
"""


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    command = ("git", "-C", str(folder), *identity, *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, number: str) -> str:
    """Commit a version of the program; its name."""
    (folder / "ext" / "number").write_text(number)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", number)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository without commits, which `release` takes for the project's."""
    folder = tmp_path / "the project's"
    package = folder / "solver" / "pinochle_solver"
    package.mkdir(parents=True)
    (folder / "ext").mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(dedent(ENGINE))
    (folder / "setup.py").write_text(dedent(SETUP))
    git(tmp_path, "init", "--quiet", str(folder))
    monkeypatch.setattr(release, "ROOT", folder)
    return folder


def run(commit: str, into: Path) -> Result:
    return CliRunner().invoke(main, [commit, "--into", str(into)], catch_exceptions=False)


def player_of(commit: str, into: Path) -> PlayerSpec:
    result = run(commit, into)
    assert result.exit_code == 0, result.output
    return PlayerSpec.parse(result.stdout.removesuffix("\n"))


def name_of(player: PlayerSpec) -> str:
    assert player.command is not None
    return engine_name(player.command, 60)


def test_two_commits_are_two_players(repository: Path, tmp_path: Path) -> None:
    first, second = commit(repository, "1"), commit(repository, "2")
    # The quote and the blank have to survive a player's command line.
    into = tmp_path / "what's built"
    players = [player_of(name, into) for name in (first, second[:7], "HEAD")]
    assert [name_of(player) for player in players] == ["release 1", "release 2", "release 2"]
    assert players[1] == players[2]
    assert {folder.name for folder in into.iterdir()} == {first[:12], second[:12], "builds"}
    # What was built is found again.
    assert (into / "builds").read_text() == "12"


def test_another_engine_of_a_commit_is_a_player_too(repository: Path, tmp_path: Path) -> None:
    name, into = commit(repository, "1"), tmp_path / "what's built"
    result = CliRunner().invoke(main, [name, "--into", str(into), "--engine", "pimc"])
    player = PlayerSpec.parse(result.stdout.removesuffix("\n"))
    assert name_of(player) == "release 1 pimc"
    result = CliRunner().invoke(main, [name, "--into", str(into), "--engine", "none"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: Engine: 'none', expected another\n"


@pytest.mark.parametrize("name", ["no-such-commit", "--help-me", "1234567", ""])
def test_a_commit_that_is_not_there_is_told_in_one_line(
    name: str, repository: Path, tmp_path: Path
) -> None:
    commit(repository, "1")
    result = CliRunner().invoke(main, ["--into", str(tmp_path / "built"), "--", name])
    assert result.exit_code == 2
    assert result.output.endswith(
        f"Error: Invalid value for COMMIT: {name!r} is no commit of this repository\n"
    )
    assert not (tmp_path / "built").exists()


def test_what_cannot_be_built_leaves_nothing(repository: Path, tmp_path: Path) -> None:
    name = commit(repository, "x")
    into = tmp_path / "built"
    result = run(name, into)
    assert result.exit_code == 1
    assert "cannot be built:\nthis is no number" in result.output
    assert list(into.iterdir()) == []


def test_an_engine_that_does_not_answer_is_told(repository: Path, tmp_path: Path) -> None:
    name, into = commit(repository, "1"), tmp_path / "built"
    player_of(name, into)
    (into / name[:12] / "solver" / "pinochle_solver" / "built.py").write_text("")
    result = run(name, into)
    assert result.exit_code == 1
    assert "ended with status 1; remove it to have it built again" in result.output
    assert len([line for line in result.output.splitlines() if line.startswith("Error")]) == 1


def test_a_commit_without_the_package_is_not_played_by_the_one_installed(
    repository: Path, tmp_path: Path
) -> None:
    name = commit(repository, "1")
    package = tmp_path / "built" / name[:12] / "solver" / "pinochle_solver"
    player_of(name, tmp_path / "built")
    package.rename(package.with_name("of_old"))
    result = run(name, tmp_path / "built")
    assert result.exit_code == 1
    assert result.output.endswith(f"{name[:12]} has no solver/pinochle_solver\n")


@pytest.mark.source
def test_copies_of_the_project_are_without_the_releases(tmp_path: Path) -> None:
    (tmp_path / "build" / "releases" / "0123").mkdir(parents=True)
    (tmp_path / "build" / "kept").touch()
    with copied(tmp_path) as project:
        assert [path.name for path in (project.folder / "build").iterdir()] == ["kept"]
    assert release.RELEASES == ROOT / "build" / "releases"

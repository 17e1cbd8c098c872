"""What the shells complete, asked as they ask."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from helpers.commandline import COMMAND, Run, piped

TOKENS = (
    "rules= count= trump= south= north= turn= led= points= score= target= ahead= agreed= called= "
    "doubles= stake= doubler= id= bm= value= "
    "player.south= player.north="
)


def told(instruction: str, **environment: str) -> Run:
    """What the program says to a shell that calls it by its name, with this in its environment."""
    variables = {"_PINOCHLE_COMPLETE": instruction} | environment
    with patch.dict(os.environ, variables), patch.object(sys, "argv", ["pinochle"]):
        return piped([], "")


def asked(shell: str, words: str, place: str) -> Run:
    run = told(f"{shell}_complete", COMP_WORDS=words, COMP_CWORD=place)
    assert run.status == 0, run.err
    return run


def in_bash(*words: str) -> list[str]:
    """What bash is told of the last of these words, as it has cut them up."""
    run = asked("bash", "\n".join(("pinochle", *words)), str(len(words)))
    assert run.err == ""
    return run.out.split()


def plain(texts: str) -> list[str]:
    return [f"plain,{text}" for text in texts.split()]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["so"], "solve"),
        (["s"], "solve show score serve-mcp settings"),
        (["solve", "--th"], "--threads"),
        (["deal", "--js"], ""),
        (["deal", "--count", "o"], "old"),
        (["deal", "--rules", "mac"], "macdougall macdougall-bonus macdougall-3"),
        (["deal", "--rules", "=", "h"], "hayes hayes-3 hayes-4 hayes-3x hayes-4x"),
        (["play", "--engine", "is"], "ismcts"),
        (["match", "greedy", "c"], "cmd:"),
        (["rules", "sc"], "scarne"),
        (["rules", "cor"], "corners"),
        (["melds", "--trump", ""], "S H D C"),
        (["melds", "--rules", "ha"], "hayes"),
        # Bash cuts words up at the equals sign and the colon.
        (["solve", ""], TOKENS),
        (["solve", "ru"], "rules="),
        (["verify", "rules", "="], "scarne hayes macdougall macdougall-bonus goulash glup"),
        (["solve", "rules", "=", "g"], "goulash glup"),
        (["solve", "rules", "=", "h"], "hayes hayes-3 hayes-4 hayes-3x hayes-4x"),
        (["melds", "rules", "=", "h"], "hayes"),
        # After the rulebook of a table game come its tokens and its values.
        (["solve", "rules", "=", "check", "b"], "bids= bidder= bm="),
        (["solve", "rules", "=", "check", "bidder", "=", "e"], "east"),
        (["show", "rules", "=", "check", "act", "="], "bid bury meld play"),
        (["show", "rules", "=", "auction", "act", "="], "bid bury play"),
        (["analyze", "rules", "=", "auction", "w"], "west= widow= won="),
        (["analyze", "rules", "=", "hayes-3", "e"], ""),
        (["explore", "rules", "=", "macdougall-3", "upcard", "=", "9"], "9S 9H 9D 9C"),
        (["solve", "rules", "=", "auction", "options", "=", "k"], "kitty kitty350"),
        (["solve", "rules", "=", "auction", "options", "=", "kitty,k"], ""),
        (
            ["solve", "rules", "=", "auction", "options", "=", "points,n"],
            "points,noforce points,nospades",
        ),
        (["solve", "rules", "=", "check", "options", "=", "d"], "dealermarriage"),
        (["score", "--pays", ""], "difference difference-alone all-differences stakes"),
        (["solve", "rules", "=", "auction", "options", "=", "kitty,h"], "kitty,hearts"),
        (["solve", "rules", "=", "auction", "options", "=", "nospades,h"], ""),
        (["solve", "rules", "=", "auction", "options", "=", "NOSPADES,h"], ""),
        (["solve", "rules", "=", "auction", "options", "=", "force300,nof"], ""),
        (["verify", "rules", "=", "check", "bi"], ""),
        (["solve", "rules", "=", "sc"], "scarne"),
        (["solve", "rules", "=", "hayes", "t"], "trump= turn= target="),
        (["solve", "turn", "=", "south", "t"], "trump= target="),
        (["solve", "trump", "="], "S H D C"),
        (["solve", "--json", "turn", "="], "south north"),
        (["solve", "south", "="], ""),
        (["solve", "nothing", "="], ""),
        # One who has taken the equals sign from COMP_WORDBREAKS.
        (["solve", "rules=s"], "rules=scarne"),
        (["verify", "up"], ""),
        (["analyze", "up"], "upcard="),
        (["ex"], "explore"),
        (["explore", "up"], "upcard="),
        (["explore", "--wo"], "--worlds"),
        (["show", "melds.s"], "melds.south="),
        (
            ["melds", "melds.south", "=", "pinochle", ":", "QS", "act", "="],
            "play meld dix show double answer answer-redouble",
        ),
        (["analyze", "upcard", "=", "9"], "9S 9H 9D 9C"),
        (["solve", "--color", "a"], "auto always"),
        (["help", "po"], "positions"),
        (["deal", "--where", "so"], "south"),
        (["analyze", "--where", "up"], "upcard"),
        (["settings", "s"], "symbols seconds"),
        (["settings", "symbols", ""], "suits letters"),
    ],
)
def test_bash_is_told_what_may_come(words: list[str], completed: str) -> None:
    assert in_bash(*words) == plain(completed)


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("north h", ["north holds"]),
        ("north holds at", ["north holds at"]),
        ("north holds at ", ["north holds at least", "north holds at most"]),
        ("north holds at least tw", ["north holds at least two"]),
        (
            "north holds at least 2 tr",
            ["north holds at least 2 trumps", "north holds at least 2 trump"],
        ),
        ("north holds a dou", ["north holds a double"]),
        ("north holds a double ki", ["north holds a double kings"]),
        ("0.7: the st", ["0.7: the stock"]),
        ("trump is h", ["trump is h", "trump is hearts", "trump is heart"]),
        ("north eats ", []),
    ],
)
def test_the_next_word_of_a_condition_is_completed(begun: str, completed: list[str]) -> None:
    # A word in quotation marks, not yet closed, is one word of the shell.
    run = asked("bash", f'pinochle\nanalyze\n--where\n"{begun}', "3")
    told = [line.removeprefix("plain,") for line in run.out.splitlines() if line]
    assert sorted(told) == sorted(completed)


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "-f"],
        ["solve", "--file"],
        ["replay"],
        ["score", "--json"],
        ["play", "--record"],
        ["match", "--resume"],
        ["bench", "--compare"],
        ["melds", "--graph"],
        ["explore", "-f"],
    ],
)
def test_files_are_left_to_the_shell(words: list[str]) -> None:
    assert in_bash(*words, "x") == ["file,x"]


def test_the_other_shells_take_words_whole() -> None:
    zsh = asked("zsh", "pinochle verify rules=m", "2").out.splitlines()
    assert zsh == ["plain", "rules=macdougall", "_", "plain", "rules=macdougall-bonus", "_"]
    fish = asked("fish", "pinochle verify rules=m", "rules=m").out.splitlines()
    assert fish == plain("rules=macdougall rules=macdougall-bonus")
    described = asked("zsh", "pinochle so", "1").out.splitlines()
    assert described[:2] == ["plain", "solve"]
    assert described[2].startswith("prove the value of every card of a playoff position")


@pytest.mark.parametrize(
    ("shell", "mark"), [("bash", "complete "), ("zsh", "#compdef"), ("fish", "complete ")]
)
def test_the_function_for_the_shell(shell: str, mark: str) -> None:
    run = told(f"{shell}_source")
    assert run.status == 0, run.err
    assert mark in run.out
    assert f"_PINOCHLE_COMPLETE={shell}_complete" in run.out
    if shell != "fish":  # which leaves no blank behind an equals sign by itself
        assert "[=:]" in run.out


@pytest.mark.parametrize(
    ("instruction", "place", "complaint"),
    [
        ("tcsh_source", None, "_PINOCHLE_COMPLETE: 'tcsh_source' is none of bash_source, zsh_"),
        ("bash_complete", None, "COMP_WORDS: missing"),
        ("bash_complete", "x", "COMP_CWORD: 'x' is no number of a word"),
        ("zsh_complete", "", "COMP_CWORD: '' is no number of a word"),
        ("zsh_complete", "²", "COMP_CWORD: '²' is no number of a word"),
    ],
)
def test_what_no_shell_asks_is_one_line(
    instruction: str, place: str | None, complaint: str
) -> None:
    words = {} if place is None else {"COMP_WORDS": "pinochle so", "COMP_CWORD": place}
    run = told(instruction, **words)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(complaint)
    assert len(run.err.splitlines()) == 1


def test_the_commands_are_completed_without_importing_them() -> None:
    script = (
        "import os, sys; from pinochle_solver import cli;"
        "os.environ.update(_PINOCHLE_COMPLETE='bash_complete',"
        " COMP_WORDS='pinochle ', COMP_CWORD='1');"
        "status = cli.run([]);"
        "commands = 'pinochle_solver.cli.commands.';"
        "names = ('numpy', 'rich', f'{commands}solve', f'{commands}match');"
        "print([name for name in names if name in sys.modules]);"
        "sys.exit(status)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    *commands, loaded = run.stdout.splitlines()
    assert "plain,solve" in commands
    assert loaded == "[]"


def test_what_completes_is_not_loaded_when_it_is_not_asked_for() -> None:
    script = (
        "import sys; from pinochle_solver import cli; cli.run(['rules', '--json']);"
        "print([name for name in ('click.shell_completion', 'difflib') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash to ask")
def test_bash_itself_completes(tmp_path: Path) -> None:
    program, answer = tmp_path / "pinochle", tmp_path / "answer"
    program.write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    terminal, child_end = pty.openpty()
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "dumb"}
    bash = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=child_end,
        stdout=child_end,
        stderr=child_end,
        env=environment,
        start_new_session=True,
    )
    os.close(child_end)
    setup = 'eval "$(_PINOCHLE_COMPLETE=bash_source pinochle)"'
    os.write(terminal, f"{setup}\n".encode())
    # The blank behind a word that is whole, and none behind an equals sign.
    for text in ("pinochle so\t", "ru\t", "sca\t", "--val\t"):
        os.write(terminal, text.encode())
    os.write(terminal, b"\x01printf '%s|' \x05> " + f"{answer}\n".encode())
    deadline = time.monotonic() + 60
    while not (answer.exists() and answer.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    bash.kill()
    bash.wait()
    os.close(terminal)
    assert answer.read_text() == "pinochle|solve|rules=scarne|--values|"

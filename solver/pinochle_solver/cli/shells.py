"""Click's completion for bash and zsh, taught that a position's tokens go on after ``=``."""

from __future__ import annotations

from typing import Any

from click.shell_completion import BashComplete, CompletionItem, ZshComplete

_BREAKS = frozenset("=:")


class Bash(BashComplete):
    """Completion for bash, which takes ``rules=hayes`` for three words and completes the last."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)",
        "COMPREPLY+=($value)\n            [[ $value == *[=:] ]] && compopt -o nospace",
    )
    _before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one to complete, and that one, put together again."""
        args, incomplete = super().get_completion_args()
        whole: list[str] = []
        goes_on = False
        for word in args:
            is_break = bool(word) and _BREAKS.issuperset(word)
            if whole and (is_break or goes_on):
                whole[-1] += word
            else:
                whole.append(word)
            goes_on = is_break
        is_break = bool(incomplete) and _BREAKS.issuperset(incomplete)
        if whole and incomplete and (is_break or goes_on):
            before = whole.pop()
            # What follows a break is written behind it.
            self._before = before + incomplete if is_break else before
            incomplete = before + incomplete
        return whole, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """The line that the shell function reads: only what bash takes for the word."""
        return f"{item.type},{item.value.removeprefix(self._before)}"


class Zsh(ZshComplete):
    """Completion for zsh, which puts a blank behind a word if not told otherwise."""

    source_template = ZshComplete.source_template.replace(
        "        compadd -U -V unsorted -a completions\n",
        "        local -a open=(${(M)completions:#*[=:]}) closed=(${completions:#*[=:]})\n"
        "        compadd -U -V unsorted -S '' -a open\n"
        "        compadd -U -V unsorted -a closed\n",
    )

"""Plants bugs one by one in a copy of the project and says whether the tests catch them.

    python benchmarks/planted_bugs.py
    python benchmarks/planted_bugs.py --only forfeit --only bound

Each of `BUGS` is a wrong piece of text in place of a right one, which has to be there exactly once,
and the tests whose business it is. The tree as it lies here is copied and built, and in the copy
these tests have to pass. Then each bug is put into it, what is compiled is built again, and the
tests are run: a bug is caught when one of them fails. Exits with 1 if one is not.
"""

from __future__ import annotations

from starting import end_at_ctrl_c, run

if __name__ == "__main__":
    end_at_ctrl_c()

import sys
from time import perf_counter
from typing import NamedTuple

import click

from variants import ROOT, BuildError, ChangeError, Project, check, copied

# As pytest ends: all tests passed, some failed.
_PASSED, _FAILED = 0, 1


class Bug(NamedTuple):
    """One thing done wrong.

    Attributes:
        name: what is wrong.
        file: where, from the project's root.
        old: the right text, which is there once.
        new: the wrong one.
        tests: those that hold it, as pytest is told of them.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


_CORE = "ext/pinochle_solver/_core"
_SOLVER = "solver/pinochle_solver"
_TREES = "tests/test_tree_search.py"
_INFERENCE = "tests/test_inference.py"
_POSTERIOR = "tests/test_posterior.py"
_STOCK = "tests/test_stock.py"
_MATCH = "tests/test_match.py"

_CHANGED_SEATS = f"{_TREES}::test_the_seats_change_places_and_nothing_else_changes"
_OPEN_VALUE = f"{_TREES}::test_with_every_card_open_either_seat_finds_the_value"
_ROOT_TRIES = f"{_TREES}::test_the_root_tries_every_move_and_then_what_promises_most"
_REPLIES = f"{_TREES}::test_a_reply_could_be_made_in_the_worlds_in_which_it_is_legal"
_SOLVED_ALIKE = f"{_TREES}::test_playoffs_are_solved_as_often_after_every_move"
_WEIGHED = f"{_INFERENCE}::test_all_worlds_weigh_their_chance_times_their_likelihood"
_MEAN_ERROR = f"{_INFERENCE}::test_a_mean_over_all_worlds_is_as_far_off_as_its_error_says"
_EXPLAINED = f"{_INFERENCE}::test_of_all_moves_one_is_made_and_the_best_alike"
_NEAR = f"{_INFERENCE}::test_what_comes_near_the_best_by_estimates_is_solved"
_OF_TERMS = "tests/test_posterior_hands.py::test_the_score_of_a_move_is_that_of_its_terms"
_DEALS = f"{_POSTERIOR}::test_deals_are_drawn_as_likely_as_all_of_them_have_it"
_LAID = f"{_POSTERIOR}::test_a_seat_that_would_have_laid_another_card_did_not_hold_it"
_PLAYED_AGAIN = f"{_POSTERIOR}::test_every_deal_played_again_is_the_position"
_LAST_TRICK = f"{_STOCK}::test_the_last_stock_trick_of_small_decks"
_ALL_KNOWN = f"{_STOCK}::test_the_error_is_that_of_the_exact_values_where_all_are_known"
_SOME_KNOWN = f"{_STOCK}::test_the_error_is_that_of_the_mean_where_some_are_known"
_FEW = f"{_STOCK}::test_what_is_doubted_is_part_of_the_error"
_AT_THEIR_WORD = f"{_STOCK}::test_few_corrections_are_not_taken_at_their_word"
_GROUPS = f"{_STOCK}::test_the_error_of_worlds_in_groups_is_told_by_their_means"
_MIRRORED = "tests/test_beliefs.py::test_a_mirrored_world_has_the_cards_of_each_draw_exchanged"
_FLATTERED = "tests/test_standings.py::test_what_is_told_of_the_best_is_not_flattered"
_SETTLED = "tests/test_standings.py::test_what_is_ahead_in_fewer_worlds_is_tried_in_all_of_them"
_CAUGHT_UP = "tests/test_standings.py::test_who_comes_back_catches_up_before_there_are_new_worlds"
_GAPS = f"{_MATCH}::test_pairs_missing_in_the_middle_are_played"
_FORFEIT = f"{_MATCH}::test_a_forfeit_costs_what_it_was_behind_if_that_is_more"
_BOUND = f"{_MATCH}::test_the_sequential_test_decides_at_wald_s_bound"
_CHANCE = f"{_MATCH}::test_chance_is_the_same_in_a_pair_and_another_in_every_other"
_BACKGROUND = "tests/test_engine.py::test_ctrl_c_is_heeded_though_the_tests_run_in_the_background"

_SIGN = "self.step[i].edge.total += gained if self.step[i].seat == 0 else -gained"
_MISSING = "return (pair for pair in range(1, self._wanted + 1) if pair not in self._pairs)"
_MARGIN = 'margin = min(margin, -forfeit) if failed == "A" else max(margin, forfeit)'
_COVARIANCE = "error += unsure + 2 * trust * both / worlds"
_DOUBTED = "unsure = single / (solved + doubt)"

BUGS = (
    Bug(
        "tree: north wants what south wants",
        f"{_CORE}/trees.pyx",
        _SIGN,
        "self.step[i].edge.total += gained",
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: the sign of the wrong seat when north decides",
        f"{_CORE}/trees.pyx",
        _SIGN,
        _SIGN.replace("seat == 0", "seat == self.root.state.turn"),
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: the other seat wants what the one to decide wants",
        f"{_CORE}/trees.pyx",
        _SIGN,
        _SIGN.replace("self.step[i].seat == 0", "self.root.state.turn == 0"),
        (_OPEN_VALUE,),
    ),
    Bug(
        "tree: values are south's whoever decides",
        f"{_SOLVER}/stock/tree_values.py",
        "own, others = points[:, self._chance.seat], points[:, self._chance.seat.other]",
        "own, others = points[:, 0], points[:, 1]",
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: availability is not counted",
        f"{_CORE}/trees.pyx",
        "edge.available += 1",
        "pass",
        (_ROOT_TRIES,),
    ),
    Bug(
        "tree: availability is counted at the root alone",
        f"{_CORE}/trees.pyx",
        "edge.available += 1",
        "edge.available += self.at_root",
        (_REPLIES,),
    ),
    Bug(
        "tree: solved iterations are counted for all moves together",
        f"{_CORE}/trees.pyx",
        "before = self.tried[chosen[i]]",
        "before = i",
        (_SOLVED_ALIKE,),
    ),
    Bug(
        "tree: all trees solve the same iterations",
        f"{_CORE}/trees.pyx",
        "(before + self.number) % solve_every",
        "before % solve_every",
        (_SOLVED_ALIKE,),
    ),
    Bug(
        "belief: slips are left out",
        f"{_CORE}/inference.pxd",
        "slips / count + (1 - slips) * softmax_of(",
        "softmax_of(",
        (_DEALS,),
    ),
    Bug(
        "belief: in how many ways a world comes about is dropped",
        f"{_SOLVER}/stock/beliefs.py",
        "counts[:, its] * weights",
        "counts[:, its] / np.bincount(its)[its]",
        (_WEIGHED,),
    ),
    Bug(
        "belief: the error of a mean over chains is that of one",
        f"{_SOLVER}/stock/beliefs.py",
        "float(means.std(ddof=1)) / number**0.5",
        "float(means.std(ddof=1))",
        (_MEAN_ERROR,),
    ),
    Bug(
        "belief: each second draw stays where it is in a mirrored world",
        f"{_SOLVER}/stock/beliefs.py",
        "mirrored[:, self.hidden + 1 : end : 2] = worlds[:, self.hidden : end : 2]",
        "pass",
        (_MIRRORED,),
    ),
    Bug(
        "estimate: worlds of a chain count as independent",
        f"{_SOLVER}/stock/estimates.py",
        "variance / worlds * self._design_of(around, variance / worlds)",
        "variance / worlds",
        (_GROUPS,),
    ),
    Bug(
        "estimate: the best is told by the worlds that it was chosen by",
        f"{_SOLVER}/stock/standings.py",
        "others: NDArray[np.bool_] = ~within",
        "others: NDArray[np.bool_] = within",
        (_FLATTERED,),
    ),
    Bug(
        "expectation: the chance of the best moves is not divided among them",
        f"{_CORE}/expectation.pyx",
        "(1 - lapses) / _how_many(&best) + lapses / count",
        "(1 - lapses) + lapses / count",
        (_EXPLAINED,),
    ),
    Bug(
        "posterior: a swap is replayed from the later of its two stages",
        f"{_CORE}/posterior.pyx",
        "stage = min(chain.place[first].stage",
        "stage = max(chain.place[first].stage",
        (_DEALS, _PLAYED_AGAIN),
    ),
    Bug(
        "posterior: only deals at least as likely are taken",
        f"{_CORE}/posterior.pyx",
        "log_likelihood + log(share)",
        "log_likelihood",
        (_DEALS,),
    ),
    Bug(
        "posterior: what a swap came to is not kept for the next one",
        f"{_CORE}/posterior.pyx",
        "    if _replay(chain, stage, least):\n        _keep_tried(chain, stage)\n",
        "    if _replay(chain, stage, least):\n",
        (_DEALS,),
    ),
    Bug(
        "posterior: other copies may have been laid than were seen",
        f"{_CORE}/posterior.pyx",
        """                or state.seats[seat].laid != root.seats[seat].laid
                or state.seats[seat].table_high""",
        """                or state.seats[seat].table_high""",
        (_LAID,),
    ),
    Bug(
        "expectation: what comes near the best by estimates is not solved",
        f"{_CORE}/expectation.pyx",
        "        chooser.exact = True\n        _narrow(",
        "        _narrow(",
        (_NEAR,),
    ),
    Bug(
        "behaviour: a weight between knots is that of the knot before",
        f"{_CORE}/policy.pyx",
        "weights[0] * (last - stage) + weights[1] * (stage - first)) // (last - first)",
        "weights[0])",
        (_OF_TERMS,),
    ),
    Bug(
        "behaviour: what was learnt of a game is not used",
        f"{_SOLVER}/stock/beliefs.py",
        "            behaviour=problem.behaviour_weights,\n",
        "",
        (_OF_TERMS,),
    ),
    Bug(
        "expectation: what follows equal moves is added up, not averaged",
        f"{_CORE}/expectation.pyx",
        "return total / number",
        "return total",
        (_EXPLAINED,),
    ),
    Bug(
        "expectation: the chance of an end is not divided among equal moves",
        f"{_CORE}/expectation.pyx",
        "chance / number",
        "chance",
        (_LAST_TRICK,),
    ),
    Bug(
        "match: a resumed match goes on after as many pairs as there are",
        f"{_SOLVER}/match/report.py",
        _MISSING,
        _MISSING.replace("range(1,", "range(len(self._pairs) + 1,"),
        (_GAPS,),
    ),
    Bug(
        "match: a resumed match goes on after the last pair there is",
        f"{_SOLVER}/match/report.py",
        _MISSING,
        _MISSING.replace("range(1,", "range(max(self._pairs, default=0) + 1,"),
        (_GAPS,),
    ),
    Bug(
        "match: a forfeit costs no more than the forfeit",
        f"{_SOLVER}/match/table.py",
        _MARGIN,
        'margin = -forfeit if failed == "A" else forfeit',
        (_FORFEIT,),
    ),
    Bug(
        "match: B's forfeit costs no more than the forfeit",
        f"{_SOLVER}/match/table.py",
        _MARGIN,
        _MARGIN.replace("max(margin, forfeit)", "forfeit"),
        (_FORFEIT,),
    ),
    Bug(
        "match: the bound of the sequential test leaves out that it may be right",
        f"{_SOLVER}/match/statistics.py",
        "log((1 - self.ERROR) / self.ERROR)",
        "log(1 / self.ERROR)",
        (_BOUND,),
    ),
    Bug(
        "match: the bound of the sequential test shares its error between both sides",
        f"{_SOLVER}/match/statistics.py",
        "log((1 - self.ERROR) / self.ERROR)",
        "log((2 - self.ERROR) / self.ERROR)",
        (_BOUND,),
    ),
    Bug(
        "match: chance is the same in all pairs",
        f"{_SOLVER}/match/table.py",
        "_seed(self._settings.seed, *numbers, seat, decision)",
        "_seed(self._settings.seed, seat, decision)",
        (_CHANCE,),
    ),
    Bug(
        "match: chance is the same in all matches",
        f"{_SOLVER}/match/table.py",
        "_seed(self._settings.seed, *numbers, seat, decision)",
        "_seed(*numbers, seat, decision)",
        (_CHANCE,),
    ),
    Bug(
        "estimate: the covariance counts once",
        f"{_SOLVER}/stock/estimates.py",
        _COVARIANCE,
        _COVARIANCE.replace("2 * ", ""),
        (_ALL_KNOWN,),
    ),
    Bug(
        "estimate: the covariance does not count",
        f"{_SOLVER}/stock/estimates.py",
        _COVARIANCE,
        _COVARIANCE.replace("2 * ", "0 * "),
        (_SOME_KNOWN,),
    ),
    Bug(
        "estimate: the covariance is taken for that of the corrections' number",
        f"{_SOLVER}/stock/estimates.py",
        _COVARIANCE,
        _COVARIANCE.replace("both / worlds", "both / solved"),
        (_SOME_KNOWN,),
    ),
    Bug(
        "estimate: what is doubted of few corrections is no error",
        f"{_SOLVER}/stock/estimates.py",
        _DOUBTED,
        "unsure = trust**2 * single / solved",
        (_FEW,),
    ),
    Bug(
        "estimate: few corrections are taken at their word",
        f"{_SOLVER}/stock/estimates.py",
        "trust = solved / (solved + doubt)",
        "trust = 1.0",
        (_AT_THEIR_WORD,),
    ),
    Bug(
        "search: a move ahead in fewer worlds is not tried in the others",
        f"{_SOLVER}/stock/playout_search.py",
        "return self._settle() and is_whole",
        "return is_whole and not self._is_over()",
        (_SETTLED,),
    ),
    Bug(
        "search: who comes back is tried alone in worlds of its own",
        f"{_SOLVER}/stock/playout_search.py",
        "for start, stop in pairwise([*levels, end])",
        "for start, stop in ((level, end) for level in levels)",
        (_CAUGHT_UP,),
    ),
    Bug(
        "tests: programs ignore Ctrl-C where the suite does",
        "tests/conftest.py",
        '(("SIGINT", signal.default_int_handler), ("SIGHUP", lambda *_: None))',
        '(("SIGHUP", lambda *_: None),)',
        (_BACKGROUND,),
    ),
)


def passes(project: Project, tests: tuple[str, ...]) -> bool:
    """Whether these tests pass in a copy of the project.

    Raises:
        click.ClickException: when they cannot be run.
    """
    found = project.run("-m", "pytest", "-x", "-p", "no:cacheprovider", *tests)
    if found.returncode not in (_PASSED, _FAILED):
        raise click.ClickException(f"{' '.join(tests)}: cannot be run\n{found.stdout}")
    return found.returncode == _PASSED


def is_caught(bug: Bug, project: Project) -> bool:
    """Whether the tests of a bug fail with it.

    Raises:
        BuildError: when the copy with the bug cannot be built.
        click.ClickException: when the tests cannot be run.
    """
    with project.changed([bug]):
        project.build_if_changed()
        return not passes(project, bug.tests)


def line_of(bug: Bug) -> int:
    """The line in which the right text begins, which has to be there."""
    text = (ROOT / bug.file).read_text(encoding="utf-8")
    return text[: text.index(bug.old)].count("\n") + 1


@click.command()
@click.option("--only", multiple=True, help="Only bugs whose name has this word in it.")
def main(only: tuple[str, ...]) -> None:
    """Plant bugs one by one in a copy of the project and say whether the tests catch them."""
    chosen = [bug for bug in BUGS if not only or any(word in bug.name for word in only)]
    if not chosen:
        raise click.ClickException(f"--only: no bug has {' or '.join(only)} in its name")
    try:
        for bug in chosen:
            check([bug])
        missed = _plant(chosen)
    except (ChangeError, BuildError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{len(chosen)} planted, {missed} not caught")
    sys.exit(missed > 0)


def _plant(bugs: list[Bug]) -> int:
    """Plant one after the other, and tell; return how many were not caught."""
    missed = 0
    with copied(ROOT) as project:
        if any(bug.file.startswith("ext/") for bug in bugs):
            project.build()
        if not passes(project, tuple(dict.fromkeys(test for bug in bugs for test in bug.tests))):
            raise click.ClickException("the tests fail without any bug")
        for bug in bugs:
            begun = perf_counter()
            caught = is_caught(bug, project)
            missed += not caught
            verdict, seconds = "caught" if caught else "NOT CAUGHT", perf_counter() - begun
            where = f"{bug.file}:{line_of(bug)}"
            click.echo(f"{verdict:<10}  {seconds:5.1f} s  {bug.name}  ({where})")
    return missed


if __name__ == "__main__":
    run(main)

"""Plants bugs one by one in a copy of the project and says whether the tests catch them.

    python benchmarks/correctness/planted_bugs.py
    python benchmarks/correctness/planted_bugs.py --only forfeit --only bound

Each of `BUGS` is a wrong piece of code in place of a right one, which has to be there exactly once,
and the tests whose business it is. The tree as it lies here is copied and built, and in the copy
these tests have to pass. Then each bug is put into it, what is compiled is built again, and the
tests are run: a bug is caught when one of them fails. Exits with 1 if one is not.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from time import perf_counter
from typing import NamedTuple

import click

from benchmarks.common import code_places
from benchmarks.common.starting import run
from benchmarks.common.variants import ROOT, BuildError, ChangeError, Project, check, copied

# As pytest ends: all tests passed, some failed.
_PASSED, _FAILED = 0, 1


class Bug(NamedTuple):
    """One thing done wrong.

    Attributes:
        name: what is wrong.
        file: where, from the project's root.
        within: the function, class or value whose code is wrong.
        old: the right code, which is there once (see `code_places`).
        new: the wrong one.
        tests: those that hold it, as pytest is told of them.
    """

    name: str
    file: str
    within: str
    old: str
    new: str
    tests: tuple[str, ...]


_CORE = "ext/pinochle_solver/_core"
_SOLVER = "solver/pinochle_solver"
_TREES = "tests/stock/test_tree_search.py"
_INFERENCE = "tests/stock/test_inference.py"
_POSTERIOR = "tests/stock/test_posterior.py"
_STOCK = "tests/stock/test_stock.py"
_MATCH = "tests/matches/test_match.py"

_CHANGED_SEATS = f"{_TREES}::test_the_seats_change_places_and_nothing_else_changes"
_OPEN_VALUE = f"{_TREES}::test_with_every_card_open_either_seat_finds_the_value"
_ROOT_TRIES = f"{_TREES}::test_the_root_tries_every_move_and_then_what_promises_most"
_REPLIES = f"{_TREES}::test_a_reply_could_be_made_in_the_worlds_in_which_it_is_legal"
_SOLVED_ALIKE = f"{_TREES}::test_playoffs_are_solved_as_often_after_every_move"
_WEIGHED = f"{_INFERENCE}::test_all_worlds_weigh_their_chance_times_their_likelihood"
_MEAN_ERROR = f"{_INFERENCE}::test_a_mean_over_all_worlds_is_as_far_off_as_its_error_says"
_EXPLAINED = f"{_INFERENCE}::test_of_all_moves_one_is_made_and_the_best_alike"
_NEAR = f"{_INFERENCE}::test_what_comes_near_the_best_by_estimates_is_solved"
_OF_TERMS = (
    "tests/benchmarks/test_posterior_hands.py::test_the_score_of_a_move_is_that_of_its_terms"
)
_DEALS = f"{_POSTERIOR}::test_deals_are_drawn_as_likely_as_all_of_them_have_it"
_LAID = f"{_POSTERIOR}::test_a_seat_that_would_have_laid_another_card_did_not_hold_it"
_PLAYED_AGAIN = f"{_POSTERIOR}::test_every_deal_played_again_is_the_position"
_LAST_TRICK = f"{_STOCK}::test_the_last_stock_trick_of_small_decks"
_ALL_KNOWN = f"{_STOCK}::test_the_error_is_that_of_the_exact_values_where_all_are_known"
_SOME_KNOWN = f"{_STOCK}::test_the_error_is_that_of_the_mean_where_some_are_known"
_FEW = f"{_STOCK}::test_what_is_doubted_is_part_of_the_error"
_AT_THEIR_WORD = f"{_STOCK}::test_few_corrections_are_not_taken_at_their_word"
_GROUPS = f"{_STOCK}::test_the_error_of_worlds_in_groups_is_told_by_their_means"
_MIRRORED = (
    "tests/stock/test_beliefs.py::test_a_mirrored_world_has_the_cards_of_each_draw_exchanged"
)
_FLATTERED = "tests/stock/test_standings.py::test_what_is_told_of_the_best_is_not_flattered"
_SETTLED = (
    "tests/stock/test_standings.py::test_what_is_ahead_in_fewer_worlds_is_tried_in_all_of_them"
)
_CAUGHT_UP = (
    "tests/stock/test_standings.py::test_who_comes_back_catches_up_before_there_are_new_worlds"
)
_GAPS = f"{_MATCH}::test_pairs_missing_in_the_middle_are_played"
_FORFEIT = f"{_MATCH}::test_a_forfeit_costs_what_it_was_behind_if_that_is_more"
_BOUND = f"{_MATCH}::test_the_sequential_test_decides_at_wald_s_bound"
_CHANCE = f"{_MATCH}::test_chance_is_the_same_in_a_pair_and_another_in_every_other"
_BACKGROUND = (
    "tests/engines/test_engine.py::test_ctrl_c_is_heeded_though_the_tests_run_in_the_background"
)

_FORBIDDEN = "tests/game/test_forbidden_melds.py"
_DRAWING = "tests/game/test_drawing.py"
_TABLE_RECORDS = "tests/table/test_table_records.py"
_JSON = "tests/schema/test_json_values.py"
_KEYS = "tests/bulk/test_resume_keys.py"
_STAGES = "tests/stock/test_stages.py"
_SIZES = "tests/stock/test_sizes_of_errors.py"
_SEATS = "tests/stock/test_both_seats.py"
_EQUITIES = "tests/equities/test_equities.py"
_REVIEW = "tests/reviews/test_review.py"
_OF_ANALYSIS = f"{_JSON}::test_of_an_analysis"
_OF_A_REVIEW = f"{_JSON}::test_of_a_review"
_OF_JOBS = f"{_KEYS}::test_of_jobs_in_bulk"
_OF_HANDS = f"{_SEATS}::test_of_hands"
_TOO_MUCH = f"{_STAGES}::test_what_playouts_promise_too_much"
_HOW_SURE = f"{_STAGES}::test_how_sure_chances_are"
_IN_STAKES = (
    "tests/notation/test_doubles.py"
    "::test_payments_of_cards_are_so_many_stakes_as_the_chance_and_so_are_their_errors"
)
_OF_DOUBLES = (
    "tests/notation/test_doubles.py::test_payments_of_doubles_have_the_errors_of_the_chance"
)
_STEPS = "tests/stock/test_standings.py::test_what_soon_falls_behind_is_not_tried_in_all_of_them"
_FURTHEST_BACK = "tests/stock/test_standings.py::test_who_is_furthest_back_is_tried_first"
_RAISED = f"{_EQUITIES}::test_a_tie_over_the_target_is_a_game_to_the_raised_one"
_BETWEEN_LINES = (
    f"{_EQUITIES}::test_a_target_or_a_lead_between_two_lines_of_the_grid_is_reached_at_the_next"
)
_EQUITY_JSON = f"{_EQUITIES}::test_every_figure_of_json_is_that_of_the_package"
_COARSER = f"{_EQUITIES}::test_on_a_coarser_grid_hands_keep_their_means_and_fewer_look_tied"
_WRONG_ROWS = "tests/bulk/test_bulk_runs.py::test_wrong_rows_have_the_numbers_of_the_whole_input"
_COLUMNS = "tests/bulk/test_bulk.py::test_each_column_of_an_analysis_has_its_own_value"
_ACCOUNT = f"{_REVIEW}::test_what_was_unseen_is_worked_out_again_and_so_is_its_error"

_SIGN = "self.step[i].edge.total += gained if self.step[i].seat == 0 else -gained"
_MISSING = "return (pair for pair in range(1, self._wanted + 1) if pair not in self._pairs)"
_MARGIN = 'margin = min(margin, -forfeit) if failed == "A" else max(margin, forfeit)'
_COVARIANCE = "error += unsure + 2 * trust * (both / max(1, solved - 1)) / worlds"
_DOUBTED = "unsure = single / (solved + doubt)"

BUGS = (
    Bug(
        "tree: north wants what south wants",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._hand_back",
        _SIGN,
        "self.step[i].edge.total += gained",
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: the sign of the wrong seat when north decides",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._hand_back",
        _SIGN,
        _SIGN.replace("seat == 0", "seat == self.root.state.turn"),
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: the other seat wants what the one to decide wants",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._hand_back",
        _SIGN,
        _SIGN.replace("self.step[i].seat == 0", "self.root.state.turn == 0"),
        (_OPEN_VALUE,),
    ),
    Bug(
        "tree: values are south's whoever decides",
        f"{_SOLVER}/stock/tree_values.py",
        "Values._difference",
        "own, others = points[:, self._chance.seat], points[:, self._chance.seat.other]",
        "own, others = points[:, 0], points[:, 1]",
        (_CHANGED_SEATS,),
    ),
    Bug(
        "tree: availability is not counted",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._choose_in_tree",
        "edge.available += 1",
        "pass",
        (_ROOT_TRIES,),
    ),
    Bug(
        "tree: availability is counted at the root alone",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._choose_in_tree",
        "edge.available += 1",
        "edge.available += self.at_root",
        (_REPLIES,),
    ),
    Bug(
        "tree: solved iterations are counted for all moves together",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._iterate",
        "before = self.tried[chosen[i]]",
        "before = i",
        (_SOLVED_ALIKE,),
    ),
    Bug(
        "tree: all trees solve the same iterations",
        f"{_CORE}/stock/trees.pyx",
        "TreeSearch._iterate",
        "(before + self.number) % solve_every",
        "before % solve_every",
        (_SOLVED_ALIKE,),
    ),
    Bug(
        "belief: slips are left out",
        f"{_CORE}/stock/inference.pxd",
        "log_probability",
        "slips / count + (1 - slips) * softmax_of(",
        "softmax_of(",
        (_DEALS,),
    ),
    Bug(
        "belief: in how many ways a world comes about is dropped",
        f"{_SOLVER}/stock/beliefs.py",
        "Belief.all_worlds",
        "counts[:, its] * weights",
        "counts[:, its] / np.bincount(its)[its]",
        (_WEIGHED,),
    ),
    Bug(
        "belief: the error of a mean over chains is that of one",
        f"{_SOLVER}/stock/beliefs.py",
        "Worlds.estimate",
        "float(means.std(ddof=1)) / number**0.5",
        "float(means.std(ddof=1))",
        (_MEAN_ERROR,),
    ),
    Bug(
        "belief: each second draw stays where it is in a mirrored world",
        f"{_SOLVER}/stock/beliefs.py",
        "Belief._mirrored",
        "mirrored[:, self.hidden + 1 : end : 2] = worlds[:, self.hidden : end : 2]",
        "pass",
        (_MIRRORED,),
    ),
    Bug(
        "estimate: worlds of a chain count as independent",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        "variance / worlds * self._design_of(around, value, worlds, variance / worlds)",
        "variance / worlds",
        (_GROUPS,),
    ),
    Bug(
        "estimate: the best is told by the worlds that it was chosen by",
        f"{_SOLVER}/stock/standings.py",
        "Standings.best_apart.promise",
        "others: NDArray[np.bool_] = ~within",
        "others: NDArray[np.bool_] = within",
        (_FLATTERED,),
    ),
    Bug(
        "expectation: the chance of the best moves is not divided among them",
        f"{_CORE}/stock/expectation.pyx",
        "probability_by_expectation",
        "(1 - lapses) / _how_many(&best) + lapses / count",
        "(1 - lapses) + lapses / count",
        (_EXPLAINED,),
    ),
    Bug(
        "posterior: a swap is replayed from the later of its two stages",
        f"{_CORE}/stock/posterior.pyx",
        "_try_swaps",
        "stage = min(stage, min(chain.place[swaps[i].first].stage",
        "stage = min(stage, max(chain.place[swaps[i].first].stage",
        (_DEALS, _PLAYED_AGAIN),
    ),
    Bug(
        "posterior: only deals at least as likely are taken",
        f"{_CORE}/stock/posterior.pyx",
        "_try_swap",
        "log_likelihood + log(share)",
        "log_likelihood",
        (_DEALS,),
    ),
    Bug(
        "posterior: what a swap came to is not kept for the next one",
        f"{_CORE}/stock/posterior.pyx",
        "_try_swaps",
        "        _keep_tried(chain, stage)\n",
        "",
        (_DEALS,),
    ),
    Bug(
        "posterior: other copies may have been laid than were seen",
        f"{_CORE}/stock/posterior.pyx",
        "_comes_to_the_position",
        """                or state.seats[seat].laid != root.seats[seat].laid
                or state.seats[seat].table_high""",
        """                or state.seats[seat].table_high""",
        (_LAID,),
    ),
    Bug(
        "expectation: what comes near the best by estimates is not solved",
        f"{_CORE}/stock/expectation.pyx",
        "_best_moves",
        "        chooser.exact = True\n        _narrow(",
        "        _narrow(",
        (_NEAR,),
    ),
    Bug(
        "behaviour: a weight between knots is that of the knot before",
        f"{_CORE}/networks/policy.pyx",
        "set_behaviour",
        "weights[0] * (last - stage) + weights[1] * (stage - first)) // (last - first)",
        "weights[0])",
        (_OF_TERMS,),
    ),
    Bug(
        "behaviour: what was learned of a game is not used",
        f"{_SOLVER}/stock/beliefs.py",
        "Belief._search",
        "            behaviour=problem.behaviour_weights,\n",
        "",
        (_OF_TERMS,),
    ),
    Bug(
        "expectation: what follows equal moves is added up, not averaged",
        f"{_CORE}/stock/expectation.pyx",
        "_mean_difference",
        "return total / number",
        "return total",
        (_EXPLAINED,),
    ),
    Bug(
        "expectation: the chance of an end is not divided among equal moves",
        f"{_CORE}/stock/expectation.pyx",
        "_find_ends",
        "chance / number",
        "chance",
        (_LAST_TRICK,),
    ),
    Bug(
        "match: a resumed match goes on after as many pairs as there are",
        f"{_SOLVER}/matches/sequencer.py",
        "PairSequencer.missing",
        _MISSING,
        _MISSING.replace("range(1,", "range(len(self._pairs) + 1,"),
        (_GAPS,),
    ),
    Bug(
        "match: a resumed match goes on after the last pair there is",
        f"{_SOLVER}/matches/sequencer.py",
        "PairSequencer.missing",
        _MISSING,
        _MISSING.replace("range(1,", "range(max(self._pairs, default=0) + 1,"),
        (_GAPS,),
    ),
    Bug(
        "match: a forfeit costs no more than the forfeit",
        f"{_SOLVER}/matches/pairs.py",
        "_Hand.result",
        _MARGIN,
        'margin = -forfeit if failed == "A" else forfeit',
        (_FORFEIT,),
    ),
    Bug(
        "match: B's forfeit costs no more than the forfeit",
        f"{_SOLVER}/matches/pairs.py",
        "_Hand.result",
        _MARGIN,
        _MARGIN.replace("max(margin, forfeit)", "forfeit"),
        (_FORFEIT,),
    ),
    Bug(
        "match: the bound of the sequential test leaves out that it may be right",
        f"{_SOLVER}/matches/statistics.py",
        "SequentialTest.bound",
        "log((1 - self.ERROR) / self.ERROR)",
        "log(1 / self.ERROR)",
        (_BOUND,),
    ),
    Bug(
        "match: the bound of the sequential test shares its error between both sides",
        f"{_SOLVER}/matches/statistics.py",
        "SequentialTest.bound",
        "log((1 - self.ERROR) / self.ERROR)",
        "log((2 - self.ERROR) / self.ERROR)",
        (_BOUND,),
    ),
    Bug(
        "match: chance is the same in all pairs",
        f"{_SOLVER}/matches/pairs.py",
        "MatchTable._play_out.seed",
        "_seed(self._settings.seed, *numbers, seat, decision)",
        "_seed(self._settings.seed, seat, decision)",
        (_CHANCE,),
    ),
    Bug(
        "match: chance is the same in all matches",
        f"{_SOLVER}/matches/pairs.py",
        "MatchTable._play_out.seed",
        "_seed(self._settings.seed, *numbers, seat, decision)",
        "_seed(*numbers, seat, decision)",
        (_CHANCE,),
    ),
    Bug(
        "estimate: the covariance counts once",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        _COVARIANCE,
        _COVARIANCE.replace("2 * ", ""),
        (_ALL_KNOWN,),
    ),
    Bug(
        "estimate: the covariance does not count",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        _COVARIANCE,
        _COVARIANCE.replace("2 * ", "0 * "),
        (_SOME_KNOWN,),
    ),
    Bug(
        "estimate: the covariance is taken for that of the corrections' number",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        _COVARIANCE,
        _COVARIANCE.replace(") / worlds", ") / solved"),
        (_SOME_KNOWN,),
    ),
    Bug(
        "estimate: what is doubted of few corrections is no error",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        _DOUBTED,
        "unsure = trust**2 * single / solved",
        (_FEW,),
    ),
    Bug(
        "estimate: few corrections are taken at their word",
        f"{_SOLVER}/stock/estimates.py",
        "Samples._of_playouts",
        "trust = solved / (solved + doubt)",
        "trust = 1.0",
        (_AT_THEIR_WORD,),
    ),
    Bug(
        "search: a move ahead in fewer worlds is not tried in the others",
        f"{_SOLVER}/halving/search.py",
        "HalvingSearch._stage",
        "return self._settle() and is_whole",
        "return is_whole and not self._is_over()",
        (_SETTLED,),
    ),
    Bug(
        "search: who comes back is tried alone in worlds of its own",
        f"{_SOLVER}/halving/search.py",
        "HalvingSearch._reach",
        "for start, stop in pairwise([*levels, end])",
        "for start, stop in ((level, end) for level in levels)",
        (_CAUGHT_UP,),
    ),
    Bug(
        "schema: a seat expects of its tricks what it expects of its melds",
        f"{_SOLVER}/schema/stock.py",
        "_outlook",
        "tricks=round(outlook.tricks, 2)",
        "tricks=round(outlook.melds, 2)",
        (_OF_ANALYSIS,),
    ),
    Bug(
        "schema: the error of how far behind is that of the chance",
        f"{_SOLVER}/schema/stock.py",
        "_move",
        "win_behind_se=rounded(move.win_behind.se, 4)",
        "win_behind_se=rounded(move.win_se, 4)",
        (_OF_ANALYSIS,),
    ),
    Bug(
        "bulk: analyses by another objective are gone on with",
        f"{_SOLVER}/bulk/jobs.py",
        "AnalyzeJob.settings",
        '            "objective": self.objective,\n        }',
        "        }",
        (_OF_JOBS,),
    ),
    Bug(
        "bulk: the first wrong row is numbered in its shard",
        f"{_SOLVER}/bulk/shards.py",
        "answer_shard",
        "shard.first + answers.failed[0] if",
        "answers.failed[0] if",
        (_WRONG_ROWS,),
    ),
    Bug(
        "standings: north is as lucky as south",
        f"{_SOLVER}/stock/standings.py",
        "Standings._luck",
        "            first, after = -first, -after\n",
        "            pass\n",
        (_OF_HANDS,),
    ),
    Bug(
        "standings: north is as lucky as south after the lead that is valued",
        f"{_SOLVER}/stock/standings.py",
        "Standings._luck",
        "            first, after = -first, -after\n",
        "            first = -first\n",
        (_OF_HANDS,),
    ),
    Bug(
        "standings: a network values leads for south",
        f"{_SOLVER}/stock/standings.py",
        "Standings._valued",
        "by_south if self._chance.seat is Seat.SOUTH else -by_south",
        "by_south",
        (_OF_HANDS,),
    ),
    Bug(
        "optimism: a card belongs to the trick after it",
        f"{_SOLVER}/stock/optimism.py",
        "_now",
        "max(trick - 1, 0)",
        "trick",
        (_TOO_MUCH,),
    ),
    Bug(
        "optimism: a card belongs to the trick before it",
        f"{_SOLVER}/stock/optimism.py",
        "_now",
        "position.completed_tricks + (not position.act.shows)",
        "position.completed_tricks",
        (_TOO_MUCH,),
    ),
    Bug(
        "call-outs: a lead that is too large makes the mover the first",
        f"{_SOLVER}/stock/chances.py",
        "CallOutChance.of_points",
        "final[:, self.seat] -= less / 2\nfinal[:, self.seat.other] += less / 2",
        "final[:, self.seat] += less / 2\nfinal[:, self.seat.other] -= less / 2",
        (
            "tests/game/test_call_outs.py::test_a_lead_that_is_smaller_than_it_looks_is_half_of_it_in_each_seats_points",
        ),
    ),
    Bug(
        "doubling: the right to double is worth nothing",
        f"{_SOLVER}/stock/doubling.py",
        "worths.goes_on",
        "(2 * chance - 1 + right * has_right)",
        "(2 * chance - 1)",
        (_OF_DOUBLES,),
    ),
    Bug(
        "doubling: nobody has the right to double alone",
        f"{_SOLVER}/stock/doubling.py",
        "_owns",
        "return 1.0 if position.stakes.doubler is Doubler.of(position.turn) else -1.0",
        "return 0.0",
        (_OF_DOUBLES,),
    ),
    Bug(
        "doubling: the error of how much less a card is paid is that of the chance",
        f"{_SOLVER}/stock/doubling.py",
        "in_stakes.behind",
        "2 * stakes.stake * win)",
        "stakes.stake * win)",
        (_IN_STAKES,),
    ),
    Bug(
        "doubling: the error of what a card is paid is that of the chance",
        f"{_SOLVER}/stock/doubling.py",
        "_paid",
        "mean_se=2 * stakes.stake * move.win_se",
        "mean_se=stakes.stake * move.win_se",
        (_IN_STAKES,),
    ),
    Bug(
        "doubling: the errors of payments are half as large",
        f"{_SOLVER}/stock/doubling.py",
        "_estimates.spread",
        "abs(of(higher) - of(lower)) * share",
        "abs(of(higher) - of(lower)) * share / 2",
        (_OF_DOUBLES,),
    ),
    Bug(
        "accounting: a third of the stock begins a trick early",
        f"{_SOLVER}/reviews/accounting.py",
        "gain_of",
        "3 * (decision.trick - 1)",
        "3 * decision.trick",
        (f"{_STAGES}::test_what_a_good_choice_gains",),
    ),
    Bug(
        "equities: a target is raised from so many times 250",
        f"{_SOLVER}/equities/equity.py",
        "GameSettings.dealers_chance",
        "raise_by - (dealer - self.target) % raise_by",
        "raise_by - dealer % raise_by",
        (_RAISED,),
    ),
    Bug(
        "equities: a target lies on the line below it",
        f"{_SOLVER}/equities/tables.py",
        "table_of_target",
        "lines = max(2, -(-reach // step))",
        "lines = max(2, reach // step)",
        (_BETWEEN_LINES,),
    ),
    Bug(
        "equities: a lead that wins lies on the line below it",
        f"{_SOLVER}/equities/tables.py",
        "table_of_ahead",
        "lines = -(-ahead // scores.step)",
        "lines = ahead // scores.step",
        (_BETWEEN_LINES,),
    ),
    Bug(
        "search: who is ahead in fewer worlds is tried in all of them at once",
        f"{_SOLVER}/halving/search.py",
        "HalvingSearch._settle",
        "min(2 * least, most), self._is_over",
        "max(2 * least, most), self._is_over",
        (_STEPS,),
    ),
    Bug(
        "search: who is furthest back is tried last",
        f"{_SOLVER}/halving/search.py",
        "HalvingSearch._settle",
        "least = min(tried.worlds for tried in ahead)",
        "least = max(tried.worlds for tried in ahead)",
        (_FURTHEST_BACK,),
    ),
    Bug(
        "bulk: the error of how far behind is that of the chance",
        f"{_SOLVER}/bulk/analyses.py",
        "_row",
        '"behind_se": _known(each.behind_se)',
        '"behind_se": _known(each.win_se)',
        (_COLUMNS,),
    ),
    Bug(
        "bulk: every move was tried in the worlds of the best",
        f"{_SOLVER}/bulk/analyses.py",
        "_row",
        '"visits": int(each.visits)',
        '"visits": int(analysis.worlds)',
        (_COLUMNS,),
    ),
    Bug(
        "bulk: the first wrong row is that of the last shard",
        f"{_SOLVER}/bulk/manifest.py",
        "Manifest.first_failed",
        "return min(rows, default=None)",
        "return max(rows, default=None)",
        (_WRONG_ROWS,),
    ),
    Bug(
        "bulk: the worlds of a row come from its place in the shard",
        f"{_SOLVER}/bulk/jobs.py",
        "AnalyzeJob.answer",
        "seed=seed_of_row(self.seed, first + row)",
        "seed=seed_of_row(self.seed, row)",
        ("tests/bulk/test_bulk.py::test_the_worlds_of_a_row_come_from_its_number",),
    ),
    Bug(
        "bulk: the rules of a rulebook that rows need not name do not count",
        f"{_SOLVER}/bulk/jobs.py",
        "Job.own",
        "unpublished(dict.fromkeys((*self.rulebooks, self.default)))",
        "unpublished(self.rulebooks)",
        (f"{_KEYS}::test_of_rulebooks_of_one_name",),
    ),
    Bug(
        "annotations: a review by another belief is taken",
        f"{_SOLVER}/reviews/annotations.py",
        "settings_text",
        'f"{limit} seed {settings.seed} belief {settings.belief} version {__version__}"',
        'f"{limit} seed {settings.seed} version {__version__}"',
        (f"{_KEYS}::test_of_a_review",),
    ),
    Bug(
        "annotations: a review by other rules of one name is taken",
        f"{_SOLVER}/reviews/annotations.py",
        "_digest",
        "        text += rulebook_text(rules)\n",
        '        text += ""\n',
        (f"{_KEYS}::test_of_the_hand_that_was_reviewed",),
    ),
    Bug(
        "schema: the table of equities is the other way round",
        f"{_SOLVER}/schema/equities.py",
        "equity_line",
        "for row in chances]",
        "for row in zip(*chances, strict=True)]",
        (_EQUITY_JSON,),
    ),
    Bug(
        "schema: the time of a decision is that of a hand",
        f"{_SOLVER}/schema/matches.py",
        "_player",
        "_share(side.seconds, side.decisions, 6)",
        "_share(side.seconds, side.hands, 6)",
        (f"{_JSON}::test_of_a_match",),
    ),
    Bug(
        "schema: what was given away is the luck of the draws",
        f"{_SOLVER}/schema/reviews.py",
        "_account",
        "given=of_seats(account.given_by)",
        "given=of_seats(account.luck_of)",
        (_OF_A_REVIEW,),
    ),
    Bug(
        "schema: what a burial loses is its total",
        f"{_SOLVER}/schema/table/double_dummy.py",
        "_burial",
        "loss=UNSET if loss is None else loss",
        "loss=UNSET if loss is None else value.total[0]",
        (f"{_JSON}::test_of_a_burial",),
    ),
    Bug(
        "schema: the error of what is won is that of the mean",
        f"{_SOLVER}/schema/table/double_dummy.py",
        "_move",
        "found.cards_se = _rounded(move.cards, 3, tells)[1]",
        "found.cards_se = mean_se",
        (f"{_JSON}::test_of_an_analysis_of_hidden_hands",),
    ),
    Bug(
        "schema: what is null is left out",
        f"{_SOLVER}/schema/filling.py",
        "_copied",
        'absent = None if NoneType in kinds else "UNSET"',
        'absent = "UNSET"',
        (_OF_A_REVIEW,),
    ),
    Bug(
        "sampling: one trick more of the stock is over",
        f"{_SOLVER}/stock/sampling.py",
        "_left",
        "return (tricks - position.completed_tricks) / tricks",
        "return (tricks - position.completed_tricks - 1) / tricks",
        (f"{_STAGES}::test_in_which_worlds_playoffs_are_solved",),
    ),
    Bug(
        "sampling: one lead more follows",
        f"{_SOLVER}/stock/sampling.py",
        "Rollout.of",
        "- position.completed_tricks - (position.act is Act.PLAY)",
        "- position.completed_tricks",
        (f"{_STAGES}::test_how_playouts_go_on",),
    ),
    Bug(
        "optimism: chances are as sure as they look in another third",
        f"{_SOLVER}/stock/optimism.py",
        "_ODDS",
        "_ODDS = (1.0, 4.0, 9.0)",
        "_ODDS = (9.0, 4.0, 1.0)",
        (_HOW_SURE,),
    ),
    Bug(
        "optimism: a wide error stretches a chance as well",
        f"{_SOLVER}/stock/optimism.py",
        "sureness",
        "stretch * odds / (odds + (stretch * best.se / spread) ** 2)",
        "stretch",
        (_HOW_SURE,),
    ),
    Bug(
        "prices: the error is that of the show alone",
        f"{_SOLVER}/stock/prices.py",
        "_against",
        "hypot(move.points_behind.se, passing.points_behind.se)",
        "move.points_behind.se",
        ("tests/stock/test_prices.py::test_what_is_later_is_in_points_whatever_orders_the_moves",),
    ),
    Bug(
        "accounting: what was unseen has no error of the loss",
        f"{_SOLVER}/reviews/accounting.py",
        "_Accounting._settle",
        "sqrt(lucky.se**2 + loss.se**2)",
        "lucky.se",
        (_ACCOUNT,),
    ),
    Bug(
        "review: errors of losses are added up",
        f"{_SOLVER}/reviews/review.py",
        "together",
        "error = sqrt(sum(error**2 for _, error in losses))",
        "error = sum(error for _, error in losses)",
        (_ACCOUNT,),
    ),
    Bug(
        "true values: the error of corrections grows with their number",
        f"{_SOLVER}/reviews/true_values.py",
        "Worth.estimate",
        "variance += float(self.corrections.var(ddof=1)) / solved",
        "variance += float(self.corrections.var(ddof=1)) * solved",
        (f"{_SIZES}::test_of_moves_in_the_true_hand",),
    ),
    Bug(
        "equities: the dealer of a long game has the other seat's edge",
        f"{_SOLVER}/equities/tables.py",
        "Course.chance",
        "lead = others - needs + self.edge / 2",
        "lead = others - needs - self.edge / 2",
        (f"{_EQUITIES}::test_the_dealer_has_the_edge_of_the_next_hand_in_a_long_game_too",),
    ),
    Bug(
        "equities: as many hands are tied on a coarser grid",
        f"{_SOLVER}/equities/tables.py",
        "_coarser",
        "scores.ties / factor",
        "scores.ties",
        (_COARSER,),
    ),
    Bug(
        "equities: the moments of hands are those of the other seat",
        f"{_SOLVER}/equities/hands.py",
        "HandScores.moments",
        "for axis in (1, 0):",
        "for axis in (0, 1):",
        (f"{_EQUITIES}::test_the_moments_of_hands_are_the_dealers_and_the_other_seats",),
    ),
    Bug(
        "statistics: a degree of freedom too many",
        f"{_SOLVER}/matches/statistics.py",
        "Mean.half",
        "student(self.number - 1)",
        "student(self.number)",
        (f"{_SIZES}::test_of_matches",),
    ),
    Bug(
        "statistics: every pair has as many hands as the average",
        f"{_SOLVER}/matches/statistics.py",
        "Mean.of_ratio",
        "(total - ratio * number) / average",
        "(total - ratio * average) / average",
        (f"{_SIZES}::test_of_matches",),
    ),
    Bug(
        "table: the error of a mean is that of one deal",
        f"{_SOLVER}/double_dummy/estimates.py",
        "mean_of",
        "/ (len(squares) - 1) / number)",
        "/ (len(squares) - 1))",
        (f"{_SIZES}::test_of_games_for_three",),
    ),
    Bug(
        "table: what was not seen falls with the root of the deals",
        f"{_SOLVER}/double_dummy/estimates.py",
        "mean_of",
        "UNSEEN * stake.apart / number",
        "UNSEEN * stake.apart / sqrt(number)",
        (
            "tests/double_dummy/test_table_estimates.py::test_figures_of_moves_are_of_their_own_deals_and_of_what_these_may_come_to",
        ),
    ),
    Bug(
        "valued chances: a point is worth twice as much",
        f"{_SOLVER}/stock/valued_chances.py",
        "ValuedChance.of",
        "slope = (more - fewer) / (2 * _STEP)",
        "slope = (more - fewer) / _STEP",
        (
            "tests/stock/test_win_chances.py::test_a_point_is_worth_as_much_as_a_few_more_or_less_change",
        ),
    ),
    Bug(
        "chances: the dealer deals the next hand, too",
        f"{_SOLVER}/stock/chances.py",
        "WinChance.of_points",
        "next_dealer = None if self.dealer is None else self.dealer.other",
        "next_dealer = self.dealer",
        ("tests/stock/test_win_chances.py::test_after_a_hand_the_other_seat_deals",),
    ),
    Bug(
        "report: the luck of the draws is in the points of a rulebook",
        f"{_SOLVER}/matches/report.py",
        "_by_rules",
        "name: _without_luck([pair",
        "name: _points([pair",
        (f"{_MATCH}::test_every_figure_of_a_report_is_of_its_own_hands",),
    ),
    Bug(
        "report: the luck of the draws is in the sequential test",
        f"{_SOLVER}/matches/report.py",
        "_test",
        "        test.add(pair.without_luck)",
        "        test.add(pair.mean)",
        (f"{_MATCH}::test_every_figure_of_a_report_is_of_its_own_hands",),
    ),
    Bug(
        "luck: the card drawn is not among those that may come",
        f"{_SOLVER}/matches/luck.py",
        "_luck_of",
        "/ len(face_down)",
        "/ (len(face_down) - 1)",
        (f"{_MATCH}::test_luck_is_nothing_over_all_orders_of_the_next_cards",),
    ),
    Bug(
        "table: a difference reaches as far as its ends lie apart",
        f"{_SOLVER}/double_dummy/estimates.py",
        "Stake.less",
        "self.least - other.most, self.most - other.least",
        "self.least - other.least, self.most - other.most",
        (
            "tests/double_dummy/test_table_estimates.py::test_a_difference_reaches_from_one_end_of_each_to_the_other_of_the_other",
        ),
    ),
    Bug(
        "table: what four aces cost cannot be lost",
        f"{_SOLVER}/double_dummy/trials.py",
        "Tried.chances",
        "stake.least - for_aces, stake.most)",
        "stake.least, stake.most)",
        (
            "tests/double_dummy/test_table_estimates.py::test_figures_of_moves_are_of_their_own_deals_and_of_what_these_may_come_to",
        ),
    ),
    Bug(
        "accounting: every choice gains what a lead does",
        f"{_SOLVER}/reviews/accounting.py",
        "gain_of",
        "return _GAINS[decision.kind][third]",
        "return _GAINS[DecisionKind.LEAD][third]",
        (f"{_STAGES}::test_what_a_good_choice_gains",),
    ),
    Bug(
        "ruling: a void hand scores",
        f"{_SOLVER}/game/replayer.py",
        "replay_record",
        "return replace(replay, points=None, unknown=()) if replay.is_void else replay",
        "return replay",
        ("tests/game/test_void_hands.py::test_it_may_be_found_after_any_trick",),
    ),
    Bug(
        "ruling: a forbidden meld stands in scarne once the stock is gone",
        f"{_SOLVER}/game/rulings.py",
        "Claim.stands",
        "return is_late and not self.is_forbidden",
        "return is_late",
        (f"{_FORBIDDEN}::test_the_playoff_meld_of_scarne_scores_nothing",),
    ),
    Bug(
        "ruling: the second seat to renege keeps its count",
        f"{_SOLVER}/game/rulings.py",
        "points_after_reneges",
        "Points(*(0 if seat in reneged else",
        "Points(*(0 if seat is first else",
        ("tests/game/test_reneges.py::test_two_reneges_cost_both_their_count",),
    ),
    Bug(
        "ruling: a seat that is a card short melds in scarne",
        f"{_SOLVER}/game/draw_order.py",
        "DrawOrder.why_barred",
        "if rules.penalties.short_hand_melds:",
        "if extra < 0:",
        (f"{_DRAWING}::test_who_is_a_card_short_may_not_meld_in_scarne",),
    ),
    Bug(
        "ruling: in macdougall a nine just drawn waits",
        f"{_SOLVER}/game/turns.py",
        "is_shown_when_drawn",
        "        rules.penalties.dix_when_drawn\n",
        "        False\n",
        ("tests/hand/test_nine_drawn.py::test_it_is_exchanged_at_once",),
    ),
    Bug(
        "draws: a card put back is drawn last",
        f"{_SOLVER}/game/drawing.py",
        "StockFollower._do",
        "pile.insert(0, last)",
        "pile.append(last)",
        (f"{_DRAWING}::test_a_card_put_back_is_next_and_known_if_it_was_shown",),
    ),
    Bug(
        "draws: a card face up stays where it lay in scarne",
        f"{_SOLVER}/game/drawing.py",
        "StockFollower._face_up",
        "                pile.insert(0, pile.pop(found))\n",
        "",
        (f"{_DRAWING}::test_in_scarne_a_card_face_up_is_drawn_next_wherever_it_lay",),
    ),
    Bug(
        "table: half of the kitty is for 350 by default",
        f"{_SOLVER}/table/money.py",
        "stakes_of",
        "elif contract >= _HALF_KITTY and money.half_kitty:",
        "elif contract >= _HALF_KITTY:",
        (f"{_TABLE_RECORDS}::test_a_contract_of_350_takes_half_of_the_kitty_only_if_agreed",),
    ),
    Bug(
        "table: check's dealer needs a marriage by default",
        f"{_SOLVER}/table/auction.py",
        "Auction.needs_marriage",
        "return not is_free or self.rules.dealer_needs_marriage",
        "return True",
        (f"{_TABLE_RECORDS}::test_the_dealer_needs_no_marriage_unless_agreed",),
    ),
    Bug(
        "table: partners are paid the victor's bonus",
        f"{_SOLVER}/table/rules.py",
        "AgreedStakes.bonus",
        "    bonus: int = 0\n",
        "    bonus: int = 500\n",
        ("tests/table/test_table_scoring.py::test_only_the_scoring_game_has_a_bonus",),
    ),
    Bug(
        "tests: programs ignore Ctrl-C where the suite does",
        "tests/conftest.py",
        "_signals_are_heeded",
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
    """The line in which the right code begins, which has to be there."""
    text = (ROOT / bug.file).read_text(encoding="utf-8")
    return code_places.line_of(text, bug.within, bug.old)


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

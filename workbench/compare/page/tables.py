"""The tables of the report."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, median

from workbench.compare.page.sheet import Cell, Sheet
from workbench.compare.row import Row, name_of_variant
from workbench.compare.stability import lines as stability_lines
from workbench.compare.stability import rule, stabilities
from workbench.compare.statistics import (
    FLOORS,
    Pair,
    Score,
    Summary,
    Table,
    counters,
    is_short,
    log_ratio,
    summaries,
    virtual_best,
)
from workbench.compare.table import percent

OUTLIERS = 5
"""So many outliers are named for each pair."""

FAR = 3.0
"""Times the median absolute deviation (scaled to that of a normal distribution) from which a ratio is far."""

_GROUPS = "Answered runs of all; mean and median of PAR-2 times."


def sheets(table: Table, pairs: Sequence[Pair], floors: Mapping[str, float]) -> list[Sheet]:
    """All tables that have lines, in the order of the page.

    Args:
        table: the runs.
        pairs: all pairs of methods.
        floors: for a method, by its label, the seconds of its solver's start-up, where that was measured.
    """
    stable = stabilities(table)
    every = (
        Sheet(
            "methods",
            "Methods",
            "PAR-2 is the mean time, with twice the limit where there was no answer; total is of the runs "
            "that were answered. A win is a run that no other method did faster. By deduction: decided "
            "before any solver was asked. Disturbed: the wall clock exceeds 1.5 times the CPU time by 0.1 s. "
            f"Too short: less than {FLOORS} times the solver's start-up.",
            _methods(table, floors),
        ),
        Sheet(
            "pairs",
            "Pairs",
            "Ratio: how many times as long the second takes as the first, the geometric mean of PAR-2 times "
            "over the puzzles that at least one answered, with a 95 % interval. Puzzles are drawn anew, "
            "their orders and seeds within them (hierarchical bootstrap). p is that of Wilcoxon's two-sided "
            "signed-rank test over puzzles, corrected by Holm's method for the number of pairs of one "
            "encoding, of one solver, or of all others. Times below 1 ms count as 1 ms. Too short: pairs of "
            "runs that are excluded, as the slower took less than "
            f"{FLOORS} times its solver's start-up.",
            [_pair(pair) for pair in pairs],
        ),
        Sheet(
            "encodings",
            "Solvers side by side",
            f"For each encoding, on all boards and on those of each size. {_GROUPS}",
            _encodings(table),
        ),
        Sheet(
            "stability",
            "Stability",
            f"{rule(stable)} Spread: how many times as long as the quickest answer the slowest took.",
            stability_lines(stable),
        ),
        Sheet(
            "statistics",
            "What solvers counted",
            "Medians over the runs in which the solver said what it had counted; its own MiB are the most "
            "memory by its own account. Runs that were stopped say nothing. In a session Z3 and Yices begin "
            "some counters anew with each question.",
            counters(summaries(table)),
        ),
        Sheet(
            "guesses",
            "Guesses",
            "How many numbers backtracking assumed, and how many assumptions stood at once (depth). Runs "
            "that ran out of time count with what they had assumed by then.",
            [_guesses(table, summary) for summary in summaries(table) if summary.nodes is not None],
        ),
        Sheet(
            "outliers",
            "Outliers",
            f"For each pair the runs, {OUTLIERS} at most, whose ratio is farthest from the median ratio: by "
            f"more than {FAR:g} times the median absolute deviation, and by more than a factor of 2.",
            [line for pair in pairs for line in _outliers(table, pair.first, pair.second, floors)],
        ),
        Sheet(
            "families",
            "Families",
            f"Puzzles by their folder. {_GROUPS}",
            _grouped(table, "family", lambda row: row.family or "-"),
        ),
        Sheet(
            "boards",
            "Boards",
            f"Puzzles by the size of the board. {_GROUPS}",
            _grouped(table, "board", lambda row: row.board),
        ),
        Sheet("puzzles", "Puzzles", "Seconds, or how the run ended without an answer.", _puzzles(table)),
        Sheet(
            "made-of",
            "What the methods are made of",
            "Arguments are all that are added to the solver's own command line, by us or by the person.",
            [_made_of(method, its.values()) for method, its in table.scores.items()],
        ),
    )
    return [sheet for sheet in every if sheet.lines]


def _methods(table: Table, floors: Mapping[str, float]) -> list[dict[str, Cell]]:
    best = [Table({"virtual best": virtual_best(table)}, table.time)] if len(table.scores) > 1 else []
    return [
        {
            "method": summary.method,
            "runs": summary.runs,
            "answered": summary.answered,
            **{name: summary.statuses.get(name, 0) for name in ("wrong", "timeout", "unknown", "failed")},
            "PAR-2": summary.par2,
            "median": summary.median,
            "total": summary.total,
            "wins": summary.wins if its is table else None,
            "peak MiB": summary.memory_mib,
            "by deduction": summary.by_deduction,
            "disturbed": sum(score.row.disturbed for score in its.scores[summary.method].values()),
            "too short": sum(
                is_short(summary.method, score, floors) for score in its.scores[summary.method].values()
            ),
        }
        for its in (table, *best)
        for summary in summaries(its)
    ]


def _pair(pair: Pair) -> dict[str, Cell]:
    first, second, its = pair
    faster = {"first": first, "second": second, None: None}[its.faster]
    return {
        "first": first,
        "second": second,
        "verdict": f"{faster} is faster" if faster else f"not decided: {its.undecided}",
        "ratio": its.mean,
        "from": its.low,
        "to": its.high,
        "first faster": None if its.first_faster is None else percent(its.first_faster),
        "second faster": None if its.second_faster is None else percent(its.second_faster),
        "p": None if its.p is None else f"{its.p:.2g}",
        "puzzles": its.puzzles,
        "orders": its.orders,
        "too short": its.short,
        "only first answered": its.only_first,
        "only second answered": its.only_second,
    }


def outliers(
    table: Table, first: str, second: str, floors: Mapping[str, float]
) -> tuple[float, list[tuple[float, Score, Score]]]:
    """The runs of a pair whose ratio is far from the median ratio.

    Returns:
        The logarithm of the median ratio; and for each outlier its own, and both runs, the farthest first.
    """
    both: list[tuple[float, Score, Score]] = []
    for instance, a in table.scores[first].items():
        b = table.scores[second].get(instance)
        if b is None or (a.seconds is None and b.seconds is None) or a.par2 is None or b.par2 is None:
            continue
        log = log_ratio(a.par2, b.par2, floors.get(first, 0.0), floors.get(second, 0.0))
        if log is not None:
            both.append((log, a, b))
    if len(both) < OUTLIERS:
        return 0.0, []
    middle = median(log for log, _, _ in both)
    spread = 1.4826 * median(abs(log - middle) for log, _, _ in both)
    least = max(FAR * spread, math.log(2))
    far = sorted((run for run in both if abs(run[0] - middle) > least), key=lambda run: -abs(run[0] - middle))
    return middle, far[:OUTLIERS]


def _outliers(table: Table, first: str, second: str, floors: Mapping[str, float]) -> list[dict[str, Cell]]:
    middle, far = outliers(table, first, second, floors)
    return [
        {
            "puzzle": a.row.puzzle,
            "board": a.row.board,
            "first": first,
            "second": second,
            "seconds first": _time(a),
            "seconds second": _time(b),
            "ratio": math.exp(log),
            "median ratio": math.exp(middle),
        }
        for log, a, b in far
    ]


def _time(score: Score) -> Cell:
    return score.row.status if score.seconds is None else score.seconds


def _made_of(method: str, scores: Iterable[Score]) -> dict[str, Cell]:
    """The parts of a method: also the arguments that nobody typed."""
    rows = [score.row for score in scores]

    def each(values: Iterable[str | None]) -> str:
        return ", ".join(dict.fromkeys(value for value in values if value))

    return {
        "method": method,
        "encoding": each(row.encoding for row in rows),
        "logic": each(row.logic for row in rows),
        "deduction": each(row.deduce for row in rows),
        "solver": each(row.program for row in rows),
        "arguments": each(" ".join(row.arguments) for row in rows),
        "version": each(row.version for row in rows),
        "seeds": len({row.seed for row in rows}),
        "orders": len({row.scramble for row in rows}),
    }


def _guesses(table: Table, summary: Summary) -> dict[str, Cell]:
    scores = table.scores[summary.method].values()
    return {
        "method": summary.method,
        "runs": summary.runs,
        "answered": summary.answered,
        "without a guess": summary.unguessed,
        "median guesses": summary.nodes,
        "most guesses": summary.most_nodes,
        "median depth": median(score.row.depth for score in scores if score.row.depth is not None),
        "most depth": summary.depth,
        "median seconds": summary.median,
    }


def _sums(name: str, scores: Sequence[Score]) -> dict[str, Cell]:
    """Three columns: how many answered, and their PAR-2 times."""
    par2 = [score.par2 for score in scores if score.par2 is not None]
    answered = sum(score.seconds is not None for score in scores)
    return {
        f"{name}: answered": f"{answered}/{len(scores)}" if scores else None,
        f"{name}: PAR-2": fmean(par2) if par2 else None,
        f"{name}: median": median(par2) if par2 else None,
    }


def _encodings(table: Table) -> list[dict[str, Cell]]:
    """For each encoding its solvers side by side, on all boards and on those of each size."""
    by_encoding: defaultdict[str, dict[str, list[Score]]] = defaultdict(dict)
    for method, runs in table.scores.items():
        scores = list(runs.values())
        if scores[0].row.encoding is not None:
            encoding, _, solver = method.partition(" ")
            by_encoding[encoding][solver] = scores
    solvers = list(dict.fromkeys(solver for its in by_encoding.values() for solver in its))
    lines: list[dict[str, Cell]] = []
    for encoding, its in by_encoding.items():
        cells = {score.row.board: score.row.cells for scores in its.values() for score in scores}
        sizes = sorted(cells, key=lambda board: (cells[board], board))
        for board in ("all", *sizes) if len(sizes) > 1 else ("all",):
            line: dict[str, Cell] = {"encoding": encoding, "board": board}
            for solver in solvers:
                there = [s for s in its.get(solver, ()) if board in ("all", s.row.board)]
                line |= _sums(solver, there)
            lines.append(line)
    return lines


def _grouped(table: Table, column: str, of: Callable[[Row], str]) -> list[dict[str, Cell]]:
    """A line for each group of puzzles, those of small boards first."""
    groups: defaultdict[str, defaultdict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for method, runs in table.scores.items():
        for score in runs.values():
            groups[of(score.row)][method].append(score)
    least = {
        group: min(score.row.cells for scores in its.values() for score in scores)
        for group, its in groups.items()
    }
    lines: list[dict[str, Cell]] = []
    for group in sorted(groups, key=lambda group: (least[group], group)):
        line: dict[str, Cell] = {column: group}
        for method in table.scores:
            line |= _sums(method, groups[group][method])
        lines.append(line)
    return lines


def _puzzles(table: Table) -> list[dict[str, Cell]]:
    rows = {instance: score.row for its in table.scores.values() for instance, score in its.items()}
    seeds = len({seed for _, seed, _ in rows}) > 1
    orders = len({order for _, _, order in rows}) > 1
    return [
        {
            "puzzle": rows[instance].puzzle,
            **({"seed": instance[1]} if seeds else {}),
            **({"order": name_of_variant(instance[2])} if orders else {}),
            "board": rows[instance].board,
            "empty": rows[instance].empty,
            **{
                method: _time(its[instance]) if instance in its else None
                for method, its in table.scores.items()
            },
        }
        for instance in table.instances
    ]

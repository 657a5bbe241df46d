"""The tables of the report, and the formats in which they are written: CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import NamedTuple, TypeAlias

from drivers.counters import COUNTERS, PEAK
from workbench.compare import stability
from workbench.compare.row import NAMES, Row, name_of_variant
from workbench.compare.sums import (
    FLOORS,
    Ratio,
    Score,
    Summary,
    Table,
    counters,
    summaries,
    virtual_best,
)
from workbench.compare.table import figure, percent

Cell: TypeAlias = str | int | float | None
Lines: TypeAlias = Sequence[Mapping[str, Cell]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table, with the stem of its file, heading and caption.

    Its lines have cells by the names of the columns, the same in all; ``None`` is empty.
    """

    name: str
    title: str
    caption: str
    lines: Lines

    @property
    def columns(self) -> Mapping[str, str]:
        """The kind of each column: ``number`` where any cell holds one, or ``text``."""
        return {
            name: "number" if any(isinstance(line[name], int | float) for line in self.lines) else "text"
            for name in self.lines[0]
        }


def shown(cell: Cell) -> str:
    """Return a cell as text: with three decimals, or one from 100 on."""
    if isinstance(cell, float):
        return f"{cell:.3f}" if abs(cell) < 100 else f"{cell:.1f}"
    return "" if cell is None else str(cell)


def to_csv(sheet: Sheet) -> str:
    """Return a table as CSV (RFC 4180), in full precision."""
    return _csv([list(sheet.columns), *(list(line.values()) for line in sheet.lines)])


def runs_csv(rows: Sequence[Row]) -> str:
    """Return all runs as CSV, a column for each key of a row."""
    names = [name for name in NAMES if name != "statistics"]
    lines: list[list[object]] = [[*names, *(f"statistics.{name}" for name in (*COUNTERS, PEAK))]]
    for row in rows:
        keys = row.keys()
        values = [keys[name] for name in names]
        counts = [getattr(row.cost.statistics, name, None) for name in (*COUNTERS, PEAK)]
        lines.append([*(_words(value) if isinstance(value, tuple) else value for value in values), *counts])
    return _csv(lines)


def _words(values: Sequence[str | None]) -> str:
    """Return words as one cell, with a dash for what is not known."""
    return " ".join("-" if value is None else value for value in values)


def _csv(lines: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_defused(cell) for cell in line] for line in lines)
    return text.getvalue()


def _defused(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula (CWE-1236): with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def to_markdown(sheet: Sheet) -> str:
    """Return a table as Markdown, with its heading and caption."""
    lines = [
        [_markdown(name) for name in sheet.columns],
        ["---:" if kind == "number" else "---" for kind in sheet.columns.values()],
        *([_markdown(shown(cell)) for cell in line.values()] for line in sheet.lines),
    ]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"## {_markdown(sheet.title)}\n\n{_markdown(sheet.caption)}\n\n{table}"


def _markdown(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))


def to_latex(sheet: Sheet) -> str:
    """Return a table as LaTeX: a ``table`` with ``booktabs`` rules."""
    kinds = "".join("r" if kind == "number" else "l" for kind in sheet.columns.values())
    lines = [sheet.columns, *([shown(cell) for cell in line.values()] for line in sheet.lines)]
    head, *body = (" & ".join(map(_latex, cells)) + " \\\\\n" for cells in lines)
    return (
        f"% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n"
        f"\\caption{{{_latex(sheet.title)}. {_latex(sheet.caption)}}}\n\\label{{tab:{sheet.name}}}\n"
        f"\\begin{{tabular}}{{{kinds}}}\n\\toprule\n{head}\\midrule\n{''.join(body)}\\bottomrule\n"
        "\\end{tabular}\n\\end{table}\n"
    )


_LATEX = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
)


def _latex(text: str) -> str:
    return " ".join(text.split()).translate(_LATEX)


FORMATS: Mapping[str, Callable[[Sheet], str]] = {"csv": to_csv, "md": to_markdown, "tex": to_latex}
"""The function that writes a table, by the ending of the file."""


OUTLIERS = 5
"""The greatest number of outliers that are named for a pair."""

FAR = 3.0
"""An outlier is further from the median than this many median absolute deviations, scaled as for a normal
distribution."""

_STATUSES = ("wrong", "contradicted", "timeout", "unknown", "failed")
_GROUPS = "Answered runs of all; mean and median of PAR-2 times."


def _matrix(table: Table) -> list[dict[str, Cell]]:
    """The verdict on each pair of three methods or more, by rows and columns; none for fewer."""
    methods = list(table.scores)
    if len(methods) < 3:
        return []
    cells: dict[tuple[str, str], str] = {}
    for pair in table.pairs:
        first, second = pair.first, pair.second
        if pair.mean is None or pair.failed_first or pair.failed_second:
            cells[first, second] = cells[second, first] = "n/a"
            continue
        for key, ratio in (((second, first), pair.mean), ((first, second), 1 / pair.mean)):
            cells[key] = figure(ratio) if pair.faster else f"({figure(ratio)})"
    return [
        {
            "": method,
            **{other: "" if other == method else cells.get((method, other), "n/a") for other in methods},
        }
        for method in methods
    ]


def _methods(table: Table) -> list[dict[str, Cell]]:
    lines = [_method(table, summary) for summary in summaries(table)]
    if len(lines) > 1:
        best = Table({"virtual best": virtual_best(table)})
        lines += [_method(best, summary) | {"wins": None, "too short": 0} for summary in summaries(best)]
    return lines


def _method(table: Table, summary: Summary) -> dict[str, Cell]:
    scores = table.scores[summary.method].values()
    return {
        "method": summary.method,
        "runs": summary.runs,
        "answered": summary.answered,
        **{name: summary.statuses.get(name, 0) for name in _STATUSES},
        "PAR-2": summary.par2,
        "median": summary.median,
        "total": summary.total,
        "wins": summary.wins,
        "peak MiB": summary.memory_mib,
        "by deduction": summary.by_deduction,
        "disturbed": sum(score.row.disturbed for score in scores),
        "too short": sum(table.is_short(summary.method, score) for score in scores),
    }


def _pair(pair: Ratio) -> dict[str, Cell]:
    faster = pair.first if pair.faster == "first" else pair.second
    return {
        "first": pair.first,
        "second": pair.second,
        "verdict": f"not decided: {pair.undecided}" if pair.undecided else f"{faster} is faster",
        "ratio": pair.mean,
        "from": pair.low,
        "to": pair.high,
        "first faster": None if pair.first_faster is None else percent(pair.first_faster),
        "second faster": None if pair.second_faster is None else percent(pair.second_faster),
        "p": None if pair.p is None else f"{pair.p:.2g}",
        "puzzles": pair.puzzles,
        "orders": pair.orders,
        "too short": len(pair.too_short),
        "only first answered": pair.only_first,
        "only second answered": pair.only_second,
    }


def outliers(table: Table, pair: Ratio) -> tuple[float, list[tuple[float, Score, Score]]]:
    """Return the runs of a pair whose ratio is far from the median ratio.

    Returns:
        The logarithm of the median ratio; for each outlier its own, and both runs, the farthest first.
    """
    if len(pair.logs) < OUTLIERS:
        return 0.0, []
    middle = median(pair.logs.values())
    spread = 1.4826 * median(abs(log - middle) for log in pair.logs.values())
    least = max(FAR * spread, math.log(2))
    first, second = table.scores[pair.first], table.scores[pair.second]
    far = [
        (pair.logs[instance], first[instance], second[instance])
        for instance in first
        if instance in pair.logs and abs(pair.logs[instance] - middle) > least
    ]
    return middle, sorted(far, key=lambda run: -abs(run[0] - middle))[:OUTLIERS]


def _outliers(table: Table, pair: Ratio) -> list[dict[str, Cell]]:
    middle, far = outliers(table, pair)
    return [
        {
            "puzzle": a.row.subject.puzzle,
            "board": a.row.subject.board,
            "first": pair.first,
            "second": pair.second,
            "seconds first": _time(a),
            "seconds second": _time(b),
            "ratio": math.exp(log),
            "median ratio": math.exp(middle),
        }
        for log, a, b in far
    ]


def _time(score: Score) -> Cell:
    return score.status if score.seconds is None else score.seconds


def _made_of(method: str, rows: Sequence[Row]) -> dict[str, Cell]:
    """Return the parts of a method, with the arguments that nobody typed."""

    def listed(values: Iterable[str | None]) -> str:
        return ", ".join(dict.fromkeys(value for value in values if value))

    return {
        "method": method,
        "encoding": listed(row.facts.encoding for row in rows),
        "logic": listed(row.facts.logic for row in rows),
        "deduction": listed(row.facts.deduce for row in rows),
        "solver": listed(row.facts.program for row in rows),
        "arguments": listed(" ".join(row.facts.arguments) for row in rows),
        "version": listed(row.facts.version for row in rows),
        "seeds": len({row.terms.seed for row in rows}),
        "orders": len({row.terms.scramble for row in rows}),
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
        "median depth": median(score.row.cost.depth for score in scores if score.row.cost.depth is not None),
        "most depth": summary.depth,
        "median seconds": summary.median,
    }


def _encodings(table: Table) -> list[dict[str, Cell]]:
    """Return for each encoding its solvers side by side, on all boards and on those of each size."""
    by_encoding: defaultdict[str, dict[str, list[Score]]] = defaultdict(dict)
    for method, by_instance in table.scores.items():
        scores = list(by_instance.values())
        if scores[0].row.facts.encoding is not None:
            encoding, _, solver = method.partition(" ")
            by_encoding[encoding][solver] = scores
    solvers = list(dict.fromkeys(solver for by_solver in by_encoding.values() for solver in by_solver))
    lines: list[dict[str, Cell]] = []
    for encoding, by_solver in by_encoding.items():
        boards = _groups(by_solver, lambda row: row.subject.board)
        for board, group in ({"all": by_solver} | (boards if len(boards) > 1 else {})).items():
            lines.append({"encoding": encoding, "board": board, **_side_by_side(solvers, group)})
    return lines


def _grouped(table: Table, column: str, of: Callable[[Row], str]) -> list[dict[str, Cell]]:
    """Return a line for each group of puzzles, those of small boards first."""
    by_method = {method: list(scores.values()) for method, scores in table.scores.items()}
    groups = _groups(by_method, of)
    return [{column: name, **_side_by_side(by_method, group)} for name, group in groups.items()]


def _groups(
    scores: Mapping[str, Sequence[Score]], of: Callable[[Row], str]
) -> dict[str, dict[str, list[Score]]]:
    """Return the scores of each method by group, the groups of small boards first."""
    groups: defaultdict[str, defaultdict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
    cells: defaultdict[str, set[int]] = defaultdict(set)
    for method, its_scores in scores.items():
        for score in its_scores:
            groups[of(score.row)][method].append(score)
            cells[of(score.row)].add(score.row.subject.cells)
    return {name: dict(groups[name]) for name in sorted(groups, key=lambda name: (min(cells[name]), name))}


def _side_by_side(methods: Iterable[str], scores: Mapping[str, Sequence[Score]]) -> dict[str, Cell]:
    """Return three columns for each method: how many runs were answered, and mean and median PAR-2 times."""
    columns: dict[str, Cell] = {}
    for method in methods:
        group = scores.get(method, ())
        par2 = [score.par2 for score in group if score.par2 is not None]
        answered = sum(score.seconds is not None for score in group)
        columns |= {
            f"{method}: answered": f"{answered}/{len(group)}" if group else None,
            f"{method}: PAR-2": fmean(par2) if par2 else None,
            f"{method}: median": median(par2) if par2 else None,
        }
    return columns


def _puzzles(table: Table) -> list[dict[str, Cell]]:
    rows = {instance: score.row for scores in table.scores.values() for instance, score in scores.items()}
    seeds = len({seed for _, seed, _ in rows}) > 1
    orders = len({order for _, _, order in rows}) > 1
    return [
        {
            "puzzle": row.subject.puzzle,
            **({"seed": seed} if seeds else {}),
            **({"order": name_of_variant(order)} if orders else {}),
            "board": row.subject.board,
            "empty": row.subject.empty,
            **{
                method: _time(scores[puzzle, seed, order]) if (puzzle, seed, order) in scores else None
                for method, scores in table.scores.items()
            },
        }
        for (puzzle, seed, order), row in rows.items()
    ]


def _caption_of_stability(table: Table) -> str:
    rule = stability.rule(stability.stabilities(table))
    return f"{rule} Spread: how many times as long as the quickest answer the slowest took."


class _Kind(NamedTuple):
    """A table of the page: its caption, which may depend on what was compared, and how its lines are made."""

    name: str
    title: str
    caption: str | Callable[[Table], str]
    lines: Callable[[Table], Lines]

    def of(self, table: Table) -> Sheet | None:
        """The table of a comparison; ``None`` if it has no lines."""
        lines = self.lines(table)
        if not lines:
            return None
        caption = self.caption if isinstance(self.caption, str) else self.caption(table)
        return Sheet(self.name, self.title, caption, lines)


_KINDS = (
    _Kind(
        "matrix",
        "Verdicts",
        "How many times as long the method of a row takes as that of a column, if one of the two is "
        "faster; in brackets the ratio where that is not decided; n/a where they are not compared.",
        _matrix,
    ),
    _Kind(
        "methods",
        "Methods",
        "PAR-2 is the mean time, with twice the limit where there was no answer; total is of the runs "
        "that were answered. A win is a run that no other method did faster. By deduction: decided "
        "before any solver was asked. Disturbed: the wall clock exceeds 1.5 times the CPU time by 0.1 s. "
        f"Too short: less than {FLOORS} times the solver's start-up.",
        _methods,
    ),
    _Kind(
        "pairs",
        "Pairs",
        "Ratio: how many times as long the second takes as the first, the geometric mean of PAR-2 times "
        "over the puzzles that at least one answered, with a 95 % interval. Puzzles are resampled, and "
        "within them their orders and seeds (hierarchical bootstrap). p is that of Wilcoxon's two-sided "
        "signed-rank test over puzzles, corrected by Holm's method for the number of pairs of one "
        "encoding, of one solver, or of all others. Times below 1 ms count as 1 ms. Too short: pairs of "
        "runs that are excluded, as the slower took less than "
        f"{FLOORS} times its solver's start-up.",
        lambda table: [_pair(pair) for pair in table.pairs],
    ),
    _Kind(
        "encodings",
        "Solvers side by side",
        f"For each encoding, on all boards and on those of each size. {_GROUPS}",
        _encodings,
    ),
    _Kind(
        "stability",
        "Stability",
        _caption_of_stability,
        lambda table: stability.lines(stability.stabilities(table)),
    ),
    _Kind(
        "statistics",
        "Solver statistics",
        "Medians over the runs for which the solver printed statistics; its own MiB is the greatest "
        "memory by its own account. Runs that were stopped have none. In a session Z3 and Yices restart "
        "some counters with each question.",
        lambda table: counters(summaries(table)),
    ),
    _Kind(
        "guesses",
        "Guesses",
        "Numbers that backtracking guessed, and how many guesses stood at once (depth). Runs that timed "
        "out count with their guesses so far.",
        lambda table: [_guesses(table, each) for each in summaries(table) if each.nodes is not None],
    ),
    _Kind(
        "outliers",
        "Outliers",
        f"For each pair the runs, {OUTLIERS} at most, whose ratio is farthest from the median ratio: by "
        f"more than {FAR:g} times the median absolute deviation, and by more than a factor of 2.",
        lambda table: [line for pair in table.pairs for line in _outliers(table, pair)],
    ),
    _Kind(
        "families",
        "Families",
        f"Puzzles by their folder. {_GROUPS}",
        lambda table: _grouped(table, "family", lambda row: row.subject.family or "-"),
    ),
    _Kind(
        "boards",
        "Boards",
        f"Puzzles by the size of the board. {_GROUPS}",
        lambda table: _grouped(table, "board", lambda row: row.subject.board),
    ),
    _Kind("puzzles", "Puzzles", "Seconds, or how the run ended without an answer.", _puzzles),
    _Kind(
        "made-of",
        "The parts of each method",
        "Arguments are those added to the solver's own command line, by us or by the user.",
        lambda table: [
            _made_of(method, [score.row for score in scores.values()])
            for method, scores in table.scores.items()
        ],
    ),
)


def sheets(table: Table) -> list[Sheet]:
    """Return all tables that have lines, in the order of the page."""
    return [sheet for kind in _KINDS if (sheet := kind.of(table)) is not None]

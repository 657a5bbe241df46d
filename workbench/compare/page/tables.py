"""The tables of the report, as plain rows: for CSV files and for the page."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import median
from typing import TypeAlias

from workbench.compare.row import Row
from workbench.compare.statistics import Instance, Table, ratio, summaries, virtual_best

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    Attributes:
        name: its file name, without ending.
        title: its heading.
        caption: what is in it, in a sentence or two.
        columns: the names of the columns.
        rows: the cells; ``None`` is empty.
    """

    name: str
    title: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def sheets(table: Table) -> list[Sheet]:
    """All tables of a report."""
    return [sheet for make in SHEETS if (sheet := make(table)) is not None]


def to_csv(sheet: Sheet) -> str:
    """A table as CSV (RFC 4180), full precision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(sheet.columns)
    writer.writerows(sheet.rows)
    return text.getvalue()


def runs_csv(rows: Sequence[Row]) -> str:
    """All runs as CSV, a column for each key of a row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for number, row in enumerate(rows):
        values = asdict(row)
        if number == 0:
            writer.writerow(values)
        writer.writerow(" ".join(value) if isinstance(value, tuple) else value for value in values.values())
    return text.getvalue()


def _methods(table: Table) -> Sheet:
    columns = (
        "method", "runs", "answered", "wrong", "timeout", "unknown", "failed",
        "PAR-2", "median", "total", "wins", "peak MiB", "by deduction",
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    tables = (
        [table]
        if len(table.scores) < 2
        else [table, Table({"virtual best": virtual_best(table)}, table.time)]
    )
    for its in tables:
        for summary in summaries(its):
            statuses = (summary.statuses.get(name, 0) for name in ("wrong", "timeout", "unknown", "failed"))
            rows.append(
                (
                    summary.method, summary.runs, summary.answered, *statuses, summary.par2, summary.median,
                    summary.total, summary.wins if its is table else None, summary.memory_mib,
                    summary.by_deduction,
                )
            )  # fmt: skip
    return Sheet(
        "methods",
        "Methods",
        "PAR-2 is the mean time, with twice the limit where there was no answer; total is of the runs "
        "that were answered. A win is a run that no other method did faster. By deduction: decided before "
        "any solver was asked.",
        columns,
        tuple(rows),
    )


def _pairs(table: Table) -> Sheet:
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(table.scores, 2):
        its = ratio(table, first, second)
        rows.append(
            (first, second, its.mean, its.low, its.high, its.puzzles, its.only_first, its.only_second)
        )
    return Sheet(
        "pairs",
        "Pairs",
        "How many times as long the first takes as the second: the geometric mean of PAR-2 times over the "
        "puzzles that at least one answered, with a 95 % bootstrap interval. Times below 1 ms count as 1 ms. "
        "An interval that holds 1 shows no difference.",
        ("first", "second", "ratio", "from", "to", "puzzles", "only first answered", "only second answered"),
        tuple(rows),
    )


def _guesses(table: Table) -> Sheet | None:
    """What backtracking assumed; ``None`` where no method is backtracking."""
    rows: list[tuple[Cell, ...]] = []
    for summary in summaries(table):
        if summary.nodes is not None:
            depths = [s.row.depth for s in table.scores[summary.method].values() if s.row.depth is not None]
            rows.append(
                (
                    summary.method, summary.runs, summary.answered, summary.unguessed, summary.nodes,
                    summary.most_nodes, median(depths), summary.depth, summary.median,
                )
            )  # fmt: skip
    if not rows:
        return None
    return Sheet(
        "guesses",
        "Guesses",
        "How many numbers backtracking assumed, and how many assumptions stood at once (depth). Runs that "
        "ran out of time count with what they had assumed by then.",
        (
            "method", "runs", "answered", "without a guess", "median guesses", "most guesses",
            "median depth", "most depth", "median seconds",
        ),
        tuple(rows),
    )  # fmt: skip


def _families(table: Table) -> Sheet:
    return _grouped(
        table,
        "families",
        "Families",
        "Puzzles by the folder they lie in.",
        "family",
        lambda row: row.family or "-",
    )


def _boards(table: Table) -> Sheet:
    return _grouped(
        table, "boards", "Boards", "Puzzles by the size of the board.", "board", lambda row: row.board
    )


def _grouped(
    table: Table, name: str, title: str, caption: str, column: str, group: Callable[[Row], str]
) -> Sheet:
    """For each group of puzzles and each method: how many answered, and the median PAR-2 time."""
    groups: defaultdict[str, defaultdict[str, list[tuple[bool, float | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    cells: dict[str, int] = {}
    for method, its in table.scores.items():
        for score in its.values():
            label = group(score.row)
            cells[label] = min(score.row.cells, cells.get(label, score.row.cells))
            groups[label][method].append((score.seconds is not None, score.par2))
    rows: list[tuple[Cell, ...]] = []
    for label in sorted(groups, key=lambda label: (cells[label], label)):
        of = groups[label]
        row: list[Cell] = [label, max(len(its) for its in of.values())]
        for method in table.scores:
            known = [par2 for _, par2 in of[method] if par2 is not None]
            row += [sum(done for done, _ in of[method]), median(known) if known else None]
        rows.append(tuple(row))
    columns = [column, "runs"]
    for method in table.scores:
        columns += [f"{method}: answered", f"{method}: median"]
    return Sheet(name, title, f"{caption} Medians are of PAR-2 times.", tuple(columns), tuple(rows))


def _puzzles(table: Table) -> Sheet:
    found: dict[Instance, tuple[Row, dict[str, Cell]]] = {}
    for method, its in table.scores.items():
        for instance, score in its.items():
            _, times = found.setdefault(instance, (score.row, {}))
            times[method] = score.row.status if score.seconds is None else score.seconds
    seeds = len({row.seed for row, _ in found.values()}) > 1
    orders = len({row.scramble for row, _ in found.values()}) > 1
    more = (*(("seed",) if seeds else ()), *(("order",) if orders else ()))
    columns = ("puzzle", *more, "board", "empty", *table.scores)
    rows: list[tuple[Cell, ...]] = [
        (
            row.puzzle, *((row.seed,) if seeds else ()), *((row.scramble,) if orders else ()),
            row.board, row.empty,
            *(times.get(method) for method in table.scores),
        )
        for row, times in found.values()
    ]  # fmt: skip
    return Sheet(
        "puzzles", "Puzzles", "Seconds, or how the run ended without an answer.", columns, tuple(rows)
    )


SHEETS: tuple[Callable[[Table], Sheet | None], ...] = (
    _methods,
    _guesses,
    _pairs,
    _families,
    _boards,
    _puzzles,
)

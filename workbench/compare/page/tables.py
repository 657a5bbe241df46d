"""The tables of the report about methods and puzzles; those about pairs of methods are in `pairs`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import fmean, median

from workbench.compare.page.marks import Floors, marked
from workbench.compare.page.pairs import outliers, pairs
from workbench.compare.page.sheet import Cell, Sheet
from workbench.compare.row import Row
from workbench.compare.statistics import Instance, Score, Table, summaries, virtual_best


def sheets(table: Table, floors: Floors | None = None) -> list[Sheet]:
    """All tables of a report; floors see `Floors`."""
    return [sheet for make in SHEETS if (sheet := make(table, floors or {})) is not None]


def _methods(table: Table, floors: Floors) -> Sheet:
    columns = (
        "method", "runs", "answered", "wrong", "timeout", "unknown", "failed",
        "PAR-2", "median", "total", "wins", "peak MiB", "by deduction", "disturbed", "too quick",
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    tables = (
        [table]
        if len(table.scores) < 2
        else [table, Table({"virtual best": virtual_best(table)}, table.time)]
    )
    for its in tables:
        for summary in summaries(its):
            disturbed, quick = marked(summary.method, its.scores[summary.method].values(), floors)
            statuses = (summary.statuses.get(name, 0) for name in ("wrong", "timeout", "unknown", "failed"))
            rows.append(
                (
                    summary.method, summary.runs, summary.answered, *statuses, summary.par2, summary.median,
                    summary.total, summary.wins if its is table else None, summary.memory_mib,
                    summary.by_deduction, disturbed, quick,
                )
            )  # fmt: skip
    return Sheet(
        "methods",
        "Methods",
        "PAR-2 is the mean time, with twice the limit where there was no answer; total is of the runs "
        "that were answered. A win is a run that no other method did faster. By deduction: decided before "
        "any solver was asked. Disturbed: the wall clock exceeds 1.5 times the CPU time by 0.1 s. Too quick: "
        "below five times what the solver takes for a trivial script.",
        columns,
        tuple(rows),
    )


def _made_of(table: Table, _floors: Floors) -> Sheet:
    """The parts of each method: also the arguments that nobody typed."""
    rows: list[tuple[Cell, ...]] = []
    for method, its in table.scores.items():
        of = [score.row for score in its.values()]
        rows.append(
            (
                method, _each(row.encoding for row in of), _each(row.logic for row in of),
                _each(row.deduce for row in of), _each(row.program for row in of),
                _each(" ".join(row.arguments) for row in of), _each(row.version for row in of),
                len({row.seed for row in of}), len({row.scramble for row in of}),
            )
        )  # fmt: skip
    return Sheet(
        "made-of",
        "What the methods are made of",
        "Arguments are all that are added to the solver's own command line, by us or by the person.",
        (
            "method", "encoding", "logic", "deduction", "solver", "arguments", "version", "seeds", "orders",
        ),
        tuple(rows),
    )  # fmt: skip


def _each(values: Iterable[str | None]) -> str:
    return ", ".join(dict.fromkeys(value for value in values if value))


def _encodings(table: Table, _floors: Floors) -> Sheet | None:
    """For each encoding its solvers side by side, on all boards and on those of each size."""
    by_encoding: defaultdict[str, dict[str, list[Score]]] = defaultdict(dict)
    for method, its in table.scores.items():
        scores = list(its.values())
        if scores[0].row.encoding is not None:
            encoding, _, solver = method.partition(" ")
            by_encoding[encoding][solver] = scores
    solvers = list(dict.fromkeys(solver for its in by_encoding.values() for solver in its))
    if not by_encoding:
        return None
    rows: list[tuple[Cell, ...]] = []
    for encoding, of in by_encoding.items():
        cells = {score.row.board: score.row.cells for scores in of.values() for score in scores}
        sizes = sorted(cells, key=lambda board: (cells[board], board))
        for board in ("all", *sizes) if len(sizes) > 1 else ("all",):
            row: list[Cell] = [encoding, board]
            for solver in solvers:
                there = [s for s in of.get(solver, ()) if board in ("all", s.row.board)]
                par2 = [score.par2 for score in there if score.par2 is not None]
                row.append(f"{sum(s.seconds is not None for s in there)}/{len(there)}" if there else None)
                row += [fmean(par2), median(par2)] if par2 else [None, None]
            rows.append(tuple(row))
    columns = ["encoding", "board"]
    for solver in solvers:
        columns += [f"{solver}: answered", f"{solver}: PAR-2", f"{solver}: median"]
    return Sheet(
        "encodings",
        "Solvers side by side",
        "For each encoding, on all boards and on those of each size. Medians are of PAR-2 times.",
        tuple(columns),
        tuple(rows),
    )


def _guesses(table: Table, _floors: Floors) -> Sheet | None:
    """The numbers that backtracking assumed; ``None`` where no method is backtracking."""
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


def _families(table: Table, _floors: Floors) -> Sheet:
    return _grouped(
        table,
        "families",
        "Families",
        "Puzzles by the folder they lie in.",
        "family",
        lambda row: row.family or "-",
    )


def _boards(table: Table, _floors: Floors) -> Sheet:
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


def _puzzles(table: Table, _floors: Floors) -> Sheet:
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


SHEETS: tuple[Callable[[Table, Floors], Sheet | None], ...] = (
    _methods,
    pairs,
    _guesses,
    _encodings,
    outliers,
    _families,
    _boards,
    _made_of,
    _puzzles,
)

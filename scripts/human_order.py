"""Measure how well the order of our steps agrees with the order in which persons filled their cells.

A file of traces has a JSON object on each line:

    {"puzzle": "examples/first.txt", "filled": [["r1c1", 2], ["r2c1", 2], ["r2c2", 3]]}

"puzzle" is what the commands take (a file, a URL, an id) or the text of a puzzle, "filled" the cells
by name with their numbers in the order in which they were filled. Where a cell was filled twice, the last
time counts; a number that is not the one our rules find does not count.

For each level L the rules S0 to SL give our order. Cells that one step fixes together have no order among
them. Of each trace the cells that both filled are compared:

    reached   the share of the person's cells that these rules reach
    pairs     the share of the pairs of cells that are in the same order for both; by chance 50 %
    tau       the same from -1 (reverse) over 0 (by chance) to 1 (the same)
    first K   the share of our first K cells that are among the person's first K; in brackets: by chance

A line of the table is the mean over the traces of which a pair can be compared. `--part 2/2`
leaves out every other trace, so that what was fitted on one half is tested on the other. `--next` also
measures, which takes long, the share of the cells that are in the step that comes next where the person has
come to.

    python scripts/human_order.py traces.jsonl --part 2/2 --level 8
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from msgspec import MsgspecError, Struct
from msgspec.json import decode

from fillomino import formats
from fillomino.deduction.reason import NearbyReasoner, reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.cells import SINGLE_CANDIDATE
from fillomino.deduction.step import Kind, Step
from fillomino.errors import FillominoError, InputError
from fillomino.formats.registry import name_source
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from scripts.harness import markdown, new_parser
from workbench.texts.inputs import puzzle_of


class Line(Struct):
    """A line of a file of traces."""

    puzzle: str
    filled: list[tuple[str, int]]


class Trace(NamedTuple):
    """A person's solving order: cells with their numbers, in the order in which they were filled."""

    puzzle: Puzzle
    filled: dict[int, int]


class Agreement(NamedTuple):
    """Agreement of two orders of the cells of a puzzle: shares, as the script's help has them."""

    reached: float
    pairs: float
    first: float
    by_chance: float


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="TRACES.jsonl")
    parser.add_argument("--first", type=int, default=10, metavar="K", help="how many cells are the first")
    parser.add_argument("--level", type=int, metavar="L", help="this level only; else every one")
    parser.add_argument(
        "--part", type=part, default=(1, 1), metavar="K/N", help="every Nth trace from the Kth"
    )
    parser.add_argument("--next", action="store_true", help="measure the next step, too")
    given = parser.parse_args()
    if given.first < 1:
        parser.error("--first is at least 1")
    try:
        traces = [trace for file in given.files for trace in read(file)][given.part[0] - 1 :: given.part[1]]
    except (FillominoError, OSError) as error:
        sys.exit(str(error))
    print(f"traces: {len(traces)}")
    levels = range(registry.hardest() + 1) if given.level is None else [given.level]
    print(f"\n{table_of(traces, levels, given.first, given.next)}")


def part(text: str) -> tuple[int, int]:
    """Return the numbers of ``2/3``; a `ValueError` for what is no part."""
    which, of = map(int, text.split("/"))
    if not 1 <= which <= of:
        raise ValueError
    return which, of


def table_of(traces: Sequence[Trace], levels: Iterable[int], first: int, foretell: bool) -> str:
    """Return the table of some traces, a line for each level."""
    head = ["level", "traces", "reached", "pairs", "tau", f"first {first}", *(["next"] if foretell else [])]
    lines = []
    for level in levels:
        found = [one for trace in traces if (one := agreement(trace, level, first)) is not None]
        line = [level, len(found), *"––––"]
        if found:
            reached, pairs, hits, chance = map(mean, zip(*found, strict=True))
            line[2:] = f"{reached:.0%}", f"{pairs:.0%}", f"{2 * pairs - 1:+.2f}", f"{hits:.0%} ({chance:.0%})"
        if foretell:
            shares = [share for trace in traces if (share := foretold(trace, level)) is not None]
            line.append(f"{mean(shares):.0%}" if shares else "–")
        lines.append(line)
    return markdown(head, lines).rstrip()


def read(file: Path) -> Iterator[Trace]:
    """The traces of a file.

    Raises:
        InputError: for a line that is none; the error names it.
    """
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = decode(line, type=Line)
        except MsgspecError as error:
            message = f'a trace is {{"puzzle": …, "filled": [["r1c2", 3], …]}}: {error}'
            raise InputError(message, source=str(file), line=number) from error
        with name_source(f"{file}:{number}"):
            yield trace_of(row.puzzle, row.filled)


def trace_of(source: str, filled: Sequence[tuple[str, int]]) -> Trace:
    """The trace of a puzzle, given as a command takes it or as its text.

    Raises:
        InputError: if the puzzle can't be read, or has no such cell.
    """
    puzzle = formats.read(source).puzzle if "\n" in source else puzzle_of(source).fillomino("race").puzzle
    cell_of = {name: cell for cell, name in enumerate(puzzle.board.names)}
    last: dict[int, int] = {}
    for name, number in filled:
        if name not in cell_of:
            message = f"the puzzle has no cell {name!r}; its first is {puzzle.board.names[0]!r}"
            raise InputError(message, code="unknown-cell")
        cell = cell_of[name]
        last.pop(cell, None)  # filled anew, it goes to the end
        if cell not in puzzle.clues:
            last[cell] = number
    return Trace(puzzle, last)


def our_order(puzzle: Puzzle, level: int) -> dict[int, tuple[int, int]]:
    """For each cell that the rules up to a level fix, which step does, and with which number."""
    steps = (step for step in reasoner(puzzle, level, NearbyReasoner).steps() if step.kind is Kind.FIX)
    return {cell: (turn, step.number) for turn, step in enumerate(steps) for cell in bits(step.cells)}


def foretold(trace: Trace, level: int) -> float | None:
    """The share of a person's cells that are in our next step from where the person is; ``None`` for none."""
    reasoning = reasoner(trace.puzzle, level, NearbyReasoner)
    hits = []
    for cell, number in trace.filled.items():
        step = next((step for step in reasoning.copy().steps() if step.kind is not Kind.STRIKE), None)
        hits.append(step is not None and step.kind is Kind.FIX and bool(step.cells >> cell & 1))
        reasoning.take(Step(SINGLE_CANDIDATE.name, Kind.FIX, number, 1 << cell))
        if not reasoning.consistent:
            break
    return mean(hits) if hits else None


def agreement(trace: Trace, level: int, first: int) -> Agreement | None:
    """Compare the rules up to a level with a trace; ``None`` if there is no pair to compare."""
    ours = our_order(trace.puzzle, level)
    # In the person's order.
    both = [cell for cell, number in trace.filled.items() if cell in ours and ours[cell][1] == number]
    same = [ours[x][0] < ours[y][0] for x, y in combinations(both, 2) if ours[x][0] != ours[y][0]]
    if not same:
        return None
    count = min(first, len(both))
    our_first = sorted(both, key=lambda cell: (ours[cell][0], cell))[:count]
    hits = len(set(our_first) & set(both[:count]))
    return Agreement(len(both) / len(trace.filled), mean(same), hits / count, count / len(both))


if __name__ == "__main__":
    main()

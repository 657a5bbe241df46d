"""How well the order of our steps agrees with the order in which persons filled their cells.

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

A line of the table is the mean over the traces of which a pair can be compared. The project has no such
traces: these numbers have never been measured on people.

    python scripts/human_order.py traces.jsonl --first 10
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from fillomino.deduction.reason import reasoner  # noqa: E402
from fillomino.deduction.rules.table import hardest  # noqa: E402
from fillomino.deduction.steps import Kind  # noqa: E402
from fillomino.errors import FillominoError, InputError  # noqa: E402
from fillomino.formats.reading import named  # noqa: E402
from fillomino.graph import bits  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from workbench.inputs import puzzle_of  # noqa: E402


@dataclass(frozen=True, slots=True)
class Trace:
    """A person's solving order: cells with their numbers, in the order in which they were filled."""

    puzzle: Puzzle
    filled: dict[int, int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two orders of the cells of a puzzle agree.

    Attributes:
        reached: the share of the person's cells that our rules reach.
        pairs: the share of the pairs of cells that are in the same order for both.
        first: the share of our first cells that are among the person's as many first.
        by_chance: what that would be by chance.
    """

    reached: float
    pairs: float
    first: float
    by_chance: float

    @property
    def tau(self) -> float:
        """Kendall's, over the pairs that have an order for both."""
        return 2 * self.pairs - 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="TRACES.jsonl")
    parser.add_argument("--first", type=int, default=10, metavar="K", help="how many cells are the first")
    arguments = parser.parse_args()
    if arguments.first < 1:
        parser.error("--first is at least 1")
    try:
        traces = [trace for file in arguments.files for trace in read(file)]
    except (FillominoError, OSError) as error:
        sys.exit(str(error))
    print(f"traces: {len(traces)}\n")
    print(f"| level | traces | reached | pairs | tau | first {arguments.first} |")
    print("| --- | --- | --- | --- | --- | --- |")
    for level in range(hardest() + 1):
        compared = [agreement(trace, level, arguments.first) for trace in traces]
        found = [one for one in compared if one is not None]
        print(f"| {level} | {len(found)} | {summed_up(found) if found else ' | '.join('–' * 4)} |")


def read(file: Path) -> Iterator[Trace]:
    """The traces of a file.

    Raises:
        InputError: for a line that is none; the error names it.
    """
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            puzzle, filled = row["puzzle"], [(str(cell), int(value)) for cell, value in row["filled"]]
        except (ValueError, TypeError, KeyError) as error:
            message = 'a trace is {"puzzle": …, "filled": [["r1c2", 3], …]}'
            raise InputError(message, source=str(file), line=number) from error
        with named(f"{file}:{number}"):
            yield trace_of(str(puzzle), filled)


def trace_of(source: str, filled: Sequence[tuple[str, int]]) -> Trace:
    """The trace of a puzzle, given as a command takes it or as its text.

    Raises:
        InputError: if the puzzle can't be read, or has no such cell.
    """
    puzzle = formats.read(source).puzzle if "\n" in source else puzzle_of(source).document.puzzle
    cell_of = {name: cell for cell, name in enumerate(puzzle.board.names)}
    last: dict[int, int] = {}
    for name, number in filled:
        if name not in cell_of:
            raise InputError(f"the puzzle has no cell {name!r}; its first is {puzzle.board.names[0]!r}")
        cell = cell_of[name]
        last.pop(cell, None)  # filled anew, it goes to the end
        if cell not in puzzle.clues:
            last[cell] = number
    return Trace(puzzle, last)


def our_order(puzzle: Puzzle, level: int) -> dict[int, tuple[int, int]]:
    """For each cell that the rules up to a level fix, which step does, and with which number."""
    steps = (step for step in reasoner(puzzle, level).steps() if step.kind is Kind.FIX)
    return {cell: (turn, step.number) for turn, step in enumerate(steps) for cell in bits(step.cells)}


def agreement(trace: Trace, level: int, first: int) -> Agreement | None:
    """How the rules up to a level agree with a trace; ``None`` if there is no pair to compare."""
    ours = our_order(trace.puzzle, level)
    # In the person's order.
    both = [cell for cell, number in trace.filled.items() if cell in ours and ours[cell][1] == number]
    same = [ours[x][0] < ours[y][0] for x, y in combinations(both, 2) if ours[x][0] != ours[y][0]]
    if not same:
        return None
    count = min(first, len(both))
    our_first = sorted(both, key=lambda cell: (ours[cell][0], cell))[:count]
    return Agreement(
        reached=len(both) / len(trace.filled),
        pairs=mean(same),
        first=len(set(our_first) & set(both[:count])) / count,
        by_chance=count / len(both),
    )


def summed_up(found: Sequence[Agreement]) -> str:
    """The means, as cells of a table."""
    reached, pairs, first, chance = (
        mean(getattr(one, name) for one in found) for name in ("reached", "pairs", "first", "by_chance")
    )
    tau = mean(one.tau for one in found)
    return f"{reached:.0%} | {pairs:.0%} | {tau:+.2f} | {first:.0%} ({chance:.0%})"


if __name__ == "__main__":
    main()

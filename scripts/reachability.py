"""Compare the two ways of reachability in section 5.4 of the thesis, by the share of empty cells.

One searches from each known group for the cells that it reaches, the other from each empty cell for a group.
Both rule out the same. Each puzzle is a solved board of which a share is emptied at random; counted is
the CPU time of one pass over all numbers, the two ways in turns, and the least of the rounds.

    python scripts/reachability.py
    python scripts/reachability.py --board 15x15 --boards 20 --rounds 5
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino.counting.windows import random_filling  # noqa: E402
from fillomino.deduction.reason import Reasoner  # noqa: E402
from fillomino.deduction.rules import reach  # noqa: E402
from fillomino.deduction.rules.rule import Rule  # noqa: E402
from fillomino.deduction.state import State  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from workbench.texts.inputs import board_of  # noqa: E402

SHARES = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95)


def seconds(puzzle: Puzzle, rule: Rule) -> float:
    """Return the CPU seconds of one pass of a rule over all numbers of a puzzle."""
    premises = Reasoner(State(puzzle), [rule]).premises
    for number in premises.state.admits:
        premises.groups(number)
    started = process_time()
    for number in list(premises.state.admits):
        list(rule.find(premises, number))
    return process_time() - started


def ratios(board: str, boards: int, rounds: int, seed: int, *, basic: bool) -> dict[int, tuple[float, float]]:
    """Return by share of empty cells the median CPU ms from groups, and the ratio from cells to it."""
    found = {}
    cells = board_of(board)
    for share in SHARES:
        times = []
        for number in range(boards):
            chance = Random(f"{seed}/{number}")
            filling = random_filling(cells, 9, chance)
            kept = sorted(chance.sample(range(cells.size), round(cells.size * (100 - share) / 100)))
            puzzle = Puzzle(cells, {cell: filling[cell] for cell in kept}, basic=basic)
            rule_times = [[seconds(puzzle, r) for r in (reach.RULE, reach.FROM_CELLS)] for _ in range(rounds)]
            times.append([min(its) for its in zip(*rule_times, strict=True)])
        groups = statistics.median(first for first, _ in times)
        found[share] = groups * 1000, statistics.median(second / first for first, second in times)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", default="10x10", metavar="SPEC")
    parser.add_argument("--boards", type=int, default=20, metavar="N", help="boards for each share")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--basic", action="store_true", help="every region holds a clue, as in the thesis")
    given = parser.parse_args()
    table = ratios(given.board, given.boards, given.rounds, given.seed, basic=given.basic)
    print("| empty cells | from groups, ms | from cells / from groups |\n| --- | --- | --- |")
    for share, (milliseconds, ratio) in table.items():
        print(f"| {share} % | {milliseconds:.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()

"""Compare the two ways of reachability in section 5.4 of the thesis, by the share of empty cells.

One searches from each known group for the cells that it reaches, the other from each empty cell for a group.
Both rule out the same. Each puzzle is a solved board of which a share is emptied at random; counted is
the CPU time of one pass over all numbers, the two ways in turns, and the least of the rounds.

    python scripts/reachability.py
    python scripts/reachability.py --board 15x15 --boards 20 --rounds 5
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from time import process_time

from fillomino.counting.windows import random_filling
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import reach
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import State
from fillomino.puzzle import Puzzle
from scripts.harness import in_turns, markdown, new_parser
from workbench.texts.inputs import board_of

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


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("--board", default="10x10", metavar="SPEC")
    parser.add_argument("--boards", type=int, default=20, metavar="N", help="boards for each share")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--basic", action="store_true", help="every region holds a clue, as in the thesis")
    given = parser.parse_args()
    board, lines = board_of(given.board), []
    for share in SHARES:
        times = []
        for number in range(given.boards):
            chance = Random(f"{given.seed}/{number}")
            filling = random_filling(board, 9, chance)
            kept = sorted(chance.sample(range(board.size), round(board.size * (100 - share) / 100)))
            puzzle = Puzzle(board, {cell: filling[cell] for cell in kept}, basic=given.basic)
            passes = {rule: partial(seconds, puzzle, rule) for rule in (reach.RULE, reach.FROM_CELLS)}
            times.append(tuple(map(min, in_turns(given.rounds, passes).values())))
        groups, ratio = median(first for first, _ in times), median(second / first for first, second in times)
        lines.append((f"{share} %", f"{groups * 1000:.2f}", f"{ratio:.2f}"))
    print(markdown(["empty cells", "from groups, ms", "from cells / from groups"], lines), end="")


if __name__ == "__main__":
    main()

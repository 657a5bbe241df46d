"""Repeat a comparison of two methods with other orders of the scripts, and count how often the verdict held.

Each repetition takes K orders of each puzzle's script that no other takes, and asks both methods. The verdict
of all orders together is what a repetition should give, or that it is not decided; it fails if it decides for
the other one. Exit code 1 if more than one in twenty fails.

    python scripts/repeat_verdict.py PUZZLE...                 forest-tight, z3 and yices, 5 orders, 10 times
    python scripts/repeat_verdict.py -a forest:z3 -b forest-tight:z3 --orders 1 PUZZLE...

A row of the table is a repetition: how many times as long the second takes, the interval, the share of
resamplings in which the first is faster, and the verdict. Nothing is deduced before encoding.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers import Failure, Limits, Sat, Unsat, find, run  # noqa: E402
from drivers.solver import require, tuned  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from smtlib.render import driver  # noqa: E402
from smtlib.scramble import scramble  # noqa: E402
from workbench.choose.encodings import best_logic, find_one_shot  # noqa: E402
from workbench.compare.row import Row  # noqa: E402
from workbench.compare.statistics import Ratio, ratio, tabulate  # noqa: E402
from workbench.compare.table import sentence  # noqa: E402
from workbench.texts.inputs import open_one, sources  # noqa: E402

GOAL = 0.95
STATUSES = {Sat: "solved", Unsat: "unsolvable"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="files, directories, URLs or ids")
    parser.add_argument("-a", "--first", default="forest-tight:z3", metavar="ENCODING:SOLVER")
    parser.add_argument("-b", "--second", default="forest-tight:yices", metavar="ENCODING:SOLVER")
    parser.add_argument("--orders", type=int, default=5, metavar="K", help="in each repetition")
    parser.add_argument("--repetitions", type=int, default=10, metavar="N")
    parser.add_argument("--timeout", type=float, default=20, metavar="SEC", help="of each run")
    arguments = parser.parse_args()
    puzzles = [(opened.name, opened.document.puzzle) for opened in map(open_one, sources(arguments.puzzles))]
    methods = (arguments.first, arguments.second)
    rows: list[Row] = []
    verdicts: Counter[str] = Counter()
    sys.stdout.write(f"{len(puzzles)} puzzles; {methods[1]} / {methods[0]}, CPU seconds of the solvers\n")
    for repetition in range(arguments.repetitions):
        orders = range(repetition * arguments.orders + 1, (repetition + 1) * arguments.orders + 1)
        these = [
            row for name, puzzle in puzzles for row in runs(name, puzzle, methods, orders, arguments.timeout)
        ]
        found = ratio(tabulate(these), *methods)
        verdicts[verdict(found)] += 1
        sys.stdout.write(f"{repetition + 1:3}  {line(found)}  {verdict(found)}\n")
        sys.stdout.flush()
        rows += these
    whole = ratio(tabulate(rows), *methods)
    failed = verdicts.total() - verdicts[verdict(whole)] - verdicts["not decided"]
    if verdict(whole) == "not decided":
        failed = min(verdicts["first"], verdicts["second"])
    sys.stdout.write(f"all  {line(whole)}  {verdict(whole)}\n")
    if whole.low is not None:
        sys.stdout.write(f"{sentence(whole)}\n")
    total = verdicts.total()
    shares = f"{verdicts['first']} for the first, {verdicts['second']} for the second"
    sys.stdout.write(
        f"Of {total} verdicts {total - failed} held: {shares}, {verdicts['not decided']} not decided.\n"
    )
    sys.exit(failed > (1 - GOAL) * total)


def runs(name: str, puzzle: Puzzle, methods: tuple[str, str], orders: range, seconds: float) -> Iterator[Row]:
    """Both methods on all orders of a puzzle's script."""
    for method in methods:
        encoding_name, _, solver_name = method.partition(":")
        encoding, solver = find_one_shot(encoding_name), require(find(solver_name))
        logic = best_logic(encoding, solver)
        text = driver(encoding.script(puzzle, logic))
        for order in orders:
            done = run(scramble(text, order).text, tuned(solver, logic), Limits(seconds=seconds))
            if isinstance(done.answer, Failure):
                sys.exit(f"{name}, {method}, order {order}: {done.answer.text}")
            status = STATUSES.get(type(done.answer), "timeout")
            yield row_of(name, method, order, seconds, status, done.usage.cpu_seconds)


def row_of(puzzle: str, method: str, order: int, limit: float, status: str, cpu: float) -> Row:
    """The figures of a run that the statistics need."""
    return Row(
        key=f"{puzzle}/{method}/{order}", puzzle=puzzle, puzzle_hash=puzzle, family="", board="", cells=0,
        empty=0, known=None, method=method, encoding=method, logic=None, deduce="none", solver=method,
        program=None, version="", arguments=(), seed=0, unique_wanted=False, seconds_limit=limit,
        memory_limit_mib=None, status=status, unique=None, filling=None, violations=(), error=None,
        cpu_seconds=cpu, wall_seconds=cpu, memory_mib=None, own_cpu_seconds=0.0, deduce_seconds=0.0,
        encode_seconds=0.0, check_seconds=0.0, asked=1, core=None, host="", cpu_model="", fillomino="",
        commit=None, started="", scramble=order,
    )  # fmt: skip


def line(found: Ratio) -> str:
    """Ratio, interval and share in columns."""
    shown = [
        f"{value:6.3f}" if value is not None else "     -" for value in (found.mean, found.low, found.high)
    ]
    share = "     -" if found.first_faster is None else f"{found.first_faster:6.1%}"
    return f"{shown[0]}  [{shown[1]}, {shown[2]}]  {share}"


def verdict(found: Ratio) -> str:
    """The faster one, in one or two words."""
    return found.faster or "not decided"


if __name__ == "__main__":
    main()

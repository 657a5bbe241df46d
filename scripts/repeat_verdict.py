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

import sys
from collections import Counter
from itertools import groupby

from scripts.harness import new_parser
from workbench.compare.comparison import methods_by_name
from workbench.compare.plan import entries, jobs
from workbench.compare.row import Row
from workbench.compare.sums import Ratio, ratio, tabulate
from workbench.compare.table import sentence
from workbench.compare.work import rows
from workbench.methods.method import Question
from workbench.texts.inputs import open_one, sources

GOAL = 0.95


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="files, directories, URLs or ids")
    parser.add_argument("-a", "--first", default="forest-tight:z3", metavar="ENCODING:SOLVER")
    parser.add_argument("-b", "--second", default="forest-tight:yices", metavar="ENCODING:SOLVER")
    parser.add_argument("--orders", type=int, default=5, metavar="K", help="in each repetition")
    parser.add_argument("--repetitions", type=int, default=10, metavar="N")
    parser.add_argument("--timeout", type=float, default=20, metavar="SEC", help="of each run")
    given = parser.parse_args()
    puzzles, _ = entries(map(open_one, sources(given.puzzles)))
    methods = []
    for name in (given.first, given.second):
        encoding, _, solver = name.partition(":")
        [method], _ = methods_by_name([solver], [encoding], [], ["none"])
        methods.append((method, method.facts()))
    last = given.orders * given.repetitions
    every = jobs(puzzles, methods, 1, Question().within(given.timeout), last + 1)
    planned = [job for job in every if job.question.scramble]
    names = [method.name for method, _ in methods]
    print(f"{len(puzzles)} puzzles; {given.second} / {given.first}, CPU seconds of the solvers")
    verdicts: Counter[str] = Counter()
    done: list[Row] = []
    # One worker, so the runs come in their order: those of one repetition after the other.
    for number, runs in groupby(rows(planned, 1), lambda row: (row.terms.scramble - 1) // given.orders + 1):
        repetition = [*runs]
        done += repetition
        found = ratio(tabulate(repetition), *names)
        verdicts[verdict(found)] += 1
        print(f"{number:3}  {line(found)}  {verdict(found)}", flush=True)
    whole = ratio(tabulate(done), *names)
    print(f"all  {line(whole)}  {verdict(whole)}")
    if whole.low is not None:
        print(sentence(whole))
    total, undecided = verdicts.total(), verdicts["not decided"]
    failed = total - verdicts[verdict(whole)] - undecided
    if verdict(whole) == "not decided":
        failed = min(verdicts["first"], verdicts["second"])
    shares = f"{verdicts['first']} for the first, {verdicts['second']} for the second"
    print(f"Of {total} verdicts {total - failed} held: {shares}, {undecided} not decided.")
    sys.exit(failed > (1 - GOAL) * total)


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

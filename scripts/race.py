"""Race encodings and solvers over the corpus: CPU seconds per puzzle, uniqueness proved, ratios in one run.

CPU time is ours (deduction, encoding, decoding, checking) and the solver's together, without
Python's own start. Configurations take turns puzzle by puzzle, so that a noisy machine is
equally noisy to all. As `fillomino solve` does, deduction looks ahead first; --deduce full leaves more to
the solvers. Of puzzles that take over 0.1 s, the share of writing and checking (to encode, to decode, and
to judge by the rules) is printed. The corpus is found through FILLOMINO_CORPUS.

    python scripts/race.py                                  cuts with yices and with z3, everything
    python scripts/race.py --only 10x10 --timeout 20 forest:z3 forest-tight:z3 cuts:z3
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from pathlib import Path

LONG = 0.1
"""CPU seconds from which on writing and checking should be a small part."""

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from fillomino.errors import FillominoError  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from smtlib.errors import SmtLibError  # noqa: E402
from tests.support.corpus import files  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.result import Result, Status  # noqa: E402
from workbench.methods.smt import SmtMethod  # noqa: E402
from workbench.methods.table import smt  # noqa: E402


def cpu() -> float:
    """CPU seconds of this process and of all its children that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def timed(name: str, puzzle: Puzzle, method: SmtMethod, question: Question) -> tuple[float, Result]:
    started = cpu()
    result = method.run(name, puzzle, question)
    return cpu() - started, result


def puzzles(only: str | None, every: int) -> list[tuple[str, Puzzle]]:
    found = []
    for file in files()[::every]:
        puzzle = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle
        grid = puzzle.board.grid
        if only is None or (grid is not None and only == f"{grid.height}x{grid.width}"):
            found.append((f"{file.parent.name}/{file.stem}", puzzle))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "configurations", nargs="*", default=["cuts:yices", "cuts:z3"], metavar="ENCODING:SOLVER"
    )
    parser.add_argument("--only", metavar="HxW", help="only boards of this size")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th puzzle")
    parser.add_argument("--timeout", type=float, default=60, metavar="SEC")
    parser.add_argument("--deduce", default="ahead", metavar="none|light|full|ahead")
    arguments = parser.parse_args()
    chosen = puzzles(arguments.only, arguments.every)
    if not chosen:
        sys.exit("no puzzles: set FILLOMINO_CORPUS to a directory of them")
    try:
        methods = {}
        for name in arguments.configurations:
            encoding, _, solver = name.partition(":")
            methods[name] = smt(encoding, solver, deduce=arguments.deduce)
    except (SmtLibError, FillominoError) as error:
        parser.error(str(error))
    question = Question(unique=True, seconds=arguments.timeout)
    times: dict[str, list[float]] = {name: [] for name in methods}
    slowest: dict[str, list[tuple[float, str]]] = {name: [] for name in methods}
    undone: dict[str, list[str]] = {name: [] for name in methods}
    peak = dict.fromkeys(methods, 0.0)
    alone = dict.fromkeys(methods, 0)
    writing: dict[str, list[tuple[float, float, str]]] = {name: [] for name in methods}
    for number, (puzzle_name, puzzle) in enumerate(chosen):
        order = list(methods)
        order = order[number % len(order) :] + order[: number % len(order)]
        for name in order:
            seconds, result = timed(puzzle_name, puzzle, methods[name], question)
            times[name].append(seconds)
            slowest[name].append((seconds, puzzle_name))
            peak[name] = max(peak[name], result.usage.memory_mib or 0.0)
            alone[name] += result.asked == 0
            if seconds > LONG:
                writing[name].append((result.own["encode"] + result.own["check"], seconds, puzzle_name))
            if result.status is not Status.SOLVED or result.unique is not True:
                undone[name].append(puzzle_name)
    started = time.strftime("%Y-%m-%d")
    print(
        f"{started}: {len(chosen)} puzzles, limit {arguments.timeout:g} s, deduction {arguments.deduce}, "
        "CPU seconds, uniqueness proved"
    )
    first = times[next(iter(methods))]
    for name, its in times.items():
        ordered = sorted(its)
        ratio = statistics.median(a / b for a, b in zip(first, its, strict=True))
        print(
            f"{name:20} total {sum(its):8.2f}  median {statistics.median(its):7.4f}  "
            f"99 % {ordered[int(len(ordered) * 0.99)]:7.3f}  max {ordered[-1]:7.3f}  "
            f"undone {len(undone[name]):3}  no solver asked {alone[name]:3}  "
            f"solver's peak {peak[name]:5.0f} MiB  first/this {ratio:6.2f}"
        )
        worst = ", ".join(f"{where} {seconds:.2f}" for seconds, where in sorted(slowest[name])[-4:])
        print(
            f"{'':20} slowest: {worst}" + (f"; undone: {', '.join(undone[name][:8])}" if undone[name] else "")
        )
        if writing[name]:
            print(f"{'':20} {shares(writing[name])}")


def shares(long: list[tuple[float, float, str]]) -> str:
    """The part of puzzles that take long that is writing and checking.

    Args:
        long: of each its seconds for that, those of the whole, and its name.
    """
    part, whole = sum(own for own, _, _ in long), sum(seconds for _, seconds, _ in long)
    most, where = max((own / seconds, name) for own, seconds, name in long)
    above = sum(own > seconds / 4 for own, seconds, _ in long)
    return (
        f"writing and checking, {len(long)} puzzles over {LONG:g} s: {part / whole:.0%} together, "
        f"at most {most:.0%} ({where}), above a quarter {above}"
    )


if __name__ == "__main__":
    main()

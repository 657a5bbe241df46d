"""Print what the runner of `fillomino compare` costs beyond the solvers, and how exact its CPU times are.

The cost is all CPU time of a comparison except that of the solvers and of encoding, as a share of theirs: the
runner starts workers, hands over jobs, drives processes, measures floors, reads answers, makes rows. Encoding
is timed once more here, to separate it from the rest of a row's own time. Nothing is deduced, as that alone
would decide the examples.

With --by-hand, the CPU time of each row is printed beside that of the same text run by hand, measured by
wait4: the medians, and the median of the ratios. The two take turns, and each goes first equally often, so
that load affects both alike.

    python scripts/overhead.py                             160 short runs: four examples, z3 and yices
    python scripts/overhead.py --by-hand -e forest-bool PUZZLE...
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers.limits import Limits  # noqa: E402
from drivers.solver import command_line, require, tuned  # noqa: E402
from encoder.encodings.table import find as find_encoding  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from scripts.timing import cpu_seconds  # noqa: E402
from smtlib.render import driver  # noqa: E402
from workbench.compare.comparison import methods_by_name  # noqa: E402
from workbench.compare.plan import Job, entries, jobs  # noqa: E402
from workbench.compare.work import do_pinned, rows  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.smt import SmtMethod  # noqa: E402
from workbench.texts.inputs import open_one, sources  # noqa: E402

SHORT = ("seven.id", "eight.url", "ten.janko", "fifteen.txt")


def encoding_seconds(puzzle: Puzzle, encoding: str, logic: str | None) -> float:
    """Return the CPU seconds of writing the script: the least of five."""
    least = float("inf")
    for _ in range(5):
        started = time.process_time()
        driver(find_encoding(encoding).script(puzzle, logic))
        least = min(least, time.process_time() - started)
    return least


def print_overhead(planned: Sequence[Job], encoding: str) -> None:
    """Run all jobs by the runner, and print where the CPU time went."""
    started = cpu_seconds()
    with contextlib.closing(rows(planned, 1)) as running:
        done = [row for row in running if row.to_line()]
    total = cpu_seconds() - started
    scripts = {(job.entry.hash, job.facts.logic): job.entry.puzzle for job in planned}
    seconds = {key: encoding_seconds(puzzle, encoding, key[1]) for key, puzzle in scripts.items()}
    solvers = sum(row.cpu_seconds for row in done)
    encoder = sum(seconds[row.puzzle_hash, row.logic] for row in done)
    inside = sum(row.own_cpu_seconds for row in done) - encoder
    around = total - solvers - encoder - inside
    print(f"{len(done)} runs, in CPU seconds:")
    for name, share in (
        ("the solvers' processes", solvers),
        ("encoding, timed apart in each row", encoder),
        ("runner, during runs (and checking)", inside),
        ("runner, around runs (and its start)", around),
        ("runner together", inside + around),
    ):
        print(f"  {name:<36} {share:8.3f}  {share / solvers:7.2%}")


def by_hand(command: Sequence[str], text: bytes) -> float:
    """Return the CPU seconds of a program on an input, by wait4 alone."""
    with tempfile.TemporaryFile() as source, open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        source.write(text)
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def print_by_hand(planned: Sequence[Job], encoding: str, runs: int) -> None:
    """Run each job by the runner and by hand, and print the CPU times of both."""
    for job in planned:
        assert isinstance(job.method, SmtMethod)
        logic = job.facts.logic or ""
        command = command_line(require(tuned(job.method.solver, logic)), Limits())
        text = driver(find_encoding(encoding).script(job.entry.puzzle, logic)).encode()
        pairs = []
        for number in range(runs):
            first = by_hand(command, text) if number % 2 else None
            ours = do_pinned(job).cpu_seconds
            pairs.append((ours, by_hand(command, text) if first is None else first))
        ours, theirs = (median(times) for times in zip(*pairs, strict=True))
        ratio = median(a / b for a, b in pairs)
        name = f"{job.entry.name} {job.method.name}"
        print(f"{name}: row {ours:.4f} s, by hand {theirs:.4f} s, ratio {ratio:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="*", default=[str(ROOT / "examples" / name) for name in SHORT])
    parser.add_argument("-e", "--encoding", default="forest-tight")
    parser.add_argument("--runs", type=int, default=20, help="of each puzzle and solver")
    parser.add_argument("--by-hand", action="store_true", help="compare rows with runs by hand")
    given = parser.parse_args()
    chosen, _ = methods_by_name(["z3", "yices"], [given.encoding], [], ["none"])
    listed, _ = entries(map(open_one, sources(given.puzzles)))
    facts, question = [(method, method.facts()) for method in chosen], Question().within(60)
    if given.by_hand:
        print_by_hand(jobs(listed, facts, 1, question), given.encoding, given.runs)
    else:
        print_overhead(jobs(listed, facts, given.runs, question), given.encoding)


if __name__ == "__main__":
    main()

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

from collections.abc import Sequence
from statistics import median
from time import process_time

from drivers.limits import Limits
from drivers.solver import command_line, require, tuned
from encoder.encodings.table import find as find_encoding
from scripts.harness import EXAMPLES, cpu_of, in_turns, new_parser, timed
from smtlib.render import driver
from workbench.compare.comparison import plan
from workbench.compare.plan import Job
from workbench.compare.work import do_pinned, rows
from workbench.methods.smt import SmtMethod
from workbench.texts.inputs import open_one, sources

SHORT = ("seven.id", "eight.url", "ten.janko", "fifteen.txt")


def text_of(job: Job) -> str:
    """Return the script of a job."""
    return driver(find_encoding(job.facts.encoding or "").script(job.entry.puzzle, job.facts.logic))


def encoding_seconds(job: Job) -> float:
    """Return the CPU seconds of writing the script: the least of five."""
    times = []
    for _ in range(5):
        started = process_time()
        text_of(job)
        times.append(process_time() - started)
    return min(times)


def print_overhead(planned: Sequence[Job]) -> None:
    """Run all jobs by the runner, and print where the CPU time went."""
    total, done = timed(lambda: [row for row in rows(planned, 1) if row.to_line()])
    scripts = {(job.entry.hash, job.facts.logic): job for job in planned}
    seconds = {key: encoding_seconds(job) for key, job in scripts.items()}
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


def print_by_hand(job: Job, runs: int) -> None:
    """Run a job by the runner and by hand, and print the CPU times of both."""
    assert isinstance(job.method, SmtMethod)
    command = command_line(require(tuned(job.method.solver, job.facts.logic or "")), Limits())
    text = text_of(job).encode()
    ways = {"row": lambda: do_pinned(job).cpu_seconds, "by hand": lambda: cpu_of(command, text)[0]}
    pairs = list(zip(*in_turns(runs, ways).values(), strict=True))
    ours, theirs = (median(times) for times in zip(*pairs, strict=True))
    ratio = median(a / b for a, b in pairs)
    name = f"{job.entry.name} {job.method.name}"
    print(f"{name}: row {ours:.4f} s, by hand {theirs:.4f} s, ratio {ratio:.3f}")


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("puzzles", nargs="*", default=[str(EXAMPLES / name) for name in SHORT])
    parser.add_argument("-e", "--encoding", default="forest-tight")
    parser.add_argument("--runs", type=int, default=20, help="of each puzzle and solver")
    parser.add_argument("--by-hand", action="store_true", help="compare rows with runs by hand")
    given = parser.parse_args()
    planned = plan(
        map(open_one, sources(given.puzzles)),
        solvers=["z3", "yices"],
        encodings=[given.encoding],
        timeout=60,
        runs=1 if given.by_hand else given.runs,
    )
    if given.by_hand:
        for job in planned.jobs:
            print_by_hand(job, given.runs)
    else:
        print_overhead(planned.jobs)


if __name__ == "__main__":
    main()

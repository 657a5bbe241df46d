"""What the runner of `fillomino compare` costs beyond the solvers, and how exact its CPU times are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from drivers.limits import Limits
from drivers.solver import command_line, require, tuned
from scripts.harness import EXAMPLES, cpu_of, in_turns, markdown, timed
from smtlib.render import driver
from workbench.compare.comparison import plan
from workbench.compare.plan import Job
from workbench.compare.work import do_pinned, rows
from workbench.methods.smt import SmtMethod
from workbench.texts.inputs import open_one, sources

SHORT = ("seven.id", "eight.url", "ten.janko", "fifteen.txt")
"""The examples that are run, each with `forest-tight` by Z3 and Yices, and nothing deduced."""


def planned(runs: int) -> Sequence[Job]:
    """Return all runs of a comparison on the examples."""
    puzzles = map(open_one, sources([str(EXAMPLES / name) for name in SHORT]))
    return plan(puzzles, solvers=["z3", "yices"], timeout=60, runs=runs).jobs


def text_of(job: Job) -> str:
    """Return the script of a job."""
    assert isinstance(job.method, SmtMethod)
    return driver(job.method.encoding.script(job.entry.puzzle, job.facts.logic))


def cost() -> str:
    """Return the table of where the CPU time of a comparison goes.

    All but that of the solvers and of encoding is the runner's: starting workers, handing over jobs, driving
    processes, measuring floors, reading answers, making rows. Encoding is timed once more, to separate it
    from the rest of a row's own time.
    """
    jobs = planned(20)
    total, done = timed(lambda: [row for row in rows(jobs, 1) if row.to_line()])
    one_of_each = {(job.entry.hash, job.facts.logic): partial(text_of, job) for job in jobs}
    seconds = {text: min(timed(write)[0] for _ in range(5)) for text, write in one_of_each.items()}
    solvers = sum(row.cpu_seconds for row in done)
    encoder = sum(seconds[row.puzzle_hash, row.logic] for row in done)
    inside = sum(row.own_cpu_seconds for row in done) - encoder
    around = total - solvers - encoder - inside
    shares = {
        "the solvers' processes": solvers,
        "encoding": encoder,
        "runner, during runs (and checking)": inside,
        "runner, around runs (and its start)": around,
        "runner together": inside + around,
    }
    lines = ((name, f"{share:.2f}", f"{share / solvers:.1%}") for name, share in shares.items())
    return (
        f"{len(done)} runs of {total / len(done):.2f} CPU s.\n\n"
        f"{markdown(['', 'CPU, s', 'of the solvers'], lines)}"
    )


def exactness() -> str:
    """Return the table of CPU times of rows beside those of the same texts run by hand, by wait4."""
    runs, lines = 20, []
    for job in planned(1):
        assert isinstance(job.method, SmtMethod)
        command = command_line(require(tuned(job.method.solver, job.facts.logic or "")), Limits())
        ways: dict[str, Callable[[], Any]] = {
            "row": partial(do_pinned, job),
            "by hand": partial(cpu_of, command, text_of(job).encode()),
        }
        found = in_turns(runs, ways)
        pairs = [(row.cpu_seconds, cpu) for row, (cpu, _) in zip(*found.values(), strict=True)]
        ours, theirs = (median(times) * 1000 for times in zip(*pairs, strict=True))
        name = f"{job.entry.name.rpartition('/')[2]}, {job.facts.program}"
        lines.append((name, f"{ours:.0f}", f"{theirs:.0f}", f"{median(a / b for a, b in pairs):.3f}"))
    caption = f"`forest-tight`, nothing deduced; medians of {runs} runs of each, in turns."
    return f"{caption}\n\n{markdown(['', 'row, ms', 'by hand, ms', 'ratio'], lines)}"

"""``fillomino compare``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from fillomino.errors import InputError
from workbench import Exit
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import Jobs
from workbench.cli.report import coloured, complain, reporter
from workbench.compare import comparison
from workbench.compare.benchexec import export
from workbench.compare.content import reasons
from workbench.compare.machine import commit, cores
from workbench.compare.page.write import write_report as write_page
from workbench.compare.plan import Job, scrambles
from workbench.compare.row import Row, findings
from workbench.compare.statistics import time_of
from workbench.compare.store import Store, opened
from workbench.compare.table import text
from workbench.compare.work import rows, rows_on_cluster
from workbench.methods.result import is_contradicted
from workbench.texts.inputs import Reading, sources
from workbench.texts.script_file import open_subjects

RUNS = "runs.jsonl"

time_option = click.option(
    "--time",
    default="cpu",
    metavar="T[,statistics]",
    help="The time to compare by: cpu, wall or total (with our own CPU); also what solvers counted.",
)


@click.command(cls=Command)
@options.puzzles
@click.option(
    "--solver",
    "-s",
    multiple=True,
    metavar="S",
    help=f"A solver, or NAME=SOLVER ARGUMENTS…  [{options.SECOND}, {options.FIRST}]",
)
@click.option(
    "--encoding",
    "-e",
    multiple=True,
    metavar="E[:LOGIC]",
    help="An encoding, or NAME=cmd:PROGRAM.  [forest-tight]",
)
@click.option(
    "--method",
    "-m",
    multiple=True,
    metavar="M",
    help="Also a method without SMT-LIB, such as backtracking, deduction, clingo.",
)
@click.option(
    "--strategies",
    metavar="SETS",
    help="Backtracking with sets of the thesis's strategies: all-subsets, or as above.",
)
@options.deduce_levels
@click.option("--unique", is_flag=True, help="Ask for the proof that the filling is the only one.")
@click.option(
    "--runs", type=click.IntRange(min=1), default=1, metavar="N", help="Seeds; the first is the solver's own."
)
@click.option(
    "--scramble",
    default="1",
    metavar="K",
    help="K-1 scrambled orders besides; or orders:K,names:K,seeds:K mutants, for stability.",
)
@options.seconds(
    "--timeout", default=60, least=0, help="CPU seconds of the solver for each run; 0 is no limit."
)
@options.mib("--memory", help="Memory of a solver process; else no limit.")
@options.jobs
@click.option("--limit-puzzles", type=click.IntRange(min=1), metavar="N", help="Only the first N puzzles.")
@click.option(
    "--redo-disturbed", is_flag=True, help="Repeat runs that took over 1.5 times their CPU time + 0.1 s."
)
@click.option(
    "--measure", metavar="runexec", help="Run solvers through BenchExec's runexec, in control groups."
)
@click.option(
    "--keep",
    type=options.PATH,
    metavar="DIR",
    help="Keep scripts and outputs of the runs; the report links to them.",
)
@click.option(
    "--output",
    "-o",
    type=options.PATH,
    default=RUNS,
    metavar="RUNS.jsonl",
    help="The file of runs, from which a comparison resumes.",
)
@click.option("--report/--no-report", default=True, help="Write the report beside the runs, in RUNS-report/.")
@time_option
@click.option("--allow-mixture", is_flag=True, help="Allow workers whose solvers differ in version.")
@click.option(
    "--export-benchexec", type=options.PATH, metavar="DIR", help="Only write a benchmark set for BenchExec."
)
@options.reading
def command(
    *,
    puzzles: tuple[str, ...],
    solver: tuple[str, ...],
    encoding: tuple[str, ...],
    method: tuple[str, ...],
    strategies: str | None,
    deduce: tuple[str, ...],
    unique: bool,
    runs: int,
    scramble: str,
    timeout: float | None,
    memory: int | None,
    jobs: Jobs,
    limit_puzzles: int | None,
    redo_disturbed: bool,
    measure: str | None,
    keep: Path | None,
    output: Path,
    report: bool,
    time: str,
    allow_mixture: bool,
    export_benchexec: Path | None,
    reading: Reading,
) -> None:
    """Compare solvers, encodings and other methods on puzzles, or solvers on scripts: measured, judged.

    Every puzzle is given to every pair of --encoding and --solver (both can be repeated), and to every
    --method and set of --strategies. Nothing is deduced first, unless --deduce asks for it. Scripts
    (*.smt2, whatever they are about) are given to every --solver as they stand. Each run is written to
    RUNS.jsonl as it ends; after Ctrl-C or a crash, the same command goes on where it stopped. How runs are
    measured and judged: docs/comparing.md.

    \b
    Examples:
      fillomino compare @ -s z3 -s yices --timeout 10
      fillomino compare @ -e forest-tight -e 'mine=cmd:awk -f mine.awk' --scramble 5
      fillomino compare @ -s z3 -s 'luby=z3 sat.restart=luby' -e forest-bool --jobs 4
      fillomino compare *.smt2 -s z3 -s yices --timeout 10

    Exit code 1 if an answer is wrong or answers contradict each other, 4 if a solver failed.
    """
    time_of(time)
    parallel, cluster = jobs
    if parallel > len(cores()):
        raise InputError(
            f"--jobs {parallel}: there are {len(cores())} cores, and each run needs one to itself",
            code="bad-option",
        )
    plan = comparison.plan(
        open_subjects(sources(puzzles, scripts=True)[:limit_puzzles], *reading),
        solvers=solver or None,
        encodings=encoding or None,
        alone=method or (),
        strategies=strategies,
        deduce=deduce or ["none"],
        unique=unique,
        timeout=timeout or None,
        memory=memory,
        measure=measure,
        runs=runs,
        scramble=scramble,
        keep=keep,
    )
    for note in (*plan.notes, *plan.unread):
        complain(str(note))
    if export_benchexec is not None:
        _export(plan, export_benchexec, runs, scramble)
        return
    one_order = dict.fromkeys(chosen.name for chosen, facts in plan.methods if not facts.orders)
    if scramble != "1" and one_order:
        complain(f"no script to scramble, so only one order: {', '.join(one_order)}")
    with opened(output) as store:
        if store.note:
            complain(store.note)
        with _interruptible(store, plan.jobs, output):
            there = [job for job in plan.jobs if store.get(job.key) is not None]
            with reporter(there, "texts") as progress:
                missing, changed = comparison.resume(
                    plan.jobs, store, redo_disturbed=redo_disturbed, advance=progress.advance
                )
            if changed:
                complain(reasons(changed))
            _report_resumed(store, plan.jobs, missing)
            if missing:
                done = (
                    rows(missing, parallel)
                    if cluster is None
                    else rows_on_cluster(missing, cluster, mixture=allow_mixture)
                )
                _collect(comparison.collect(done, missing, store, mixture=allow_mixture), missing)
        shown = comparison.in_order(plan.jobs, store)
    click.echo(text(shown, time, colour=coloured()), nl=False)
    folder = output.with_name(f"{output.stem}-report")
    if report and shown and (missing or not (folder / "index.html").exists()):
        write_report(shown, folder, output, time)
    raise click.exceptions.Exit(exit_code(shown) or (Exit.BAD_INPUT if plan.unread else Exit.DONE))


def _export(plan: comparison.Plan, folder: Path, runs: int, scramble: str) -> None:
    orders, mutants = scrambles(scramble)
    if mutants:
        raise InputError("--export-benchexec exports orders: write --scramble K", code="option-conflict")
    methods = [method for method, _ in plan.methods]
    with reporter(list(plan.entries) * len(methods), "tasks") as progress:
        for note in export(plan.entries, methods, plan.question, folder, progress.advance, runs, orders):
            complain(note)
    complain(f"see {folder / 'README.md'}")


def _collect(done: Iterator[Row], missing: Sequence[Job]) -> None:
    """Show the progress of runs, and note those that had no core to themselves."""
    shared = 0
    with reporter(missing, "runs") as progress:
        for row in done:
            shared += row.core is None and row.status != "failed"
            progress.advance()
    if shared:
        complain(f"{shared} runs had no core to themselves: other comparisons are running on this machine")


@contextmanager
def _interruptible(store: Store, jobs: Sequence[Job], output: Path) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        done = sum(store.get(job.key) is not None for job in jobs)
        complain(f"{done} of {len(jobs)} runs are in {output}; the same command goes on from there")
        raise


def _report_resumed(store: Store, jobs: Sequence[Job], missing: Sequence[Job]) -> None:
    resumed = len(jobs) - len(missing)
    if resumed:
        complain(f"{resumed} of {len(jobs)} runs are there already; {len(missing)} to do")
    others = {row.commit for row in store.rows} - {commit()}
    if others and resumed:
        complain(f"some were measured with other versions of our code ({', '.join(map(str, others))})")


def write_report(shown: list[Row], folder: Path, source: Path, time: str) -> None:
    """Write the report, and print where it is."""
    missing = write_page(shown, folder, title=f"Comparison {source.stem}", time=time)
    complain(f"the report is {folder / 'index.html'}{f', without plots: {missing}' if missing else ''}")


def exit_code(shown: list[Row]) -> int:
    """Return 4 if the rules contradict a verdict, 1 if an answer is wrong, 4 if a solver failed, else 0."""
    if any(is_contradicted(row.error) for row in shown):
        return Exit.SOLVER_FAILED
    if findings(shown):
        return Exit.NO
    return Exit.SOLVER_FAILED if any(row.status == "failed" for row in shown) else Exit.DONE

"""``fillomino compare``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drivers.solvers import DEFAULT, SECOND
from fillomino.deduction.strategies import STRATEGIES
from fillomino.guessing import HEURISTICS
from workbench.cli.options import Basic, Checkered, DeduceLevels, From, LargestRegion, Puzzles, mib, seconds
from workbench.cli.report import coloured, complain, reporter
from workbench.compare.statistics import TIMES
from workbench.methods.table import NAMED

if TYPE_CHECKING:
    from workbench.compare.comparison import Plan
    from workbench.compare.plan import Job
    from workbench.compare.row import Row
    from workbench.compare.store import Store

RUNS = Path("runs.jsonl")

Time = Annotated[
    str,
    typer.Option("--time", metavar="|".join(TIMES), help="The time to compare by; total adds our own CPU."),
]


def command(
    puzzles: Puzzles,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            "-s",
            metavar="S",
            help=f"A solver, or NAME=SOLVER ARGUMENTS…  [{SECOND.name}, {DEFAULT.name}]",
        ),
    ] = None,
    encoding: Annotated[
        list[str] | None,
        typer.Option(
            "--encoding", "-e", metavar="E[:LOGIC]", help="An encoding, or NAME=cmd:PROGRAM.  [forest-tight]"
        ),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method", "-m", metavar="M", help=f"Also a method without SMT-LIB: {', '.join(NAMED)}."
        ),
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="SETS",
            help="Backtracking with sets of the thesis's strategies: all-subsets, or as above.",
        ),
    ] = None,
    deduce: DeduceLevels = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Ask for the proof that the filling is the only one.")
    ] = False,
    runs: Annotated[int, typer.Option(metavar="N", min=1, help="Seeds; the first is the solver's own.")] = 1,
    scramble: Annotated[
        int,
        typer.Option(metavar="K", min=1, help="Orders of each script: as it is, and K-1 scrambled."),
    ] = 1,
    timeout: Annotated[
        float | None, seconds("CPU seconds of the solver for each run; 0 is no limit.", least=0)
    ] = 60,
    memory: Annotated[int | None, mib("Memory of a solver process; else no limit.")] = None,
    jobs: Annotated[
        int, typer.Option(metavar="J", min=1, help="Runs at a time, each on a core of its own.")
    ] = 1,
    limit_puzzles: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the first N puzzles.")
    ] = None,
    redo_disturbed: Annotated[
        bool,
        typer.Option("--redo-disturbed", help="Repeat runs that took over 1.5 times their CPU time + 0.1 s."),
    ] = False,
    measure: Annotated[
        str | None,
        typer.Option(metavar="runexec", help="Run solvers through BenchExec's runexec, in control groups."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Leave scripts and outputs of the runs, to which the report links."),
    ] = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="RUNS.jsonl", help="Where runs are kept, and resumed from."),
    ] = RUNS,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write the report beside the runs, in RUNS-report/.")
    ] = True,
    time: Time = "cpu",
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Run on a Dask scheduler's workers; local:N starts N here."),
    ] = None,
    allow_mixture: Annotated[
        bool, typer.Option("--allow-mixture", help="Take workers whose solvers differ in version.")
    ] = False,
    export_benchexec: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Only write the tasks, for that tool to run."),
    ] = None,
    checkered: Checkered = False,
    basic: Basic = False,
    max_region: LargestRegion = None,
    from_: From = None,
) -> None:
    """Compare solvers, encodings and other methods on puzzles: measured, resumable, judged.

    Every puzzle is given to every pair of --encoding and --solver (both can be repeated), and to
    every --method and set of --strategies. All take turns on one puzzle before the next. Each run is
    written to RUNS.jsonl as it ends (docs/measuring.md describes its keys); after Ctrl-C or worse,
    the same command goes on where it stopped.

    \b
    Examples:
      fillomino compare puzzles/ -s z3 -s yices -e forest-tight --timeout 10
      fillomino compare puzzles/ -e forest-tight --scramble 5
      fillomino compare puzzles/ -s yices --deduce none --deduce full
      fillomino compare puzzles/ -e cuts -e forest-bool --runs 3 --jobs 4 -o runs.jsonl
      fillomino compare puzzles/ -s z3 -s 'luby=z3 sat.restart=luby' -e forest-bool
      fillomino compare puzzles/ -e forest-tight -e 'mine=cmd:awk -f mine.awk'
      fillomino compare puzzles/ --method deduction --time total
      fillomino compare puzzles/ -m backtracking -m backtracking:first -m backtracking:exits
      fillomino compare puzzles/ -s yices -e forest-tight --method clingo --method clingo:2
      fillomino compare puzzles/ --strategies all-subsets --timeout 10
      fillomino compare puzzles/ --strategies none,single-exit+reachability --basic
      fillomino compare puzzles/ --keep scripts/
      fillomino compare puzzles/ --cluster tcp://head:8786
      fillomino compare puzzles/ -e forest-tight --timeout 20 --export-benchexec set/
      fillomino report runs.jsonl

    The default encoding is forest-tight, for it is a text that can be kept, scrambled and given to
    any solver; cuts is a session. Nothing is deduced first, unless --deduce asks for it: else the solver
    of a method would get the credit for what deduction did.

    The order of a script is one sample of its many: with --scramble K every method gets K orders of
    each script, the same for all. A method without a script (cuts, --method) has one run for each.

    Backtracking guesses at {heuristics}.

    The strategies are {strategies}. SETS has commas between its sets,
    each being names joined by + (or `none`). With --method or --strategies alone no solver is asked.

    A filling that breaks a rule and answers that contradict one another come first, with exit
    code 1. A time-out counts as twice the limit. Failed solvers give exit code 4.

    The limit by the clock is 2 times --timeout and 10 s, for a solver that sleeps. Runs that took
    much longer by the clock than CPU time are counted as disturbed.
    """
    from workbench.compare import comparison
    from workbench.compare.content import reasons
    from workbench.compare.machine import cores
    from workbench.compare.pool import rows, rows_on_cluster
    from workbench.compare.store import opened
    from workbench.inputs import Variants, open_all, sources

    check_time(time)
    if jobs > len(cores()):
        from fillomino.errors import InputError

        raise InputError(f"--jobs {jobs}: there are {len(cores())} cores, and each run needs one to itself")
    plan = comparison.plan(
        open_all(sources(puzzles)[:limit_puzzles], from_, Variants(checkered, basic, max_region)),
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
        orders=scramble,
        keep=keep,
    )
    for note in plan.notes:
        complain(note)
    if export_benchexec is not None:
        _export(plan, export_benchexec, runs, scramble)
        return
    without = dict.fromkeys(one.name for one, facts in plan.methods if not facts.orders)
    if scramble > 1 and without:
        complain(f"no script that could be scrambled, so one order: {', '.join(without)}")
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
            _report_what_is_there(store, plan.jobs, missing)
            if missing:
                done = (
                    rows(missing, jobs)
                    if cluster is None
                    else rows_on_cluster(missing, cluster, mixture=allow_mixture)
                )
                _collect(comparison.collect(done, missing, store, mixture=allow_mixture), missing)
        shown = comparison.in_order(plan.jobs, store)
    finish(shown, output, time=time, report=report, changed=bool(missing))


command.__doc__ = (command.__doc__ or "").format(
    strategies=", ".join(STRATEGIES),
    heuristics="; ".join(f"{its.title} ({name})" for name, its in HEURISTICS.items()),
)


def _export(plan: Plan, folder: Path, runs: int, orders: int) -> None:
    from workbench.compare.benchexec import export

    methods = [method for method, _ in plan.methods]
    with reporter(list(plan.entries) * len(methods), "tasks") as progress:
        for note in export(plan.entries, methods, plan.question, folder, progress.advance, runs, orders):
            complain(note)
    complain(f"see {folder / 'README.md'}")


def check_time(time: str) -> None:
    """Refuse a kind of time that there is not."""
    from fillomino.errors import InputError

    if time not in TIMES:
        raise InputError(f"there is no time {time!r}; there is {', '.join(TIMES)}")


def _collect(rows: Iterator[Row], missing: Sequence[Job]) -> None:
    """Go through runs as they end."""
    shared = 0
    with reporter(missing, "runs") as progress:
        for row in rows:
            shared += row.core is None and row.status != "failed"
            progress.advance()
    if shared:
        complain(f"{shared} runs had no core to themselves, for other comparisons are running here")


@contextmanager
def _interruptible(store: Store, jobs: Sequence[Job], output: Path) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        done = sum(store.get(job.key) is not None for job in jobs)
        complain(f"{done} of {len(jobs)} runs are in {output}; the same command goes on from there")
        raise


def _report_what_is_there(store: Store, jobs: Sequence[Job], missing: Sequence[Job]) -> None:
    from workbench.compare.machine import commit

    there = len(jobs) - len(missing)
    if there:
        complain(f"{there} of {len(jobs)} runs are there already; {len(missing)} to do")
    others = {row.commit for row in store.rows} - {commit()}
    if others and there:
        complain(f"some were measured with other versions of our code ({', '.join(map(str, others))})")


def finish(rows: list[Row], output: Path, *, time: str, report: bool, changed: bool) -> None:
    """Print the table, write the report if something is new, and end with the exit code that fits."""
    from workbench.compare.table import text

    typer.echo(text(rows, time, colour=coloured()), nl=False)
    folder = output.with_name(f"{output.stem}-report")
    if report and rows and (changed or not (folder / "index.html").exists()):
        write_report(rows, folder, output, time)
    raise typer.Exit(exit_code(rows))


def write_report(rows: list[Row], folder: Path, source: Path, time: str) -> None:
    """Write the report, and print where it is."""
    from workbench.compare.page.write import write_report as write

    note = write(rows, folder, title=f"Comparison {source.stem}", time=time)
    complain(f"the report is {folder / 'index.html'}{f', without plots: {note}' if note else ''}")


def exit_code(rows: list[Row]) -> int:
    """4 if the rules contradict a verdict, 1 if anything else is wrong, 4 if a solver failed, else 0."""
    from workbench.compare.truth import findings
    from workbench.methods.result import Exit, is_contradicted

    if any(is_contradicted(row.error) for row in rows):
        return Exit.SOLVER_FAILED
    if findings(rows):
        return Exit.NO
    return Exit.SOLVER_FAILED if any(row.status == "failed" for row in rows) else Exit.DONE

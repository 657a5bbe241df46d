"""``fillomino compare``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from drivers.system import MEASURES, core_count
from fillomino.errors import InputError
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Added, Command
from workbench.cli.options import flag, mib, number, path, seconds, texts
from workbench.cli.options import text as word
from workbench.cli.output import coloured, reporter, tell, tell_error, warn, warn_of_memory, words
from workbench.compare import comparison
from workbench.compare.content import reasons
from workbench.compare.findings import findings, status_lines
from workbench.compare.machine import commit
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.settle import settled
from workbench.compare.store import Store, opened
from workbench.compare.sums import time_named
from workbench.compare.table import text
from workbench.compare.work import rows, rows_on_cluster
from workbench.methods.method import is_contradicted
from workbench.texts.inputs import sources
from workbench.texts.script_file import open_subjects

RUNS = "runs.jsonl"

time_option = word("T", "The time to compare by: cpu, wall or total (with our own CPU).", default="cpu")
statistics_option = flag("Also what solvers counted: conflicts, decisions, propagations, restarts.")


class AddedToCompare(Added):
    """An option that a laboratory adds to `compare`."""

    def planned(self, value: Any) -> Mapping[str, Any]:
        """The arguments of `comparison.plan` that a value of the option sets."""
        del value
        return {}

    def instead(self, value: Any, plan: comparison.Plan, command: Compare) -> bool:
        """Do something in place of the runs; return whether that is done."""
        del value, plan, command
        return False


class Compare(Command):
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

    puzzles = options.puzzles
    solver = texts("S", "A solver, or NAME=SOLVER ARGUMENTS….", "-s", shown=options.usual_solvers)
    encoding = texts("E[:LOGIC]", "An encoding, or NAME=cmd:PROGRAM.  [forest-tight]", "-e")
    method = texts(
        "M", "Also a method without SMT-LIB, as `solve --by` takes it, such as backtracking.", "-m"
    )
    strategies = word("SETS", "Backtracking with sets of the thesis's strategies: all-subsets, or as above.")
    deduce = texts(options.LEVEL_NAMES, f"{options.DEDUCE_HELP}; can be repeated.  [none]")
    unique = flag("Ask for the proof that the filling is the only one.")
    runs = number("N", "Seeds; the first is the solver's own.", least=1, default=1)
    scramble = word(
        "K",
        "K-1 scrambled orders besides; or orders:K,names:K,seeds:K mutants, for stability.",
        default="1",
    )
    timeout = seconds("CPU seconds of the solver for each run; 0 is no limit.", default=60, least=0)
    memory = mib("Memory of a solver process; else no limit.")
    jobs = options.jobs
    limit_puzzles = number("N", "Only the first N puzzles.", least=1)
    redo_disturbed = flag("Repeat runs that took over 1.5 times their CPU time + 0.1 s.")
    keep = path("DIR", "Keep scripts and outputs of the runs; the report links to them.")
    output = path("RUNS.jsonl", "The file of runs, from which a comparison resumes.", "-o", default=RUNS)
    no_report = flag("Write no report beside the runs (in RUNS-report/).")
    time = time_option
    statistics = statistics_option
    allow_mixture = flag("Allow workers whose solvers differ in version.")
    game = options.game
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Do the runs that are not in the file, and print the table of all."""
        time_named(self.time)
        if self.jobs.number > core_count():
            cause = f"there are {core_count()} cores, and each run needs one to itself"
            raise InputError(f"--jobs {self.jobs.number}: {cause}", code="bad-option")
        added = [(option, value) for option, value in self.added if isinstance(option, AddedToCompare)]
        more: dict[str, Any] = {}
        for option, value in added:
            more |= option.planned(value)
        plan = comparison.plan(
            open_subjects(
                sources(self.puzzles, scripts=True)[: self.limit_puzzles],
                self.reading.bind(self.bound, self.cells),
            ),
            solvers=self.solver or None,
            encodings=self.encoding or None,
            alone=self.method,
            strategies=self.strategies,
            deduce=self.deduce or ["none"],
            unique=self.unique,
            timeout=self.timeout or None,
            memory=self.memory,
            runs=self.runs,
            scramble=self.scramble,
            keep=self.keep,
            **more,
        )
        for note in plan.notes:
            warn(note, code=note.code)
        for unread in plan.unread:
            tell_error(unread)
        if any(option.instead(value, plan, self) for option, value in added):
            return Exit.DONE
        if not MEASURES:
            raise InputError(
                "compare needs the account that a system keeps of each process, which Windows does not; "
                "compare in WSL, the Linux within Windows",
                code="unsupported-system",
            )
        warn_of_memory(self.memory)
        one_order = dict.fromkeys(chosen.name for chosen, facts in plan.methods if not facts.orders)
        if self.scramble != "1" and one_order:
            warn(f"no script to scramble, so only one order: {', '.join(one_order)}", code="one-order")
        with opened(self.output) as store:
            if store.note:
                warn(store.note, code="torn-file")
            with _interruptible(store, plan.jobs, self.output):
                missing = self._measure(plan.jobs, store)
                with words() as show:
                    changed = list(settled(comparison.in_order(plan.jobs, store), plan.jobs, show))
            for row in changed:
                store.append(row)
            shown = comparison.in_order(plan.jobs, store)
        print(text(shown, self.time, statistics=self.statistics, colour=coloured()), end="")
        folder = self.output.with_name(f"{self.output.stem}-report")
        if not self.no_report and shown and (missing or changed or not (folder / "index.html").exists()):
            write_report(shown, folder, self.output, self.time)
        return exit_code(shown) or (Exit.BAD_INPUT if plan.unread else Exit.DONE)

    def _measure(self, jobs: Sequence[Job], store: Store) -> Sequence[Job]:
        """Do the runs that are not in the store; return them."""
        there = [job for job in jobs if store.get(job.key) is not None]
        with reporter(there, "texts") as progress:
            missing, changed = comparison.resume(
                jobs, store, redo_disturbed=self.redo_disturbed, advance=progress.advance
            )
        if changed:
            warn(reasons(changed), code="run-again")
        _report_resumed(store, jobs, missing)
        if missing:
            done = (
                rows(missing, self.jobs.number)
                if self.jobs.cluster is None
                else rows_on_cluster(
                    missing,
                    self.jobs.cluster,
                    mixture=self.allow_mixture,
                    notice=partial(warn, code="workers-lost"),
                )
            )
            _collect(comparison.collect(done, missing, store, mixture=self.allow_mixture), missing)
        return missing


def _collect(done: Iterator[Row], missing: Sequence[Job]) -> None:
    """Show the progress of runs, and note those that had no core to themselves."""
    shared = 0
    with reporter(missing, "runs") as progress:
        for row in done:
            shared += row.where.core is None and row.verdict.status != "failed"
            progress.advance()
    if shared:
        warn(
            f"{shared} runs had no core to themselves: other comparisons are running on this machine",
            code="no-core",
        )


@contextmanager
def _interruptible(store: Store, jobs: Sequence[Job], output: Path) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        done = sum(store.get(job.key) is not None for job in jobs)
        tell(f"{done} of {len(jobs)} runs are in {output}; the same command goes on from there")
        raise


def _report_resumed(store: Store, jobs: Sequence[Job], missing: Sequence[Job]) -> None:
    resumed = len(jobs) - len(missing)
    if resumed:
        tell(f"{resumed} of {len(jobs)} runs are there already; {len(missing)} to do")
    others = {row.where.commit for row in store.rows} - {commit()}
    if others and resumed:
        warn(
            f"some were measured with other versions of our code ({', '.join(map(str, others))})",
            code="other-version",
        )


def write_report(shown: list[Row], folder: Path, source: Path, time: str) -> None:
    """Write the report, and print where it is."""
    from workbench.compare.page.write import write_report as write_page  # with its plots

    missing = write_page(shown, folder, title=f"Comparison {source.stem}", time=time)
    tell(f"the report is {folder / 'index.html'}{f', without plots: {missing}' if missing else ''}")


def exit_code(shown: list[Row]) -> int:
    """Return 4 if the rules contradict a verdict, 1 for a wrong answer or status, 4 for failures, else 0."""
    if any(is_contradicted(row.answer.error) for row in shown):
        return Exit.SOLVER_FAILED
    if findings(shown) or status_lines(shown):
        return Exit.NO
    return Exit.SOLVER_FAILED if any(row.verdict.status == "failed" for row in shown) else Exit.DONE

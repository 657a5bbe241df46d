"""``fillomino benchmarks``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click
from msgspec.structs import replace

from drivers.backend import version as version_of
from drivers.solver import installed
from drivers.solvers import SOLVERS, find
from fillomino.errors import InputError, counted
from smtlib.intake import is_date
from smtlib.script import CC_BY, VERSIONS
from workbench import Exit
from workbench.benchmarks import check
from workbench.benchmarks.check import check as check_set
from workbench.benchmarks.header import origin_here
from workbench.benchmarks.make import CANDIDATES, measure_all, missing
from workbench.benchmarks.manifest import MANIFEST, BenchmarkSet, files, read, tracks_of
from workbench.benchmarks.measure import Measured
from workbench.benchmarks.readme import README, figures, readme
from workbench.benchmarks.recipe import CYCLES, REDUCTION
from workbench.benchmarks.series import Series, all_series, scaling_series
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.report import complain
from workbench.texts.outputs import write_file

SCALING = "scaling"
REDUCTIONS = (REDUCTION, CYCLES)


@click.command(cls=Command)
@click.argument(
    "directory", type=options.PATH, metavar="DIR", help="The directory of the set; or a file to --check."
)
@click.option("--check", is_flag=True, help="Check a set, ours or not, against the rules of the library.")
@click.option("--again", type=options.PATH, metavar="MANIFEST", help="Write the files of a manifest again.")
@click.option("--count", "-n", type=click.IntRange(min=1), metavar="N", help="How many benchmarks.  [300]")
@click.option(
    "--incremental", type=click.IntRange(min=0), metavar="N", help="How many with several checks.  [a tenth]"
)
@click.option(
    "--series",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Also one-in-three or hamiltonian: boards of reductions. Or only scaling: growing times.",
)
@click.option(
    "--tracks", is_flag=True, help="Also files for the competition's tracks of unsat cores and models."
)
@click.option(
    "--largest", type=click.IntRange(min=4), default=40, metavar="N", help="Rows of the largest board."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, metavar="N", help="The source of chance.")
@click.option("--encoding", "-e", multiple=True, metavar="E", help="An encoding; can be repeated.  [all]")
@click.option(
    "--logic",
    multiple=True,
    metavar="LOGIC",
    help="A logic; can be repeated.  [the weakest of each encoding]",
)
@click.option(
    "--solver",
    "-s",
    multiple=True,
    metavar="S",
    help="A solver to measure; can be repeated.  [those installed that give unsat cores]",
)
@options.seconds("--timeout", "time", default=10.0, help="CPU seconds of each run.")
@click.option("--author", default="", metavar="NAME", help="The author, for the headers.")
@click.option("--license", "license_", metavar="URL", help="The license of the files.  [CC BY 4.0]")
@click.option("--name", default="encodings", metavar="NAME", help="The end of the names of directories.")
@click.option("--date", default="", metavar="YYYY-MM-DD", help="The date, for the headers.  [today]")
@click.option("--smtlib", metavar="2.6|2.7", help="The version of SMT-LIB.  [the first]")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, metavar="J", help="Number of candidates at a time."
)
def command(
    *,
    directory: Path,
    check: bool,
    again: Path | None,
    count: int | None,
    incremental: int | None,
    kinds: tuple[str, ...],
    tracks: bool,
    largest: int,
    seed: int,
    encoding: tuple[str, ...],
    logic: tuple[str, ...],
    solver: tuple[str, ...],
    time: float,
    author: str,
    license_: str | None,
    name: str,
    date: str,
    smtlib: str | None,
    jobs: int,
) -> None:
    """Make a set of benchmarks for the SMT-LIB library, or check one.

    Boards are generated from the seed; each encoding and question gives a series of growing boards. The
    status of each benchmark is established: sat by a model that is a solution, unsat by two solvers that
    agree. The set has the tree and headers that the library's intake requires: docs/benchmarks.md.
    Measurements are kept in DIR/candidates.jsonl: after Ctrl-C the same command goes on.

    \b
    Examples:
      fillomino benchmarks set --author "A. Author" --count 300 --jobs 2
      fillomino benchmarks --check set
      fillomino benchmarks --again set/manifest.json copy --tracks

    With --check each finding is a line with its place; Dolmen and Klammerhammer (klhm) also check each file,
    where they are installed. Exit code 1 if a finding is an error.
    """
    if check:
        _check(directory)
        return
    if again is not None:
        old, rows = read(again)
        old = replace(old, tracks=old.tracks or tracks)
        _write(directory, old, rows)
        complain(f"{len(rows)} benchmarks of {again} written to {directory}")
        complain(figures(old, rows))
        return
    if not author.strip():
        raise InputError(
            "the header of a benchmark names who generated it: give --author NAME", code="missing-option"
        )
    if date and not is_date(date):
        raise InputError(f"--date takes YYYY-MM-DD, not {date!r}", code="bad-option")
    smtlib = smtlib or VERSIONS[0]
    if smtlib not in VERSIONS:
        raise InputError(f"--smtlib takes {' or '.join(VERSIONS)}, not {smtlib!r}", code="bad-option")
    if re.fullmatch(r"[A-Za-z0-9_.+-]+", name) is None:
        raise InputError(
            f"--name is part of a directory: letters, digits and _ . + -, not {name!r}", code="bad-option"
        )
    for kind in kinds:
        if kind not in (*REDUCTIONS, SCALING):
            known = f"{', '.join(REDUCTIONS)} or {SCALING}"
            raise InputError(f"--series is {known}, not {kind!r}", code="bad-option")
    if SCALING in kinds:
        if count is not None or incremental is not None or len(kinds) > 1:
            raise InputError(
                "a scaling series has as many benchmarks as sizes, of one question: leave out --count, "
                "--incremental and other --series",
                code="option-conflict",
            )
        series = scaling_series(encoding or (), logic or (), seed, largest)
    else:
        number = 300 if count is None else count
        several = number // 10 if incremental is None else incremental
        reductions = list(dict.fromkeys(kinds))
        series = all_series(
            encoding or (), logic or (), number, several, seed, largest, reductions=reductions
        )
    origin = origin_here(author, license_ or CC_BY, date)
    solvers = [find(given) for given in solver or ()] or [
        known for known in SOLVERS if not known.same_as and known.unsat_cores and installed(known)
    ]
    new = BenchmarkSet(
        name=name,
        author=origin.author,
        date=origin.date,
        generator=origin.generator,
        application=origin.application,
        target=origin.target,
        license=origin.license,
        version=smtlib,
        seconds=time,
        solvers={known.name: version_of(known) for known in solvers},
        seed=seed,
        scaling=SCALING in kinds,
        tracks=tracks,
    )
    _make(directory, new, series, jobs)


def _make(directory: Path, benchmarks: BenchmarkSet, series: Sequence[Series], jobs: int) -> None:
    count = missing(series)
    solvers = [find(name) for name in benchmarks.solvers]
    setting = {
        "solvers": dict(benchmarks.solvers),
        "seconds": benchmarks.seconds,
        "seed": benchmarks.seed,
    }
    try:
        with _progress(count) as watch:
            measure_all(series, directory / CANDIDATES, solvers, benchmarks.seconds, setting, jobs, watch)
    except KeyboardInterrupt:
        made = f"{count - missing(series)} of {count} benchmarks are in {directory / CANDIDATES}"
        complain(f"{made}; the same command goes on from there")
        raise
    chosen = [benchmark for growing in series for benchmark in growing.chosen()]
    _write(directory, benchmarks, chosen)
    for benchmark in chosen:
        if benchmark.wrong:
            name = f"{benchmark.recipe.series}, {benchmark.recipe.file}"
            complain(f"{name}: {', '.join(benchmark.wrong)} answered otherwise")
    complain(figures(benchmarks, chosen))
    if short := missing(series):
        complain(f"{short} fewer than wanted: no more statuses were established within the limit")
        raise click.exceptions.Exit(Exit.NO_ANSWER)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int], None]]:
    """Show a bar of the benchmarks that are made, or a line for each tenth.

    Yields a function that takes the number of benchmarks that are missing.
    """
    if sys.stderr.isatty():
        from workbench.cli.progress import portion_bar

        with portion_bar("benchmarks") as moved:
            yield lambda short: moved(1 - short / count)
        return
    tenths, begun = 0, monotonic()

    def show_tenth(short: int) -> None:
        nonlocal tenths
        if (done := 10 * (count - short) // max(count, 1)) > tenths:
            tenths = done
            seconds = (monotonic() - begun) * short / (count - short)
            complain(f"{count - short} of {count} benchmarks, about {seconds:.0f} s left")

    yield show_tenth


def _write(directory: Path, benchmarks: BenchmarkSet, chosen: Sequence[Measured]) -> None:
    """Write the files of a set, and remove those of an earlier set in the directory.

    Raises:
        InputError: if a file can't be written.
    """
    if (directory / MANIFEST).exists():
        old, rows = read(directory / MANIFEST)
        for row in rows:
            for track in (None, *tracks_of(old, row)):
                (directory / old.path(row, track)).unlink(missing_ok=True)
    for path, text in files(benchmarks, chosen):
        write_file(directory / path, text)
    write_file(directory / README, readme(benchmarks, chosen))


def _check(directory: Path) -> None:
    """Print the findings of a check.

    Raises:
        Exit: with 1 if a finding is an error.
    """
    count = errors = notes = 0
    for path, findings in check_set(directory):
        count += 1
        for finding in findings:
            kind = "error" if finding.error else "note"
            click.echo(f"{path}:{finding.line}:{finding.column}: {kind}: {finding.text} [{finding.kind}]")
            errors += finding.error
            notes += not finding.error
    absent = " and ".join(name for name in check.CHECKERS if name not in check.installed())
    without = f"; without {absent}, not installed" if absent else ""
    complain(f"{counted(count, 'file')}, {counted(errors, 'error')}, {counted(notes, 'note')}{without}")
    raise click.exceptions.Exit(Exit.NO if errors else Exit.DONE)

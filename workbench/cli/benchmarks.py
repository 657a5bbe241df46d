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

from drivers.runner import version as version_of
from drivers.solver import installed
from drivers.solvers import SOLVERS, find
from fillomino.errors import InputError
from fillomino.words import counted
from smtlib.benchmark import CC_BY, VERSIONS
from smtlib.intake import is_date
from workbench.benchmarks.check import check
from workbench.benchmarks.header import origin_here
from workbench.benchmarks.make import CANDIDATES, left, measure_all
from workbench.benchmarks.manifest import MANIFEST, BenchmarkSet, files, read, tracks_of
from workbench.benchmarks.measure import Measured
from workbench.benchmarks.readme import README, figures, readme
from workbench.benchmarks.recipe import CYCLES, REDUCTION
from workbench.benchmarks.series import Series, all_series
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import complain
from workbench.methods.exits import Exit
from workbench.texts.outputs import write_file

SCALING = "scaling"


@click.command(cls=Command)
@click.argument(
    "directory", type=options.PATH, metavar="DIR", help="The directory of the set; or a file to --check."
)
@click.option("--check", is_flag=True, help="Check a set, ours or not, against the rules of the library.")
@click.option("--again", type=options.PATH, metavar="MANIFEST", help="Write the files of a manifest anew.")
@click.option("--count", "-n", type=click.IntRange(min=1), metavar="N", help="How many benchmarks.  [300]")
@click.option(
    "--incremental", type=click.IntRange(min=0), metavar="N", help="How many of several checks.  [a tenth]"
)
@click.option(
    "--series",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Also one-in-three or hamiltonian, boards of reductions; or only scaling, of times that grow.",
)
@click.option(
    "--tracks", is_flag=True, help="Also files for the competition's tracks of unsat cores and of models."
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
    help="Measures; can be repeated.  [those installed that take all of SMT-LIB]",
)
@options.seconds("--timeout", "time", default=10.0, help="CPU seconds of each run.")
@click.option("--author", default="", metavar="NAME", help="Its author, for the header.")
@click.option("--license", "license_", metavar="URL", help="The license of the files.  [CC BY 4.0]")
@click.option("--name", default="encodings", metavar="NAME", help="The end of the directories' names.")
@click.option("--date", default="", metavar="YYYY-MM-DD", help="For the header.  [today]")
@click.option("--smtlib", metavar="2.6|2.7", help="The version of SMT-LIB.  [the first]")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, metavar="J", help="Candidates at a time."
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

    Boards are generated from the seed; each encoding and question makes a series of growing boards, and the
    status of each benchmark is established: sat by a model that is a solution, unsat by two solvers
    that agree. The set has the tree and headers that the library's intake wants: docs/benchmarks.md.
    What was measured is kept in DIR/candidates.jsonl: after Ctrl-C the same command goes on.

    \b
    Examples:
      fillomino benchmarks set --author "A. Author" --count 300 --jobs 2
      fillomino benchmarks --check set
      fillomino benchmarks --again set/manifest.json copy --tracks

    With --check each finding is a line with its place; Dolmen and Klammerhammer (klhm) check each file, too,
    where they are installed. Exit code 1 if a finding is an error. After Ctrl-C the same command goes on.
    """
    if check:
        _check(directory)
        return
    if again is not None:
        from workbench.benchmarks.manifest import read
        from workbench.benchmarks.readme import figures

        its, rows = read(again)
        its = replace(its, tracks=its.tracks or tracks)
        _write(directory, its, rows)
        complain(f"{len(rows)} benchmarks of {again} written to {directory}")
        complain(figures(its, rows))
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
    its = _set(name, author, date, license_ or CC_BY, smtlib, time, solver or (), seed)
    reductions = {"one-in-three": REDUCTION, "hamiltonian": CYCLES}
    for kind in kinds:
        if kind not in (*reductions, SCALING):
            raise InputError(
                f"--series is {', '.join(reductions)} or {SCALING}, not {kind!r}", code="bad-option"
            )
    its = replace(its, scaling=SCALING in kinds, tracks=tracks)
    if SCALING in kinds:
        from workbench.benchmarks.scaling import scaling_series

        if count is not None or incremental is not None or len(kinds) > 1:
            raise InputError(
                "a scaling series has as many benchmarks as sizes, of one question: leave out --count, "
                "--incremental and other --series",
                code="option-conflict",
            )
        _make(directory, its, scaling_series(encoding or (), logic or (), seed, largest), jobs)
        return

    number = 300 if count is None else count
    several = number // 10 if incremental is None else incremental
    also = [reductions[kind] for kind in dict.fromkeys(kinds)]
    series = all_series(encoding or (), logic or (), number, several, seed, largest, reductions=also)
    _make(directory, its, series, jobs)


def _set(
    name: str,
    author: str,
    date: str,
    license_: str,
    version: str,
    limit: float,
    names: Sequence[str],
    seed: int,
) -> BenchmarkSet:
    """Return the facts that all benchmarks share; the solvers with their versions.

    Raises:
        InputError: if the name can't be one of a directory.
        SolverNotFoundError: if a solver that is named is not installed.
    """
    if re.fullmatch(r"[A-Za-z0-9_.+-]+", name) is None:
        raise InputError(
            f"--name is part of a directory: letters, digits and _ . + -, not {name!r}", code="bad-option"
        )
    solvers = [find(one) for one in names] or [
        one for one in SOLVERS if not one.same_as and one.unsat_cores and installed(one)
    ]
    origin = origin_here(author, license_, date)
    return BenchmarkSet(
        name=name,
        author=origin.author,
        date=origin.date,
        generator=origin.generator,
        application=origin.application,
        target=origin.target,
        license=origin.license,
        version=version,
        seconds=limit,
        solvers={one.name: version_of(one) for one in solvers},
        seed=seed,
    )


def _make(directory: Path, its: BenchmarkSet, series: Sequence[Series], jobs: int) -> None:
    count = left(series)
    solvers = [find(name) for name in its.solvers]
    setting = {"solvers": dict(its.solvers), "seconds": its.seconds, "seed": its.seed}
    try:
        with _progress(count) as watch:
            measure_all(series, directory / CANDIDATES, solvers, its.seconds, setting, jobs, watch)
    except KeyboardInterrupt:
        there = f"{count - left(series)} of {count} benchmarks are in {directory / CANDIDATES}"
        complain(f"{there}; the same command goes on from there")
        raise
    chosen = [one for each in series for one in each.chosen()]
    _write(directory, its, chosen)
    for one in chosen:
        if one.wrong:
            complain(f"{one.recipe.series}, {one.recipe.file}: {', '.join(one.wrong)} answered otherwise")
    complain(figures(its, chosen))
    if missing := left(series):
        complain(f"{missing} fewer than wanted: no more statuses were established within the limit")
        raise click.exceptions.Exit(Exit.NO_ANSWER)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[Measured, int], None]]:
    """A bar of the benchmarks that are there, or a line for each tenth; gives what reports a candidate."""
    if not sys.stderr.isatty():
        tenths, begun = 0, monotonic()

        def line(_: Measured, missing: int) -> None:
            nonlocal tenths
            if (done := 10 * (count - missing) // max(count, 1)) > tenths:
                tenths = done
                left = (monotonic() - begun) * missing / (count - missing)
                complain(f"{count - missing} of {count} benchmarks, about {left:.0f} s left")

        yield line
        return
    from workbench.cli.progress import portion_bar

    with portion_bar("benchmarks") as moved:
        yield lambda _, missing: moved(1 - missing / count)


def _write(directory: Path, its: BenchmarkSet, chosen: Sequence[Measured]) -> None:
    """Write the files of a set, and take away those of the set that was there before.

    Raises:
        InputError: if a file can't be written.
    """
    if (directory / MANIFEST).exists():
        old, rows = read(directory / MANIFEST)
        for one in rows:
            for track in (None, *tracks_of(old, one)):
                (directory / old.path(one, track)).unlink(missing_ok=True)
    for path, text in files(its, chosen):
        write_file(directory / path, text)
    write_file(directory / README, readme(its, chosen))


def _check(directory: Path) -> None:
    """Print what is against the rules.

    Raises:
        Exit: with 1 if anything is.
    """
    from workbench.benchmarks.checkers import CHECKERS, installed

    files = errors = notes = 0
    for path, found in check(directory):
        files += 1
        for one in found:
            kind = "error" if one.error else "note"
            click.echo(f"{path}:{one.line}:{one.column}: {kind}: {one.text} [{one.kind}]")
            errors += one.error
            notes += not one.error
    missing = " and ".join(name for name in CHECKERS if name not in installed())
    without = f"; without {missing}, not installed" if missing else ""
    complain(f"{counted(files, 'file')}, {counted(errors, 'error')}, {counted(notes, 'note')}{without}")
    raise click.exceptions.Exit(Exit.NO if errors else Exit.DONE)

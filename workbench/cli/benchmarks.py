"""``fillomino benchmarks``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smtlib.benchmark import CC_BY, VERSIONS
from workbench.cli.options import seconds
from workbench.cli.report import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from workbench.benchmarks.manifest import BenchmarkSet
    from workbench.benchmarks.measure import Measured
    from workbench.benchmarks.series import Series


def command(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The directory of the set; or a file to --check.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Check a set, ours or not, against the rules of the library.")
    ] = False,
    again: Annotated[
        Path | None, typer.Option("--again", metavar="MANIFEST", help="Write the files of a manifest anew.")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", min=1, help="How many benchmarks.  [300]")
    ] = None,
    incremental: Annotated[
        int | None,
        typer.Option("--incremental", metavar="N", min=0, help="How many of several checks.  [a tenth]"),
    ] = None,
    scaling: Annotated[
        bool, typer.Option("--scaling", help="Instead a series for each encoding, of times that grow.")
    ] = False,
    one_in_three: Annotated[
        bool,
        typer.Option("--one-in-three", help="Also series of boards of the NP-completeness proof: below."),
    ] = False,
    hamiltonian: Annotated[
        bool,
        typer.Option("--hamiltonian", help="Also series of boards of planar cubic graphs: below."),
    ] = False,
    tracks: Annotated[
        bool,
        typer.Option(
            "--tracks", help="Also files for the competition's tracks of unsat cores and of models."
        ),
    ] = False,
    largest: Annotated[
        int, typer.Option("--largest", metavar="N", min=4, help="Rows of the largest board.")
    ] = 40,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The source of chance.")] = 1,
    encoding: Annotated[
        list[str] | None,
        typer.Option("--encoding", "-e", metavar="E", help="An encoding; can be repeated.  [all]"),
    ] = None,
    logic: Annotated[
        list[str] | None,
        typer.Option(
            "--logic", metavar="LOGIC", help="A logic; can be repeated.  [the weakest of each encoding]"
        ),
    ] = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            "-s",
            metavar="S",
            help="Measures; can be repeated.  [those installed that take all of SMT-LIB]",
        ),
    ] = None,
    time: Annotated[float, seconds("CPU seconds of each run.", "--time")] = 10.0,
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Its author, for the header.")] = "",
    license_: Annotated[
        str, typer.Option("--license", metavar="URL", help="The license of the files.")
    ] = CC_BY,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="The end of the directories' names.")
    ] = "encodings",
    date: Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="For the header.  [today]")] = "",
    smtlib: Annotated[
        str, typer.Option("--smtlib", metavar="|".join(VERSIONS), help="The version of SMT-LIB.")
    ] = VERSIONS[0],
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="J", min=1, help="Candidates at a time.")] = 1,
) -> None:
    """Make a set of benchmarks for the SMT-LIB library, or check one.

    Boards are generated from the seed. Each encoding and question makes a series of growing boards: a
    solvable puzzle, the proof that a solution is the only one, a puzzle without solution; and, of several
    checks, all solutions, a few literals of the backbone, sessions of the lazy method. Each candidate is run
    by the solvers, and its status established: sat by a model that is a solution, or by two solvers that
    agree, as unsat is; for unsat, one of them may be a certificate of the puzzle. What can't be
    established is not written.

    The set has the tree and the headers that the library's intake wants, a README, and a manifest with
    puzzle, seed, SHA-256, status and times of each file.

    \b
    Examples:
      fillomino benchmarks set --author "A. Author" --count 300 --jobs 2
      fillomino benchmarks bv --author "A. Author" --logic QF_BV --count 40 --time 5
      fillomino benchmarks --check set
      fillomino benchmarks --again set/manifest.json copy --tracks
      fillomino benchmarks hard --author "A. Author" --one-in-three --count 40
      fillomino benchmarks scaling --author "A. Author" --scaling -s z3 -s yices --largest 12

    What was measured is kept in DIR/candidates.jsonl at once: after Ctrl-C the same command goes on. Times
    decide which candidates are chosen, so that the same seed gives the same set only as far as the machine
    takes the same time; --again gives the same files byte by byte.

    With --one-in-three there is one question more: a solution of a board as `generate --one-in-three` makes
    it. Its series grow by the clauses of the formula, up to --largest of them. With --hamiltonian there is
    one of a board as `generate --hamiltonian` makes it; they grow by the faces of the graph.

    With --scaling each encoding has one series instead, for plots: one file a size, whose times grow.
    With --tracks there are, besides, the files that the competition makes for two of its tracks: assertions
    with names, to ask for an unsat core, and questions for a model.

    With --check each finding is a line with file, line and column; the exit code is 1 if one is an error.
    Dolmen and Klammerhammer (klhm), which the library's intake runs, check each file, too, where they are
    installed.
    """
    from dataclasses import replace

    from fillomino.errors import InputError
    from smtlib.intake import is_date

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
        raise InputError("the header of a benchmark names who generated it: give --author NAME")
    if date and not is_date(date):
        raise InputError(f"--date takes YYYY-MM-DD, not {date!r}")
    if smtlib not in VERSIONS:
        raise InputError(f"--smtlib takes {' or '.join(VERSIONS)}, not {smtlib!r}")
    its = _set(name, author, date, license_, smtlib, time, solver or (), seed)
    its = replace(its, scaling=scaling, tracks=tracks)
    if scaling:
        from workbench.benchmarks.scaling import scaling_series

        if count is not None or incremental is not None or one_in_three or hamiltonian:
            raise InputError(
                "a scaling series has as many benchmarks as sizes, of one question: leave out --count, "
                "--incremental, --one-in-three and --hamiltonian"
            )
        _make(directory, its, scaling_series(encoding or (), logic or (), seed, largest), jobs)
        return
    from workbench.benchmarks.recipe import CYCLES, REDUCTION
    from workbench.benchmarks.series import all_series

    number = 300 if count is None else count
    several = number // 10 if incremental is None else incremental
    wanted = {REDUCTION: one_in_three, CYCLES: hamiltonian}
    reductions = [question for question, is_wanted in wanted.items() if is_wanted]
    series = all_series(encoding or (), logic or (), number, several, seed, largest, reductions=reductions)
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
    import re

    from drivers.runner import version as version_of
    from drivers.solver import installed
    from drivers.solvers import SOLVERS, find
    from fillomino.errors import InputError
    from workbench.benchmarks.header import origin_here
    from workbench.benchmarks.manifest import BenchmarkSet

    if re.fullmatch(r"[A-Za-z0-9_.+-]+", name) is None:
        raise InputError(f"--name is part of a directory: letters, digits and _ . + -, not {name!r}")
    solvers = [find(one) for one in names] or [
        one for one in SOLVERS if not one.same_as and one.unsat_cores and installed(one)
    ]
    origin = origin_here(author, license_, date)
    return BenchmarkSet(name, origin, version, limit, {one.name: version_of(one) for one in solvers}, seed)


def _make(directory: Path, its: BenchmarkSet, series: Sequence[Series], jobs: int) -> None:
    from drivers.solvers import find
    from workbench.benchmarks.make import CANDIDATES, left, measure_all
    from workbench.benchmarks.readme import figures
    from workbench.methods.result import Exit

    count = left(series)
    solvers = [find(name) for name in its.solvers]
    setting = {"solvers": dict(its.solvers), "seconds": its.seconds, "seed": its.seed}
    with _progress(count) as watch:
        measure_all(series, directory / CANDIDATES, solvers, its.seconds, setting, jobs, watch)
    chosen = [one for each in series for one in each.chosen()]
    _write(directory, its, chosen)
    for one in chosen:
        if one.wrong:
            complain(f"{one.recipe.series}, {one.recipe.file}: {', '.join(one.wrong)} answered otherwise")
    complain(figures(its, chosen))
    if missing := left(series):
        complain(f"{missing} fewer than wanted: no more statuses were established within the limit")
        raise typer.Exit(Exit.NO_ANSWER)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[Measured, int], None]]:
    """A bar of the benchmarks that are there, on a terminal; gives what reports a candidate."""
    import sys

    if not sys.stderr.isatty():
        yield lambda _, __: None
        return
    from workbench.cli.progress import portion_bar

    with portion_bar("benchmarks") as moved:
        yield lambda _, missing: moved(1 - missing / count)


def _write(directory: Path, its: BenchmarkSet, chosen: Sequence[Measured]) -> None:
    """Write the files of a set, and take away those of the set that was there before.

    Raises:
        InputError: if a file can't be written.
    """
    from workbench.benchmarks.manifest import MANIFEST, files, read, tracks_of
    from workbench.benchmarks.readme import README, readme
    from workbench.outputs import write_file

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
    from fillomino.words import counted
    from workbench.benchmarks.check import check
    from workbench.benchmarks.checkers import CHECKERS, installed
    from workbench.methods.result import Exit

    files = errors = notes = 0
    for path, found in check(directory):
        files += 1
        for one in found:
            kind = "error" if one.error else "note"
            typer.echo(f"{path}:{one.line}:{one.column}: {kind}: {one.text} [{one.kind}]")
            errors += one.error
            notes += not one.error
    missing = " and ".join(name for name in CHECKERS if name not in installed())
    without = f"; without {missing}, not installed" if missing else ""
    complain(f"{counted(files, 'file')}, {counted(errors, 'error')}, {counted(notes, 'note')}{without}")
    raise typer.Exit(Exit.NO if errors else Exit.DONE)

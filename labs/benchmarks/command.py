"""``fillomino benchmarks``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from msgspec.structs import replace

from drivers.backend import version as version_of
from drivers.solver import installed
from drivers.solvers import SOLVERS, find
from fillomino.errors import InputError
from labs.benchmarks.check import CheckedSet
from labs.benchmarks.check import check as check_set
from labs.benchmarks.check import installed as installed_checkers
from labs.benchmarks.make import CANDIDATES, measure_all, missing
from labs.benchmarks.manifest import MANIFEST, BenchmarkSet, files, read, tracks_of
from labs.benchmarks.measure import Measured
from labs.benchmarks.readme import README, figures, readme
from labs.benchmarks.recipe import CYCLES, REDUCTION
from labs.benchmarks.series import Series, all_series, scaling_series
from smtlib.intake import is_date
from smtlib.script import CC_BY, VERSIONS
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import flag, number, path, text, texts
from workbench.cli.output import bar, tell, warn
from workbench.texts.library_header import origin_here
from workbench.texts.outputs import write_file

SCALING = "scaling"
REDUCTIONS = (REDUCTION, CYCLES)


class Benchmarks(Command):
    """Make a set of benchmarks for the SMT-LIB library, or check one.

    Boards are generated from the seed; each encoding and question gives a series of growing boards. The
    status of each benchmark is established: sat by a model that is a solution, unsat by two solvers that
    agree. The set has the tree and headers that the library's intake requires:
    docs/labs/benchmarks/benchmarks.md. Measurements are kept in DIR/candidates.jsonl: after Ctrl-C the same
    command goes on.

    \b
    Examples:
      fillomino benchmarks set --author "A. Author" --count 300 --jobs 2
      fillomino benchmarks --check set --json
      fillomino benchmarks --again set/manifest.json copy --tracks

    With --check each finding is a line with its place; Dolmen and Klammerhammer (klhm) also check each file,
    where they are installed. Exit code 1 if a finding is an error.
    """

    directory = options.directory("DIR", "The directory of the set; or a file to --check.")
    check = flag("Check a set, ours or not, against the rules of the library.")
    as_json = options.as_json
    again = path("MANIFEST", "Write the files of a manifest again.")
    count = number("N", "How many benchmarks.  [300]", "-n", least=1)
    incremental = number("N", "How many with several checks.  [a tenth]", least=0)
    series = texts(
        "KIND",
        "Also one-in-three or hamiltonian: boards of reductions. Or only scaling: growing times.",
    )
    tracks = flag("Also files for the competition's tracks of unsat cores and models.")
    largest = number("N", "Rows of the largest board.", least=4, default=40)
    seed = number("N", "The source of chance.", least=0, default=1)
    encoding = texts("E", "An encoding; can be repeated.  [all]", "-e")
    logic = texts("LOGIC", "A logic; can be repeated.  [the weakest of each encoding]")
    solver = texts(
        "S", "A solver to measure; can be repeated.  [those installed that give unsat cores]", "-s"
    )
    timeout = options.seconds("CPU seconds of each run.", endless=1e6, default=10.0)
    author = text("NAME", "The author, for the headers.", default="")
    license = text("URL", "The license of the files.  [CC BY 4.0]")
    name = text("NAME", "The end of the names of directories.", default="encodings")
    date = text("YYYY-MM-DD", "The date, for the headers.  [today]", default="")
    smtlib = text("2.6|2.7", "The version of SMT-LIB.  [the first]")
    jobs = number("J", "Number of candidates at a time.", "-j", least=1, default=1)

    def run(self) -> int:
        """Make the set, or check it, or write that of a manifest again."""
        if self.check:
            return _check(self.directory, as_json=self.as_json)
        self.refuse(["as_json"], "{}: only with --check")
        if self.again is not None:
            old, rows = read(self.again)
            old = replace(old, tracks=old.tracks or self.tracks)
            _write(self.directory, old, rows)
            tell(f"{len(rows)} benchmarks of {self.again} written to {self.directory}")
            tell(figures(old, rows))
            return Exit.DONE
        self._refuse_wrong()
        series = self._series()
        origin = origin_here(self.author, self.license or CC_BY, self.date)
        solvers = [find(given) for given in self.solver] or [
            known for known in SOLVERS if not known.same_as and known.unsat_cores and installed(known)
        ]
        new = BenchmarkSet(
            name=self.name,
            author=origin.author,
            date=origin.date,
            generator=origin.generator,
            application=origin.application,
            target=origin.target,
            license=origin.license,
            version=self.smtlib or VERSIONS[0],
            seconds=self.timeout,
            solvers={known.name: version_of(known) for known in solvers},
            seed=self.seed,
            scaling=SCALING in self.series,
            tracks=self.tracks,
        )
        return self._make(new, series)

    def _refuse_wrong(self) -> None:
        """Refuse options with values that they don't take.

        Raises:
            InputError: for the first of them.
        """
        if not self.author.strip():
            message = "the header of a benchmark names who generated it: give --author NAME"
            raise InputError(message, code="missing-option")
        wrong = None
        if self.date and not is_date(self.date):
            wrong = f"--date takes YYYY-MM-DD, not {self.date!r}"
        elif self.smtlib is not None and self.smtlib not in VERSIONS:
            wrong = f"--smtlib takes {' or '.join(VERSIONS)}, not {self.smtlib!r}"
        elif re.fullmatch(r"[A-Za-z0-9_.+-]+", self.name) is None:
            wrong = f"--name is part of a directory: letters, digits and _ . + -, not {self.name!r}"
        for kind in self.series if wrong is None else ():
            if kind not in (*REDUCTIONS, SCALING):
                wrong = f"--series is {', '.join(REDUCTIONS)} or {SCALING}, not {kind!r}"
        if wrong is not None:
            raise InputError(wrong, code="bad-option")

    def _series(self) -> list[Series]:
        """The series of growing boards of the set."""
        if SCALING not in self.series:
            wanted = 300 if self.count is None else self.count
            several = wanted // 10 if self.incremental is None else self.incremental
            reductions = list(dict.fromkeys(self.series))
            numbers = wanted, several, self.seed, self.largest
            return all_series(self.encoding, self.logic, *numbers, reductions=reductions)
        if self.count is not None or self.incremental is not None or len(self.series) > 1:
            raise InputError(
                "a scaling series has as many benchmarks as sizes, of one question: leave out --count, "
                "--incremental and other --series",
                code="option-conflict",
            )
        return scaling_series(self.encoding, self.logic, self.seed, self.largest)

    def _make(self, benchmarks: BenchmarkSet, series: Sequence[Series]) -> int:
        """Measure candidates, and write the set; return the exit code."""
        candidates, count = self.directory / CANDIDATES, missing(series)
        solvers, seconds = [find(name) for name in benchmarks.solvers], benchmarks.seconds
        setting = {"solvers": dict(benchmarks.solvers), "seconds": seconds, "seed": benchmarks.seed}
        try:
            with _progress(count) as watch:
                measure_all(series, candidates, solvers, seconds, setting, self.jobs, watch)
        except KeyboardInterrupt:
            made = f"{count - missing(series)} of {count} benchmarks are in {candidates}"
            tell(f"{made}; the same command goes on from there")
            raise
        chosen = [benchmark for growing in series for benchmark in growing.chosen()]
        _write(self.directory, benchmarks, chosen)
        for benchmark in chosen:
            if benchmark.wrong:
                name = f"{benchmark.recipe.series}, {benchmark.recipe.file}"
                warn(f"{name}: {', '.join(benchmark.wrong)} answered otherwise", code="wrong-answer")
        tell(figures(benchmarks, chosen))
        if short := missing(series):
            warn(
                f"{short} fewer than wanted: no more statuses were established within the limit",
                code="fewer-than-wanted",
            )
        return Exit.NO_ANSWER if short else Exit.DONE


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int], None]]:
    """Show a bar of the benchmarks that are made, or a line for each tenth.

    Yields a function that takes the number of benchmarks that are missing.
    """
    if sys.stderr.isatty():
        with bar("benchmarks", count) as shown:
            yield lambda short: shown.move_part(1 - short / count)
        return
    tenths, begun = 0, monotonic()

    def show_tenth(short: int) -> None:
        nonlocal tenths
        if (done := 10 * (count - short) // max(count, 1)) > tenths:
            tenths = done
            seconds = (monotonic() - begun) * short / (count - short)
            tell(f"{count - short} of {count} benchmarks, about {seconds:.0f} s left")

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
    for place, content in files(benchmarks, chosen):
        write_file(directory / place, content)
    write_file(directory / README, readme(benchmarks, chosen))


def _check(directory: Path, *, as_json: bool) -> int:
    """Print the findings of a check; return the exit code."""
    files = []
    for file in check_set(directory):
        files.append(file)
        for row in file.rows if as_json else ():
            print_row(row)
        if file.findings and not as_json:
            print(file)
    checked = CheckedSet(tuple(files), tuple(installed_checkers()))
    if as_json:
        print_row(checked.row)
    else:
        tell(checked.summary)
    return Exit.DONE if checked else Exit.NO

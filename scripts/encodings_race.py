"""Race all encodings, by all solvers that take them, on puzzles of the corpus in five classes: one table.

Uniqueness is asked, nothing is deduced first, and every script is scrambled. Of each class, which is a range
of sizes, as many puzzles are taken, evenly. They are read where they are (FILLOMINO_CORPUS), and never
copied. The runs are those of `fillomino compare`: Ctrl-C keeps what was done, and the same command goes on
from there, also with more puzzles or solvers. Times are CPU seconds of the solver; a run without a proof
counts as the limit. An encoding that proves nothing with a solver in one class is not run with it in the next
ones, nor again in this one after six runs, and a text longer than --longest is not built: all these count as
unsolved, and the table shows how many.

    python scripts/encodings_race.py                        60 puzzles, two solvers, limit 2 s: half an hour
    python scripts/encodings_race.py --count 5 --timeout 1 --solvers yices -o race.jsonl
    python scripts/encodings_race.py --solvers cvc5 bitwuzla --largest 100     other solvers, on small boards
    python scripts/encodings_race.py --order 2 --only forest-tight placements     again, in another order
    python scripts/encodings_race.py --table race.jsonl       the tables of runs that are there
    python scripts/encodings_race.py --table race.jsonl --page     the same, and pack the runs for the site

The second table holds published claims against the runs: how many times as long one encoding takes as
another.
"""

from __future__ import annotations

import argparse
import bz2
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import InputError
from fillomino.puzzle import as_fillomino
from scripts.harness import EXAMPLES, ROOT, markdown, new_parser, quantile
from scripts.race_claims import against_tight, claims, first_order, ordered
from smtlib.render import driver
from tests.support.corpus import files
from workbench.compare.comparison import collect, resume
from workbench.compare.comparison import methods_by_name as pairs
from workbench.compare.files import read
from workbench.compare.findings import findings
from workbench.compare.plan import Entry, Job, entries, jobs
from workbench.compare.row import Given, Row
from workbench.compare.store import Store, opened
from workbench.compare.work import here, row_of
from workbench.compare.work import rows as rows_of
from workbench.methods.method import Facts, Question, Status, without_solution
from workbench.methods.protocol import Method
from workbench.methods.smt import SmtMethod
from workbench.texts.inputs import open_one, puzzle_of, sources

CLASSES = {81: "≤ 81", 100: "≤ 100", 180: "≤ 180", 300: "≤ 300", sys.maxsize: "> 300"}
"""The classes: the most cells of a board, and the head of a column."""

RUNS = ROOT / "docs" / "encodings" / "race.jsonl.bz2"
"""The runs that the site shows: its pages have the tables, and a report of them."""

EXAMPLE = EXAMPLES / "ten.janko"
PATIENCE = 6
"""In a class, a method that has proved nothing in so many runs is not run again."""

PATIENT = 60
"""A solver may take so many times its CPU seconds by the clock: the machine may be busy for long."""

GOLDEN = 0.6180339887
TOO_LONG = "the text was not built: it would have about"


def class_of(cells: int) -> int:
    """Return the class of a board."""
    return next(most for most in CLASSES if cells <= most)


def chosen(count: int) -> dict[int, list[Entry]]:
    """Return so many puzzles, by class: from each as many, evenly; a larger count only adds some."""
    by_class: dict[int, list[Entry]] = {most: [] for most in CLASSES}
    for entry in entries(map(open_one, sources(list(map(str, files())))))[0]:
        by_class[class_of(entry.to_encode().places.size)].append(entry)
    share = max(1, count // len(CLASSES))
    for most, members in by_class.items():
        members.sort(key=lambda entry: (entry.to_encode().places.size, entry.name))
        places = dict.fromkeys(
            int(i * GOLDEN % 1 * len(members)) for i in range(50 * share if members else 0)
        )
        by_class[most] = [members[place] for place in list(places)[:share]]
    return by_class


def proved(row: Row) -> bool:
    """Return whether a run has decided how many solutions there are."""
    return row.verdict.status != "wrong" and (
        row.verdict.unique is not None or row.verdict.status == "unsolvable"
    )


def lost(rows: Sequence[Row], method: str, most: int) -> bool:
    """Return whether a method proved nothing in some easier class, or in enough runs of this one."""
    for cells in CLASSES:
        runs = [row for row in rows if row.method == method and class_of(row.subject.cells) == cells]
        if len(runs) >= (1 if cells < most else PATIENCE) and not any(map(proved, runs)):
            return True
        if cells == most:
            break
    return False


def race(puzzles: dict[int, list[Entry]], arguments: argparse.Namespace, store: Store) -> None:
    """Do all runs that are missing, class by class."""
    cpu = arguments.timeout
    question = Question(unique=True, memory_mib=arguments.memory, cpu_seconds=cpu, seconds=PATIENT * cpu)
    order, notes = arguments.order, []
    chosen_methods: list[SmtMethod] = []
    for some, left_out in (pairs([solver], arguments.only, [], ["none"]) for solver in arguments.solvers):
        notes += left_out
        chosen_methods += [method for method in some if isinstance(method, SmtMethod)]
    print("\n".join(notes), file=sys.stderr)
    methods = [(method, method.facts()) for method in chosen_methods]
    every = [entry for members in puzzles.values() for entry in members]
    resume(planned(every, methods, question, order), store)
    portions = (
        (most, members[at : at + PATIENCE])
        for most, members in puzzles.items()
        for at in range(0, len(members), PATIENCE)
    )
    for most, members in portions:
        remaining = [pair for pair in methods if not lost(store.rows, pair[0].name, most)]
        wanted = planned(members, remaining, question, order)
        missing = [job for job in wanted if store.get(job.key) is None]
        shown = f"{len(members)} boards of {CLASSES[most]} cells, {len(remaining)} of {len(methods)} methods"
        print(f"{shown}: {len(missing)} of {len(wanted)} runs to do", file=sys.stderr)
        for job in [job for job in missing if length(job) > arguments.longest * 1e6]:
            missing.remove(job)
            store.append(unbuilt(job, length(job)))
        for _ in collect(rows_of(missing, arguments.jobs), missing, store):
            pass


def planned(
    puzzles: Sequence[Entry], methods: Sequence[tuple[Method, Facts]], question: Question, order: int
) -> list[Job]:
    """Return the runs of methods on puzzles, each in one order; a method without a script has its own."""
    every = jobs(puzzles, methods, 1, question, order + 1) if methods else []
    return [job for job in every if job.question.scramble == (order if job.facts.orders else 0)]


def length(job: Job) -> int:
    """Return the length of a text as estimated, where it may be long."""
    method, puzzle = job.method, as_fillomino(job.entry.to_encode(), "race")
    if not isinstance(method, SmtMethod) or method.encoding.estimate is None:
        return 0
    return method.encoding.estimate(puzzle, deduce(puzzle, Level.NONE))


def unbuilt(job: Job, characters: int) -> Row:
    """Return the row of a run that is left out because its text is too long."""
    result = without_solution(job.entry.name, Status.UNKNOWN, f"{TOO_LONG} {characters:,} characters")
    return row_of(job, job.facts, result, Given(session=False), here(None, datetime.now(UTC)), 0.0)


def standings(rows: Sequence[Row]) -> list[dict[str, object]]:
    """Return a line for each encoding and solver, by the names of its columns, of runs in the first order."""
    first = first_order(rows)
    rows = [row for row in ordered(rows) if row.terms.scramble == first]
    sizes = {row.subject.puzzle_hash: class_of(row.subject.cells) for row in rows}
    limit = max((row.terms.seconds_limit or 0 for row in rows), default=0)
    lines: list[dict[str, object]] = []
    for encoding in METHODS:
        kib = ""
        for method in sorted({row.method for row in rows if row.facts.encoding == encoding.name}):
            runs = [row for row in rows if row.method == method]
            its_classes = raced(rows, runs[0].facts.solver)
            expected = sum(most in its_classes for most in sizes.values())
            built = [row for row in runs if TOO_LONG not in (row.answer.error or "")]
            solved = Counter(class_of(row.subject.cells) for row in runs if proved(row))
            classes = {class_of(row.subject.cells) for row in built}
            seconds = sorted(row.cost.usage.cpu_seconds if proved(row) else limit for row in built)
            seconds += [limit] * (expected - len(built))
            peaks = [row.cost.usage.memory_mib or 0 for row in built]
            if not kib and not encoding.lazy:
                kib = f"{_characters(encoding) / 1024:,.0f}"
            by_class = {
                head: solved[most] if most in classes else "–"
                for most, head in CLASSES.items()
                if most in sizes.values()
            }
            lines.append(
                {
                    "encoding": f"`{encoding.name}`",
                    "solver": runs[0].facts.solver,
                    **by_class,
                    "solved": solved.total(),
                    "not run": expected - len(built) or "",
                    "median, s": within(statistics.median(seconds), limit),
                    "90 %, s": within(quantile(seconds, 90), limit),
                    "MiB": f"{statistics.median(peaks or [0]):,.0f}",
                    "size": encoding.size,
                    "KiB": kib,
                }
            )
    return lines


@cache
def _characters(encoding: Encoding) -> int:
    """The length of the text of the example."""
    return len(driver(encoding.script(puzzle_of(str(EXAMPLE)).fillomino("race").puzzle)))


def table(rows: Sequence[Row]) -> list[str]:
    """Return the table of runs in the first order, in Markdown, and what holds of all runs."""
    first, lines = first_order(rows), standings(rows)
    again = sorted({row.terms.scramble for row in rows} - {0, first})
    also = " and ".join(map(str, again))
    note = [f"The table has order {first}; the ratios of the claims also {also}."] if again else []
    shown = markdown(lines[0], (line.values() for line in lines)).splitlines() if lines else []
    return [*heading(rows), *note, "", *shown]


def raced(rows: Sequence[Row], solver: str | None) -> set[int]:
    """Return the classes in which a solver was raced."""
    return {class_of(row.subject.cells) for row in rows if row.facts.solver == solver}


def heading(rows: Sequence[Row]) -> list[str]:
    """Return what holds of all runs: date, sample, machine, versions, and what was odd."""
    sizes = {row.subject.puzzle_hash: class_of(row.subject.cells) for row in rows}
    limit = max((row.terms.seconds_limit or 0 for row in rows), default=0)
    days = sorted({row.where.started[:10] for row in rows}) or [""]
    counts = Counter(sizes.values())
    machine = ", ".join(dict.fromkeys(row.where.cpu_model for row in rows))
    orders = ", ".join(map(str, sorted({row.terms.scramble for row in rows if row.terms.scramble})))
    lines = [
        f"{' to '.join(dict.fromkeys((days[0], days[-1])))}: {len(sizes)} puzzles, "
        f"{', '.join(str(counts[most]) for most in CLASSES if counts[most])} of the classes; order {orders}; "
        f"limit {limit:g} CPU s. {', '.join(dict.fromkeys(row.facts.version for row in rows))}; {machine}.",
        f"Of {len(rows)} runs {sum(row.disturbed for row in rows) or 'none'} took over 1.5 times their CPU "
        "time by the clock, as they do where the machine is busy.",
    ]
    for solver in dict.fromkeys(row.facts.solver for row in rows):
        its_classes = raced(rows, solver)
        if its_classes < set(sizes.values()):
            lines.append(f"With {solver} only boards of {CLASSES[max(its_classes)]} cells were raced.")
    stopped: dict[str, list[str]] = {}
    for method in dict.fromkeys(row.method for row in rows):
        runs = [row for row in rows if row.method == method]
        its_classes = raced(rows, runs[0].facts.solver)
        failed = [row for row in runs if row.verdict.status == "failed"]
        lines += [f"{method} failed {len(failed)} times: {failed[0].answer.error}."] if failed else []
        for most, head in CLASSES.items():
            there = len({row.subject.puzzle_hash for row in runs if class_of(row.subject.cells) == most})
            if most in its_classes and there < counts[most] and not lost(runs, method, most):
                stopped.setdefault(f"{there} runs on boards of {head} cells", []).append(method)
    for what, methods in stopped.items():
        named = methods[0] if len(methods) == 1 else f"each of {len(methods)} ({', '.join(methods)})"
        lines.append(f"The race was stopped: {named} has {what}.")
    return [*lines, *(f"{finding.text}." for finding in findings(rows))]


def within(seconds: float, limit: float) -> str:
    """Return a time, or that the limit was reached."""
    return f"{seconds:.2f}" if seconds < limit else f"> {limit:g}"


def runs_in(path: Path) -> tuple[list[Row], Sequence[str]]:
    """Read runs, perhaps packed, and notes on them. Puzzles are named by file and folder."""
    with TemporaryDirectory() as folder:
        plain = path
        if path.suffix == ".bz2":
            plain = Path(folder, path.stem)
            plain.write_bytes(bz2.decompress(path.read_bytes()))
        rows, notes = read([plain])
    return [row.changed(puzzle="/".join(Path(row.subject.puzzle).parts[-2:])) for row in rows], notes


def write_runs(rows: Sequence[Row]) -> None:
    """Pack the runs for the site."""
    RUNS.write_bytes(bz2.compress("".join(row.to_line() for row in rows).encode()))


def claims_table(rows: Sequence[Row]) -> str:
    """Return the claims held against runs, and where the tight forest is not the best, in Markdown."""
    return "\n".join([*claims(rows), "", *against_tight(rows)])


def main() -> None:
    """Race, and print the table."""
    parser = new_parser(__doc__)
    parser.add_argument("--count", type=int, default=60, metavar="N", help="puzzles in all")
    parser.add_argument("--timeout", type=float, default=2, metavar="SEC", help="CPU seconds for each run")
    parser.add_argument(
        "--largest", type=int, default=sys.maxsize, metavar="N", help="the most cells of a board"
    )
    parser.add_argument("--order", type=int, default=1, metavar="K", help="seed of the order; 0 is as it is")
    parser.add_argument("--solvers", nargs="+", metavar="S", default=["yices", "z3"])
    parser.add_argument("--only", nargs="+", metavar="E", default=[method.name for method in METHODS])
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="runs at a time, each on its core")
    parser.add_argument("--memory", type=int, default=4000, metavar="MIB")
    parser.add_argument("--longest", type=float, default=16, metavar="MB", help="the longest text to build")
    parser.add_argument("-o", "--output", type=Path, default=Path("race.jsonl"), metavar="RUNS.jsonl")
    parser.add_argument(
        "--table", type=Path, metavar="RUNS.jsonl", help="only print the tables of these runs"
    )
    parser.add_argument("--page", action="store_true", help="pack the runs for the site, too")
    arguments = parser.parse_args()
    if arguments.table is None:
        puzzles = {
            most: members for most, members in chosen(arguments.count).items() if most <= arguments.largest
        }
        if not any(puzzles.values()):
            sys.exit("no puzzles: set FILLOMINO_CORPUS to a directory of them")
        try:
            with opened(arguments.output) as store:
                race(puzzles, arguments, store)
        except InputError as error:
            sys.exit(str(error))
        except KeyboardInterrupt:
            sys.exit(f"interrupted; what was done is in {arguments.output}: the same command goes on")
    rows, notes = runs_in(arguments.table or arguments.output)
    print("\n\n".join(["\n".join([*table(rows), *notes]), claims_table(rows)]))
    if arguments.page:
        write_runs(rows)


if __name__ == "__main__":
    main()

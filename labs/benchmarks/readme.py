"""The README of a set, for the reviewers of a submission, and its table by series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median

from fillomino.errors import counted
from labs.benchmarks.benchmark import WITNESSES
from labs.benchmarks.manifest import MANIFEST, TABLE, BenchmarkSet
from labs.benchmarks.measure import EASY, Measured
from labs.benchmarks.recipe import FEWEST, LARGEST, MOST, QUESTIONS, SHARE
from labs.benchmarks.series import ALIKE, BOARDS

README = "README.md"


def readme(benchmarks: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Return the README of a set."""
    # Imported here: it takes longer than most commands.
    from jinja2 import Environment, FileSystemLoader

    # Markdown has no markup to protect, and all values are ours or the user's own.
    environment = Environment(  # noqa: S701
        loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True, keep_trailing_newline=True
    )
    recipes = [row.recipe for row in chosen]
    asked = {recipe.question for recipe in recipes}
    trees = sorted({f"`{benchmarks.path(row).partition('/')[0]}`" for row in chosen}, reverse=True)
    return environment.get_template("readme.md.j2").render(
        set=benchmarks,
        recipes=recipes,
        figures=figures(benchmarks, chosen),
        encodings={recipe.encoding: recipe.encoded() for recipe in recipes}.values(),
        questions={question: text for question, text in QUESTIONS.items() if question in asked},
        statuses=[status for row in chosen for status in row.statuses],
        trees=" and ".join(trees),
        table=table(benchmarks, chosen),
        largest=LARGEST,
        share=f"{SHARE:.0%}",
        fewest=FEWEST,
        most=MOST,
        witnesses=WITNESSES,
        easy=EASY,
        alike=ALIKE,
        boards=BOARDS,
        csv=TABLE,
        json=MANIFEST,
    )


def figures(benchmarks: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Return sentences that sum a set up: how many files, with which statuses, and how hard they are."""
    count = len(chosen)

    def share(marks: Iterable[bool]) -> str:
        number = sum(marks)
        return f"{number} ({number / max(count, 1):.0%})"

    several = share(len(row.statuses) > 1 for row in chosen)
    unsat = share(row.statuses[-1] == "unsat" for row in chosen)
    unsolved = share(
        all(not run.ended or run.seconds > EASY for run in row.timings.values()) for row in chosen
    )
    return (
        f"{counted(count, 'file')}; {several} incremental, {unsat} unsat at their last check. "
        f"Not solved within {EASY:g} s by all of {', '.join(benchmarks.solvers)} that take them: "
        f"{share(row.is_hard for row in chosen)}; by none: {unsolved}."
    )


def table(benchmarks: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Return the table of a set as Markdown, a line for each series."""
    columns = ["logic", "encoding", "question", "status", "files", "boards", "KB", "harder"]
    lines = [[*columns, *benchmarks.solvers]]
    lines.append(["---"] * len(lines[0]))
    ordered = sorted(chosen, key=lambda row: (row.recipe.series, row.recipe))
    for _, group in groupby(ordered, key=lambda row: row.recipe.series):
        rows = list(group)
        recipe = rows[0].recipe
        lines.append(
            [
                recipe.logic,
                f"`{recipe.encoding}`",
                recipe.question,
                ", ".join(sorted({status for row in rows for status in row.statuses})),
                str(len(rows)),
                f"{recipe.board} to {rows[-1].recipe.board}",
                f"{median(row.size for row in rows) / 1000:.0f}",
                str(sum(row.is_hard for row in rows)),
                *(_seconds(benchmarks, rows, solver) for solver in benchmarks.solvers),
            ]
        )
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _seconds(benchmarks: BenchmarkSet, rows: Sequence[Measured], solver: str) -> str:
    """Return the median of a solver's CPU seconds; empty where it takes none of the files."""
    timings = [row.timings[solver] for row in rows if solver in row.timings]
    times = [timing.seconds if timing.ended else benchmarks.seconds for timing in timings]
    return f"{median(times):.2f}" if times else ""

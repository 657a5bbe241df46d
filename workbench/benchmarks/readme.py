"""The README of a set, for those who review a submission; and its table, by series."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from statistics import median

from fillomino.words import counted
from workbench.benchmarks.manifest import MANIFEST, TABLE, BenchmarkSet
from workbench.benchmarks.measure import EASY, Measured
from workbench.benchmarks.recipe import FEWEST, LARGEST, MOST, QUESTIONS, SHARE
from workbench.benchmarks.scaling import BOARDS
from workbench.benchmarks.series import ALIKE
from workbench.benchmarks.status import WITNESSES

README = "README.md"


def readme(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Write the README of a set."""
    # Imported here, as it takes longer than most commands.
    from jinja2 import Environment, FileSystemLoader

    # Markdown has no markup to protect, and all that is filled in is ours or a person's own.
    environment = Environment(  # noqa: S701
        loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True, keep_trailing_newline=True
    )
    recipes = [one.recipe for one in chosen]
    asked = {recipe.question for recipe in recipes}
    trees = sorted({f"`{its.path(one).partition('/')[0]}`" for one in chosen}, reverse=True)
    return environment.get_template("readme.md.j2").render(
        set=its,
        recipes=recipes,
        figures=figures(its, chosen),
        encodings={recipe.encoding: recipe.encoded() for recipe in recipes}.values(),
        questions={question: text for question, text in QUESTIONS.items() if question in asked},
        statuses=[status for one in chosen for status in one.statuses],
        trees=" and ".join(trees),
        table=table(its, chosen),
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


def figures(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Sum a set up in a sentence or two: how many files, with which statuses, and how hard they are."""
    count = len(chosen)

    def share(number: int) -> str:
        return f"{number} ({number / max(count, 1):.0%})"

    several = sum(len(one.statuses) > 1 for one in chosen)
    unsat = sum(one.statuses[-1] == "unsat" for one in chosen)
    none = sum(all(not run.ended or run.seconds > EASY for run in one.timings.values()) for one in chosen)
    return (
        f"{counted(count, 'file')}; {share(several)} incremental, {share(unsat)} unsat at their last check. "
        f"Not solved within {EASY:g} s by all of {', '.join(its.solvers)} that take them: "
        f"{share(sum(one.is_hard for one in chosen))}; by none: {share(none)}."
    )


def table(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Write the table of a set as Markdown, a line for each series."""
    head = ["logic", "encoding", "question", "status", "files", "boards", "KB", "harder", *its.solvers]
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    ordered = sorted(chosen, key=lambda one: one.recipe)
    for _, group in groupby(
        sorted(ordered, key=lambda one: one.recipe.series), key=lambda one: one.recipe.series
    ):
        rows = list(group)
        recipe = rows[0].recipe
        cells = [
            recipe.logic,
            f"`{recipe.encoding}`",
            recipe.question,
            ", ".join(sorted({status for one in rows for status in one.statuses})),
            str(len(rows)),
            f"{recipe.board} to {rows[-1].recipe.board}",
            f"{median(one.size for one in rows) / 1000:.0f}",
            str(sum(one.is_hard for one in rows)),
            *(_seconds(its, rows, solver) for solver in its.solvers),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _seconds(its: BenchmarkSet, rows: Sequence[Measured], solver: str) -> str:
    """The median of a solver's CPU seconds; empty where it takes none of the files."""
    times = [
        one.timings[solver].seconds if one.timings[solver].ended else its.seconds
        for one in rows
        if solver in one.timings
    ]
    return f"{median(times):.2f}" if times else ""

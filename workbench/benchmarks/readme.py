"""The README of a set, for those who review a submission; and its table, by series."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from workbench.benchmarks.manifest import MANIFEST, TABLE, BenchmarkSet
from workbench.benchmarks.measure import EASY, Measured
from workbench.benchmarks.recipe import FEWEST, LARGEST, MOST, QUESTIONS, SHARE
from workbench.benchmarks.series import ALIKE
from workbench.benchmarks.status import WITNESSES

README = "README.md"

_TEXT = """\
# Fillomino: {name}

{count} benchmarks in {logics}, generated on {date} by {author} with {generator}; license {license}.

Fillomino is a pencil puzzle: fill a board with numbers so that every connected region of equal numbers has
as many cells as its number. What makes it hard to encode is connectivity of regions that are not known in
advance, some without any clue. The encodings differ in how they express it:

{encodings}

## Questions

{questions}

Boards are square. Fillings are drawn at random, with regions of at most {largest} cells; clues are taken
from them: {share:.0%} of the cells for `solvable`, as few as leave one solution for the others. No puzzle of
anybody else is among them. `enumerate` has {fewest} to {most} solutions.

## Status

{sat} checks are `sat`, {unsat} `unsat`; none is `unknown`. A status is `sat` where a solver's model was
decoded to a filling and this was checked against the rules of the puzzle by a program that shares nothing
with the encodings, or where {witnesses} solvers of different makes agree; `unsat` where {witnesses} agree
and none disagrees. Where the rules know better (a puzzle made from a solution has one), a contrary status is
not written. The manifest names who established each.

## Hardness

Solvers: {solvers}, each with {seconds:g} CPU seconds, start included, without options. {hard} of {count} take
some solver more than {easy:g} s. Each encoding and question is a series of boards of growing size.
At most {alike} files of a series have boards of one size; they differ in the board and in all of its clues.

{table}

CPU seconds are medians; a run that reached the limit counts as the limit. [{csv}]({csv}) and [{json}]({json})
have every file: its puzzle, seed, SHA-256, status, and the time of each solver.
`fillomino benchmarks --again {json} DIR` writes the same files anew, byte by byte.
"""


def readme(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Write the README of a set."""
    recipes = [one.recipe for one in chosen]
    encodings = {recipe.encoding: recipe.encoded() for recipe in recipes}.values()
    questions = [question for question in QUESTIONS if any(recipe.question == question for recipe in recipes)]
    statuses = [status for one in chosen for status in one.statuses]
    return _TEXT.format(
        name=its.name,
        count=len(chosen),
        logics=", ".join(sorted({recipe.logic for recipe in recipes})),
        date=its.origin.date,
        author=its.origin.author,
        generator=its.origin.generator,
        license=its.origin.license,
        encodings="\n".join(f"- `{one.name}`: {one.title} ({one.source})" for one in encodings),
        questions="\n".join(f"- `{question}`: {QUESTIONS[question]}" for question in questions),
        largest=LARGEST,
        share=SHARE,
        fewest=FEWEST,
        most=MOST,
        sat=statuses.count("sat"),
        unsat=statuses.count("unsat"),
        witnesses=WITNESSES,
        solvers=", ".join(f"{name} ({version})" for name, version in its.solvers.items()),
        seconds=its.seconds,
        hard=sum(one.hard for one in chosen),
        easy=EASY,
        alike=ALIKE,
        table=table(its, chosen),
        csv=TABLE,
        json=MANIFEST,
    )


def table(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Write the table of a set as Markdown, a line for each series."""
    head = ["logic", "encoding", "question", "files", "boards", "KB", "harder", *its.solvers]
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    ordered = sorted(chosen, key=lambda one: one.recipe)
    for _, group in groupby(
        sorted(ordered, key=lambda one: one.recipe.series), key=lambda one: one.recipe.series
    ):
        rows = list(group)
        recipe, sizes = rows[0].recipe, [one.recipe.size for one in rows]
        cells = [
            recipe.logic,
            f"`{recipe.encoding}`",
            recipe.question,
            str(len(rows)),
            f"{min(sizes)}x{min(sizes)} to {max(sizes)}x{max(sizes)}",
            f"{median(one.size for one in rows) / 1000:.0f}",
            str(sum(one.hard for one in rows)),
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

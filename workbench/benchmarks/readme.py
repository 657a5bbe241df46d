"""The README of a set, for those who review a submission; and its table, by series."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from fillomino.words import counted
from workbench.benchmarks.manifest import MANIFEST, TABLE, BenchmarkSet
from workbench.benchmarks.measure import EASY, Measured
from workbench.benchmarks.recipe import FEWEST, LARGEST, MOST, QUESTIONS, SHARE
from workbench.benchmarks.scaling import BOARDS
from workbench.benchmarks.series import ALIKE
from workbench.benchmarks.status import WITNESSES

README = "README.md"

_TEXT = """\
# Fillomino: {name}

Benchmarks in {logics}, generated on {date} by {author} with {generator}.
{figures}

Fillomino is a pencil puzzle: fill a board with numbers so that every connected region of equal numbers has
as many cells as its number. What makes it hard to encode is connectivity of regions that are not known in
advance, some without any clue. The encodings differ in how they express it:

{encodings}

## Questions

{questions}

Fillings are drawn at random, with regions of at most {largest} cells; clues are taken from them: {share:.0%}
of the cells for `solvable`, as few as leave one solution for the others. `enumerate` has {fewest} to {most}
solutions.

## Status

{sat} checks are `sat`, {unsat} `unsat`; none is `unknown`. A status is `sat` where a solver's model was
decoded to a filling and this was checked against the rules of the puzzle by a program that shares nothing
with the encodings, or where {witnesses} solvers of different makes agree. It is `unsat` where {witnesses}
agree, or where one answers it and a certificate, which a separate checker accepted, proves that the puzzle
has no (other) solution; and no solver disagrees. Where the rules know better (a puzzle made from a solution
has one), a contrary status is not written. `:source` in each file, and the manifest, name who established
its status.

## Series, and files that are alike

Each encoding and question is a series of boards of growing size; the name of a file has the question, the
board and a number. {alike}

## Hardness

Solvers: {solvers}, each with {seconds:g} CPU seconds, start included, without options.

{table}

KB and CPU seconds are medians; a run that reached the limit counts as the limit. Harder are those on which
some solver takes more than {easy:g} s. An empty field: the solver does not take the logic, or holds no
session.

## Submission, license and citation

For the library's pull request: {trees}. This file and the manifests are no part of it, as its intake
refuses all files but those of the trees `non-incremental` and `incremental`.{tracks}

License of all files: {license}. All boards are generated: no puzzle of anybody else is among them.
To cite the set:

> {author}. Fillomino: {name}. Benchmarks for SMT-LIB, generated with {generator} from seed {seed}, {date}.

[{csv}]({csv}) and [{json}]({json}) have every file: its puzzle, seed, SHA-256, status, and the time of
each solver. `fillomino benchmarks --again {json} DIR` writes the same files anew, byte by byte, and
`fillomino benchmarks --check DIR` checks them as the library's intake would.
"""


_ALIKE = f"""\
At most {ALIKE} files of a series have boards of one size, and these differ in the board
and in all of its clues. Sizes that are spread evenly come first; the other files are those that take the
solvers longest."""
_MEDIAN_BOARD = f"""\
A series has one file a size: of {BOARDS} boards the one on which the first
solver takes the median time."""
_TRACKS = """
The competition makes files for its tracks of unsat cores and of model validation from these; `unsat-core` and
`model-validation` hold the same, not scrambled, with assertions named after the parts of the encoding. Its
incremental track takes the tree `incremental` as it is."""


def readme(its: BenchmarkSet, chosen: Sequence[Measured]) -> str:
    """Write the README of a set."""
    recipes = [one.recipe for one in chosen]
    encodings = {recipe.encoding: recipe.encoded() for recipe in recipes}.values()
    questions = [question for question in QUESTIONS if any(recipe.question == question for recipe in recipes)]
    statuses = [status for one in chosen for status in one.statuses]
    return _TEXT.format(
        name=its.name,
        figures=figures(its, chosen),
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
        easy=EASY,
        alike=_MEDIAN_BOARD if its.scaling else _ALIKE,
        trees=" and ".join(sorted({f"`{its.path(one).partition('/')[0]}`" for one in chosen}, reverse=True)),
        tracks=_TRACKS if its.tracks else "",
        seed=its.seed,
        table=table(its, chosen),
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
        f"{share(sum(one.hard for one in chosen))}; by none: {share(none)}."
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

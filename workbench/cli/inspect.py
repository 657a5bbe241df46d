"""``fillomino inspect``."""

from __future__ import annotations

import math
from pathlib import Path

import click

from drivers.solvers import DEFAULT, SECOND
from workbench.cli import options
from workbench.cli.command import Command


@click.command(cls=Command)
@options.puzzle
@click.option(
    "--output", "-o", type=options.PATH, metavar="FILE", help="Where to write; else NAME.html in this folder."
)
@click.option(
    "--encoding", "-e", multiple=True, metavar="E", help="An encoding to show; repeatable; else all that fit."
)
@click.option(
    "--solver",
    "-s",
    multiple=True,
    metavar="S",
    help=f"Solvers whose runs to record; repeatable; else {SECOND.name} and {DEFAULT.name}.",
)
@click.option(
    "--by",
    multiple=True,
    metavar="P",
    help="A paradigm without SMT-LIB whose run to record, too; repeatable.",
)
@click.option(
    "--record/--no-record", default=True, help="Run solvers and deduce, or only show the encodings."
)
@options.seconds(
    "--timeout", endless=math.inf, help="Seconds for each run of a solver; else 5, less if there are many."
)
@options.from_
@options.checkered
@options.basic
def command(
    *,
    puzzle: str,
    output: Path | None,
    encoding: tuple[str, ...],
    solver: tuple[str, ...],
    by: tuple[str, ...],
    record: bool,
    timeout: float | None,
    from_: str | None,
    checkered: bool,
    basic: bool,
) -> None:
    """Write a page to look at a puzzle and its encodings: one file that needs nothing else.

    It shows the board, its regions and forest; which assertions are about which cells; the SMT-LIB with
    comments; and, recorded, how solvers did, with the rounds of the lazy method. The puzzle can be played.
    `fillomino serve` shows the same and runs solvers whenever asked.

    Without --encoding and --timeout that takes half a minute at most: encodings are left out whose text
    is long (3 MB in all) or takes over 2 seconds, and deduction ends where it is by then. Both are reported.

    \b
    Examples:
      fillomino inspect examples/first.txt
      fillomino inspect examples/torus.json -e forest -e cuts -s yices -o torus.html
      fillomino inspect examples/first.txt -e forest-tight -s z3 --by clingo --by highs-cuts
      fillomino inspect examples/twenty.txt --no-record
    """
    from workbench.cli.report import complain, words
    from workbench.inputs import Variants, puzzle_of
    from workbench.outputs import check_apart, file_stem, write_file
    from workbench.page.bundle import inlined_html
    from workbench.page.record import recorded

    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    path = output or Path(f"{file_stem(opened.name)}.html")
    check_apart([path], [opened.path])
    solvers = solver or [SECOND.name, DEFAULT.name]
    with words() as progress:
        data = recorded(
            opened,
            encodings=encoding or [],
            solvers=solvers if record else [],
            by=(by or []) if record else [],
            seconds=timeout,
            progress=progress,
        )
    title = opened.document.puzzle.info.get("title") or opened.name
    write_file(path, inlined_html(title, data))
    if data["left_out"]:
        names = ", ".join(data["left_out"])
        complain(f"left out, for the text is long: {names}; --encoding NAME asks for one")
    complain(f"wrote {path}")

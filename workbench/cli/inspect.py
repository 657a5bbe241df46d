"""``fillomino inspect``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from drivers.solvers import DEFAULT, SECOND
from workbench.cli.options import Basic, Checkered, From, Puzzle, seconds


def command(
    puzzle: Puzzle,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write; else NAME.html in this folder."),
    ] = None,
    encoding: Annotated[
        list[str] | None,
        typer.Option(
            "--encoding", "-e", metavar="E", help="An encoding to show; repeatable; else all that fit."
        ),
    ] = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            "-s",
            metavar="S",
            help=f"Solvers whose runs to record; repeatable; else {SECOND.name} and {DEFAULT.name}.",
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="P", help="A paradigm without SMT-LIB whose run to record, too; repeatable."
        ),
    ] = None,
    record: Annotated[
        bool,
        typer.Option("--record/--no-record", help="Run solvers and deduce, or only show the encodings."),
    ] = True,
    timeout: Annotated[
        float | None,
        seconds("Seconds for each run of a solver; else 5, less if there are many.", endless=math.inf),
    ] = None,
    from_: From = None,
    checkered: Checkered = False,
    basic: Basic = False,
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

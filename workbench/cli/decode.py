"""``fillomino decode``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import Basic, Checkered, From, Json, Plain, Puzzle, one_way_to_print
from workbench.cli.report import coloured, complain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.answer import Answer
    from smtlib.literals import Value

_NEW_NAMES = re.compile(r"\(([xy]|z+)[0-9]+ ")  # of smtlib/scramble.py


def command(
    puzzle: Puzzle,
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help="A file with what the solver printed, or -.")
    ],
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            "-e",
            metavar="E",
            help="How it is encoded.  [that in the head of --script, or forest]",
        ),
    ] = None,
    cnf: Annotated[
        Path | None,
        typer.Option("--cnf", metavar="FILE", help="The .cnf that a SAT solver answered."),
    ] = None,
    script: Annotated[
        str | None,
        typer.Option(
            "--script",
            metavar="FILE",
            help="The .smt2 that was answered: its names, if scrambled, and its encoding.",
        ),
    ] = None,
    as_json: Json = False,
    plain: Plain = False,
    checkered: Checkered = False,
    basic: Basic = False,
    from_: From = None,
) -> None:
    """Read a solver's answer to an encoded puzzle back to the grid, and check it.

    The answer is what a solver printed for the flavour driver: sat and the reply to
    get-value, in one piece or several. The default encoding is forest, as that of encode; with
    --script it is the one that the head of that file names, as the flavours benchmark and
    commented do. Where it has all of e_x_y, s_x and r_x, --json shows the forest too.

    \b
    Examples:
      fillomino encode examples/first.txt -o first.smt2
      z3 first.smt2 | fillomino decode examples/first.txt -
      fillomino encode examples/first.txt --scramble 7 -o 7.smt2
      z3 7.smt2 | fillomino decode examples/first.txt - --script 7.smt2
      fillomino encode examples/first.txt -e forest-bool -f dimacs -o first.cnf
      cadical first.cnf | fillomino decode examples/first.txt - -e forest-bool --cnf first.cnf
    """
    from drivers.dimacs import read_answer
    from drivers.transcript import read_transcript
    from encoder.encodings.table import find, one_shot
    from encoder.errors import DecodeError
    from fillomino import formats
    from fillomino.errors import InputError
    from fillomino.render.text import text
    from fillomino.rules import violations
    from smtlib.render import encoding_of
    from smtlib.scramble import names_in, restored
    from workbench.cli.scramble import script_of
    from workbench.encodings import find_one_shot
    from workbench.inputs import Variants, puzzle_of, text_of
    from workbench.methods.result import Exit, shape

    one_way_to_print(as_json=as_json, plain=plain)
    asked = None if script is None else script_of(script)[0]
    named = encoding or (asked and encoding_of(asked))
    # A name in a file is one of the table: a file starts no program.
    chosen = find_one_shot(encoding) if encoding else one_shot(find(named or "forest"))
    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    content, name = text_of(answer)
    if asked is not None:
        content = restored(content, names_in(asked))
    read = read_transcript(content) if cnf is None else read_answer(content, text_of(str(cnf))[0])
    values = values_of(read, name, nothing="the puzzle has no solution")
    board = opened.document.puzzle.board
    try:
        decoded = chosen.decode(opened.document.puzzle, values)
    except DecodeError as error:
        hint = "" if named else f"; {chosen.name} was assumed, --encoding names another"
        if not script and _NEW_NAMES.search(content):
            hint = "; --script FILE reads a scrambled script's names"
        raise InputError(f"{error}{hint}", source=name) from error
    broken = violations(opened.document.puzzle, decoded.filling)
    if as_json:
        forest = decoded.forest
        row = {
            "puzzle": opened.name,
            "filling": shape(board, decoded.filling),
            "violations": [violation.text for violation in broken],
            "forest": forest
            and {
                "edges": sorted([board.names[x], board.names[y]] for x, y in forest.edges),
                "roots": {board.names[x]: root for x, root in sorted(forest.roots.items())},
                "sizes": {board.names[x]: size for x, size in sorted(forest.sizes.items())},
            },
        }
        typer.echo(json.dumps(row))
    elif plain:
        typer.echo(formats.write_filling(board, decoded.filling), nl=False)
    else:
        typer.echo(text(opened.document.puzzle, decoded.filling, colour=coloured()), nl=False)
    for violation in broken:
        complain(f"{name}: {violation.text}")
    raise typer.Exit(Exit.NO if broken else Exit.DONE)


def values_of(answer: Answer, name: str, *, nothing: str) -> Mapping[str, Value]:
    """The values of a solver's answer; where there are none, report why and exit.

    Args:
        answer: what was read.
        name: of the text it was read from.
        nothing: what unsat means.

    Raises:
        InputError: if it is no answer of a solver.
        Exit: if it is one without values.
    """
    from drivers.answer import Failure, Sat, Unsat
    from fillomino.errors import InputError
    from workbench.methods.result import Exit

    if isinstance(answer, Failure):
        raise InputError(f"this is no solver's answer: {answer.text}", source=name)
    if isinstance(answer, Unsat):
        complain(f"{name}: unsat: {nothing}")
        raise typer.Exit(Exit.NO)
    if not isinstance(answer, Sat):
        complain(f"{name}: the solver gave no answer")
        raise typer.Exit(Exit.NO_ANSWER)
    return answer.values

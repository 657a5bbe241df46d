"""``fillomino nurikabe``: another puzzle about areas, in five short commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from drivers.solvers import DEFAULT
from workbench.cli.options import Json, Output, SolverName, one_way_to_print, seconds
from workbench.cli.report import complain

if TYPE_CHECKING:
    from fillomino.puzzle import Puzzle

HELP = """Nurikabe: islands of given sizes in one connected stream, said to SMT solvers by flood fills.

Shade cells, the stream. It is connected and nowhere two by two cells large. Every connected part
of the other cells, an island, holds one clue: its number of cells; a clue ? tells no number.

\b
A PUZZLE is a file of rows (0 or . for a cell without a clue), a puzz.link URL of the puzzle
nurikabe, or - for standard input.

\b
Examples:
  fillomino nurikabe solve examples/eight.nurikabe --unique
  fillomino nurikabe solve 'https://puzz.link/p?nurikabe/3/3/1g1h2i' --limit 5
  fillomino nurikabe encode examples/six.nurikabe --stream exact --method layers -o six.smt2
  z3 six.smt2 | fillomino nurikabe decode examples/six.nurikabe -
"""

Puzzles = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE...", help="A file, a URL, or - for standard input.", show_default=False),
]
One = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A file, a URL, or - for standard input.", show_default=False)
]
Method = Annotated[
    str,
    typer.Option("--method", metavar="tree|rank|layers", help="How a flood fill is said to be connected."),
]
Stream = Annotated[
    str,
    typer.Option("--stream", metavar="unbounded|exact", help="Whether the size of the stream is said, too."),
]


def _opened(argument: str) -> tuple[Puzzle, str]:
    """The puzzle that an argument stands for, and its name."""
    from fillomino.formats.reading import checked, named
    from fillomino.nurikabe.formats import read
    from fillomino.nurikabe.rules import accept
    from workbench.inputs import text_of

    is_text = "?nurikabe/" in argument or argument.startswith(("nurikabe/", "http://", "https://"))
    text, name = (argument, argument) if is_text else text_of(argument)
    with named(name):
        return accept(read(checked(text))), name


def _stream(said: str) -> str:
    from fillomino.errors import InputError

    if said not in ("exact", "unbounded"):
        raise InputError(f"--stream is exact or unbounded, not {said!r}")
    return said


def solve(
    puzzles: Puzzles,
    solver: SolverName = DEFAULT.name,
    method: Method = "rank",
    stream: Stream = "unbounded",
    timeout: Annotated[float | None, seconds("Solver seconds per puzzle; else no limit.")] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Prove or refute that the solution is the only one.")
    ] = False,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Find up to N solutions.")] = 1,
    as_json: Json = False,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Bare rows of #, . and clues, as `fillomino nurikabe check` reads them."
        ),
    ] = False,
) -> None:
    """Solve puzzles, and print stream and islands.

    In the rows # is the stream. Every solution is checked by the rules before it is believed.

    \b
    Examples:
      fillomino nurikabe solve examples/eight.nurikabe --unique
      fillomino nurikabe solve examples/six.nurikabe --solver z3 --method rank --json
    """
    from drivers.limits import Limits
    from drivers.solvers import find
    from fillomino.errors import InputError
    from fillomino.nurikabe.formats import write_shading
    from workbench.methods.result import Exit, worst
    from workbench.nurikabe import solve as solve_one

    one_way_to_print(as_json=as_json, plain=plain)
    chosen, codes = find(solver), []
    for argument in puzzles:
        try:
            puzzle, name = _opened(argument)
        except InputError as error:
            codes.append(Exit.BAD_INPUT)
            complain(str(error))
            if as_json:
                typer.echo(json.dumps({"puzzle": argument, "status": "failed", "error": str(error)}))
            continue
        result = solve_one(
            puzzle,
            chosen,
            method=method,
            stream=_stream(stream),
            unique=unique,
            limit=limit,
            limits=Limits(seconds=timeout),
        )
        codes.append(result.exit_code(unique_wanted=unique))
        drawn = [write_shading(puzzle, shading) for shading in result.shadings]
        if as_json:
            row = {
                "puzzle": name,
                "status": result.status.value,
                "shadings": [text.split("\n")[:-1] for text in drawn],
                "unique": result.unique,
                "complete": result.complete,
                "seconds": round(result.seconds, 4),
                "error": result.error,
            }
            typer.echo(json.dumps(row))
            continue
        if len(puzzles) > 1:
            typer.echo(f"{name}:")
        for text in drawn:
            typer.echo(text, nl=False)
        said = result.status.value
        if result.unique:
            said += ", the only solution"
        elif unique and result.unique is False:
            said += ", but there is another solution"
        elif result.complete and len(drawn) > 1:
            said += f", {len(drawn)} solutions, all there are"
        if not plain or not drawn:
            typer.echo(f"{said} ({method}, {chosen.name}, {result.seconds:.3f} s)", err=plain)
            if result.error:
                typer.echo(f"  {result.error}", err=plain)
    raise typer.Exit(worst(codes))


def encode(
    puzzle: One,
    method: Method = "rank",
    stream: Stream = "unbounded",
    flavour: Annotated[
        str, typer.Option("--flavour", "-f", metavar="F", help="driver, benchmark, core or commented.")
    ] = "driver",
    output: Output = None,
) -> None:
    """Write a puzzle as an SMT-LIB file for any solver.

    \b
    Example:
      fillomino nurikabe encode examples/six.nurikabe -f commented
    """
    from encoder.nurikabe import encode as say
    from smtlib.render import render
    from workbench.outputs import check_apart, write_out

    check_apart([output], [puzzle])
    read, _ = _opened(puzzle)
    write_out(render(say(read, method=method, stream=_stream(stream)).script, flavour), output)


def decode(
    puzzle: One,
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help="A file with what the solver printed, or -.")
    ],
    as_json: Json = False,
) -> None:
    """Read a solver's answer to an encoded puzzle back to a shading, and check it.

    The answer is what a solver printed for the flavour driver: sat and the reply to get-value. With
    which --method and --stream the puzzle was encoded makes no difference: these values are the same.

    \b
    Example:
      fillomino nurikabe encode examples/six.nurikabe -o six.smt2
      z3 six.smt2 | fillomino nurikabe decode examples/six.nurikabe -
    """
    from encoder.errors import DecodeError
    from encoder.nurikabe import decode as read_back
    from encoder.nurikabe import encode as say
    from fillomino.errors import InputError
    from fillomino.nurikabe.formats import write_shading
    from fillomino.nurikabe.rules import violations
    from workbench.cli.decode import values_of
    from workbench.inputs import text_of
    from workbench.methods.result import Exit
    from workbench.transcript import read_transcript

    read, its_name = _opened(puzzle)
    said, name = text_of(answer)
    values = values_of(read_transcript(said), name, nothing="the puzzle has no solution")
    try:
        shading = read_back(say(read), values)
    except DecodeError as error:
        raise InputError(str(error), source=name) from error
    broken = violations(read, shading)
    drawn = write_shading(read, shading)
    if as_json:
        texts = [violation.text for violation in broken]
        typer.echo(json.dumps({"puzzle": its_name, "shading": drawn.split("\n")[:-1], "violations": texts}))
    else:
        typer.echo(drawn, nl=False)
    for violation in broken:
        complain(f"{name}: {violation.text}")
    raise typer.Exit(Exit.NO if broken else Exit.DONE)


def check(
    puzzle: One, shading: Annotated[str, typer.Argument(metavar="SHADING", help="A file, or -.")]
) -> None:
    """Check a shading by the rules.

    A shading is rows of # for the stream, and . or a number for an island.

    \b
    Example:
      fillomino nurikabe solve examples/six.nurikabe --plain > six.shading
      fillomino nurikabe check examples/six.nurikabe six.shading
    """
    from fillomino.formats.reading import checked, named
    from fillomino.nurikabe.formats import read_shading
    from fillomino.nurikabe.rules import violations
    from workbench.inputs import text_of
    from workbench.methods.result import Exit

    read, _ = _opened(puzzle)
    text, name = text_of(shading)
    with named(name):
        shaded = read_shading(read.board, checked(text))
    broken = violations(read, shaded)
    for violation in broken:
        complain(f"{name}: {violation.text}")
    if not broken:
        typer.echo("a solution")
    raise typer.Exit(Exit.NO if broken else Exit.DONE)


def convert(
    puzzle: One,
    to: Annotated[str, typer.Option("--to", metavar="text|url", help="The format to write.")] = "url",
    output: Output = None,
) -> None:
    """Write a puzzle as rows of text, or as a puzz.link URL.

    \b
    Example:
      fillomino nurikabe convert examples/eight.nurikabe --to url
    """
    from fillomino.errors import InputError
    from fillomino.nurikabe.formats import write_text, write_url
    from workbench.outputs import check_apart, write_out

    writers = {"text": write_text, "url": write_url}
    if to not in writers:
        raise InputError(f"--to is text or url, not {to!r}")
    check_apart([output], [puzzle])
    read, _ = _opened(puzzle)
    write_out(writers[to](read), output)


COMMANDS = {"solve": solve, "encode": encode, "decode": decode, "check": check, "convert": convert}

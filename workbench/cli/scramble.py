"""``fillomino scramble``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

SEED_HELP = "The seed of the order; 0 is the text as it is."
MAX_BYTES = 1 << 29
"""Bytes of a file that is scrambled, or of an answer to it."""


def command(
    file: Annotated[str, typer.Argument(metavar="FILE.smt2", help="An SMT-LIB file, or -.")],
    seed: Annotated[int, typer.Option(min=0, metavar="SEED", help=SEED_HELP)] = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write; else standard output."),
    ] = None,
    keep_names: Annotated[bool, typer.Option("--keep-names", help="Rename no symbols.")] = False,
    restore: Annotated[
        str | None,
        typer.Option("--restore", metavar="ANSWER", help="What a solver printed for FILE, or -; see above."),
    ] = None,
) -> None:
    """Write an SMT-LIB file in another order and under other names.

    Solvers depend on both: one order is one sample of what a solver can take. Assertions and
    declarations are shuffled, arguments of and, or, =, + and their like are permuted, a <= b may
    become b >= a, symbols are renamed: the same problem, so the same verdict. Commands never
    move across check-sat, push, pop and others for which order matters. Comments are left out,
    but for those that hold the puzzle, its encoding and the terms of its cells.

    The names of the original stand in comments at the end. With --restore the FILE is one that was
    scrambled: what a solver printed for it (values, a model, a core) is written in those names.

    \b
    Examples:
      fillomino encode examples/first.txt -o first.smt2
      fillomino scramble first.smt2 --seed 7 -o 7.smt2
      z3 7.smt2 | fillomino scramble 7.smt2 --restore - | fillomino decode first.smt2 -
      fillomino scramble first.smt2 --keep-names
    """
    from encoder.annotations import scrambled
    from fillomino.errors import InputError
    from smtlib.scramble import names_in, restored
    from workbench.outputs import check_apart, write_out

    if file == restore == "-":
        raise InputError("standard input can't be both the file and the answer")
    check_apart([output], [file, restore])
    text, name = script_of(file)
    if restore is not None:
        write_out(restored(script_of(restore)[0], names_in(text)), output)
    else:
        write_out(scrambled(text, seed, names=not keep_names, source=name), output)


def script_of(argument: str) -> tuple[str, str]:
    """The text of a file or of standard input (``-``), up to `MAX_BYTES`, and its name.

    Raises:
        InputError: if it can't be read, is not UTF-8 or has more.
    """
    from fillomino.errors import InputError

    name = "<stdin>" if argument == "-" else argument
    try:
        with nullcontext(sys.stdin.buffer) if argument == "-" else Path(argument).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode() if len(data) <= MAX_BYTES else None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"can't be read: {why}", source=name) from error
    if text is None:
        raise InputError(f"more than {MAX_BYTES:,} bytes are too many", source=name)
    return text.removeprefix("\ufeff"), name

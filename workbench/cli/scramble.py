"""``fillomino scramble``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

from encoder.annotations import scrambled
from fillomino.errors import InputError
from smtlib.renaming import restored
from workbench import Exit
from workbench.cli.command import Command
from workbench.cli.options import argument, flag, number, path, text
from workbench.texts.inputs import decode_script
from workbench.texts.outputs import check_apart, write_out

MAX_BYTES = 1 << 29
"""Bytes of a file that is scrambled, or of an answer to it."""


class Scramble(Command):
    """Write an SMT-LIB file in another order and under other names.

    Solvers depend on both: one order is one sample of what a solver can take. The problem, and so the
    verdict, stays the same. The names of the original stand in comments at the end; with --restore,
    what a solver printed for such a file is written in those names.

    \b
    Examples:
      fillomino scramble first.smt2 --seed 7 -o 7.smt2
      z3 7.smt2 | fillomino decode 7.smt2 -
      z3 7.smt2 | fillomino scramble 7.smt2 --restore -
    """

    file = argument("FILE.smt2", "An SMT-LIB file, or -.")
    seed = number("SEED", "The seed of the order; 0 is the text as it is.", least=0, default=1)
    output = path("FILE", "Where to write; else standard output.", "-o")
    keep_names = flag("Rename no symbols.")
    restore = text("ANSWER", "What a solver printed for FILE, or -; see above.")

    def run(self) -> int:
        """Write the file in another order, or an answer in the names of the original."""
        if self.file == self.restore == "-":
            raise InputError("standard input can't be both the file and the answer", code="option-conflict")
        check_apart([self.output], [self.file, self.restore])
        data, name = bytes_of(self.file)
        script = decode_script(data, name)
        if self.restore is not None:
            answer = bytes_of(self.restore)[0].decode("utf-8", "surrogateescape").removeprefix("\ufeff")
            write_out(restored(answer, script.names), self.output)
        else:
            write_out(scrambled(script, self.seed, names=not self.keep_names), self.output)
        return Exit.DONE


def bytes_of(argument: str) -> tuple[bytes, str]:
    """The content of a file or of standard input (``-``), up to `MAX_BYTES`, and its name.

    Raises:
        InputError: if it can't be read, or has more.
    """
    name = "<stdin>" if argument == "-" else argument
    try:
        with nullcontext(sys.stdin.buffer) if argument == "-" else Path(argument).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"can't be read: {error.strerror or error}", source=name, code="unreadable"
        ) from error
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES:,} bytes are too many", source=name, code="too-long")
    return data, name

"""``fillomino decode``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from drivers.answer import Sat, Unsat
from encoder.errors import DecodeError
from encoder.script import Decoded
from fillomino import formats
from fillomino.errors import InputError, counted
from fillomino.puzzle import Puzzle
from fillomino.render.text import text
from fillomino.rules import violations
from workbench import Exit
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.layout import beside, by_family, indented
from workbench.cli.options import one_way_to_print, typed_options
from workbench.cli.report import coloured, complain
from workbench.methods.contradicted import CONTRADICTED, without_model
from workbench.methods.result import shape
from workbench.texts.decoding import ENCODING, CoreAssertion, answered
from workbench.texts.inputs import Reading, source_of, text_of

_NEW_NAMES = re.compile(r"\(([xy]|z+)[0-9]+ ")  # of smtlib/scramble.py


@click.command(cls=Command)
@click.pass_context
@click.argument("file", metavar="FILE|PUZZLE", help="The .smt2 or .cnf that was answered, or its puzzle.")
@click.argument("output", metavar="OUTPUT", help="A file with what the solver printed, or -.")
@click.option(
    "--encoding", "-e", metavar="E", help=f"With a PUZZLE: how it is encoded.  [{options.ENCODING}]"
)
@click.option(
    "--no-verdict",
    is_flag=True,
    help="Take values as they are: without sat, beside errors, Booleans left out.",
)
@options.as_json
@options.plain
@options.reading
def command(
    context: click.Context,
    *,
    file: str,
    output: str,
    encoding: str | None,
    no_verdict: bool,
    as_json: bool,
    plain: bool,
    reading: Reading,
) -> None:
    """Read what a solver printed back to the grid, and check it.

    A file that `encode` wrote is all that is needed, in whatever flavour, scrambled or edited; so is any
    other with comments that name its puzzle and cells (docs/smtlib.md). With a PUZZLE instead, names
    are those of an --encoding. Values are shown as a filling, an unsat core as its assertions by
    family.

    \b
    Examples:
      z3 first.smt2 | fillomino decode first.smt2 -
      cadical first.cnf | fillomino decode first.cnf -
      z3 first.smt2 | fillomino decode @first - -e forest-tight

    Exit code 1 for a wrong filling and for unsat, 4 for unsat where the rules give a solution, 3 where the
    solver gave no answer, 2 for what must not be believed; --no-verdict takes its values all the same.
    """
    one_way_to_print(as_json=as_json, plain=plain)
    if file == output == "-":
        raise InputError("standard input can't be both the file and the output", code="option-conflict")
    source = source_of(file)
    asked = answered(source, encoding, reading)
    is_script = asked.encoding is None
    idle = ("encoding", *(() if reading[1].bound else ("reading",)))
    if is_script and (given := typed_options(context, idle)):
        message = f"this file holds its puzzle and encoding; leave out {', '.join(given)}"
        raise InputError(message, source=source.name, code="option-conflict")
    printed, name = text_of(output)
    try:
        reply = asked.read(printed, needs_verdict=not no_verdict)
    except DecodeError as error:
        raise InputError(f"this is no solver's answer: {error}", source=name, code="bad-answer") from error
    show = _Shown(source.name, name, asked.puzzle, as_json=as_json, plain=plain)
    try:
        if isinstance(reply.answer, Sat):
            raise click.exceptions.Exit(show.filling(asked.decode(reply, lax=no_verdict)))
        core = asked.core(reply.answer.core) if isinstance(reply.answer, Unsat) and reply.answer.core else ()
    except DecodeError as error:
        hint = "" if is_script or encoding else f"; {ENCODING} was assumed, --encoding names another"
        if not is_script and _NEW_NAMES.search(printed):
            hint = "; name the scrambled file in place of the puzzle"
        raise InputError(f"{error}{hint}", source=name) from error
    if not isinstance(reply.answer, Unsat):
        complain(f"{name}: the solver gave no answer")
        raise click.exceptions.Exit(Exit.NO_ANSWER)
    raise click.exceptions.Exit(show.core(core, unique=asked.unique))


@dataclass(frozen=True, slots=True)
class _Shown:
    """Prints what was decoded, and returns the exit code.

    Attributes:
        file: the name of the file or puzzle.
        output: the name of what was printed for it.
        puzzle: the puzzle.
        as_json: whether to print JSON.
        plain: whether to print bare rows.
    """

    file: str
    output: str
    puzzle: Puzzle
    as_json: bool
    plain: bool

    def filling(self, decoded: Decoded) -> int:
        """Print a filling, and the rules that it breaks."""
        board, forest = self.puzzle.board, decoded.forest
        broken = violations(self.puzzle, decoded.filling)
        if self.as_json:
            from workbench.texts.rows import DecodeRow, ForestRow

            row = DecodeRow(
                puzzle=self.file,
                filling=shape(board, decoded.filling),
                violations=[violation.text for violation in broken],
                forest=None
                if forest is None
                else ForestRow(
                    edges=sorted([board.names[x], board.names[y]] for x, y in forest.edges),
                    roots={board.names[x]: root for x, root in sorted(forest.roots.items())},
                    sizes={board.names[x]: size for x, size in sorted(forest.sizes.items())},
                ),
            )
            click.echo(row.to_line())
        elif self.plain:
            click.echo(formats.write_filling(board, decoded.filling), nl=False)
        else:
            click.echo(text(self.puzzle, decoded.filling, colour=coloured()), nl=False)
        for violation in broken:
            complain(f"{self.output}: {violation.text}")
        return Exit.NO if broken else Exit.DONE

    def core(self, core: Sequence[CoreAssertion], *, unique: bool) -> int:
        """Print an unsat with its core, if there is one."""
        if self.as_json:
            from workbench.texts.rows import CoreAssertionRow, CoreRow

            names = self.puzzle.board.names
            rows = [
                CoreAssertionRow(
                    name=claim.name,
                    family=claim.family.name,
                    title=claim.family.title,
                    line=claim.line,
                    cells=[names[cell] for cell in claim.assertion.about],
                    term=claim.assertion.term,
                )
                for claim in core
            ]
            click.echo(CoreRow(puzzle=self.file, filling=None, core=rows).to_line())
        elif core:
            click.echo(self._drawn(core), nl=False)
        other = "the script has no model: if it is right, the solution that it blocks is the only one"
        meaning = other if unique else without_model(self.puzzle)
        complain(f"{self.output}: unsat: {meaning}")
        return Exit.SOLVER_FAILED if CONTRADICTED in meaning else Exit.NO

    def _drawn(self, core: Sequence[CoreAssertion]) -> str:
        """The assertions of a core by family, and the puzzle with the cells that they are about."""
        assertions = [claim.assertion for claim in core]
        families = dict.fromkeys(claim.family for claim in core)
        lines = {id(claim.assertion): claim.line for claim in core}
        listed = by_family(self.puzzle.board, families, assertions, None, lines)
        cells = {cell for assertion in assertions for cell in assertion.about}
        clues = {cell: number for cell, number in self.puzzle.clues.items() if cell in cells}
        about = replace(self.puzzle, clues=clues, unknown=frozenset(cells - clues.keys()))
        drawings = [("puzzle", text(self.puzzle)), ("cells of these (? without a clue)", text(about))]
        heading = f"{counted(len(core), 'assertion')} can't hold together, as the solver reports:\n"
        return heading + indented(listed + beside(drawings))

"""``fillomino decode``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers.answer import Sat, Unsat
from encoder.errors import DecodeError
from encoder.puzzle_script import Decoded
from fillomino import formats
from fillomino.errors import InputError, counted
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.layout import beside, by_family, indented
from workbench.cli.output import coloured, tell, warn
from workbench.fillomino.contradicted import WORDS, meaning
from workbench.methods.method import shape
from workbench.texts.decoding import ENCODING, Answered, CoreAssertion, answered
from workbench.texts.inputs import source_of, text_of

if TYPE_CHECKING:
    from workbench.texts.rows import Meaning

_NEW_NAMES = re.compile(r"\(([xy]|z+)[0-9]+ ")  # of smtlib/scramble.py


class Decode(Command):
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

    file = options.argument("FILE|PUZZLE", "The .smt2 or .cnf that was answered, or its puzzle.")
    output = options.argument("OUTPUT", "A file with what the solver printed, or -.")
    encoding = options.text("E", f"With a PUZZLE: how it is encoded.  [{options.ENCODING}]", "-e")
    no_verdict = options.flag("Take values as they are: without sat, beside errors, Booleans left out.")
    as_json = options.as_json
    plain = options.plain
    game = options.game
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Print the filling of an answer sat, or the core of an answer unsat."""
        if self.file == self.output == "-":
            raise InputError("standard input can't be both the file and the output", code="option-conflict")
        source = source_of(self.file)
        asked = answered(source, self.encoding, self.reading.bind(self.bound, self.cells))
        is_script = asked.encoding is None
        if is_script:
            names = ("encoding", *(("reading",) if self.reading.is_of_puzzle else ()))
            self.refuse(names, "this file holds its puzzle and encoding; leave out {}", source=source.name)
        printed, name = text_of(self.output)
        try:
            reply = asked.read(printed, needs_verdict=not self.no_verdict)
        except DecodeError as error:
            raise InputError(
                f"this is no solver's answer: {error}", source=name, code="bad-answer"
            ) from error
        answer = reply.answer
        try:
            decoded = asked.decode(reply, lax=self.no_verdict) if isinstance(answer, Sat) else None
            core = asked.core(answer.core) if isinstance(answer, Unsat) and answer.core else ()
        except DecodeError as error:
            hint = "" if is_script or self.encoding else f"; {ENCODING} was assumed, --encoding names another"
            if not is_script and _NEW_NAMES.search(printed):
                hint = "; name the scrambled file in place of the puzzle"
            raise InputError(f"{error}{hint}", source=name) from error
        if decoded is not None:
            return self._filling(asked, decoded, source.name, name)
        if not isinstance(answer, Unsat):
            warn(f"{name}: the solver gave no answer", code="no-answer")
            return Exit.NO_ANSWER
        means = meaning(asked.puzzle, another=asked.unique)
        self._print_core(asked.puzzle, core, source.name, means)
        tell(f"{name}: unsat: {WORDS[means]}")
        return Exit.SOLVER_FAILED if means == "contradicted" else Exit.NO

    def _filling(self, asked: Answered, decoded: Decoded, name: str, output: str) -> int:
        """Print a filling, and the rules that it breaks."""
        puzzle, board = asked.puzzle, asked.puzzle.places
        broken = puzzle.violations_of_model(decoded.filling)
        if self.as_json:
            from workbench.texts.rows import DecodeRow, ForestRow

            forest, forest_row = asked.forest(decoded), None
            if forest is not None:
                forest_row = ForestRow(
                    edges=sorted([board.names[x], board.names[y]] for x, y in forest.edges),
                    roots={board.names[x]: root for x, root in sorted(forest.roots.items())},
                    sizes={board.names[x]: size for x, size in sorted(forest.sizes.items())},
                )
            filling, texts = shape(board, decoded.filling), [violation.text for violation in broken]
            print_row(
                DecodeRow(
                    puzzle=name,
                    filling=filling,
                    violations=texts,
                    forest=forest_row,
                    rules=[violation.name for violation in broken],
                )
            )
        elif self.plain:
            print(formats.write_filling(board, decoded.filling), end="")
        else:
            print(puzzle.draw_model(decoded.filling, colour=coloured()), end="")
        for violation in broken:
            tell(f"{output}: {violation.text}")
        return Exit.NO if broken else Exit.DONE

    def _print_core(self, puzzle: Instance, core: Sequence[CoreAssertion], name: str, means: Meaning) -> None:
        """Print the assertions of a core by family, and the puzzle with the cells that they are about."""
        if self.as_json:
            from workbench.texts.rows import CoreAssertionRow, CoreRow

            rows = [
                CoreAssertionRow(
                    name=claim.name,
                    family=claim.family.name,
                    title=claim.family.title,
                    line=claim.line,
                    cells=[puzzle.places.names[cell] for cell in claim.assertion.about],
                    term=claim.assertion.term,
                )
                for claim in core
            ]
            print_row(CoreRow(puzzle=name, filling=None, core=rows, means=means))
        elif core:
            assertions = [claim.assertion for claim in core]
            families = dict.fromkeys(claim.family for claim in core)
            lines = {id(claim.assertion): claim.line for claim in core}
            listed = by_family(puzzle.places, families, assertions, None, lines)
            cells = {cell for assertion in assertions for cell in assertion.about}
            drawings = [("puzzle", puzzle.draw())]
            if isinstance(puzzle, Puzzle):
                clues = {cell: number for cell, number in puzzle.clues.items() if cell in cells}
                about = puzzle.replace(clues=clues, unknown=frozenset(cells - clues.keys()))
                drawings.append(("cells of these (? without a clue)", about.draw()))
            print(f"{counted(len(core), 'assertion')} can't hold together, as the solver reports:")
            print(indented(listed + beside(drawings)), end="")

"""``fillomino diff``."""

from __future__ import annotations

from pathlib import Path

from encoder.annotations import puzzle_in
from fillomino.board import rectangle
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from smtlib.text import Text
from workbench import Exit
from workbench.audit.pairs import (
    EncodingDifference,
    encoded_side,
    encoding_named,
    fillings_compared,
    fillings_in_words,
    side_by_side,
)
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import argument, number, optional
from workbench.cli.output import words
from workbench.methods.encodings import encoded
from workbench.scripts.departures import stated_level
from workbench.scripts.two_scripts import script_difference
from workbench.texts.inputs import SCRIPT, puzzle_of, script_text_of
from workbench.texts.writing import written

_EXAMPLE = Puzzle(rectangle(3, 3), {0: 2, 4: 3, 8: 4})


class Diff(Command):
    """Compare two encodings of a puzzle, or two scripts: what one has and the other lacks.

    Of encodings: variables, assertions by family, and size for one puzzle, the one that is named or a small
    example; and whether both accept the same fillings on small boards, as `fillomino audit` decides it. Of
    scripts (*.smt2, about whatever): commands that only one has, up to order and names of bound symbols,
    and whether one is a renaming of the other. An encoding beside a script is written for its puzzle,
    after the deduction that the script states.

    \b
    Examples:
      fillomino diff forest forest-bv
      fillomino diff forest forest~edge-one-way @first
      fillomino diff first.smt2 edited.smt2
      fillomino diff forest-tight edited.smt2 --json

    Exit code 1 if their fillings differ, or a script has what the other lacks; 3 if too many symbols of
    scripts look alike to decide whether one is a renaming of the other.
    """

    one = argument("A", "An encoding, or cmd:PROGRAM; ~FAMILY drops families of ours. Or a script.")
    other = argument("B", "Another, or the same with families dropped. Or a script.")
    puzzle = optional("[PUZZLE]", "The puzzle to encode in both; else a small example.")
    solver = options.solver()
    every = number("N", "Compare fillings on all clue sets up to N cells.", least=0, default=3)
    deduce = options.deduce("none")
    game = options.game
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Print a table of the two and whether their fillings are the same, or what scripts don't share."""
        if any(map(_is_script, (self.one, self.other))):
            why = "two scripts are compared as they stand: leave out {}"
            idle = ["PUZZLE"] if self.puzzle is not None else []
            if idle := [*idle, *self.given("deduce", "every")]:
                raise InputError(why.format(", ".join(idle)), code="option-conflict")
            return _compare_scripts(self.one, self.other, as_json=self.as_json)
        if self.puzzle is None:
            given: Instance = _EXAMPLE
        else:
            given = puzzle_of(self.puzzle, self.reading).puzzle
        if self.puzzle is None and not self.as_json:
            print(f"No puzzle is named, so this example is encoded:\n{given.draw()}", end="")
        named, level = [encoding_named(self.one), encoding_named(self.other)], level_of(self.deduce)
        first, second = (encoded_side(each, given, level) for each in named)
        if not self.as_json:
            print(side_by_side(first, second))
        with words() as show:
            wrong, scope = fillings_compared(
                named,
                given.game.name,
                self.solver,
                self.every,
                lambda done: show(f"{done.board}: {done.puzzles:,}"),
            )
        if self.as_json:
            print(EncodingDifference(given, first, second, wrong, scope).to_json())
        else:
            print(fillings_in_words(wrong, scope))
        return Exit.NO if wrong else Exit.DONE


def _is_script(argument: str) -> bool:
    return argument.endswith(SCRIPT) or Path(argument).is_file()


def _compare_scripts(one: str, other: str, *, as_json: bool) -> int:
    """Print how two scripts differ, or a script and an encoding of its puzzle; returns the exit code."""
    texts = {name: script_text_of(name) for name in (one, other) if _is_script(name)}
    for name, counterpart in ((one, other), (other, one)):
        if name not in texts:
            beside = texts[counterpart]
            level = level_of(stated_level(beside))
            script, _ = encoded(encoding_named(name)[1], puzzle_in(beside), None, level)
            texts[name] = Text(written(script, "commented"), name)
    found = script_difference(texts[one], texts[other])
    print(found.to_json() if as_json else found)
    return Exit.NO_ANSWER if found.same is None else Exit.DONE if found.same else Exit.NO

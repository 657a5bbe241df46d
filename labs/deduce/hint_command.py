"""``fillomino hint``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.deduction.reason import Reasoner
from fillomino.deduction.step import Kind
from fillomino.errors import InputError
from fillomino.puzzle import Filling
from labs.deduce.hints import hint as next_number
from labs.deduce.hints import needed, write_pictures
from labs.deduce.reasoning import Start, contradiction, highest_level, row_of
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, flag, optional, path, seconds, text
from workbench.cli.output import warn
from workbench.fillomino.deduction_steps import ExplainedStep
from workbench.texts.inputs import filling_of

if TYPE_CHECKING:
    from fillomino.puzzle import Puzzle
    from labs.deduce.mistakes import Mistakes


class Hint(Command):
    """Print the next number that can be filled in, and why: a hint, for a person.

    With FILLING it goes on from your numbers, and never builds on a mistake: of a wrong number you are told
    instead. More: docs/labs/deduce/deduce.md.

    \b
    Examples:
      fillomino hint @first
      fillomino hint @first so-far.txt --which

    Exit code 1 if there is no solution, or a number of FILLING is wrong; 3 if no number follows.
    """

    puzzle = argument("PUZZLE", options.PUZZLE_HELP)
    filling = optional("[FILLING]", "Your numbers so far, 0 for none.")
    which = flag("Name the wrong numbers of FILLING, if there are any.")
    level = text("L", "The rules S0 to SL; one beyond the last: a solver, too.  [all]", "-l")
    svg_steps = path("DIR", "Draw the steps to it, with an index.html.")
    timeout = seconds("CPU seconds of the rules; else no limit.")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Print the steps to the next number, or that a number is wrong."""
        level = highest_level(self.level)
        start = Start(self.puzzle, self.reading, self.timeout)
        puzzle, numbers, found = self._with_numbers(start.puzzle)
        wrong = found.cells if found else ()
        reasoning = start.reasoner(puzzle, level)
        if reasoning is None:
            return Exit.NO_ANSWER
        listed: list[ExplainedStep] = []
        if not wrong:
            further = start.further(puzzle, level)
            listed = needed(next_number(reasoning, start.left, further, numbers))
        if self.svg_steps is not None:
            write_pictures(puzzle, listed, self.svg_steps)
        names = puzzle.board.names
        if self.as_json:
            row = row_of(start.opened, reasoning, listed)
            row.steps = [explained.to_json(names) for explained in listed]
            if self.filling is not None:
                row.mistake = None if found is None else bool(wrong)
            if self.which:
                row.wrong = [names[cell] for cell in wrong]
            print_row(row)
        elif found and wrong:
            named = ", ".join(f"{names[cell]} = {numbers[cell]}" for cell in wrong)
            heading = f"Wrong: {named}." if found.each else f"These can't all be right: {named}."
            print(heading if self.which else "A number of yours is wrong; --which names it.")
        else:
            print(_hint(reasoning, listed))
        if wrong or not reasoning.consistent:
            return Exit.NO
        fixed = listed and listed[-1].step.kind is Kind.FIX
        return Exit.DONE if fixed or reasoning.finished or reasoning.solved else Exit.NO_ANSWER

    def _with_numbers(self, puzzle: Puzzle) -> tuple[Puzzle, Filling, Mistakes | None]:
        """The puzzle with the numbers of a person as clues, these, and what is wrong with them.

        Raises:
            InputError: if they can't be read, or are to be named and there are none.
        """
        if self.filling is None:
            if self.which:
                raise InputError("--which names wrong numbers of yours: give FILLING", code="missing-option")
            return puzzle, (), None
        from labs.deduce.mistakes import SECONDS, mistakes, premises

        numbers = filling_of(self.filling, puzzle.board)
        found = mistakes(puzzle, numbers, min(self.timeout or SECONDS, SECONDS))
        if found is None:
            warn(
                "it was not decided if your numbers are right: the hint builds on the clues alone",
                code="not-decided",
            )
        return premises(puzzle, numbers, found), numbers, found


def _hint(reasoning: Reasoner, listed: list[ExplainedStep]) -> str:
    """The steps to the next number, and the reason where they lead to none."""
    sentences = [explained.sentence for explained in listed]
    if not reasoning.consistent:
        sentences[-1:] = [contradiction(listed)]
    elif not listed or listed[-1].step.kind is not Kind.FIX:
        stuck = "The rules find no more." if reasoning.finished else "Time ran out."
        sentences.append("Every cell is filled." if reasoning.solved else stuck)
    return "\n".join(sentences)

"""``fillomino deduce``."""

from __future__ import annotations

from fillomino.deduction.reason import Reasoner
from fillomino.errors import counted
from fillomino.render.box_drawing import text as drawn
from labs.deduce.reasoning import Start, contradiction, hardest_of, highest_level, row_of
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, flag, path, seconds, text
from workbench.cli.output import coloured
from workbench.fillomino.deduction_steps import Backtracking, ExplainedStep, backtracking, explained_steps
from workbench.texts.inputs import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fillomino.backtracking import Search

THESIS = "thesis"


class Deduce(Command):
    """Deduce without guessing, as a person does; print what is known, and the steps.

    Each step is the nearest to the last number of those that an easy rule finds; a harder rule has its
    turn where the easier ones find nothing. --level thesis gives the trace of the thesis's backtracking.
    `fillomino hint` prints the next number alone, `fillomino rate` how hard puzzles are. More:
    docs/labs/deduce/deduce.md.

    \b
    Examples:
      fillomino deduce @hidden --steps --level 5
      fillomino deduce @first --svg-steps steps/

    Exit code 1 if there is no solution; 3 if time ran out.
    """

    puzzle = argument("PUZZLE", options.PUZZLE_HELP)
    level = text(
        "L|thesis",
        "The rules S0 to SL; one beyond the last: a solver, too; thesis: its backtracking.  [all]",
        "-l",
    )
    steps = flag("Print every step.")
    svg_steps = path("DIR", "Draw every step, with an index.html.")
    timeout = seconds("CPU seconds of the rules; else no limit.")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Deduce, and print what is known and what is left, or the steps."""
        level = None if self.level == THESIS else highest_level(self.level, f", or {THESIS}")
        start = Start(self.puzzle, self.reading, self.timeout)
        puzzle = start.puzzle
        reasoning = start.reasoner(puzzle, level or 0)
        if reasoning is None:
            return Exit.NO_ANSWER
        outcome: Reasoner | Backtracking = reasoning
        if level is None:
            outcome, listed = backtracking(puzzle, start.left)
        else:
            listed = list(explained_steps(reasoning, start.left, start.further(puzzle, level)))
        if self.svg_steps is not None:
            from labs.deduce.hints import write_pictures

            write_pictures(puzzle, listed, self.svg_steps)
        if self.as_json:
            row = row_of(start.opened, outcome, listed)
            if search := _search(outcome):
                row.guesses, row.depth = search.nodes, search.depth
            if self.steps:
                row.steps = [explained.to_json(puzzle.board.names) for explained in listed]
            print_row(row)
        else:
            for number, explained in enumerate(listed if self.steps else (), start=1):
                print(f"{number:>3}. {explained.sentence}")
            print(_outcome(start.opened, outcome, listed), end="")
        if not outcome.consistent:
            return Exit.NO
        return Exit.DONE if outcome.finished or outcome.solved else Exit.NO_ANSWER


def _search(reasoning: Reasoner | Backtracking) -> Search | None:
    """Return the search of backtracking; ``None`` where nothing was guessed."""
    return getattr(reasoning, "search", None)


def _outcome(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> str:
    puzzle = opened.fillomino("deduce").puzzle
    if not reasoning.consistent:
        return f"{contradiction(listed)}\n"
    left = reasoning.candidates()
    grid = drawn(puzzle, left.filling(), colour=coloured())
    count = counted(len(listed), "step")
    if search := _search(reasoning):
        end = "solved" if reasoning.solved else "time ran out"
        return (
            f"{grid}{end} with {counted(search.nodes, 'guess', 'guesses')}, depth {search.depth} ({count})\n"
        )
    if reasoning.solved:
        return f"{grid}solved without a guess, by S0 to S{hardest_of(listed)} ({count})\n"
    open_cells = [cell for cell, number in enumerate(left.filling()) if not number]
    numbers = [f"  {puzzle.board.names[cell]}: {_spans(left.masks[cell])}\n" for cell in open_cells]
    end = "the rules find no more" if reasoning.finished else "time ran out"
    cells = f"{counted(len(open_cells), 'cell')} {'is' if len(open_cells) == 1 else 'are'}"
    return f"{grid}{end} after {count}; {cells} left open:\n{''.join(numbers)}"


def _spans(numbers: int) -> str:
    """``1 3-6`` for the bits 1, 3, 4, 5, 6."""
    parts: list[str] = []
    first = 0
    while numbers:
        skipped = (numbers & -numbers).bit_length() - 1
        numbers >>= skipped
        first += skipped
        length = (~numbers & numbers + 1).bit_length() - 1  # of the ones at the end
        last = first + length - 1
        parts += [f"{first}-{last}"] if length > 2 else map(str, range(first, last + 1))
        numbers >>= length
        first += length
    return " ".join(parts)

"""``fillomino deduce``."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.reason import NearbyReasoner, Reasoner, reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from fillomino.deduction.step import Kind
from fillomino.errors import InputError, counted
from fillomino.puzzle import Filling
from fillomino.puzzle import Puzzle as PuzzleData
from fillomino.render.text import text as drawn
from labs.deduce.hints import hint as next_number
from labs.deduce.hints import needed, write_pictures
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row, unread_line
from workbench.cli.options import flag, path, seconds, text
from workbench.cli.output import coloured, reporter, warn, worst
from workbench.fillomino.steps import Backtracking, ExplainedStep, Further, backtracking, explained_steps
from workbench.texts.inputs import Opened, filling_of, open_one, puzzle_of, sources

if TYPE_CHECKING:
    from fillomino.backtracking import Search
    from labs.deduce.mistakes import Mistakes
    from labs.deduce.rating import Rating
    from labs.deduce.rows import DeduceRow, RateRow


THESIS = "thesis"
RATE_SECONDS, DEPTH_SECONDS = 60.0, 5.0
"""CPU seconds of the rules and for the depth with --rate, unless limits are given."""


class Deduce(Command):
    """Deduce without guessing, as a person does; print steps, hints, or how hard puzzles are.

    Each step is the nearest to the last number of those that an easy rule finds; a harder rule has its
    turn where the easier ones find nothing. A hint never builds on a mistake: of a wrong number in
    --filling you are told instead. --rate gives the hardest rule without which a puzzle can't be solved
    (9: beyond all), a score for puzzles of one size, and the depth, the guesses that backtracking had to
    make at once; --level thesis gives the trace of that search. More: docs/labs/deduce/deduce.md.

    \b
    Examples:
      fillomino deduce @first --hint
      fillomino deduce @hidden --steps --level 5
      fillomino deduce @ --rate

    Exit code 1 if there is no solution, or a number of --filling is wrong; 3 if time ran out.
    """

    puzzles = options.puzzles
    level = text(
        "L|thesis",
        "The rules S0 to SL; one beyond the last: a solver, too; thesis: its backtracking.  [all]",
        "-l",
    )
    steps = flag("Print every step.")
    svg_steps = path("DIR", "Draw every step, with an index.html.")
    hint = flag("Print only the next number that can be filled in, and why.")
    filling = text("FILLING", "With --hint: your numbers so far, 0 for none.")
    which = flag("With --filling: name your wrong numbers, if there are any.")
    rate = flag("Rate how hard each puzzle is: hardest rule, work, score, depth.")
    depth = seconds("With --rate: CPU seconds for the depth; 0 leaves it out.  [5]", least=0)
    timeout = seconds("CPU seconds of the rules.  [no limit; 60 with --rate]")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Deduce, and print what is known and what is left, the steps, or a hint; or rate."""
        if self.rate:
            why = "{} is not for --rate: leave it out"
            self.refuse(("level", "steps", "svg_steps", "hint", "filling", "which"), why)
            return self._rate()
        if self.depth is not None:
            message = "--depth is a part of how hard a puzzle is: give --rate, too"
            raise InputError(message, code="missing-option")
        if len(self.puzzles) > 1:
            message = f"one puzzle is deduced at a time, not {len(self.puzzles)}; --rate takes several"
            raise InputError(message, code="bad-option")
        if self.hint and self.steps:
            message = "--hint prints one number, --steps every step: leave out one of them"
            raise InputError(message, code="option-conflict")
        if self.filling is not None and not self.hint:
            message = "--filling holds the numbers that a hint goes on from: give --hint, too"
            raise InputError(message, code="missing-option")
        if self.which and self.filling is None:
            message = "--which names wrong numbers of yours: give them with --filling"
            raise InputError(message, code="missing-option")
        if self.level == THESIS and self.hint:
            raise InputError("--hint never guesses: leave out --level thesis", code="option-conflict")
        return self._deduce()

    def _highest(self) -> int | None:
        """The highest level of the rules; ``None`` for the backtracking of the thesis.

        Raises:
            InputError: if there is no such level.
        """
        if self.level in (None, THESIS):
            return None if self.level else table.hardest()
        highest = int(self.level) if self.level and self.level.isdecimal() else -1
        if not 0 <= highest <= table.beyond():
            message = f"--level is 0 to {table.beyond()}, or {THESIS}, not {self.level}"
            raise InputError(message, code="unknown-level")
        return highest

    def _rate(self) -> int:
        """Rate the puzzles, and print a line for each."""
        from labs.deduce.rating import rate

        timeout = self.timeout if self.given("timeout") else RATE_SECONDS
        depth = self.depth if self.given("depth") else DEPTH_SECONDS
        named = sources(self.puzzles)
        codes = []
        with reporter(named) as report:
            for source in named:
                try:
                    opened = open_one(source, self.reading)
                except InputError as error:
                    codes.append(Exit.BAD_INPUT)
                    warn(str(error))
                    if self.as_json:
                        report.line(unread_line(source.name, str(error), error.code))
                else:
                    rating = rate(opened.fillomino("deduce").puzzle, seconds=timeout, depth_seconds=depth)
                    codes.append(_code(rating))
                    shown = (
                        _rating_row(opened.name, rating).to_line()
                        if self.as_json
                        else _line(opened.name, rating)
                    )
                    report.line(shown)
                report.advance()
        return worst(codes)

    def _deduce(self) -> int:
        level = self._highest()
        until = None if self.timeout is None else process_time() + self.timeout
        opened = puzzle_of(self.puzzles[0], self.reading)
        given = opened.fillomino("deduce").puzzle
        numbers: Filling = ()
        found: Mistakes | None = None
        if self.filling is not None:
            from labs.deduce.mistakes import SECONDS, mistakes, premises

            numbers = filling_of(self.filling, given.board)
            found = mistakes(given, numbers, min(self.timeout or SECONDS, SECONDS))
            if found is None:
                warn("it was not decided if your numbers are right: the hint builds on the clues alone")
            given = premises(given, numbers, found)
        wrong = found.cells if found else ()
        try:
            # Half a second at the least, which does for any board that a person solves.
            with interrupted_at(None if until is None else max(until, process_time() + 0.5)):
                reasoning = reasoner(given, level or 0, NearbyReasoner)
        except OutOfTimeError:
            warn(f"{opened.name}: {self.timeout:g} s of CPU time were used up before the first step")
            return Exit.NO_ANSWER
        left = None if until is None else max(0.0, until - process_time())
        further = None if level is None else _further(given, level, left)
        outcome: Reasoner | Backtracking = reasoning
        listed: list[ExplainedStep] = []
        if level is None:
            outcome, listed = backtracking(given, left)
        elif self.hint and not wrong:
            listed = needed(next_number(reasoning, left, further, numbers))
        elif not wrong:
            listed = list(explained_steps(reasoning, left, further))
        if self.svg_steps is not None:
            write_pictures(given, listed, self.svg_steps)
        names = given.board.names
        if self.as_json:
            row = _row(opened, outcome, listed)
            if self.steps or self.hint:
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
        elif self.hint:
            print(_hint(outcome, listed))
        else:
            for number, explained in enumerate(listed if self.steps else (), start=1):
                print(f"{number:>3}. {explained.sentence}")
            print(_outcome(opened, outcome, listed), end="")
        if wrong or not outcome.consistent:
            return Exit.NO
        fixed = self.hint and listed and listed[-1].step.kind is Kind.FIX
        return Exit.DONE if fixed or outcome.finished or outcome.solved else Exit.NO_ANSWER


def _code(rating: Rating) -> int:
    if not rating.consistent:
        return Exit.NO
    return Exit.NO_ANSWER if rating.level is None else Exit.DONE


def _rating_row(name: str, rating: Rating) -> RateRow:
    from labs.deduce.rows import RateRow

    return RateRow(
        puzzle=name,
        level=rating.level,
        score=rating.score,
        steps={table.label(rule): count for rule, count in rating.steps.items()},
        open=rating.open_cells,
        consistent=rating.consistent,
        depth=rating.depth,
        seconds=round(rating.seconds, 6),
        error=None,
    )


def _line(name: str, rating: Rating) -> str:
    if not rating.consistent:
        return f"{name}: no solution"
    work = (
        ", ".join(f"{count} {table.label(rule)}" for rule, count in rating.steps.items() if count)
        or "no steps"
    )
    if rating.level is None:
        level = f"not rated within the time, {rating.open_cells} cells open"
    elif rating.level == beyond():
        level = f"level {rating.level} (beyond all rules, {rating.open_cells} cells open)"
    else:
        level = f"level {rating.level} ({table.levels()[rating.level].title})"
    depth = "" if rating.depth is None else f", depth {rating.depth}"
    return f"{name}: {level}, score {rating.score}{depth}; {work}"


def _further(puzzle: PuzzleData, level: int, seconds: float | None) -> Further | None:
    """Return the step where the rules up to a level end; there is none below the highest level."""
    if level < table.beyond():
        return None
    from drivers.limits import Limits
    from drivers.solvers import default_solver
    from workbench.fillomino.forced import Forced

    return Forced(puzzle, default_solver(), Limits(seconds=seconds))


def _hardest(listed: list[ExplainedStep]) -> int:
    steps = (explained.step for explained in listed)
    return max((table.level(step.rule) for step in steps if step.kind is not Kind.GUESS), default=0)


def _row(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> DeduceRow:
    from labs.deduce.rows import DeduceRow

    left = reasoning.candidates()
    names = opened.fillomino("deduce").puzzle.board.names
    row = DeduceRow(
        puzzle=opened.name,
        consistent=reasoning.consistent,
        solved=reasoning.solved,
        finished=reasoning.finished,
        level=_hardest(listed),
        candidates={name: left.numbers(cell) for cell, name in enumerate(names)},
    )
    if search := _search(reasoning):
        row.guesses, row.depth = search.nodes, search.depth
    return row


def _search(reasoning: Reasoner | Backtracking) -> Search | None:
    """Return the search of backtracking; ``None`` where nothing was guessed."""
    return getattr(reasoning, "search", None)


def _hint(reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> str:
    """The steps to the next number, and the reason where they lead to none."""
    sentences = [explained.sentence for explained in listed]
    if not reasoning.consistent:
        sentences[-1:] = [_contradiction(listed)]
    elif not listed or listed[-1].step.kind is not Kind.FIX:
        stuck = "The rules find no more." if reasoning.finished else "Time ran out."
        sentences.append("Every cell is filled." if reasoning.solved else stuck)
    return "\n".join(sentences)


def _contradiction(listed: list[ExplainedStep]) -> str:
    return f"no solution: {listed[-1].sentence if listed else 'The clues contradict each other.'}"


def _outcome(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> str:
    puzzle = opened.fillomino("deduce").puzzle
    if not reasoning.consistent:
        return f"{_contradiction(listed)}\n"
    left = reasoning.candidates()
    grid = drawn(puzzle, left.filling(), colour=coloured())
    count = counted(len(listed), "step")
    if search := _search(reasoning):
        end = "solved" if reasoning.solved else "time ran out"
        return (
            f"{grid}{end} with {counted(search.nodes, 'guess', 'guesses')}, depth {search.depth} ({count})\n"
        )
    if reasoning.solved:
        return f"{grid}solved without a guess, by S0 to S{_hardest(listed)} ({count})\n"
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

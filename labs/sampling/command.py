"""``fillomino sample``."""

from __future__ import annotations

from random import Random, SystemRandom

from fillomino.errors import InputError
from labs.sampling.drawing import sample
from labs.sampling.rows import SampleRow
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.list import print_filling, puzzle_to_list
from workbench.cli.options import argument, flag, mib, number, text
from workbench.cli.output import portion, tell
from workbench.methods.method import shape

ROUNDS = 8
"""Rounds of the method windows, if they are not named."""


class Sample(Command):
    """Draw solutions of a puzzle, or of a board without clues, at random.

    From a table of completions where it fits (exact: each solution is equally likely), else by windows,
    nearly uniform. More: docs/labs/sampling/sampling.md.

    \b
    Examples:
      fillomino sample 4x4 --seed 1
      fillomino sample 8x8 -n 3 --method windows:20 --draw
    """

    puzzle = argument("PUZZLE", options.PUZZLE_HELP)
    count = number("N", "How many, with repetition.", "-n", least=1, default=1)
    seed = number("S", "Draw the same again.")
    method = text("M", "auto, exact, windows, or windows:ROUNDS.", "-m", default="auto")
    memory = mib("For the table.  [1024]")
    draw = flag("Draw the solutions as grids; else a line of numbers each.")
    deduce = options.deduce("full")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Print solutions drawn at random, and how they were drawn."""
        method, _, rounds = self.method.partition(":")
        if rounds and not (method == "windows" and rounds.isdecimal() and int(rounds)):
            message = f"rounds go with the method windows, as in windows:8, not {method}:{rounds}"
            raise InputError(message, code="bad-option")
        # A fair die that can be thrown again is wanted here, not a secret.
        seed = SystemRandom().randrange(1 << 32) if self.seed is None else self.seed
        puzzle, task = puzzle_to_list(self.puzzle, self.reading, self.deduce)
        with portion("windows") as watch:
            sampled = sample(
                task,
                Random(seed),  # noqa: S311
                self.count,
                method=method,
                memory=(self.memory or 1024) << 20,
                rounds=int(rounds or ROUNDS),
                watch=watch,
            )
        for filling in sampled.fillings:
            if self.as_json:
                print_row(SampleRow(filling=shape(task.board, filling), exact=sampled.exact, seed=seed))
            else:
                print_filling(puzzle, filling, draw=self.draw)
        if not self.as_json:
            how = f"exactly uniform among {sampled.among}" if sampled.exact else "by windows, nearly uniform"
            tell(f"{len(sampled.fillings)} drawn, {how}, seed {seed}")
        return Exit.DONE

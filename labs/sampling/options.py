"""The options that this laboratory adds to ``fillomino count``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

from fillomino.counting.settings import Settings
from fillomino.errors import InputError
from labs.sampling.drawing import sample
from labs.sampling.rows import SampleRow
from workbench import Exit
from workbench.cli.command import print_row
from workbench.cli.count import FRONTIER, AddedToCount, Count
from workbench.cli.options import integer
from workbench.cli.output import portion, warn
from workbench.methods.method import shape


class Sample(AddedToCount):
    """``--sample N``."""

    mode = True
    takes = ("method", "memory")

    def instead(self, value: int, command: Count) -> int | None:
        """Print solutions drawn at random, and how they were drawn."""
        method, _, rounds = (command.method or "auto").partition(":")
        if rounds and not (method == "windows" and rounds.isdecimal() and int(rounds)):
            message = f"rounds go with the method windows, as in windows:8, not {method}:{rounds}"
            raise InputError(message, code="option-needs")
        # A fair die that can be thrown again is wanted here, not a secret.
        given = next((seed for option, seed in command.added if option is SEED), None)
        seed = SystemRandom().randrange(1 << 32) if given is None else given
        puzzle, task = command.single()
        with portion("windows") as watch:
            sampled = sample(
                task,
                Random(seed),  # noqa: S311
                value,
                method=method,
                memory=(command.memory or 1024) << 20,
                rounds=int(rounds or 8),
                watch=watch,
            )
        for filling in sampled.fillings:
            if command.as_json:
                print_row(SampleRow(filling=shape(task.board, filling), exact=sampled.exact, seed=seed))
            else:
                command.print_filling(puzzle, filling)
        if not command.as_json:
            how = f"exactly uniform among {sampled.among}" if sampled.exact else "by windows, nearly uniform"
            warn(f"{len(sampled.fillings)} drawn, {how}, seed {seed}")
        return Exit.DONE


class Seed(AddedToCount):
    """``--seed S``."""

    goes_with = "sample"


class Jobs(AddedToCount):
    """``--jobs J``."""

    counts = True

    def settled(self, value: int, method: str, settings: Settings) -> Settings:
        """So many threads."""
        del method
        return replace(settings, jobs=value)


class Checkpoint(AddedToCount):
    """``--checkpoint FILE``."""

    counts = True

    def settled(self, value: Path, method: str, settings: Settings) -> Settings:
        """Each layer is kept in the file."""
        if method != FRONTIER:
            message = f"--checkpoint is for the method frontier; {method} has no layers to keep"
            raise InputError(message, code="bad-checkpoint")
        return replace(settings, checkpoint=value)


SAMPLE = Sample(
    (),
    "N",
    "Draw N solutions at random; with --method auto, exact, windows or windows:ROUNDS.",
    integer(1),
    least=1,
)
SEED = Seed((), "S", "With --sample: draw the same again.", integer())
JOBS = Jobs(("-j",), "J", "Threads (frontier).", integer(1), shown=lambda: "1", least=1)
CHECKPOINT = Checkpoint((), "FILE", "Save each finished layer here, and resume from it (frontier).", Path)

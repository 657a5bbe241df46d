"""The options that this laboratory adds to ``fillomino count``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fillomino.counting.settings import Settings
from fillomino.errors import InputError
from workbench.cli.count import FRONTIER, AddedToCount
from workbench.cli.options import integer


class Jobs(AddedToCount):
    """``--jobs J``."""

    def settled(self, value: int, method: str, settings: Settings) -> Settings:
        """So many threads."""
        del method
        return replace(settings, jobs=value)


class Checkpoint(AddedToCount):
    """``--checkpoint FILE``."""

    def settled(self, value: Path, method: str, settings: Settings) -> Settings:
        """Each layer is kept in the file."""
        if method != FRONTIER:
            message = f"--checkpoint is for the method frontier; {method} has no layers to keep"
            raise InputError(message, code="bad-checkpoint")
        return replace(settings, checkpoint=value)


JOBS = Jobs(("-j",), "J", "Threads (frontier).", integer(1), shown=lambda: "1", least=1)
CHECKPOINT = Checkpoint((), "FILE", "Save each finished layer here, and resume from it (frontier).", Path)

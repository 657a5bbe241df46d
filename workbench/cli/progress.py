"""Bars on a terminal: one line of standard error, gone at the end; imported only when one is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Protocol

WIDTH = 20
"""The width of a bar."""
EVERY = 0.1
"""Seconds from one drawing of a bar to the next."""


class Reporter(Protocol):
    """Output of a command with many puzzles, with or without a progress bar."""

    def line(self, text: str) -> None:
        """Write a line (or several) to standard output."""

    def advance(self) -> None:
        """Count one more puzzle as done."""


class Bar:
    """A bar, drawn by `show`, and a reporter that keeps it below what it writes.

    Args:
        show: writes a line over the one before (`words`).
        what: the name of the work.
        total: the number of things to do.
    """

    def __init__(self, show: Callable[[str], None], what: str, total: float) -> None:
        self._show, self._what, self._total = show, what, total
        self._done = 0.0
        self._state = ""
        self._begun = monotonic()
        self._drawn = -EVERY
        self._draw()

    def line(self, text: str) -> None:
        """Write a line above the bar."""
        self._show("")
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        self._draw(always=True)

    def advance(self) -> None:
        """Move on by one."""
        done = self._done + 1
        self.move(done, f"{done:.0f}/{self._total:.0f}{self._left(done)}")

    def move_part(self, part: float) -> None:
        """Move to the part of the work that is done."""
        self.move(part * self._total, f"{100 * part:.0f} %{self._left(part * self._total)}")

    def move(self, done: float, state: str) -> None:
        """Move on, with words on how far it is."""
        self._done, self._state = done, state
        self._draw(always=done >= self._total)

    def _left(self, done: float) -> str:
        """The time left, if the rest takes as long as what is done did."""
        seconds = (monotonic() - self._begun) * (self._total - done) / done if done else 0.0
        return f", {timedelta(seconds=round(seconds))} left" if seconds >= 1 else ""

    def _draw(self, *, always: bool = False) -> None:
        now = monotonic()
        if not always and now - self._drawn < EVERY:
            return
        self._drawn = now
        full = round(WIDTH * min(1.0, self._done / (self._total or 1)))
        self._show(f"{self._what} {'━' * full}{'╌' * (WIDTH - full)} {self._state}")

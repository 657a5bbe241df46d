"""The progress bar; imported only when one is shown, for rich takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)


class Bar:
    """A reporter that keeps a bar below what it writes."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress, self._task = progress, task

    def line(self, text: str) -> None:
        """Write above the bar, or to standard output if that is not the terminal."""
        if sys.stdout.isatty():
            self._progress.console.file.write("\r\x1b[2K" + text + "\n")
            self._progress.refresh()
        else:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def advance(self) -> None:
        """Move on by one."""
        self._progress.advance(self._task)


def bar_of(*columns: ProgressColumn) -> Progress:
    """A bar on standard error, gone at the end, that leaves standard output alone."""
    return Progress(
        *columns,
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


@contextmanager
def progress_bar(total: int, what: str = "puzzles") -> Iterator[Bar]:
    """A bar over `total` things, with the time left."""
    with bar_of(TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as progress:
        yield Bar(progress, progress.add_task(what, total=total))


@contextmanager
def portion_bar(name: str) -> Iterator[Callable[[float], None]]:
    """A bar for work that reports the part done, with the time left."""
    with bar_of(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task(name, total=1.0)
        yield lambda part: progress.update(task, completed=part)

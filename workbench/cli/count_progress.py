"""The progress of a count on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from fillomino.counting.settings import CountProgress


def counting(name: str) -> AbstractContextManager[Callable[[CountProgress], None] | None]:
    """Give a callback that shows the progress of a count on a terminal; ``None`` elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    return count_bar(name)


@contextmanager
def count_bar(name: str) -> Iterator[Callable[[CountProgress], None]]:
    """A bar for a count: cells done, states, time so far and a guess of what is left."""
    from rich.progress import BarColumn, TextColumn

    from workbench.cli.progress import bar_of

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[state]}"))
    with bar_of(*columns) as progress:
        task = progress.add_task(name, total=None, state="")

        def watch(moment: CountProgress) -> None:
            left = "" if moment.seconds_left is None else f", about {moment.seconds_left:.0f} s left"
            state = (
                f"{moment.done}/{moment.cells} cells, {moment.states:,} states, {moment.seconds:.0f} s{left}"
            )
            progress.update(task, total=moment.cells, completed=moment.done + moment.part, state=state)

        yield watch

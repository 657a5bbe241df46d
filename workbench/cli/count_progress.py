"""The progress of a count on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from fillomino.counting.settings import CountProgress
from workbench.cli.output import bar


def counting(name: str) -> AbstractContextManager[Callable[[CountProgress], None] | None]:
    """Give a callback that shows the progress of a count on a terminal; ``None`` elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    return count_bar(name)


@contextmanager
def count_bar(name: str) -> Iterator[Callable[[CountProgress], None]]:
    """A bar for a count: cells done, states, time so far and a guess of what is left."""
    with bar(name, 1.0) as shown:

        def watch(moment: CountProgress) -> None:
            left = "" if moment.seconds_left is None else f", about {moment.seconds_left:.0f} s left"
            shown.move(
                (moment.done + moment.part) / moment.cells,
                f"{moment.done}/{moment.cells} cells, {moment.states:,} states, {moment.seconds:.0f} s{left}",
            )

        yield watch

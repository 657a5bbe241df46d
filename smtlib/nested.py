"""Working through nested terms without recursion, so that they may be nested as deep as one likes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Part = TypeVar("Part")
Found = TypeVar("Found")


def worked_out(steps: Callable[[Part], Generator[Part, Found | None, Found]], whole: Part) -> Found:
    """What the steps of the whole return; they yield each part whose result they want, and are sent it."""
    under_way = [steps(whole)]
    sent: Found | None = None
    while True:
        try:
            part = under_way[-1].send(sent)
        except StopIteration as done:
            under_way.pop()
            found: Found = done.value
            if not under_way:
                return found
            sent = found
        else:
            under_way.append(steps(part))
            sent = None

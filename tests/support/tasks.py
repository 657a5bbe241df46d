"""Tasks of workers, and what they need alone: a fresh worker imports this file, and no test with pytest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from drivers import Limits
from drivers.process import run_process
from fillomino.clock import interrupted_at
from fillomino.errors import InputError
from tests.support.clock import FOREVER


def doubled(number: int) -> int:
    return 2 * number


def counting(last: int, send: Callable[[int], None]) -> str:
    """Report numbers; what was reached is the result, also when it is interrupted."""
    number = 0
    try:
        for number in range(1, last + 1):
            send(number)
            if number > 3:
                time.sleep(0.01)
    except KeyboardInterrupt:
        return "interrupted in time"
    return "done"


def sleeping(seconds: float) -> None:
    """Sleep in naps: a signal that comes just before a nap is noticed at its end."""
    for _ in range(int(seconds * 100)):
        time.sleep(0.01)


def stubborn(seconds: float, send: Callable[[str], None]) -> None:
    try:
        send("begun")
        sleeping(seconds)
    except KeyboardInterrupt:
        sleeping(seconds)


def timed(seconds: float, send: Callable[[str], None]) -> None:
    """Work under a limit of our own CPU time."""
    with interrupted_at(time.process_time() + FOREVER):
        send("begun")
        sleeping(seconds)


class Callback:
    """Whose end takes a while, in which an exception gets lost."""

    def __del__(self) -> None:
        time.sleep(0.05)


def in_callbacks(seconds: float, send: Callable[[str], None]) -> None:
    """Work nearly all of which is done where exceptions get lost."""
    send("begun")
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        Callback()


def refusing() -> None:
    raise InputError("not this")


def greedy() -> int:
    return len(bytearray(1 << 30))


def dying() -> None:
    os._exit(7)


def with_a_solver() -> None:
    """Run a program in the way solvers are run."""
    run_process(["/bin/sleep", f"{FOREVER}"], b"", Limits())

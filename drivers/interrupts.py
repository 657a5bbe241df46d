"""Deferring Ctrl-C where an exception would leave a process behind.

Python runs a signal handler between any two instructions, so a ``KeyboardInterrupt`` can be raised inside of
``Popen`` after the fork, or at the first line of a ``finally``. Here the handlers of SIGINT and SIGTERM are
wrapped: they act at once only where the block lets them through, and otherwise when the block ends.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_HELD = (signal.SIGINT, signal.SIGTERM)


class HeldInterrupts:
    """``with HeldInterrupts() as held: … with held.let_through(): …``.

    Only Python handlers of the main thread are held: in another thread, or for a signal that is ignored or
    kills outright, this does nothing.
    """

    def __init__(self) -> None:
        self._handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._pending: int | None = None
        self._holding = False  # false as long as not all is set up, so that nothing gets lost halfway
        self._once = False  # true in `let_through`, until the first signal

    def __enter__(self) -> HeldInterrupts:
        if threading.current_thread() is threading.main_thread():
            for number in _HELD:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._handle)
        self._holding = True
        return self

    def __exit__(self, *_: object) -> None:
        self._holding = False
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._act_on_pending()

    @contextmanager
    def let_through(self) -> Iterator[None]:
        """A part of the block in which signals act as usual, until one of them raises an exception."""
        self._once = True
        try:
            self._act_on_pending()
            yield
        finally:
            self._once = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self._holding:
            self._handlers[number](number, frame)
        elif self._once:
            self._once = False  # a second one must not interrupt the cleaning up after the first
            self._handlers[number](number, frame)
            self._once = True  # a handler that only took note
        else:
            self._pending = number

    def _act_on_pending(self) -> None:
        if self._pending is not None:
            number, self._pending = self._pending, None
            self._handle(number, None)

"""The end of a process by a signal: an exception unwinds it, so that what it has started ends with it.

An exception that the handler of a signal raises may get lost: in a callback of the interpreter, which only
reports it, and within an import that C code makes, which takes any error for a module that is missing. So
none is raised during an import, unless that takes long, and a signal whose exception got lost is sent again.
"""

from __future__ import annotations

import _thread  # `threading` would take a twentieth of the start
import os
import signal
import sys
import time
from types import FrameType

AGAIN_SECONDS = 0.02
"""The time until a signal is sent again."""

MOST_DEFERRED = 50
"""How often a signal waits for the end of an import; then the import itself seems to be endless."""


if sys.platform == "win32":
    ENDINGS: tuple[int, ...] = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
else:
    ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask a process to end."""


class _State:
    """The state of this process: its handlers are one for all signals."""

    unwinding = False
    number = 0
    deferred = 0
    within: float | None = None


def unwind_at(*numbers: int, within: float | None = None) -> None:
    """Raise `KeyboardInterrupt` at SIGINT, `SystemExit` with 128 + number at other signals.

    While `SystemExit` unwinds, further signals but SIGINT are ignored.

    Args:
        numbers: the signals.
        within: seconds after which the process ends without any unwinding; ``None`` to wait for it.
    """
    _State.within = within
    for number in numbers:
        signal.signal(number, _handle)
    sys.unraisablehook = _note_lost


def ignore_signals() -> None:
    """Ignore all signals but SIGINT from now on: the process ends anyway."""
    _State.unwinding = True


def _handle(number: int, frame: FrameType | None) -> None:
    if number != signal.SIGINT and _State.unwinding:
        return
    if _State.deferred < MOST_DEFERRED and _importing(frame):
        _State.deferred += 1
        _send_again(number)
        return
    _State.deferred = 0
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    _State.unwinding, _State.number = True, number
    if _State.within is not None:
        _thread.start_new_thread(_end_after, (_State.within, 128 + number))
        _State.within = None
    sys.exit(128 + number)


def _importing(frame: FrameType | None) -> bool:
    """Return whether a frame runs within an import."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _send_again(number: int) -> None:
    def send() -> None:
        time.sleep(AGAIN_SECONDS)
        send_to_main_thread(number)

    _thread.start_new_thread(send, ())


def send_to_main_thread(number: int) -> None:
    """Let the main thread of this process handle a signal."""
    if sys.platform == "win32":  # where to send one is to end
        _thread.interrupt_main(signal.Signals(number))
    else:
        os.kill(os.getpid(), number)


def _end_after(seconds: float, code: int) -> None:
    time.sleep(seconds)
    os._exit(code)


def _note_lost(lost: sys.UnraisableHookArgs) -> None:
    """Send a signal again whose exception was raised in a callback of the interpreter; report all others."""
    if lost.exc_type is KeyboardInterrupt:
        _send_again(signal.SIGINT)
    elif lost.exc_type is SystemExit and _State.unwinding:
        _State.unwinding = False
        _send_again(_State.number)
    else:
        sys.__unraisablehook__(lost)

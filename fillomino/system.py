"""What the system gives to this process alone: an alarm, and the memory there is.

Other processes are the business of `drivers.system`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, TypeAlias

    Handler: TypeAlias = Callable[[int, FrameType | None], Any] | int | signal.Handlers | None

if sys.platform != "win32":
    import resource

    CLOSED_PIPE = (errno.EPIPE,)
    """The numbers of errors of writing to a pipe that nobody reads."""

    def set_handler(handler: Handler) -> Handler:
        """Set what is called at an alarm, in the main thread; returns what was before."""
        return signal.signal(signal.SIGALRM, handler)

    def set_alarm(seconds: float) -> None:
        """Set the alarm, in place of an earlier one; 0 is none."""
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def memory() -> int:
        """Bytes of memory that this process may have."""
        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return physical if limit == resource.RLIM_INFINITY else min(physical, limit)

else:
    import _thread
    import threading

    CLOSED_PIPE = (errno.EPIPE, errno.EINVAL)

    _timers: list[threading.Timer] = []

    def set_handler(handler: Handler) -> Handler:
        """Set what is called at an alarm, in the main thread; returns what was before.

        Windows has no alarm. A thread simulates a signal, one that it knows and nothing else of us uses.
        """
        return signal.signal(signal.SIGFPE, handler)

    def set_alarm(seconds: float) -> None:
        """Set the alarm, in place of an earlier one; 0 is none."""
        while _timers:
            _timers.pop().cancel()
        if seconds:
            timer = threading.Timer(seconds, _thread.interrupt_main, (signal.SIGFPE,))
            timer.daemon = True
            _timers.append(timer)
            timer.start()

    def memory() -> int:
        """Bytes of memory that there is."""
        import psutil  # a fifth of a start

        return int(psutil.virtual_memory().total)

"""A solver process that waits for the next session instead of ending with the last.

Between two sessions stands ``(reset)``, by which SMT-LIB has a solver forget all that it was told, options
included. A process is kept only after a session that ended well: one in which every command had its reply,
without a limit of CPU time or memory, for these hold for a process as a whole. After a time limit, an error,
an interrupt or a reply that can't be read, it is ended, and the next session begins a new one.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from drivers.limits import Limits, Usage
from drivers.session import Session
from drivers.solver import Solver
from drivers.system import cpu_seconds

LONG_SECONDS = 0.05
"""After so long a session its process is ended: a start is nothing beside it, and all its memory is free."""


class _Idle(NamedTuple):
    """A session that waits, after ``(reset)``, and the CPU seconds of its process until now."""

    session: Session
    cpu_seconds: float


class SessionPool:
    """One idle solver process at most, for sessions that follow each other; threads may share it.

    Close it, so that the solver ends before we do; a fork of this process does not use what it inherits.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._owner = os.getpid()
        self._idle: list[_Idle] = []
        self._used: dict[Session, tuple[float, float]] = {}

    def take(self, solver: Solver, limits: Limits) -> Session:
        """Return a session in which nothing was said, by the idle process if it is of this kind.

        The caller may not close it, but is to `give` it back.

        Raises:
            SolverNotFoundError: if the solver is not installed.
            OSError: if our own process lacks file descriptors, memory or processes.
            SessionError: if a new process can't hold a session, or can't be started.
        """
        if self._owner != os.getpid():
            self._owner, self._idle, self._used = os.getpid(), [], {}
        session, cpu = None, 0.0
        idle = self._pop()
        if idle is not None:
            if idle.session.fits(solver, limits):
                session, cpu = idle
                session.renew(limits)
            else:
                idle.session.close()
        if session is None:
            session = Session(solver, limits)
        self._used[session] = (time.monotonic(), cpu)
        return session

    def give(self, session: Session) -> Usage:
        """Let a session end, and its process wait for the next; returns what it has used since it was taken.

        Its peak of memory is that of the process, and known only where that has ended.
        """
        since, before = self._used.pop(session)
        if session.lasts and time.monotonic() - since < LONG_SECONDS and session.reset():
            idle = _Idle(session, cpu_seconds(session.pid))
            used = Usage(time.monotonic() - since, max(0.0, idle.cpu_seconds - before), None)
            self._idle.append(idle)
            while len(self._idle) > 1 and (other := self._pop()) is not None:  # another thread's
                other.session.close()
            return used
        whole = session.close()
        cpu = max(0.0, whole.cpu_seconds - before)
        return Usage(time.monotonic() - since, cpu, whole.memory_mib, whole.memory_by)

    def close(self) -> None:
        """End the idle process, if there is one."""
        while self._owner == os.getpid() and (idle := self._pop()) is not None:
            idle.session.close()

    def _pop(self) -> _Idle | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None


WAITING = SessionPool()
"""The pool of this process, for calls of one function that follow each other. Its solver ends with us."""

"""Linux: the end of a process by its pidfd, limits by ``prlimit``, times and memory by ``/proc``, Landlock.

Linux starts the peak of memory of a new process at that of the process it was forked from, so what ``wait4``
reports is right only above our own peak, or where the process was adopted. Below it all there is are samples
of ``/proc`` while the process runs, the last of them as it gives its answer.

*Adoption.* For Python, its own peak is more than a short run of a solver takes. So ``setsid --fork``, which
is small, forks the solver and ends at once; as this process adopts orphans below it, it waits for the solver
as for a child of its own.

*Strays.* What a process left behind when it ended are children of ours by then, known by their group, or by a
mark in their environment.
"""

from __future__ import annotations

import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import BinaryIO

from drivers.limits import wall_behind

assert sys.platform == "linux"  # type checkers read on there alone

from drivers.system.landlock import start_confined
from drivers.system.posix import (
    PosixProcess,
    limit_own_output,
    lock,
    own_memory_limit,
    own_peak_kib,
    start_in_session,
)

__all__ = ["limit_own_output", "lock", "own_memory_limit", "own_peak_kib"]

FORKS = True
"""Whether a copy of this process may go on as one of its own."""
LIMITS_FILES = True
"""Whether the files that a process may write are limited."""
LIMITS_MEMORY = True
"""Whether a limit of memory is kept."""
MEASURES = True
"""Whether the system keeps an account of a process that has ended."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CPUCLOCK_SCHED = 2  # what the kernel adds to the inverted number of a process to name its clock
_TICKS = os.sysconf("SC_CLK_TCK")
_MOST = 2**63 - 1  # so many bytes can be set
_PAUSE = 0.001  # between two looks at what is being killed


class Process(PosixProcess):
    """A process of which not even its orphans get lost."""

    def _prepare(self) -> None:
        self.peak_is_its_own = _adopts_orphans()
        super()._prepare()  # before, as the guard is no child that was adopted
        _become_parent_of_orphans(os.getpid())

    def _start(
        self,
        command: Sequence[str],
        stdin: int,
        env: Mapping[str, str],
    ) -> tuple[subprocess.Popen[bytes], int]:
        start = _start_adopted if self.peak_is_its_own else start_in_session
        if self._writes is None:
            return start(command, stdin, env)
        return start_confined(lambda: start(command, stdin, env), self._writes)

    def _limit(self) -> None:
        """Set limits by ``prlimit``; a ``preexec_fn`` would cost ``vfork``, and is not safe with threads."""
        limits = self._limits
        if limits.memory_mib is not None:
            _limit_memory(self.pid, limits.memory_mib)
        if self._writes is not None and not self._writes:
            with suppress(ProcessLookupError):
                resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, 0))
        if limits.cpu_seconds is not None and limits.cpu_seconds < math.inf:
            soft = min(math.ceil(wall_behind(limits.cpu_seconds)), 1 << 40)
            _lower(self.pid, resource.RLIMIT_CPU, soft, soft + 1)

    def _exit_descriptor(self) -> int:
        try:
            return os.pidfd_open(self.pid)
        except OSError:  # a sandbox without it
            return -1

    def _has_exited(self) -> bool:
        return _has_exited(self.pid)

    def end_strays(self, mark: str, until: float) -> None:
        """Kill what it has left behind, known by its group or its mark, and wait for it."""
        wanted, killed = mark.encode(), set[int]()
        while left := {
            pid
            for pid in children_of()
            if pid != self.pid and (pid in killed or _is_left(pid, self.pid, wanted))
        }:
            for pid in left:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, os.WNOHANG)
            killed |= left
            if time.monotonic() > until:
                return
            time.sleep(_PAUSE)


def _is_left(pid: int, group: int, mark: bytes) -> bool:
    try:
        if os.getpgid(pid) == group:
            return True
        with open(f"/proc/{pid}/environ", "rb") as environ:  # noqa: PTH123 -- as in `cpu_seconds`
            return mark in environ.read().split(b"\0")
    except OSError:
        return False


def adopt_orphans() -> None:
    """From now on start solvers as adopted children; nothing where kernel or ``setsid`` lacks what it takes.

    For processes that do nothing else than run solvers one by one, as orphans of others would be taken for
    them.
    """
    import shutil
    from pathlib import Path

    if shutil.which("setsid") is not None and Path(f"/proc/self/task/{os.getpid()}/children").exists():
        _become_parent_of_orphans(os.getpid())
        _adopting.add(os.getpid())


_adopting: set[int] = set()


def _adopts_orphans() -> bool:
    """Return whether this process does so; a fork of it does not."""
    return os.getpid() in _adopting


@cache
def _become_parent_of_orphans(_pid: int) -> None:
    """Make this process, whose number is given, the parent of all orphans below it, for good.

    So they can be found when whoever left them has ended.
    """
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _start_adopted(
    command: Sequence[str], stdin: int, env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program in an environment, leader of its own session, as an adopted child.

    Returns:
        The ``setsid`` that started it and has ended, which holds the pipes; and the number of the process.

    Raises:
        OSError: if it can't be started.
    """
    import shutil

    if shutil.which(command[0]) is None:
        raise FileNotFoundError(2, os.strerror(2), command[0])
    before = set(children_of())
    process = subprocess.Popen(
        [shutil.which("setsid") or "setsid", "--fork", *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=env,
    )
    try:
        process.wait()
        [pid] = set(children_of()) - before
        # It is adopted before it leads a session, and signals for its group would reach nobody.
        while os.getsid(pid) != pid and not _has_exited(pid):
            time.sleep(_SOON)
    except BaseException as error:  # the end of this process, or none was started, or more than one
        process.kill()
        process.wait()
        for child in set(children_of()) - before:
            os.kill(child, signal.SIGKILL)
        if isinstance(error, ValueError):
            raise ChildProcessError(10, "it was not adopted", command[0]) from error
        raise
    return process, pid


_SOON = 0.0005
"""Seconds between two looks at a process that is about to lead a session."""


def _has_exited(pid: int) -> bool:
    """Return whether a child has ended, without waiting for it."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def end_with_parent(parent: int) -> None:
    """Let SIGTERM end this process with another one, its parent; at once if that has ended already."""
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(1)


def limit_own_memory(mib: int) -> None:
    """Limit the address space of this process, and of what it will start, each on its own."""
    _limit_memory(os.getpid(), mib)


def _limit_memory(pid: int, mib: int) -> None:
    size = min(mib * 1024 * 1024, _MOST)
    _lower(pid, resource.RLIMIT_AS, size, size)


def _lower(pid: int, kind: int, soft: int, hard: int) -> None:
    """Set a limit of the kernel, where there is none that is lower."""
    _, known = resource.prlimit(pid, kind)
    if known != resource.RLIM_INFINITY:
        soft, hard = min(soft, known), min(hard, known)
    resource.prlimit(pid, kind, (soft, hard))


def cpu_seconds(pid: int) -> float:
    """User and system time of a running process and its descendants so far, those that ended included.

    Precise to the microsecond for what runs, to the clock tick (mostly 10 ms) for children that have ended;
    0.0 for a process that is gone.
    """
    try:
        own = time.clock_gettime(~pid << 3 | _CPUCLOCK_SCHED)
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 -- pathlib takes a tenth of a start
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    waited_for = (int(fields[13]) + int(fields[14])) / _TICKS
    return own + waited_for + sum(map(cpu_seconds, children_of(pid)))


def children_of(pid: int | None = None) -> list[int]:
    """The children of a process (``None``: of this one), zombies included; none if it has ended."""
    pids, name = [], "self" if pid is None else pid
    with suppress(OSError):
        for task in os.listdir(f"/proc/{name}/task"):  # noqa: PTH208 - half the time, as below
            with suppress(OSError), open(f"/proc/{name}/task/{task}/children", "rb", buffering=0) as children:  # noqa: PTH123
                pids += [int(child) for child in children.readall().split()]
    return pids


def peak_kib(pid: int) -> int:
    """The peak of resident memory of a running process so far, or 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as status:  # noqa: PTH123 - half the time
            _, label, rest = status.read(4096).partition(b"VmHWM:")
    except OSError:
        return 0
    return int(rest.split(None, 1)[0]) if label else 0


def session_members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    from pathlib import Path

    members = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_bytes().rpartition(b")")[2].split()
            if int(fields[3]) == session and fields[0] != b"Z":
                members.append(int(stat.parent.name))
    return members


def anonymous_file(name: str) -> BinaryIO:
    """A new file in memory that has no path, and ends with its last descriptor."""
    return os.fdopen(os.memfd_create(name), "w+b")


def core_count() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _cores() -> list[int]:
    """The cores that this process may use, one of each physical core first."""
    from pathlib import Path

    first: list[int] = []
    second: list[int] = []
    seen: set[str] = set()
    for core in sorted(os.sched_getaffinity(0)):
        try:
            siblings = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").read_text(
                encoding="ascii"
            )
        except OSError:
            siblings = str(core)
        (second if siblings in seen else first).append(core)
        seen.add(siblings)
    return first + second


@cache
def take_core() -> int | None:
    """Pin this process, and what it will start, to a core that no other one has taken so.

    A lock on a file marks the core as taken, and ends with this process.

    Returns:
        The core, or ``None`` if all are taken.
    """
    import tempfile
    from pathlib import Path

    folder = Path(tempfile.gettempdir(), f"fillomino-cores-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for core in _cores():
            file = os.open(folder / str(core), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                lock(file)
            except OSError:
                os.close(file)
                continue
            os.sched_setaffinity(0, {core})
            return core
    except OSError:
        return None
    return None


def processor() -> str:
    """The name of the processor."""
    from pathlib import Path

    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Model", "cpu model"):
                return value.strip()
    except OSError:
        pass
    import platform  # heavy

    return platform.processor() or platform.machine()

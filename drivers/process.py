"""Feeding, watching and ending processes; no other module does. `drivers.system` starts them.

* Each process leads a session and group of its own, so that what it starts can be ended with it.
* Its end is noticed at once, whatever becomes of its pipes; it stays a zombie, and its number with it, until
  what is left of its group has been killed. Only then is it waited for.
* Both pipes are drained all the time, and nothing ever blocks on one of them. Where nobody waits for replies,
  once a millisecond: each look takes the core, and its caches, from the solver that it is shared with.
* Limits of memory and CPU time are set right after the start, or as it starts.
* A process writes no files, unless it is given folders for them, as far as the system can forbid that.
* Should we be killed ourselves, a guard kills them.
* Ending: SIGTERM, a grace, SIGKILL, to the whole group. Processes that left it, such as daemons, are known by
  a mark in their environment, and killed.
* Python runs a signal handler between any two instructions, so a ``KeyboardInterrupt`` can be raised inside
  of ``Popen`` after the fork, or at the first line of a ``finally``: `HeldInterrupts` defers it.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from types import FrameType
from typing import TYPE_CHECKING, Any

from drivers.answer import Outcome
from drivers.limits import MARK, TEMPORARY, Limits, MemoryBy, Usage
from drivers.system import Process, anonymous_file, core_count, cpu_seconds, own_peak_kib, peak_kib

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

    from drivers.system.common import Output

_BETWEEN_SAMPLES = 0.0005  # seconds at the least: a session may have thousands of replies
_BETWEEN_READS = 0.001  # seconds, where nobody waits for replies: a solver may write a model value by value
_numbers = count()
KILL_SECONDS = 5.0
"""The longest wait for a process after SIGKILL: one that hangs in the kernel does not end."""

_STARTED = 0.05  # seconds after which a process is taken to be loaded


class Child:
    """One running process.

    Attributes:
        stdout: what it has written so far; whoever reads it may clear it.
        stderr: the same of its standard error.
        exited: whether it has ended.
        flooded: whether it wrote more than may be kept; the rest is thrown away.
        out_of_cpu: whether it, with what it started, has used up its CPU time.
        exit_code: after ``close``, as in :class:`Outcome`.
        usage: after ``close``, the measurements.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        stdin: int | None = None,
        writes: Sequence[str] | None = (),
    ) -> None:
        """Start a process.

        Args:
            command: the program and its arguments.
            limits: how much it may use.
            stdin: a file descriptor; ``None`` for a pipe fed by ``send``. Its output is read at once with a
                pipe, and at intervals otherwise.
            writes: the folders below which it may write files, of which one may be `TEMPORARY`; ``None``
                lets it write as we may.

        Raises:
            OSError: if the program can't be started.
        """
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.exited = False
        self.flooded = False
        self.out_of_cpu = False
        self.exit_code: int | None = None
        self.usage = Usage(0.0, 0.0, None)
        self._keep = int(min(limits.output_mib, 1 << 40) * 1024 * 1024)
        self._outgoing = memoryview(b"")
        self._waiting = False  # whether the pipe to the process is watched for room
        self._closed = False
        self._sampled_peak, self._sampled_at_work = 0, False
        self._started = self._ended = time.monotonic()
        self._last_sample, self._sample_gap = self._started, 0.002
        self._cpu_limit = math.inf if limits.cpu_seconds is None else limits.cpu_seconds
        self._next_check, self._seen_cpu = math.inf, 0.0
        self._between_reads = _BETWEEN_READS if stdin is not None else 0.0
        self._next_read = 0.0
        env = {**os.environ, MARK: f"{os.getpid()}.{next(_numbers)}"}
        self._mark = f"{MARK}={env[MARK]}"
        env["PYTHONIOENCODING"] = "utf-8"  # as both pipes are read, whatever is the custom here
        if writes is not None:
            env["PYTHONDONTWRITEBYTECODE"] = "1"
        self._temporary = _temporary_folder() if writes and TEMPORARY in writes else None
        if self._temporary is not None:
            env |= dict.fromkeys(("TMPDIR", "TMP", "TEMP"), self._temporary.name)
            writes = [self._temporary.name if each == TEMPORARY else each for each in writes or ()]
        try:
            self._process = Process(command, limits, stdin, env, writes)
        except BaseException:
            if self._temporary is not None:
                self._temporary.cleanup()
            raise
        self.pid = self._process.pid
        if self._process.peak_is_its_own:
            self._sample_gap = math.inf
        if self._cpu_limit < math.inf:
            self._cores = core_count()
            self._next_check = self._started + self._cpu_limit / self._cores

    def step(self, until: float | None) -> None:
        """Wait for an event, at most until a time of ``time.monotonic``, and process it.

        Once the process has ended, process what is there without waiting.
        """
        now = time.monotonic()
        latest = math.inf if until is None else until
        latest = min(latest, self._last_sample + self._sample_gap, self._next_check)
        exit_only = now < self._next_read and not self.exited
        if exit_only:
            latest = min(latest, self._next_read)
        wait = 0.0 if self.exited else None if latest == math.inf else max(0.0, latest - now)
        for event in self._process.events(wait, exit_only=exit_only):
            if event == "exit":
                self._note_exit()
            elif event == "stdin":
                self._write()
            else:
                if time.monotonic() >= self._last_sample + _BETWEEN_SAMPLES:
                    self.sample()  # with the answer, as that may be the last that is seen of it
                self._read(event)
                self._next_read = time.monotonic() + self._between_reads
        if self.exited:
            return
        now = time.monotonic()
        if now >= self._last_sample + self._sample_gap:
            self.sample(at_work=now - self._started > _STARTED)
            self._sample_gap = min(1.0, self._sample_gap * 2)  # ten in two seconds, then one a second
        if now >= self._next_check:
            self._check_cpu(now)

    def send(self, data: bytes) -> None:
        """Write what the pipe has room for; ``step`` writes the rest as room appears."""
        if not self._process.takes_input:
            return
        self._outgoing = memoryview(bytes(self._outgoing) + data)
        if not self._waiting:
            self._write()

    def close(self, grace_seconds: float = 0.0) -> None:
        """End the process and its group, read what is left, and fill in exit code and usage.

        Nothing is left behind, except a process that the kernel does not end within `KILL_SECONDS` of
        SIGKILL; then the exit code is unknown. A second call does nothing.
        """
        if self._closed:
            return
        self._closed = True
        if not self.exited and grace_seconds > 0:
            self.sample()
            self._process.ask_to_end()
            deadline = time.monotonic() + grace_seconds
            while not self.exited and time.monotonic() < deadline:
                self.step(deadline)
        self._process.kill()
        until = time.monotonic() + KILL_SECONDS
        while not self.exited and time.monotonic() < until:
            self.step(until)
        self._drain()
        if self.exited:
            self._process.end_strays(self._mark, until)
        self._reap()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _read(self, pipe: Output) -> bool:
        """Read one chunk; returns whether there may be more."""
        chunk = self._process.read(pipe)
        if not chunk:
            return False
        kept = self.stdout if pipe == "stdout" else self.stderr
        room = self._keep - len(self.stdout) - len(self.stderr)
        kept += chunk[: max(0, room)]
        self.flooded = self.flooded or len(chunk) > room
        return True

    def _write(self) -> None:
        try:
            self._outgoing = self._outgoing[self._process.write(self._outgoing) :]
        except BrokenPipeError:  # it will be seen to have ended, or to give no reply
            self._outgoing = memoryview(b"")
        if self._waiting != bool(
            self._outgoing
        ):  # room is watched for only while there is something to write
            self._waiting = not self._waiting
            self._process.watch_room(self._waiting)

    def _note_exit(self) -> None:
        if not self.exited:
            self._ended = time.monotonic()
            self._process.note_exit()
            self.exited = True

    def sample(self, *, at_work: bool = True) -> None:
        """Note the peak of its memory so far; it counts only if one sample was taken ``at_work``."""
        if self._process.peak_is_its_own:  # the system's account will do
            return
        peak = peak_kib(self.pid)
        self._sampled_peak = max(self._sampled_peak, peak)
        self._sampled_at_work = self._sampled_at_work or (at_work and peak > 0)
        self._last_sample = time.monotonic()

    def _check_cpu(self, now: float) -> None:
        """Note whether its CPU time is used up; else check when all cores together could have used it."""
        self._seen_cpu = max(self._seen_cpu, cpu_seconds(self.pid))  # what it started may be gone by now
        left = self._cpu_limit - self._seen_cpu
        self.out_of_cpu = left <= 0
        self._next_check = now + max(0.001, left / self._cores)

    def _drain(self) -> None:
        """Read what is in the pipes, without waiting for processes that may still hold them."""
        for pipe in self._process.open_pipes():
            while not self.flooded and self._read(pipe):
                pass

    def _reap(self) -> None:
        cpu, peak = 0.0, 0
        account = self._process.reap(ended=self.exited)
        if account is None:
            self.exited, self._ended = True, time.monotonic()
        else:
            self.exit_code, cpu, peak = account
        by: MemoryBy = "wait4"
        if (
            not self._process.peak_is_its_own and peak <= own_peak_kib()
        ):  # what it was born with, a copy of us
            peak, by = self._sampled_peak if self._sampled_at_work else 0, "polled"
        wall = self._ended - self._started
        cpu = max(cpu, self._seen_cpu)  # of children, too, for which it did not wait
        self.usage = Usage(wall, cpu, peak / 1024 if peak else None, by if peak else None)


def run_process(
    command: Sequence[str], stdin: bytes, limits: Limits, writes: Sequence[str] | None = ()
) -> Outcome:
    """Run a program on an input until it ends or reaches a limit; for `writes` see `Child`.

    The input is an anonymous file, so it needs no feeding and no pipe can break.

    Raises:
        OSError: if the program can't be started.
    """
    # Our own Python children, which may start a solver in turn, may not be able to write any file.
    file = anonymous_file("stdin") if stdin else open(os.devnull, "rb")  # noqa: SIM115, PTH123 -- as fast
    with file as source, HeldInterrupts() as held:
        if stdin:
            source.write(stdin)
            source.seek(0)
        child = Child(command, limits, source.fileno(), writes)
        timed_out = False
        try:
            with held.let_through():
                deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
                while not (child.exited or child.flooded or timed_out):
                    child.step(deadline)
                    late = child.out_of_cpu or (deadline is not None and time.monotonic() >= deadline)
                    timed_out = late and not child.exited
        finally:
            child.close(0.0 if child.flooded else limits.grace_seconds)
    return Outcome(
        stdout=bytes(child.stdout),
        stderr=bytes(child.stderr),
        exit_code=child.exit_code,
        timed_out=timed_out or child.usage.cpu_seconds > (limits.cpu_seconds or math.inf),
        flooded=child.flooded,
        usage=child.usage,
    )


def _temporary_folder() -> TemporaryDirectory[str]:
    from tempfile import TemporaryDirectory  # few programs need one

    return TemporaryDirectory(prefix="fillomino-", ignore_cleanup_errors=True)


class HeldInterrupts:
    """``with HeldInterrupts() as held: … with held.let_through(): …``.

    The handlers of SIGINT and SIGTERM act at once only where the block lets them through, and otherwise when
    the block ends.

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
            for number in (signal.SIGINT, signal.SIGTERM):
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

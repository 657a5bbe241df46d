"""Jobs in processes of their own: few at once, few waiting, none longer than anybody waits for it."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress

from workbench.page.limits import AT_ONCE, MAX_SECONDS, WAITING

_BEAT = 0.25
"""Seconds between signs of life; writing one is also how we notice that the page has gone."""

_LINE = 64 * 1024 * 1024
_END_SECONDS = 4.0


class BusyError(Exception):
    """Too many jobs run and wait already."""


class Runs:
    """Starts jobs and ends them. One process is kept ready, so that a job begins at once."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING, seconds: float = MAX_SECONDS) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._seconds = seconds * 2 + 15  # for a job as a whole: its solver, and what is around it
        self._present = 0
        self._ready: asyncio.Task[Process] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def reserve(self) -> None:
        """Take a place among those that run or wait.

        Raises:
            BusyError: if there is none.
        """
        if self._present >= self._most:
            raise BusyError
        self._present += 1

    def release(self) -> None:
        """Give the place back."""
        self._present -= 1

    async def events(self, request: bytes) -> AsyncGenerator[bytes, None]:
        """Run a job for which a place was reserved; gives its lines, and signs of life between them.

        However it is left, the job's process and its solvers end.
        """
        process = None
        try:
            async with self._slots:
                process = await self._begun()
                if process.stdin is None or process.stdout is None:
                    raise RuntimeError("a process without pipes")
                process.stdin.write(request + b"\n")
                started = time.monotonic()
                yield b'{"begun":true}\n'
                line: asyncio.Task[bytes] | None = None
                try:
                    while True:
                        line = line or asyncio.create_task(process.stdout.readline())
                        done, _ = await asyncio.wait([line], timeout=_BEAT)
                        elapsed = time.monotonic() - started
                        if done:
                            got, line = line.result(), None
                            if not got:
                                break
                            yield got
                        elif elapsed > self._seconds:
                            yield _event(error=f"this took longer than {self._seconds:g} s")
                            break
                        else:
                            yield _event(elapsed=round(elapsed, 2))
                finally:
                    if line is not None:
                        line.cancel()
                yield _event(done=True)
        finally:
            if process is not None:
                self._end(process)

    async def close(self) -> None:
        """End everything."""
        if self._ready is not None:
            with suppress(asyncio.CancelledError):
                self._end(await self._ready)
            self._ready = None
        if self._ending:
            await asyncio.wait(self._ending)

    async def _begun(self) -> Process:
        ready, self._ready = self._ready, asyncio.create_task(_child())
        if ready is not None:
            process = await ready
            if process.returncode is None:
                return process
        return await _child()

    def _end(self, process: Process) -> None:
        task = asyncio.create_task(_ended(process))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


async def _child() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "workbench.page.child", stdin=PIPE, stdout=PIPE, limit=_LINE
    )


async def _ended(process: Process) -> None:
    """Close what a job reads, which interrupts it, and throw away what it still says."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(_END_SECONDS):
            while process.stdout is not None and await process.stdout.read(65536):
                pass
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _event(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"

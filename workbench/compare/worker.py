"""The process that does jobs: ``python -m workbench.compare.worker SOCKET PARENT``.

It has a core of its own, is told jobs through a socket and answers each with its row, or with the error that
kept it from running. It ends with its parent, however that ends, and takes the solver with it.
"""

from __future__ import annotations

import signal
import sys
from multiprocessing.connection import Connection
from types import FrameType

from drivers.errors import DriverError
from fillomino.errors import FillominoError
from workbench.compare.machine import end_with_parent, take_core
from workbench.compare.plan import Job
from workbench.compare.work import do, warm_up


def main(arguments: list[str]) -> None:
    """Serve until the socket closes."""
    end_with_parent(int(arguments[1]))
    # Ctrl-C reaches the whole process group; the parent decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    core = take_core()
    warm: set[str] = set()
    with Connection(int(arguments[0])) as connection:
        while True:
            try:
                job: Job = connection.recv()
            except EOFError:
                return
            try:
                if job.method.name not in warm:
                    warm.add(job.method.name)
                    warm_up(job.method)
                answer: object = do(job, core)
            except (FillominoError, DriverError) as error:
                answer = str(error)
            connection.send(answer)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The process that does tasks: ``python -m workbench.workers.process SOCKET PARENT``.

It is told tasks through a socket and answers each with what came of it, or with the error that kept it from
being done. It ends with its parent, however that ends, and takes its solver with it.
"""

from __future__ import annotations

import signal
import sys
from multiprocessing.connection import Connection
from types import FrameType

from fillomino.errors import FillominoError
from smtlib.errors import SmtLibError
from workbench.workers.parent import end_with_parent


def main(arguments: list[str]) -> None:
    """Serve until the socket closes."""
    end_with_parent(int(arguments[1]))
    # Ctrl-C reaches the whole process group; the parent decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    with Connection(int(arguments[0])) as connection:
        while True:
            try:
                task, given = connection.recv()
            except EOFError:
                return
            try:
                answer = True, task(*given)
            except (FillominoError, SmtLibError) as error:
                answer = False, str(error)
            connection.send(answer)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1:])

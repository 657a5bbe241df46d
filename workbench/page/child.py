"""The life of a job's process: a request comes in one line, what is found goes out in lines of JSON.

Standard input stays open as long as somebody waits; when it is closed, the work is interrupted as by Ctrl-C,
so that every solver ends. Thus nothing is left behind even if the server is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time

from fillomino.errors import FillominoError
from smtlib.errors import SmtLibError
from workbench.page.model import Json

_SECONDS_TO_END = 3.0


def main() -> None:
    """Wait for a request, do it, end."""
    from workbench.page.jobs import JOBS  # here, so that a process that waits is ready

    line = sys.stdin.buffer.readline()
    if not line:
        return
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        request = json.loads(line)
        JOBS[request["job"]](request, tell)
    except (FillominoError, SmtLibError) as error:
        tell({"error": str(error)})
    except KeyboardInterrupt:
        return
    except BrokenPipeError:
        os._exit(0)  # nobody reads; flushing at exit would only complain


def tell(event: Json) -> None:
    """Write one event."""
    sys.stdout.write(json.dumps(event, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _end_with_input() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_SECONDS_TO_END)
    os._exit(1)  # the work did not let itself be interrupted


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()

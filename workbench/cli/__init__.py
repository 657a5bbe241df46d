"""The command `fillomino`."""

from __future__ import annotations

import gc
import os
import sys

NO_ANSWER, INTERRUPTED = 3, 130
"""Those of `workbench.Exit`, for which there may be no memory any more, or no time yet."""


COLLECT = (100_000, 20, 20)
"""Objects made until the next search for cycles: nearly all stays, and a sixth of an audit was looking."""


def main() -> None:
    """Entry point of the command; ends the process with one of the documented exit codes."""
    gc.set_threshold(*COLLECT)
    try:
        from workbench.cli.app import run

        run()
    except KeyboardInterrupt:  # before `run` could see to it
        os.write(2, b"fillomino: interrupted\n")
        os._exit(INTERRUPTED)
    except Exception as error:
        from workbench.cli.output import shortage

        short = shortage(error)
        if short is None:
            raise
    else:
        return
    finally:
        gc.freeze()  # the end of a process needs no search for cycles: a tenth of a short run was that
    os.write(2, f"fillomino: {short}\n".encode())  # here, where all that the error held on to is free
    sys.exit(NO_ANSWER)

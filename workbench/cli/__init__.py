"""The command `fillomino`."""

from __future__ import annotations

import gc
import os
import sys

from workbench.cli.output import shortage

NO_ANSWER = 3
"""`workbench.Exit.NO_ANSWER`, for which there may be no memory any more."""


def main() -> None:
    """Entry point of the command; ends the process with one of the documented exit codes."""
    gc.set_threshold(100_000, 20, 20)  # nearly all that is made stays: a twentieth of the start was looking
    try:
        from workbench.cli.app import run

        run()
    except Exception as error:
        short = shortage(error)
        if short is None:
            raise
    else:
        return
    finally:
        gc.freeze()  # the end of a process needs no search for cycles: a tenth of a short run was that
    os.write(2, f"fillomino: {short}\n".encode())  # here, where all that the error held on to is free
    sys.exit(NO_ANSWER)

"""The command `fillomino`."""

from __future__ import annotations

import gc


def main() -> None:
    """Entry point of the command; ends the process with one of the documented exit codes."""
    gc.set_threshold(100_000, 20, 20)  # nearly all that is made stays: a twentieth of the start was looking
    from workbench.cli.app import run

    try:
        run()
    finally:
        gc.freeze()  # the end of a process needs no search for cycles: a tenth of a short run was that

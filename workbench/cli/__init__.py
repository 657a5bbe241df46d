"""The command `fillomino`."""

from __future__ import annotations


def main() -> None:
    """Entry point of the command; ends the process with one of the documented exit codes."""
    from workbench.cli.app import run

    run()

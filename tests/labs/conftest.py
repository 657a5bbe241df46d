"""What tests of the workbench have: the command, fake solvers, packages."""

from __future__ import annotations

from tests.workbench.conftest import fillomino, mark, no_colour, package, pretend

__all__ = ["fillomino", "mark", "no_colour", "package", "pretend"]

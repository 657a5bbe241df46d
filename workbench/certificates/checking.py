"""Start the checker on a certificate, as a process of its own that knows nothing of us."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers.limits import Limits
from drivers.process import run_process
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.puzzle_text import puzzle_text
from workbench.inputs import regular

CHECKER = Path(__file__).resolve().parents[2] / "checker" / "fillomino_check.py"
"""The checker."""


def checked(puzzle: Puzzle, cnf: Path) -> tuple[int, str]:
    """Return the exit code and the output of the checker.

    Args:
        puzzle: the puzzle that is meant; the file beside the certificate is not looked at.
        cnf: the clauses; the proof is the file beside it that ends with ``.lrat``, if there is one.

    Raises:
        InputError: if the clauses are no regular file.
    """
    lrat = regular(cnf).with_suffix(".lrat")
    with TemporaryDirectory(prefix="fillomino-") as folder:
        text = Path(folder, f"{cnf.stem}.puzzle")
        text.write_text(puzzle_text(puzzle), encoding="ascii")
        files = [text, cnf, *[lrat] * lrat.is_file()]
        outcome = run_process((sys.executable, "-I", str(CHECKER), *map(str, files)), b"", Limits())
    return outcome.exit_code or 0, (outcome.stdout + outcome.stderr).decode("utf-8", "backslashreplace")


def is_certified(puzzle: Puzzle, fillings: Sequence[Filling], limits: Limits | None = None) -> bool:
    """Return whether a certificate that these are all solutions can be made, and the checker accepts it.

    Args:
        puzzle: the puzzle.
        fillings: all its solutions; none if it has none.
        limits: of each solver that is asked where deduction leaves something open.
    """
    from workbench.certificates.produce import NoCertificateError, certificate

    try:
        made = certificate(puzzle, fillings, limits)
    except NoCertificateError:
        return False
    with TemporaryDirectory(prefix="fillomino-") as folder:
        made.write(Path(folder), "its")
        return checked(puzzle, Path(folder, "its.cnf"))[0] == 0

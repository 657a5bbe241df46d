"""Run the checker on a certificate, as a separate process that imports nothing of this program."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers.interpret import ending
from drivers.limits import Limits
from drivers.process import run_process
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.certificate import puzzle_text
from workbench.certificates.produce import NoCertificateError, certificate
from workbench.methods.exits import Exit
from workbench.texts.inputs import regular

CHECKER = Path(__file__).resolve().parents[2] / "checker" / "fillomino_check.py"
"""The checker."""

CODES = range(4)
"""Its exit codes; any other means that it was stopped."""

LIMITS = Limits(seconds=3600, memory_mib=8192)
"""Limits of the checker: a certificate may come from a stranger."""


def run_checker(puzzle: Puzzle, cnf: Path) -> tuple[int, str]:
    """Return the exit code and the output of the checker.

    Args:
        puzzle: the puzzle to check against; the ``.puzzle`` file beside the clauses is not read.
        cnf: the clauses; the proof is the file beside it that ends with ``.lrat``, if there is one.

    Raises:
        InputError: if the clauses, or what stands in the place of the proof, are no regular file.
    """
    lrat = regular(cnf).with_suffix(".lrat")
    proof = [regular(lrat)] if os.path.lexists(lrat) else []
    with TemporaryDirectory(prefix="fillomino-") as folder:
        text = Path(folder, f"{cnf.stem}.puzzle")
        text.write_text(puzzle_text(puzzle), encoding="ascii")
        files = [text, cnf, *proof]
        outcome = run_process((sys.executable, "-I", str(CHECKER), *map(str, files)), b"", LIMITS)
    output = (outcome.stdout + outcome.stderr).decode("utf-8", "backslashreplace")
    if outcome.exit_code is None or outcome.exit_code not in CODES:
        return Exit.NO_ANSWER, f"{output}NOT DECIDED: the checker ended with {ending(outcome.exit_code)}\n"
    return outcome.exit_code, output


def is_certified(puzzle: Puzzle, fillings: Sequence[Filling], limits: Limits | None = None) -> bool:
    """Return whether a certificate that these are all solutions can be made, and the checker accepts it.

    Args:
        puzzle: the puzzle.
        fillings: all its solutions; none if it has none.
        limits: of each solver that is asked where deduction leaves something open.
    """
    try:
        made = certificate(puzzle, fillings, limits)
    except NoCertificateError:
        return False
    with TemporaryDirectory(prefix="fillomino-") as folder:
        made.write(Path(folder), "a")
        return run_checker(puzzle, Path(folder, "a.cnf"))[0] == 0

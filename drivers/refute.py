"""Refute a CNF: SAT solvers that write a proof, and the proof as they write it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.process import run_process
from drivers.solvers import CADICAL

PROGRAMS = (CADICAL.name, "kissat")
"""SAT solvers that take ``-q --no-binary CNF PROOF``, and write DRAT."""

LRAT_FROM = (1, 7)
"""The version of cadical from which it writes LRAT, too."""

UNSAT = 20
"""The exit code for it, of every SAT solver."""


class RefuteError(DriverError):
    """No proof was written, for this reason."""

    code = "not-refuted"


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof.

    Attributes:
        text: the proof, textual.
        lrat: whether it is in LRAT, which names the clauses of each step; else in DRAT.
        program: the program that wrote it.
    """

    text: str
    lrat: bool
    program: str


def program() -> Path | None:
    """Return the SAT solver of this machine that writes proofs, if there is one."""
    return next((Path(found) for name in PROGRAMS if (found := shutil.which(name))), None)


def refute(
    clauses: Sequence[Sequence[int]], limits: Limits, *, simple: bool = False, lrat: bool = True
) -> Refutation:
    """Run a SAT solver on a CNF that has no model.

    Args:
        clauses: the CNF.
        limits: of the solver.
        simple: whether it may only take steps that follow by unit propagation.
        lrat: whether LRAT is welcome.

    Raises:
        RefuteError: if there is no such solver, or it finds a model, or nothing.
    """
    found = program()
    if found is None:
        raise RefuteError(f"no SAT solver that writes proofs is installed ({CADICAL.install})")
    variables = max((abs(n) for clause in clauses for n in clause), default=0)
    lines = [
        f"p cnf {variables} {len(clauses)}",
        *(" ".join(map(str, (*clause, 0))) for clause in clauses),
        "",
    ]
    as_lrat = lrat and _writes_lrat(found)
    with TemporaryDirectory(prefix="fillomino-") as folder:
        cnf, proof = Path(folder, "a.cnf"), Path(folder, "a.proof")
        cnf.write_text("\n".join(lines), encoding="ascii")
        options = ["-q", "--no-binary", *["--lrat"] * as_lrat, *["--plain"] * simple]
        try:
            outcome = run_process((str(found), *options, str(cnf), str(proof)), b"", limits)
        except OSError as error:
            raise RefuteError(f"{found.name} could not be started: {error.strerror or error}") from error
        if outcome.exit_code != UNSAT:
            what = f"ended with code {outcome.exit_code}" if outcome.exit_code is not None else "was stopped"
            raise RefuteError(f"{found.name} {what} where a proof was wanted")
        return Refutation(proof.read_text(encoding="ascii"), as_lrat, found.name)


@cache
def _writes_lrat(found: Path) -> bool:
    if found.name != CADICAL.name:
        return False
    outcome = run_process((str(found), "--version"), b"", Limits(seconds=5))
    version = re.match(rb"(\d+)\.(\d+)", outcome.stdout.strip())
    return version is not None and (int(version[1]), int(version[2])) >= LRAT_FROM

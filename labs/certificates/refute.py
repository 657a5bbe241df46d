"""Refuting a CNF by a solver that writes a DRAT proof."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from drivers.dimacs import text
from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.lookup import find_program
from drivers.process import run_process
from drivers.solvers import CADICAL, Z3

Z3_DRAT = ("sat.drat.binary=false", "sat.simplify.delay=1000000000")
"""Z3's search alone: its simplification takes steps that it does not write down."""


class RefuteError(DriverError):
    """No proof was written, for this reason."""

    code = "not-refuted"


class Prover(NamedTuple):
    """A solver that writes proofs: its program, and its arguments with ``{cnf}`` and ``{proof}`` to fill in.

    The variants are further arguments of each attempt: the next one where a proof could not be used.
    """

    name: str
    arguments: tuple[str, ...]
    variants: tuple[tuple[str, ...], ...]


_QUIET = ("-q", "--no-binary", "{cnf}", "{proof}")
PROVERS = (
    Prover(CADICAL.name, _QUIET, ((), ("--plain",))),
    Prover("kissat", _QUIET, ((), ("--plain",))),
    # What Z3 deletes is not to be heeded: it deletes the long form of a clause without writing down its short
    # one, if that has two literals. Now and then it leaves the last steps out, and another seed helps.
    Prover(
        Z3.name,
        (*Z3_DRAT, "sat.drat.file={proof}", "{cnf}"),
        tuple((f"sat.random_seed={seed}",) for seed in range(8)),
    ),
)
"""Solvers that write DRAT, the first choice first."""


def prover() -> tuple[Prover, str]:
    """Return the solver of this machine that writes proofs, and its program.

    Raises:
        RefuteError: if there is none.
    """
    for known in PROVERS:
        path = find_program(known.name)
        if path is not None:
            return known, path
    raise RefuteError(f"no solver that writes proofs is installed: {Z3.install}, or {CADICAL.install}")


def refute(clauses: Sequence[Sequence[int]], limits: Limits, variant: Sequence[str] = ()) -> str:
    """Return the textual DRAT proof that a CNF has no model; for further arguments see `Prover`.

    Raises:
        RefuteError: if there is no such solver, or it finds a model, or nothing.
    """
    solver, path = prover()
    variables = max((abs(n) for clause in clauses for n in clause), default=0)
    with TemporaryDirectory(prefix="fillomino-") as folder:
        cnf, proof = Path(folder, "a.cnf"), Path(folder, "a.proof")
        cnf.write_text(text(variables, clauses), encoding="ascii", newline="\n")
        arguments = [word.format(cnf=cnf, proof=proof) for word in solver.arguments]
        try:
            outcome = run_process((path, *variant, *arguments), b"", limits, [folder])
        except OSError as error:
            raise RefuteError(f"{solver.name} could not be started: {error.strerror or error}") from error
        if b"s UNSATISFIABLE" not in outcome.stdout.splitlines():
            what = f"ended with code {outcome.exit_code}" if outcome.exit_code is not None else "was stopped"
            raise RefuteError(f"{solver.name} {what} where a proof was wanted")
        try:
            return proof.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise RefuteError(f"{solver.name} wrote no proof that can be read") from error

"""Asking a SAT solver for a model of a CNF, or a DRAT proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.lookup import find_program
from drivers.process import run_process
from drivers.solvers import CADICAL, Z3
from fillomino.record import Record
from labs.certificates.proof import RupError, clause_lines, followed, without_deletions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from labs.certificates.tokens import Clause

Z3_DRAT = ("sat.drat.binary=false", "sat.simplify.delay=1000000000")
"""Z3's search alone: its simplification takes steps that it does not write down."""


class RefuteError(DriverError):
    """No proof was written, for this reason."""

    code = "not-refuted"


class Prover(Record):
    """A solver that writes proofs: its program, and its arguments with ``{cnf}`` and ``{proof}`` to fill in.

    The variants are further arguments of each attempt: the next one where a proof could not be used. A proof
    is complete if each of its lemmas follows by unit propagation; others have to be checked.
    """

    name: str
    arguments: tuple[str, ...]
    variants: tuple[tuple[str, ...], ...]
    complete: bool


# Search alone: simplification may take steps that do not follow by unit propagation.
_PLAIN = ("--plain", "-q", "--no-binary", "{cnf}", "{proof}")
PROVERS = (
    Prover(CADICAL.name, _PLAIN, ((),), complete=True),
    Prover("kissat", _PLAIN, ((),), complete=True),
    # What Z3 deletes is not to be heeded: it deletes the long form of a clause without writing down its short
    # one, if that has two literals. Now and then it leaves the last steps out, and another seed helps.
    Prover(
        Z3.name,
        (*Z3_DRAT, "sat.drat.file={proof}", "{cnf}"),
        tuple((f"sat.random_seed={seed}",) for seed in range(8)),
        complete=False,
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


def refute(clauses: Sequence[Clause], limits: Limits, variant: Sequence[str] = ()) -> str | frozenset[int]:
    """Return the textual DRAT proof that a CNF has no model, or the literals of a model.

    Raises:
        RefuteError: if there is no such solver, or it finds neither; for further arguments see `Prover`.
    """
    solver, path = prover()
    variables = max(map(abs, chain.from_iterable(clauses)), default=0)
    with TemporaryDirectory(prefix="fillomino-") as folder:
        cnf, proof = Path(folder, "a.cnf"), Path(folder, "a.proof")
        text = f"p cnf {variables} {len(clauses)}\n{clause_lines(clauses)}"
        cnf.write_text(text, encoding="ascii", newline="\n")
        arguments = [word.format(cnf=cnf, proof=proof) for word in solver.arguments]
        try:
            outcome = run_process((path, *variant, *arguments), b"", limits, [folder])
        except OSError as error:
            raise RefuteError(f"{solver.name} could not be started: {error.strerror or error}") from error
        lines = outcome.stdout.splitlines()
        if b"s SATISFIABLE" in lines:
            return _model(lines, solver.name)
        if b"s UNSATISFIABLE" not in lines:
            what = f"ended with code {outcome.exit_code}" if outcome.exit_code is not None else "was stopped"
            raise RefuteError(f"{solver.name} {what} where a proof was wanted")
        try:
            return proof.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise RefuteError(f"{solver.name} wrote no proof that can be read") from error


def _model(lines: Sequence[bytes], name: str) -> frozenset[int]:
    try:
        return frozenset(int(word) for line in lines if line[:2] == b"v " for word in line.split()[1:]) - {0}
    except ValueError as error:
        raise RefuteError(f"{name} gave no model that can be read") from error


def refutation(clauses: Sequence[Clause], limits: Limits, until: float | None = None) -> str:
    """Return the proof by a SAT solver that a CNF has no model; one that has to be checked until a time.

    Raises:
        RefuteError: if there is none.
    """
    solver, _ = prover()
    reason = ""
    for variant in solver.variants:
        answer = refute(clauses, limits, variant)
        if not isinstance(answer, str):
            raise RefuteError(f"{solver.name} found a model where a proof was wanted")
        try:
            return without_deletions(answer) if solver.complete else followed(clauses, answer, until)
        except RupError as error:
            reason = f"the proof of {solver.name} could not be used: {error}"
        if until is not None and process_time() > until:
            break
    raise RefuteError(reason)

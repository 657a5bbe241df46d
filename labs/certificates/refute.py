"""Asking a SAT solver for a model of a CNF, or a DRAT proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
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
    from drivers.answer import Outcome
    from labs.certificates.tokens import Clause

Z3_DRAT = ("sat.drat.binary=false", "sat.simplify.delay=1000000000")
"""Z3's search alone: its simplification takes steps that it does not write down."""


class RefuteError(DriverError):
    """No proof was written, for this reason."""

    code = "not-refuted"


class Prover(Record):
    """A solver that writes proofs: its program and its arguments.

    Where these have ``{cnf}`` and ``{proof}`` to fill in, it works on files; else it reads the CNF from its
    standard input, and prints the proof before its verdict. The variants are further arguments of each
    attempt: the next one where a proof could not be used. A proof is complete if each of its lemmas follows
    by unit propagation; others have to be checked.
    """

    name: str
    arguments: tuple[str, ...]
    variants: tuple[tuple[str, ...], ...]
    complete: bool


# Search alone: simplification may take steps that do not follow by unit propagation.
_PLAIN = ("--plain", "-q", "--no-binary")
PROVERS = (
    Prover(CADICAL.name, (*_PLAIN, "-", "-"), ((),), complete=True),
    Prover("kissat", (*_PLAIN, "{cnf}", "{proof}"), ((),), complete=True),
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
    cnf = f"p cnf {variables} {len(clauses)}\n{clause_lines(clauses)}".encode()
    command = path, *variant, *solver.arguments
    try:
        if "{cnf}" in command:
            outcome, proof = _run_on_files(command, cnf, limits)
        else:
            outcome = run_process(command, cnf, limits)
            proof = outcome.stdout.partition(b"s UNSATISFIABLE")[0].replace(b"\r\n", b"\n")
        if b"s UNSATISFIABLE" in outcome.stdout:
            return proof.decode()
    except OSError as error:
        raise RefuteError(f"{solver.name} could not be started: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RefuteError(f"{solver.name} wrote no proof that can be read") from error
    lines = outcome.stdout.splitlines()
    if b"s SATISFIABLE" in lines:
        model = _model(lines, solver.name)
        if any(model.isdisjoint(clause) for clause in clauses):
            raise RefuteError(f"{solver.name} gave a model that breaks a clause")
        return model
    what = f"ended with code {outcome.exit_code}" if outcome.exit_code is not None else "was stopped"
    raise RefuteError(f"{solver.name} {what} where a proof was wanted")


def _run_on_files(command: Sequence[str], cnf: bytes, limits: Limits) -> tuple[Outcome, bytes]:
    """Run a solver on the files of its arguments; return the proof with its outcome."""
    from pathlib import Path  # most are asked without
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fillomino-") as folder:
        given, proof = Path(folder, "a.cnf"), Path(folder, "a.proof")
        given.write_bytes(cnf)
        words = [word.format(cnf=given, proof=proof) for word in command]
        outcome = run_process(words, b"", limits, [folder])
        return outcome, proof.read_bytes() if proof.exists() else b""


def _model(lines: Sequence[bytes], name: str) -> frozenset[int]:
    try:
        return frozenset(int(word) for line in lines if line[:2] == b"v " for word in line.split()[1:]) - {0}
    except ValueError as error:
        raise RefuteError(f"{name} gave no model that can be read") from error


def refutation(clauses: Sequence[Clause], limits: Limits, until: float | None = None) -> str | frozenset[int]:
    """Return a SAT solver's proof that a CNF has no model, without deletions, or the literals of a model.

    A proof that has to be checked is, until a time of `process_time`.

    Raises:
        RefuteError: if there is neither.
    """
    solver, _ = prover()
    reason = ""
    for variant in solver.variants:
        answer = refute(clauses, limits, variant)
        if not isinstance(answer, str):
            return answer
        try:
            return without_deletions(answer) if solver.complete else followed(clauses, answer, until)
        except RupError as error:
            reason = f"the proof of {solver.name} could not be used: {error}"
        if until is not None and process_time() > until:
            break
    raise RefuteError(reason)

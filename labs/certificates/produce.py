"""Certificates: a claim about a puzzle, its clauses and the proof; made of results, and checked."""

from __future__ import annotations

import os
import sys
from functools import reduce
from operator import or_
from time import process_time

from drivers.limits import Limits
from fillomino import formats
from fillomino.deduction.state import ContradictionError
from fillomino.errors import InputError
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from fillomino.record import Record
from labs.certificates.facts import Past, UnexplainedError
from labs.certificates.journal import Journal, deduce_with_journal
from labs.certificates.proof import Proof
from labs.certificates.tokens import NoCertificateError, Tokens
from workbench import Exit
from workbench.methods.method import Status
from workbench.texts.inputs import regular
from workbench.texts.outputs import file_stem, make_directory, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import Literal, TypeAlias

    from fillomino.puzzle import Filling
    from labs.certificates.journal import JournaledState, Learned
    from labs.certificates.rule_clauses import Counter
    from workbench.methods.method import Result


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as rows where its board is a rectangle, perhaps with holes, else as a graph.

    Cells are 0, 1, … in both, in the order of the board; `?` cells are empty ones.
    """
    board = puzzle.board
    try:
        lines = [formats.write(Puzzle(board, puzzle.clues), "plain").rstrip("\n")]
    except InputError:
        lines = [
            f"graph {board.size}",
            *(f"link {x} {y}" for x, y in board.links()),
            *(f"clue {x} {number}" for x, number in sorted(puzzle.clues.items())),
        ]
    lines += [f"wall {x} {y}" for x, y in sorted(puzzle.walls)]
    if puzzle.largest_region is not None:
        lines.append(f"largest {puzzle.largest_region}")
    lines += ["basic"] * puzzle.basic + ["checkered"] * puzzle.checkered
    return _text(lines)


Claim: TypeAlias = "Literal['unique', 'unsolvable', 'filling', 'exactly']"
"""The claim that a certificate proves."""


SUFFIXES = (".puzzle", ".cnf", ".drat", ".smt2")
"""Of its files; those of a proof come last."""


class Certificate(Record):
    """A claim with its proof (docs/labs/certificates/evidence.md has the files).

    Attributes:
        puzzle: the puzzle.
        claim: the claim.
        fillings: the solutions that it is about.
        tokens: the meaning of the variables.
        proof: the clauses and the steps; none of either for the claim that a filling is a solution.
        counters: the counters of the clauses.
    """

    puzzle: Puzzle
    claim: Claim
    fillings: tuple[Filling, ...]
    tokens: Tokens
    proof: Proof
    counters: tuple[Counter, ...] = ()

    def cnf(self) -> str:
        """The claim and the clauses, in DIMACS."""
        variables = self.counters[-1].variables[-1] if self.counters else self.tokens.variables
        lines = [
            f"c claim {self.claim}",
            " ".join(["c named", *map(str, self.tokens.named)]),
            *(" ".join(["c filling", *map(str, filling)]) for filling in self.fillings),
            *(counter.line(self.tokens) for counter in self.counters),
            f"p cnf {variables} {len(self.proof.clauses)}",
        ]
        return _text(lines) + self.proof.cnf

    def smt2(self) -> str:
        """The same clauses as a script that any SMT solver answers ``unsat``; n5 is the negation of v5."""
        variables = sorted(set(map(abs, set().union(*self.proof.clauses))))
        # All at once, for there may be thousands: 1 -2 0 becomes (assert (or false v1 n2)).
        literals = " " + self.proof.cnf.removesuffix(" 0\n").replace(" 0\n", "\n ").replace("-", "n")
        literals = literals.replace(" ", " v").replace(" vn", " n")
        return _text(
            [
                f"; claim {self.claim}: the clauses of the .cnf, which has their meaning",
                "(set-info :smt-lib-version 2.6)",
                "(set-logic QF_UF)",
                "(set-info :status unsat)",
                *(f"(declare-fun v{literal} () Bool)" for literal in variables),
                *(f"(define-fun n{literal} () Bool (not v{literal}))" for literal in variables),
                "(assert (or false" + literals.replace("\n", "))\n(assert (or false") + "))",
                "(check-sat)",
                "(exit)",
            ]
        )

    def write(self, directory: str | os.PathLike[str], name: str) -> list[str]:
        """Write the files of a name into a directory, which is made if need be; return their paths.

        Raises:
            InputError: if that is impossible.
        """
        texts = {".puzzle": puzzle_text(self.puzzle), ".cnf": self.cnf()}
        if self.claim != "filling":
            texts |= {".drat": self.proof.drat(), ".smt2": self.smt2()}
        paths = {suffix: os.path.join(directory, name + suffix) for suffix in SUFFIXES}
        for suffix, path in paths.items():
            if suffix in texts:
                write_file(path, texts[suffix])
            elif os.path.lexists(path):
                os.unlink(path)  # of a former certificate of this name
        return [paths[suffix] for suffix in texts]


def _text(lines: Iterable[str]) -> str:
    return "\n".join([*lines, ""])


NAMED = 9
"""Where a solver is needed, numbers up to this are named from the beginning; others when models need them."""

DEDUCTION_SECONDS = 5.0
"""CPU time of deduction."""

SECONDS = 8.0
"""CPU time of completion, of the SAT solver and of reading its proof, each; unless a limit is given."""

BY_THE_CLOCK = 120.0
"""Wall-clock limit on top of that, for a solver that sleeps; generous, as the machine may be busy."""


def solution_certificate(puzzle: Puzzle, filling: Filling) -> Certificate:
    """Return the certificate that a filling is a solution."""
    tokens = Tokens(puzzle.board.size, filling)
    return Certificate(puzzle, "filling", (filling,), tokens, Proof())


def certificate(
    puzzle: Puzzle,
    fillings: Sequence[Filling],
    limits: Limits | None = None,
    journal: Journal | None = None,
) -> Certificate:
    """Return the certificate that these are all solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        fillings: its solutions: one for the claim that it is the only one, none for that there is none.
        limits: of each solver, where deduction leaves cells open; by default `SECONDS`.
        journal: what was deduced and learned before, if anything was.

    Raises:
        NoCertificateError: if none can be made.
    """
    claim: Claim = "exactly" if len(fillings) > 1 else "unique" if fillings else "unsolvable"
    counters: tuple[Counter, ...] = ()
    limits, journal = limits or Limits(), journal or Journal()
    try:
        try:
            tokens, proof, counters = _proof(puzzle, fillings, limits, journal, counting=True)
        except UnexplainedError:  # now and then deduction counts better than a clause can tell
            tokens, proof, counters = _proof(puzzle, fillings, limits, journal, counting=False)
    except ContradictionError:
        tokens, proof = _from_clues(puzzle)
    return Certificate(puzzle, claim, tuple(fillings), tokens, proof, counters)


def _proof(
    puzzle: Puzzle, claimed: Sequence[Filling], limits: Limits, journal: Journal, *, counting: bool
) -> tuple[Tokens, Proof, tuple[Counter, ...]]:
    """The proof by deduction alone if it decides the puzzle, else by a SAT solver."""
    solution = claimed[0] if claimed else None
    until = process_time() + DEDUCTION_SECONDS
    deduced = journal.taken(puzzle) or deduce_with_journal(puzzle, until, solution, counting=counting)
    last, consistent = deduced
    numbers = set[int]().union(*claimed, *(state.admits for state in last.states))
    if consistent and (len(claimed) != 1 or last.unfixed):
        return _completed(puzzle, claimed, limits, last, numbers, journal.learned)
    past = Past(Tokens(puzzle.board.size, numbers), last)
    if consistent:
        past.require(past.tokens.another(claimed[0], puzzle.clues))
    elif claimed:
        raise NoCertificateError("deduction finds a contradiction where there is a solution")
    else:
        past.contradict()
    past.explain()
    return past.tokens, Proof(tuple(past.clauses)[::-1], tuple(past.lemmas)), ()


def _completed(
    puzzle: Puzzle,
    claimed: Sequence[Filling],
    limits: Limits,
    last: JournaledState,
    numbers: set[int],
    learned: Sequence[Learned],
) -> tuple[Tokens, Proof, tuple[Counter, ...]]:
    """The proof by a SAT solver, of the clauses that sessions with an SMT solver find to be needed."""
    from drivers.errors import SessionError
    from labs.certificates.refute import RefuteError
    from labs.certificates.rule_clauses import Completion, Rules

    if limits.seconds is None and limits.cpu_seconds is None:
        limits = limits.replace(seconds=BY_THE_CLOCK, cpu_seconds=SECONDS)
    patience = (limits.seconds if limits.cpu_seconds is None else limits.cpu_seconds) or SECONDS
    top = max(NAMED, puzzle.largest_region or 0)
    more = set(bits(reduce(or_, last.candidates()) & (2 << top) - 1))
    for its in learned:  # about numbers that have names, and those above them
        more |= {its.cut.value} if its.cut.value else set(range(1, its.cap + 1))
    try:
        while more:
            numbers |= more
            tokens = Tokens(puzzle.board.size, numbers)
            completion = Completion(Rules(puzzle, tokens, last), claimed, learned)
            more = completion.complete(limits, patience)
    except (SessionError, RefuteError) as error:
        raise NoCertificateError(str(error)) from error
    past = Past(tokens, last)
    past.require_without(completion.clauses.values(), completion.denied())
    past.explain()
    proof = Proof(tuple(past.clauses), tuple(past.lemmas), completion.refutation)
    return tokens, proof, tuple(completion.counters)


def _from_clues(puzzle: Puzzle) -> tuple[Tokens, Proof]:
    """The proof for clues that contradict the rules by themselves: too large, or equal at a wall."""
    tokens, clues = Tokens(puzzle.board.size, puzzle.clues.values()), puzzle.clues
    largest = min(puzzle.board.size, puzzle.largest_region or puzzle.board.size)
    conflicts = [[x] for x, number in clues.items() if number > largest]
    conflicts += [[x, y] for x, y in puzzle.walls if clues.get(x, 0) == clues.get(y, -1)]
    for cells in conflicts:
        held = [tokens.literal(x, clues[x]) for x in cells]
        return tokens, Proof((*((n,) for n in held), tuple(-n for n in held)))
    raise UnexplainedError


class Issued(Record):
    """A certificate, or the reason why there is none.

    Attributes:
        files: its files; none if there is none.
        claim: its claim.
        reason: why there is none.
    """

    files: tuple[str, ...] = ()
    claim: str | None = None
    reason: str | None = None

    @property
    def line(self) -> str:
        """A line for people."""
        if not self.files:
            return f"no certificate: {self.reason}"
        stem, _ = os.path.splitext(self.files[0])
        return f"certificate ({self.claim}): {stem} {' '.join(path[len(stem) :] for path in self.files)}"


class Issuer:
    """Writes the certificates of one run into a directory.

    Attributes:
        directory: the directory.
        journal: what is deduced and learned about the puzzle that is solved.
    """

    def __init__(self, directory: str | os.PathLike[str], limits: Limits) -> None:
        """Make the directory if need be.

        Raises:
            InputError: if that is impossible.
        """
        make_directory(directory)
        self.directory, self.journal = directory, Journal()
        self._limits = limits
        self._used: dict[str, int] = {}

    def issue(self, puzzle: Puzzle, result: Result) -> Issued:
        """Write the certificate of a result: of all its solutions where they are complete, else of the first.

        Raises:
            InputError: if the files can't be written.
        """
        unsolvable = result.verdict.status is Status.UNSOLVABLE
        if not unsolvable and result.verdict.status is not Status.SOLVED:
            return Issued(reason="the result has no verdict to certify")
        fillings = result.answers.fillings
        try:
            if unsolvable or result.verdict.unique or (result.answers.complete and len(fillings) > 1):
                made = certificate(puzzle, fillings, self._limits, self.journal)
            else:
                made = solution_certificate(puzzle, fillings[0])
        except NoCertificateError as error:
            return Issued(reason=str(error))
        stem = file_stem(result.puzzle)
        used = self._used[stem] = self._used.get(stem, 0) + 1
        files = made.write(self.directory, stem if used == 1 else f"{stem}.{used}")
        return Issued(tuple(files), made.claim)


CODES = range(4)
"""Its exit codes; any other means that it was stopped."""

LIMITS = Limits(seconds=3600, memory_mib=8192)
"""Limits of the checker: a certificate may come from a stranger."""


def run_checker(puzzle: Puzzle, cnf: Path) -> tuple[int, str]:
    """Return the exit code and the output of the checker.

    Args:
        puzzle: the puzzle to check against; the ``.puzzle`` file beside the clauses is not read.
        cnf: the clauses; the proof is the file beside it that ends with ``.drat``, if there is one.

    Raises:
        InputError: if the clauses, or what stands in the place of the proof, are no regular file.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from drivers.interpret import ending
    from drivers.process import run_process

    drat = regular(cnf).with_suffix(".drat")
    proof = [regular(drat)] if os.path.lexists(drat) else []
    with TemporaryDirectory(prefix="fillomino-") as folder:
        text = Path(folder, f"{cnf.stem}.puzzle")
        text.write_text(puzzle_text(puzzle), encoding="ascii", newline="\n")
        files = [text, cnf, *proof]
        checker = Path(__file__).resolve().with_name("fillomino_check.py")
        outcome = run_process((sys.executable, "-I", str(checker), *map(str, files)), b"", LIMITS)
    output = (outcome.stdout + outcome.stderr).decode("utf-8", "backslashreplace")
    stopped = outcome.timed_out or outcome.flooded  # by which its exit code is 1 on Windows
    if stopped or outcome.exit_code is None or outcome.exit_code not in CODES:
        return Exit.NO_ANSWER, f"{output}NOT DECIDED: the checker ended with {ending(outcome.exit_code)}\n"
    return outcome.exit_code, output


def is_certified(puzzle: Puzzle, fillings: Sequence[Filling], limits: Limits | None = None) -> bool:
    """Return whether a `certificate` that these are all solutions can be made, and the checker accepts it."""
    try:
        made = certificate(puzzle, fillings, limits)
    except NoCertificateError:
        return False
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="fillomino-") as folder:
        made.write(Path(folder), "a")
        return run_checker(puzzle, Path(folder, "a.cnf"))[0] == 0

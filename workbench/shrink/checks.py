"""The kinds of disagreement: of an encoding and the rules, of two encodings, of two solvers; and a crash."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from time import monotonic
from typing import Protocol

from drivers.answer import Answer, Failure, Run, Sat, Unsat
from drivers.backend import run
from drivers.connection import short
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import DecodeError, EncodingError
from encoder.script import cells_of, decode
from fillomino.errors import counted
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.render import driver
from workbench.audit.judge import Case, judge
from workbench.audit.puzzles import fillings
from workbench.choose.encodings import best_logic
from workbench.methods.attempt import in_words
from workbench.methods.contradicted import CONTRADICTED, known_solution
from workbench.methods.question import Question
from workbench.methods.result import Result, Status
from workbench.methods.smt import SmtMethod

SMALL = 9
"""Up to so many cells all solutions are known, so that nothing wrong escapes."""

SMALL_SECONDS = 2.0
"""For each question about such a puzzle, at most: without clues nine cells have hundreds of solutions."""

FIRST_MODELS, MODELS = 200, 6
"""So many models of a larger puzzle are looked at: of the first one that is asked about, and of others."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A disagreement about a puzzle or a text.

    Attributes:
        text: who disagrees and how, in a sentence.
        filling: the filling that it is about, if there is one.
        violations: the rules that this breaks.
        refused: whether an encoding refuses that filling, which is right.
    """

    text: str
    filling: Filling | None = None
    violations: tuple[Violation, ...] = ()
    refused: bool = False


@dataclass(slots=True)
class Undecided:
    """The questions that were not decided.

    Attributes:
        number: how many.
        reason: why the first of them was not.
    """

    number: int = 0
    reason: str = ""

    def add(self, why: str | Answer) -> None:
        """Count one, with the reason or the answer without a verdict."""
        self.number += 1
        self.reason = self.reason or short(why if isinstance(why, str) else in_words(why))

    def __bool__(self) -> bool:
        return self.number > 0


class TextCheck(Protocol):
    """A question about a script.

    Attributes:
        undecided: the scripts that were not decided.
    """

    undecided: Undecided

    def text(self, text: str) -> Disagreement | None:
        """Return the disagreement about a script; ``None`` if there is none, as far as is known."""


class Check(Protocol):
    """A question about a puzzle.

    Attributes:
        encoding: the encoding that it is about, or the first of two.
    """

    encoding: Encoding

    @property
    def undecided(self) -> Undecided:
        """The puzzles that were not decided."""

    def __call__(self, puzzle: Puzzle) -> Disagreement | None:
        """Return the disagreement about a puzzle; ``None`` if there is none, as far as is known."""


@dataclass(slots=True)
class AgainstRules:
    """An encoding and the rules.

    Attributes:
        encoding: the encoding.
        solver: who decides.
        limits: of each question.
        falsified: of an encoding without some families, see `encoder.select.falsified`: as many models
            of it are looked at, too.
        undecided: the puzzles that were not decided.
        most: how many models of the next larger puzzle are looked at.
    """

    encoding: Encoding
    solver: Solver
    limits: Limits
    falsified: Encoding | None = None
    undecided: Undecided = field(default_factory=Undecided)
    most: int = FIRST_MODELS

    def __call__(self, puzzle: Puzzle) -> Disagreement | None:
        """Return how the encoding decides a puzzle wrongly; ``None`` if it does not, as far as is known."""
        name = self.encoding.name
        try:
            if puzzle.board.size <= SMALL:
                return self._small(puzzle)
            result = _fillings(self.encoding, self.solver, puzzle, self.limits, self.most)
            if self.falsified is not None and not (result.complete or result.violations):
                with suppress(EncodingError):
                    more = _fillings(self.falsified, self.solver, puzzle, self.limits, self.most)
                    result = more if more.violations else result
            self.most = MODELS
        except SessionError as error:
            self.undecided.add(str(error))
            return None
        except EncodingError:  # a puzzle of a variant that it does not encode
            return None
        if accepted := accepted_wrongly(result, name):
            return accepted
        if result.status is Status.WRONG:
            gone = known_solution(puzzle) if result.error == CONTRADICTED else None
            return Disagreement(f"{name} refuses a right filling", gone, refused=True)
        if not result.complete:  # there may be wrong ones among the models not looked at
            self.undecided.add(_left_open(result))
        return None

    def _small(self, puzzle: Puzzle) -> Disagreement | None:
        logic = best_logic(self.encoding, self.solver)
        most = SMALL_SECONDS if self.limits.seconds is None else min(SMALL_SECONDS, self.limits.seconds)
        limits = replace(self.limits, seconds=most)
        script = self.encoding.script(puzzle, logic)
        wrong = judge([Case(script, fillings(puzzle))], self.solver, limits)
        if wrong is None:
            return None
        if wrong.refused is not None:
            return Disagreement(f"{self.encoding.name} refuses a right filling", wrong.refused, refused=True)
        try:
            filling = decode(script, wrong.values).filling
        except DecodeError as error:
            return Disagreement(f"{self.encoding.name} accepts something other than a filling ({error})")
        broken = violations(puzzle, filling)
        return Disagreement(f"{self.encoding.name} accepts a wrong filling", filling, broken)


@dataclass(slots=True)
class TwoEncodings:
    """Two encodings: a filling of one that the other refuses."""

    encoding: Encoding
    other: Encoding
    solver: Solver
    limits: Limits
    undecided: Undecided = field(default_factory=Undecided)
    most: int = FIRST_MODELS

    def __call__(self, puzzle: Puzzle) -> Disagreement | None:
        """Return a filling that one accepts and the other does not; ``None`` if none is found."""
        most, self.most = self.most, MODELS
        begin = monotonic()
        for giver, judging in ((self.encoding, self.other), (self.other, self.encoding)):
            for filling in self._fillings(giver, puzzle, most):
                if self.limits.seconds is not None and monotonic() - begin > 3 * self.limits.seconds:
                    self.undecided.add(f"no answer within {3 * self.limits.seconds:g} s")
                    break
                if self._accepts(judging, puzzle, filling) is False:
                    text = f"{giver.name} accepts a filling that {judging.name} refuses"
                    return Disagreement(text, filling, violations(puzzle, filling))
        return None

    def _fillings(self, encoding: Encoding, puzzle: Puzzle, most: int) -> list[Filling]:
        """Some fillings that an encoding accepts: the first wrong one, or a few right ones."""
        try:
            result = _fillings(encoding, self.solver, puzzle, self.limits, most)
        except EncodingError:
            return []
        if result.broken is None and not result.complete:
            self.undecided.add(_left_open(result))
        return list(result.fillings) if result.broken is None else [result.broken]

    def _accepts(self, encoding: Encoding, puzzle: Puzzle, filling: Filling) -> bool | None:
        try:
            script = encoding.script(puzzle, best_logic(encoding, self.solver))
        except EncodingError:
            return None
        equal = cells_of(script).equal(filling)
        if "false" in equal:
            return False
        answer = run(driver(script, equal), self.solver, self.limits).answer
        return True if isinstance(answer, Sat) else False if isinstance(answer, Unsat) else None


@dataclass(slots=True)
class Solvers:
    """Solvers on one script: ``sat`` by one and ``unsat`` by another; or that one crashes, if asked for.

    The disagreement found first is looked for from then on, so that it does not turn into another.

    Attributes:
        solvers: the solvers.
        limits: of each run.
        crash: whether a crash is looked for, too.
        undecided: the runs without a verdict.
        wanted: what the first disagreement was.
        seen: what came of the texts that were tried, by their digests.
    """

    solvers: tuple[Solver, ...]
    limits: Limits
    crash: bool = False
    undecided: Undecided = field(default_factory=Undecided)
    wanted: str = ""
    seen: dict[bytes, Disagreement | None] = field(default_factory=dict)

    def text(self, text: str) -> Disagreement | None:
        """Return how they differ on a text."""
        key = blake2b(text.encode("utf-8", "surrogateescape")).digest()
        if key not in self.seen:
            disagreement = self._text(text)
            if disagreement is not None:
                self.wanted = self.wanted or disagreement.text
                disagreement = disagreement if disagreement.text == self.wanted else None
            self.seen[key] = disagreement
        return self.seen[key]

    def _text(self, text: str) -> Disagreement | None:
        verdicts: dict[type, str] = {}
        for solver in self.solvers:
            done = run(text, solver, self.limits)
            if self.crash and (how := crashed(done)):
                return Disagreement(f"{solver.title} crashes: {how}")
            if isinstance(done.answer, Sat | Unsat):
                verdicts.setdefault(type(done.answer), solver.title)
            else:
                self.undecided.add(done.answer)
        if len(verdicts) < 2:
            return None
        return Disagreement(f"{verdicts[Sat]} answers sat, {verdicts[Unsat]} answers unsat")


@dataclass(slots=True)
class SolversOnPuzzles:
    """Solvers on the script of a puzzle, see `Solvers`.

    Attributes:
        encoding: the encoding.
        on_scripts: the check of the script.
    """

    encoding: Encoding
    on_scripts: Solvers

    @property
    def undecided(self) -> Undecided:
        """The runs without a verdict."""
        return self.on_scripts.undecided

    def __call__(self, puzzle: Puzzle) -> Disagreement | None:
        """Return how they differ on the encoding of a puzzle."""
        logic = self.logic
        try:
            script = self.encoding.script(puzzle, logic)
        except EncodingError:
            return None
        return self.on_scripts.text(driver(script))

    @property
    def logic(self) -> str:
        """A logic that all solvers take, that which suits the first if it can be.

        Raises:
            EncodingError: if they have none in common.
        """
        solvers = self.on_scripts.solvers
        for logic in (best_logic(self.encoding, solvers[0]), *self.encoding.logics):
            if all(solver.logics is None or logic in solver.logics for solver in solvers):
                return logic
        titles = " and ".join(solver.title for solver in solvers)
        raise EncodingError(
            f"{titles} take no logic of {self.encoding.name} in common", code="unsupported-logic"
        )


def _fillings(encoding: Encoding, solver: Solver, puzzle: Puzzle, limits: Limits, most: int) -> Result:
    question = Question(limit=most, seconds=limits.seconds, memory_mib=limits.memory_mib)
    return SmtMethod(encoding, solver, altered=True).run("", puzzle, question)


def accepted_wrongly(result: Result, name: str) -> Disagreement | None:
    """Return the disagreement with the rules if a model of what was solved is a wrong filling."""
    if not result.violations:
        return None
    return Disagreement(f"{name} accepts a wrong filling", result.broken, result.violations)


def _left_open(result: Result) -> str:
    """Return why a result is not complete."""
    return result.error or f"there are more than the {counted(len(result.fillings), 'model')} looked at"


def crashed(done: Run) -> str:
    """Return how a solver crashed: a signal, or an end without an answer or an error; else nothing."""
    if not isinstance(done.answer, Failure) or "(error" in done.stdout:
        return ""
    return done.answer.text if done.exit_code != 0 else ""

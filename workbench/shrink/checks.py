"""The disagreements that shrinking keeps: of an encoding and the rules, of two encodings, of solvers.

A check is asked about one puzzle, or one script, after the other. What it can't decide it counts.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic

from drivers.answer import Answer, Failure, Run, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import cells_of
from fillomino.errors import counted
from fillomino.instance import Filling, Instance, Violation
from smtlib.render import driver
from smtlib.sexpr import short
from workbench.audit.judging import Case, Judge
from workbench.fillomino.contradicted import CONTRADICTED, known_solution
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import SmtMethod, in_words, read_model

VERDICTS = {"sat": Sat, "unsat": Unsat, "unknown": Unknown}

SMALL = 9
"""Up to so many cells all solutions are known, so that nothing wrong escapes."""

SMALL_SECONDS = 2.0
"""For each question about such a puzzle, at most: without clues nine cells have hundreds of solutions."""

FIRST_MODELS, MODELS = 200, 6
"""So many models of a larger puzzle are looked at: of the first one that is asked about, and of others."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A disagreement about a puzzle or a script.

    Attributes:
        text: who disagrees and how, in a sentence.
        filling: the filling that it is about, if there is one; with the violations of an accepted one.
        refused: whether an encoding refuses that filling, which is right.
        kind: what tells it from others about scripts; see `ScriptCondition`.
    """

    text: str
    filling: Filling | None = None
    violations: tuple[Violation, ...] = ()
    refused: bool = False
    kind: str = ""


@dataclass(slots=True)
class Undecided:
    """The number of questions that were not decided, and why the first of them was not."""

    number: int = 0
    reason: str = ""

    def add(self, why: str | Answer) -> None:
        """Count one, with the reason or the answer without a verdict."""
        self.number += 1
        self.reason = self.reason or short(why if isinstance(why, str) else in_words(why))

    def __bool__(self) -> bool:
        return self.number > 0


@dataclass(slots=True)
class PuzzleCheck(ABC):
    """A question about puzzles, and an encoding of them, or the first of two."""

    encoding: Encoding
    undecided: Undecided = field(default_factory=Undecided, kw_only=True)

    @abstractmethod
    def __call__(self, puzzle: Instance) -> Disagreement | None:
        """Return the disagreement about a puzzle; ``None`` if there is none, as far as is known."""


@dataclass(slots=True)
class _ByModels(PuzzleCheck):
    """A question that is decided by models of an encoding; so many of the next larger puzzle."""

    solver: Solver
    limits: Limits
    most: int = field(default=FIRST_MODELS, kw_only=True)

    def models(self, encoding: Encoding, puzzle: Instance, most: int) -> Result:
        """Return the first wrong filling that an encoding accepts, or so many right ones.

        Raises:
            EncodingError: if it does not encode the puzzle.
        """
        question = Question(limit=most, seconds=self.limits.seconds, memory_mib=self.limits.memory_mib)
        return SmtMethod(encoding, self.solver, altered=True).run("", puzzle, question)

    def leave_open(self, result: Result) -> None:
        """Count a puzzle of which not all models were looked at: there may be wrong ones among the others."""
        looked_at = f"there are more than the {counted(len(result.answers.fillings), 'model')} looked at"
        self.undecided.add(result.why.error or looked_at)


@dataclass(slots=True)
class AgainstRules(_ByModels):
    """An encoding and the rules.

    Attributes:
        falsified: of an encoding without some families, see `encoder.select.falsified`: as many models
            of it are looked at, too.
    """

    falsified: Encoding | None = None

    def __call__(self, puzzle: Instance) -> Disagreement | None:
        """Return how the encoding decides a puzzle wrongly; ``None`` if it does not, as far as is known."""
        name = self.encoding.name
        try:
            if puzzle.places.size <= SMALL:
                return self._small(puzzle)
            result = self.models(self.encoding, puzzle, self.most)
            if self.falsified is not None and not (result.answers.complete or result.why.violations):
                with suppress(EncodingError):
                    more = self.models(self.falsified, puzzle, self.most)
                    result = more if more.why.violations else result
            self.most = MODELS
        except SessionError as error:
            self.undecided.add(str(error))
            return None
        except EncodingError:  # a puzzle of a variant that it does not encode
            return None
        if accepted := accepted_wrongly(result, name):
            return accepted
        if result.verdict.status is Status.WRONG:
            gone = known_solution(puzzle) if result.why.error == CONTRADICTED else None
            return Disagreement(f"{name} refuses a right filling", gone, refused=True)
        if not result.answers.complete:
            self.leave_open(result)
        return None

    def _small(self, puzzle: Instance) -> Disagreement | None:
        name, logic = self.encoding.name, best_logic(self.encoding, self.solver)
        most = SMALL_SECONDS if self.limits.seconds is None else min(SMALL_SECONDS, self.limits.seconds)
        script = self.encoding.script(puzzle, logic, seconds=self.limits.seconds)
        with Judge(self.solver, self.limits.replace(seconds=most)) as judge:
            wrong = judge.first_wrong([Case(script, puzzle.solutions())])
        if wrong is None:
            return None
        if wrong.kind == "refused":
            return Disagreement(f"{name} refuses a right filling", wrong.filling, refused=True)
        filling, unreadable, broken = read_model(script, wrong.values)
        if filling is None:
            return Disagreement(f"{name} accepts something other than a filling ({unreadable})")
        return Disagreement(f"{name} accepts a wrong filling", filling, broken)


@dataclass(slots=True)
class TwoEncodings(_ByModels):
    """Two encodings: a filling of one that the other refuses."""

    other: Encoding

    def __call__(self, puzzle: Instance) -> Disagreement | None:
        """Return a filling that one accepts and the other does not; ``None`` if none is found."""
        most, self.most = self.most, MODELS
        begin = monotonic()
        for giver, judging in ((self.encoding, self.other), (self.other, self.encoding)):
            for filling in self._fillings(giver, puzzle, most):
                if self.limits.seconds is not None and monotonic() - begin > 3 * self.limits.seconds:
                    self.undecided.add(f"no answer within {3 * self.limits.seconds:g} s")
                    break
                if self._refuses(judging, puzzle, filling):
                    text = f"{giver.name} accepts a filling that {judging.name} refuses"
                    return Disagreement(text, filling, puzzle.violations_of_model(filling))
        return None

    def _fillings(self, encoding: Encoding, puzzle: Instance, most: int) -> Sequence[Filling]:
        try:
            result = self.models(encoding, puzzle, most)
        except EncodingError:
            return []
        if result.why.broken is not None:
            return [result.why.broken]
        if not result.answers.complete:
            self.leave_open(result)
        return result.answers.fillings

    def _refuses(self, encoding: Encoding, puzzle: Instance, filling: Filling) -> bool:
        try:
            script = encoding.script(puzzle, best_logic(encoding, self.solver), seconds=self.limits.seconds)
        except EncodingError:
            return False
        equal = cells_of(script).equal(filling)
        if "false" in equal:
            return True
        return isinstance(run(driver(script, equal), self.solver, self.limits).answer, Unsat)


@dataclass(slots=True)
class SolversOnPuzzles(PuzzleCheck):
    """Solvers on the script of a puzzle."""

    on_scripts: Solvers

    def __post_init__(self) -> None:
        self.undecided = self.on_scripts.undecided

    def __call__(self, puzzle: Instance) -> Disagreement | None:
        """Return how they differ on the encoding of a puzzle."""
        logic = self.logic
        try:
            script = self.encoding.script(puzzle, logic, seconds=self.on_scripts.limits.seconds)
        except EncodingError:
            return None
        return self.on_scripts(driver(script))

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


@dataclass(slots=True)
class ScriptCondition(ABC):
    """A question about scripts.

    The kind of disagreement found first is looked for from then on, so that it does not turn into another.

    Attributes:
        solvers: the solvers.
        limits: of each run.
        undecided: the runs without a verdict.
        kind: that kind; ``None`` before one is found.
        seen: what came of the texts that were tried, by their digests.
    """

    solvers: tuple[Solver, ...]
    limits: Limits
    undecided: Undecided = field(default_factory=Undecided, kw_only=True)
    kind: str | None = field(default=None, kw_only=True)
    seen: dict[bytes, Disagreement | None] = field(default_factory=dict, kw_only=True)

    def __call__(self, text: str) -> Disagreement | None:
        """Return the disagreement about a script; ``None`` if there is none, as far as is known."""
        key = blake2b(text.encode("utf-8", "surrogateescape")).digest()
        if key not in self.seen:
            every = self.disagreements(text)
            first = next((found for found in every if self.kind in (None, found.kind)), None)
            self.kind = first.kind if first is not None else self.kind
            self.seen[key] = first
        return self.seen[key]

    @abstractmethod
    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield the disagreements about a script, of any kind."""


@dataclass(slots=True)
class Solvers(ScriptCondition):
    """Solvers on one script: ``sat`` by one and ``unsat`` by another, or what one of them does.

    Attributes:
        wanted: ``differ``; ``crash``, which looks for a difference, too; ``fail``, of which the solver and
            the words of its error stay; or a verdict.
    """

    wanted: str = "differ"

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield what they do with a text, if it is what is wanted."""
        verdicts: dict[type, str] = {}
        compare = self.wanted in ("differ", "crash")
        for solver in self.solvers:
            done = run(text, solver, self.limits)
            answer = done.answer
            if self.wanted == "crash" and (how := crashed(done)):
                sentence = f"{solver.title} crashes: {how}"
                yield Disagreement(sentence, kind=sentence)
            elif self.wanted == "fail" and isinstance(answer, Failure):
                yield Disagreement(f"{solver.title} fails", kind=f"{solver.name}: {_kind_of(answer.text)}")
            elif isinstance(answer, VERDICTS.get(self.wanted, ())):
                yield Disagreement(f"{solver.title} answers {self.wanted}")
            if isinstance(answer, Sat | Unsat):
                verdicts.setdefault(type(answer), solver.title)
            elif compare or isinstance(answer, Timeout):
                self.undecided.add(answer)
        if compare and len(verdicts) > 1:
            sentence = f"{verdicts[Sat]} answers sat, {verdicts[Unsat]} answers unsat"
            yield Disagreement(sentence, kind=sentence)


def _kind_of(error: str) -> str:
    """An error without numbers, names and places, which change as the script shrinks."""
    words = re.sub(r"[0-9]+|[`'\"][^`'\"]*[`'\"]", " ", error.partition(":")[2] or error).split()
    return " ".join(words[:5])


def crashed(done: Run) -> str:
    """Return how a solver crashed: a signal, or an end without an answer or an error; else nothing."""
    if not isinstance(done.answer, Failure) or "(error" in done.stdout:
        return ""
    return done.answer.text if done.exit_code != 0 else ""


def accepted_wrongly(result: Result, name: str) -> Disagreement | None:
    """Return the disagreement with the rules if a model of what was solved is a wrong filling."""
    if not result.why.violations:
        return None
    return Disagreement(f"{name} accepts a wrong filling", result.why.broken, result.why.violations)

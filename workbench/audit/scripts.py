"""An encoding as the subject of an audit, ours or a program: its scripts are judged by a solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from drivers.answer import Failure, Sat, Unsat
from drivers.backend import run
from drivers.cores import core_of, require_session
from drivers.errors import DriverError, SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.script import PuzzleScript, cells_of
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate
from smtlib.file import file_of
from smtlib.literals import SortedValue, sorted_value, write_literal
from smtlib.render import body, driver
from smtlib.script import Assertion, Family
from smtlib.sexpr import quote_symbol
from workbench.audit.judge import Case, alike, judge, model_with
from workbench.audit.puzzles import fillings
from workbench.audit.subject import Counterexample, Judged
from workbench.choose.encodings import best_logic, check_taken
from workbench.foreign.command import with_timeout
from workbench.foreign.faults import blamed
from workbench.methods.attempt import in_words, read_model

PORTION = 50
"""So many puzzles are given to a program before the solver is asked about them, and progress is reported."""

_LIMITS = Limits(seconds=60)


class DisagreementError(DriverError):
    """Two judges of a counterexample (solvers, evaluation, rules) disagree: one of them is wrong."""

    code = "solvers-disagree"


@dataclass(frozen=True, slots=True)
class Scripts:
    """An encoding, and how its scripts are judged.

    Attributes:
        encoding: the encoding; whole, or with families left out.
        solver: who decides.
        second: another solver, which confirms what was found.
        whole: the encoding with all of its families.
        logic: the logic, if not the one that suits encoding and solver.
        level: how much to deduce before encoding.
        limits: of each question.
    """

    encoding: Encoding
    solver: Solver
    second: Solver
    whole: Encoding
    logic: str | None = None
    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        require_session(self.solver)
        self.encoding.check_logic(self._logic)

    @property
    def name(self) -> str:
        """The name of the encoding."""
        return self.encoding.name

    @property
    def portion(self) -> int | None:
        """See `Subject`."""
        return PORTION if self.encoding.spec else None

    @property
    def families(self) -> tuple[Family, ...]:
        """See `Subject`."""
        return self.whole.families

    @property
    def _logic(self) -> str:
        return self.logic or best_logic(self.encoding, self.solver)

    def script(self, puzzle: Puzzle) -> PuzzleScript:
        """Return the script of a puzzle, in a logic that the solver takes.

        Raises:
            EncodingError: if the encoding refuses it, or the solver its logic.
        """
        encoding = with_timeout(self.encoding, self.limits.seconds)
        # What deduction leaves is looked at by no other encoding, and it takes a third of the time.
        candidates = deduce(puzzle, self.level) if encoding.deduces else Candidates(())
        script = encoding.script(puzzle, self._logic, candidates)
        check_taken(script, self.solver)
        return script

    def judge(self, puzzles: Sequence[Puzzle]) -> Judged:
        """See `Subject`."""
        cases: list[Case] = []
        left_out: list[tuple[Puzzle, EncodingError]] = []
        for puzzle in puzzles:
            try:
                cases.append(Case(self.script(puzzle), fillings(puzzle)))
            except EncodingError as error:
                left_out.append((puzzle, error))
        right = 0
        for group in alike(cases):
            try:
                wrong = judge(group, self.solver, self.limits)
            except SessionError as error:
                raise blamed((case.script for case in group), error) from error
            if wrong is not None:
                return Judged(right, left_out, wrong)
            right += len(group)
        return Judged(right, left_out)

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`."""
        puzzle = Puzzle(wrong.puzzle.board, {})
        filling = tuple(number for _, number in sorted(wrong.puzzle.clues.items()))
        try:
            script = self.script(puzzle)
            values = model_with(script, filling, self.solver, self.limits)
        except (EncodingError, SessionTimeoutError):
            return wrong
        if (values is None) != (wrong.kind == "refused"):
            return wrong
        found = replace(wrong, puzzle=puzzle, script=script)
        return replace(found, filling=filling) if values is None else replace(found, values=values)

    def explain(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`."""
        if wrong.script is None:
            raise EncodingError("this puzzle was judged without a script")
        if wrong.kind == "refused" and wrong.filling is not None:
            return self._refused(wrong, wrong.script, wrong.filling)
        return self._accepted(wrong, wrong.script)

    def _accepted(self, wrong: Counterexample, script: PuzzleScript) -> Counterexample:
        model = _model(script, wrong.values)
        evaluated = satisfied(script, model)
        pinned = [f"(= {quote_symbol(name)} {write_literal(value)})" for name, value in model.items()]
        agreed = self._confirm(script, pinned, Sat)
        filling, unreadable, broken = read_model(script, wrong.values)
        if filling is not None and not broken:
            raise DisagreementError(f"the filling {filling} keeps all rules, but is not on our list")
        return replace(
            wrong,
            filling=filling,
            unreadable=unreadable,
            violations=broken,
            model=model,
            failing=self._failing(wrong.puzzle, script, model),
            checked_by=(*agreed, *(["our own evaluation"] if evaluated else []), "the rules"),
        )

    def _failing(
        self, puzzle: Puzzle, script: PuzzleScript, model: Mapping[str, SortedValue]
    ) -> tuple[Assertion, ...]:
        """The assertions that were left out and are false in a model."""
        if self.whole is self.encoding:
            return ()
        asserted = {assertion.term for assertion in script.assertions}
        whole = self.whole.script(puzzle, script.logic).assertions
        return tuple(a for a in whole if a.term not in asserted and _is_false(a.term, model))

    def _refused(self, wrong: Counterexample, script: PuzzleScript, filling: Filling) -> Counterexample:
        if violations(wrong.puzzle, filling):
            raise DisagreementError(f"the filling {filling} breaks the rules, but is on our list")
        equal = cells_of(script).equal(filling)
        agreed = () if "false" in equal else self._confirm(script, equal, Unsat)
        refusing = core_of(script, equal, self.second, _LIMITS) if agreed else ()
        return replace(wrong, refusing=refusing, checked_by=(*agreed, "the rules"))

    def _confirm(
        self, script: PuzzleScript, also: Sequence[str], verdict: type[Sat | Unsat]
    ) -> tuple[str, ...]:
        """Ask the second solver the same in a process of its own.

        Returns:
            The title of the solver; nothing if it can't read what a program wrote, and so can't judge.

        Raises:
            DisagreementError: if it answers anything else.
        """
        second = self.second
        asked = replace(script, logic=best_logic(self.encoding, second) or script.logic)
        answer = run(driver(asked, list(also)), second, _LIMITS).answer
        if script.source is not None and isinstance(answer, Failure):
            return ()
        if not isinstance(answer, verdict):
            raise DisagreementError(
                f"{second.title} does not agree with the counterexample: {in_words(answer)}"
            )
        return (second.title,)


def satisfied(script: PuzzleScript, model: Mapping[str, SortedValue]) -> bool:
    """Return whether our own evaluation finds every assertion true; a stranger's it may not understand.

    Raises:
        DisagreementError: if it finds one false, or can't decide one of ours.
    """
    definitions = file_of(body(script)).definitions if script.definitions else {}
    whole = True
    for assertion in script.assertions:
        try:
            verdict = evaluate(assertion.term, model, definitions)
        except EvaluationError:
            if script.source is None:
                raise
            verdict = None
        if verdict is None or (script.source is not None and verdict is not False):
            whole = whole and verdict is True
        elif verdict is not True:
            raise DisagreementError(f"the solver's model does not satisfy {assertion.term}")
    return whole


def _model(script: PuzzleScript, values: Mapping[str, object]) -> dict[str, SortedValue]:
    """The constants of a model, of sorts that we can evaluate."""
    model = {}
    for name, (_, sort) in zip(script.names, script.declarations, strict=True):
        with suppress(EvaluationError):
            model[name] = sorted_value(values[name], sort)
    return model


def _is_false(term: str, model: Mapping[str, SortedValue]) -> bool:
    try:
        return evaluate(term, model) is False
    except EvaluationError:  # an operator in a program's script that we do not know
        return False

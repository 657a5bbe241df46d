"""A counterexample, checked: the filling, its model, the assertions that fail on it, and a second solver."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from drivers.answer import Failure, Sat, Unsat
from drivers.cores import OPTION, minimal_core, refuted_by
from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.runner import run
from drivers.session import Session
from drivers.solver import Solver, holds_sessions
from encoder.encoding import Encoding
from encoder.errors import DecodeError
from encoder.script import PuzzleScript, decode
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate
from smtlib.file import file_of
from smtlib.literals import SortedValue, sorted_value, write_literal
from smtlib.render import body, driver
from smtlib.script import Assertion
from smtlib.sexpr import quote_symbol
from workbench.audit.batch import Wrong, same, whole_block
from workbench.logics import best_logic
from workbench.methods.result import in_words


class DisagreementError(DriverError):
    """Two judges of a counterexample (solvers, evaluation, rules) disagree: one of them is wrong."""

    code = "solvers-disagree"


_LIMITS = Limits(seconds=60)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A puzzle that an encoding decides wrongly.

    Attributes:
        puzzle: the puzzle.
        refused: whether a right filling is refused; else a wrong one is accepted.
        filling: that filling; ``None`` if the model is none at all.
        unreadable: why it is none.
        violations: what is wrong with an accepted filling, by the rules.
        model: the values of all constants, for an accepted one.
        failing: the assertions of the whole encoding that were left out and are false in that model.
        refusing: assertions that together refuse a right filling; none of them can be spared.
        checked_by: the judges that agree, beside the solver that found it.
        blocked: the filling that was blocked, where `block` is wrong: `filling` is refused with it, or
            is this very one and accepted still.
        blocking: the blocking clause of that filling.
    """

    puzzle: Puzzle
    refused: bool
    filling: Filling | None
    unreadable: str
    violations: tuple[Violation, ...]
    model: Mapping[str, SortedValue]
    failing: tuple[Assertion, ...]
    refusing: tuple[Assertion, ...]
    checked_by: tuple[str, ...]
    blocked: Filling | None = None
    blocking: str = ""

    @property
    def does(self) -> str:
        """The fault of the encoding, as the rest of a sentence that begins with its name."""
        if self.blocked is not None:
            return "blocks more than the filling" if self.refused else "does not block the filling"
        return "refuses a right filling" if self.refused else "accepts a wrong filling"


def understand(wrong: Wrong, encoding: Encoding, whole: Encoding, second: Solver) -> Counterexample:
    """Judge anew what an audit found.

    Args:
        wrong: what it found.
        encoding: what it audited.
        whole: the encoding with all of its families.
        second: another solver than the one that found it.

    Raises:
        DisagreementError: if the other solver, our own evaluation or the rules judge otherwise.
    """
    if wrong.refused is not None:
        return _refused(wrong, wrong.refused, encoding, second)
    return _accepted(wrong, encoding, whole, second)


def _accepted(wrong: Wrong, encoding: Encoding, whole: Encoding, second: Solver) -> Counterexample:
    puzzle, script = wrong.case.puzzle, wrong.case.script
    model = _model(wrong)
    evaluated = _satisfied(script, model)
    pinned = [f"(= {quote_symbol(name)} {write_literal(value)})" for name, value in model.items()]
    agreed = _agree(second, script, encoding, pinned, Sat)
    filling, unreadable = None, ""
    try:
        filling = decode(script, wrong.values).filling
    except DecodeError as error:
        unreadable = str(error)
    broken = violations(puzzle, filling) if filling is not None else ()
    if filling is not None and not broken:
        if filling not in wrong.case.fillings:
            raise DisagreementError(f"the filling {filling} keeps all rules, but is not on our list")
        return _not_blocked(wrong, filling, model, second)
    asserted = {assertion.term for assertion in script.assertions}
    failing = tuple(
        a
        for a in (whole.script(puzzle, script.logic).assertions if whole is not encoding else ())
        if a.term not in asserted and _is_false(a.term, model)
    )
    judges = (*agreed, *(["our own evaluation"] if evaluated else []), "the rules")
    return Counterexample(puzzle, False, filling, unreadable, broken, model, failing, (), judges)


def _is_false(term: str, model: Mapping[str, SortedValue]) -> bool:
    try:
        return evaluate(term, model) is False
    except EvaluationError:  # an operator in a program's script that we do not know
        return False


def _model(wrong: Wrong) -> dict[str, SortedValue]:
    """The constants of a model, of sorts that we can evaluate."""
    script, model = wrong.case.script, {}
    for name, (_, sort) in zip(script.names, script.declarations, strict=True):
        with suppress(EvaluationError):
            model[name] = sorted_value(wrong.values[name], sort)
    return model


def _satisfied(script: PuzzleScript, model: Mapping[str, SortedValue]) -> bool:
    """Return whether our own evaluation finds every assertion true; a foreign one it may not understand.

    Raises:
        DisagreementError: if it finds one false, or can't decide one of ours.
    """
    definitions = file_of(body(script)).definitions if script.definitions else {}
    whole = True
    for assertion in script.assertions:
        verdict = None
        if script.source:
            with suppress(EvaluationError):
                verdict = evaluate(assertion.term, model, definitions)
            whole = whole and verdict is not None
            verdict = verdict is not False
        else:
            verdict = evaluate(assertion.term, model, definitions)
        if verdict is not True:
            raise DisagreementError(f"the solver's model does not satisfy {assertion.term}")
    return whole


def _not_blocked(
    wrong: Wrong, filling: Filling, model: Mapping[str, SortedValue], second: Solver
) -> Counterexample:
    """A right filling that is accepted although it was blocked."""
    puzzle, script = wrong.case.puzzle, wrong.case.script
    blocking = wrong.blocking if filling == wrong.blocked else whole_block(script, filling)
    if evaluate(blocking, model) is not True:
        raise DisagreementError(f"the solver's model does not satisfy {blocking}")
    judges = (second.title, "our own evaluation", "the rules")
    return Counterexample(puzzle, False, filling, "", (), model, (), (), judges, filling, blocking)


def _refused(wrong: Wrong, filling: Filling, encoding: Encoding, second: Solver) -> Counterexample:
    puzzle, script = wrong.case.puzzle, wrong.case.script
    if violations(puzzle, filling):
        raise DisagreementError(f"the filling {filling} breaks the rules, but is on our list")
    equal = same(script, filling)
    if equal is not None and wrong.blocked is not None:
        _agree(second, script, encoding, [equal], Sat)
        both = (*_agree(second, script, encoding, [equal, wrong.blocking], Unsat), "the rules")
        return Counterexample(puzzle, True, filling, "", (), {}, (), (), both, wrong.blocked, wrong.blocking)
    refusing: tuple[Assertion, ...] = ()
    judges: tuple[str, ...] = ("the rules",)
    if equal is not None:
        judges = (*_agree(second, script, encoding, [equal], Unsat), "the rules")
        refusing = core_of(script, [equal], second) if len(judges) > 1 else ()
    return Counterexample(puzzle, True, filling, "", (), {}, (), refusing, judges)


def core_of(
    script: PuzzleScript, also: list[str], solver: Solver, limits: Limits = _LIMITS
) -> tuple[Assertion, ...]:
    """Assertions of a script that can't stand together with further terms, none of which can be spared.

    Empty if the script can stand with them after all, or the solver can't hold a session.

    Raises:
        SessionError: if the solver does not decide it within the limits.
    """
    if not holds_sessions(solver):
        return ()
    commands = [OPTION, f"(set-logic {script.logic})"]
    commands += [f"(declare-fun {name} () {sort})" for name, sort in script.declarations]
    commands += [*script.definitions, *(f"(assert {term})" for term in also)]
    switches = [f"use-{number}" for number in range(len(script.assertions))]
    for switch, assertion in zip(switches, script.assertions, strict=True):
        commands += [f"(declare-fun {switch} () Bool)", f"(assert (=> {switch} {assertion.term}))"]
    with Session(solver, limits) as session:
        session.send_script("\n".join(commands))
        needed = minimal_core(switches, refuted_by(session))
    found = dict(zip(switches, script.assertions, strict=True))
    return tuple(found[switch] for switch in needed or [])


def _agree(
    second: Solver, script: PuzzleScript, encoding: Encoding, also: list[str], verdict: type[Sat | Unsat]
) -> tuple[str, ...]:
    """Ask another solver the same in a process of its own.

    Returns:
        The title of the solver; nothing if it can't read what a program wrote, and so is no judge.

    Raises:
        DisagreementError: if it answers anything else.
    """
    asked = replace(script, logic=best_logic(encoding, second) or script.logic)
    answer = run(driver(asked, also), second, Limits(seconds=60)).answer
    if script.source and isinstance(answer, Failure):
        return ()
    if not isinstance(answer, verdict):
        raise DisagreementError(f"{second.title} does not agree with the counterexample: {in_words(answer)}")
    return (second.title,)

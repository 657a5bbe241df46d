"""Many puzzles of one board in one solver session: find a solution refused, or anything else accepted.

Every puzzle has a switch that implies its assertions; what all have in common is asserted outright. Another
literal for each puzzle implies "a model of it that is none of its solutions". Then one check decides
whether any of the puzzles has such a model, and one check for each filling whether it is accepted.

Of each puzzle one filling is blocked as a search for the next one blocks it.
Each other filling must be accepted under that clause, and this one must not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.answer import Sat, Unsat
from drivers.cores import unanswered
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.cells import key_of
from encoder.encoding import Encoding
from encoder.script import PuzzleScript, block, cells_of
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.literals import read_values
from smtlib.render import get_value
from smtlib.sexpr import read_first
from smtlib.terms import disjunction
from workbench.audit.fillings import fillings


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle, its script in an encoding, and its solutions by the rules."""

    puzzle: Puzzle
    script: PuzzleScript
    fillings: tuple[Filling, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A case that is decided wrongly.

    Attributes:
        case: the case.
        refused: the filling that should be accepted; ``None`` if something is accepted that should not be.
        values: the model that should not be, all constants of the script; empty for a refused filling.
        blocked: the filling that was blocked, where that is what goes wrong: another one is refused
            with it, or a model of this very filling is accepted.
        blocking: the blocking clause of that filling.
    """

    case: Case
    refused: Filling | None
    values: dict[str, object]
    blocked: Filling | None = None
    blocking: str = ""


def case(encoding: Encoding, puzzle: Puzzle, logic: str, level: Level = Level.NONE) -> Case:
    """Encode a puzzle for an audit."""
    return Case(
        puzzle, encoding.script(puzzle, logic, _candidates(encoding, puzzle, level)), fillings(puzzle)
    )


def same(script: PuzzleScript, filling: Filling) -> str | None:
    """The term "the numbers are those of this filling", clues included.

    Returns:
        ``None`` if the script has no way to express them: a number it has ruled out in advance.
    """
    blocking = whole_block(script, filling)
    return None if blocking == "true" else f"(not {blocking})"


def whole_block(script: PuzzleScript, filling: Filling) -> str:
    """The blocking clause of a filling, clues included, which `block` takes to be as given."""
    return cells_of(script).block(filling, whole=True)


def judge(cases: Sequence[Case], solver: Solver, limits: Limits) -> Wrong | None:
    """The first case that is decided wrongly, if any.

    Raises:
        SessionError: if the solver can't hold a session, fails, or does not answer in time.
    """
    batch = _Batch(cases)
    for number, filling in batch.inexpressible:
        return Wrong(cases[number], filling, {})
    with Session(solver, limits) as session:
        session.send_script("\n".join(batch.commands))
        if _holds(session, ["any-wrong"]):
            number = next(i for i in range(len(cases)) if _holds(session, [f"wrong-{i}"]))
            for taste in (["natural"], ["small"], []):
                if _holds(session, [f"wrong-{number}", *taste]):
                    break
            return Wrong(cases[number], None, _model(session, cases[number]))
        if batch.blocked and _holds(session, ["any-kept"]):
            for number, (filling, blocking, literal) in batch.blocked.items():
                if _holds(session, [f"case-{number}", f"other-{number}", literal]):
                    values = _model(session, cases[number])
                    return Wrong(cases[number], None, values, filling, blocking)
        for number, filling, literal in batch.asked:
            blocked, blocking, _ = batch.blocked[number]
            others = [] if filling == blocked else [f"other-{number}"]
            if not _holds(session, [f"case-{number}", literal, *others]):
                if others and _holds(session, [f"case-{number}", literal]):
                    return Wrong(cases[number], filling, {}, blocked, blocking)
                return Wrong(cases[number], filling, {})
    return None


def _model(session: Session, of: Case) -> dict[str, object]:
    """The values of all constants of a case, and of terms that its answer consists of."""
    values: dict[str, object] = dict(session.values(of.script.names))
    terms = [term for term in of.script.values if key_of(term) not in values]
    if terms:
        values |= read_values(session.command(get_value(terms)), [read_first(term) for term in terms])
    return values


def _candidates(encoding: Encoding, puzzle: Puzzle, level: Level) -> Candidates:
    if not encoding.deduces:
        return Candidates(())  # looked at by no such encoding, and it takes a third of the time
    return deduce(puzzle, level)


def _holds(session: Session, assuming: list[str]) -> bool:
    answer = session.check(assuming)
    if isinstance(answer, Sat):
        return True
    if isinstance(answer, Unsat):
        return False
    raise unanswered("the audit", answer)


class _Batch:
    """A batch of cases as commands of SMT-LIB.

    Attributes:
        commands: up to the first check.
        asked: what to assume for each filling that must be accepted: number of the case, filling, literal.
        inexpressible: fillings that a case has no term for.
        blocked: for each case that has fillings the one that `other-NUMBER` blocks: filling, blocking clause,
            and the literal that implies it.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        first = cases[0].script
        self.asked: list[tuple[int, Filling, str]] = []
        self.inexpressible: list[tuple[int, Filling]] = []
        self.blocked: dict[int, tuple[Filling, str, str]] = {}
        self._named: dict[str, str] = {}
        declared = dict.fromkeys(d for each in cases for d in each.script.declarations)
        common = set.intersection(*({a.term for a in each.script.assertions} for each in cases))
        self.commands = ["(set-option :produce-models true)", f"(set-logic {first.logic})"]
        self.commands += [f"(declare-fun {name} () {sort})" for name, sort in declared]
        self.commands += first.definitions  # which cases that share a session have in common
        self.commands += [f"(assert {term})" for term in sorted(common)]
        most = first.puzzle.board.size
        integers = [name for name, sort in declared if sort == "Int"]
        # Of many wrong models one with small integers is easier to read.
        self._imply("natural", [f"(<= 0 {name} {most})" for name in integers])
        self._imply("small", [f"(<= (- 9) {name} 9)" for name in integers])
        literals: dict[str, str] = {}
        kept = []
        for number, each in enumerate(cases):
            rest = [self._name(a.term) for a in each.script.assertions if a.term not in common]
            others = []
            blocked = number % max(1, len(each.fillings))
            for place, filling in enumerate(each.fillings):
                term = same(each.script, filling)
                if term is None:
                    self.inexpressible.append((number, filling))
                    continue
                if term not in literals:
                    literals[term] = f"is-{len(literals)}"
                    self._imply(literals[term], [term])
                self.asked.append((number, filling, literals[term]))
                others.append(f"(not {self._name(term)})")
                if place == blocked:
                    blocking = block(each.script, filling)
                    self.blocked[number] = filling, blocking, literals[term]
                    self._imply(f"other-{number}", [blocking])
                    kept.append(f"(and case-{number} other-{number} {literals[term]})")
            self._imply(f"case-{number}", rest)
            self._imply(f"wrong-{number}", [f"case-{number}", *others])
        self._imply("any-wrong", [disjunction([f"wrong-{number}" for number in range(len(cases))])])
        self._imply("any-kept", [disjunction(kept)])

    def _name(self, term: str) -> str:
        """A name for a term; the same assertions occur in many cases."""
        name = self._named.get(term)
        if name is None:
            name = self._named[term] = f"term-{len(self._named)}"
            self.commands.append(f"(define-fun {name} () Bool {term})")
        return name

    def _imply(self, literal: str, terms: list[str]) -> None:
        self.commands.append(f"(declare-fun {literal} () Bool)")
        if terms:
            body = f"(and {' '.join(terms)})" if len(terms) > 1 else terms[0]
            self.commands.append(f"(assert (=> {literal} {body}))")

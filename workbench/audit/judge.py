"""Many scripts in one solver session: find a solution that one refuses, or anything else that it accepts.

Every script has a switch that implies its assertions; what all have in common is asserted outright. Another
literal for each script implies "a model other than the known solutions". Then one check decides whether
any of the scripts has such a model, and one check for each solution whether it is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.answer import Sat, Unsat
from drivers.cores import unanswered
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.script import PuzzleScript, cells_of, key_of
from fillomino.puzzle import Filling
from smtlib.render import preamble
from smtlib.script import conjunction, disjunction
from smtlib.sexpr import quote_symbol
from workbench.audit.subject import Counterexample


@dataclass(frozen=True, slots=True)
class Case:
    """A script, and the solutions of its puzzle by the rules, or as many as are known."""

    script: PuzzleScript
    fillings: Sequence[Filling]


def judge(cases: Sequence[Case], solver: Solver, limits: Limits) -> Counterexample | None:
    """Return the first case that is decided wrongly, if any.

    The cases must be able to share declarations (`alike`); the limits are those of each question.

    Raises:
        SessionError: if the solver can't hold a session, fails, or does not answer in time.
    """
    batch = _Batch(cases)
    if batch.ruled_out:
        script, filling = batch.ruled_out[0]
        return Counterexample(script.puzzle, "refused", filling, script=script)
    with Session(solver, limits) as session:
        session.send_script("\n".join(batch.commands))
        if _holds(session, ["any-other"]):
            number = next(i for i in range(len(cases)) if _holds(session, [f"other-{i}"]))
            for taste in (*([taste] for taste in batch.tastes), []):
                if _holds(session, [f"other-{number}", *taste]):
                    break
            script = cases[number].script
            values = _model(session, script)
            return Counterexample(script.puzzle, "accepted", None, script=script, values=values)
        for number, filling, literal in batch.solutions:
            if not _holds(session, [f"case-{number}", literal]):
                script = cases[number].script
                return Counterexample(script.puzzle, "refused", filling, script=script)
    return None


def model_with(
    script: PuzzleScript, filling: Filling, solver: Solver, limits: Limits
) -> dict[str, object] | None:
    """Return the values of a model whose cells have the numbers of a filling; ``None`` without such a model.

    Raises:
        SessionError: as `judge`.
    """
    equal = cells_of(script).equal(filling)
    if "false" in equal:
        return None
    commands = [preamble(script), *(f"(assert {term})" for term in equal)]
    with Session(solver, limits) as session:
        session.send_script("\n".join(commands))
        return _model(session, script) if _holds(session, []) else None


def alike(cases: Sequence[Case]) -> list[list[Case]]:
    """Return groups of cases that can share declarations: constants have one sort, definitions are equal."""
    groups: list[list[Case]] = []
    rest = list(cases)
    while rest:
        first = rest[0].script
        sorts: dict[str, str] = {}
        group: list[Case] = []
        others: list[Case] = []
        for case in rest:
            script = case.script
            fits = (script.definitions, script.logic) == (first.definitions, first.logic)
            fits = fits and all(sorts.get(name, sort) == sort for name, sort in script.declarations)
            (group if fits else others).append(case)
            if fits:
                sorts.update(script.declarations)
        groups.append(group)
        rest = others
    return groups


def _model(session: Session, script: PuzzleScript) -> dict[str, object]:
    """The values of all constants of a script, and of the terms of its cells."""
    names = set(script.names)
    terms = [term for term in cells_of(script).values if key_of(term) not in names]
    return dict(session.values([*map(quote_symbol, script.names), *terms]))


def _holds(session: Session, assuming: list[str]) -> bool:
    answer = session.check(assuming)
    if isinstance(answer, Sat):
        return True
    if isinstance(answer, Unsat):
        return False
    raise unanswered("the audit", answer)


class _Batch:
    """Cases as commands of SMT-LIB.

    Attributes:
        commands: up to the first check.
        solutions: what must be accepted: number of the case, filling, and the literal to assume.
        ruled_out: solutions that a script has no term for, each with the script.
        tastes: literals that ask for small integers, which are easier to read; the strictest first.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        first = cases[0].script
        self.solutions: list[tuple[int, Filling, str]] = []
        self.ruled_out: list[tuple[PuzzleScript, Filling]] = []
        self.tastes: list[str] = []
        self._named: dict[str, str] = {}
        declared = dict.fromkeys(d for case in cases for d in case.script.declarations)
        common = set.intersection(*({a.term for a in case.script.assertions} for case in cases))
        self.commands = ["(set-option :produce-models true)", f"(set-logic {first.logic})"]
        self.commands += [f"(declare-fun {name} () {sort})" for name, sort in declared]
        self.commands += first.definitions  # which cases that share a session have in common
        self.commands += [f"(assert {a.term})" for a in first.assertions if a.term in common]
        self._prefer_small([name for name, sort in declared if sort == "Int"], first.puzzle.board.size)
        literals: dict[str, str] = {}
        for number, case in enumerate(cases):
            cells = cells_of(case.script)
            others = []
            for filling in case.fillings:
                equal = cells.equal(filling)
                if "false" in equal:
                    self.ruled_out.append((case.script, filling))
                    continue
                term = conjunction(equal)
                if term not in literals:
                    literals[term] = f"is-{len(literals)}"
                    self._imply(literals[term], [term])
                self.solutions.append((number, filling, literals[term]))
                others.append(f"(not {self._name(term)})")
            rest = [self._name(a.term) for a in case.script.assertions if a.term not in common]
            self._imply(f"case-{number}", rest)
            self._imply(f"other-{number}", [f"case-{number}", *others])
        self._imply("any-other", [disjunction([f"other-{number}" for number in range(len(cases))])])

    def _prefer_small(self, integers: list[str], most: int) -> None:
        if integers:
            self.tastes = ["natural", "small"]
            self._imply("natural", [f"(<= 0 {name} {most})" for name in integers])
            self._imply("small", [f"(<= (- 9) {name} 9)" for name in integers])

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
            self.commands.append(f"(assert (=> {literal} {conjunction(terms)}))")

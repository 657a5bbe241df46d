"""An encoding as the subject of an audit, ours or a program: its scripts are judged by a solver.

Many scripts are judged in one session: find a solution that one refuses, or anything else that it accepts.
Every script has a switch that implies its assertions; what all have in common is asserted outright. Another
literal for each script implies "a model other than the known solutions". Then one check decides whether
any of the scripts has such a model, and one check for each solution whether it is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from drivers.answer import Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.cores import core_of, require_session, unanswered
from drivers.errors import DriverError, SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript, cells_of, key_of
from fillomino.deduction.levels import Level
from fillomino.instance import Filling, Instance
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate, is_false
from smtlib.literals import SortedValue, sorted_value, write_literal
from smtlib.render import body, driver, preamble
from smtlib.scopes import shown_check
from smtlib.script import Assertion, Columns, Family, conjunction, disjunction, negation
from smtlib.sexpr import quote_symbol
from smtlib.text import Text
from workbench.audit.sweep import PORTION, SLOW_SECONDS, Counterexample, Judged, Subject, by_rules
from workbench.fillomino.deduced import all_candidates, without_clues
from workbench.foreign.faults import blamed
from workbench.foreign.spec import command_of, is_program
from workbench.methods.encodings import best_logic, check_taken
from workbench.methods.smt import in_words, read_model


@dataclass(frozen=True, slots=True)
class Case:
    """A script, and the solutions of its puzzle by the rules, or as many as are known."""

    script: PuzzleScript
    fillings: Sequence[Filling]


TOGETHER = 9
"""Scripts of boards with more cells are judged one after the other: under a switch clues decide nothing."""

LARGE_SECONDS = 10.0
"""So long a question on such a board may take, unless the audit has a limit: some are out of reach, such as
sixteen cells with the number 15 for the thesis's forest."""


class Judge:
    """A session of a solver that judges cases, one batch after the other; nothing of a batch is left then.

    It begins when it is first needed, anew for another logic, and anew after one that broke off. Use it as a
    context manager, or close it, so that the solver ends.

    Which model a solver finds may depend on what it was asked before. So what is decided wrongly is judged
    again in a session of its own: the counterexample is that of its batch, whatever was judged before.
    """

    def __init__(self, solver: Solver, limits: Limits) -> None:
        """Take the solver and the limits of each question."""
        self._solver, self._limits = solver, limits
        self._large_limits = limits if limits.seconds is not None else limits.replace(seconds=LARGE_SECONDS)
        self._session: Session | None = None
        self._settings: tuple[str, Limits] | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the solver, if there is one."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def first_wrong(
        self, cases: Sequence[Case], undecided: list[Instance] | None = None
    ) -> Counterexample | None:
        """Return the first case that is decided wrongly, if any.

        The cases must be able to share declarations (`alike`). Puzzles of large boards that were not decided
        in `LARGE_SECONDS` are added to a list, if there is one and the limits have no time.

        Raises:
            SessionError: if the solver can't hold a session, fails, or does not answer in time.
        """
        large = cases[0].script.puzzle.places.size > TOGETHER
        logic = cases[0].script.logic
        limits = self._large_limits if large and undecided is not None else self._limits
        for some in [[case] for case in cases] if large else [cases]:
            batch = _Batch(some)
            if batch.ruled_out:
                script, filling = batch.ruled_out[0]
                return Counterexample(script.puzzle, "refused", filling, script=script)
            try:
                session, before = self._begun(logic, limits)
                wrong = _judged(session, [*before, "(push 1)"], some, batch, limits)
            except BaseException as error:
                self.close()
                bounded = limits is not self._limits and isinstance(error, SessionTimeoutError)
                if undecided is None or not bounded:
                    raise
                undecided += [case.script.puzzle for case in some]
                continue
            if wrong is not None:
                with suppress(SessionTimeoutError), Session(self._solver, limits) as session:
                    session.send_script(_opening(logic))
                    return _judged(session, [], some, batch, limits) or wrong
                return wrong
        return None

    def _begun(self, logic: str, limits: Limits) -> tuple[Session, Sequence[str]]:
        """Return the session, and the commands by which it forgets the batch before, if there was one."""
        if self._settings != (logic, limits):
            self.close()
        if self._session is not None:
            return self._session, ["(pop 1)"]
        self._session, self._settings = Session(self._solver, limits), (logic, limits)
        self._session.send_script(_opening(logic))
        return self._session, []


def _opening(logic: str) -> str:
    """The first commands of a session."""
    return f"(set-option :produce-models true)\n(set-logic {logic})"


def _judged(
    session: Session, before: Sequence[str], cases: Sequence[Case], batch: _Batch, limits: Limits
) -> Counterexample | None:
    """Return the first case that is decided wrongly, if any; the commands `before` are sent first."""
    accepting: dict[tuple[str, ...], list[str]] = {}
    for number, _, literals in batch.solutions:
        accepting.setdefault(literals, []).append(f"case-{number}")
    # Cases with a solution in common are asked about together: a model of all is one of each.
    asked = [[*literals, *some] for literals, some in accepting.items()]
    begin, further = "\n".join([*before, *batch.commands]), "\n".join(batch.others)
    *together, other = _verdicts(session, [(begin, asked), (further, [["any-other"]])], limits)
    if _is_sat(other):
        number = next(i for i in range(len(cases)) if _holds(session, [f"other-{i}"]))
        session.send_script("\n".join(batch.tasting))
        for taste in (*([taste] for taste in batch.tastes), []):
            if _holds(session, [f"other-{number}", *taste]):
                break
        script = cases[number].script
        values = _values(session, script)
        return Counterexample(script.puzzle, "accepted", None, script=script, values=values)
    doubtful = {
        literals for literals, answer in zip(accepting, together, strict=True) if not isinstance(answer, Sat)
    }
    if not doubtful:
        return None
    left = [solution for solution in batch.solutions if solution[2] in doubtful]
    verdicts = _verdicts(session, [("", [[f"case-{n}", *literals] for n, _, literals in left])], limits)
    for (number, filling, _), answer in zip(left, verdicts, strict=True):
        if not _is_sat(answer):
            script = cases[number].script
            return Counterexample(script.puzzle, "refused", filling, script=script)
    return None


def _verdicts(
    session: Session, parts: Sequence[tuple[str, Sequence[Sequence[str]]]], limits: Limits
) -> Sequence[Sat | Unsat | Unknown]:
    """Return the verdicts of `Session.check_each`; asked one by one where each has a limit of time."""
    if limits.seconds is None:
        return session.check_each(*parts)
    verdicts: list[Sat | Unsat | Unknown] = []
    for script, asked in parts:
        singles = [(script if not place else "", [each]) for place, each in enumerate(asked)]
        for single in singles or [(script, [])]:
            verdicts += session.check_each(single)
    return verdicts


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
            declared = dict(zip(*columns(script.declarations), strict=True))
            merged = sorts | declared
            fits = fits and sorts.items() <= merged.items()
            (group if fits else others).append(case)
            if fits:
                sorts = merged
        groups.append(group)
        rest = others
    return groups


def columns(records: Sequence[NamedTuple]) -> Sequence[Sequence[Any]]:
    """Return the fields of records one by one, as a script stores them."""
    if isinstance(records, Columns):
        return records.columns
    return list(zip(*records, strict=True)) if records else [()] * 3


def _values(session: Session, script: PuzzleScript) -> dict[str, object]:
    """The values of all constants of a script, and of the terms of its cells."""
    names = set(script.names)
    terms = [term for term in cells_of(script).values if key_of(term) not in names]
    return dict(session.values([*map(quote_symbol, script.names), *terms]))


def _holds(session: Session, assuming: list[str]) -> bool:
    return _is_sat(session.check(assuming))


def _is_sat(answer: Sat | Unsat | Unknown | Timeout) -> bool:
    if isinstance(answer, Sat):
        return True
    if isinstance(answer, Unsat):
        return False
    raise unanswered("the audit", answer)


class _Batch:
    """Cases as commands of SMT-LIB.

    Attributes:
        commands: what all questions are about, after options and logic.
        others: what asking for any other model takes besides.
        solutions: what must be accepted: number of the case, filling, and the literals to assume.
        ruled_out: solutions that a script has no term for, each with the script.
        tastes: literals that ask for small integers, which are easier to read; the strictest first.
        tasting: the commands that these take.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        first = cases[0].script
        self.solutions: list[tuple[int, Filling, tuple[str, ...]]] = []
        self.ruled_out: list[tuple[PuzzleScript, Filling]] = []
        self.tastes: list[str] = []
        self.others: list[str] = []
        self.tasting: list[str] = []
        self._named: dict[str, str] = {}
        self._declared = declared = dict[str, str]()
        for case in cases:
            declared.update(zip(*columns(case.script.declarations), strict=True))
        terms = [list(columns(case.script.assertions)[2]) for case in cases]
        common = set(terms[0]).intersection(*terms[1:])
        self.commands = [f"(declare-fun {name} () {sort})" for name, sort in declared.items()]
        self.commands += first.definitions  # which cases that share a session have in common
        self.commands += [f"(assert {term})" for term in terms[0] if term in common]
        if integers := [name for name, sort in declared.items() if sort == "Int"]:
            self.tastes = ["natural", "small"]
            most = first.puzzle.places.size
            self._imply(self.tasting, "natural", [f"(<= 0 {name} {most})" for name in integers])
            self._imply(self.tasting, "small", [f"(<= (- 9) {name} 9)" for name in integers])
        named = self._named
        for number, rest in enumerate(terms):
            names = [
                named.get(term) or self._name(self.commands, term) for term in rest if term not in common
            ]
            self._imply(self.commands, f"case-{number}", names)
        literals: dict[str, str] = {}
        known: dict[tuple[int, Filling], tuple[tuple[str, ...], str] | None] = {}
        for number, case in enumerate(cases):
            cells = cells_of(case.script)
            different = []
            for filling in case.fillings:
                key = id(cells.of), filling
                if key not in known:
                    known[key] = self._solution(cells.equal(filling), literals)
                if (solution := known[key]) is None:
                    self.ruled_out.append((case.script, filling))
                    continue
                self.solutions.append((number, filling, solution[0]))
                different.append(solution[1])
            self._imply(self.others, f"other-{number}", [f"case-{number}", *different])
        self._imply(self.others, "any-other", [disjunction([f"other-{n}" for n in range(len(cases))])])

    def _solution(self, equal: list[str], literals: dict[str, str]) -> tuple[tuple[str, ...], str] | None:
        """The literals that assume a filling, and the term that it is another; ``None`` if it can't be one.

        Args:
            equal: the terms that it is this filling.
            literals: those that assume such terms so far.
        """
        if "false" in equal:
            return None
        for term in equal:
            if term in literals:
                continue
            if negation(term) in self._declared or term in self._declared:
                literals[term] = term
            else:
                literals[term] = f"is-{len(literals)}"
                self._imply(self.commands, literals[term], [term])
        assumed = tuple([literals[term] for term in equal])
        return assumed, f"(not {self._name(self.others, conjunction(equal))})"

    def _name(self, commands: list[str], term: str) -> str:
        """A name for a term; the same assertions occur in many cases."""
        name = self._named.get(term)
        if name is None:
            name = self._named[term] = f"term-{len(self._named)}"
            commands.append(f"(define-fun {name} () Bool {term})")
        return name

    def _imply(self, commands: list[str], literal: str, terms: list[str]) -> None:
        commands.append(f"(declare-fun {literal} () Bool)")
        if terms:
            commands.append(f"(assert (=> {literal} {conjunction(terms)}))")


_LIMITS = Limits(seconds=60)


class DisagreementError(DriverError):
    """Two judges of a counterexample (solvers, evaluation, rules) disagree: one of them is wrong."""

    code = "solvers-disagree"


@dataclass(frozen=True, slots=True)
class Scripts(Subject):
    """An encoding, maybe with families left out, and how its scripts are judged.

    Attributes:
        solver: who decides.
        second: another solver, which confirms what was found.
        whole: the encoding with all of its families.
        logic: the logic, if not the one that suits encoding and solver.
        level: how much to deduce before encoding.
        limits: of each question.
        known: from a puzzle to all of its solutions: by the rules, or by a rival.
        rival: the name of the encoding that gives these; empty if the rules do.
    """

    encoding: Encoding
    solver: Solver
    second: Solver
    whole: Encoding
    logic: str | None = None
    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)
    known: Callable[[Instance], Sequence[Filling]] = by_rules
    rival: str = ""
    _judge: Judge = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        require_session(self.solver)
        object.__setattr__(self, "_judge", Judge(self.solver, self.limits))
        self.encoding.check_logic(self._logic)

    @property
    def name(self) -> str:
        """The name of the encoding."""
        return self.encoding.name

    @property
    def portion(self) -> int | None:
        """See `Subject`."""
        return PORTION if is_program(self.encoding.spec) else None

    @property
    def unserved(self) -> bool:
        """See `Subject`."""
        return is_program(self.encoding.spec) and not command_of(self.encoding.spec).serve

    @property
    def families(self) -> tuple[Family, ...]:
        """See `Subject`."""
        return self.whole.families

    @property
    def _logic(self) -> str:
        return self.logic or best_logic(self.encoding, self.solver)

    def rules_broken(self, wrong: Counterexample) -> frozenset[str]:
        """See `Subject`."""
        if wrong.script is None or wrong.kind == "refused":
            return frozenset()
        _, _, broken = read_model(wrong.script, wrong.values)
        return frozenset(violation.name for violation in broken)

    def script(self, puzzle: Instance) -> PuzzleScript:
        """Return the script of a puzzle, in a logic that the solver takes.

        Raises:
            EncodingError: if the encoding refuses it, or the solver its logic.
        """
        # What deduction leaves is looked at by no other encoding, and it takes a third of the time.
        candidates = all_candidates(puzzle, self.level) if self.encoding.deduces else None
        script = self.encoding.script(puzzle, self._logic, candidates, self.limits.seconds)
        check_taken(script, self.solver)
        return script

    def close(self) -> None:
        """See `Subject`."""
        self._judge.close()

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """See `Subject`."""
        cases: list[Case] = []
        left_out: list[tuple[Instance, EncodingError]] = []
        for puzzle in puzzles:
            try:
                cases.append(Case(self.script(puzzle), self.known(puzzle)))
            except EncodingError as error:
                left_out.append((puzzle, error))
        slow = sum(case.script.cpu_seconds >= SLOW_SECONDS for case in cases) if self.unserved else 0
        right = 0
        undecided: list[Instance] = []
        for group in alike(cases):
            try:
                wrong = self._judge.first_wrong(group, undecided)
            except SessionError as error:
                raise blamed((case.script for case in group), error) from error
            if wrong is not None:
                return Judged(right, left_out, wrong, slow, undecided)
            right += len(group)
        return Judged(right - len(undecided), left_out, slow=slow, undecided=undecided)

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`."""
        bare = without_clues(wrong.puzzle)
        if bare is None:
            return wrong
        puzzle, filling = bare
        try:
            script, values = self.script(puzzle), None
            equal = cells_of(script).equal(filling)
            if "false" not in equal:
                with Session(self.solver, self.limits) as session:
                    session.send_script(
                        "\n".join([preamble(script), *(f"(assert {term})" for term in equal)])
                    )
                    values = _values(session, script) if _holds(session, []) else None
        except (EncodingError, SessionTimeoutError):
            return wrong
        if (values is None) != (wrong.kind == "refused"):
            return wrong
        found = replace(wrong, puzzle=puzzle, script=script)
        return replace(found, filling=filling) if values is None else replace(found, values=values)

    def explain(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`."""
        script = wrong.script or self.script(wrong.puzzle)
        if wrong.kind == "refused" and wrong.filling is not None:
            return self._refused(wrong, script, wrong.filling)
        model = _model(script, wrong.values)
        evaluated = satisfied(script, model)
        pinned = [f"(= {quote_symbol(name)} {write_literal(value)})" for name, value in model.items()]
        agreed = self._confirm(script, pinned, Sat)
        filling, unreadable, broken = read_model(script, wrong.values)
        if filling is not None and not broken and self.rival:
            return replace(
                wrong, kind="refused", filling=filling, by=self.rival, checked_by=(*agreed, "the rules")
            )
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
        self, puzzle: Instance, script: PuzzleScript, model: Mapping[str, SortedValue]
    ) -> tuple[Assertion, ...]:
        """The assertions that were left out and are false in a model."""
        if self.whole is self.encoding:
            return ()
        asserted = {assertion.term for assertion in script.assertions}
        whole = self.whole.script(puzzle, script.logic).assertions
        return tuple(a for a in whole if a.term not in asserted and is_false(a.term, model))

    def _refused(self, wrong: Counterexample, script: PuzzleScript, filling: Filling) -> Counterexample:
        if wrong.puzzle.violations(filling):
            raise DisagreementError(f"the filling {filling} breaks the rules, but is on our list")
        equal = cells_of(script).equal(filling)
        agreed = () if "false" in equal else self._confirm(script, equal, Unsat)
        refusing = core_of(script, equal, self.second, _LIMITS) if agreed else ()
        return replace(wrong, refusing=refusing, checked_by=(*agreed, "the rules"))

    def _confirm(
        self, script: PuzzleScript, also: Sequence[str], verdict: type[Sat | Unsat]
    ) -> tuple[str, ...]:
        """Ask the second solver the same in a process of its own; returns its title.

        Nothing if it can't read what a program wrote, and so can't judge. Any other answer is a
        `DisagreementError`.
        """
        second = self.second
        asked = script.replace(logic=best_logic(self.encoding, second) or script.logic)
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
    definitions = shown_check(Text(body(script))).definitions if script.definitions else {}
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

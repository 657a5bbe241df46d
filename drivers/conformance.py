"""Checks of what a solver has to do to be driven from here, for `fillomino solvers --check` and tests.

Each returns nothing where all is well, and else raises `Unfit`: the solver *lacks* something, and reported it
in a way that no answer of it can be mistaken; or it was *wrong*.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import combinations, pairwise

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.cores import OPTION, used_assumptions
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.process import Child
from drivers.session import Session
from drivers.solver import Solver, invocation, require
from drivers.system import anonymous_file, session_members
from fillomino.record import Record

LIMITS = Limits(seconds=20)
"""Of each run in a check that sets none of its own."""

_LOGICS = ("QF_LIA", "QF_BV", "QF_UF")
_MODELS = "(set-option :produce-models true)"


class Grade(StrEnum):
    """Grades of a check."""

    HOLDS = "yes"
    LACKS = "no"
    WRONG = "WRONG"
    LEFT_OUT = "-"


class Unfit(Exception):  # noqa: N818 -- an outcome, as pytest's Skipped is
    """The end of a check that does not hold; the message is one sentence.

    Attributes:
        grade: what it comes to; by default that the solver lacks it.
    """

    def __init__(self, message: str, grade: Grade = Grade.LACKS) -> None:
        super().__init__(message)
        self.grade = grade


class Subject(Record):
    """A solver under examination: its record, the limits of each run, and the logic where any will do."""

    solver: Solver
    limits: Limits
    logic: str

    def answer(self, logic: str, *body: str, options: str = ":produce-models") -> Answer:
        """The answer to a script in a logic.

        Raises:
            Unfit: if the record does not claim that the solver takes such a script.
        """
        if self.solver.logics is not None and logic not in self.solver.logics:
            raise Unfit(f"its record does not list {logic}", Grade.LEFT_OUT)
        script = "\n".join([f"(set-option {options} true)", f"(set-logic {logic})", *body])
        return run(script, self.solver, self.limits).answer


class Check(Record):
    """One thing that a solver should do.

    Attributes:
        name: a short name, for tests and tables.
        title: what holds if all is well.
        run: the check; returns nothing, or raises `Unfit`.
        essential: whether a solver without it is of no use here.
    """

    name: str
    title: str
    run: Callable[[Subject], None]
    essential: bool = False

    def result(self, subject: Subject) -> Result:
        """Return how the check of a solver ends."""
        try:
            self.run(subject)
        except Unfit as error:
            return Result(self, error.grade, str(error))
        except SessionError as error:
            return Result(self, Grade.LACKS, error.message)
        return Result(self, Grade.HOLDS)


class Result(Record):
    """The result of a check, and the reason where it does not hold: one sentence."""

    check: Check
    grade: Grade
    why: str = ""

    @property
    def disqualifies(self) -> bool:
        """Return whether the solver is of no use here, or can't be trusted."""
        return self.grade is Grade.WRONG or (self.grade is Grade.LACKS and self.check.essential)


def subject(solver: Solver, limits: Limits = LIMITS) -> Subject:
    """A solver to be checked, with the logic for whatever needs none in particular.

    Raises:
        SolverNotFoundError: if it is not installed.
        Unfit: if it does not even solve the simplest script, in any logic.
    """
    runnable = require(solver)
    logics = runnable.logics or _LOGICS
    if runnable.logics is not None:
        logics = ("QF_BV",) if "QF_BV" in logics else logics[:1]
    answers = []
    for logic in logics:
        examined = Subject(runnable, limits, logic)
        answer = examined.answer(logic, _TRUE, "(check-sat)")
        if answer == Sat():
            return examined
        if isinstance(answer, Failure):
            answers.append(answer.text)
            continue
        compare(answer, Sat())
    raise Unfit(answers[0])


def conformance(solver: Solver, limits: Limits = LIMITS) -> Iterator[Result]:
    """The results of all checks of a solver, as they come; one alone if it does not even start.

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    try:
        examined = subject(solver, limits)
    except Unfit as error:
        starts = Check("starts", "solves the simplest script", lambda _: None, essential=True)
        yield Result(starts, error.grade, str(error))
        return
    for check in CHECKS:
        yield check.result(examined)


def compare(answer: Answer, wanted: Answer) -> None:
    """Compare an answer with the right one.

    Raises:
        Unfit: if it is another one: wrong if that is a verdict, else missing.
    """
    if answer == wanted:
        return
    match answer:
        case Failure(text):
            raise Unfit(text)
        case Unknown(reason):
            raise Unfit(f"it answered unknown: {reason}")
        case Timeout(seconds):
            raise Unfit(f"it gave no answer within {seconds:g} s")
        case _:
            raise Unfit(f"it answered {_text(answer)}, where {_text(wanted)} is right", Grade.WRONG)


def _text(answer: Answer) -> str:
    if isinstance(answer, Sat):
        return "sat" + "".join(f", {name} = {value}" for name, value in answer.values.items())
    return "unsat"


_TRUE = "(declare-fun p () Bool)(assert p)"
_FALSE = f"{_TRUE}(assert (not p))"
_INTEGERS = "(declare-fun x () Int)(declare-fun y () Int)"
_LESS = f"{_INTEGERS}(assert (< x y))(assert (< y (+ x 2)))"
_FUNCTION = "(declare-fun f (Int) Int)(declare-fun x () Int)(assert (= (f 2) 7))(assert (= x (f 2)))"
_BITS = "(declare-fun a () (_ BitVec 8))(declare-fun b () (_ BitVec 3))"
_BARS = "".join(f"(declare-fun {name} () Bool)" for name in ("|a b|", "|a)b|", "p", "|;|"))
_SYMBOLS = {"a b": True, "a)b": False, "p": True, ";": False}
_BOOLEANS = (
    Sat(_SYMBOLS),
    f"{_BARS}(assert |a b|)(assert (not |a)b|))(assert (and p (not |;|)))(check-sat)"
    "(get-value (|a b| |a)b| p |;|))",
)
_ERRORS = (
    "(assert unknown_symbol) (check-sat)",
    "(declare-fun p () Bool) (assert (p p)) (check-sat)",
    "(declare-fun p () Bool) (assert p p) (check-sat)",
    "(declare-fun p) (check-sat)",
    "(declare-fun p () Bool) (get-value (p)) (check-sat)",
    "(check-sat) (get-value (unknown_symbol))",
    "(check-sat-assuming (unknown_symbol))",
    "",
)
"""Scripts that have no answer."""

_SIZE = 1000
_HOLES = 11
_SECONDS = 0.3
LATE_SECONDS = 5.0
"""Far more than the driver takes to end a process."""

_MEMORY_MIB = 96


def _scripts(logic: str, *expected: tuple[Answer, str]) -> Callable[[Subject], None]:
    """A check that scripts have the right answers; an empty logic is the subject's."""

    def expect(subject: Subject) -> None:
        for wanted, body in expected:
            compare(subject.answer(logic or subject.logic, body), wanted)

    return expect


def _booleans_elsewhere(subject: Subject) -> None:
    logics = [logic for logic in ("QF_BV", "QF_UFLIA") if logic != subject.logic]
    claimed = [logic for logic in logics if subject.solver.logics is None or logic in subject.solver.logics]
    if not claimed:
        raise Unfit("its record lists neither", Grade.LEFT_OUT)
    for logic in claimed:
        _scripts(logic, _BOOLEANS)(subject)


def _cores(subject: Subject) -> None:
    if not subject.solver.unsat_cores:
        raise Unfit("its record does not list unsat cores", Grade.LEFT_OUT)
    body = "(declare-fun p () Bool)(declare-fun q () Bool)"
    body += "(assert (! (or p q) :named |no 1|))(assert (! p :named b))"
    asking, option = "(check-sat)(get-unsat-core)", ":produce-unsat-cores"
    answer = subject.answer(subject.logic, body, "(assert (! (not p) :named |c|))", asking, options=option)
    if not isinstance(answer, Unsat):
        compare(answer, Unsat())
    elif missing := {"b", "c"} - set(answer.core):
        raise Unfit(f"the core lacks the assertion {min(missing)}", Grade.WRONG)
    elif set(answer.core) != {"b", "c"}:
        raise Unfit("the core has an assertion that is not needed")
    compare(subject.answer(subject.logic, body, asking, options=option), Sat())


def _errors(subject: Subject) -> None:
    for body in _ERRORS:
        answer = subject.answer(subject.logic, body)
        if not isinstance(answer, Failure):
            shown = body or "no command at all"
            raise Unfit(f"its answer to {shown} is {answer}, and not an error", Grade.WRONG)


def _unknown_logics(subject: Subject) -> None:
    answer = run(f"(set-logic QF_NO_SUCH){_TRUE}(check-sat)", subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        raise Unfit(f"it takes the logic QF_NO_SUCH, and its answer is {answer}")


def _unknown_options(subject: Subject) -> None:
    script = f"(set-option :no-such-option 3)\n(set-logic {subject.logic})\n{_FALSE}(check-sat)"
    answer = run(script, subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        compare(answer, Unsat())


def _seeds(subject: Subject) -> None:
    seeded = subject.replace(solver=subject.solver.replace(seed=7))
    compare(seeded.answer(subject.logic, _FALSE, "(check-sat)"), Unsat())


def _big_input(subject: Subject) -> None:
    names = [f"a_name_that_is_as_long_as_it_can_be_without_being_odd_{number}" for number in range(_SIZE)]
    body = [f"(declare-fun {name} () Bool)" for name in names]
    body += [f"(assert (=> {name} {after}))" for name, after in pairwise(names)]
    body += [f"(assert {names[0]})", "(check-sat)", f"(get-value ({' '.join(names)}))"]
    compare(subject.answer(subject.logic, *body), Sat(dict.fromkeys(names, True)))


def hard() -> list[str]:
    """Declarations and assertions that no solver refutes at once: twelve pigeons, eleven holes."""
    body = [f"(declare-fun p{i}_{j} () Bool)" for i in range(_HOLES + 1) for j in range(_HOLES)]
    body += [f"(assert (or {' '.join(f'p{i}_{j}' for j in range(_HOLES))}))" for i in range(_HOLES + 1)]
    pairs = combinations(range(_HOLES + 1), 2)
    return [*body, *(f"(assert (not (and p{i}_{j} p{k}_{j})))" for i, k in pairs for j in range(_HOLES))]


def _time_limit(subject: Subject) -> None:
    limits = subject.limits.replace(seconds=_SECONDS)
    started = time.monotonic()
    answer = subject.replace(limits=limits).answer(subject.logic, *hard(), "(check-sat)")
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())
    if time.monotonic() - started > _SECONDS + limits.grace_seconds + LATE_SECONDS:
        raise Unfit(f"it went on for {time.monotonic() - started:.1f} s")


def _memory_limit(subject: Subject) -> None:
    limited = subject.replace(limits=subject.limits.replace(memory_mib=_MEMORY_MIB))
    answer = limited.answer(subject.logic, _FALSE, "(check-sat)")
    if not isinstance(answer, Unknown | Failure):
        compare(answer, Unsat())


def _ended(subject: Subject) -> None:
    script = "\n".join([f"(set-logic {subject.logic})", *hard(), "(check-sat)\n"])
    with (
        invocation(subject.solver, script, subject.limits) as (words, given),
        anonymous_file("stdin") as source,
    ):
        source.write(given)
        source.seek(0)
        child = Child(words, subject.limits, source.fileno(), subject.solver.writes)
        try:
            until = time.monotonic() + _SECONDS
            while time.monotonic() < until and not child.exited:
                child.step(until)
        finally:
            child.close(subject.limits.grace_seconds)
    until = time.monotonic() + LATE_SECONDS
    while (left := session_members(child.pid)) and time.monotonic() < until:
        time.sleep(0.01)  # what is killed may take a moment to go
    if left:
        raise Unfit(f"when it was killed, processes went on that it had started: {', '.join(map(str, left))}")


@contextmanager
def _session(subject: Subject, *options: str) -> Iterator[Session]:
    if subject.solver.session_arguments is None:
        raise Unfit("its record has no session", Grade.LEFT_OUT)
    with Session(subject.solver, subject.limits) as session:
        session.send_all([*options, f"(set-logic {subject.logic})"])
        yield session


def _levels(subject: Subject) -> None:
    with _session(subject, _MODELS) as session:
        session.send_script("(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))")
        compare(session.check(), Sat())
        session.send_all(["(push 1)", "(assert (not p))"])
        compare(session.check(asking=["q"]), Sat({"q": True}))
        session.send_all(["(push 1)", "(assert (not q))"])
        compare(session.check(), Unsat())
        session.send_all(["(pop 2)", "(assert (not q))"])
        compare(session.check(asking=["p", "q"]), Sat({"p": True, "q": False}))


def _assumptions(subject: Subject) -> None:
    names = ["p", "q", "r"]
    with _session(subject, OPTION) as session:
        session.send_all([*(f"(declare-fun {name} () Bool)" for name in names), "(assert (not (and p q)))"])
        compare(session.check(["p", "r"]), Sat())
        compare(session.check(names), Unsat())
        used = used_assumptions(session, names)
        if not used >= {"p", "q"}:
            raise Unfit("the assumptions it names are not enough to be refuted", Grade.WRONG)
        compare(session.check(), Sat())


def _session_errors(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_all(["(declare-fun p () Bool)"])
        try:
            session.command("(assert no_such_symbol)")
        except SessionError:
            pass
        else:
            raise Unfit("it takes a symbol that was not declared", Grade.WRONG)
        with suppress(SessionError):  # the end of the session, as that of Yices
            session.send_all(["(assert p)", "(assert (not p))"])
            compare(session.check(), Unsat())


def _vain_queries(subject: Subject) -> None:
    if not subject.solver.goes_on:
        raise Unfit("its record does not claim it", Grade.LEFT_OUT)
    with _session(subject, _MODELS) as session:
        session.send_all(["(declare-fun p () Bool)", "(push 1)", "(assert p)", "(assert (not p))"])
        compare(session.check(asking=["p"]), Unsat())
        session.send_all(["(pop 1)", "(assert p)"])
        compare(session.check(asking=["p"]), Sat({"p": True}))


def _session_limit(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_script("\n".join(hard()))
        answer = session.check(seconds=_SECONDS)
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())


CHECKS = (
    Check(
        "booleans",
        "verdicts and values of Booleans, symbols in bars",
        _scripts("", _BOOLEANS),
        essential=True,
    ),
    Check("booleans-elsewhere", "the same in QF_BV and QF_UFLIA", _booleans_elsewhere),
    Check(
        "values-after-unsat",
        "asked for values after unsat",
        _scripts("", (Unsat(), f"{_FALSE}(check-sat)(get-value (p))(exit)")),
        essential=True,
    ),
    Check(
        "integers",
        "verdicts on integers (QF_LIA)",
        _scripts("QF_LIA", (Sat(), f"{_LESS}(check-sat)"), (Unsat(), f"{_LESS}(assert (< y x))(check-sat)")),
    ),
    Check(
        "integer-values",
        "values of integers, negative and large",
        _scripts(
            "QF_LIA",
            (
                Sat({"x": -3, "y": 10000000000000000000003, "(+ x 1)": -2}),
                f"{_INTEGERS}(assert (= x (- 3)))(assert (= (+ x y) 10000000000000000000000))(check-sat)"
                "(get-value (x))(get-value (y x (+ x 1)))",
            ),
        ),
    ),
    Check(
        "functions",
        "functions (QF_UFLIA)",
        _scripts(
            "QF_UFLIA",
            (Sat({"x": 7, "(f 2)": 7}), f"{_FUNCTION}(check-sat)(get-value (x (f 2)))"),
            (Unsat(), f"{_FUNCTION}(assert (distinct x 7))(check-sat)"),
        ),
    ),
    Check(
        "bit-vectors",
        "bit-vectors (QF_BV)",
        _scripts(
            "QF_BV",
            (
                Sat({"a": 15, "b": 5}),
                f"{_BITS}(assert (= a #x0f))(assert (= b #b101))(check-sat)(get-value (a b))",
            ),
            (Unsat(), f"{_BITS}(assert (bvult (bvor a #xf0) #xf0))(check-sat)"),
        ),
    ),
    Check("cores", "unsat cores", _cores),
    Check(
        "push-and-pop",
        "push and pop in a script",
        _scripts("", (Sat(), "(declare-fun p () Bool)(push 1)(assert (not p))(pop 1)(assert p)(check-sat)")),
    ),
    Check("errors", "errors that can't be taken for answers", _errors, essential=True),
    Check("unknown-logics", "an unknown logic is an error", _unknown_logics),
    Check("unknown-options", "an unknown option does no harm", _unknown_options, essential=True),
    Check(
        "success",
        "replies of success between answers",
        _scripts(
            "",
            (Sat({"p": True}), f"(set-option :print-success true){_TRUE}(check-sat)(get-value (p))"),
        ),
    ),
    Check("seeds", "a random seed", _seeds),
    Check("big-input", "a script of a quarter of a megabyte, many values", _big_input, essential=True),
    Check("time-limit", "stopped at a limit of time", _time_limit, essential=True),
    Check("memory-limit", "no wrong answer at a limit of memory", _memory_limit, essential=True),
    Check("ended", "no process left when it is killed", _ended, essential=True),
    Check("session", "an incremental session: push, pop, values", _levels),
    Check("assumptions", "assumptions in a session, and those needed", _assumptions),
    Check("session-errors", "an error in a session", _session_errors),
    Check("vain-queries", "a session goes on after asking in vain", _vain_queries),
    Check("session-limit", "a limit of time in a session", _session_limit),
)
"""All checks, in the order in which they are run."""

"""Checks of single scripts: verdicts, values of each sort, cores."""

from __future__ import annotations

from drivers.answer import Sat, Unsat
from drivers.conformance.subject import Check, Grade, Subject, Unfit, compare

_BITS = ("(declare-fun a () (_ BitVec 8))", "(declare-fun b () (_ BitVec 3))")
_INTEGERS = ("(declare-fun x () Int)", "(declare-fun y () Int)")
_SYMBOLS = {"a b": True, "a)b": False, "p": True, ";": False}


def booleans(subject: Subject) -> None:
    """Values of Booleans, with symbols in bars."""
    _booleans(subject, subject.logic)


def booleans_elsewhere(subject: Subject) -> None:
    """The same in the logics of bit-vectors and of integers."""
    logics = [logic for logic in ("QF_BV", "QF_UFLIA") if logic != subject.logic]
    claimed = [logic for logic in logics if subject.solver.logics is None or logic in subject.solver.logics]
    if not claimed:
        raise Unfit("its record lists neither", Grade.LEFT_OUT)
    for logic in claimed:
        _booleans(subject, logic)


def _booleans(subject: Subject, logic: str) -> None:
    quoted = [name if name.isalpha() else f"|{name}|" for name in _SYMBOLS]
    body = [f"(declare-fun {symbol} () Bool)" for symbol in quoted]
    body += ["(assert |a b|)", "(assert (not |a)b|))", "(assert (and p (not |;|)))", "(check-sat)"]
    subject.expect(Sat(_SYMBOLS), logic, *body, f"(get-value ({' '.join(quoted)}))")


def values_after_unsat(subject: Subject) -> None:
    """A request for values in vain, which must not spoil the verdict."""
    body = ("(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)", "(get-value (p))")
    subject.expect(Unsat(), subject.logic, *body, "(exit)")


def integers(subject: Subject) -> None:
    """Verdicts on linear integers."""
    body = (*_INTEGERS, "(assert (< x y))", "(assert (< y (+ x 2)))")
    subject.expect(Sat(), "QF_LIA", *body, "(check-sat)")
    subject.expect(Unsat(), "QF_LIA", *body, "(assert (< y x))", "(check-sat)")


def integer_values(subject: Subject) -> None:
    """Values of integers: negative, large, and of terms."""
    body = (*_INTEGERS, "(assert (= x (- 3)))", "(assert (= (+ x y) 10000000000000000000000))", "(check-sat)")
    wanted = {"x": -3, "y": 10000000000000000000003, "(+ x 1)": -2}
    subject.expect(Sat(wanted), "QF_LIA", *body, "(get-value (x))", "(get-value (y x (+ x 1)))")


def functions(subject: Subject) -> None:
    """Verdicts and values with a function."""
    body = (
        "(declare-fun f (Int) Int)",
        "(declare-fun x () Int)",
        "(assert (= (f 2) 7))",
        "(assert (= x (f 2)))",
    )
    wanted = {"x": 7, "(f 2)": 7}
    subject.expect(Sat(wanted), "QF_UFLIA", *body, "(check-sat)", "(get-value (x (f 2)))")
    subject.expect(Unsat(), "QF_UFLIA", *body, "(assert (distinct x 7))", "(check-sat)")


def bit_vectors(subject: Subject) -> None:
    """Verdicts and values of bit-vectors."""
    body = (*_BITS, "(assert (= a #x0f))", "(assert (= b #b101))", "(check-sat)", "(get-value (a b))")
    subject.expect(Sat({"a": 15, "b": 5}), "QF_BV", *body)
    subject.expect(Unsat(), "QF_BV", *_BITS, "(assert (bvult (bvor a #xf0) #xf0))", "(check-sat)")


def cores(subject: Subject) -> None:
    """Unsat cores: the names of the assertions needed, and no harm where there is none."""
    if not subject.solver.unsat_cores:
        raise Unfit("its record does not list unsat cores", Grade.LEFT_OUT)
    body = ["(declare-fun p () Bool)", "(declare-fun q () Bool)", "(assert (! (or p q) :named |no 1|))"]
    body += ["(assert (! p :named b))", "(assert (! (not p) :named |c|))"]
    asking, option = ("(check-sat)", "(get-unsat-core)"), ":produce-unsat-cores"
    answer = subject.answer(subject.logic, *body, *asking, options=option)
    if isinstance(answer, Unsat):
        missing = {"b", "c"} - set(answer.core)
        if missing:
            raise Unfit(f"the core lacks the assertion {min(missing)}", Grade.WRONG)
        if set(answer.core) != {"b", "c"}:
            raise Unfit("the core has an assertion that is not needed")
    else:
        compare(answer, Unsat())
    subject.expect(Sat(), subject.logic, *body[:4], *asking, options=option)


def push_and_pop(subject: Subject) -> None:
    """Levels of assertions before the one verdict of a script."""
    body = ("(declare-fun p () Bool)", "(push 1)", "(assert (not p))", "(pop 1)", "(assert p)", "(check-sat)")
    subject.expect(Sat(), subject.logic, *body)


ABILITIES = (
    Check("booleans", "verdicts and values of Booleans, symbols in bars", booleans, essential=True),
    Check("booleans-elsewhere", "the same in QF_BV and QF_UFLIA", booleans_elsewhere),
    Check("values-after-unsat", "asked for values after unsat", values_after_unsat, essential=True),
    Check("integers", "verdicts on integers (QF_LIA)", integers),
    Check("integer-values", "values of integers, negative and large", integer_values),
    Check("functions", "functions (QF_UFLIA)", functions),
    Check("bit-vectors", "bit-vectors (QF_BV)", bit_vectors),
    Check("cores", "unsat cores", cores),
    Check("push-and-pop", "push and pop in a script", push_and_pop),
)

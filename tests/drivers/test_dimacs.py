"""Clauses from SMT-LIB against every assignment, the map of symbols, and what SAT solvers print."""

from __future__ import annotations

import re
import time
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import Failure, Limits, Sat, Timeout, Unknown, Unsat, find, installed, run
from drivers.backend import version
from drivers.dimacs import Clauses, NotBooleanError, asked_in, from_script, read_answer, read_model
from drivers.errors import DriverError
from drivers.solvers import dimacs
from smtlib.sexpr import Sexpr, read_first, write
from tests.support.programs import shell_script

NAMES = ("a", "b", "c")
LEAVES = st.sampled_from([*NAMES, "true", "false", "d"])
DECLARED = (
    "".join(f"(declare-fun {name} () Bool)" for name in NAMES) + "(define-fun d () Bool (xor a (not b)))"
)


def combined(terms: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    many = st.lists(terms, min_size=2, max_size=3).map(" ".join)
    return st.one_of(
        terms.map("(not {})".format),
        terms.map("(! {} :named x)".format),
        *(many.map(f"({operator} {{}})".format) for operator in ("and", "or", "xor", "=>")),
        st.tuples(terms, terms).map("(= {0[0]} {0[1]})".format),
        st.tuples(terms, terms).map("(distinct {0[0]} {0[1]})".format),
        st.tuples(terms, terms, terms).map("(ite {0[0]} {0[1]} {0[2]})".format),
    )


TERMS = st.recursive(LEAVES, combined, max_leaves=12)


def holds(term: Sexpr, values: dict[str, bool]) -> bool:
    if isinstance(term, str):
        return {"true": True, "false": False, "d": values["a"] is values["b"], **values}[term]
    operator, *parts = term
    if operator == "!":
        return holds(parts[0], values)
    args = [holds(part, values) for part in parts]
    match operator:
        case "not":
            return not args[0]
        case "and":
            return all(args)
        case "or":
            return any(args)
        case "xor":
            return sum(args) % 2 == 1
        case "=>":
            return not all(args[:-1]) or args[-1]
        case "=":
            return args[0] is args[1]
        case "distinct":
            return args[0] is not args[1]
        case _:
            return args[1] if args[0] else args[2]


def models(clauses: Clauses) -> list[tuple[bool, ...]]:
    """For each model of the clauses the values of a, b and c, by looking at every assignment."""
    order = [clauses.variables[name] for name in NAMES]
    return [
        tuple(values[variable - 1] for variable in order)
        for values in product((False, True), repeat=clauses.count)
        if all(any(values[abs(x) - 1] is (x > 0) for x in clause) for clause in clauses.clauses)
    ]


@settings(max_examples=60, deadline=None)
@given(TERMS)
def test_clauses_have_the_models_of_the_term(term: str) -> None:
    clauses = Clauses()
    for name in NAMES:
        clauses.declare(("declare-fun", name, (), "Bool"))
    clauses.declare(("define-fun", "d", (), "Bool", ("xor", "a", ("not", "b"))))
    said = read_first(term)
    clauses.add(said)
    if clauses.count > 13:
        return
    every = list(product((False, True), repeat=3))
    wanted = [values for values in every if holds(said, dict(zip(NAMES, values, strict=True)))]
    assert sorted(models(clauses)) == wanted, write(said)  # each once: helpers are defined


def test_the_text_maps_variables_to_symbols() -> None:
    cnf = from_script(
        "(set-logic QF_UF)(declare-fun |a b| () Bool)(declare-const q Bool)"
        "(assert (or |a b| (not q)))(assert q)(check-sat)(get-value (|a b|))(exit)"
    )
    assert cnf == "c value 1 a b\nc symbol 2 q\np cnf 2 2\n1 -2 0\n2 0\n"
    assert asked_in(cnf) == {"a b": 1}
    assert read_answer("c hello\ns SATISFIABLE\nv 1\nv 2 0\n", cnf) == Sat({"a b": True})
    assert read_answer("s UNSATISFIABLE\n", cnf) == Unsat()
    assert isinstance(read_answer("s UNKNOWN\n", cnf), Unknown)
    assert read_answer("s SATISFIABLE\nv 2 0\n", cnf) == Failure("the model has no value of a b, variable 1")


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("", "expected one line"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "expected one line"),
        ("s PERHAPS\n", "expected one line"),
        ("s SATISFIABLE\n", "does not end with 0"),
        ("s SATISFIABLE\nv 1 2\n", "does not end with 0"),
        ("s SATISFIABLE\nv 1 x 0\n", "other than literals"),
        ("s SATISFIABLE\nv 1 -1 0\n", "a variable and its negation"),
    ],
)
def test_what_is_no_answer(printed: str, message: str) -> None:
    with pytest.raises(DriverError, match=message):
        read_model(printed)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("(declare-fun x () Int)", "only Boolean constants"),
        ("(declare-fun f (Bool) Bool)", "only Boolean constants"),
        ("(declare-fun p () Bool)(declare-fun p () Bool)", "declared twice"),
        ("(assert p)", "the symbol p is not declared"),
        ("(declare-fun p () Bool)(assert (and p (< 1 2)))", r"not a Boolean term .*: \(< 1 2\)"),
        ("(push 1)", "push and pop"),
    ],
)
def test_scripts_that_clauses_cannot_say(script: str, message: str) -> None:
    with pytest.raises(NotBooleanError, match=message):
        from_script(script)


@pytest.mark.parametrize("program", ["cadical", "picosat", "kissat"])
def test_any_program_on_the_path(program: str) -> None:
    solver = find(f"dimacs:{program}")
    if installed(solver) is None:
        pytest.skip(f"{program} is not installed")
    script = f"(set-logic QF_UF){DECLARED}(assert (and (not d) a))(check-sat)(get-value (b a (not b)))"
    assert run(script, solver, Limits(seconds=60)).answer == Sat({"b": False, "a": True, "(not b)": True})
    script = f"(set-logic QF_UF){DECLARED}(assert (distinct a a))(check-sat)(get-value (b))"
    assert run(script, solver, Limits(seconds=60)).answer == Unsat()


ASKING = "(set-logic QF_UF)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"


def program(folder: Path, body: str) -> str:
    return str(shell_script(folder / "sat-solver", body))


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("echo 's SATISFIABLE'; echo 'v 1 0'; exit 10", Sat({"p": True})),
        ("echo 's UNSATISFIABLE'; exit 20", Unsat()),
        ("sleep 30 & echo 's UNSATISFIABLE'; exit 20", Unsat()),  # a child that lives on
        ("echo 's UNKNOWN'", Unknown("there is no model to ask")),
        ("echo 's SATISFIABLE'; echo 'v 1 0'; exit 20", "answered SATISFIABLE, but ended with exit code 20"),
        ("echo 's SATISFIABLE'; exit 10", "the model is incomplete: it does not end with 0"),
        ("echo oops >&2; exit 3", "gave no answer: .* \\(oops\\)"),
        ("echo 's SATISFIABLE'; echo 'v 0'; exit 10", "the model has no value of p"),
        ("yes 's UNKNOWN'", "wrote more than 64 MiB"),
    ],
)
def test_a_program_is_not_believed_blindly(tmp_path: Path, body: str, wanted: object) -> None:
    done = run(ASKING, dimacs(program(tmp_path, f"cat > /dev/null; {body}")), Limits(seconds=60))
    if isinstance(wanted, str):
        assert isinstance(done.answer, Failure)
        assert re.search(wanted, done.answer.text)
    else:
        assert done.answer == wanted
    assert done.usage.wall_seconds < 20


def test_a_program_is_stopped_in_time(tmp_path: Path) -> None:
    answer = run(ASKING, dimacs(program(tmp_path, "sleep 30")), Limits(seconds=1)).answer
    assert answer == Timeout(1)


def test_nobody_waits_long_for_a_version(tmp_path: Path) -> None:
    began = time.monotonic()
    assert version(dimacs(program(tmp_path, "sleep 30")), Limits(seconds=0.6)) == "unknown"
    assert 0.6 <= time.monotonic() - began < 5
    assert version(dimacs(program(tmp_path, "sleep 30 & echo one"))) == "sat-solver one (DIMACS)"

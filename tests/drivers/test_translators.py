"""What stands before a solver or beside it: clauses, bounds, proofs, cores, and parsers."""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import (
    Failure,
    Limits,
    Sat,
    Session,
    Solver,
    Timeout,
    Unknown,
    Unsat,
    fake,
    installed,
    run,
)
from drivers.backend import version
from drivers.cores import OPTION, minimal_core, refuted_by, require_session, unanswered, used_assumptions
from drivers.dimacs import Clauses, NotBooleanError, asked_in, from_script, read_answer, read_model
from drivers.errors import DriverError, SessionError, SessionTimeoutError, UnfitSolverError
from drivers.fake import transcript
from drivers.parsers import opinions
from drivers.solvers import BITWUZLA, CVC5, YICES, Z3, dimacs
from smtlib.sexpr import Sexpr, read_first, write
from tests.support import needs
from tests.support.hostile import HOSTILE, hidden
from tests.support.programs import shell_script
from tests.support.refused import refused
from tests.support.where import examples, where

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


@settings(max_examples=examples(60), deadline=None)
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
    "printed",
    [
        "",
        "s SATISFIABLE\ns UNSATISFIABLE\n",
        "s PERHAPS\n",
        "s SATISFIABLE\n",
        "s SATISFIABLE\nv 1 2\n",
        "s SATISFIABLE\nv 1 x 0\n",
        "s SATISFIABLE\nv 1 -1 0\n",
    ],
)
def test_what_is_no_answer(printed: str) -> None:
    with refused(DriverError, "bad-answer"):
        read_model(printed)


@pytest.mark.parametrize(
    "script",
    [
        "(declare-fun x () Int)",
        "(declare-fun f (Bool) Bool)",
        "(declare-fun p () Bool)(declare-fun p () Bool)",
        "(assert p)",
        "(declare-fun p () Bool)(assert (and p (< 1 2)))",
        "(push 1)",
    ],
)
def test_scripts_that_clauses_cannot_say(script: str) -> None:
    with refused(NotBooleanError, "not-boolean"):
        from_script(script)


@pytest.mark.parametrize("name", ["a\n1 0", "a\r-1 0"])
def test_no_symbol_becomes_a_clause(name: str) -> None:
    with pytest.raises(DriverError):
        from_script(f"(declare-const |{name}| Bool)(assert |{name}|)")


@pytest.mark.parametrize("program", ["cadical", "picosat", "kissat"])
def test_any_program_on_the_path(program: str) -> None:
    solver = needs.solver(f"dimacs:{program}")
    script = f"(set-logic QF_UF){DECLARED}(assert (and (not d) a))(check-sat)(get-value (b a (not b)))"
    assert run(script, solver, Limits(seconds=600)).answer == Sat({"b": False, "a": True, "(not b)": True})
    script = f"(set-logic QF_UF){DECLARED}(assert (distinct a a))(check-sat)(get-value (b))"
    assert run(script, solver, Limits(seconds=600)).answer == Unsat()


ASKING = "(set-logic QF_UF)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"


def program(folder: Path, body: str) -> str:
    return str(shell_script(folder / "sat-solver", body))


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("echo 's SATISFIABLE'; echo 'v 1 0'; exit 10", Sat({"p": True})),
        ("echo 's UNSATISFIABLE'; exit 20", Unsat()),
        ("sleep 3600 & echo 's UNSATISFIABLE'; exit 20", Unsat()),  # a child that lives on
        ("echo 's UNKNOWN'", Unknown("there is no model to ask")),
        ("echo 's SATISFIABLE'; echo 'v 1 0'; exit 20", "answered SATISFIABLE, but ended with exit code 20"),
        ("echo 's SATISFIABLE'; exit 10", "the model is incomplete: it does not end with 0"),
        ("echo oops >&2; exit 3", "gave no answer: .* \\(oops\\)"),
        ("echo 's SATISFIABLE'; echo 'v 0'; exit 10", "the model has no value of p"),
        ("yes 's UNKNOWN'", "wrote more than 64 MiB"),
    ],
)
def test_a_program_is_not_believed_blindly(tmp_path: Path, body: str, wanted: object) -> None:
    done = run(ASKING, dimacs(program(tmp_path, f"cat > /dev/null; {body}")), Limits(seconds=600))
    if isinstance(wanted, str):
        assert isinstance(done.answer, Failure)
        assert re.search(wanted, done.answer.text)
    else:
        assert done.answer == wanted
    assert done.usage.wall_seconds < 600, "the child that lives on was waited for"


def test_a_program_is_stopped_in_time(tmp_path: Path) -> None:
    answer = run(ASKING, dimacs(program(tmp_path, "sleep 3600")), Limits(seconds=1)).answer
    assert answer == Timeout(1)


def test_nobody_waits_long_for_a_version(tmp_path: Path) -> None:
    assert version(dimacs(program(tmp_path, "sleep 3600")), Limits(seconds=0.6)) == "unknown"
    assert version(dimacs(program(tmp_path, "sleep 3600 & echo one"))) == "sat-solver one (DIMACS)"


SCRIPT = """(set-option :produce-models true)
(set-logic QF_UFLIA)
(declare-fun |a b| () Int)
(declare-fun p () Bool)
(declare-fun f (Int) Int)
(assert (= |a b| (- 3)))
(assert (! (and p (= (f 2) 7)) :named n))
(check-sat)
(get-value (|a b| p (f 2) (+ |a b| 1)))
(get-value (p))
"""


@pytest.mark.parametrize("name", ["pysmt-z3", "pysmt-yices", "pysmt-cvc5"])
def test_pysmt(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values come one reply after another, and pySMT's files (``stdout``, for diagnostics) are not made."""
    solver = needs.solver(name)
    monkeypatch.chdir(tmp_path)
    values = {"a b": -3, "p": True, "(f 2)": 7, "(+ |a b| 1)": -2}
    assert run(SCRIPT, solver, Limits(seconds=600)).answer == Sat(values)
    assert isinstance(run(SCRIPT.replace("QF_UFLIA", "QF_WHAT"), solver, Limits(seconds=600)).answer, Failure)
    assert list(tmp_path.iterdir()) == []


sets = st.sets(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), max_size=5)


@given(sets)
def test_a_core_is_refuted_and_none_of_it_can_be_spared(conflicts: set[frozenset[int]]) -> None:
    def refute(items: Collection[int]) -> frozenset[int] | None:
        return next((conflict for conflict in conflicts if conflict <= set(items)), None)

    found = minimal_core(range(8), refute)
    assert (found is None) == (refute(range(8)) is None)
    if found is not None:
        assert found == sorted(found)
        assert refute(found) is not None
        assert all(refute(few) is None for few in combinations(found, len(found) - 1))


def test_the_front_is_tried_first_and_the_search_reports() -> None:
    reports: list[tuple[int, int]] = []

    def refute(items: list[str]) -> list[str] | None:
        return items if "b" in items or "c" in items else None

    assert minimal_core(["a", "b", "c"], refute, lambda *counts: reports.append(counts)) == ["c"]
    assert reports == [(0, 3), (0, 2), (0, 1)]


@where(lambda solver: solver.session_arguments is not None and solver.logics is None)
def test_a_session_refutes(solver: Solver) -> None:
    with Session(solver, Limits(seconds=600)) as session:
        declared = [f"(declare-fun {name} () Bool)" for name in ("p", "q", "r", "|a b|")]
        session.send_all([OPTION, "(set-logic QF_UF)", *declared, "(assert (not (and p r)))"])
        refute = refuted_by(session)
        assert minimal_core(["p", "q", "r", "|a b|"], refute) == ["p", "r"]
        assert minimal_core(["p", "q"], refute) is None
        session.send_all(["(assert (not |a b|))"])
        assert refute(["q", "|a b|"]) == {"|a b|"}
        assert used_assumptions(session, []) == set()


def test_no_verdict_is_an_error() -> None:
    with (
        Session(transcript([("(check-sat)", "unknown")])) as session,
        refused(SessionError, "session-failed"),
    ):
        minimal_core([], refuted_by(session))
    assert isinstance(unanswered("it", Timeout(2.0)), SessionTimeoutError)
    assert not isinstance(unanswered("it", Unknown("why")), SessionTimeoutError)


def test_solvers_without_a_session_are_refused() -> None:
    require_session(fake.scripted("sat\n"))
    with refused(UnfitSolverError, "unfit-solver"):
        require_session(needs.solver("pysmt-z3"))


INTS = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun p () Bool)\n"


@pytest.mark.parametrize(
    ("command", "z3", "yices"),
    [
        ("(assert (> x 3))", (), ()),
        ("(assert (= x -3))", (), (5,)),
        ("(assert (= (+ x) 3))", (), ()),
        ("(assert (<= x))", (), (5,)),
        ("(assert (and p 3))", (5,), (5,)),
        ("(assert (= q 3))", (5,), (5,)),
        ("(assert (= (* x y) 4))", (5,), ()),
        ("(declare-fun mod () Int)(assert (= mod 3))", (), (5,)),
        ("(get-qe p)(minimize x)", (), (5,)),
        ("(simplify p)(check-sat)(get-value (nothing))", (), ()),
    ],
)
def test_each_says_what_it_does_not_take(command: str, z3: tuple[int, ...], yices: tuple[int, ...]) -> None:
    found = {each.title: tuple(line for line, _, _ in each.faults) for each in opinions(f"{INTS}{command}\n")}
    assert (found["Z3"], found["Yices"]) == (z3, yices)


def test_nothing_is_decided() -> None:
    names = [f"x{number}" for number in range(200)]
    hard = "".join(f"(declare-fun {x} () Int)(assert (and (< 0 {x}) (< {x} 9)))\n" for x in names)
    text = f"(set-logic QF_NIA)\n{hard}(assert (= 7 (* {' '.join(names)})))(check-sat)"
    assert not any(each.faults for each in opinions(text) if each.title == "Z3")


def test_a_script_that_touches_files_is_given_to_no_parser() -> None:
    chance = random.Random(2)
    for text in HOSTILE:
        assert opinions(hidden(text, chance)) == []


@pytest.mark.parametrize("text", ["(assert", ")", '(echo "'])
def test_what_can_not_be_read_is_asked_of_nobody(text: str) -> None:
    assert opinions(text) == []


FAULTS = """(set-logic QF_BV)
(declare-const x (_ BitVec 4))
(echo "(error ""line 1 column 1: words"")")
(assert (= x
  unknown))
(check-sat)
"""


@pytest.mark.parametrize("parser", [Z3, YICES, CVC5, BITWUZLA], ids=lambda solver: solver.name)
def test_every_parser_names_a_place(parser: Solver) -> None:
    if installed(parser) is None:
        pytest.skip(f"{parser.title} is not installed: {parser.install}")
    [fault] = next(each.faults for each in opinions(FAULTS) if each.title == parser.title)
    assert fault[0] == 5
    assert fault[1] in (2, 3)  # Z3 counts from 0
    bad = FAULTS.replace("unknown", "x") + "(assert true)\n(assert x)\n"
    assert next(each.faults[0][0] for each in opinions(bad) if each.title == parser.title) == 8


@pytest.mark.parametrize("parser", [Z3, YICES, CVC5], ids=lambda solver: solver.name)
def test_an_echo_of_no_string_is_seen(parser: Solver) -> None:
    if installed(parser) is None:
        pytest.skip(f"{parser.title} is not installed: {parser.install}")
    text = "(set-logic QF_UF)\n(reset)\n(set-logic QF_UF)\n(echo words)\n"
    assert [fault[0] for each in opinions(text) if each.title == parser.title for fault in each.faults] == [4]


@pytest.mark.skipif(installed(YICES) is None, reason=f"Yices is not installed: {YICES.install}")
def test_yices_reads_a_script_in_the_mode_in_which_it_runs_it() -> None:
    once = "(declare-const p Bool)\n(assert p)\n(check-sat)\n"
    for text in (
        f"(set-option :global-declarations true)\n(set-logic QF_UF)\n{once}(reset-assertions)\n(assert p)\n",
        f"(set-logic QF_UF)\n{once}(check-sat-assuming (p))\n",
        f"(set-logic QF_UF)\n(push 1)\n{once}(pop 1)\n",
        f"(set-logic QF_UF)\n{once}(assert (not p))\n(check-sat)\n",
    ):
        assert not any(each.faults for each in opinions(text) if each.title == YICES.title)

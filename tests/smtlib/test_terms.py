"""S-expressions, literals, and the evaluation of terms."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder.encodings.registry import ENCODINGS
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.commands import Query, queries
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import evaluate
from smtlib.framer import Framer, is_one_command
from smtlib.literals import (
    Bits,
    SortedValue,
    merge_values,
    read_literal,
    read_value,
    read_values,
    sorted_value,
    width_of,
    write_literal,
)
from smtlib.render import render
from smtlib.sexpr import (
    Sexpr,
    error_message,
    error_reply,
    is_symbol,
    quote_symbol,
    read_all,
    read_first,
    read_nodes,
    read_one,
    symbol_name,
    without_places,
    write,
)
from tests.support.refused import refused
from tests.support.texts import asserting_check, lint
from tests.support.where import examples

simple = st.text(alphabet="abcXYZ019~!@$%^&*_-+=<>.?/:#", min_size=1, max_size=8)
names = st.text(st.characters(exclude_characters="|\\", exclude_categories=["Cs"]), max_size=8)
quoted = names.map("|{}|".format)
string = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(
    lambda s: '"' + s.replace('"', '""') + '"'
)
atoms = simple | quoted | string
sexprs: st.SearchStrategy[Sexpr] = st.recursive(atoms, lambda inner: st.lists(inner, max_size=4).map(tuple))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('(a |a)b| "x""y" ; (comment "\n 12)', [("a", "|a)b|", '"x""y"', "12")]),
        ("", []),
        (" \n; only a comment", []),
        ("sat\n((x 1))()", ["sat", (("x", "1"),), ()]),
        ("|a;\n(b|", ["|a;\n(b|"]),
    ],
)
def test_read(text: str, expected: list[Sexpr]) -> None:
    assert read_all(text) == expected


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *((text, "") for text in ("(", "(a (b)", '"abc', '("a"" b)', "|a", "(a |b)")),
        *((text, "") for text in (")", "(a))", "a )")),
        ("(a\n (b)", "1:1: "),
        ("(a))", "1:4: "),
        ('(a\n "b)', "2:2: "),
        ("\n |x", "2:2: "),
    ],
)
def test_faults_and_their_places(text: str, place: str) -> None:
    for source in ("f", None):
        with refused(SexprError, "bad-smtlib") as told:
            read_nodes(text, source)
        error = told.value
        where = f"f:{error.line}:{error.column}: {error.message}"
        assert str(error) == (
            where if source else f"{error.message} (line {error.line}, column {error.column})"
        )
        assert f"f:{place}" in where


@settings(max_examples=examples(60), deadline=None)
@given(st.text(alphabet='()|";a \n', max_size=12))
def test_the_readers_with_places_and_without_read_the_same(text: str) -> None:
    def read(reader: Callable[[str], list[Sexpr]]) -> list[Sexpr] | str:
        try:
            return reader(text)
        except SexprError as error:
            return str(error)

    assert read(read_all) == read(lambda text: [without_places(node) for node in read_nodes(text)])


def test_nodes_know_where_they_begin() -> None:
    [comment, assertion] = read_nodes('(echo "a\nb")\n  (assert |x\ny|)')
    assert (comment.line, comment.column, comment.head) == (1, 1, "echo")
    assert [(item.atom, item.line, item.column) for item in assertion.items] == [
        ("assert", 3, 4),
        ("|x\ny|", 3, 11),
    ]


def test_read_one_wants_one() -> None:
    assert read_one(" (a) ") == ("a",)
    for text in ("", "a b"):
        with refused(SexprError, "bad-smtlib"):
            read_one(text)


def test_read_first_does_not_look_beyond() -> None:
    assert read_first("xx (a b) ) |", 3) == ("a", "b")
    with refused(SexprError, "bad-smtlib"):
        read_first("; nothing")


def test_deep_nesting_neither_crashes_nor_slows() -> None:
    depth = 100_000
    text = "(" * depth + "x" + ")" * depth
    deep = read_one(text)
    assert write(deep) == text
    framer = Framer()
    assert framer.feed(text) == [text]


def test_hostile_text_ends() -> None:
    for hostile in ('"' + '""' * 50_000, "|" * 50_001, '("' + '""' * 50_000, ";" * 100_000, "(" * 100_000):
        with contextlib.suppress(SexprError):
            read_all(hostile)
    framer = Framer()
    for _ in range(20_000):
        framer.feed('"')
        framer.feed("a")


@settings(max_examples=examples(60), deadline=None)
@given(sexprs)
def test_round_trip(expression: Sexpr) -> None:
    assert read_one(write(expression)) == expression


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(sexprs, max_size=5), st.data())
def test_the_framer_cuts_where_the_reader_does(expressions: list[Sexpr], data: st.DataObject) -> None:
    gaps = st.sampled_from([" ", "\n", "\r\n", ' ; (| comment "\n'])
    text = "".join(write(expression) + data.draw(gaps) for expression in expressions)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    framer = Framer()
    pieces = [text[i:j] for i, j in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    framed = [frame for piece in pieces for frame in framer.feed(piece)]
    assert [read_one(frame) for frame in framed] == expressions
    assert not framer.pending


@settings(max_examples=examples(60), deadline=None)
@given(sexprs)
def test_the_framer_waits_for_the_end(expression: Sexpr) -> None:
    text = write(expression)
    framer = Framer()
    assert framer.feed(text[:-1]) == []
    assert framer.pending == bool(text[:-1])
    assert [read_one(frame) for frame in framer.feed(text[-1] + "\n")] == [expression]


def test_the_framer_refuses_what_closes_nothing() -> None:
    with refused(SexprError, "bad-smtlib"):
        Framer().feed("sat )")


@given(st.text(alphabet='()|";a \n', max_size=12))
def test_one_command_by_the_reader(text: str) -> None:
    try:
        read = read_all(text)
    except SexprError:
        read = []
    assert is_one_command(text) == (len(read) == 1 and isinstance(read[0], tuple))


@pytest.mark.parametrize("depth", [1, 2, 100_000])
def test_deep_commands(depth: int) -> None:
    inside = "(" * depth + ")" * depth
    assert is_one_command(inside)
    assert is_one_command(f"(a {inside} b {inside})")
    assert not is_one_command(f"{inside} {inside}")
    assert not is_one_command(f"({inside}")
    assert not is_one_command(f"{inside})({inside}")
    assert not is_one_command(f"({inside}))(({inside})")


@given(names)
def test_symbols(name: str) -> None:
    assert symbol_name(quote_symbol(name)) == name
    assert is_symbol(quote_symbol(name))


def test_symbols_by_hand() -> None:
    assert [quote_symbol(name) for name in ("n_0", "a b", "let", "3")] == ["n_0", "|a b|", "|let|", "|3|"]
    assert symbol_name("|n_0|") == "n_0"
    assert symbol_name("3") is symbol_name('"x"') is symbol_name(("f", "x")) is symbol_name(":key") is None
    with refused(SexprError, "bad-smtlib"):
        quote_symbol("a|b")


@pytest.mark.parametrize("text", ["", "3x", "a b", "let", "|", "|a|b|", "|a", r"|a\b|", ":key", "(f)", '"a"'])
def test_what_is_no_symbol(text: str) -> None:
    assert not is_symbol(text)


@given(st.text(max_size=8))
def test_error_replies_round_trip(message: str) -> None:
    assert error_message(read_one(error_reply(message))) == message


def test_error_messages() -> None:
    assert error_message(read_one('(error "say ""hi""")')) == 'say "hi"'
    assert error_message(read_one("(error no quotes)")) == "no quotes"
    assert error_message(("errors",)) is error_message("error") is error_message(()) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0),
        ("17", 17),
        ("(- 3)", -3),
        ("#b0101", 5),
        ("#x0F", 15),
        ("(_ bv5 4)", 5),
        ("true", True),
        ("false", False),
        ("3.0", "3.0"),
        ("(- 3.0)", "(- 3.0)"),
        ("(/ 1 3)", "(/ 1 3)"),
        ("(_ bvx 4)", "(_ bvx 4)"),
        ("#b", "#b"),
        ("-3", "-3"),
        ("|3|", "|3|"),
        ('"true"', '"true"'),
        ("()", "()"),
        ("\u0663", "\u0663"),  # a digit, but not one of SMT-LIB
    ],
)
def test_value(text: str, expected: object) -> None:
    found = read_value(read_one(text))
    assert found == expected
    assert type(found) is type(expected)


literals: st.SearchStrategy[SortedValue] = (
    st.booleans()
    | st.integers()
    | st.integers(1, 70).flatmap(lambda width: st.integers(0, 2**width - 1).map(lambda n: Bits(n, width)))
)


@given(literals)
def test_literals_round_trip(value: SortedValue) -> None:
    found = read_literal(read_one(write_literal(value)))
    assert (found, type(found)) == (value, type(value))


def test_bits_know_their_width() -> None:
    assert read_literal("#b0101") == Bits(5, 4)
    assert read_literal("#x0F") == Bits(15, 8)
    assert read_literal("x") is read_literal(("+", "1", "2")) is read_literal(("_", "bv5", "x")) is None


def test_widths_of_sorts() -> None:
    assert width_of("(_ BitVec 12)") == width_of(("_", "BitVec", "12")) == width_of("( _  BitVec 12 )") == 12
    assert width_of("Int") is width_of("") is width_of("(Array Int Int)") is None


def test_pairs() -> None:
    reply = read_one("((|a b| (- 3)) (p true) ((f 2) 7) (|n| 1))")
    assert read_values(reply) == {"a b": -3, "p": True, "(f 2)": 7, "n": 1}


def test_the_same_twice_is_fine_and_two_values_are_not() -> None:
    assert read_values(read_one("((x 1) (|x| 1))")) == {"x": 1}
    with refused(SexprError, "bad-smtlib"):
        read_values(read_one("((x 1) (|x| 2))"))
    with refused(SexprError, "bad-smtlib"):
        read_values(read_one("((x 1) (x true))"))
    with refused(SexprError, "bad-smtlib"):
        merge_values({"x": 0}, {"x": False})


@pytest.mark.parametrize("text", ["sat", "(x 1)", "((x 1 2))", "((x))", "((x 1) y)"])
def test_other_shapes(text: str) -> None:
    with pytest.raises(SexprError):
        read_values(read_one(text))


def test_against_what_was_asked() -> None:
    asked = ("x", ("f", "#x02"))
    assert read_values(read_one("((x 1) ((f (_ bv2 8)) 7))"), asked) == {"x": 1, "(f #x02)": 7}
    assert read_values(read_one("((|x| 1))"), ("x",)) == {"x": 1}
    with refused(SexprError, "bad-smtlib"):
        read_values(read_one("((x 1))"), asked)
    with refused(SexprError, "bad-smtlib"):
        read_values(read_one("((y 1))"), ("x",))


def test_queries() -> None:
    script = """
    (set-info :source |(check-sat)|) ; (check-sat)
    (echo "(check-sat)")
    (assert (! (> x 1) :named check-sat))
    ( check-sat ) (get-value (x (f |a)b|)))
    (check-sat-assuming (p)) (get-unsat-core)(get-info :reason-unknown)
    (exit) (check-sat)
    """
    assert queries(script) == (
        Query("echo", ('"(check-sat)"',)),
        Query("check-sat"),
        Query("get-value", ("x", ("f", "|a)b|"))),
        Query("check-sat-assuming"),
        Query("get-unsat-core"),
        Query("get-info"),
    )


def test_queries_of_broken_scripts() -> None:
    assert queries("(check-sat)(get-value (x") == (Query("check-sat"), Query("get-value"))
    assert queries("(get-value x)") == (Query("get-value"),)
    assert queries("(check-sat-fast)") == ()
    assert queries('"unterminated (check-sat)') == (Query("check-sat"),)


@pytest.mark.parametrize("text", ["9" * 5000, f"(- {'9' * 5000})", f"(_ bv{'9' * 5000} 64)"])
def test_a_number_longer_than_python_reads(text: str) -> None:
    with refused(SexprError, "bad-smtlib"):
        read_value(read_one(text))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(+ 1 x (- 3) (- y 1))", 1 + 5 - 3 + 1),
        ("(and true (<= 1 x 5) (< x 6) (> x 4) (>= x 5))", True),
        ("(=> p false)", False),
        ("(=> false z)", True),
        ("(and false z)", False),
        ("(or p z)", True),
        ("(or (not p) z)", None),
        ("(ite z 3 3)", 3),
        ("(ite z 3 4)", None),
        ("(xor p p p)", True),
        ("(= x 5 (+ 4 1))", True),
        ("(distinct x y 5)", False),
        ("(bvadd (_ bv3 2) (_ bv2 2))", Bits(1, 2)),
        ("(bvult b #b11)", True),
        ("(= b #x2)", False),
        ("(let ((x 1) (w x)) (+ x w))", 6),
        ("(! (= |x| 5) :named a)", True),
        ("(* 2 x)", 10),
        ("(= z 1)", None),
    ],
)
def test_evaluate(term: str, value: object) -> None:
    assert evaluate(term, {"x": 5, "y": 2, "p": True, "b": Bits(2, 2)}) == value


def test_evaluate_refuses_what_it_does_not_know() -> None:
    with refused(EvaluationError, "not-evaluated"):
        evaluate("(select a 1)", {})
    with refused(EvaluationError, "not-evaluated"):
        sorted_value(True, "Int")


def test_evaluation_agrees_with_pysmt() -> None:
    from pysmt.environment import Environment
    from pysmt.smtlib.parser import SmtLibParser

    chance = random.Random(2)
    script = ENCODINGS[0].script(Puzzle(rectangle(2, 2), {0: 2}))
    environment = Environment()
    text = render(script, "benchmark")
    formulas = [
        command.args[0]
        for command in SmtLibParser(environment).get_script(io.StringIO(text)).commands
        if command.name == "assert"
    ]
    assert len(formulas) == len(script.assertions)
    manager = environment.formula_manager
    for _ in range(20):
        model = {name: chance.randint(0, 2) for name, _ in script.declarations}
        values = {manager.get_symbol(name): manager.Int(value) for name, value in model.items()}
        for formula, assertion in zip(formulas, script.assertions, strict=True):
            told = environment.simplifier.simplify(environment.substituter.substitute(formula, values))
            assert told.is_bool_constant(evaluate(assertion.term, model)), assertion


DEPTH = 3_000


DEEP = "(+ 0 " * DEPTH + "n_0" + ")" * DEPTH


DEEP_SCRIPT = f"(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= 2 {DEEP}))\n(check-sat)\n(exit)\n"


def test_any_depth_is_read_and_evaluated() -> None:
    assert write(without_places(read_nodes(DEEP)[0])) == DEEP
    assert evaluate(DEEP, {"n_0": 2}) == 2
    bound = "(let ((x (+ x 1))) " * DEPTH + "x" + ")" * DEPTH
    assert evaluate(bound, {"x": 2}) == DEPTH + 2
    chain = {f"d{i}": read_one(f"(+ d{i + 1} 1)") for i in range(DEPTH)} | {f"d{DEPTH}": "n_0"}
    assert evaluate("d0", {"n_0": 2}, chain) == DEPTH + 2
    twice = {f"d{i}": read_one(f"(+ d{i + 1} d{i + 1})") for i in range(100)} | {"d100": "n_0"}
    assert evaluate("d0", {"n_0": 1}, twice) == 1 << 100
    product = "(* 2 " * DEPTH + "n_0" + ")" * DEPTH
    found = lint(DEEP_SCRIPT.replace(DEEP, product))
    assert not found


def test_names_in_a_let_hide_others_inside_of_it_alone() -> None:
    model, definitions = {"x": 5}, {"d": read_one("(+ x 1)")}
    assert evaluate("(let ((d 1)) d)", model, definitions) == 1
    assert evaluate("(let ((x 1)) d)", model, definitions) == 6
    assert evaluate("(+ (let ((|x| y)) (ite true 1 x)) x)", model) == 6
    assert evaluate("(let ((x y)) (+ x 1))", model) is None


@pytest.mark.parametrize("term", ["()", "(-)", "(not)", "(ite true)", "(!)", "(let x 1)", "(_ bvx 1)"])
def test_what_is_no_term_is_told(term: str) -> None:
    with refused(EvaluationError, "not-evaluated"):
        evaluate(term, {})
    [asserted] = asserting_check(f"(set-option)(declare-fun f ())(define-fun g ())(assert {term})").assertions
    assert write(asserted.term) == term


def test_a_definition_of_itself_is_told() -> None:
    with refused(EvaluationError, "not-evaluated"):
        evaluate("a", {}, {"a": read_one("(+ b 1)"), "b": "a"})


def test_lists_nested_without_end_are_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smtlib.sexpr.MAX_DEPTH", 10_000)
    assert len(read_all("(" * 10_000 + ")" * 10_000)) == 1
    with pytest.raises(SexprError):
        read_all("(" * 10_001)
    assert read_all("(" * 5000 + ")" * 5000)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smtlib.commands import Query, queries
from smtlib.errors import SexprError
from smtlib.literals import (
    Bits,
    SortedValue,
    merge_values,
    read_literal,
    read_value,
    read_values,
    width_of,
    write_literal,
)
from smtlib.sexpr import read_one


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
    with pytest.raises(SexprError, match="x has two values, 1 and 2"):
        read_values(read_one("((x 1) (|x| 2))"))
    with pytest.raises(SexprError, match="two values, 1 and true"):
        read_values(read_one("((x 1) (x true))"))
    with pytest.raises(SexprError, match="two values"):
        merge_values({"x": 0}, {"x": False})


@pytest.mark.parametrize("text", ["sat", "(x 1)", "((x 1 2))", "((x))", "((x 1) y)"])
def test_other_shapes(text: str) -> None:
    with pytest.raises(SexprError):
        read_values(read_one(text))


def test_against_what_was_asked() -> None:
    asked = ("x", ("f", "#x02"))
    assert read_values(read_one("((x 1) ((f (_ bv2 8)) 7))"), asked) == {"x": 1, "(f #x02)": 7}
    assert read_values(read_one("((|x| 1))"), ("x",)) == {"x": 1}
    with pytest.raises(SexprError, match="asked for 2 values, found 1"):
        read_values(read_one("((x 1))"), asked)
    with pytest.raises(SexprError, match="asked for the value of x"):
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
    with pytest.raises(SexprError, match="a number of 5000 digits is too long to be read"):
        read_value(read_one(text))

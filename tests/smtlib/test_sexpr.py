from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smtlib.errors import SexprError
from smtlib.framer import Framer, is_one_command
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
    ("text", "place", "fault"),
    [
        *((text, "", "is never closed") for text in ("(", "(a (b)", '"abc', '("a"" b)', "|a", "(a |b)")),
        *((text, "", "closes nothing") for text in (")", "(a))", "a )")),
        ("(a\n (b)", "1:1: ", "never closed"),
        ("(a))", "1:4: ", "closes nothing"),
        ('(a\n "b)', "2:2: ", "never closed"),
        ("\n |x", "2:2: ", "never closed"),
    ],
)
def test_faults_and_their_places(text: str, place: str, fault: str) -> None:
    for source in ("f", None):
        with pytest.raises(SexprError, match=fault) as told:
            read_nodes(text, source)
        error = told.value
        where = f"f:{error.line}:{error.column}: {error.message}"
        assert str(error) == (
            where if source else f"{error.message} (line {error.line}, column {error.column})"
        )
        assert f"f:{place}" in where


@settings(max_examples=60, deadline=None)
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
        with pytest.raises(SexprError, match="expected one"):
            read_one(text)


def test_read_first_does_not_look_beyond() -> None:
    assert read_first("xx (a b) ) |", 3) == ("a", "b")
    with pytest.raises(SexprError, match="end of the text"):
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


@settings(max_examples=60, deadline=None)
@given(sexprs)
def test_round_trip(expression: Sexpr) -> None:
    assert read_one(write(expression)) == expression


@settings(max_examples=60, deadline=None)
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


@settings(max_examples=60, deadline=None)
@given(sexprs)
def test_the_framer_waits_for_the_end(expression: Sexpr) -> None:
    text = write(expression)
    framer = Framer()
    assert framer.feed(text[:-1]) == []
    assert framer.pending == bool(text[:-1])
    assert [read_one(frame) for frame in framer.feed(text[-1] + "\n")] == [expression]


def test_the_framer_refuses_what_closes_nothing() -> None:
    with pytest.raises(SexprError, match="closes nothing"):
        Framer().feed("sat )")


@settings(max_examples=60, deadline=None)
@given(st.lists(sexprs, max_size=3), st.sampled_from(["", " ; c\n", "\n"]))
def test_one_command(expressions: list[Sexpr], tail: str) -> None:
    text = " ".join(map(write, expressions)) + tail
    assert is_one_command(text) == (len(expressions) == 1 and isinstance(expressions[0], tuple))


@given(st.text(alphabet='()|";a \n', max_size=12))
def test_one_command_by_the_reader(text: str) -> None:
    try:
        read = read_all(text)
    except SexprError:
        read = []
    assert is_one_command(text) == (len(read) == 1 and isinstance(read[0], tuple))


@pytest.mark.parametrize("depth", [1, 7, 8, 9, 10, 11, 50, 100_000])
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
    with pytest.raises(ValueError, match="symbol"):
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

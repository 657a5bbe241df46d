"""A text is read once, and shared by all who are given it; its strings are those of the version it states."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from encoder.annotations import notes_of
from encoder.encodings.registry import find
from encoder.reader import read_script
from fillomino import formats
from smtlib.errors import SexprError
from smtlib.render import driver
from smtlib.scopes import asserting_check
from smtlib.sendable import sendable
from smtlib.sexpr import lexical_faults, read_commands, without_places
from smtlib.text import Text
from workbench.texts.writing import written

PUZZLE = formats.read("2 3\n3 0 0\n0 0 2\n").puzzle
SCRIPT = written(find("forest").script(PUZZLE), "driver")


def test_what_was_read_is_kept_with_the_text_and_with_no_other() -> None:
    text = Text(SCRIPT, "a")
    assert text == SCRIPT
    assert Text(text) is Text(text, "a") is text
    assert (Text(text, "b") == text, Text(text, "b").name) == (True, "b")
    for read in (
        lambda each: each.commands,
        lambda each: each.asked,
        asserting_check,
        notes_of,
        lambda each: each.original,
    ):
        assert read(text) is read(text)
        assert read(text) is not read(Text(SCRIPT, "b"))
    again = pickle.loads(pickle.dumps(text))
    assert (type(again), again, again.name) == (Text, text, "a")
    assert again.commands is not text.commands


def test_an_error_is_told_each_time_with_the_name_of_the_text() -> None:
    text = Text("(assert true)\n(check-sat", "a")
    for _ in range(2):
        with pytest.raises(SexprError) as error:
            _ = text.asked
        assert (error.value.source, error.value.line, error.value.column) == ("a", 2, 1)
    tries: list[int] = []

    def read(_: Text) -> int:
        tries.append(1)
        if len(tries) < 3:
            raise SexprError("not yet")
        return 7

    for _ in range(2):
        with pytest.raises(SexprError):
            text.once(read)
    assert [text.once(read) for _ in range(3)] == [7, 7, 7]
    assert len(tries) == 3


@pytest.mark.parametrize(
    "text",
    [
        SCRIPT,
        '(set-info :smt-lib-version 2.0)(echo "a\\"b")\n (echo "c")\n(check-sat)',
        '(set-info :smt-lib-version 2.0)(echo "a\\"b")(set-info :smt-lib-version 2.6)(echo "a\\")(check-sat)',
        '(set-info :smt-lib-version 2.6)(echo "a""b\\")(set-info :smt-lib-version 2.0)(echo "\\\\")(exit)(',
        '(echo "smt-lib-version")(set-info :smt-lib-version 2.0)(declare-fun |a b\nc| () Bool) ; "\n(exit)"',
        "(assert\n  (and a |b\n c|)\n) (check-sat) (exit) )",
    ],
)
def test_commands_are_the_same_with_places_and_without(text: str) -> None:
    nodes, commands = read_commands(text, "a"), Text(text).commands
    assert [without_places(node) for node in nodes] == [command.term for command in commands]
    assert [node.line for node in nodes] == [command.line for command in commands]
    assert Text(text).nodes(commands) == nodes
    assert [node.column for node in nodes] == [
        command.start - text.rfind("\n", 0, command.start) for command in commands
    ]


@pytest.mark.parametrize(
    "text",
    [
        '(set-info :smt-lib-version 2.0)(echo "a\\"b")(set-info :smt-lib-version 2.6)(echo "a\\"b")',
        '(set-info :smt-lib-version 2.6)(set-info :smt-lib-version 2.0)(echo "a"")',
        '(echo "a\\"b")(set-info :smt-lib-version 2.0)',
    ],
)
def test_strings_are_those_of_the_version_stated_before(text: str) -> None:
    with pytest.raises(SexprError):
        _ = Text(text).commands
    assert sendable(text.replace('a\\"b', "a").replace('"a""', '"a"'), whole=True)


def test_no_version_hides_a_token_from_the_look_for_those_that_are_read_in_different_ways() -> None:
    begins = '(set-info :smt-lib-version 2.0)(echo "a\\"b (set-info :smt-lib-version 2.6)")'
    assert not list(lexical_faults(begins))
    assert [fault.kind for fault in lexical_faults(f"{begins}(declare-fun |a\\ | () Bool)")] == ["token"]


def test_assertions_are_made_when_they_are_asked_for_and_a_changed_script_is_not_verbatim() -> None:
    script = read_script(Text(SCRIPT, "a.smt2"))
    built = find("forest").script(PUZZLE)
    assert (script.verbatim, script.text) == (True, SCRIPT)
    assert len(script.assertions) == len(built.assertions)
    assert [each.term for each in script.assertions] == [each.term for each in built.assertions]
    assert [set(each.about) for each in script.assertions] == [set(each.about) for each in built.assertions]
    moved = pickle.loads(pickle.dumps(script))
    assert (moved.text, list(moved.assertions)) == (script.text, list(script.assertions))
    assert script.with_header(notes=("a note",)).text is script.text
    assert script.declared == set(built.names)
    for changed in (
        script.replace(assertions=script.assertions[1:]),
        replace(script, assertions=script.assertions[1:]),
        script.replace(definitions=("(define-fun more () Bool true)",)),
        script.replace(declarations=script.declarations[1:]),
        script.replace(source=None),
    ):
        assert (changed.verbatim, changed.text) == (False, None)
    assert driver(script.replace(assertions=())) != driver(script)

"""The words of a command line: told apart as the standard library does it."""

from __future__ import annotations

import re
from argparse import SUPPRESS, ArgumentError, ArgumentParser
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.cli.app import commands, loaded
from workbench.cli.command import Declared, UsageError, parsed
from workbench.cli.options import arguments, flag, number, seconds, text, texts

DECLARED: dict[str, Declared[Any]] = {
    "rest": arguments("REST...", "Whatever is left."),
    "name": text("N", "A word.", "-n"),
    "names": texts("N", "Words.", "-m"),
    "timeout": seconds("Seconds.", least=0.5),
    "limit": number("N", "A number.", "-l", least=1, most=9),
    "as_json": flag("Lines.", "--json", "-j"),
    "quiet": flag("No words.", "-q"),
}

FLAGS = ["-n", "--name", "-m", "--names", "--timeout", "-l", "--limit", "-j", "--json", "-q", "--quiet"]
VALUES = [
    "7",
    "0",
    "-5",
    "-.5",
    "-1.5",
    "-5.",
    "inf",
    "nan",
    "a b",
    "-a b",
    "",
    "-",
    "x=y",
    "é",
    "-n o",
    "=",
    "1e3",
]
OTHERS = ["--nam", "--names-", "-z", "-nj", "-jq", "-jqn", "-jz", "-qjl3", "-j7", "---", "--name-x=3", "-٣"]

LINES = st.lists(
    st.one_of(
        st.sampled_from(FLAGS + VALUES + OTHERS),
        st.builds(
            "{}={}".format, st.sampled_from([f for f in FLAGS if f[1] == "-"]), st.sampled_from(VALUES[:5])
        ),
        st.builds(
            "{}{}".format, st.sampled_from(["-n", "-m", "-l"]), st.sampled_from(["7", "a b", "é", "n", "-"])
        ),
        st.text("-njq=x1. ", min_size=1, max_size=4).filter(lambda word: not re.match(r"--$|-\w+=|-=", word)),
    ),
    max_size=6,
)
"""Without "=" after letters that stand together, of which each Python makes something else."""


class Refused(Exception):
    """A line that the standard library does not take."""


class Parser(ArgumentParser):
    def error(self, message: str) -> Any:
        raise Refused(message)


def by_library(words: list[str]) -> dict[str, Any]:
    """The namespace that `argparse` makes of a line; its arguments are all words that it leaves.

    Raises:
        Refused: if it refuses the line.
    """
    parser = Parser(add_help=False, allow_abbrev=False, exit_on_error=False)
    for name, declared in DECLARED.items():
        if declared.names is not None:
            how: dict[str, Any] = {"action": "store_true"}
            if declared.metavar:
                how = {"action": "append" if declared.repeated else "store", "type": declared.kind}
            parser.add_argument(*declared.flags(name), dest=name, default=SUPPRESS, **how)
    try:
        namespace, left = parser.parse_known_args(words)
    except ArgumentError as error:
        raise Refused(str(error)) from None
    if any(word.startswith("-") and word != "-" for word in left):
        raise Refused(left)
    return vars(namespace) | ({"rest": left} if left else {})


@settings(deadline=None, max_examples=300)
@given(words=LINES)
@example(words=["-n", "-5", "--names", "-a b", "-jq", "-m7", "--names=-n", "-"])
@example(words=["--timeout", "nan"])
@example(words=["--json=1"])
@example(words=["-n", "-j"])
def test_a_line_is_read_as_by_the_standard_library(words: list[str]) -> None:
    try:
        wanted = by_library(words)
    except Refused:
        with pytest.raises(UsageError):
            parsed("", DECLARED, words)
        return
    assert parsed("", DECLARED, words) == wanted


def test_what_follows_two_dashes_is_no_option() -> None:
    assert parsed("", DECLARED, ["-j", "--", "-q", "--", "-n"]) == {
        "as_json": True,
        "rest": ["-q", "--", "-n"],
    }


@pytest.mark.parametrize("words", [["-h"], ["-n", "x", "--help"], ["-jh"], ["--help", "--bogus"]])
def test_whoever_asks_for_help_gets_it(words: list[str]) -> None:
    assert parsed("", DECLARED, words) is None


@pytest.mark.parametrize("words", [["--help", "--limit", "x"], ["--help=1"], ["-n", "--help"]])
def test_a_value_that_is_none_is_refused_before_help_is_shown(words: list[str]) -> None:
    with pytest.raises(UsageError):
        parsed("", DECLARED, words)


def test_all_names_of_options_are_of_one_letter_or_begin_with_two_dashes() -> None:
    for command in commands():
        names: dict[str, str] = {"-h": "help", "--help": "help"}
        for attribute, declared in loaded(command).declared().items():
            for name in declared.flags(attribute):
                assert re.fullmatch(r"-\w|--\w[\w-]*", name)
                assert names.setdefault(name, attribute) == attribute, f"{command} has {name} twice"

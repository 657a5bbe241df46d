"""Script -> SMT-LIB 2.6 text, in one of four flavours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from operator import itemgetter
from typing import NamedTuple

from smtlib.errors import UnknownFlavourError
from smtlib.script import Assertion, Script
from smtlib.terms import comment, printable, string_literal

VERSION = "(set-info :smt-lib-version 2.6)\n"


class Flavour(NamedTuple):
    """A way to write a script: its name, what it is for, and the function that writes it."""

    name: str
    title: str
    render: Callable[[Script], str]


def render(script: Script, flavour: str = "driver", *also: str) -> str:
    """Write a script as SMT-LIB text.

    Args:
        script: the script.
        flavour: a name of `FLAVOURS`.
        also: flavours that the caller has besides, for the message of an error.

    Raises:
        UnknownFlavourError: if there is no such flavour.
    """
    for known in FLAVOURS:
        if known.name == flavour:
            return known.render(script)
    names = ", ".join((*(known.name for known in FLAVOURS), *also))
    raise UnknownFlavourError(f"there is no flavour {flavour!r}; there is {names}")


def driver(script: Script, also: Iterable[str] = ()) -> str:
    """For a solver that is to answer: one ``check-sat``, one ``get-value`` of the numbers.

    Args:
        script: what to write.
        also: further terms to assert.
    """
    more = "".join(f"(assert {term})\n" for term in also)
    notes = comment(script.header.notes)
    return f"{notes}{VERSION}{preamble(script)}{more}(check-sat)\n{get_value(script.values)}\n(exit)\n"


def preamble(script: Script, opening: Sequence[str] = ()) -> str:
    """The driver flavour before its ``check-sat``, for a session: one command a line.

    Args:
        script: what to write.
        opening: commands to send right after the logic.
    """
    begun = ["(set-option :produce-models true)", f"(set-logic {script.logic})", *opening, ""]
    return "\n".join(begun) + body(script)


def body(script: Script) -> str:
    """The declarations, definitions and assertions alone."""
    return _declarations(script) + _assertions(script.assertions)


def get_value(symbols: Sequence[str]) -> str:
    """The command that asks for the values of some symbols, in one answer; a comment if there are none."""
    return f"(get-value ({' '.join(symbols)}))" if symbols else "; nothing to ask for"


def benchmark(script: Script, status: str | None = None) -> str:
    """For benchmark collections: one query and nothing that asks for a model.

    Args:
        script: what to write.
        status: ``sat`` or ``unsat``, only where that has been established; else left out.
    """
    header = script.header
    source = " ".join(
        (f"{header.source}, in the encoding {script.encoding} of fillomino-smt.", *header.notes)
    )
    lines = [
        VERSION,
        f"(set-logic {script.logic})\n",
        f"(set-info :source |{printable(source)}|)\n",
        f"(set-info :license {string_literal(header.license)})\n" if header.license else "",
        f"(set-info :category {string_literal(header.category)})\n",
        f"(set-info :status {status})\n" if status else "",
        _declarations(script),
        _assertions(script.assertions),
        "(check-sat)\n(exit)\n",
    ]
    return "".join(lines)


def encoding_of(text: str) -> str | None:
    """Return the name of the encoding of a text, which the flavours benchmark and commented give."""
    found = _ENCODING.search(text)
    return found and (found[1] or found[2])


_ENCODING = re.compile(
    r"^\(set-info :source \|[^|]*, in the encoding (\S+) of fillomino-smt\.|^; Encoding (\S+), logic ", re.M
)


def core(script: Script) -> str:
    """For unsat cores: every assertion is named after its family and its place in it."""
    return "".join(
        (
            comment(script.header.notes),
            VERSION,
            "(set-option :produce-unsat-cores true)\n",
            f"(set-logic {script.logic})\n",
            _declarations(script),
            "".join(f"(assert (! {a.term} :named {name}))\n" for name, a in named(script).items()),
            "(check-sat)\n(get-unsat-core)\n(exit)\n",
        )
    )


def named(script: Script) -> Mapping[str, Assertion]:
    """The names under which the flavour `core` knows the assertions: ``clue_0``, ``clue_1`` and so on."""
    numbers: defaultdict[str, Iterator[int]] = defaultdict(count)
    return {f"{a.family}_{next(numbers[a.family])}": a for a in script.assertions}


def commented(script: Script) -> str:
    """For reading: what the symbols stand for, and each family under its title and formula."""
    header = script.header
    parts = [
        comment(
            [
                *header.title,
                f"Encoding {script.encoding}, logic {script.logic}.",
                *header.notes,
                "",
                f"{header.symbols}:",
                *(f"  {symbol}: {text}" for symbol, text in script.meaning.items()),
            ]
        ),
        f"{VERSION}(set-option :produce-models true)\n(set-logic {script.logic})\n\n",
        _declarations(script),
    ]
    by_family: defaultdict[str, list[Assertion]] = defaultdict(list)
    for assertion in script.assertions:
        by_family[assertion.family].append(assertion)
    for family in script.families:
        members = by_family[family.name]
        if not members:
            continue
        heading = [f"{family.name}: {family.title}", f"  {family.formula}", f"  ({family.source})"]
        parts.append("\n" + comment(heading))
        names = header.names
        parts += [
            f"(assert {a.term})  ; {printable(' '.join(names[index] for index in a.about))}\n"
            for a in members
        ]
    parts.append(f"\n(check-sat)\n{get_value(script.values)}\n(exit)\n")
    return "".join(parts)


def _declarations(script: Script) -> str:
    """One a line; those of one sort at once, for there are thousands."""
    declared = [
        _lines("(declare-fun ", [name for name, _ in same], f" () {sort})")
        for sort, same in groupby(script.declarations, key=itemgetter(1))
    ]
    return "".join([*declared, *(f"{definition}\n" for definition in script.definitions)])


def _assertions(assertions: Iterable[Assertion]) -> str:
    return _lines("(assert ", [term for _, _, term in assertions], ")")


def _lines(before: str, texts: Sequence[str], after: str) -> str:
    """Each text on a line of its own, between two others."""
    between = f"{after}\n{before}"
    return f"{before}{between.join(texts)}{after}\n" if texts else ""


FLAVOURS: tuple[Flavour, ...] = (
    Flavour("driver", "asks for a model and its numbers: what `solve` gives a solver", driver),
    Flavour("benchmark", "a single query with the headers of benchmark collections", benchmark),
    Flavour("core", "every assertion named, asks for an unsat core", core),
    Flavour("commented", "families titled, formulas in words: for reading", commented),
)

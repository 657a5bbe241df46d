"""Script -> SMT-LIB 2.6 text, in one of four flavours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, islice
from operator import itemgetter

from fillomino.record import Record
from smtlib.commands import parts_of
from smtlib.errors import UnknownFlavourError
from smtlib.script import UNKNOWN, Assertion, Script, comment, printable
from smtlib.script import header as benchmark_header

VERSION = "(set-info :smt-lib-version 2.6)\n"


class Flavour(Record):
    """A way to write a script: its name, its purpose, and the function that writes it."""

    name: str
    title: str
    render: Callable[[Script], str]


def render(script: Script, flavour: str = "driver", *also: str) -> str:
    """Write a script as SMT-LIB text.

    Args:
        script: the script.
        flavour: a name of `FLAVOURS`.
        also: further flavours of the caller, for the error message.

    Raises:
        UnknownFlavourError: if there is no such flavour.
    """
    for known in FLAVOURS:
        if known.name == flavour:
            return known.render(script)
    names = ", ".join((*(known.name for known in FLAVOURS), *also))
    raise UnknownFlavourError(f"unknown flavour {flavour!r}; the flavours are {names}")


def pieces(script: Script, flavour: str = "driver", *also: str) -> Iterator[str]:
    """Return the text that `render` writes, in pieces: a long one need not be whole in memory."""
    return _driver(script) if flavour == "driver" else iter((render(script, flavour, *also),))


def driver(script: Script, also: Iterable[str] = ()) -> str:
    """The script for a solver: one ``check-sat``, one ``get-value`` of the numbers; `also` asserts terms."""
    return "".join(_driver(script, also))


def _driver(script: Script, also: Iterable[str] = ()) -> Iterator[str]:
    yield _head(script) + VERSION
    yield from _preamble(script, _status(script))
    yield from (f"(assert {term})\n" for term in also)
    yield f"(check-sat)\n{_question(script)}\n(exit)\n"


def preamble(script: Script, opening: Sequence[str] = ()) -> str:
    """The driver flavour before its ``check-sat``, for a session; `opening` is sent right after the logic."""
    return "".join(_preamble(script, opening))


def _preamble(script: Script, opening: Sequence[str]) -> Iterator[str]:
    options = parts_of(script.text).options if script.text is not None else ""
    begun = [f"(set-option :produce-models true)\n{options}(set-logic {script.logic})", *opening, ""]
    yield "\n".join(begun)
    yield from _body(script)


def body(script: Script) -> str:
    """The declarations, definitions and assertions alone; verbatim for a script that was read."""
    return "".join(_body(script))


def _body(script: Script) -> Iterator[str]:
    if script.text is not None:
        text = parts_of(script.text).body
        yield text if text.endswith("\n") else f"{text}\n"
    else:
        yield from _declarations(script)
        yield from _assertions(script)


def get_value(symbols: Sequence[str]) -> str:
    """The command that asks for the values of some symbols, in one answer; a comment if there are none."""
    return f"(get-value ({' '.join(symbols)}))" if symbols else "; nothing to ask for"


def benchmark(script: Script, status: str | None = None) -> str:
    """For benchmark collections: their header and one query, without a request for a model.

    A status is ``sat`` or ``unsat``, only where that has been established; else that of the header.
    """
    status = status or script.header.status or UNKNOWN
    origin = script.header.origin
    origin = origin.replace(text=(*origin.text, f"Encoding {script.encoding}.", *script.header.notes))
    return "".join(
        (
            benchmark_header(script.logic, origin, status),
            _annotations(script),
            *_declarations(script),
            *_assertions(script),
            "(check-sat)\n(exit)\n",
        )
    )


def core(script: Script) -> str:
    """For unsat cores: each assertion is named after its family and number; a comment lists its cells."""
    return "".join(
        (
            _head(script),
            VERSION,
            "(set-option :produce-unsat-cores true)\n",
            "\n".join([f"(set-logic {script.logic})", *_status(script), ""]),
            *_declarations(script),
            *_assertions(script.replace(assertions=labelled(script)), about=True),
            "(check-sat)\n(get-unsat-core)\n(exit)\n",
        )
    )


def named(script: Script) -> Mapping[str, Assertion]:
    """The names under which the flavour `core` knows the assertions: ``clue_0``, ``clue_1`` and so on."""
    numbers: defaultdict[str, Iterator[int]] = defaultdict(count)
    return {f"{a.family}_{next(numbers[a.family])}": a for a in script.assertions}


def labelled(script: Script) -> tuple[Assertion, ...]:
    """Return the assertions, each with its name as a label."""
    return tuple(a._replace(term=f"(! {a.term} :named {name})") for name, a in named(script).items())


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
            ]
        ),
        f"{_annotations(script)};\n" if header.annotations else "",
        comment([f"{header.symbols}:", *(f"  {symbol}: {text}" for symbol, text in script.meaning.items())]),
        f"{VERSION}(set-option :produce-models true)\n(set-logic {script.logic})\n",
        "\n".join([*_status(script), "\n"]),
        *_declarations(script),
    ]
    by_family: defaultdict[str, list[Assertion]] = defaultdict(list)
    for assertion in script.assertions:
        by_family[assertion.family].append(assertion)
    for family in script.families:
        members = by_family[family.name]
        if not members:
            continue
        heading = [family.heading, f"  {family.formula}", f"  ({family.source})"]
        parts.append("\n" + comment(heading))
        parts += [_with_names(a, header.names) for a in members]
    parts.append(f"\n(check-sat)\n{_question(script)}\n(exit)\n")
    return "".join(parts)


def _annotations(script: Script) -> str:
    return "".join(f"; {line}\n" for line in script.header.annotations)


def _head(script: Script) -> str:
    return _annotations(script) + comment(script.header.notes)


def _status(script: Script) -> tuple[str, ...]:
    status = script.header.status
    return (f"(set-info :status {status})",) if status else ()


def _question(script: Script) -> str:
    return "(get-model)" if script.asks_model else get_value(script.values)


def _declarations(script: Script) -> Iterator[str]:
    """One a line; those of one sort at once, for there are thousands."""
    for sort, same in groupby(script.declarations, key=itemgetter(1)):
        yield from _lines("(declare-fun ", map(itemgetter(0), same), f" () {sort})")
    yield from (f"{definition}\n" for definition in script.definitions)


def _assertions(script: Script, *, about: bool = False) -> Iterator[str]:
    """One assertion per line, with what it is about if asked; in a file, below the family headings."""

    def lines(same: Iterable[Assertion]) -> Iterator[str]:
        if about:
            return (_with_names(assertion, script.header.names) for assertion in same)
        return _lines("(assert ", map(itemgetter(2), same), ")")

    if not script.header.annotations:
        yield from lines(script.assertions)
        return
    headings = {family.name: comment([family.heading]) for family in script.families}
    for family, same in groupby(script.assertions, key=itemgetter(0)):
        yield headings.get(family, "")
        yield from lines(same)


def _with_names(assertion: Assertion, names: Sequence[str]) -> str:
    """A line with an assertion, and in a comment the names of what it is about."""
    about = printable(" ".join(names[index] for index in assertion.about))
    return f"(assert {assertion.term}){about and f'  ; {about}'}\n"


def _lines(before: str, texts: Iterator[str], after: str) -> Iterator[str]:
    """Each text on a line of its own, between two others; some thousand lines at once."""
    between = f"{after}\n{before}"
    while some := list(islice(texts, 4096)):
        yield f"{before}{between.join(some)}{after}\n"


FLAVOURS: tuple[Flavour, ...] = (
    Flavour("driver", "asks for a model and its numbers: what `solve` gives a solver", driver),
    Flavour("benchmark", "a single query with the headers of benchmark collections", benchmark),
    Flavour("core", "every assertion named, with its cells; asks for an unsat core", core),
    Flavour("commented", "families titled, formulas in words: for reading", commented),
)

"""SMT-LIB scripts as data: built by encodings or read from a text, and written by flavours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from smtlib.benchmark import Origin

if TYPE_CHECKING:
    from smtlib.file import Source


class Declaration(NamedTuple):
    """A constant: ``(declare-fun name () sort)``."""

    name: str
    sort: str


class Assertion(NamedTuple):
    """One constraint.

    Attributes:
        family: name of the `Family` it belongs to.
        about: what it is about (of a puzzle: cells), as indices into `Header.names`, in the order in which
            its formula names them.
        term: its SMT-LIB term, of sort Bool.
    """

    family: str
    about: tuple[int, ...]
    term: str


def declarations(names: Iterable[str], sort: str) -> Iterator[Declaration]:
    """Yield constants of one sort, made faster than by calling the class for each."""
    return map(_declaration, zip(names, repeat(sort)))


def assertions_about(family: str, about: tuple[int, ...], terms: Iterable[str]) -> Iterator[Assertion]:
    """Yield constraints of one family about the same things, made faster than by calling the class."""
    return map(_assertion, zip(repeat(family), repeat(about), terms))


def assertions_of(family: str, constraints: Iterable[tuple[tuple[int, ...], str]]) -> Iterator[Assertion]:
    """Yield constraints of one family, each from what it is about and its term."""
    columns = tuple(zip(*constraints, strict=True))
    return map(_assertion, zip(repeat(family), *columns)) if columns else iter(())


_declaration: Callable[[tuple[str, str]], Declaration] = partial(tuple.__new__, Declaration)
_assertion: Callable[[tuple[str, tuple[int, ...], str]], Assertion] = partial(tuple.__new__, Assertion)


class Family(NamedTuple):
    """Constraints of one kind.

    Attributes:
        name: a word or two with hyphens, unique in its encoding: ``edge-one-way``.
        title: its meaning, in a short sentence.
        formula: the same as a formula in words and symbols.
        source: where it comes from: paper and section.
    """

    name: str
    title: str
    formula: str
    source: str

    @property
    def heading(self) -> str:
        """The comment that precedes its assertions in a file."""
        return f"family {self.name}: {self.title}"


class Header(NamedTuple):
    """The subject of a script, as flavours print it.

    Attributes:
        title: lines for the head of a commented text.
        origin: what a benchmark's header holds.
        symbols: the heading of the list of symbols.
        names: the names of what assertions are about.
        notes: sentences that every flavour prints: on what was done to the subject before.
        annotations: comments for programs that a file begins with (`encoder.annotations`); in a text with
            them every family's assertions follow its `Family.heading`.
        status: the ``:status`` that is established; empty if none is, which a benchmark has as ``unknown``.
    """

    title: tuple[str, ...] = ()
    origin: Origin = Origin()
    symbols: str = "Symbols"
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    status: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The content of an SMT-LIB file, before a flavour fixes how it is written.

    Attributes:
        encoding: name of the encoding that built it.
        logic: SMT-LIB name of the logic.
        families: the kinds of constraints, in the order they are written.
        declarations: all constants, each before its first use.
        assertions: the constraints, family after family.
        values: the symbols whose values are the answer; models are distinguished by these alone.
        meaning: for each prefix of a symbol (``n_``) what it stands for.
        definitions: ``define-fun`` and other declaring commands that follow the declarations.
        asks_model: whether to ask for the whole model in place of the values.
        header: its subject, for comments and benchmark headers.
        source: the text that it was read from; ``None`` for one that was built.
    """

    encoding: str
    logic: str
    families: tuple[Family, ...]
    declarations: tuple[Declaration, ...]
    assertions: tuple[Assertion, ...]
    values: tuple[str, ...]
    meaning: Mapping[str, str] = field(default_factory=dict)
    definitions: tuple[str, ...] = ()
    asks_model: bool = False
    header: Header = field(default_factory=Header)
    source: Source | None = None

    @property
    def verbatim(self) -> Source | None:
        """The text that it was read from, if it still asserts what that does."""
        source = self.source
        if source is None:
            return None
        definitions, assertions = source.parts
        return source if self.definitions is definitions and self.assertions is assertions else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its constants, without bars."""
        return tuple(name[1:-1] if name.startswith("|") else name for name, _ in self.declarations)

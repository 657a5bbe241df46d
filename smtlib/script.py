"""The model of an SMT-LIB script: what an encoding builds and a flavour renders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import NamedTuple

from fillomino.puzzle import Puzzle


class Declaration(NamedTuple):
    """A constant: ``(declare-fun name () sort)``."""

    name: str
    sort: str


class Assertion(NamedTuple):
    """One constraint.

    Attributes:
        family: name of the `Family` it belongs to.
        cells: the cells it is about, in the order in which its formula speaks of them.
        term: its SMT-LIB term, of sort Bool.
    """

    family: str
    cells: tuple[int, ...]
    term: str


def declarations(names: Iterable[str], sort: str) -> Iterator[Declaration]:
    """Constants of one sort, made faster than by calling the class for each."""
    return map(_declaration, zip(names, repeat(sort)))


def assertions_about(family: str, cells: tuple[int, ...], terms: Iterable[str]) -> Iterator[Assertion]:
    """Constraints of one family about the same cells, made faster than by calling the class for each."""
    return map(_assertion, zip(repeat(family), repeat(cells), terms))


_declaration: Callable[[tuple[str, str]], Declaration] = partial(tuple.__new__, Declaration)
_assertion: Callable[[tuple[str, tuple[int, ...], str]], Assertion] = partial(tuple.__new__, Assertion)


@dataclass(frozen=True, slots=True)
class Family:
    """Constraints of one kind.

    Attributes:
        name: a word or two with hyphens, unique in its encoding: ``edge-one-way``.
        title: what it says, in a short sentence.
        formula: the same as a formula in words and symbols.
        source: where it comes from: paper and section.
    """

    name: str
    title: str
    formula: str
    source: str


@dataclass(frozen=True, slots=True)
class Script:
    """Everything an SMT-LIB file says, before a flavour fixes how it is written.

    Attributes:
        encoding: name of the encoding that built it.
        puzzle: what it encodes.
        logic: SMT-LIB name of the logic.
        families: the kinds of constraints, in the order they are written.
        declarations: all constants, each before its first use.
        assertions: the constraints, family after family.
        values: the symbols whose values are the answer; models are told apart by these alone.
        meaning: for each prefix of a symbol (``n_``) what it stands for.
        definitions: ``define-fun`` commands that follow the declarations.
        game: what the puzzle is one of, for comments.
    """

    encoding: str
    puzzle: Puzzle
    logic: str
    families: tuple[Family, ...]
    declarations: tuple[Declaration, ...]
    assertions: tuple[Assertion, ...]
    values: tuple[str, ...]
    meaning: Mapping[str, str] = field(default_factory=dict)
    definitions: tuple[str, ...] = ()
    game: str = "Fillomino"

"""The model of an SMT-LIB script: what an encoding builds and a flavour renders."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import NamedTuple

from encoder.errors import EncodingError
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Filling, Puzzle


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


@dataclass(frozen=True, slots=True)
class Forest:
    """The spanning forest of a model, as far as the answer tells it.

    Attributes:
        edges: ``(parent, child)`` cells of the edges that are there.
        roots: for each cell the label of its region's root.
        sizes: for each cell the size of the subtree below and with it.
    """

    edges: frozenset[tuple[int, int]]
    roots: Mapping[int, int]
    sizes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Decoded:
    """A solver's values, read back: one number per cell, and the forest where its variables were given."""

    filling: Filling
    forest: Forest | None = None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: a script is thousands of tuples, and none is in a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Encoding:
    """A named way to say the puzzle in SMT-LIB.

    Attributes:
        name: what people type: ``forest``.
        title: one line.
        idea: a paragraph.
        logics: the logics it can be written in; the first is its own.
        families: its constraint families, in the order they are written.
        source: where it comes from.
        build: `(puzzle, candidates, logic)` to a script; called through `script`, which checks the logic.
        decode: `(puzzle, values)` to a `Decoded`; raises `DecodeError`.
        differ: `(script, filling)` to the term that says "another filling than this".
        deduces: whether it makes use of candidates.
        lazy: whether its script is only where the talk with a solver begins.
        talks: whether already for two answers one session beats two processes: where the text is long and
            incremental solving as good. Measured, see docs/performance.md.
        one_engine: whether a solver that has another engine for the first question of a session had better
            begin with that for many (`workbench.logics`). Measured, too.
    """

    name: str
    title: str
    idea: str
    logics: tuple[str, ...]
    families: tuple[Family, ...]
    source: str
    build: Callable[[Puzzle, Candidates, str], Script]
    decode: Callable[[Puzzle, Mapping[str, object]], Decoded]
    differ: Callable[[Script, Filling], str]
    deduces: bool = True
    lazy: bool = False
    talks: bool = False
    one_engine: bool = False

    def script(
        self, puzzle: Puzzle, logic: str | None = None, candidates: Candidates | None = None
    ) -> Script:
        """Encode a puzzle.

        Args:
            puzzle: what to encode.
            logic: one of `logics`; the first if not given.
            candidates: what deduction has left for each cell; by default all that the clues leave.
                An encoding that does not deduce encodes the puzzle as it is given.

        Raises:
            EncodingError: for a logic this encoding can't be written in.
        """
        self.check_logic(logic)
        if candidates is None:
            candidates = deduce(puzzle, Level.NONE)
        with _uncollected():
            return self.build(puzzle, candidates, logic or self.logics[0])

    def check_logic(self, logic: str | None) -> None:
        """Do nothing for one of `logics`, or none.

        Raises:
            EncodingError: for a logic this encoding can't be written in.
        """
        if logic is not None and logic not in self.logics:
            known = ", ".join(self.logics)
            raise EncodingError(f"{self.name} can't be written in {logic}; it can in {known}")

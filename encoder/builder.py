"""A script under construction: what every encoding builds with.

A builder takes constants and constraints one by one::

    builder = Builder(rectangle(3, 3))
    fill = floodfill(builder, "a", builder.board, size=4, exact=True)
    script = builder.script("tetrominoes", fill.projection)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, groupby, repeat
from typing import TYPE_CHECKING

from encoder.errors import EncodingError
from encoder.parts.variants import CHECKERED
from encoder.puzzle_script import CellNumber, Cells, PuzzleScript, header
from fillomino.board import Board
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Columns, Declaration, Family, Texts
from smtlib.sexpr import is_symbol

if TYPE_CHECKING:
    from encoder.parts.lazy_fills import LazyFill

RULES = "the rules"
OWN = "this project"
TIGHTENED = f"{OWN}, after the thesis"
TREES = "after R. Behari, Solving Fillomino, section 8"
"""Sources that many families name."""


class Builder:
    """A script under construction: its constants and constraints.

    Attributes:
        board: the cells, or whatever places a puzzle has, that the constraints are about.
        meaning: for each prefix of a symbol what it stands for; whoever declares adds to it.
        families: the families in the order of the text; others follow in the order of their first use.
        grouped: assertions are ordered family after family; else they stay as they were required, which
            takes less memory: the script shares them with its builder, which must add no more.
        declarations: the constants declared so far, each with its sort.
        fills: the connected sets that a session is to complete, so far.
    """

    def __init__(
        self,
        board: Board,
        meaning: Mapping[str, str] | None = None,
        families: Sequence[Family] = (),
        *,
        grouped: bool = True,
    ) -> None:
        self.board, self.families, self.grouped = board, families, grouped
        self.meaning = dict(meaning or {})
        self.declarations: dict[str, str] = {}
        self.fills: list[LazyFill] = []
        self._family_names: list[str] = []
        self._about: list[tuple[int, ...]] = []
        self._terms = Texts()
        self._used = {family.name: family for family in families}

    def declare(self, name: str, sort: str = "Bool") -> str:
        """Add a constant; returns its name.

        Raises:
            EncodingError: if there is one of this name already, or the name is no symbol of SMT-LIB.
        """
        if not is_symbol(name):
            advice = "begin a name or prefix with a letter, followed by letters, digits and _"
            raise EncodingError(f"{name!r} is not an SMT-LIB symbol; {advice}", code="bad-symbol")
        self.declare_all((name,), sort)
        return name

    def declare_all(self, names: Collection[str], sort: str = "Bool") -> None:
        """Add many constants of one sort, whose names are known to be symbols of SMT-LIB.

        Raises:
            EncodingError: if there is one of the same name already.
        """
        before = len(self.declarations)
        self.declarations.update(dict.fromkeys(names, sort))
        if len(self.declarations) < before + len(names):
            counted = Counter([*list(self.declarations)[:before], *names])
            twice = next(name for name in counted if counted[name] > 1)
            raise EncodingError(
                f"the constant {twice} is declared twice; give each building block a prefix", code="duplicate"
            )

    @property
    def assertions(self) -> Columns[Assertion]:
        """The constraints required so far."""
        return Columns(Assertion, (self._family_names, self._about, self._terms))

    def on(self, places: Sequence[Collection[int]]) -> Builder:
        """Return a builder of the same script, for building blocks that see another board.

        Args:
            places: for each cell of that board the cells of this one that it stands for.
        """
        view = _View(self.board, grouped=self.grouped)
        for name in _SHARED:
            setattr(view, name, getattr(self, name))
        view.places = places
        return view

    def require(self, family: Family, about: Iterable[int], term: str) -> None:
        """Assert a term; ``true`` is dropped."""
        name = family.name
        if name not in self._used:
            self._used[name] = family
        if term != "true":
            self._family_names.append(name)
            self._about.append(tuple(about))
            self._terms.append(term)

    def require_each(self, family: Family, about: Collection[tuple[int, ...]], terms: Iterable[str]) -> None:
        """Assert many terms, each about cells of its own; none is ``true``, and none is made by requiring."""
        self._used.setdefault(family.name, family)
        self._family_names += repeat(family.name, len(about))
        self._about += about
        self._terms.extend(terms)

    def require_all(self, family: Family, about: tuple[int, ...], terms: Iterable[str]) -> None:
        """Assert many terms about the same cells, all of them."""
        terms = tuple(terms)
        self._used.setdefault(family.name, family)
        self._family_names += repeat(family.name, len(terms))
        self._about += repeat(about, len(terms))
        self._terms.extend(terms)

    def add(self, other: Builder) -> None:
        """Declare and require all that another builder of the same board has, whose families are known."""
        before = len(self.declarations)
        self.declarations.update(other.declarations)
        if len(self.declarations) < before + len(other.declarations):
            raise EncodingError("both builders declare one constant", code="duplicate")
        self._family_names += other._family_names
        self._about += other._about
        self._terms.extend(other._terms)

    def define(self, family: Family, about: Iterable[int], name: str, term: str) -> str:
        """Add a Boolean that equals a term; a constant or the name of one stands for itself."""
        if term in ("true", "false") or term in self.declarations:
            return term
        self.declare(name)
        self.require(family, about, f"(= {name} {term})")
        return name

    def two_colours(self, puzzle: Puzzle, equal: Callable[[int, int], str]) -> None:
        """Assert the variant *checkered*, if the puzzle is one.

        Args:
            puzzle: the puzzle.
            equal: from two neighbours to the term that they hold the same number.
        """
        if puzzle.checkered:
            self.colour(puzzle)
            label = puzzle.board.labels
            for x, y in puzzle.board.links():
                self.require(CHECKERED, (x, y), f"(= (= c_{label[x]} c_{label[y]}) {equal(x, y)})")

    def colour(self, puzzle: Puzzle) -> None:
        """Declare a colour for each cell; the first of each part of the board takes one, without loss."""
        self.meaning["c_x"] = "the colour of the region of x, one of two"
        self.declare_all([f"c_{label}" for label in puzzle.board.labels])
        for part in puzzle.board.components():
            self.require(CHECKERED, part[:1], f"c_{puzzle.board.labels[part[0]]}")

    def script(
        self,
        encoding: str,
        values: Sequence[str] | None = None,
        *,
        puzzle: Instance | None = None,
        logic: str | None = None,
        definitions: Sequence[str] = (),
        cells: Cells | Iterable[CellNumber] = (),
    ) -> PuzzleScript:
        """Return all that was declared and required, as a script.

        Args:
            encoding: a name for it.
            values: what to ask a solver for: the projection on which models differ; by default what the
                numbers of the cells are read from.
            puzzle: what it encodes; if not given, a Fillomino without clues on the board.
            logic: the logic; by default QF_LIA with integers and QF_UF without.
            definitions: ``define-fun`` commands to follow the declarations.
            cells: the terms of the number of each place of the puzzle, in their order; none if an answer is
                no filling. The script must assert the numbers of `fixed` places: each clue of a Fillomino.
        """
        subject = puzzle or Puzzle(self.board, {})
        if isinstance(cells, Cells) and cells.fixed == subject.fixed:
            numbers = cells
        else:
            numbers = Cells(tuple(cells.of if isinstance(cells, Cells) else cells), subject.fixed)
        return PuzzleScript(
            encoding=encoding,
            puzzle=subject,
            header=header(subject),
            logic=logic or ("QF_LIA" if "Int" in self.declarations.values() else "QF_UF"),
            families=tuple(self._used.values()),
            declarations=Columns(Declaration, (tuple(self.declarations), tuple(self.declarations.values()))),
            assertions=Columns(Assertion, self._ordered()),
            values=numbers.values if values is None else tuple(values),
            meaning=dict(self.meaning),
            definitions=tuple(definitions),
            cells=numbers if numbers.of else None,
            fills=tuple(self.fills),
        )

    def _ordered(self) -> tuple[Sequence[object], ...]:
        """The columns of the assertions, in the order of the text."""
        columns = self.assertions.columns
        if not self.grouped:
            return columns
        runs = [name for name, _ in groupby(self._family_names)]
        if runs == [name for name in self._used if name in set(runs)]:  # required family after family
            return tuple(map(tuple, columns))
        places: dict[str, list[int]] = {name: [] for name in self._used}
        for place, name in enumerate(self._family_names):
            places[name].append(place)
        order = list(chain.from_iterable(places.values()))
        return tuple(tuple(map(column.__getitem__, order)) for column in columns)


_SHARED = ("meaning", "declarations", "fills", "_family_names", "_about", "_terms", "_used")


class _View(Builder):
    """A builder that adds to the script of another, whose cells it names differently."""

    places: Sequence[Collection[int]]

    def require(self, family: Family, about: Iterable[int], term: str) -> None:
        super().require(family, self._named(about), term)

    def require_each(self, family: Family, about: Collection[tuple[int, ...]], terms: Iterable[str]) -> None:
        super().require_each(family, [self._named(cells) for cells in about], terms)

    def require_all(self, family: Family, about: tuple[int, ...], terms: Iterable[str]) -> None:
        super().require_all(family, self._named(about), terms)

    def _named(self, cells: Iterable[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(place for cell in cells for place in self.places[cell]))

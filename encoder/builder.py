"""A script in the making, for whoever says something of their own with the building blocks.

draft = Draft(rectangle(3, 3))
fill = floodfill(draft, "a", draft.board, size=4, exact=True)
script = draft.script("tetrominoes", fill.projection)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from encoder.errors import EncodingError
from encoder.parts.variants import CHECKERED, checkered, colours
from encoder.parts.variants import meaning as meaning_of_colours
from encoder.script import PuzzleScript, header
from fillomino.board import Board
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Declaration, Family

_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*|\|[^|\\]*\|")


@dataclass(slots=True)
class Draft:
    """Constants and constraints under construction.

    Attributes:
        board: the cells it speaks of.
        meaning: for each prefix of a symbol what it stands for; whoever declares adds to it.
    """

    board: Board
    meaning: dict[str, str] = field(default_factory=dict)
    _declared: dict[str, str] = field(default_factory=dict)
    _families: dict[str, Family] = field(default_factory=dict)
    _required: dict[str, list[Assertion]] = field(default_factory=dict)

    def declare(self, name: str, sort: str = "Bool") -> str:
        """A new constant; returns its name.

        Raises:
            EncodingError: if there is one of this name already, or the name is no symbol of SMT-LIB.
        """
        if not _SYMBOL.fullmatch(name):
            advice = "begin a name or prefix with a letter, and go on with letters, digits and _"
            raise EncodingError(f"{name!r} is no symbol of SMT-LIB; {advice}")
        if name in self._declared:
            raise EncodingError(f"the constant {name} is declared twice; give each building block a prefix")
        self._declared[name] = sort
        return name

    def require(self, family: Family, cells: Iterable[int], term: str) -> None:
        """Assert a term; one that is plainly true is left out."""
        self._families.setdefault(family.name, family)
        if term != "true":
            required = self._required.setdefault(family.name, [])
            required.append(Assertion(family.name, tuple(cells), term))

    def define(self, family: Family, cells: Iterable[int], name: str, term: str) -> str:
        """A new Boolean that equals a term; a constant or the name of one stands for itself."""
        if term in ("true", "false") or term in self._declared:
            return term
        self.declare(name)
        self.require(family, cells, f"(= {name} {term})")
        return name

    def two_colours(self, puzzle: Puzzle, equal: Callable[[int, int], str]) -> None:
        """Say the variant *checkered*, if the puzzle is one.

        Args:
            puzzle: the puzzle.
            equal: from two neighbours to the term that they hold the same number.
        """
        self.meaning |= meaning_of_colours(puzzle)
        for name, sort in colours(puzzle):
            self.declare(name, sort)
        for _, cells, term in checkered(puzzle, equal):
            self.require(CHECKERED, cells, term)

    def script(
        self,
        encoding: str,
        values: Sequence[str],
        *,
        puzzle: Puzzle | None = None,
        logic: str | None = None,
        game: str = "Fillomino",
        meaning: Mapping[str, str] | None = None,
    ) -> PuzzleScript:
        """All that was said, as a script.

        Args:
            encoding: a name for it.
            values: what to ask a solver for: the projection on which models are told apart.
            puzzle: what it encodes; the bare board if not given.
            logic: the logic; by default QF_LIA with integers and QF_UF without.
            game: what the puzzle is called in comments.
            meaning: more about the symbols.
        """
        integers = "Int" in self._declared.values()
        subject = puzzle or Puzzle(self.board, {})
        return PuzzleScript(
            encoding=encoding,
            puzzle=subject,
            header=header(subject, game),
            logic=logic or ("QF_LIA" if integers else "QF_UF"),
            families=tuple(self._families.values()),
            declarations=tuple(Declaration(name, sort) for name, sort in self._declared.items()),
            assertions=tuple(a for name in self._families for a in self._required.get(name, ())),
            values=tuple(values),
            meaning={**self.meaning, **(meaning or {})},
        )

"""Fillomino's puzzles, and the content of puzzle files."""

from __future__ import annotations

from collections.abc import Mapping

from fillomino.board import Board
from fillomino.errors import InputError, PuzzleError, counted
from fillomino.instance import Filling, Genre, Instance, Violation
from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

__all__ = ["FILLOMINO", "Document", "Filling", "Fillomino", "Puzzle", "as_fillomino"]


class Fillomino(Genre):
    """The game of this package: each region of equal numbers has as many cells as they say."""

    name = "fillomino"
    title = "Fillomino"


FILLOMINO: Final = Fillomino()


class Puzzle(Instance):
    """A Fillomino: a board with its clues and further rules.

    Attributes:
        board: the cells.
        clues: the given numbers, ``cell -> number``; not to be changed, as puzzles are hashed by them.
        walls: pairs ``(x, y)`` of neighbours, ``x < y``, that must lie in different regions.
        unknown: cells marked ``?``. They mean the same as empty cells, and are kept because the author wrote
            them.
        largest_region: the largest number of cells that a region may have; ``None`` for no limit.
        checkered: whether the regions must take two colours so that neighbouring regions differ.
        basic: whether every region must hold a clue; ``?`` does not count.
        info: other data of the file: ``title``, ``author``, ``source``, … in plain text.

    Raises:
        PuzzleError: if any of these does not fit the board.
    """

    __slots__ = ("basic", "board", "checkered", "clues", "info", "largest_region", "unknown", "walls")

    def __init__(
        self,
        board: Board,
        clues: Mapping[int, int],
        walls: frozenset[tuple[int, int]] = frozenset(),
        unknown: frozenset[int] = frozenset(),
        largest_region: int | None = None,
        info: Mapping[str, str] | None = None,
        *,
        checkered: bool = False,
        basic: bool = False,
    ) -> None:
        self.board: Final = board
        self.clues: Final = clues
        self.walls: Final = walls
        self.unknown: Final = unknown
        self.largest_region: Final = largest_region
        self.info: Final[Mapping[str, str]] = {} if info is None else info
        self.checkered: Final = checkered
        self.basic: Final = basic
        for cell, number in self.clues.items():
            if not 0 <= cell < board.size:
                raise PuzzleError(
                    f"a clue for cell {cell}, but the cells are 0 to {board.size - 1}",
                    code="unknown-cell",
                )
            if not 1 <= number <= board.size:
                raise PuzzleError(
                    f"the clue {number} at {board.names[cell]} is not between 1 and {board.size}, "
                    f"the number of cells on this board",
                    code="clue-range",
                )
        for x, y in self.walls:
            if not (0 <= x < y < board.size and y in board.neighbours[x]):
                raise PuzzleError(
                    f"a wall between the cells {x} and {y}, which are not neighbours",
                    code="wall-between",
                )
        for cell in self.unknown:
            if not 0 <= cell < board.size or cell in self.clues:
                raise PuzzleError(f"cell {cell} is marked '?', but it is not an empty cell of the board")
        if self.largest_region is not None and self.largest_region < 1:
            raise PuzzleError(
                f"the largest region must have at least 1 cell, not {self.largest_region}",
                code="largest-region",
            )

    def replace(self, **changes: Any) -> Puzzle:
        """The puzzle with other values of some attributes.

        Raises:
            PuzzleError: if they do not fit the board.
        """
        return Puzzle(**{name: getattr(self, name) for name in self.__slots__} | changes)

    __replace__ = replace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    def __hash__(self) -> int:
        return hash(
            (self.board, frozenset(self.clues.items()), self.walls, self.unknown, self.largest_region)
        )

    def __repr__(self) -> str:
        return f"Puzzle({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"

    def __str__(self) -> str:
        """The puzzle as a grid."""
        return self.draw().rstrip("\n")

    def _repr_svg_(self) -> str:
        """The puzzle as a picture, for notebooks."""
        from fillomino.render.svg import svg

        return svg(self)

    @property
    def game(self) -> Genre:
        """Fillomino."""
        return FILLOMINO

    @property
    def places(self) -> Board:
        """The cells."""
        return self.board

    @property
    def fixed(self) -> frozenset[int]:
        """The cells with a clue."""
        return frozenset(self.clues)

    @property
    def size_text(self) -> str:
        """The numbers of cells and of clues, in words."""
        return f"{counted(self.board.size, 'cell')}, {counted(len(self.clues), 'clue')}"

    def violations(self, filling: Filling) -> tuple[Violation, ...]:
        """Every way in which a filling breaks the rules, see `fillomino.rules`."""
        from fillomino.rules import violations

        return violations(self, filling)

    def violations_of_model(self, numbers: Filling) -> tuple[Violation, ...]:
        """The same of the numbers of a model, where 0 is no empty cell, see `fillomino.rules`."""
        from fillomino.rules import violations_of_model

        return violations_of_model(self, numbers)

    def solutions(self) -> tuple[Filling, ...]:
        """Every solution, ascending, see `fillomino.solutions`."""
        from fillomino.solutions import solutions

        return solutions(self)

    def text(self) -> str:
        """The puzzle as plain text, or as JSON if that has no place for all of it."""
        from fillomino.formats.registry import find, lacking, write

        return write(self, "plain" if lacking(self, find("plain").holds) is None else "json")

    def draw(self, filling: Filling | None = None, *, colour: bool = False) -> str:
        """The puzzle or a filling as a grid, see `fillomino.render.box_drawing`."""
        from fillomino.render.box_drawing import text

        return text(self, filling, colour=colour)

    def draw_model(self, numbers: Filling, *, colour: bool = False) -> str:
        """The numbers of a model as a grid, where 0 is no empty cell."""
        from fillomino.render.box_drawing import text

        return text(self, numbers, colour=colour, zeros=True)

    @property
    def empty_cells(self) -> int:
        """The number of cells without a clue."""
        return self.board.size - len(self.clues)


def as_fillomino(instance: Instance, who: str, name: str = "this") -> Puzzle:
    """Return the puzzle itself, for what only a Fillomino has.

    Args:
        instance: a puzzle of any game.
        who: what needs a Fillomino, as the subject of a sentence: ``count``.
        name: the name of the puzzle.

    Raises:
        InputError: for a puzzle of another game.
    """
    if isinstance(instance, Puzzle):
        return instance
    title = instance.game.title
    a = "an" if title[0] in "AEIOU" else "a"
    raise InputError(f"{who} knows Fillomino alone; {name} is {a} {title}", code="other-game")


class Document(Record):
    """The content of a puzzle file: a puzzle, and its answer if the file has one (0 = not filled in)."""

    puzzle: Puzzle
    answer: Filling | None = None

"""A game: its signs, its answers and its rules, which judge every answer; and a puzzle of it.

A puzzle is a rectangle of *signs*, such as ``.``, ``3`` or ``a3``. An answer is a number for each *place*:
for each cell, unless the game says otherwise. Rules are of two kinds: `Game.shape` does not look at signs, so
the answers that keep it are listed once for all puzzles of a size; `Game.clues` does. All else is derived:
reading, drawing, the solutions of small puzzles, and the puzzles of an audit.

Rules share no code with encodings, not even a flood fill, so that they can judge what these and solvers find.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, NoReturn

from fillomino.board import Board
from fillomino.board import rectangle as board_of
from fillomino.errors import PuzzleError, TooLargeError, counted, shown
from fillomino.instance import Filling, Genre, Instance, Violation

MOST = 70_000
"""More answers of one size are not tried."""

NUMBER = r"[1-9][0-9]{0,3}"
"""Pattern of signs that are numbers."""


class Broken(NamedTuple):
    """A rule that an answer breaks.

    Attributes:
        rule: the name of the rule, a word or two: ``connected``.
        text: what is wrong, in words; in messages the names of the places follow.
        places: where.
    """

    rule: str
    text: str
    places: Sequence[int] = ()


class Game(Genre, ABC):
    """A puzzle game on a rectangle; a subclass says what its signs and answers are, and its rules.

    Attributes:
        name: what people type, and the first word of its puzzles: ``hitori``.
        title: what people read: ``Hitori``.
        values: the numbers that an answer may have for a place, and what each means.
        rules: each rule by its name, in words. It may be left out; but then an audit does not know of a rule
            that no answer breaks.
        pattern: signs that puzzles may hold besides `signs`, as a regular expression; no audit uses them.
        rooms: whether each sign begins with the small letters of a room, which is a connected set of cells.
            What `signs` gives are then the signs that may follow these letters.
        shades: signs that a drawing has for numbers of an answer. For others it has the numbers, or where an
            answer is 0 or 1 the puzzle's own sign and ``#``.
        spec: what finds it in another process, if that is not its name: a file.
    """

    rules: Mapping[str, str] = {}
    pattern: str = ""
    rooms: bool = False
    shades: Mapping[int, str] = {}
    spec: str = ""

    @abstractmethod
    def signs(self, height: int, width: int) -> Sequence[str]:
        """The signs of a cell in an audit; first that of a cell without a clue, if there is one."""

    @abstractmethod
    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Yield what an answer breaks of the rules that do not look at signs."""

    @abstractmethod
    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Yield what an answer breaks of the rules that look at signs."""

    def layout(self, puzzle: Rectangle) -> tuple[str, ...]:
        """The signs that `places` and `shape` are to see, one for each cell; by default they see none."""
        return ()

    def places(self, puzzle: Rectangle) -> Board:
        """The places of an answer; by default the cells."""
        return cells(puzzle.height, puzzle.width)

    def candidates(self, puzzle: Rectangle) -> Iterable[Filling] | None:
        """Answers among which are all that keep `shape`; ``None`` for all there are.

        They depend on size and layout alone.

        Raises:
            TooLargeError: if there are more than `MOST`.
        """
        return None

    def guesses(self, puzzle: Rectangle) -> Iterable[Filling] | None:
        """Answers among which are all solutions of a puzzle; ``None`` if `candidates` are not too many."""
        return None

    def check_candidates(self, puzzle: Rectangle, right: Collection[Filling]) -> None:
        """Do nothing if the answers that keep `shape` are all among `candidates`: ours are tested."""

    def check_solutions(self, puzzle: Rectangle, found: Collection[Filling]) -> None:
        """Do nothing if listed solutions keep all rules, and none is missing: ours are tested."""

    def complaint(self, puzzle: Rectangle) -> tuple[int, str] | None:
        """Why a rectangle of signs is no puzzle: a cell, and what is wrong there; ``None`` if it is one.

        By default it is none with an unknown sign, a room in several parts, or without any place.
        """
        usual = frozenset(self.signs(puzzle.height, puzzle.width))
        for cell, sign in enumerate(puzzle.signs):
            room, clue = room_and_clue(sign) if self.rooms else ("", sign)
            if self.rooms and not room:
                return cell, f"the sign {shown(sign)} should begin with the small letters of a room"
            if clue not in usual and not self.has_sign(clue, puzzle.height, puzzle.width):
                return cell, f"{self.title} has no sign {shown(clue)}{self._such(puzzle)}"
        for room, its in puzzle.rooms.items() if self.rooms else ():
            if len(parts := puzzle.parts(its)) > 1:
                return parts[1][0], f"the room {room} is in {len(parts)} parts, of which this is the second"
        if not puzzle.places.size:
            return 0, f"there is nothing to find in this {self.title}"
        return None

    def blank(self, puzzle: Rectangle, cell: int) -> str | None:
        """The sign that says least in a cell of a puzzle; ``None`` if there is none.

        By default that is ``?`` for a number where the game has it, else ``.``, or in games with rooms the
        letters of the room alone.
        """
        if self.has_sign("?", puzzle.height, puzzle.width):
            room, clue = room_and_clue(puzzle.signs[cell]) if self.rooms else ("", puzzle.signs[cell])
            return f"{room}?" if clue.isdecimal() else puzzle.signs[cell]
        if self.rooms:
            return (
                room_and_clue(puzzle.signs[cell])[0]
                if self.has_sign("", puzzle.height, puzzle.width)
                else None
            )
        return "." if self.has_sign(".", puzzle.height, puzzle.width) else None

    def has_sign(self, sign: str, height: int, width: int) -> bool:
        """Return whether a cell may have a sign."""
        return sign in self.signs(height, width) or bool(self.pattern and re.fullmatch(self.pattern, sign))

    def _such(self, puzzle: Rectangle) -> str:
        """The signs that there are, for messages."""
        signs = [sign for sign in self.signs(puzzle.height, puzzle.width) if sign]
        more = ", …" if signs[8:] or self.pattern else ""
        return f"; its signs are {', '.join(signs[:8])}{more}" if signs else ""

    def draw(self, puzzle: Rectangle, answer: Filling | None) -> str:
        """A puzzle or an answer as a picture in text, ended by a newline.

        By default it is a grid of cells, with the answer in it. Where places have the names of two cells in
        a line, ``r1c1-r1c2``, the answer is drawn as lines between these; other places are listed below.
        """
        from games.drawing import bridges, grid

        split = [room_and_clue(sign) if self.rooms else ("", sign) for sign in puzzle.signs]
        labels = ["·" if clue in (".", "") else clue for _, clue in split]
        rooms = [room for room, _ in split]
        places = puzzle.places.names
        if answer is None:
            return grid(puzzle.height, puzzle.width, labels, rooms)
        if places == cells(puzzle.height, puzzle.width).names:
            labels = [self._sign_of(value, sign) for value, sign in zip(answer, labels, strict=True)]
            return grid(puzzle.height, puzzle.width, labels, rooms)
        taken = [(name, value) for name, value in zip(places, answer, strict=True) if value]
        joined = [(puzzle.ends_of(name), value) for name, value in taken]
        if all(ends is not None and value <= 2 for ends, value in joined):
            drawn = [(*ends, value) for ends, value in joined if ends is not None]
            return bridges(puzzle.height, puzzle.width, labels, drawn)
        listed = "".join(f"{name} = {value}\n" for name, value in taken)
        return grid(puzzle.height, puzzle.width, labels, rooms) + listed

    def _sign_of(self, value: int, sign: str) -> str:
        """What a drawing has for the answer of a cell with a sign."""
        if value in self.shades:
            return self.shades[value]
        if max(self.values) > 1:
            return str(value)
        return "#" if value else sign

    def puzzle(self, height: int, width: int, signs: Iterable[str]) -> Rectangle:
        """Return a puzzle of this game, from its signs row by row.

        Raises:
            PuzzleError: if it is none, with what is wrong.
        """
        puzzle = Rectangle(self, height, width, tuple(signs))
        size = cells(height, width).size
        if len(puzzle.signs) != size:
            raise PuzzleError(f"{counted(len(puzzle.signs), 'sign')} for {counted(size, 'cell')}")
        if wrong := self.complaint(puzzle):
            raise PuzzleError(f"{cells(height, width).names[wrong[0]]}: {wrong[1]}", code="bad-sign")
        return puzzle

    def __reduce__(self) -> tuple[Any, ...]:
        """A game in another process is found by its name or file."""
        from games import find

        return find, (self.spec or self.name,)


class _Unseen(Sequence[str]):
    """The signs where a rule is not to look at them."""

    def __len__(self) -> int:
        return self._refuse()

    def __getitem__(self, _index: Any) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise LookupError("shape and places can't see the signs: a rule that needs them belongs into clues")


_UNSEEN = _Unseen()


class Rectangle(Instance):
    """A puzzle of a game: a rectangle of signs. Those of people are made by `Game.puzzle`, which checks them.

    Attributes:
        height: number of rows.
        width: number of columns.
        signs: the sign of each cell, row by row.
    """

    def __init__(
        self, game: Game, height: int, width: int, signs: Sequence[str], info: Mapping[str, str] | None = None
    ) -> None:
        self._game, self._info = game, dict(info or {})
        self.height, self.width, self.signs = height, width, signs

    @property
    def game(self) -> Game:
        """The game that it is a puzzle of."""
        return self._game

    @property
    def info(self) -> Mapping[str, str]:
        """Other data of its file: ``title``, ``author``, … in plain text."""
        return self._info

    @cached_property
    def bare(self) -> Rectangle:
        """The same rectangle with what `Game.layout` leaves of its signs."""
        return _bare(self._game, self.height, self.width, self._game.layout(self))

    @property
    def places(self) -> Board:
        """The places of an answer."""
        return self.bare._places

    @cached_property
    def _places(self) -> Board:
        return self._game.places(self)

    @cached_property
    def cells(self) -> range:
        """The cells, row by row."""
        return range(self.height * self.width)

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those above, left, right and below, ascending."""
        return cells(self.height, self.width).neighbours

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two cells side by side once, ascending."""
        return pairs(self.height, self.width)

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The cells of each row."""
        return lines(self.height, self.width)[0]

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The cells of each column."""
        return lines(self.height, self.width)[1]

    @property
    def blocks(self) -> list[tuple[int, int, int, int]]:
        """The cells of each block of two by two."""
        return blocks(self.height, self.width)

    @cached_property
    def rooms(self) -> dict[str, list[int]]:
        """The cells of each room, by its letters, where signs begin with those."""
        rooms: dict[str, list[int]] = {}
        for cell, sign in enumerate(self.signs):
            rooms.setdefault(room_and_clue(sign)[0], []).append(cell)
        return rooms

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each cell whose sign is one."""
        return {cell: int(sign) for cell, sign in enumerate(self.signs) if sign.isdecimal()}

    def parts(self, chosen: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the connected parts of some cells, each ascending, by their first cells."""
        left, neighbours = set(chosen), self.neighbours
        parts = []
        for start in sorted(left):
            if start in left:
                left.remove(start)
                part = [start]
                for cell in part:
                    for beside in neighbours[cell]:
                        if beside in left:
                            left.remove(beside)
                            part.append(beside)
                parts.append(tuple(sorted(part)))
        return parts

    def shape_broken(self, answer: Filling) -> list[Broken]:
        """Return what an answer breaks of the rules that do not look at signs."""
        return list(self._game.shape(self.bare, answer))

    def clues_broken(self, answer: Filling) -> list[Broken]:
        """Return what an answer breaks of the rules that look at signs."""
        return list(self._game.clues(self, answer))

    def violations(self, filling: Filling) -> tuple[Violation, ...]:
        """Every way in which an answer breaks the rules; empty exactly when it is a solution."""
        places = self.places
        if len(filling) != places.size:
            raise PuzzleError(
                f"an answer of {counted(len(filling), 'number')} for {counted(places.size, 'place')}",
                code="bad-filling",
            )
        values = self._game.values
        wrong = [place for place, number in enumerate(filling) if number not in values]
        if wrong:
            text = f"a number is not {' or '.join(map(str, values))}"
            broken = [Broken("value", text, wrong)]
        else:
            broken = self.shape_broken(filling) + self.clues_broken(filling)
        return tuple(_violation(one, places) for one in broken)

    def solutions(self) -> tuple[Filling, ...]:
        """Every solution, ascending, found by the rules alone.

        Raises:
            TooLargeError: if there are too many answers to try.
        """
        from games.listing import solutions

        return solutions(self)

    @property
    def size_text(self) -> str:
        """Its size in words."""
        size, places = counted(len(self.cells), "cell"), self.places
        return size if places.grid is not None else f"{size}, {counted(places.size, 'place')}"

    def text(self) -> str:
        """The puzzle as text: the game and the size, then the rows of signs."""
        width = max(map(len, self.signs))
        rows = (self.signs[start : start + self.width] for start in self.cells[:: self.width])
        lines = (" ".join(sign.rjust(width) for sign in row) for row in rows)
        return "\n".join([f"{self._game.name} {self.height} {self.width}", *lines]) + "\n"

    def draw(self, filling: Filling | None = None, *, colour: bool = False) -> str:
        """The puzzle, or an answer, as a picture in text, without colours; ends with a newline."""
        return self._game.draw(self, filling)

    def name_of(self, cell: int) -> str:
        """The name of a cell, which need not be a place: ``r1c2``."""
        return cells(self.height, self.width).names[cell]

    def ends_of(self, name: str) -> tuple[int, int] | None:
        """Two cells in a row or column, ascending, whose names are joined by ``-``; else ``None``."""
        names = {cell_name: cell for cell, cell_name in enumerate(cells(self.height, self.width).names)}
        one, _, other = name.partition("-")
        if one not in names or other not in names:
            return None
        first, second = sorted((names[one], names[other]))
        in_line = first // self.width == second // self.width or first % self.width == second % self.width
        return (first, second) if in_line and first < second else None

    def replace(self, signs: Iterable[str]) -> Rectangle:
        """Return a rectangle of the same size with other signs, unchecked."""
        return Rectangle(self._game, self.height, self.width, tuple(signs), self._info)

    def __str__(self) -> str:
        return self.draw().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self._game.name} {self.height}x{self.width}: {' '.join(self.signs)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rectangle) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self._game.name, self.height, self.width, self.signs

    def __reduce__(self) -> tuple[Any, ...]:
        return Rectangle, (self._game, self.height, self.width, self.signs, self._info)


def _violation(broken: Broken, places: Board) -> Violation:
    where = tuple(sorted(broken.places))
    names = [places.names[place] for place in where[:MOST_NAMES]]
    more = ", …" if len(where) > MOST_NAMES else ""
    return Violation(broken.rule, where, (), f"{broken.text}{': ' * bool(names)}{', '.join(names)}{more}")


def rectangle(puzzle: Instance) -> Rectangle:
    """Return a puzzle that is known to be one of a game's."""
    if not isinstance(puzzle, Rectangle):
        raise TypeError(f"{puzzle.game.title} has no rectangles of signs")
    return puzzle


def too_large(puzzle: Rectangle) -> TooLargeError:
    """Return the error of a puzzle with too many answers to try."""
    what = f"this {puzzle.game.title} of {puzzle.height}x{puzzle.width}"
    return TooLargeError(f"{what} has too many answers to try them all; a solver is needed")


MOST_NAMES = 8
"""So many places are named in the text of a violation."""


def room_and_clue(sign: str) -> tuple[str, str]:
    """Return the letters of a room that a sign begins with, and the rest."""
    clue = sign.lstrip("abcdefghijklmnopqrstuvwxyz")
    return sign[: len(sign) - len(clue)], clue


@lru_cache(maxsize=64)
def cells(height: int, width: int) -> Board:
    """The cells of a rectangle."""
    return board_of(height, width)


@lru_cache(maxsize=64)
def pairs(height: int, width: int) -> list[tuple[int, int]]:
    """Every two cells side by side once, ascending."""
    return list(cells(height, width).links())


@lru_cache(maxsize=64)
def lines(height: int, width: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The cells of each row, and those of each column."""
    every = range(height * width)
    return (
        [tuple(every[start : start + width]) for start in every[::width]],
        [tuple(every[start::width]) for start in range(width)],
    )


def joining(ends: Sequence[tuple[Hashable, Hashable]], names: Sequence[str]) -> Board:
    """Places that each join two things, such as points: those with an end in common touch each other."""
    at: dict[Hashable, list[int]] = {}
    for place, both in enumerate(ends):
        for end in both:
            at.setdefault(end, []).append(place)
    touching = ({*at[one], *at[other]} - {place} for place, (one, other) in enumerate(ends))
    return Board(tuple(tuple(sorted(its)) for its in touching), tuple(names), tuple(range(len(ends))))


@lru_cache(maxsize=64)
def blocks(height: int, width: int) -> list[tuple[int, int, int, int]]:
    """The cells of each block of two by two."""
    corners = (row * width + column for row in range(height - 1) for column in range(width - 1))
    return [(cell, cell + 1, cell + width, cell + width + 1) for cell in corners]


@lru_cache(maxsize=1024)
def _bare(game: Game, height: int, width: int, layout: tuple[str, ...]) -> Rectangle:
    bare = Rectangle(game, height, width, layout or _UNSEEN)
    bare.__dict__["bare"] = bare
    return bare

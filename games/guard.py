"""Somebody else's game, guarded: what goes wrong in its code is a sentence with file and line."""

from __future__ import annotations

import inspect
import re
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from itertools import islice, product
from time import process_time
from types import ModuleType
from typing import Any, TypeVar

from fillomino.board import Board
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.errors import Error, listed
from fillomino.faults import FaultError, fault, last_of_theirs
from fillomino.instance import Filling
from games.game import MOST, Broken, Game, Rectangle

T = TypeVar("T")

SECONDS = 10.0
"""CPU seconds of one call of somebody's code."""

MOST_CHECKED = 1_000
"""Up to so many answers of a puzzle are all tried, to see whether somebody's lists are complete."""

MOST_BROKEN = 10_000
"""So many rules may be broken by one answer."""


class GameError(FaultError):
    """A fault in somebody's game: it raises, takes too long, or gives what is no rule, sign or place."""

    code = "game-fault"


class Guarded(Game):
    """Somebody's game, which checks what its methods give."""

    def __init__(self, inner: Game, spec: str) -> None:
        """Take a game; `spec` is what finds it in another process.

        Raises:
            GameError: if its attributes are not those of a game.
        """
        self.inner, self.spec = inner, spec
        for name in ("name", "title"):
            value = getattr(inner, name, None)
            if not isinstance(value, str) or not value or (name == "name" and not _is_word(value)):
                what = "a small letter, then letters, digits, . or -" if name == "name" else "a text"
                raise self._error(f"its {name} should be {what}, not {value!r}")
        values = getattr(inner, "values", None)
        if not isinstance(values, dict) or not values or any(type(number) is not int for number in values):
            raise self._error(
                f"its values should be numbers and words, such as {{0: 'white'}}, not {values!r}"
            )
        if min(values) < 0:
            raise self._error("its values should not be below 0")
        self.name, self.title, self.values = inner.name, inner.title, inner.values
        self.rules, self.pattern, self.rooms, self.shades = (
            inner.rules,
            inner.pattern,
            inner.rooms,
            inner.shades,
        )

    def signs(self, height: int, width: int) -> Sequence[str]:
        """The signs of a cell."""
        signs = self._call("signs", lambda: list(self.inner.signs(height, width)))
        wrong = [sign for sign in signs if not isinstance(sign, str) or sign.split() != [sign] * bool(sign)]
        if wrong or not signs or ("" in signs and not self.rooms):
            raise self._error("signs should give words without blanks, one at least", "signs", wrong or signs)
        return signs

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """The rules that do not look at signs."""
        return iter(self._broken("shape", self.inner.shape, puzzle, answer))

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """The rules that look at signs."""
        return iter(self._broken("clues", self.inner.clues, puzzle, answer))

    def layout(self, puzzle: Rectangle) -> tuple[str, ...]:
        """The signs that places and shape are to see."""
        layout = self._call("layout", lambda: tuple(self.inner.layout(puzzle)))
        if layout and (len(layout) != len(puzzle.signs) or not all(isinstance(sign, str) for sign in layout)):
            raise self._error("layout should give a sign for each cell, or nothing", "layout", layout)
        return layout

    def places(self, puzzle: Rectangle) -> Board:
        """The places of an answer."""
        places = self._call("places", lambda: self.inner.places(puzzle))
        if not isinstance(places, Board):
            raise self._error("places should give a Board, such as games.joining makes", "places", places)
        names = places.names
        if not len(names) == len(set(names)) == places.size == len(places.labels):
            raise self._error("each place should have a name and a label of its own", "places", names)
        for name in names:
            if not isinstance(name, str) or not name.isprintable() or not name or set(name) & set(" =|\"'()"):
                raise self._error("the name of a place should be without blank, = and |", "places", name)
        return places

    def candidates(self, puzzle: Rectangle) -> Iterable[Filling] | None:
        """Answers among which are all that keep shape."""
        return self._answers("candidates", self.inner.candidates, puzzle)

    def guesses(self, puzzle: Rectangle) -> Iterable[Filling] | None:
        """Answers among which are all solutions."""
        return self._answers("guesses", self.inner.guesses, puzzle)

    def check_candidates(self, puzzle: Rectangle, right: Collection[Filling]) -> None:
        """Check that candidates miss no answer that keeps shape, where not too many are to be tried.

        Raises:
            GameError: if they do.
        """
        for answer in self._all(puzzle):
            if answer not in right and not puzzle.shape_broken(answer):
                raise self._error(f"candidates misses an answer that shape accepts: {answer}", "candidates")

    def check_solutions(self, puzzle: Rectangle, found: Collection[Filling]) -> None:
        """Check that the rules accept listed solutions a second time, and that guesses miss none.

        Raises:
            GameError: if not.
        """
        for answer in found:
            if broken := puzzle.violations(answer):
                what = f"its rules contradict themselves: {answer} was right, now it breaks {broken[0].name}"
                raise self._error(what, "clues")
        if type(self.inner).guesses is not Game.guesses:
            for answer in self._all(puzzle):
                if answer not in found and not puzzle.violations(answer):
                    raise self._error(f"guesses misses a solution: {answer}", "guesses")

    def _all(self, puzzle: Rectangle) -> Iterable[Filling]:
        """All answers of a puzzle; none if there are many."""
        few = len(self.values) ** puzzle.places.size <= MOST_CHECKED
        return product(self.values, repeat=puzzle.places.size) if few else ()

    def complaint(self, puzzle: Rectangle) -> tuple[int, str] | None:
        """Why a rectangle of signs is no puzzle."""
        if type(self.inner).complaint is Game.complaint:
            return super().complaint(puzzle)
        return super().complaint(puzzle) or self._call("complaint", lambda: self.inner.complaint(puzzle))

    def blank(self, puzzle: Rectangle, cell: int) -> str | None:
        """The sign that says nothing in a cell."""
        return self._call("blank", lambda: self.inner.blank(puzzle, cell))

    def draw(self, puzzle: Rectangle, answer: Filling | None) -> str:
        """A puzzle or an answer as a picture in text."""
        drawn = self._call("draw", lambda: self.inner.draw(puzzle, answer))
        if not isinstance(drawn, str):
            raise self._error("draw should give a text", "draw", drawn)
        return drawn if drawn.endswith("\n") else f"{drawn}\n"

    def _broken(
        self,
        name: str,
        rules: Callable[[Rectangle, Filling], Iterable[Broken]],
        puzzle: Rectangle,
        answer: Filling,
    ) -> list[Broken]:
        """What an answer breaks, once it is checked to be that."""
        found = self._call(name, lambda: list(islice(rules(puzzle, answer) or (), MOST_BROKEN + 1)))
        if len(found) > MOST_BROKEN:
            raise self._error(f"{name} yields more than {MOST_BROKEN:,} broken rules for one answer", name)
        size = len(answer)
        checked = []
        for broken in found:
            if not isinstance(broken, Broken) or not isinstance(broken.rule, str) or not broken.rule:
                raise self._error(f"{name} should yield Broken(rule, text, places)", name, broken)
            places = tuple(broken.places)
            if any(type(place) is not int or not 0 <= place < size for place in places):
                raise self._error(f"the places of {broken.rule} should be from 0 to {size - 1}", name, places)
            if self.rules and broken.rule not in self.rules:
                raise self._error(f"the rule {broken.rule!r} is not among its rules", name, [*self.rules])
            checked.append(Broken(broken.rule, str(broken.text), places))
        return checked

    def _answers(
        self, name: str, answers: Callable[[Rectangle], Iterable[Filling] | None], puzzle: Rectangle
    ) -> Iterable[Filling] | None:
        """Answers, once each is checked to be one."""
        given = self._call(name, lambda: answers(puzzle))
        if given is None:
            return None
        found = self._call(name, lambda: [tuple(answer) for answer in islice(given, MOST + 1)])
        for answer in found:
            if len(answer) != puzzle.places.size or not set(answer) <= self.values.keys():
                raise self._error(f"{name} should yield one of its values for each place", name, answer)
        return found

    def _call(self, name: str, call: Callable[[], T]) -> T:
        return called(call, f"{name} of the game {self.inner.name}")

    def _error(self, message: str, method: str = "", given: Any = None) -> GameError:
        """The error of a fault that is not raised: it is at the method, else at the class."""
        kind = type(self.inner)
        shown = "" if given is None else f", not {str(given)[:100]}"
        its = getattr(kind, method) if method else kind
        return GameError(f"{kind.__name__}: {message}{shown}", *place(its))


def called(call: Callable[[], T], what: str) -> T:
    """Return what somebody's code gives; what it prints goes to standard error.

    Raises:
        GameError: if it raises, exits, or takes too long.
    """
    alone = threading.current_thread() is threading.main_thread()
    until = process_time() + SECONDS
    try:
        with redirect_stdout(sys.stderr) if alone else nullcontext(), interrupted_at(until):
            return call()
    except (Error, MemoryError):
        raise
    except OutOfTimeError as error:
        if process_time() < until:  # another limit
            raise
        last = last_of_theirs(error)
        within = f"{what} takes more than {SECONDS:g} s"
        if last is None:
            raise GameError(within) from error
        raise GameError(f"{within}, in `{last.line}`", last.filename, last.lineno) from error
    except (Exception, SystemExit) as error:
        raise GameError(*fault(error, what)) from error


def guarded(find: Callable[[], object], what: str, spec: str) -> Game:
    """Return the game that a function finds, guarded: an instance, a class, or the only one of a module.

    Args:
        find: imports it.
        what: what is imported, for messages.
        spec: what finds it in another process.

    Raises:
        GameError: if it fails, or that is no game.
    """
    found = called(find, what)
    if isinstance(found, ModuleType):
        found = _of_a_module(found, what)
    if isinstance(found, type) and issubclass(found, Game):
        kind = found
        missing = sorted(getattr(kind, "__abstractmethods__", ()))
        if missing:
            raise GameError(f"{kind.__name__} should define {listed(missing)}", *place(kind))
        found = called(kind, what)
    if not isinstance(found, Game):
        raise GameError(f"{what} is a {type(found).__name__}, not a Game")
    return Guarded(found, spec)


def _of_a_module(module: ModuleType, what: str) -> object:
    """The one game that a module defines."""
    things = vars(module).values()
    games = [one for one in things if isinstance(one, Game) and type(one).__module__ == module.__name__]
    kinds = [
        one
        for one in things
        if isinstance(one, type) and issubclass(one, Game) and one.__module__ == module.__name__
    ]
    if len(games) != 1 and len(kinds) > 1:
        kinds = [
            kind
            for kind in kinds
            if not any(other is not kind and issubclass(other, kind) for other in kinds)
        ]
    found: list[object] = [*games] if len(games) == 1 else [*kinds]
    if len(found) != 1:
        several = "several subclasses" if found else "no subclass"
        message = f"{what} should define one game, but has {several} of games.Game"
        raise GameError(message, module.__file__)
    return found[0]


def place(thing: Any) -> tuple[str | None, int | None]:
    """Return the file and line where a class or a function is defined; ``None`` if that is not known."""
    try:
        return inspect.getsourcefile(thing), inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):
        return None, None


def _is_word(name: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9.-]*", name) is not None

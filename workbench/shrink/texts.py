"""The shortest text on which a disagreement remains: commands first, then parts of terms, from the top down.

Source: Aina Niemetz, Armin Biere, "ddSMT: A Delta Debugger for the SMT-LIB v2 Format", SMT 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fillomino.words import counted
from smtlib.safety import check_safe
from smtlib.sexpr import Sexpr, read_commands, read_nodes, without_places, write
from smtlib.sorts import SortCheck
from workbench.shrink.checks import Disagreement
from workbench.shrink.ddmin import ddmin

_KEPT = ("check-sat", "check-sat-assuming", "exit")
_ASKING = "get-"
_PLAIN = ("true", "false", "0", "1")


@dataclass(slots=True)
class TextShrinker:
    """A search for the shortest text, which can be stopped at any time.

    Attributes:
        check: returns the disagreement about a text.
        terms: whether terms are changed, too; else commands are left out alone.
        report: called with a few words on how far it is.
        best: the shortest text so far.
        found: the disagreement about it; ``None`` before one is found.
        tried: how many texts were tried.
    """

    check: Callable[[str], Disagreement | None]
    terms: bool = True
    report: Callable[[str], None] = lambda _: None
    best: str = ""
    found: Disagreement | None = None
    tried: int = 0

    def run(self, text: str, source: str | None = None) -> Disagreement | None:
        """Shrink a text; returns the disagreement about the shortest, ``None`` if there is none at all.

        Raises:
            SexprError: if it is no script.
        """
        check_safe(text, source)
        if not self._holds(text):
            return None
        commands = [without_places(node) for node in read_commands(text, source)]
        asked = [command for command in commands if not command[0].startswith(_ASKING)]  # type: ignore[union-attr]
        commands = asked if self._holds(_text(asked)) else commands
        commands = self._fewer(commands)
        while self.terms:
            before = commands
            commands = self._fewer(self._simpler(commands))
            if commands == before:
                break
        return self.found

    def _holds(self, text: str) -> bool:
        self.tried += 1
        found = self.check(text)
        if found is None:
            if self.best:
                self.report(f"{counted(len(self.best), 'byte')}, after {self.tried} tried")
            return False
        if not self.best or len(text) <= len(self.best):
            self.best, self.found = text, found
            self.report(f"{counted(len(text), 'byte')}, after {self.tried} tried")
        return True

    def _fewer(self, commands: list[Sexpr]) -> list[Sexpr]:
        """Without assertions, then without all else that can be spared but the question."""
        for wanted in (lambda head: head == "assert", lambda head: head not in (*_KEPT, "assert")):
            free = [place for place, command in enumerate(commands) if wanted(command[0])]
            fixed, lines = set(range(len(commands))).difference(free), _lines(commands)
            needs = _Needs(commands)

            def holds(
                places: list[int], fixed: set[int] = fixed, lines: list[str] = lines, needs: _Needs = needs
            ) -> bool:
                stay = fixed.union(places)
                return needs.met(stay) and self._holds(
                    "".join(line for place, line in enumerate(lines) if place in stay)
                )

            stay = fixed.union(ddmin(free, holds))
            commands = [command for place, command in enumerate(commands) if place in stay]
        return commands

    def _simpler(self, commands: list[Sexpr]) -> list[Sexpr]:
        """With simpler terms in the assertions, each tried from the top down; none whose sorts don't fit."""
        sorts = SortCheck()
        faulty = [fault for node in read_commands(_text(commands)) for fault in sorts.command(node)]
        lines = _lines(commands)
        for place, command in enumerate(commands):
            if command[0] != "assert" or len(command) != 2:
                continue

            def holds(term: Sexpr, place: int = place) -> bool:
                line = write(("assert", term))
                if not faulty and list(sorts.command(read_nodes(line)[0])):
                    return False
                return self._holds("".join([*lines[:place], f"{line}\n", *lines[place + 1 :]]))

            commands[place] = ("assert", _simplified(command[1], holds))
            lines[place] = f"{write(commands[place])}\n"
        return commands


class _Needs:
    """The symbols that commands declare and use: what is used stays declared, or it is no script."""

    def __init__(self, commands: list[Sexpr]) -> None:
        """Look at all commands."""
        declared = {
            place: command[1]
            for place, command in enumerate(commands)
            if command[0].startswith(("declare-", "define-")) and len(command) > 1  # type: ignore[union-attr]
        }
        names = set(map(str, declared.values()))
        self._declared = {place: str(name) for place, name in declared.items()}
        self._used = [
            _atoms(command[1 + (place in declared) :]) & names for place, command in enumerate(commands)
        ]

    def met(self, stay: set[int]) -> bool:
        """Return whether no symbol whose declaration is gone is used by what stays."""
        gone = {name for place, name in self._declared.items() if place not in stay}
        return not gone or all(gone.isdisjoint(self._used[place]) for place in stay)


def _atoms(term: Sexpr) -> set[str]:
    """The atoms of a term, however deep it is."""
    found, open_ = set(), [term]
    while open_:
        part = open_.pop()
        if isinstance(part, str):
            found.add(part)
        else:
            open_ += part
    return found


def _simplified(term: Sexpr, holds: Callable[[Sexpr], bool]) -> Sexpr:
    """A term for which it holds still, with no part that can be replaced by a part of it or a constant."""
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop(0)
        part = _at(term, path)
        for simpler in _simpler_than(part):
            candidate = _with(term, path, simpler)
            if holds(candidate):
                term = candidate
                paths.insert(0, path)
                break
        else:
            if isinstance(part, tuple):
                paths += [(*path, index) for index in range(1, len(part))]
    return term


def _simpler_than(part: Sexpr) -> Iterator[Sexpr]:
    """Simpler terms in place of one: constants, its arguments, all of its arguments but one."""
    if isinstance(part, str):
        if part not in _PLAIN:
            yield from ("true", "0")
        return
    yield from _PLAIN
    yield from (argument for argument in part[1:])
    if len(part) > 3:
        yield from (part[:index] + part[index + 1 :] for index in range(1, len(part)))


def _at(term: Sexpr, path: tuple[int, ...]) -> Sexpr:
    for index in path:
        term = term[index]
    return term


def _with(term: Sexpr, path: tuple[int, ...], part: Sexpr) -> Sexpr:
    """A term with another part at a path."""
    parents: list[tuple[Sexpr, ...]] = []
    for index in path:
        assert isinstance(term, tuple)  # noqa: S101
        parents.append(term)
        term = term[index]
    for parent, index in zip(reversed(parents), reversed(path), strict=True):
        part = (*parent[:index], part, *parent[index + 1 :])
    return part


def _text(commands: list[Sexpr]) -> str:
    return "".join(_lines(commands))


def _lines(commands: list[Sexpr]) -> list[str]:
    return [f"{write(command)}\n" for command in commands]

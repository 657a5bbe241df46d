"""Answer set programming: regions grow from their roots by an inductive definition, and clingo decides."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Control, Model

from fillomino.graph import bits
from fillomino.puzzle import Filling
from labs.paradigms.problem import Problem, first_cells

PROGRAM = """
% Each cell holds one of its numbers; some cells are roots of regions.
1 { holds(X,V) : number(X,V) } 1 :- cell(X).
{ root(R) : option(R,_) }.
:- root(R), holds(R,V), not option(R,V).

% The region of a root: what is connected with it by equal numbers, and nothing that is not derived so.
same(X,Y) :- link(X,Y), holds(X,V), holds(Y,V).
in(R,R) :- root(R).
in(R,Y) :- in(R,X), same(X,Y), may(R,Y).

% It stays within reach, each cell is in the region of one root, and a region has as many cells as its number.
:- in(R,X), same(X,Y), not may(R,Y).
:- cell(X), not 1 { in(R,X) : may(R,X) } 1.
:- root(R), option(R,V), holds(R,V), not V { in(R,X) : may(R,X) } V.

:- wall(X,Y), holds(X,V), holds(Y,V).
"""

CHECKERED = """
{ dark(X) : cell(X) }.
:- first(X), not dark(X).
:- link(X,Y), same(X,Y), dark(X), not dark(Y).
:- link(X,Y), not same(X,Y), dark(X), dark(Y).
:- link(X,Y), not same(X,Y), not dark(X), not dark(Y).
"""


class ClingoModel:
    """The program, the facts of a puzzle, and a constraint for each blocked filling."""

    def __init__(self, instance: Problem) -> None:
        arguments = [f"--seed={instance.seed}"] if instance.seed else []
        arguments += [f"--parallel-mode={instance.workers}"] if instance.workers > 1 else []
        self._control = Control([*arguments, "--warn=none"])
        self._size, self._blocked = instance.size, 0
        self._control.add("base", [], program(instance))
        self._control.ground([("base", [])])

    def solve(self) -> Filling | None:
        """Return an answer set's numbers."""
        found: list[Filling] = []
        self._control.solve(on_model=lambda model: found.append(self._filling(model)))
        return found[0] if found else None

    def block(self, filling: Filling) -> None:
        """Add the constraint that not all of its numbers hold."""
        self._blocked += 1
        name = f"blocked_{self._blocked}"
        body = ", ".join(f"holds({cell},{number})" for cell, number in enumerate(filling))
        self._control.add(name, [], f":- {body}.")
        self._control.ground([(name, [])])

    def _filling(self, model: Model) -> Filling:
        numbers = [0] * self._size
        for symbol in model.symbols(atoms=True):
            if symbol.match("holds", 2):
                cell, number = symbol.arguments
                numbers[cell.number] = number.number
        return tuple(numbers)


def program(instance: Problem) -> str:
    """Return the program of a puzzle, facts and all: a text that clingo itself can read."""
    rules = PROGRAM + CHECKERED if instance.puzzle.checkered else PROGRAM
    return f"{rules}\n{' '.join(_facts(instance))}\n"


def _facts(instance: Problem) -> Iterator[str]:
    for cell in range(instance.size):
        yield f"cell({cell})."
        yield from (f"number({cell},{number})." for number in instance.numbers(cell))
    for x, y in instance.links:
        yield f"link({x},{y}). link({y},{x})."
    for x, y in instance.puzzle.walls:
        yield f"wall({x},{y})."
    for root, regions in enumerate(instance.regions):
        reach = 0
        for number, cells in regions.items():
            yield f"option({root},{number})."
            reach |= cells
        yield from (f"may({root},{cell})." for cell in bits(reach))
    if instance.puzzle.checkered:
        yield from (f"first({cell})." for cell in first_cells(instance))

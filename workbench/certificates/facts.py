"""Facts that deduction found, explained backwards: each by a clause that holds by one look, and earlier ones.

No rule is asked how it found them. The reason of a strike is a flood (region), or another number in the
cell; that of a number is a flood that fails without it, or that all others are struck; that of what looking
ahead found are its cases. What remains to be found is in which order clauses follow from one another by unit
propagation, and `workbench.certificates.proof` finds that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from encoder.lazy.cuts import grown
from fillomino.graph import (
    NeighbourFunction,
    bits,
    cells_by_value,
    component,
    components,
    neighbour_function,
    within,
)
from fillomino.puzzle import Puzzle
from workbench.certificates.log import Choice, Index, Log
from workbench.certificates.rules import Crowd
from workbench.certificates.tokens import OTHER, Clause, Tokens


@dataclass(frozen=True, slots=True)
class Flood:
    """The board, as floods see it.

    Attributes:
        near: neighbours of a set, not through walls.
        size: how many cells a region may have.
        clues: in the basic variant, the cells of the clues of each number; else ``None``.
    """

    near: NeighbourFunction
    size: int
    clues: dict[int, int] | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> Flood:
        """Return the floods on the board of a puzzle."""
        board = puzzle.board
        clues = cells_by_value(puzzle.clues.get(x, 0) for x in range(board.size))
        return cls(
            neighbour_function(board, puzzle.walls),
            min(board.size, puzzle.largest_region or board.size),
            clues if puzzle.basic else None,
        )

    def cut(self, number: int, cell: int, fixed: int, allowed: int) -> tuple[int, int] | None:
        """Look for the reason why a cell can't hold a number.

        Args:
            number: the number.
            cell: the cell.
            fixed: cells that hold the number.
            allowed: all cells that may hold it.

        Returns:
            Cells (the given one among them) that can't all hold it while some others do not, and those
            others, all of which are not allowed; ``None`` if there is no such reason.
        """
        near, held = self.near, fixed | 1 << cell
        start = component(near, 1 << cell, held)
        if number > self.size:
            return 1 << cell, 0
        if start.bit_count() > number:
            return grown(near, 1 << cell, start, number + 1), 0
        used, blocked = self._room(number, start, held, allowed)
        if not used:
            return None
        for group in components(near, used & ~start):
            fewer, closed = self._room(number, start, held & ~group, allowed)
            if fewer and (closed | blocked) == blocked:
                used, blocked, held = fewer, closed, held & ~group
        return used, blocked

    def _room(self, number: int, start: int, held: int, allowed: int) -> tuple[int, int]:
        """The groups and the other cells by which a group has no room; twice 0 if it has."""
        near, open_cells = self.near, (allowed | held) & ~start
        used, blocked, least = start, 0, start.bit_count()
        others = held & ~start
        clues = None if self.clues is None else self.clues.get(number, 0)
        while True:
            reached, left = start, open_cells
            later: dict[int, int] = {}
            front, expanded, unmet = start, start, others
            for size in range(least, number):
                if size > least:
                    front |= later.pop(size, 0)
                    reached |= front
                    expanded |= front
                front = near(front) & left
                left &= ~front
                while met := front & unmet:
                    group = component(near, met & -met, others)
                    front &= ~group
                    unmet &= ~group
                    left &= ~group
                    used |= group
                    whole = size + group.bit_count()
                    if whole <= number:
                        later[whole] = later.get(whole, 0) | group
                if not front and not later:
                    break
            else:
                reached |= front | later.pop(number, 0)
            blocked |= near(expanded) & ~(allowed | held)
            if reached.bit_count() < number or (clues is not None and not reached & clues):
                return used, blocked
            away = others & ~reached
            beside = near(away) & reached & ~start
            if not beside:
                return 0, 0
            for cell in bits(near(beside) & away):
                used |= component(near, 1 << cell, away)
            open_cells &= ~beside

    def room_of_others(self, least: int, cell: int, allowed: int) -> int | None:
        """Look for the reason why a cell can't hold a number that is not named.

        Args:
            least: the least of those numbers.
            cell: the cell.
            allowed: all cells that may hold such a number, no clue among them.

        Returns:
            Cells that are not allowed, and close too small a part of the others in; ``None`` if they do not.
        """
        if least > self.size or self.clues is not None:
            return 0
        part = component(self.near, 1 << cell, allowed | 1 << cell)
        return None if part.bit_count() >= least else self.near(part) & ~part


class UnexplainedError(Exception):
    """A fact has no reason that can be written as a clause."""


class Fact(NamedTuple):
    """A cell holds a number, or does not, in all cases or in one.

    Attributes:
        cell: the cell.
        number: the number; `OTHER` for those not named.
        holds: whether the cell holds it.
        log: where it was found.
        before: by which event; where it has a clause, before which event its reasons are known.
        clause: the clause by which it follows, where that is plain.
    """

    cell: int
    number: int
    holds: bool
    log: Log
    before: int
    clause: Clause = ()


class Facts:
    """The clauses and lemmas by which facts follow that are asked for.

    Attributes:
        tokens: the meaning of variables.
        clauses: the clauses, each of which holds by one look.
    """

    def __init__(self, tokens: Tokens, last: Log, flood: Flood, *, counted: bool = False) -> None:
        """Take what was found up to the end of a log that holds in all cases, perhaps by counting cells."""
        self.tokens = tokens
        self.clauses: dict[Clause, None] = {}
        self._flood, self._last, self._counted = flood, last, counted
        self._crowds: dict[tuple[int, int], Crowd] = {}
        self._puzzle = last.state.puzzle
        self._walled: dict[int, list[int]] = {}
        for x, y in self._puzzle.walls:
            self._walled.setdefault(x, []).append(y)
            self._walled.setdefault(y, []).append(x)
        self._asked: set[Fact] = set()
        self._todo: list[Fact] = []
        self._lemmas: dict[int, dict[Clause, None]] = {}
        self._contradicted: set[int] = set()
        self._roomless_at: dict[int, Fact] = {}
        self._root = last
        while self._root.before is not None:
            self._root = self._root.before
        self._main = Index(last)

    @property
    def lemmas(self) -> list[Clause]:
        """The lemmas that follow from the clauses by unit propagation, in their order."""
        return [lemma for _, lemmas in sorted(self._lemmas.items()) for lemma in lemmas]

    def refute(self, clause: Clause, but: Clause = ()) -> None:
        """Add a clause, and explain that each of its literals is false but those given, at the end of all.

        Raises:
            UnexplainedError: if that can't be explained.
        """
        self._add(clause, but, self._last, len(self._last.events))
        self._explain()

    def contradict(self) -> None:
        """Explain the contradiction at the end of all.

        Raises:
            UnexplainedError: if there is none.
        """
        self._contradict(self._last)
        self._explain()

    def _explain(self) -> None:
        """Explain all facts that were asked for, and those that they stand on."""
        while self._todo:
            fact = self._todo.pop()
            cell, number, log = fact.cell, fact.number, fact.log
            literal = self.tokens.literal(cell, number) * (1 if fact.holds else -1)
            if not fact.clause and (cell, number, fact.holds) in log.assumed:
                if log.main:  # one case alone is left, so that it is so
                    self._conclude(_choice_of(log), literal)
                continue
            clause = fact.clause or (self._reason_to_hold(fact) if fact.holds else self._reason_to_lack(fact))
            if clause:
                self._add(clause, (literal,), log, fact.before)
            else:
                self._conclude(self._agreed(fact), literal, fact)

    def _add(self, clause: Clause, but: Clause, log: Log, before: int) -> None:
        """Add a clause, and ask for the facts that make all its literals false but those given."""
        self.clauses[clause] = None
        for literal in clause:
            if literal not in but:
                cell, number = self.tokens.meaning(abs(literal))
                self._ask(self._known(cell, number, literal < 0, log, before))

    def _ask(self, fact: Fact | None) -> None:
        """Have a fact explained."""
        if fact is None:
            raise UnexplainedError
        if fact not in self._asked:
            self._asked.add(fact)
            self._todo.append(fact)

    def _contradict(self, log: Log) -> None:
        """Add what contradicts itself at the end of a log.

        Raises:
            UnexplainedError: if nothing does.
        """
        state, end = log.state, len(log.events)
        once = 0
        for cells in state.admits.values():
            once |= cells
        for cell in bits(state.unfixed & ~once):
            if all(self._struck(cell, number, log, end) for number in self.tokens.all):
                self._add(self.tokens.some(cell), (), log, end)
                return
        changed = {event.number for event in log.events}
        for number, cells in sorted(state.fixed.items(), key=lambda item: item[0] not in changed):
            for group in components(self._flood.near, cells):
                cell = group.bit_length() - 1
                cut = self._flood.cut(number, cell, cells, state.admits[number])
                if cut is not None:
                    self._add(self._region(number, cell, *cut), (), log, end)
                    return
        for x, y in self._puzzle.walls:
            for number, cells in state.fixed.items():
                if cells >> x & cells >> y & 1:
                    self._add(self._not_all(number, x, y), (), log, end)
                    return
        for choice in reversed(log.choices):
            if not any(choice.alive):
                self._conclude(choice)
                return
        crowd = self._crowd(log, end)
        if not self._counted or crowd.free >= 0:
            raise UnexplainedError
        self._add(crowd.clause(self.tokens), (), log, end)

    def _known(self, cell: int, number: int, holds: bool, log: Log, before: int) -> Fact | None:
        """The fact that a cell holds a number, or does not, if that is known before an event."""
        if not holds:
            return self._struck(cell, number, log, before)
        fact = self._fixed(cell, log, before)
        return fact if fact is not None and fact.number == number else None

    def _fixed(self, cell: int, log: Log, before: int) -> Fact | None:
        number = self._puzzle.clues.get(cell)
        if number is not None:
            token = self.tokens.of(number)
            return Fact(cell, token, True, self._root, 0, (self.tokens.literal(cell, token),))
        for index, at in self._indices(log, before):
            event = index.fixed.get(cell)
            if event is not None and event[0] < at:
                (_, place), where, number = event
                return Fact(cell, number, True, where, place)
        return None

    def _struck(self, cell: int, number: int, log: Log, before: int) -> Fact | None:
        """The fact that a number is struck: another one is there, or by an event, or for want of room."""
        clue = self._puzzle.clues.get(cell)
        if clue is not None:
            return self._other_than(cell, number, self.tokens.of(clue), self._root, 0)
        stands = False
        for index, at in self._indices(log, before):
            fixed = index.fixed.get(cell)
            if fixed is not None and fixed[0] < at:
                (_, place), where, there = fixed
                return self._other_than(cell, number, there, where, place + 1)
            event = index.struck.get(number, {}).get(cell)
            if event is not None and event[0] < at:
                (_, place), where = event
                return Fact(cell, number, False, where, place)
            stands = stands or index.stood.get(number, at) < at
        if stands:
            return None
        if not log.main and log.before is not None:
            fact = self._roomless(cell, number, log.before, log.at)
            if fact is not None:
                return fact
        return self._roomless(cell, number, log, before)

    def _other_than(self, cell: int, number: int, there: int, log: Log, before: int) -> Fact | None:
        """The fact that a cell does not hold a number, as it is known to hold another."""
        if there == number:
            return None
        literal = self.tokens.literal
        return Fact(cell, number, False, log, before, (-literal(cell, there), -literal(cell, number)))

    def _indices(self, log: Log, before: int) -> list[tuple[Index, tuple[int, int]]]:
        """The facts of all cases, then those of the log's, each with up to where it is known."""
        if log.main or log.before is None:
            return [(self._main, (log.order, before))]
        return [(self._main, (log.before.order, log.at)), (log.index(), (log.order, before))]

    def _roomless(self, cell: int, number: int, log: Log, before: int) -> Fact | None:
        """The fact that a number that stands nowhere has no room, before an event."""
        literal = self.tokens.literal(cell, number)
        known = self._roomless_at.get(literal)
        if known is not None and log.main and (known.log.order, known.before) <= (log.order, before):
            return known
        unfixed = log.unfixed_at(before)
        cut: tuple[int, int] | None
        if number == OTHER:
            closed = self._flood.room_of_others(self.tokens.least, cell, unfixed)
            cut = None if closed is None else (1 << cell, closed)
        else:
            cut = self._flood.cut(number, cell, 0, unfixed)
        if cut is not None:
            clause = self._region(number, cell, *cut)
        elif self._too_many(cell, number, log, before):
            clause = self._count(cell, number, log, before)
        else:
            return None
        fact = Fact(cell, number, False, log, before, clause)
        if log.main:
            self._roomless_at[literal] = fact
        return fact

    def _region(self, number: int, cell: int, used: int, closed: int) -> Clause:
        """The clause of a flood, the cell's literal first."""
        literal = self.tokens.literal
        others = (-literal(x, number) for x in bits(used & ~(1 << cell)))
        return (-literal(cell, number), *others, *(literal(y, number) for y in bits(closed)))

    def _not_all(self, number: int, *cells: int) -> Clause:
        return tuple(-self.tokens.literal(x, number) for x in cells)

    def _reason_to_lack(self, fact: Fact) -> Clause:
        """The clause by which a number was struck; an empty one if it is by cases."""
        cell, number, log, index = fact.cell, fact.number, fact.log, fact.before
        for other in self._walled.get(cell, ()):
            if self._known(other, number, True, log, index) is not None:
                return self._not_all(number, cell, other)
        if index < 0:
            raise UnexplainedError
        event = log.events[index]
        cut = self._flood.cut(number, cell, event.fixed, event.admits)
        if cut is not None:
            return self._region(number, cell, *cut)
        if self._too_many(cell, number, log, index):
            return self._count(cell, number, log, index)
        return ()

    def _reason_to_hold(self, fact: Fact) -> Clause:
        """The clause by which a cell holds a number; an empty one if it does by cases."""
        cell, number, log, index = fact.cell, fact.number, fact.log, fact.before
        event = log.events[index]
        for group in self._nearest(number, cell, event.fixed):
            start = group.bit_length() - 1
            cut = self._flood.cut(number, start, event.fixed, event.admits & ~(1 << cell))
            if cut is not None:  # if the cell is not in it, the group has no room anyway: a contradiction
                return self._region(number, start, *cut)
        if all(self._struck(cell, other, log, index) for other in self.tokens.all if other != number):
            return self.tokens.some(cell)
        return ()

    def _nearest(self, number: int, cell: int, fixed: int) -> Iterator[int]:
        """The open groups of a number that a cell may matter to, those beside it first."""
        near = self._flood.near
        for steps in (1, number):
            close = within(near, 1 << cell, -1, steps) & fixed
            while close:
                group = component(near, close & -close, fixed)
                close &= ~group
                fixed &= ~group
                if group.bit_count() < number:
                    yield group

    def _too_many(self, cell: int, number: int, log: Log, before: int) -> bool:
        """True if the board has too few cells for a region of a number at a cell, before an event."""
        if not self._counted or not log.main:
            return False
        crowd = self._crowd(log, before)
        reached = crowd.groups[number].reached if number in crowd.groups else 0
        return crowd.free < (number or self.tokens.least) and not reached >> cell & 1

    def _count(self, cell: int, number: int, log: Log, before: int) -> Clause:
        """The clause that the board has too few cells for a region of a number at a cell."""
        crowd = self._crowd(log, before)
        return crowd.clause(self.tokens, number, number or self.tokens.least, 1 << cell)

    def _crowd(self, log: Log, before: int) -> Crowd:
        """The groups that are in different regions before an event."""
        place = log.order, before
        if place not in self._crowds:
            held = {number: log.held(number, before) for number in self.tokens.named}
            admits = {number: log.admitted(number, before) for number in held if held[number]}
            self._crowds[place] = Crowd.of(self._flood.near, self.tokens.size, held, admits)
        return self._crowds[place]

    def _agreed(self, fact: Fact) -> Choice:
        """The choice made just before a fact in each of whose cases it is known."""
        for choice in reversed(fact.log.choices):
            if choice.at <= fact.before and sum(choice.alive) > 1:
                cases = zip(choice.logs, choice.alive, strict=True)
                if all(self._at_the_end(fact, log) is not None for log, alive in cases if alive):
                    return choice
        raise UnexplainedError

    def _at_the_end(self, fact: Fact, log: Log) -> Fact | None:
        """The same fact as it is known at the end of the log of a case."""
        return self._known(fact.cell, fact.number, fact.holds, log, len(log.events))

    def _conclude(self, choice: Choice, literal: int | None = None, fact: Fact | None = None) -> None:
        """Add the lemma that a literal holds, as one of some cases is so; the empty one without a literal.

        Args:
            choice: the cases.
            literal: the literal.
            fact: the same as a fact, if it is known in each case; else only one case is left.
        """
        tokens = self.tokens
        lemmas = self._lemmas.setdefault(choice.logs[0].order, {})
        for case, log, alive in zip(choice.cases, choice.logs, choice.alive, strict=True):
            cell = case.cell.bit_length() - 1
            denied = (
                -tokens.literal(cell, case.number),
                *(tokens.literal(x, case.number) for x in bits(case.without)),
            )
            if not alive:
                if log.order not in self._contradicted:
                    self._contradicted.add(log.order)
                    self._contradict(log)
                    lemmas[denied] = None
            elif fact is not None and literal is not None and -literal not in denied:
                self._ask(self._at_the_end(fact, log))
                lemmas[tuple(dict.fromkeys((*denied, literal)))] = None
        if len({case.cell for case in choice.cases}) > 1:
            self._go_on(choice)
        else:
            cell, cases = choice.cases[0].cell.bit_length() - 1, {case.number for case in choice.cases}
            but = tuple(tokens.literal(cell, number) for number in cases)
            self._add(tokens.some(cell), but, choice.log, choice.at)
        lemmas[() if literal is None else (literal,)] = None

    def _go_on(self, choice: Choice) -> None:
        """Add the clause that a group goes on through one of its exits."""
        near, number = self._flood.near, choice.cases[0].number
        exits = sum(case.cell for case in choice.cases)
        fixed, allowed = choice.fixed, choice.admits
        for cell in bits(near(exits) & fixed):
            group = component(near, 1 << cell, fixed)
            if group.bit_count() < number and near(group) & allowed & ~group == exits:
                cut = self._flood.cut(number, cell, fixed, allowed & ~exits)
                if cut is not None:
                    but = tuple(self.tokens.literal(x, number) for x in bits(exits))
                    self._add(self._region(number, cell, *cut), but, choice.log, choice.at)
                    return
        raise UnexplainedError


def _choice_of(log: Log) -> Choice:
    """The choice that the log of a case is of."""
    for choice in log.before.choices if log.before is not None else ():
        if log in choice.logs:
            return choice
    raise UnexplainedError

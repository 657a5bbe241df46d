"""Facts that deduction found, explained backwards: each by a clause that holds by one look, and earlier ones.

No rule is asked how it found them. The reason of a strike is a flood (region), or another number in the
cell; that of a number is a flood that fails without it, or that all others are struck; that of what looking
ahead found are its cases. What remains to be found is in which order clauses follow from one another by unit
propagation, and `labs.certificates.proof` finds that.
"""

from __future__ import annotations

from collections import defaultdict

from fillomino.graph import bits, component, components, components_touching, grown, within
from labs.certificates.crowd import Crowd
from labs.certificates.journal import Change
from labs.certificates.tokens import OTHER, NoCertificateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from labs.certificates.journal import Choice, JournaledState
    from labs.certificates.tokens import Clause, Tokens


def cut(state: JournaledState, number: int, cell: int, fixed: int, allowed: int) -> tuple[int, int] | None:
    """Look for the reason why a cell can't hold a number.

    Args:
        state: the board; what is known by it does not matter.
        number: the number.
        cell: the cell.
        fixed: cells that hold the number.
        allowed: all cells that may hold it.

    Returns:
        Cells (the given one among them) that can't all hold it while some others do not, and those
        others, all of which are not allowed; ``None`` if there is no such reason.
    """
    held = fixed | 1 << cell
    start = component(state.near, 1 << cell, held)
    if number > state.most:
        return 1 << cell, 0
    if start.bit_count() > number:
        return grown(state.near, 1 << cell, start, number + 1), 0
    used, blocked = _no_room(state, number, start, held, allowed)
    for group in components(state.near, used & ~start):
        fewer, closed = _no_room(state, number, start, held & ~group, allowed)
        if fewer and (closed | blocked) == blocked:
            used, blocked, held = fewer, closed, held & ~group
    return (used, blocked) if used else None


def _no_room(state: JournaledState, number: int, start: int, held: int, allowed: int) -> tuple[int, int]:
    """The groups and the other cells by which a group has no room; twice 0 if it has."""
    near, may, least = state.near, allowed | held, start.bit_count()
    open_cells, others = may & ~start, held & ~start
    used, blocked = start, 0
    while True:
        reached = layer = start
        left, size = open_cells, least
        ahead: dict[int, int] = {}  # by its size the groups that a later step takes in as a whole
        while size < number and (layer or ahead):
            around = near(layer)
            blocked |= around & ~may
            front = around & left
            left &= ~front
            while met := front & others:
                group = component(near, met & -met, others)
                front &= ~group
                left &= ~group
                used |= group
                whole = size + group.bit_count()
                ahead[whole] = ahead.get(whole, 0) | group
            size += 1
            layer = front | ahead.pop(size, 0)
            reached |= layer
        if reached.bit_count() < number or (state.basic and not reached & state.given.get(number, 0)):
            return used, blocked
        away = others & ~reached
        beside = near(away) & reached & ~start
        if not beside:
            return 0, 0
        for cell in bits(near(beside) & away):
            used |= component(near, 1 << cell, away)
        open_cells &= ~beside


class UnexplainedError(NoCertificateError):
    """A fact has no reason that can be written as a clause."""

    def __init__(self) -> None:
        super().__init__("what deduction found could not be explained")


class Past:
    """What deduction knew at a time, gone through backwards: facts that are needed get a reason when undone.

    Attributes:
        clauses: the clauses, each of which holds by one look.
        lemmas: those that follow from the clauses by unit propagation, in their order.
    """

    def __init__(self, tokens: Tokens, state: JournaledState, assumed: Clause = ()) -> None:
        """Begin with all that a state knows, where literals are assumed; it is undone by and by."""
        self.tokens, self.state = tokens, state
        self.clauses: dict[Clause, None] = {}
        self.lemmas: list[Clause] = []
        self._denied = tuple(-literal for literal in assumed)
        self._needed: defaultdict[tuple[int, bool], int] = defaultdict(int)
        """For a number, and whether they hold it, the cells of which that is to be explained."""
        self._denials: set[int] = set()
        """Negations of literals that are to be explained: all but those of cases that were followed."""
        self._open: list[int] = []  # literals to be explained by cases
        self._counted: tuple[JournaledState, int, Crowd] | None = None

    def require(self, clause: Clause, but: Clause = ()) -> None:
        """Add a clause, and have it explained that each of its literals is false but those given.

        Raises:
            UnexplainedError: if one is not known to be false.
        """
        self.clauses[clause] = None
        for literal in clause:
            if literal not in self._denials and literal not in but:
                self._need(-literal)

    def require_without(self, clauses: Iterable[Clause], denied: Iterable[int]) -> None:
        """Add clauses, and have it explained that some literals are false.

        Raises:
            UnexplainedError: if one is not known to be false.
        """
        self.clauses |= dict.fromkeys(clauses)
        for literal in sorted(denied):
            self._need(-literal)

    def explain(self) -> None:
        """Go back to the clues, and explain what is needed.

        Raises:
            UnexplainedError: if something can't be explained.
        """
        self._go_back()
        while self.state.parent is not None:
            self.state = self.state.parent
            self._go_back()
        if self._open:
            raise UnexplainedError

    def contradict(self) -> None:
        """Add what contradicts itself now.

        Raises:
            UnexplainedError: if nothing does.
        """
        state = self.state
        last = state.journal[-1] if state.journal else ()
        if not isinstance(last, Change) and last and not any(case.alive for case in last):
            return  # there are clauses when that choice is undone
        for cell in bits(state.unfixed):
            if self._is_single(cell, None):
                self.require(self.tokens.some(cell))
                return
        changed = {entry.number for entry in state.journal if isinstance(entry, Change)}
        for number, cells in sorted(state.fixed.items(), key=lambda item: item[0] not in changed):
            for group in components(state.near, cells):
                cell = group.bit_length() - 1
                found = cut(state, number, cell, cells, state.admits[number])
                if found is not None:
                    self.require(self._region(number, cell, *found))
                    return
        for x, y in state.puzzle.walls:
            for number, cells in state.fixed.items():
                if cells >> x & cells >> y & 1:
                    self.require(self._not_all(number, x, y))
                    return
        crowd = self._crowd()
        if crowd is None or crowd.free >= 0:
            raise UnexplainedError
        self.require(crowd.clause(self.tokens))

    def _need(self, literal: int) -> None:
        """Have it explained that a literal is true, as is known by now."""
        cell, number = self.tokens.meaning(abs(literal))
        state, holds = self.state, literal > 0
        sets = state.fixed if holds else state.admits
        if number not in sets and not holds:
            clause = self._reason_to_lack(cell, number)
            if not clause:
                raise UnexplainedError
            self.require(clause, (literal,))
        elif (sets.get(number, 0) >> cell & 1) != holds:
            raise UnexplainedError
        else:
            self._needed[number, holds] |= 1 << cell
            self._denials.add(-literal)

    def _go_back(self, assumed: Clause = ()) -> None:
        """Undo the journal of the state; what is assumed needs no reason."""
        state = self.state
        while state.journal:
            entry = state.journal.pop()
            if not isinstance(entry, Change):
                self._choose(entry)
                continue
            changed = state.take_back(entry)
            key = entry.number, entry.fixes
            wanted = self._needed[key] & changed
            self._needed[key] ^= wanted
            for cell in bits(wanted):
                literal = self.tokens.literal(cell, entry.number) * (1 if entry.fixes else -1)
                self._denials.discard(-literal)
                if literal in assumed:
                    continue
                reason = self._reason_to_hold if entry.fixes else self._reason_to_lack
                clause = reason(cell, entry.number)
                if clause:
                    self.require(clause, (literal,))
                else:
                    self._open.append(literal)

    def _reason_to_lack(self, cell: int, number: int) -> Clause:
        """The clause by which a cell does not hold a number; an empty one if there is none."""
        state, tokens = self.state, self.tokens
        if not state.unfixed >> cell & 1:
            there = next(other for other, cells in state.fixed.items() if cells >> cell & 1)
            return -tokens.literal(cell, there), -tokens.literal(cell, number)
        fixed = state.fixed.get(number, 0)
        for x, y in state.puzzle.walls:
            if cell in (x, y) and fixed >> (x + y - cell) & 1:
                return self._not_all(number, x, y)
        found: tuple[int, int] | None
        if number != OTHER:
            found = cut(state, number, cell, fixed, state.admits.get(number, state.unfixed))
        elif state.basic or tokens.least > state.most:
            found = 1 << cell, 0
        else:
            part = component(state.near, 1 << cell, state.unfixed)
            small = part.bit_count() < tokens.least
            found = (1 << cell, state.near(part) & ~part) if small else None
        if found is not None:
            return self._region(number, cell, *found)
        crowd = self._crowd()
        size = number or tokens.least
        if crowd is None or crowd.free >= size:
            return ()
        if number in crowd.groups and crowd.groups[number].reached >> cell & 1:
            return ()
        return crowd.clause(tokens, number, size, 1 << cell)

    def _reason_to_hold(self, cell: int, number: int) -> Clause:
        """The clause by which a cell holds a number; an empty one if there is none."""
        state = self.state
        if state.puzzle.clues.get(cell) == number:
            return (self.tokens.literal(cell, number),)
        fixed, admits = state.fixed.get(number, 0), state.admits.get(number, state.unfixed)
        near = within(state.near, 1 << cell, state.every, number)
        for group in components_touching(state.near, fixed, near):
            start = group.bit_length() - 1
            if group.bit_count() < number:
                found = cut(state, number, start, fixed, admits & ~(1 << cell))
                if found is not None:
                    return self._region(number, start, *found)
        return self.tokens.some(cell) if self._is_single(cell, number) else ()

    def _is_single(self, cell: int, number: int | None) -> bool:
        """Return whether a cell is known to hold no number but one."""
        admits = self.state.admits
        if any(cells >> cell & 1 for other, cells in admits.items() if other != number):
            return False
        others = (other for other in self.tokens.all if other not in admits and other != number)
        return all(self._reason_to_lack(cell, other) for other in others)

    def _region(self, number: int, cell: int, used: int, closed: int) -> Clause:
        """The clause of a flood, the cell's literal first."""
        literal = self.tokens.literals[number]
        others = [-literal[x] for x in bits(used & ~(1 << cell))]
        return (-literal[cell], *others, *[literal[y] for y in bits(closed)])

    def _not_all(self, number: int, *cells: int) -> Clause:
        return tuple(-self.tokens.literal(x, number) for x in cells)

    def _crowd(self) -> Crowd | None:
        """The groups that are in different regions, where deduction counts."""
        state = self.state
        if not state.counting:
            return None
        left, known = len(state.journal), self._counted
        if known is None or known[0] is not state or known[1] != left:
            crowd = Crowd(state.near, state.size, state.fixed, state.admits)
            self._counted = known = state, left, crowd
        return known[2]

    def _choose(self, choice: Choice) -> None:
        """Add the lemmas that what is open holds in each case, and that one of the cases is so."""
        if not self._open and any(case.alive for case in choice):
            return
        lemmas: list[Clause] = []
        tokens = self.tokens
        cells = [followed.case.cell.bit_length() - 1 for followed in choice]
        numbers = [followed.case.number for followed in choice]
        held = tuple(map(tokens.literal, cells, numbers))
        for literal, followed in zip(held, choice, strict=True):
            case, state, alive = followed.case, followed.state, followed.alive
            assumed = literal, *self._not_all(case.number, *bits(case.without))
            past = Past(tokens, state, (*(-n for n in self._denied), *assumed))
            found: list[Clause] = []
            if alive:
                news = [n for n in self._open if n not in assumed]
                for n in news:
                    past._need(n)
                found = [(*past._denied, n) for n in news]
            else:
                past.contradict()
                found.append(past._denied)
            past._go_back(assumed)
            while past.state.parent is not self.state and past.state.parent is not None:
                past.state = past.state.parent
                past._go_back(assumed)
            if past._open:
                raise UnexplainedError
            lemmas += [*past.lemmas, *found]
            self.clauses |= past.clauses
            for key, needed in past._needed.items():
                self._needed[key] |= needed
        self.lemmas[:0] = [*lemmas, *((*self._denied, n) for n in self._open)]
        self._open = []
        if len(set(cells)) == 1:
            self.require(tokens.some(cells[0]), held)
        else:
            self._go_on(numbers[0], sum(1 << x for x in cells), held)

    def _go_on(self, number: int, exits: int, but: Clause) -> None:
        """Add the clause that a group goes on through one of its exits."""
        state = self.state
        near, fixed, allowed = state.near, state.fixed[number], state.admits[number]
        for group in components_touching(near, fixed, exits):
            if group.bit_count() < number and near(group) & allowed & ~group == exits:
                cell = group.bit_length() - 1
                found = cut(state, number, cell, fixed, allowed & ~exits)
                if found is not None:
                    self.require(self._region(number, cell, *found), but)
                    return
        raise UnexplainedError

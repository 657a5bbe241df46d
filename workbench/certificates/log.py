"""The log of deduction: each strike and each fix, with the sets before it, to be explained afterwards.

Deduction itself is unchanged. It runs on a state whose sets record their changes, because a state is modified
in place. The state of a case begins a log of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import NamedTuple

from fillomino.deduction.fast.groups import account
from fillomino.deduction.fast.propagation import Cases, Propagation, look_ahead
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Puzzle


class Event(NamedTuple):
    """A change of what is known. Sets of cells are bit sets.

    Attributes:
        fixes: whether cells were fixed to the number; else it was struck from them.
        number: the number.
        cells: the cells.
        admits: the cells that admitted the number before.
        fixed: the cells that held it before.
        unfixed: the cells whose number was not known before.
    """

    fixes: bool
    number: int
    cells: int
    admits: int
    fixed: int
    unfixed: int


@dataclass(eq=False)
class Log:
    """The events of one state.

    Attributes:
        before: the log that it continues, if any.
        at: the number of events of that log that it builds on.
        order: its place among all logs.
        state: the state, which changes.
        events: its own events.
        cases: the logs of the cases that were followed from here.
        assumed: what a case assumes: cell, number, and whether the cell holds it.
        choices: the choices of cases that were followed from here.
        main: whether it is known to be so, not only in a case.
    """

    before: Log | None
    at: int
    order: int
    state: LoggedState
    events: list[Event] = field(default_factory=list)
    cases: list[Log] = field(default_factory=list)
    assumed: dict[tuple[int, int, bool], None] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    main: bool = False
    _index: Index | None = None

    def index(self) -> Index:
        """Return an index of its own events."""
        if self._index is None:
            self._index = Index(self, alone=True)
        return self._index

    def held(self, number: int, before: int) -> int:
        """Return the cells that hold a number before an event."""
        cells = sum(1 << x for x, clue in self.state.puzzle.clues.items() if clue == number)
        for event in self._until(before):
            if event.fixes and event.number == number:
                cells |= event.cells
        return cells

    def admitted(self, number: int, before: int) -> int:
        """Return the cells that admit a standing number before an event."""
        cells = self.state.every
        for event in self._until(before):
            if not event.fixes and event.number == number:
                cells &= ~event.cells
        return cells

    def _until(self, before: int) -> Iterator[Event]:
        """The events before one, those of the logs that this one goes on from first."""
        log, parts = self, [self.events[:before]]
        while log.before is not None:
            parts.append(log.before.events[: log.at])
            log = log.before
        for events in reversed(parts):
            yield from events

    def unfixed_at(self, index: int) -> int:
        """The cells whose number was not known before an event."""
        return self.events[index].unfixed if index < len(self.events) else self.state.unfixed


class Index:
    """The first event of each kind, in the order of logs and their events.

    Attributes:
        fixed: for each cell that was fixed, by which event of which log, and to which number.
        struck: for each number, for each cell that it was struck from, by which event of which log; what a
            case assumes comes before its events.
        stood: for each number, the first event by which it was struck anywhere: it stood by then.
    """

    def __init__(self, log: Log, *, alone: bool = False) -> None:
        """Index a log and those that it continues; with `alone` its own events only."""
        self.fixed: dict[int, tuple[tuple[int, int], Log, int]] = {}
        self.struck: dict[int, dict[int, tuple[tuple[int, int], Log]]] = {}
        self.stood: dict[int, tuple[int, int]] = {}
        parts = [(log, len(log.events))]
        while log.before is not None and not alone:
            parts.append((log.before, log.at))
            log = log.before
        for part, known in reversed(parts):
            for cell, number, holds in part.assumed:
                if not holds:
                    self.struck.setdefault(number, {}).setdefault(cell, ((part.order, -1), part))
            for place, event in enumerate(part.events[:known]):
                self._take((part.order, place), part, event)

    def _take(self, at: tuple[int, int], log: Log, event: Event) -> None:
        if event.fixes:
            for cell in bits(event.cells):
                self.fixed.setdefault(cell, (at, log, event.number))
            return
        struck = self.struck.setdefault(event.number, {})
        self.stood.setdefault(event.number, at)
        for cell in bits(event.cells):
            struck.setdefault(cell, (at, log))


@dataclass(eq=False)
class Choice:
    """A split into cases, of which one is true.

    Attributes:
        log: the log in which it was made.
        at: the event before which it was made.
        cases: the cases.
        logs: the log of each.
        alive: for each case, whether it led to no contradiction.
        admits: the cells that admitted the number of the first case then, as a bit set.
        fixed: the cells that held it then.
    """

    log: Log
    at: int
    cases: Cases
    logs: list[Log]
    alive: Sequence[bool]
    admits: int
    fixed: int


class _Numbers(dict[int, int]):
    """Sets of cells by number, which log their changes."""

    __slots__ = ("fixes", "state")

    def __init__(self, sets: dict[int, int], state: LoggedState, fixes: bool) -> None:
        super().__init__(sets)
        self.state, self.fixes = state, fixes

    def __setitem__(self, number: int, cells: int) -> None:
        state = self.state
        known = self.get(number)
        if self.fixes:
            fixed = known or 0
            changed = cells & ~fixed
            admits = state.admits[number]
        else:
            admits = state.unfixed if known is None else known
            changed = (state.every if known is None else admits) & ~cells
            fixed = state.fixed.get(number, 0)
        super().__setitem__(number, cells)
        if changed or (known is None and not self.fixes):
            state.log.events.append(Event(self.fixes, number, changed, admits, fixed, state.unfixed))


class LoggedState(State):
    """A state of deduction that logs what happens to it.

    Attributes:
        log: the log.
        every: all cells.
        numbers: all numbers that ever stood in this state, or one of its cases.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.every = (1 << self.size) - 1
        self.log = Log(None, 0, 0, self, main=True)
        self.logs = [self.log]
        for number, cells in self.admits.items():  # struck by the clues, before anything else
            fixed = self.fixed[number]
            self.log.events.append(Event(False, number, self.every & ~cells, self.every, fixed, self.unfixed))
        self.admits = _Numbers(self.admits, self, fixes=False)
        self.fixed = _Numbers(self.fixed, self, fixes=True)

    def copy(self) -> LoggedState:
        """A state that can go its own way from here."""
        twin = LoggedState.__new__(LoggedState)
        twin.__dict__.update(self.__dict__)
        twin.admits = _Numbers(self.admits, twin, fixes=False)
        twin.fixed = _Numbers(self.fixed, twin, fixes=True)
        twin.dirty = self.dirty.copy()
        twin.log = Log(self.log, len(self.log.events), len(self.logs), twin)
        self.logs.append(twin.log)
        self.log.cases.append(twin.log)
        return twin

    def record_choice(self, cases: Cases, alive: Sequence[bool]) -> Log:
        """Record the cases that were just followed.

        Returns:
            The log that continues from here: that of the only case without a contradiction, if there is one.
        """
        logs = self.log.cases[-len(cases) :]
        number = cases[0].number
        admits, fixed = self.admits.get(number, 0), self.fixed.get(number, 0)
        choice = Choice(self.log, len(self.log.events), cases, logs, alive, admits, fixed)
        self.log.choices.append(choice)
        for case, log in zip(cases, logs, strict=True):
            log.assumed[case.cell.bit_length() - 1, case.number, True] = None
            log.assumed |= dict.fromkeys((x, case.number, False) for x in bits(case.without))
        if sum(alive) != 1:
            return self.log
        remaining = logs[list(alive).index(True)]
        remaining.main = True
        return remaining


@dataclass(frozen=True, slots=True)
class Deduction:
    """A run of deduction with its logs.

    Attributes:
        logs: the logs of all states.
        last: the last log of what holds in all cases.
        consistent: false if deduction ended in a contradiction.
        counted: the log that continues `last` by counting the cells of the board, if that found anything.
    """

    logs: list[Log]
    last: Log
    consistent: bool
    counted: Log | None = None

    @property
    def numbers(self) -> set[int]:
        """All numbers that ever stood on the board."""
        return set().union(*(log.state.admits for log in self.logs))


def deduce_with_log(puzzle: Puzzle, until: float | None = None) -> Deduction:
    """Deduce by S0 to S5, look ahead, and count the cells of the board, without the rule of colours.

    Raises:
        ContradictionError: if the clues contradict the board at once.
    """
    state = LoggedState(puzzle.replace(checkered=False))
    last, counted = state.log, None

    def watch(split: State, cases: Cases, alive: Sequence[bool]) -> None:
        nonlocal last
        last = _logged(split).record_choice(cases, alive)

    propagation = Propagation(state)
    try:
        propagation.run(until)
        propagation = look_ahead(propagation, until, watch)
        propagation.run(until)
        propagation = propagation.copy()
        while propagation.state.unfixed and (until is None or process_time() < until):
            before, counted = counted, _logged(propagation.state).log
            counted.main = True
            if not account(propagation.state, propagation.records.values()):
                counted = before
                break
            propagation.run(until)
    except ContradictionError:
        return Deduction(state.logs, last, consistent=False, counted=counted)
    return Deduction(state.logs, last, consistent=True, counted=counted)


def _logged(state: State) -> LoggedState:
    assert isinstance(state, LoggedState)  # noqa: S101
    return state

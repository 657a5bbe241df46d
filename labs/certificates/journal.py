"""Deduction with a journal of every change, so that it can be taken back, the last change first.

Deduction itself is unchanged: it runs on a state whose sets write down what they held before each change. The
state of a case has a journal of its own. Where a certificate is wanted, the fast way deduces so from the
beginning (`Journal`), and nothing is deduced twice.
"""

from __future__ import annotations

from time import process_time

from fillomino.deduction.engine import deduce
from fillomino.deduction.fast.groups import account
from fillomino.deduction.fast.propagation import Propagation, look_ahead, open_cases
from fillomino.deduction.levels import Level
from fillomino.deduction.state import Candidates, ContradictionError, State
from fillomino.graph import bits
from fillomino.record import Record
from workbench.fillomino.proof_log import ProofLog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from encoder.parts.cut_clauses import Cut
    from fillomino.deduction.fast.propagation import Case, Cases
    from fillomino.puzzle import Filling, Puzzle


class Followed(Record):
    """A case with the state in which it was followed, and whether it led to no contradiction."""

    case: Case
    state: JournaledState
    alive: bool


Choice: TypeAlias = "tuple[Followed, ...]"
"""Cases, of which one is so."""


class Change:
    """A change of a set: whether of `State.fixed` or of `State.admits`, the number, and the cells before."""

    __slots__ = ("before", "fixes", "number")

    def __init__(self, fixes: bool, number: int, before: int | None) -> None:
        self.fixes, self.number, self.before = fixes, number, before


class _Sets(dict[int, int]):
    """Sets of cells by number that write their changes down."""

    __slots__ = ("fixes", "journal")

    def __init__(self, sets: dict[int, int], fixes: bool, journal: list[Change | Choice]) -> None:
        super().__init__(sets)
        self.fixes, self.journal = fixes, journal

    def __setitem__(self, number: int, cells: int) -> None:
        self.journal.append(Change(self.fixes, number, self.get(number)))
        super().__setitem__(number, cells)


class JournaledState(State):
    """A state of deduction that can be taken back.

    Attributes:
        every: all cells.
        most: no region is larger, by the rules alone.
        states: all states of this run.
        parent: the state that this one was copied from, which is still as it was then if this one goes on
            from it in all cases.
        journal: the changes since then, and the choices whose cases were followed.
        counting: whether the cells of the whole board are counted.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.every, self.most = (1 << self.size) - 1, self.largest
        self.states = [self]
        self.parent: JournaledState | None = None
        self.counting = False
        clues = [Change(True, number, 0) for number in self.fixed]
        self._write([*clues, *(Change(False, number, self.every) for number in self.admits)])

    def copy(self) -> JournaledState:
        """A state that can go its own way from here."""
        twin = JournaledState.__new__(JournaledState)
        twin.__dict__.update(self.__dict__)
        twin.dirty = self.dirty.copy()
        twin.parent = self
        twin._write([])
        self.states.append(twin)
        return twin

    def _write(self, journal: list[Change | Choice]) -> None:
        self.journal = journal
        self.admits = _Sets(self.admits, False, journal)
        self.fixed = _Sets(self.fixed, True, journal)

    def take_back(self, change: Change) -> int:
        """Take the last change back; return the cells from which the number was struck, or on which fixed."""
        number, before = change.number, change.before
        sets = self.fixed if change.fixes else self.admits
        now = sets[number]
        if before is None:
            del sets[number]
        else:
            dict.__setitem__(sets, number, before)
        if not change.fixes:
            return (self.every if before is None else before) & ~now
        gained = now & ~(before or 0)
        self.unfixed |= gained
        return gained


class _Deduction:
    """What is deduced on a journaled state: by S0 to S5, by looking ahead, and by cases within cases.

    Attributes:
        first: the state that it began with.
        last: the last state of what holds in all cases.
        consistent: false if that contradicts itself.
    """

    def __init__(self, propagation: Propagation, last: JournaledState, until: float) -> None:
        self.first = self.last = last
        self.consistent = True
        self._propagation, self._until = propagation, until

    def run(self) -> None:
        """Apply the rules, and look ahead."""
        try:
            self._propagation.run(self._until)
            self._propagation = look_ahead(self._propagation, self._until, self._watch)
            self._propagation.run(self._until)
        except ContradictionError:
            self.consistent = False

    def _watch(self, _: State, cases: Cases, alive: Sequence[bool]) -> None:
        choice = tuple(map(Followed, cases, self.last.states[-len(cases) :], alive))
        self.last.journal.append(choice)
        if sum(alive) == 1:
            self.last = next(case.state for case in choice if case.alive)

    def by_cases(self, solution: Filling | None, left: list[int]) -> None:
        """Refute all cases but those of a solution, as long as some cells are open.

        Args:
            solution: the solution; ``None`` where there is none.
            left: how many cases may still be followed, in a list of one, which counts down.
        """
        while self.is_open:
            choice = next(open_cases(self._propagation), None)
            if choice is None:
                return
            followed = []
            for case in choice[1]:
                if left[0] == 0:
                    return
                left[0] -= 1
                branch = self._followed(case)
                right = solution is not None and _holds(case, solution)
                if branch.consistent and not right:
                    branch.by_cases(None, left)
                    if branch.consistent:
                        return
                followed.append((case, branch, right))
            self.last.journal.append(
                tuple(
                    Followed(case, branch.first if right else branch.last, right)
                    for case, branch, right in followed
                )
            )
            alive = [branch for _, branch, right in followed if right]
            if len(alive) != 1:
                self.consistent = bool(alive)
                return
            self.last, self._propagation = alive[0].last, alive[0]._propagation
            self.consistent = alive[0].consistent

    def _followed(self, case: Case) -> _Deduction:
        propagation = self._propagation.copy()
        branch = _Deduction(propagation, self.last.states[-1], self._until)
        try:
            propagation.state.fix(case.number, case.cell)
            propagation.state.strike(case.number, case.without)
        except ContradictionError:
            branch.consistent = False
        else:
            branch.run()
        return branch

    def count(self) -> bool:
        """Count the cells of the board, too, from a state of its own; return whether that ruled out any."""
        self._propagation = propagation = self._propagation.copy()
        self.last = self.last.states[-1]
        self.last.counting, struck = True, False
        try:
            while (
                self.last.unfixed
                and process_time() < self._until
                and account(self.last, propagation.records.values())
            ):
                struck = True
                propagation.run(self._until)
        except ContradictionError:
            self.consistent = False
        return struck

    def go_on(self) -> None:
        """Count, and look ahead once more; what counting finds is kept only where that decides the puzzle.

        A solver that is asked next counts as well, and a clause for each number that counting rules out is
        dear. Of 43 real 10x10 that are open here this decides 7, in 1 to 6 ms, and the fast way 3.
        """
        uncounted = self.last
        struck = self.count()
        if self.is_open:
            self.last.counting = struck
            self.run()
        if struck and self.is_open:
            self.last = uncounted

    @property
    def is_open(self) -> bool:
        """Whether it has come to neither a filling nor a contradiction."""
        return self.consistent and self.last.unfixed != 0


def _holds(case: Case, filling: Filling) -> bool:
    """Return whether a case is so in a filling."""
    number = case.number
    return filling[case.cell.bit_length() - 1] == number and all(
        filling[x] != number for x in bits(case.without)
    )


MOST_CASES = 4
"""Cases that are followed with cases of their own; more seldom pay, and a SAT solver decides what is left.

Of 41 real 10x10 that look-ahead leaves open, 4 cases decide 17, 8 decide 19, 32 decide 25; a case takes
7 ms.
"""


class Learned(Record):
    """A cut that a session has learned, with the cap above which it takes all numbers for one value."""

    cap: int
    cut: Cut


class Journal(ProofLog):
    """What the fast way deduced and learned about the last puzzle.

    Attributes:
        learned: the cuts.
    """

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.learned: list[Learned] = []
        self._puzzle: Puzzle | None = None
        self._deduction: _Deduction | None = None

    def deduce(self, puzzle: Puzzle, seconds: float) -> Candidates:
        """See `ProofLog`."""
        self._reset()
        if puzzle.checkered:  # of colours there is no journal
            return deduce(puzzle, Level.AHEAD, seconds=seconds)
        try:
            start = JournaledState(puzzle)
            deduction = _Deduction(Propagation(start), start, process_time() + seconds)
            deduction.run()
            if deduction.is_open:
                deduction.go_on()
        except ContradictionError:
            return Candidates((0,) * puzzle.board.size, consistent=False)
        self._puzzle, self._deduction = puzzle, deduction
        if not deduction.consistent:
            return Candidates((0,) * puzzle.board.size, consistent=False)
        return Candidates(tuple(deduction.last.candidates()))

    def learn(self, cap: int, cuts: Sequence[Cut]) -> None:
        """See `ProofLog`."""
        self.learned += (Learned(cap, cut) for cut in cuts)

    def taken(self, puzzle: Puzzle) -> tuple[JournaledState, bool] | None:
        """What `deduce_with_journal` returns, if that was deduced already and suffices; once only."""
        deduction, self._deduction = self._deduction, None
        if deduction is None or self._puzzle != puzzle:
            return None
        if deduction.is_open and not self.learned:
            return None
        return deduction.last, deduction.consistent


def deduce_with_journal(
    puzzle: Puzzle, until: float, solution: Filling | None, *, counting: bool = True
) -> tuple[JournaledState, bool]:
    """Deduce by S0 to S5, look ahead, follow cases, and count the cells of the board, without colours.

    Args:
        puzzle: the puzzle.
        until: when to stop, by `time.process_time`.
        solution: a solution, if there is one; its cases are not refuted.
        counting: whether to count.

    Returns:
        The last state of what holds in all cases; and false if it contradicts itself.

    Raises:
        ContradictionError: if the clues contradict the board at once.
    """
    start = JournaledState(puzzle.replace(checkered=False))
    deduction = _Deduction(Propagation(start), start, until)
    deduction.run()
    deduction.by_cases(solution, [MOST_CASES])
    if counting and deduction.consistent:
        deduction.count()
    return deduction.last, deduction.consistent

"""Reason as a person does: the easiest rule that finds something, one step after the other.

It is slower than `fillomino.deduction.engine` and explains each step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import process_time

from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.candidates import Candidates
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules import table
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.steps import Kind, Step
from fillomino.graph import bits, component, within
from fillomino.puzzle import Puzzle
from fillomino.rules import violations


class Reasoner:
    """A state and the rules that are applied to it.

    A rule is asked again about a number or cell only when something changed there.

    Attributes:
        premises: what the rules see.
        consistent: false once a contradiction was found.
        finished: whether no rule finds more.
    """

    def __init__(self, state: State, rules: Sequence[Rule]) -> None:
        self.premises = Premises(state)
        self.consistent = True
        self.finished = False
        self._looked = False
        self._rules = rules
        self._pending: list[set[int]] = [set() for _ in rules]
        self._seen: dict[int, tuple[int, int]] = {}
        self._every = self._unfixed = (1 << state.size) - 1
        state.dirty = set(state.admits)
        self._wake()

    @property
    def state(self) -> State:
        """The state: what is known."""
        return self.premises.state

    @property
    def solved(self) -> bool:
        """True iff every cell is decided, and by the rules of the puzzle."""
        if not self.consistent or self.state.unfixed:
            return False
        puzzle, filling = self.state.puzzle, self.candidates().filling()
        return not violations(puzzle, filling)

    def copy(self) -> Reasoner:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.premises = self.premises.copy()
        twin._pending = [pending.copy() for pending in self._pending]
        twin._seen = self._seen.copy()
        return twin

    def candidates(self) -> Candidates:
        """Return the candidates that are left."""
        if not self.consistent:
            return Candidates((0,) * self.state.size, consistent=False)
        return Candidates(tuple(self.state.candidates()))

    def steps(self, until: float | None = None, wanted: int = 0) -> Iterator[Step]:
        """Go on, step by step; each step is yielded after it has been taken.

        Args:
            until: when to stop, by `time.process_time`.
            wanted: stop as soon as these cells (a bit set) are decided; 0 to go on to the end.
        """
        while self.consistent and not (wanted and not wanted & self.state.unfixed):
            steps = self._next(until)
            if not steps:
                return
            for step in steps:
                taken = self.take(step)
                if taken is not None:
                    yield taken
                    if taken.kind is Kind.STOP:
                        return

    def run(self, until: float | None = None, wanted: int = 0) -> None:
        """Take all steps."""
        for _ in self.steps(until, wanted):
            pass

    def _next(self, until: float | None) -> list[Step]:
        """Return the steps of the easiest rule that finds any; none if none does, or time is up."""
        if self.state.dirty:
            self._wake()
        try:
            with interrupted_at(until):
                return self._found(until)
        except OutOfTimeError:
            return []

    def _found(self, until: float | None) -> list[Step]:
        """The same; to be interrupted at any moment, and called again."""
        for rule, pending in zip(self._rules, self._pending, strict=True):
            if until is not None and process_time() >= until:
                return []
            if rule.about == "assumption" and self._look_again():
                return self._found(until)
            if rule.about == "board":
                steps = list(rule.find(self.premises, 0))
                if steps:
                    return steps
                continue
            while pending:
                item = min(pending) if rule.about == "number" else self._easiest(pending)
                steps = list(rule.find(self.premises, item))
                pending.discard(item)
                if steps:
                    return steps
                if until is not None and process_time() >= until:
                    return []
        if self._look_again():
            return self._found(until)
        self.finished = True
        return []

    def _look_again(self) -> bool:
        """Ask rules that see more than they are woken by about everything, once after a change."""
        if self._looked:
            return False
        for rule, pending in zip(self._rules, self._pending, strict=True):
            if rule.wide:
                pending.update(self.state.admits if rule.about == "number" else bits(self.state.unfixed))
        self._looked = True
        return any(self._pending)

    def _easiest(self, cells: set[int]) -> int:
        """The cell with the fewest candidates."""
        fewest = sum(1 << cell for cell in cells)
        digits: list[int] = []  # of the number of candidates in binary: the cells where each is 1
        for admitting in self.state.admits.values():
            carry = admitting
            for place, digit in enumerate(digits):
                digits[place], carry = digit ^ carry, digit & carry
            if carry:
                digits.append(carry)
        for digit in reversed(digits):
            fewest = fewest & ~digit or fewest
        return (fewest & -fewest).bit_length() - 1

    def take(self, step: Step) -> Step | None:
        """Apply a step to the state; return the step with the cells that this changed, if any."""
        state, number = self.state, step.number
        if step.kind is Kind.STOP:
            self.consistent = False
            return step
        new = step.cells & (state.unfixed if step.kind is Kind.FIX else state.where(number))
        wrong = step.kind is Kind.FIX and step.cells & ~state.where(number)
        if not new and not wrong:
            return None
        try:
            self.premises.apply(step)
        except ContradictionError:
            self.consistent = False
            return replace(step, kind=Kind.STOP)
        return replace(step, cells=new)

    def _wake(self) -> None:
        """Ask the rules again about the numbers that changed, and about the cells around the changes."""
        state = self.state
        affected = self._around_changes()
        for rule, pending in zip(self._rules, self._pending, strict=True):
            if rule.about == "number":
                pending.update(state.dirty)
            elif rule.about == "cell":
                pending.update(bits(affected & state.unfixed))
            elif rule.about == "assumption":
                pending.update(bits(state.unfixed))
        state.dirty.clear()
        self.finished = self._looked = False

    def _around_changes(self) -> int:
        """The cells that a region can hold together with one at which its number changed."""
        state = self.state
        near = state.near
        affected = decided = self._unfixed & ~state.unfixed
        if decided:  # numbers that stand nowhere are bounded by the open cells around
            affected = component(near, decided, self._unfixed)
            self._unfixed = state.unfixed
        for number in state.dirty:
            admits, fixed = state.admits[number], state.fixed[number]
            before, held = self._seen.get(number, (-1, 0))
            self._seen[number] = admits, fixed
            changed = (before ^ admits) & self._every | (held ^ fixed)
            affected |= within(near, changed, before, number)
        return affected


def reasoner(puzzle: Puzzle, level: int | None = None, kind: type[Reasoner] = Reasoner) -> Reasoner:
    """Return a reasoner that knows what a puzzle gives, and the rules up to a level; all if it is ``None``.

    Where the clues contradict each other at once, it is inconsistent from the start. The kind decides which
    of the steps that there are comes next: the easiest, or as in `fillomino.deduction.nearby`.
    """
    rules = table.up_to(table.hardest() if level is None else level, puzzle)
    try:
        return kind(State(puzzle), rules)
    except ContradictionError:
        broken = kind(State(replace(puzzle, clues={})), rules)
        broken.consistent = False
        return broken

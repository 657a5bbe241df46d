"""The cuts of the lazy method as a propagator inside Z3 (`UserPropagateBase`), in place of rounds.

The base and the cuts are those of `encoder.lazy`. The method `cuts` waits for a whole answer, judges it and
asks again. Here Z3 reports each cell that takes or loses a value; the set around it is looked at, and a cut
that it breaks is given to Z3 at once, as a conflict from which its search goes on. A whole answer is judged
as in a round.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import z3

from encoder.encodings.cuts import CAP, base
from encoder.lazy.refutation import Verdict, held_symbols, judge, near_fillings
from encoder.parts.clauses import literals
from encoder.parts.cut_clauses import Cut, leaves
from encoder.parts.values import BIG, Values, values_of
from fillomino.graph import bits, component, grown
from fillomino.puzzle import Filling
from labs.paradigms.problem import Problem, RefusedError


class Z3Cuts:
    """A solver with its propagator; another with a higher cap where a filling may need it, as in `cuts`."""

    _solver: z3.Solver
    _propagator: Propagator

    def __init__(self, instance: Problem) -> None:
        self._instance, self._cap = instance, CAP
        self._found: list[Filling] = []
        self._begin(CAP)

    def solve(self) -> Filling | None:
        """Return a solution.

        Raises:
            RefusedError: if Z3 gives up.
        """
        while True:
            if self._cap != self._propagator.values.cap:
                self._begin(self._cap)
            answer = self._solver.check()
            if self._propagator.failed:
                raise self._propagator.failed[0]
            if answer == z3.unsat:
                return None
            if answer != z3.sat:
                raise RefusedError(f"Z3 gives up: {self._solver.reason_unknown()}")
            verdict = self._propagator.verdict
            self._cap = verdict.cap
            if verdict.filling is not None:
                return verdict.filling

    def block(self, filling: Filling) -> None:
        """Assert that some number is another one, and the cuts against the fillings close by."""
        self._found.append(filling)
        self._block(filling)

    def _begin(self, cap: int) -> None:
        values = values_of(self._instance.puzzle, self._instance.candidates, cap)
        first = base(values)
        self._cap = values.cap
        self._solver = z3.SimpleSolver()
        if self._instance.seed:
            self._solver.set("random_seed", self._instance.seed)
        declared = [f"(declare-fun {name} () Bool)" for name in first.names]
        self._solver.from_string(
            "\n".join([*declared, *(f"(assert {each.term})" for each in first.assertions)])
        )
        self._propagator = Propagator(self._solver, values)
        for filling in self._found:
            self._block(filling)

    def _block(self, filling: Filling) -> None:
        values = self._propagator.values
        self._solver.add(z3.Not(z3.And([z3.Bool(name) for name in held_symbols(values, filling)])))
        for cut in near_fillings(values, values.held_in(filling)):
            self._solver.add(clause(values, cut))


class Propagator(z3.UserPropagateBase):  # type: ignore[misc]
    """Watches the values of cells, and gives Z3 the cuts that they break.

    Attributes:
        values: the values that cells may have.
        verdict: on the last whole answer.
        failed: errors of callbacks, which Z3 can't pass on.
    """

    def __init__(self, solver: z3.Solver, values: Values) -> None:
        super().__init__(solver)
        self.values, self.verdict = values, Verdict((), None, values.cap)
        self.failed: list[Exception] = []
        self._held = dict(values.fixed)
        self._possible = dict(values.admits)
        self._trail: list[tuple[dict[int, int], int, int]] = []
        self._scopes: list[int] = []
        self._clued = values.clued
        self._pairs: dict[int, tuple[int, int]] = {}
        self.add_fixed(self._fixed)
        self.add_final(self._final)
        for cell, value in values.pairs:
            variable = z3.Bool(values.symbols[value][cell])
            self._pairs[variable.get_id()] = cell, value
            self.add(variable)

    def push(self) -> None:
        """See `UserPropagateBase`."""
        self._scopes.append(len(self._trail))

    def pop(self, num_scopes: int) -> None:
        """See `UserPropagateBase`."""
        length = self._scopes[-num_scopes]
        del self._scopes[-num_scopes:]
        while len(self._trail) > length:
            sets, value, before = self._trail.pop()
            sets[value] = before

    def fresh(self, new_ctx: object) -> Any:
        """See `UserPropagateBase`; only quantifiers need it."""
        raise NotImplementedError

    def _fixed(self, variable: z3.BoolRef, truth: z3.BoolRef) -> None:
        """Take in that a cell holds a value, or does not."""
        try:
            cell, value = self._pairs[variable.get_id()]
            if z3.is_true(truth):
                self._set(self._held, value, self._held[value] | 1 << cell)
                self._look(value, cell)
            else:
                self._set(self._possible, value, self._possible[value] & ~(1 << cell))
                near = self.values.near(1 << cell) & self._held[value]
                while near:
                    start = near & -near
                    near &= ~self._look(value, start.bit_length() - 1)
        except Exception as error:  # Z3 would print it and go on
            self.failed.append(error)
            self.solver.interrupt()

    def _final(self) -> None:
        """Judge the answer once every cell has a value."""
        try:
            self.verdict = judge(self.values, self._held)
            for cut in self.verdict.cuts:
                self.propagate(clause(self.values, cut), [])
        except Exception as error:
            self.failed.append(error)
            self.solver.interrupt()

    def _look(self, value: int, cell: int) -> int:
        """Check the set of a value around a cell that holds it; returns the set that it can still grow to."""
        values, near = self.values, self.values.near
        room = component(near, 1 << cell, self._possible[value])
        if room.bit_count() < values.least(value) or not room & self._clued:
            self._learn(leaves(values, value, room, cell))
            return room
        if value != BIG:
            part = component(near, 1 << cell, self._held[value])
            if part.bit_count() > value:
                self._learn(Cut(value, tuple(bits(grown(near, 1 << cell, part, value + 1)))))
        return room

    def _learn(self, cut: Cut | None) -> None:
        """Report a cut all of whose literals are false to Z3, as a conflict of its variables."""
        names = () if cut is None else chain(*literals(self.values, cut))
        self.conflict(deps=[z3.Bool(name) for name in names])

    def _set(self, sets: dict[int, int], value: int, cells: int) -> None:
        self._trail.append((sets, value, sets[value]))
        sets[value] = cells


def clause(values: Values, cut: Cut) -> z3.BoolRef:
    """Return a cut as a term of Z3."""
    positive, negative = literals(values, cut)
    return z3.Or([*map(z3.Bool, positive), *(z3.Not(z3.Bool(name)) for name in negative)])

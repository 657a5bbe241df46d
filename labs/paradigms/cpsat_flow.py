"""CP-SAT in its own terms: a flow from each root, and each number an *element* of the sizes of regions.

Each cell names its root, an array holds the size of the region of each root, up to the largest region that
is possible, and the constraint `element` looks the number of a cell up there. A single-commodity flow
(B. Gavish, 1982) keeps regions connected and counts their cells.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TypeAlias

from fillomino.graph import bits
from fillomino.puzzle import Filling
from labs.paradigms.light_cp_model import cp_model
from labs.paradigms.problem import Problem, RefusedError, first_cells

Integer: TypeAlias = "cp_model.IntVar"


class CpSatFlow:
    """Integers `n` (number), `size` (of the region of a root, else 0), `root`, and flows."""

    def __init__(self, instance: Problem) -> None:
        self._model, self._solver = cp_model.CpModel(), cp_model.CpSolver()
        self._solver.parameters.num_workers = instance.workers
        if instance.seed:
            self._solver.parameters.random_seed = instance.seed
        ways: list[list[int]] = [[] for _ in range(instance.size)]
        for root, regions in enumerate(instance.regions):
            for cell in bits(reduce(or_, regions.values(), 0)):
                ways[cell].append(root)
        self._solvable = all(ways)
        if not self._solvable:  # some cell is in no region that has room
            return
        cells = range(instance.size)
        self._numbers = [self._integer(f"n_{x}", list(instance.numbers(x))) for x in cells]
        model, numbers = self._model, self._numbers
        roots, sizes = self._regions(instance, ways)
        coming: list[list[cp_model.LinearExprT]] = [[] for _ in cells]
        dark = [model.new_bool_var(f"dark_{x}") for x in cells] if instance.puzzle.checkered else []
        for x, y in instance.links:
            if (x, y) in instance.puzzle.walls:
                model.add(numbers[x] != numbers[y])
                same: cp_model.IntVar = model.new_constant(0)
            else:
                same = model.new_bool_var(f"same_{x}_{y}")
                for one, other in ((numbers[x], numbers[y]), (roots[x], roots[y])):
                    model.add(one == other).only_enforce_if(same)
                    model.add(one != other).only_enforce_if(~same)
                most = max(0, (instance.masks[x] & instance.masks[y]).bit_length() - 2)
                flow = model.new_int_var(-most, most, f"flow_{x}_{y}")
                model.add(flow == 0).only_enforce_if(~same)
                coming[x].append(-flow)
                coming[y].append(flow)
            if dark:
                model.add(dark[x] == dark[y]).only_enforce_if(same)
                model.add(dark[x] != dark[y]).only_enforce_if(~same)
        for x in cells:  # each cell keeps one unit; a root makes as many as its region has cells
            model.add(sum(coming[x]) == 1 - sizes[x])
        for x in first_cells(instance) if dark else []:
            model.add(dark[x] == 1)

    def _regions(self, instance: Problem, ways: list[list[int]]) -> tuple[list[Integer], list[Integer]]:
        """Return the root of each cell, among its ways, and the size of the region of each root (else 0)."""
        model = self._model
        sizes = [self._integer(f"size_{x}", [0, *regions]) for x, regions in enumerate(instance.regions)]
        roots = [self._integer(f"root_{x}", ways[x]) for x in range(instance.size)]
        for x, (root, size) in enumerate(zip(roots, sizes, strict=True)):
            model.add_element(root, sizes, self._numbers[x])
            is_root = self._is_root(x, root)
            model.add(size >= 1).only_enforce_if(is_root)
            model.add(size == 0).only_enforce_if(~is_root)
        return roots, sizes

    def _is_root(self, x: int, root: Integer) -> Integer:
        """Return the flag of a cell that is its own root."""
        is_root = self._model.new_bool_var(f"is_root_{x}")
        self._model.add(root == x).only_enforce_if(is_root)
        self._model.add(root != x).only_enforce_if(~is_root)
        return is_root

    def solve(self) -> Filling | None:
        """Return the numbers of a solution.

        Raises:
            RefusedError: if CP-SAT gives up.
        """
        if not self._solvable:
            return None
        status = self._solver.solve(self._model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return tuple(self._solver.value(number) for number in self._numbers)
        if status != cp_model.INFEASIBLE:
            raise RefusedError(f"CP-SAT ends with {self._solver.status_name(status)}")
        return None

    def block(self, filling: Filling) -> None:
        """Exclude a filling."""
        others = []
        for variable, number in zip(self._numbers, filling, strict=True):
            others.append(self._model.new_bool_var(""))
            self._model.add(variable != number).only_enforce_if(others[-1])
        self._model.add_bool_or(others)

    def _integer(self, name: str, values: list[int]) -> cp_model.IntVar:
        return self._model.new_int_var_from_domain(cp_model.Domain.from_values(values), name)


class CpSatPointers(CpSatFlow):
    """The model of the chapter on flows as it stands: any cell may be the root of any other.

    `element` looks up, at the cell that a pointer names, that it is a root, and that it has the same number.
    """

    def _regions(self, instance: Problem, _: list[list[int]]) -> tuple[list[Integer], list[Integer]]:
        model, numbers, cells = self._model, self._numbers, list(range(instance.size))
        roots = [self._integer(f"root_{x}", cells) for x in cells]
        flags = [self._is_root(x, root) for x, root in enumerate(roots)]
        sizes = [self._integer(f"size_{x}", [0, *instance.numbers(x)]) for x in cells]
        for x, root in enumerate(roots):
            model.add_element(root, flags, 1)
            model.add_element(root, numbers, numbers[x])
            model.add(sizes[x] == numbers[x]).only_enforce_if(flags[x])
            model.add(sizes[x] == 0).only_enforce_if(~flags[x])
            if instance.puzzle.basic and x not in instance.puzzle.clues:
                model.add(flags[x] == 0)
        return roots, sizes

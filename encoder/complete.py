"""A filling completed to a model: the values that it gives to constants, as far as they are known.

Numbers (`n_x`, `n_x_v`, `b_x_i`, `g_x_i`) and colours (`c_x`) follow from the filling. So do edges, sizes
and roots (`e_x_y`, `s_x`, `r_x`, `R_x`) where an encoding has a tree for each region: the one that
`spanning_trees` leaves, from the first cell in its order of roots, or without a root (`s_x_y`: how many
cells the edge from x to y leads to; `o_x_y`, `O_x`: the openings of rings; `r_x`, `u_x_y`: their first cells,
and the way there). What equations define from there (``(= helper term)``) is worked out; any other constant
has no value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from encoder.parts.spanning_trees import kept, spare, trees_of
from encoder.script import PuzzleScript
from encoder.symbols import BIG, Symbol, cells_by_label, symbol
from fillomino.board import Board
from fillomino.checkered import two_colours
from fillomino.graph import predecessors
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from fillomino.words import counted
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate, parsed
from smtlib.file import File
from smtlib.literals import Bits, SortedValue, width_of
from smtlib.sexpr import Sexpr, symbol_name

_SHOWN = 4


def complete_script(
    script: PuzzleScript, filling: Filling, roots: Sequence[int] | None
) -> dict[str, SortedValue]:
    """Complete a filling to a model of a script.

    Args:
        script: the script.
        filling: one number for each cell, right or wrong.
        roots: for each cell the `r_x` that names it as a root, where each region's tree is rooted in the
            cell of the least; ``None`` for a script without such trees.
    """
    puzzle = script.puzzle
    sorts = dict(script.declarations)
    known = _Known(puzzle.board, filling, sorts)
    if known.has_sides:
        known.plant_sides(puzzle)
    elif roots is not None:
        known.plant(roots, puzzle)
    return _worked_out(known.model, sorts, [parsed(assertion.term) for assertion in script.assertions], {})


def complete_file(
    file: File, board: Board, filling: Filling, puzzle: Puzzle | None = None
) -> dict[str, SortedValue]:
    """Complete a filling to a model of a file of unknown origin, by the names of its constants.

    The order of roots is what the file asserts: ``(= R_x (= r_x place))``; else that of labels.

    Args:
        file: the file.
        board: whose cells its constants are about.
        filling: one number for each cell, right or wrong.
        puzzle: what the file encodes, where that is known; without it `h_x_y` (whether an edge leads to a
            clue) have no value, and a tree of the variant *basic* may be rooted in a cell without a clue.
    """
    known = _Known(board, filling, file.sorts)
    terms = [asserted.term for asserted in file.assertions]
    if known.has_sides:
        known.plant_sides(puzzle)
    elif known.has_trees:
        places = _asserted_places(terms)
        known.plant([places.get(label, label) for label in board.labels], puzzle)
    try:
        return _worked_out(dict(known.model), file.sorts, terms, file.definitions)
    except EvaluationError:
        return known.model


def numbers_of(model: Mapping[str, SortedValue]) -> dict[str, SortedValue]:
    """Return the values that are a filling's numbers, and no choice of ours such as a root."""
    return {name: value for name, value in model.items() if (its := symbol(name)) and its.kind in "nb"}


def misfit(board: Board, filling: Filling, sorts: Mapping[str, str]) -> str | None:
    """Return why a script's constants can't hold a filling's numbers, in a sentence; ``None`` if they can.

    Each cell needs `n_x` of integers or bit-vectors, or some Boolean `n_x_v`, with bits enough; and there
    must be no such symbol of a cell that the board lacks.
    """
    there: dict[int, list[str]] = {}
    bits: Counter[int] = Counter()
    for name, sort in sorts.items():
        its = symbol(name)
        if its is not None and its.kind == "n" and (sort == "Bool") == (its.rest is not None):
            there.setdefault(its.label, []).append(name)
        elif its is not None and its.kind == "b":
            bits[its.label] += 1
    missing = [label for label in board.labels if label not in there]
    if missing:
        wanted = ", ".join(f"n_{label}" for label in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        return f"it declares no {wanted}{more} (nor Booleans n_{missing[0]}_1, n_{missing[0]}_2, …)"
    foreign = [name for label in sorted(set(there) - set(board.labels)) for name in there[label]]
    if foreign:
        more = f" and {len(foreign) - _SHOWN} more" if len(foreign) > _SHOWN else ""
        shown = ", ".join(foreign[:_SHOWN])
        return f"it declares {shown}{more}, but the filling's board has no such cells"
    for label, number in zip(board.labels, filling, strict=True):
        width = width_of(parsed(sorts.get(f"n_{label}", "Bool")))
        if f"n_{label}" not in sorts and f"n_{label}_{number}" not in sorts and f"n_{label}_{BIG}" in sorts:
            width = bits[label]
        if width is not None and number >> width:
            return f"n_{label} has {counted(width, 'bit')}, too few for the filling's {number}"
    return None


class _Known:
    """The constants of a board that follow from a filling.

    Attributes:
        model: their values.
        has_trees: edges, sizes and roots are those of all regions: numbers are plain `n_x`, and no small
            region is placed by a `p_x_i`.
        has_sides: trees have no roots, but the sizes of both sides of each edge, `s_x_y`.
    """

    def __init__(self, board: Board, filling: Filling, sorts: Mapping[str, str]) -> None:
        self._board, self._filling, self._sorts = board, filling, sorts
        self._cell_of = cells_by_label(board)
        self._symbols: dict[str, Symbol] = {}
        self._options: dict[int, list[str]] = {}
        self._groups: Counter[int] = Counter()
        for name in sorts:
            its = symbol(name)
            if its is not None and its.label in self._cell_of:
                self._symbols[name] = its
                self._groups[its.label] += its.kind == "g"
                if its.kind == "n" and its.rest is not None:
                    self._options.setdefault(its.label, []).append(its.rest)
        placed = any(its.kind == "p" for its in self._symbols.values())
        self.has_trees = f"n_{board.labels[0]}" in sorts and not placed
        self.has_sides = any(
            its.kind == "s" and its.rest is not None and sorts[name] != "Bool"
            for name, its in self._symbols.items()
        )
        self.model: dict[str, SortedValue] = {}
        self._colours = two_colours(board, filling)
        for name, its in self._symbols.items():
            self._add(name, self._number(its))

    def plant(self, roots: Sequence[int], puzzle: Puzzle | None) -> None:
        """Add edges, sizes and roots; in the variant *basic* a region is rooted in a clue if it has one."""
        first = puzzle.clues if puzzle is not None and puzzle.basic else ()
        root, parent, size = self._forest(roots, first)
        for name, its in self._symbols.items():
            cell = self._cell_of[its.label]
            if its.kind == "e" and its.rest not in (None, BIG):
                child = self._cell_of.get(int(its.rest))
                self._add(name, None if child is None else parent.get(child) == cell)
            elif its.rest is None and its.kind in "srR":
                values = {"s": size[cell], "r": roots[root[cell]], "R": cell not in parent}
                self._add(name, values[its.kind])

    def plant_sides(self, puzzle: Puzzle | None) -> None:
        """Add the edges of trees without roots, sizes of their sides, openings of rings, ways to clues."""
        clues = None if puzzle is None else puzzle.clues
        beside, needless = self._links(), self._needless()
        beyond: dict[tuple[int, int], int] = {}
        clues_beyond: dict[tuple[int, int], int] = {}
        before: dict[int, int] = {}
        first: dict[int, int] = {}
        for region in regions(self._board, self._filling):
            found = predecessors(beside, region[:1])
            _sum_sides(found, dict.fromkeys(found, 1), beyond)
            _sum_sides(found, {x: int(x in (clues or ())) for x in found}, clues_beyond)
            before |= found
            first |= dict.fromkeys(region, region[0])
        equal = {(x, y) for x, y in self._board.links() if self._filling[x] == self._filling[y]}
        opened = {pair for pair in equal if pair not in beyond and pair not in needless}
        rings = {first[x] for x, _ in opened}
        for name, its in self._symbols.items():
            cell, pair = self._cell_of[its.label], self._pair(its)
            match its.kind:
                case "e" if pair:
                    self._add(name, pair in beyond)
                case "s" if pair:
                    self._add(name, beyond.get(pair, 0))
                case "o" if pair:
                    self._add(name, pair in opened)
                case "h" if pair and clues is not None:
                    self._add(name, clues_beyond.get(pair, 0) > 0)
                case "u" if pair:
                    self._add(name, before[pair[0]] == pair[1])
                case "O":
                    self._add(name, first[cell] in rings)
                case "r":
                    self._add(name, self._board.labels[first[cell]])

    def _pair(self, its: Symbol) -> tuple[int, int] | None:
        """The two cells that a symbol is about."""
        other = self._cell_of.get(int(its.rest)) if its.rest not in (None, BIG) else None
        return None if other is None else (self._cell_of[its.label], other)

    def _needless(self) -> set[tuple[int, int]]:
        """The pairs of equal neighbours that are joined nearer, in their rows."""
        edges, numbers = self._edges(), self._filling
        return {
            pair
            for pair, one, other in spare(edges, kept(edges))
            if len({numbers[x] for x in (*pair, *one, *other)}) == 1
        }

    def _edges(self) -> list[tuple[int, int]]:
        """The pairs of neighbours with a declared edge."""
        label = self._board.labels
        return [(x, y) for x, y in self._board.links() if f"e_{label[x]}_{label[y]}" in self._sorts]

    def _add(self, name: str, value: int | bool | None) -> None:
        if value is not None:
            self.model[name] = _as(value, self._sorts[name])

    def _number(self, its: Symbol) -> int | bool | None:
        """The value of a symbol that is about a cell's number or colour alone."""
        cell = self._cell_of[its.label]
        number = self._filling[cell]
        held = str(number) if f"n_{its.label}_{number}" in self._sorts else BIG
        match its.kind, its.rest:
            case "n", None:
                return number
            case "n", rest:
                return rest == held
            case "c", None if self._colours:
                return self._colours[cell] == 0
            case "b", str(index) if index != BIG:
                return bool(number >> int(index) & 1)
            case "g", str(index) if index != BIG:
                options, count = self._options.get(its.label, []), self._groups[its.label]
                i = int(index)
                return held in options[i * len(options) // count : (i + 1) * len(options) // count]
        return None

    def _forest(
        self, order: Sequence[int], first: Collection[int]
    ) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
        """For each cell its root, its parent if it has one, and the size of its subtree."""
        root: dict[int, int] = {}
        parent: dict[int, int] = {}
        size = dict.fromkeys(range(self._board.size), 1)
        beside = self._links()
        for region in regions(self._board, self._filling):
            start = min(region, key=lambda x: (x not in first, order[x]))
            found = predecessors(beside, [start])
            root |= dict.fromkeys(found, start)
            for x, before in reversed(found.items()):
                if x != start:
                    parent[x] = before
                    size[before] += size[x]
        return root, parent, size

    def _links(self) -> dict[int, list[int]]:
        """For each cell its neighbours in the tree of its region, by declared edges as far as can be."""

        def equal(x: int, y: int) -> bool:
            return self._filling[x] == self._filling[y]

        edges = self._edges()
        inside = [pair for pair in self._board.links() if equal(*pair)]
        beside: dict[int, list[int]] = {x: [] for x in range(self._board.size)}
        for x, y in kept(inside, trees_of(edges, equal)):
            beside[x].append(y)
            beside[y].append(x)
        return beside


def _asserted_places(terms: Iterable[Sexpr]) -> dict[int, int]:
    """For the label of each cell the place that ``(= R_x (= r_x place))`` gives it among roots."""
    found = {}
    for term in terms:
        match term:
            case ("=", str(root), ("=", str(name), value)):
                one, other = symbol(root), symbol(name)
                if one and other and (one.kind, other.kind, one[1:]) == ("R", "r", (other.label, None)):
                    place = evaluate(value, {})
                    if isinstance(place, Bits | int):
                        found[one.label] = place.value if isinstance(place, Bits) else int(place)
    return found


def _worked_out(
    model: dict[str, SortedValue],
    sorts: Mapping[str, str],
    terms: Iterable[Sexpr],
    definitions: Mapping[str, Sexpr],
) -> dict[str, SortedValue]:
    """A model with the constants that equations define from it, one after the other."""
    equations = [pair for term in terms for pair in _equations(term, sorts)]
    while equations:
        left = []
        for name, term in equations:
            if name in model:
                continue
            value = evaluate(term, model, definitions)
            if value is None:
                left.append((name, term))
            else:
                model[name] = value
        if len(left) == len(equations):
            break
        equations = left
    return model


def _as(value: int | bool, sort: str) -> SortedValue:
    """A value in a sort: an edge may be an integer, a number a bit-vector."""
    if sort == "Bool":
        return bool(value)
    width = width_of(parsed(sort))
    return int(value) if width is None else Bits(int(value) % (1 << width), width)


def _equations(term: Sexpr, sorts: Mapping[str, str]) -> list[tuple[str, Sexpr]]:
    """The symbols that an assertion defines, with their terms."""
    if not (isinstance(term, tuple) and len(term) == 3 and term[0] == "="):
        return []
    found = []
    for one, other in ((term[1], term[2]), (term[2], term[1])):
        name = symbol_name(one) if isinstance(one, str) else None
        if name is not None and name in sorts:
            found.append((name, other))
    return found


def _sum_sides(tree: dict[int, int], counted: dict[int, int], beyond: dict[tuple[int, int], int]) -> None:
    """Add for each edge of a tree, both ways, the sum of what is counted in the cells that it leads to.

    Args:
        tree: from each cell to the one before it, breadth first, from the first cell on.
        counted: for each cell; is summed up over what is below it.
        beyond: where to add the sums.
    """
    total = sum(counted.values())
    for x, before in list(reversed(tree.items()))[:-1]:
        counted[before] += counted[x]
        beyond[before, x], beyond[x, before] = counted[x], total - counted[x]

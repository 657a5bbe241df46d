"""A filling completed to a model: its forest, and every symbol whose meaning follows from it.

Known are the symbols of the forests (`n_x`, `e_x_y`, `s_x`, `r_x`, `R_x`, `c_x`) and the numbers of the
Boolean encodings (`n_x_v`, `b_x_i`), whose roots and sizes are their own business. In every
region the tree is taken that `spanning_trees` leaves, from its first cell: the lowest, or by the places
that the script gives to roots (``(= R_x (= r_x place))``). What equations define from there
(``(= helper term)``) is worked out; whatever is left has no value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping

from encoder.parts.spanning_trees import kept, trees_of
from fillomino.board import Board
from fillomino.checkered import two_colours
from fillomino.puzzle import Filling
from fillomino.rules import regions
from fillomino.words import counted
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate, parsed
from smtlib.file import File
from smtlib.literals import Bits, SortedValue, width_of
from smtlib.sexpr import Sexpr, symbol_name, write

_SYMBOL = re.compile(r"([nesrRbg])_([0-9]+)(?:_([0-9]+|big))?", re.ASCII)

_NUMBER = re.compile(r"[nb]_([0-9]+)(?:_([0-9]+|big))?", re.ASCII)
_SHOWN = 4

_ROOT = re.compile(r"\(= R_([0-9]+) \(= r_\1 (?:\(_ bv)?([0-9]+)(?: [0-9]+\))?\)\)", re.ASCII)


def complete(
    board: Board,
    filling: Filling,
    sorts: Mapping[str, str],
    terms: Collection[str],
    definitions: Mapping[str, Sexpr] | None = None,
    clued: Collection[int] = (),
) -> dict[str, SortedValue]:
    """The values that a filling gives to symbols.

    Args:
        board: the board.
        filling: one number for each cell, right or wrong.
        sorts: the declared symbols and their sorts.
        terms: what is asserted; equations in it that define a symbol are used.
        definitions: as for `evaluate`.
        clued: cells one of which must be the root of each region that has one, for basic puzzles.
    """
    told = [match for term in terms if (match := _ROOT.fullmatch(term))]
    forest = _Forest(board, filling, clued, {int(match[1]): int(match[2]) for match in told}, sorts)
    shades = two_colours(board, filling)
    pairs = zip(board.labels, shades, strict=True) if shades else ()
    colours = {f"c_{label}": shade == 0 for label, shade in pairs}
    model: dict[str, SortedValue] = {}
    for name, sort in sorts.items():
        value = forest.value(name, sorts) if not name.startswith("c_") else colours.get(name)
        if value is not None:
            model[name] = _as(value, sort)
    equations = [pair for term in terms for pair in _equations(parsed(term), sorts)]
    while equations:
        left = []
        for name, term in equations:
            if name in model:
                continue
            worked_out = evaluate(term, model, definitions)
            if worked_out is None:
                left.append((name, term))
            else:
                model[name] = worked_out
        if len(left) == len(equations):
            break
        equations = left
    return model


def completed(file: File, board: Board, filling: Filling) -> dict[str, SortedValue]:
    """A filling completed to a forest, and to whatever the file's equations define from there."""
    terms = [write(asserted.term) for asserted in file.assertions]
    try:
        return complete(board, filling, file.sorts, terms, file.definitions)
    except EvaluationError:
        return complete(board, filling, file.sorts, (), file.definitions)


def numbers_of(model: Mapping[str, SortedValue]) -> dict[str, SortedValue]:
    """Of the values that a filling gives those that are its numbers, and no choice of ours such as a root."""
    return {name: value for name, value in model.items() if _NUMBER.fullmatch(name)}


def unsaid(board: Board, filling: Filling, sorts: Mapping[str, str]) -> str | None:
    """Why a script's symbols can't hold a filling's numbers, in a sentence; ``None`` if they can.

    Each cell needs `n_x` of integers or bit-vectors, or some Boolean `n_x_v`, with bits enough; and there
    must be no such symbol of a cell that the board lacks.
    """
    there: dict[int, list[str]] = {}
    for name, sort in sorts.items():
        match = _NUMBER.fullmatch(name)
        if match and name[0] == "n" and (sort == "Bool") == (match[2] is not None):
            there.setdefault(int(match[1]), []).append(name)
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
    bits = Counter(name.split("_")[1] for name in sorts if name[:2] == "b_" and _NUMBER.fullmatch(name))
    for label, number in zip(board.labels, filling, strict=True):
        width = width_of(parsed(sorts.get(f"n_{label}", "Bool")))
        if f"n_{label}" not in sorts and f"n_{label}_{number}" not in sorts and f"n_{label}_big" in sorts:
            width = bits[str(label)]
        if width is not None and number >> width:
            return f"n_{label} has {counted(width, 'bit')}, too few for the filling's {number}"
    return None


class _Forest:
    """A tree for each region: parents, subtree sizes, roots."""

    def __init__(
        self,
        board: Board,
        filling: Filling,
        clued: Collection[int],
        places: Mapping[int, int],
        sorts: Collection[str],
    ) -> None:
        self._filling = filling
        self._cell_of = {label: cell for cell, label in enumerate(board.labels)}
        self._label = board.labels
        self._parent: dict[int, int] = {}
        self._root: dict[int, int] = {}
        self._size = dict.fromkeys(range(board.size), 1)
        self._place = [places.get(label, label) for label in board.labels]
        beside = _trees(board, filling, sorts)
        for region in regions(board, filling):
            root = min(region, key=lambda x: (x not in clued, self._place[x]))
            order = [root]
            for x in order:
                self._root[x] = root
                for y in beside[x]:
                    if y not in self._parent and y != root:
                        self._parent[y] = x
                        order.append(y)
            for x in reversed(order[1:]):
                self._size[self._parent[x]] += self._size[x]

    def _plain(self, sorts: Mapping[str, str]) -> bool:
        """Whether edges, sizes and roots are those of all regions: numbers are plain `n_x`, none is placed.

        `placements` says by `p_x_i` which small region lies where, and has trees for large ones alone.
        """
        return f"n_{self._label[0]}" in sorts and not any(name.startswith("p_") for name in sorts)

    def value(self, name: str, sorts: Mapping[str, str]) -> int | bool | None:
        """The value of a symbol of our encodings; ``None`` for any other, or a cell that is not there."""
        match = _SYMBOL.fullmatch(name)
        cell = self._cell_of.get(int(match[2])) if match else None
        if match is None or cell is None:
            return None
        kind, second = match[1], match[3]
        if second is None:
            if kind != "n" and not self._plain(sorts):
                return None
            plain = {
                "n": self._filling[cell],
                "s": self._size[cell],
                "r": self._place[self._root[cell]],
                "R": cell not in self._parent,
            }
            return plain.get(kind)
        if kind == "n":
            number = self._filling[cell]
            return second == (str(number) if f"n_{match[2]}_{number}" in sorts else "big")
        if kind == "g":
            options = [other for other in sorts if other.startswith(f"n_{match[2]}_")]
            count = sum(other.startswith(f"g_{match[2]}_") for other in sorts)
            group = options[int(second) * len(options) // count : (int(second) + 1) * len(options) // count]
            return any(self.value(other, sorts) for other in group)
        if second == "big":
            return None
        if kind == "b":
            return bool(self._filling[cell] >> int(second) & 1)
        other = self._cell_of.get(int(second))
        if other is None or kind != "e" or not self._plain(sorts):
            return None
        return self._parent.get(other) == cell


def _trees(board: Board, filling: Filling, sorts: Collection[str]) -> dict[int, list[int]]:
    """For each cell its neighbours in the tree of its region, by edges that there are as far as can be."""

    def equal(x: int, y: int) -> bool:
        return filling[x] == filling[y]

    label = board.labels
    edges = [(x, y) for x, y in board.links() if f"e_{label[x]}_{label[y]}" in sorts]
    inside = [pair for pair in board.links() if equal(*pair)]
    beside: dict[int, list[int]] = {x: [] for x in range(board.size)}
    for x, y in kept(inside, trees_of(edges, equal)):
        beside[x].append(y)
        beside[y].append(x)
    return beside


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

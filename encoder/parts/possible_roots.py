"""The possible roots of a region, seen from each node, as far as deduction restricts them.

A region with known cells is rooted in a known group of them (an *anchor*), the first one if it has
several. A region without is *hidden*: it touches no known cell of its number, so that it lies in a part
of the board that has room for it. Both leave few places for a root, and few sizes for a subtree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from encoder.parts.values import BIG, Values
from fillomino.graph import bits, components, layers


@dataclass(frozen=True, slots=True)
class Origins:
    """The possible roots of the regions of one value.

    Attributes:
        hidden: the cells that may be in a hidden region, as a bit set.
        anchors: for each node the anchors that its region may be rooted in; itself among them if it is one.
        most: for each node the most cells that the subtree below and with it can have.
    """

    hidden: int = 0
    anchors: dict[int, list[int]] = field(default_factory=dict)
    most: dict[int, int] = field(default_factory=dict)


def origins(
    values: Values, value: int, groups: Mapping[int, int], anchored: set[int], node_of: Mapping[int, int]
) -> Origins:
    """Find the possible roots of a value.

    Args:
        values: the board.
        value: the value.
        groups: its known groups: node to cells.
        anchored: the nodes among them that may be roots.
        node_of: cell to node, where that is another cell.
    """
    near, admits = values.near, values.admits[value]
    result = Origins(hidden=0 if values.puzzle.basic else _hidden(values, value))
    largest = (
        max(values.candidates.masks[x].bit_length() - 1 for x in bits(admits)) if value == BIG else value
    )
    result.most.update(dict.fromkeys(bits(result.hidden), largest))
    for anchor in anchored & groups.keys():
        left = value - groups[anchor].bit_count()
        result.anchors.setdefault(anchor, []).append(anchor)
        result.most[anchor] = value
        for front in layers(near, groups[anchor], admits, left):
            for node in {node_of.get(x, x) for x in bits(front)}:
                reaching = result.anchors.setdefault(node, [])
                if anchor not in reaching:
                    reaching.append(anchor)
                    result.most[node] = max(result.most.get(node, 0), left)
            left -= 1
    return result


def _hidden(values: Values, value: int) -> int:
    near, fixed = values.near, values.fixed[value]
    parts = components(near, values.admits[value] & ~fixed & ~near(fixed))
    return sum(part for part in parts if part.bit_count() >= values.least(value))

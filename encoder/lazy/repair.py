"""Local repair: the next answer may differ from a wrong one only near what is wrong with it.

On a large board most of a wrong answer is right. A solver that is asked for the whole board again changes
much of that, too; asked for the cells near the wrong sets alone, it has little to do, and spoils nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from encoder.parts.values import Values
from fillomino.graph import bits, within

FAR = 8
"""From so many steps on the whole board is asked for."""

MOST_FREE = 0.5
"""The largest part of the cells that may be free; beyond, the whole board is asked for."""

FEWEST_KEPT = 500
"""The fewest cells to keep: with fewer, the board is small and repair only costs rounds (10x10: 8 %)."""


def kept_literals(values: Values, held: Mapping[int, int], wrong: Mapping[int, int], steps: int) -> list[str]:
    """Return the literals that keep an answer as it is, farther than some steps from what is wrong.

    Args:
        values: the board.
        held: for each value the cells that hold it.
        wrong: for each value the cells of its sets against which there is a cut.
        steps: how far around these sets cells are free to change.

    Returns:
        One literal for each open cell that is kept; none where that would not pay.
    """
    if steps >= FAR:
        return []
    everywhere = (1 << values.puzzle.board.size) - 1
    free = within(values.near, reduce(or_, wrong.values(), 0), everywhere, steps)
    if free.bit_count() > MOST_FREE * values.puzzle.board.size:
        return []
    kept = []
    for value, cells in held.items():
        symbols = values.symbols.get(value, {})
        kept += [symbols[x] for x in bits(cells & ~free) if x in symbols]
    return kept if len(kept) >= FEWEST_KEPT else []

"""The answers of one session, each judged by what is new in it, and repaired locally.

On a large board most of a wrong answer is right. A solver that is asked for the whole board again changes
much of that, too; asked for the cells near the wrong sets alone, it has little to do, and spoils nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from encoder.lazy.refutation import Verdict, judge
from encoder.parts.packed import WORD
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


class Answers:
    """Reads answers and judges them.

    A set that was right, and at and beside which nothing has changed, is right. One that was wrong
    is looked at again in any case: the cut against it, widened, may be kept by cells elsewhere.

    Attributes:
        held: for each value the cells that hold it in the last answer, the known ones among them.
    """

    def __init__(self, values: Values) -> None:
        self.held: Mapping[int, int] = dict(values.fixed)
        self._values = values
        self._words: Sequence[int] = ()
        self._wrong: Mapping[int, int] = {}

    def judge(self, words: Sequence[int]) -> Verdict:
        """Take in the next answer: the values of the bit-vectors, whose highest bit is the first variable."""
        changed = self._read(words)
        look = {value: cells | self._wrong.get(value, 0) for value, cells in changed.items()}
        verdict = judge(self._values, self.held, look if self._words else None)
        self._words, self._wrong = words, verdict.wrong
        return verdict

    def _read(self, words: Sequence[int]) -> dict[int, int]:
        """The cells that each value has gained or lost."""
        pairs = self._values.pairs
        changed = dict.fromkeys(self.held, 0)
        for index, (word, before) in enumerate(zip(words, self._words or (0,) * len(words), strict=True)):
            last = min((index + 1) * WORD, len(pairs)) - 1
            for bit in bits(word ^ before):
                cell, value = pairs[last - bit]
                changed[value] ^= 1 << cell
        self.held = {value: cells ^ changed[value] for value, cells in self.held.items()}
        return changed

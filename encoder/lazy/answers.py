"""The answers of one session, each judged by what is new in it: most cells stay as they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encoder.lazy.base import WORD
from encoder.lazy.cuts import Verdict, judge
from encoder.parts.values import Values
from fillomino.graph import bits


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

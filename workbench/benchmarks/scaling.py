"""Scaling series: one benchmark a size, for each encoding, whose times grow step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf, log, prod, sqrt

from workbench.benchmarks.measure import EASY, Measured
from workbench.benchmarks.recipe import Recipe
from workbench.benchmarks.series import SPINE, Series, kinds_of

BOARDS = 5
"""The number of boards of each size that are measured; the benchmark is the one of the median time."""
LARGEST = 40
"""Rows of the largest board."""
_RUNGS = [(rows, columns) for rows in range(3, LARGEST + 1) for columns in (rows, rows + 1)]
FACTOR = 2.0
"""The factor by which the next size is expected to take longer."""
TICK = 0.001
"""The least difference of times, in CPU seconds."""
STEEPEST = 12.0
"""The largest power of the number of cells by which times are expected to grow."""


@dataclass(slots=True)
class Scaling(Series):
    """A series in which each size is chosen by the times of the smaller ones.

    The first solver that takes the logic leads: `BOARDS` boards of each size are measured, and the one of its
    median time is the benchmark. Boards are squares, or have one column more than rows. The series climbs
    until the median time is no longer easy. Where most boards of a size are not decided, smaller ones are
    tried; and sizes in between are added while there are fewer than `SPINE`.
    """

    largest: int = LARGEST

    def next(self) -> Recipe | None:
        """Return the next candidate to measure; ``None`` if there is no more."""
        rows = list(self._rows())
        if not rows:
            return self._board(_RUNGS[0], 1)
        last = rows[-1]
        failed = [cells(row[0]) for row in rows if _is_given_up(row)]
        if len(last) < BOARDS and not _is_given_up(last):
            return self._board((last[0].recipe.rows, last[0].recipe.columns), len(last) + 1)
        medians = self._medians()
        if not failed and (len(medians) < SPINE or medians[-1][1] <= EASY):
            larger = [rung for rung in _RUNGS if max(rung) <= self.largest and prod(rung) > medians[-1][0]]
            wanted = medians[-1][0] * growth(medians)
            if larger:
                return self._board(next((rung for rung in larger if prod(rung) >= wanted), larger[-1]), 1)
        sizes = [size for size, _ in medians]
        if failed and sizes and medians[-1][1] <= EASY:
            between = self._between([sizes[-1], min(failed)])
            if between is not None:
                return between
        return self._between([*sizes, *sorted(failed)[:1]]) if len(sizes) < SPINE else None

    def _between(self, sizes: Sequence[int]) -> Recipe | None:
        """Return the first board of a size in the widest gap; ``None`` if there is no gap."""
        gaps = sorted(((more / fewer, fewer, more) for fewer, more in pairwise(sizes)), reverse=True)
        for _, fewer, more in gaps:
            inside = [rung for rung in _RUNGS if fewer < prod(rung) < more]
            if inside:
                return self._board(min(inside, key=lambda rung: abs(prod(rung) - sqrt(fewer * more))), 1)
        return None

    @property
    def made(self) -> int:
        """The number of sizes that are measured, up to the number wanted."""
        return min(self.wanted, len(self.chosen()))

    def more(self) -> bool:
        """Return false: each size has one benchmark."""
        return False

    def chosen(self) -> list[Measured]:
        """Return the benchmark of each size."""
        medians = (sorted(row, key=leading)[BOARDS // 2] for row in self._rows() if len(row) == BOARDS)
        return sorted(filter(decided, medians), key=cells)

    def _rows(self) -> Iterator[list[Measured]]:
        """Yield the boards of each size."""
        for _, row in groupby(self.measured, key=lambda measured: measured.recipe.board):
            yield list(row)

    def _medians(self) -> list[tuple[int, float]]:
        """Return the cells and the leading solver's time of each size, growing."""
        return [(cells(benchmark), leading(benchmark)) for benchmark in self.chosen()]

    def _board(self, rung: tuple[int, int], number: int) -> Recipe:
        return Recipe(self.encoding, self.logic, self.question, *rung, number, self.seed)


def _is_given_up(row: Sequence[Measured]) -> bool:
    """Return whether most boards of a size can't be decided."""
    return sum(not decided(measured) for measured in row) > BOARDS // 2


def cells(measured: Measured) -> int:
    """Return the number of cells of a benchmark's board."""
    return measured.recipe.rows * measured.recipe.columns


def scaling_series(encodings: Sequence[str], logics: Sequence[str], seed: int, largest: int) -> list[Series]:
    """Return a series for each encoding: the proof that a solution is the only one.

    Args:
        encodings: names of encodings; none for all.
        logics: the logics to use; none for the weakest of each encoding.
        seed: the source of chance.
        largest: rows of the largest board.

    Raises:
        InputError: if no encoding can be written in any of the logics.
        EncodingError: if there is no such encoding.
    """
    single, several = kinds_of(encodings, logics)
    kinds = [kind for kind in (*single, *several) if kind[2] in ("unique", "lazy")]
    return [Scaling(*kind, SPINE, seed, largest=largest) for kind in kinds]


def leading(measured: Measured) -> float:
    """Return the CPU seconds of the first solver; infinite if it reached the limit."""
    timing = next(iter(measured.timings.values()), None)
    return timing.seconds if timing is not None and timing.ended else inf


def decided(measured: Measured) -> bool:
    """Return whether the status is established, and the leading solver finished."""
    return bool(measured.statuses) and leading(measured) < inf


def growth(medians: Sequence[tuple[int, float]]) -> float:
    """Return the factor of cells for the next size, estimated from the last two; at most `FACTOR`."""
    if len(medians) < 2:
        return 1.0
    (fewer, before), (more, after) = medians[-2:]
    power = log(max(after, TICK) / max(before, TICK)) / log(more / fewer)
    return float(FACTOR ** (1 / min(max(power, 1.0), STEEPEST)))

"""Series of benchmarks: boards of growing size under one encoding and question; the choice among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from math import inf, log, prod, sqrt

from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from encoder.errors import EncodingError
from fillomino.errors import InputError
from labs.benchmarks.measure import EASY, Measured
from labs.benchmarks.recipe import CYCLES, INCREMENTAL, REDUCTION, REDUCTIONS, SINGLE, Recipe, reduction
from smtlib.logics import weakest

SIZES = (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 40)
"""Rows and columns of the boards of a series, clauses of their formulas, or faces of their graphs."""
ALIKE = 3
"""The greatest number of benchmarks of a series with boards of one size: the library wants variety."""
SPINE = 5
"""The least number of sizes of a series, if it may have as many benchmarks."""
SPENT = 2.0
"""CPU seconds of solvers for each wanted benchmark, after which a series stops growing."""
GROWTH = 4.0
"""The factor by which the next size is expected to take longer."""
LAZY = "cuts"
"""The encoding whose sessions are recorded."""

Kind = tuple[str, str, str]
"""An encoding, a logic of it and a question."""


@dataclass(slots=True)
class Series:
    """A series that is being measured, one candidate after the other.

    It climbs from the smallest board, one size at a time, until no solver finishes, a status can't be
    established, or the next size would take more than its share of time (`SPENT`). Then it adds boards of
    the largest sizes, until there are as many as are wanted. So the cost of a set is proportional to its
    size.

    Attributes:
        wanted: how many benchmarks.
        seed: the source of chance.
        sizes: the sizes of the boards, growing.
        measured: the candidates that were measured.
    """

    encoding: str
    logic: str
    question: str
    wanted: int
    seed: int
    sizes: Sequence[int] = SIZES
    measured: list[Measured] = field(default_factory=list)

    def next(self) -> Recipe | None:
        """Return the next candidate to measure; ``None`` if there are enough, or no more."""
        if not self.wanted:
            return None
        climbed = [row for row in self.measured if row.recipe.number == 1]
        if not climbed or (climbed[-1].decided and len(climbed) < len(self.sizes) and self._affords(climbed)):
            return self._recipe(self.sizes[len(climbed)], 1)
        if self.made >= self.wanted:
            return None
        tried = {(row.recipe.size, row.recipe.number) for row in self.measured}
        sizes = sorted({row.recipe.size for row in climbed if row.statuses}, reverse=True)
        candidates = ((size, number) for number in range(2, ALIKE + 1) for size in sizes)
        untried = next((candidate for candidate in candidates if candidate not in tried), None)
        return None if untried is None else self._recipe(*untried)

    def _affords(self, climbed: Sequence[Measured]) -> bool:
        """Return whether the next size is expected to stay within the share of the series."""
        spent = sum(row.seconds for row in self.measured)
        return spent + GROWTH * climbed[-1].seconds <= SPENT * self.wanted

    @property
    def made(self) -> int:
        """The number of benchmarks whose status is established, up to the number wanted."""
        return min(self.wanted, sum(bool(row.statuses) for row in self.measured))

    def more(self) -> bool:
        """Want one more benchmark, if there can be one; return whether there can."""
        self.wanted += 1
        if self.made == self.wanted or self.next() is not None:
            return True
        self.wanted -= 1
        return False

    def _recipe(self, size: int, number: int) -> Recipe:
        rows, columns = size, size
        if self.question in REDUCTIONS:
            board = reduction(self.question, size, number, self.seed).board
            rows, columns = (board.grid.height, board.grid.width) if board.grid else (1, board.size)
        clauses, faces = (size if self.question == kind else 0 for kind in (REDUCTION, CYCLES))
        return Recipe(
            self.encoding, self.logic, self.question, rows, columns, number, self.seed, clauses, faces
        )

    def chosen(self) -> list[Measured]:
        """Return the benchmarks: some of sizes spread evenly up to the largest, the others the hardest."""
        good = sorted((row for row in self.measured if row.statuses), key=lambda row: row.recipe)
        first = [row for row in good if row.recipe.number == 1]
        count = min(len(first), self.wanted, max(SPINE, self.wanted // 2))
        last = len(first) - 1
        places = [last] if count == 1 else [round(i * last / (count - 1)) for i in range(count)]
        spine = [first[place] for place in places]
        rest = sorted((row for row in good if row not in spine), key=lambda row: -row.seconds)
        return sorted([*spine, *rest[: self.wanted - len(spine)]], key=lambda row: row.recipe)


def all_series(
    encodings: Sequence[str],
    logics: Sequence[str],
    count: int,
    incremental: int,
    seed: int,
    largest: int = SIZES[-1],
    *,
    reductions: Sequence[str] = (),
) -> list[Series]:
    """Return the series of a set: each encoding and question in equal shares; see `kinds_of`.

    Args:
        encodings: names of encodings; none for all.
        logics: the logics to use; none for the weakest of each encoding.
        count: number of benchmarks.
        incremental: number of benchmarks with several checks.
        seed: the source of chance.
        largest: rows of the largest board, clauses of the longest formula, or faces of the largest graph.
        reductions: questions about boards of reductions to add.

    Raises:
        InputError: if no encoding can be written in any of the logics.
        EncodingError: if there is no such encoding.
    """
    kinds, several = kinds_of(encodings, logics, (*SINGLE, *reductions))
    incremental = count if not kinds else min(incremental, count) if several else 0
    shares = [*_shares(kinds, count - incremental), *_shares(several, incremental)]
    sizes = [size for size in SIZES if size <= largest]
    return [Series(*kind, wanted, seed, sizes) for kind, wanted in shares]


def kinds_of(
    encodings: Sequence[str], logics: Sequence[str], questions: Sequence[str] = tuple(SINGLE)
) -> tuple[list[Kind], list[Kind]]:
    """Return the kinds of series with one check, and those with several.

    Without names of encodings these are of all, without logics of the weakest of each encoding.

    Raises:
        InputError: if no encoding can be written in any of the logics.
        EncodingError: if there is no such encoding.
    """
    ours = {encoding.name: encoding for encoding in METHODS}
    for name in encodings:
        if name not in ours:
            raise EncodingError(f"a set is of our encodings, not of {name!r}: {', '.join(ours)}")
    pairs = [
        (name, logic)
        for name in encodings or ours
        if not ours[name].lazy
        for logic in _logics(ours[name], logics)
    ]
    single = [(name, logic, question) for name, logic in pairs for question in questions]
    several = [
        (name, logic, question) for name, logic in pairs for question in INCREMENTAL if question != "lazy"
    ]
    if (not encodings or LAZY in encodings) and (not logics or "QF_UF" in logics):
        several.append((LAZY, "QF_UF", "lazy"))
    if not single and not several:
        raise InputError(
            f"no encoding is written in {' or '.join(logics)}; `fillomino encodings` has their logics",
            code="unsupported-logic",
        )
    return single, several


def _logics(encoding: Encoding, logics: Sequence[str]) -> list[str]:
    """Return the logics to write an encoding in: those that are asked for, else the weakest."""
    return [logic for logic in encoding.logics if logic in logics] if logics else [weakest(encoding.logics)]


def _mixed(kinds: list[Kind]) -> list[Kind]:
    """Return kinds so that the first few have different encodings and questions."""
    questions = list(dict.fromkeys(question for _, _, question in kinds))
    names = list(dict.fromkeys(name for name, _, _ in kinds))

    def place(kind: Kind) -> tuple[int, int]:
        which = names.index(kind[0])
        return (questions.index(kind[2]) + which) % len(questions), which

    return sorted(kinds, key=place)


def _shares(kinds: list[Kind], count: int) -> list[tuple[Kind, int]]:
    """Return each kind with its equal share of a number; the first get the remainder."""
    share, more = divmod(count, len(kinds)) if kinds else (0, 0)
    return [(kind, share + (place < more)) for place, kind in enumerate(_mixed(kinds))]


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
    """Return a series for each encoding: the proof that a solution is the only one; see `kinds_of`."""
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

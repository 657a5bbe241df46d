"""Series of benchmarks: boards of growing size under one encoding and question; the choice among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from encoder.encoding import Encoding
from encoder.encodings.table import METHODS
from encoder.errors import EncodingError
from fillomino.errors import InputError
from smtlib.lint import weakest
from workbench.benchmarks.measure import Measured
from workbench.benchmarks.recipe import CYCLES, INCREMENTAL, REDUCTION, REDUCTIONS, SINGLE, Recipe, reduction

SIZES = (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 40)
"""Rows and columns of the boards of a series, clauses of their formulas, or faces of their graphs."""
ALIKE = 3
"""At most so many benchmarks of a series have boards of one size: the library wants none too similar."""
SPINE = 5
"""A series has at least so many sizes, if it may have so many benchmarks."""
SPENT = 2.0
"""CPU seconds of solvers that a series may take for each benchmark that is wanted; then it stops growing."""
GROWTH = 4.0
"""The next size is expected to take so many times as long."""
LAZY = "cuts"
"""The encoding whose sessions are recorded."""

Kind = tuple[str, str, str]
"""An encoding, a logic of it and a question."""


@dataclass(slots=True)
class Series:
    """A series that is being measured, one candidate after the other.

    It climbs from the smallest board, one size at a time, until no solver comes to an end, a status can't
    be established, or the next size would take more than its share of time (`SPENT`); then it makes others
    of the largest sizes, until it has as many as are wanted. So a set costs in proportion to its size.

    Attributes:
        encoding: the name of the encoding.
        logic: its logic.
        question: what is asked.
        wanted: how many benchmarks.
        seed: where the chance comes from.
        sizes: those of the boards, growing.
        found: what was measured.
    """

    encoding: str
    logic: str
    question: str
    wanted: int
    seed: int
    sizes: Sequence[int] = SIZES
    found: list[Measured] = field(default_factory=list)

    def next(self) -> Recipe | None:
        """Return the next candidate to measure; ``None`` if there are enough, or no more."""
        if not self.wanted:
            return None
        climbed = [one for one in self.found if one.recipe.number == 1]
        if not climbed or (climbed[-1].decided and len(climbed) < len(self.sizes) and self._affords(climbed)):
            return self._recipe(self.sizes[len(climbed)], 1)
        if self.made >= self.wanted:
            return None
        tried = {(one.recipe.size, one.recipe.number) for one in self.found}
        sizes = sorted({one.recipe.size for one in climbed if one.statuses}, reverse=True)
        for number in range(2, ALIKE + 1):
            for size in sizes:
                if (size, number) not in tried:
                    return self._recipe(size, number)
        return None

    def _affords(self, climbed: Sequence[Measured]) -> bool:
        """Whether the next size is expected to end within what the series may take."""
        spent = sum(one.seconds for one in self.found)
        return spent + GROWTH * climbed[-1].seconds <= SPENT * self.wanted

    @property
    def made(self) -> int:
        """The number of benchmarks whose status is established; more than are wanted do not count."""
        return min(self.wanted, sum(bool(one.statuses) for one in self.found))

    def more(self) -> bool:
        """Want one more; return whether there can be one."""
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
        clauses, faces = (size if self.question == its else 0 for its in (REDUCTION, CYCLES))
        chosen = (self.encoding, self.logic, self.question)
        return Recipe(*chosen, rows, columns, number, self.seed, clauses, faces)

    def chosen(self) -> list[Measured]:
        """Choose the benchmarks: some of sizes spread evenly up to the largest, the others the hardest."""
        good = sorted((one for one in self.found if one.statuses), key=lambda one: one.recipe)
        first = [one for one in good if one.recipe.number == 1]
        count = min(len(first), self.wanted, max(SPINE, self.wanted // 2))
        places = (
            [len(first) - 1]
            if count == 1
            else [round(i * (len(first) - 1) / (count - 1)) for i in range(count)]
        )
        spine = [first[place] for place in places]
        rest = sorted((one for one in good if one not in spine), key=lambda one: -one.seconds)
        return sorted([*spine, *rest[: self.wanted - len(spine)]], key=lambda one: one.recipe)


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
    """Lay out a set: each encoding in the weakest of its logics, under each question, with equal shares.

    Args:
        encodings: names of encodings; none for all.
        logics: the only logics to use; none for any.
        count: how many benchmarks there are to be.
        incremental: how many of them of several checks.
        seed: where the chance comes from.
        largest: rows of the largest board, clauses of the longest formula, or faces of the largest graph.
        reductions: the questions about boards of reductions that are among them.

    Raises:
        InputError: if no encoding can be written in any of the logics.
        EncodingError: if there is no such encoding.
    """
    kinds, several = kinds_of(encodings, logics, (*SINGLE, *reductions))
    incremental = count if not kinds else min(incremental, count) if several else 0
    rows = [*_shares(_mixed(kinds), count - incremental), *_shares(_mixed(several), incremental)]
    sizes = [size for size in SIZES if size <= largest]
    return [Series(*kind, wanted, seed, sizes) for kind, wanted in rows]


def kinds_of(
    encodings: Sequence[str], logics: Sequence[str], questions: Sequence[str] = tuple(SINGLE)
) -> tuple[list[Kind], list[Kind]]:
    """Return the kinds of series with one check, and those with several.

    Args:
        encodings: names of encodings; none for all.
        logics: the only logics to use; none for the weakest of each encoding.
        questions: those of one check.

    Raises:
        InputError: if no encoding can be written in any of the logics.
        EncodingError: if there is no such encoding.
    """
    chosen = [_known(name) for name in encodings] or list(METHODS)
    pairs = [(one.name, logic) for one in chosen if not one.lazy for logic in _logics(one, logics)]
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


def _known(name: str) -> Encoding:
    """One of our own encodings.

    Raises:
        EncodingError: if there is none of this name; the message lists them.
    """
    for encoding in METHODS:
        if encoding.name == name:
            return encoding
    names = ", ".join(one.name for one in METHODS)
    raise EncodingError(f"a set is of our encodings, not of {name!r}: {names}")


def _logics(encoding: Encoding, logics: Sequence[str]) -> list[str]:
    """The logics to write an encoding in: those that are asked for, else the weakest."""
    return [logic for logic in encoding.logics if logic in logics] if logics else [weakest(encoding.logics)]


def _mixed(kinds: list[Kind]) -> list[Kind]:
    """Order them so that the first few have different encodings, and different questions."""
    questions = list(dict.fromkeys(question for _, _, question in kinds))
    names = list(dict.fromkeys(name for name, _, _ in kinds))

    def place(kind: Kind) -> tuple[int, int]:
        which = names.index(kind[0])
        return (questions.index(kind[2]) + which) % len(questions), which

    return sorted(kinds, key=place)


def _shares(kinds: Sequence[Kind], count: int) -> Iterable[tuple[Kind, int]]:
    each, more = divmod(count, len(kinds)) if kinds else (0, 0)
    return [(kind, each + (place < more)) for place, kind in enumerate(kinds)]

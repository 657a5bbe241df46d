"""Stability of solvers: are a script's other orders, other names and other seeds answered as it is?

After Mariposa (Zhou and others, FMCAD 2023). Each kind of mutation is judged apart, by exact one-sided
binomial tests at `LEVEL` on the share of mutants that are answered within the limit: *unsolvable* if it is
below `SOLVABLE`; *unstable* if it is below `STABLE`, and the answers took less than `NEAR` of the limit on
average; *stable* if it is above `STABLE`; else *not decided*. All kinds together are what those agree on that
decide; unstable if these differ.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Literal, TypeAlias

from workbench.compare.row import MUTATIONS
from workbench.compare.statistics import FLOOR, Score, Table

Category: TypeAlias = Literal["stable", "unstable", "unsolvable", "not decided"]

CATEGORIES: tuple[Category, ...] = ("stable", "unstable", "unsolvable", "not decided")
_NAMED = 5
STABLE, SOLVABLE = 0.95, 0.05
LEVEL = 0.05
NEAR = 0.8
FEWEST = math.ceil(math.log(LEVEL) / math.log(STABLE))
"""With fewer mutants of a kind no share can be shown to be above `STABLE`."""


@dataclass(frozen=True, slots=True)
class Mutants:
    """The mutants of one kind.

    Attributes:
        kind: ``orders``, ``names`` or ``seeds``.
        category: ``stable``, ``unstable``, ``unsolvable`` or ``not decided``.
        mutants: how many were run.
        answered: how many of them were answered within the limit.
        median: the median seconds of these; ``null`` if there are none.
        spread: how many times as long as the quickest of these the slowest took.
    """

    kind: str
    category: Category
    mutants: int
    answered: int
    median: float | None
    spread: float | None


@dataclass(frozen=True, slots=True)
class Stability:
    """The stability of a method on a puzzle or a file.

    Attributes:
        puzzle: name of the puzzle or file.
        method: name of the method.
        category: of all kinds together.
        kinds: the mutants of each kind.
    """

    puzzle: str
    method: str
    category: Category
    kinds: tuple[Mutants, ...]


def stabilities(table: Table) -> list[Stability]:
    """The stability of each method on each puzzle of which there are mutants."""
    found = []
    for method, its in table.scores.items():
        by_puzzle: defaultdict[str, defaultdict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
        for (puzzle, _, _), score in its.items():
            if score.row.mutation is not None:
                by_puzzle[puzzle][score.row.mutation].append(score)
        for groups in by_puzzle.values():
            kinds = tuple(_judged(kind, groups[kind]) for kind in MUTATIONS if kind in groups)
            name = next(iter(groups.values()))[0].row.puzzle
            found.append(Stability(name, method, agreed([its.category for its in kinds]), kinds))
    return sorted(found, key=lambda its: its.puzzle)


def _judged(kind: str, scores: Sequence[Score]) -> Mutants:
    seconds = [score.seconds for score in scores if score.seconds is not None]
    limit = max((score.row.seconds_limit or math.inf for score in scores), default=math.inf)
    return Mutants(
        kind,
        categorise(seconds, len(scores), limit),
        len(scores),
        len(seconds),
        median(seconds) if seconds else None,
        max(seconds) / max(FLOOR, min(seconds)) if seconds else None,
    )


def categorise(seconds: Sequence[float], mutants: int, limit: float) -> Category:
    """The category by the seconds of the mutants that were answered within the limit, of so many."""
    answered = len(seconds)
    if at_most(answered, mutants, SOLVABLE) <= LEVEL:
        return "unsolvable"
    if answered and at_most(answered, mutants, STABLE) <= LEVEL and fmean(seconds) < NEAR * limit:
        return "unstable"
    if at_most(mutants - answered, mutants, 1 - STABLE) <= LEVEL:
        return "stable"
    return "not decided"


def at_most(successes: int, trials: int, chance: float) -> float:
    """The probability of so many successes, or fewer, in independent trials (binomial distribution)."""
    return math.fsum(
        math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes + 1)
    )


def agreed(categories: Sequence[Category]) -> Category:
    """The category of all kinds: what those agree on that decide."""
    deciding = set(categories) - {"not decided"}
    if not deciding:
        return "not decided"
    return deciding.pop() if len(deciding) == 1 else "unstable"


Cells: TypeAlias = Mapping[str, str | float | None]


def lines(found: Sequence[Stability], *, short: bool = False) -> list[Cells]:
    """The table: a line for each puzzle and method, with columns for each kind; one column each if short."""
    kinds = [kind for kind in MUTATIONS if any(its.kind == kind for each in found for its in each.kinds)]
    table: list[Cells] = []
    for each in found:
        line: dict[str, str | float | None] = {
            "puzzle": each.puzzle,
            "method": each.method,
            "stability": each.category,
        }
        by_kind = {its.kind: its for its in each.kinds}
        for kind in kinds:
            line |= _cells(kind, by_kind.get(kind), short=short)
        table.append(line)
    return table


def _cells(kind: str, its: Mutants | None, *, short: bool) -> Cells:
    names = (kind, f"{kind}: answered", f"{kind}: median s", f"{kind}: spread")[: 1 if short else 4]
    if its is None:
        return dict.fromkeys(names)
    answered = f"{its.answered}/{its.mutants}"
    if not short:
        return dict(zip(names, (its.category, answered, its.median, its.spread), strict=True))
    times = f", {its.median:.2g} s x{its.spread:.2g}" if its.median and its.spread else ""
    return {kind: f"{its.category} {answered}{times}"}


def sentences(found: Sequence[Stability]) -> list[str]:
    """How many puzzles each method is stable on, and so on, and which ones it is not stable on."""
    texts = []
    for method in dict.fromkeys(each.method for each in found):
        names: defaultdict[Category, list[str]] = defaultdict(list)
        for each in found:
            if each.method == method:
                names[each.category].append(each.puzzle)
        counts = [
            f"{category} on {len(names[category])}"
            + ("" if category == "stable" else f" ({', '.join(names[category][:_NAMED])})")
            for category in CATEGORIES
            if names[category]
        ]
        texts.append(f"{method} is {'; '.join(counts)}.")
    return texts


def rule(found: Sequence[Stability]) -> str:
    """When a method is called stable, and what too few mutants can't show."""
    few = min((its.mutants for each in found for its in each.kinds), default=FEWEST)
    short = f" Fewer than {FEWEST} mutants of a kind can't show that it is stable." if few < FEWEST else ""
    return (
        f"Stable: over {STABLE:.0%} of the mutants of a kind are answered within the limit (exact binomial "
        f"test, level {LEVEL:.0%}); unsolvable: under {SOLVABLE:.0%}; unstable: under {STABLE:.0%}, and the "
        f"answers took under {NEAR:.0%} of the limit on average.{short}"
    )

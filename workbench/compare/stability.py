"""Stability of solvers: does a solver answer mutants of a script (other orders, names or seeds) as well?

After Mariposa (Zhou and others, FMCAD 2023). Each kind of mutation is judged separately, by exact one-sided
binomial tests at `LEVEL` on the share of mutants that are answered within the limit: *unsolvable* if it is
below `SOLVABLE`; *unstable* if it is below `STABLE`, and the answers took less than `NEAR` of the limit on
average; *stable* if it is above `STABLE`; else *not decided*. The overall category is the one on which all
decided kinds agree; *unstable* if they differ.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Annotated, Literal, TypeAlias

from workbench.compare.row import MUTATIONS
from workbench.compare.sums import FLOOR, Score, Table
from workbench.texts.rows import key

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
    """The mutants of one kind."""

    kind: Annotated[str, key("`orders`, `names` or `seeds`")]
    category: Annotated[Category, key("`stable`, `unstable`, `unsolvable` or `not decided`")]
    mutants: Annotated[int, key("number of mutants that were run")]
    answered: Annotated[int, key("number of mutants that were answered within the limit")]
    median: Annotated[float | None, key("median seconds of the answers; `null` if there are none")]
    spread: Annotated[float | None, key("how many times as long as the quickest answer the slowest took")]


@dataclass(frozen=True, slots=True)
class Stability:
    """The stability of a method on a puzzle or a file."""

    puzzle: Annotated[str, key("name of the puzzle or file")]
    method: Annotated[str, key("name of the method")]
    category: Annotated[Category, key("of all kinds together")]
    kinds: Annotated[tuple[Mutants, ...], key("the mutants of each kind")]


def stabilities(table: Table) -> list[Stability]:
    """Return the stability of each method on each puzzle of which there are mutants."""
    judged = []
    for method, scores in table.scores.items():
        by_puzzle: defaultdict[str, defaultdict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
        for (puzzle, _, _), score in scores.items():
            if score.row.terms.mutation is not None:
                by_puzzle[puzzle][score.row.terms.mutation].append(score)
        for groups in by_puzzle.values():
            kinds = tuple(_judge(kind, groups[kind]) for kind in MUTATIONS if kind in groups)
            name = next(iter(groups.values()))[0].row.subject.puzzle
            judged.append(Stability(name, method, agreed([mutants.category for mutants in kinds]), kinds))
    return sorted(judged, key=lambda stability: stability.puzzle)


def _judge(kind: str, scores: Sequence[Score]) -> Mutants:
    seconds = [score.seconds for score in scores if score.seconds is not None]
    limit = max(score.row.terms.seconds_limit or math.inf for score in scores)
    return Mutants(
        kind,
        categorise(seconds, len(scores), limit),
        len(scores),
        len(seconds),
        median(seconds) if seconds else None,
        max(FLOOR, *seconds) / max(FLOOR, min(seconds)) if seconds else None,
    )


def categorise(seconds: Sequence[float], mutants: int, limit: float) -> Category:
    """Return the category of so many mutants, from the seconds of those answered within the limit."""
    answered = len(seconds)
    if at_most(answered, mutants, SOLVABLE) <= LEVEL:
        return "unsolvable"
    if answered and at_most(answered, mutants, STABLE) <= LEVEL and fmean(seconds) < NEAR * limit:
        return "unstable"
    if at_most(mutants - answered, mutants, 1 - STABLE) <= LEVEL:
        return "stable"
    return "not decided"


def at_most(successes: int, trials: int, chance: float) -> float:
    """Return the probability of at most this many successes in independent trials."""
    return math.fsum(
        math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes + 1)
    )


def agreed(categories: Sequence[Category]) -> Category:
    """Return the category on which all decided kinds agree; ``unstable`` if they differ."""
    deciding = set(categories) - {"not decided"}
    if not deciding:
        return "not decided"
    return deciding.pop() if len(deciding) == 1 else "unstable"


Cells: TypeAlias = dict[str, str | float | None]


def lines(judged: Sequence[Stability], *, short: bool = False) -> list[Cells]:
    """Return a table: a line for each puzzle and method, with columns for each kind; one column if short."""
    present = {mutants.kind for stability in judged for mutants in stability.kinds}
    table = []
    for stability in judged:
        line: Cells = {
            "puzzle": stability.puzzle,
            "method": stability.method,
            "stability": stability.category,
        }
        by_kind = {mutants.kind: mutants for mutants in stability.kinds}
        for kind in filter(present.__contains__, MUTATIONS):
            line |= _cells(kind, by_kind.get(kind), short=short)
        table.append(line)
    return table


def _cells(kind: str, mutants: Mutants | None, *, short: bool) -> Cells:
    names = (kind, f"{kind}: answered", f"{kind}: median s", f"{kind}: spread")[: 1 if short else 4]
    if mutants is None:
        return dict.fromkeys(names)
    answered = f"{mutants.answered}/{mutants.mutants}"
    if not short:
        return dict(zip(names, (mutants.category, answered, mutants.median, mutants.spread), strict=True))
    times = f", {mutants.median:.2g} s x{mutants.spread:.2g}" if mutants.median and mutants.spread else ""
    return {kind: f"{mutants.category} {answered}{times}"}


def sentences(judged: Sequence[Stability]) -> list[str]:
    """Return a sentence for each method: on how many puzzles it is stable, and on which it is not."""
    puzzles: defaultdict[str, defaultdict[Category, list[str]]] = defaultdict(lambda: defaultdict(list))
    for stability in judged:
        puzzles[stability.method][stability.category].append(stability.puzzle)
    texts = []
    for method, names in puzzles.items():
        counts = [
            f"{category} on {len(names[category])}"
            + ("" if category == "stable" else f" ({', '.join(names[category][:_NAMED])})")
            for category in CATEGORIES
            if category in names
        ]
        texts.append(f"{method} is {'; '.join(counts)}.")
    return texts


def rule(judged: Sequence[Stability]) -> str:
    """Return the rule by which a method is called stable, and what too few mutants can't show."""
    few = min((mutants.mutants for stability in judged for mutants in stability.kinds), default=FEWEST)
    short = f" Fewer than {FEWEST} mutants of a kind can't show that it is stable." if few < FEWEST else ""
    return (
        f"Stable: over {STABLE:.0%} of the mutants of a kind are answered within the limit (exact binomial "
        f"test, level {LEVEL:.0%}); unsolvable: under {SOLVABLE:.0%}; unstable: under {STABLE:.0%}, and the "
        f"answers took under {NEAR:.0%} of the limit on average.{short}"
    )

"""The three strategies of the thesis, by its names, each corrected where its pseudocode is unsound.

The thesis prints them as algorithms 1 to 3. What was wrong:

- *single exit* counted to 1 and no further, so that a group with several exits passed for one with one;
- *forced cells* grew completions from one cell of a group at a time, so that completions which extend the
  group in two places were missed, and what the others had in common was too much;
- *reachability* walked through another group of the same number as if it cost no more than the walk, and took
  for granted that every region holds a clue, which is the basic variant and an option here.

``tests/support/as_printed.py`` has them as printed, and tests show where these fail.
"""

from __future__ import annotations

from collections.abc import Iterable

from fillomino.deduction.rules import registry
from fillomino.deduction.rules.cells import SINGLE_CANDIDATE
from fillomino.deduction.rules.groups import BORDER, SINGLE_EXIT
from fillomino.deduction.rules.reach import FROM_CELLS, REACH
from fillomino.deduction.rules.regions import COMPLETIONS
from fillomino.deduction.rules.rule import Rule
from fillomino.errors import InputError

STRATEGIES: dict[str, Rule] = {
    "single-exit": SINGLE_EXIT,
    "forced-cells": COMPLETIONS,
    "reachability": REACH,
}
"""The strategies, and the rule that is each one's sound form."""

KNOWN = {**STRATEGIES, "reachability-from-cells": FROM_CELLS}
"""The same with the alternative of section 5.4, which finds the same by a search from each open cell."""

ALWAYS = (SINGLE_CANDIDATE, BORDER)
"""Rules that are always applied: fill in what is certain, see regions that are too large."""


def rules_of(names: Iterable[str], *also: str) -> tuple[Rule, ...]:
    """The rules that backtracking with these strategies uses; `also` are other names that the caller accepts.

    Raises:
        InputError: for an unknown strategy.
    """
    chosen = set()
    for name in names:
        if name not in KNOWN:
            raise InputError(
                f"unknown strategy {name!r}; the strategies are {', '.join((*KNOWN, *also))}",
                code="unknown-strategy",
            )
        chosen.add(KNOWN[name])
    return (*ALWAYS, *sorted(chosen, key=lambda rule: registry.level(rule.name)))

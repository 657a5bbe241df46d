"""The table of rules, easiest first. A new rule is a line here.

Its place makes its level: 0 for the first, and the label that people see, ``S0``.
"""

from __future__ import annotations

from fillomino.deduction.rules.cells import LOOK_AHEAD, MINIMAL_SET, SINGLE_CANDIDATE
from fillomino.deduction.rules.groups import BORDER, BOTTLENECK, SINGLE_EXIT, TWO_COLOURS
from fillomino.deduction.rules.reach import REACH, ROOM
from fillomino.deduction.rules.regions import CASES, COMPLETIONS
from fillomino.deduction.rules.rule import Rule
from fillomino.puzzle import Puzzle

RULES: tuple[Rule, ...] = (
    SINGLE_CANDIDATE,
    BORDER,
    TWO_COLOURS,  # a part of border
    SINGLE_EXIT,
    ROOM,
    REACH,
    BOTTLENECK,
    COMPLETIONS,
    CASES,
    LOOK_AHEAD,
)

BEYOND = MINIMAL_SET
"""The step where all rules end, if that is asked for: found by a solver."""


def levels() -> tuple[Rule, ...]:
    """Return the rules that are levels of their own: ``levels()[k]`` is that of level k."""
    return tuple(rule for rule in RULES if rule.part_of is None)


def hardest() -> int:
    """Return the level of the hardest rule."""
    return len(levels()) - 1


def beyond() -> int:
    """Return the level above all rules: that of `BEYOND`, and of a puzzle that they leave open."""
    return len(levels())


def title(level: int) -> str:
    """Return the title of a level, of `BEYOND` too."""
    return (*levels(), BEYOND)[level].title


def find(name: str) -> Rule:
    """Return the rule of a name."""
    return next(rule for rule in (*RULES, BEYOND) if rule.name == name)


def level(name: str) -> int:
    """Return the level of a rule, or of that of which it is a part; that of `BEYOND` is above all rules."""
    rule = find(name)
    return [leveled.name for leveled in (*levels(), BEYOND)].index(rule.part_of or rule.name)


def label(name: str) -> str:
    """Return the label of a rule for people: ``S`` and its level."""
    return f"S{level(name)}"


def up_to(highest: int, puzzle: Puzzle) -> tuple[Rule, ...]:
    """Return the rules up to a level that have a use in a puzzle, easiest first."""
    return tuple(rule for rule in RULES if level(rule.name) <= highest and rule.applies(puzzle))


def fast_level() -> int:
    """Return the level of the hardest rule that `fillomino.deduction.fast` applies."""
    return max(level(rule.name) for rule in RULES if rule.fast)

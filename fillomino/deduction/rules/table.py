"""The table of rules, easiest first."""

from __future__ import annotations

from fillomino.deduction.rules import (
    s0_single,
    s1_border,
    s1_colours,
    s2_exit,
    s3_room,
    s4_reach,
    s5_bottleneck,
    s6_completions,
    s7_cases,
    s8_look_ahead,
)
from fillomino.deduction.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    s0_single.RULE,
    s1_border.RULE,
    s2_exit.RULE,
    s3_room.RULE,
    s4_reach.RULE,
    s5_bottleneck.RULE,
    s6_completions.RULE,
    s7_cases.RULE,
    s8_look_ahead.RULE,
)
"""``RULES[level]`` is the rule of that level."""

COLOURS = s1_colours.RULE
"""What S1 is, besides, in checkered puzzles; its steps count as steps of S1."""

HARDEST = len(RULES) - 1
"""The level of the hardest rule."""

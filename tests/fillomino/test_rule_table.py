"""A rule that is inserted between two others needs no other change: its place is its level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner

from fillomino import formats
from fillomino.board import Board, rectangle
from fillomino.deduction.premises import Premises, Step
from fillomino.deduction.rating import rate
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import reach, table
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.rules.table import beyond
from scripts import draw
from scripts.tables import TABLES
from workbench.cli.app import app
from workbench.deduce.steps import explained_steps
from workbench.generate.removal import Spec

NAME = "too_far"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """Yield what reach finds, as a rule of its own."""
    return (replace(step, rule=NAME) for step in reach.find(premises, number))


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    return f"{board.names[step.cells.bit_length() - 1]} is too far from every {step.number}."


RULE = Rule(
    NAME,
    title="too far",
    idea="a cell that is too far from every n is not n",
    weight=1000,
    about="number",
    find=find,
    describe=describe,
    example=reach.RULE.example,
)


BEFORE = table.levels()
PLACE = table.level("room") + 1
LABEL = f"S{PLACE}"
AFTER = BEFORE[PLACE]
"""The rule that it is inserted before; it comes after room."""


def insert() -> tuple[Rule, ...]:
    """Return the table with the rule after room."""
    place = [rule.name for rule in table.RULES].index("room") + 1
    return (*table.RULES[:place], RULE, *table.RULES[place:])


@pytest.fixture
def inserted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "RULES", insert())


@pytest.mark.usefixtures("inserted")
def test_its_place_is_its_level() -> None:
    names = ("border", "two_colours", "room", NAME, AFTER.name, BEFORE[-1].name)
    hardest = len(BEFORE)
    assert [table.label(name) for name in names] == [
        *("S1", "S1", f"S{PLACE - 1}", LABEL, f"S{PLACE + 1}", f"S{hardest}")
    ]
    assert (table.hardest(), beyond()) == (hardest, hardest + 1)
    fast = 1 + max(place for place, rule in enumerate(BEFORE) if rule.fast)
    assert (table.fast_level(), Spec(rectangle(2, 2)).level) == (fast, fast)
    puzzle = formats.read(RULE.example).puzzle
    assert [RULE in table.up_to(level, puzzle) for level in (PLACE - 1, PLACE)] == [False, True]


def test_its_steps_are_taken_explained_and_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = formats.read(RULE.example).puzzle
    before, level = rate(puzzle, depth_seconds=0), table.level("reach")
    monkeypatch.setattr(table, "RULES", insert())
    steps = [one for one in explained_steps(reasoner(puzzle)) if one.step.rule == NAME]
    assert steps[0].sentence == f"{LABEL} too far: r2c1 is too far from every 2."
    assert steps[0].to_json(puzzle.board.names).rule == LABEL
    after = rate(puzzle, depth_seconds=0)
    assert after.steps == {**before.steps, NAME: len(steps), "reach": 0}
    assert list(after.steps)[PLACE - 1 : PLACE + 2] == ["room", NAME, AFTER.name]
    assert after.score == before.score + len(steps) * (1000 - reach.RULE.weight)
    assert (before.level, after.level) == (level, table.level(NAME))


@pytest.mark.usefixtures("inserted")
def test_its_picture_is_drawn_and_its_line_written() -> None:
    picture, one = draw.example(RULE)
    assert one.sentence in picture
    words = "a cell that is too far from every n is not n"
    line = f"| {LABEL} | too far | {words} | 1,000 | ![](rules/too_far.svg) |\n"
    assert line in TABLES["rules of deduction"]()


@pytest.mark.usefixtures("inserted")
def test_commands_know_it() -> None:
    def run(*words: str) -> str:
        return CliRunner().invoke(app, words, input=RULE.example, catch_exceptions=False).stdout

    steps = run("deduce", "-", "--steps", "--level", str(PLACE))
    assert f"{LABEL} too far: r2c1 is too far from every 2." in steps
    rating = run("deduce", "--rate", "-", "--json", "--depth", "0")
    assert f'"{LABEL}": ' in rating
    assert f'"{LABEL}": 0' not in rating

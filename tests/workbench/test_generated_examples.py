"""The examples that docs/boards.md says were generated: made, proved and rated anew."""

from __future__ import annotations

import re

import pytest

from fillomino import formats
from fillomino.deduction.reason import reasoner
from tests.workbench.conftest import EXAMPLES, ROOT, Runner

PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^fillomino (generate .*) > (\S+)$", PAGE, re.MULTILINE)


def test_they_are_a_hexagon_a_torus_and_a_moebius_strip() -> None:
    kinds = [command.split("--board ")[1].split(":")[0] for command, _ in COMMANDS]
    assert kinds == ["hexagon", "torus", "moebius"]


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_they_are_made_by_the_commands_of_the_page(fillomino: Runner, command: str, name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert fillomino(*command.split()).out == text
    puzzle = formats.read(text).puzzle
    # The rules prove that the filling is the only one; tests/test_examples.py asks solvers, too.
    reasoning = reasoner(puzzle)
    reasoning.run()
    assert reasoning.solved
    rated = fillomino("deduce", "--rate", EXAMPLES / name).out.strip().rpartition("/")[2]
    assert f"level {command.split('--level ')[1].split(maxsplit=1)[0]} " in rated

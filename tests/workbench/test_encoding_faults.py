"""A bug in somebody's encoding ends in a sentence with file and line of their code, in every command."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from encoder.encodings import table
from encoder.encodings.forest import FOREST
from encoder.guard import EncodingFaultError
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"

SOURCE = """
from dataclasses import replace
from encoder.builder import Builder
from encoder.encodings.forest import FOREST

def build(puzzle, candidates, logic):
    names = {}
    return FOREST.build(puzzle, candidates, logic) if not puzzle.clues else names["n_0"]

def block(script, filling):
    return len(filling) // 0

def declare_twice(puzzle, candidates, logic):
    builder = Builder(puzzle.board)
    return builder.script("x", [None] + 1)

BROKEN = replace(FOREST, name="broken", build=build)
NO_BLOCK = replace(FOREST, name="no-block", block=block)
NOTHING = replace(FOREST, name="nothing", build=lambda *_: None)
DEEP = replace(FOREST, name="deep", build=declare_twice)
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "their_encodings.py"
    file.write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = ("BROKEN", "NO_BLOCK", "NOTHING", "DEEP")
    homes = {name.lower().replace("_", "-"): ("their_encodings", name) for name in names}
    monkeypatch.setattr(table, "_HOMES", {**table._HOMES, **homes})
    monkeypatch.delitem(sys.modules, "their_encodings", raising=False)
    return file


@pytest.mark.parametrize(
    "command",
    [
        ("solve", FIRST, "-e", "broken"),
        ("encode", FIRST, "-e", "broken"),
        ("diff", "broken", "forest", FIRST),
        ("diff", "forest", "broken"),
        ("explain", EXAMPLES / "none.txt", "-e", "broken"),
        ("audit", "broken", "--every", "2", "--sampled", "2"),
        ("audit", "broken", "--families", "--every", "2", "--sampled", "2"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_names_the_line(
    fillomino: Runner, theirs: Path, command: tuple[str | Path, ...]
) -> None:
    done = fillomino(*command)
    line = f"{theirs}:8: build of the encoding broken fails, in `return FOREST.build("
    assert line in done.err + done.out, done
    assert "KeyError: 'n_0'" in done.err + done.out
    assert done.code in (2, 4)
    assert "Traceback" not in done.err


def test_other_faults(fillomino: Runner, theirs: Path) -> None:
    told = fillomino.refuses("solve", FIRST, "-e", "no-block", "--unique")
    assert told.startswith(f"{theirs}:11: block of the encoding no-block fails, in `return len(filling) ")
    told = fillomino.refuses("encode", FIRST, "-e", "nothing")
    assert told == "build of the encoding nothing gives a NoneType, not a PuzzleScript"
    told = fillomino.refuses("encode", FIRST, "-e", "deep")
    assert told.startswith(f"{theirs}:15: build of the encoding deep fails, in `return builder.script(")


def test_a_fault_is_no_refusal_to_encode() -> None:
    """An audit leaves out the puzzles that an encoding refuses; a bug must not look like that."""
    broken = replace(FOREST, build=lambda *_: 1 // 0)  # type: ignore[arg-type]
    with pytest.raises(EncodingFaultError, match=r"test_encoding_faults.py:\d+: .*ZeroDivisionError"):
        broken.script(Puzzle(rectangle(1, 2), {}))

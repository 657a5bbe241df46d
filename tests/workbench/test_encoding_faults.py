"""A bug in somebody's encoding ends in a sentence with file and line of their code, in every command."""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from encoder.encoding import EncodingFaultError
from encoder.encodings import table
from encoder.encodings.forest import FOREST
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"

SOURCE = """
import sys
from dataclasses import replace
from encoder.builder import Builder
from encoder.encodings.forest import FOREST

def build(puzzle, candidates, logic):
    names = {}
    return FOREST.build(puzzle, candidates, logic) if not puzzle.clues else names["n_0"]

def unnamed(puzzle, candidates, logic):
    return replace(FOREST.build(puzzle, candidates, logic), cells=None)

def declare_twice(puzzle, candidates, logic):
    builder = Builder(puzzle.board)
    return builder.script("x", [None] + 1)

def quits(puzzle, candidates, logic):
    sys.exit(5)

def prints(puzzle, candidates, logic):
    print("debugging")
    return FOREST.build(puzzle, candidates, logic)

def loops(puzzle, candidates, logic):
    while True:
        pass

def of_strings(puzzle, candidates, logic):
    return replace(FOREST.build(puzzle, candidates, logic), assertions=("(= n_0 1)",))

def half_a_term(puzzle, candidates, logic):
    script = FOREST.build(puzzle, candidates, logic)
    return replace(script, assertions=(script.assertions[0]._replace(term="(= n_0"),))

BROKEN = replace(FOREST, name="broken", build=build)
QUITS = replace(FOREST, name="quits", build=quits)
PRINTS = replace(FOREST, name="prints", build=prints)
LOOPS = replace(FOREST, name="loops", build=loops)
OF_STRINGS = replace(FOREST, name="of-strings", build=of_strings)
HALF_A_TERM = replace(FOREST, name="half-a-term", build=half_a_term)
NO_CELLS = replace(FOREST, name="no-cells", build=unnamed)
NOTHING = replace(FOREST, name="nothing", build=lambda *_: None)
DEEP = replace(FOREST, name="deep", build=declare_twice)
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "their_encodings.py"
    file.write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = [line.partition(" ")[0] for line in SOURCE.splitlines() if " = replace(" in line]
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
    line = f"{theirs}:9: build of the encoding broken fails, in `return FOREST.build("
    assert line in done.err + done.out, done
    assert "KeyError: 'n_0'" in done.err + done.out
    assert done.code in (2, 4)
    assert "Traceback" not in done.err


def test_other_faults(fillomino: Runner, theirs: Path) -> None:
    told = fillomino.refuses("solve", FIRST, "-e", "no-cells")
    assert told.startswith(f"{theirs}:11: build of the encoding no-cells gives a script that names no cells")
    told = fillomino.refuses("encode", FIRST, "-e", "nothing")
    where = f"{theirs}:{_line('NOTHING')}"
    assert told == f"{where}: build of the encoding nothing gives a NoneType, not a PuzzleScript"
    told = fillomino.refuses("encode", FIRST, "-e", "deep")
    assert told.startswith(f"{theirs}:16: build of the encoding deep fails, in `return builder.script(")


def test_a_script_of_other_parts(fillomino: Runner, theirs: Path) -> None:
    told = fillomino.refuses("solve", FIRST, "-e", "of-strings")
    assert told.endswith(" a script whose assertions[0] is of type str, not Assertion: (= n_0 1)")
    told = fillomino.refuses("audit", "half-a-term", "--every", "1")
    what = "build of the encoding half-a-term gives a script whose assertions[0], of the family one-parent,"
    which = f"{theirs}:{_line('def half_a_term')}: {what}"
    assert told.startswith(f"{which} is not a term: (= n_0 (this ( is never closed")


def test_sys_exit_is_an_error_and_prints_do_not_reach_the_output(fillomino: Runner, theirs: Path) -> None:
    told = fillomino.refuses("encode", FIRST, "-e", "quits")
    where = f"{theirs}:{_line('sys.exit')}"
    assert told == f"{where}: build of the encoding quits fails, in `sys.exit(5)`: SystemExit: 5"
    done = fillomino("encode", FIRST, "-e", "prints")
    assert (done.code, done.err, done.out[:9]) == (0, "debugging\n", "; puzzle ")


def test_a_loop_without_end_is_named_when_time_is_up_or_on_ctrl_c(fillomino: Runner, theirs: Path) -> None:
    place = f"in build of the encoding loops, at {theirs}:{_line('pass')}: `pass`"
    other = f"in build of the encoding loops, at {theirs}:{_line('while')}: `while True:`"
    done = fillomino("solve", FIRST, "-e", "loops", "--timeout", "0.1")
    text = "no answer within 0.1 s, which encoding used up, "
    assert done.code == 3
    assert f"{text}{place}" in done.out or f"{text}{other}" in done.out, done
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    done = fillomino("encode", FIRST, "-e", "loops")
    assert done.code == 130
    assert done.err in (f"fillomino: interrupted {place}\n", f"fillomino: interrupted {other}\n")


def _line(text: str) -> int:
    """The line of the source in which a text first is."""
    return 1 + next(
        number for number, line in enumerate(SOURCE.splitlines()) if line.strip().startswith(text)
    )


def test_a_fault_is_no_refusal_to_encode() -> None:
    """An audit leaves out the puzzles that an encoding refuses; a bug must not look like that."""
    broken = replace(FOREST, build=lambda *_: 1 // 0)  # type: ignore[arg-type]
    with pytest.raises(EncodingFaultError, match=r"test_encoding_faults.py:\d+: .*ZeroDivisionError"):
        broken.script(Puzzle(rectangle(1, 2), {}))

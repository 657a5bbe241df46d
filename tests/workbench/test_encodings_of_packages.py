"""Encodings that an installed package adds by entry points: every command knows them, workers too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from encoder.encoding import EncodingFaultError
from encoder.encodings.forest import FOREST
from encoder.encodings.table import GROUP, METHODS, find, of_packages
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, ROOT, Package
from workbench.page.jobs import about, do


def test_what_a_package_adds_is_found_and_listed(package: Package) -> None:
    assert of_packages() == []
    package(GROUP, "own_encoding.py", own="own_encoding:OWN", forest="own_encoding:OWN")
    assert of_packages() == ["own"]  # none of ours is replaced
    assert find("own").name == "own"
    assert find("forest") is FOREST
    with pytest.raises(EncodingError, match=r"unknown encoding 'x'; .*forest, .*, cuts, own$"):
        find("x")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = 1 / 0", r"theirs\.py:1: odd, which is theirs:OWN, fails, in `x = 1 / 0`: ZeroDivisionError"),
        ("x = (", r"theirs\.py:1: odd, which is theirs:OWN, can't be read: SyntaxError: '\(' was never"),
    ],
)
def test_a_module_that_fails_is_named_with_its_line(package: Package, code: str, message: str) -> None:
    (package(GROUP, "own_encoding.py", odd="theirs:OWN") / "theirs.py").write_text(code)
    sys.modules.pop("theirs", None)
    with pytest.raises(EncodingFaultError, match=message):
        find("odd")


def test_the_page_offers_it(package: Package) -> None:
    assert "own" not in {one["name"] for one in about()["encodings"]}
    package(GROUP, "own_encoding.py", own="own_encoding:OWN")
    offered = about()["encodings"]
    assert [one["name"] for one in offered] == [*(method.name for method in METHODS), "own"]
    assert offered[-1]["families"]
    found: list[bytes] = []
    puzzle = {"text": (EXAMPLES / "row.txt").read_text()}
    request = {"puzzle": {"base": puzzle}, "encoding": "own", "level": "none"}
    do("encode", json.dumps(request).encode(), found.append)
    assert json.loads(found[-1])["encoded"]["encoding"] == "own"


ODD = """
from dataclasses import replace
from own_encoding import OWN
def build(puzzle, candidates, logic):
    return OWN.build(puzzle, candidates, logic) if puzzle.board.size FAULT 9 else 1 / 0
ODD = replace(OWN, name="odd", build=build)
"""


def test_workers_know_it_too_and_go_on_after_a_bug_in_it(package: Package, tmp_path: Path) -> None:
    folder = package(GROUP, "own_encoding.py", own="own_encoding:OWN", odd="odd_encoding:ODD")
    runs, odd = tmp_path / "runs.jsonl", folder / "odd_encoding.py"
    command = ["compare", str(EXAMPLES / "row.txt"), "-e", "odd", "-e", "own", "-s", "yices"]
    for operator, status, code in (("<", "failed", 4), ("<=", "solved", 0)):  # a bug, and without it
        odd.write_text(ODD.replace("FAULT", operator))
        done = subprocess.run(
            [sys.executable, "-m", "workbench", *command, "--deduce", "none", "-o", str(runs), "--no-report"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == code, done.stderr
        rows = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
        assert {row["encoding"]: row["status"] for row in rows} == {"odd": status, "own": "solved"}
        if code:
            assert f"{odd}:5: build of the encoding odd fails, in `return OWN.build(" in rows[0]["error"]
    assert len(rows) == 3, "after an edit only the runs of the edited encoding are done again"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "own_encoding:NOSUCH",
            "which is own_encoding:NOSUCH, can't be imported: module 'own_encoding' has no",
        ),
        ("no_such_module:OWN", "can't be imported: No module named 'no_such_module'"),
        ("own_encoding:NUMBER", "which is own_encoding:NUMBER, is not an Encoding"),
    ],
)
def test_a_bad_entry_point_is_told(package: Package, value: str, message: str) -> None:
    package(GROUP, "own_encoding.py", own=value)
    with pytest.raises(EncodingError, match=message):
        find("own")


def test_an_assertion_of_a_family_that_is_not_listed_is_not_dropped_in_silence() -> None:
    careless = replace(FOREST, families=FOREST.families[1:])
    stray = FOREST.families[0].name
    rest = select(careless, [FOREST.families[1].name])
    with pytest.raises(EncodingError, match=f"forest asserts {stray}, which its families do not list"):
        rest.script(Puzzle(rectangle(1, 2), {}))

"""The data of a page that is one file: runs and steps, limits of time and length, progress."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import workbench.page.record as record
from drivers.errors import SolverNotFoundError
from encoder.encodings.table import METHODS
from fillomino.errors import InputError
from tests.support.paradigms import paradigm
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.page.jobs import about
from workbench.page.model import Json
from workbench.paradigms.table import PARADIGMS
from workbench.texts.inputs import Opened, Variants, puzzle_of

FIRST = EXAMPLES / "first.txt"
NAMES = [encoding.name for encoding in METHODS]


def opened(path: Path = FIRST) -> Opened:
    return puzzle_of(str(path), None, Variants())


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """The limit of each run, none of which is made."""
    seen: list[float | None] = []

    def solve_job(*_: object, seconds: float | None, **__: object) -> None:
        seen.append(seconds)

    monkeypatch.setattr(record, "solve_job", solve_job)
    monkeypatch.setattr(record, "monotonic", lambda: 0.0)  # the time that encoding takes here is no matter
    return seen


@pytest.mark.parametrize(
    ("given", "encodings", "expected"),
    [(None, 1, 5.0), (None, 5, 2.0), (7.0, 5, 7.0), (math.inf, 1, None)],
)
def test_all_runs_have_one_limit(
    limits: list[float | None], given: float | None, encodings: int, expected: float | None
) -> None:
    names = ["flow", "forest", "forest-tight", "placements", "cuts"][:encodings]
    data = record.recorded(opened(), encodings=names, solvers=["z3", "yices"], seconds=given)
    assert data["limit"] == expected
    assert limits == [expected] * 2 * encodings


def test_encodings_that_take_long_are_left_out_and_named(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(record, "TEXT_AT_HAND", 50_000)
    done = fillomino("page", FIRST, "-s", "none", "-o", tmp_path / "x.html")
    data = in_page(tmp_path / "x.html")
    assert sum(len(one["text"]) for one in data["encoded"].values()) <= 50_000
    assert data["left_out"] == [name for name in NAMES if name not in data["encoded"]] != []
    assert ", ".join(data["left_out"]) in done.err
    monkeypatch.setattr(record, "ENCODE_SECONDS", 0.0)
    nothing = record.recorded(opened(), encodings=[], solvers=["yices"], seconds=None)
    assert (nothing["left_out"], nothing["encoded"], nothing["runs"]) == (NAMES, {}, [])
    asked = record.recorded(opened(), encodings=["layers"], solvers=[], seconds=None)
    assert (list(asked["encoded"]), asked["left_out"]) == (["layers"], [])


def test_deduction_ends_in_time(limits: list[float | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "STEP_SECONDS", 0.0)
    data = record.recorded(opened(), encodings=["flow"], solvers=["yices"], seconds=None)
    assert (data["steps"], data["deduced"]) == ([], "Stopped after 0 s; 15 cells are still open.")


def test_the_encoding_of_a_program_is_shown(fillomino: Runner, tmp_path: Path) -> None:
    program = f"mine=cmd:awk -f {EXAMPLES / 'foreign' / 'distances.awk'}"
    row = EXAMPLES / "row.txt"
    done = fillomino("page", row, "-e", program, "-s", "yices", "-o", tmp_path / "x.html")
    assert done.code == 0
    data = in_page(tmp_path / "x.html")
    assert [one["name"] for one in data["about"]["encodings"]] == ["mine"]
    [run] = data["runs"]
    assert run["events"][-1]["result"]["status"] == "solved"
    assert {family["name"] for family in data["encoded"]["mine"]["families"]} > {"clue"}


def test_a_paradigm_is_recorded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    data = record.recorded(
        opened(EXAMPLES / "row.txt"), encodings=[], solvers=[], by=["z3-cuts"], seconds=None
    )
    [run] = data["runs"]
    assert (run["encoding"], run["solver"]) == ("", "z3-cuts")
    assert run["events"][-1]["result"]["unique"] is True
    with pytest.raises(InputError, match="'yices' is none of them"):
        record.recorded(opened(), encodings=["flow"], solvers=[], by=["yices"], seconds=None)
    monkeypatch.setitem(PARADIGMS, "missing", paradigm("Right", "no_such_module"))
    with pytest.raises(SolverNotFoundError):
        record.recorded(opened(), encodings=["flow"], solvers=[], by=["missing"], seconds=None)
    *_, last = about()["paradigms"]
    assert (last["name"], last["missing"]) == ("right", PARADIGMS["missing"].install)


def in_page(path: Path) -> Json:
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data

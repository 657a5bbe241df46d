"""The jobs of the page: what they answer is what the methods find, packages count, no program is started."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from drivers.lookup import HIDE
from drivers.solvers import GROUP as SOLVERS
from encoder.encodings.registry import GROUP as ENCODINGS
from encoder.encodings.registry import METHODS
from encoder.errors import EncodingError
from fillomino.errors import InputError
from labs.page.auditing import audited
from labs.page.jobs import JOBS, about, do, encode_job
from labs.page.solving import by_paradigm
from tests.support.where import brief
from tests.workbench.conftest import EXAMPLES, Package, Runner
from tests.workbench.test_methods import PAIRS, PUZZLES, result_of
from workbench.methods.method import Status


def page(job: str, request: dict[str, Any]) -> dict[str, Any]:
    """All that a job of the page reports, by kind; the last of each."""
    told: dict[str, Any] = {}
    JOBS[job](request, told.update)
    return told


@pytest.mark.parametrize("way", PAIRS, ids=str)
@brief(lambda way: way[1] == "yices")
def test_a_job_finds_what_the_method_finds(way: tuple[str, str]) -> None:
    steps = {
        Status.SOLVED: "The rules find every number.",
        Status.UNSOLVABLE: "The rules find that there is no solution.",
        Status.UNKNOWN: "The rules find no more",
    }
    for path in PUZZLES:
        puzzle = page("open", {"text": path.read_text()})["puzzle"]
        request = {"puzzle": puzzle, "encoding": way[0], "solver": way[1], "level": "ahead", "unique": True}
        row, result = page("solve", request)["result"], result_of(way, path)
        its = (result.verdict.status.value, result.verdict.unique, result.cost.asked)
        assert (row["status"], row["unique"], row["asked"]) == its
        assert (row["filling"] is None) == (not result.answers.fillings)
        if result.verdict.unique:
            assert tuple(row["filling"]) == result.answers.fillings[0]
        if way == PAIRS[0]:
            said = page("steps", {"puzzle": puzzle})["deduced"]
            assert steps[result_of("deduction", path).verdict.status] in said


def test_encodings_and_solvers_of_packages_are_offered(package: Package) -> None:
    assert "own" not in {one["name"] for one in about()["encodings"]}
    folder = package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN", forest="own_encoding:OWN")
    offered = about()["encodings"]
    assert [one["name"] for one in offered] == [*(method.name for method in METHODS), "own"]
    assert offered[-1]["families"]
    found: list[bytes] = []
    text = (EXAMPLES / "row.txt").read_text()
    request = {"puzzle": {"base": {"text": text}}, "encoding": "own", "level": "none"}
    do("encode", json.dumps(request).encode(), found.append)
    assert json.loads(found[-1])["encoded"]["encoding"] == "own"
    (folder / "own_solver.py").write_text((EXAMPLES / "own_solver.py").read_text())
    (folder / "own-1.0.dist-info" / "entry_points.txt").write_text(
        f"[{SOLVERS}]\nz3-luby = own_solver:LUBY\n"
    )
    assert "z3-luby" in {solver["name"] for solver in about()["solvers"]}


def test_a_request_starts_no_program(tmp_path: Path) -> None:
    mine = f"cmd:touch {tmp_path / 'started'}"
    request = {"puzzle": {"base": {"text": "1 2\n0 0\n"}}, "encoding": mine, "level": "none"}
    for start in (
        lambda: encode_job(request, lambda _: None),
        lambda: audited(mine, "yices", [], lambda _: None),
    ):
        with pytest.raises(EncodingError) as refused:
            start()
        assert refused.value.code == "unknown-encoding"
    with pytest.raises(InputError):
        by_paradigm(f"ans:touch {tmp_path / 'started'}")
    assert not (tmp_path / "started").exists()


def test_a_comparison_that_never_ends_is_refused(fillomino: Runner) -> None:
    fillomino("serve", "--comparison", "/dev/zero").refused("unreadable")


def test_without_yices_it_is_written_all_the_same(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HIDE, "yices-smt2")
    fillomino("page", "@row", "-e", "forest", "-o", tmp_path / "row.html").ended(0)

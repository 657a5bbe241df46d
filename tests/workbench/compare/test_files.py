"""Runs out of several files: before and after, selected by globs, and measured by BenchExec."""

from __future__ import annotations

import bz2
import csv
import json
from pathlib import Path

import pytest

from tests.support.runs import run, written
from tests.workbench.conftest import Runner
from workbench.compare.files import selected
from workbench.compare.results import read

RESULT = """<?xml version="1.0"?>
<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.30//EN'
  'https://www.sosy-lab.org/benchexec/result-3.30.dtd'>
<result benchmarkname="benchmark-my" name="my" displayName="my" tool="my" version="4.13.0" timelimit="20s"
  memlimit="900000000B" options="sat.restart=luby" generator="BenchExec 3.30"
  starttime="2026-01-01T00:00:00+01:00">
  <columns><column title="status"/><column title="cputime"/></columns>
  <systeminfo hostname="there"><os name="Linux"/><cpu model="A Processor" cores="8"/></systeminfo>
  %s
</result>
"""
RUN = """<run name="tasks/%s"><column title="status" value="%s"/><column title="cputime" value="%s"/>
  <column title="walltime" value="1.5s"/><column title="memory" value="10485760B"/>
  <column title="category" value="%s" hidden="true"/></run>"""


def result(path: Path, *runs: tuple[str, str, str, str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = RESULT % "".join(RUN % one for one in runs)
    path.write_bytes(bz2.compress(text.encode()) if path.suffix == ".bz2" else text.encode())
    return path


def methods(done: str) -> list[str]:
    return [json.loads(line)["method"] for line in done.splitlines()]


def test_before_and_after(fillomino: Runner, tmp_path: Path) -> None:
    """A method that did the same run twice is set against itself; what is in one file keeps its name."""
    before = written(tmp_path / "before.jsonl", run("a", "1", 1.0), run("b", "1", 1.0), run("c", "1", 1.0))
    after = written(tmp_path / "after.jsonl", run("a", "1", 2.0), run("c", "1", 1.0), run("d", "1", 1.0))
    done = fillomino("report", before, after, "--json")
    assert methods(done.out) == ["a (before)", "b", "c", "a (after)", "d"]
    assert "1 run in more than one file, with the same result: counted once" in done.err
    more = written(tmp_path / "more.jsonl", run("a", "2", 2.0))
    assert methods(fillomino("report", before, more, "--json").out) == ["a", "b", "c"]
    other = tmp_path / "other" / "before.jsonl"
    other.parent.mkdir()
    written(other, run("b", "1", 3.0))
    assert "leave no runs" in fillomino.refuses("report", before, "--only", "z*")
    named = methods(fillomino("report", before, other, "--json").out)
    assert named == ["a", f"b ({before})", "c", f"b ({other})"]


@pytest.mark.parametrize(
    ("only", "exclude", "left"),
    [
        ([], [], ["a 1", "a 2", "b 1", "b 2"]),
        (["a"], [], ["a 1", "a 2"]),
        (["?"], ["b"], ["a 1", "a 2"]),
        (["1.*"], [], ["a 1", "b 1"]),
        (["b", "2*"], [], ["b 2"]),
        ([], ["2.txt", "b"], ["a 1"]),
        (["nothing"], [], []),
    ],
)
def test_globs(only: list[str], exclude: list[str], left: list[str]) -> None:
    rows = [run(method, puzzle, 1.0) for method in "ab" for puzzle in "12"]
    found = selected(rows, only, exclude)
    assert [f"{row.method} {row.puzzle_hash}" for row in found] == left


@pytest.mark.parametrize("name", ["x.results.my.xml", "x.results.my.xml.bz2"])
def test_results_of_benchexec(tmp_path: Path, name: str) -> None:
    path = result(
        tmp_path / "results" / name,
        ("first.forest.QF_LIA.yml", "true", "1.25s", "correct"),
        ("none.forest.QF_LIA.yml", "false", "1.25s", "correct"),
        ("wrong.forest.QF_LIA.yml", "false", "1.25s", "wrong"),
        ("slow.forest.QF_LIA.yml", "TIMEOUT", "20.5s", "error"),
        ("large.forest.QF_LIA.yml", "OUT OF MEMORY", "3s", "error"),
        ("odd.forest.QF_LIA.yml", "unknown", "3s", "unknown"),
        ("theirs/a.b.yml", "sat", "3s", "correct"),
    )
    rows, note = read(path)
    assert note is None
    first, *_, theirs = rows
    assert [row.status for row in rows] == [
        "solved", "unsolvable", "wrong", "timeout", "failed", "unknown", "solved",
    ]  # fmt: skip
    assert (first.puzzle, first.method, first.encoding, first.logic) == (
        "first", "forest:QF_LIA my", "forest", "QF_LIA",
    )  # fmt: skip
    assert (first.cpu_seconds, first.wall_seconds, first.memory_mib) == (1.25, 1.5, 10.0)
    assert (first.seconds_limit, first.memory_limit_mib, first.version) == (20.0, 858, "my 4.13.0")
    assert (first.cpu_model, first.host, first.arguments) == ("A Processor", "there", ("sat.restart=luby",))
    assert (theirs.puzzle, theirs.method, theirs.encoding) == ("tasks/theirs/a.b.yml", "my", None)


@pytest.mark.usefixtures("no_plots")
def test_benchexec_and_ours_in_one_report(fillomino: Runner, tmp_path: Path) -> None:
    theirs = result(tmp_path / "x.results.my.xml", ("1.forest.QF_LIA.yml", "true", "1s", "correct"))
    ours = written(tmp_path / "runs.jsonl", run("forest z3", "1", 2.0))
    done = fillomino("report", theirs, ours, "-o", tmp_path / "report")
    assert done.code == 0, done
    with (tmp_path / "report" / "methods.csv").open(newline="") as table:
        assert [row["method"] for row in csv.DictReader(table)][:2] == ["forest:QF_LIA my", "forest z3"]


@pytest.mark.parametrize(
    ("text", "said"), [("<benchmark/>", "not a result file of BenchExec"), ("<result>", "can't be read")]
)
def test_what_is_no_result_is_refused(fillomino: Runner, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(text)
    assert said in fillomino.refuses("report", path)
    packed = tmp_path / "x.xml.bz2"
    packed.write_bytes(b"not packed")
    assert "can't be read" in fillomino.refuses("report", packed)

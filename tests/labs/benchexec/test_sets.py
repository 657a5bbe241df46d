"""Sets for BenchExec, and its results read as runs."""

from __future__ import annotations

import bz2
import csv
import gzip
import importlib
import os
import subprocess
import sys
import types
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from drivers import Answer, DriverError, Limits, Sat, Unsat, find
from drivers import run as run_solver
from drivers.solver import arguments_for
from drivers.solvers import Z3_TUNED
from labs.benchexec import results
from labs.benchexec.results import read
from labs.benchexec.runexec import check_runexec
from tests.support import needs
from tests.support.runs import run, written
from tests.workbench.compare.conftest import no_plots
from tests.workbench.conftest import EXAMPLES, Done, Runner
from workbench.compare.files import read as read_files

__all__ = ["no_plots"]

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


@pytest.mark.parametrize("name", ["x.results.my.xml", "x.results.my.xml.bz2"])
def test_results_of_benchexec(tmp_path: Path, name: str) -> None:
    runs = {
        "first.forest.QF_LIA": ("true", "1.25s", "correct", "solved"),
        "none.forest.QF_LIA": ("false", "1.25s", "correct", "unsolvable"),
        "wrong.forest.QF_LIA": ("false", "1.25s", "wrong", "wrong"),
        "slow.forest.QF_LIA": ("TIMEOUT", "20.5s", "error", "timeout"),
        "large.forest.QF_LIA": ("OUT OF MEMORY", "3s", "error", "failed"),
        "odd.forest.QF_LIA": ("unknown", "3s", "unknown", "unknown"),
        "theirs/a.b": ("sat", "3s", "correct", "solved"),
    }
    columns = [(f"{task}.yml", *printed) for task, (*printed, _) in runs.items()]
    rows, note = read(result(tmp_path / "results" / name, *columns))  # type: ignore[arg-type]
    assert note is None
    assert [row.verdict.status for row in rows] == [status for *_, status in runs.values()]
    first, *_, theirs = rows
    assert (first.subject.puzzle, first.method, first.facts.encoding, first.facts.logic) == (
        "first", "forest:QF_LIA my", "forest", "QF_LIA",
    )  # fmt: skip
    assert (first.cost.usage.cpu_seconds, first.cost.usage.wall_seconds, first.cost.usage.memory_mib) == (
        1.25,
        1.5,
        10.0,
    )
    assert (first.terms.seconds_limit, first.terms.memory_limit_mib, first.facts.version) == (
        20.0,
        858,
        "my 4.13.0",
    )
    assert (first.where.cpu_model, first.where.host, first.facts.arguments) == (
        "A Processor",
        "there",
        ("sat.restart=luby",),
    )
    assert (theirs.subject.puzzle, theirs.method, theirs.facts.encoding) == (
        "tasks/theirs/a.b.yml",
        "my",
        None,
    )


@pytest.mark.usefixtures("no_plots")
def test_benchexec_and_ours_in_one_report(fillomino: Runner, tmp_path: Path) -> None:
    theirs = result(tmp_path / "x.results.my.xml", ("1.forest.QF_LIA.yml", "true", "1s", "correct"))
    ours = written(tmp_path / "runs.jsonl", run("forest z3", "1", 2.0))
    fillomino("report", theirs, ours, "-o", tmp_path / "report").ended(0)
    with (tmp_path / "report" / "methods.csv").open(newline="") as table:
        assert [row["method"] for row in csv.DictReader(table)][:2] == ["forest:QF_LIA my", "forest z3"]
    whole = theirs.read_text(encoding="utf-8")
    theirs.write_text(whole.replace("<result ", '<result error="interrupted" '), encoding="utf-8")
    assert fillomino("report", theirs, ours).ended(0).warned == ["incomplete-results"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("x.xml", b"<benchmark/>", "bad-run"),
        ("x.xml", b"<result>", "unreadable"),
        ("x.xml.bz2", b"not packed", "unreadable"),
    ],
)
def test_what_is_no_result_is_refused(
    fillomino: Runner, tmp_path: Path, name: str, data: bytes, code: str
) -> None:
    (tmp_path / name).write_bytes(data)
    fillomino("report", tmp_path / name).refused(code)


Load = Callable[[str], tuple[ET.Element, Any]]
"""Returns the benchmark of a solver in the exported set, and its tool info."""


class Export:
    """``exported(…)`` exports a comparison instead of running it."""

    def __init__(self, fillomino: Runner, folder: Path) -> None:
        self._fillomino = fillomino
        self.folder = folder
        self.tasks = folder / "tasks"

    def __call__(self, *arguments: str | Path) -> Done:
        return self._fillomino(
            "compare", *arguments, "--timeout", "20", "--export-benchexec", self.folder,
            "-o", self.folder.parent / "runs.jsonl",
        ).ended(0)  # fmt: skip

    def benchmark(self, solver: str) -> ET.Element:
        return ET.parse(self.folder / f"benchmark-{solver}.xml").getroot()

    def included(self, solver: str) -> list[str | None]:
        return [include.text for include in self.benchmark(solver).iter("include")]


@pytest.fixture
def exported(fillomino: Runner, tmp_path: Path) -> Export:
    return Export(fillomino, tmp_path / "set")


"""Returns the benchmark of a solver in an exported set, and its tool info."""


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, exported: Export) -> Load:
    """With as much of BenchExec as a tool info needs (checked by hand with version 3.35)."""
    names = ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")
    modules: dict[str, Any] = {name: types.ModuleType(name) for name in names}
    for name in names[1:]:
        parent, _, child = name.rpartition(".")
        setattr(modules[parent], child, modules[name])
    for name in ("TRUE_PROP", "FALSE_PROP", "UNKNOWN", "ERROR"):
        setattr(modules["benchexec.result"], f"RESULT_{name}", name)
    modules["benchexec.tools.template"].BaseTool2 = object
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)

    def loaded(solver: str) -> tuple[ET.Element, Any]:
        monkeypatch.syspath_prepend(exported.folder)
        root = exported.benchmark(solver)
        return root, importlib.import_module(root.attrib["tool"]).Tool()

    return loaded


def options_of(element: ET.Element) -> list[str | None]:
    return [option.get("name") for option in element.iter("option")]


TASK = types.SimpleNamespace(single_input_file="x.smt2")
LOGICS = {"QF_FD": "z3", "QF_BV": "yices"}
"""Each solver gets the file that a run of ours would give it."""


def verdict(script: Path, solver: str) -> Answer:
    return run_solver(script.read_text(), find(solver), Limits(seconds=600)).answer


def test_the_export(exported: Export, load: Load) -> None:
    done = exported(
        EXAMPLES / "first.txt", EXAMPLES / "none.txt", "-e", "layers", "-e", "cuts",
        "-s", "my=z3 sat.restart=luby", "-s", "yices", "-s", "pysmt-z3", "-m", "deduction", "--memory", "900",
    )  # fmt: skip
    assert not (exported.folder.parent / "runs.jsonl").exists()
    # cuts and layers by pySMT, cuts by both solvers, deduction
    assert sorted(done.warned) == ["left-out"] * 5
    tasks = {path.name: path.read_text() for path in exported.tasks.glob("*.yml")}
    assert set(tasks) == {f"{name}.layers.{logic}.yml" for name in ("first", "none") for logic in LOGICS}
    assert "expected_verdict: false" in tasks["none.layers.QF_BV.yml"]
    for name, text in tasks.items():
        smt2 = exported.tasks / name.replace(".yml", ".smt2")
        solvable = name.startswith("first")
        assert f"input_files: '{smt2.name}'" in text
        assert ("expected_verdict: true" in text) is solvable
        assert verdict(smt2, LOGICS[name.split(".")[2]]) == (Sat() if solvable else Unsat())
        assert "Deduction before encoding" not in smt2.read_text()
    root, tool = load("my")
    assert (root.attrib["timelimit"], root.attrib["memlimit"]) == ("20 s", "900 MiB")
    assert exported.included("my") == ["tasks/*.layers.QF_FD.yml"]
    assert options_of(root) == ["sat.restart=luby"]
    assert (exported.folder / (root.findtext("propertyfile") or "")).exists()
    assert tool.cmdline("/bin/z3", ["-v"], TASK, None) == ["/bin/z3", "-smt2", "-v", "x.smt2"]
    outputs = {
        ("sat",): "TRUE_PROP", ("unsat",): "FALSE_PROP", ("unknown",): "UNKNOWN", (): "UNKNOWN",
        ("sat", "unsat"): "UNKNOWN", ('(error "x")', "sat"): "ERROR",
    }  # fmt: skip
    for lines, wanted in outputs.items():
        assert tool.determine_result(types.SimpleNamespace(output=lines)) == wanted
    assert "benchexec benchmark-my.xml" in (exported.folder / "README.md").read_text()


def test_the_export_of_a_program_by_its_command(exported: Export, load: Load) -> None:
    needs.solver("z3")  # as a program
    programs = ("-s", "by_file=smt:z3 -smt2 {file} -v:0", "-s", "by_pipe=smt:z3 -in")
    done = exported(EXAMPLES / "row.txt", "-e", "layers", *programs)
    assert done.warned == ["left-out"]  # a program that reads no file
    root, tool = load("by_file")
    assert options_of(root) == []
    assert tool.cmdline("/bin/z3", [], TASK, None) == ["/bin/z3", "-smt2", "x.smt2", "-v:0"]


def test_the_export_has_all_that_a_run_has(fillomino: Runner, exported: Export) -> None:
    """Arguments that our driver adds, seeds, and both questions of --unique."""
    several = fillomino.write("several.txt", ". .\n. .\n")
    done = exported(
        EXAMPLES / "first.txt", EXAMPLES / "none.txt", several, "-e", "forest-tight", "-s", "z3=z3:tuned",
        "-s", "yices", "--unique", "--runs", "2",
    )  # fmt: skip
    assert done.warned == ["left-out"] * 2  # seeds of Yices; the other question about what has no filling
    root = exported.benchmark("z3")
    seeds = {definition.get("name"): options_of(definition) for definition in root.iter("rundefinition")}
    assert seeds == {"z3": [], "z3 seed 1": ["smt.random_seed=1", "sat.random_seed=1"]}
    [tasks] = root.iter("tasks")
    assert options_of(tasks) == list(arguments_for(Z3_TUNED, "QF_LIA"))
    name = "forest-tight.QF_LIA"
    assert exported.included("z3") == [f"tasks/*.{name}.yml", f"tasks/*.{name}.another.yml"]
    verdicts = {
        path.name.replace(f".{name}", ""): path.read_text().partition("expected_verdict: ")[2].strip()
        for path in exported.tasks.glob("*.QF_LIA*.yml")
    }
    assert verdicts == {
        "first.yml": "true", "first.another.yml": "false", "none.yml": "false",
        "several.yml": "true", "several.another.yml": "true",
    }  # fmt: skip
    for path in exported.tasks.glob("*.another.smt2"):
        assert verdict(path, "z3") == (Unsat() if "first" in path.name else Sat())
    assert "two tasks" in (exported.folder / "README.md").read_text()


def test_levels_and_orders_are_exported(exported: Export) -> None:
    """A set of tasks for each level; a task for each order, whose names are the same in both questions."""
    levels = ("--deduce", "none", "--deduce", "light", "--scramble", "2", "--unique")
    exported(EXAMPLES / "first.txt", "-e", "forest-tight", "-s", "yices", *levels)
    names = [f"forest-tight.QF_LIA{level}" for level in ("", ".light")]
    assert [tasks.get("name") for tasks in exported.benchmark("yices").iter("tasks")] == names
    for name in names:
        texts = {}
        for order, another in product(("", ".order-1"), ("", ".another")):
            assert f"tasks/*.{name}{order}{another}.yml" in exported.included("yices")
            script = exported.tasks / f"first.{name}{order}{another}.smt2"
            texts[order, another] = script.read_text()
            assert verdict(script, "yices") == (Unsat() if another else Sat())
            assert script.with_suffix(".yml").read_text().count("expected_verdict") == 1
            assert ("scrambled with seed 1" in texts[order, another]) == bool(order)
            assert ("Deduction before encoding" in texts[order, another]) == ("light" in name)
        assert len(set(texts.values())) == 4


def test_a_set_is_run_by_benchexec_and_read_back(exported: Export) -> None:
    try:
        check_runexec()
    except DriverError as error:
        pytest.skip(str(error))
    levels = ("--deduce", "light", "--deduce", "none", "--scramble", "2", "--runs", "2")
    exported(EXAMPLES / "row.txt", "-e", "forest-tight", "-s", "z3=z3:tuned", *levels)
    programs = Path(sys.executable).parent
    subprocess.run(
        [programs / "benchexec", "--no-container", "benchmark-z3.xml"],
        cwd=exported.folder,
        env={**os.environ, "PYTHONPATH": ".", "PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        check=True,
    )
    found, notes = read_files(sorted((exported.folder / "results").glob("*.xml.bz2")))
    assert [note.code for note in notes] == ["counted-once"]
    assert sorted((row.facts.deduce, row.terms.scramble, row.terms.seed) for row in found) == sorted(
        product(("light", "none"), (0, 1), (0, 1))
    )
    for row in found:
        assert (row.subject.puzzle, row.verdict.status, row.method) == (
            "row",
            "solved",
            "forest-tight:QF_LIA z3",
        )
        assert row.facts.arguments == arguments_for(Z3_TUNED, "QF_LIA")
        assert (row.terms.limit_time, row.cost.usage.memory_by) == ("cpu", "runexec")
        assert Path(row.given.script or "").suffix == ".smt2"


def test_mutants_are_not_exported(fillomino: Runner, tmp_path: Path) -> None:
    export = ("--scramble", "orders:2", "--export-benchexec", tmp_path / "set")
    assert fillomino("compare", EXAMPLES / "row.txt", "-s", "z3", *export).ended(2).fault == "option-conflict"


def test_the_encoding_of_a_program_is_exported_in_plain_letters(fillomino: Runner, tmp_path: Path) -> None:
    program = f"cmd:awk -f {EXAMPLES / 'foreign' / 'distances.awk'}"
    export = ("--export-benchexec", tmp_path / "set", "--timeout", "5")
    fillomino("compare", EXAMPLES / "row.txt", "-e", program, "-s", "yices", *export).ended(0)
    written = [path.name for path in tmp_path.rglob("*") if "distances" in path.name]
    assert len(written) > 1
    assert not set("".join(written)) - set("abcdefghijklmnopqrstuvwxyzQFLIA0123456789_.-")


def test_results_are_regular_files_of_bounded_length(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.xml", "a.xml.gz", "a.xml.bz2"):
        (tmp_path / name).symlink_to("/dev/zero")
        fillomino("report", tmp_path / name).refused("unreadable")
    long = tmp_path / "b.xml.gz"
    long.write_bytes(gzip.compress(bytes(1 << 20)))
    monkeypatch.setattr(results, "_MAX_BYTES", 1 << 16)
    fillomino("report", long).refused("too-long")

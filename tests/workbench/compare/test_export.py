"""The export to BenchExec, with all that a run has; and what BenchExec itself makes of it."""

from __future__ import annotations

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

from drivers import DriverError, Limits, Sat, Unsat, find, run
from drivers.runexec import check_runexec
from drivers.solver import arguments_for
from drivers.solvers import Z3_TUNED
from tests.support import needs
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.files import read as read_files

Load = Callable[[Path, str], tuple[ET.Element, Any]]
"""Returns the benchmark of a solver in an exported set, and its tool info."""


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
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

    def loaded(folder: Path, solver: str) -> tuple[ET.Element, Any]:
        monkeypatch.syspath_prepend(folder)
        root = benchmark_of(folder, solver)
        return root, importlib.import_module(root.attrib["tool"]).Tool()

    return loaded


def benchmark_of(folder: Path, solver: str) -> ET.Element:
    return ET.parse(folder / f"benchmark-{solver}.xml").getroot()


def options_of(element: ET.Element) -> list[str | None]:
    return [option.get("name") for option in element.iter("option")]


TASK = types.SimpleNamespace(single_input_file="x.smt2")
LOGICS = {"QF_FD": "z3", "QF_BV": "yices"}
"""Each solver gets the file that a run of ours would give it."""


def test_the_export(fillomino: Runner, tmp_path: Path, load: Load) -> None:
    folder = tmp_path / "set"
    done = fillomino(
        "compare", EXAMPLES / "first.txt", EXAMPLES / "none.txt", "-e", "forest-bool", "-e", "cuts",
        "-s", "my=z3 sat.restart=luby", "-s", "yices", "-s", "pysmt-z3", "-m", "deduction", "--timeout", "20",
        "--memory", "900", "--export-benchexec", folder, "-o", tmp_path / "runs.jsonl",
    )  # fmt: skip
    assert done.code == 0, done
    assert not (tmp_path / "runs.jsonl").exists()
    for left_out in ("cuts my", "cuts yices", "cuts pysmt-z3", "forest-bool pysmt-z3", "deduction:all"):
        assert f"{left_out} " in done.err
    tasks = {path.name: path.read_text() for path in (folder / "tasks").glob("*.yml")}
    assert set(tasks) == {f"{name}.forest-bool.{logic}.yml" for name in ("first", "none") for logic in LOGICS}
    assert "expected_verdict: true" in tasks["first.forest-bool.QF_BV.yml"]
    assert "expected_verdict: false" in tasks["none.forest-bool.QF_BV.yml"]
    for name, text in tasks.items():
        smt2 = folder / "tasks" / name.replace(".yml", ".smt2")
        assert f"input_files: '{smt2.name}'" in text
        answer = run(smt2.read_text(), find(LOGICS[name.split(".")[2]]), Limits(seconds=30)).answer
        assert answer == (Sat() if "first" in name else Unsat())
        assert "Deduction before encoding" not in smt2.read_text()
    root, tool = load(folder, "my")
    assert root.attrib["timelimit"] == "20 s"
    assert root.attrib["memlimit"] == "900 MiB"
    assert [include.text for include in root.iter("include")] == ["tasks/*.forest-bool.QF_FD.yml"]
    assert options_of(root) == ["sat.restart=luby"]
    assert (folder / (root.findtext("propertyfile") or "")).exists()
    assert tool.cmdline("/bin/z3", ["-v"], TASK, None) == ["/bin/z3", "-smt2", "-v", "x.smt2"]
    outputs = {
        ("sat",): "TRUE_PROP", ("unsat",): "FALSE_PROP", ("unknown",): "UNKNOWN", (): "UNKNOWN",
        ("sat", "unsat"): "UNKNOWN", ('(error "x")', "sat"): "ERROR",
    }  # fmt: skip
    for lines, wanted in outputs.items():
        assert tool.determine_result(types.SimpleNamespace(output=lines)) == wanted
    assert "benchexec benchmark-my.xml" in (folder / "README.md").read_text()


def test_the_export_of_a_program_by_its_command(fillomino: Runner, tmp_path: Path, load: Load) -> None:
    needs.solver("z3")  # as a program
    folder = tmp_path / "set"
    done = fillomino(
        "compare", EXAMPLES / "row.txt", "-e", "forest-bool", "-s", "by_file=smt:z3 -smt2 {file} -v:0",
        "-s", "by_pipe=smt:z3 -in", "--export-benchexec", folder, "-o", tmp_path / "runs.jsonl",
    )  # fmt: skip
    assert done.code == 0, done
    assert "forest-bool by_pipe is left out: BenchExec gives a file to a program, so write {file}" in done.err
    root, tool = load(folder, "by_file")
    assert options_of(root) == []
    assert tool.cmdline("/bin/z3", [], TASK, None) == ["/bin/z3", "-smt2", "x.smt2", "-v:0"]


def test_the_export_has_all_that_a_run_has(fillomino: Runner, tmp_path: Path) -> None:
    """Arguments that our driver adds, seeds, and both questions of --unique."""
    folder = tmp_path / "set"
    several = tmp_path / "several.txt"
    several.write_text(". .\n. .\n")
    done = fillomino(
        "compare", EXAMPLES / "first.txt", EXAMPLES / "none.txt", several, "-e", "forest-tight", "-s",
        "z3=z3:tuned",
        "-s", "yices", "--timeout", "20", "--unique", "--runs", "2", "--export-benchexec", folder,
    )  # fmt: skip
    assert done.code == 0, done
    assert "forest-tight yices takes no seed on its command line" in done.err
    assert "none.forest-tight.QF_LIA: no filling was found" in done.err
    root = benchmark_of(folder, "z3")
    seeds = {definition.get("name"): options_of(definition) for definition in root.iter("rundefinition")}
    assert seeds == {"z3": [], "z3 seed 1": ["smt.random_seed=1", "sat.random_seed=1"]}
    [tasks] = root.iter("tasks")
    assert options_of(tasks) == list(arguments_for(Z3_TUNED, "QF_LIA"))
    assert [one.text for one in tasks.iter("include")] == [
        "tasks/*.forest-tight.QF_LIA.yml", "tasks/*.forest-tight.QF_LIA.another.yml",
    ]  # fmt: skip
    verdicts = {
        path.name.replace(".forest-tight.QF_LIA", ""): path.read_text()
        .partition("expected_verdict: ")[2]
        .strip()
        for path in (folder / "tasks").glob("*.QF_LIA*.yml")
    }
    assert verdicts == {
        "first.yml": "true", "first.another.yml": "false", "none.yml": "false",
        "several.yml": "true", "several.another.yml": "true",
    }  # fmt: skip
    for path in (folder / "tasks").glob("*.another.smt2"):
        wanted = Unsat() if "first" in path.name else Sat()
        assert run(path.read_text(), find("z3"), Limits(seconds=30)).answer == wanted
    assert "two tasks" in (folder / "README.md").read_text()


def test_levels_and_orders_are_exported(fillomino: Runner, tmp_path: Path) -> None:
    """A set of tasks for each level; a task for each order, whose names are the same in both questions."""
    folder = tmp_path / "set"
    done = fillomino(
        "compare", EXAMPLES / "first.txt", "-e", "forest-tight", "-s", "yices", "--deduce", "none",
        "--deduce", "light", "--scramble", "2", "--unique", "--timeout", "20", "--export-benchexec", folder,
    )  # fmt: skip
    assert done.code == 0, done
    root = benchmark_of(folder, "yices")
    assert [tasks.get("name") for tasks in root.iter("tasks")] == [
        "forest-tight.QF_LIA",
        "forest-tight.QF_LIA.light",
    ]
    for level in ("", ".light"):
        texts = {}
        for order, another in product(("", ".order-1"), ("", ".another")):
            name = f"forest-tight.QF_LIA{level}{order}{another}"
            assert f"tasks/*.{name}.yml" in [one.text for one in root.iter("include")]
            texts[order, another] = (folder / "tasks" / f"first.{name}.smt2").read_text()
            wanted = Unsat() if another else Sat()
            assert run(texts[order, another], find("yices"), Limits(seconds=30)).answer == wanted
            assert (folder / "tasks" / f"first.{name}.yml").read_text().count("expected_verdict") == 1
            assert ("scrambled with seed 1" in texts[order, another]) == bool(order)
            assert ("Deduction before encoding" in texts[order, another]) == bool(level)
        assert len(set(texts.values())) == 4


def test_a_set_is_run_by_benchexec_and_read_back(fillomino: Runner, tmp_path: Path) -> None:
    try:
        check_runexec()
    except DriverError as error:
        pytest.skip(str(error))
    folder = tmp_path / "set"
    fillomino(
        "compare", EXAMPLES / "row.txt", "-e", "forest-tight", "-s",
        "z3=z3:tuned", "--deduce", "light", "--deduce",
        "none", "--scramble", "2", "--runs", "2", "--timeout", "20", "--export-benchexec", folder,
    )  # fmt: skip
    programs = Path(sys.executable).parent
    subprocess.run(
        [programs / "benchexec", "--no-container", "benchmark-z3.xml"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ".", "PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        check=True,
    )
    found, notes = read_files(sorted((folder / "results").glob("*.xml.bz2")))
    assert notes == ["8 runs in more than one file, with the same result: counted once"]
    assert sorted((row.deduce, row.scramble, row.seed) for row in found) == sorted(
        product(("light", "none"), (0, 1), (0, 1))
    )
    for row in found:
        assert (row.puzzle, row.status, row.method) == ("row", "solved", "forest-tight:QF_LIA z3")
        assert row.arguments == arguments_for(Z3_TUNED, "QF_LIA")
        assert (row.limit_time, row.memory_by) == ("cpu", "runexec")
        assert Path(row.script or "").suffix == ".smt2"

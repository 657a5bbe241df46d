"""The benchmark flavour with its status, and the export to BenchExec."""

from __future__ import annotations

import importlib
import sys
import types
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from drivers import Failure, Limits, Sat, Unsat, find, installed, run
from drivers.fake import scripted
from drivers.solver import Quirks
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.render import benchmark
from tests.workbench.conftest import EXAMPLES, Runner
from workbench import established

SAT = Puzzle(rectangle(2, 3), {0: 2, 5: 4}, info={"title": "a | \\ title", "license": 'so "called"'})
UNSAT = Puzzle(rectangle(2, 3), {0: 2, 1: 4, 3: 1})


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
@pytest.mark.parametrize("name", ["z3", "yices", "cvc5", "bitwuzla"])
def test_every_solver_takes_every_encoding(encoding: Encoding, name: str) -> None:
    solver = find(name)
    if installed(solver) is None:
        pytest.skip(f"{name} is not installed")
    for logic in encoding.logics:
        if (solver.logics is not None and logic not in solver.logics) or (
            logic == "QF_FD" and solver.name != "z3"  # Z3's own, not SMT-LIB's
        ):
            continue
        for puzzle, wanted in ((SAT, Sat()), (UNSAT, Unsat())):
            script = encoding.script(puzzle, logic)
            status = "sat" if wanted == Sat() else "unsat"
            assert run(benchmark(script, status), solver, Limits(seconds=60)).answer == wanted
            if solver.name == "z3":  # which compares the status with its answer: the header is really read
                lie = benchmark(script, "unsat" if status == "sat" else "sat")
                assert isinstance(run(lie, solver, Limits(seconds=60)).answer, Failure)


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_the_strict_parser_of_cvc5_takes_every_encoding(encoding: Encoding) -> None:
    cvc5 = pytest.importorskip("cvc5")
    for logic in encoding.logics:
        if logic == "QF_FD":
            continue
        text = benchmark(encoding.script(SAT, logic, deduce(SAT, Level.NONE)), "sat")
        manager = cvc5.TermManager()
        solver = cvc5.Solver(manager)
        solver.setOption("strict-parsing", "true")
        symbols = cvc5.SymbolManager(manager)
        parser = cvc5.InputParser(solver, symbols)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "benchmark")
        replies = []
        while not (command := parser.nextCommand()).isNull():
            replies.append(command.invoke(solver, symbols))
        assert "".join(replies).split() == ["sat"]


def status_of(puzzle: Puzzle) -> str | None:
    [encoding] = [one for one in ENCODINGS if one.name == "forest-tight"]
    return established.status(puzzle, encoding, "QF_LIA", Level.NONE, 20)


def test_a_status_is_established() -> None:
    if not all(installed(find(name)) for name in ("z3", "yices")):
        pytest.skip("z3 and yices are needed")
    assert status_of(SAT) == "sat"
    assert status_of(UNSAT) == "unsat"


@pytest.mark.parametrize(
    ("solvers", "puzzle", "status"),
    [
        (["denier"], SAT, None),
        (["denier", "yices"], SAT, "sat"),
        (["denier", "liar"], SAT, None),
        (["denier", "other"], UNSAT, "unsat"),
        (["yices"], UNSAT, None),
        (["dunce", "denier"], UNSAT, None),
        ([], SAT, None),
    ],
)
def test_it_takes_a_checked_filling_or_two_witnesses(
    monkeypatch: pytest.MonkeyPatch, solvers: list[str], puzzle: Puzzle, status: str | None
) -> None:
    quiet = Quirks(silent=True)
    pretended = {
        "denier": scripted("unsat\n", name="denier", quirks=quiet),
        "other": scripted("unsat\n", name="other", quirks=quiet),
        "liar": scripted(f"sat\n({''.join(f'(n_{x} 1)' for x in range(6))})\n", name="liar"),
        "dunce": scripted("unknown\n", name="dunce", quirks=quiet),
        "yices": find("yices"),
    }
    if "yices" in solvers and installed(find("yices")) is None:
        pytest.skip("yices is not installed")
    monkeypatch.setattr(established, "SOLVERS", [pretended[name] for name in solvers])
    assert status_of(puzzle) == status


def test_encode_writes_the_status(fillomino: Runner, tmp_path: Path) -> None:
    puzzles = [EXAMPLES / "first.txt", EXAMPLES / "none.txt"]
    command: list[str | Path] = ["encode", *puzzles, "-e", "forest-tight", "-f", "benchmark", "-o", tmp_path]
    assert fillomino(*command).code == 0
    assert ":status" not in (tmp_path / "first.forest-tight.smt2").read_text()
    done = fillomino(*command, "--status", "30")
    assert (done.code, done.err) == (0, "fillomino: 2 files written\n")
    assert "(set-info :status sat)" in (tmp_path / "first.forest-tight.smt2").read_text()
    assert "(set-info :status unsat)" in (tmp_path / "none.forest-tight.smt2").read_text()
    large = fillomino(
        "encode", EXAMPLES / "twenty.txt", "-e", "forest", "-f", "benchmark", "--status", "0.05"
    )
    assert ":status" not in large.out
    assert "its status could not be established within 0.05 s" in large.err
    assert (
        fillomino.refuses("encode", puzzles[0], "--status", "1")
        == "--status goes with --flavour benchmark only"
    )


@pytest.fixture
def benchexec(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much of BenchExec as a tool info stands on (checked by hand with version 3.35)."""
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


LOGICS = {"QF_FD": "z3", "QF_BV": "yices"}
"""Each solver gets the file that a run of ours would give it."""


def test_the_export(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, benchexec: None
) -> None:
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
    root = ET.parse(folder / "benchmark-my.xml").getroot()
    assert root.attrib["timelimit"] == "20 s"
    assert root.attrib["memlimit"] == "900 MiB"
    assert [include.text for include in root.iter("include")] == ["tasks/*.forest-bool.QF_FD.yml"]
    assert [option.get("name") for option in root.iter("option")] == ["sat.restart=luby"]
    assert (folder / (root.findtext("propertyfile") or "")).exists()
    monkeypatch.syspath_prepend(folder)
    tool = importlib.import_module(root.attrib["tool"]).Tool()
    task = types.SimpleNamespace(single_input_file="x.smt2")
    assert tool.cmdline("/bin/z3", ["-v"], task, None) == [
        "/bin/z3",
        "-smt2",
        "-v",
        "x.smt2",
    ]
    outputs = {
        ("sat",): "TRUE_PROP", ("unsat",): "FALSE_PROP", ("unknown",): "UNKNOWN", (): "UNKNOWN",
        ("sat", "unsat"): "UNKNOWN", ('(error "x")', "sat"): "ERROR",
    }  # fmt: skip
    for lines, wanted in outputs.items():
        assert tool.determine_result(types.SimpleNamespace(output=lines)) == wanted
    assert "benchexec benchmark-my.xml" in (folder / "README.md").read_text()


def test_the_export_has_all_that_a_run_has(fillomino: Runner, tmp_path: Path) -> None:
    """Arguments that our driver adds, seeds, and both questions of --unique."""
    folder = tmp_path / "set"
    several = tmp_path / "several.txt"
    several.write_text(". .\n. .\n")
    done = fillomino(
        "compare", EXAMPLES / "first.txt", EXAMPLES / "none.txt", several, "-e", "forest-tight", "-s", "z3",
        "-s", "yices", "--timeout", "20", "--unique", "--runs", "2", "--export-benchexec", folder,
    )  # fmt: skip
    assert done.code == 0, done
    assert "forest-tight yices takes no seed on its command line" in done.err
    assert "none.forest-tight.QF_LIA: no filling was found" in done.err
    root = ET.parse(folder / "benchmark-z3.xml").getroot()
    seeds = {one.get("name"): [o.get("name") for o in one] for one in root.iter("rundefinition")}
    assert seeds == {"z3": [], "z3 seed 1": ["smt.random_seed=1", "sat.random_seed=1"]}
    [tasks] = root.iter("tasks")
    assert [one.get("name") for one in tasks.iter("option")] == ["smt.arith.solver=2"]
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


def test_exported_files_record_deduction(fillomino: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    fillomino(
        "compare", EXAMPLES / "several.txt", "-e", "forest-tight", "-s", "yices", "--deduce", "full",
        "--timeout", "20", "--export-benchexec", folder,
    )  # fmt: skip
    [smt2] = (folder / "tasks").glob("*.smt2")
    assert "Deduction before encoding (full: rules up to bottleneck) settled " in smt2.read_text()

"""Encodings and solvers of others, by command, file or package; their faults are named with their line."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import fillomino as front_door
from drivers import Limits, Sat, find, run
from drivers.conformance import CHECKS, Grade, subject
from drivers.errors import UnknownSolverError
from drivers.solvers import GROUP as SOLVERS
from drivers.solvers import VARIABLE, Z3, every
from drivers.solvers import of_packages as solvers_of_packages
from encoder.encoding import EncodingFaultError
from encoder.encodings import registry
from encoder.encodings.forest import FOREST
from encoder.encodings.registry import GROUP as ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.encodings.registry import of_packages as encodings_of_packages
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.support import needs
from tests.support.clock import wait_until
from tests.support.processes import ROOT, python
from tests.support.programs import shell_script
from tests.support.refused import refused
from tests.workbench.conftest import EXAMPLES, Package, Runner
from workbench.audit.subjects import another

FIRST, ROW, NONE = EXAMPLES / "first.txt", EXAMPLES / "row.txt", EXAMPLES / "none.txt"

# --- a bug in somebody's encoding ends in a sentence with file and line of their code, in every command

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


def line_of(text: str) -> int:
    """The line of the source that begins with a text."""
    lines = enumerate(SOURCE.splitlines(), start=1)
    return next(number for number, line in lines if line.strip().startswith(text))


def test_an_encoding_that_a_caller_registers_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code may change while the program does not, so that a run of it counts by its text alone."""
    monkeypatch.setattr(registry, "_HOMES", dict(registry._HOMES))
    monkeypatch.setattr(registry, "_REGISTERED", set())
    forest = registry.find("forest")
    assert registry.is_ours(forest) and registry.is_ours(registry.find("hitori-rings"))
    assert not registry.is_ours(forest.replace(title="another"))
    registry.register("forest", "encoder.encodings.forest", "FOREST")
    assert not registry.is_ours(forest)


@pytest.fixture
def theirs(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    names = re.findall(r"^([A-Z_]+) = ", SOURCE, re.MULTILINE)
    homes = {name.lower().replace("_", "-"): ("their_encodings", name) for name in names}
    monkeypatch.setattr(registry, "_HOMES", {**registry._HOMES, **homes})
    monkeypatch.delitem(sys.modules, "their_encodings", raising=False)
    return fillomino.write("their_encodings.py", SOURCE)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", FIRST, "-e", "broken"),
        ("encode", FIRST, "-e", "broken"),
        ("diff", "broken", "forest", FIRST),
        ("diff", "forest", "broken"),
        ("explain", NONE, "-e", "broken"),
        ("audit", "broken", "--every", "2", "--sampled", "2"),
        ("audit", "broken", "--families", "--every", "2", "--sampled", "2"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_names_the_line(
    fillomino: Runner, theirs: Path, command: tuple[str | Path, ...]
) -> None:
    done = fillomino(*command)
    assert (done.fault, done.place) == ("encoding-fault", (9, None, str(theirs)))
    assert (done.code in (2, 4), "Traceback" in done.err) == (True, False)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("solve @first -e no-cells", 11),
        ("encode @first -e nothing", line_of("NOTHING")),
        ("encode @first -e deep", 16),
        ("solve @first -e of-strings", line_of("def of_strings")),
        ("audit half-a-term --every 1", line_of("def half_a_term")),
        ("encode @first -e quits", line_of("sys.exit")),
    ],
)
def test_other_faults(fillomino: Runner, theirs: Path, command: str, line: int) -> None:
    fillomino(*command.split()).refused("encoding-fault", line, None, str(theirs))


def test_what_a_build_prints_does_not_reach_the_output(fillomino: Runner, theirs: Path) -> None:
    done = fillomino("encode", FIRST, "-e", "prints").ended(0, "debugging\n")
    assert done.out.startswith("; puzzle ")


def test_a_loop_without_end_is_named_when_time_is_up_or_on_ctrl_c(fillomino: Runner, theirs: Path) -> None:
    place = f"{re.escape(str(theirs))}:({line_of('pass')}|{line_of('while')}):"
    row = fillomino("solve", FIRST, "-e", "loops", "--timeout", "0.5", "--json").ended(3).row
    assert row["status"] == "timeout"
    assert re.search(place, row["error"])
    here = threading.get_ident()

    def interrupt() -> None:
        if wait_until(lambda: sys._current_frames()[here].f_code.co_filename == str(theirs)):
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    done = fillomino("encode", FIRST, "-e", "loops").ended(130)
    assert re.search(place, done.err)


def test_a_fault_is_no_refusal_to_encode_and_no_family_is_dropped_in_silence() -> None:
    """An audit leaves out the puzzles that an encoding refuses; a bug must not look like that."""
    puzzle = Puzzle(rectangle(1, 2), {})
    with refused(EncodingFaultError, "encoding-fault"):
        replace(FOREST, build=lambda *_: 1 // 0).script(puzzle)  # type: ignore[arg-type]
    careless = replace(FOREST, families=FOREST.families[1:])
    rest = select(careless, [FOREST.families[1].name])
    with refused(EncodingError, "bad-family"):
        rest.script(puzzle)


# --- encodings that an installed package adds by entry points: every command knows them, workers too


def test_an_encoding_of_a_package_is_found_and_listed(package: Package) -> None:
    assert encodings_of_packages() == []
    package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN", forest="own_encoding:OWN")
    assert encodings_of_packages() == ["own"]  # none of ours is replaced
    assert find_encoding("own").name == "own"
    assert find_encoding("forest") is FOREST
    with refused(EncodingError, "unknown-encoding"):
        find_encoding("x")


@pytest.mark.parametrize("code", ["x = 1 / 0", "x = ("])
def test_an_entry_point_whose_module_fails_is_told_with_its_place(package: Package, code: str) -> None:
    path = package(ENCODINGS, "own_encoding.py", own="theirs:OWN") / "theirs.py"
    path.write_text(f"\n{code}")
    sys.modules.pop("theirs", None)
    with refused(EncodingFaultError, "encoding-fault") as caught:
        find_encoding("own")
    assert (caught.value.source, caught.value.line) == (str(path), 2)


@pytest.mark.parametrize("value", ["own_encoding:NOSUCH", "no_such_module:OWN", "own_encoding:NUMBER"])
def test_an_entry_point_that_is_no_encoding_is_refused(package: Package, value: str) -> None:
    package(ENCODINGS, "own_encoding.py", own=value)
    with refused(EncodingError, "bad-plugin"):
        find_encoding("own")


def compared(folder: Path, runs: Path, *options: str) -> tuple[int, list[dict[str, str]]]:
    """A comparison by a process that finds the package of a folder: its exit status and all rows so far."""
    command = ("-m", "workbench", "compare", str(ROW), *options, "--deduce", "none", "-o", str(runs))
    places = f"{ROOT}{os.pathsep}{folder}"
    done = python(*command, "--no-report", PYTHONPATH=places, PYTHONDONTWRITEBYTECODE="1")
    return done.returncode, [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]


ODD = """
from dataclasses import replace
from own_encoding import OWN
def build(puzzle, candidates, logic):
    return OWN.build(puzzle, candidates, logic) if puzzle.board.size FAULT 9 else 1 / 0
ODD = replace(OWN, name="odd", build=build)
"""


def test_workers_know_an_encoding_of_a_package_and_outlive_a_bug(package: Package, tmp_path: Path) -> None:
    folder = package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN", odd="odd_encoding:ODD")
    odd, options = folder / "odd_encoding.py", ("-e", "odd", "-e", "own", "-s", "yices")
    for operator, status, code in (("<", "failed", 4), ("<=", "solved", 0)):  # a bug, and without it
        odd.write_text(ODD.replace("FAULT", operator))
        ended, rows = compared(folder, tmp_path / "runs.jsonl", *options)
        assert ended == code
        assert {row["encoding"]: row["status"] for row in rows} == {"odd": status, "own": "solved"}
        if code:
            assert f"{odd}:5: " in rows[0]["error"]  # a worker's errors are texts
    assert len(rows) == 3, "after an edit only the runs of the edited encoding are done again"


# --- solvers that an installed package adds by entry points


@pytest.fixture
def own(package: Package) -> Path:
    needs.solver("z3")
    points = {"z3-luby": "own_solver:LUBY", "kissat": "own_solver:kissat", "z3": "own_solver:LUBY"}
    return package(SOLVERS, "own_solver.py", **points)


def test_a_solver_of_a_package_is_found_listed_and_taken(
    own: Path, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert solvers_of_packages() == ["kissat", "z3-luby"]
    assert find("z3") is Z3  # none of the table is replaced
    luby, kissat = find("z3-luby"), find("kissat")
    assert (luby.title, luby.same_as) == ("Z3 with Luby restarts", "z3")
    assert kissat.needs_executables == ("kissat",)
    assert every()[-2:] == (kissat, luby)
    with refused(UnknownSolverError, "unknown-solver"):
        find("x")
    rows = {row["name"]: row for row in fillomino.rows("solvers")}
    assert rows["z3-luby"]["installed"]
    assert rows["z3-luby"]["version"] == rows["z3"]["version"]
    script = "(set-option :produce-models true)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"
    assert run(script, luby, Limits(seconds=600)).answer == Sat({"p": True})
    row = fillomino("solve", ROW, "-e", "forest-bv", "-s", "z3-luby", "--unique", "--json").ended(0).row
    assert (row["solver"], row["unique"]) == ("z3-luby", True)
    code, [row] = compared(own, tmp_path / "runs.jsonl", "-e", "forest", "-s", "z3-luby")
    assert (code, row["solver"], row["status"]) == (0, "z3-luby", "solved")
    path = fillomino.write("solvers.toml", '[kissat]\ncommand = ["kissat"]\n')
    monkeypatch.setenv(VARIABLE, str(path))
    fillomino("solvers").refused("bad-solver-file", 1, None, str(path))


@pytest.mark.parametrize("value", ["own_solver:NOSUCH", "no_such_module:OWN", "own_solver:SCRIPT"])
def test_an_entry_point_that_is_no_solver_is_refused(package: Package, fillomino: Runner, value: str) -> None:
    package(SOLVERS, "own_solver.py", own=value)
    fillomino("solve", ROW, "-s", "own").refused("bad-plugin")
    fillomino("solvers").refused("bad-plugin")


# --- the ways to name a solver, everywhere one is chosen


@pytest.fixture
def z3() -> str:
    """Z3 by its path, as on a command line."""
    return f"smt:{shlex.quote(needs.solver('z3').executable)} -in"


@pytest.fixture
def wrapper(tmp_path: Path, z3: str) -> Path:
    """A script around Z3 that takes a file."""
    program = z3.removeprefix("smt:").removesuffix(" -in")
    return shell_script(tmp_path / "wrapper", f'exec timeout 50 {program} "$@"')


def test_a_program_wherever_a_solver_is_chosen(z3: str, fillomino: Runner) -> None:
    solved = fillomino.row("solve", ROW, "-s", z3, "-e", "forest", "--unique")
    assert (solved["status"], solved["solver"], solved["unique"]) == ("solved", z3, True)
    assert solved["version"] == fillomino.row("solvers", z3)["version"]
    counted = fillomino.row("count", "2x2", "--method", "solver", "-s", z3)
    assert counted["fillings"] == 5
    talk = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n"
    for code, command in (
        (0, ("solve", ROW, "-s", f"mine={z3}")),  # by a session
        (1, ("solve", NONE, "-s", z3, "-e", "forest")),
        (1, ("explain", NONE, "-s", z3, "-e", "forest")),
        (0, ("audit", "forest", "--every", "2", "--sampled", "0", "-s", z3, "--second", z3)),
        (0, ("replay", fillomino.write("session.smt2", talk), "-s", z3, "-s", "yices")),
    ):
        assert fillomino(*command).code == code, command
    smt2 = fillomino.encoded(ROW, "-e", "flow")
    filling = fillomino("solve", ROW, "--plain").out
    *_, by = fillomino("check", smt2, "-", "-s", z3, "--json", stdin=filling).ended(0).rows
    assert by["solver"] == z3
    assert front_door.solve(ROW.read_text(), encoding="forest", solver=z3).solution


def test_a_kept_run_repeats_it(wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    assert fillomino("solve", ROW, "-e", "forest", "-s", f"smt:{wrapper} {{file}}", "--keep", runs).code == 0
    [line] = [path.read_text().splitlines()[-1] for path in runs.glob("*.sh")]
    [smt2] = runs.glob("*.smt2")
    assert line == f"exec {wrapper} {smt2.name}"


@pytest.mark.usefixtures("in_process")
def test_two_builds_stand_side_by_side(z3: str, wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    builds = ("-s", f"one={z3}", "-s", f"two=smt:{wrapper} {{file}}")
    asked = ("compare", ROW, "-e", "forest", *builds, "-o", runs, "--no-report")
    assert fillomino(*asked).code == 0
    rows = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [(row["solver"], row["program"], row["status"]) for row in rows] == [
        ("one", "one", "solved"),
        ("two", "two", "solved"),
    ]
    assert rows[1]["arguments"] == [str(wrapper), "{file}"]
    assert len({row["key"] for row in rows}) == len({row["version"] for row in rows}) == 2
    fillomino("report", runs, "-o", tmp_path / "page").ended(0)
    assert [row["method"] for row in fillomino.rows("report", runs)] == ["forest one", "forest two"]
    # A build that was replaced, under the same name and with the same version, is another one.
    wrapper.write_text(f"{wrapper.read_text()}# new\n")
    assert fillomino(*asked).code == 0
    again = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [row["solver"] for row in again] == ["one", "two", "two"]


def test_a_file_of_solvers(
    wrapper: Path, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that a file in the working folder names is not run by looking at the list."""
    seen = tmp_path / "seen"
    shell_script(wrapper, f"touch {seen}\necho my own 7")
    path = fillomino.write(
        "solvers.toml",
        f'[mine]\ncommand = ["./wrapper"]\nwrites = ["{tmp_path}"]\n[lost]\ncommand = ["no-such"]\n',
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE)
    rows = {row["name"]: row for row in fillomino.rows("solvers")}
    assert rows["z3"]["source"] == "built in"
    assert (rows["mine"]["source"], rows["mine"]["path"]) == ("solvers.toml:1", str(wrapper))
    assert (rows["lost"]["installed"], "no-such" in rows["lost"]["install"]) == (False, True)
    assert not seen.exists()
    assert fillomino.row("solvers", "mine")["version"].startswith("my own 7")
    assert seen.exists()
    path.write_text('[mine]\ncommand = ["x"]\nlimit = 3\n')
    for asked in (("solve", ROW, "-s", "mine"), ("solvers",)):
        fillomino(*asked).refused("bad-solver-file", 3, None, "solvers.toml")


# --- solvers --check


def test_the_checks_of_a_program(z3: str, wrapper: Path, fillomino: Runner) -> None:
    rows = fillomino("solvers", "--check", z3, "--json").ended(0).rows
    assert [row["check"] for row in rows] == [check.name for check in CHECKS]
    assert {row["outcome"] for row in rows} == {"holds", "left_out"}
    shell_script(wrapper, '[ -n "$1" ] || { echo no input file; exit 2; }')
    rows = fillomino("solvers", "--check", f"smt:{wrapper}", "--json").ended(1).rows
    assert rows[0]["instead"] == f"smt:{wrapper} {{file}}", "it wants a file"


@pytest.mark.parametrize(
    ("body", "check", "outcome"),
    [("echo sat", "errors", "wrong"), ("echo unsat", "starts", "wrong"), ("exit 1", "starts", "lacks")],
)
def test_the_checks_of_a_bad_program(
    wrapper: Path, fillomino: Runner, body: str, check: str, outcome: str
) -> None:
    command = ("solvers", "--check", f"smt:{shell_script(wrapper, body)} {{file}}")
    rows = {row["check"]: row for row in fillomino(*command, "--json").ended(1).rows}
    assert rows[check]["outcome"] == outcome


@pytest.mark.parametrize(
    ("lie", "check"),
    [
        ("s/^unsat/sat/", "integers"),
        ("s/10000000000000000000003/7/", "integer-values"),
        ("s/#x0f/#x0e/", "bit-vectors"),
        ("s/ true)/ false)/", "booleans"),
        ("s/ 7)/ 8)/", "functions"),
        ("s/(b |c|)/(b)/; s/(|c| b)/(b)/; s/(b c)/(b)/; s/(c b)/(b)/", "cores"),
        ("s/^(error.*/sat/", "errors"),
    ],
)
def test_a_lie_is_seen(wrapper: Path, z3: str, lie: str, check: str) -> None:
    shell_script(wrapper, f"{z3.removeprefix('smt:')} | sed '{lie}'")
    [chosen] = [each for each in CHECKS if each.name == check]
    assert chosen.result(subject(find(f"smt:{wrapper}"))).grade is Grade.WRONG


def test_a_second_opinion_is_of_another_make() -> None:
    """Another build of a solver is the same solver, as far as that can be seen."""
    chosen = {"smt:/no/such/z3 -in": "yices", "z3": "yices", "yices": "z3", "smt:/no/such/solver": "z3"}
    assert {name: another(find(name), find_encoding("forest")).name for name in chosen} == chosen

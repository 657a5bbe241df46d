"""Encodings and solvers of others, by command, file or package; their faults are named with their line."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import fillomino as front_door
from drivers import Limits, Sat, find, installed, run
from drivers.conformance import CHECKS, Grade, subject
from drivers.errors import UnknownSolverError
from drivers.solvers import GROUP as SOLVERS
from drivers.solvers import VARIABLE, Z3, every
from drivers.solvers import of_packages as solvers_of_packages
from encoder.encoding import EncodingFaultError
from encoder.encodings import table
from encoder.encodings.forest import FOREST
from encoder.encodings.table import GROUP as ENCODINGS
from encoder.encodings.table import METHODS
from encoder.encodings.table import find as find_encoding
from encoder.encodings.table import of_packages as encodings_of_packages
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, ROOT, Package, Runner
from workbench.audit.subjects import another
from workbench.methods.method import _version
from workbench.page.jobs import about, do

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
    done = fillomino("encode", FIRST, "-e", "loops").ended(130)
    assert done.err in (f"fillomino: interrupted {place}\n", f"fillomino: interrupted {other}\n")


def _line(text: str) -> int:
    """The line of the source in which a text first is."""
    return 1 + next(
        number for number, line in enumerate(SOURCE.splitlines()) if line.strip().startswith(text)
    )


def test_a_fault_is_no_refusal_to_encode() -> None:
    """An audit leaves out the puzzles that an encoding refuses; a bug must not look like that."""
    broken = replace(FOREST, build=lambda *_: 1 // 0)  # type: ignore[arg-type]
    with pytest.raises(EncodingFaultError, match=r"test_extensions.py:\d+: .*ZeroDivisionError"):
        broken.script(Puzzle(rectangle(1, 2), {}))


def test_an_encoding_of_a_package_is_found_and_listed(package: Package) -> None:
    assert encodings_of_packages() == []
    package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN", forest="own_encoding:OWN")
    assert encodings_of_packages() == ["own"]  # none of ours is replaced
    assert find_encoding("own").name == "own"
    assert find_encoding("forest") is FOREST
    with pytest.raises(EncodingError, match=r"unknown encoding 'x'; .*forest, .*, cuts, own$"):
        find_encoding("x")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = 1 / 0", r"theirs\.py:1: odd, which is theirs:OWN, fails, in `x = 1 / 0`: ZeroDivisionError"),
        ("x = (", r"theirs\.py:1: odd, which is theirs:OWN, can't be read: SyntaxError: '\(' was never"),
    ],
)
def test_a_module_that_fails_is_named_with_its_line(package: Package, code: str, message: str) -> None:
    (package(ENCODINGS, "own_encoding.py", odd="theirs:OWN") / "theirs.py").write_text(code)
    sys.modules.pop("theirs", None)
    with pytest.raises(EncodingFaultError, match=message):
        find_encoding("odd")


def test_the_page_offers_it(package: Package) -> None:
    assert "own" not in {one["name"] for one in about()["encodings"]}
    package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN")
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


def test_workers_know_an_encoding_of_a_package_and_outlive_a_bug(package: Package, tmp_path: Path) -> None:
    folder = package(ENCODINGS, "own_encoding.py", own="own_encoding:OWN", odd="odd_encoding:ODD")
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
    package(ENCODINGS, "own_encoding.py", own=value)
    with pytest.raises(EncodingError, match=message):
        find_encoding("own")


def test_an_assertion_of_a_family_that_is_not_listed_is_not_dropped_in_silence() -> None:
    careless = replace(FOREST, families=FOREST.families[1:])
    stray = FOREST.families[0].name
    rest = select(careless, [FOREST.families[1].name])
    with pytest.raises(EncodingError, match=f"forest asserts {stray}, which its families do not list"):
        rest.script(Puzzle(rectangle(1, 2), {}))


ROW, NONE = EXAMPLES / "row.txt", EXAMPLES / "none.txt"


@pytest.fixture
def z3() -> str:
    """Z3 by its path, as on a command line."""
    found = installed(find("z3"))
    if found is None:
        pytest.skip("z3 is not installed")
    return f"smt:{shlex.quote(found.executable)} -in"


@pytest.fixture
def wrapper(tmp_path: Path, z3: str) -> Path:
    """A script around Z3 that takes a file."""
    path = tmp_path / "wrapper"
    path.write_text(f'#!/bin/sh\nexec timeout 50 {z3.removeprefix("smt:").removesuffix(" -in")} "$@"\n')
    path.chmod(0o755)
    return path


def test_a_program_wherever_a_solver_is_chosen(z3: str, fillomino: Runner, tmp_path: Path) -> None:
    solved = fillomino.row("solve", ROW, "-s", z3, "-e", "forest", "--unique")
    assert (solved["status"], solved["solver"], solved["unique"]) == ("solved", z3, True)
    assert solved["version"].startswith("Z3 ")
    assert fillomino("solve", ROW, "-s", f"mine={z3}").code == 0  # by a session
    assert fillomino("solve", NONE, "-s", z3, "-e", "forest").code == 1
    assert fillomino("explain", NONE, "-s", z3, "-e", "forest").code == 1
    counted = fillomino("count", "--board", "2x2", "--method", "solver", "-s", z3, "--json")
    assert counted.row["fillings"] == 5
    assert fillomino("audit", "forest", "--every", "2", "--sampled", "0", "-s", z3, "--second", z3).code == 0
    session = tmp_path / "session.smt2"
    session.write_text("(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n")
    assert fillomino("replay", session, "-s", z3, "-s", "yices").code == 0
    smt2 = tmp_path / "row.smt2"
    assert fillomino("encode", ROW, "-e", "flow", "-o", smt2).code == 0
    filling = fillomino.write("filling.txt", fillomino("solve", ROW, "--plain").out)
    evaluated = fillomino("check", smt2, filling, "-s", z3)
    assert (evaluated.code, z3 in evaluated.out) == (0, True), evaluated
    board = ("generate", "--board", "2x2", "--level", "1", "--seed", "1", "-s", z3)
    assert fillomino(*board).code == 0
    assert front_door.solve(ROW.read_text(), encoding="forest", solver=z3).solution


def test_a_kept_run_repeats_it(wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    assert fillomino("solve", ROW, "-e", "forest", "-s", f"smt:{wrapper} {{file}}", "--keep", runs).code == 0
    [line] = [path.read_text().splitlines()[-1] for path in runs.glob("*.sh")]
    [smt2] = runs.glob("*.smt2")
    assert line == f"exec {wrapper} {smt2.name}"


def test_two_builds_stand_side_by_side(z3: str, wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    asked = (
        "compare",
        ROW,
        "-e",
        "forest",
        "-s",
        f"one={z3}",
        "-s",
        f"two=smt:{wrapper} {{file}}",
        "-o",
        runs,
    )
    done = fillomino(*asked, "--no-report").ended(0)
    rows = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [(row["solver"], row["program"], row["status"]) for row in rows] == [
        ("one", "one", "solved"),
        ("two", "two", "solved"),
    ]
    assert rows[1]["arguments"] == [str(wrapper), "{file}"]
    assert len({row["key"] for row in rows}) == len({row["version"] for row in rows}) == 2
    for shown in (done.out, fillomino("report", runs, "-o", tmp_path / "page").out):
        assert "forest one" in shown
        assert f"forest two: {wrapper} {{file}}, {rows[1]['version']}" in shown
    # A build that was replaced, under the same name and with the same version, is another one.
    wrapper.write_text(f"{wrapper.read_text()}# new\n")
    _version.cache_clear()
    assert fillomino(*asked, "--no-report").code == 0
    again = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [row["solver"] for row in again] == ["one", "two", "two"]


def test_the_list_names_where_each_is_from(
    wrapper: Path, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that a file in the working folder names is not run by looking at the list."""
    seen = tmp_path / "seen"
    wrapper.write_text(f"#!/bin/sh\ntouch {seen}\necho my own 7\n")
    (tmp_path / "solvers.toml").write_text('[mine]\ncommand = ["./wrapper"]\n[lost]\ncommand = ["no-such"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE)
    rows = {row["name"]: row for row in fillomino.rows("solvers")}
    assert rows["z3"]["source"] == "built in"
    assert (rows["mine"]["source"], rows["mine"]["version"]) == ("solvers.toml:1", "version not asked")
    assert rows["mine"]["path"] == str(wrapper)
    assert (rows["lost"]["installed"], rows["lost"]["install"]) == (False, "there is no program no-such")
    assert not seen.exists()
    named = fillomino("solvers", "mine").out
    assert "my own 7 (file " in named
    assert f"mine ({wrapper}), solvers.toml:1" in named
    assert seen.exists()


def test_a_wrong_file_is_bad_input(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fillomino.write("solvers.toml", '[mine]\ncommand = ["x"]\nlimit = 3\n')
    monkeypatch.setenv(VARIABLE, str(path))
    keys = "the keys are like, command, session, time_limit, seed, logics"
    for asked in (("solve", ROW, "-s", "mine"), ("solvers",)):
        assert fillomino.refuses(*asked) == f"{path}:3: unknown key 'limit'; {keys}"


def test_the_checks_of_a_program(z3: str, wrapper: Path, fillomino: Runner) -> None:
    done = fillomino("solvers", "--check", z3).ended(0)
    assert len(done.out.splitlines()) == len(CHECKS)
    assert {line[:5] for line in done.out.splitlines()} == {"yes  ", "-    "}


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("echo sat", "WRONG errors that can't be taken for answers: its answer to"),
        ("echo unsat", "WRONG solves the simplest script: it answered unsat, where sat is right"),
        ("exit 1", "no    solves the simplest script: "),
    ],
)
def test_the_checks_of_a_bad_program(wrapper: Path, fillomino: Runner, body: str, shown: str) -> None:
    wrapper.write_text(f"#!/bin/sh\n{body}\n")
    done = fillomino("solvers", "--check", f"smt:{wrapper} {{file}}")
    assert (done.code, shown in done.out) == (1, True), done.out
    row = json.loads(fillomino("solvers", "--check", f"smt:{wrapper} {{file}}", "--json").out.splitlines()[0])
    assert set(row) == {"solver", "check", "title", "outcome", "why", "essential"}


def test_a_program_that_wants_a_file_is_told_how(wrapper: Path, fillomino: Runner) -> None:
    wrapper.write_text('#!/bin/sh\n[ -n "$1" ] || { echo no input file; exit 2; }\n')
    done = fillomino("solvers", "--check", f"smt:{wrapper}").ended(1)
    assert done.out.endswith(f"where its path belongs: --check 'smt:{wrapper} {{file}}'\n"), done.out


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
    wrapper.write_text(f"#!/bin/sh\n{z3.removeprefix('smt:')} | sed '{lie}'\n")
    one = subject(find(f"smt:{wrapper}"))
    [chosen] = [each for each in CHECKS if each.name == check]
    assert chosen.result(one).grade is Grade.WRONG


def test_a_second_opinion_is_of_another_make() -> None:
    """Another build of a solver is the same solver, as far as that can be seen."""
    if installed(find("yices")) is None or installed(find("z3")) is None:
        pytest.skip("z3 and yices are not both installed")
    chosen = {"smt:/no/such/z3 -in": "yices", "z3": "yices", "yices": "z3", "smt:/no/such/solver": "z3"}
    assert {name: another(find(name), find_encoding("forest")).name for name in chosen} == chosen


@pytest.fixture
def own(package: Package) -> Path:
    if installed(Z3) is None:
        pytest.skip("z3 is not installed")
    points = {"z3-luby": "own_solver:LUBY", "kissat": "own_solver:kissat", "z3": "own_solver:LUBY"}
    return package(SOLVERS, "own_solver.py", **points)


def test_a_solver_of_a_package_is_found_and_listed(own: Path, fillomino: Runner) -> None:
    assert own.is_dir()
    assert solvers_of_packages() == ["kissat", "z3-luby"]
    assert find("z3") is Z3  # none of the table is replaced
    luby, kissat = find("z3-luby"), find("kissat")
    assert (luby.title, luby.same_as) == ("Z3 with Luby restarts", "z3")
    assert kissat.needs_executables == ("kissat",)
    assert every()[-2:] == (kissat, luby)
    with pytest.raises(UnknownSolverError, match=r"unknown solver 'x'; .*, kissat, z3-luby, and dimacs:"):
        find("x")
    rows = {row["name"]: row for row in fillomino.rows("solvers")}
    assert rows["z3-luby"]["installed"]
    assert rows["z3-luby"]["version"] == rows["z3"]["version"]
    assert "z3-luby" in {solver["name"] for solver in about()["solvers"]}


def test_commands_take_it_by_its_name(own: Path, fillomino: Runner) -> None:
    assert own.is_dir()
    script = "(set-option :produce-models true)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"
    assert run(script, find("z3-luby"), Limits(seconds=10)).answer == Sat({"p": True})
    done = fillomino("solve", EXAMPLES / "row.txt", "-e", "forest-bool", "-s", "z3-luby", "--unique")
    assert (done.code, "Z3" in done.out) == (0, True)


def test_workers_know_a_solver_of_a_package(own: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    command = ["compare", str(EXAMPLES / "row.txt"), "-e", "forest", "-s", "z3-luby", "--deduce", "none"]
    subprocess.run(
        [sys.executable, "-m", "workbench", *command, "-o", str(runs), "--no-report"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{own}"},
        check=True,
        capture_output=True,
        timeout=60,
    )
    [row] = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
    assert (row["solver"], row["status"]) == ("z3-luby", "solved")


def test_a_file_replaces_none_of_a_package(
    own: Path, fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own / "solvers.toml"
    path.write_text('[kissat]\ncommand = ["kissat"]\n')
    monkeypatch.setenv(VARIABLE, str(path))
    assert fillomino.refuses("solvers") == (
        f"{path}:1: kissat is a solver of a package and can't be replaced; choose another name"
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "own_solver:NOSUCH",
            "the solver own, which is own_solver:NOSUCH, can't be loaded: module 'own_solver' has",
        ),
        ("no_such_module:OWN", "can't be loaded: No module named 'no_such_module'"),
        ("own_solver:SCRIPT", "the solver own, which is own_solver:SCRIPT, is not a Solver"),
    ],
)
def test_a_bad_entry_point_is_refused(package: Package, fillomino: Runner, value: str, message: str) -> None:
    package(SOLVERS, "own_solver.py", own=value)
    with pytest.raises(UnknownSolverError, match=message):
        find("own")
    assert message in fillomino.refuses("solve", EXAMPLES / "row.txt", "-s", "own")
    assert message in fillomino("solvers").err

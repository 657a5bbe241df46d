"""Finding solvers: the table, programs by their command, files of solvers, versions, and what a run tells."""

from __future__ import annotations

import os
import pickle
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import (
    SOLVERS,
    DriverError,
    Failure,
    Limits,
    Sat,
    Session,
    SessionError,
    Solver,
    SolverNotFoundError,
    Timeout,
    Unknown,
    Unsat,
    Usage,
    command_line,
    find,
    installed,
    locate,
    run,
    version,
)
from drivers.answer import Outcome
from drivers.backend import known_version
from drivers.errors import SolverFileError, UnfitSolverError, UnknownSolverError
from drivers.fake import scripted, transcript
from drivers.limits import together
from drivers.solver import holds_sessions
from drivers.solvers import VARIABLE, every, file_in_use
from tests.drivers.conftest import Trace
from tests.support import needs
from tests.support.processes import ROOT
from tests.support.programs import broken_program, shell_script
from tests.support.refused import refused

SCRIPT = "(set-option :produce-models true)(set-logic QF_LIA)(declare-fun x () Int)(assert (= x (- 3)))"
SCRIPT += "(check-sat)(get-value (x))"


def test_the_table() -> None:
    assert {"z3", "yices", "cvc5", "bitwuzla"} <= {solver.name for solver in SOLVERS}
    assert len({solver.name for solver in SOLVERS}) == len(SOLVERS)
    for solver in SOLVERS:
        assert find(solver.name) is solver
        assert solver.title
        assert solver.install
        assert hash(solver) == hash(replace(solver))


def test_an_unknown_name_is_refused() -> None:
    with refused(UnknownSolverError, "unknown-solver"):
        find("nosuch")


def test_not_installed() -> None:
    missing = Solver("nosuch", "NoSuch", "no-such-solver", install="pip install no-such-solver")
    assert installed(missing) is None
    assert locate(missing) is None
    for use in (lambda: run("(check-sat)", missing), lambda: version(missing)):
        with refused(SolverNotFoundError, "solver-not-found"):
            use()
    assert installed(replace(scripted("sat\n"), needs_modules=("no_such_module",))) is None
    assert installed(replace(scripted("sat\n"), needs_executables=("no-such-solver",))) is None


def test_a_fallback_is_used_where_the_program_is_missing() -> None:
    both = Solver("both", "Both", "no-such-solver", fallback=scripted("sat\n"))
    assert run("(check-sat)", both).answer == Sat()
    native = replace(scripted("sat\n"), fallback=Solver("x", "X", "no-such-solver"))
    found = installed(native)
    assert found is not None
    assert found.executable == sys.executable


def test_beside_python_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside, on_path = tmp_path / "venv" / "bin", tmp_path / "bin"
    for folder in (beside, on_path):
        folder.mkdir(parents=True)
        shell_script(folder / "solver", "echo sat")
    (beside / "python").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(beside / "python"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'nothing'}:{on_path}")
    solver = Solver("s", "S", "solver")
    assert locate(solver) == beside / "solver"
    (beside / "solver").chmod(0o644)
    assert locate(solver) == on_path / "solver"
    assert run("(check-sat)", solver).answer == Sat()
    (on_path / "solver").unlink()
    assert locate(solver) is None
    assert locate(replace(solver, executable="./solver")) is None


SMT2_MODELS = "--smt2-model-format"


def test_command_lines() -> None:
    z3, yices = find("z3"), find("yices")
    assert command_line(z3, Limits()) == ("z3", "-in", "-smt2")
    assert command_line(z3, Limits(seconds=1.2)) == ("z3", "-in", "-smt2", "-T:3")
    assert command_line(yices, Limits(seconds=10)) == ("yices-smt2", SMT2_MODELS, "--timeout=12")
    assert command_line(yices, Limits(seconds=10), session=True) == (
        "yices-smt2",
        "--incremental",
        SMT2_MODELS,
    )
    assert command_line(yices, Limits(seconds=float("inf"))) == ("yices-smt2", SMT2_MODELS)
    assert command_line(find("cvc5"), Limits(seconds=1))[-1] == "--tlimit=3000"
    with refused(UnfitSolverError, "unfit-solver"):
        command_line(find("pysmt-z3"), Limits(), session=True)


def test_a_program_that_can_not_be_started(tmp_path: Path) -> None:
    solver = Solver("b", "Broken", str(broken_program(tmp_path)))
    result = run("(check-sat)", solver)
    assert isinstance(result.answer, Failure)
    if result.exit_code is not None:  # that of the launcher of macOS
        assert (result.exit_code, version(solver)) == (126, "unknown")
        return
    assert (result.stdout, result.stderr) == ("", "")
    with refused(DriverError, "not-started"):
        version(solver)


def test_what_a_run_tells() -> None:
    result = run(SCRIPT, find("yices"), Limits(seconds=600))
    assert result.answer == Sat({"x": -3})
    assert result.command[0] == str(locate(find("yices")))
    assert (result.stdout.splitlines()[0], result.exit_code) == ("sat", 0)


def test_versions(solver: Solver) -> None:
    assert any(character.isdigit() for character in version(solver))


def test_version_of_the_wordless() -> None:
    assert version(scripted()) == "fake 1.0"
    assert version(replace(scripted(), version_arguments=("-c", ""))) == "unknown"
    assert version(replace(scripted(), version_arguments=("-c", "print(1); exit(1)"))) == "unknown"


def test_a_version_that_is_known(tmp_path: Path) -> None:
    """It is asked for once, as long as the program is the same; and again where there was none."""
    asked = tmp_path / "asked"
    program = shell_script(tmp_path / "program", f"echo x >> {asked}\necho Mine 1.0")
    solver = replace(scripted(), executable=str(program), version_arguments=("--version",), writes=None)
    assert [known_version(solver) for _ in range(3)] == ["Mine 1.0"] * 3
    assert asked.read_text() == "x\n"
    shell_script(program, f"echo x >> {asked}\nexit 1")
    os.utime(program, ns=(0, 1))
    assert [known_version(solver) for _ in range(2)] == ["unknown"] * 2
    assert asked.read_text() == "x\n" * 3


def test_a_version_is_that_of_the_file_which_a_shell_runs(tmp_path: Path) -> None:
    program = tmp_path / "program.sh"
    solver = Solver("mine", "Mine", "/bin/sh", (str(program),), version_arguments=())
    reported = []
    for number in (1, 2):
        program.write_text(f"echo '(:name \"Mine\")'; echo '(:version \"{number}\")'\n")
        os.utime(program, ns=(0, number))
        reported.append(known_version(solver))
    assert [text.partition(" (")[0] for text in reported] == ["Mine 1", "Mine 2"]


def test_a_version_that_takes_three_seconds_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as OR-Tools may take to start on a busy machine, by a clock of its own: nobody sleeps here."""

    def slow(command: Sequence[str], stdin: bytes, limits: Limits, _writes: Sequence[str] = ()) -> Outcome:
        late = limits.seconds is not None and limits.seconds < 3
        printed, code = (b"", None) if late else (b"Slow 1.0\n", 0)
        return Outcome(printed, b"", code, timed_out=late, flooded=False, usage=Usage(3.0, 3.0, None))

    monkeypatch.setattr("drivers.backend.run_process", slow)
    assert version(scripted()) == version(scripted(), Limits(seconds=60)) == "Slow 1.0"
    assert version(scripted(), Limits(seconds=2)) == "unknown"


def test_importing_is_light() -> None:
    code = "import sys, drivers; print(*[m for m in ('z3', 'pysmt', 'cvc5', 'bitwuzla') if m in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert shown.stdout == b"\n"


def test_the_children_do_not_care_where_they_are_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solver: Solver
) -> None:
    (tmp_path / "re.py").write_text("raise SystemExit('the wrong module')")
    (tmp_path / "drivers").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if "-P" in solver.arguments:
        logic = "QF_BV" if solver.logics is None else solver.logics[0]
        assert run(f"(set-logic {logic})(check-sat)", solver, Limits(seconds=600)).answer == Sat()


def test_a_seed_changes_the_search() -> None:
    solver = find("yices")  # z3 draws lots too rarely for so small a script
    ring = [f"(not (= x{i} x{(i + k) % 30}))" for i in range(30) for k in (1, 2)]
    script = (
        "(set-option :produce-models true)(set-logic QF_LIA)"
        + "".join(f"(declare-fun x{i} () Int)(assert (<= 0 x{i} 5))" for i in range(30))
        + "".join(f"(assert {term})" for term in ring)
        + f"(check-sat)(get-value ({' '.join(f'x{i}' for i in range(30))}))"
    )
    answers = [run(script, replace(solver, seed=seed)).answer for seed in (1, 1, 2, 3, 4, 5)]
    assert all(isinstance(answer, Sat) for answer in answers)
    assert answers[0] == answers[1]
    assert any(answer != answers[0] for answer in answers[2:])


def test_a_session_takes_a_seed_too(tmp_path: Path) -> None:
    record = replace(transcript([("(set-option :random-seed 5)", "success")]), seed=5)
    with Session(record, replay=tmp_path / "said.smt2"):
        pass
    assert "(set-option :random-seed 5)" in (tmp_path / "said.smt2").read_text()
    assert command_line(replace(find("z3"), seed=5), Limits(), session=True)[-1] == "sat.random_seed=5"


def test_used_together() -> None:
    assert together([]) == Usage(0.0, 0.0, None)
    assert together([Usage(1, 2, None), Usage(3, 4, 5.0), Usage(1, 1, 2.0)]) == Usage(5, 7, 5.0)


CVC5 = find("cvc5")
OLD = """
case "$*" in *--version*) echo "This is cvc5 version {version}"; exit 0;; esac
if grep -q false; then echo unsat; else echo sat; echo '((x 3))'; exit 0; fi
echo '(error "Cannot get value unless after a SAT or UNKNOWN response.")'
exit 1
"""
QUESTION = "(declare-const x Int)\n(assert {})\n(check-sat)\n(get-value (x))\n"


def old_cvc5(folder: Path, version: str) -> Path:
    return shell_script(folder / "cvc5", OLD.format(version=version))


@pytest.mark.parametrize(("version", "newer"), [("1.0.3", False), ("999.0", True), ("none", False)])
def test_the_newest_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, newer: bool
) -> None:
    needs.module("cvc5", "cvc5")
    path = old_cvc5(tmp_path, version)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    taken = installed(CVC5)
    assert taken is not None
    assert taken.executable == (str(path) if newer else sys.executable)
    assert locate(CVC5) == Path(taken.executable)


def test_an_old_version_is_taken_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_cvc5(tmp_path, "1.0.3")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    old = replace(CVC5, fallback=None)
    assert locate(old) == path
    assert run(QUESTION.format("false"), old).answer == Unsat()  # its verdict stands, whatever follows
    assert run(QUESTION.format("true"), old).answer == Sat({"x": 3})


ONE_BOOLEAN = "(set-option :produce-models true)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"
NIGHTLY = """
# a build of mine
[nightly]
like = "z3"
command = ["bin/z3", "-in", "-smt2"]
session = ["bin/z3", "-in"]
time_limit = ["-T:{seconds}"]
seed = ["smt.random_seed={seed}"]
logics = ["QF_LIA", "QF_BV"]

[bare]
command = ["yices-smt2", "{file}"]
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file of solvers, which the variable names."""

    def file(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        monkeypatch.setenv(VARIABLE, str(path))
        return path

    return file


def test_every_key(write: Write, tmp_path: Path) -> None:
    path = write(NIGHTLY)
    found = find("nightly")
    z3 = find("z3")
    assert found.executable == str(tmp_path / "bin" / "z3")
    assert (found.name, found.title, found.same_as) == ("nightly", f"nightly ({found.executable})", "z3")
    assert (found.origin, found.logics) == (f"{path}:3", ("QF_LIA", "QF_BV"))
    assert found.quirks.timeout_words == z3.quirks.timeout_words
    assert found.logic_arguments == z3.logic_arguments
    assert (found.session_arguments, holds_sessions(found)) == (("-in",), True)
    line = command_line(found, Limits(seconds=1))
    assert line[1:] == ("-in", "-smt2", "-T:3")
    bare = find("bare")
    assert (bare.executable, bare.arguments, bare.origin) == ("yices-smt2", ("{file}",), f"{path}:11")
    assert (bare.session_arguments, bare.same_as) == (None, "yices")
    assert [solver.name for solver in every()][len(SOLVERS) :][:2] == ["nightly", "bare"]
    with refused(UnknownSolverError, "unknown-solver"):
        find("nosuch")
    with refused(UnknownSolverError, "duplicate-name"):
        find("nightly=smt:z3")


def test_names_with_dots_stand_in_quotes(write: Write) -> None:
    path = write('\n["cvc5-1.0"]\ncommand = ["x"]\n')
    assert find("cvc5-1.0").origin == f"{path}:2"


def test_it_runs(write: Write) -> None:
    z3 = needs.solver("z3").executable
    write(f'[build]\ncommand = ["{os.path.relpath(z3, write("").parent)}", "-in"]\n')
    assert run(ONE_BOOLEAN, find("build"), Limits(seconds=600)).answer == Sat({"p": True})


def test_the_places_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    (home / "fillomino").mkdir(parents=True)
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.delenv(VARIABLE)
    assert file_in_use() is None
    (home / "fillomino" / "solvers.toml").write_text('[user]\ncommand = ["a"]\n')
    assert find("user").origin == f"{home}/fillomino/solvers.toml:1"
    (here / "solvers.toml").write_text('[here]\ncommand = ["a"]\n')
    assert find("here").origin == "solvers.toml:1"
    with refused(UnknownSolverError, "unknown-solver"):
        find("user")
    monkeypatch.setenv(VARIABLE, str(here / "no-such-file"))
    with refused(SolverFileError, "bad-solver-file", None, None, str(here / "no-such-file")):
        find("z3")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[a\n", 1, 3),
        ('[a]\ncommand = ["x"]\n\nsesion = []\n', 4, None),
        ('[a]\ncommand = ["x",\n', 3, None),
        ('[cvc5-1.0]\ncommand = ["x"]\n', 1, None),
        ("[b]\n", 1, None),
        ('a = 1\n[c]\ncommand = ["x"]\n', 1, None),
        ('\n[z3]\ncommand = ["x"]\n', 2, None),
        ('["a b"]\ncommand = ["x"]\n', 1, None),
        ('[a]\ncommand = "x -in"\n', 2, None),
        ('[a]\nlike = "zz"\ncommand = ["x"]\n', 2, None),
        ('[a]\ncommand = ["x"]\nsession = ["y"]\n', 3, None),
        ('[a]\ncommand = ["x"]\nsession = ["x", "{file}"]\n', 3, None),
        ('[a]\ncommand = ["x"]\nseed = ["-s"]\n', 3, None),
        ('[a]\ncommand = ["x"]\ntime_limit = ["{minutes}"]\n', 3, None),
        ('[a]\ncommand = ["x"]\nlogics = []\n', 3, None),
    ],
)
def test_errors_name_file_and_line(write: Write, text: str, line: int, column: int | None) -> None:
    path = write(text)
    with refused(SolverFileError, "bad-solver-file", line, column, str(path)) as caught:
        find("yices")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.message, again.line, again.source) == (caught.value.message, line, str(path))


def test_a_file_that_is_no_text(write: Write) -> None:
    write("").write_bytes(b"\xff\xfe")
    with refused(SolverFileError, "bad-solver-file"):
        every()


X = "(set-option :produce-models true)(set-logic QF_LIA)(declare-fun x () Int)"
SAT = f"{X}(assert (< 3 x 5))(check-sat)(get-value (x))"
UNSAT = f"{X}(assert (< 3 x 4))(check-sat)(get-value (x))"
LIMITS = Limits(seconds=600)

Script = Callable[..., str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Write a shell script; gives the solver that it is, as on a command line."""

    def write(body: str, *arguments: str) -> str:
        return f"smt:{shlex.join([str(shell_script(tmp_path / 'solver', body)), *arguments])}"

    return write


def program(name: str) -> str:
    return shlex.quote(needs.solver(name).executable)


@pytest.mark.parametrize(
    "command",
    ["{z3} -in", "{z3} {{file}}", "{yices}", "{yices} --incremental", "{yices} {{file}}"],
)
def test_a_program_by_its_command(command: str) -> None:
    solver = find("smt:" + command.format(z3=program("z3"), yices=program("yices")))
    assert run(SAT, solver, LIMITS).answer == Sat({"x": 4})
    assert run(UNSAT, solver, LIMITS).answer == Unsat()


@pytest.mark.parametrize("end", ["", " {file}"])
def test_a_wrapper_script(script: Script, end: str) -> None:
    solver = find(script(f'exec timeout 60 {program("z3")} "$@"', *(["-in"] if not end else [])) + end)
    assert run(SAT, solver, LIMITS).answer == Sat({"x": 4})
    assert run(UNSAT, solver, LIMITS).answer == Unsat()
    assert version(solver).startswith("Z3 ")


def test_a_file_is_there_for_the_run_alone(script: Script, tmp_path: Path) -> None:
    kept = tmp_path / "seen"
    solver = find(script(f"echo $1 > {kept}; cat > {kept}.stdin; grep -c assert $1 >&2; echo sat", "{file}"))
    done = run("(assert true)(check-sat)", replace(solver, writes=None), LIMITS)
    assert (done.answer, done.stderr) == (Sat(), "1\n")
    seen = Path(kept.read_text().strip())
    assert seen.suffix == ".smt2"
    assert seen.parent == Path(tempfile.gettempdir())
    assert not seen.exists()
    assert Path(f"{kept}.stdin").read_text() == ""
    assert "{file}" in done.command


def test_names() -> None:
    assert find("smt:z3 -in").name == "smt:z3 -in"
    named = find("my.z3-1=smt:~/z3 -in 'a b'")
    assert (named.name, named.title, named.arguments) == ("my.z3-1", "my.z3-1 (~/z3)", ("-in", "a b"))
    assert named.executable == str(Path("~/z3").expanduser())
    assert (named.same_as, find("smt:cat").same_as) == ("z3", "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("smt:", "bad-solver"),
        ("x=smt:", "bad-solver"),
        ("smt:a 'b", "bad-solver"),
        ("z3=smt:a", "duplicate-name"),
        ("a b=smt:a", "bad-solver"),
        ("=smt:a", "bad-solver"),
    ],
)
def test_what_is_no_program_is_refused(text: str, code: str) -> None:
    with refused(UnknownSolverError, code):
        find(text)


def test_a_program_that_is_not_there() -> None:
    with refused(SolverNotFoundError, "solver-not-found"):
        run(SAT, find("smt:no-such-program -x"), LIMITS)


@pytest.mark.parametrize(
    "body",
    [
        "echo Welcome to Solver 1.0; echo sat; echo '((x 4))'",
        "echo unsupported; echo unsupported; echo unsupported",
        "echo; echo 'sat)('",
        "echo sat; echo '((x 4)'",
        "echo sat",
        "echo sat; echo '((y 4))'",
        "echo sat; echo '((x 4))'; echo unsat",
        "echo sat; echo '((x 4))'; exit 3",
        "echo unsat; exit 10",
        "echo unsat; kill -SEGV $$",
        "echo oh no >&2; exit 1",
        "head -c 2000000 /dev/zero | tr '\\0' 'e' >&2; exit 1",
        "head -c 300 /dev/urandom | tr -d '();|\"'; echo ' ('",
        "echo '(error \"no such logic\")'; echo sat; echo '((x 4))'",
        "kill -KILL $$",
    ],
)
def test_a_bad_program_is_a_failure(script: Script, body: str) -> None:
    """Of one line, however much it printed."""
    answer = run(SAT, find(script(body)), LIMITS).answer
    assert isinstance(answer, Failure), answer
    assert len(answer.text) < 600
    assert "\n" not in answer.text


def test_two_megabytes_of_errors_beside_an_answer(script: Script) -> None:
    solver = find(script("head -c 2000000 /dev/zero >&2; echo sat; echo '((x 4))'"))
    assert run(SAT, solver, LIMITS).answer == Sat({"x": 4})


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("echo unsat; echo '(error \"whatever it likes\")'; exit 1", Unsat()),
        ("echo unsat", Unsat()),
        ("echo unsat; exit 20", Unsat()),
        ("echo sat; echo '((x 4))'; exit 10", Sat({"x": 4})),
        ("echo unknown", Unknown("the solver gave no reason")),
    ],
)
def test_what_the_standard_leaves_open(script: Script, body: str, answer: object) -> None:
    """After `unsat` there are no values, whatever a solver prints about that."""
    assert run(SAT, find(script(body)), LIMITS).answer == answer


def test_a_hang_is_a_timeout_and_leaves_nothing(script: Script, trace: Trace) -> None:
    """Also where the program runs in a group of its own, as under `timeout` that a script started."""
    solver = find(script(f"timeout 3600 sh -c 'sleep 3600; true {trace.mark}'\ntrue"))
    assert run(SAT, solver, Limits(seconds=1)).answer == Timeout(1)
    assert trace.wait_until(alive=False) == []


def test_sessions_are_begun_only_where_nothing_else_will_do(script: Script) -> None:
    solver = find(f"smt:{program('z3')} -in")
    assert not holds_sessions(solver)
    with Session(solver, LIMITS) as session:
        session.send_all(["(declare-fun p () Bool)", "(assert p)"])
        assert session.check(asking=["p"]) == Sat({"p": True})
    with refused(SessionError, "unfit-solver"):
        Session(find("smt:z3 {file}"), LIMITS)


def test_a_program_that_reads_everything_first(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.session.FIRST_SECONDS", 0.2)
    with refused(SessionError, "unfit-solver"):
        Session(find(script("cat > /dev/null; echo sat")), Limits(seconds=600))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("echo Welcome; cat", "bad-reply"),
        ("read line; echo ')'; cat", "bad-reply"),
        ("read line; echo unsupported; cat > /dev/null", "bad-reply"),
        ("exit 7", "solver-ended"),
        ("head -c 2000000 /dev/zero >&2; exit 7", "solver-ended"),
    ],
)
def test_a_bad_session_ends_with_its_code(script: Script, body: str, code: str) -> None:
    with refused(SessionError, code), Session(find(script(body)), LIMITS) as session:
        session.check()


def test_the_version_is_that_of_the_command_and_tells_files_apart(script: Script) -> None:
    assert version(find(script("echo one", "a"))) == version(find(script("echo one", "a")))
    one, two = (
        version(find(script('echo \'(:name "S")(:version "2")\' # 1'))),
        version(find(script("echo x # 2"))),
    )
    assert one.startswith("S 2 (file ")
    assert two.startswith("x (file ")
    assert one[-9:] != two[-9:]
    assert version(find(script("exit 1"))).startswith("unknown (file ")


def test_a_flood_in_place_of_a_version_is_not_read(script: Script) -> None:
    assert version(find(script("exec yes '((:name 1))'")), Limits(seconds=600)).startswith("unknown (file ")

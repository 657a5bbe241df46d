"""Programs of which only the command is known: `smt:PROGRAM`, whatever they print."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers import (
    Failure,
    Limits,
    Sat,
    Session,
    SessionError,
    SolverNotFoundError,
    Timeout,
    Unknown,
    Unsat,
    find,
    installed,
    run,
    version,
)
from drivers.errors import UnknownSolverError
from drivers.solver import holds_sessions
from tests.drivers.conftest import Trace
from tests.support.programs import shell_script

X = "(set-option :produce-models true)(set-logic QF_LIA)(declare-fun x () Int)"
SAT = f"{X}(assert (< 3 x 5))(check-sat)(get-value (x))"
UNSAT = f"{X}(assert (< 3 x 4))(check-sat)(get-value (x))"
LIMITS = Limits(seconds=20)

Script = Callable[..., str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Write a shell script; gives the solver that it is, as on a command line."""

    def write(body: str, *arguments: str) -> str:
        return f"smt:{shlex.join([str(shell_script(tmp_path / 'solver', body)), *arguments])}"

    return write


def program(name: str) -> str:
    found = installed(find(name))
    if found is None:
        pytest.skip(f"{name} is not installed")
    return shlex.quote(found.executable)


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
    done = run("(assert true)(check-sat)", solver, LIMITS)
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
    ("text", "message"),
    [
        ("smt:", "the solver 'smt:' lacks a program; write smt:PROGRAM"),
        ("x=smt:", "lacks a program"),
        ("smt:a 'b", "No closing quotation; quote it as for a shell"),
        ("z3=smt:a", "a solver z3 exists already .built in.; choose another name"),
        ("a b=smt:a", "'a b' is not a valid name; use letters"),
        ("=smt:a", "'' is not a valid name"),
    ],
)
def test_what_is_no_program_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnknownSolverError, match=message):
        find(text)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(SolverNotFoundError, match="no executable program no-such-program found"):
        run(SAT, find("smt:no-such-program -x"), LIMITS)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "echo Welcome to Solver 1.0; echo sat; echo '((x 4))'",
            "printed no verdict, but: Welcome to Solver 1.0",
        ),
        ("echo unsupported", "printed unsupported"),
        ("echo; echo 'sat)('", "can't be read"),
        ("echo sat; echo '((x 4)'", "can't be read"),
        ("echo sat", "answered sat, but ended before it answered get-value"),
        ("echo sat; echo '((y 4))'", "y"),
        ("echo sat; echo '((x 4))'; echo unsat", "printed more than it was asked: unsat"),
        ("echo sat; echo '((x 4))'; exit 3", "answered, but ended with exit code 3"),
        ("echo unsat; exit 10", "answered, but ended with exit code 10"),
        ("echo unsat; kill -SEGV $$", "answered, but ended with signal SIGSEGV"),
        ("echo oh no >&2; exit 1", "printed no answer (exit code 1): oh no"),
        ("head -c 2000000 /dev/zero | tr '\\0' 'e' >&2; exit 1", "printed no answer (exit code 1): eee"),
        ("head -c 300 /dev/urandom | tr -d '();|\"'; echo ' ('", "can't be read"),
        ("echo '(error \"no such logic\")'; echo sat; echo '((x 4))'", "reported an error: no such logic"),
        ("kill -KILL $$", "signal SIGKILL"),
    ],
)
def test_a_bad_program_ends_in_a_sentence(script: Script, body: str, message: str) -> None:
    answer = run(SAT, find(script(body)), LIMITS).answer
    assert isinstance(answer, Failure), answer
    assert message in answer.text
    assert "/solver " in answer.text
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
    solver = find(script(f"timeout 60 sh -c 'sleep 60; true {trace.mark}'\ntrue"))
    assert run(SAT, solver, Limits(seconds=1)).answer == Timeout(1)
    assert trace.wait_until(alive=False) == []


def test_sessions_are_begun_only_where_nothing_else_will_do(script: Script) -> None:
    solver = find(f"smt:{program('z3')} -in")
    assert not holds_sessions(solver)
    with Session(solver, LIMITS) as session:
        session.send_all(["(declare-fun p () Bool)", "(assert p)"])
        assert session.check(asking=["p"]) == Sat({"p": True})
    with pytest.raises(SessionError, match="can't hold an incremental session"):
        Session(find("smt:z3 {file}"), LIMITS)


def test_a_program_that_reads_everything_first(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.session._FIRST_SECONDS", 0.2)
    with pytest.raises(SessionError, match="seems to read all of its input before it replies"):
        Session(find(script("cat > /dev/null; echo sat")), Limits(seconds=30))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "echo Welcome; cat",
            "no command asked for: Welcome|more than one reply.*: Welcome|replied Welcome to",
        ),
        (
            "read line; echo ')'; cat",
            "printed what can't be read: a .* closes nothing; the last it printed: .*",
        ),
        ("read line; echo unsupported; cat > /dev/null", "replied unsupported to"),
        ("exit 7", "ended with exit code 7 before it replied to"),
        ("head -c 2000000 /dev/zero >&2; exit 7", "ended with exit code 7 before it replied to"),
    ],
)
def test_a_bad_session_ends_in_a_sentence(script: Script, body: str, message: str) -> None:
    with pytest.raises(SessionError, match=message) as caught, Session(find(script(body)), LIMITS) as session:
        session.check()
    assert "solver " in caught.value.message


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
    assert version(find(script("exec yes '((:name 1))'")), Limits(seconds=5)).startswith("unknown (file ")

"""Finding solvers, their command lines, and repeating runs by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
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
    Solver,
    SolverNotFoundError,
    Usage,
    command_line,
    find,
    installed,
    locate,
    run,
    version,
)
from drivers.answer import Outcome, together
from drivers.fake import scripted, transcript
from tests.support.programs import broken_program, shell_script

SCRIPT = "(set-option :produce-models true)(set-logic QF_LIA)(declare-fun x () Int)(assert (= x (- 3)))"
SCRIPT += "(check-sat)(get-value (x))"
ROOT = Path(__file__).parents[2]


def test_the_table() -> None:
    assert {"z3", "yices", "cvc5", "bitwuzla"} <= {solver.name for solver in SOLVERS}
    assert len({solver.name for solver in SOLVERS}) == len(SOLVERS)
    for solver in SOLVERS:
        assert find(solver.name) is solver
        assert solver.title
        assert solver.install.startswith(("pip install ", "apt-get install "))
        assert hash(solver) == hash(replace(solver))


def test_an_unknown_name_lists_the_known_ones() -> None:
    names = ", ".join(solver.name for solver in SOLVERS)
    with pytest.raises(DriverError, match=f"unknown solver 'nosuch'; the solvers are {names}, and dimacs:"):
        find("nosuch")


def test_not_installed() -> None:
    missing = Solver("nosuch", "NoSuch", "no-such-solver", install="pip install no-such-solver")
    assert installed(missing) is None
    assert locate(missing) is None
    for use in (lambda: run("(check-sat)", missing), lambda: version(missing)):
        with pytest.raises(SolverNotFoundError, match=r"NoSuch is not installed here.*pip install no-such"):
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
    with pytest.raises(ValueError, match="session"):
        command_line(find("pysmt-z3"), Limits(), session=True)


def test_a_program_that_can_not_be_started(tmp_path: Path) -> None:
    solver = Solver("b", "Broken", str(broken_program(tmp_path)))
    result = run("(check-sat)", solver)
    assert result.answer == Failure("Broken could not be started: Exec format error")
    assert result.exit_code is None
    with pytest.raises(DriverError, match="could not be started"):
        version(solver)


def test_what_a_run_tells(solver: Solver) -> None:
    script, wanted = SCRIPT, Sat({"x": -3})
    if solver.logics is not None and "QF_BV" in solver.logics:
        script = script.replace("QF_LIA", "QF_BV").replace("Int", "(_ BitVec 4)").replace("(- 3)", "#xd")
        wanted = Sat({"x": 13})
    elif solver.logics is not None and "QF_LIA" not in solver.logics:
        script = script.replace("QF_LIA", "QF_UF").replace("Int", "Bool").replace("(- 3)", "true")
        wanted = Sat({"x": True})
    result = run(script, solver, Limits(seconds=60))
    assert result.answer == wanted
    assert result.command[0] == str(locate(solver))
    assert result.stdout.startswith("sat\n")
    assert result.exit_code == 0


def test_versions(solver: Solver) -> None:
    assert any(character.isdigit() for character in version(solver))


def test_version_of_the_wordless() -> None:
    assert version(scripted()) == "fake 1.0"
    assert version(replace(scripted(), version_arguments=("-c", ""))) == "unknown"
    assert version(replace(scripted(), version_arguments=("-c", "print(1); exit(1)"))) == "unknown"


def test_a_version_that_takes_three_seconds_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as OR-Tools may take to start on a busy machine, by a clock of its own: nobody sleeps here."""

    def slow(command: Sequence[str], stdin: bytes, limits: Limits) -> Outcome:
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
        assert run(f"(set-logic {logic})(check-sat)", solver, Limits(seconds=60)).answer == Sat()


def test_a_seed_changes_the_search() -> None:
    solver = find("yices")  # z3 draws lots too rarely for so small a script
    if installed(solver) is None:
        pytest.skip("yices is not installed")
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

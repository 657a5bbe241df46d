"""Processes of solvers write no files: neither where a script says, nor by themselves."""

from __future__ import annotations

import os
import resource
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from drivers import Limits, Sat, Session, Unsat, find, run
from drivers.limits import TEMPORARY
from drivers.process import Child, run_process
from drivers.programs import of_file
from drivers.solver import command_line, require
from drivers.solvers import SOLVERS
from drivers.system import adopt_orphans, landlock
from drivers.system.landlock import start_confined
from drivers.system.linux import _adopts_orphans
from tests.support.programs import shell_script

WAYS = {
    "open": "open(PATH, 'w').write('new')",
    "append": "open(PATH, 'a').write('new')",
    "truncate": "os.truncate(PATH, 0)",
    "remove": "os.remove(PATH)",
    "rename": "os.rename(PATH, PATH + '.2')",
    "link": "os.symlink('a', PATH + '.2')",
    "directory": "os.mkdir(PATH + '.2')",
    "new": "open(PATH + '.2', 'w').write('new')",
}
"""What a program might do to a file."""

needs_landlock = pytest.mark.skipif(
    "landlock._rules() == 0", reason="this kernel has no Landlock (Linux 5.13 or later has it)"
)


def outcome(way: str, path: Path, writes: Sequence[str] | None) -> tuple[int | None, list[str]]:
    """The exit code of a program that treats a file in some way, and what is in its folder then."""
    code = f"import os; PATH = {str(path)!r}; {way}"
    done = run_process([sys.executable, "-c", code], b"", Limits(seconds=60), writes)
    return done.exit_code, [f"{each.name}: {each.read_text()}" for each in sorted(path.parent.iterdir())]


@needs_landlock
@pytest.mark.parametrize("writes", [(), (TEMPORARY,)])
def test_a_process_changes_no_file(writes: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / "victim"
    path.write_text("words")
    for way in WAYS.values():
        code, files = outcome(way, path, writes)
        assert (code, files) == (1, ["victim: words"]), way


@pytest.mark.parametrize("above", ["its own", "none"])
def test_it_may_write_below_its_folders(above: str, tmp_path: Path) -> None:
    path = tmp_path / "victim"
    path.write_text("words")
    writes = [str(tmp_path)] if above == "its own" else None
    assert outcome(WAYS["open"], path, writes) == (0, ["victim: new"])


def test_without_landlock_not_a_byte_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(landlock, "_rules", lambda: 0)
    path = tmp_path / "victim"
    path.write_text("words")
    # The limit is set right after the start, so the program waits for its input before it writes.
    child = Child([sys.executable, "-c", f"input(); open({str(path)!r}, 'a').write('new')"], Limits())
    child.send(b"\n")
    while not child.exited:
        child.step(None)
    child.close()
    assert path.read_text() == "words"


def test_pipes_and_the_null_device_are_open() -> None:
    code = "import sys; open('/dev/null', 'w').write('a'); print('out'); print('err', file=sys.stderr)"
    done = run_process([sys.executable, "-c", code], b"", Limits(seconds=60))
    assert (done.exit_code, done.stdout, done.stderr) == (0, b"out\n", b"err\n")


def test_a_program_has_a_folder_for_temporary_files() -> None:
    code = "import tempfile; f = tempfile.NamedTemporaryFile(); f.write(b'a'); f.flush(); print(f.name)"
    done = run_process([sys.executable, "-c", code], b"", Limits(seconds=60), (TEMPORARY,))
    assert done.exit_code == 0, done.stderr
    assert not Path(done.stdout.decode().strip()).parent.exists(), "it ends with the program"


def test_nothing_else_of_us_is_limited(tmp_path: Path) -> None:
    run_process([sys.executable, "-c", "pass"], b"", Limits(seconds=60))
    (tmp_path / "ours").write_text("words")
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 0


def test_what_fails_in_the_thread_is_raised() -> None:
    def start() -> Any:
        raise FileNotFoundError("no such program")

    with pytest.raises(FileNotFoundError):
        start_confined(start, ())
    with pytest.raises(OSError):
        run_process(["/no/such/program"], b"", Limits(), (TEMPORARY,))


@needs_landlock
def test_a_solver_that_is_told_to_write_does_not(tmp_path: Path) -> None:
    """Without the first gate: the bytes are given as they are."""
    path = tmp_path / "victim"
    for name in ("z3", "yices"):
        solver = require(find(name))
        for option in (":regular-output-channel", ":diagnostic-output-channel", ":sat.drat.file"):
            path.write_text("words")
            script = f'(set-option {option} "{path}")\n(set-logic QF_UF)\n(echo "new")(check-sat)\n(foo)\n'
            run_process(
                command_line(solver, Limits(seconds=60)), script.encode(), Limits(seconds=60), solver.writes
            )
            assert path.read_text() == "words"


@needs_landlock
def test_a_program_of_a_person_is_confined_too(tmp_path: Path) -> None:
    path, list_ = tmp_path / "victim", tmp_path / "solvers.toml"
    program = shell_script(tmp_path / "solver", f"cat > /dev/null; echo sat; echo new > {path}; true")
    script = "(set-logic QF_UF)\n(check-sat)\n"
    assert run(script, find(f"smt:{program}"), Limits(seconds=60)).answer == Sat({})
    assert not path.exists()
    list_.write_text(f'[mine]\ncommand = ["{program}"]\nwrites = ["."]\n')
    assert run(script, of_file(list_, SOLVERS)["mine"], Limits(seconds=60)).answer == Sat({})
    assert path.read_text() == "new\n"


def test_an_adopted_process_is_confined_too(tmp_path: Path) -> None:
    """In a fork, as the adoption is for good."""
    path = tmp_path / "victim"
    pid = os.fork()
    if not pid:
        code = 1
        try:
            adopt_orphans()
            words = [sys.executable, "-c", f"open({str(path)!r}, 'w').write('new')"]
            done = run_process(words, b"", Limits(seconds=60))
            code = 0 if not _adopts_orphans() or (done.exit_code == 1 and done.usage.memory_mib) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert not path.exists() or path.read_text() == ""


def test_a_session_and_a_run_still_answer() -> None:
    for name in ("z3", "yices"):
        with Session(find(name), Limits(seconds=60)) as session:
            session.send_all(["(set-logic QF_UF)", "(assert false)"])
            assert session.check() == Unsat()


@needs_landlock
def test_where_we_lack_what_it_takes_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> None:
        raise AssertionError("it was started all the same")

    monkeypatch.setattr(landlock, "_call", lambda *_: -1)
    with pytest.raises(OSError):
        start_confined(start, ())

    class NoThread(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "Thread", NoThread)
    with pytest.raises(OSError):
        start_confined(start, ())

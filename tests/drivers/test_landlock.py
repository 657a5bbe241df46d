"""Landlock: neither where a script says, nor by itself does a process of a solver write files."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from drivers import Limits, Sat, find, run
from drivers.limits import TEMPORARY
from drivers.process import run_process
from drivers.programs import of_file
from drivers.solver import command_line, require
from drivers.solvers import SOLVERS
from drivers.system import adopt_orphans
from tests.drivers.test_sandbox import outcome
from tests.support import needs
from tests.support.programs import shell_script

needs.linux("Landlock")
assert sys.platform == "linux"  # type checkers read on there alone

from drivers.system import landlock
from drivers.system.landlock import start_confined
from drivers.system.linux import _adopts_orphans

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


@needs_landlock
@pytest.mark.parametrize("writes", [(), (TEMPORARY,)])
def test_a_process_changes_no_file(writes: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / "victim"
    path.write_text("words")
    for way in WAYS.values():
        code, files = outcome(way, path, writes)
        assert (code, files) == (1, ["victim: words"]), way


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

"""Processes of solvers write no files beyond what they are given; what else they need is there."""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers import Limits, Session, Unsat, find
from drivers.limits import TEMPORARY
from drivers.process import Child, run_process
from tests.support import needs


def outcome(way: str, path: Path, writes: Sequence[str] | None) -> tuple[int | None, list[str]]:
    """The exit code of a program that treats a file in some way, and what is in its folder then."""
    code = f"import os; PATH = {str(path)!r}; {way}"
    done = run_process([sys.executable, "-c", code], b"", Limits(seconds=60), writes)
    return done.exit_code, [f"{each.name}: {each.read_text()}" for each in sorted(path.parent.iterdir())]


@pytest.mark.parametrize("above", ["its own", "none"])
def test_it_may_write_below_its_folders(above: str, tmp_path: Path) -> None:
    path = tmp_path / "victim"
    path.write_text("words")
    writes = [str(tmp_path)] if above == "its own" else None
    assert outcome("open(PATH, 'w').write('new')", path, writes) == (0, ["victim: new"])


def test_without_landlock_not_a_byte_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    needs.limits_of_files()
    if sys.platform == "linux":
        monkeypatch.setattr("drivers.system.landlock._rules", lambda: 0)
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


def test_a_session_and_a_run_still_answer() -> None:
    for name in ("z3", "yices"):
        with Session(find(name), Limits(seconds=60)) as session:
            session.send_all(["(set-logic QF_UF)", "(assert false)"])
            assert session.check() == Unsat()

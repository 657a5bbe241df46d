"""Dolmen, which checks a set besides, where it is installed: here a fake one."""

from __future__ import annotations

from pathlib import Path

import pytest

from smtlib.lint import Finding
from tests.workbench.conftest import ROOT, Runner
from workbench.benchmarks.dolmen import checked_by

EXAMPLE = ROOT / "docs" / "benchmarks" / "example"
FILE = "non-incremental/QF_LIA/20261123-fillomino-example/flow/solvable-04x04-1.smt2"


def fake(path: Path, script: str) -> str:
    """Write an executable."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_it_runs_on_each_file(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    fake(tmp_path / "dolmen", f'echo "$@" >> {log}')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    done = fillomino("benchmarks", "--check", EXAMPLE)
    assert (done.code, done.err) == (0, "fillomino: 12 files, 0 errors, 0 notes\n")
    lines = log.read_text().splitlines()
    assert len(lines) == 12
    assert f"--strict=false --check-headers=true --input=smt2.6 {EXAMPLE / FILE}" in lines
    fillomino("benchmarks", "--check", EXAMPLE / FILE)
    assert len(log.read_text().splitlines()) == 13


def test_its_errors_and_warnings_are_findings(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = """cat <<'END'
File "x.smt2", line 1056, character 64-96:
1056 | (assert (= x 1.0))
       ^^^
Warning This header is unusual
File "x.smt2", line 7, characters 25-28:
Error Unbound identifier: `1.0`
      Hint: The current logic has no reals
END
exit 1"""
    fake(tmp_path / "dolmen", report)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    done = fillomino("benchmarks", "--check", EXAMPLE / FILE)
    assert done.code == 1
    assert ".smt2:7:26: error: Unbound identifier: `1.0` [dolmen]" in done.out
    assert ".smt2:1056:65: note: This header is unusual [dolmen]" in done.out


def test_its_failures_are_errors(tmp_path: Path) -> None:
    path = EXAMPLE / FILE
    content = path.read_bytes()
    silent = checked_by(fake(tmp_path / "silent", "exit 3"), path, content)
    assert silent == [Finding(1, 1, True, "dolmen", "exit code 3")]
    crash = checked_by(
        fake(tmp_path / "crash", "echo Fatal error: stack overflow >&2; exit 2"), path, content
    )
    assert crash == [Finding(1, 1, True, "dolmen", "Fatal error: stack overflow")]
    [gone] = checked_by(str(tmp_path / "gone"), path, content)
    assert "could not check it" in gone.text

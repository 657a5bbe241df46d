"""The checkers of the library, which check a set besides, where they are installed: here fake ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from smtlib.lint import Finding
from tests.workbench.conftest import ROOT, Runner
from workbench.benchmarks.check import checked_by

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
    assert done.code == 0 and "12 files, 0 errors, 0 notes" in done.err
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


def test_klammerhammer_runs_where_it_is(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes the file to its standard output, which is no finding; its exit code tells."""
    fake(tmp_path / "klhm", 'cat "$1"; case "$1" in *unique*) echo "no such sort" >&2; exit 1;; esac')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert fillomino("benchmarks", "--check", EXAMPLE / FILE).code == 0
    [refused] = [path for path in EXAMPLE.rglob("unique-*.smt2") if "flow" in path.parts]
    done = fillomino("benchmarks", "--check", refused)
    assert done.code == 1 and "error: no such sort [klhm]" in done.out


def test_its_failures_are_errors(tmp_path: Path) -> None:
    path = EXAMPLE / FILE
    content = path.read_bytes()
    name = fake(tmp_path / "silent", "exit 3")
    assert list(checked_by(name, path, content)) == [Finding(1, 1, True, name, "exit code 3")]
    name = fake(tmp_path / "crash", "echo Fatal error: stack overflow >&2; exit 2")
    assert list(checked_by(name, path, content)) == [Finding(1, 1, True, name, "Fatal error: stack overflow")]
    [gone] = checked_by(str(tmp_path / "gone"), path, content)
    assert "could not check it" in gone.text

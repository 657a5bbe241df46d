"""Of two versions of a solver the newer one runs; an old one's verdict stands."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Sat, Unsat, find, installed, locate, run
from tests.support.programs import shell_script

CVC5 = find("cvc5")
OLD = """
case "$*" in *--version*) echo "This is cvc5 version {version}"; exit 0;; esac
if grep -q false; then echo unsat; else echo sat; echo '((x 3))'; exit 0; fi
echo '(error "Cannot get value unless after a SAT or UNKNOWN response.")'
exit 1
"""
QUESTION = "(declare-const x Int)\n(assert {})\n(check-sat)\n(get-value (x))\n"


def program(folder: Path, version: str) -> Path:
    return shell_script(folder / "cvc5", OLD.format(version=version))


def test_the_verdict_of_an_old_version_stands(tmp_path: Path) -> None:
    old = replace(CVC5, executable=str(program(tmp_path, "1.0.3")), fallback=None)
    assert run(QUESTION.format("false"), old).answer == Unsat()
    assert run(QUESTION.format("true"), old).answer == Sat({"x": 3})


@pytest.mark.parametrize(("version", "newer"), [("1.0.3", False), ("999.0", True), ("none", False)])
def test_the_newest_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, newer: bool
) -> None:
    pytest.importorskip("cvc5")
    path = program(tmp_path, version)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    taken = installed(CVC5)
    assert taken is not None
    assert taken.executable == (str(path) if newer else sys.executable)
    assert locate(CVC5) == Path(taken.executable)


def test_an_old_version_is_taken_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(tmp_path, "1.0.3")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    taken = installed(replace(CVC5, fallback=None))
    assert taken is not None
    assert taken.executable == str(path)

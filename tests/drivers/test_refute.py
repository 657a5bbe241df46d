"""SAT solvers that write proofs, the real one and one that writes LRAT."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.limits import Limits
from drivers.refute import RefuteError, program, refute
from workbench.certificates.refuted import steps_of
from workbench.certificates.rup import RupError, Step, drat_lines, lrat_steps
from workbench.certificates.trimming import derive

CNF = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
NEW = """#!/bin/sh
case "$1" in
--version) echo 2.1.3; exit 0 ;;
esac
for last; do proof=$last; done
echo "$*" | grep -q -- --lrat && printf '5 1 0 1 2 0\\n5 d 1 2 0\\n7 2 0 5 3 0\\n6 0 5 3 4 0\\n' > "$proof"
exit CODE
"""


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = folder / "cadical"
    path.write_text(text, encoding="ascii")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.skipif(program() is None, reason="no SAT solver that writes proofs is installed")
def test_a_proof_is_written_and_read() -> None:
    steps = steps_of(CNF, Limits())
    assert steps[-1].lemma == ()
    with pytest.raises(RefuteError, match="ended with code 10 where a proof was wanted"):
        refute(CNF[1:], Limits())


def test_lrat_of_a_newer_version_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, NEW.replace("CODE", "20"))
    found = refute(CNF, Limits())
    assert found.lrat
    assert lrat_steps(4, found.text) == [Step((1,), [0, 1]), Step((), [~0, 2, 3])]


def test_a_solver_that_fails_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, NEW.replace("CODE", "3"))
    with pytest.raises(RefuteError, match="ended with code 3"):
        refute(CNF, Limits())
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(RefuteError, match="no SAT solver that writes proofs"):
        refute(CNF, Limits())


@pytest.mark.parametrize("text", ["5 1 0 -1 2 0\n", "5 1 0 9 0\n", "5 1 0 1 2 0\n", "5 1\n", "x\n"])
def test_a_proof_in_lrat_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RupError):
        lrat_steps(4, text)


@pytest.mark.parametrize("text", ["1 0\n", "1 0\n0 0\n", "x 0\n", "1 2\n", "5 0\n0\n"])
def test_a_proof_in_drat_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RupError):
        derive(CNF[:3], drat_lines(text))


def test_drat_becomes_lrat() -> None:
    steps = derive(CNF, drat_lines("1 0\nd 1 2 0\n0\n"))
    assert steps[0] == Step((1,), [1, 0]) or set(steps[0].hints) == {0, 1}
    assert steps[-1].lemma == ()

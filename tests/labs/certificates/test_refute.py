"""Proofs that clauses contradict each other, by Z3 or by SAT solvers."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers import Limits
from labs.certificates.proof import RupError, followed, without_deletions
from labs.certificates.refute import RefuteError, prover, refutation, refute
from tests.support.programs import hide, shell_script

CNF = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
FAKE = """
PROOF
echo 's VERDICT'
exit 20
"""


def fake_cadical(
    folder: Path, monkeypatch: pytest.MonkeyPatch, proof: str, verdict: str = "UNSATISFIABLE"
) -> None:
    shell_script(folder / "cadical", FAKE.replace("PROOF", proof).replace("VERDICT", verdict))
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    hide(monkeypatch)


def test_z3_does_where_nothing_else_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "cadical", "kissat")
    assert prover()[0].name == "z3"
    holes = range(5)
    pigeons = [tuple(p * 5 + h + 1 for h in holes) for p in range(6)]
    pigeons += [(-p * 5 - h - 1, -q * 5 - h - 1) for h in holes for p in range(6) for q in range(p)]
    for clauses in (CNF, pigeons):
        proof = refutation(clauses, Limits())
        assert isinstance(proof, str)
        assert proof.endswith("0\n")
    assert refute(CNF[1:], Limits()) == refutation(CNF[1:], Limits()) == frozenset((-1, -2))


def test_an_installed_sat_solver_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_cadical(tmp_path, monkeypatch, "printf '1 0\\nd 1 2 0\\n0\\n'")
    assert prover()[0].name == "cadical"
    assert refute(CNF, Limits()) == "1 0\nd 1 2 0\n0\n"
    assert refutation(CNF, Limits()) == "1 0\n0\n"


@pytest.mark.parametrize(
    ("proof", "verdict"),
    [
        ("echo 'v 1 0'", "SATISFIABLE"),
        (":", "UNSATISFIABLE"),
        ("echo '3 0'", "UNSATISFIABLE"),
        ("echo '1 0 2 0'; echo 0", "UNSATISFIABLE"),
        ("printf '\\377 0\\n0\\n'", "UNSATISFIABLE"),
        ("echo 0", "UNKNOWN"),
        ("echo 's SATISFIABLE'; echo 'v x 0'", ""),
    ],
    ids=["a wrong model", "none", "of nothing", "no lines", "not text", "no verdict", "no model"],
)
def test_a_solver_that_fails_is_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proof: str, verdict: str
) -> None:
    fake_cadical(tmp_path, monkeypatch, proof, verdict)
    with pytest.raises(RefuteError):
        refutation(CNF, Limits())


def test_without_any_solver_there_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "cadical", "kissat", "z3")
    with pytest.raises(RefuteError):
        refute(CNF, Limits())


@pytest.mark.parametrize("text", ["1 0\n", "1 0\n0 0\n", "x 0\n0\n", "1 2\n0\n", "10\n"])
def test_a_proof_in_drat_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RupError):
        followed(CNF[:3], text)
    with pytest.raises(RupError):
        without_deletions(text)

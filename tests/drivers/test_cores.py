"""Minimal cores, whatever refutes them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import Limits, Session, Solver, fake, find, installed
from drivers.answer import Timeout, Unknown
from drivers.cores import OPTION, minimal_core, refuted_by, require_session, unanswered, used_assumptions
from drivers.errors import SessionError, SessionTimeoutError, UnfitSolverError
from drivers.fake import transcript
from tests.support.where import where

sets = st.sets(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), max_size=5)


@given(sets)
def test_a_core_is_refuted_and_none_of_it_can_be_spared(conflicts: set[frozenset[int]]) -> None:
    def refute(items: Collection[int]) -> frozenset[int] | None:
        return next((conflict for conflict in conflicts if conflict <= set(items)), None)

    found = minimal_core(range(8), refute)
    assert (found is None) == (refute(range(8)) is None)
    if found is not None:
        assert found == sorted(found)
        assert refute(found) is not None
        assert all(refute(few) is None for few in combinations(found, len(found) - 1))


def test_the_front_is_tried_first_and_the_search_reports() -> None:
    reports: list[tuple[int, int]] = []

    def refute(items: list[str]) -> list[str] | None:
        return items if "b" in items or "c" in items else None

    assert minimal_core(["a", "b", "c"], refute, lambda *counts: reports.append(counts)) == ["c"]
    assert reports == [(0, 3), (0, 2), (0, 1)]


@where(lambda solver: solver.session_arguments is not None and solver.logics is None)
def test_a_session_refutes(solver: Solver) -> None:
    with Session(solver, Limits(seconds=20)) as session:
        declared = [f"(declare-fun {name} () Bool)" for name in ("p", "q", "r", "|a b|")]
        session.send_all([OPTION, "(set-logic QF_UF)", *declared, "(assert (not (and p r)))"])
        refute = refuted_by(session)
        assert minimal_core(["p", "q", "r", "|a b|"], refute) == ["p", "r"]
        assert minimal_core(["p", "q"], refute) is None
        session.send_all(["(assert (not |a b|))"])
        assert refute(["q", "|a b|"]) == {"|a b|"}
        assert used_assumptions(session, []) == set()


def test_no_verdict_is_an_error() -> None:
    with (
        Session(transcript([("(check-sat)", "unknown")])) as session,
        pytest.raises(SessionError, match="the search for a core has no answer: "),
    ):
        minimal_core([], refuted_by(session))
    assert isinstance(unanswered("it", Timeout(2.0)), SessionTimeoutError)
    assert str(unanswered("it", Unknown("why"))) == "it has no answer: why"


def test_solvers_without_a_session_are_refused() -> None:
    require_session(fake.scripted("sat\n"))
    if installed(find("pysmt-z3")) is None:
        pytest.skip("pySMT is not installed")
    with pytest.raises(UnfitSolverError, match=r"Z3 by pySMT can't hold a session; .* yices, z3 or cvc5$"):
        require_session(find("pysmt-z3"))

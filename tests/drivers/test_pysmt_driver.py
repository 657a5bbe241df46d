"""pySMT in our own process."""

from __future__ import annotations

import gc
import importlib.util
from pathlib import Path

import pytest

from drivers import DriverError, Failure, Sat, Unsat, installed
from drivers.pysmt_driver import PysmtDriver
from drivers.solvers import PYSMT_BACKENDS, YICES, Z3

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pysmt") is None, reason="pySMT is not installed")

SCRIPT = """(set-option :produce-models true)
(set-logic QF_UFLIA)
(declare-fun |a b| () Int)
(declare-fun p () Bool)
(declare-fun f (Int) Int)
(assert (= |a b| (- 3)))
(assert (! (and p (= (f 2) 7)) :named n))
(check-sat)
(get-value (|a b| p (f 2) (+ |a b| 1)))
(get-value (p))
"""


@pytest.fixture(params=list(PYSMT_BACKENDS))
def driver(request: pytest.FixtureRequest) -> PysmtDriver:
    try:
        return PysmtDriver(request.param)
    except DriverError as error:
        pytest.skip(str(error))


def test_values_one_after_another(
    driver: PysmtDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = {"a b": -3, "p": True, "(f 2)": 7, "(+ |a b| 1)": -2}
    assert driver.solve(SCRIPT) == Sat(wanted)
    assert driver.solve(SCRIPT.replace("Int", "Int")) == Sat(wanted)  # nothing is left from the first time
    gc.collect()  # an open pipe or a running process would be a warning, and so an error
    assert list(tmp_path.iterdir()) == []


def test_the_same_symbol_with_another_sort(driver: PysmtDriver) -> None:
    text = "(set-logic QF_BV)(declare-fun p () (_ BitVec 4))(assert (= p #xd))(check-sat)(get-value (p))"
    assert driver.solve(text) == Sat({"p": 13})


def test_unsat_and_errors(driver: PysmtDriver) -> None:
    assert driver.solve(SCRIPT.replace("(and p", "(and p (not p)")) == Unsat()
    for broken in (SCRIPT.replace("(and p", "(and q"), SCRIPT[:-60], SCRIPT.replace("QF_UFLIA", "QF_WHAT")):
        assert isinstance(driver.solve(broken), Failure)
    gc.collect()


def test_versions(driver: PysmtDriver) -> None:
    assert driver.version().startswith("pySMT 0.")


def test_unknown_backend() -> None:
    with pytest.raises(DriverError, match="z3, cvc5, yices, z3-pipe"):
        PysmtDriver("msat")


def test_the_pipe_after_a_value() -> None:
    """The fault of pySMT that ``PipeSolver`` mends, and that it is mended."""
    from pysmt.environment import Environment, pop_env, push_env
    from pysmt.logics import QF_LIA
    from pysmt.typing import INT

    from drivers.pysmt_pipe import PipeSolver

    found = installed(YICES) or installed(Z3)
    if found is None or found.session_arguments is None:
        pytest.skip("there is no solver to talk to")
    environment = Environment()
    push_env(environment)
    try:
        make = environment.formula_manager
        x = make.Symbol("x", INT)
        solver = PipeSolver(
            [found.executable, *found.session_arguments], environment, QF_LIA, LOGICS=[QF_LIA]
        )
        solver.add_assertion(make.Equals(x, make.Int(4)))
        assert solver.solve()
        assert solver.get_value(x) == make.Int(4)
        solver.add_assertion(make.Equals(x, make.Int(5)))  # here it raised UnknownSolverAnswerError
        assert not solver.solve()
        solver.exit()
        assert solver.solver.poll() is not None
    finally:
        pop_env()
    gc.collect()

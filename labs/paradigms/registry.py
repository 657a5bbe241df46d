"""The table of paradigms. Adding one is adding a model and a record (docs/labs/paradigms/paradigms.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from drivers.solver import Solver
from drivers.solvers import Z3

_CHILD = str(Path(__file__).parent / "child.py")


class Paradigm(NamedTuple):
    """A model of the puzzle for a solver that takes no SMT-LIB.

    Attributes:
        name: its name on the command line.
        title: one line.
        model: its class, ``MODULE:CLASS``, a `labs.paradigms.child.Model`.
        solver: its solver, a module of our Python; see `of_module`.
        distribution: the package with that module.
        parallel: whether it can use several threads: ``NAME:4``.
    """

    name: str
    title: str
    model: str
    solver: Solver
    distribution: str
    parallel: bool = False

    def process(self, workers: int = 1) -> Solver:
        """Return the record by which `drivers.session` starts a child process of it."""
        arguments = ("-P", _CHILD, self.model, f"--workers={workers}")
        return self.solver.replace(arguments=arguments, session_arguments=arguments)

    @property
    def version(self) -> str:
        """The solver's name and version, for results; without a version where it is not installed."""
        from importlib.metadata import PackageNotFoundError, version  # slow to import

        try:
            return f"{self.solver.title} {version(self.distribution)}"
        except PackageNotFoundError:
            return self.solver.title


def of_module(name: str, title: str, module: str, install: str) -> Solver:
    """Return the record of a solver that is a Python module."""
    return Solver(name, title, sys.executable, needs_modules=(module,), install=install)


_CPSAT = of_module("cpsat", "CP-SAT of OR-Tools", "ortools", "pip install 'fillomino-smt[cpsat]'")
_HIGHS = of_module("highs", "HiGHS", "highspy", "pip install 'fillomino-smt[mip]'")

_ALL = (
    Paradigm(
        name="clingo",
        title="answer set programming: regions by an inductive definition",
        model="labs.paradigms.clingo_model:ClingoModel",
        solver=of_module("clingo", "clingo", "clingo", "pip install 'fillomino-smt[asp]'"),
        distribution="clingo",
        parallel=True,
    ),
    Paradigm(
        name="cpsat-flow",
        title="constraint programming by CP-SAT: a flow from each root, and `element`",
        model="labs.paradigms.cpsat_flow:CpSatFlow",
        solver=_CPSAT,
        distribution="ortools",
        parallel=True,
    ),
    Paradigm(
        name="cpsat-pointers",
        title="constraint programming by CP-SAT: pointers to roots, `element` on flags and numbers, a flow",
        model="labs.paradigms.cpsat_flow:CpSatPointers",
        solver=_CPSAT,
        distribution="ortools",
        parallel=True,
    ),
    Paradigm(
        name="z3-cuts",
        title="the cuts of the lazy method as a propagator inside Z3",
        model="labs.paradigms.z3_cuts:Z3Cuts",
        solver=of_module(Z3.name, Z3.title, "z3", Z3.install),
        distribution="z3-solver",
    ),
    Paradigm(
        name="highs-flow",
        title="integer programming by HiGHS: a flow from each root",
        model="labs.paradigms.highs:HighsFlow",
        solver=_HIGHS,
        distribution="highspy",
        parallel=True,
    ),
    Paradigm(
        name="highs-placements",
        title="integer programming by HiGHS: a composite variable for each region that can be placed",
        model="labs.paradigms.highs:HighsPlacements",
        solver=_HIGHS,
        distribution="highspy",
        parallel=True,
    ),
    Paradigm(
        name="highs-cuts",
        title="integer programming by HiGHS: separators, lazily",
        model="labs.paradigms.highs:HighsCuts",
        solver=_HIGHS,
        distribution="highspy",
        parallel=True,
    ),
    Paradigm(
        name="scip-cuts",
        title="integer programming by SCIP: separators, lazily, inside one branch-and-bound",
        model="labs.paradigms.scip_cuts:ScipCuts",
        solver=of_module("scip", "SCIP", "pyscipopt", "pip install 'fillomino-smt[scip]'"),
        distribution="pyscipopt",
    ),
)
PARADIGMS: dict[str, Paradigm] = {paradigm.name: paradigm for paradigm in _ALL}
"""All of them, by name."""

"""The table of paradigms. Adding one is adding a model and a record (docs/paradigms.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from drivers.solver import Solver
from drivers.solvers import CPSAT, Z3

_CHILD = str(Path(__file__).parent / "child.py")


class Paradigm(NamedTuple):
    """A model of the puzzle for a solver that takes no SMT-LIB.

    Attributes:
        name: its name on the command line.
        title: one line.
        model: its class, ``MODULE:CLASS``, a `workbench.paradigms.child.Model`.
        solver: the short name of its solver.
        solver_title: the name of the solver to show.
        module: the Python module that it needs.
        distribution: the package with that module.
        install: the command that installs it.
        parallel: whether it can use several threads: ``NAME:4``.
    """

    name: str
    title: str
    model: str
    solver: str
    solver_title: str
    module: str
    distribution: str
    install: str
    parallel: bool = False

    def process(self, workers: int = 1) -> Solver:
        """Return the record by which `drivers.session` starts a child process of it."""
        arguments = ("-P", _CHILD, self.model, f"--workers={workers}")
        return Solver(
            name=self.solver,
            title=self.solver_title,
            executable=sys.executable,
            arguments=arguments,
            session_arguments=arguments,
            needs_modules=(self.module,),
            install=self.install,
        )

    @property
    def version(self) -> str:
        """The solver's name and version, for results; without a version where it is not installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return f"{self.solver_title} {version(self.distribution)}"
        except PackageNotFoundError:
            return self.solver_title


CLINGO = Paradigm(
    name="clingo",
    title="answer set programming: regions by an inductive definition",
    model="workbench.paradigms.clingo_model:ClingoModel",
    solver="clingo",
    solver_title="clingo",
    module="clingo",
    distribution="clingo",
    install="pip install 'fillomino-smt[asp]'",
    parallel=True,
)

CPSAT_FLOW = Paradigm(
    name="cpsat-flow",
    title="constraint programming by CP-SAT: a flow from each root, and `element`",
    model="workbench.paradigms.cpsat_flow:CpSatFlow",
    solver=CPSAT.name,
    solver_title=CPSAT.title,
    module="ortools",
    distribution="ortools",
    install=CPSAT.install,
    parallel=True,
)

CPSAT_POINTERS = CPSAT_FLOW._replace(
    name="cpsat-pointers",
    title="constraint programming by CP-SAT: pointers to roots, `element` on flags and numbers, a flow",
    model="workbench.paradigms.cpsat_flow:CpSatPointers",
)

Z3_CUTS = Paradigm(
    name="z3-cuts",
    title="the cuts of the lazy method as a propagator inside Z3",
    model="workbench.paradigms.z3_cuts:Z3Cuts",
    solver=Z3.name,
    solver_title=Z3.title,
    module=Z3.name,
    distribution="z3-solver",
    install=Z3.install,
)

HIGHS_FLOW = Paradigm(
    name="highs-flow",
    title="integer programming by HiGHS: a flow from each root",
    model="workbench.paradigms.highs:HighsFlow",
    solver="highs",
    solver_title="HiGHS",
    module="highspy",
    distribution="highspy",
    install="pip install 'fillomino-smt[mip]'",
    parallel=True,
)

HIGHS_PLACEMENTS = HIGHS_FLOW._replace(
    name="highs-placements",
    title="integer programming by HiGHS: a composite variable for each region that can be placed",
    model="workbench.paradigms.highs:HighsPlacements",
)

HIGHS_CUTS = HIGHS_FLOW._replace(
    name="highs-cuts",
    title="integer programming by HiGHS: separators, lazily",
    model="workbench.paradigms.highs:HighsCuts",
)

SCIP_CUTS = Paradigm(
    name="scip-cuts",
    title="integer programming by SCIP: separators, lazily, inside one branch-and-bound",
    model="workbench.paradigms.scip_cuts:ScipCuts",
    solver="scip",
    solver_title="SCIP",
    module="pyscipopt",
    distribution="pyscipopt",
    install="pip install 'fillomino-smt[scip]'",
)

_ALL = (
    CLINGO,
    CPSAT_FLOW,
    CPSAT_POINTERS,
    Z3_CUTS,
    HIGHS_FLOW,
    HIGHS_PLACEMENTS,
    HIGHS_CUTS,
    SCIP_CUTS,
)
PARADIGMS: dict[str, Paradigm] = {paradigm.name: paradigm for paradigm in _ALL}
"""All of them, by name."""

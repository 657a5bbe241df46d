"""Solvers of one's own, which an installed package adds by entry points; see docs/solvers.md."""

from drivers import Limits, Solver, find, run
from drivers.solvers import dimacs

Z3 = find("z3")
LUBY = Z3.replace(
    name="z3-luby",
    title="Z3 with Luby restarts",
    arguments=(*Z3.arguments, "sat.restart=luby"),
    session_arguments=(*Z3.arguments, "sat.restart=luby"),
    same_as=Z3.name,
)


def kissat() -> Solver:
    """A SAT solver that reads DIMACS."""
    return dimacs("kissat", "kissat", "Kissat", "a kissat program on the PATH")


SCRIPT = """
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (< 3 x 5))
(check-sat)
(get-value (x))
"""

if __name__ == "__main__":
    print(run(SCRIPT, LUBY, Limits(seconds=10)).answer)

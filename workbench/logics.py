"""Which logic to name for which solver: the one place where that is chosen."""

from __future__ import annotations

from drivers.solver import Solver
from encoder.script import Encoding

PREFERRED: dict[str, tuple[str, ...]] = {
    "z3": ("QF_FD",),  # on pure Booleans several times faster than QF_UF: its SAT solver alone
}
"""For a solver, logics to prefer to an encoding's own where the encoding can be written in them."""


def best_logic(encoding: Encoding, solver: Solver) -> str:
    """The logic to write an encoding in for a solver; the encoding's own if nothing is better.

    A solver that does not take the encoding's own logic is given the first one it takes.
    """
    for logic in PREFERRED.get(solver.name, ()):
        if logic in encoding.logics:
            return logic
    taken = [logic for logic in encoding.logics if solver.logics is None or logic in solver.logics]
    return (taken or list(encoding.logics))[0]

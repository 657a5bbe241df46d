"""The paradigms as methods with a name (`fillomino.laboratories.OURS`)."""

from __future__ import annotations

from fillomino.deduction.levels import Level
from fillomino.errors import InputError
from labs.paradigms.method import ParadigmMethod
from labs.paradigms.registry import PARADIGMS
from workbench.methods.registry import Named

MOST_WORKERS = 64
"""The most threads that a paradigm is given."""


def method(name: str, workers: str = "", level: Level = Level.NONE) -> ParadigmMethod:
    """Return the method of a paradigm.

    Args:
        name: the name of the paradigm.
        workers: the number of threads as typed; empty for one.
        level: how much to deduce first.

    Raises:
        InputError: for a text that is no such number, or threads of a paradigm that uses only one.
    """
    paradigm = PARADIGMS[name]
    if workers and not (workers.isdecimal() and 1 <= int(workers) <= MOST_WORKERS):
        message = f"'{name}:{workers}': after {name}: comes a number of threads, 1 to {MOST_WORKERS}"
        raise InputError(message, code="bad-option")
    if workers and int(workers) > 1 and not paradigm.parallel:
        message = f"{name} uses one thread only, so '{name}:{workers}' makes no sense"
        raise InputError(message, code="bad-option")
    return ParadigmMethod(paradigm, int(workers or 1), level)


def of_paradigm(name: str) -> Named:
    """The paradigm of a name, as a method with a name."""
    return Named(lambda workers, level: method(name, workers, level), lists=True)


CLINGO = of_paradigm("clingo")
CPSAT_FLOW = of_paradigm("cpsat-flow")
CPSAT_POINTERS = of_paradigm("cpsat-pointers")
Z3_CUTS = of_paradigm("z3-cuts")
HIGHS_FLOW = of_paradigm("highs-flow")
HIGHS_PLACEMENTS = of_paradigm("highs-placements")
HIGHS_CUTS = of_paradigm("highs-cuts")
SCIP_CUTS = of_paradigm("scip-cuts")

"""A form for a solver: fill in the record below. As it stands it is Z3 under another name, so that it runs.

    python examples/templates/solver.py

An installed package adds such a record to all commands by an entry point of the group `fillomino.solvers`;
to add it to the workbench, write it into drivers/solvers.py, and run the conformance tests:
`pytest tests/drivers/test_conformance.py --solver=mine`. A solver that reads SMT-LIB from standard input
needs no record: `--solver smt:PROGRAM`. docs/solvers.md has the rest.
"""

from drivers import Limits, Solver, find, run
from drivers.solver import Quirks

MINE = Solver(
    name="mine",
    title="My solver",
    executable="z3",  # looked for on the PATH; or a path
    arguments=("-in", "-smt2"),  # for one script on standard input
    session_arguments=("-in", "-smt2"),  # for questions one after another; None if it can't
    time_limit_arguments=("-T:{seconds}",),  # its own limit, as ours kills it a little later
    version_arguments=("-version",),
    seed_arguments=("smt.random_seed={seed}",),
    logics=None,  # or those that it takes: ("QF_BV", "QF_ABV")
    quirks=Quirks(  # what it says instead of a model or a core where there is none
        no_model_errors=("model is not available",),
        no_core_errors=("unsat core is not available",),
        error_exit_codes=(1,),
        timeout_words=("timeout",),
    ),
    install="pip install z3-solver",  # what a person does who has it not
)

SCRIPT = """
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (< 3 x 5))
(check-sat)
(get-value (x))
"""

if __name__ == "__main__":
    installed = MINE.replace(executable=find("z3").executable)  # leave this out with a program of your own
    print(run(SCRIPT, installed, Limits(seconds=60)).answer)

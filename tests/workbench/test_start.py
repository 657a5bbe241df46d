"""What a command loads: nothing before it is asked for, for a short run is mostly its start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.support import needs
from tests.support.processes import python
from tests.workbench.conftest import EXAMPLES

FIRST, TEN = EXAMPLES / "first.txt", EXAMPLES / "ten.janko"

HEAVY = {
    "argparse",
    "ast",
    "dataclasses",
    "email",
    "importlib.metadata",
    "inspect",
    "msgspec",
    "shutil",
    "tempfile",
    "z3",
}
"""None of these does work that a command waits for."""
WITHOUT_SOLVER = HEAVY | {
    "ctypes",
    "encoder",
    "games",
    "json",
    "pathlib",
    "smtlib",
    "subprocess",
    "threading",
    "typing",
}

LOADED = """
import sys
from workbench.cli import main
try:
    main()
finally:
    ours = {"fillomino", "drivers", "labs", "workbench"}
    tuples = [kind for kind in tuple.__subclasses__() if kind.__module__.partition(".")[0] in ours]
    print(*sys.modules, file=sys.stderr)
    print(*tuples, file=sys.stderr)
"""


@cache
def at_start() -> frozenset[str]:
    """The modules of a Python that was asked for nothing: a simulated system brings many."""
    return frozenset(python("-c", "import sys; print(*sys.modules)", check=True).stdout.split())


def loaded(*words: str | Path) -> tuple[set[str], str]:
    """The modules that a command loads, and the classes of tuples that ours among them define."""
    *_, modules, tuples = python("-c", LOADED, *words, check=True).stderr.split("\n")[:-1]
    return set(modules.split()) - at_start(), tuples


@pytest.mark.parametrize(
    "words", [("--help",), ("solve", "--help"), ("solve", FIRST), ("solve", "@first", "--unique")]
)
def test_nothing_is_loaded_that_only_solvers_need(words: tuple[str | Path, ...]) -> None:
    modules, tuples = loaded(*words)
    assert not WITHOUT_SOLVER & modules
    assert not tuples, "the first `NamedTuple` costs a fifteenth of a short run (`fillomino.record`)"


def test_deduction_loads_nothing_that_only_its_pictures_or_guesses_need() -> None:
    needs.laboratory("deduce")
    modules, tuples = loaded("deduce", TEN)
    assert not (WITHOUT_SOLVER | {"drivers.errors", "fillomino.backtracking", "html"}) & modules
    assert not tuples


def test_encoding_loads_nothing_that_only_solving_needs() -> None:
    modules, _ = loaded("encode", TEN, "-e", "forest-tight")
    assert not (HEAVY | {"ctypes", "drivers.process", "pathlib", "subprocess"}) & modules


def test_a_session_is_asked_without_what_only_files_need() -> None:
    modules, _ = loaded("solve", TEN, "-e", "cuts")
    assert not (HEAVY | {"json", "pathlib"}) & modules

"""Real puzzles through `forest` and every main solver, where the corpus is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers import find, installed
from encoder.encodings.table import find as find_encoding
from fillomino import formats
from fillomino.puzzle import Filling
from fillomino.rules import violations
from tests.support import corpus
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.smt import SmtMethod

SOLVERS = ("z3", "yices", "pysmt-z3", "pysmt-yices")
LARGEST = 50
QUICK = (
    "janko/001.txt",
    "janko/541.txt",
    "janko/551.txt",
    "van-bussel/p0.fillomino",
    "van-bussel/p1.fillomino",
)
HARD = {"janko/242.txt": "yices gave no answer in 500 s, and z3 none in 25 s"}
FILES = corpus.files()

pytestmark = pytest.mark.skipif(not FILES, reason=f"there is no corpus at {corpus.CORPUS}")


def cells(path: Path) -> int:
    return formats.read_bytes(path.read_bytes(), source=str(path)).puzzle.board.size


def small() -> list[str]:
    """The puzzles of up to 50 cells."""
    found = [path for path in corpus.files_up_to(LARGEST) if cells(path) <= LARGEST]
    return [str(path.relative_to(corpus.CORPUS)) for path in found]


SMALL = small()


def assert_all_agree(name: str, solvers: tuple[str, ...]) -> None:
    """Each solver finds the same filling, which keeps the rules, and proves it the only one."""
    path = corpus.CORPUS / name
    puzzle = formats.read_bytes(path.read_bytes(), source=name).puzzle
    found: dict[str, Filling] = {}
    for solver in map(find, solvers):
        if installed(solver) is None:
            continue
        method = SmtMethod(find_encoding("forest"), solver)
        question = Question(seconds=300, unique=True)
        result = method.run(name, puzzle, question)
        assert result.status is Status.SOLVED, (solver.name, result.error)
        assert result.unique is True, (solver.name, result.error)
        assert violations(puzzle, result.fillings[0]) == ()
        found[solver.name] = result.fillings[0]
    assert found
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize("name", [name for name in SMALL if name in QUICK] or ["none"])
def test_some_small_puzzles(name: str) -> None:
    assert_all_agree(name, ("z3", "yices"))


@pytest.mark.parametrize("name", [name for name in SMALL if name in QUICK][-1:] or ["none"])
def test_small_puzzles_through_pysmt(name: str) -> None:
    assert_all_agree(name, SOLVERS)


def marked(name: str) -> object:
    return (
        pytest.param(name, marks=pytest.mark.xfail(reason=HARD[name], strict=False)) if name in HARD else name
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", [marked(name) for name in SMALL] or ["none"])
def test_every_small_puzzle(name: str) -> None:
    assert_all_agree(name, SOLVERS)

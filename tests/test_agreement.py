"""Configurations that share little agree on real puzzles, and on real puzzles made wrong.

A sample runs with the suite, where the corpus is at hand; `pytest -m slow` takes all of it, and with
`--log-cli-level=info` tells how many puzzles each encoding decides by each solver.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from drivers import Solver, find, installed
from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from fillomino.deduction.engine import Level
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.boards import read
from tests.support.where import where
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import SmtMethod

LOG = logging.getLogger(__name__)
FILES = corpus.files()
CONFIGURATIONS = (
    "cuts:yices",
    "cuts:z3",
    "cuts:cvc5",
    "forest-tight:yices",
    "forest-tight:z3",
    "forest-bv:yices",
    "forest-bv:z3",
    "forest-bv:bitwuzla",
    "forest-bool:yices",
    "forest-bool:z3",
    "forest-tight:pysmt-yices",
)
LOOKS_AHEAD = "cuts:yices"
INDEPENDENT = ("cuts:yices", "forest-bool:z3", "forest-bv:yices", "forest-tight:z3")

PATIENCE = 30
"""An encoding that has let a solver run out of time so often in a row is asked of no larger boards."""

pytestmark = pytest.mark.skipif(not FILES, reason=f"there is no corpus at {corpus.CORPUS}")


def up_to(side: int) -> list[Path]:
    """The puzzles whose boards are at most `side` by `side`."""
    found = []
    for path in corpus.files_up_to(side * side):
        grid = read(path).board.grid
        if grid is not None and max(grid.height, grid.width) <= side:
            found.append(path)
    return found


def verdict(configuration: str, puzzle: Puzzle, seconds: float) -> tuple[str, Result]:
    """Unsolvable, unique, several, or open: the last only for a limit reached."""
    encoding, _, solver = configuration.partition(":")
    method = SmtMethod(find_encoding(encoding), find(solver), level=Level.AHEAD)
    question = Question(seconds=seconds, unique=True)
    if configuration != LOOKS_AHEAD:  # looking ahead would leave most solvers nothing to answer
        method = replace(method, level=Level.FULL)
    result = method.run("puzzle", puzzle, question)
    assert result.verdict.status in (Status.SOLVED, Status.UNSOLVABLE, Status.TIMEOUT), (
        configuration,
        result.why.error,
    )
    if result.verdict.status is Status.UNSOLVABLE:
        return "unsolvable", result
    if result.verdict.unique is None:
        return "open", result
    assert violations(puzzle, result.answers.fillings[0]) == ()
    return ("unique" if result.verdict.unique else "several"), result


def assert_one_filling(path: Path, configurations: tuple[str, ...], seconds: float) -> int:
    """No configuration finds another filling, or a second one; how many decided."""
    puzzle = read(path)
    fillings = set()
    decided = 0
    for configuration in configurations:
        if installed(find(configuration.partition(":")[2])) is None:
            continue
        said, result = verdict(configuration, puzzle, seconds)
        assert said in ("unique", "open"), (path.name, configuration)
        fillings |= set(result.answers.fillings)
        decided += said == "unique"
    assert len(fillings) == 1, path.name
    return decided


@cache
def answers() -> list[tuple[Puzzle, Filling]]:
    """The puzzles of up to 15x15, small boards first, each with its one filling."""
    found = []
    for puzzle in sorted(map(read, up_to(15)), key=lambda puzzle: puzzle.board.size):
        said, result = verdict(LOOKS_AHEAD, puzzle, 60)
        assert said == "unique"
        found.append((puzzle, result.answers.fillings[0]))
    return found


def changed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with one clue taken away, or changed a little."""
    cell = rng.choice(sorted(puzzle.clues))
    clues = {x: v for x, v in puzzle.clues.items() if x != cell}
    if rng.random() < 0.5:
        clues[cell] = max(1, puzzle.clues[cell] + rng.choice([-2, -1, 1, 2]))
    return puzzle.replace(clues=clues)


def assert_verdicts_agree(count: int, boards: list[Path], seed: int) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(count):
        path = rng.choice(boards)
        puzzle = changed(read(path), rng)
        said = {configuration: verdict(configuration, puzzle, 30)[0] for configuration in INDEPENDENT}
        decided = {its for its in said.values() if its != "open"}
        assert len(decided) == 1, (path.name, sorted(puzzle.clues.items()), said)
        seen[decided.pop() if sum(its != "open" for its in said.values()) >= 3 else "open"] += 1
    return seen


def test_some_configurations_on_some_puzzles() -> None:
    for path in up_to(8)[::12]:
        assert assert_one_filling(path, ("cuts:z3", "forest-tight:yices", "forest-bv:yices"), 60) == 3


def test_verdicts_on_some_changed_puzzles() -> None:
    seen = assert_verdicts_agree(6, up_to(7)[:20], seed=3)
    assert seen["open"] == 0
    assert len(seen) > 1


@pytest.mark.slow
def test_every_configuration_on_every_puzzle() -> None:
    for path in up_to(15):
        assert assert_one_filling(path, CONFIGURATIONS, 30) >= 3, path


def go_together(encoding: Encoding, solver: Solver) -> bool:
    if installed(solver) is None:
        return True  # the test is skipped, and says how to get the solver
    try:
        best_logic(encoding, solver)
    except EncodingError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("encoding", METHODS, ids=lambda encoding: encoding.name)
@where(go_together)
def test_no_encoding_disagrees_within_a_second(encoding: Encoding, solver: Solver) -> None:
    decided = open_in_a_row = 0
    for puzzle, filling in answers():
        said, result = verdict(f"{encoding.name}:{solver.name}", puzzle, 1)
        assert said in ("unique", "open"), puzzle
        assert result.answers.fillings in ((), (filling,)), puzzle
        decided += said == "unique"
        open_in_a_row = 0 if said == "unique" else open_in_a_row + 1
        if open_in_a_row == PATIENCE:
            break
    LOG.info("%s by %s: %d decided, as by %s", encoding.name, solver.name, decided, LOOKS_AHEAD)
    assert decided


@pytest.mark.slow
def test_verdicts_on_300_changed_puzzles() -> None:
    seen = assert_verdicts_agree(300, up_to(15), seed=300)
    assert seen["open"] < 15
    assert min(seen["unsolvable"], seen["unique"], seen["several"]) > 5


# The encoding of the thesis, which takes small puzzles alone.

FOREST = ("forest:z3", "forest:yices", "forest:pysmt-z3", "forest:pysmt-yices")
QUICK = dict.fromkeys(("janko/001.txt", "janko/541.txt", "janko/551.txt", "van-bussel/p0.fillomino"), 2)
QUICK["van-bussel/p1.fillomino"] = len(FOREST)
"""Files that are no slow tests, each with how many of these are asked."""

HARD = {"janko/242.txt": "yices gave no answer in 500 s, and z3 none in 25 s"}


def small() -> list[object]:
    """The puzzles of up to 50 cells, each a test; most of them slow."""
    found: list[object] = []
    for path in corpus.files_up_to(50):
        name = path.relative_to(corpus.CORPUS).as_posix()
        if read(path).board.size <= 50:
            marks = [] if name in QUICK else [pytest.mark.slow]
            marks += [pytest.mark.xfail(reason=HARD[name], strict=False)] if name in HARD else []
            found.append(pytest.param(path, QUICK.get(name, len(FOREST)), id=name, marks=marks))
    return found or [(Path(), 0)]


@pytest.mark.parametrize(("path", "count"), small())
def test_the_thesis_encoding_on_small_puzzles(path: Path, count: int) -> None:
    here = [each for each in FOREST[:count] if installed(find(each.partition(":")[2])) is not None]
    assert assert_one_filling(path, tuple(here), 300) == len(here)

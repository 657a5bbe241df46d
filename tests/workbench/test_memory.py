"""How much memory solving takes at its peak, the solver's process included."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fillomino import formats
from tests.support import corpus
from tests.workbench.conftest import ROOT

BETWEEN = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', *sys.argv[1:]]).returncode)"
OURS = """
import atexit, resource
from workbench.cli import main
atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
main()
"""


def peaks(path: Path, *options: str) -> tuple[float, float]:
    """MiB of our process and of the solver's, each at its own peak."""
    command = ["solve", str(path), "--unique", "--json", *options]
    # A process is born with the peak of the one that starts it, so a small one stands between us and it.
    done = subprocess.run(
        [sys.executable, "-c", BETWEEN, OURS, *command], capture_output=True, text=True, cwd=ROOT, check=True
    )
    row, kib = done.stdout.splitlines()
    found = json.loads(row)
    assert found["unique"] is True
    return int(kib) / 1024, found["memory_mib"]


def board(height: int, width: int) -> Path:
    """A puzzle of the corpus of this size."""
    for path in corpus.files():
        if path.stat().st_size > height * width:
            grid = formats.read_bytes(path.read_bytes(), source=str(path)).puzzle.board.grid
            if grid is not None and {grid.height, grid.width} == {height, width}:
                return path
    pytest.skip(f"there is no puzzle of {height}x{width} in {corpus.CORPUS}")


@pytest.mark.parametrize("encoding", ["cuts", "forest-bool"])
def test_an_example_takes_little(encoding: str) -> None:
    ours, solvers = peaks(ROOT / "examples" / "twenty.txt", "--encoding", encoding)
    assert 0 < ours + solvers <= 120


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cuts", "forest-bool"])
def test_20x36_within_150_mib(encoding: str) -> None:
    assert sum(peaks(board(20, 36), "--encoding", encoding)) <= 150


@pytest.mark.slow
@pytest.mark.parametrize("solver_name", ["yices", "z3"])
def test_50x64_within_500_mib(solver_name: str) -> None:
    assert sum(peaks(board(50, 64), "--solver", solver_name)) <= 500

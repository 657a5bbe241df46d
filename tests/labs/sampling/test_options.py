"""The options that count has more: solutions drawn at random, threads, checkpoints, Ctrl-C; without NumPy."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from fillomino.board import rectangle
from tests.support import needs
from tests.support.brute import by_placing
from tests.support.clock import wait_until
from tests.support.processes import begun, shell
from tests.workbench.conftest import EXAMPLES, Runner
from tests.workbench.test_interrupts import full_beyond
from workbench.cli.output import MEMORY

FIRST, NONE = EXAMPLES / "first.txt", EXAMPLES / "none.txt"


@pytest.fixture
def no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain installation: NumPy is not found, and an import of it fails."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for module in ("settings", "methods"):
        monkeypatch.setattr(f"fillomino.counting.{module}.numpy_installed", lambda: False)


@pytest.mark.usefixtures("no_numpy")
def test_counts_without_numpy(fillomino: Runner) -> None:
    """A small board needs none; a large one names what to install."""
    row = fillomino("count", "4x4", "--json").ended(0, "").row
    assert (row["fillings"], row["method"]) == (259728, "regions")
    done = fillomino("count", "5x5", "--as", "max-region=2", "--json").ended(0)
    assert (done.row["method"], done.warned) == ("frontier", ["slow"])
    assert fillomino.row("count", "2x2", "--method", "frontier:rows")["method"] == "frontier"


def test_checkpoint_and_memory(fillomino: Runner, tmp_path: Path) -> None:
    needs.module("numpy", "count")
    for _ in range(2):
        kept = ("--as", "max-region=4", "--checkpoint", tmp_path / "4x4.npz")
        assert fillomino.row("count", "4x4", *kept)["fillings"] == 10783
    fillomino("count", "4x4", "--checkpoint", FIRST).refused("bad-checkpoint", None, None, str(FIRST))
    for little in (
        ("count", "5x5", "--memory", "3"),
        ("sample", "9x9", "--memory", "1", "--method", "exact"),
    ):
        fillomino(*little).refused("count-stopped", status=3)


def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path) -> None:
    needs.module("numpy", "count")
    file = tmp_path / "5x5.npz"
    with begun("count", "5x5", "--checkpoint", file, "--jobs", "2") as process:
        assert wait_until(file.exists)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert (process.returncode, out, err) == (130, "", "fillomino: interrupted\n")
    assert file.exists()


def test_sample(fillomino: Runner) -> None:
    arguments = ("sample", "3x3", "-n", "2", "--seed", "5")
    rows = fillomino.rows(*arguments)
    assert fillomino.rows(*arguments) == rows
    everything = set(by_placing(rectangle(3, 3)))
    for row in rows:
        assert row["exact"] is True
        assert tuple(number for numbers in row["filling"] for number in numbers) in everything
    row = fillomino.row("sample", "8x8", "--method", "windows:1")
    assert row["exact"] is False
    assert fillomino("sample", NONE).ended(1).err.count("\n") == 1


@pytest.mark.parametrize(
    ("mib", "command"),
    [
        (40, "count 3x3"),  # NumPy's libraries can't be mapped
        (90, "count 3x3"),  # its BLAS would end the process with exit code 1
        (45, "sample 4x4"),
    ],
)
def test_a_sentence_and_exit_code_3(mib: int, command: str) -> None:
    needs.module("numpy", "count")
    done = shell(f"ulimit -v {mib << 10}; fillomino {command}")
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"fillomino: {MEMORY}\n")


def test_a_checkpoint_that_finds_no_room_is_named(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.module("numpy", "count")
    monkeypatch.chdir(tmp_path)
    with full_beyond(1000):
        done = fillomino("count", "3x3", "--checkpoint", "a")
    assert (done.code, done.out, done.fault) == (2, "", "unwritable")
    assert not list(tmp_path.iterdir())

"""The time limit of a puzzle holds for our own work on it, too, which looks at no clock."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path
from time import process_time

import pytest

from encoder.encoding import Encoding
from fillomino.board import rectangle
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.reason import reasoner
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import Runner
from workbench.cli.deduce import _spans


def burn(seconds: float) -> None:
    until = process_time() + seconds
    while process_time() < until:
        pass


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.txt"
    path.write_text("30 30\n" + ("0 " * 30 + "\n") * 30)
    return path


def test_a_block_ends_when_time_is_up() -> None:
    started = process_time()
    with pytest.raises(OutOfTimeError), interrupted_at(started + 0.05):
        burn(5)
    assert process_time() - started < 1
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_block_that_is_done_in_time() -> None:
    with interrupted_at(process_time() + 5), interrupted_at(None):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_of_two_blocks_the_earlier_end_holds() -> None:
    now = process_time()
    with pytest.raises(OutOfTimeError), interrupted_at(now + 0.05), interrupted_at(now + 5):
        burn(5)
    with pytest.raises(OutOfTimeError), interrupted_at(process_time() + 0.2):
        with pytest.raises(OutOfTimeError), interrupted_at(process_time() + 0.05):
            burn(5)
        burn(5)
    with pytest.raises(OutOfTimeError), interrupted_at(process_time() - 1):
        pytest.fail("time was up before")


def test_in_another_thread_the_end_is_noticed_afterwards() -> None:
    seen: list[str] = []

    def work() -> None:
        try:
            with interrupted_at(process_time() + 0.01):
                burn(0.05)
                seen.append("done")
        except OutOfTimeError:
            seen.append("late")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["done", "late"]


@pytest.mark.parametrize("encoding", ["layers", "warshall"])
def test_solve_bounds_encoding(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    empty = tmp_path / "empty.txt"  # its script would fit into memory
    empty.write_text("12 12\n" + ("0 " * 12 + "\n") * 12)
    started = process_time()
    done = fillomino("solve", empty, "-e", encoding, "--timeout", "0.3", "--json")
    assert process_time() - started < 3
    assert done.code == 3
    row = json.loads(done.out)
    assert row["status"] == "timeout"
    assert row["error"] == "no answer within 0.3 s, which encoding used up"
    assert 0.2 < row["seconds"]["encode"] < 3
    assert row["asked"] == 0


def test_the_solver_has_what_we_left_of_the_time(
    fillomino: Runner, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Encoding.script

    def slow(*given: object) -> object:
        burn(0.3)
        return script(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Encoding, "script", slow)
    done = fillomino("solve", large, "-e", "forest", "-s", "z3", "--timeout", "0.6", "--json")
    row = json.loads(done.out)
    assert row["error"] == "no answer within 0.6 s"
    assert row["wall_seconds"]["encode"] > 0.25


def test_deduction_bounds_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that takes long is interrupted, and asked again by whoever goes on."""
    puzzle = Puzzle(rectangle(4, 4), {0: 3, 5: 2, 15: 4})
    whole, broken_off = reasoner(puzzle), reasoner(puzzle)
    whole.run()
    for _ in range(200):
        broken_off.run(process_time() + 0.0002)
        if broken_off.finished:
            break
    else:
        broken_off.run()
    assert broken_off.candidates() == whole.candidates()


def test_deduce_stops_on_a_huge_board(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    path.write_text("100 100\n" + ("0 " * 100 + "\n") * 100)
    started = process_time()
    assert fillomino("deduce", path, "--timeout", "0.3").code == 3
    assert process_time() - started < 5


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ([1, 3, 4, 5, 6], "1 3-6"),
        ([2, 3], "2 3"),
        ([], ""),
        ([7], "7"),
        ([1, 2, 3, 9, 11, 12], "1-3 9 11 12"),
    ],
)
def test_numbers_are_shown_in_spans(numbers: list[int], shown: str) -> None:
    assert _spans(sum(1 << number for number in numbers)) == shown

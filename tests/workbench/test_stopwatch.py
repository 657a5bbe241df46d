"""What is counted while a puzzle is solved."""

from __future__ import annotations

from time import process_time, sleep

from fillomino.board import rectangle
from fillomino.clock import Stopwatch
from fillomino.puzzle import Puzzle
from workbench.methods.question import Question
from workbench.methods.table import smt


def test_wall_goes_by_the_clock_and_own_by_what_this_process_did() -> None:
    watch = Stopwatch()
    with watch.phase("solve"):
        sleep(0.2)
    with watch.phase("check"):
        until = process_time() + 0.02
        while process_time() < until:
            pass
    assert watch.own["solve"] < 0.1 < 0.2 <= watch.wall["solve"]
    assert watch.own["check"] >= 0.02
    assert watch.own["encode"] == 0
    seconds = watch.stop(solver=3.0)
    assert set(seconds) == set(watch.wall)
    assert seconds["solve"] == watch.own["solve"] + 3
    assert seconds["total"] == watch.own["total"] + 3 >= 3.02
    assert watch.wall["total"] >= 0.22


def test_a_result_tells_what_was_ours() -> None:
    result = smt("forest-bool", "yices").run("row", Puzzle(rectangle(1, 3), {0: 3}), Question())
    assert 0 < result.own["encode"] + result.own["check"] <= 2 * result.seconds["total"]

"""Attempts spread over processes and machines: what comes out is what one process alone would make."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.rating import rate
from fillomino.puzzle import Puzzle
from tests.support.processes import begun, wait_for
from workbench.generate.many import Begin, Outcome, _spread, make_many
from workbench.generate.puzzle import GeneratedPuzzle, Rejection
from workbench.generate.removal import Spec

SPEC = Spec(rectangle(4, 4), level=2)
WORTH = {"a": {1}, "b": {4, 2}, "c": set(), "d": {5}, "e": {3, 4, 5}}
"""Which attempts come to a puzzle."""
WANTED = [("a", 1), ("b", 2), None, ("d", 5), ("e", 3)]
ATTEMPTS = 5


@contextmanager
def pretending(width: int, delays: Random) -> Iterator[Begin]:
    """Attempts that end in any order."""

    def attempt(seed: str, number: int) -> Outcome:
        time.sleep(delays.random() / 200)
        return generated(seed, number) if number in WORTH[seed] else Rejection("", 0, 1.0)

    with ThreadPoolExecutor(width) as threads:
        yield lambda seed, number: threads.submit(attempt, seed, number)


def generated(seed: str, number: int) -> GeneratedPuzzle:
    puzzle = Puzzle(rectangle(1, 1), {0: 1})
    return GeneratedPuzzle(puzzle, (1,), rate(puzzle, depth_seconds=0), seed, number, 1.0)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_lowest_attempt_counts_whichever_ends_first(width: int) -> None:
    for order in range(5):
        with pretending(width, Random(order)) as begin:
            found = list(_spread(begin, lambda: width, list(WORTH), ATTEMPTS, lambda: None))
        assert [made and (made.seed, made.attempts) for made in found] == WANTED
        assert [made and made.seconds for made in found] == [1, 2, None, 5, 3]


def test_interrupted_it_ends_after_what_is_decided() -> None:
    countdown = iter([False] * 5)

    def tried() -> None:
        if next(countdown, True):
            raise KeyboardInterrupt

    found = []
    with pretending(1, Random(1)) as begin, pytest.raises(KeyboardInterrupt):
        for made in _spread(begin, lambda: 1, ["d", "a", "b"], ATTEMPTS, tried):
            found.append(made)  # noqa: PERF402 -- what came before the interrupt counts
    assert [made and made.seed for made in found] == ["d", "a"]


def test_interrupted_it_gives_later_puzzles_that_are_done() -> None:
    made = generated("a", 1)

    def begin(seed: str, _number: int) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        if seed == "a":
            future.set_result(made)
        return future  # that of the other seed never ends

    def stop() -> None:
        raise KeyboardInterrupt

    found = []
    with pytest.raises(KeyboardInterrupt):
        for one in _spread(begin, lambda: 2, ["c", "a"], ATTEMPTS, stop):
            found.append(one)  # noqa: PERF402 -- see above
    assert found == [made]


def test_a_cluster_makes_the_same_and_ctrl_c_of_a_terminal_leaves_nobody(mark: str) -> None:
    pytest.importorskip("distributed")
    command = ["generate", "--board", "4x4", "--level", "2", "--seed", "3", "-n", "5000", "--to", "url"]
    with begun(*command, "--jobs", "local:1", mark=mark, new_session=True) as process:
        assert process.stdout is not None
        first = [process.stdout.readline().strip() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert wait_for(mark, solver=False, seconds=10) == []
    count, last = err.splitlines()
    given = 3 + len(rest.splitlines())
    # The last may have been written, but not yet counted.
    assert count in [f"fillomino: {done} of 5000 puzzles, --seed 3" for done in (given - 1, given)]
    assert last == "fillomino: interrupted"
    alone = [formats.write(made.puzzle, "url").strip() for made in make_many(SPEC, 3, 3, 200) if made]
    assert first == alone

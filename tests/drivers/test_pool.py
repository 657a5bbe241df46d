"""Processes that wait for the next session: nothing is left of the last one, and none waits after a fault."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

import fillomino
from drivers import Limits, Sat, Session, SessionError, Timeout, Unsat, find, pool
from drivers.conformance import hard
from drivers.fake import transcript
from drivers.pool import SessionPool
from drivers.solver import Solver
from drivers.system import FORKS
from tests.support.clock import PATIENCE, wait_until
from tests.support.refused import refused

YICES = find("yices")
LIMITS = Limits(seconds=PATIENCE)
SCRIPT = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-fun p () Bool)\n(assert p)"


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, too, a session is a short one."""
    monkeypatch.setattr(pool, "LONG_SECONDS", float("inf"))


@pytest.fixture(name="waiting")
def _waiting() -> Iterator[SessionPool]:
    waiting = SessionPool()
    yield waiting
    waiting.close()


def begun(waiting: SessionPool, solver: Solver = YICES, limits: Limits = LIMITS) -> Session:
    session = waiting.take(solver, limits)
    session.send_script(SCRIPT)
    return session


def test_a_process_answers_in_one_session_after_another(waiting: SessionPool) -> None:
    pids = set()
    for _ in range(3):
        session = begun(waiting)  # declares what the last one declared
        assert session.check(asking=["p"]) == Sat({"p": True})
        session.send_all(["(push 1)", "(assert (not p))"])
        assert session.check() == Unsat()
        pids.add(session.pid)
        assert waiting.give(session).cpu_seconds >= 0
    assert len(pids) == 1


def test_nothing_is_known_of_the_session_before(waiting: SessionPool) -> None:
    first = begun(waiting)
    waiting.give(first)
    second = waiting.take(YICES, LIMITS)
    assert second.pid == first.pid
    second.send_script("(set-logic QF_BV)")
    with refused(SessionError, "solver-error"):
        second.command("(assert p)")
    waiting.give(second)
    third = begun(waiting)  # an error is no state to go on from
    assert third.pid != first.pid
    waiting.give(third)


@pytest.mark.parametrize(
    ("another", "limits"),
    [
        (YICES, LIMITS.replace(output_mib=1)),
        (YICES.replace(seed=7), LIMITS),
        (YICES.replace(session_arguments=(*(YICES.session_arguments or ()), "--mcsat")), LIMITS),
    ],
)
def test_another_kind_of_process_is_another_process(
    waiting: SessionPool, another: Solver, limits: Limits
) -> None:
    first = begun(waiting)
    waiting.give(first)
    second = waiting.take(another, limits)
    assert second.pid != first.pid
    assert first.usage is not None  # it has ended
    waiting.give(second)


@pytest.mark.parametrize("limits", [LIMITS.replace(cpu_seconds=PATIENCE), LIMITS.replace(memory_mib=4096)])
def test_limits_of_a_process_end_with_its_session(waiting: SessionPool, limits: Limits) -> None:
    session = begun(waiting, limits=limits)
    waiting.give(session)
    assert session.usage is not None


def test_a_long_session_ends_its_process(waiting: SessionPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LONG_SECONDS", 0.0)
    session = begun(waiting)
    used = waiting.give(session)
    assert session.usage is not None and used.cpu_seconds <= session.usage.cpu_seconds


def test_none_waits_after_a_time_limit(waiting: SessionPool) -> None:
    session = waiting.take(YICES, LIMITS)
    session.send_script("\n".join(["(set-logic QF_BV)", *hard()]))
    assert isinstance(session.check(seconds=0.0), Timeout)
    waiting.give(session)
    assert session.usage is not None


def test_none_waits_after_an_interrupt(waiting: SessionPool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(waiting)
    with monkeypatch.context() as patch:
        patch.setattr(Session, "_take_replies", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.check()
    waiting.give(session)
    assert session.usage is not None


def interrupted(_: Session) -> list[str]:
    raise KeyboardInterrupt


@pytest.mark.parametrize("reply", ["unsupported", '(error "no")', "sat"])
def test_a_solver_that_does_not_reset_is_ended(waiting: SessionPool, reply: str) -> None:
    fake = transcript([("(check-sat)", "sat"), ("(reset)", reply)])
    session = waiting.take(fake, LIMITS)
    assert session.check() == Sat()
    waiting.give(session)
    assert session.usage is not None


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of POSIX")
@pytest.mark.parametrize("seen", [True, False])
def test_a_process_that_was_killed_while_it_waited(monkeypatch: pytest.MonkeyPatch, seen: bool) -> None:
    """It is noticed before the next question, or at its first exchange: the answer comes of a new process."""
    puzzle = "hitori 2 2\n1 1\n1 2\n"
    waiting = SessionPool()
    monkeypatch.setattr(pool, "WAITING", waiting)
    expected = fillomino.solve(puzzle, solver="yices", unique=True)
    [idle] = waiting._idle
    os.kill(idle.session.pid, signal.SIGKILL)
    if seen:
        wait_until(lambda: not idle.session.fits(YICES, LIMITS))
    else:
        monkeypatch.setattr(Session, "fits", lambda *_: True)
    again = fillomino.solve(puzzle, solver="yices", unique=True)
    assert (again.status, again.unique) == (expected.status, expected.unique) == ("solved", True)
    assert again.rows == expected.rows
    waiting.close()


def test_threads_take_processes_of_their_own(waiting: SessionPool) -> None:
    waiting.give(begun(waiting))
    both, taken = threading.Barrier(2, timeout=PATIENCE), []

    def use() -> None:
        session = begun(waiting)
        taken.append(session.pid)
        both.wait()
        assert session.check() == Sat()
        waiting.give(session)

    threads = [threading.Thread(target=use) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(taken)) == 2
    assert len(waiting._idle) == 1


FORKED = """
import os, fillomino
puzzle = "hitori 2 2\\n1 1\\n1 2\\n"
assert fillomino.solve(puzzle, unique=True).unique
child = os.fork()
unique = fillomino.solve(puzzle, unique=True).unique
if not child:
    os._exit(0 if unique else 3)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert unique and fillomino.solve(puzzle, unique=True).unique
"""


@pytest.mark.skipif(not FORKS, reason="needs a system on which a process can be copied")
def test_a_fork_leaves_the_process_alone() -> None:
    subprocess.run([sys.executable, "-c", FORKED], check=True, timeout=PATIENCE)


def boards() -> Iterator[str]:
    """Small puzzles of several games, most with more than one solution or none."""
    rng = random.Random(20261127)
    for height, width in [(2, 3), (3, 3), (3, 4)]:
        for signs in ("1234", "12"):
            rows = [" ".join(rng.choices(signs, k=width)) for _ in range(height)]
            yield "\n".join([f"hitori {height} {width}", *rows, ""])
        for game, signs in [("nurikabe", "....2."), ("slitherlink", "..23"), ("fobidoshi", "..o")]:
            rows = [" ".join(rng.choices(signs, k=width)) for _ in range(height)]
            yield "\n".join([f"{game} {height} {width}", *rows, ""])
    yield "4 4\n3 0 0 0\n0 0 2 0\n0 0 0 0\n0 4 0 0\n"


def test_a_process_that_waited_answers_as_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fillings in their order, and questions: whatever was asked before, none of it makes a difference."""
    waiting = SessionPool()
    monkeypatch.setattr(pool, "WAITING", waiting)

    def answered(puzzle: str) -> tuple[object, ...]:
        result = fillomino.solve(puzzle, limit=3, unique=True).result
        return result.answers, result.verdict, result.cost.asked

    puzzles = list(boards())
    alone = {}
    for puzzle in puzzles:
        waiting.close()
        alone[puzzle] = answered(puzzle)
    order = random.Random(7).sample(puzzles, len(puzzles))
    for puzzle in itertools.chain(puzzles, order):
        assert answered(puzzle) == alone[puzzle]
    waiting.close()

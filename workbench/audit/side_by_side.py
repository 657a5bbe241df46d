"""Puzzles of an audit judged in several processes, each with a subject of its own; results keep their order.

Nothing in a report depends on how many processes there are: portions are the same, and what is found in one
counts only when all before it have been judged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import NamedTuple

from fillomino.errors import Error, FillominoError
from fillomino.instance import Instance
from workbench.audit.subjects import SubjectName
from workbench.audit.sweep import Alone, Counterexample, Judged, Judging, Subject
from workbench.workers.worker import Worker, WorkerDiedError, WorkError

_EACH = 2
"""Portions at one process: one that it judges, and one that waits there."""


class _Told(NamedTuple):
    """A judgement as it travels: puzzles by their places. An error that ended it is raised later."""

    right: int
    refused: Sequence[tuple[int, FillominoError]]
    wrong: Counterexample | None
    slow: int
    undecided: Sequence[int] = ()
    error: Error | None = None


class _Places(NamedTuple):
    worker: Worker
    puzzles: Sequence[Instance]


class SideBySide(Judging):
    """Judges portions in workers; see `judging`."""

    def __init__(self, name: SubjectName, subject: Subject, workers: Sequence[Worker]) -> None:
        self._name, self._subject, self.workers = name, subject, list(workers)
        self._begun: deque[_Places] = deque()

    @property
    def full(self) -> bool:
        """See `Judging`."""
        return len(self._begun) >= _EACH * len(self.workers)

    def begin(self, puzzles: Sequence[Instance]) -> None:
        """See `Judging`."""
        waiting = [place.worker for place in self._begun]
        worker = min(self.workers, key=waiting.count)
        worker.send(_judged, self._name, puzzles)
        self._begun.append(_Places(worker, puzzles))

    def next(self) -> Judged:
        """See `Judging`. What a worker could not do, which died or lacked memory, is done here."""
        worker, puzzles = self._begun.popleft()
        try:
            told: _Told = worker.receive()
        except (WorkerDiedError, WorkError):
            return self._subject.judge(puzzles)
        if told.error is not None:
            raise told.error
        left_out = [(puzzles[place], why) for place, why in told.refused]
        undecided = [puzzles[place] for place in told.undecided]
        return Judged(told.right, left_out, told.wrong, told.slow, undecided)


@contextmanager
def judging(name: SubjectName, subject: Subject, jobs: int) -> Iterator[Judging]:
    """Yield what judges the puzzles of an audit, in so many processes, which end with the context."""
    if jobs == 1:
        yield Alone(subject)
        return
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(forked=True)) for _ in range(jobs)]
        yield SideBySide(name, subject, workers)


@lru_cache(maxsize=1)
def _subject(name: SubjectName) -> Subject:
    return name.find()


def _judged(name: SubjectName, puzzles: Sequence[Instance]) -> _Told:
    """Judge puzzles in a worker."""
    try:
        judged = _subject(name).judge(puzzles)
    except Error as error:
        return _Told(0, (), None, 0, error=error)
    places = {id(puzzle): place for place, puzzle in enumerate(puzzles)}
    refused = [(places[id(puzzle)], why) for puzzle, why in judged.left_out]
    undecided = [places[id(puzzle)] for puzzle in judged.undecided]
    return _Told(judged.right, refused, judged.wrong, judged.slow, undecided)

"""Deduction before a puzzle is encoded, and the result where it decides the puzzle alone, without drivers."""

from __future__ import annotations

from time import process_time

from drivers.default_solvers import default_name
from fillomino.clock import OutOfTimeError, Stopwatch, interrupted_at
from fillomino.deduction.engine import deduce
from fillomino.deduction.levels import Level
from fillomino.deduction.state import Candidates
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from fillomino.record import Record
from workbench.methods.method import (
    DECIDED,
    Answers,
    By,
    Cost,
    Deduced,
    Question,
    Result,
    Status,
    Verdict,
    Why,
    times_of,
    unwatched,
    without_solution,
)

ENCODING = "cuts"
"""The encoding of the fast way, which solves by a session what deduction leaves open."""

LEVEL = Level.AHEAD
"""How much the fast way deduces first."""

DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


def deduced(level: Level, puzzle: Puzzle, candidates: Candidates) -> Deduced:
    """Return what deduction at a level did; without any, every cell without a clue is left open."""
    if level is Level.NONE:
        return Deduced(level, puzzle.board.size, puzzle.empty_cells)
    left = sum(mask & (mask - 1) != 0 for mask in candidates.masks) if candidates.consistent else 0
    return Deduced(level, len(candidates.masks), left, candidates.consistent)


def candidates_of(puzzle: Instance, level: Level) -> Candidates | None:
    """Return what deduction leaves for each cell before encoding; ``None`` for other games."""
    return deduce(puzzle, level, seconds=DEDUCTION_SECONDS) if isinstance(puzzle, Puzzle) else None


def all_candidates(puzzle: Instance, level: Level) -> Candidates | None:
    """Return the same without a limit of time, as audits of small boards need none."""
    return deduce(puzzle, level) if isinstance(puzzle, Puzzle) else None


def without_clues(puzzle: Instance) -> tuple[Puzzle, Filling] | None:
    """Return the board of a Fillomino with a clue in every cell, and their numbers; ``None`` for others."""
    if not isinstance(puzzle, Puzzle) or len(puzzle.clues) < puzzle.board.size:
        return None
    return Puzzle(puzzle.board, {}), tuple(number for _, number in sorted(puzzle.clues.items()))


def decided(candidates: Candidates) -> bool:
    """Return whether deduction has found that there is no filling, or left one number for each cell."""
    return not candidates.consistent or not any(mask & (mask - 1) for mask in candidates.masks)


def worked(instance: Instance, level: Level) -> tuple[Candidates, Deduced]:
    """Deduce for as long as it takes; returns what that leaves for each cell, and what it did.

    Raises:
        InputError: for a puzzle of another game.
    """
    puzzle = as_fillomino(instance, "--deduce")
    candidates = deduce(puzzle, level)
    return candidates, deduced(level, puzzle, candidates)


class Begun(Record):
    """What is known before a solver is asked.

    Attributes:
        question: what is asked.
        watch: counts the phases.
        started: when it began, by our own CPU time (`time.process_time`).
        candidates: what deduction has left; nothing for an encoding that makes no use of it.
        work: what deduction did.
    """

    question: Question
    watch: Stopwatch
    started: float
    candidates: Candidates
    work: Deduced

    @property
    def until(self) -> float | None:
        """When our own CPU time is up; ``None`` without a limit."""
        return None if self.question.seconds is None else self.started + self.question.seconds

    @property
    def spent(self) -> float:
        """Seconds of the limit by the clock that our own CPU time has used up.

        It counts for nothing where the solver's CPU time is limited: then the clock is for one that sleeps.
        """
        return 0.0 if self.question.cpu_seconds is not None else process_time() - self.started


def begin(puzzle: Instance, level: Level | None, question: Question, watch: Stopwatch) -> Begun:
    """Deduce as much as a level says; for ``None``, and other games, not even what the clues leave.

    Raises:
        OutOfTimeError: if our CPU time is up.
    """
    size = puzzle.places.size
    nothing = Deduced(Level.NONE, size, size - len(puzzle.fixed))
    begun = Begun(question, watch, process_time(), Candidates(()), nothing)
    if level is None or not isinstance(puzzle, Puzzle):
        return begun
    with watch.phase("deduce"), interrupted_at(begun.until):
        if question.log is not None and level is LEVEL:
            candidates = question.log.deduce(puzzle, DEDUCTION_SECONDS)
        else:
            candidates = deduce(puzzle, level, seconds=DEDUCTION_SECONDS)
    return begun.replace(candidates=candidates, work=deduced(level, puzzle, candidates))


def decide(name: str, puzzle: Puzzle, question: Question) -> Result | Begun:
    """Deduce as the fast way does; return the result if that decides the puzzle, or if time is up."""
    watch = Stopwatch()
    nothing = without_solution(name, Status.TIMEOUT, "", By(ENCODING, default_name()))
    try:
        begun = begin(puzzle, LEVEL, question, watch)
    except OutOfTimeError as late:
        return late_result(nothing, question, watch, late)
    return decided_result(nothing, puzzle, question, begun) if decided(begun.candidates) else begun


def decided_result(nothing: Result, puzzle: Instance, question: Question, begun: Begun) -> Result:
    """Return the result where deduction left one filling or none; `nothing` has its names."""
    watch = begun.watch
    with watch.phase("check"):
        known = begun.candidates.filling()
        solved = begun.candidates.consistent and not puzzle.violations(known)
    complete, total, error = not solved or question.wanted > 1, int(solved), None
    if question.unique and question.by_counting:
        from workbench.fillomino.counting import counted_to_prove

        with watch.phase("check"):
            fillings, error = counted_to_prove(puzzle, total)
        complete, total = fillings == total, fillings or total
    status = Status.SOLVED if solved else Status.UNKNOWN if error else Status.UNSOLVABLE
    if solved and question.watch is not unwatched:
        from encoder.puzzle_script import Decoded

        question.watch(Decoded(known))
    if question.keep is not None:
        label = question.keep.label(nothing.puzzle, nothing.by.encoding, nothing.by.solver)
        question.keep.decided(label, puzzle, known if solved else None, another=question.wanted > 1)
    unique = False if total > 1 else True if solved and complete else None
    ended = status if not solved else Status.UNSOLVABLE if complete else Status.FAILED
    return nothing.replace(
        verdict=Verdict(status, unique, "deduction" if status in DECIDED else None),
        by=nothing.by.replace(deduced=begun.work),
        answers=Answers((known,) if solved else (), complete),
        why=Why(error, ended=ended),
        cost=Cost(open_cells=begun.work.open_cells),
        times=times_of(watch),
    )


def late_result(result: Result, question: Question, watch: Stopwatch, late: OutOfTimeError) -> Result:
    """The result where time was up before the solver was asked, perhaps in somebody's encoding."""
    doing = "encoding" if watch.wall["encode"] else "deducing"
    place = "".join(f", {where}" for where in late.args)
    error = f"no answer within {question.seconds:g} s, which {doing} used up{place}"
    return result.with_error(error).replace(times=times_of(watch))

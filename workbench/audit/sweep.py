"""The audit: board after board until a puzzle is decided wrongly, or all are done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from fillomino.board import Board
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from workbench.audit.batch import Case, Wrong, case, judge
from workbench.audit.puzzles import ODD, boards, every_puzzle, sampled
from workbench.foreign.command import with_timeout
from workbench.logics import best_logic, check_taken

EVERY_UP_TO = 5
"""By default every clue set of rectangles with up to so many cells."""

ODD_UP_TO = 4
"""Odd boards of more cells get samples: each of five has 7,776 clue sets, and they add little."""

SAMPLED_UP_TO = 9
"""By default samples of boards with up to so many cells."""


PORTION = 50
"""So many puzzles are given to a program before the solver is asked about them, and progress is reported."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Boards, clue sets and limits of an audit.

    Attributes:
        every: all clue sets of rectangles with up to so many cells, and of small odd boards.
        sampled: samples of the other boards with up to so many cells.
        boards: these boards instead of ours, by name.
        level: how much to deduce before encoding.
        limits: of each question put to the solver.
    """

    every: int = EVERY_UP_TO
    sampled: int = SAMPLED_UP_TO
    boards: tuple[tuple[str, Board], ...] | None = None
    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)

    def chosen(self) -> list[tuple[str, Board]]:
        """The boards, smallest first."""
        if self.boards is not None:
            return sorted(self.boards, key=lambda named: named[1].size)
        return boards(max(self.every, self.sampled))

    def exhausts(self, name: str, board: Board) -> bool:
        """Return whether all clue sets of a board are to be decided."""
        odd = self.boards is None and any(name == its for its, _ in ODD)
        return board.size <= (min(self.every, ODD_UP_TO) if odd else self.every)


@dataclass(frozen=True, slots=True)
class Done:
    """Progress of an audit on one board.

    Attributes:
        board: its name.
        cells: its size.
        puzzles: how many were decided rightly.
        every: whether these were all clue sets.
    """

    board: str
    cells: int
    puzzles: int
    every: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Result of an audit.

    Attributes:
        wrong: the first puzzle that is decided wrongly, and how; ``None`` if there was none.
        done: the boards it went over.
        skipped: how many puzzles the encoding refused to encode, by what they have (`kind_of`).
    """

    wrong: Wrong | None
    done: tuple[Done, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles that were decided rightly."""
        return sum(each.puzzles for each in self.done)


def audit(
    encoding: Encoding,
    solver: Solver,
    scope: Scope | None = None,
    *,
    logic: str | None = None,
    progress: Callable[[Done], None] = lambda _: None,
) -> Report:
    """Decide if an encoding accepts exactly the solutions, and can block each of them.

    A puzzle that it refuses to encode, such as one of a variant, is counted and left out.

    Args:
        encoding: what to audit; whole, or with families left out.
        solver: who decides.
        scope: on which puzzles.
        logic: the logic, if not the one that suits encoding and solver.
        progress: called after each batch of puzzles with how far the audit is on its board.

    Returns:
        The smallest counterexample (fewest cells, then fewest clues) or none, and what was looked at.

    Raises:
        SessionError: if the solver can't hold a session, fails, or does not answer in time.
        ProgramError: if the encoding is a program's, which fails, or whose script the solver refuses.
        EncodingError: if the encoding can't be written for the solver, or refuses every puzzle.
    """
    scope = scope or Scope()
    logic = logic or best_logic(encoding, solver)
    encoding.check_logic(logic)
    encoding = with_timeout(encoding, scope.limits.seconds)
    done: list[Done] = []
    skipped: Counter[str] = Counter()
    refusal: EncodingError | None = None
    for name, board in scope.chosen():
        every = scope.exhausts(name, board)
        count = 0
        for puzzles in _portions(every_puzzle(board) if every else sampled(board), encoding):
            encoded = []
            for puzzle in puzzles:
                try:
                    encoded.append(case(encoding, puzzle, logic, scope.level))
                    check_taken(encoded[-1].script, solver)
                except EncodingError as error:
                    skipped[kind_of(puzzle)] += 1
                    refusal = refusal or error
            for cases in _alike(encoded):
                try:
                    wrong = judge(cases, solver, scope.limits)
                except SessionError as error:
                    if isinstance(error, SessionTimeoutError) or not encoding.spec:
                        raise
                    from workbench.foreign.faults import blamed

                    raise blamed((each.script for each in cases), error) from error
                if wrong is not None:
                    return Report(wrong, (*done, Done(name, board.size, count, every=False)), skipped)
                count += len(cases)
                progress(Done(name, board.size, count, every))
        done.append(Done(name, board.size, count, every))
    if refusal is not None and not any(each.puzzles for each in done):
        raise refusal
    return Report(None, tuple(done), skipped)


def kind_of(puzzle: Puzzle) -> str:
    """Return the feature of a puzzle that an encoding may not support, which is one at most."""
    if puzzle.checkered or puzzle.basic:
        return "checkered" if puzzle.checkered else "basic"
    if puzzle.walls:
        return "walled"
    if puzzle.largest_region is not None:
        return "size-limited"
    grid = puzzle.board.grid
    return "plain" if grid is not None and None not in grid.cells else "odd-board"


def _portions(batches: Iterator[list[Puzzle]], encoding: Encoding) -> Iterator[list[Puzzle]]:
    """The batches of puzzles, in smaller parts for a program that may take its time for each."""
    for batch in batches:
        most = PORTION if encoding.spec else len(batch)
        yield from (batch[start : start + most] for start in range(0, len(batch), most))


def _alike(cases: Sequence[Case]) -> Iterator[list[Case]]:
    """Cases that can share declarations: no constant has two sorts, and they define the same."""
    left = list(cases)
    while left:
        sorts: dict[str, str] = {}
        alike: list[Case] = []
        other: list[Case] = []
        for each in left:
            first, script = left[0].script, each.script
            fits = (script.definitions, script.logic) == (first.definitions, first.logic)
            fits = fits and all(sorts.get(name, sort) == sort for name, sort in script.declarations)
            (alike if fits else other).append(each)
            if fits:
                sorts.update(each.script.declarations)
        yield alike
        left = other

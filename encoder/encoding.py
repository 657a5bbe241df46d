"""An encoding: a function from puzzles to scripts, and its description."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from encoder.errors import EncodingError
from encoder.guard import EncodingFaultError, guarded
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.script import Family


@contextmanager
def _uncollected() -> Iterator[None]:
    """Suspend garbage collection: a script is thousands of tuples, none of them in a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # else a caller's frozen objects would be let go
                gc.freeze()
                gc.unfreeze()  # what was made has moved to the oldest generation, without being gone through
            gc.enable()


@dataclass(frozen=True, slots=True)
class Encoding:
    """A named way to write the puzzle in SMT-LIB.

    Attributes:
        name: what people type: ``forest``.
        title: one line.
        idea: a paragraph.
        logics: the logics it can be written in; the first is the default. Empty if scripts set their own.
        families: its constraint families, in the order they are written. Empty if each script names its own.
        source: where it comes from.
        build: `(puzzle, candidates, logic)` to a script; called through `script`, which checks the logic.
        deduces: whether `build` uses the candidates.
        lazy: whether its script only starts an incremental session, which generates further constraints.
        estimate: the approximate length of its script in characters, from the puzzle and candidates;
            a script that would not fit into memory is refused. ``None`` if its scripts are always short.
        incremental_from: the number of answers from which one incremental session beats fresh processes.
            Measured, see docs/performance.md.
        push_first: whether a session for many answers should begin with a push, so that a solver with a
            special engine for its first question does not use it (`workbench.choose.logics`). Measured.
        spec: the argument that finds it in another process, if not its name.
        size: the asymptotic length of its script without deduction, as a formula: N cells, numbers up to K,
            R cells within reach of a cell, at most N and 2K². Empty if it writes no script.
        good_for: what it is best used for, in a phrase; may be empty.
        frame: the name of what it shares with encodings that differ from it in one part only; empty if there
            are none. Properties of a frame are tested for one of its encodings.
    """

    name: str
    title: str
    idea: str
    logics: tuple[str, ...]
    families: tuple[Family, ...]
    source: str
    build: Callable[[Puzzle, Candidates, str], PuzzleScript]
    deduces: bool = True
    lazy: bool = False
    estimate: Callable[[Puzzle, Candidates], int] | None = None
    incremental_from: int = 3
    push_first: bool = False
    spec: str = ""
    size: str = ""
    good_for: str = ""
    frame: str = ""

    def __post_init__(self) -> None:
        """Guard the function of somebody else's encoding: a bug is reported with its file and line."""
        object.__setattr__(self, "build", guarded(self.build, "build", self.name, PuzzleScript))

    def script(
        self, puzzle: Puzzle, logic: str | None = None, candidates: Candidates | None = None
    ) -> PuzzleScript:
        """Encode a puzzle.

        Args:
            puzzle: what to encode.
            logic: one of `logics`; the first if not given.
            candidates: what deduction has left for each cell; by default all that the clues leave.
                An encoding that does not deduce encodes the puzzle as it is given.

        Raises:
            EncodingError: for a logic this encoding cannot be written in.
            TooLongError: for a script that would not fit into memory.
            EncodingFaultError: if the result of `build` is inconsistent.
        """
        self.check_logic(logic)
        if candidates is None:
            candidates = deduce(puzzle, Level.NONE) if self.deduces else Candidates(())
        if self.estimate is not None:
            from encoder.estimate import check_fits  # not needed by the lazy method

            check_fits(self.name, self.estimate(puzzle, candidates))
        with _uncollected():
            script = self.build(puzzle, candidates, logic or next(iter(self.logics), ""))
        if script.cells is not None and not script.cells.fixed <= puzzle.clues.keys():
            raise EncodingFaultError(f"{self.name} marks cells without a clue as fixed")
        if logic and script.logic != logic and not self.logics:
            raise EncodingError(
                f"the script of {self.name} sets {script.logic} itself: leave out {logic}",
                code="option-conflict",
            )
        return script

    def check_logic(self, logic: str | None) -> None:
        """Do nothing for one of `logics`, or none, or where each script sets its own.

        Raises:
            EncodingError: for a logic this encoding can't be written in.
        """
        if logic and self.logics and logic not in self.logics:
            known = ", ".join(self.logics)
            raise EncodingError(
                f"{self.name} cannot be written in {logic}, only in {known}", code="unsupported-logic"
            )

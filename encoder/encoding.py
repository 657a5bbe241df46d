"""An encoding: a function from puzzles to scripts, and its description; third-party code is guarded."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Any, TypeAlias

from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from fillomino.clock import OutOfTimeError
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import Error
from fillomino.faults import FaultError, fault, is_ours, last_of_theirs
from fillomino.instance import Instance
from fillomino.puzzle import FILLOMINO, Puzzle
from fillomino.record import Record
from smtlib.errors import SexprError
from smtlib.script import Assertion, Declaration, Family
from smtlib.sexpr import read_one

if TYPE_CHECKING:
    from encoder.forests import ForestTerms


class EncodingFaultError(FaultError):
    """A bug in a third-party encoding: an unexpected exception, or a result of the wrong type."""

    code = "encoding-fault"


Build: TypeAlias = Callable[..., PuzzleScript]
"""`(puzzle, candidates, logic)` to a script for Fillomino, `(puzzle, logic)` for another game.

The candidates are what deduction leaves for each cell; only Fillomino has any. A program's has the parameters
`(puzzle, seconds)`: the limit for this script, ``None`` for its own.
"""


def guarded(build: Build, encoding: str) -> Build:
    """Return an encoding's `build`, guarded unless it is ours: what goes wrong is an `EncodingFaultError`.

    That is any other error than our own and a lack of memory, `sys.exit`, and a result of another type, or a
    script that is none. If time is up, or the user interrupts, the error gets the place in their code. What
    it prints goes to standard error, as standard output is for results.
    """
    if is_ours(getattr(build, "__module__", None)):
        return build
    what = f"build of the encoding {encoding}"

    def guard(*arguments: Any) -> PuzzleScript:
        alone = threading.current_thread() is threading.main_thread()
        try:
            with redirect_stdout(sys.stderr) if alone else nullcontext():
                script = build(*arguments)
        except (Error, MemoryError):
            raise
        except (OutOfTimeError, KeyboardInterrupt) as error:
            last = last_of_theirs(error)
            where = "" if last is None else f", at {last.filename}:{last.lineno}: `{last.line}`"
            error.args = (f"in {what}{where}",)
            raise
        except (Exception, SystemExit) as error:
            raise EncodingFaultError(*fault(error, what)) from error
        wrong = _misfit(script)
        if wrong:
            code = getattr(getattr(build, "__wrapped__", build), "__code__", None)
            home = (None, None) if code is None else (code.co_filename, code.co_firstlineno)
            raise EncodingFaultError(f"{what} gives {wrong}", *home)
        return script

    return guard


def _misfit(script: object) -> str:
    """What is wrong with the result of `build`, in words; empty if nothing is."""
    if not isinstance(script, PuzzleScript):
        return f"a {type(script).__name__}, not a {PuzzleScript.__name__}"
    parts = (("declarations", Declaration), ("assertions", Assertion), ("families", Family))
    for name, wanted in parts:
        for number, part in enumerate(getattr(script, name)):
            if not isinstance(part, wanted):
                wrong = f"{type(part).__name__}, not {wanted.__name__}: {str(part)[:100]}"
                return f"a script whose {name}[{number}] is of type {wrong}"
    for number, (family, _, term) in enumerate(script.assertions):
        which = f"a script whose assertions[{number}], of the family {family},"
        given: object = term
        if not isinstance(given, str):
            return f"{which} has a {type(given).__name__} as its term, not a str"
        try:
            if term.count("(") != term.count(")"):  # in a symbol or a string that may be right
                read_one(term)
        except SexprError as error:
            return f"{which} is not a term: {term[:100]} ({error.message})"
    if script.cells is None:
        return "a script that names no cells: give Builder.script the term of each cell's number"
    return ""


_MANY = 10_000
"""So many objects made since the last collection are not gone through by the next."""


def _uncollected(build: Build, given: tuple[Any, ...]) -> PuzzleScript:
    """Build a script without garbage collection: it is thousands of tuples, none of them in a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return build(*given)
    finally:
        if was_enabled:
            # A caller's frozen objects would be let go; counting them takes long, so not for small scripts.
            if gc.get_count()[0] >= _MANY and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()  # what was made has moved to the oldest generation, without being gone through
            gc.enable()


class Encoding(Record):
    """A named way to write the puzzle in SMT-LIB.

    Attributes:
        name: what people type: ``forest``.
        title: one line.
        idea: a paragraph.
        logics: the logics it can be written in; the first is the default. Empty if scripts set their own.
        families: its constraint families, in the order they are written. Empty if each script names its own.
        source: where it comes from.
        build: makes a script, see `Build`; called through `script`, which checks game and logic.
        game: the name of the game whose puzzles it encodes; empty for a program that may take any.
        deduces: whether `build` uses the candidates; none does of another game than Fillomino.
        program: whether a program encodes, which is stopped when the time for a script is up.
        lazy: whether its script only starts an incremental session, which generates further constraints.
        estimate: the approximate length of its script in characters, from the puzzle and candidates;
            a script that would not fit into memory is refused. ``None`` if its scripts are always short.
        incremental_from: the number of answers from which one incremental session beats fresh processes.
            Measured, see docs/performance.md.
        push_first: whether a session for many answers should begin with a push, so that a solver with a
            special engine for its first question does not use it (`workbench.methods.encodings`). Measured.
        spec: the argument that finds it in another process, if not its name.
        size: the asymptotic length of its script without deduction, as a formula: N cells, numbers up to K,
            R cells within reach of a cell, at most N and 2K². Empty if it writes no script.
        good_for: what it is best used for, in a phrase; may be empty.
        frame: the name of what it shares with encodings that differ from it in one part only; empty if there
            are none. Properties of a frame are tested for one of its encodings.
        forest: how its models hold a spanning forest; ``None`` if they have none.
        symbols: how names of its constants are made, by patterns: in ``e_x_y`` x and y are labels of cells;
            any other letter is a number. What each stands for, a script says (`Script.meaning`).
    """

    name: str
    title: str
    idea: str
    logics: tuple[str, ...]
    families: tuple[Family, ...]
    source: str
    build: Build
    game: str = FILLOMINO.name
    deduces: bool = True
    program: bool = False
    lazy: bool = False
    estimate: Callable[[Puzzle, Candidates], int] | None = None
    incremental_from: int = 3
    push_first: bool = False
    spec: str = ""
    size: str = ""
    good_for: str = ""
    frame: str = ""
    forest: ForestTerms | None = None
    symbols: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Guard the function of somebody else's encoding: a bug is reported with its file and line."""
        object.__setattr__(self, "build", guarded(self.build, self.name))
        if self.game not in (FILLOMINO.name, ""):
            object.__setattr__(self, "deduces", False)

    def script(
        self,
        puzzle: Instance,
        logic: str | None = None,
        candidates: Candidates | None = None,
        seconds: float | None = None,
    ) -> PuzzleScript:
        """Encode a puzzle.

        Args:
            puzzle: what to encode.
            logic: one of `logics`; the first if not given.
            candidates: what deduction has left for each cell; by default all that the clues leave.
                An encoding that does not deduce encodes the puzzle as it is given.
            seconds: the limit for a program, if it is lower than its own; no limit of other encodings.

        Raises:
            EncodingError: for a puzzle of another game, or a logic this encoding cannot be written in.
            TooLongError: for a script that would not fit into memory.
            EncodingFaultError: if the result of `build` is inconsistent.
        """
        self.check_logic(logic)
        if self.game not in (puzzle.game.name, ""):
            raise EncodingError(
                f"{self.name} encodes {self.game}; this is of {puzzle.game.name}", code="other-game"
            )
        logic = logic or next(iter(self.logics), "")
        given: tuple[Any, ...] = (puzzle, logic)
        if self.program:
            given = puzzle, seconds
        elif isinstance(puzzle, Puzzle):
            if candidates is None:
                candidates = deduce(puzzle, Level.NONE) if self.deduces else Candidates(())
            if self.estimate is not None:
                from encoder.estimate import check_fits  # not needed by the lazy method

                check_fits(self.name, self.estimate(puzzle, candidates))
            given = puzzle, candidates, logic
        script = _uncollected(self.build, given)
        if script.cells is not None and not script.cells.fixed <= puzzle.fixed:
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

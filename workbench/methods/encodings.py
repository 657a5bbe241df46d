"""Encodings by what a person types, their scripts after deduction, and the logic that suits a solver.

A person's command line alone may start programs. Names that come from a file or a page are looked up in
`encoder.encodings.registry`, which starts none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from drivers.errors import SessionError, SessionTimeoutError
from drivers.solver import Solver, require
from encoder.encoding import Encoding
from encoder.encodings import registry
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.levels import Level
from fillomino.instance import Instance
from smtlib.script import Script
from workbench.fillomino.deduced import worked
from workbench.methods.method import Deduced


def name_for(game: str, name: str | None, of_fillomino: str, *, lazy: bool = False) -> str:
    """Return the name of the encoding to take for a game.

    Args:
        game: the game.
        name: the name that a person gave; ``None`` for the default.
        of_fillomino: the default for Fillomino; that of another game is the first of the table.
        lazy: whether the default may be lazy; else it is the first with a script of its own.

    Raises:
        EncodingError: if there is no encoding of the game in the table, and none was named.
    """
    if name is not None or game == "fillomino":
        return name or of_fillomino
    known = registry.names_of(game)
    if not known:
        raise EncodingError(
            f"there is no encoding of {game} here: name one, such as --encoding cmd:PROGRAM",
            code="missing-option",
        )
    scripts = [known[0]] if lazy else [encoding.name for encoding in registry.encodings_of(game)]
    if not scripts:
        raise EncodingError(
            f"no encoding of {game} here has a script of its own: name one, such as --encoding cmd:PROGRAM",
            code="missing-option",
        )
    return scripts[0]


def find_encoding(name: str, game: str = "") -> Encoding:
    """Return an encoding or lazy method.

    Args:
        name: a name of ours, one that an installed package adds, or ``cmd:PROGRAM ARG…`` for a program that
            encodes (see `workbench.foreign`).
        game: the game whose puzzles a program gets, if that is known.

    Raises:
        EncodingError: for an unknown name; the message lists those there are.
        InputError: for a program with unknown options.
        ProgramError: for a program that does not exist, or fails when it is asked for its families.
    """
    if ":" in name:
        from workbench.foreign.program import foreign
        from workbench.foreign.spec import is_program

        if is_program(name):
            return foreign(name).replace(game=game)
    return registry.find(name)


def find_one_shot(name: str, drop: Sequence[str] = (), only: Sequence[str] = (), game: str = "") -> Encoding:
    """Return an encoding whose script is complete, see `find_encoding`, with families left out.

    Raises:
        EncodingError: also if it is lazy, and for a family that it does not have.
    """
    return chosen_families(registry.one_shot(find_encoding(name, game)), drop, only)


def chosen_families(encoding: Encoding, drop: Sequence[str] = (), only: Sequence[str] = ()) -> Encoding:
    """Return an encoding with families left out; a program is first asked which it has.

    Raises:
        EncodingError: for a family that it does not have, and for families left out of a lazy method.
        ProgramError: if it is a program's, and fails.
    """
    if not (drop or only):
        return encoding
    if encoding.lazy:
        raise EncodingError(
            f"{encoding.name} is an incremental session that needs all of its families; "
            "choose an encoding to drop families of with --encoding",
            code="needs-session",
        )
    from encoder.select import select

    return select(with_families(encoding), drop, only)


def with_families(encoding: Encoding) -> Encoding:
    """Return an encoding that lists logics and families: a program's is asked for them, others list them.

    Raises:
        ProgramError: if the program fails.
    """
    if not encoding.spec:
        return encoding
    from workbench.foreign.program import surveyed

    return surveyed(encoding)


def encoded(
    encoding: Encoding, puzzle: Instance, logic: str | None, level: Level
) -> tuple[PuzzleScript, Deduced | None]:
    """Return the script of a puzzle after deduction, which its head records, and what deduction did.

    Args:
        encoding: the encoding; one that makes no use of deduction gets none.
        puzzle: the puzzle.
        logic: the logic, if not the encoding's own.
        level: how much to deduce.

    Raises:
        EncodingError: if the encoding can't be written in the logic.
    """
    if level is Level.NONE or not encoding.deduces:
        return encoding.script(puzzle, logic), None
    candidates, work = worked(puzzle, level)
    return noted(encoding.script(puzzle, logic, candidates), work), work


def noted(script: PuzzleScript, work: Deduced) -> PuzzleScript:
    """Return a script whose head records deduction; as it is where there was none."""
    return script.with_header(notes=work.note) if work.note else script


def best_logic(encoding: Encoding, solver: Solver, seconds: float | None = None) -> str:
    """The logic to write an encoding in for a solver.

    One that is preferred for the solver, else the encoding's first that the solver takes; an empty name for
    an encoding whose scripts set their logics themselves.

    Args:
        encoding: the encoding.
        solver: the solver.
        seconds: the longest wait for a program that is only assumed to hold a session; by default ten.

    Raises:
        EncodingError: if the two do not go together; the message lists what does.
        SessionTimeoutError: if such a program does not reply within these seconds.
        SolverNotFoundError: if the solver is not installed.
    """
    code = "unsupported-logic"
    preferred = [logic for logic in solver.preferred_logics if logic in encoding.logics]
    taken = [logic for logic in encoding.logics if solver.logics is None or logic in solver.logics]
    if encoding.lazy and not _holds_a_session(require(solver), seconds):
        why = f"{encoding.name} needs an incremental session, and {solver.title} can't hold one"
        code = "needs-session"
    elif preferred or taken or not encoding.logics:
        return [*preferred, *taken, ""][0]
    else:
        logics = ", ".join(encoding.logics)
        why = f"{solver.title} takes none of the logics of {encoding.name} ({logics})"
    names = ", ".join(other.name for other in registry.ENCODINGS if takes(solver, other))
    raise EncodingError(f"{why}; choose an encoding with --encoding ({names})", code=code)


@cache
def _holds_a_session(solver: Solver, seconds: float | None) -> bool:
    """Return whether a solver holds a session; where that is only assumed, one is begun to see."""
    if solver.session_arguments is None or not solver.session_assumed:
        return solver.session_arguments is not None
    from drivers.limits import Limits
    from drivers.session import FIRST_SECONDS, Session

    try:
        with Session(solver, Limits(seconds=seconds)) as session:
            session.command("(push 1)")
    except SessionTimeoutError:
        if seconds is not None and seconds <= FIRST_SECONDS:
            raise
        return False
    except SessionError:
        return False
    return True


def takes(solver: Solver, encoding: Encoding) -> bool:
    """Return whether a solver takes an encoding, as far as its record has it."""
    return (solver.session_arguments is not None or not encoding.lazy) and (
        solver.logics is None or not set(solver.logics).isdisjoint(encoding.logics)
    )


def check_taken(script: Script, solver: Solver) -> None:
    """Do nothing for a script in a logic that a solver takes.

    Raises:
        EncodingError: for any other.
    """
    if solver.logics is not None and script.logic not in solver.logics:
        raise EncodingError(
            f"{solver.title} does not take {script.logic}, the logic of {script.encoding}, "
            f"but {', '.join(solver.logics)}; choose another with --solver",
            code="unsupported-logic",
        )

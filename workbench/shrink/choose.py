"""The check that a person asks to shrink by, from names: composed here alone."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.limits import Limits
from drivers.solvers import find as find_solver
from encoder.annotations import notes_of
from encoder.select import falsified, family_names
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.choose.encodings import chosen_families, find_one_shot, with_families
from workbench.foreign.command import with_timeout
from workbench.methods.scripts import read_to_solve
from workbench.shrink.checks import (
    AgainstRules,
    PuzzleCheck,
    ScriptCheck,
    Solvers,
    SolversOnPuzzles,
    TwoEncodings,
)
from workbench.shrink.script_checks import AgainstPuzzle, condition
from workbench.texts.script_file import check_asks


def check_of_puzzles(
    encodings: Sequence[str],
    solvers: Sequence[str],
    timeout: float,
    *,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    keep: str | None = None,
) -> PuzzleCheck:
    """Return the check of puzzles.

    Args:
        encodings: one encoding, or two that are compared.
        solvers: one solver, or several that are compared.
        timeout: seconds for each question.
        drop: families of the first encoding to leave out.
        only: families of it to keep; all if empty.
        keep: ``crash`` or ``differ``; ``None`` for the latter.

    Raises:
        InputError: for two comparisons at once, or a condition on scripts.
        EncodingError: for an unknown encoding or family.
        UnknownSolverError: for an unknown solver.
    """
    if keep not in (None, "crash", "differ"):
        raise InputError(
            f"--keep {keep} is about a script; `fillomino encode` writes that of a puzzle", code="bad-option"
        )
    crash = keep == "crash"
    if len(encodings) > 2:
        raise InputError("two encodings can be compared; name no more with --encoding")
    if len(encodings) == 2 and (len(solvers) > 1 or crash):
        raise InputError("compare two encodings by one solver, or solvers on one encoding")
    records, limits = [find_solver(name) for name in solvers], Limits(seconds=timeout)
    whole, *other = [with_timeout(find_one_shot(name), timeout) for name in encodings]
    part = chosen_families(whole, family_names(drop), family_names(only))
    if len(records) > 1 or crash:
        return SolversOnPuzzles(part, Solvers(tuple(records), limits, crash))
    if other:
        return TwoEncodings(part, records[0], limits, other[0])
    excluded = falsified(with_families(whole), part) if drop or only else None
    return AgainstRules(part, records[0], limits, excluded)


def check_of_script(
    text: str, name: str, solvers: Sequence[str], timeout: float, keep: str | None, puzzle: Puzzle | None
) -> ScriptCheck:
    """Return the check of a script.

    Args:
        text: the script.
        name: its name, for messages.
        solvers: their names.
        timeout: seconds for each question.
        keep: the condition that stays true; ``None`` for a disagreement of solvers, or with the rules.
        puzzle: its puzzle, if its comments hold none.

    Raises:
        InputError: for a script without a question; for a condition that does not exist or needs more
            solvers; for a script without a puzzle where only the rules could contradict it.
    """
    records, limits = [find_solver(solver) for solver in solvers], Limits(seconds=timeout)
    if keep not in ("crash", "fail"):
        check_asks(text, name)
    if keep is not None or len(records) > 1:
        return condition(keep or "differ", records, limits)
    if (puzzle or notes_of(text, name).puzzle) is None:
        raise InputError(
            "no comment here holds the puzzle; name two solvers with --solver, or --keep CONDITION, or the "
            "puzzle with --as puzzle=PUZZLE",
            source=name,
            code="missing-option",
        )
    return AgainstPuzzle(tuple(records), limits, read_to_solve(text, name, puzzle))

"""The method that solves a script of one puzzle as it stands."""

from __future__ import annotations

from dataclasses import replace

from drivers.solver import Solver
from encoder.encoding import encoding_of
from encoder.reader import read_puzzle_script
from encoder.script import PuzzleScript
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.methods.contradicted import TOO_STRONG, WITHOUT_MODEL
from workbench.methods.result import Result, Status, is_contradicted
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt


def read_to_solve(content: str, name: str, puzzle: Puzzle | None = None) -> PuzzleScript:
    """Read a script that is to be solved, or audited; the puzzle is for one that holds none.

    Raises:
        InputError: if it asks for another solution than a known one, or is nothing that `read_puzzle_script`
            reads.
    """
    script = read_puzzle_script(content, name, puzzle)
    if script.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}", source=name
        )
    return script


def method_of(script: PuzzleScript, solver: Solver | str | None) -> SmtMethod:
    """Return the method that solves a script; a wrong filling is no surprise of it."""
    return replace(smt(encoding_of(script), solver, deduce="none"), altered=True)


def in_words(result: Result) -> Result:
    """Return the result of a script with what it means for the puzzle."""
    if result.status is Status.UNSOLVABLE:
        return replace(result, error=WITHOUT_MODEL)
    if is_contradicted(result.error):
        return replace(result, error=TOO_STRONG)
    if result.status is Status.WRONG and result.violations:
        more = f" (and {len(result.violations) - 1} more)" if len(result.violations) > 1 else ""
        return replace(result, error=f"the script accepts this: {result.violations[0].text}{more}")
    return result

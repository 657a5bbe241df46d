"""A puzzle solved by a script about it, as by an encoding that always writes this: for any question.

A script that is run for its own questions alone is `workbench.methods.script_method.ScriptMethod`.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript
from encoder.reader import read_script
from fillomino.errors import InputError
from fillomino.instance import Instance, Violation
from smtlib.text import Text
from workbench.fillomino.contradicted import DENIED, WITHOUT_MODEL
from workbench.methods.method import CONTRADICTED, TOO_STRONG, TOO_WEAK, Result, Status
from workbench.methods.smt import SmtMethod, first_of


def read_to_solve(text: Text, puzzle: Instance | None = None) -> PuzzleScript:
    """Read a script that is to be solved, or audited; the puzzle is for one that holds none.

    Raises:
        InputError: if it asks for another solution than a known one, or is nothing that `read_script` reads.
    """
    script = read_script(text, puzzle)
    if script.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}",
            source=text.name,
            code="asks-another",
        )
    return script


def by_script(script: PuzzleScript, solver: Solver) -> SmtMethod:
    """Return the method that asks a solver about a puzzle by its script: the encoding that always gives this.

    That of a file goes by the file's name. A wrong filling is no surprise: the script may assert too little.
    """
    name = script.source.name if script.source is not None else script.encoding
    encoding = Encoding(
        name=name,
        title="a script",
        idea="What the script asserts.",
        logics=(),
        families=script.families,
        source=name,
        build=lambda *_: script,
        game=script.puzzle.game.name,
    )
    return SmtMethod(encoding, solver, altered=True)


def with_meaning(result: Result) -> Result:
    """Return the result of a script with what it means for the puzzle."""
    if result.verdict.status is Status.UNSOLVABLE:
        return result.with_error(WITHOUT_MODEL)
    if result.why.code == CONTRADICTED:
        return result.with_error(DENIED, TOO_STRONG)
    if result.verdict.status is Status.WRONG and result.why.violations:
        return result.with_error(accepting(result.why.violations), TOO_WEAK)
    return result


def accepting(broken: Sequence[Violation]) -> str:
    """What is wrong with a script that accepts a filling which breaks rules, in a sentence."""
    return f"the script accepts this: {first_of(broken)}"

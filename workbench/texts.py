"""Scripts of one puzzle as texts: which are taken, and how they are solved."""

from __future__ import annotations

from dataclasses import replace

from drivers.solver import Solver
from encoder.annotations import is_clauses
from encoder.text_encoding import Text, text_of
from fillomino.errors import InputError
from workbench.contradicted import WITHOUT_MODEL
from workbench.methods.result import Result, Status
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt


def read_text(content: str, name: str) -> Text:
    """Read a script that is to be solved, or audited.

    Raises:
        InputError: if it is clauses, asks for another solution than a known one, or is nothing that
            `text_of` reads.
    """
    if is_clauses(content):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=name)
    text = text_of(content, name)
    if text.notes.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}", source=name
        )
    return text


def method_of(text: Text, solver: Solver | str | None) -> SmtMethod:
    """Return the method that solves a text; a wrong filling is no surprise of it."""
    return replace(smt(text.encoding, solver, deduce="none"), altered=True)


def in_words(result: Result) -> Result:
    """Return the result of a text with what it means for the puzzle."""
    if result.status is Status.UNSOLVABLE:
        return replace(result, error=WITHOUT_MODEL)
    if result.status is Status.WRONG and result.violations:
        more = f" (and {len(result.violations) - 1} more)" if len(result.violations) > 1 else ""
        return replace(result, error=f"the script accepts this: {result.violations[0].text}{more}")
    return result

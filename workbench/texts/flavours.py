"""The flavours in which a script is written: those of SMT-LIB, and clauses for SAT solvers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from smtlib import render as rendering

if TYPE_CHECKING:
    from encoder.script import PuzzleScript

BENCHMARK = "benchmark"
"""The flavour of single files for the SMT-LIB library."""

DIMACS = "dimacs"

FLAVOURS: Mapping[str, str] = {flavour.name: flavour.title for flavour in rendering.FLAVOURS} | {
    DIMACS: "clauses for a SAT solver (.cnf), of the encodings of Booleans alone"
}
"""Their names, and what each is, in a phrase."""


def written(script: PuzzleScript, flavour: str) -> str:
    """Return the text of a script for a file, as `pieces` does."""
    return "".join(pieces(script, flavour))


def pieces(script: PuzzleScript, flavour: str) -> Iterable[str]:
    """Return the text of a script for a file, in pieces; comments hold its puzzle and its encoding.

    Args:
        script: the script.
        flavour: a name in `FLAVOURS`.

    Raises:
        UnknownFlavourError: for an unknown flavour.
        EncodingError: if a script that is to become clauses is not of Booleans alone.
    """
    from encoder.annotations import annotated

    script = annotated(script)
    return (_clauses(script),) if flavour == DIMACS else rendering.pieces(script, flavour, DIMACS)


def _clauses(script: PuzzleScript) -> str:
    from drivers.dimacs import NotBooleanError, from_script
    from encoder.encodings.table import ENCODINGS
    from encoder.errors import EncodingError

    try:
        notes = "".join(f"c {note}\n" for note in (*script.header.annotations, *script.header.notes))
        titles = {family.name: f"{family.name}, {family.title}" for family in script.families}
        kinds = [titles.get(assertion.family, assertion.family) for assertion in script.assertions]
        return notes + from_script(rendering.driver(script), kinds)
    except NotBooleanError as error:
        *boolean, last = (encoding.name for encoding in ENCODINGS if "QF_UF" in encoding.logics)
        others = f"{', '.join(boolean)} and {last}"
        message = f"{script.encoding} is not of Booleans alone, as dimacs must be; {others} are"
        raise EncodingError(message, code="unsupported-logic") from error

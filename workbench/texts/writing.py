"""Writing a script: its question, and the flavours, those of SMT-LIB and clauses for SAT solvers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from fillomino.errors import InputError, NoSolutionError, listed
from fillomino.record import Record
from smtlib import render as rendering
from smtlib.script import Assertion, Family
from workbench.methods.encodings import encoded

if TYPE_CHECKING:
    from encoder.encoding import Encoding
    from encoder.puzzle_script import PuzzleScript
    from fillomino.deduction.levels import Level
    from fillomino.instance import Filling, Instance
    from workbench.methods.method import Deduced


NUMBERS, ALL, MODEL, UNIQUE = "numbers", "all", "model", "unique"

ASKED: Mapping[str, str] = {
    NUMBERS: "the values of the symbols that give the numbers",
    ALL: "values of all symbols: edges, sizes and roots, so that decode --json has the forest",
    MODEL: "(get-model), in whatever way the solver prints it",
    UNIQUE: "whether there is another solution than the one known: unsat, if that is the only one",
}
"""The questions, and what each asks for, in a phrase."""

ANOTHER = Family(
    "another-solution",
    "the numbers are not those of the known solution",
    "for the known solution: some n_x is another number",
    "this project",
)
"""The family of the blocking clause."""

_FLAVOURS: Mapping[str, tuple[str, ...]] = {
    ALL: ("driver", "commented", "dimacs"),
    MODEL: ("driver", "commented"),
}


def check_question(ask: str, flavour: str) -> None:
    """Do nothing for a question that a flavour has a place for.

    Raises:
        InputError: for any other.
    """
    if ask not in ASKED:
        raise InputError(f"--ask is {', '.join(ASKED)}, not {ask!r}", code="bad-option")
    if flavour not in _FLAVOURS.get(ask, (flavour,)):
        able = listed(_FLAVOURS[ask])
        raise InputError(
            f"--ask {ask} goes with the flavours {able}, not with {flavour}", code="option-needs"
        )


def asking(script: PuzzleScript, ask: str, filling: Filling | None = None) -> PuzzleScript:
    """Return a script with a question.

    Args:
        script: the script.
        ask: one of `ASKED`.
        filling: for `UNIQUE` the known solution; else one is looked for, for as long as it takes.

    Raises:
        NoSolutionError: for `UNIQUE`, if the puzzle has no solution, or none was found.
    """
    if ask == ALL:
        return script.replace(values=tuple(name for name, _ in script.declarations))
    if ask == MODEL:
        return script.replace(asks_model=True)
    if ask != UNIQUE:
        return script
    from encoder.puzzle_script import block

    term = block(script, filling or _solution(script.puzzle))
    return script.replace(
        header=script.header.replace(annotations=(f"asks {UNIQUE}",)),
        families=(*script.families, ANOTHER),
        assertions=(*script.assertions, Assertion(ANOTHER.name, (), term)),
    )


def _solution(puzzle: Instance) -> Filling:
    from fillomino.puzzle import as_fillomino
    from workbench.methods.method import Question
    from workbench.methods.smt import smt

    result = smt(None, None).run("", as_fillomino(puzzle, "--ask unique without a solution"), Question())
    if not result.answers.fillings:
        raise NoSolutionError(f"there is no solution to block: {result.verdict.status.value}")
    return result.answers.fillings[0]


class Composed(Record):
    """The script of a file, and what is of interest besides.

    Attributes:
        script: the script, with its question and header.
        work: what deduction did; ``None`` if there was none.
        status: its status, where it was to be established and could be.
        lacking: what the header of a benchmark lacks: ``author``, ``license``.
    """

    script: PuzzleScript
    work: Deduced | None
    status: str | None
    lacking: Sequence[str]


def compose(
    puzzle: Instance,
    encoding: Encoding,
    level: Level,
    flavour: str,
    *,
    logic: str | None = None,
    ask: str = NUMBERS,
    author: str = "",
    license_: str = "",
    seconds: float | None = None,
) -> Composed:
    """Return the script of a file: after deduction, with its question, header and perhaps status.

    Args:
        puzzle: the puzzle.
        encoding: the encoding.
        level: how much to deduce.
        flavour: a name in `FLAVOURS`.
        logic: the logic; by default the encoding's own, of a benchmark its weakest.
        ask: one of `ASKED`.
        author: who generates a benchmark.
        license_: a URL, for the same; by default that of the puzzle, if it has one.
        seconds: to establish the status, for each solver; ``None`` to leave it out.

    Raises:
        NoSolutionError: for `UNIQUE`, if the puzzle has no solution, or none was found.
        EncodingError: if the encoding can't be written in the logic.
    """
    if flavour == BENCHMARK:
        from workbench.texts.library_header import for_the_library, logic_for

        logic = logic_for(encoding, logic)
    script, work = encoded(encoding, puzzle, logic, level)
    filling, status, lacking = None, None, list[str]()
    if seconds is not None:
        from workbench.methods.established import established

        another = ask == UNIQUE
        filling, status = established(puzzle, encoding, script.logic, level, seconds, another=another)
    script = asking(script, ask, filling)
    if status is not None:
        script = script.with_header(status=status)
    if flavour == BENCHMARK:
        script, lacking = for_the_library(script, encoding, author, license_)
    return Composed(script, work, status, lacking)


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
    from encoder.encodings.registry import encodings_of
    from encoder.errors import EncodingError

    try:
        notes = "".join(f"c {note}\n" for note in (*script.header.annotations, *script.header.notes))
        titles = {family.name: f"{family.name}, {family.title}" for family in script.families}
        kinds = [titles.get(assertion.family, assertion.family) for assertion in script.assertions]
        return notes + from_script(rendering.driver(script), kinds)
    except NotBooleanError as error:
        known = encodings_of(script.puzzle.game.name)
        boolean = [encoding.name for encoding in known if "QF_UF" in encoding.logics]
        others = f"; try {listed(boolean, 'or')}" if boolean else ""
        message = f"{script.encoding} is not of Booleans alone, as dimacs must be{others}"
        raise EncodingError(message, code="unsupported-logic") from error

"""Two encodings side by side: their texts of one puzzle by family, and the fillings that they accept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from drivers.solvers import find as find_solver
from encoder.encoding import Encoding
from fillomino.deduction.levels import Level
from fillomino.instance import Instance
from smtlib.render import driver
from workbench.audit.families import scope_text
from workbench.audit.subjects import scope_of, scripts_of
from workbench.audit.sweep import Done, audit
from workbench.foreign.spec import is_program
from workbench.methods.encodings import encoded, find_one_shot

if TYPE_CHECKING:
    from workbench.texts.rows import EncodedRow


class EncodedSide(NamedTuple):
    """The script of a puzzle in one of two encodings.

    Attributes:
        name: the name of the encoding.
        variables: the number of constants of each sort.
        assertions: the number of assertions of each family.
        open_cells: the cells that deduction left open; ``None`` if there was none.
        bytes: the size of its text.
    """

    name: str
    logic: str
    variables: Mapping[str, int]
    assertions: Mapping[str, int]
    open_cells: int | None
    bytes: int

    @property
    def row(self) -> EncodedRow:
        """The script for machines."""
        from workbench.texts.rows import EncodedRow

        return EncodedRow(
            name=self.name,
            logic=self.logic,
            variables=dict(self.variables),
            assertions=dict(self.assertions),
            open_cells=self.open_cells,
            bytes=self.bytes,
        )


class EncodingDifference(NamedTuple):
    """How two encodings differ on a puzzle, and whether they mean the same; prints as `fillomino diff` does.

    Attributes:
        puzzle: the puzzle that both encode.
        first, second: its scripts.
        wrong: the names of those whose fillings are not those of the rules on some small board.
        scope: which boards were looked at, in words.
    """

    puzzle: Instance
    first: EncodedSide
    second: EncodedSide
    wrong: tuple[str, ...]
    scope: str

    @property
    def same(self) -> bool:
        """Whether both accept the fillings that the rules allow, on the boards that were looked at."""
        return not self.wrong

    def to_json(self) -> str:
        """The line that ``fillomino diff --json`` prints."""
        from workbench.texts.rows import EncodingsRow

        return EncodingsRow(
            puzzle=self.puzzle.text(),
            first=self.first.row,
            second=self.second.row,
            same=self.same,
            wrong=list(self.wrong),
            scope=self.scope,
        ).to_line()

    def __str__(self) -> str:
        return f"{side_by_side(self.first, self.second)}\n{fillings_in_words(self.wrong, self.scope)}"


def encoding_named(argument: str) -> tuple[str, Encoding]:
    """Find an encoding, with the families behind ``~`` dropped: ``forest~same-root``; and how to call it.

    Raises:
        EncodingError: for an unknown encoding or family.
    """
    if is_program(argument):  # whose path may have a ~ of its own
        encoding = find_one_shot(argument)
    else:
        name, *dropped = argument.split("~")
        encoding = find_one_shot(name, dropped)
    return (encoding.name if encoding.spec else argument), encoding


def encoded_side(named: tuple[str, Encoding], puzzle: Instance, level: Level = Level.NONE) -> EncodedSide:
    """Encode a puzzle, and count.

    Raises:
        EncodingError: for a puzzle that the encoding does not take.
    """
    name, encoding = named
    script, work = encoded(encoding, puzzle, None, level)
    return EncodedSide(
        name,
        script.logic,
        Counter(sort for _, sort in script.declarations),
        Counter(assertion.family for assertion in script.assertions),
        work.open_cells if work is not None and level is not Level.NONE else None,
        len(driver(script)),
    )


def fillings_compared(
    named: Sequence[tuple[str, Encoding]],
    game: str,
    solver: str,
    cells: int,
    progress: Callable[[Done], None] = lambda _: None,
) -> tuple[tuple[str, ...], str]:
    """Compare the fillings of encodings with those of the rules on all boards of up to so many cells.

    Returns:
        The names of those that differ, and which boards were looked at, in words.

    Raises:
        SessionError: if the solver fails, or does not answer in time.
    """
    scope = scope_of(cells, cells, game=game)
    reports = [
        audit(scripts_of(encoding, find_solver(solver), scope), scope, progress) for _, encoding in named
    ]
    wrong = [name for (name, _), report in zip(named, reports, strict=True) if report.wrong is not None]
    return tuple(wrong), scope_text(reports[0])


def side_by_side(first: EncodedSide, second: EncodedSide) -> str:
    """A table: logic, variables by sort, assertions by family, and size of both."""
    sides = first, second

    def keys(counts: Callable[[EncodedSide], Mapping[str, int]]) -> list[str]:
        return list(dict.fromkeys(key for side in sides for key in counts(side)))

    rows: list[tuple[str, ...]] = [
        ("", first.name, second.name),
        ("logic", first.logic, second.logic),
        *(
            (f"variables {sort}", *(str(side.variables.get(sort, 0)) for side in sides))
            for sort in keys(lambda side: side.variables)
        ),
        *(
            (f"  {family}", *(str(side.assertions.get(family, 0)) for side in sides))
            for family in keys(lambda side: side.assertions)
        ),
        ("assertions", *(str(sum(side.assertions.values())) for side in sides)),
    ]
    if first.open_cells is not None:
        rows.append(("cells left by deduction", *(str(side.open_cells) for side in sides)))
    rows.append(("bytes", *(f"{side.bytes:,}" for side in sides)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        f"{label:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}".rstrip()
        for label, left, right in rows
    )


def fillings_in_words(wrong: Sequence[str], scope: str) -> str:
    """What `fillings_compared` found, a line each."""
    if not wrong:
        return f"fillings: the same, those of the rules, on {scope}"
    return "\n".join(
        f"fillings: those of {name} are not those of the rules; `fillomino audit` shows where"
        for name in wrong
    )

"""The report of `solve` on each puzzle: grids and a verdict in words, or a line of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino import formats
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.text import text
from workbench.cli.report import Reporter, coloured, complain
from workbench.methods.result import Result, Status
from workbench.texts.inputs import SCRIPT

if TYPE_CHECKING:
    from workbench.certificates.produce import Issued
    from workbench.methods.method import Method
    from workbench.methods.question import Question
    from workbench.texts.rows import SolveRow
    from workbench.texts.script_file import ScriptFile


class Printer:
    """Prints results.

    Attributes:
        report: where lines go, and which counts puzzles that are done.
        method: the method that solves.
        question: what is asked.
        many: whether there are several puzzles.
        plain: whether to print bare rows of numbers.
        as_json: whether to print JSON.
    """

    def __init__(
        self, report: Reporter, method: Method, question: Question, *, many: bool, plain: bool, as_json: bool
    ) -> None:
        self.report = report
        self.method = method
        self.question = question
        self.many = many
        self.plain = plain
        self.as_json = as_json

    def result(self, puzzle: Puzzle, result: Result, issued: Issued | None = None) -> None:
        """Print the result of a puzzle, and the certificate that was issued for it, if one was asked for."""
        if self.as_json:
            row = result.to_json(puzzle.board, listed=self.question.limit > 1)
            if issued is not None:
                from workbench.texts.rows import IssuedRow

                files = [str(path) for path in issued.files]
                row.certificate = IssuedRow(claim=issued.claim, files=files, reason=issued.reason)
            self._row(row)
        elif shown := self._text(puzzle, result):
            self.report.line(shown)
        if issued is not None and not self.as_json:
            if self.plain:
                complain(f"{result.puzzle}: {issued.line}")
            else:
                self.report.line(issued.line)
        self.report.advance()

    def script(self, file: ScriptFile, result: Result) -> None:
        """Print what became of a script without a puzzle."""
        if self.as_json:
            row = result.to_json(None)
            row.verdict, row.expected = list(result.verdicts), list(file.expected)
            row.output = result.printed
            self._row(row)
        else:
            lines = [f"{file.name}:"] if self.many else []
            shown = [result.printed.rstrip("\n")] if self.plain else script_lines(file, result)
            self.report.line("\n".join([*lines, *shown]))
        self.report.advance()

    def unread(self, name: str, error: InputError) -> None:
        """Report a puzzle or script that could not be read; a script has no encoding, and nothing ran it."""
        complain(str(error))
        if self.as_json:
            row = self.method.without_solution(name, Status.FAILED, str(error)).to_json(None)
            row.code = error.code
            if name.endswith(SCRIPT):
                row.encoding = row.solver = ""
            self._row(row)
        self.report.advance()

    def _row(self, row: SolveRow) -> None:
        self.report.line(row.to_line())

    def _text(self, puzzle: Puzzle, result: Result) -> str:
        grids = [self._grid(puzzle, filling) for filling in result.fillings]
        if result.broken is not None and result.status is Status.WRONG and not self.plain:
            grids = [text(puzzle, result.broken, colour=coloured())]
        if self.plain and not self.many:
            for line in verdict(result, self.question) if not grids else ():
                complain(f"{result.puzzle}: {line}")
            return "\n".join(grids).rstrip("\n")
        lines = [f"{result.puzzle}:"] if self.many else []
        return "\n".join([*lines, *(drawn.rstrip("\n") for drawn in grids), *verdict(result, self.question)])

    def _grid(self, puzzle: Puzzle, filling: Filling) -> str:
        if self.plain:
            return formats.write_filling(puzzle.board, filling)
        return text(puzzle, filling, colour=coloured())


def script_lines(file: ScriptFile, result: Result) -> list[str]:
    """What became of a script: first what contradicts it, then its verdicts, then what else was printed."""
    words = " ".join(result.verdicts) or result.status.value
    stated = [status for status in file.expected if status is not None]
    if result.status is Status.WRONG:
        words = f"WRONG: {words}"
    elif stated and result.status in (Status.SOLVED, Status.UNSOLVABLE):
        words += ", as its :status says" if len(stated) == len(file.expected) else ", as far as :status says"
    elif result.verdicts and result.status not in (Status.SOLVED, Status.UNSOLVABLE, Status.UNKNOWN):
        words += f", then {result.status.value}"
    lines = [f"{words} ({result.version or result.solver}, {result.usage.cpu_seconds:.3f} s)"]
    lines += [f"  {result.error}"] if result.error else []
    output = result.printed.rstrip("\n")
    if result.status is not Status.FAILED and output.splitlines() != list(result.verdicts):
        lines.append(output)
    return lines


def verdict(result: Result, question: Question) -> list[str]:
    """The result in words: what was found, by which method, in what time."""
    found = len(result.fillings)
    verdict_text = result.status.value + how_decided(result)
    if result.unique:
        verdict_text += ", the only solution" + (" by counting" if question.by_counting else "")
    elif question.by_counting and result.status is Status.UNSOLVABLE:
        verdict_text += ", by counting too"
    elif question.unique and result.unique is False:
        verdict_text += ", but there is another solution"
    elif result.complete:
        verdict_text += f", {found} solutions, all there are" if found > 1 else ""
    elif question.limit > 1 and found == question.limit:
        verdict_text += f", the first {found} solutions"
    lines = [f"{verdict_text} ({_by(result)}{result.wall_seconds['total']:.3f} s)"]
    if result.error:
        lines.append(f"  {result.error}")
    return lines


def how_decided(result: Result) -> str:
    """The method that decided, to follow the status; empty for a solver where nothing was deduced."""
    work = result.deduced
    if result.how is not None and result.status in (Status.SOLVED, Status.UNSOLVABLE):
        return f"{'' if result.status is Status.SOLVED else ', found'} {result.how.partition(': ')[0]}"
    if work is None or not work.rules:
        return ""
    who = "deduction" if work.decided else (result.version or result.solver)
    how = f"({work.rules})" if work.decided else f"after deduction ({work.left})"
    if result.decided_by is None:
        return f" after deduction ({work.rules})" if work.decided else f" {how}"
    return f"{'' if result.status is Status.SOLVED else ', found'} by {who} {how}"


def _by(result: Result) -> str:
    """The method as far as the status does not name it, before the time."""
    if result.how is not None:
        _, colon, rest = result.how.partition(": ")
        named = result.status in (Status.SOLVED, Status.UNSOLVABLE)
        return f"{rest}, " if named and colon else "" if named else f"{result.how}, "
    name = f"{result.encoding}, {result.version or result.solver}"
    if result.deduced is None or not result.deduced.rules:
        return "by the clues alone, " if result.without_solver else f"{name}, "
    if result.decided_by == "deduction":
        by = result.version or result.solver
        return f"confirmed in {result.encoding} by {by}, " if result.asked else ""
    return f"{result.encoding}, " if result.decided_by else f"{name}, "

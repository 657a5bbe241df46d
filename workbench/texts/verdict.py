"""The results of `solve` in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.methods.result import Result, Status

if TYPE_CHECKING:
    from workbench.methods.question import Question
    from workbench.texts.script_file import ScriptFile


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

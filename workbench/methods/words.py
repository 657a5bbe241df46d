"""Results in words, as `solve` prints them."""

from __future__ import annotations

from workbench.methods.method import DECIDED, Question, Result, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from workbench.texts.script_file import ScriptFile


def script_lines(file: ScriptFile, result: Result) -> list[str]:
    """What became of a script: first what contradicts it, then its verdicts, then what else was printed."""
    words = " ".join(result.replies.verdicts) or result.verdict.status.value
    stated = [status for status in file.expected if status is not None]
    if result.verdict.status is Status.WRONG:
        words = f"WRONG: {words}"
    elif stated and result.verdict.status in DECIDED and result.why.code is None:
        words += ", as its :status says" if len(stated) == len(file.expected) else ", as far as :status says"
    elif result.replies.verdicts and result.verdict.status not in (
        Status.SOLVED,
        Status.UNSOLVABLE,
        Status.UNKNOWN,
    ):
        words += f", then {result.verdict.status.value}"
    lines = [f"{words} ({result.by.version or result.by.solver}, {result.cost.usage.cpu_seconds:.3f} s)"]
    lines += [f"  {result.why.error}"] if result.why.error else []
    output = result.replies.printed.rstrip("\n")
    if result.verdict.status is not Status.FAILED and output.splitlines() != list(result.replies.verdicts):
        lines.append(output)
    return lines


def result_lines(result: Result, question: Question) -> list[str]:
    """The result in words: what was found, by which method, in what time."""
    found = len(result.answers.fillings)
    verdict_text = result.verdict.status.value + _how_decided(result)
    if result.verdict.unique:
        verdict_text += ", the only solution" + (" by counting" if question.by_counting else "")
    elif question.by_counting and result.verdict.status is Status.UNSOLVABLE:
        verdict_text += ", by counting too"
    elif question.unique and result.verdict.unique is False:
        verdict_text += ", but there is another solution"
    elif result.answers.complete:
        verdict_text += f", {found} solutions, all there are" if found > 1 else ""
    elif question.limit > 1 and found == question.limit:
        verdict_text += f", the first {found} solutions"
    lines = [f"{verdict_text} ({_by(result)}{result.times.wall['total']:.3f} s)"]
    if result.why.error:
        lines.append(f"  {result.why.error}")
    return lines


def _how_decided(result: Result) -> str:
    """The method that decided, to follow the status; empty for a solver where nothing was deduced."""
    work = result.by.deduced
    found = "" if result.verdict.status is Status.SOLVED else ", found"
    if result.by.how is not None and result.verdict.status in DECIDED:
        return f"{found} {result.by.how.partition(': ')[0]}"
    if work is None or not work.rules:
        return ""
    who = "deduction" if work.decided else (result.by.version or result.by.solver)
    how = f"({work.rules})" if work.decided else f"after deduction ({work.left})"
    if result.verdict.decided_by is None:
        return f" after deduction ({work.rules})" if work.decided else f" {how}"
    return f"{found} by {who} {how}"


def _by(result: Result) -> str:
    """The method as far as the status does not name it, before the time."""
    if result.by.how is not None:
        _, colon, rest = result.by.how.partition(": ")
        named = result.verdict.status in DECIDED
        return f"{rest}, " if named and colon else "" if named else f"{result.by.how}, "
    name = f"{result.by.encoding}, {result.by.version or result.by.solver}"
    if result.by.deduced is None or not result.by.deduced.rules:
        return "by the clues alone, " if result.without_solver else f"{name}, "
    if result.verdict.decided_by == "deduction":
        by = result.by.version or result.by.solver
        return f"confirmed in {result.by.encoding} by {by}, " if result.cost.asked else ""
    return f"{result.by.encoding}, " if result.verdict.decided_by else f"{name}, "

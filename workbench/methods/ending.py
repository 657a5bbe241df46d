"""A solver's last answer as the status of a result, and in words."""

from __future__ import annotations

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from fillomino.words import counted
from workbench.methods.result import Status, after


def status_of(answer: Answer) -> Status:
    """Return the status where nothing was found, from the solver's last answer."""
    match answer:
        case Unsat():
            return Status.UNSOLVABLE
        case Unknown():
            return Status.UNKNOWN
        case Timeout():
            return Status.TIMEOUT
        case Sat() | Failure():
            return Status.FAILED


def reason_of(answer: Answer) -> str | None:
    """Return why the last answer leaves something open, in a sentence; ``None`` if it does not."""
    match answer:
        case Unknown(reason=reason):
            return f"the solver does not know: {reason}"
        case Timeout(seconds=seconds, cpu=cpu):
            return f"no answer within {seconds:g} s{' of CPU time' if cpu else ''}"
        case Failure(text=text):
            return text
        case Sat() | Unsat():
            return None


def in_words(answer: Answer) -> str:
    """Return an answer in words, whatever it is: a verdict, or why there is none."""
    if isinstance(answer, Sat | Unsat):
        return f"the solver answers {'sat' if isinstance(answer, Sat) else 'unsat'}"
    return reason_of(answer) or ""


def left_open(answer: Answer, fillings: int) -> str | None:
    """Return why there may be more fillings than were found, in a sentence; ``None`` if there are not."""
    reason = reason_of(answer)
    if reason is None or not fillings:
        return reason
    if isinstance(answer, Timeout):
        cpu = " of CPU time" if answer.cpu else ""
        return f"after {counted(fillings, 'filling')} the {answer.seconds:g} s{cpu} were used up"
    return after(fillings, reason)

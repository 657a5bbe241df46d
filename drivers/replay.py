"""Any script run command by command, by one solver or several in step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from drivers.connection import short
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from smtlib.queries import VERDICT_QUERIES
from smtlib.safety import asked_commands
from smtlib.sexpr import Node, Sexpr, without_places, write

_OURS = ":print-success"
_FREE = frozenset({"get-value", "get-model", "get-unsat-core", "get-unsat-assumptions", "get-info", "echo"})


@dataclass(frozen=True, slots=True)
class Step:
    """A command, and what each solver replied.

    Attributes:
        line: where it stands in the file.
        command: its text.
        replies: one for each solver, as text; an error is shown as ``error: …``.
        asks: whether it has a reply other than ``success``.
        differs: whether the replies can't all be right: another verdict, or an error of one alone. Models
            and cores may differ.
    """

    line: int
    command: str
    replies: tuple[str, ...]
    asks: bool
    differs: bool


def replay(text: str, solvers: Sequence[Solver], limits: Limits, source: str = "<text>") -> Iterator[Step]:
    """Run a script step by step; the last step is the first in which the solvers differ, if there is one.

    Raises:
        SexprError: if the text is no script, or asks for files or other output (`smtlib.safety`).
        SessionError: if a solver can't hold a session.
        SessionTimeoutError: if a solver gives no reply in time; it has been stopped, and can't go on.
    """
    nodes = asked_commands(text, source)
    with ExitStack() as stack:
        sessions = [stack.enter_context(Session(solver, limits)) for solver in solvers]
        for node in nodes:
            if node.head == "set-option" and any(item.atom == _OURS for item in node.items[1:2]):
                continue
            try:
                step = _step(node, sessions)
            except SessionTimeoutError as error:
                late = f"{source}:{node.line}: {error.message} to {short(write(without_places(node)))}"
                raise SessionTimeoutError(late, stderr=error.stderr) from error
            yield step
            if step.differs or all(reply.startswith("error: ") for reply in step.replies):
                return


def _step(node: Node, sessions: Sequence[Session]) -> Step:
    command = write(without_places(node))
    replies = tuple(_reply(session, command) for session in sessions)
    asks = node.head in VERDICT_QUERIES or node.head in _FREE
    failed = {reply.startswith("error: ") for reply in replies}
    verdicts = set(replies) - {"unknown"} if node.head in VERDICT_QUERIES else set()
    return Step(node.line, command, replies, asks, len(failed) > 1 or len(verdicts) > 1)


def _reply(session: Session, command: str) -> str:
    try:
        reply: Sexpr = session.command(command)
    except SessionTimeoutError:
        raise
    except SessionError as error:
        return f"error: {error.message}"
    return write(reply)

"""Running any script command by command, with one solver or several in step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from time import perf_counter

from drivers.errors import SessionError, SessionTimeoutError
from drivers.interpret import ending, is_reason
from drivers.limits import Limits
from drivers.process import run_process
from drivers.session import Session
from drivers.solver import Solver, invocation, require
from smtlib.commands import CHECKS, queries
from smtlib.errors import SexprError
from smtlib.sendable import sendable
from smtlib.sexpr import (
    Node,
    Sexpr,
    error_message,
    read_all,
    short,
    without_places,
    write,
    write_in_place,
)
from smtlib.text import Text

END = "the end of the script"
"""In place of a command: a step at which what was not tried before is refused."""
_OURS = ":print-success"
_NO_REPLIES = ("success", "unsupported")
_ENDS = (0, 10, 20)
"""Exit codes that go with answers; the last two are those of SAT solvers."""
_PLACE = re.compile(r"(?:at )?line \d+,? column \d+: ")
_ONE_WORD = re.compile(r'"[A-Za-z][A-Za-z0-9_-]*"')
_FREE = frozenset({"get-value", "get-model", "get-unsat-core", "get-unsat-assumptions", "get-info", "echo"})


@dataclass(frozen=True, slots=True)
class Step:
    """A command and the reply of each solver.

    Attributes:
        line: where it stands in the file.
        command: its text.
        replies: one for each solver, as text; an error is shown as ``error: …``, and what a solver was not
            asked is empty.
        asks: whether it has a reply other than ``success``.
        differs: whether the replies can't all be right: another verdict, or an error of one alone. Models
            and cores may differ.
        seconds: how long each solver took for its reply, by the clock.
        alone: for each solver whether it was asked in a process of its own, from the beginning of the script.
        stated: the ``:status`` that a verdict of these contradicts; empty if there is none.
    """

    line: int
    command: str
    replies: tuple[str, ...]
    asks: bool
    differs: bool
    seconds: tuple[float, ...] = ()
    alone: tuple[bool, ...] = ()
    stated: str = ""


def replay(text: Text, solvers: Sequence[Solver], limits: Limits) -> Iterator[Step]:
    """Run a script step by step; the last step is the first in which the solvers differ, if there is one.

    A solver without sessions, or whose session refuses a command (as Yices' do with quantifiers), is asked as
    a one-shot program, each time from the beginning.

    Raises:
        SexprError: if the text is no script, or asks for files or other output (`smtlib.sendable`).
        SolverNotFoundError: if a solver is not installed.
        SessionTimeoutError: if a solver gives no reply in time; it has been stopped, and can't go on.
    """
    given = Text(sendable(text, whole=True), text.name)
    nodes = given.nodes(given.asked)
    with ExitStack() as stack:
        players = [stack.enter_context(closing(_Player(solver, limits))) for solver in solvers]
        status = ""
        for node in nodes:
            if (words := [item.atom for item in node.items])[:2] == ["set-info", ":status"]:
                status = words[2] if len(words) == 3 else ""  # ours to compare: Z3 does so itself, but late
                continue
            if node.head == "set-option" and any(item.atom == _OURS for item in node.items[1:2]):
                continue
            try:
                step = _step(node, players)
            except SessionTimeoutError as error:
                late = f"{text.name}:{node.line}: {error.message} to {short(write(without_places(node)))}"
                raise SessionTimeoutError(late, stderr=error.stderr) from error
            if node.head in CHECKS:
                opposite = {"sat": "unsat", "unsat": "sat"}.get(status)
                step = replace(step, stated=status if opposite in step.replies else "")
                status = ""
            yield step
            if step.differs or all(map(_is_error, step.replies)):
                return
        yield from _at_the_end(nodes[-1], players)


def _step(node: Node, players: Sequence[_Player]) -> Step:
    command = write(without_places(node))
    asks = node.head in CHECKS or node.head in _FREE
    replies, seconds = [], []
    for player in players:
        started = perf_counter()
        replies.append("" if _is_prose(node) else player.reply(node, command, asks=asks))
        seconds.append(perf_counter() - started)
    failed = set(map(_is_error, replies))
    verdicts = set(replies) - {"unknown"} if node.head in CHECKS else set()
    return Step(
        node.line,
        command,
        tuple(replies),
        asks,
        len(failed) > 1 or len(verdicts) > 1,
        tuple(seconds),
        tuple(player.alone for player in players),
    )


def _is_error(reply: str) -> bool:
    return reply.startswith("error: ")


def _is_prose(node: Node) -> bool:
    """Return whether a command echoes more than a word, which solvers print without quotation marks.

    Such a reply can't be told from the next one, so that nobody is asked for it.
    """
    if node.head != "echo" or len(node.items) != 2:
        return False
    return _ONE_WORD.fullmatch(node.items[1].atom) is None


def _at_the_end(node: Node, players: Sequence[_Player]) -> Iterator[Step]:
    """A last step if a solver that is asked alone refuses a command after the last question."""
    replies = [player.refusal() for player in players]
    if any(replies):
        given = tuple(reply or "success" for reply in replies)
        alone = tuple(player.alone for player in players)
        yield Step(node.line, END, given, False, len(set(map(bool, replies))) > 1,
                   (0.0,) * len(players), alone)  # fmt: skip


class _Player:
    """A solver that follows a script: in a session as long as that takes what it is sent.

    Attributes:
        alone: whether it is asked in processes of their own by now.
    """

    def __init__(self, solver: Solver, limits: Limits) -> None:
        self._solver, self._limits = require(solver), limits
        self._sent: list[Node] = []
        self._tried = 0  # so many of them were taken by a process of its own
        self._session: Session | None = None
        try:
            self._session = Session(solver, limits)
        except SessionTimeoutError:
            raise
        except SessionError:
            if self._solver.session_arguments is not None and not self._solver.session_assumed:
                raise

    @property
    def alone(self) -> bool:
        return self._session is None

    def reply(self, node: Node, command: str, *, asks: bool) -> str:
        """The reply to the next command, given as it was read and as text."""
        refused = ""
        self._sent.append(node)
        if self._session is not None:
            try:
                return write(self._session.command(command))
            except SessionTimeoutError:
                raise
            except SessionError as error:
                refused = f"error: {_PLACE.sub('', error.message)}"  # a line of the session
        if not asks and not refused:
            return "success"  # what is wrong with it shows at the next question, or at the end
        alone = self._alone(asks=asks)
        if alone.startswith("error: "):
            return refused or alone
        self.close()
        return alone

    def refusal(self) -> str:
        """The error about a command that was not tried yet; empty without one."""
        if not self.alone or self._tried == len(self._sent):
            return ""
        reply = self._alone(asks=False)
        return reply if _is_error(reply) else ""

    def close(self) -> None:
        """End the session, if there is one."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _alone(self, *, asks: bool) -> str:
        """The last reply of a process that is given all commands so far, each in its line."""
        text = write_in_place(Node(tuple(self._sent), 1, 1))[1:-1] + "\n"
        try:
            with invocation(self._solver, text, self._limits) as (words, given):
                outcome = run_process(words, given, self._limits, self._solver.writes)
        except OSError as error:
            return f"error: {self._solver.title} could not be started: {error.strerror or error}"
        if outcome.timed_out:
            raise SessionTimeoutError(f"no reply within {self._limits.seconds:g} s")
        try:
            replies = read_all(outcome.stdout.decode("utf-8", "backslashreplace"))
        except SexprError as error:
            return f"error: {self._solver.title} printed what can't be read: {error}"
        faults: list[Sexpr] = [reply for reply in replies if error_message(reply) is not None]
        printed = [reply for reply in replies if reply not in _NO_REPLIES and not is_reason(write(reply))]
        wanted = sum(query.name != "set-option" for query in queries(text))
        if faults or len(printed) < wanted or outcome.exit_code not in _ENDS:
            short_of = f"{len(printed)} replies to {wanted} questions ({ending(outcome.exit_code)})"
            return f"error: {self._solver.title}: {error_message(faults[0]) if faults else short_of}"
        self._tried = len(self._sent)
        return write(printed[-1]) if asks else "success"

"""Incremental sessions with a solver, command by command.

With ``:print-success`` on, every command has exactly one s-expression as its reply, so nothing is guessed
from pauses, prompts or line ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from drivers.answer import Sat, Timeout, Unknown, Unsat
from drivers.connection import Connection, short
from drivers.errors import SessionError, SessionTimeoutError
from drivers.interpret import core_names, memory_reason
from drivers.limits import Limits, Usage
from drivers.solver import Solver, command_line, opening, require
from drivers.statistics import QUESTION, Statistics, read_statistics, sum_statistics
from smtlib.errors import SexprError
from smtlib.literals import Value, read_values
from smtlib.render import get_value
from smtlib.sexpr import Sexpr, read_first, write

_NO_LIMITS = Limits()
_FIRST_SECONDS = 10.0
"""The limit for the first reply of a solver that is only assumed to hold a session."""
_STATISTICS_SECONDS = 2.0
_FEW = 100
"""Up to this many values are requested one by one if the solver prefers that; 300 are too many for z3."""


class Session:
    """An incremental session; use it as a context manager, so that the solver always ends.

    The first command is ``(set-option :print-success true)``; everything else, ``set-logic`` included, is up
    to you. ``limits.seconds`` holds for each exchange (a command, or a batch of ``send_all``), and
    ``limits.cpu_seconds`` for the whole session; reaching one stops the solver, as SMT-LIB has no other way.
    Without limits, only the wait for a verdict is unbounded; a solver that owes any other reply must be at
    work (see `drivers.connection`). After an error reply to a command the session can go on, if the
    solver does: Z3 always, Yices and cvc5 not after a syntax error.
    """

    def __init__(self, solver: Solver, limits: Limits = _NO_LIMITS, replay: Path | None = None) -> None:
        """Start the solver.

        Args:
            solver: a record that has ``session_arguments``.
            limits: see above.
            replay: a file to write every command to as it is sent: a script that runs alone.

        Raises:
            SolverNotFoundError: if the solver is not installed.
            SessionError: if it can't hold a session, can't be started, or does not take the first command.
        """
        runnable = require(solver)
        if runnable.session_arguments is None:
            raise SessionError(f"{runnable.title} can't hold an incremental session")
        self._limits = limits
        self._solver = runnable
        command = command_line(runnable, limits, session=True)
        self._connection = Connection(runnable.title, command, limits, replay)
        try:
            self._begin()
        except BaseException:
            self._connection.end("it did not take the first command")
            self._connection.close()
            raise

    def _begin(self) -> None:
        """Send the first commands, with a time limit if the solver is only assumed to hold a session."""
        commands = ["(set-option :print-success true)", *opening(self._solver)]
        if not self._solver.session_assumed:
            self.send_all(commands)
            return
        if self._limits.seconds is not None and self._limits.seconds <= _FIRST_SECONDS:
            self.send_all(commands)
            return
        try:
            self.send_all(commands, seconds=_FIRST_SECONDS)
        except SessionTimeoutError as error:
            why = "it seems to read all of its input before it replies, so that it can't hold a session"
            raise SessionError(f"{error.message} to the first command: {why}", stderr=error.stderr) from error

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def usage(self) -> Usage | None:
        """The usage of the solver, once it has ended; ``None`` before."""
        return self._connection.usage

    def command(self, text: str) -> Sexpr:
        """Send one command and return its reply.

        Raises:
            SessionError: if the reply is an error, or the solver is gone.
            SessionTimeoutError: if there is no reply in time.
            ValueError: if the text is not exactly one command.
        """
        [reply] = self._connection.exchange([text], self._limits.seconds)
        self._connection.refuse_error(text, reply)
        return reply

    def send_all(self, commands: Iterable[str], *, seconds: float | None = None) -> None:
        """Send commands that reply only ``success``, all at once.

        Raises:
            SessionError: if one of them has another reply; the message names the first such command.
            SessionTimeoutError: as for ``command``, but for all together.
            ValueError: if a text is not exactly one command; then none has been sent.
        """
        batch = list(commands)
        self._expect_success(batch, self._connection.exchange(batch, self._seconds(seconds)))

    def send_script(self, text: str, *, seconds: float | None = None) -> None:
        """Send many commands that ask for nothing, with their replies switched off: fast for long texts.

        An error still shows, as a reply too many; it does not name its command. It ends the script at once.
        What comes after it has been sent, too, so that it is not known what is asserted: the session is over.

        Raises:
            SessionError: if there is an error, or any other reply.
            SessionTimeoutError: as for ``command``, but for all together.
            ValueError: if the text ends inside a command, or sets ``:print-success``; nothing has been sent.
        """
        for reply in self._connection.exchange_script(text, self._seconds(seconds)):
            self._connection.end("a script was refused")
            self._connection.refuse_error(text, reply)
            raise self._connection.error(f"replied {short(write(reply))} to a script")

    def check(
        self,
        assuming: Sequence[str] = (),
        *,
        asserting: Sequence[str] = (),
        asking: Sequence[str] = (),
        seconds: float | None = None,
    ) -> Sat | Unsat | Unknown | Timeout:
        """The verdict on what is asserted now; a core has to be asked for.

        Args:
            assuming: literals to assume for this check only.
            asserting: terms to assert first, in the same exchange.
            asking: terms whose values to ask for, in the same exchange if the solver goes on when there are
                none.
            seconds: instead of the limit of the session.

        Returns:
            ``Sat`` with the values asked for, ``Unsat()`` or ``Unknown``; or ``Timeout``, or ``Unknown`` with
            the memory limit as its reason, after both of which the session is over.

        Raises:
            SessionError: if there is no verdict.
        """
        text = f"(check-sat-assuming ({' '.join(assuming)}))" if assuming else "(check-sat)"
        asserted = [f"(assert {term})" for term in asserting]
        asked = self._queries(asking) if self._solver.goes_on else []
        commands = [*asserted, text]
        try:
            replies = self._connection.exchange([*commands, *asked], self._seconds(seconds), noted=commands)
            self._expect_success(asserted, replies[: len(asserted)])
            reply = replies[len(asserted)]
            self._connection.refuse_error(text, reply)
        except SessionTimeoutError as error:
            return error.timeout(self._seconds(seconds))
        except SessionError as error:
            if not error.out_of_memory:
                raise
            self._connection.end("it reached its memory limit")
            return Unknown(memory_reason(self._limits))
        match reply:
            case "sat" if asked:
                self._connection.note([get_value(asking)])  # only now, for without a model it is an error
                return Sat(self._values(asking, asked, replies[len(commands) :]))
            case "sat":
                return Sat(self.values(asking, seconds=seconds))
            case "unsat":
                return Unsat()
            case "unknown":
                return Unknown("the solver gave no reason")
        raise self._connection.error(f"printed no verdict, but: {short(write(reply))}")

    def values(self, terms: Sequence[str], *, seconds: float | None = None) -> dict[str, Value]:
        """The values of terms in the model of the last check, each by its text; a symbol's without bars.

        Raises:
            SessionError: if there is no model, or the reply does not give every value.
        """
        if not terms:
            return {}
        queries = self._queries(terms)
        replies = self._connection.exchange(queries, self._seconds(seconds), noted=[get_value(terms)])
        return self._values(terms, queries, replies)

    def core(self) -> tuple[str, ...]:
        """The names of assertions that suffice for the last ``unsat``, without bars.

        Raises:
            SessionError: if there is none.
        """
        reply = self.command("(get-unsat-core)")
        try:
            return core_names(reply)
        except SexprError as error:
            raise self._connection.error(f"gave no core: {error}") from error

    def statistics(self) -> Statistics | None:
        """The solver's statistics so far; ``None`` if it has none, or the session is over."""
        if not self._solver.statistics or self._connection.usage is not None:
            return None
        try:
            [reply] = self._connection.exchange([QUESTION], _STATISTICS_SECONDS, noted=[])
            return sum_statistics([read_statistics(reply)])
        except SessionError:
            return None

    def close(self) -> Usage:
        """End the session and the solver, and return what it used. Does nothing the second time."""
        return self._connection.close()

    def _queries(self, terms: Sequence[str]) -> list[str]:
        """The commands that request values: one for all terms, or one for each."""
        single = self._solver.value_command
        if single is not None and len(terms) <= _FEW:
            return [single.format(term=term) for term in terms]
        return [get_value(terms)] if terms else []

    def _values(
        self, terms: Sequence[str], queries: Sequence[str], replies: Sequence[Sexpr]
    ) -> dict[str, Value]:
        """The values in the replies to `queries`."""
        for query, reply in zip(queries, replies, strict=True):
            self._connection.refuse_error(query, reply)
        asked = [read_first(term) for term in terms]
        together = queries[0] == get_value(terms)
        pairs = replies[0] if together else tuple(zip(asked, replies, strict=True))
        try:
            return read_values(pairs, asked)
        except SexprError as error:
            raise self._connection.error(f"gave values that can't be used: {error}") from error

    def _expect_success(self, commands: Iterable[str], replies: Iterable[Sexpr]) -> None:
        for text, reply in zip(commands, replies, strict=True):
            self._connection.refuse_error(text, reply)
            if reply != "success":
                raise self._connection.error(f"replied {short(write(reply))} to {short(text)}")

    def _seconds(self, seconds: float | None) -> float | None:
        return self._limits.seconds if seconds is None else seconds

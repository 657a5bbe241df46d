"""Incremental sessions with a solver, command by command.

With ``:print-success`` on, every command has exactly one s-expression as its reply, so nothing is guessed
from pauses, prompts or line ends. Commands of a batch are written while their replies are read, so thousands
of them can't block one another. A solver that breaks the rule of one reply per command is ended, since no
later reply could be trusted.

A wait for a verdict lasts as long as the limits allow, since the solver may be at work. Any other also ends
once the solver has used no CPU time for `IDLE_SECONDS`: then it waits for us.
"""

from __future__ import annotations

import codecs
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING

from drivers.answer import Sat, Timeout, Unknown, Unsat
from drivers.counters import QUESTION, Statistics, read_statistics, sum_statistics
from drivers.errors import SessionError, SessionTimeoutError, is_shortage
from drivers.interpret import core_names, ending, is_reason, memory_reason, mentions_memory
from drivers.limits import OUT_OF_CPU, Limits, Usage
from drivers.process import Child, HeldInterrupts
from drivers.solver import Solver, command_line, opening, require
from drivers.system import cpu_seconds
from smtlib.errors import SexprError
from smtlib.framer import Framer, is_one_command, is_whole
from smtlib.literals import Value, read_values
from smtlib.render import get_value
from smtlib.sendable import is_plain, sendable
from smtlib.sexpr import Sexpr, error_message, read_first, read_one, short, write

if TYPE_CHECKING:
    from pathlib import Path

IDLE_SECONDS = 20.0
"""A solver that owes a reply other than a verdict and uses no CPU time for this long has stopped."""

_NO_LIMITS = Limits()
_VERDICTS: Mapping[str, Sat | Unsat | Unknown] = {
    "sat": Sat(),
    "unsat": Unsat(),
    "unknown": Unknown("the solver gave no reason"),
}
FIRST_SECONDS = 10.0
"""The limit for the first reply of a solver that is only assumed to hold a session."""
STATISTICS_SECONDS = 2.0
RESET_SECONDS = 2.0
_FEW = 100
"""Up to this many values are requested one by one if the solver prefers that; 300 are too many for z3."""
_BROKEN_OFF = "the last exchange with it broke off"
_DIED = "it died after its last reply"
"""The next command is told how, once."""
_GONE = "it has ended"


class Session:
    """An incremental session; use it as a context manager, so that the solver always ends.

    The first command is ``(set-option :print-success true)``; everything else, ``set-logic`` included, is up
    to you. ``limits.seconds`` holds for each exchange (a command, or a batch of ``send_all``), and
    ``limits.cpu_seconds`` for the whole session; reaching one stops the solver, as SMT-LIB has no other way.
    Without limits, only the wait for a verdict is unbounded. After an error reply to a command the session
    can go on, if the solver does: Z3 always, Yices and cvc5 not after a syntax error.

    Attributes:
        usage: what the solver used, once it has ended; ``None`` before.
        renewed: whether its process has answered in a session before (`drivers.pool`).
    """

    def __init__(
        self,
        solver: Solver,
        limits: Limits = _NO_LIMITS,
        replay: Path | None = None,
        own: Iterable[str] = (),
    ) -> None:
        """Start the solver.

        Args:
            solver: a record that has ``session_arguments``.
            limits: see above.
            replay: a file to write every command to as it is sent: a script that runs alone.
            own: names of commands that only this solver knows, and that it may be sent.

        Raises:
            SolverNotFoundError: if the solver is not installed.
            OSError: if our own process lacks file descriptors, memory or processes.
            SessionError: if it can't hold a session, can't be started, or does not take the first command.
        """
        self._solver, self._limits = require(solver), limits
        if self._solver.session_arguments is None:
            raise SessionError(f"{self._solver.title} can't hold an incremental session", code="unfit-solver")
        command = command_line(self._solver, limits, session=True)
        asking = (self._solver.value_command or "").lstrip("(").split(maxsplit=1)[:1]
        self._own = frozenset((*own, *asking))
        self._first = ["(set-option :print-success true)", *opening(self._solver)]
        self._file = _file_of(self._solver)
        self.usage: Usage | None = None
        self._framer = Framer()
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self._latest = ""  # what it printed last
        self._last_reply = ""
        self._received = 0  # bytes of replies in this exchange
        self._ended = ""  # why the solver takes no more commands
        self._erred = False  # whether it has done something wrong, or a limit was reached
        self.renewed = False
        self._replay = None if replay is None else replay.open("w", encoding="utf-8", newline="\n")
        started = False
        try:
            with HeldInterrupts():
                self._child = Child(command, limits, writes=self._solver.writes)
                started = True
            self._begin()
        except BaseException as error:
            if started:
                self._end("it did not take the first command")
            self._close_replay()
            if isinstance(error, OSError) and not started and not is_shortage(error):
                why = f"could not be started: {error.strerror or error}"
                raise SessionError(f"{self._solver.title} {why}", code="not-started") from error
            raise

    def _begin(self) -> None:
        """Send the first commands, with a time limit if the solver is only assumed to hold a session."""
        commands = self._first
        seconds = self._limits.seconds
        if not self._solver.session_assumed or (seconds is not None and seconds <= FIRST_SECONDS):
            self.send_all(commands)
            return
        try:
            self.send_all(commands, seconds=FIRST_SECONDS)
        except SessionTimeoutError as error:
            why = "it seems to read all of its input before it replies, so that it can't hold a session"
            message = f"{error.message} to the first command: {why}"
            raise SessionError(message, stderr=error.stderr, code="unfit-solver") from error

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def command(self, text: str) -> Sexpr:
        """Send one command and return its reply.

        Raises:
            SessionError: if the reply is an error, or the solver is gone.
            SessionTimeoutError: if there is no reply in time.
            SexprError: if the text is not exactly one command, or is refused (`smtlib.sendable`); here and
                below nothing has been sent.
        """
        [reply] = self._exchange([text], None)
        self._refuse_error(text, reply)
        return reply

    def send_all(self, commands: Iterable[str], *, seconds: float | None = None) -> None:
        """Send commands that reply only ``success``, all at once.

        Raises:
            SessionError: if one of them has another reply; the message names the first such command.
            SessionTimeoutError: as for ``command``, but for all together.
            SexprError: if a text is not exactly one command; then none has been sent.
        """
        batch = list(commands)
        self._expect_success(batch, self._exchange(batch, seconds))

    def send_script(self, text: str, *, seconds: float | None = None) -> None:
        """Send many commands that ask for nothing, with their replies switched off: fast for long texts.

        An error still shows, as a reply too many; it does not name its command. It ends the script at once.
        What comes after it has been sent, too, so that it is not known what is asserted: the session is over.

        Raises:
            SessionError: if there is an error, or any other reply.
            SessionTimeoutError: as for ``command``, but for all together.
            SexprError: if the text ends inside a command, or sets ``:print-success``; nothing has been sent.
        """
        script = _silenced(text)

        def is_over(replies: Sequence[str]) -> bool:
            return any(reply == "success" or _is_error(reply) for reply in replies)

        with self._exchanging([script]):
            replies = self._send([script], seconds, is_over)
            for reply in replies[self._refuse_replies(text, replies) :]:
                raise self._error(f"gave more than one reply to a script: {short(reply)}", code="bad-reply")

    def _refuse_replies(self, script: str, replies: Sequence[str]) -> int:
        """End the session if a script has any other reply than that replies are on again.

        Returns:
            The number of replies up to that one.

        Raises:
            SessionError: for another reply, such as an error.
        """
        for place, reply in enumerate(map(read_one, replies)):
            if reply == "success":
                return place + 1
            if not _is_option(script, reply):
                self._end("a script was refused")
                self._refuse_error(script, reply)
                raise self._error(f"replied {short(write(reply))} to a script", code="bad-reply")
        return len(replies)

    def check(
        self,
        assuming: Sequence[str] = (),
        *,
        script: str = "",
        asserting: Sequence[str] = (),
        asking: Sequence[str] = (),
        seconds: float | None = None,
    ) -> Sat | Unsat | Unknown | Timeout:
        """The verdict on what is asserted now; a core has to be asked for.

        Args:
            assuming: literals to assume for this check only.
            script: a text to send first, as `send_script` does, in the same exchange.
            asserting: terms to assert first, in the same exchange.
            asking: terms whose values to ask for, in the same exchange if the solver goes on when there are
                none.
            seconds: instead of the limit of the session.

        Returns:
            ``Sat`` with the values asked for, ``Unsat()`` or ``Unknown``; or ``Timeout``, or ``Unknown`` with
            the memory limit as its reason, after both of which the session is over.

        Raises:
            SessionError: if there is no verdict, or an error in the script.
            SexprError: for a script that `send_script` does not take; nothing has been sent.
        """
        text = f"(check-sat-assuming ({' '.join(assuming)}))" if assuming else "(check-sat)"
        asserted = [f"(assert {term})" for term in asserting]
        asked = self._queries(asking) if self._solver.goes_on else []
        commands = [*asserted, text]
        try:
            replies = self._exchange([*commands, *asked], seconds, noted=commands, script=script)
            self._expect_success(asserted, replies[: len(asserted)])
            reply = replies[len(asserted)]
            self._refuse_error(text, reply)
        except SessionTimeoutError as error:
            return error.timeout(self._limits.seconds if seconds is None else seconds)
        except SessionError as error:
            if not error.out_of_memory:
                raise
            self._end("it reached its memory limit")
            return Unknown(memory_reason(self._limits))
        match reply:
            case "sat" if asked:
                self._note([get_value(asking)])  # only now, for without a model it is an error
                return Sat(self._values(asking, asked, replies[len(commands) :]))
            case "sat":
                return Sat(self.values(asking, seconds=seconds))
            case "unsat":
                return Unsat()
            case "unknown":
                return Unknown("the solver gave no reason")
        raise self._error(f"printed no verdict, but: {short(write(reply))}", code="bad-reply")

    def check_each(self, *parts: tuple[str, Sequence[Sequence[str]]]) -> list[Sat | Unsat | Unknown]:
        """The verdicts under several sets of literals, each for itself, asked all at once, without values.

        Where the limits of the session set a time, it is that of all together. After an error the session is
        over.

        Args:
            parts: scripts as for `send_script`, without options, and after each the sets of literals to
                assume, of which none is empty.

        Raises:
            SessionError: if one of them has no verdict, or a script is refused.
            SessionTimeoutError: if they are not given in time.
            SexprError: as for `send_script`.
        """
        texts: list[str] = []
        owed: list[str] = []  # what each reply is to
        for script, assumptions in parts:
            checks = [f"(check-sat-assuming ({' '.join(assuming)}))" for assuming in assumptions]
            if not is_plain("\n".join(checks)):
                checks = self._as_sent(checks)
            texts += [_silenced(script), *checks]
            owed += [script, *checks]
        verdicts: list[Sat | Unsat | Unknown] = []

        def is_over(replies: Sequence[str]) -> bool:
            return len(replies) >= len(owed) or any(map(_is_error, replies))

        with self._exchanging(texts):
            replies = self._send(texts, None, is_over, thinks_from=0)
            for text, reply in zip(owed, replies, strict=False):
                if reply in _VERDICTS:
                    verdicts.append(_VERDICTS[reply])
                elif reply != "success":
                    answer = read_one(reply)
                    self._refuse_error(text, answer)
                    raise self._error(f"printed no verdict, but: {short(write(answer))}", code="bad-reply")
            if len(replies) != len(owed) or len(verdicts) != len(owed) - len(parts):
                raise self._error(f"gave {len(replies)} replies to {len(owed)} commands", code="bad-reply")
        return verdicts

    def values(self, terms: Sequence[str], *, seconds: float | None = None) -> dict[str, Value]:
        """The values of terms in the model of the last check, each by its text; a symbol's without bars.

        Raises:
            SessionError: if there is no model, or the reply does not give every value.
        """
        if not terms:
            return {}
        queries = self._queries(terms)
        return self._values(terms, queries, self._exchange(queries, seconds, noted=[get_value(terms)]))

    def core(self) -> tuple[str, ...]:
        """The names of assertions that suffice for the last ``unsat``, without bars.

        Raises:
            SessionError: if there is none.
        """
        reply = self.command("(get-unsat-core)")
        try:
            return core_names(reply)
        except SexprError as error:
            raise self._error(f"gave no core: {error}", code="bad-reply") from error

    def statistics(self) -> Statistics | None:
        """The solver's statistics so far; ``None`` if it has none, or the session is over."""
        if not self._solver.statistics or self.usage is not None:
            return None
        try:
            [reply] = self._exchange([QUESTION], STATISTICS_SECONDS, noted=[])
            return sum_statistics([read_statistics(reply)])
        except SessionError:
            return None

    def close(self) -> Usage:
        """End the session and the solver, and return what it used. Does nothing the second time."""
        with HeldInterrupts():
            try:
                if not self._ended:
                    self._child.sample()
                    self._note(["(exit)"])
                    self._child.send(b"(exit)\n")
                    deadline = time.monotonic() + self._limits.grace_seconds
                    while not self._child.exited and time.monotonic() < deadline:
                        self._child.step(deadline)
            finally:
                self._end("it has been closed")
                self._close_replay()
            return self._child.usage

    @property
    def pid(self) -> int:
        """The number of the solver's process."""
        return self._child.pid

    @property
    def lasts(self) -> bool:
        """Whether another session may follow in the process: nothing went wrong, and no limit is its own."""
        limited = self._limits.cpu_seconds is not None or self._limits.memory_mib is not None
        done = bool(self._ended or self._erred or self._child.exited or self._child.stderr)
        return not (done or limited or self._own or self._replay is not None)

    def fits(self, solver: Solver, limits: Limits) -> bool:
        """Return whether the process, if it still runs, is one that this solver would be started as now."""
        self._child.step(time.monotonic())
        same = vars(limits.replace(seconds=None)) == vars(self._limits.replace(seconds=None))
        found = require(solver)
        silent = not self._child.stdout and self.lasts
        return silent and same and found == self._solver and _file_of(found) == self._file

    def reset(self) -> bool:
        """Let the solver forget all that it was told; returns whether it has, else the session is over."""
        try:
            self.send_all(["(reset)", *self._first], seconds=RESET_SECONDS)
        except SessionError:
            self._end("it was not reset")
            return False
        return self.lasts

    def renew(self, limits: Limits) -> None:
        """Begin another session in the process, which has been reset, within limits that it `fits`."""
        self._limits, self.renewed = limits, True

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
            self._refuse_error(query, reply)
        asked = [read_first(term) for term in terms]
        together = queries[0] == get_value(terms)
        pairs = replies[0] if together else tuple(zip(asked, replies, strict=True))
        try:
            return read_values(pairs, asked)
        except SexprError as error:
            raise self._error(f"gave values that can't be used: {error}", code="bad-reply") from error

    def _expect_success(self, commands: Iterable[str], replies: Iterable[Sexpr]) -> None:
        for text, reply in zip(commands, replies, strict=True):
            self._refuse_error(text, reply)
            if reply != "success" and not _is_option(text, reply):
                raise self._error(f"replied {short(write(reply))} to {short(text)}", code="bad-reply")

    def _refuse_error(self, text: str, reply: Sexpr) -> None:
        """Raise a ``SessionError`` if the reply to a command is an error."""
        message = error_message(reply)
        if message is not None:
            memory = mentions_memory(write(reply), "")
            raise self._error(
                f"replied to {short(text)} with an error: {message}", memory=memory, code="solver-error"
            )

    def _error(self, what: str, *, code: str, memory: bool = False) -> SessionError:
        """The error for what the solver did, with what it wrote on its standard error."""
        self._erred = True
        stderr = self._stderr()
        memory = memory or (self._child.exited and mentions_memory("", stderr))
        limited = memory and self._limits.memory_mib is not None
        message = f"{self._solver.title} {what}"
        return SessionError(message, stderr=stderr, out_of_memory=limited, code=code)

    def _stderr(self) -> str:
        return self._child.stderr.decode("utf-8", "backslashreplace")

    def _exchange(
        self,
        texts: Sequence[str],
        seconds: float | None,
        *,
        noted: Sequence[str] | None = None,
        script: str = "",
    ) -> list[Sexpr]:
        """One reply for each command, errors included.

        Args:
            texts: the commands.
            seconds: the time limit for all of them together; ``None`` for that of the session.
            noted: the commands to write to the replay instead.
            script: a text to send before them, with replies switched off.
        """
        texts = self._as_sent(texts)
        noted = texts if noted is None else noted
        before = [_silenced(script)] if script else []

        def is_over(replies: Sequence[str]) -> bool:
            if not before:
                return len(replies) >= len(texts)
            if "success" in replies:  # the end of the script
                return len(replies) - replies.index("success") > len(texts)
            return any(map(_is_error, replies))

        with self._exchanging([*before, *noted]):
            thinks_from = len(before) if any("(check-sat" in text for text in texts) else None
            replies = self._send([*before, *texts], seconds, is_over, thinks_from=thinks_from)
            if script:
                replies = replies[self._refuse_replies(script, replies) :]
            if len(replies) > len(texts):
                self._refuse_errors([texts[-1]] * len(replies), replies)
                raise self._error(
                    f"gave more than one reply to {short(texts[-1])}: {short(' '.join(replies))}",
                    code="bad-reply",
                )
            return [reply if reply == "success" else read_one(reply) for reply in replies]

    def _as_sent(self, texts: Iterable[str]) -> list[str]:
        """Commands as they are sent; raises `SexprError` if a text is not exactly one."""
        for text in texts:
            if not is_one_command(text):
                message = f"not exactly one command: {short(text)}"
                raise SexprError(message)
        return [sendable(text, own=self._own) for text in texts]

    @contextmanager
    def _exchanging(self, noted: Iterable[str]) -> Iterator[None]:
        """An exchange that is noted in the replay; whatever breaks it off ends the session.

        Ctrl-C included: replies not read now would be taken for those of later commands.
        """
        if self._ended == _DIED:
            self._ended = _GONE
            raise self._died("a further command")
        if self._ended:
            raise self._error(f"takes no more commands: {self._ended}", code="session-over")
        self._ended = _BROKEN_OFF
        try:
            self._note(noted)
            yield
        except SexprError as error:
            self._end("it printed what can't be read")
            shown = f"; the last it printed: {short(self._latest)}" if self._latest.strip() else ""
            raise self._error(f"printed what can't be read: {error}{shown}", code="bad-reply") from error
        except BaseException:
            self._end(_BROKEN_OFF)
            raise
        if self._ended == _BROKEN_OFF:
            self._ended = ""

    def _send(
        self,
        texts: Sequence[str],
        seconds: float | None,
        is_complete: Callable[[Sequence[str]], bool],
        *,
        thinks_from: int | None = None,
    ) -> list[str]:
        """Send texts and return the replies; after `thinks_from` of them the solver owes a verdict."""
        seconds = self._limits.seconds if seconds is None else seconds
        deadline = None if seconds is None else time.monotonic() + seconds
        self._received = 0
        self._child.step(time.monotonic())
        if unasked := self._take_replies():
            raise self._error(
                f"printed something that no command asked for: {short(' '.join(unasked))}", code="bad-reply"
            )
        self._child.send("".join(f"{text}\n" for text in texts).encode("utf-8", "surrogateescape"))
        replies: list[str] = []
        thinks = thinks_from is not None
        idle = _Idle(self._child.pid)
        while not is_complete(replies):
            self._child.step(idle.next_look if deadline is None else min(deadline, idle.next_look))
            new = self._take_replies()
            thinks = thinks and not (self._framer.pending or any(map(_is_error, new)))
            replies += new
            if is_complete(replies):
                break
            if self._child.flooded or self._received > self._limits.output_mib * 1024 * 1024:
                raise self._error(f"wrote more than {self._limits.output_mib:g} MiB", code="output-limit")
            if self._child.exited:
                self._end(_GONE)
                replies += self._take_replies()  # what was still in the pipe
                self._refuse_errors(texts, replies)
                if is_complete(replies):
                    self._ended = _DIED
                    break
                if self._child.exit_code == OUT_OF_CPU:
                    self._child.out_of_cpu = True
            if self._child.out_of_cpu:
                raise self._out_of_cpu()
            unanswered = texts[min(len(replies), len(texts) - 1)]
            if self._child.exited:
                raise self._died(short(unanswered))
            if deadline is not None and time.monotonic() >= deadline:
                self._end(f"it was stopped after {seconds:g} seconds")
                message = f"{self._solver.title} gave no reply within {seconds:g} seconds"
                raise SessionTimeoutError(message, stderr=self._stderr())
            if idle.lasts(new or (thinks and len(replies) >= (thinks_from or 0))):
                self._end("it had stopped replying")
                self._refuse_errors(texts, replies)
                owes = f"owes a reply to {short(unanswered)}"
                raise self._error(f"{owes}, but uses no CPU time for {IDLE_SECONDS:g} s", code="no-reply")
        return replies

    def _refuse_errors(self, texts: Sequence[str], replies: Sequence[str]) -> None:
        for text, reply in zip(texts, replies, strict=False):
            self._refuse_error(text, read_one(reply))

    def _died(self, unanswered: str) -> SessionError:
        end = ending(self._child.exit_code)
        return self._error(f"ended with {end} before it replied to {unanswered}", code="solver-ended")

    def _out_of_cpu(self) -> SessionTimeoutError:
        limit = self._limits.cpu_seconds
        self._end("it was stopped at its limit of CPU time")
        seconds = self._child.usage.cpu_seconds if limit is None else limit
        message = f"{self._solver.title} used up {seconds:g} seconds of CPU time"
        return SessionTimeoutError(message, stderr=self._stderr(), cpu_seconds=seconds)

    def _take_replies(self) -> list[str]:
        if not self._child.stdout:
            return []
        chunk = bytes(self._child.stdout)
        self._received += len(chunk)
        self._child.stdout.clear()
        self._latest = self._decoder.decode(chunk)
        replies = []
        for reply in self._framer.feed(self._latest):
            if not (self._last_reply == "unknown" and is_reason(reply)):
                replies.append(reply)
            self._last_reply = reply
        return replies

    def _end(self, why: str) -> None:
        """End the process; errors of later commands repeat the reason."""
        with HeldInterrupts():
            if self._ended in ("", _BROKEN_OFF):
                self._ended = why
            self._child.close(self._limits.grace_seconds)
            self.usage = self._child.usage

    def _note(self, texts: Iterable[str]) -> None:
        """Write commands to the replay."""
        if self._replay is not None:
            try:
                self._replay.writelines(f"{text}\n" for text in texts)
                self._replay.flush()
            except OSError as error:
                error.filename = self._replay.name  # a full disk does not name it
                with suppress(OSError):  # what is left in its buffer
                    self._replay.close()
                self._replay = None
                raise

    def _close_replay(self) -> None:
        if self._replay is not None:
            self._replay.close()


def _silenced(script: str) -> str:
    """Return the text that a solver is sent for a script, with its replies switched off, and on again.

    Raises:
        SexprError: if the script ends inside a command, sets ``:print-success``, or is refused
            (`smtlib.sendable`).
    """
    plain = is_plain(script)  # then each of its lines is a command, and passes as it is
    if not (plain or is_whole(script)):
        message = f"parentheses, strings or bars do not match: {short(script)}"
        raise SexprError(message)
    if ":print-success" in script:
        message = f"a script leaves :print-success alone: {short(script)}"
        raise SexprError(message)
    text = script if plain else sendable(script)
    return f"(set-option :print-success false)\n{text}\n(set-option :print-success true)"


def _file_of(solver: Solver) -> tuple[int, ...]:
    """What tells whether the program of a solver is still the same file."""
    try:
        found = os.stat(solver.executable)  # noqa: PTH116 -- pathlib takes longer
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _is_error(reply: str) -> bool:
    return reply.startswith("(error")


def _is_option(text: str, reply: Sexpr) -> bool:
    """Return whether a reply only says that a solver lacks an option, which it passes over."""
    return reply == "unsupported" and "(set-option" in text and ":print-success" not in text


class _Idle:
    """A clock of how long a process has used no CPU time, read once a second.

    Attributes:
        next_look: the time of ``time.monotonic`` of the next look.
    """

    def __init__(self, pid: int) -> None:
        self._pid, self._seen = pid, -1.0
        self._since = time.monotonic()
        self.next_look = self._since + min(1.0, IDLE_SECONDS)

    def lasts(self, active: object) -> bool:
        """Return whether it has been idle for `IDLE_SECONDS`; `active` tells that it was active just now."""
        now = time.monotonic()
        if active:
            self._since = now
        if now >= self.next_look:
            self.next_look = now + min(1.0, IDLE_SECONDS)
            used = cpu_seconds(self._pid)
            if used != self._seen:
                self._seen, self._since = used, now
        return now - self._since >= IDLE_SECONDS

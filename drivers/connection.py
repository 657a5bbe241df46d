"""The connection to a solver in a session: exactly one s-expression in reply to each command.

Commands of a batch are written while their replies are read, so thousands of them can't block one another.
A solver that breaks the rule of one reply per command is ended, since no later reply could be trusted.

A wait for a verdict lasts as long as the limits allow, since the solver may be at work. Any other also ends
once the solver has used no CPU time for `IDLE_SECONDS`: then it waits for us.
"""

from __future__ import annotations

import codecs
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from drivers.errors import SessionError, SessionTimeoutError
from drivers.interpret import ending, mentions_memory
from drivers.limits import Limits, Usage, cpu_seconds
from drivers.process import Child, HeldInterrupts
from smtlib.commands import check_safe
from smtlib.errors import SexprError
from smtlib.framer import Framer, is_one_command, is_whole
from smtlib.sexpr import Sexpr, error_message, read_one, write

_BROKEN_OFF = "the last exchange with it broke off"
IDLE_SECONDS = 20.0
"""A solver that owes a reply other than a verdict and uses no CPU time for this long has stopped."""

_SHOWN = 200  # characters of a command or reply that a message shows


class Connection:
    """A running solver, and the file that records every command sent to it.

    Attributes:
        usage: what the solver used, once it has ended.
    """

    def __init__(self, title: str, command_line: Sequence[str], limits: Limits, replay: Path | None) -> None:
        """Start the program.

        Raises:
            SessionError: if it can't be started.
        """
        self.usage: Usage | None = None
        self._title = title
        self._limits = limits
        self._framer = Framer()
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self._latest = ""  # what it printed last
        self._received = 0  # bytes of replies in this exchange
        self._ended = ""  # why the solver takes no more commands
        self._replay = None if replay is None else replay.open("w", encoding="utf-8")
        try:
            with HeldInterrupts():
                self._child = Child(command_line, limits)
        except OSError as error:
            self._close_replay()
            raise SessionError(f"{title} could not be started: {error.strerror or error}") from error
        except BaseException:  # Ctrl-C, held until the process was started; forgetting it ends it
            self._close_replay()
            raise

    @property
    def stderr(self) -> str:
        """The solver's standard error so far."""
        return self._child.stderr.decode("utf-8", "backslashreplace")

    def exchange(
        self, texts: Sequence[str], seconds: float | None, *, noted: Sequence[str] | None = None
    ) -> list[Sexpr]:
        """One reply for each command, errors included.

        Args:
            texts: the commands.
            seconds: the time limit for all of them together.
            noted: the commands to write to the replay instead.

        Raises:
            SessionError: if a reply is missing, or one too many; the solver is ended.
            SessionTimeoutError: if they are not complete in time; the solver is ended.
            SexprError: if a command is refused (`smtlib.commands`); nothing has been sent.
            ValueError: if a text is not exactly one command; nothing has been sent.
        """
        for text in texts:
            check_safe(text)
            if not is_one_command(text):
                message = f"not exactly one command: {short(text)}"
                raise ValueError(message)
        return self._exchange(texts, seconds, texts if noted is None else noted)

    def exchange_script(self, text: str, seconds: float | None) -> list[Sexpr]:
        """The replies to commands while ``success`` is switched off; there should be none.

        Raises:
            SessionError: if the solver ends; it is ended.
            SessionTimeoutError: if it is not done in time; the solver is ended.
            SexprError: if a command is refused (`smtlib.commands`); nothing has been sent.
            ValueError: if the text ends inside of a command, or sets ``:print-success`` itself; nothing has
                been sent.
        """
        if not is_whole(text):
            message = f"parentheses, strings or bars do not match: {short(text)}"
            raise ValueError(message)
        if ":print-success" in text:
            message = f"a script leaves :print-success alone: {short(text)}"
            raise ValueError(message)
        check_safe(text)
        commands = ["(set-option :print-success false)", text, "(set-option :print-success true)"]
        replies = self._exchange(["\n".join(commands)], seconds, commands, until="success")
        return [reply for reply in replies if reply != "success"]

    def _exchange(
        self, texts: Sequence[str], seconds: float | None, noted: Sequence[str], until: str | None = None
    ) -> list[Sexpr]:
        if self._ended:
            raise self.error(f"takes no more commands: {self._ended}")
        # Ctrl-C included: replies not read now would be taken for those of later commands.
        self._ended = _BROKEN_OFF
        try:
            self.note(noted)
            replies = self._send_and_read(texts, seconds, until)
        except SexprError as error:
            self.end("it printed what can't be read")
            shown = f"; the last it printed: {short(self._latest)}" if self._latest.strip() else ""
            raise self.error(f"printed what can't be read: {error}{shown}") from error
        except BaseException:
            self.end(_BROKEN_OFF)
            raise
        if self._ended == _BROKEN_OFF:
            self._ended = ""
        return replies

    def refuse_error(self, text: str, reply: Sexpr) -> None:
        """Raise a ``SessionError`` if the reply to a command is an error."""
        message = error_message(reply)
        if message is not None:
            memory = mentions_memory(write(reply), "")
            raise self.error(f"replied to {short(text)} with an error: {message}", memory=memory)

    def error(self, what: str, *, memory: bool = False) -> SessionError:
        """The error for what the solver did, with what it wrote on its standard error."""
        stderr = self.stderr
        memory = memory or (self._child.exited and mentions_memory("", stderr))
        limited = memory and self._limits.memory_mib is not None
        return SessionError(f"{self._title} {what}", stderr=stderr, out_of_memory=limited)

    def end(self, why: str) -> None:
        """End the process; errors of later commands repeat the reason."""
        with HeldInterrupts():
            if self._ended in ("", _BROKEN_OFF):
                self._ended = why
            self._child.close(self._limits.grace_seconds)
            self.usage = self._child.usage

    def close(self) -> Usage:
        """Send ``(exit)``, end the process, and return what it used. Does nothing the second time."""
        with HeldInterrupts():
            try:
                if not self._ended:
                    self._child.sample()
                    self.note(["(exit)"])
                    self._child.send(b"(exit)\n")
                    deadline = time.monotonic() + self._limits.grace_seconds
                    while not self._child.exited and time.monotonic() < deadline:
                        self._child.step(deadline)
            finally:
                self.end("it has been closed")
                self._close_replay()
            return self._child.usage

    def _send_and_read(self, texts: Sequence[str], seconds: float | None, until: str | None) -> list[Sexpr]:
        """One reply for each text; or the replies to a script, up to `until` or the first error."""
        deadline = None if seconds is None else time.monotonic() + seconds
        self._received = 0
        self._child.step(time.monotonic())
        if unasked := self._take_replies():
            raise self.error(f"printed something that no command asked for: {short(' '.join(unasked))}")
        self._child.send("".join(f"{text}\n" for text in texts).encode("utf-8", "surrogateescape"))
        replies: list[str] = []

        def complete() -> bool:
            if until is None:
                return len(replies) >= len(texts)
            return any(reply == until or reply.startswith("(error") for reply in replies)

        idle = _Idle(self._child.pid)
        thinks = any("(check-sat" in text for text in texts) and until is None
        while not complete():
            self._child.step(idle.next_look if deadline is None else min(deadline, idle.next_look))
            new = self._take_replies()
            thinks = thinks and not (self._framer.pending or any(reply.startswith("(error") for reply in new))
            replies += new
            if not complete():
                self._must_be_going_on(texts, replies, complete)
                if self._child.out_of_cpu:
                    raise self._out_of_cpu()
                if deadline is not None and time.monotonic() >= deadline:
                    self.end(f"it was stopped after {seconds:g} seconds")
                    message = f"{self._title} gave no reply within {seconds:g} seconds"
                    raise SessionTimeoutError(message, stderr=self.stderr)
                if idle.lasts(new or thinks):
                    self._stopped_replying(texts, replies)
        if until is not None:
            return [reply if reply == until else read_one(reply) for reply in replies]
        if len(replies) > len(texts):
            for reply in replies:
                self.refuse_error(texts[-1], read_one(reply))
            raise self.error(f"gave more than one reply to {short(texts[-1])}: {short(' '.join(replies))}")
        return [reply if reply == "success" else read_one(reply) for reply in replies]

    def _stopped_replying(self, texts: Sequence[str], replies: Sequence[str]) -> None:
        """Raise an error for a solver that owes a reply but waits for input."""
        self.end("it had stopped replying")
        for text, reply in zip(texts, replies, strict=False):
            self.refuse_error(text, read_one(reply))
        waited = f"uses no CPU time for {IDLE_SECONDS:g} s"
        raise self.error(f"owes a reply to {short(texts[min(len(replies), len(texts) - 1)])}, but {waited}")

    def _must_be_going_on(
        self, texts: Sequence[str], replies: list[str], complete: Callable[[], bool]
    ) -> None:
        """Raise an error if the solver can no longer complete the replies."""
        if self._child.flooded or self._received > self._limits.output_mib * 1024 * 1024:
            raise self.error(f"wrote more than {self._limits.output_mib:g} MiB")
        if not self._child.exited:
            return
        self.end("it has ended")
        replies += self._take_replies()  # what was still in the pipe
        for text, reply in zip(texts, replies, strict=False):
            self.refuse_error(text, read_one(reply))
        if not complete():
            if self._child.out_of_cpu or self._child.exit_code == -signal.SIGXCPU:
                raise self._out_of_cpu()
            how = ending(self._child.exit_code)
            unanswered = texts[min(len(replies), len(texts) - 1)]
            raise self.error(f"ended with {how} before it replied to {short(unanswered)}")

    def _out_of_cpu(self) -> SessionTimeoutError:
        limit = self._limits.cpu_seconds
        self.end("it was stopped at its limit of CPU time")
        seconds = self._child.usage.cpu_seconds if limit is None else limit
        message = f"{self._title} used up {seconds:g} seconds of CPU time"
        return SessionTimeoutError(message, stderr=self.stderr, cpu_seconds=seconds)

    def _take_replies(self) -> list[str]:
        if not self._child.stdout:
            return []
        chunk = bytes(self._child.stdout)
        self._received += len(chunk)
        self._child.stdout.clear()
        self._latest = self._decoder.decode(chunk)
        return self._framer.feed(self._latest)

    def note(self, texts: Iterable[str]) -> None:
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


def short(text: str) -> str:
    """A text on one line, cut to the length for a message."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]} …"

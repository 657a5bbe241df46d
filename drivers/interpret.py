"""From what a solver printed to its answer: pure, and believing as little as possible.

* One script asks for one verdict; for more there is ``Session``. A script that asks for several is a failure.
* Replies are matched one by one, in order, with the queries of the script.
* Any ``(error …)`` makes a failure, before or after a verdict, except the one known consequence of asking for
  a model or a core that is not there. So do text that can't be read, a reply too much or too few, and
  ``unsupported`` but in reply to an option or a request for information, where the standard has it. An exit
  code is never believed alone, and a death by signal is never an answer.
"""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Sequence

from drivers.answer import Answer, Failure, Outcome, Run, Sat, Timeout, Unknown, Unsat
from drivers.counters import QUESTION, without_question
from drivers.limits import OUT_OF_CPU, Limits
from drivers.solver import Quirks, Solver
from smtlib.commands import CHECKS, Query, queries
from smtlib.errors import SexprError
from smtlib.literals import Value, merge_values, read_values
from smtlib.sexpr import Sexpr, error_message, read_next, symbol_name, write

_REASON = re.compile(r"\([A-Z]+(?:_[A-Z]+)*\)")
_PLACE = re.compile(r"(?:at )?line \d+,? column \d+: ")
_ERROR = re.compile(r'\(error "([^"]*+(?:""[^"]*+)*+)')
_OUT_OF_MEMORY = re.compile(
    r"out of memory|memout|bad_alloc|MemoryError|cannot allocate memory|failed to map segment|"
    r"memory allocation",
    re.IGNORECASE,
)
_FAULTS = 0xC0000000
"""On Windows, the least of the exit codes of processes that a fault has ended, which are written in hex."""
_ABOUT_MODELS = frozenset({"get-value", "get-model", "get-assignment"})
_MAY_BE_SILENT = frozenset({"echo", "set-option"})
_MAY_BE_UNSUPPORTED = frozenset({"set-option", "get-info", "get-option"})
_ABOUT_CORES = frozenset({"get-unsat-core", "get-unsat-assumptions", "get-proof"})


def run_of(
    outcome: Outcome,
    script: str,
    solver: Solver,
    limits: Limits,
    command: tuple[str, ...] = (),
    *,
    several: bool = False,
) -> Run:
    """The run of a process that was given a script, by its outcome; its output is without the statistics.

    With `several`, the script may ask for another number of verdicts than one.
    """
    stdout, stderr, statistics = _text(outcome.stdout), _text(outcome.stderr), None
    if QUESTION in script:
        stdout, script, statistics = without_question(stdout, script)
    replies = _Replies(queries(script), stdout, solver)
    answer = _answer(replies, outcome, stderr, limits)
    if replies.questions != 1 and not several:
        asks = f"the script asks for {replies.questions} verdicts"
        answer = Failure(f"{asks}, but must ask for one (a Session can have more)")
    return Run(
        answer=answer,
        usage=outcome.usage,
        command=command,
        stdout=stdout,
        stderr=stderr,
        exit_code=outcome.exit_code,
        statistics=statistics,
        verdicts=tuple(replies.verdicts),
    )


def _answer(replies: _Replies, outcome: Outcome, stderr: str, limits: Limits) -> Answer:
    title, code = replies.solver.title, outcome.exit_code
    late = outcome.timed_out or code == OUT_OF_CPU
    answer = replies.answer()
    if late:
        return _timeout(outcome, limits)
    if outcome.flooded:
        return Failure(f"{title} wrote more than {limits.output_mib:g} MiB and was stopped")
    if not isinstance(answer, Failure):
        if replies.go_with(code, answer):
            return _timeout(outcome, limits) if isinstance(answer, Timeout) else answer
        text = f"{title} answered, but ended with {ending(code)}{_first_line(stderr)}"
    elif _ERROR.search(replies.stdout):
        text = answer.text
    else:
        text = f"{answer.text} ({ending(code)}){_first_line(stderr)}"
    if limits.memory_mib is not None and mentions_memory(replies.stdout, stderr):
        return Unknown(memory_reason(limits))
    if limits.memory_mib is not None and code is not None and code < 0:
        text += f"; its memory was limited to {limits.memory_mib} MiB"
    return Failure(text)


def _timeout(outcome: Outcome, limits: Limits) -> Timeout:
    """The limit that ended a process: that of CPU time if it was used up, or if the kernel found so."""
    used, killed = outcome.usage, outcome.exit_code == OUT_OF_CPU
    if limits.cpu_seconds is not None and (killed or used.cpu_seconds >= limits.cpu_seconds):
        return Timeout(limits.cpu_seconds, cpu=True)
    if killed:
        return Timeout(used.cpu_seconds, cpu=True)
    return Timeout(used.wall_seconds if limits.seconds is None else limits.seconds)


def mentions_memory(stdout: str, stderr: str) -> bool:
    """Return whether errors printed on the one, or anything on the other, mention a lack of memory."""
    errors = (match.group(1) for match in _ERROR.finditer(stdout))
    return any(_OUT_OF_MEMORY.search(text) for text in (*errors, stderr))


def memory_reason(limits: Limits) -> str:
    """The reason of an ``Unknown`` for a solver that ran into its memory limit."""
    return f"memory limit of {limits.memory_mib} MiB reached"


def ending(exit_code: int | None) -> str:
    """The end of a process, in words."""
    if exit_code is None:
        return "an unknown exit code"
    if exit_code >= _FAULTS:
        return f"exit code 0x{exit_code:X}"
    if exit_code >= 0:
        return f"exit code {exit_code}"
    known = -exit_code in {*signal.Signals}
    return f"signal {signal.Signals(-exit_code).name if known else -exit_code}"


class _UnusableError(Exception):
    """A reply that makes the whole output useless; the message continues the name of the solver."""


class _Replies:
    """The replies of a solver, matched with the queries of its script.

    Attributes:
        solver: the solver's record.
        stdout: what it printed.
        questions: how many verdicts the script asks for.
        verdicts: the verdicts so far.
    """

    def __init__(self, asked: Sequence[Query], stdout: str, solver: Solver) -> None:
        self.solver, self.stdout = solver, stdout
        self.questions = sum(query.name in CHECKS for query in asked)
        self.verdicts: list[str] = []
        self._open = deque(asked)
        self._values: dict[str, Value] = {}
        self._core: tuple[str, ...] = ()
        self._reason = "the solver gave no reason"
        self._excused = False
        self._fresh = False  # whether the last reply was a verdict

    def answer(self) -> Answer:
        """Read the replies; returns the last answer, a failure where one of them can't be used."""
        try:
            at = self._after_echoes(0)
            while (read := read_next(self.stdout, at)) is not None:
                reply, at = read
                if reply in self.solver.quirks.timeout_words:
                    return Timeout(0.0)
                self._take(reply)
                at = self._after_echoes(at)
            return self._conclude()
        except SexprError as error:
            reported = _ERROR.search(self.stdout)
            if reported:
                problem = f"reported an error: {_one_line(reported[1])}"
            else:
                begins = _one_line(_visible(self.stdout))
                problem = f"printed what can't be read: {error}; it begins: {begins}"
            return Failure(f"{self.solver.title} {problem}")
        except _UnusableError as error:
            return Failure(f"{self.solver.title} {error}")

    def go_with(self, code: int | None, answer: Answer) -> bool:
        """Return whether a solver may end with an exit code after these replies.

        A solver of which nothing is known may use that of an error that is excused (126 and above are a
        shell's), and that with which SAT solvers repeat their verdict.
        """
        quirks = self.solver.quirks
        if code == 0:
            return True
        if self._excused and (code in quirks.error_exit_codes or (quirks.unlisted and code in range(1, 126))):
            return True
        verdict = 10 if isinstance(answer, Sat) else 20 if isinstance(answer, Unsat) else None
        return quirks.unlisted and code is not None and code == verdict

    @property
    def _verdict(self) -> str | None:
        """The last verdict."""
        return self.verdicts[-1] if self.verdicts else None

    def _take(self, reply: Sexpr) -> None:
        if reply == "success":
            return
        if reply == "unsupported" and self._is_unsupported():
            return
        while self._open and self._open[0].name in _MAY_BE_SILENT:
            self._open.popleft()
        query = self._open[0] if self._open else None
        message = error_message(reply)
        if self._verdict == "unknown" and self._fresh and is_reason(write(reply)):
            self._reason, self._fresh = write(reply).strip("()"), False
            return
        self._fresh = False
        if message is not None:
            if query is None or not _is_excused(message, query, self._verdict, self.solver.quirks):
                raise _UnusableError(f"reported an error: {_one_line(message)}")
            if self._verdict == "unknown":
                self._reason = _without_place(message)
            self._excused = True
            self._open.popleft()
            return
        if reply == "unsupported":
            raise _UnusableError("printed unsupported: it lacks a command of the script")
        if query is None:
            raise _UnusableError(f"printed more than it was asked: {self._shown(reply)}")
        self._open.popleft()
        if query.name in CHECKS:
            if reply not in ("sat", "unsat", "unknown"):
                raise _UnusableError(f"printed no verdict, but: {self._shown(reply)}")
            self.verdicts.append(str(reply))
            self._fresh = True
            self._values, self._core = {}, ()
            if self.solver.quirks.silent:
                self._skip_vain(str(reply))
        elif query.name == "get-value":
            merge_values(self._values, read_values(reply, query.terms))
        elif query.name == "get-unsat-core":
            self._core = core_names(reply)
        elif query.name == "get-info" and isinstance(reply, tuple) and reply[:1] == (":reason-unknown",):
            self._reason = " ".join(write(part) for part in reply[1:]).strip('"')

    def _is_unsupported(self) -> bool:
        """Take ``unsupported`` for the reply to the next command, if it may have that."""
        for at, query in enumerate(self._open):
            if query.name in _MAY_BE_UNSUPPORTED:
                for _ in range(at + 1):
                    self._open.popleft()
                return True
            if query.name not in _MAY_BE_SILENT:
                break
        return False

    def _after_echoes(self, at: int) -> int:
        """Where the output goes on after what the script echoes here, with or without quotation marks."""
        while echoing := next((query for query in self._open if query.name != "set-option"), None):
            if echoing.name != "echo":
                break
            string = "".join(map(write, echoing.terms))[1:-1]
            either = "|".join(map(re.escape, (string, string.replace('""', '"'))))
            echo = re.compile(rf'\s*(?:"(?:{either})"|(?:{either}))[ \t]*(?=\r?\n|\Z)')
            if (match := echo.match(self.stdout, at)) is None:
                break
            while self._open.popleft() is not echoing:
                pass
            at = match.end()
        return at

    def _skip_vain(self, verdict: str) -> None:
        """Expect no reply to what asks in vain after a verdict, up to the next question for one."""
        rest = list(self._open)
        at = next((at for at, query in enumerate(rest) if query.name in CHECKS), len(rest))
        self._open = deque([query for query in rest[:at] if not _is_vain(query, verdict)] + rest[at:])

    def _shown(self, reply: Sexpr) -> str:
        """A reply that was not expected: of a bare word the line that it begins, which may be a sentence."""
        text = write(reply)
        lines = (line.strip() for line in self.stdout.splitlines())
        if isinstance(reply, str):
            text = next((line for line in lines if line.startswith(text)), text)
        return _one_line(_visible(text))

    def _conclude(self) -> Answer:
        verdict = self._verdict
        if verdict is None:
            raise _UnusableError("printed no answer")
        for query in self._open:
            if query.name in _MAY_BE_SILENT or (self.solver.quirks.unlisted and _is_vain(query, verdict)):
                continue
            # After an excused error a solver may stop; but a model comes with all the values asked for.
            if not self._excused or (verdict == "sat" and query.name == "get-value"):
                raise _UnusableError(f"answered {verdict}, but ended before it answered {query.name}")
        if verdict == "sat":
            return Sat(self._values)
        return Unsat(self._core) if verdict == "unsat" else Unknown(self._reason)


def is_reason(reply: str) -> bool:
    """Return whether a reply is the reason that cvc5 gives after a verdict: ``unknown (INCOMPLETE)``."""
    return _REASON.fullmatch(reply) is not None


def core_names(reply: Sexpr) -> tuple[str, ...]:
    """The names in a reply to ``get-unsat-core``, without their bars.

    Raises:
        SexprError: if the reply is not a list of symbols.
    """
    names = [symbol_name(part) for part in reply] if isinstance(reply, tuple) else [None]
    known = tuple(name for name in names if name is not None)
    if len(known) != len(names):
        raise SexprError(f"expected the names of a core, found {write(reply)[:200]}")
    return known


def _is_vain(query: Query, verdict: str) -> bool:
    """Return whether a query asks for what can't be there after a verdict."""
    if query.name in _ABOUT_MODELS:
        return verdict != "sat"
    return query.name in _ABOUT_CORES and verdict != "unsat"


def _is_excused(message: str, query: Query, verdict: str | None, quirks: Quirks) -> bool:
    if verdict is None or not _is_vain(query, verdict):
        return False
    known = quirks.no_model_errors if query.name in _ABOUT_MODELS else quirks.no_core_errors
    return quirks.unlisted or _without_place(message).casefold() in map(str.casefold, known)


def _visible(text: str) -> str:
    """A text with escapes for what can't be shown."""
    return "".join(mark if mark.isprintable() or mark == "\n" else repr(mark)[1:-1] for mark in text[:400])


def _text(output: bytes) -> str:
    return output.decode("utf-8", "backslashreplace")


def _without_place(message: str) -> str:
    return message[match.end() :] if (match := _PLACE.match(message)) else message


def _one_line(text: str) -> str:
    lines = text.strip().splitlines() or [""]
    return lines[0][:300].replace('""', '"') + (" …" if len(lines) > 1 or len(lines[0]) > 300 else "")


def _first_line(stderr: str) -> str:
    return f": {_one_line(_visible(stderr))}" if stderr.strip() else ""

"""From what a solver printed to its answer: pure, and believing as little as possible.

* One script asks for one verdict; for more there is ``Session``. A script that asks for several is a failure.
* Replies are matched one by one, in order, with the queries of the script.
* Any ``(error …)`` makes a failure, before or after a verdict, except the one known consequence of asking for
  a model or a core that is not there. So do ``unsupported``, text that can't be read, and a reply too much or
  too few. An exit code is never believed alone, and a death by signal is never an answer.
"""

from __future__ import annotations

import re
import signal
from collections import Counter, deque
from collections.abc import Sequence

from drivers.answer import Answer, Failure, Outcome, Run, Sat, Timeout, Unknown, Unsat
from drivers.limits import Limits
from drivers.solver import Solver
from drivers.statistics import not_asking, read_statistics, separated
from smtlib.errors import SexprError
from smtlib.literals import Value, merge_values, read_values
from smtlib.queries import VERDICT_QUERIES, Query, queries
from smtlib.sexpr import Sexpr, error_message, read_all, read_each, symbol_name, write

_PLACE = re.compile(r"(?:at )?line \d+,? column \d+: ")
_ERROR = re.compile(r'\(error "([^"]*+(?:""[^"]*+)*+)')
_ODD = re.compile(r'[()|";]')
_OUT_OF_MEMORY = re.compile(
    r"out of memory|memout|bad_alloc|MemoryError|cannot allocate memory|failed to map segment|"
    r"memory allocation",
    re.IGNORECASE,
)


def run_of(
    outcome: Outcome,
    script: str,
    solver: Solver,
    limits: Limits,
    command: tuple[str, ...],
    *,
    several: bool = False,
) -> Run:
    """The run of a process that was given a script; its output is without the statistics.

    Args:
        outcome: what became of the process.
        script: what it was given.
        solver: the solver's record.
        limits: those of the process.
        command: its command.
        several: whether the script may ask for another number of verdicts than one.
    """
    stdout, printed = separated(outcome.stdout.decode("utf-8", "backslashreplace"), script)
    rest = outcome._replace(stdout=stdout.encode("utf-8", "backslashreplace"))
    asked = not_asking(script)
    verdicts, answer = interpret_each(rest, asked, solver, limits)
    return Run(
        answer=answer if several else _not_one_verdict(queries(asked)) or answer,
        usage=outcome.usage,
        command=command,
        stdout=stdout,
        stderr=outcome.stderr.decode("utf-8", "backslashreplace"),
        exit_code=outcome.exit_code,
        statistics=read_statistics(printed),
        verdicts=verdicts,
    )


def interpret(outcome: Outcome, script: str, solver: Solver, limits: Limits) -> Answer:
    """The answer of a process that was given a script which asks for one verdict."""
    failure = _not_one_verdict(queries(script))
    return failure or interpret_each(outcome, script, solver, limits)[1]


def interpret_each(
    outcome: Outcome, script: str, solver: Solver, limits: Limits
) -> tuple[tuple[str, ...], Answer]:
    """Return the verdicts of a process in their order, up to the first fault, and its last answer."""
    stdout = outcome.stdout.decode("utf-8", "backslashreplace")
    stderr = outcome.stderr.decode("utf-8", "backslashreplace")
    progress = _Progress(queries(script), stdout)
    late = outcome.timed_out or outcome.exit_code == -signal.SIGXCPU
    answer = _read(progress, solver, whole=not (late or outcome.flooded))
    verdicts = tuple(progress.verdicts)
    if late:
        return verdicts, _timeout(outcome, limits)
    if outcome.flooded:
        text = f"{solver.title} wrote more than {limits.output_mib:g} MiB and was stopped"
        return verdicts, Failure(text)
    code = outcome.exit_code
    if not isinstance(answer, Failure):
        ended_well = code == 0 or (progress.excused and _goes_with_an_error(code, solver))
        if ended_well or _is_verdict(code, answer, solver):
            if isinstance(answer, Timeout):
                return verdicts, _timeout(outcome, limits)
            return verdicts, answer
        text = f"{solver.title} answered, but ended with {ending(code)}{_first_line(stderr)}"
    elif _ERROR.search(stdout):
        text = answer.text
    else:
        text = f"{answer.text} ({ending(code)}){_first_line(stderr)}"
    if limits.memory_mib is not None and mentions_memory(stdout, stderr):
        return verdicts, Unknown(memory_reason(limits))
    if limits.memory_mib is not None and code is not None and code < 0:
        text += f"; its memory was limited to {limits.memory_mib} MiB"
    return verdicts, Failure(text)


def _not_one_verdict(asked: tuple[Query, ...]) -> Failure | None:
    """The failure of a script that does not ask for exactly one verdict."""
    verdicts = sum(query.name in VERDICT_QUERIES for query in asked)
    if verdicts == 1:
        return None
    return Failure(f"the script asks for {verdicts} verdicts, but must ask for one (a Session can have more)")


def _goes_with_an_error(code: int | None, solver: Solver) -> bool:
    """Return whether a solver may end so after an error that is excused; 126 and above are a shell's."""
    return code in solver.quirks.error_exit_codes or (solver.quirks.unlisted and code in range(1, 126))


def _is_verdict(code: int | None, answer: Answer, solver: Solver) -> bool:
    """Return whether an exit code repeats the verdict, as with SAT solvers."""
    verdict = 10 if isinstance(answer, Sat) else 20 if isinstance(answer, Unsat) else None
    return solver.quirks.unlisted and code is not None and code == verdict


def _timeout(outcome: Outcome, limits: Limits) -> Timeout:
    """The limit that ended a process: that of CPU time if it was used up, or if the kernel found so."""
    used, killed = outcome.usage, outcome.exit_code == -signal.SIGXCPU
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
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return f"signal {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"signal {-exit_code}"


class _Progress:
    """The contents of the replies so far."""

    def __init__(self, asked: tuple[Query, ...], stdout: str) -> None:
        self.open = deque(asked)
        self.echo: deque[Sexpr] = deque()
        self.stdout = _without_odd_echoes(stdout, [query for query in asked if query.name == "echo"])
        self.verdicts: list[str] = []
        self.values: dict[str, Value] = {}
        self.core: tuple[str, ...] = ()
        self.reason = "the solver gave no reason"
        self.excused = False

    @property
    def verdict(self) -> str | None:
        """The last verdict."""
        return self.verdicts[-1] if self.verdicts else None


def _without_odd_echoes(stdout: str, echoed: Sequence[Query]) -> str:
    """The output without lines that echo what can't be read as s-expressions, with or without quotation."""
    strings = [write(term)[1:-1] for query in echoed for term in query.terms]
    odd = Counter(line for string in strings for line in string.splitlines() if _ODD.search(line))
    if not odd:
        return stdout
    kept = []
    for line in stdout.splitlines():
        bare = line[1:-1] if line[:1] == line[-1:] == '"' else line
        if odd[bare]:
            odd[bare] -= 1
        else:
            kept.append(line)
    return "\n".join(kept)


def _is_echo(reply: Sexpr, progress: _Progress) -> bool:
    """Return whether a reply is a part of what the script echoes here, with or without quotation marks."""
    if progress.echo and reply == progress.echo.popleft():
        return True
    while progress.open and progress.open[0].name == "echo":
        [*terms] = progress.open.popleft().terms
        if reply in terms:
            return True
        string = write(terms[0])[1:-1] if terms else ""
        words = deque() if _ODD.search(string) else deque(read_all(string))
        if words and reply == words.popleft():
            progress.echo = words
            return True
    return False


def _read(progress: _Progress, solver: Solver, *, whole: bool = True) -> Answer:
    """Read the replies; returns the last answer, a failure where one of them can't be used.

    Args:
        progress: what was asked and printed.
        solver: the solver.
        whole: whether the output has its end; else it is read as far as it goes.
    """
    replies = read_all if whole else read_each
    try:
        for reply in replies(progress.stdout):
            if reply in solver.quirks.timeout_words:
                return Timeout(0.0)
            _take(reply, progress, solver)
        return _conclude(progress, solver)
    except SexprError as error:
        found = _ERROR.search(progress.stdout)
        if found:
            problem = f"reported an error: {_one_line(found.group(1))}"
        else:
            problem = (
                f"printed what can't be read: {error}; it begins: {_one_line(_visible(progress.stdout))}"
            )
        return Failure(f"{solver.title} {problem}")
    except _UnusableError as error:
        return Failure(f"{solver.title} {error}")


class _UnusableError(Exception):
    """A reply that makes the whole output useless; the message continues the name of the solver."""


def _take(reply: Sexpr, progress: _Progress, solver: Solver) -> None:
    if reply == "success" or _is_echo(reply, progress):
        return
    message = error_message(reply)
    query = progress.open[0] if progress.open else None
    if message is not None:
        if query is None or not _is_excused(message, query, progress.verdict, solver):
            raise _UnusableError(f"reported an error: {_one_line(message)}")
        if progress.verdict == "unknown":
            progress.reason = _without_place(message)
        progress.excused = True
        progress.open.popleft()
        return
    if reply == "unsupported":
        raise _UnusableError("printed unsupported: it lacks a command or option of the script")
    if query is None:
        raise _UnusableError(f"printed more than it was asked: {_shown(reply, progress)}")
    progress.open.popleft()
    if query.name in VERDICT_QUERIES:
        if reply not in ("sat", "unsat", "unknown"):
            raise _UnusableError(f"printed no verdict, but: {_shown(reply, progress)}")
        progress.verdicts.append(str(reply))
        progress.values, progress.core = {}, ()
        if solver.quirks.silent:
            _skip_vain(progress, str(reply))
    elif query.name == "get-value":
        merge_values(progress.values, read_values(reply, query.terms))
    elif query.name == "get-unsat-core":
        progress.core = core_names(reply)
    elif query.name == "get-info" and isinstance(reply, tuple) and reply[:1] == (":reason-unknown",):
        progress.reason = " ".join(write(part) for part in reply[1:]).strip('"')


def _skip_vain(progress: _Progress, verdict: str) -> None:
    """Expect no reply to what asks in vain after a verdict, up to the next question for one."""
    rest = list(progress.open)
    at = next((at for at, query in enumerate(rest) if query.name in VERDICT_QUERIES), len(rest))
    progress.open = deque([query for query in rest[:at] if not _is_vain(query, verdict)] + rest[at:])


def _shown(reply: Sexpr, progress: _Progress) -> str:
    """A reply that was not expected: of a bare word the line that it begins, as that may be a sentence."""
    text = write(reply)
    lines = (line.strip() for line in progress.stdout.splitlines())
    if isinstance(reply, str):
        text = next((line for line in lines if line.startswith(text)), text)
    return _one_line(_visible(text))


def _conclude(progress: _Progress, solver: Solver) -> Answer:
    if progress.verdict is None:
        raise _UnusableError("printed no answer")
    for query in progress.open:
        if query.name == "echo":
            continue
        if solver.quirks.unlisted and _is_vain(query, progress.verdict):
            continue
        # After an excused error a solver may stop; but a model comes with all the values asked for.
        if not progress.excused or (progress.verdict == "sat" and query.name == "get-value"):
            raise _UnusableError(f"answered {progress.verdict}, but ended before it answered {query.name}")
    match progress.verdict:
        case "sat":
            return Sat(progress.values)
        case "unsat":
            return Unsat(progress.core)
        case _:
            return Unknown(progress.reason)


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
    if query.name in ("get-value", "get-model", "get-assignment"):
        return verdict != "sat"
    return query.name in ("get-unsat-core", "get-unsat-assumptions", "get-proof") and verdict != "unsat"


def _is_excused(message: str, query: Query, verdict: str | None, solver: Solver) -> bool:
    if verdict is None or not _is_vain(query, verdict):
        return False
    if solver.quirks.unlisted:
        return True
    about_models = query.name in ("get-value", "get-model", "get-assignment")
    known = solver.quirks.no_model_errors if about_models else solver.quirks.no_core_errors
    return _without_place(message).casefold() in map(str.casefold, known)


def _visible(text: str) -> str:
    """A text with escapes for what can't be shown."""
    return "".join(mark if mark.isprintable() or mark == "\n" else repr(mark)[1:-1] for mark in text[:400])


def _without_place(message: str) -> str:
    return _PLACE.sub("", message, count=1) if _PLACE.match(message) else message


def _one_line(text: str) -> str:
    lines = text.strip().splitlines() or [""]
    return lines[0][:300].replace('""', '"') + (" …" if len(lines) > 1 or len(lines[0]) > 300 else "")


def _first_line(stderr: str) -> str:
    return f": {_one_line(_visible(stderr))}" if stderr.strip() else ""

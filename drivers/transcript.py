"""Reading the output of any solver, to any script, mixed with other text.

Known are verdicts, ``success``, errors, values (``((n_0 3) …)``), models in all their shapes (``(model
(define-fun …) …)``, without the word, with universes of declared sorts, one ``(= n_0 3)`` a line, or as z3py
and pySMT print them), unsat cores, and replies to ``get-info``. Everything else (statistics, warnings,
progress) is skipped and listed. Output that contradicts itself, or does not answer one question, is a
`Failure`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from drivers.answer import Answer, Failure, Sat, Unknown, Unsat
from drivers.interpret import core_names, is_reason
from drivers.solvers import SOLVERS, every
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import evaluate
from smtlib.literals import Bits, Value, merge_values, read_literal, read_value, read_values
from smtlib.model import DEFINITIONS, PARTS, PrintedModel
from smtlib.sexpr import Sexpr, error_message, read_next, symbol_name, write

_VERDICTS = ("sat", "unsat", "unknown")
_OTHERS = ("success", "unsupported")
_WORDS = re.compile(r"([a-z-]+(?:[ \t]+[a-z-]+)*)[ \t]*(?=[\r\n(\[]|\Z)")
_LINE = re.compile(r"[^\n]*")
_REPLY = re.compile(r"\(\s*(?:\(|model\b|define-|error\b|=)")
_PYSMT = re.compile(r"(?:'([^'\n]+)'|([^\s':=]+)) := ([^\n]*)")
_Z3PY = re.compile(r'\[\s*(?=[^\s=,()"]+ = )|\[\s*\](?=\s*(?:\n|\Z))')
_Z3PY_ENTRY = re.compile(r'\s*([^\s=,()"]+) = ([^\s,\[\]()"]+)\s*[,\]]')
_ABOUT_OPTIONS = re.compile(
    r"(?:unknown|unrecognized|unsupported|invalid) (?:option|parameter|keyword)", re.I
)
_ABOUT_COMMANDS = re.compile(r"(?:unknown|unsupported) command", re.I)
_ABOUT_MODELS = re.compile(r"\b(?:model|core|get-value|get value)\b", re.I)
_ADVICE = "; --no-verdict takes the values all the same"


@dataclass(slots=True)
class Transcript:
    """The parts of a solver's output.

    Attributes:
        verdict: ``sat``, ``unsat``, ``unknown``, or a word for a time limit; ``None`` if there is none.
        values: those of values and models: symbol without bars, or text of another term, to value.
        ordered: the values of replies to ``get-value``, in their order: some solvers print other terms than
            they were asked for.
        model: the parts of the model, functions among them, as they were printed.
        whole: whether there is a whole model, in which a solver leaves out what may have any value.
        core: the names of an unsat core; ``None`` if there is none.
        reason: why the verdict is unknown, in the solver's words; empty if it gives no reason.
        errors: the messages of errors that are not only about options, or a model or core not being there.
        passed_over: the other lines, each with its number.
        unread: parts of models whose values are not understood.
    """

    verdict: str | None = None
    values: dict[str, Value] = field(default_factory=dict)
    ordered: list[Value] = field(default_factory=list)
    model: PrintedModel = field(default_factory=PrintedModel)
    whole: bool = False
    core: tuple[str, ...] | None = None
    reason: str = ""
    errors: list[str] = field(default_factory=list)
    passed_over: list[tuple[int, str]] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def read_transcript(text: str, *, needs_verdict: bool = True) -> Answer:
    """The answer in a solver's output.

    Returns:
        A `Failure` for two verdicts, two values of one symbol, a reply that breaks off, an error, or
        values that no verdict makes a model, unless that is not needed: then errors are passed over, too.
    """
    try:
        return answer_of(transcript_of(text), needs_verdict=needs_verdict)
    except SexprError as error:
        return Failure(str(error))


def answer_of(read: Transcript, *, needs_verdict: bool = True) -> Answer:
    """The answer of a transcript; the arguments are those of `read_transcript`."""
    if not needs_verdict and read.values:
        return Sat(read.values)
    advice = _ADVICE if read.values else ""
    if read.errors:
        return Failure(f"the solver reported an error: {read.errors[0]}{advice}")
    if read.verdict not in ("sat", None) and read.values:
        return Failure(f"it is {read.verdict}, but values follow{advice}")
    if read.verdict == "unsat":
        return Unsat(read.core or ())
    if read.verdict == "unknown":
        return Unknown(read.reason or "the solver gave no reason")
    if read.verdict is not None and read.verdict != "sat":
        return Unknown("the solver stopped at its own time limit")
    if read.verdict is None:
        if read.values:
            return Failure(f"there are values, but no verdict before them{_ADVICE}")
        return Failure(f"neither a verdict nor values{_not_understood(read)}")
    if not read.values:
        return Failure(f"it is sat, but has no values{_not_understood(read)}")
    return Sat(read.values)


def _not_understood(read: Transcript) -> str:
    if not read.passed_over:
        return ""
    line, text = read.passed_over[0]
    more = f" and {len(read.passed_over) - 1} more lines" if len(read.passed_over) > 1 else ""
    return f"; line {line} is not an SMT-LIB reply: {text[:80]!r}{more}"


def transcript_of(text: str) -> Transcript:
    """Parse a solver's output, in linear time.

    Raises:
        SexprError: for two verdicts, two values of one symbol, or a reply that is never closed.
    """
    first, *others = transcripts_of(text)
    if others:
        raise SexprError(f"it holds two verdicts, {first.verdict} and {others[0].verdict}")
    return first


def transcripts_of(text: str) -> list[Transcript]:
    """Parse a solver's output to several questions, in linear time: a transcript for each verdict, or one.

    Raises:
        SexprError: for two values of one symbol after a verdict, or a reply that is never closed.
    """
    parts = [Transcript()]
    words = {word for solver in SOLVERS for word in solver.quirks.timeout_words}
    position, line = 0, 1
    while position < len(text):
        character, read = text[position], parts[-1]
        begun = position
        if character in " \t\r\n":
            position += 1
        elif character == "(":
            position = _list(read, text, position, line)
        elif character == "[" and (match := _Z3PY.match(text, position)):
            position = _z3py(read, text, match.end())
        elif match := _PYSMT.match(text, position):
            name, plain, value = match.groups()
            merge_values(read.values, {name or plain: _python_value(value.strip())})
            read.unread += [match[0]] if isinstance(_python_value(value.strip()), str) else []
            read.whole = True
            position = match.end()
        elif (match := _WORDS.match(text, position)) and _take_words(parts, match, words):
            position = match.end()
        else:
            position = _noise(read, text, position, line)
        line += text.count("\n", begun, position)
    return parts


def _take_words(parts: list[Transcript], match: re.Match[str], timeouts: Collection[str]) -> bool:
    """Take words before a list or the end of a line; returns whether all are known."""
    words = match[1].split()
    alone = match[0] in timeouts
    if not (alone or all(word in _VERDICTS or word in _OTHERS for word in words)):
        return False
    for word in words:
        if word not in _OTHERS:
            if parts[-1].verdict is not None:
                parts.append(Transcript())
            parts[-1].verdict = word
    return True


def _noise(read: Transcript, text: str, position: int, line: int) -> int:
    match = _LINE.match(text, position)
    end = match.end() if match else len(text)
    shown = text[position:end].strip()
    if not shown.startswith(";"):
        read.passed_over.append((line, shown))
    return end


def _z3py(read: Transcript, text: str, position: int) -> int:
    """Take the entries of a model that z3py printed; returns where it ends."""
    read.whole = True
    while text[position - 1] != "]":
        entry = _Z3PY_ENTRY.match(text, position)
        if entry is not None:
            merge_values(read.values, {entry[1]: _python_value(entry[2])})
            read.unread += [entry[0]] if isinstance(_python_value(entry[2]), str) else []
            position = entry.end()
        else:  # a function, or a value of another sort, up to the comma after it
            end = _past_entry(text, position)
            read.unread.append(text[position:end])
            position = end
    return position


def _past_entry(text: str, position: int) -> int:
    """Where the entry at a position and the comma or bracket behind it end.

    Raises:
        SexprError: if there is none: the model breaks off.
    """
    depth, quoted = 0, False
    for at in range(position, len(text)):
        character = text[at]
        quoted ^= character == '"'
        if quoted:
            continue
        if depth == 0 and character in ",]":
            return at + 1
        depth += (character in "[(") - (character in "])")
    raise SexprError("a model in brackets is never closed; was the output cut off?")


def _python_value(text: str) -> Value:
    """A value as z3py and pySMT print it: ``True``, ``3``, ``-3``, or pySMT's ``3_8`` for 3 in 8 bits."""
    number, _, width = text.partition("_")
    if text in ("True", "False"):
        return text == "True"
    digits = number.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and (not width or width.isdecimal())
    return int(number) if whole else text


def _list(read: Transcript, text: str, position: int, line: int) -> int:
    """Read the list at a position; returns where it ends, or where its line ends if it is not a reply."""
    try:
        found = read_next(text, position)
    except SexprError:
        if _REPLY.match(text, position):
            raise
        return _noise(read, text, position, line)
    assert found is not None  # noqa: S101 -- a bracket is there
    reply, end = found
    if not _reply(read, reply):
        read.passed_over.append((line, text[position:end].strip()))
    return end


def _reply(read: Transcript, reply: Sexpr) -> bool:
    """Return whether a list is known."""
    message = error_message(reply)
    if message is not None:
        if not _is_excused(message, read.verdict):
            read.errors.append(message)
        return True
    match reply:
        case ("=", str(name), value) if symbol_name(name) is not None and _is_value(value):
            merge_values(read.values, read_values(((name, value),)))
            read.model.add(reply)
            read.whole = True
            return True
        case ("function", str(), ("type", *_), *_):
            read.model.add(reply)
            return True
        case (str(head), *_) if head in DEFINITIONS:
            return _model(read, (reply,))
        case ("model", *parts) if all(_is_pair(part) and part[0] not in PARTS for part in parts):
            return _pairs(read, tuple(parts), whole=True)
        case ("model", *parts):
            return _model(read, tuple(parts))
        case (str(),) if read.verdict == "unknown" and not read.values and is_reason(write(reply)):
            read.reason = write(reply).strip("()")
            return True
        case (":reason-unknown", *reason):
            read.reason = " ".join(map(write, reason)).strip('"()')
            return True
        case () | (":", *_):
            if reply == () and read.verdict == "unsat" and read.core is None:
                read.core = ()
            if reply == () and read.verdict == "sat":
                read.whole = True  # of a script without constants
            return True
        case (str(first), *_) if first.startswith(":"):
            return True
        case (tuple(first), *_) if len(first) > 2 and first[0] in PARTS:
            return _model(read, reply)
        case (tuple(), *_) if all(_is_pair(pair) for pair in reply):
            read.ordered += [read_value(pair[1]) for pair in reply]
            return _pairs(read, reply)
    if read.verdict == "unsat" and read.core is None:
        with suppress(SexprError):
            read.core = core_names(reply)
            return True
    return False


def _is_value(term: Sexpr) -> bool:
    """Return whether a term is a value as Yices prints one: a literal, a name, ``(/ 1 2)``, ``(as @a S)``."""
    if isinstance(term, str) or read_literal(term) is not None:
        return True
    return term[:1] in (("/",), ("-",), ("as",))


def _is_pair(part: Sexpr) -> bool:
    return isinstance(part, tuple) and len(part) == 2


def _pairs(read: Transcript, pairs: Sequence[Sexpr], *, whole: bool = False) -> bool:
    """Add terms and their values."""
    merge_values(read.values, read_values(tuple(pairs)))
    for pair in pairs:
        read.model.add_value(pair[0], pair[1])
    read.whole = read.whole or whole
    return True


def _model(read: Transcript, parts: tuple[Sexpr, ...]) -> bool:
    """Add what a model defines; functions and declarations of sorts are no numbers."""
    bodies: dict[str, Sexpr] = {}
    for part in parts:
        read.model.add(part)
        match part:
            case ("define-fun" | "define-fun-rec", str(name), (), _, body):
                bodies[symbol_name(name) or name] = body
            case ("define-const", str(name), _, body):
                bodies[symbol_name(name) or name] = body
    merge_values(read.values, {name: _value(body, bodies) for name, body in bodies.items()})
    read.whole = True
    return True


def _value(body: Sexpr, definitions: Mapping[str, Sexpr]) -> Value:
    literal = read_literal(body)
    if literal is None:
        with suppress(EvaluationError):
            literal = evaluate(body, {}, definitions)
    if literal is None:
        return write(body)
    return literal.value if isinstance(literal, Bits) else literal


def _is_excused(message: str, verdict: str | None) -> bool:
    """Return whether an error bears on no verdict or value: on an option, or a model that is not there."""
    if verdict is None:
        return _ABOUT_OPTIONS.search(message) is not None
    if verdict == "sat":
        return "core" in message or _ABOUT_COMMANDS.search(message) is not None
    known = (word for solver in every() for word in solver.quirks.no_model_errors)
    return _ABOUT_MODELS.search(message) is not None or any(map(message.endswith, known))

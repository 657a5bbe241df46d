"""S-expressions of SMT-LIB: text to nested tuples and back (SMT-LIB 2.6, section 3.1).

An atom is its own text, including quotes and bars, so ``x``, ``|x|`` and ``"x"`` differ; a list is a tuple.
A :class:`Node` is the same with line and column, for messages. Nothing here recurses, so nesting is limited
by memory alone; one regular expression reads the text from left to right in linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from smtlib.errors import SexprError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from smtlib.kinds import UnreadKind

Sexpr: TypeAlias = "str | tuple[Sexpr, ...]"

Place: TypeAlias = "Callable[[int], tuple[int, int]]"
"""Gives the line and column of an offset (`places`)."""

SPACE = " \t\r\n"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""A character that SMT-LIB does not allow; Z3 stops reading at one."""
DELIMITERS = '()|";'
OPAQUE = r'\|[^|]*+\||"[^"]*+(?:""[^"]*+)*+"|;[^\n]*'
"""A quoted symbol, a string or a comment, as a regular expression. `*+` never gives back."""
OLD_OPAQUE = r'\|[^|]*+\||"(?:[^"\\]|\\[^\n]|\\\n)*+"|;[^\n]*'
"""The same where the text states a version before 2.5, in whose strings a backslash escapes."""


@cache
def _token(opaque: str) -> re.Pattern[str]:
    # The last alternative is an opening bar or quote that is never closed.
    return re.compile(rf'[()]|[^{SPACE}{DELIMITERS}]+|{opaque}|[|"]')


TOKEN = _token(OPAQUE)
VERSION = re.compile(
    rf"\([{SPACE}]*+set-info[{SPACE}]++:smt-lib-version[{SPACE}]++([^{SPACE}{DELIMITERS}]++)[{SPACE}]*+\)"
)
"""The command by which a text states its version of the language."""
_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*")
_RESERVED = frozenset(
    {
        "!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "let", "match", "NUMERAL",
        "par", "STRING",
    }
)  # fmt: skip

Part = TypeVar("Part")
Result = TypeVar("Result")


class Node:
    """An atom (its text) or a list, with the line and column where it begins, both from 1."""

    __slots__ = ("column", "content", "line")

    def __init__(self, content: Content, line: int, column: int) -> None:
        self.content: Final = content
        self.line: Final = line
        self.column: Final = column

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return (self.content, self.line, self.column) == (other.content, other.line, other.column)

    def __hash__(self) -> int:
        return hash((self.content, self.line, self.column))

    def __repr__(self) -> str:
        return f"Node({self.content!r}, {self.line}, {self.column})"

    @property
    def items(self) -> tuple[Node, ...]:
        """The members of a list; empty for an atom."""
        return self.content if isinstance(self.content, tuple) else ()

    @property
    def atom(self) -> str:
        """The text of an atom; empty for a list."""
        return self.content if isinstance(self.content, str) else ""

    @property
    def head(self) -> str:
        """The first member of a list, if that is an atom."""
        return self.items[0].atom if self.items else ""

    def atoms(self) -> Iterator[Node]:
        """Yield its atoms, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.atom:
                yield node
            stack += reversed(node.items)


Content: TypeAlias = "str | tuple[Node, ...]"


def read_all(text: str) -> list[Sexpr]:
    """The s-expressions of a text, in order; comments are left out.

    Raises:
        SexprError: if the text ends inside an expression, or closes one that is not open.
    """
    return [expression for expression, _ in read_with_ends(text, 0)]


def read_one(text: str) -> Sexpr:
    """The only s-expression of a text.

    Raises:
        SexprError: as :func:`read_all`, and if there is not exactly one.
    """
    expressions = read_all(text)
    if len(expressions) != 1:
        raise SexprError(f"expected one s-expression, found {len(expressions)}")
    return expressions[0]


def read_first(text: str, start: int = 0) -> Sexpr:
    """The first s-expression at or after an offset; what follows it is not looked at.

    Raises:
        SexprError: if there is none, or the text ends inside it.
    """
    read = read_next(text, start)
    if read is None:
        raise SexprError("expected an s-expression, found the end of the text")
    return read[0]


def read_nodes(
    text: str,
    source: str | None = None,
    start: int = 0,
    end: int | None = None,
    place: Place | None = None,
) -> list[Node]:
    """The s-expressions of a text, or between two offsets of it, with their places.

    Raises:
        SexprError: as :func:`read_all`.
    """
    read = nodes_with_ends(text, start, place or places(text), source=source, end=end)
    return [node for node, _ in read]


def read_commands(text: str, source: str | None = None, *, beyond_exit: bool = False) -> list[Node]:
    """The commands of a script: lists that begin with a word.

    Those after ``(exit)``, which no solver reads, are not read unless that is asked for.

    Raises:
        SexprError: for text that is not a sequence of commands, or has none, or holds what solvers read in
            different ways (`lexical_faults`).
    """
    read = nodes_with_ends(text, 0, places(text), source=source)
    last = (lambda _: False) if beyond_exit else is_exit
    commands = _up_to_exit(text, read, source, last)
    for command in commands:
        if not command.head:
            raise SexprError(no_command(command), source=source, line=command.line, column=command.column)
    if not commands:
        raise SexprError("no SMT-LIB command found", source=source)
    return commands


class Command(NamedTuple):
    """A command of a text.

    Attributes:
        term: the command.
        start: the offset where it begins.
        end: the offset where it ends.
        line: its line, from 1.
    """

    term: tuple[Sexpr, ...]
    start: int
    end: int
    line: int

    @property
    def head(self) -> str:
        """Its first word."""
        return str(self.term[0])


_made: Callable[[Iterable[Any]], Command] = partial(tuple.__new__, Command)


def read_terms(text: str, source: str | None = None) -> list[Command]:
    """The commands of a script as tuples, in a seventh of the time.

    Raises:
        SexprError: as `read_commands`.
    """
    read: list[_Read] = []
    try:
        _read(read, text, 0, source=source, most=-1)
    except SexprError as error:
        _raise_cause(text, source, error)
        raise
    _check_alike(text, source, read[-1][2] if read and read[-1][0] == ("exit",) else len(text))
    terms, starts, ends = zip(*read, strict=True) if read else ((), (), ())
    if not read or [
        term for term in terms if term.__class__ is not tuple or not term or term[0].__class__ is not str
    ]:
        read_commands(text, source)  # raises, with the place
    breaks = list(map(re.Match.start, re.finditer("\n", text)))
    lines = [bisect_right(breaks, start) + 1 for start in starts]
    return list(map(_made, zip(terms, starts, ends, lines, strict=True)))


def _up_to_exit(
    text: str, read: Iterator[tuple[Node, int]], source: str | None, is_last: Callable[[Node], bool]
) -> list[Node]:
    """The expressions of a text up to the last that is read, in which all solvers read the same."""
    nodes, end = list[Node](), len(text)
    try:
        for node, after in read:
            nodes.append(node)
            if is_last(node):
                end = after
                break
    except SexprError as error:
        _raise_cause(text, source, error)
        raise
    _check_alike(text, source, end)
    return nodes


def _raise_cause(text: str, source: str | None, error: SexprError) -> None:
    """Raise the fault of a token that stands before an error, which it may be the reason of."""
    for fault in lexical_faults(text):
        if (fault.line or 0, fault.column or 0) <= (error.line or 0, error.column or 0):
            fault.source = source
            raise fault from None


def _check_alike(text: str, source: str | None, end: int) -> None:
    for fault in lexical_faults(text, end):
        fault.source = source
        raise fault


def is_exit(node: Node) -> bool:
    """Return whether a command is ``(exit)``, after which no solver reads on."""
    return len(node.items) == 1 and node.head == "exit"


_ATOM = (
    r"(?:[A-Za-z~!@$%^&*_\-+=<>.?/,][A-Za-z0-9~!@$%^&*_\-+=<>.?/,]*+"  # a comma by Z3 alone
    r"|:[A-Za-z0-9~!@$%^&*_\-+=<>.?/,]++"
    r"|[0-9]++(?:\.[0-9]*+)?(?:/[0-9]++)?"  # fractions by cvc5, 1. and leading zeros by Z3
    r"|#b[01]++|#x[0-9A-Fa-f]++|#f[0-9]++m[0-9]++)"  # the last by cvc5
    rf"(?=[{SPACE}{DELIMITERS}]|\Z)"
)
_NO = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f"
_STRINGS = {
    # A backslash before a quotation mark ends the string or does not: Yices takes 2.0 for the default.
    "": rf'"(?:[^"\\{_NO}]++|(?:\\\\)++|\\(?!["\\])|"")*+"',
    "new": rf'"(?:[^"{_NO}]++|"")*+"',
    "old": rf'"(?:[^"\\{_NO}]++|\\[^{_NO}])*+"',
}
"""Strings, by the version that was stated before: none, 2.5 or above, or one before that."""


@cache
def _read_alike(version: str) -> re.Pattern[str]:
    """As many tokens as there are that all solvers read in the same way; compiled where a text is read."""
    string = _STRINGS[version]
    return re.compile(rf"(?:[{SPACE}()]++|{_ATOM}|;[^\n]*+|\|[^|\\{_NO}]*+\||{string})*+")


def lexical_faults(text: str, end: int | None = None) -> Iterator[SexprError]:
    """Yield a fault for each token that solvers read in different ways, if at all, up to an offset.

    These are control characters outside of comments, a backslash in a symbol between bars, or before a
    quotation mark in a string of no stated version, and what is no symbol, number or keyword: where a solver
    finds one, it may go on with other commands than we see.
    """
    place = places(text)
    for start, stop, version in _stretches(text, len(text) if end is None else end):
        at, alike = start, _read_alike(version)
        while True:
            match = alike.match(text, at, stop)
            if match is None or match.end() >= stop:
                break
            where, at, kind, message = _fault(text, match.end(), stop, version)
            if message:
                line, column = place(where)
                yield SexprError(message, line=line, column=column, kind=kind)


def _stretches(text: str, end: int) -> Iterator[tuple[int, int, str]]:
    """The parts of a text between commands that state a version, with the key of `_STRINGS` for each."""
    start, seen, version, left = 0, 0, "", text.count("smt-lib-version", 0, end)
    with suppress(SexprError):
        while left and (read := read_next(text, seen, end, old=version == "old")) is not None:
            _, after = read
            if stated := VERSION.match(text, begin_of(text, seen), after):
                yield start, after, version
                start, version = after, "old" if is_old(stated[1]) else "new"
            left -= text.count("smt-lib-version", seen, after)
            seen = after
    yield start, end, version


def stated_version(command: tuple[Sexpr, ...]) -> str | None:
    """The version of SMT-LIB that a command states; ``None`` for any other command."""
    stated = len(command) == 3 and command[:2] == ("set-info", ":smt-lib-version")
    return command[2] if stated and isinstance(command[2], str) else None


def new_string(atom: str) -> str:
    """A string of a version before 2.5, as it is written since: a quotation mark is doubled."""
    inner = re.sub(r'\\(["\\])', lambda part: '""' if part[1] == '"' else "\\", atom[1:-1])
    return f'"{inner}"'


def in_new_strings(term: Sexpr) -> Sexpr:
    """A term of a text that states a version before 2.5, with its strings as they are written since."""

    def steps(item: Sexpr) -> Generator[Sexpr, Sexpr | None, Sexpr]:
        if isinstance(item, str):
            return new_string(item) if item.startswith('"') else item
        parts: list[Sexpr] = []
        for part in item:
            inside = yield part
            parts.append(inside if inside is not None else ())
        return tuple(parts)

    return fold(steps, term)


_BETWEEN = re.compile(rf"(?:[{SPACE}]++|;[^\n]*+)*+")


def begin_of(text: str, start: int) -> int:
    """The offset where the next expression begins, after blanks and comments."""
    match = _BETWEEN.match(text, start)
    return start if match is None else match.end()


def is_old(version: str) -> bool:
    """Return whether a version of SMT-LIB is one before 2.5, in whose strings a backslash escapes."""
    return re.fullmatch(r"[01](?:\.[0-9]+)?|2(?:\.[0-4][0-9]*)?", version) is not None


def _fault(text: str, at: int, stop: int, version: str) -> tuple[int, int, UnreadKind | Literal[""], str]:
    """The fault of the token at an offset: where it is, where the token ends, its kind, and a sentence."""
    opening = text[at] in '"|'
    match = (_token(OLD_OPAQUE) if version == "old" else TOKEN).match(text, at, stop)
    after = match.end() if match else at + 1
    token = text[at:after]
    if opening and len(token) == 1:
        line = text.find("\n", at, stop)
        return (
            at,
            stop if line < 0 else line,
            "",
            "",
        )  # it is never closed, as whoever reads the text will see
    if (control := CONTROL.search(text, at, after)) is not None:
        message = f"the control character {control[0]!a} is not SMT-LIB; delete it"
        return control.start(), control.end(), "control-character", message
    if token[0] == "|":
        message = "a backslash in a symbol between bars: Z3 and Yices end the symbol here; delete it"
        return at + token.index("\\"), after, "token", message
    if opening:
        place = re.search(r'(?<!\\)(?:\\\\)*+\\"', token)
        message = (
            "a backslash before a quotation mark: solvers disagree whether the string goes on; "
            "state the version, (set-info :smt-lib-version 2.6)"
        )
        return at + (place.end() - 2 if place else 0), after, "token", message
    if token.startswith("\ufeff"):
        return at, at + 1, "byte-order-mark", BYTE_ORDER_MARK
    odd = re.search(r"(?<!^):|[^A-Za-z0-9~!@$%^&*_\-+=<>.?/,:]", token)
    if odd is None or odd[0] == "#":
        return at, after, "token", f"{short(token, 40)!r} is no symbol, number or keyword of SMT-LIB"
    if odd[0] == ":":
        return at + odd.start(), after, "token", "a keyword follows without a blank; write one before this :"
    what = f"the character {odd[0]!r}"
    if "\udc80" <= odd[0] <= "\udcff":  # as `surrogateescape` has it
        what = f"the byte 0x{ord(odd[0]) - 0xDC00:02x}, which is not UTF-8,"
    message = f"{what} can stand only in a comment, a string, or a symbol between bars"
    return at + odd.start(), after, "token", message


BYTE_ORDER_MARK = "byte order mark (U+FEFF): no solver accepts it; save the file as UTF-8 without one"


def no_command(node: Node) -> str:
    """The message that a node is not a command."""
    return f"{short(node.head or write(without_places(node)), 60)!r} is not an SMT-LIB command"


MAX_DEPTH = 1_000_000
"""Lists within lists, at most; a solver gone wild prints more opening parentheses than anybody reads."""


_Read: TypeAlias = "tuple[Any, int, int]"
"""An expression, a node where places are asked for, and the offsets where it begins and ends."""


def read_with_ends(
    text: str, start: int, *, source: str | None = None, end: int | None = None
) -> Iterator[tuple[Sexpr, int]]:
    """Yield the expressions of a text from an offset, each with the offset where it ends.

    Args:
        text: the text.
        start: the offset.
        source: the name of the text, for errors.
        end: the offset where to stop; by default the end of the text.

    Raises:
        SexprError: as :func:`read_all`.
    """
    return _with_ends(text, start, source, end, None)


def nodes_with_ends(
    text: str, start: int, place: Place, *, source: str | None = None, end: int | None = None
) -> Iterator[tuple[Node, int]]:
    """Yield the same as nodes, given the line and column of an offset (`places`)."""
    return _with_ends(text, start, source, end, place)


def _with_ends(
    text: str, start: int, source: str | None, end: int | None, place: Place | None
) -> Iterator[tuple[Any, int]]:
    read: list[_Read] = []
    try:
        _read(read, text, start, source=source, end=end, place=place)
    except SexprError:
        yield from ((expression, after) for expression, _, after in read)
        raise
    yield from ((expression, after) for expression, _, after in read)


def read_next(
    text: str, start: int, end: int | None = None, *, old: bool = False
) -> tuple[Sexpr, int] | None:
    """Return the expression at or after an offset, with the offset where it ends; ``None`` without any.

    The text may be read up to another offset; its strings may be old ones.

    Raises:
        SexprError: as :func:`read_all`.
    """
    read: list[_Read] = []
    _read(read, text, start, end=end, most=1, old=old)
    return (read[0][0], read[0][2]) if read else None


def _read(
    into: list[_Read],
    text: str,
    start: int,
    *,
    source: str | None = None,
    end: int | None = None,
    most: int = 0,
    old: bool = False,
    place: Place | None = None,
) -> None:
    """Read the expressions of a text: so many, or, without places, up to ``(exit)`` if `most` is negative."""
    stop = len(text) if end is None else end
    try:
        while start >= 0:
            start = _read_version(into, text, start, stop, most, place, old=old)
            old = not old
    except SexprError as fault:
        fault.source = source
        raise


def _read_version(
    into: list[_Read], text: str, start: int, stop: int, most: int, place: Place | None, *, old: bool
) -> int:
    """Read the same up to a command that changes what a string is; return where that ends, else -1."""
    token = _token(OLD_OPAQUE) if old else TOKEN
    deep = stop - start > MAX_DEPTH  # else no list is
    above: list[list[Any]] = []
    begins: list[tuple[int, int]] = []  # lines and columns of the open lists
    current: list[Any] = []
    begun, next_line = start, -1
    line = before = 0  # the line of the last token, and the offset before its first character
    for match in token.finditer(text, start, stop):
        part: Any = match.group()
        if place is not None and (at := match.start()) >= next_line:
            line, column = place(at)
            before = at - column
            next_line = text.find("\n", at, stop) + 1 or stop + 1
        if part == "(":
            if not above:
                begun = match.start()
            elif deep and len(above) == MAX_DEPTH:
                raise _structural_fault(text, begun, match.end())
            above.append(current)
            current = []
            if place is not None:
                begins.append((line, at - before))
            continue
        if part == ")":
            if not above:
                raise _structural_fault(text, match.start(), match.end())
            part = tuple(current)
            current = above.pop()
            if place is not None:
                part = Node(part, *begins.pop())
        else:
            if part[0] in ';|"':
                if part[0] == ";":
                    continue
                if len(part) == 1:
                    raise _structural_fault(text, match.start(), match.end())
                next_line = -1  # it may hold line breaks
            if not above:
                begun = match.start()
            if place is not None:
                part = Node(part, line, at - before)
        if above:
            current.append(part)
            continue
        into.append((part, begun, match.end()))
        if most and (len(into) == most or (most < 0 and part == ("exit",))):
            return -1
        if (
            (place is not None or part[:1] == ("set-info",))
            and (stated := VERSION.match(text, begun))
            and is_old(stated[1]) != old
        ):
            return match.end()
    if above:
        raise _structural_fault(text, begun, stop, token)
    return -1


def _structural_fault(text: str, start: int, end: int, token: re.Pattern[str] = TOKEN) -> SexprError:
    """The error about the brackets, strings and bars of the expression between two offsets."""
    message, offset = "", start
    kind: UnreadKind = "not-closed"
    open_lists: list[int] = []
    for match in token.finditer(text, start, end):
        part, at = match.group(), match.start()
        if part == "(":
            if len(open_lists) == MAX_DEPTH:
                message, offset = f"nested deeper than {MAX_DEPTH:,} lists", at
                break
            open_lists.append(at)
        elif part == ")" and open_lists:
            open_lists.pop()
        elif part == ")":
            message, offset, kind = "this ) closes nothing", at, "closes-nothing"
            break
        elif part in ("|", '"'):
            message, offset = f"this {part} is never closed", at
            break
    else:
        message, offset = "this ( is never closed", open_lists[-1]
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return SexprError(message, line=line, column=column, kind=kind)


def places(text: str) -> Callable[[int], tuple[int, int]]:
    """Return a function that maps an offset to its line and column."""
    starts = [0, *map(re.Match.end, re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return place


def without_places(node: Node) -> Sexpr:
    """The same expression without places."""

    def steps(node: Node) -> Generator[Node, Sexpr | None, Sexpr]:
        if isinstance(node.content, str):
            return node.content
        parts: list[Sexpr] = []
        for item in node.content:
            inside = item.content if isinstance(item.content, str) else (yield item)
            parts.append(inside or ())
        return tuple(parts)

    return fold(steps, node)


def write(expression: Sexpr) -> str:
    """The text of an s-expression, on one line, with single spaces; the inverse of :func:`read_one`."""
    parts: list[str] = []
    stack = [expression]
    before = ""
    while stack:
        item = stack.pop()
        if not isinstance(item, str):
            parts.append(before + "(")
            stack.append(")")
            stack += item[::-1]
            before = ""
            continue
        parts.append(item if item == ")" else before + item)
        before = " "
    return "".join(parts)


def write_in_place(node: Node) -> str:
    """The text of a node with line breaks and blanks as in the text that it was read from.

    Every token stands in its line, and in its column if it did not follow a closing bracket.
    """
    parts: list[str] = []
    line, column = node.line, node.column
    stack: list[Node | str] = [node]
    before = "("
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            column += 1
            before = item
            continue
        if item.line > line:
            parts.append("\n" * (item.line - line) + " " * (item.column - 1))
            line, column = item.line, item.column
        elif item.column > column:
            parts.append(" " * (item.column - column))
            column = item.column
        elif before != "(" and (item.column < column or before != ")"):
            parts.append(" ")
            column += 1
        if item.atom:
            parts.append(item.atom)
            breaks = item.atom.count("\n")
            line += breaks
            column = len(item.atom) - item.atom.rindex("\n") if breaks else column + len(item.atom)
            before = item.atom
        else:
            parts.append("(")
            column += 1
            before = "("
            stack += (")", *item.items[::-1])
    return "".join(parts)


def atoms_of(expression: Sexpr) -> list[str]:
    """The atoms of an s-expression, in the order of the text."""
    atoms, stack = list[str](), [expression]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            atoms.append(item)
        else:
            stack += item[::-1]
    return atoms


def short(text: str, most: int = 200) -> str:
    """A text on one line, cut to the length for a message."""
    line = " ".join(text[: 10 * most].split())  # scripts of megabytes come here, too
    return line if len(line) <= most and len(text) <= 10 * most else f"{line[:most]} …"


def is_symbol(text: str) -> bool:
    """Return whether a text is a symbol that may be declared: simple and not reserved, or in bars."""
    if text.startswith("|"):
        return len(text) > 1 and text.endswith("|") and not set(text[1:-1]) & {"|", "\\"}
    return text not in _RESERVED and _SIMPLE_SYMBOL.fullmatch(text) is not None


def symbol_name(expression: Sexpr) -> str | None:
    """The name of a symbol without its bars, or ``None`` if the expression is not a symbol."""
    if isinstance(expression, tuple):
        return None
    if expression.startswith("|"):
        return expression[1:-1]
    return expression if _SIMPLE_SYMBOL.fullmatch(expression) else None


def quote_symbol(name: str) -> str:
    """The text of the symbol with a name, with bars where needed.

    Raises:
        ValueError: if no symbol can have that name, since it holds ``|`` or ``\\``.
    """
    for symbol in (name, f"|{name}|"):
        if is_symbol(symbol) and not name.startswith("|"):
            return symbol
    message = f"no SMT-LIB symbol can be named {name!r}"
    raise SexprError(message)


def error_message(expression: Sexpr) -> str | None:
    """The message of an ``(error "…")`` reply, or ``None`` for any other expression."""
    if not isinstance(expression, tuple) or not expression or expression[0] != "error":
        return None
    text = " ".join(write(part) for part in expression[1:])
    if len(expression) == 2 and text.startswith('"'):
        return text[1:-1].replace('""', '"')
    return text


def error_reply(message: str) -> str:
    """The ``(error "…")`` reply with a message."""
    doubled = message.replace('"', '""')
    return f'(error "{doubled}")'


def fold(steps: Callable[[Part], Generator[Part, Result | None, Result]], whole: Part) -> Result:
    """Compute a function of a nested expression without recursion, at any depth of nesting.

    `steps` yields each part whose result it needs, is sent that result, and returns its own.
    """
    under_way = [steps(whole)]
    sent: Result | None = None
    while True:
        try:
            part = under_way[-1].send(sent)
        except StopIteration as done:
            under_way.pop()
            result: Result = done.value
            if not under_way:
                return result
            sent = result
        else:
            under_way.append(steps(part))
            sent = None

"""Scrambling: the same problem in another order and with other names, since solvers are sensitive to both.

After SMT-COMP's (github.com/SMT-COMP/scrambler): symbols are renamed, declarations and assertions are
shuffled, arguments of commutative operators are permuted, and comparisons are turned round, ``(<= a b)`` to
``(>= b a)``. All of it follows from a seed.

Declarations, definitions and assertions are shuffled only between two other commands, so never across
``check-sat``, ``push``, ``pop`` or ``reset``.
Declarations come before definitions that use them, and a label (``:named``) before its uses.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from smtlib.errors import SexprError
from smtlib.sexpr import (
    Sexpr,
    fold,
    quote_symbol,
    read_commands,
    read_terms,
    symbol_name,
    write,
)

COMMUTATIVE = frozenset(
    {"and", "or", "xor", "=", "distinct", "+", "*", "bvadd", "bvmul", "bvand", "bvor", "bvxor"}
)
"""Operators whose arguments may stand in any order, however many there are."""

SYMMETRIC = frozenset({"bvnand", "bvnor", "bvxnor", "bvcomp"})
"""Operators of two arguments, which may be exchanged."""

ANTISYMMETRIC = {
    "<=": ">=", ">=": "<=", "<": ">", ">": "<",
    "bvule": "bvuge", "bvuge": "bvule", "bvult": "bvugt", "bvugt": "bvult",
    "bvsle": "bvsge", "bvsge": "bvsle", "bvslt": "bvsgt", "bvsgt": "bvslt",
}  # fmt: skip
"""Comparisons, each with the one that holds of the same arguments in reverse."""

_DECLARATIONS = frozenset({"declare-fun", "declare-const", "declare-sort"})
_DEFINITIONS = frozenset({"define-fun", "define-fun-rec", "define-const", "define-sort"})
_SHUFFLED = _DECLARATIONS | _DEFINITIONS | {"assert"}
_WITHOUT_SYMBOLS = frozenset({"set-info", "set-option", "set-logic", "get-info", "get-option", "echo"})
_KEPT = _SHUFFLED | _WITHOUT_SYMBOLS | {
    "push", "pop", "check-sat", "check-sat-assuming", "reset", "reset-assertions", "exit",
    "declare-datatype", "declare-datatypes", "define-funs-rec", "get-value", "get-model", "get-proof",
    "get-assertions", "get-assignment", "get-unsat-core", "get-unsat-assumptions", "Bool", "Int", "Real",
    "Array", "BitVec", "String", "RegLan", "Seq", "Set", "Float32", "Float64", "RoundingMode",
}  # fmt: skip
"""Names of commands and sorts; symbols with such a name keep it."""
_BINDERS = frozenset({"let", "forall", "exists"})
_HEADING = "; Names here = names in the original:"
_PAIR = re.compile(r"; (\S+) = (.*)")
# A string, a comment or a symbol.
_SYMBOL = re.compile(r'"[^"]*+"|;[^\n]*|\|[^|]*+\||[^ \t\r\n()|";]+')


@dataclass(frozen=True, slots=True)
class Scrambled:
    """A text in another order and with other names.

    Attributes:
        text: the scrambled text.
        names: each new symbol and that of the original, both without bars; empty where names were kept.
        seed: the seed; 0 for the unchanged text.
    """

    text: str
    names: Mapping[str, str]
    seed: int

    @property
    def file(self) -> str:
        """The text with seed and names in comments, which `names_in` reads back; unchanged for seed 0."""
        if self.seed == 0:
            return self.text
        more = "; names at the end" if self.names else ""
        heading = f"; Scrambled with seed {self.seed} by fillomino-smt{more}.\n"
        return f"{heading}{self.text}{names_comment(self.names)}"


def names_comment(names: Mapping[str, str]) -> str:
    """Return the comment that holds each new symbol and that of the original, which `names_in` reads back."""
    pairs = [f"; {new} = {_printed(old)}\n" for new, old in names.items()]
    return "".join([f"{_HEADING}\n", *pairs]) if pairs else ""


def scramble(
    text: str, seed: int, *, names: bool = True, order: bool = True, source: str = "<text>"
) -> Scrambled:
    """Scramble an SMT-LIB text in linear time; terms may be nested to any depth.

    Comments are left out. ``set-info``, ``set-option``, ``echo`` and queries keep their place and words; a
    term in ``get-value`` is renamed, not rearranged. Arguments keep their order in a command that labels a
    part of a term, since a label must stand before its uses. Names that datatypes and ``define-funs-rec``
    introduce are kept, and those of symbols called like a command (``|assert|``) or a sort.

    Args:
        text: the commands.
        seed: 0 leaves the text unchanged, byte for byte; every other seed gives another order.
        names: whether symbols are renamed.
        order: whether commands and arguments are rearranged.
        source: the name of the text, for messages.

    Raises:
        SexprError: if it is not a sequence of commands, or a declaration has no name; with line and column.
        ValueError: if the seed is negative.
    """
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    if seed == 0:
        return Scrambled(text, {}, 0)
    return _Scrambling(text, seed, source).scrambled(rename=names, reorder=order)


def restored(reply: str, names: Mapping[str, str]) -> str:
    """Return a solver's output for a scrambled text (values, model, core) in the names of the original.

    Time is linear in the output, however many names there are.
    """
    if not names:
        return reply

    def original(match: re.Match[str]) -> str:
        old = names.get(match[0].removeprefix("|").removesuffix("|"))
        return match[0] if old is None else _quoted(old)

    return _SYMBOL.sub(original, reply)


def canonical(term: Sexpr, renamed: Mapping[str, str] | None = None) -> str:
    """The text of a term with renamed symbols, its arguments in one order: the same however scrambled."""

    def word(atom: str) -> str:
        return renamed.get(symbol_name(atom) or atom, atom) if renamed else atom

    def steps(item: Sexpr) -> Generator[Sexpr, str | None, str]:
        if isinstance(item, str):
            return word(item)
        parts = []
        for part in item:
            done = word(part) if isinstance(part, str) else (yield part)
            parts.append(done or "")
        head = item[0] if item and isinstance(item[0], str) else ""
        if head in COMMUTATIVE | SYMMETRIC:
            parts[1:] = sorted(parts[1:])
        elif head in ANTISYMMETRIC:
            parts = min(parts, [ANTISYMMETRIC[head], *parts[:0:-1]])
        return f"({' '.join(parts)})"

    return fold(steps, term)


def names_in(text: str) -> dict[str, str]:
    """The names that `Scrambled.file` wrote into a text: new -> old; empty without any."""
    _, heading, lines = text.rpartition(_HEADING)
    pairs = map(_PAIR.fullmatch, lines.splitlines()) if heading else ()
    return {pair[1]: _read(pair[2]) for pair in pairs if pair is not None}


def _printed(name: str) -> str:
    """A name on one line: symbols may hold spaces and line breaks."""
    return name if _quoted(name) == name else json.dumps(name)


def _quoted(name: str) -> str:
    """The text of a symbol; some solvers allow backslashes, which the standard does not."""
    return f"|{name}|" if "\\" in name else quote_symbol(name)


def _read(printed: str) -> str:
    return str(json.loads(printed)) if printed.startswith('"') else printed


@dataclass(frozen=True, slots=True, eq=False)
class _Command:
    """A command, the symbols that it introduces for others, and whether a label stands inside its terms."""

    term: tuple[Sexpr, ...]
    head: str
    gives: tuple[str, ...] = ()
    inner_label: bool = False


class _Scrambling:
    """The state of one scrambling: the symbols of the text, and the random numbers."""

    def __init__(self, text: str, seed: int, source: str) -> None:
        self._text, self._seed, self._source = text, seed, source
        self._chance = random.Random(seed)  # noqa: S311 -- an order, no secret
        self._own: dict[str, None] = {}  # symbols of this text, in the order of their first mention
        self._new: dict[str, str] = {}  # each as it is written -> its new name
        # Without these words no term binds or labels anything, and most texts are done sooner.
        self._binds = any(word in text for word in (*_BINDERS, ":named"))

    def scrambled(self, *, rename: bool, reorder: bool) -> Scrambled:
        terms = read_terms(self._text, self._source)
        read = [self._command(term, number) for number, (term, _) in enumerate(terms)]
        operators = COMMUTATIVE | SYMMETRIC | ANTISYMMETRIC.keys() if reorder else ()
        self._operators = frozenset(operators) - self._own.keys()
        names = self._named() if rename else {}
        lines = [self._line(command) for command in (self._ordered(read) if reorder else read)]
        return Scrambled("\n".join(lines) + "\n", names, self._seed)

    def _command(self, term: Sexpr, number: int) -> _Command:
        head = str(term[0])
        if not isinstance(term, tuple) or head not in _SHUFFLED:
            return _Command(tuple(term), head)
        gives: list[str] = []
        if head != "assert":
            name = symbol_name(term[1]) if len(term) > 1 else None
            if name is None:
                node = read_commands(self._text, self._source)[number]
                raise SexprError(
                    f"this {head} has no name", source=self._source, line=node.line, column=node.column
                )
            gives.append(name)
            if head in _DEFINITIONS and len(term) > 3:
                self._own.update(dict.fromkeys(_parameters(term[2])))
        inner = False
        if self._binds and head not in _DECLARATIONS:
            bound, labels, inner = _introduced(term)
            self._own.update(dict.fromkeys(bound))
            gives += labels
        self._own.update(dict.fromkeys(gives))
        return _Command(term, head, tuple(gives), inner)

    def _named(self) -> dict[str, str]:
        """New names for all symbols: a prefix that the text does not have, and numbers in another order."""
        prefix = "x"
        while re.search(rf"{prefix}[0-9]", self._text):
            prefix = chr(ord(prefix) + 1) if prefix in "xy" else f"z{prefix}"
        own = [name for name in self._own if name not in _KEPT]
        numbers = list(range(1, len(own) + 1))
        random.Random(f"names {self._seed}").shuffle(numbers)  # noqa: S311 -- so that names move no command
        names = {}
        for number, old in sorted(zip(numbers, own, strict=True)):
            new = f"{prefix}{number}"
            names[new] = old
            self._new[_quoted(old)] = self._new[f"|{old}|"] = new
        return names

    def _ordered(self, read: Sequence[_Command]) -> Iterator[_Command]:
        stretch: list[_Command] = []
        for command in read:
            if command.head in _SHUFFLED:
                stretch.append(command)
            else:
                yield from self._shuffled(stretch)
                yield command
                stretch = []
        yield from self._shuffled(stretch)

    def _shuffled(self, stretch: Sequence[_Command]) -> Iterator[_Command]:
        """A random order in which each command follows those it uses, and assertions come late."""
        giver = {name: at for at, command in enumerate(stretch) for name in command.gives}
        giver |= {f"|{name}|": at for name, at in giver.items()}
        labelled = any(command.head == "assert" and command.gives for command in stretch)
        users: list[list[int]] = [[] for _ in stretch]
        missing = [0] * len(stretch)
        for at, command in enumerate(stretch):
            if command.head == "assert" and not labelled:
                continue  # whatever it uses comes before all assertions
            used = {giver[atom] for atom in _atoms(command.term) if atom in giver}
            for before in used:
                if before < at:
                    users[before].append(at)
                    missing[at] += 1
        ready: tuple[list[int], list[int]] = ([], [])  # declarations and definitions; assertions
        for at in range(len(stretch)):
            if not missing[at]:
                ready[stretch[at].head == "assert"].append(at)
        while ready[0] or ready[1]:
            pool = ready[0] or ready[1]
            place = self._chance.randrange(len(pool))
            pool[place], pool[-1] = pool[-1], pool[place]
            at = pool.pop()
            yield stretch[at]
            for user in users[at]:
                missing[user] -= 1
                if not missing[user]:
                    ready[stretch[user].head == "assert"].append(user)

    def _line(self, command: _Command) -> str:
        term, head = command.term, command.head
        if head in _WITHOUT_SYMBOLS:
            return write(term)
        if head == "check-sat-assuming" and len(term) == 2 and isinstance(term[1], tuple):
            literals = list(term[1])
            self._chance.shuffle(literals)
            term = (head, tuple(literals))
        return self._written(term, arrange=head in _SHUFFLED and not command.inner_label)

    def _written(self, term: Sexpr, *, arrange: bool) -> str:
        """A term under new names and, if wanted, with its arguments in another order."""
        new, operators = self._new, self._operators if arrange else frozenset()
        parts: list[str] = []
        stack: list[Sexpr] = [term]
        before = ""
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item if item == ")" else before + new.get(item, item))
                before = " "
                continue
            parts.append(before + "(")
            before = ""
            stack.append(")")
            head = item[0] if item else ""
            if head == "_" and item[1:2] != ("is",):  # (_ bv5 8), whatever else is called bv5
                parts.append(write(item)[1:-1])
                continue
            if isinstance(head, str) and head in operators:  # a list's hash goes as deep as the list
                item = self._arranged(item)
            stack += item[::-1]
        return "".join(parts)

    def _arranged(self, term: tuple[Sexpr, ...]) -> tuple[Sexpr, ...]:
        """An application with its arguments in another order."""
        head, chance = str(term[0]), self._chance
        arguments = list(term[:0:-1])
        if head in COMMUTATIVE and len(arguments) != 2:
            chance.shuffle(arguments)
        elif (head in ANTISYMMETRIC or len(arguments) == 2) and chance.random() < 0.5:
            arguments.reverse()
            head = ANTISYMMETRIC.get(head, head)
        return (head, *arguments[::-1])


def _parameters(pairs: Sexpr) -> Iterator[str]:
    """The names in ``((x Int) …)``, or in ``(A B)`` of a sort."""
    for pair in () if isinstance(pairs, str) else pairs:
        name = symbol_name(pair if isinstance(pair, str) else pair[0] if pair else "")
        if name is not None:
            yield name


def _introduced(command: tuple[Sexpr, ...]) -> tuple[list[str], list[str], bool]:
    """The variables that a command's terms bind, their labels, and whether one labels a part of a term."""
    bound: list[str] = []
    labels: list[str] = []
    inner = False
    stack: list[Sexpr] = [command]
    while stack:
        term = stack.pop()
        if isinstance(term, str) or not term:
            continue
        if isinstance(term[0], str) and term[0] in _BINDERS and len(term) == 3:
            bound += _parameters(term[1])
        elif term[0] == "!" and ":named" in term[2:-1]:
            name = symbol_name(term[term.index(":named", 2) + 1])
            if name is not None:
                labels.append(name)
                inner = inner or command[0] != "assert" or term is not command[1]
        stack += [part for part in term if not isinstance(part, str)]
    return bound, labels, inner


def _atoms(term: Sexpr) -> Iterator[str]:
    stack = [term]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            yield part
        else:
            stack += part

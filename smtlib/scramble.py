"""Scrambling: the same problem in another order and with other names, since solvers are sensitive to both.

After SMT-COMP's (github.com/SMT-COMP/scrambler): symbols are renamed, declarations and assertions are
shuffled, arguments of commutative operators are permuted, and comparisons are turned round, ``(<= a b)`` to
``(>= b a)``. All of it follows from a seed.

Declarations, definitions and assertions are shuffled only between two other commands, so never across
``check-sat``, ``push``, ``pop`` or ``reset``.
Declarations come before definitions that use them, and a label (``:named``) before its uses.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from smtlib.allowed import PLAIN_COMMANDS, check_allowed, is_dropped
from smtlib.errors import SexprError
from smtlib.renaming import names_comment
from smtlib.resolve import BINDERS, Resolver, Symbol
from smtlib.sexpr import SPACE, Command, Sexpr, atoms_of, symbol_name
from smtlib.text import Text

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

_SHUFFLED = frozenset(
    {
        "declare-fun", "declare-const", "declare-sort", "define-fun", "define-fun-rec", "define-const",
        "define-sort", "assert",
    }
)  # fmt: skip
"""Commands that may stand in another order; what these declare, define and label gets new names."""

_RANKS = {"variable": 0, "parameter": 0, "function": 1, "sort": 1, "label": 2}
_BINDING = "|".join(map(re.escape, sorted(BINDERS)))
_HEADS = rf"\([{SPACE}]*+(?:let|match|!|as|{_BINDING}|_{{}})[{SPACE}()|]"
_SPECIAL = re.compile(_HEADS.format(""))
"""The head of a term in which an atom may mean something else than elsewhere in the script."""
_SPECIAL_BUT_BITS = re.compile(_HEADS.format(r"(?!\s+bv[0-9]+\s)"))
"""The same without literals, for a text in which ``bv5`` is nothing else."""
_NAMED_LIKE_BITS = re.compile(rf"(?<!_)[{SPACE}(|]++bv[0-9]")


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


def scramble(text: Text, seed: int, *, names: bool = True, order: bool = True) -> Scrambled:
    """Scramble an SMT-LIB text in linear time; terms may be nested to any depth.

    Comments are left out. ``set-info``, ``set-option``, ``echo`` and queries keep their place and words; a
    term in ``get-value`` is renamed, not rearranged. Arguments keep their order in a command that labels a
    part of a term, since a label must stand before its uses. Names of a datatype's sorts, constructors,
    selectors and testers change in step. Kept are the names that a command mentions which is not known here,
    and those that a theory has a function of: solvers differ in what such a name means where. Channels that
    are defaults are left out, as in what solvers are given (`smtlib.allowed`).

    Args:
        text: the commands.
        seed: 0 leaves the text unchanged, byte for byte; every other seed gives another order.
        names: whether symbols are renamed.
        order: whether commands and arguments are rearranged.

    Raises:
        SexprError: if it is not a sequence of commands, a declaration has no name, or it asks solvers for
            files or other output; with line and column.
        ValueError: if the seed is negative.
    """
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    if seed == 0:
        return Scrambled(text, {}, 0)
    return _Scrambling(text, seed).scrambled(rename=names, reorder=order)


class _Movable(NamedTuple):
    """A command that is written anew, perhaps elsewhere.

    Attributes:
        term: the command, with symbols (`smtlib.resolve`) unless it is plain.
        head: its first word.
        gives: the symbols that it introduces for others.
        inner_label: whether a part of a term is labelled.
        plain: whether it is an assertion that binds, labels and qualifies nothing.
    """

    term: tuple[Sexpr, ...]
    head: str
    gives: tuple[Symbol, ...] = ()
    inner_label: bool = False
    plain: bool = False


class _Scrambling:
    """The state of one scrambling: the symbols of the text, and the random numbers."""

    def __init__(self, text: Text, seed: int) -> None:
        self._text, self._seed = text, seed
        self._chance = random.Random(seed)  # noqa: S311 -- an order, no secret
        self._own: dict[str, None] = {}  # names of symbols that get others, by their first mention
        self._new: dict[str, str] = {}  # each name -> its new name
        self._of_atom: dict[str, str] = {}  # each atom of a term, as it may be written -> its new name
        self._resolver = Resolver(labels=":named" in text)
        special = _SPECIAL if _NAMED_LIKE_BITS.search(text) else _SPECIAL_BUT_BITS
        self._special = special if special.search(text) else None

    def scrambled(self, *, rename: bool, reorder: bool) -> Scrambled:
        text = self._text
        odd = [each for each in text.commands if each.term[0] not in PLAIN_COMMANDS]
        check_allowed(text.nodes(odd), text.name or None)
        dropped = {each.start for each in odd if is_dropped(each.term)}
        read = [self._command(each) for each in text.commands if each.start not in dropped]
        self._reorder = reorder
        names = self._named() if rename else {}
        own = {symbol.name for symbol in self._resolver.symbols}
        self._operators = COMMUTATIVE | SYMMETRIC | ANTISYMMETRIC.keys() if reorder else frozenset()
        self._free_operators = self._operators - own
        lines = [self._line(command) for command in (self._ordered(read) if reorder else read)]
        return Scrambled("\n".join(lines) + "\n", names, self._seed)

    def _command(self, command: Command) -> _Movable:
        term = command.term
        head = str(term[0])
        special = self._special
        if head == "assert" and not (special and special.search(self._text, command.start, command.end)):
            return _Movable(term, head, plain=True)  # each atom in it means what it means in all such terms
        symbols = self._resolver.symbols
        first = len(symbols)
        resolved = self._resolver.command(term)
        if head not in _SHUFFLED:
            self._own.update(dict.fromkeys(symbol.name for symbol in symbols[first:]))
            return _Movable(tuple(resolved), head)
        if head != "assert" and (len(term) < 2 or symbol_name(term[1]) is None):
            line, column = self._text.place(command.start)
            source = self._text.name or None
            raise SexprError(f"this {head} has no name", source=source, line=line, column=column)
        new = symbols[first:]
        if not new:
            return _Movable(tuple(resolved), head)
        new.sort(key=lambda symbol: _RANKS[symbol.kind])
        self._own.update(dict.fromkeys([symbol.name for symbol in new]))
        labels = [symbol for symbol in new if symbol.kind == "label"]
        inner = any(not _is_whole(resolved, label) for label in labels)
        return _Movable(tuple(resolved), head, tuple(s for s in new if _RANKS[s.kind]), inner)

    def _named(self) -> dict[str, str]:
        """New names for all symbols: a prefix that the text does not have, and numbers in another order."""
        prefix = "x"
        while re.search(rf"{prefix}[0-9]", self._text):
            prefix = chr(ord(prefix) + 1) if prefix in "xy" else f"z{prefix}"
        symbols = self._resolver.symbols
        testers = [symbol for symbol in symbols if symbol.of is not None]
        others = {symbol.name for symbol in symbols if symbol.of is None}
        apart = {symbol.name for symbol in symbols if symbol.apart and symbol.of is None}
        # A constructor keeps its name where that of its tester is another symbol's.
        constructors = (symbol.name for symbol in symbols if symbol.kind == "constructor")
        apart |= {name for name in constructors if f"is-{name}" in others}
        derived = {symbol.name for symbol in testers}
        own = [name for name in self._own if name not in apart and name not in derived]
        numbers = list(range(1, len(own) + 1))
        random.Random(f"names {self._seed}").shuffle(numbers)  # noqa: S311 -- so that names move no command
        names = {}
        for number, old in sorted(zip(numbers, own, strict=True)):
            new = f"{prefix}{number}"
            names[new] = old
            self._new[old] = new
        for symbol in testers:
            if symbol.of is not None and (new := self._new.get(symbol.of.name, "")):
                names[f"is-{new}"] = symbol.name
                self._new[symbol.name] = f"is-{new}"
        for symbol in symbols:
            if symbol.kind not in ("sort", "parameter", "variable") and symbol.name in self._new:
                self._of_atom[symbol] = self._of_atom[f"|{symbol.name}|"] = self._new[symbol.name]
        return names

    def _ordered(self, read: Sequence[_Movable]) -> Iterator[_Movable]:
        stretch: list[_Movable] = []
        for command in read:
            if command.head in _SHUFFLED:
                stretch.append(command)
            else:
                yield from self._shuffled(stretch)
                yield command
                stretch = []
        yield from self._shuffled(stretch)

    def _shuffled(self, stretch: Sequence[_Movable]) -> Iterator[_Movable]:
        """A random order in which each command follows those it uses, and assertions come late."""
        giver: dict[str, int] = {each: at for at, command in enumerate(stretch) for each in command.gives}
        giver |= {f"|{symbol.name}|": at for symbol, at in giver.items() if isinstance(symbol, Symbol)}
        labelled = any(command.head == "assert" and command.gives for command in stretch)
        users: list[list[int]] = [[] for _ in stretch]
        missing = [0] * len(stretch)

        def keep_order(before: int, after: int) -> None:
            users[before].append(after)
            missing[after] += 1

        for at, command in enumerate(stretch):
            if command.head == "assert" and not labelled:
                continue  # whatever it uses comes before all assertions
            later: dict[int, None] = {}
            used = set()
            for atom in reversed(atoms_of(command.term)):  # what a seed gives depends on this order
                other = giver.get(atom, at)
                if other < at:
                    used.add(other)
                elif other > at and (not isinstance(atom, Symbol) or atom.kind == "parameter"):
                    later[other] = None  # it means something else here, which it must not come to mean
            for other in used:
                keep_order(other, at)
            for other in later:
                keep_order(at, other)
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

    def _line(self, command: _Movable) -> str:
        term, head = command.term, command.head
        if self._reorder and head == "check-sat-assuming" and len(term) == 2 and isinstance(term[1], tuple):
            literals = list(term[1])
            self._chance.shuffle(literals)
            term = (head, tuple(literals))
        if command.plain:
            return self._written_plain(term)
        return self._written(term, arrange=head in _SHUFFLED and not command.inner_label)

    def _written(self, term: Sexpr, *, arrange: bool) -> str:
        """A term with symbols under new names and, if wanted, with its arguments in another order."""
        new, operators = self._new, self._operators if arrange else frozenset()
        parts: list[str] = []
        stack: list[Sexpr] = [term]
        before = ""
        while stack:
            item = stack.pop()
            if not isinstance(item, tuple):
                if type(item) is Symbol:
                    item = new.get(item.name, item)
                parts.append(item if item == ")" else before + item)
                before = " "
                continue
            parts.append(before + "(")
            before = ""
            stack.append(")")
            head = item[0] if item else ""
            # A list's hash goes as deep as the list.
            if type(head) is str and head in operators:
                item = self._arranged(item)
            stack += item[::-1]
        return "".join(parts)

    def _written_plain(self, term: tuple[Sexpr, ...]) -> str:
        """A plain assertion under new names and with its arguments in another order, in half the time."""
        get, operators = self._of_atom.get, self._free_operators
        parts = ["(assert"]
        stack: list[Sexpr] = [")", *term[:0:-1]]
        before = " "
        while stack:
            item = stack.pop()
            if isinstance(item, tuple):
                parts.append(before + "(")
                before = ""
                stack.append(")")
                head = item[0] if item else ""
                if isinstance(head, str) and head in operators:
                    item = self._arranged(item)
                stack += item[::-1]
            else:
                parts.append(item if item == ")" else before + get(item, item))
                before = " "
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


def _is_whole(command: Sexpr, label: Symbol) -> bool:
    """Return whether a label names the whole of an assertion."""
    match command:
        case ("assert", ("!", _, *attributes)):
            return any(part is label for part in attributes)
    return False

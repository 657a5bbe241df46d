"""Structural faults of an SMT-LIB file: what can't be parsed, or can't have been intended.

What each solver accepts is asked of its own parser (`drivers.parsers`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from smtlib.allowed import COMMANDS, dropped, refused
from smtlib.errors import SexprError
from smtlib.logics import UNBOUNDED, features_of, refuses, weaker
from smtlib.resolve import BINDERS, Resolver, Symbol, names_of
from smtlib.sexpr import (
    BYTE_ORDER_MARK,
    CONTROL,
    OPAQUE,
    Node,
    begin_of,
    is_exit,
    lexical_faults,
    no_command,
    nodes_with_ends,
    places,
    symbol_name,
    without_places,
    write,
)
from smtlib.sorts import SortCheck, word_of
from smtlib.text import Text
from smtlib.theories import SORTS, feature_of, is_function, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from smtlib.kinds import FaultKind


def read_past_faults(text: str) -> tuple[list[Node], list[SexprError], list[str], int]:
    """The s-expressions of a text that may have faults, up to its ``(exit)``, in linear time.

    What is never closed ends where the next line begins with a parenthesis, as commands do. Control
    characters count as blanks; in comments they are allowed. Other tokens that solvers read in different
    ways are faults, and stay.

    Returns:
        What could be read; the faults by place; the texts that could not be read; and where reading ended.
    """
    marks, place = text, places(text)
    text = CONTROL.sub(" ", text)
    nodes: list[Node] = []
    with suppress(SexprError):
        for node, end in nodes_with_ends(text, 0, place):
            nodes.append(node)
            if is_exit(node):
                return nodes, list(lexical_faults(marks, end)), [], end
        return nodes, list(lexical_faults(marks)), [], len(text)
    faults, starts = list(lexical_faults(marks)), [0, *(match.end() for match in re.finditer("\n", text))]
    nodes = []
    lost: list[str] = []
    ends = [match.end() for match in re.finditer(rf"{OPAQUE}|\n(?=\()", text) if match[0] == "\n"]
    at = 0
    for end in [*ends, len(text)]:
        while at < end:
            try:
                for read, at in nodes_with_ends(text, at, place, end=end):  # noqa: B007, B020
                    nodes.append(read)
            except SexprError as fault:
                faults.append(fault)
                if fault.kind == "closes-nothing":
                    at = starts[(fault.line or 1) - 1] + (fault.column or 1)
                    continue
                lost.append(text[at:end])
            at = end
    return nodes, sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)), lost, len(text)


_NEGATIVE = re.compile(r"-[0-9]+(\.[0-9]+)?")
_COUNT = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ARITHMETIC = words("+ - * / div mod abs to_real to_int")
_DIVISIONS = words("/ div mod")
_FACTOR = 50
"""Atoms of a factor that are looked at to see whether it is constant."""
_ASKING = frozenset(
    {"get-value", "get-model", "get-unsat-core", "get-unsat-assumptions", "get-assignment", "get-proof"}
)
_OPTIONS = {
    "get-value": ":produce-models",
    "get-model": ":produce-models",
    "get-unsat-core": ":produce-unsat-cores",
    "get-unsat-assumptions": ":produce-unsat-assumptions",
}
_KNOWN = _ASKING | words(
    "set-info set-option set-logic declare-fun declare-const declare-sort declare-datatype "
    "declare-datatypes define-fun define-fun-rec define-funs-rec define-const define-sort assert "
    "push pop check-sat check-sat-assuming reset reset-assertions echo exit get-info get-option "
    "get-assertions"
)
_SHAPES = {"declare-fun": 4, "declare-const": 3, "define-fun": 5, "define-const": 4}
_INDEXED = re.compile(r"bv[0-9]+|ff[0-9]+")
"""Literals that are indexed or qualified: ``(_ bv5 8)``, ``(as ff4 F)``."""
_LOST = re.compile(r"\(\s*(?:declare|define)-[a-z-]+\s+([^\s()]+)")
_SHOWN = 6
_AFTER_EXIT = "what comes after (exit) is never read"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A fault: its place, whether solvers report it as an error, its kind, and a sentence."""

    line: int
    column: int
    error: bool
    kind: str
    text: str

    @classmethod
    def at(cls, node: Node, kind: str, text: str, *, error: bool = True) -> Finding:
        """The finding about a node."""
        return cls(node.line, node.column, error, kind, text)


def lint(text: Text, *, nodes: Sequence[Node] | None = None) -> list[Finding]:
    """The findings about a file, by place.

    Args:
        text: the file.
        nodes: its commands, if it has been read without a fault.
    """
    look = _Look()
    if text.startswith("\ufeff"):
        look.add(Node("", 1, 1), "byte-order-mark", BYTE_ORDER_MARK)
        text = Text(f" {text[1:]}", text.name)
    faults: list[SexprError] = []
    lost: list[str] = []
    if nodes is None:
        nodes, faults, lost, end = read_past_faults(text)
        if (rest := begin_of(text, end)) < len(text):
            where = Node("", *text.place(rest))
            look.add(where, "after-exit", _AFTER_EXIT, error=False)
    else:
        last = next((at + 1 for at, node in enumerate(nodes) if is_exit(node)), len(nodes))
        nodes, after = nodes[:last], nodes[last : last + 1]
        for where in after:
            look.add(where, "after-exit", _AFTER_EXIT, error=False)
    for fault in faults:
        look.add(Node("", fault.line or 1, fault.column or 1), fault.kind, fault.message)
    look.loose.update(match[1].strip("|") for text in lost if (match := _LOST.search(text)))
    for where, sentence in refused(nodes):
        look.add(where, "refused", sentence)
    for where, sentence in dropped(nodes):
        look.add(where, "channel", sentence, error=False)
    for node in nodes:
        look.take(node)
    look.end(text.count("\n") + (not text.endswith("\n")))
    return sorted(look.findings)


class _Sorts(SortCheck):
    """The sorts of the terms of a file; each list is shown to the look at it, too."""

    def __init__(self, look: _Look) -> None:
        super().__init__(look)
        self._look = look

    def visit_list(self, node: Node) -> None:
        """Note what a list needs."""
        self._look.visit_list(node)


class _Look(Resolver):
    """The commands seen so far, and the findings about them."""

    watching = True

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.loose: set[str] = set()  # declared in ways that we don't read
        self._sorts_of_terms = _Sorts(self)
        self._used: set[int] = set()
        self._unknown: set[str] = set()  # reported already
        self._options: set[str] = set()
        self._checked = self._asked = self._exited = False  # since the last change of levels; anywhere
        self._depth_of_levels = 0
        self._yices: dict[str, list[Symbol]] = {}
        self._misled: set[int] = set()
        self._constants: dict[int, bool | None] = {}
        self._begin()

    def _begin(self) -> None:
        """Begin a file, or what follows a reset."""
        self.logic: Node | None = None
        self._guessed: Node | None = None  # in place of a logic that is not set
        self._declares = False
        self._features: set[str] = set()  # that are needed
        self._perhaps: set[str] = set()
        self._sure = True  # whether these are all

    def add(self, node: Node, kind: FaultKind | Literal[""], text: str, *, error: bool = True) -> None:
        """Note a finding."""
        self.findings.append(Finding.at(node, kind, text, error=error))

    def take(self, node: Node) -> None:
        """Check a command."""
        head, items = node.head, node.items
        if not head or head not in _KNOWN:
            if not head or head in COMMANDS:  # else it is refused
                self.add(node, "unknown-command", no_command(node), error=not head)
            self._checked = self._checked or "check-sat" in head
            self._asked = self._asked or self._checked
            self._sure = False
            if head.startswith(("declare-", "define-")):
                self.loose.update(names_of(node))
            self._terms_of(node)
            return
        if head == "set-logic" and len(items) == 2:
            if self.logic is not None and self.logic is not self._guessed:
                self.add(node, "second-logic", "the logic is set twice")
            elif self._declares:
                text = "the logic must be set before the first declaration"
                self.add(node, "late-logic", text, error=False)
            self.logic = items[1]
        elif head == "set-option" and len(items) == 3 and items[2].atom == "true":
            self._options.add(items[1].atom)
        elif head in _SHAPES and (len(items) != _SHAPES[head] or symbol_name(items[1].atom or "()") is None):
            self.add(node, "malformed", f"this {head} has the wrong shape")
            return
        elif head in ("push", "pop"):
            by = int(items[1].atom) if len(items) == 2 and _COUNT.fullmatch(items[1].atom) else 1
            self._depth_of_levels += by if head == "push" else -by
            if self._depth_of_levels < 0:
                self.add(node, "pop-below", "more pops than pushes")
                self._depth_of_levels = 0
            self._checked = False
        elif head in ("reset", "reset-assertions"):
            self._depth_of_levels, self._checked = 0, False
            if head == "reset":
                self._fits()
                self._options.clear()
                self._yices.clear()
                self._begin()
        elif head in ("check-sat", "check-sat-assuming", "check-sat-using"):
            self._checked = self._asked = True
        elif head in _ASKING:
            self._question(node)
        elif head == "exit":
            self._exited = True
        if head.startswith(("declare-", "define-")):
            self._declares = True
            self._needs_of(head, items)
        self._terms_of(node)
        if self.logic is None and head in ("declare-fun", "declare-const", "assert", "check-sat"):
            self.add(node, "no-logic", "no set-logic before this; solvers will guess the logic", error=False)
            self.logic = self._guessed = Node("ALL", node.line, node.column)

    def _terms_of(self, node: Node) -> None:
        for where, fault in self._sorts_of_terms.command(node):
            self.add(where, "ill-sorted", fault)

    def _needs_of(self, head: str, items: Sequence[Node]) -> None:
        if head == "declare-fun" and items[2].items:
            self._features.add("functions")
        elif head == "declare-sort":
            self._perhaps.add("sorts")
        elif head.startswith(("declare-datatype", "declare-codatatype")):
            self._features.add("datatypes")
        elif head.endswith("-rec"):
            self._sure = False  # what recursion needs depends on the solver

    def _question(self, node: Node) -> None:
        if not self._checked:
            text = f"{node.head} without a check-sat before it"
            self.add(node, "early-question", text, error=False)
        option = _OPTIONS.get(node.head)
        if option is not None and option not in self._options:
            self._options.add(option)  # once is enough
            text = f"{node.head} needs (set-option {option} true)"
            self.add(node, "no-option", text, error=option != ":produce-models")

    # What the resolver sees.

    def on_declare(self, symbol: Symbol, hidden: Symbol | None) -> None:
        """Report a name that is there already; some solvers tell functions apart by their arguments."""
        if hidden is None or hidden.gone:
            return
        if "tester" in (symbol.kind, hidden.kind) or _other_signature(symbol, hidden):
            hidden.arity = hidden.sort = symbol.arity = symbol.sort = None
            text = f"{symbol.name} is declared again, with other sorts: Z3 takes it, Yices does not"
            self.add(symbol.at, "clash", text, error=False)
        elif symbol.kind == "label":
            self.add(symbol.at, "clash", f"{symbol.name} already names something else")
        else:
            first = hidden.at.line
            self._used.add(hidden.number)
            self.add(symbol.at, "clash", f"{symbol.name} is declared twice, first in line {first}")

    def on_use(self, item: Node, symbol: Symbol, arguments: int | None) -> None:
        """Check that a symbol is still declared, and takes this number of arguments."""
        self._used.add(symbol.number)
        if symbol.gone and symbol.number not in self._misled:
            self._misled.add(symbol.number)
            text, taken = f"{symbol.name} is not declared any more", symbol.gone == "reset-assertions"
            text += ": reset-assertions ends declarations, in all solvers but Z3" if taken else ""
            self.add(item, "undeclared", text, error=not taken)
        if symbol.body is not None and symbol.number not in self._constants:
            self._constants[symbol.number] = self._is_constant(symbol.body)
        if symbol.kind not in ("sort", "parameter"):
            self._in_yices(item, symbol)
            if (
                arguments
                and symbol.arity is not None
                and not symbol.apart
                and not self._takes(symbol, arguments)
            ):
                text = f"{symbol.name} takes {symbol.arity} arguments, but is given {arguments}"
                self.add(item, "wrong-arity", text)

    def _takes(self, symbol: Symbol, arguments: int) -> bool:
        """Return whether a function takes so many arguments, or may; alone it may stand for itself."""
        arity = symbol.arity
        if arity is None or symbol.apart:
            return True
        if arguments < arity:
            return self.logic is not None and self.logic.atom.startswith(("HO_", "ALL"))
        return arguments == arity or symbol.kind == "variable" or not _is_plain_sort(symbol.sort)

    def on_free(self, item: Node, text: str, arguments: int | None) -> None:
        """Check that what no command declares is a literal or a word of a theory, and note what it needs."""
        if _NEGATIVE.fullmatch(text):
            return  # some solvers take it
        if _DECIMAL.fullmatch(text):
            self._features.add("decimals")
        name = symbol_name(text)
        if name is None or name in self.loose:
            return
        if _INDEXED.fullmatch(name) and arguments is None:
            self._needs("bit-vectors" if name.startswith("bv") else "finite-fields")
        elif item.items or is_function(name):  # whatever is indexed, (_ name 1 2), is a theory's
            self._needs(feature_of(name))
        elif name not in self._unknown:
            self._unknown.add(name)
            self.add(item, "undeclared", f"{name} is not declared", error=(name, arguments) != ("if", 3))

    def _needs(self, feature: str | None) -> None:
        if feature is None:
            self._sure = False
        elif feature:
            self._perhaps.add(feature)

    def on_free_sort(self, item: Node, text: str) -> None:
        """Check that a sort is one of a theory, and note what it needs."""
        name = symbol_name(text) or text
        if name in SORTS:
            if SORTS[name]:
                self._features.add(SORTS[name])
        elif name not in self.loose and name not in self._unknown:
            self._sure = False
            self._unknown.add(name)
            self.add(item, "undeclared", f"the sort {name} is not declared")

    def on_bind(self, symbols: Sequence[Symbol], binder: str) -> None:
        """Report a name that is bound twice at once."""
        names = [symbol.name for symbol in symbols]
        for place, symbol in enumerate(symbols):
            if symbol.name in names[:place]:
                what = "a definition" if binder == "define" else binder
                text = f"{what} binds {symbol.name} twice: solvers take the last one, or refuse it"
                self.add(symbol.at, "bound-twice", text, error=False)
            self._yices.setdefault(symbol.name, []).append(symbol)

    def on_unbind(self, symbols: Sequence[Symbol], binder: str) -> None:
        """Forget variables, as Yices does: of a let, the last one alone."""
        for symbol in symbols[-1:] if binder == "let" else symbols:
            if bound := self._yices.get(symbol.name):
                bound.pop()

    def _in_yices(self, item: Node, symbol: Symbol) -> None:
        """Warn where a name means something else to Yices: a variable of a let whose scope has ended."""
        bound = self._yices.get(symbol.name)
        if bound and bound[-1] is not symbol and bound[-1].number not in self._misled:
            self._misled.add(bound[-1].number)
            text = (
                f"Yices 2.6.5 still takes {symbol.name} for this one in line {item.line}, after the let: it "
                f"forgets only the last name of a let; use another name"
            )
            self.add(bound[-1].at, "yices-let", text, error=False)

    def visit_list(self, node: Node) -> None:
        """Note the features that a term needs."""
        if not node.items:
            self.add(node, "malformed", "an empty list is not a term")
            return
        word = word_of(node)
        if word in ("forall", "exists"):
            self._features.add("quantifiers")
        elif word in BINDERS:
            self._sure = False
        elif word == "*" or word in _DIVISIONS:
            factors = [self._is_constant(item) for item in node.items[1 if word == "*" else 2 :]]
            needed = 1 if word == "*" else 0
            if sum(constant is False for constant in factors) > needed:
                self._features.add("products")
            if sum(constant is not True for constant in factors) > needed:
                self._perhaps.add("products")

    def _is_constant(self, node: Node) -> bool | None:
        """Return whether a factor is a number, perhaps by way of names for numbers; ``None``: not known."""
        stack, seen = [node], 0
        while stack:
            part = stack.pop()
            seen += 1
            if seen > _FACTOR:
                return None
            atom = part.atom
            if type(atom) is Symbol:
                constant = self._constants.get(atom.number, False)
                if constant is not True:
                    return constant
            elif atom:
                if not _NUMBER.fullmatch(atom) and not _NEGATIVE.fullmatch(atom):
                    return False
            elif word_of(part) in _ARITHMETIC:
                stack += part.items[1:]
            else:
                return False
        return True

    def end(self, last: int) -> None:
        """Report what is known only at the end of the file."""
        bottom = Node("", last, 1)
        unused = [
            symbol for symbol in self.symbols if symbol.kind == "function" and symbol.number not in self._used
        ]
        for symbol in unused[:_SHOWN]:
            self.add(symbol.at, "unused", f"{symbol.name} is declared but never used", error=False)
        if len(unused) > _SHOWN:
            text = f"… and {len(unused) - _SHOWN} more that are never used"
            self.add(unused[_SHOWN].at, "unused", text, error=False)
        if not self._asked and not any(finding.kind == "early-question" for finding in self.findings):
            self.add(bottom, "no-check", "nothing is asked: no check-sat", error=False)
        if not self._exited:
            text = "no (exit) at the end; benchmark collections require one"
            self.add(bottom, "no-exit", text, error=False)
        self._fits()

    def _fits(self) -> None:
        """Report features that the logic lacks, and a weaker logic that is enough."""
        if self.logic is None:
            return
        logic, name = self.logic, self.logic.atom
        allowed = features_of(name)
        if allowed is None:
            if name not in UNBOUNDED:
                self.add(logic, "unknown-logic", f"unknown logic {name}", error=False)
            return
        besides = {"decimals"} if "reals" in allowed else set()
        if "floating-point" in allowed:
            besides |= {"bit-vectors", "reals", "decimals"}
        if "strings" in allowed:
            besides.add("integers")
        if name == "QF_UF":
            besides.add("functions")  # weakest of all only without them
        lacking = sorted(self._features - allowed - besides)
        for feature in lacking:
            text = f"{name} does not allow {feature}, which the file uses"
            self.add(logic, "weak-logic", text, error=refuses(name, feature))
        enough = weaker(name, self._features | self._perhaps) if self._sure and not lacking else None
        if enough is not None:
            spare = " and ".join(sorted(allowed - (features_of(enough) or set())))
            text = f"{name} allows {spare}, which the file does not use; {enough} may be faster"
            self.add(logic, "strong-logic", text, error=False)


def _other_signature(symbol: Symbol, hidden: Symbol) -> bool:
    """Return whether two functions differ in what they take or give, as far as is known."""
    if symbol.kind != "function" or hidden.kind != "function":
        return False
    return _signature(symbol) != _signature(hidden)


def _signature(symbol: Symbol) -> tuple[int | None, str, str]:
    sort = "" if symbol.sort is None else write(without_places(symbol.sort))
    return symbol.arity, sort, " ".join(write(without_places(each)) for each in symbol.takes)


def _is_plain_sort(sort: Node | None) -> bool:
    """Return whether a sort is of a theory and surely none of functions."""
    if not isinstance(sort, Node):
        return False
    name = (
        sort.atom if sort.atom else sort.items[1].atom if word_of(sort) == "_" and len(sort.items) > 1 else ""
    )
    return type(name) is not Symbol and name in SORTS

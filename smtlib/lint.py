"""Structural faults of an SMT-LIB file: what can't be parsed, or can't have been intended.

What each solver accepts is asked of its own parser (`drivers.parsers`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from smtlib.allowed import COMMANDS, dropped, refused
from smtlib.errors import SexprError
from smtlib.scopes import names_of
from smtlib.sexpr import (
    BYTE_ORDER_MARK,
    CONTROL,
    OPAQUE,
    SPACE,
    Node,
    end_of_exit,
    is_exit,
    lexical_faults,
    no_command,
    places,
    read_nodes,
    read_with_ends,
    symbol_name,
    without_places,
    write,
)
from smtlib.sorts import SortCheck


def read_past_faults(text: str) -> tuple[list[Node], list[SexprError], list[str]]:
    """The s-expressions of a text that may have faults, in linear time.

    What is never closed ends where the next line begins with a parenthesis, as commands do. Control
    characters count as blanks; in comments they are allowed. Other tokens that solvers read in different
    ways are faults, and stay.

    Returns:
        What could be read; the faults by place; and the texts that could not be read.
    """
    faults = list(lexical_faults(text))
    text = CONTROL.sub(" ", text)
    with suppress(SexprError):
        return read_nodes(text), faults, []
    nodes: list[Node] = []
    lost: list[str] = []
    place, starts = places(text), [0, *(match.end() for match in re.finditer("\n", text))]

    def node(content: Any, offset: int) -> Node:
        return Node(content, *place(offset))

    ends = [match.end() for match in re.finditer(rf"{OPAQUE}|\n(?=\()", text) if match[0] == "\n"]
    at = 0
    for end in [*ends, len(text)]:
        while at < end:
            try:
                for read, at in read_with_ends(text, at, node, None, end, place):  # noqa: B007, B020
                    nodes.append(read)
            except SexprError as fault:
                faults.append(fault)
                if fault.kind == "closes-nothing":
                    at = starts[(fault.line or 1) - 1] + (fault.column or 1)
                    continue
                lost.append(text[at:end])
            at = end
    return nodes, sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)), lost


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPERATORS = _words(
    "let forall exists par match ! not => = ite and or xor distinct true false as _ + - * / div mod abs <= < "
    ">= > select store concat extract"
)
"""Words with a meaning of their own in terms."""
_OF_THEORIES = re.compile(
    r"bv\w+|(?:str|seq|re|fp|set|bag|rel|ff|tuple)\.\S+|to_(?:real|int|fp\w*)|is_int|int_?2_?bv|int_to_bv"
    r"|[us]bv_to_int|bv2\w+|nat2bv|(?:ext_)?rotate_\w+|repeat|\w+_extend|const|is|fp|RNE|RNA|RTP|RTN|RTZ|NaN"
    r"|roundNearest\w+|roundToward\w+|divisible|int\.to\.str|iand|pow2|exp|sin|cos|pi|sqrt"
)
_NEGATIVE = re.compile(r"-[0-9]+(\.[0-9]+)?")
_COUNT = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
_ASKING = frozenset(
    {"get-value", "get-model", "get-unsat-core", "get-unsat-assumptions", "get-assignment", "get-proof"}
)
_OPTIONS = {
    "get-value": ":produce-models",
    "get-model": ":produce-models",
    "get-unsat-core": ":produce-unsat-cores",
    "get-unsat-assumptions": ":produce-unsat-assumptions",
}
_KNOWN = _ASKING | _words(
    "set-info set-option set-logic declare-fun declare-const declare-sort declare-datatype "
    "declare-datatypes define-fun define-fun-rec define-funs-rec define-const define-sort assert "
    "push pop check-sat check-sat-assuming reset reset-assertions echo exit get-info get-option "
    "get-assertions"
)
_LOST = re.compile(r"\(\s*(?:declare|define)-[a-z-]+\s+([^\s()]+)")
_BLANK = re.compile(rf"(?:[{SPACE}]++|;[^\n]*+)*+")
_SHOWN = 6


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


def lint(text: str, *, nodes: Sequence[Node] | None = None) -> list[Finding]:
    """The findings about a file, by place.

    Args:
        text: the file.
        nodes: its commands, if it has been read without a fault.
    """
    look = _Look()
    if text.startswith("\ufeff"):
        look.add(Node("", 1, 1), "byte-order-mark", BYTE_ORDER_MARK)
        text = f" {text[1:]}"
    faults: list[SexprError] = []
    lost: list[str] = []
    end = end_of_exit(text)
    if nodes is None:
        nodes, faults, lost = read_past_faults(text[:end])
    if end is not None:
        nodes = nodes[: next(at for at, node in enumerate(nodes) if is_exit(node)) + 1]
        if (rest := _BLANK.match(text, end)) is not None and rest.end() < len(text):
            where = Node("", *places(text)(rest.end()))
            look.add(where, "after-exit", "what comes after (exit) is never read", error=False)
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


@dataclass
class _Look(SortCheck):
    """The commands seen so far, and the findings about them."""

    findings: list[Finding] = field(default_factory=list)
    declared: dict[str, tuple[Node, int, str]] = field(default_factory=dict)  # where, arity, sort
    scopes: list[set[str]] = field(default_factory=lambda: [set()])  # what is declared since each push
    loose: set[str] = field(default_factory=set)  # declared in ways that we don't read
    used: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    logic: Node | None = None
    guessed: Node | None = None  # in place of a logic that is not set
    checked: bool = False
    asked: bool = False  # anywhere
    exited: bool = False
    depth: int = 0
    features: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def add(self, node: Node, kind: str, text: str, *, error: bool = True) -> None:
        """Note a finding."""
        self.findings.append(Finding.at(node, kind, text, error=error))

    def take(self, node: Node) -> None:
        """Check a command."""
        head = node.head
        if not head or head not in _KNOWN:
            if not head or head in COMMANDS:  # else it is refused
                self.add(node, "unknown-command", no_command(node), error=not head)
            self.checked = self.checked or "check-sat" in head
            self.asked = self.asked or self.checked
            return
        items = node.items
        if head == "set-logic" and len(items) == 2:
            if self.logic is not None and self.logic is not self.guessed:
                self.add(node, "second-logic", "the logic is set twice")
            elif self.declared:
                text = "the logic must be set before the first declaration"
                self.add(node, "late-logic", text, error=False)
            self.logic = items[1]
        elif head == "set-option" and len(items) == 3 and items[2].atom == "true":
            self.options.add(items[1].atom)
        elif head in ("declare-fun", "declare-const", "define-fun", "define-const"):
            self._declaration(node)
        elif head == "declare-sort" and len(items) == 3:
            self.features.add("functions")
        elif head.startswith(("declare-datatype", "define-fun")):
            self.loose.update(names_of(node))
        elif head in ("push", "pop"):
            by = int(items[1].atom) if len(items) == 2 and _COUNT.fullmatch(items[1].atom) else 1
            self.depth += by if head == "push" else -by
            if self.depth < 0:
                self.add(node, "pop-below", "more pops than pushes")
                self.depth = 0
            self.scopes = self.scopes[: self.depth + 1]
            self.scopes += [set() for _ in range(self.depth + 1 - len(self.scopes))]
            self.checked = False
        elif head in ("reset", "reset-assertions"):
            self.depth, self.scopes, self.checked = 0, [set()], False
            if head == "reset":
                self.logic = self.guessed = None
                self.options.clear()
        elif head in ("check-sat", "check-sat-assuming", "check-sat-using"):
            self.checked = self.asked = True
            for item in items[1].items if head == "check-sat-assuming" and len(items) == 2 else ():
                self._sort(item)
        elif head in _ASKING:
            self._question(node)
        elif head == "exit":
            self.exited = True
        for where, fault in self.command(node):
            self.add(where, "ill-sorted", fault)
        self._check_logic(node)

    def _check_logic(self, node: Node) -> None:
        if self.logic is None and node.head in ("declare-fun", "declare-const", "assert", "check-sat"):
            self.add(node, "no-logic", "no set-logic before this; solvers will guess the logic", error=False)
            self.logic = self.guessed = Node("ALL", node.line, node.column)

    def _declaration(self, node: Node) -> None:
        items = node.items
        wanted = {"declare-fun": 4, "declare-const": 3, "define-fun": 5, "define-const": 4}[node.head]
        name = symbol_name(items[1].atom) if len(items) > 1 and items[1].atom else None
        if len(items) != wanted or name is None:
            self.add(node, "malformed", f"this {node.head} has the wrong shape")
            return
        again = any(name in scope for scope in self.scopes)
        if again:
            first = self.declared[name][0]
            self.add(items[1], "clash", f"{name} is declared twice, first in line {first.line}")
        has_arguments = node.head in ("declare-fun", "define-fun")
        arity = len(items[2].items) if has_arguments else 0
        sort = items[3] if has_arguments else items[2]
        if not again:
            self.scopes[-1].add(name)
            self.declared[name] = items[1], arity, write(without_places(sort))
        for part in (*(items[2].items if node.head == "declare-fun" else ()), sort):
            self.visit_sort(part)
        if arity and node.head == "declare-fun":
            self.features.add("functions")

    def visit_sort(self, node: Node) -> None:
        """Note the features that a sort needs."""
        text = write(without_places(node))
        for word, feature in (
            ("Int", "integers"),
            ("Real", "reals"),
            ("BitVec", "bit-vectors"),
            ("Array", "arrays"),
        ):
            if re.search(rf"\b{word}\b", text):
                self.features.add(feature)

    def _question(self, node: Node) -> None:
        if not self.checked:
            text = f"{node.head} without a check-sat before it"
            self.add(node, "early-question", text, error=False)
        option = _OPTIONS.get(node.head)
        if option is not None and option not in self.options:
            self.options.add(option)  # once is enough
            text = f"{node.head} needs (set-option {option} true)"
            self.add(node, "no-option", text, error=option != ":produce-models")
        if node.head == "get-value" and len(node.items) == 2:
            for item in node.items[1].items:
                self._sort(item)

    def visit_list(self, node: Node) -> None:
        """Note the features that a term needs, and the labels that it sets."""
        head, items = node.head, node.items
        if not items:
            self.add(node, "malformed", "an empty list is not a term")
        elif head == "!":
            self._labels(node)
        elif head in ("forall", "exists"):
            self.features.add("quantifiers")
        elif head == "*" and sum(not self._constant(item) for item in items[1:]) > 1:
            self.features.add("products")

    def _labels(self, node: Node) -> None:
        for key, value in zip(node.items, node.items[1:], strict=False):
            if key.atom != ":named":
                continue
            name = value.atom
            if name in self.labels or name in self.declared:
                self.add(value, "clash", f"{name} already names something else")
            self.labels.add(name)

    @staticmethod
    def _constant(node: Node) -> bool:
        """Return whether a factor is a number, perhaps a negative one or a fraction."""
        return (node.atom != "" or node.head in ("-", "/")) and all(
            re.fullmatch(r"[0-9.]+|[-/]", part.atom) for part in node.atoms()
        )

    def visit_symbol(self, node: Node, arguments: int | None) -> None:
        """Check that a symbol is declared, with this number of arguments."""
        atom = node.atom
        if _NEGATIVE.fullmatch(atom) or atom in OPERATORS:
            return  # some solvers take the former
        if _DECIMAL.fullmatch(atom):
            self.features.add("decimals")
        name = symbol_name(atom)
        if name is None or name in self.labels or name in self.loose:
            return
        if name not in self.declared:
            if _OF_THEORIES.fullmatch(name) is not None:
                return
            self.add(node, "undeclared", f"{name} is not declared", error=(name, arguments) != ("if", 3))
            self.declared[name] = (node, arguments or 0, "?")
        elif arguments not in (None, self.declared[name][1]):
            wanted = self.declared[name][1]
            self.add(node, "wrong-arity", f"{name} takes {wanted} arguments, but is given {arguments}")
        self.used.add(name)

    def end(self, last: int) -> None:
        """Report what is known only at the end of the file."""
        bottom = Node("", last, 1)
        unused = [
            (where, name)
            for name, (where, _, sort) in self.declared.items()
            if name not in self.used and sort != "?"
        ]
        for where, name in unused[:_SHOWN]:
            self.add(where, "unused", f"{name} is declared but never used", error=False)
        if len(unused) > _SHOWN:
            where, _ = unused[_SHOWN]
            self.add(where, "unused", f"… and {len(unused) - _SHOWN} more that are never used", error=False)
        if not self.asked and not any(finding.kind == "early-question" for finding in self.findings):
            self.add(bottom, "no-check", "nothing is asked: no check-sat", error=False)
        if not self.exited:
            self.add(
                bottom,
                "no-exit",
                "no (exit) at the end; benchmark collections require one",
                error=False,
            )
        if self.logic is not None:
            self._fits(self.logic)

    def _fits(self, logic: Node) -> None:
        """Report features that the logic lacks, and features that it allows needlessly."""
        allowed = features_of(logic.atom)
        if allowed is None:
            if logic.atom != "ALL":
                self.add(logic, "unknown-logic", f"unknown logic {logic.atom}", error=False)
            return
        besides = {"decimals"} if "reals" in allowed else set()
        besides |= {"functions"} if logic.atom == "QF_UF" else set()  # weakest of all only without them
        for feature in sorted(self.features - allowed - besides):
            text = f"{logic.atom} does not allow {feature}, which the file uses"
            self.add(logic, "weak-logic", text, error=feature not in ("decimals", "quantifiers", "functions"))
        spare = sorted((allowed - self.features) & {"functions", "quantifiers", "products", "arrays"})
        if spare:
            allows = " and ".join(spare)
            text = f"{logic.atom} allows {allows}, which the file does not use; a weaker logic may be faster"
            self.add(logic, "strong-logic", text, error=False)


def features_of(logic: str) -> set[str] | None:
    """The features that a logic allows, by its name; ``None`` for an unknown name."""
    match = re.fullmatch(r"(QF_)?(AX|A)?(UF)?(BV|FD)?(DT)?(IDL|RDL|LIA|LRA|LIRA|NIA|NRA|NIRA)?", logic)
    if match is None or not logic:
        return None
    quantifier_free, arrays, functions, vectors, _, arithmetic = match.groups(default="")
    allowed = {
        "quantifiers": not quantifier_free,
        "arrays": arrays,
        "functions": functions and logic != "QF_UF",
        "bit-vectors": vectors,
        "integers": "I" in arithmetic,
        "reals": "R" in arithmetic,
        "products": arithmetic.startswith("N"),
    }
    return {feature for feature, is_allowed in allowed.items() if is_allowed}


def weakest(logics: Sequence[str]) -> str:
    """Return the logic of SMT-LIB that allows least, of those a script can be written in."""
    known = [logic for logic in logics if "FD" not in logic] or list(logics)
    return min(known, key=lambda logic: len(features_of(logic) or ()))

"""Faults of an SMT-LIB file: what a solver would refuse, or its author can't have meant."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass, field

from smtlib.sexpr import Node, no_command, read_nodes, symbol_name, without_places, write
from smtlib.sorts import SortCheck


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RESERVED = _words(
    "let forall exists match par as ! _ and or not xor => = distinct ite true false + - * / div mod "
    "abs <= < >= > select store concat extract bvadd bvmul bvand bvor bvnot bvule bvult bvuge bvugt "
    "Int Real Bool Array BitVec String"
)
_NEGATIVE = re.compile(r"-[0-9]+(\.[0-9]+)?")
_NUMERAL = re.compile(r"[0-9]+")
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
    "get-assertions minimize maximize check-sat-using"
)
_SHOWN = 6


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing to mend: where, whether it is an error to solvers, its kind, and a sentence."""

    line: int
    column: int
    error: bool
    kind: str
    text: str


def lint(text: str, source: str | None = None, *, pysmt: bool = True) -> list[Finding]:
    """The findings about a file, by place.

    Args:
        text: the file.
        source: its name, for messages.
        pysmt: whether pySMT's parser, which checks sorts too, shall read it after us.

    Raises:
        SexprError: if it is no sequence of s-expressions.
    """
    look, sorts = _Look(), SortCheck()
    for node in read_nodes(text, source):
        look.command(node)
        for where, fault in sorts.command(node):
            look.add(where, "ill-sorted", fault)
    look.end(text.count("\n") + (not text.endswith("\n")))
    if pysmt and not any(finding.error for finding in look.found):
        look.found += _by_pysmt(text)
    return sorted(look.found)


@dataclass(slots=True)
class _Look:
    """The commands seen so far, and the findings about them."""

    found: list[Finding] = field(default_factory=list)
    declared: dict[str, tuple[Node, int, str]] = field(default_factory=dict)  # where, arity, sort
    used: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    logic: Node | None = None
    checked: bool = False
    exited: bool = False
    depth: int = 0
    features: set[str] = field(default_factory=set)

    def add(self, node: Node, kind: str, text: str, *, error: bool = True) -> None:
        self.found.append(Finding(node.line, node.column, error, kind, text))

    def command(self, node: Node) -> None:
        head = node.head
        if not head or head not in _KNOWN:
            self.add(node, "unknown-command", no_command(node))
            return
        if self.exited:
            self.add(node, "after-exit", f"{head} stands after (exit) and is never read", error=False)
        items = node.items
        if head == "set-logic" and len(items) == 2:
            if self.logic is not None:
                self.add(node, "second-logic", "the logic is set a second time")
            elif self.declared:
                self.add(node, "late-logic", "the logic must be set before the first declaration")
            self.logic = items[1]
        elif head == "set-option" and len(items) == 3 and items[2].atom == "true":
            self.options.add(items[1].atom)
        elif head in ("declare-fun", "declare-const", "define-fun", "define-const"):
            self._declaration(node)
        elif head == "declare-sort" and len(items) == 3:
            self.features.add("functions")
        elif head == "assert" and len(items) == 2:
            self._term(items[1], frozenset())
        elif head in ("push", "pop"):
            by = int(items[1].atom) if len(items) == 2 and _COUNT.fullmatch(items[1].atom) else 1
            self.depth += by if head == "push" else -by
            if self.depth < 0:
                self.add(node, "pop-below", "there are more pops than pushes")
                self.depth = 0
            self.checked = False
        elif head in ("check-sat", "check-sat-assuming", "check-sat-using"):
            self.checked = True
            for item in items[1].items if head == "check-sat-assuming" and len(items) == 2 else ():
                self._term(item, frozenset())
        elif head in _ASKING:
            self._question(node)
        elif head == "exit":
            self.exited = True
        self._check_logic(node)

    def _check_logic(self, node: Node) -> None:
        if self.logic is None and node.head in ("declare-fun", "declare-const", "assert", "check-sat"):
            self.add(node, "no-logic", "there is no set-logic before this; solvers will guess", error=False)
            self.logic = Node("ALL", node.line, node.column)

    def _declaration(self, node: Node) -> None:
        items = node.items
        wanted = {"declare-fun": 4, "declare-const": 3, "define-fun": 5, "define-const": 4}[node.head]
        name = symbol_name(items[1].atom) if len(items) > 1 and items[1].atom else None
        if len(items) != wanted or name is None:
            self.add(node, "malformed", f"this {node.head} has the wrong shape")
            return
        if name in self.declared:
            first = self.declared[name][0]
            self.add(items[1], "clash", f"{name} is declared a second time, first in line {first.line}")
        elif name in _RESERVED:
            self.add(items[1], "clash", f"{name} is a word of SMT-LIB or its theories")
        has_arguments = node.head in ("declare-fun", "define-fun")
        arity = len(items[2].items) if has_arguments else 0
        sort = items[3] if has_arguments else items[2]
        self.declared.setdefault(name, (items[1], arity, write(without_places(sort))))
        for each in (*(items[2].items if node.head == "declare-fun" else ()), sort):
            self._sort(each)
        if arity and node.head == "declare-fun":
            self.features.add("functions")
        if node.head.startswith("define"):
            bound = frozenset(pair.head for pair in items[2].items) if has_arguments else frozenset()
            self._term(items[-1], bound)

    def _sort(self, node: Node) -> None:
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
            self.add(node, "early-question", f"{node.head} has no check-sat before it to ask about")
        option = _OPTIONS.get(node.head)
        if option is not None and option not in self.options:
            self.options.add(option)  # once is enough
            self.add(node, "no-option", f"{node.head} needs (set-option {option} true)")
        if node.head == "get-value" and len(node.items) == 2:
            for item in node.items[1].items:
                self._term(item, frozenset())

    def _term(self, root: Node, outer: frozenset[str]) -> None:
        stack = [(root, outer)]
        while stack:
            node, bound = stack.pop()
            if node.atom:
                self._symbol(node, bound)
                continue
            head, items = node.head, node.items
            if head == "_":
                continue
            if head in ("let", "forall", "exists") and len(items) == 3:
                names = frozenset(pair.head for pair in items[1].items)
                if head == "let":
                    stack += [(pair.items[1], bound) for pair in items[1].items if len(pair.items) == 2]
                else:
                    self.features.add("quantifiers")
                    for pair in items[1].items:
                        self._sort(pair)
                stack.append((items[2], bound | names))
                continue
            if head == "!" and len(items) > 1:
                self._named(node)
                stack.append((items[1], bound))
                continue
            self._application(node, bound)
            stack += [(item, bound) for item in (items[1:] if head else items)]

    def _named(self, node: Node) -> None:
        for key, value in zip(node.items, node.items[1:], strict=False):
            if key.atom != ":named":
                continue
            name = value.atom
            if name in self.labels or name in self.declared:
                self.add(value, "clash", f"{name} already is the name of something else")
            self.labels.add(name)

    def _application(self, node: Node, bound: frozenset[str]) -> None:
        head, items = node.head, node.items
        if not items:
            self.add(node, "malformed", "an empty list is no term")
        elif (
            head in ("+", "*", "and", "or", "bvadd", "=", "distinct", "=>", "<=", "<", ">=", ">")
            and len(items) < 3
        ):
            what = "argument" if len(items) == 2 else "arguments"
            self.add(
                node,
                "too-few-arguments",
                f"{head} with {len(items) - 1} {what} is not SMT-LIB; cvc5 rejects it",
            )
        elif head == "*" and sum(not self._constant(item) for item in items[1:]) > 1:
            self.features.add("products")
        elif head and head not in _RESERVED and head not in bound:
            self._symbol(items[0], bound, len(items) - 1)

    @staticmethod
    def _constant(node: Node) -> bool:
        number = node.items[1] if node.head == "-" and len(node.items) == 2 else node
        return re.fullmatch(r"[0-9.]+", number.atom) is not None

    def _symbol(self, node: Node, bound: frozenset[str], arguments: int = 0) -> None:
        atom = node.atom
        if _NEGATIVE.fullmatch(atom):
            self.add(node, "negative-literal", f"{atom} is not SMT-LIB; write (- {atom[1:]})")
            return
        if _DECIMAL.fullmatch(atom):
            self.features.add("reals")
            return
        if _NUMERAL.fullmatch(atom) or atom.startswith(("#", ":", '"')) or atom in _RESERVED or atom in bound:
            return
        name = symbol_name(atom)
        if name is None or name.startswith("bv") or name in self.labels:
            return
        if name not in self.declared:
            self.add(node, "undeclared", f"{name} is not declared")
            self.declared[name] = (node, arguments, "?")
        elif self.declared[name][1] != arguments:
            wanted = self.declared[name][1]
            self.add(node, "wrong-arity", f"{name} takes {wanted} arguments, but is given {arguments}")
        self.used.add(name)

    def end(self, last: int) -> None:
        """Report what only the whole file shows."""
        bottom = Node("", last, 1)
        unused = [
            (where, name)
            for name, (where, _, sort) in self.declared.items()
            if name not in self.used and sort != "?"
        ]
        for where, name in unused[:_SHOWN]:
            self.add(where, "unused", f"{name} is declared, but never used", error=False)
        if len(unused) > _SHOWN:
            where, _ = unused[_SHOWN]
            self.add(where, "unused", f"… and {len(unused) - _SHOWN} more that are never used", error=False)
        if not self.checked and not any(finding.kind == "early-question" for finding in self.found):
            self.add(bottom, "no-check", "nothing is asked: there is no check-sat", error=False)
        if not self.exited:
            self.add(
                bottom,
                "no-exit",
                "there is no (exit) at the end; benchmark collections want one",
                error=False,
            )
        if self.logic is not None:
            self._fits(self.logic)

    def _fits(self, logic: Node) -> None:
        """Report features that the logic lacks, and what it allows without need."""
        allowed = features_of(logic.atom)
        if allowed is None:
            if logic.atom != "ALL":
                self.add(logic, "unknown-logic", f"{logic.atom} is no logic that we know", error=False)
            return
        for feature in sorted(self.features - allowed):
            self.add(logic, "weak-logic", f"{logic.atom} has no {feature}, but the file uses them")
        spare = sorted((allowed - self.features) & {"functions", "quantifiers", "products", "arrays"})
        if spare:
            allows = " and ".join(spare)
            text = f"{logic.atom} allows {allows}, but the file has none; a weaker logic may be faster"
            self.add(logic, "strong-logic", text, error=False)


def features_of(logic: str) -> set[str] | None:
    """The features that a logic allows, by its name; ``None`` for a name we can't read."""
    match = re.fullmatch(r"(QF_)?(AX|A)?(UF)?(BV|FD)?(DT)?(IDL|RDL|LIA|LRA|LIRA|NIA|NRA|NIRA)?", logic)
    if match is None or not logic:
        return None
    quantifier_free, arrays, functions, vectors, _, arithmetic = match.groups()
    found = {"quantifiers"} if quantifier_free is None else set()
    found |= {"arrays"} if arrays else set()
    found |= {"functions"} if functions else set()
    found |= {"bit-vectors"} if vectors else set()
    if arithmetic:
        found |= {"integers"} if "I" in arithmetic else set()
        found |= {"reals"} if "R" in arithmetic else set()
        found |= {"products"} if arithmetic.startswith("N") else set()
    if logic in ("QF_UF", "UF"):
        found -= {"functions"}
        found |= {"functions"} if logic != "QF_UF" else set()
    return found


def _by_pysmt(text: str) -> list[Finding]:
    """The finding of pySMT's parser, a reader of another make, if it has one."""
    from pysmt.smtlib.parser import SmtLibParser

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pysmt.environment import Environment

            SmtLibParser(Environment()).get_script(io.StringIO(text))
    except Exception as error:  # pySMT raises TypeError, AttributeError … for bad files
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        return [Finding(1, 1, False, "pysmt", f"pySMT can't read it: {reason}")]
    return []

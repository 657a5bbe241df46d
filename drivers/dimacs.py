"""SMT-LIB of Booleans alone as DIMACS, the text that every SAT solver reads, and the answers to it.

``from_script`` gives clauses with the same models, for each value of the declared constants exactly one
(Tseitin's transformation with full definitions). In the text, comments map variables to symbols::

    c value 1 n_0_3      the script asks for the value of n_0_3, which is variable 1
    c symbol 7 R_0       a declared constant that it does not ask for
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from drivers.answer import Answer, Failure, Sat, Unknown, Unsat
from drivers.errors import DriverError
from drivers.front_end import DECLARATIONS
from smtlib.commands import queries
from smtlib.errors import SmtLibError
from smtlib.sexpr import Sexpr, read_all, short, symbol_name, write


class NotBooleanError(DriverError, ValueError):
    """A script that is not of Booleans alone, or beyond what clauses express; the message shows the term."""

    code = "not-boolean"


@dataclass(slots=True)
class Clauses:
    """Clauses under construction.

    Attributes:
        variables: symbol (without bars) -> variable, for declared constants.
        clauses: the clauses; a literal is a variable or minus a variable.
        count: how many variables there are, helpers included.
    """

    variables: dict[str, int] = field(default_factory=dict)
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    count: int = 0
    _defined: dict[str, int] = field(default_factory=dict)
    _known: dict[Sexpr, int] = field(default_factory=dict)

    def declare(self, command: tuple[Sexpr, ...]) -> None:
        """Take a ``declare-fun``, ``declare-const`` or ``define-fun`` of a Boolean constant.

        Raises:
            NotBooleanError: for anything else, or a symbol declared twice.
        """
        kind, rest = command[0], command[1:]
        wanted = {"declare-fun": ((), "Bool"), "declare-const": ("Bool",), "define-fun": ((), "Bool")}
        name = symbol_name(rest[0]) if rest else None
        shape = rest[1:-1] if kind == "define-fun" else rest[1:]
        if name is None or shape != wanted[str(kind)]:
            raise NotBooleanError(
                f"only Boolean constants can be written as clauses, not {short(write(command), 80)}"
            )
        if name in self.variables or name in self._defined:
            raise NotBooleanError(f"the symbol {name} is declared twice")
        if kind == "define-fun":
            self._defined[name] = self.literal(rest[-1])
        else:
            self.variables[name] = self._new()

    def add(self, term: Sexpr) -> None:
        """Assert a term.

        Raises:
            NotBooleanError: if it holds an unknown symbol or operator.
        """
        match _bare(term):
            case ("and", *parts):
                for part in parts:
                    self.add(part)
            case ("=", str(name), tuple(value)) if name in self.variables:
                self._define(self.variables[name], value)
            case other:
                literals = self._disjuncts(other)
                if not any(-literal in literals for literal in literals):
                    self.clauses.append(tuple(dict.fromkeys(literals)))

    def literal(self, term: Sexpr) -> int:
        """A literal that equals a term; a helper where it has to be.

        Raises:
            NotBooleanError: as for ``add``.
        """
        term = _bare(term)
        if isinstance(term, str):
            return self._atom(term)
        if len(term) == 2 and term[0] == "not":
            return -self.literal(term[1])
        if term not in self._known:
            helper = self._new()
            self._define(helper, term)
            self._known[term] = helper
        return self._known[term]

    def _disjuncts(self, term: Sexpr, *, holds: bool = True) -> list[int]:
        """The literals of a term, or of its negation, read as a clause."""
        match _bare(term):
            case ("or" | "and" as operator, *parts) if (operator == "or") is holds:
                return [literal for part in parts for literal in self._disjuncts(part, holds=holds)]
            case ("=>", *premises, conclusion) if premises and holds:
                negated = [literal for part in premises for literal in self._disjuncts(part, holds=False)]
                return negated + self._disjuncts(conclusion)
            case ("not", inner):
                return self._disjuncts(inner, holds=not holds)
            case "true" | "false" as atom if (atom == "false") is holds:
                return []
            case other:
                return [self.literal(other) if holds else -self.literal(other)]

    def _define(self, out: int, term: Sexpr) -> None:
        """Clauses for "this literal equals this term"."""
        match _bare(term):
            case ("and", *parts):
                self._is_all(out, [self.literal(part) for part in parts])
            case ("or", *parts):
                self._is_all(-out, [-self.literal(part) for part in parts])
            case ("=>", *premises, conclusion) if premises:
                literals = [self.literal(part) for part in premises]
                self._is_all(-out, [*literals, -self.literal(conclusion)])
            case ("xor", first, *rest) if rest:
                total = self.literal(first)
                for part in rest[:-1]:
                    total, before = self._new(), total
                    self._is_odd(total, before, self.literal(part))
                self._is_odd(out, total, self.literal(rest[-1]))
            case ("distinct", left, right):
                self._is_odd(out, self.literal(left), self.literal(right))
            case ("=", left, right):
                self._is_odd(-out, self.literal(left), self.literal(right))
            case ("ite", condition, then, otherwise):
                c, a, b = self.literal(condition), self.literal(then), self.literal(otherwise)
                self.clauses += [(-c, -a, out), (-c, a, -out), (c, -b, out), (c, b, -out)]
                self.clauses += [(-a, -b, out), (a, b, -out)]
            case str(atom):
                value = self._atom(atom)
                self.clauses += [(-out, value), (out, -value)]
            case ("not", inner):
                self._define(-out, inner)
            case other:
                raise NotBooleanError(f"not a Boolean term that can be translated: {short(write(other), 80)}")

    def _is_all(self, out: int, literals: Sequence[int]) -> None:
        self.clauses += [(-out, literal) for literal in literals]
        self.clauses.append((out, *(-literal for literal in literals)))

    def _is_odd(self, out: int, a: int, b: int) -> None:
        self.clauses += [(-out, a, b), (-out, -a, -b), (out, -a, b), (out, a, -b)]

    def _atom(self, atom: str) -> int:
        if atom in ("true", "false"):
            if "true" not in self._known:
                self._known["true"] = self._new()
                self.clauses.append((self._known["true"],))
            return self._known["true"] if atom == "true" else -self._known["true"]
        name = symbol_name(atom)
        value = self.variables.get(name or "", self._defined.get(name or ""))
        if value is None:
            raise NotBooleanError(f"the symbol {atom} is not declared")
        return value

    def _new(self) -> int:
        self.count += 1
        return self.count


def from_script(script: str, kinds: Sequence[str] = ()) -> str:
    """The DIMACS text of an SMT-LIB script: its declarations and assertions, and a map of the symbols.

    `kinds` says for each assertion, in their order, what a comment calls its clauses; none for no comments.

    Raises:
        NotBooleanError: if it is not of Booleans alone.
        DriverError: if a symbol has a line break.
        SexprError: if it can't be read.
    """
    clauses = Clauses()
    ends: list[int] = []  # of the clauses of each assertion
    for command in read_all(script):
        if isinstance(command, tuple) and command[:1] and command[0] in DECLARATIONS:
            clauses.declare(command)
        elif isinstance(command, tuple) and len(command) == 2 and command[0] == "assert":
            clauses.add(command[1])
            ends.append(len(clauses.clauses))
        elif isinstance(command, tuple) and command[:1] in (("push",), ("pop",)):
            raise NotBooleanError("push and pop can't be written as one set of clauses")
    for name in clauses.variables:
        if "\n" in name or "\r" in name:  # what follows would be clauses
            raise DriverError(f"the symbol {name!r} has a line break, which no comment of DIMACS can hold")
    asked = {name for query in queries(script) for term in query.terms for name in _symbols(term)}
    lines = [
        f"c {'value' if name in asked else 'symbol'} {variable} {name}"
        for name, variable in clauses.variables.items()
    ]
    return "\n".join([*lines, *_stretches(kinds, ends), text(clauses.count, clauses.clauses)])


def _symbols(term: Sexpr) -> Iterator[str]:
    """The names without bars of all that a term applies."""
    stack = [term]
    while stack:
        expression = stack.pop()
        if isinstance(expression, str):
            yield symbol_name(expression) or expression
        else:
            stack += expression


def _stretches(kinds: Sequence[str], ends: Sequence[int]) -> Iterator[str]:
    """Comments on which clauses are of which kind, for each stretch of one kind."""
    start = 0
    for kind, stretch in groupby(zip(kinds, ends, strict=False), key=lambda pair: pair[0]):
        *_, (_, end) = stretch
        if end > start:
            yield f"c clauses {start + 1} to {end}: {kind}"
        start = end


def text(variables: int, clauses: Sequence[Sequence[int]]) -> str:
    """Clauses as a DIMACS solver reads them, without a map."""
    rows = [f"p cnf {variables} {len(clauses)}"]
    rows += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(rows) + "\n"


def read_model(printed: str) -> tuple[str, frozenset[int]]:
    """The verdict that a DIMACS solver printed (``SATISFIABLE`` …), and the literals of its model.

    Raises:
        DriverError: if there is not one verdict, or a model without one, or it is not complete.
    """
    verdicts = [line[2:].strip() for line in printed.splitlines() if line.startswith("s ")]
    words = [word for line in printed.splitlines() if line.startswith("v ") for word in line[2:].split()]
    if len(verdicts) != 1 or verdicts[0] not in ("SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"):
        raise DriverError(
            "expected one line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'", code="bad-answer"
        )
    try:
        literals = [int(word) for word in words]
    except ValueError:
        raise DriverError(
            "a line that begins with v holds something other than literals", code="bad-answer"
        ) from None
    if verdicts[0] == "SATISFIABLE" and (not literals or literals[-1] != 0):
        raise DriverError("the model is incomplete: it does not end with 0", code="bad-answer")
    model = frozenset(literals) - {0}
    if any(-literal in model for literal in model):
        raise DriverError("the model holds a variable and its negation", code="bad-answer")
    return verdicts[0], model


def read_answer(printed: str, cnf: str) -> Answer:
    """The answer in what a DIMACS solver printed about a text of ``from_script``: the values asked for."""
    try:
        verdict, literals = read_model(printed)
    except SmtLibError as error:
        return Failure(str(error))
    if verdict != "SATISFIABLE":
        return Unsat() if verdict == "UNSATISFIABLE" else Unknown("the solver gave no reason")
    values = {}
    for name, variable in asked_in(cnf).items():
        if variable not in literals and -variable not in literals:
            return Failure(f"the model has no value of {name}, variable {variable}")
        values[name] = variable in literals
    return Sat(values)


def asked_in(cnf: str) -> Mapping[str, int]:
    """The symbols whose values a text of ``from_script`` asks for, with their variables."""
    rows = (line.split(" ", 3) for line in cnf.splitlines() if line.startswith("c value "))
    return {row[3]: int(row[2]) for row in rows if len(row) == 4 and row[2].isdigit()}


def _bare(term: Sexpr) -> Sexpr:
    """A term without the name that ``(! term :named name)`` gives it."""
    while isinstance(term, tuple) and len(term) > 1 and term[0] == "!":
        term = term[1]
    return term

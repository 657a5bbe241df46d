"""A model as a solver prints it, handed on as definitions, so that any solver can evaluate a script in it.

Read are models of Z3, Yices, cvc5 and Bitwuzla: definitions of constants and functions, tables of functions
(Yices without ``--smt2-model-format``), universes of declared sorts, and replies to ``get-value``. A declared
sort becomes a datatype of the elements that the model names, an array that is printed as a function a
``lambda`` (as in SMT-LIB 2.7).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from smtlib.errors import EvaluationError
from smtlib.sexpr import Sexpr, fold, quote_symbol, symbol_name, write

Signature: TypeAlias = "tuple[tuple[Sexpr, ...], Sexpr]"
"""The sorts of arguments, and the sort of the result."""

DEFINITIONS = ("define-fun", "define-fun-rec", "define-const")
PARTS = frozenset(
    {*DEFINITIONS, "define-funs-rec", "declare-fun", "declare-sort", "declare-datatypes", "forall"}
)
"""The words with which the parts of a model begin."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function or constant of a model: the names of its arguments, and its value."""

    parameters: tuple[str, ...]
    body: Sexpr
    recursive: bool = False


@dataclass(slots=True)
class PrintedModel:
    """The parts of a model.

    Attributes:
        functions: constants and functions, by name without bars.
        commands: the definitions as they are printed, by the same names.
        elements: for a declared sort the elements of its universe, as they are written.
        pairs: other terms and their values, from replies to ``get-value``.
        tables: functions of Yices by the names it gives them: arguments and value of each line, and the rest.
    """

    functions: dict[str, Function] = field(default_factory=dict)
    commands: dict[str, Sexpr] = field(default_factory=dict)
    elements: dict[str, dict[Sexpr, None]] = field(default_factory=dict)
    pairs: list[tuple[Sexpr, Sexpr]] = field(default_factory=list)
    tables: dict[str, tuple[list[tuple[tuple[Sexpr, ...], Sexpr]], Sexpr]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.functions or self.pairs)

    def add(self, part: Sexpr) -> None:
        """Take a part of a model, as it is printed; what is not known is passed over."""
        match part:
            case ("define-fun" | "define-fun-rec" as head, str(name), tuple(parameters), _, body):
                names = tuple(str(pair[0]) for pair in parameters if len(pair) == 2)
                self._define(name, Function(names, body, head == "define-fun-rec"))
                self.commands[symbol_name(name) or name] = part
            case ("define-const", str(name), _, body):
                self._define(name, Function((), body))
            case ("define-funs-rec", tuple(heads), tuple(bodies)):
                for each, body in zip(heads, bodies, strict=False):
                    if isinstance(each, tuple) and len(each) == 3:
                        self.add(("define-fun-rec", *each, body))
            case ("declare-fun", str(element), (), str(sort)):
                self.elements.setdefault(symbol_name(sort) or sort, {})[element] = None
            case ("function", str(name), ("type", *_), *lines):
                self._add_table(name, lines)
            case ("=", str(name), value):
                self._define(name, Function((), value))

    def add_value(self, term: Sexpr, value: Sexpr) -> None:
        """Take a pair of a reply to ``get-value``."""
        if isinstance(term, str) and symbol_name(term) is not None:
            self._define(term, Function((), value))
        else:
            self.pairs.append((term, value))

    def _define(self, name: str, function: Function) -> None:
        self.functions[symbol_name(name) or name] = function

    def _add_table(self, name: str, lines: Sequence[Sexpr]) -> None:
        rows: list[tuple[tuple[Sexpr, ...], Sexpr]] = []
        for line in lines:
            match line:
                case ("=", (_, *arguments), value):
                    rows.append((tuple(arguments), value))
                case ("default", value):
                    self.tables[name] = (rows, value)


@dataclass(frozen=True, slots=True)
class Instantiated:
    """The commands of a script in which a model's definitions stand for declarations.

    Attributes:
        commands: declarations and definitions, in an order that any solver takes.
        asserted: terms that hold in the model, where it gives values of terms.
        missing: the constants and functions that remain declared: the model has no value for them.
    """

    commands: tuple[str, ...]
    asserted: tuple[str, ...]
    missing: tuple[str, ...]


def instantiated(
    declarations: Iterable[Sexpr], signatures: Mapping[str, Signature], model: PrintedModel
) -> Instantiated:
    """Put a model's definitions in place of a script's declarations.

    Args:
        declarations: what the script declares and defines, in its order.
        signatures: of each constant and function that it declares, by name without bars.
        model: the model.

    Raises:
        EvaluationError: if the model can't be written so.
    """
    declared = list(declarations)
    sorts = {name for name, arity in map(_declared_sort, declared) if name is not None and arity == "0"}
    renamed = _Elements(sorts, signatures, model)
    defined = {
        name: _definition(name, signatures[name], function, model, renamed.write)
        for name, function in model.functions.items()
        if name in signatures
    }
    helpers = _helpers(model, signatures, defined, renamed.write)
    first: list[str] = []
    last: list[str] = []
    missing: list[str] = []
    for command in declared:
        sort, arity = _declared_sort(command)
        head = command[0] if isinstance(command, tuple) else ""
        if sort is not None and arity == "0" and renamed.names.get(sort):
            constructors = " ".join(f"({name})" for name in renamed.names[sort].values())
            first.append(f"(declare-datatypes (({quote_symbol(sort)} 0)) (({constructors})))")
        elif head in ("declare-sort", "define-sort", "declare-datatype", "declare-datatypes"):
            first.append(write(command))
        elif head in ("declare-fun", "declare-const"):
            name = symbol_name(command[1]) or ""
            if name not in defined:
                missing.append(name)
                first.append(write(command))
        else:
            last.append(write(command))
    asserted = tuple(f"(= {write(term)} {write(renamed.write(value))})" for term, value in model.pairs)
    return Instantiated((*first, *_ordered(defined | helpers), *last), asserted, tuple(missing))


def _declared_sort(command: Sexpr) -> tuple[str | None, str]:
    """The sort that a command declares, without bars, and its arity; ``None`` for other commands."""
    match command:
        case ("declare-sort", str(name), str(arity)):
            return symbol_name(name), arity
        case ("declare-sort", str(name)):
            return symbol_name(name), "0"
    return None, ""


class _Elements:
    """The elements of declared sorts, as a model writes them, and the constructors that stand for them."""

    def __init__(self, sorts: set[str], signatures: Mapping[str, Signature], model: PrintedModel) -> None:
        self._sorts, self._tables = sorts, model.tables
        self.names: dict[str, dict[Sexpr, str]] = {}
        self._by_atom: dict[str, str] = {}
        for sort in sorted(sorts & model.elements.keys()):
            for element in model.elements[sort]:
                self._add(sort, element)
        for name, function in model.functions.items():
            arguments, result = signatures.get(name, ((), ""))
            if isinstance(function.body, str) and not arguments and (sort := _symbol(result)) in sorts:
                self._add(sort, function.body)
        for function in model.functions.values():
            self._find(function.body, function.parameters)
        for _, value in model.pairs:
            self._find(value)
        for rows, rest in model.tables.values():
            for part in (rest, *(part for arguments, value in rows for part in (*arguments, value))):
                self._find(part)

    def _add(self, sort: str, element: Sexpr) -> None:
        key = element[1] if isinstance(element, tuple) else element
        names = self.names.setdefault(sort, {})
        if key not in names:
            names[key] = quote_symbol(f"{sort} {len(names)}")
        if isinstance(key, str):
            self._by_atom[key] = names[key]

    def _find(self, body: Sexpr, bound: Sequence[str] = ()) -> None:
        """Add the elements in a term: ``(as @a S)``; of a single sort also atoms that begin with ``@``."""
        stack = [body]
        while stack:
            part = stack.pop()
            if isinstance(part, tuple):
                if len(part) == 3 and part[0] == "as" and (sort := _symbol(part[2])) in self._sorts:
                    self._add(sort, part[1])
                else:
                    stack += part
            elif part.startswith("@") and len(self._sorts) == 1 and part not in (*bound, *self._tables):
                self._add(next(iter(self._sorts)), part)

    def write(self, term: Sexpr) -> Sexpr:
        """A term in which constructors stand for elements."""
        if not self.names:
            return term

        def steps(part: Sexpr) -> Generator[Sexpr, Sexpr | None, Sexpr]:
            if isinstance(part, str):
                return self._by_atom.get(part, part)
            if len(part) == 3 and part[0] == "as" and isinstance(part[1], str) and part[1] in self._by_atom:
                return self._by_atom[part[1]]
            parts: list[Sexpr] = []
            for inner in part:
                renamed = yield inner
                parts.append(renamed or ())
            return tuple(parts)

        return fold(steps, term)


def _symbol(sort: Sexpr) -> str:
    return (symbol_name(sort) or "") if isinstance(sort, str) else ""


_Definition: TypeAlias = "tuple[str, frozenset[str]]"
"""The text of a definition, and the names that occur in it."""


def _definition(
    name: str,
    signature: Signature,
    function: Function,
    model: PrintedModel,
    rename: Callable[[Sexpr], Sexpr],
) -> _Definition:
    """Define a symbol of the script, in the sorts in which it is declared."""
    arguments, result = signature
    parameters, body = function.parameters, function.body
    if isinstance(body, str) and body in model.tables:
        sorts = arguments or _of_array(result)[:-1]
        parameters = tuple(f"|argument {number}|" for number in range(len(sorts)))
        body = _of_table(*model.tables[body], parameters)
    elif not arguments and parameters:
        sorts = _of_array(result)[:-1]
    else:
        sorts = arguments
    if len(parameters) != len(sorts):
        raise EvaluationError(f"{name} takes {len(arguments)} arguments, in the model {len(parameters)}")
    pairs = " ".join(f"({name} {write(sort)})" for name, sort in zip(parameters, sorts, strict=True))
    value = write(rename(body))
    if parameters and not arguments:  # an array
        pairs, value = "", f"(lambda ({pairs}) {value})"
    head = "define-fun-rec" if function.recursive else "define-fun"
    text = f"({head} {quote_symbol(name)} ({pairs}) {write(result)} {value})"
    return text, _names_in(body) - {name if function.recursive else "", *parameters}


def _of_array(sort: Sexpr) -> tuple[Sexpr, ...]:
    """The sorts of index and elements."""
    match sort:
        case ("Array", index, element):
            return index, element
    raise EvaluationError(f"a function is printed for a value of sort {write(sort)}")


def _of_table(
    rows: Sequence[tuple[tuple[Sexpr, ...], Sexpr]], rest: Sexpr, parameters: Sequence[str]
) -> Sexpr:
    """The value of a function that is printed line by line."""
    value = rest
    for arguments, of_row in reversed(rows):
        if len(arguments) != len(parameters):
            raise EvaluationError(f"a function of {len(parameters)} arguments is given {len(arguments)}")
        equal = tuple(("=", *pair) for pair in zip(parameters, arguments, strict=True))
        value = ("ite", ("and", *equal) if len(equal) > 1 else equal[0], of_row, value)
    return value


def _helpers(
    model: PrintedModel,
    signatures: Mapping[str, Signature],
    defined: Mapping[str, _Definition],
    rename: Callable[[Sexpr], Sexpr],
) -> dict[str, _Definition]:
    """The functions of the model alone that its other definitions need."""
    helpers: dict[str, _Definition] = {}
    wanted = [name for _, used in defined.values() for name in used]
    while wanted:
        name = wanted.pop()
        if name in helpers or name in signatures or name not in model.commands:
            continue
        command = model.commands[name]
        own = {name, *model.functions[name].parameters}
        helpers[name] = write(rename(command)), _names_in(command) - own
        wanted += helpers[name][1]
    return helpers


def _names_in(term: Sexpr) -> frozenset[str]:
    names: set[str] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += part
        elif (name := symbol_name(part)) is not None:
            names.add(name)
    return frozenset(names)


def _ordered(definitions: Mapping[str, _Definition]) -> list[str]:
    """The definitions, each after those that it needs."""
    left = dict(definitions)
    ordered: list[str] = []
    while left:
        ready = [name for name, (_, used) in left.items() if left.keys().isdisjoint(used - {name})]
        if not ready:
            raise EvaluationError(f"the model defines {min(left)} by itself")
        ordered += [left.pop(name)[0] for name in ready]
    return ordered

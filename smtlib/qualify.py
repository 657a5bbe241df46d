"""Constructors of parametric datatypes written with their sort, as the standard has it: ``(as nil (L Int))``.

Z3 takes and prints ``nil`` alone where one sort is meant, and then prints it so in models; cvc5 refuses it.
The sort is taken from where the term stands: the sort of a definition, an argument of a function, the other
side of an equation. What stays unknown is left as it is written. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from smtlib.sexpr import Sexpr, atoms_of, fold, symbol_name

_Sort: TypeAlias = "Sexpr | None"
_Bindings: TypeAlias = "Mapping[str, Sexpr]"
_Part: TypeAlias = "tuple[Sexpr, _Sort, Mapping[str, _Sort]]"
_Steps: TypeAlias = "Generator[_Part, tuple[Sexpr, _Sort] | None, tuple[Sexpr, _Sort]]"

_CONNECTIVES = frozenset({"and", "or", "not", "xor", "=>"})
_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_MOST_STEPS = 1_000_000
"""Parts of terms that are looked at; those of larger scripts stay as they are written."""


@dataclass(frozen=True, slots=True)
class _Constructor:
    """A constructor: the datatype with its parameters, and the sorts of its fields."""

    of: Sexpr
    parameters: tuple[str, ...]
    fields: tuple[Sexpr, ...]


def is_parametric(command: Sexpr) -> bool:
    """Return whether a command declares a datatype with parameters."""
    match command:
        case ("declare-datatype" | "declare-codatatype", _, ("par", *_)):
            return True
        case ("declare-datatypes" | "declare-codatatypes", _, tuple(bodies)):
            return any(isinstance(body, tuple) and body[:1] == ("par",) for body in bodies)
    return False


@dataclass(slots=True)
class Qualifier:
    """Writes the commands of a script, one after the other, with the sorts of constructors."""

    constructors: dict[str, _Constructor] = field(default_factory=dict)
    selectors: dict[str, tuple[_Constructor, Sexpr]] = field(default_factory=dict)
    functions: dict[str, tuple[tuple[Sexpr, ...], Sexpr]] = field(default_factory=dict)
    abbreviations: dict[str, tuple[tuple[str, ...], Sexpr]] = field(default_factory=dict)
    left: int = _MOST_STEPS

    def command(self, command: Sexpr) -> Sexpr:
        """Return a command in which constructors have their sorts, and take note of what it declares."""
        match command:
            case ("declare-datatype" | "declare-codatatype", str(name), body):
                self._datatype(name, body)
            case ("declare-datatypes" | "declare-codatatypes", tuple(heads), tuple(bodies)):
                for head, body in zip(heads, bodies, strict=False):
                    if isinstance(head, tuple) and head:
                        self._datatype(str(head[0]), body)
            case ("define-sort", str(name), tuple(parameters), sort):
                self.abbreviations[_name(name)] = tuple(map(str, parameters)), sort
            case ("declare-fun", str(name), tuple(sorts), sort):
                self.functions[_name(name)] = tuple(map(self._sort, sorts)), self._sort(sort)
            case ("declare-const", str(name), sort):
                self.functions[_name(name)] = (), self._sort(sort)
            case ("define-const", str(name), sort, body):
                self.functions[_name(name)] = (), self._sort(sort)
                return (*command[:3], self.term(body, self._sort(sort)))
            case ("define-fun" | "define-fun-rec", str(name), tuple(pairs), sort, body):
                return (*command[:4], self._defined(name, pairs, sort, body))
            case ("define-funs-rec", tuple(heads), tuple(bodies)):
                for head in heads:
                    self._head(head)
                made = [self._body(*pair) for pair in zip(heads, bodies, strict=False)]
                return (*command[:2], tuple(made))
            case ("assert", term):
                return ("assert", self.term(term, "Bool"))
        return command

    def term(self, term: Sexpr, sort: _Sort = None, bound: Mapping[str, _Sort] | None = None) -> Sexpr:
        """Return a term of a sort, if that is known, in which constructors have their sorts."""
        return fold(self._steps, (term, sort, bound or {}))[0]

    def _defined(self, name: str, pairs: Sequence[Sexpr], sort: Sexpr, body: Sexpr) -> Sexpr:
        variables = self._variables(pairs)
        self.functions[_name(name)] = tuple(each or "" for each in variables.values()), self._sort(sort)
        return self.term(body, self._sort(sort), variables)

    def _head(self, head: Sexpr) -> None:
        match head:
            case (str(name), tuple(pairs), sort):
                arguments = tuple(each or "" for each in self._variables(pairs).values())
                self.functions[_name(name)] = arguments, self._sort(sort)

    def _body(self, head: Sexpr, body: Sexpr) -> Sexpr:
        match head:
            case (_, tuple(pairs), sort):
                return self.term(body, self._sort(sort), self._variables(pairs))
        return body

    def _variables(self, pairs: Sequence[Sexpr]) -> dict[str, _Sort]:
        return {
            _name(str(pair[0])): self._sort(pair[1])
            for pair in pairs
            if isinstance(pair, tuple) and len(pair) == 2
        }

    def _datatype(self, name: str, body: Sexpr) -> None:
        parameters: tuple[str, ...] = ()
        match body:
            case ("par", tuple(names), inner):
                parameters, body = tuple(map(str, names)), inner
        of: Sexpr = (name, *parameters) if parameters else name
        for constructor in body if isinstance(body, tuple) else ():
            head, *fields = constructor if isinstance(constructor, tuple) else (constructor,)
            pairs = [each for each in fields if isinstance(each, tuple) and len(each) == 2]
            made = _Constructor(of, parameters, tuple(self._sort(pair[1]) for pair in pairs))
            self.constructors[_name(str(head))] = made
            for pair in pairs:
                self.selectors[_name(str(pair[0]))] = made, self._sort(pair[1])

    def _sort(self, sort: Sexpr) -> Sexpr:
        """A sort without abbreviations."""

        def steps(part: Sexpr) -> Generator[Sexpr, Sexpr | None, Sexpr]:
            if isinstance(part, str):
                known = self.abbreviations.get(_name(part))
                return self._sort(known[1]) if known is not None and not known[0] else part
            made: list[Sexpr] = []
            for inner in part:
                done = yield inner
                made.append(done if done is not None else inner)
            known = self.abbreviations.get(_name(str(part[0]))) if part and isinstance(part[0], str) else None
            if known is not None and len(known[0]) == len(made) - 1:
                return self._sort(_substituted(known[1], dict(zip(known[0], made[1:], strict=True))))
            return tuple(made)

        return fold(steps, sort)

    # Terms: each step gets a term, the sort that it must have if that is known, and the bound variables; and
    # returns the term with its sort, as far as that is known.

    def _steps(self, part: _Part) -> _Steps:
        term, want, bound = part
        self.left -= 1
        if self.left < 0 or term == ():
            return term, want
        if isinstance(term, str):
            return self._atom(term, want, bound)
        head = term[0]
        match term:
            case ("as", _, named):
                return term, self._sort(named)
            case ("!", inner, *rest):
                made, sort = yield from _asked(inner, want, bound)
                return ("!", made, *rest), sort
            case ("let", tuple(pairs), body):
                return (yield from self._let(pairs, body, want, bound))
            case (("forall" | "exists") as binder, tuple(pairs), body):
                made, _ = yield from _asked(body, "Bool", {**bound, **self._variables(pairs)})
                return (binder, pairs, made), "Bool"
            case ("lambda", tuple(pairs), body):
                inside = want[-1] if isinstance(want, tuple) and want[:1] == ("Array",) else None
                made, _ = yield from _asked(body, inside, {**bound, **self._variables(pairs)})
                return ("lambda", pairs, made), want
            case ("match", subject, tuple(cases)):
                return (yield from self._match(subject, cases, want, bound))
            case ("_", *_):
                return term, want
            case ("ite", condition, *branches):
                made, _ = yield from _asked(condition, "Bool", bound)
                same, sort = yield from self._same(branches, want, bound)
                return ("ite", made, *same), sort
            case (("=" | "distinct") as word, *arguments) if word not in self.functions:
                same, _ = yield from self._same(arguments, None, bound)
                return (word, *same), "Bool"
            case (("as", "const", named), value):
                whole = self._sort(named)
                element = whole[-1] if isinstance(whole, tuple) and len(whole) > 1 else None
                made, _ = yield from _asked(value, element, bound)
                return (head, made), whole
            case ("select", array, *indices):
                made, sort = yield from _asked(array, None, bound)
                sorts = sort[1:] if isinstance(sort, tuple) and sort[:1] == ("Array",) else ()
                rest, _ = yield from _each(indices, sorts[:-1], bound)
                return ("select", made, *rest), sorts[-1] if sorts else None
            case ("store", array, *others):
                made, sort = yield from _asked(array, want, bound)
                sorts = sort[1:] if isinstance(sort, tuple) and sort[:1] == ("Array",) else ()
                rest, _ = yield from _each(others, sorts, bound)
                return ("store", made, *rest), sort or want
        return (yield from self._application(term, want, bound))

    def _atom(self, atom: str, want: _Sort, bound: Mapping[str, _Sort]) -> tuple[Sexpr, _Sort]:
        name = symbol_name(atom)
        if name is None:
            if atom.isdecimal():
                return atom, want if want == "Real" else "Int"
            return atom, "String" if atom.startswith('"') else want
        if name in bound:
            return atom, bound[name]
        constructor = self.constructors.get(name)
        if constructor is not None:
            if not constructor.parameters:
                return atom, constructor.of
            if want is None or not _is_instance(want, constructor):
                return atom, None
            return ("as", atom, want), want
        if name in self.functions:
            return atom, self.functions[name][1]
        return atom, "Bool" if name in ("true", "false") else want

    def _application(self, term: tuple[Sexpr, ...], want: _Sort, bound: Mapping[str, _Sort]) -> _Steps:
        head, *arguments = term
        name = symbol_name(head) if isinstance(head, str) else None
        match head:
            case ("as", str(qualified), named) if _name(qualified) in self.constructors:
                want = self._sort(named)
                constructor = self.constructors[_name(qualified)]
                sorts = _fields(constructor, want)
                rest, _ = yield from _each(arguments, sorts, bound)
                return (head, *rest), want
        if name is not None and name in self.constructors:
            return (yield from self._constructed(str(head), arguments, want, bound))
        if name is not None and name in self.selectors and len(arguments) == 1:
            constructor, of_field = self.selectors[name]
            made, sort = yield from _asked(arguments[0], None, bound)
            known = _unified(constructor.of, sort, constructor.parameters)
            return (head, made), _complete(of_field, constructor, known)
        wanted: Sequence[_Sort] = ()
        result: _Sort = None
        if name is not None and name in self.functions:
            wanted, result = self.functions[name]
        elif name in _CONNECTIVES:
            wanted, result = ["Bool"] * len(arguments), "Bool"
        elif name in _COMPARISONS:
            result = "Bool"
        rest, _ = yield from _each(arguments, wanted, bound)
        return (head, *rest), result

    def _constructed(
        self, head: str, arguments: Sequence[Sexpr], want: _Sort, bound: Mapping[str, _Sort]
    ) -> _Steps:
        constructor = self.constructors[_name(head)]
        wanted = _fields(constructor, want) if _is_instance(want, constructor) else ()
        made, sorts = yield from _each(arguments, wanted, bound)
        if not wanted and constructor.parameters:
            known: dict[str, Sexpr] = {}
            for of_field, sort in zip(constructor.fields, sorts, strict=False):
                known |= _unified(of_field, sort, constructor.parameters)
            want = _complete(constructor.of, constructor, known)
            again = [_complete(of_field, constructor, known) for of_field in constructor.fields]
            if any(sort is None and other for sort, other in zip(sorts, again, strict=False)):
                made, _ = yield from _each(arguments, again, bound)
        inside = {atom for of_field in constructor.fields for atom in atoms_of(of_field)}
        open_ = [each for each in constructor.parameters if each not in inside]
        if open_ and _is_instance(want, constructor) and want is not None:
            return (("as", head, want), *made), want
        return (head, *made), want if constructor.parameters else constructor.of

    def _same(
        self, terms: Sequence[Sexpr], want: _Sort, bound: Mapping[str, _Sort]
    ) -> Generator[_Part, tuple[Sexpr, _Sort] | None, tuple[list[Sexpr], _Sort]]:
        """Terms of one sort: what one shows holds for the others, too."""
        made, sorts = yield from _each(terms, [want] * len(terms), bound)
        sort = want or next((sort for sort in sorts if sort is not None), None)
        if sort is not None and None in sorts:
            for at, each in enumerate(sorts):
                if each is None:
                    made[at], _ = yield from _asked(terms[at], sort, bound)
        return made, sort

    def _let(self, pairs: Sequence[Sexpr], body: Sexpr, want: _Sort, bound: Mapping[str, _Sort]) -> _Steps:
        inner, made = dict(bound), list[Sexpr]()
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                return ("let", tuple(pairs), body), want
            value, sort = yield from _asked(pair[1], None, bound)
            inner[_name(str(pair[0]))] = sort
            made.append((pair[0], value))
        inside, sort = yield from _asked(body, want, inner)
        return ("let", tuple(made), inside), sort

    def _match(
        self, subject: Sexpr, cases: Sequence[Sexpr], want: _Sort, bound: Mapping[str, _Sort]
    ) -> _Steps:
        made, of = yield from _asked(subject, None, bound)
        done: list[Sexpr] = []
        for case in cases:
            if not isinstance(case, tuple) or len(case) != 2:
                return ("match", subject, tuple(cases)), want
            pattern, body = case
            inner = dict(bound)
            head, *names = pattern if isinstance(pattern, tuple) else (pattern,)
            constructor = self.constructors.get(_name(str(head)))
            if constructor is None:
                inner[_name(str(head))] = of
            else:
                sorts = _fields(constructor, of) if _is_instance(of, constructor) else ()
                for at, name in enumerate(names):
                    inner[_name(str(name))] = sorts[at] if at < len(sorts) else None
            inside, sort = yield from _asked(body, want, inner)
            want = want or sort
            done.append((pattern, inside))
        return ("match", made, tuple(done)), want


def _asked(term: Sexpr, want: _Sort, bound: Mapping[str, _Sort]) -> _Steps:
    done = yield term, want, bound
    return done if done is not None else (term, want)


def _each(
    terms: Sequence[Sexpr], wanted: Sequence[_Sort], bound: Mapping[str, _Sort]
) -> Generator[_Part, tuple[Sexpr, _Sort] | None, tuple[list[Sexpr], list[_Sort]]]:
    made, sorts = list[Sexpr](), list[_Sort]()
    for at, term in enumerate(terms):
        done, sort = yield from _asked(term, wanted[at] if at < len(wanted) else None, bound)
        made.append(done)
        sorts.append(sort)
    return made, sorts


def _name(symbol: str) -> str:
    return symbol_name(symbol) or symbol


def _is_instance(sort: _Sort, constructor: _Constructor) -> bool:
    """Return whether a sort is the datatype of a constructor, with its parameters given."""
    if not constructor.parameters:
        return sort == constructor.of
    of = constructor.of
    return isinstance(sort, tuple) and len(sort) == len(of) and sort[0] == of[0]


def _fields(constructor: _Constructor, sort: _Sort) -> tuple[Sexpr, ...]:
    """The sorts of a constructor's arguments for a value of a sort."""
    if not constructor.parameters or not isinstance(sort, tuple):
        return constructor.fields
    known = dict(zip(constructor.parameters, sort[1:], strict=False))
    return tuple(_substituted(each, known) for each in constructor.fields)


def _substituted(sort: Sexpr, known: _Bindings) -> Sexpr:
    def steps(part: Sexpr) -> Generator[Sexpr, Sexpr | None, Sexpr]:
        if isinstance(part, str):
            return known.get(part, part)
        made: list[Sexpr] = []
        for inner in part:
            done = yield inner
            made.append(done if done is not None else inner)
        return tuple(made)

    return fold(steps, sort)


def _complete(sort: Sexpr, constructor: _Constructor, known: _Bindings) -> _Sort:
    """A sort with its parameters given; ``None`` if one is not known."""
    if not all(each in known for each in constructor.parameters if each in atoms_of(sort)):
        return None
    return _substituted(sort, known)


def _unified(pattern: Sexpr, sort: _Sort, parameters: Sequence[str]) -> dict[str, Sexpr]:
    """What parameters stand for where a sort is written by a pattern."""
    known: dict[str, Sexpr] = {}
    pairs: list[tuple[Sexpr, _Sort]] = [(pattern, sort)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, str):
            if one in parameters and other is not None:
                known.setdefault(one, other)
        elif isinstance(other, tuple) and len(one) == len(other):
            pairs += zip(one, other, strict=True)
    return known

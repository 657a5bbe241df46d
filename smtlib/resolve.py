"""What each symbol of a script refers to (SMT-LIB 2.6 and 2.7, sections 3.6 and 4.2).

`Resolver` is given the commands of a script one after the other, and returns each with a `Symbol` in place of
every atom that names something of the script: what it declares or defines, a label (``:named``), a bound
variable, a parameter of a sort. Every other atom is a literal, a keyword, or a word of the language or of a
theory. A symbol in bars is the same as without. Known are

- binders: ``let`` (parallel), ``forall``, ``exists``, ``match``, ``lambda`` and ``choice`` (SMT-LIB 2.7),
  ``set.comprehension``; a bound variable may hide any symbol, a theory's too;
- qualified and indexed identifiers: ``(as f S)``, ``(_ is c)``, ``(_ map f)``, ``((_ update s) x v)``;
- sorts, which have names of their own, and their parameters;
- datatypes with constructors, selectors and testers, ``is-c`` as well; functions that are defined together;
- levels: ``push``, ``pop``, ``reset``, ``reset-assertions``, ``:global-declarations``. What a level has
  declared is no longer declared after it; such a symbol is still recognised (`Symbol.gone`).

Nothing here recurses, so terms may be nested to any depth; time and memory are linear in the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from smtlib.sexpr import Node, Sexpr, is_symbol, quote_symbol, symbol_name
from smtlib.theories import is_function, words

Kind: TypeAlias = Literal[
    "function", "sort", "variable", "parameter", "label", "constructor", "selector", "tester"
]
Part = TypeVar("Part", bound="Node | Sexpr")


class Symbol(str):
    """What an atom refers to: one object for each declaration; as a text, the symbol as it may be written.

    Two symbols of one name are equal as texts; `number` tells them apart.

    Attributes:
        name: its name, without bars.
        kind: what it is; ``variable`` is bound in a term, ``parameter`` is a parameter of a sort.
        number: its place among the symbols of the script.
        arity: the arguments of a function, the parameters of a sort; ``None`` where that is not known.
        sort: the sort of a constant or a variable, and of the value of a function, as it stands there.
        takes: the sorts of the arguments of a function that is declared or defined.
        at: the atom that declares it.
        of: for a tester such as ``is-c``, the constructor.
        place: of a variable, the number of binders around its own, and its place in that; of a parameter of
            a sort, 0 and its place.
        body: what a ``let`` binds it to, or what defines it; for a sort, what it abbreviates.
        gone: the command that has ended its declaration; empty while it is declared.
        apart: whether it must keep its name: a command that is not known here mentions it, or a theory has a
            function of its name.
    """

    __slots__ = (
        "apart",
        "arity",
        "at",
        "body",
        "gone",
        "kind",
        "name",
        "number",
        "of",
        "place",
        "sort",
        "takes",
    )

    name: str
    kind: Kind
    number: int
    arity: int | None
    sort: Any
    takes: Sequence[Any]
    at: Any
    of: Symbol | None
    place: tuple[int, int]
    body: Any
    gone: str
    apart: bool

    def __new__(cls, name: str, kind: Kind, number: int, at: Any = None) -> Symbol:
        """A symbol of a name; what is not given is set later."""
        self = super().__new__(cls, written_symbol(name))
        self.name, self.kind, self.number, self.at = name, kind, number, at
        self.arity = self.sort = self.of = self.body = None
        self.gone, self.apart = "", False
        self.place, self.takes = (0, 0), ()
        return self


def written_symbol(name: str) -> str:
    """The text of the symbol of a name; some solvers allow backslashes, which the standard does not."""
    return f"|{name}|" if "\\" in name or "|" in name else quote_symbol(name)


BINDERS = frozenset({"forall", "exists", "lambda", "choice", "set.comprehension"})
_WITHOUT_SYMBOLS = words(
    """
    set-info set-option set-logic get-info get-option echo push pop check-sat exit reset reset-assertions
    get-model get-proof get-assertions get-assignment get-unsat-core get-unsat-assumptions
    get-objectives get-difficulty get-learned-literals labels help
    """
)
_OF_ONE_TERM = frozenset({"assert", "minimize", "maximize", "assert-soft", "simplify", "eval", "get-qe"})
_OF_TERMS = frozenset({"get-value", "check-sat-assuming", "block-model-values"})

_Undo: TypeAlias = "list[tuple[dict[str, Symbol], str, Symbol | None]]"
_Task: TypeAlias = "tuple[Callable[..., None], Any, Any, Any]"


class Resolver:
    """The symbols of a script, command by command.

    A subclass sees more by overriding the methods that begin with ``on_``, if its `watching` is true.

    Attributes:
        symbols: all symbols so far, in the order in which the script brings them.
    """

    watching = False

    def __init__(self, *, labels: bool = True) -> None:
        """Begin a script; without `labels`, which is faster, nothing in it may be ``:named``."""
        self.symbols: list[Symbol] = []
        self._labels = labels
        self._terms: dict[str, Symbol] = {}
        self._sorts: dict[str, Symbol] = {}
        self._levels: list[tuple[_Undo, list[Symbol]]] = [([], [])]
        self._global = False
        self._depth = 0
        self._declarations: dict[str, Callable[[list[Any]], None]] = {
            "declare-const": self._declare_const,
            "define-const": self._define_const,
            "declare-fun": self._declare_fun,
            "define-fun": self._define_fun,
            "define-fun-rec": self._define_fun,
            "define-funs-rec": self._define_funs,
            "declare-sort": self._declare_sort,
            "declare-sort-parameter": self._declare_sort,
            "define-sort": self._define_sort,
            "declare-datatype": self._datatype,
            "declare-codatatype": self._datatype,
            "declare-datatypes": self._datatypes,
            "declare-codatatypes": self._datatypes,
        }
        self._special: dict[str, Callable[..., None]] = {
            "let": self._let,
            "match": self._match,
            "!": self._annotated,
            "as": self._qualified,
            "_": self._indexed,
            **dict.fromkeys(BINDERS, self._binder),
        }

    # What a subclass may want to see.

    def on_use(self, item: Any, symbol: Symbol, arguments: int | None) -> None:
        """An atom in a term or sort is a symbol, applied to so many arguments (``None``: not known)."""

    def on_free(self, item: Any, text: str, arguments: int | None) -> None:
        """An atom in a term is no symbol of the script: a literal, or a word of a theory."""

    def on_free_sort(self, item: Any, text: str) -> None:
        """An atom in a sort is no symbol of the script."""

    def on_bind(self, symbols: Sequence[Symbol], binder: str) -> None:
        """A binder (its word, or ``define``) makes variables known."""

    def on_unbind(self, symbols: Sequence[Symbol], binder: str) -> None:
        """The scope of a binder ends."""

    def on_declare(self, symbol: Symbol, hidden: Symbol | None) -> None:
        """A command or a label makes a symbol known; perhaps there is one of that name and kind."""

    # Commands.

    def command(self, command: Part) -> Part:
        """Return a command with symbols for the atoms that name something of the script."""
        items = _items(command)
        parts = list(items)
        head = _text(items[0]) if items else ""
        if head in self._declarations:
            self._declarations[head](parts)
        elif head in _OF_ONE_TERM:
            if len(parts) > 1:
                parts[1] = self._resolved(self._term, parts[1])
        elif head in _OF_TERMS:
            if len(parts) > 1 and (terms := _items(parts[1])):
                parts[1] = _made(parts[1], [self._resolved(self._term, term) for term in terms])
        elif head in _WITHOUT_SYMBOLS:
            self._level(head, items)
        else:
            self._keep(items)
        made: Part = _made(command, parts)
        return made

    def term(self, term: Part) -> Part:
        """Return a term with symbols, in the scope of all that is declared now."""
        resolved: Part = self._resolved(self._term, term)
        return resolved

    def known(self, name: str) -> Symbol | None:
        """The symbol that a name means in a term, outside of all binders; ``None`` if it is not declared."""
        symbol = self._terms.get(f"|{name}|")
        return None if symbol is None or symbol.gone else symbol

    def _level(self, head: str, items: Sequence[Any]) -> None:
        if head == "set-option" and len(items) == 3 and _text(items[1]) == ":global-declarations":
            self._global = _text(items[2]) == "true"
        elif head == "push":
            self._levels += [([], []) for _ in range(_count(items))]
        elif head == "pop":
            for _ in range(min(_count(items), len(self._levels) - 1)):
                self._end_level(head)
        elif head == "reset" or (head == "reset-assertions" and not self._global):
            while self._levels:
                self._end_level(head)
            self._levels = [([], [])]
            self._global = self._global and head != "reset"
        elif head == "reset-assertions":
            del self._levels[1:]

    def _end_level(self, command: str) -> None:
        """Forget what the last level has declared; where nothing is in its place, it is known as gone."""
        hidden, declared = self._levels.pop()
        if self._global and self._levels:
            below = self._levels[-1]
            below[0].extend(hidden)
            below[1].extend(declared)
            return
        for symbol in declared:
            symbol.gone = command
        for table, key, before in reversed(hidden):
            if before is not None and not before.gone:
                table[key] = before

    def _keep(self, items: Iterable[Any]) -> None:
        """A command that is not known here: what it mentions keeps its name."""
        stack = list(items)
        while stack:
            item = stack.pop()
            text = _text(item)
            for table in (self._terms, self._sorts):
                if text and text in table:
                    table[text].apart = True
                    if self.watching:
                        self.on_use(item, table[text], None)
            stack += _items(item)

    def _new(self, item: Any, kind: Kind, *, arity: int | None = None, sort: Any = None) -> Symbol | None:
        """A new symbol, named by an atom; ``None`` if that is none."""
        name = symbol_name(_text(item))
        return None if name is None else self._named(name, kind, item, arity=arity, sort=sort)

    def _named(self, name: str, kind: Kind, at: Any, *, arity: int | None = None, sort: Any = None) -> Symbol:
        symbol = Symbol(name, kind, len(self.symbols), at)
        symbol.arity, symbol.sort = arity, sort
        self.symbols.append(symbol)
        return symbol

    def _declare(self, symbol: Symbol | None, *, sort: bool = False) -> None:
        """Make a symbol known from here on, in the level of now."""
        if symbol is None:
            return
        table = self._sorts if sort else self._terms
        hidden = table.get(f"|{symbol.name}|")
        symbol.apart = symbol.apart or (not sort and is_function(symbol.name))
        undo, declared = self._levels[0 if self._global else -1]
        declared.append(symbol)
        undo += _bind(table, symbol)
        if self.watching:
            self.on_declare(symbol, hidden)

    def _declare_const(self, parts: list[Any]) -> None:
        if len(parts) > 2:
            parts[2] = self.sort(parts[2])
            symbol = self._new(parts[1], "function", arity=0, sort=parts[2])
            self._declare(symbol)
            parts[1] = _leaf(parts[1], symbol)

    def _define_const(self, parts: list[Any]) -> None:
        if len(parts) > 3:
            body = parts[3] = self._resolved(self._term, parts[3])
            self._declare_const(parts)
            _set_body(parts[1], body)

    def _declare_fun(self, parts: list[Any]) -> None:
        if len(parts) > 3:
            sorts = _items(parts[2])
            parts[2] = _made(parts[2], [self.sort(sort) for sort in sorts])
            parts[3] = self.sort(parts[3])
            symbol = self._new(parts[1], "function", arity=len(sorts), sort=parts[3])
            _set_takes(symbol, _items(parts[2]))
            self._declare(symbol)
            parts[1] = _leaf(parts[1], symbol)

    def _define_fun(self, parts: list[Any]) -> None:
        if len(parts) < 5:
            return
        recursive = _text(parts[0]) != "define-fun"
        parts[3] = self.sort(parts[3])
        parameters, parts[2] = self._variables(parts[2])
        symbol = self._new(parts[1], "function", arity=len(_items(parts[2])), sort=parts[3])
        _set_takes(symbol, [parameter.sort for parameter in parameters])
        if recursive:
            self._declare(symbol)
        parts[4] = self._within(parameters, parts[4])
        if not recursive:
            self._declare(symbol)
            if symbol is not None and not symbol.arity:
                symbol.body = parts[4]
        parts[1] = _leaf(parts[1], symbol)

    def _define_funs(self, parts: list[Any]) -> None:
        if len(parts) < 3:
            return
        signatures, scopes = [], []
        for signature in _items(parts[1]):
            pieces = list(_items(signature))
            parameters: list[Symbol] = []
            if len(pieces) == 3:
                pieces[2] = self.sort(pieces[2])
                parameters, pieces[1] = self._variables(pieces[1])
                symbol = self._new(pieces[0], "function", arity=len(_items(pieces[1])), sort=pieces[2])
                self._declare(symbol)
                pieces[0] = _leaf(pieces[0], symbol)
            signatures.append(_made(signature, pieces))
            scopes.append(parameters)
        parts[1] = _made(parts[1], signatures)
        bodies = list(_items(parts[2]))
        for at, body in enumerate(bodies):
            bodies[at] = self._within(scopes[at] if at < len(scopes) else [], body)
        parts[2] = _made(parts[2], bodies)

    def _declare_sort(self, parts: list[Any]) -> None:
        if len(parts) > 1:
            symbol = self._new(parts[1], "sort", arity=_number(parts[2]) if len(parts) > 2 else 0)
            self._declare(symbol, sort=True)
            parts[1] = _leaf(parts[1], symbol)

    def _define_sort(self, parts: list[Any]) -> None:
        if len(parts) > 3:
            parameters, parts[2] = self._parameters(parts[2])
            symbol = self._new(parts[1], "sort", arity=len(parameters))
            undo = self._with(parameters)
            parts[3] = self.sort(parts[3])
            _restore(undo)
            self._declare(symbol, sort=True)
            parts[1] = _leaf(parts[1], symbol)
            _set_body(parts[1], parts[3])

    def _datatype(self, parts: list[Any]) -> None:
        if len(parts) > 2:
            symbol = self._new(parts[1], "sort", arity=_parameters_of(parts[2]))
            self._declare(symbol, sort=True)
            parts[1] = _leaf(parts[1], symbol)
            parts[2] = self._constructors(parts[2])

    def _datatypes(self, parts: list[Any]) -> None:
        if len(parts) < 3:
            return
        heads = list(_items(parts[1]))
        bodies = list(_items(parts[2]))
        if heads and all(_items(head) for head in heads):
            for at, head in enumerate(heads):
                pieces = list(_items(head))
                symbol = self._new(pieces[0], "sort", arity=_number(pieces[-1]))
                self._declare(symbol, sort=True)
                heads[at] = _made(head, [_leaf(pieces[0], symbol), *pieces[1:]])
            parts[1] = _made(parts[1], heads)
            parts[2] = _made(parts[2], [self._constructors(body) for body in bodies])
            return
        # Z3 still takes what came before 2.6: (declare-datatypes (T) ((List nil (cons (hd T) (tl List)))))
        parameters, parts[1] = self._parameters(parts[1])
        names: list[Any] = []
        for body in bodies:
            pieces = list(_items(body)) or [body]
            symbol = self._new(pieces[0], "sort", arity=None)
            self._declare(symbol, sort=True)
            names.append(_leaf(pieces[0], symbol))
        undo = self._with(parameters)
        for at, body in enumerate(bodies):
            rest = [self._constructor(each) for each in _items(body)[1:]]
            bodies[at] = _made(body, [names[at], *rest]) if _items(body) else names[at]
        _restore(undo)
        parts[2] = _made(parts[2], bodies)

    def _constructors(self, body: Any) -> Any:
        """The constructors of a datatype, perhaps as ``(par (T) (…))``."""
        outer, undo = [], list[_Undo]()
        while len(items := _items(body)) == 3 and _text(items[0]) == "par":
            parameters, named = self._parameters(items[1])
            undo.append(self._with(parameters))
            outer.append((body, items[0], named))
            body = items[2]
        made = _made(body, [self._constructor(item) for item in items])
        while outer:
            _restore(undo.pop())
            whole, par, named = outer.pop()
            made = _made(whole, [par, named, made])
        return made

    def _constructor(self, item: Any) -> Any:
        """A constructor, ``(cons (hd T) (tl List))``, or ``nil`` alone, with its selectors and tester."""
        pieces = list(_items(item)) or [item]
        symbol = self._new(pieces[0], "constructor", arity=len(pieces) - 1)
        self._declare(symbol)
        if symbol is not None and f"|is-{symbol.name}|" not in self._terms:
            tester = self._named(f"is-{symbol.name}", "tester", pieces[0], arity=1, sort="Bool")
            tester.of = symbol
            self._declare(tester)
        pieces[0] = _leaf(pieces[0], symbol)
        for at, selector in enumerate(pieces[1:], 1):
            fields = list(_items(selector))
            if len(fields) == 2:
                fields[1] = self.sort(fields[1])
                named = self._new(fields[0], "selector", arity=1, sort=fields[1])
                self._declare(named)
                pieces[at] = _made(selector, [_leaf(fields[0], named), fields[1]])
        return _made(item, pieces) if _items(item) else pieces[0]

    # Variables.

    def _variables(self, pairs: Any) -> tuple[list[Symbol], Any]:
        """The variables of ``((x Int) …)``, and these pairs with symbols."""
        symbols, made = [], []
        for pair in _items(pairs):
            pieces = list(_items(pair))
            if len(pieces) == 2:
                pieces[1] = self.sort(pieces[1])
                symbol = self._new(pieces[0], "variable", arity=0, sort=pieces[1])
                if symbol is not None:
                    symbols.append(symbol)
                pieces[0] = _leaf(pieces[0], symbol)
            made.append(_made(pair, pieces) if pieces else pair)
        return symbols, _made(pairs, made)

    def _parameters(self, names: Any) -> tuple[list[Symbol], Any]:
        symbols, made = [], []
        for place, name in enumerate(_items(names)):
            symbol = self._new(name, "parameter", arity=0)
            if symbol is not None:
                symbol.place = (0, place)
                symbols.append(symbol)
            made.append(_leaf(name, symbol))
        return symbols, _made(names, made)

    def _with(self, parameters: Sequence[Symbol]) -> _Undo:
        """Make parameters of sorts known; returns how to undo that."""
        return [each for symbol in parameters for each in _bind(self._sorts, symbol)]

    def _within(self, variables: Sequence[Symbol], body: Any) -> Any:
        """The body of a definition, in which variables are bound."""
        undo = self._bound(variables, "define")
        result = self._resolved(self._term, body)
        self._unbind((undo, variables), "define", None, [])
        return result

    def _bound(self, symbols: Sequence[Symbol], binder: str) -> _Undo:
        undo = [each for symbol in symbols for each in _bind(self._terms, symbol)]
        for place, symbol in enumerate(symbols):
            symbol.place = (self._depth, place)
        self._depth += 1
        if self.watching:
            self.on_bind(symbols, binder)
        return undo

    def _unbind(self, scope: Any, binder: Any, _: Any, __: list[_Task]) -> None:
        undo, symbols = scope
        _restore(undo)
        self._depth -= 1
        if self.watching:
            self.on_unbind(symbols, binder)

    # Terms and sorts: each step fills one place of a list and may leave further tasks, the last one first.

    def _resolved(self, step: Callable[..., None], item: Any) -> Any:
        into = [item]
        tasks: list[_Task] = [(step, item, into, 0)]
        while tasks:
            step, item, parts, at = tasks.pop()
            step(item, parts, at, tasks)
        return into[0]

    def _term(self, item: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        content = item if item.__class__ is tuple or item.__class__ is str else item.content
        if content.__class__ is str:
            into[at] = self._atom(item, content, 0)
            return
        if not content:
            return
        head = content[0]
        if head.__class__ is not tuple:
            head = _text(head)
            if head in self._special and head not in self._terms:
                self._special[head](item, content, into, at, tasks)
                return
        if content is not item or self.watching or self._labels:  # one after the other, as they stand
            parts = list(content)
            tasks.append((self._close, item, parts, (into, at)))
            tasks += [(self._term, parts[place], parts, place) for place in range(len(parts) - 1, 0, -1)]
            tasks.append((self._head, content[0], parts, len(parts) - 1))
            return
        get = self._terms.get
        parts = [get(part, part) if part.__class__ is str else part for part in content]
        if parts[0].__class__ is Symbol and len(parts) > 1:
            _applied(parts[0])
        lists = [place for place, part in enumerate(parts) if part.__class__ is tuple]
        if not lists:
            into[at] = tuple(parts)
            return
        tasks.append((self._close, item, parts, (into, at)))
        lists.reverse()
        tasks += [(self._term, parts[place], parts, place) for place in lists]

    def _head(self, item: Any, parts: list[Any], arguments: int, tasks: list[_Task]) -> None:
        content = _content(item)
        if content.__class__ is str:
            parts[0] = self._atom(item, content, arguments)
        else:
            self._term(item, parts, 0, tasks)

    def _close(self, item: Any, parts: list[Any], where: Any, __: list[_Task]) -> None:
        into, at = where
        into[at] = _made(item, parts)

    def _atom(self, item: Any, text: str, arguments: int | None) -> Any:
        symbol = self._terms.get(text)
        if symbol is None:
            if self.watching:
                self.on_free(item, text, arguments)
            return item
        if arguments:
            _applied(symbol)
        if self.watching:
            self.on_use(item, symbol, arguments)
        return _leaf(item, symbol)

    def _let(self, item: Any, items: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        if len(items) != 3:
            return
        parts, pairs = list(items), [list(_items(pair)) for pair in _items(items[1])]
        scope: tuple[_Undo, list[Symbol]] = ([], [])

        def bind(_: Any, __: Any, ___: Any, ____: list[_Task]) -> None:
            made = []
            for written, pair in zip(_items(items[1]), pairs, strict=True):
                symbol = self._new(pair[0], "variable") if len(pair) == 2 else None
                if symbol is not None:
                    symbol.body = pair[1]
                    scope[1].append(symbol)
                    pair[0] = _leaf(pair[0], symbol)
                made.append(_made(written, pair) if pair else written)
            parts[1] = _made(items[1], made)
            scope[0].extend(self._bound(scope[1], "let"))

        tasks += (
            (self._close, item, parts, (into, at)),
            (self._unbind, scope, "let", None),
            (self._term, items[2], parts, 2),
            (bind, None, None, None),
        )
        tasks += [(self._term, pair[1], pair, 1) for pair in reversed(pairs) if len(pair) == 2]

    def _binder(self, item: Any, items: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        if len(items) < 3:
            return
        parts, binder = list(items), _text(items[0])
        symbols, parts[1] = self._variables(items[1])
        undo = self._bound(symbols, binder)
        tasks += (
            (self._close, item, parts, (into, at)),
            (self._unbind, (undo, symbols), binder, None),
            *((self._term, parts[place], parts, place) for place in range(len(parts) - 1, 1, -1)),
        )

    def _match(self, item: Any, items: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        if len(items) != 3:
            return
        parts = list(items)
        cases = [list(_items(case)) or [case] for case in _items(items[2])]

        def end(_: Any, __: Any, ___: Any, ____: list[_Task]) -> None:
            written = _items(items[2])
            made = [_made(case, pieces) for case, pieces in zip(written, cases, strict=True) if _items(case)]
            parts[2] = _made(items[2], made)
            into[at] = _made(item, parts)

        tasks.append((end, None, None, None))
        tasks += [(self._case, None, case, None) for case in reversed(cases) if len(case) == 2]
        tasks.append((self._term, items[1], parts, 1))

    def _case(self, _: Any, pieces: list[Any], __: Any, tasks: list[_Task]) -> None:
        """One case of a ``match``: a constructor with variables, or a variable for all that is left."""
        pattern = list(_items(pieces[0])) or [pieces[0]]
        constructor = self._terms.get(_text(pattern[0]))
        symbols: list[Symbol] = []
        first = 0
        if len(pattern) > 1 or (constructor is not None and constructor.kind == "constructor"):
            first = 1
            if _text(pattern[0]):
                pattern[0] = self._atom(pattern[0], _text(pattern[0]), None)
        for place in range(first, len(pattern)):
            if _text(pattern[place]) != "_":
                symbol = self._new(pattern[place], "variable", arity=0)
                if symbol is not None:
                    symbols.append(symbol)
                pattern[place] = _leaf(pattern[place], symbol)
        pieces[0] = _made(pieces[0], pattern) if _items(pieces[0]) else pattern[0]
        undo = self._bound(symbols, "match")
        tasks += ((self._unbind, (undo, symbols), "match", None), (self._term, pieces[1], pieces, 1))

    def _annotated(self, item: Any, items: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        """``(! term :named a :pattern (…))``: a label is known once its term is read."""
        if len(items) < 2:
            return
        parts = list(items)
        tasks.append((self._close, item, parts, (into, at)))
        for place in range(len(items) - 1, 2, -1):
            key = _text(items[place - 1])
            if key == ":named":
                tasks.append((self._label, items[place], parts, place))
            elif key == ":pattern":
                tasks.append((self._patterns, items[place], parts, place))
            elif key == ":no-pattern":
                tasks.append((self._term, items[place], parts, place))
        tasks.append((self._term, items[1], parts, 1))

    def _label(self, item: Any, parts: list[Any], at: int, __: list[_Task]) -> None:
        symbol = self._new(item, "label", arity=0)
        self._declare(symbol)
        if symbol is not None:
            symbol.body = parts[1]
        parts[at] = _leaf(item, symbol)

    def _patterns(self, item: Any, parts: list[Any], at: int, tasks: list[_Task]) -> None:
        terms = list(_items(item))
        tasks.append((self._close, item, terms, (parts, at)))
        tasks += [(self._term, terms[place], terms, place) for place in range(len(terms) - 1, -1, -1)]

    def _qualified(self, item: Any, items: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        """``(as f S)``; ``(as const (Array I E))`` is the theory's, whatever else is called so."""
        if len(items) != 3:
            return
        parts = list(items)
        parts[2] = self.sort(items[2])
        if text := _text(items[1]):
            parts[1] = self._atom(items[1], text, None)
            into[at] = _made(item, parts)
        else:
            tasks += ((self._close, item, parts, (into, at)), (self._term, items[1], parts, 1))

    def _indexed(self, item: Any, items: Any, into: list[Any], at: int, __: list[_Task]) -> None:
        """``(_ is c)``, ``(_ map (f (Int) Int))``: an index may be a function of the script."""
        parts = list(items)
        for place in range(2, len(items)):
            index = items[place]
            pieces = list(_items(index)) or [index]
            symbol = self._terms.get(_text(pieces[0]))
            if symbol is not None and symbol.kind != "variable":
                pieces[0] = _leaf(pieces[0], symbol)
                if self.watching:
                    self.on_use(index, symbol, None)
            if _items(index):
                pieces[1:] = [self.sort(piece) for piece in pieces[1:]]
                parts[place] = _made(index, pieces)
            else:
                parts[place] = pieces[0]
        if self.watching and len(items) > 1:
            self.on_free(item, _text(items[1]), None)
        into[at] = _made(item, parts)

    def sort(self, item: Part) -> Part:
        """A sort with symbols."""
        content = _content(item)
        made: Part = (
            self._sort_symbol(item, content, 0)
            if content.__class__ is str
            else self._resolved(self._sort_steps, item)
        )
        return made

    def _sort_steps(self, item: Any, into: list[Any], at: int, tasks: list[_Task]) -> None:
        content = _content(item)
        if content.__class__ is str:
            into[at] = self._sort_symbol(item, content, 0)
            return
        if not content:
            return
        parts = list(content)
        head = _text(content[0])
        if head == "_":
            if self.watching and len(content) > 1:
                self.on_free_sort(item, _text(content[1]))
            return
        tasks.append((self._close, item, parts, (into, at)))
        first = 0
        if head:
            parts[0] = self._sort_symbol(content[0], head, len(content) - 1)
            first = 1
        tasks += [
            (self._sort_steps, parts[place], parts, place) for place in range(len(parts) - 1, first - 1, -1)
        ]

    def _sort_symbol(self, item: Any, text: str, arguments: int) -> Any:
        symbol = self._sorts.get(text)
        if symbol is None:
            if self.watching:
                self.on_free_sort(item, text)
            return item
        if self.watching:
            self.on_use(item, symbol, arguments)
        return _leaf(item, symbol)


class _Free(Resolver):
    """The constants of a term that no command declares."""

    watching = True

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def on_free(self, item: Any, text: str, arguments: int | None) -> None:
        """Note a name that stands for itself."""
        name = symbol_name(text or _text(item))
        if arguments == 0 and name is not None and name not in ("true", "false"):
            self.names.add(name)


def free_symbols(term: Sexpr) -> set[str]:
    """Return the symbols in a term that may be constants: no operators, literals or bound variables."""
    free = _Free()
    free.term(term)
    return free.names


def names_of(command: Part) -> list[str]:
    """Return the symbols that a command declares or defines, without bars; none if it has no name.

    Those of a datatype are its sort, its constructors and their selectors.
    """
    items = _items(command)
    head = _text(items[0]) if items else ""
    if not head.startswith(("declare-", "define-")) or len(items) < 2:
        return []
    name = symbol_name(_text(items[1])) if _text(items[1]) else None
    if name is not None and head not in ("declare-datatype", "declare-codatatype"):
        return [name]
    resolver = Resolver()
    resolver.command(command)
    return [each.name for each in resolver.symbols if each.kind not in ("variable", "parameter", "tester")]


# An item is an s-expression or a node; what is done with it here is the same.


def _content(item: Any) -> Any:
    return item.content if item.__class__ is Node else item


def _text(item: Any) -> str:
    """The text of an atom; empty for a list."""
    content = item.content if item.__class__ is Node else item
    return content if isinstance(content, str) else ""


def _items(item: Any) -> tuple[Any, ...]:
    """The members of a list; none for an atom."""
    content = item.content if item.__class__ is Node else item
    return content if isinstance(content, tuple) else ()


def _made(item: Any, parts: Sequence[Any]) -> Any:
    """A list like another, of other parts; an atom stays what it is."""
    if item.__class__ is tuple:
        return tuple(parts)
    if item.__class__ is not Node or item.content.__class__ is not tuple:
        return item
    return Node(tuple(parts), item.line, item.column)


def _leaf(item: Any, symbol: Symbol | None) -> Any:
    """An atom like another that is a symbol."""
    if symbol is None:
        return item
    return Node(symbol, item.line, item.column) if item.__class__ is Node else symbol


def _set_takes(symbol: Symbol | None, sorts: Sequence[Any]) -> None:
    if symbol is not None:
        symbol.takes = sorts


def _set_body(leaf: Any, body: Any) -> None:
    if isinstance(symbol := _content(leaf), Symbol):
        symbol.body = body


def _applied(symbol: Symbol) -> None:
    """A variable stands where a function does: solvers differ in whether it hides one of a theory there."""
    if symbol.kind == "variable" and is_function(symbol.name):
        symbol.apart = True


def _bind(table: dict[str, Symbol], symbol: Symbol) -> _Undo:
    """Put a symbol into a table under both ways to write it; returns how to undo that."""
    name = symbol.name
    undo: _Undo = [(table, f"|{name}|", table.get(f"|{name}|"))]
    table[f"|{name}|"] = symbol
    if not name.startswith("|") and is_symbol(name):
        undo.append((table, name, table.get(name)))
        table[name] = symbol
    return undo


def _restore(undo: _Undo) -> None:
    for table, key, before in reversed(undo):
        if before is None:
            table.pop(key, None)
        else:
            table[key] = before


def _count(items: Sequence[Any]) -> int:
    """The levels of a ``push`` or ``pop``: one if none are given."""
    return 1 if len(items) < 2 else _number(items[1]) or 0


def _number(item: Any) -> int | None:
    text = _text(item)
    return int(text) if text.isdecimal() and len(text) < 7 else None


def _parameters_of(body: Any) -> int:
    items = _items(body)
    return len(_items(items[1])) if len(items) == 3 and _text(items[0]) == "par" else 0

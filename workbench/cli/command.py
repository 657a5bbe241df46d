"""A command is a class: docstring and attributes are help and options, and `run` does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import GenericAlias

from fillomino.errors import InputError, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, TypeVar, overload

    from workbench.texts.rows import Row

    T = TypeVar("T")

    class _Typed(Generic[T]):
        """Declares a value of some type."""
else:

    class _Typed:
        """Takes the type of a value, which is for type checkers: `typing` is a tenth of a short run."""

        __class_getitem__ = classmethod(GenericAlias)


class UsageError(InputError):
    """A command line that is not as its help says."""

    code = "usage"

    def __init__(self, command: str, message: str, *, code: str | None = None) -> None:
        super().__init__(f"{message} (see `fillomino {command}{' ' * bool(command)}--help`)", code=code)


class Declared(_Typed["T"]):
    """An option or argument of a command, declared in its class; an instance has the value of one call there.

    Args:
        names: of the option, as written: ``-e``; without a long one, that of the attribute is added. None for
            an argument.
        metavar: the name of its value in help; empty for a flag.
        help: a sentence or two.
        kind: makes a value of a word; raises `ValueError`, which says why it is none.
        default: its value if it is left out, or the word that stands for it; or a function of these.
        shown: the default of an option whose command must know if it is left out, for its help.
        least: the smallest number that it takes, for its help.
        repeated: whether it may stand more than once; then its value is a tuple.
        required: whether an argument must be given.
        finish: makes the value of a repeated one of that tuple.
    """

    def __init__(
        self,
        names: Sequence[str] | None,
        metavar: str,
        help: str,
        kind: Callable[[str], Any] = str,
        *,
        default: object = None,
        shown: Callable[[], str] | None = None,
        least: int | None = None,
        repeated: bool = False,
        required: bool = False,
        finish: Callable[[tuple[str, ...]], Any] | None = None,
    ) -> None:
        self.names, self.metavar, self.help, self.kind = names, metavar, help, kind
        self.default, self.least, self.repeated, self.required = default, least, repeated, required
        self.shown, self.finish = shown, finish

    if TYPE_CHECKING:

        @overload
        def __get__(self, command: None, kind: type[Command]) -> Declared[T]: ...
        @overload
        def __get__(self, command: Command, kind: type[Command]) -> T: ...
        def __get__(self, command: Command | None, kind: type[Command]) -> Declared[T] | T:
            """The declaration of a class; of an instance the value, which `Command` sets."""

    def flags(self, attribute: str) -> list[str]:
        """Return the names of an option on the command line, the long one last; none for an argument."""
        if self.names is None:
            return []
        short = [name for name in self.names if not name.startswith("--")]
        long = [name for name in self.names if name.startswith("--")]
        return [*short, *(long or [f"--{attribute.replace('_', '-')}"])]

    def read(self, word: str | None, command: str, name: str) -> Any:
        """Return the value that a word stands for; ``None`` is no word, which stands for a flag alone.

        Raises:
            UsageError: if it stands for none; says so of an option or argument of this name.
        """
        if bool(self.metavar) == (word is None):
            why = "expected one argument" if word is None else f"ignored explicit argument {word!r}"
            raise UsageError(command, f"{name}: {why}")
        if word is None:
            return True
        try:
            return self.kind(word)
        except InputError:
            raise
        except ValueError as error:
            raise UsageError(command, f"{name}: {error}") from None

    def value(self, attribute: str, given: Mapping[str, Any]) -> Any:
        """Return the value of the attribute, from what is given by attribute."""
        default = self.default() if callable(self.default) else self.default
        if self.repeated:
            values = tuple(given.get(attribute, default or ()))
            return values if self.finish is None else self.finish(values)
        if attribute in given:
            return given[attribute]
        return self.kind(default) if isinstance(default, str) else default


class Added(Declared["Any"]):
    """An option that a laboratory adds to a command of others; that command says what it asks of it.

    Attributes:
        attribute: the name by which the laboratory adds it: that of the option, with underscores.
    """

    attribute = ""


HELP = Declared[bool](("-h",), "", "Show this message and exit.")
"""The option that every command has."""


def parsed(
    command: str,
    declared: Mapping[str, Declared[Any]],
    words: Sequence[str],
    more: Callable[[Sequence[str]], Mapping[str, Declared[Any]]] | None = None,
) -> dict[str, Any] | None:
    """Read the words of a command line; ``None`` if they ask for help.

    Args:
        command: its name.
        declared: options and arguments by attribute.
        words: those after the name.
        more: further options, from the flags that are none of those; asked only where there are such.

    Returns:
        What is given, by attribute.

    Raises:
        UsageError: if the words are not what the command takes.
    """
    options = {name: one for name, one in declared.items() if one.names is not None}
    end = words.index("--") if "--" in words else len(words)
    given, left = _options(command, {"help": HELP, **options}, words[:end])
    if given.pop("help", False):
        return None
    unknown = [word.partition("=")[0] for word in left if word.startswith("-") and word != "-"]
    if unknown:
        if more is not None and (added := more(unknown)):
            return parsed(command, {**declared, **added}, words)
        known = [flag for name, option in options.items() for flag in option.flags(name)]
        if unknown[0] == "--game":
            why = "knows Fillomino alone" if "--as" in known else "needs none"
            raise UsageError(command, f"there is no option --game here: {command} {why}")
        raise UsageError(command, f"unknown option {unknown[0]}{similar(unknown[0], known)}")
    return given | _arguments(command, declared, [*left, *words[end + 1 :]])


def _options(
    command: str, options: Mapping[str, Declared[Any]], words: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the values of options by attribute, and the words that are neither options nor values."""
    named = {flag: (name, option) for name, option in options.items() for flag in option.flags(name)}
    found, left = told_apart(words, {flag: bool(option.metavar) for flag, (_, option) in named.items()})
    given: dict[str, Any] = {}
    for flag, word in found:
        name, option = named[flag]
        value = option.read(word, command, option.flags(name)[-1])
        if option.repeated:
            given.setdefault(name, []).append(value)
        else:
            given[name] = value
    return given, left


def told_apart(
    words: Sequence[str], takes: Mapping[str, bool]
) -> tuple[list[tuple[str, str | None]], list[str]]:
    """Return the options of a command line, each with its value, and the other words, as `argparse` would.

    That takes a sixth of a short run to import and to build its parser. A value is the next word, or follows
    "=", or, after one letter, follows at once (``-ecuts``). Flags of one letter may stand together (``-ab``),
    and no name is abbreviated. The next word is no value if it begins with "-", unless it is "-", a number,
    or has a space and names no option.

    Args:
        words: of the command line, without "--" and what follows.
        takes: whether an option takes a value, by each of its names.

    Returns:
        The names of options with their values, in their order: ``None`` where there is none, though it takes
        one; of a flag the value that is written by mistake. And the words that are neither, in their order.
    """
    found: list[tuple[str, str | None]] = []
    left: list[str] = []
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        flag, value = _option(word, takes)
        if flag is None:
            left.append(word)
            continue
        while value and not takes[flag] and flag[1] != "-" and f"-{value[0]}" in takes:
            found.append((flag, None))
            flag, value = f"-{value[0]}", value[1:] or None
        if value is None and takes[flag] and rest and _is_value(rest[-1], takes):
            value = rest.pop()
        found.append((flag, value))
    return found, left


def _option(word: str, takes: Mapping[str, bool]) -> tuple[str | None, str | None]:
    """Return the option that a word names, and the value within that word; ``None`` for none."""
    if word in takes:
        return word, None
    name, equals, value = word.partition("=")
    if equals and name in takes:
        return name, value
    if word[:2] in takes:
        return word[:2], word[2:]
    return None, None


def _is_value(word: str, takes: Mapping[str, bool]) -> bool:
    """Return whether a word after an option is its value."""
    if not word.startswith("-") or word == "-":
        return True
    whole, _, decimals = word[1:].rpartition(".")
    number = decimals.isdecimal() and (not whole or whole.isdecimal())
    return _option(word, takes)[0] is None and (number or " " in word)


def _arguments(command: str, declared: Mapping[str, Declared[Any]], words: list[str]) -> dict[str, Any]:
    """Return the values of arguments, in their order; one that takes several is the last."""
    given: dict[str, Any] = {}
    for name, argument in declared.items():
        if argument.names is not None:
            continue
        count = len(words) if argument.repeated else 1
        taken, words = words[:count], words[count:]
        if taken:
            values = [argument.read(word, command, argument.metavar) for word in taken]
            given[name] = values if argument.repeated else values[0]
        elif argument.required:
            raise UsageError(command, f"{argument.metavar} is missing")
    if words:
        raise UsageError(command, f"one argument too many, {words[0]!r}")
    return given


def similar(word: str, known: Sequence[str]) -> str:
    """Return a question after those of some words that resemble one; nothing if none does."""
    from difflib import get_close_matches

    close = get_close_matches(word, known)
    return f"; did you mean {listed(close, 'or')}?" if close else ""


class Command:
    """Base of commands; an instance has the values of one call.

    Args:
        given: what stands on the command line, by attribute.
        options: those that laboratories add, by attribute.

    Attributes:
        added: the options of laboratories that are given, with their values.
    """

    def __init__(self, given: Mapping[str, Any], options: Mapping[str, Added] | None = None) -> None:
        self._given, self._options = given, options or {}
        self.added = [
            (option, option.value(name, given)) for name, option in self._options.items() if name in given
        ]
        for name, declared in self.declared().items():
            setattr(self, name, declared.value(name, given))

    @classmethod
    def declared(cls) -> dict[str, Declared[Any]]:
        """Return the options and arguments that a command declares, by attribute, in their order."""
        return {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}

    def run(self) -> int:
        """Do the work; return the exit code."""
        raise NotImplementedError

    def given(self, *names: str) -> list[str]:
        """Return those of some options and arguments that are given, as help writes them: ``--solver``."""
        declared = {**self.declared(), **self._options}.items()
        return [
            (option.flags(name) or [option.metavar])[-1]
            for name, option in declared
            if name in names and name in self._given
        ]

    def refuse(
        self, names: Iterable[str], why: str, code: str = "option-conflict", source: str | None = None
    ) -> None:
        """Refuse options that would do nothing; in the sentence, {} stands for those that are given.

        Raises:
            InputError: if any is given.
        """
        if given := self.given(*names):
            raise InputError(why.format(", ".join(given)), source=source, code=code)


def print_row(row: Row) -> None:
    """Print a line of JSON."""
    print(row.to_line())


def unread_line(name: str, message: str, code: str) -> str:
    """Return the line of JSON of a puzzle that could not be read, or that the method refuses."""
    from workbench.texts.rows import UnreadRow

    return UnreadRow(puzzle=name, error=message, code=code).to_line()

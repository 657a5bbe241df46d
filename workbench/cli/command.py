"""A command is a class: docstring and attributes are help and options, and `run` does the work."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import GenericAlias

from fillomino.errors import InputError, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, NoReturn, TypeVar, overload

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

    def __init__(self, command: str, message: str) -> None:
        super().__init__(f"{message} (see `fillomino {command}{' ' * bool(command)}--help`)")


class Declared(_Typed["T"]):
    """An option or argument of a command, declared in its class; an instance has the value of one call there.

    Args:
        names: of the option, as written: ``-e``; without a long one, that of the attribute is added. None for
            an argument.
        metavar: the name of its value in help; empty for a flag.
        help: a sentence or two.
        kind: makes a value of a word; raises `ArgumentTypeError`.
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

    def add_to(self, parser: ArgumentParser, attribute: str) -> None:
        """Add the option to a parser, which leaves out those that are not given."""
        how: dict[str, Any] = {"action": "store_true"}
        if self.metavar:
            how = {"action": "append" if self.repeated else "store", "type": self.kind, "metavar": "VALUE"}
        parser.add_argument(*self.flags(attribute), dest=attribute, default=SUPPRESS, **how)

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


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(self.prog, message)


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
    parser = _Parser(
        command,
        usage="",
        formatter_class=partial(HelpFormatter, width=80),  # unasked, it imports shutil to know the width
        add_help=False,
        allow_abbrev=False,
        exit_on_error=False,
    )
    parser.add_argument("-h", "--help", action="store_true")
    options = {name: one for name, one in declared.items() if one.names is not None}
    for name, option in options.items():
        option.add_to(parser, name)
    end = words.index("--") if "--" in words else len(words)
    try:
        namespace, left = parser.parse_known_args(words[:end])
    except ArgumentError as error:
        flag = (error.argument_name or "").rpartition("/")[2]
        raise UsageError(command, f"{flag}: {error.message}") from None
    given = vars(namespace)
    if given.pop("help"):
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


def _arguments(command: str, declared: Mapping[str, Declared[Any]], words: list[str]) -> dict[str, Any]:
    """Return the values of arguments, in their order; one that takes several is the last."""
    given: dict[str, Any] = {}
    for name, argument in declared.items():
        if argument.names is not None:
            continue
        count = len(words) if argument.repeated else 1
        taken, words = words[:count], words[count:]
        if taken:
            values = list(map(argument.kind, taken))
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

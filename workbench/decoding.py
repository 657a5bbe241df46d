"""The decoding of what a solver printed: the filling with its forest, or the core of an unsat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from drivers.transcript import Transcript, transcript_of
from encoder.annotations import is_clauses, is_script, notes_of
from encoder.cells import key_of
from encoder.encoding import Encoding
from encoder.errors import DecodeError, EncodingError
from encoder.script import Decoded, Forest
from encoder.symbols import symbol
from encoder.text_encoding import Text, text_of
from fillomino.puzzle import Puzzle
from smtlib.errors import SexprError
from smtlib.scramble import restored
from smtlib.sexpr import write

if TYPE_CHECKING:
    from smtlib.literals import Value

_FOREST = "nesrRc"
_SHOWN = 4
_ASK = "the solver must be asked for them, as in files of `fillomino encode --ask numbers`"


@dataclass(frozen=True, slots=True)
class CoreAssertion:
    """An assertion of a core.

    Attributes:
        name: the name by which the solver knows it.
        family: the name of its family.
        title: the title of that; empty if it is not known.
        line: its line in the file; 0 without a file.
        cells: the cells it is about.
        term: its term, in the names of the original.
    """

    name: str
    family: str
    title: str
    line: int
    cells: tuple[int, ...]
    term: str


@dataclass(frozen=True, slots=True)
class OfText:
    """A script of one puzzle, which was answered."""

    text: Text

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.text.puzzle

    @property
    def unique(self) -> bool:
        """Return whether it asks for another solution than one that it blocks."""
        return self.text.notes.asks == "unique"

    @property
    def advice(self) -> str:
        """Return what to do where a solver printed no values."""
        if "(get-value" in self.text.content or "(get-model" in self.text.content:
            return "the file asks for some: was the output cut off?"
        return _ASK

    def read(self, printed: str) -> Transcript:
        """Take what was printed apart, in the names of the original."""
        names = self.text.notes.names
        return _transcript(restored(printed, names) if names else printed)

    def decode(self, read: Transcript, *, lax: bool) -> Decoded:
        """Decode values.

        Args:
            read: what was printed.
            lax: whether Booleans may be missing, which are then taken for false.

        Raises:
            DecodeError: if values are missing, or of symbols that the script does not declare.
        """
        text, values, names = self.text, dict(read.values), self.text.notes.names
        asked = [key_of(restored(term, names)) for term in text.cells.values]
        if len(read.ordered) == len(asked):  # some solvers print other terms than they were asked for
            ordered = zip(asked, read.ordered, strict=True)
            values |= {term: its for term, its in ordered if term.startswith("(")}
        sorts = {names.get(name, name): sort for name, sort in text.file.sorts.items()}
        known = {names.get(name, name) for name in text.file.names}
        foreign = [name for name in values if symbol(name) and name not in known and not read.whole]
        if foreign:
            message = f"the answer has a value for {foreign[0]!r}, which {text.name} does not declare"
            raise DecodeError(f"{message}; was it given to the solver?")
        missing = [term for term in asked if term not in values]
        numbers = [term for term in missing if sorts.get(term) != "Bool"]
        if numbers or (missing and not (lax or read.whole)):
            raise DecodeError(f"the answer is partial: it has no value for {_listed(numbers or missing)}")
        values |= dict.fromkeys(missing, False)
        return Decoded(text.decode(values).filling, self._forest(values, sorts))

    def _forest(self, values: Mapping[str, Value], sorts: Mapping[str, str]) -> Forest | None:
        """The forest, where the encoding has one and the answer all of its symbols."""
        encoding = known_encoding(self.text.notes.encoding)
        kinds = {name: its.kind for name in sorts if (its := symbol(name)) and its.kind in "esr"}
        if encoding is None or encoding.forest is None or not kinds.keys() <= values.keys():
            return None
        return encoding.forest(self.puzzle, values) if "e" in kinds.values() else None

    def core(self, names: Sequence[str]) -> tuple[CoreAssertion, ...]:
        """Return the assertions of these names, in the order of the text.

        Raises:
            DecodeError: for a name that no assertion has.
        """
        text = self.text
        old = text.notes.names
        named = {old.get(each.name, each.name): each for each in text.file.assertions if each.name}
        _check_names(names, named, text.name)
        found = []
        for name in filter(set(names).__contains__, named):
            each = named[name]
            family, term = text.family(each), restored(write(each.term), old)
            found.append(CoreAssertion(name, family.name, family.title, each.line, text.about(each), term))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class OfPuzzle:
    """A puzzle in an encoding, of which a script was answered that is not at hand.

    Attributes:
        puzzle: the puzzle.
        encoding: its encoding.
        unique: no.
        advice: see `OfText`.
    """

    puzzle: Puzzle
    encoding: Encoding
    unique: bool = False
    advice: str = _ASK

    def read(self, printed: str) -> Transcript:
        """See `OfText`."""
        return _transcript(printed)

    def decode(self, read: Transcript, *, lax: bool) -> Decoded:
        """See `OfText`."""
        values: Mapping[str, Value] = read.values
        if read.whole:
            asked = set(self.encoding.script(self.puzzle).values)
            values = {name: its for name, its in values.items() if name in asked or _of_forest(name)}
        decoded = self.encoding.decode(self.puzzle, values)
        if f"n_{self.puzzle.board.labels[0]}" not in values and not (lax or read.whole):
            self._check_whole(values)
        return decoded

    def _check_whole(self, values: Mapping[str, Value]) -> None:
        """Refuse Booleans of numbers of which some are missing, whatever was deduced before.

        Raises:
            DecodeError: if they are those of no script of the encoding.
        """
        from fillomino.deduction.engine import Level, deduce

        missing: list[str] = []
        for level in Level:
            asked = self.encoding.script(self.puzzle, None, deduce(self.puzzle, level)).values
            if values.keys() == set(asked):
                return
            missing = missing or [name for name in asked if name not in values]
        advice = "--no-verdict takes Booleans without a value for false"
        raise DecodeError(f"the answer is partial: it has no value for {_listed(missing)}; {advice}")

    def core(self, names: Sequence[str]) -> tuple[CoreAssertion, ...]:
        """See `OfText`; the names are those of the flavour core."""
        from smtlib.render import named

        script = self.encoding.script(self.puzzle)
        titles = {family.name: family.title for family in script.families}
        known = named(script)
        _check_names(names, known, f"the flavour core of {self.encoding.name}")
        return tuple(
            CoreAssertion(name, its.family, titles.get(its.family, ""), 0, its.about, its.term)
            for name in filter(set(names).__contains__, known)
            for its in [known[name]]
        )


@dataclass(frozen=True, slots=True)
class OfClauses:
    """Clauses of a puzzle, which a SAT solver answered.

    Attributes:
        cnf: their text.
        puzzle: the puzzle.
        encoding: its encoding.
        unique: true if they ask for another solution.
        advice: none, as SAT solvers print values unasked.
    """

    cnf: str
    puzzle: Puzzle
    encoding: Encoding
    unique: bool
    advice: str = ""

    def read(self, printed: str) -> Transcript:
        """Take what a SAT solver printed apart.

        Raises:
            DecodeError: if it is no answer.
        """
        from drivers.answer import Failure, Sat, Unsat
        from drivers.dimacs import read_answer

        match read_answer(printed, self.cnf):
            case Failure(text=text):
                raise DecodeError(text)
            case Sat(values=values):
                return Transcript("sat", dict(values))
            case Unsat():
                return Transcript("unsat")
            case _:
                return Transcript("unknown")

    def decode(self, read: Transcript, *, lax: bool) -> Decoded:  # noqa: ARG002 -- clauses have all values
        """See `OfText`."""
        block = {name: its for name, its in read.values.items() if (of := symbol(name)) and of.kind in "nb"}
        return self.encoding.decode(self.puzzle, block)

    def core(self, names: Sequence[str]) -> tuple[CoreAssertion, ...]:
        """SAT solvers print none."""
        raise DecodeError(f"clauses have no core, but the answer has {names[0]!r}")


Answered: TypeAlias = OfText | OfPuzzle | OfClauses


def of_script(content: str, name: str) -> OfText | OfClauses:
    """Return what a script or clauses ask.

    Raises:
        InputError: if no comment holds the puzzle, and for what `text_of` refuses.
    """
    if not is_clauses(content):
        return OfText(text_of(content, name))
    from encoder.encodings.table import find

    notes = notes_of(content, name)
    encoding = known_encoding(notes.encoding) or find("forest-bool")
    return OfClauses(content, notes.needed(), encoding, notes.asks == "unique")


def script_given(given: str) -> tuple[str, str] | None:
    """Return text and name of a script or clauses, given as text or by a file; ``None`` for anything else.

    Raises:
        InputError: for a file that can't be read, or is none.
    """
    if "\n" in given:
        return (given, "<text>") if is_script(given) else None
    from workbench.inputs import script_in, source_of

    source = source_of(given)
    content = script_in(source)
    return None if content is None else (content, source.name)


def known_encoding(name: str | None) -> Encoding | None:
    """Return the encoding of a name, also of one with families left out; ``None`` for any other name."""
    from encoder.encodings.table import find

    for mark in ("-without-", "-only-"):
        name = name and name.split(mark)[0]
    try:
        return find(name) if name else None
    except EncodingError:
        return None


def _transcript(printed: str) -> Transcript:
    try:
        return transcript_of(printed)
    except SexprError as error:
        raise DecodeError(str(error)) from error


def _of_forest(name: str) -> bool:
    its = symbol(name)
    return its is not None and its.kind in _FOREST and (its.kind == "e") == (its.rest is not None)


def _check_names(names: Sequence[str], known: Mapping[str, object], where: str) -> None:
    strange = [name for name in names if name not in known]
    if strange:
        raise DecodeError(f"the core has {strange[0]!r}, but {where} names no assertion so")


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more

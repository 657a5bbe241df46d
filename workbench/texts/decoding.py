"""The decoding of what a solver printed: the filling with its forest, or the core of an unsat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from drivers.answer import Answer, Failure, Sat, Unsat
from drivers.dimacs import asked_in, read_answer
from drivers.transcript import Transcript, answer_of, transcript_of
from encoder.annotations import is_clauses, notes_of, puzzle_in
from encoder.encoding import Encoding
from encoder.encodings.registry import find
from encoder.errors import DecodeError, EncodingError
from encoder.forests import Forest, ForestTerms, forest_of
from encoder.puzzle_script import Decoded, PuzzleScript, cells_of, decode, key_of
from encoder.reader import named_cells, read_script
from encoder.select import whole_name
from encoder.symbols import symbol
from fillomino.deduction.levels import Level
from fillomino.errors import InputError
from fillomino.instance import Instance
from smtlib.errors import SexprError
from smtlib.evaluate import evaluate
from smtlib.renaming import restored
from smtlib.render import named
from smtlib.scopes import shown_check
from smtlib.script import Assertion, Declaration, Family
from smtlib.text import Text
from workbench.fillomino.deduced import candidates_of
from workbench.methods.encodings import find_one_shot, name_for
from workbench.texts.inputs import AS_WRITTEN, Reading, Source, open_one, script_in

ENCODING = "forest-tight"
"""The encoding of a puzzle whose script is not at hand, if none is named."""

_SHOWN = 4
_ASK = "the solver must be asked for them, as in files of `fillomino encode --ask numbers`"


class CoreAssertion(NamedTuple):
    """An assertion of a core.

    Attributes:
        name: the name by which the solver knows it.
        assertion: the assertion, in the names of the original.
        family: its family; without a title if that is not known.
        line: its line in the file; 0 without a file.
    """

    name: str
    assertion: Assertion
    family: Family
    line: int


def _forest_terms(encoding: Encoding | None, script: PuzzleScript) -> ForestTerms | None:
    """How a model holds a forest, by the encoding, or by that which the script names."""
    try:
        return (encoding or find(whole_name(script.encoding))).forest
    except (EncodingError, InputError):  # of a program, or of a file whose encoding is not known here
        return None


class Reply(NamedTuple):
    """What a solver printed: its parts, and the answer that they make."""

    transcript: Transcript
    answer: Answer


class Answered(NamedTuple):
    """A script that a solver answered.

    Attributes:
        script: the script; without deduction, where only the puzzle is known.
        encoding: the encoding, where only the puzzle is known: there may have been deduction.
    """

    script: PuzzleScript
    encoding: Encoding | None = None

    @property
    def puzzle(self) -> Instance:
        """The puzzle."""
        return self.script.puzzle

    @property
    def unique(self) -> bool:
        """Return whether it asks for another solution than one that it blocks."""
        return self.script.asks == "unique"

    @property
    def _clauses(self) -> Text | None:
        """The text, if it is clauses that a SAT solver answered."""
        source = self.script.source
        return source if source is not None and is_clauses(source) else None

    @property
    def _original(self) -> Mapping[str, str]:
        """The original name of each symbol of a scrambled text."""
        return self.script.source.names if self.script.source is not None else {}

    def read(self, printed: str, *, needs_verdict: bool = True) -> Reply:
        """Read what a solver printed.

        Args:
            printed: the text.
            needs_verdict: whether values are a model only after ``sat``, without an error beside them.

        Raises:
            DecodeError: if it is not an answer.
        """
        clauses = self._clauses
        try:
            transcript = transcript_of(printed) if clauses is None else self._read_clauses(printed, clauses)
        except SexprError as error:
            raise DecodeError(str(error)) from error
        answer = answer_of(transcript, needs_verdict=needs_verdict)
        if not isinstance(answer, Failure):
            return Reply(transcript, answer)
        advice = ""
        if transcript.verdict == "sat" and not transcript.values:
            text = self.script.source or ""
            if "(get-value" in text or "(get-model" in text:
                advice = "; the file asks for some: was the output cut off?"
            elif clauses is None:
                advice = f"; {_ASK}"
        raise DecodeError(f"{answer.text}{advice}")

    def _read_clauses(self, printed: str, clauses: Text) -> Transcript:
        """Take what a SAT solver printed apart; terms of cells get the values that those of symbols give."""
        match read_answer(printed, clauses):
            case Failure(text=text):
                raise DecodeError(text)
            case Sat(values=values):
                model = {name: value is True for name, value in values.items()}
                terms = (term for term in cells_of(self.script).values if key_of(term) not in model)
                return Transcript(
                    "sat", {**model, **{key_of(term): evaluate(term, model) is True for term in terms}}
                )
            case Unsat():
                return Transcript("unsat")
            case _:
                return Transcript("unknown")

    def decode(self, reply: Reply, *, lax: bool = False) -> Decoded:
        """Decode the model of a reply; if `lax`, Booleans may be missing, and are then taken for false.

        Raises:
            DecodeError: if there is no model, or values are missing, or of symbols that the script does not
                declare.
        """
        if not isinstance(reply.answer, Sat):
            raise DecodeError(f"the answer is {type(reply.answer).__name__.lower()}, without a model")
        given = reply.transcript
        return self.decode_values(given.values, ordered=given.ordered, whole=given.whole, lax=lax)

    def decode_values(
        self,
        given: Mapping[str, object],
        *,
        ordered: Sequence[object] = (),
        whole: bool = False,
        lax: bool = False,
    ) -> Decoded:
        """Decode values by symbol, or by the text of another term.

        Args:
            given: the values.
            ordered: the same in the order in which they were printed.
            whole: whether they are a whole model, in which solvers leave out what may be anything.
            lax: see `decode`.

        Raises:
            DecodeError: see `decode`.
        """
        script, old = self._script_of(given), self._original
        new = {original: name for name, original in old.items()}  # values may come by either names
        values = {name if name in old else restored(name, new): value for name, value in given.items()}
        asked = [key_of(term) for term in cells_of(script).values]
        if len(ordered) == len(asked):  # some solvers print other terms than they were asked for
            pairs = zip(asked, ordered, strict=True)
            values |= {term: value for term, value in pairs if term.startswith("(")}
        if not whole and self._clauses is None:
            self._check_declared(script, values)
        sorts = zip(script.names, script.declarations, strict=True)
        booleans = {name for name, (_, sort) in sorts if sort == "Bool"}
        missing = [term for term in asked if term not in values]
        numbers = [term for term in missing if term not in booleans]
        if numbers or (missing and not (lax or whole)):
            advice = "" if numbers else "; --no-verdict takes Booleans without a value for false"
            names = _listed(numbers or missing)
            raise DecodeError(f"the answer is partial: it has no value for {names}{advice}")
        values |= dict.fromkeys(missing, False)
        return decode(script, values)

    def forest(self, decoded: Decoded) -> Forest | None:
        """The forest in a decoded model; ``None`` if the encoding has none, or values lack a part of it."""
        script, values = decoded.script, decoded.values
        if script is None or len(values) <= self.puzzle.places.size:
            return None  # usually the numbers alone were asked for
        terms = _forest_terms(self.encoding, script)
        if terms is None:
            return None
        old = self._original
        return forest_of(terms, script, {old.get(key, key): values[key] for key in values})

    def _script_of(self, values: Mapping[str, object]) -> PuzzleScript:
        """The script that values are of: where the file is not known, with as much deduction as they tell."""
        if self.encoding is None or _holds_all(self.script, values):
            return self.script
        for level in Level:
            script = self.encoding.script(self.puzzle, None, candidates_of(self.puzzle, level))
            if _holds_all(script, values):
                return script
        return self.script

    def _check_declared(self, script: PuzzleScript, values: Mapping[str, object]) -> None:
        old, labels = self._original, set(self.puzzle.places.labels)
        symbols = {name: known for name in values if (known := symbol(old.get(name, name)))}
        if script.source is not None:
            where, declared = script.source.name, script.declared
            foreign = [name for name in symbols if name not in declared]
        else:  # of another version, or an encoding with another number of constants
            where = f"the script of {script.encoding}"
            numbers = {name: known for name, known in symbols.items() if known.kind in "nb"}
            foreign = [name for name, known in numbers.items() if known.label not in labels]
        if foreign:
            message = f"the answer has a value for {foreign[0]!r}, which {where} does not declare"
            raise DecodeError(f"{message}; was it given to the solver?")

    def core(self, names: Sequence[str]) -> tuple[CoreAssertion, ...]:
        """Return the assertions of these names, in the order of the text; without one, of the flavour core.

        Raises:
            DecodeError: for a name that no assertion has.
        """
        if self._clauses is not None:
            raise DecodeError(f"clauses have no core, but the answer has {names[0]!r}")
        script, old = self.script, self._original
        if script.source is None:
            where = f"the flavour core of {script.encoding}"
            known = {name: (0, assertion) for name, assertion in named(script).items()}
        else:
            where = script.source.name
            pairs = zip(shown_check(script.source).assertions, script.assertions, strict=True)
            known = {asserted.name: (asserted.line, own) for asserted, own in pairs if asserted.name}
        strange = [name for name in names if name not in known]
        if strange:
            raise DecodeError(f"the core has {strange[0]!r}, but {where} has no assertion of that name")
        families = {family.name: family for family in script.families}
        return tuple(
            CoreAssertion(
                old.get(name, name),
                assertion._replace(term=restored(assertion.term, old)),
                families[assertion.family],
                line,
            )
            for name, (line, assertion) in known.items()
            if name in names
        )


def of_script(text: Text, puzzle: Instance | None = None) -> Answered:
    """Return what a script or clauses ask; the puzzle is for a script that holds none.

    Raises:
        InputError: if no comment holds the puzzle, and for what `read_script` refuses.
    """
    return Answered(_script_of_clauses(text) if is_clauses(text) else read_script(text, puzzle))


def of_puzzle(puzzle: Instance, encoding: str | None = None) -> Answered:
    """Return what a script of a puzzle asks that is not at hand, in the encoding of a name."""
    game = puzzle.game.name
    chosen = find_one_shot(name_for(game, encoding, ENCODING), game=game)
    return Answered(chosen.script(puzzle), chosen)


def answered(source: Source, encoding: str | None = None, reading: Reading = AS_WRITTEN) -> Answered:
    """Return the script that a solver answered: the source itself, or that of its puzzle.

    Args:
        source: a script, clauses or a puzzle.
        encoding: the encoding of a puzzle, by name.
        reading: how to read a puzzle; or the puzzle of a script that holds none.

    Raises:
        InputError: for a source that can't be read.
        EncodingError: for an unknown encoding.
    """
    text = script_in(source)
    if text is not None:
        return of_script(reading.noted(text), reading.bound)
    return of_puzzle(open_one(source, reading).puzzle, encoding)


def _script_of_clauses(text: Text) -> PuzzleScript:
    """Clauses as a script of their Booleans, by whose names its cells are known."""
    notes, puzzle, names = notes_of(text), puzzle_in(text), dict.fromkeys(asked_in(text))
    cells = named_cells(puzzle, notes.cells, names, lambda _: "Bool")
    return PuzzleScript(
        encoding=notes.encoding or text.name,
        logic="QF_UF",
        families=(),
        declarations=tuple(Declaration(name, "Bool") for name in names),
        assertions=(),
        values=cells.values,
        puzzle=puzzle,
        cells=cells,
        asks=notes.asks or "",
        source=text,
    )


def _holds_all(script: PuzzleScript, values: Mapping[str, object]) -> bool:
    return all(key_of(term) in values for term in cells_of(script).values)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more

"""The runs of a comparison, and their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, Protocol

from fillomino.errors import InputError
from fillomino.instance import Filling, Instance
from smtlib.text import Text
from workbench.compare.notes import Note
from workbench.compare.row import MUTATIONS, Checks, Subject
from workbench.fillomino import hashes
from workbench.fillomino.hashes import digest
from workbench.foreign.puzzles import FILLOMINO
from workbench.methods.method import Facts, Question, Result
from workbench.methods.protocol import MethodOf
from workbench.methods.script_method import ScriptMethod
from workbench.texts.inputs import Opened
from workbench.texts.script_file import ScriptFile

MOST_MUTANTS = 100_000
"""The most orders, or mutants of a kind."""


class Entry(Protocol):
    """What methods are compared on, by the name that the user gave: a puzzle, or a script as it stands."""

    @property
    def name(self) -> str:
        """The name that the user gave."""

    @property
    def hash(self) -> str:
        """A digest of the content."""

    @property
    def family(self) -> str:
        """The folder it lies in."""

    @property
    def kind(self) -> str:
        """A noun for it, for messages."""

    @property
    def subject(self) -> Any:
        """What methods are given."""

    @property
    def game(self) -> str | None:
        """The game of a puzzle, on one of which methods warm up; ``None`` for a script, which needs none."""

    @property
    def text(self) -> Text | None:
        """The script, which solvers are given as it stands; ``None`` for a puzzle."""

    def to_encode(self) -> Instance:
        """Return the puzzle that methods encode.

        Raises:
            InputError: for a script.
        """

    def facts(self, method: MethodOf[Any], usual: Facts) -> Facts:
        """Return the properties of a method on it, from those of the method.

        Raises:
            SolverNotFoundError: if its solver is not installed.
        """

    def described(self) -> Subject:
        """Return what a row says of it."""

    def checks(self, result: Result) -> Checks:
        """Return what a result says of the checks of a script; nothing for a puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle, which each method encodes.

    Attributes:
        hash: `puzzle_hash`.
        orbit: `orbit_hash`.
        known: digest of the solution that the puzzle's file gives, if it is one.
    """

    name: str
    puzzle: Instance
    hash: str
    family: str
    orbit: str | None = None
    known: str | None = None
    kind: ClassVar[str] = "puzzle"
    text: ClassVar[Text | None] = None

    @property
    def subject(self) -> Instance:
        """See `Entry`."""
        return self.puzzle

    @property
    def game(self) -> str | None:
        """See `Entry`."""
        return self.puzzle.game.name

    def to_encode(self) -> Instance:
        """See `Entry`."""
        return self.puzzle

    def facts(self, _method: MethodOf[Any], usual: Facts) -> Facts:
        """See `Entry`; a method is the same on all puzzles."""
        return usual

    def described(self) -> Subject:
        """See `Entry`."""
        named = self.name, self.hash, self.family
        return Subject(*named, *board_of(self.puzzle), known=self.known, orbit=self.orbit)

    def checks(self, _result: Result) -> Checks:
        """See `Entry`."""
        return Checks()


@dataclass(frozen=True, slots=True)
class ScriptEntry:
    """A script, which each solver is given as it stands.

    Attributes:
        hash: a digest of the text.
    """

    name: str
    script: ScriptFile
    hash: str
    family: str
    kind: ClassVar[str] = "text"
    game: ClassVar[str | None] = None

    @property
    def subject(self) -> ScriptFile:
        """See `Entry`."""
        return self.script

    @property
    def text(self) -> Text | None:
        """See `Entry`."""
        return self.script.text

    def to_encode(self) -> Instance:
        """See `Entry`."""
        raise InputError("a script is run as it stands", source=self.name, code="option-conflict")

    def facts(self, method: MethodOf[Any], usual: Facts) -> Facts:
        """See `Entry`: for a script of this logic."""
        return method.facts(self.script.logic) if isinstance(method, ScriptMethod) else usual

    def described(self) -> Subject:
        """See `Entry`; the size is that of its puzzle, if it holds one."""
        return Subject(self.name, self.hash, self.family, *board_of(self.script.puzzle), file=self.name)

    def checks(self, result: Result) -> Checks:
        """See `Entry`."""
        replies = result.replies
        return Checks(replies.verdicts, tuple(self.script.expected), replies.models)


def board_of(puzzle: Instance | None) -> tuple[str, int, int]:
    """Return the name of a puzzle's board, its cells and those without a clue; of no puzzle nothing."""
    if puzzle is None:
        return "", 0, 0
    cells = puzzle.places.size
    return board_name(puzzle), cells, cells - len(puzzle.fixed)


@dataclass(frozen=True, slots=True)
class Job:
    """One run to do, with all that a worker needs.

    Attributes:
        facts: the properties that the method is expected to have there.
        question: the question, with seed and order.
        place: place of the method on the command line, from 0.
        keep: directory for the evidence of runs, if it is kept.
    """

    key: str
    entry: Entry
    method: MethodOf[Any]
    facts: Facts
    question: Question
    place: int = 0
    keep: Path | None = None


def entries(subjects: Iterable[Opened | ScriptFile]) -> tuple[list[Entry], list[Note]]:
    """Return the puzzles or scripts, each once, and notes: on duplicates, and what solvers are not given."""
    by_hash: dict[str, Entry] = {}
    notes = list[Note]()
    for subject in subjects:
        if isinstance(subject, ScriptFile):
            notes += [Note(note, code="script-as-read") for note in subject.notes]
        entry = _entry(subject)
        same = by_hash.setdefault(entry.hash, entry)
        if same is not entry:
            repeated = f"{entry.name} is the same {entry.kind} as {same.name}, and left out"
            notes.append(Note(repeated, code="named-twice"))
    return list(by_hash.values()), notes


def _entry(subject: Opened | ScriptFile) -> Entry:
    family = "" if "://" in subject.name else Path(subject.name).parent.name
    if isinstance(subject, ScriptFile):
        return ScriptEntry(subject.name, subject, subject.digest, family)
    puzzle, answer = subject.puzzle, subject.answer
    known = None if answer is None or puzzle.violations(answer) else filling_hash(answer)
    return PuzzleEntry(subject.name, puzzle, puzzle_hash(puzzle), family, orbit_hash(puzzle), known)


def board_name(puzzle: Instance) -> str:
    """Return ``10x12`` for the board of a puzzle, or the number of cells where there is no grid."""
    grid = puzzle.places.grid
    return f"{grid.height}x{grid.width}" if grid else f"{puzzle.places.size} cells"


def jobs(
    listed: Sequence[Entry],
    methods: Sequence[tuple[MethodOf[Any], Facts]],
    runs: int,
    question: Question,
    orders: int = 1,
    keep: Path | None = None,
    mutants: Mapping[str, int] | None = None,
) -> list[Job]:
    """Plan a run of every puzzle with every method, seed and order.

    All methods run on one puzzle before the next; each method comes first in turn. ``runs`` is the number of
    seeds, of which 0 is the solver's own. Order 0 is the script as it is; a method without a script has only
    that one. ``mutants`` tells how many mutants of each kind in `row.MUTATIONS` are added.
    """
    planned = []
    placed = [(place, method, facts) for place, (method, facts) in enumerate(methods)]
    variants: list[tuple[int, int, str | None]] = [
        (seed, order, None) for seed, order in product(range(runs), range(orders))
    ]
    for kind, count in (mutants or {}).items():
        numbers = range(1, count + 1)
        variants += [(number, 0, kind) if kind == "seeds" else (0, number, kind) for number in numbers]
    for seed, order, mutation in variants:
        varied = question.replace(seed=seed, scramble=order, mutation=mutation)
        for number, entry in enumerate(listed):
            first = (number + seed + order) % len(placed)
            for place, method, known in (*placed[first:], *placed[:first]):
                facts = entry.facts(method, known)
                if (mutation != "seeds" and order == 0) or (facts.orders if order else facts.solver):
                    run_key = key(entry, method, facts, varied)
                    planned.append(Job(run_key, entry, method, facts, varied, place, keep))
    return planned


def scrambles(text: str) -> tuple[int, dict[str, int]]:
    """Read ``5``, or ``orders:60,names:60,seeds:60``: how many orders, and how many mutants of each kind.

    Raises:
        InputError: for anything else.
    """
    kinds = dict(part.rpartition(":")[::2] for part in text.split(","))
    if all(count.isdecimal() and 1 <= int(count) <= MOST_MUTANTS for count in kinds.values()):
        if kinds == {"": text}:
            return int(text), {}
        if kinds.keys() <= set(MUTATIONS) and len(kinds) == text.count(":"):
            return 1, {kind: int(kinds[kind]) for kind in MUTATIONS if kind in kinds}
    raise InputError(
        f"--scramble {text!r}: write a number of orders, as 5, or of mutants of each kind, as "
        f"{','.join(f'{kind}:60' for kind in MUTATIONS)}; at most {MOST_MUTANTS:,}",
        code="bad-option",
    )


def key(entry: Entry, method: MethodOf[Any], facts: Facts, question: Question) -> str:
    """The key of a run: the same for the same puzzle, method with its facts, and question.

    The facts hold the solver's version and the level of deduction. The script is not part of it: a run of
    another script replaces the one before (`workbench.compare.content`).
    """
    parts: list[object] = [
        entry.hash,
        method.name,
        [facts.encoding, facts.logic, facts.deduce, facts.program, facts.arguments, facts.version],
        question.seed,
        [question.seconds, question.memory_mib, question.unique],
        *([["scramble", question.scramble]] if question.scramble else []),
        *([["mutation", question.mutation]] if question.mutation else []),
    ]
    if question.cpu_seconds is not None or question.runexec:  # keys of older runs know neither
        parts.append([question.cpu_seconds, question.runexec])
    return digest(parts)


def puzzle_hash(puzzle: Instance) -> str:
    """Return a digest of a puzzle: the same wherever it has the same solutions by the same rules."""
    if puzzle.game.name == FILLOMINO:
        return hashes.puzzle_hash(puzzle)
    return digest(puzzle.text())


def orbit_hash(puzzle: Instance) -> str:
    """Return a digest of a puzzle that is the same for its rotations and reflections, as far as we know."""
    return hashes.orbit_hash(puzzle) if puzzle.game.name == FILLOMINO else puzzle_hash(puzzle)


def filling_hash(filling: Filling) -> str:
    """Return a digest of a filling of a given puzzle."""
    return digest(filling)

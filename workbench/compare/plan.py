"""The runs of a comparison, and their order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from pathlib import Path

from fillomino.errors import InputError
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.rules import violations
from workbench.compare.row import MUTATIONS
from workbench.methods.method import Facts, Method
from workbench.methods.question import Question
from workbench.methods.script_method import ScriptMethod
from workbench.texts.inputs import Opened
from workbench.texts.script_file import ScriptFile

MOST_MUTANTS = 100_000
"""The most orders, or mutants of a kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a comparison.

    Attributes:
        name: what the person calls it.
        puzzle: itself.
        hash: see `puzzle_hash`.
        orbit: see `orbit_hash`.
        family: the folder it lies in.
        known: stands for the filling its file gives, if that is a solution.
    """

    name: str
    puzzle: Puzzle
    hash: str
    orbit: str
    family: str
    known: str | None

    @property
    def board(self) -> str:
        """``10x12``, or the number of cells where there is no grid."""
        return board_name(self.puzzle)


@dataclass(frozen=True, slots=True)
class ScriptEntry:
    """A script of a comparison, which is run as it stands.

    Attributes:
        name: what the person calls it.
        script: itself.
        hash: a digest of its text.
        family: the folder it lies in.
    """

    name: str
    script: ScriptFile
    hash: str
    family: str


def board_name(puzzle: Puzzle) -> str:
    """Return ``10x12`` for the board of a puzzle, or the number of cells where there is no grid."""
    grid = puzzle.board.grid
    return f"{grid.height}x{grid.width}" if grid else f"{puzzle.board.size} cells"


@dataclass(frozen=True, slots=True)
class Job:
    """One run to do, with all that a worker needs.

    Attributes:
        key: see `key`.
        entry: the puzzle, or the script.
        method: the method; of a script a `ScriptMethod`.
        facts: the properties that it is expected to have there.
        question: the question, with seed and order.
        place: of the method on the command line, from 0.
        keep: the directory for evidence of runs, if that is kept.
    """

    key: str
    entry: Entry | ScriptEntry
    method: Method | ScriptMethod
    facts: Facts
    question: Question
    place: int = 0
    keep: Path | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of a job that is not about a script."""
        assert isinstance(self.entry, Entry)  # noqa: S101
        return self.entry.puzzle


def entries(opened: Iterable[Opened]) -> tuple[list[Entry], list[str]]:
    """The puzzles, each once, and a note for each that is there again under another name."""
    found: dict[str, Entry] = {}
    notes = []
    for one in opened:
        its_hash = puzzle_hash(one.document.puzzle)
        if its_hash in found:
            notes.append(f"{one.name} is the same puzzle as {found[its_hash].name}, and left out")
            continue
        found[its_hash] = Entry(
            name=one.name,
            puzzle=one.document.puzzle,
            hash=its_hash,
            orbit=orbit_hash(one.document.puzzle),
            family=_family(one.name),
            known=_known(one.document),
        )
    return list(found.values()), notes


def script_entries(files: Iterable[ScriptFile]) -> tuple[list[ScriptEntry], list[str]]:
    """The scripts, each text once, and a note for each that is there again under another name."""
    entries: dict[str, ScriptEntry] = {}
    notes = []
    for file in files:
        digest = file.digest
        if digest in entries:
            notes.append(f"{file.name} is the same text as {entries[digest].name}, and left out")
        else:
            entries[digest] = ScriptEntry(file.name, file, digest, _family(file.name))
    return list(entries.values()), notes


def jobs(
    puzzles: Sequence[Entry | ScriptEntry],
    methods: Sequence[tuple[Method | ScriptMethod, Facts]],
    runs: int,
    question: Question,
    orders: int = 1,
    keep: Path | None = None,
    mutants: Mapping[str, int] | None = None,
) -> list[Job]:
    """Every puzzle with every method, seed and order: all methods on one puzzle before the next, in turn.

    Args:
        puzzles: the puzzles, or the scripts.
        methods: the methods, in the order of the command line.
        runs: how many seeds; 0, the first, is the solver's own.
        question: the question of each run.
        orders: how many orders of each script; 0, the first, is the script as it is. A method that writes
            no script has that one alone.
        keep: the directory for evidence of runs, if any.
        mutants: how many mutants of each kind in `row.MUTATIONS` besides.
    """
    planned = []
    placed = [(place, method, facts) for place, (method, facts) in enumerate(methods)]
    variants: list[tuple[int, int, str | None]] = [
        (seed, order, None) for seed, order in product(range(runs), range(orders))
    ]
    for kind, count in (mutants or {}).items():
        each = range(1, count + 1)
        variants += [(number, 0, kind) if kind == "seeds" else (0, number, kind) for number in each]
    for seed, order, mutation in variants:
        varied = replace(question, seed=seed, scramble=order, mutation=mutation)
        for number, entry in enumerate(puzzles):
            first = (number + seed + order) % len(placed)
            for place, method, of_method in (*placed[first:], *placed[:first]):
                facts = of_method
                if isinstance(method, ScriptMethod) and isinstance(entry, ScriptEntry):
                    facts = method.facts(entry.script.logic)
                if (mutation != "seeds" and order == 0) or (facts.orders if order else facts.solver):
                    run_key = key(entry, method, facts, varied)
                    planned.append(Job(run_key, entry, method, facts, varied, place, keep))
    return planned


def scrambles(text: str) -> tuple[int, dict[str, int]]:
    """Read ``5``, or ``orders:60,names:60,seeds:60``: how many orders, and how many mutants of each kind.

    Raises:
        InputError: for anything else.
    """
    if text.isdecimal() and 1 <= int(text) <= MOST_MUTANTS:
        return int(text), {}
    kinds = dict(part.partition(":")[::2] for part in text.split(","))
    if all(
        kind in MUTATIONS and count.isdecimal() and 1 <= int(count) <= MOST_MUTANTS
        for kind, count in kinds.items()
    ) and len(kinds) == text.count(":"):
        return 1, {kind: int(kinds[kind]) for kind in MUTATIONS if kind in kinds}
    raise InputError(
        f"--scramble {text!r}: write a number of orders, as 5, or of mutants of each kind, as "
        f"{','.join(f'{kind}:60' for kind in MUTATIONS)}; at most {MOST_MUTANTS:,}",
        code="bad-option",
    )


def key(entry: Entry | ScriptEntry, method: Method | ScriptMethod, facts: Facts, question: Question) -> str:
    """The key of a run: the same for the same puzzle, method with its facts, and question.

    The facts hold the solver's version and the level of deduction. The script is no part of it, so that a
    run of another one takes the place of the one before (`workbench.compare.content`).
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
    return _digest(parts)


def puzzle_hash(puzzle: Puzzle) -> str:
    """Return a digest of a puzzle: the same wherever board, clues, walls and further rules are the same."""
    return _renumbered_hash(puzzle, range(puzzle.board.size))


def orbit_hash(puzzle: Puzzle) -> str:
    """Return a digest of a puzzle that is the same for its rotations and reflections, if it is on a grid."""
    grid = puzzle.board.grid
    if grid is None:
        return puzzle_hash(puzzle)
    rows = [list(row) for row in grid.rows()]
    hashes = []
    for _ in range(4):
        rows = [list(row) for row in zip(*reversed(rows), strict=True)]
        for image in (rows, [row[::-1] for row in rows]):
            order = [cell for row in image for cell in row if cell is not None]
            hashes.append(_renumbered_hash(puzzle, order))
    return min(hashes)


def _renumbered_hash(puzzle: Puzzle, order: Sequence[int]) -> str:
    """Return a digest of a puzzle whose cells come in an order."""
    at = {cell: number for number, cell in enumerate(order)}
    neighbours = [sorted(at[near] for near in puzzle.board.neighbours[cell]) for cell in order]
    clues = sorted((at[cell], number) for cell, number in puzzle.clues.items())
    walls = sorted(sorted(at[cell] for cell in wall) for wall in puzzle.walls)
    named = ("board", "clues", "walls", "unknown", "info")  # the last two don't bear on solutions
    rules = {one.name: getattr(puzzle, one.name) for one in fields(puzzle) if one.name not in named}
    return _digest([neighbours, clues, walls, sorted(rules.items())])


def filling_hash(filling: Filling) -> str:
    """Return a digest of a filling of a given puzzle."""
    return _digest(filling)


def _digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _known(document: Document) -> str | None:
    answer = document.answer
    if answer is None or violations(document.puzzle, answer):
        return None
    return filling_hash(answer)


def _family(name: str) -> str:
    return "" if "://" in name else Path(name).parent.name

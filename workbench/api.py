"""The front door for programs: one function for each job. `import fillomino` gives them all.

A puzzle is given as a `Puzzle`, or as commands take it: a path, a URL, an id, or the text of a puzzle in
any format. Results print as grids, show themselves in a notebook, and have typed fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from fillomino.puzzle import Document, Filling, Puzzle
from workbench.answers import Answer, Comparison, Decoding, Deduction, Generated

if TYPE_CHECKING:
    from fillomino.rules import Violation

PuzzleLike: TypeAlias = "Puzzle | str | PathLike[str]"
"""A puzzle, or what stands for one: a path, a URL, an id, or its text."""

FillingLike: TypeAlias = "Filling | Sequence[int] | str"
"""One number for each cell, or a text of them."""


def read(source: PuzzleLike, format: str | None = None) -> Puzzle:  # noqa: A002
    """Read a puzzle.

    Args:
        source: a path, a URL, an id such as ``3x3:4b2e``, the text of a puzzle in any format, or a puzzle.
        format: the name of the format, where recognizing it fails.

    Raises:
        InputError: for what can't be read, with line and column; or holds several puzzles.
    """
    if isinstance(source, Puzzle):
        return source
    text = fspath(source)
    if "\n" in text:
        from fillomino import formats

        return formats.read(text, format=format).puzzle
    from workbench.inputs import puzzle_of

    return puzzle_of(text, format).document.puzzle


def solve(
    puzzle: PuzzleLike,
    encoding: str | None = None,
    solver: str | None = None,
    *,
    by: Literal["smt", "deduction", "backtracking"] = "smt",
    logic: str | None = None,
    deduce: Literal["none", "light", "full", "ahead"] | None = None,
    unique: bool = False,
    limit: int | None = 1,
    timeout: float | None = None,
    memory: int | None = None,
    keep: str | PathLike[str] | None = None,
) -> Answer:
    """Solve a puzzle; every solution is checked by the rules before it is believed.

    Args:
        puzzle: the puzzle.
        encoding: the name of an encoding; by default `cuts`, the fastest.
        solver: the name of a solver; by default Yices.
        by: an encoding and a solver, the rules of deduction alone, or backtracking.
        logic: the SMT-LIB logic, if not the one that suits encoding and solver.
        deduce: how much to deduce before encoding, as ``--deduce``; by default as the command does.
        unique: whether to prove or refute that the solution is the only one.
        limit: how many solutions to look for; ``None`` for all.
        timeout: seconds for all questions to the solver together; ``None`` is no limit.
        memory: MiB for each process of a solver; ``None`` is no limit.
        keep: a directory to leave scripts, answers and shell lines in.

    Raises:
        InputError: for a puzzle that can't be read, or a name that nobody knows.
        EncodingError: if encoding, logic and solver do not go together.
        SolverNotFoundError: if the solver is not installed; the message says how to get it.
    """
    from workbench.methods.keep import Keep
    from workbench.methods.question import EVERY, Question
    from workbench.methods.table import SMT, smt, without_solver

    given = read(puzzle)
    question = Question(
        limit=EVERY if limit is None else limit,
        unique=unique,
        seconds=timeout,
        memory_mib=memory,
        keep=Keep(Path(keep)) if keep is not None else None,
    )
    if by == SMT:
        method = smt(*_pair(encoding, solver), logic=logic, deduce=deduce)
        return Answer(given, method.run(_name(puzzle), given, question))
    return Answer(given, without_solver(by, SMT).run(_name(puzzle), given, question))


def encode(
    puzzle: PuzzleLike,
    encoding: str = "forest",
    *,
    flavour: str = "driver",
    logic: str | None = None,
    deduce: Literal["none", "light", "full", "ahead"] = "none",
) -> str:
    """Write a puzzle as SMT-LIB text.

    Args:
        puzzle: the puzzle.
        encoding: the name of an encoding whose script is complete (`cuts` is none).
        flavour: ``driver``, ``benchmark``, ``core`` or ``commented``, as ``fillomino encode --flavour``.
        logic: the SMT-LIB logic, if not the encoding's own.
        deduce: how much to deduce first.

    Raises:
        EncodingError: for an encoding, logic or flavour that there is not.
    """
    from encoder.encodings.table import find_one_shot
    from fillomino.deduction.engine import deduce as deduced
    from smtlib.render import render
    from workbench.levels import level_of

    given = read(puzzle)
    candidates = deduced(given, level_of(deduce))
    return render(find_one_shot(encoding).script(given, logic, candidates), flavour)


def decode(puzzle: PuzzleLike, answer: str | Mapping[str, object], encoding: str = "forest") -> Decoding:
    """Read a solver's answer to an encoded puzzle back to the grid, and check it by the rules.

    Args:
        puzzle: what was encoded.
        answer: what the solver printed (``sat`` and its values), or values by symbol.
        encoding: the name of the encoding.

    Raises:
        DecodeError: if the answer holds no model, or a model of something else.
    """
    from encoder.encodings.table import find_one_shot
    from fillomino.rules import violations

    given = read(puzzle)
    values = _values(answer) if isinstance(answer, str) else answer
    decoded = find_one_shot(encoding).decode(given, values)
    return Decoding(given, decoded.filling, decoded.forest, violations(given, decoded.filling))


def check(puzzle: PuzzleLike, filling: FillingLike) -> tuple[Violation, ...]:
    """Check a filling by the rules; no violations means that it is a solution.

    Args:
        puzzle: the puzzle.
        filling: one number for each cell in the order of the cells, 0 where it is empty; or a text.

    Raises:
        InputError: for a text that is no filling of this board.
        PuzzleError: if there is not one number for each cell.
    """
    from fillomino import formats
    from fillomino.rules import violations

    given = read(puzzle)
    numbers = formats.read_filling(filling, given.board) if isinstance(filling, str) else tuple(filling)
    return violations(given, numbers)


def count(
    puzzle: PuzzleLike | None = None, *, board: str | None = None, max_region: int | None = None
) -> int:
    """Count the solutions of a puzzle, or the fillings of a bare board, without a solver.

    Args:
        puzzle: the puzzle.
        board: or a board, by its size (``4x4``) or as ``fillomino boards`` lists them (``torus:4x4``).
        max_region: of a bare board: no region is larger.

    Raises:
        InputError: unless one of the two is given; for a rule of the puzzle that counting does not know.
        CountError: if it would take more memory than there is.
    """
    from fillomino.counting.methods import count as counted
    from fillomino.errors import InputError
    from workbench.inputs import board_of
    from workbench.levels import level_of
    from workbench.methods.counting import task_of

    if (puzzle is None) == (board is None):
        raise InputError(
            "count a puzzle or a board: fillomino.count(puzzle), or fillomino.count(board='4x4')"
        )
    if puzzle is not None:
        if max_region is not None:
            raise InputError("max_region is for boards; a puzzle's largest region is part of the puzzle")
        return counted(
            task_of(_name(puzzle), read(puzzle), level_of("full"), "fillomino.solve(…, limit=None)")
        )
    bare = Puzzle(board_of(str(board)), {}, largest_region=max_region)
    return counted(task_of(str(board), bare, None, ""))


def deduce(puzzle: PuzzleLike, *, timeout: float | None = None) -> Deduction:
    """Deduce as a person does, the easiest rule first, and keep every step with its reason.

    Args:
        puzzle: the puzzle.
        timeout: CPU seconds; ``None`` is no limit.
    """
    from fillomino.deduction.reason import reasoner
    from workbench.steps import told

    given = read(puzzle)
    reasoning = reasoner(given)
    steps = tuple(told(reasoning, timeout))
    return Deduction(given, reasoning.candidates(), steps, reasoning.solved, reasoning.finished)


def generate(
    board: str = "10x10",
    *,
    level: int = 5,
    seed: int | str = 0,
    clues: int | None = None,
    kind: Literal["any", "basic", "hidden"] = "any",
    symmetry: Literal["none", "rotate", "mirror"] = "none",
    max_region: int | None = None,
    attempts: int = 100,
) -> Generated | None:
    """Generate a puzzle with exactly one solution, that needs exactly the level of deduction.

    The same arguments make the same puzzle on every machine: that of
    ``fillomino generate --seed SEED`` with these options.

    Args:
        board: its size, or as ``fillomino boards`` lists them.
        level: the hardest rule needed, by its place in ``fillomino deduce --help``.
        seed: where the chance comes from.
        clues: at most so many; ``None`` for no limit.
        kind: whether every region holds a clue (``basic``), some region holds none (``hidden``), or ``any``.
        symmetry: of the pattern of clues.
        max_region: no region is larger.
        attempts: how many solutions to try to make a puzzle of.

    Returns:
        The puzzle with its solution and rating; ``None`` if none of the attempts came to one.
    """
    from workbench.generate.puzzle import make
    from workbench.generate.wish import Wish
    from workbench.inputs import board_of

    wish = Wish(board_of(board), level=level, clues=clues, kind=kind, symmetry=symmetry, largest=max_region)
    made = make(wish, f"{seed}/1", attempts)
    return None if made is None else Generated(made)


def compare(
    puzzles: Iterable[PuzzleLike],
    encodings: Iterable[str] = ("forest-tight",),
    solvers: Iterable[str] = ("z3", "yices"),
    *,
    methods: Iterable[str] = (),
    deduce: Literal["none", "light", "full", "ahead"] = "none",
    unique: bool = False,
    timeout: float | None = 60,
    runs: int = 1,
) -> Comparison:
    """Run every encoding with every solver on every puzzle, each run in a process of its own, and judge all.

    Args:
        puzzles: the puzzles; each counts once.
        encodings: ``ENCODING`` or ``ENCODING:LOGIC``.
        solvers: ``SOLVER``, ``SOLVER ARGUMENTS…`` or ``NAME=SOLVER ARGUMENTS…``.
        methods: also methods that need no solver.
        deduce: how much to deduce before encoding.
        unique: whether to ask for the proof of uniqueness.
        timeout: CPU seconds of the solver for each run; ``None`` is no limit.
        runs: seeds; the first is the solver's own.

    Raises:
        InputError: for a name that nobody knows, or if nothing is left to compare.
        SolverNotFoundError: if a solver is not installed.
    """
    from workbench.compare.choose import methods as chosen
    from workbench.compare.plan import entries, jobs
    from workbench.compare.pool import rows
    from workbench.inputs import Opened
    from workbench.methods.question import Question

    found, notes = chosen(list(solvers), list(encodings), list(methods), deduce)
    opened = (Opened(_name(one, number), Document(read(one)), 0.0) for number, one in enumerate(puzzles, 1))
    listed, twice = entries(opened)
    question = Question(unique=unique).within(timeout)
    planned = jobs(listed, [(one, one.facts()) for one in found], runs, question)
    return Comparison(tuple(rows(planned, 1)), (*notes, *twice))


def _pair(encoding: str | None, solver: str | None) -> tuple[str, str]:
    from drivers.solvers import DEFAULT

    return encoding or "cuts", solver or DEFAULT.name


def _name(puzzle: PuzzleLike | None, number: int = 0) -> str:
    """What to call a puzzle in a result: what was given, or its title."""
    if isinstance(puzzle, Puzzle):
        return puzzle.info.get("title") or (f"puzzle {number}" if number else "puzzle")
    text = "" if puzzle is None else fspath(puzzle)
    return (f"puzzle {number}" if number else "puzzle") if "\n" in text else text


def _values(printed: str) -> Mapping[str, object]:
    from drivers.answer import Sat
    from drivers.transcript import read_transcript
    from encoder.errors import DecodeError

    answer = read_transcript(printed)
    if not isinstance(answer, Sat):
        raise DecodeError(f"the answer holds no model: {answer}")
    return answer.values

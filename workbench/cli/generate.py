"""``fillomino generate``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import TYPE_CHECKING, Literal, TypeAlias

import click

from fillomino import formats
from fillomino.board import Board
from fillomino.deduction.rules import table
from fillomino.errors import InputError
from fillomino.formats import Format
from fillomino.puzzle import Puzzle
from workbench import Exit
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import Jobs, typed_options
from workbench.cli.report import complain
from workbench.generate import hamiltonian, one_in_three
from workbench.generate.many import make_many
from workbench.generate.puzzle import GeneratedPuzzle, Rejection
from workbench.generate.removal import Spec
from workbench.methods.result import shape
from workbench.texts.inputs import board_of, reading
from workbench.texts.outputs import file_word, write_beside

if TYPE_CHECKING:
    from workbench.texts.rows import Row

Kind: TypeAlias = Literal["any", "basic", "hidden"]
Symmetry: TypeAlias = Literal["none", "rotate", "mirror"]


@click.command(cls=Command)
@click.pass_context
@click.option(
    "--board", metavar="SPEC", default="10x10", help="Rows x columns, or a shape such as torus:6x6."
)
@click.option(
    "--level",
    "-l",
    type=int,
    metavar="L",
    help="The hardest rule needed; above the last one: no rule suffices.  [an easy one]",
)
@click.option(
    "--clues", metavar="MAX|N..M", help="The maximal number of clues, or a range, which is quicker."
)
@click.option(
    "--as",
    "rules",
    metavar="RULE…",
    multiple=True,
    help="With commas: basic (every region holds a clue), hidden (some region holds none), max-region=K, "
    "rotate or mirror (a symmetry of the clues).",
)
@click.option("--depth", metavar="N|N..M", help="How many guesses backtracking has to nest.")
@click.option("--seed", type=int, metavar="N", help="The same seed makes the same puzzles.")
@click.option("--count", "-n", type=click.IntRange(min=1), default=1, metavar="N", help="Number of puzzles.")
@click.option(
    "--reduction",
    metavar="R:N",
    help="Instead boards of one-in-three:CLAUSES (the NP-completeness proof) or hamiltonian:FACES.",
)
@click.option(
    "--attempts", type=click.IntRange(min=1), default=200, metavar="N", help="Grids to try for each puzzle."
)
@click.option("--to", metavar="FORMAT", help="The format to write.  [plain, or json for other shapes]")
@click.option(
    "--output",
    "-o",
    type=options.PATH,
    metavar="DIR",
    help="Write one file for each puzzle, and overwrite none.",
)
@options.jobs
@click.option(
    "--solver",
    "-s",
    default=options.FIRST,
    metavar="S",
    help="The solver that proves uniqueness where no rule does.",
)
@options.as_json
def command(
    context: click.Context,
    *,
    board: str,
    level: int | None,
    clues: str | None,
    rules: tuple[str, ...],
    depth: str | None,
    seed: int | None,
    count: int,
    reduction: str | None,
    attempts: int,
    to: str | None,
    output: Path | None,
    jobs: Jobs,
    solver: str,
    as_json: bool,
) -> None:
    """Generate puzzles with exactly one solution, that need exactly the given level of deduction.

    Up to level 8 the rules of `fillomino deduce` prove that the solution is unique; at level 9, which
    is rare and takes long, a solver does. Each puzzle is rated again before it is printed. Ctrl-C
    keeps the finished puzzles. The same seed makes the same puzzles with any --jobs. Boards of a
    --reduction may have any number of solutions: docs/generating.md.

    \b
    Examples:
      fillomino generate --board 8x8 --level 7 --as hidden,rotate --seed 1
      fillomino generate --count 20 --jobs 2 --as max-region=5 --to janko -o puzzles/
      fillomino generate --reduction one-in-three:20 --seed 1 --to url

    The exit code is 3 if all attempts at a puzzle failed.
    """
    number = randbelow(1_000_000) if seed is None else seed
    if reduction is not None:
        takes = {"reduction", "seed", "count", "to", "output", "as_json"}
        if others := typed_options(context, [name for name in context.params if name not in takes]):
            raise InputError(
                f"--reduction makes boards of its own: leave out {', '.join(others)}; it takes --seed, "
                f"--count, --to, -o and --json",
                code="option-conflict",
            )
        _print_reductions(reduction, number, count, to, output, as_json=as_json)
        if seed is None:
            complain(f"--seed {number}")
        return
    level = table.fast_level() if level is None else level
    if not 0 <= level <= table.beyond():
        raise InputError(f"--level is 0 to {table.beyond()}, not {level}", code="unknown-level")
    cells = board_of(board)
    target = _format(cells, to)
    kind, symmetry, max_region = requirements(",".join(rules))
    fewest, most = (None, None) if clues is None else bounds("--clues", clues)
    guesses = None if depth is None else bounds("--depth", depth if ".." in depth else f"{depth}..{depth}")
    spec = Spec(
        cells,
        level=level,
        clues=most,
        fewest=fewest,
        kind=kind,
        symmetry=symmetry,
        depth=None if guesses is None else (guesses[0] or 0, guesses[1]),
        largest=max_region,
        solver=solver,
    )
    _require_solver(solver, installed=level == table.beyond() and jobs.cluster is None)
    done = failed = 0
    rejections: list[Rejection] = []

    def summary() -> None:
        failures = f"; {failed} failed in {attempts} attempts: {reasons(rejections)}" if failed else ""
        complain(f"{done} of {count} puzzles, --seed {number}{failures}")

    try:
        with attempts_shown(count) as tried:
            for made in make_many(
                spec, number, count, attempts, jobs.number, jobs.cluster, tried, rejections.append
            ):
                if made is None:
                    failed += 1
                    continue
                _print(made, target, output, as_json=as_json, first=not done)
                done += 1
    except KeyboardInterrupt:
        summary()
        raise
    if seed is None or failed:
        summary()
    if failed:
        raise click.exceptions.Exit(Exit.NO_ANSWER)


def requirements(words: str) -> tuple[Kind, Symmetry, int | None]:
    """Return the kind of puzzle, the symmetry and the largest region of words as ``hidden,max-region=K``.

    Raises:
        InputError: if it is none of these.
    """
    names = [word.strip() for word in words.split(",")]
    own = ("hidden", "rotate", "mirror")
    format_name, variants = reading(",".join(name for name in names if name not in own))
    if format_name is not None or variants.checkered:
        raise InputError(
            f"--as takes basic, max-region=K, {', '.join(own)}, not {words!r}", code="bad-option"
        )
    for first, second in (("basic", "hidden"), ("rotate", "mirror")):
        if {first, second} <= set(names):
            raise InputError(f"{first} and {second} exclude each other", code="option-conflict")
    kind: Kind = "basic" if variants.basic else "hidden" if "hidden" in names else "any"
    symmetry: Symmetry = "rotate" if "rotate" in names else "mirror" if "mirror" in names else "none"
    return kind, symmetry, variants.largest_region


def bounds(option: str, text: str) -> tuple[int | None, int | None]:
    """Return the least and the most of an option's ``MAX``, ``N..M`` or ``N..``; ``None`` for no bound.

    Raises:
        InputError: if it is none of these.
    """
    low, between, high = text.partition("..")
    if not between:
        low, high = "", text
    if not all(part.isdecimal() and part.isascii() for part in (low, high) if part) or not (low or high):
        raise InputError(f"{option} is a number, or N..M, as in 20..24; not {text!r}", code="bad-option")
    return int(low or 0) if between else None, int(high) if high else None


def reasons(rejections: Sequence[Rejection]) -> str:
    """Return the reasons why attempts failed, the most frequent first."""
    counts = Counter(rejection.reason for rejection in rejections)
    fewest = min((rejection.clues for rejection in rejections), default=0)
    words = ", ".join(f"{reason} in {times}" for reason, times in counts.most_common())
    return f"{words}; the fewest clues were {fewest}"


def _format(board: Board, name: str | None) -> Format:
    """The format to write, which must be able to hold the board.

    Raises:
        InputError: if it can't, or there is no such format.
    """
    empty = Puzzle(board, {})
    if name is not None:
        formats.write(empty, name)
        return formats.find(name)
    try:
        formats.write(empty, "plain")
    except InputError:
        return formats.find("json")
    return formats.find("plain")


@contextmanager
def attempts_shown(count: int) -> Iterator[Callable[[], None]]:
    """Count attempts on a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console

    tries = 0
    with Console(file=sys.stderr).status(f"generating {count}") as status:

        def tried() -> None:
            nonlocal tries
            tries += 1
            status.update(f"generating {count}: {tries} attempts")

        yield tried


def _require_solver(name: str, *, installed: bool) -> None:
    """Refuse an unknown solver, and one that must be installed and is not."""
    from drivers.solver import require
    from drivers.solvers import find

    solver = find(name)
    if installed:
        require(solver)


def _print(made: GeneratedPuzzle, target: Format, output: Path | None, *, as_json: bool, first: bool) -> None:
    """Print a puzzle, or write it to a file."""
    text = formats.write(made.puzzle, target.name)
    row = None
    if as_json:
        from workbench.texts.rows import GenerateRow

        row = GenerateRow(
            puzzle=text,
            level=made.rating.level,
            score=made.rating.score,
            depth=made.rating.depth,
            steps={table.label(rule): steps for rule, steps in made.rating.steps.items()},
            clues=len(made.puzzle.clues),
            seed=made.seed,
            attempts=made.attempts,
            seconds=round(made.seconds, 3),
            filling=shape(made.puzzle.board, made.filling),
        )
    board = made.puzzle.board
    size = f"{board.grid.height}x{board.grid.width}" if board.grid else str(board.size)
    name = f"{file_word(board.spec or size)}-level{made.rating.level}-{made.seed.replace('/', '-')}"
    _write(text, row, name, target, output, first=first)


def _write(
    text: str, row: Row | None, name: str, target: Format, output: Path | None, *, first: bool
) -> None:
    if output is not None:
        write_beside(output, name, target.suffixes[0] if target.suffixes else ".txt", text)
    if row is not None:
        click.echo(row.to_line())
    elif output is None:
        lines = text.rstrip("\n")
        click.echo(lines if first or "\n" not in lines else f"\n{lines}")


def _print_reductions(
    reduction: str, seed: int, count: int, to: str | None, output: Path | None, *, as_json: bool
) -> None:
    """Print boards of random formulas with so many clauses, or of graphs with so many faces.

    Raises:
        InputError: if there is no such reduction.
    """
    least = {"one-in-three": 1, "hamiltonian": 4}
    which, _, number = reduction.partition(":")
    if which not in least or not number.isdecimal() or int(number) < least[which]:
        raise InputError(
            f"--reduction is one-in-three:CLAUSES, or hamiltonian:FACES from 4 on, not {reduction!r}",
            code="bad-option",
        )
    size = int(number)
    for place in range(1, count + 1):
        source = f"{seed}/{place}"
        random = Random(source)  # noqa: S311
        if which == "one-in-three":
            formula = one_in_three.random_formula(size, random)
            puzzle = one_in_three.board_of(formula)
        else:
            graph = hamiltonian.random_faces(size, random)
            puzzle = hamiltonian.board_of(graph)
        target = formats.find(to or ("plain" if puzzle.board.grid else "adjacency"))
        text = formats.write(puzzle, target.name)
        row: Row | None = None
        if as_json:
            from workbench.texts.rows import HamiltonianRow, OneInThreeRow

            clues = len(puzzle.clues)
            if which == "one-in-three":
                row = OneInThreeRow(puzzle=text, formula=formula.clauses, clues=clues, seed=source)
            else:
                edges = hamiltonian.edges_of(graph)
                row = HamiltonianRow(puzzle=text, graph=edges, clues=clues, seed=source)
        _write(text, row, f"{which}{size}-{seed}-{place}", target, output, first=place == 1)

"""``fillomino generate``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drivers.solvers import DEFAULT
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import typed_options
from workbench.cli.report import complain
from workbench.generate.wish import SYMMETRIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from fillomino.board import Board
    from fillomino.formats import Format
    from fillomino.puzzle import Puzzle
    from workbench.generate.puzzle import Made, Miss
    from workbench.rows import GenerateRow, HamiltonianRow, OneInThreeRow


@click.command(cls=Command)
@click.pass_context
@click.option("--size", metavar="HxW", help="Rows and columns; else 10x10.")
@click.option("--board", metavar="SPEC", help="Another shape, such as torus:6x6.")
@click.option(
    "--level",
    "-l",
    type=click.IntRange(min=0, max=beyond()),
    default=table.fast_level(),
    metavar="L",
    help=f"The hardest rule needed; {beyond()}: beyond all.",
)
@click.option("--clues", metavar="MAX|N..M", help="At most so many clues, or from N to M: below.")
@click.option("--basic", is_flag=True, help="Every region holds a clue.")
@click.option("--hidden", is_flag=True, help="Some region holds no clue.")
@click.option("--symmetry", default="none", metavar="|".join(SYMMETRIES), help="Of the places of clues.")
@click.option("--max-region", type=click.IntRange(min=1), metavar="K", help="No region is larger.")
@click.option("--seed", type=int, metavar="N", help="The same seed makes the same puzzles.")
@click.option("--count", "-n", type=click.IntRange(min=1), default=1, metavar="N", help="How many.")
@click.option(
    "--one-in-three",
    type=click.IntRange(min=1),
    metavar="CLAUSES",
    help="A board of the NP-completeness proof instead: below.",
)
@click.option(
    "--hamiltonian",
    type=click.IntRange(min=4),
    metavar="FACES",
    help="A board of a planar cubic graph instead: below.",
)
@click.option(
    "--attempts",
    type=click.IntRange(min=1),
    default=200,
    metavar="N",
    help="How many grids to try for each puzzle.",
)
@click.option(
    "--to",
    metavar="FORMAT",
    help="The format to write, see `convert --help`; else plain, or json for other shapes.",
)
@click.option(
    "--output", "-o", type=options.PATH, metavar="DIR", help="Write a file each; else standard output."
)
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, metavar="J", help="Processes to work with."
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Work on a Dask scheduler's workers; local:N starts N here."
)
@click.option(
    "--solver", "-s", default=DEFAULT.name, metavar="S", help=f"Proves uniqueness at level {beyond()}."
)
@options.as_json
def command(
    context: click.Context,
    *,
    size: str | None,
    board: str | None,
    level: int,
    clues: str | None,
    basic: bool,
    hidden: bool,
    symmetry: str,
    max_region: int | None,
    seed: int | None,
    count: int,
    one_in_three: int | None,
    hamiltonian: int | None,
    attempts: int,
    to: str | None,
    output: Path | None,
    jobs: int,
    cluster: str | None,
    solver: str,
    as_json: bool,
) -> None:
    """Generate puzzles with exactly one solution, that need exactly the wanted level of deduction.

    Up to level {hardest} the rules of `fillomino deduce` prove that the filling is the only one; at level
    {beyond}, which is rare and takes long, a solver does. Each puzzle is rated anew before it is given out.
    Ctrl-C keeps what is done. The same seed makes the same puzzles with any --jobs or --cluster.

    \b
    Examples:
      fillomino generate --size 6x6 --level 2
      fillomino generate --size 8x8 --level 7 --hidden --symmetry rotate --seed 1
      fillomino generate --count 20 --jobs 2 --to url > puzzles.txt
      fillomino generate --count 20 --max-region 5 --to janko -o puzzles/
      fillomino generate --board hexagon:4 --level 3
      fillomino generate --size 8x8 --level 3 --clues 0..24
      fillomino generate --level {beyond} --count 10 --cluster tcp://head:8786
      fillomino generate --one-in-three 20 --seed 1 --to url
      fillomino generate --hamiltonian 12 --seed 1

    --clues MAX turns away what has more clues. --clues N..M is quicker where few are wanted: it tries those
    inside regions first, stops at N, and where a few more than M are left, puts some back and takes others.
    What did not come about is reported with the reasons of its attempts, and the fewest clues of one.

    --one-in-three and --hamiltonian make boards that nothing above is promised of: they may have no
    solution, or several. With --one-in-three their solutions are, one for one, the assignments that make
    one variable of each clause of a random planar formula true; with --hamiltonian the Hamiltonian cycles
    of a random planar cubic graph with so many faces, and the board is a graph, too, written as
    adjacency lists.

    With --json each puzzle gives one line with the keys puzzle (its text in the format), level, score,
    steps, clues, seed, attempts, seconds and filling; with --one-in-three puzzle, formula (the variables of
    each clause, from 0), clues and seed; with --hamiltonian graph (its edges) in place of formula.

    The exit code is 3 if a puzzle did not come about within the attempts.
    """
    from secrets import randbelow

    from fillomino.errors import InputError
    from workbench.generate.many import make_many
    from workbench.generate.wish import Wish
    from workbench.inputs import board_of
    from workbench.methods.result import Exit

    chosen = randbelow(1_000_000) if seed is None else seed
    if one_in_three is not None or hamiltonian is not None:
        option = "--hamiltonian" if one_in_three is None else "--one-in-three"
        its = {option[2:].replace("-", "_"), "seed", "count", "to", "output", "as_json"}
        if others := typed_options(context, [name for name in context.params if name not in its]):
            takes = "it takes --seed, --count, --to, -o and --json"
            raise InputError(f"{option} makes boards of its own: leave out {', '.join(others)}; {takes}")
        _reductions(one_in_three, hamiltonian, chosen, count, to, output, as_json=as_json)
        if seed is None:
            complain(f"--seed {chosen}")
        return
    if size is not None and board is not None:
        raise InputError("--size and --board exclude each other")
    cells = board_of(board or size or "10x10")
    target = _format(cells, to)
    if basic and hidden:
        raise InputError("--basic and --hidden exclude each other")
    fewest, most = clues_wanted(clues)
    wish = Wish(
        cells,
        level=level,
        clues=most,
        fewest=fewest,
        kind="basic" if basic else "hidden" if hidden else "any",
        symmetry=symmetry,  # type: ignore[arg-type]
        largest=max_region,
        solver=solver,
    )
    if jobs > 1 and cluster is not None:
        raise InputError("--jobs and --cluster exclude each other; local:N starts N workers here")
    _check(solver, needed=level == beyond() and cluster is None)
    done = failed = 0
    misses: list[Miss] = []

    def summary() -> None:
        lost = f"; {failed} did not come about in {attempts} attempts: {why(misses)}" if failed else ""
        complain(f"{done} of {count} puzzles, --seed {chosen}{lost}")

    try:
        with attempts_shown(count) as tried:
            for made in make_many(wish, chosen, count, attempts, jobs, cluster, tried, misses.append):
                if made is None:
                    failed += 1
                    continue
                _give_out(made, target, output, as_json=as_json, first=not done)
                done += 1
    except KeyboardInterrupt:
        summary()
        raise
    if seed is None or failed:
        summary()
    if failed:
        raise click.exceptions.Exit(Exit.NO_ANSWER)


command.help = (command.help or "").format(hardest=table.hardest(), beyond=beyond())


def clues_wanted(text: str | None) -> tuple[int | None, int | None]:
    """Return the fewest and the most clues of ``MAX``, ``N..M`` or ``N..``; ``None`` for no bound.

    Raises:
        InputError: if it is none of these.
    """
    from fillomino.errors import InputError

    if text is None:
        return None, None
    low, between, high = text.partition("..")
    if not between:
        low, high = "", text
    if not all(part.isdecimal() and part.isascii() for part in (low, high) if part) or not (low or high):
        raise InputError(f"--clues is a number, or N..M, as in 20..24; not {text!r}")
    return int(low or 0) if between else None, int(high) if high else None


def why(misses: Sequence[Miss]) -> str:
    """The reasons of attempts that came to nothing, the most frequent first."""
    counts = Counter(miss.reason for miss in misses)
    fewest = min((miss.clues for miss in misses), default=0)
    reasons = ", ".join(f"{reason} in {times}" for reason, times in counts.most_common())
    return f"{reasons}; the fewest clues were {fewest}"


def _format(board: Board, name: str | None) -> Format:
    """The format to write, which must be able to hold the board.

    Raises:
        InputError: if it can't, or there is no such format.
    """
    from fillomino import formats
    from fillomino.errors import InputError
    from fillomino.puzzle import Puzzle

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
    import sys

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


def _check(solver: str, *, needed: bool) -> None:
    """Refuse what is no solver, and one that is needed here and not installed."""
    from drivers.solver import require
    from drivers.solvers import find

    found = find(solver)
    if needed:
        require(found)


def _give_out(made: Made, target: Format, output: Path | None, *, as_json: bool, first: bool) -> None:
    from fillomino import formats

    text = formats.write(made.puzzle, target.name)
    name = f"level{made.rating.level}-{made.seed.replace('/', '-')}"
    _write(text, _row(made, text) if as_json else None, name, target, output, first=first)


def _write(
    text: str,
    row: GenerateRow | OneInThreeRow | HamiltonianRow | None,
    name: str,
    target: Format,
    output: Path | None,
    *,
    first: bool,
) -> None:
    from workbench.outputs import write_file

    if output is not None:
        suffix = target.suffixes[0] if target.suffixes else ".txt"
        write_file(output / f"{name}{suffix}", text)
    if row is not None:
        click.echo(json.dumps(row))
    elif output is None:
        lines = text.rstrip("\n")
        click.echo(lines if first or "\n" not in lines else f"\n{lines}")


def _reductions(
    clauses: int | None,
    faces: int | None,
    seed: int,
    count: int,
    to: str | None,
    output: Path | None,
    *,
    as_json: bool,
) -> None:
    """Give out boards of random formulas with so many clauses, or else of graphs with so many faces."""
    from random import Random

    from fillomino import formats
    from workbench.generate import hamiltonian, one_in_three

    def give_out(puzzle: Puzzle, row: OneInThreeRow | HamiltonianRow, name: str) -> None:
        target = formats.find(to or ("plain" if puzzle.board.grid else "adjacency"))
        text = formats.write(puzzle, target.name)
        row["puzzle"], row["clues"] = text, len(puzzle.clues)
        _write(text, row if as_json else None, name, target, output, first=number == 1)

    for number in range(1, count + 1):
        source = f"{seed}/{number}"
        random = Random(source)  # noqa: S311
        if clauses is not None:
            formula = one_in_three.random_formula(clauses, random)
            given: OneInThreeRow = {"puzzle": "", "formula": formula.clauses, "clues": 0, "seed": source}
            give_out(one_in_three.board_of(formula), given, f"one-in-three{clauses}-{seed}-{number}")
        elif faces is not None:
            graph = hamiltonian.random_faces(faces, random)
            edges = hamiltonian.edges_of(graph)
            drawn: HamiltonianRow = {"puzzle": "", "graph": edges, "clues": 0, "seed": source}
            give_out(hamiltonian.board_of(graph), drawn, f"hamiltonian{faces}-{seed}-{number}")


def _row(made: Made, text: str) -> GenerateRow:
    from workbench.methods.result import shape

    return {
        "puzzle": text,
        "level": made.rating.level,
        "score": made.rating.score,
        "steps": {table.label(rule): steps for rule, steps in made.rating.steps.items()},
        "clues": len(made.puzzle.clues),
        "seed": made.seed,
        "attempts": made.attempts,
        "seconds": round(made.seconds, 3),
        "filling": shape(made.puzzle.board, made.filling),
    }

"""``fillomino generate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from secrets import randbelow
from typing import TYPE_CHECKING, Literal, TypeAlias

from drivers.default_solvers import default_name
from drivers.solver import require
from drivers.solvers import find
from fillomino import formats
from fillomino.board import Board
from fillomino.deduction.rules import registry
from fillomino.errors import InputError, counted
from fillomino.formats import Format
from fillomino.puzzle import Puzzle
from labs.generate.removal import Spec
from labs.generate.seeded import GeneratedPuzzle, Rejection, make_many
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import number, optional, path, text, texts
from workbench.cli.output import tell, warn, working
from workbench.methods.method import shape
from workbench.texts.inputs import board_of, reading
from workbench.texts.outputs import file_word, write_beside

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.texts.rows import Row

Kind: TypeAlias = Literal["any", "basic", "hidden"]
Symmetry: TypeAlias = Literal["none", "rotate", "mirror"]


BOARD = "10x10"
"""The board of a puzzle, if none is named."""


class Generate(Command):
    """Generate puzzles with exactly one solution, that need exactly the given level of deduction.

    Up to level 8 the rules of `fillomino deduce` prove that the solution is unique; at level 9, which
    is rare and takes long, a solver does. Each puzzle is rated again before it is printed. Ctrl-C
    keeps the finished puzzles. The same seed makes the same puzzles with any --jobs. More:
    docs/labs/generate/generating.md.

    \b
    Examples:
      fillomino generate 8x8 --level 7 --as hidden,rotate --seed 1
      fillomino generate --count 20 --jobs 2 --as max-region=5 --to janko -o puzzles/

    The exit code is 3 if all attempts at a puzzle failed.
    """

    board = optional("BOARD", f"Rows x columns, or a shape such as torus:6x6.  [{BOARD}]")
    level = number("L", "The hardest rule needed; above the last one: no rule suffices.  [an easy one]", "-l")
    clues = text("MAX|N..M", "The maximal number of clues, or a range, which is quicker.")
    rules = texts(
        "RULE…",
        "With commas: basic (every region holds a clue), hidden (some region holds none), max-region=K, "
        "rotate or mirror (a symmetry of the clues).",
        "--as",
    )
    depth = text("N|N..M", "How many guesses backtracking has to nest.")
    seed = number("N", "The same seed makes the same puzzles.")
    count = number("N", "Number of puzzles.", "-n", least=1, default=1)
    attempts = number("N", "Grids to try for each puzzle.", least=1, default=200)
    to = text("FORMAT", "The format to write.  [plain, or json for other shapes]")
    output = path("DIR", "Write one file for each puzzle, and overwrite none.", "-o")
    jobs = options.jobs
    solver = text("S", "The solver that proves uniqueness where no rule does.", "-s", default=default_name)
    as_json = options.as_json

    def run(self) -> int:
        """Generate the puzzles, and print each as it is done."""
        seed = randbelow(1_000_000) if self.seed is None else self.seed
        spec = self._spec()
        target = _format(spec.board, self.to)
        solver = find(self.solver)
        if spec.level == registry.beyond() and self.jobs.cluster is None:
            require(solver)
        done = failed = 0
        rejections: list[Rejection] = []

        def summary() -> None:
            failures = f"; {failed} failed in {self.attempts} attempts: {reasons(rejections)}"
            tell(f"{done} of {self.count} puzzles, --seed {seed}{failures if failed else ''}")

        try:
            with attempts_shown(self.count) as tried:
                numbers = seed, self.count, self.attempts
                for made in make_many(
                    spec,
                    *numbers,
                    self.jobs.number,
                    self.jobs.cluster,
                    tried,
                    rejections.append,
                    partial(warn, code="workers-lost"),
                ):
                    if made is None:
                        failed += 1
                        continue
                    self._print(made, target, first=not done)
                    done += 1
                    if not made.puzzle.empty_cells:
                        warn(
                            f"all cells of {made.seed} are clues: level {spec.level} decides none alone",
                            code="all-clues",
                        )
        except KeyboardInterrupt:
            summary()
            raise
        if self.seed is None or failed:
            summary()
        return Exit.NO_ANSWER if failed else Exit.DONE

    def _spec(self) -> Spec:
        """What the options ask for.

        Raises:
            InputError: for what can't be.
        """
        level = registry.fast_level() if self.level is None else self.level
        if not 0 <= level <= registry.beyond():
            raise InputError(f"--level is 0 to {registry.beyond()}, not {level}", code="unknown-level")
        board = board_of(self.board or BOARD)
        _format(board, self.to)
        kind, symmetry, max_region = requirements(",".join(self.rules))
        fewest, most = (None, None) if self.clues is None else bounds("--clues", self.clues)
        depth = self.depth
        guesses = (
            None if depth is None else bounds("--depth", depth if ".." in depth else f"{depth}..{depth}")
        )
        return Spec(
            board,
            level=level,
            clues=most,
            fewest=fewest,
            kind=kind,
            symmetry=symmetry,
            depth=None if guesses is None else (guesses[0] or 0, guesses[1]),
            largest=max_region,
            solver=self.solver,
        )

    def _print(self, made: GeneratedPuzzle, target: Format, *, first: bool) -> None:
        """Print a puzzle, or write it to a file."""
        written = formats.write(made.puzzle, target.name)
        row = None
        if self.as_json:
            from labs.generate.rows import GenerateRow

            row = GenerateRow(
                puzzle=written,
                level=made.rating.level,
                score=made.rating.score,
                depth=made.rating.depth,
                steps={registry.label(rule): steps for rule, steps in made.rating.steps.items()},
                clues=len(made.puzzle.clues),
                seed=made.seed,
                attempts=made.attempts,
                seconds=round(made.seconds, 3),
                filling=shape(made.puzzle.board, made.filling),
            )
        board = made.puzzle.board
        size = f"{board.grid.height}x{board.grid.width}" if board.grid else str(board.size)
        name = f"{file_word(board.spec or size)}-level{made.rating.level}-{made.seed.replace('/', '-')}"
        write_made(self.output, written, row, name, target, first=first)


def write_made(
    output: Path | None, written: str, row: Row | None, name: str, target: Format, *, first: bool
) -> None:
    """Write a puzzle to a new file of a folder, or print it; and print its row, if there is one."""
    if output is not None:
        write_beside(output, name, target.suffixes[0] if target.suffixes else ".txt", written)
    if row is not None:
        print_row(row)
    elif output is None:
        lines = written.rstrip("\n")
        print(lines if first or "\n" not in lines else f"\n{lines}")


def requirements(words: str) -> tuple[Kind, Symmetry, int | None]:
    """Return the kind of puzzle, the symmetry and the largest region of words as ``hidden,max-region=K``.

    Raises:
        InputError: if it is none of these.
    """
    names = [word.strip() for word in words.split(",")]
    own = ("hidden", "rotate", "mirror")
    asked = reading(",".join(name for name in names if name not in own))
    if asked.format is not None or asked.checkered:
        raise InputError(
            f"--as takes basic, max-region=K, {', '.join(own)}, not {words!r}", code="bad-option"
        )
    for first, second in (("basic", "hidden"), ("rotate", "mirror")):
        if {first, second} <= set(names):
            raise InputError(f"{first} and {second} exclude each other", code="option-conflict")
    kind: Kind = "basic" if asked.basic else "hidden" if "hidden" in names else "any"
    symmetry: Symmetry = "rotate" if "rotate" in names else "mirror" if "mirror" in names else "none"
    return kind, symmetry, asked.largest_region


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
    """Count attempts on a terminal, once that takes more than a moment."""
    tries, begun = 0, f"generating {counted(count, 'puzzle')}"
    with working(begun) as show:

        def tried() -> None:
            nonlocal tries
            tries += 1
            show(f"{begun}: {counted(tries, 'attempt')}")

        yield tried

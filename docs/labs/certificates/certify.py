"""Certify puzzles and check the certificates: CPU time once the verdict is known, and sizes.

    python docs/labs/certificates/certify.py PUZZLE... --out DIR [--only changed walls]

Samples: the puzzles as they are; 200 of them with a clue changed to one with which there is no solution; of
each variant 100 puzzles made of them, with its rules and other clues, of which again there is one solution;
and the boards of examples/. Which puzzles and changes, chance decides, always in the same way. The checker,
in a process of its own, runs on the puzzle and the certificate.

A line of JSON per puzzle is added to DIR/SAMPLE.jsonl, and puzzles that are there already are passed over: a
run that was stopped goes on. At the end comes the table of samples, over all lines of the directory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from drivers.limits import Limits
from fillomino.graph import components, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from labs.certificates.produce import Issuer, run_checker
from scripts.harness import EXAMPLES, add_line, cpu_seconds, markdown, new_parser, read_lines
from workbench.cli.output import bar
from workbench.methods.method import Question, Status
from workbench.methods.smt import smt
from workbench.texts.inputs import puzzle_of, sources

VARIANTS = ("walls", "largest", "unknown", "basic", "checkered")
COUNTS = {"whole": None, "changed": 200, **dict.fromkeys(VARIANTS, 100), "examples": None}
"""The samples, each with its number of puzzles; all there are without one."""

SMALL = 144
"""Puzzles of a variant are made on boards of at most so many cells, for on larger ones it takes long."""

Row = dict[str, Any]


def certified(puzzle: Puzzle, folder: Path) -> Row:
    """Solve, issue the certificate, and check it."""
    issuer = Issuer(folder, Limits())
    result = smt().run("puzzle", puzzle, Question(limit=2, log=issuer.journal))
    started = cpu_seconds()
    issued = issuer.issue(puzzle, result)
    row: Row = {
        "status": result.verdict.status.value,
        "unique": result.verdict.unique,
        "decided_by": result.verdict.decided_by,
    }
    row |= {"claim": issued.claim, "reason": issued.reason, "made": round(cpu_seconds() - started, 4)}
    if not issued.files:
        return row
    started = cpu_seconds()
    verdict = run_checker(puzzle, folder / "puzzle.cnf")[1].splitlines()[-1]
    return row | {"check": round(cpu_seconds() - started, 4), "bytes": size(issued.files), "verdict": verdict}


def size(files: Iterable[str]) -> int:
    """Bytes of the clauses and the proof."""
    return sum(Path(path).stat().st_size for path in files if path.endswith((".cnf", ".drat")))


def changed(puzzle: Puzzle, chance: Random) -> Puzzle | None:
    """The puzzle with another clue, so that it has no solution; ``None`` if none was found."""
    for _ in range(20):
        cell = chance.choice(sorted(puzzle.clues))
        number = chance.choice([n for n in set(puzzle.clues.values()) | {1, 2} if n != puzzle.clues[cell]])
        other = puzzle.replace(clues={**puzzle.clues, cell: number})
        if smt().run("", other, Question().within(8)).verdict.status is Status.UNSOLVABLE:
            return other
    return None


def varied(puzzle: Puzzle, variant: str, chance: Random) -> Puzzle | None:
    """A puzzle with the rules of a variant and one solution, with fewer clues than this one where it can."""
    if puzzle.board.size > SMALL:
        return None
    if variant == "checkered":  # few solutions take two colours, so another one
        few = chance.sample(sorted(puzzle.clues), len(puzzle.clues) // 16)
        puzzle = puzzle.replace(clues={x: puzzle.clues[x] for x in few}, checkered=True)
    result = smt().run("", puzzle, Question().within(4))
    if result.verdict.status is not Status.SOLVED:
        return None
    solution = result.answers.fillings[0]
    parted = [(x, y) for x, y in puzzle.board.links() if solution[x] != solution[y]]
    rules: dict[str, dict[str, Any]] = {
        "walls": {"walls": frozenset(chance.sample(parted, len(parted) // 6))},
        "largest": {"largest_region": max(solution)},
        "basic": {"basic": True},
    }
    variation = puzzle.replace(**rules.get(variant, {}))
    cells = sorted(puzzle.clues) if variant != "checkered" else range(puzzle.board.size)
    share = 3 if variant == "checkered" else 9
    kept = set(chance.sample(cells, len(cells) * share // 10))
    if variant == "basic":
        near = neighbour_function(variation.board)
        for number in set(solution):
            holding = sum(1 << x for x, held in enumerate(solution) if held == number)
            kept |= {(part & -part).bit_length() - 1 for part in components(near, holding)}
    clued = completed(variation, solution, kept)
    if clued is None or variant != "unknown":
        return clued
    empty = sorted(set(range(variation.board.size)) - set(clued.clues))
    return clued.replace(unknown=frozenset(chance.sample(empty, len(empty) // 4)))


def completed(puzzle: Puzzle, solution: Filling, cells: set[int]) -> Puzzle | None:
    """The puzzle with clues on these cells, and on more until it has this solution alone."""
    while True:
        variation = puzzle.replace(clues={x: solution[x] for x in cells})
        result = smt().run("", variation, Question(limit=2).within(8))
        others = [filling for filling in result.answers.fillings if filling != solution]
        if not others:
            return variation if result.verdict.status is Status.SOLVED and result.answers.complete else None
        cells = cells | {next(x for x, number in enumerate(others[0]) if number != solution[x])}


def made_of(name: str, sample: str) -> Puzzle | None:
    """The puzzle of a sample that is made of another one, if one could be."""
    puzzle, chance = puzzle_of(name).fillomino("race").puzzle, Random(short(name))
    if sample == "changed":
        return changed(puzzle, chance)
    return varied(puzzle, sample, chance) if sample in VARIANTS else puzzle


def short(name: str) -> str:
    """The name of a puzzle, with no directory but its own."""
    return "/".join(name.split("/")[-2:])


def run(sample: str, names: Sequence[str], out: Path) -> None:
    """Certify the puzzles of a sample that are not in its file yet."""
    rows = read_lines(out)
    known = {row["name"] for row in rows}
    count = COUNTS[sample] or len(names)
    with bar("puzzles", count) as shown:
        for _ in rows:
            shown.advance()
        for name in names:
            if len(rows) >= count:
                return
            puzzle = made_of(name, sample) if short(name) not in known else None
            if puzzle is None:
                continue
            with TemporaryDirectory() as folder:
                rows.append({"name": short(name), **certified(puzzle, Path(folder))})
            add_line(out, rows[-1])
            shown.advance()


def samples(rows_by_sample: dict[str, list[Row]]) -> list[str]:
    """The table of samples, and what was not accepted."""
    lines, refused = [], []
    for sample, rows in rows_by_sample.items():
        done = [row for row in rows if str(row.get("verdict", "")).startswith("VERIFIED")]
        refused += [
            f"{sample}: {row['name']}: {row.get('reason') or row.get('verdict')}"
            for row in rows
            if row not in done
        ]
        if done:
            made, checks, sizes = ([row[key] for row in done] for key in ("made", "check", "bytes"))
            lines.append(
                [
                    sample,
                    f"{len(done)} of {len(rows)}",
                    sum(row["decided_by"] == "deduction" for row in done),
                    f"{median(made):.2f} s, max {max(made):.2f} s",
                    f"{median(checks):.3f} s, max {max(checks):.2f} s",
                    f"{median(sizes) / 1000:.0f} kB, max {max(sizes) / 1000:.0f} kB",
                ]
            )
    head = ["sample", "certified and accepted", "verdict by deduction", "made", "check", "size"]
    return [*markdown(head, lines).splitlines(), *refused]


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("puzzle", nargs="+", help="a file, or a directory of them")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--only", nargs="+", choices=COUNTS, default=list(COUNTS), metavar="SAMPLE")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    given = sorted(source.name for source in sources(options.puzzle))
    mixed = Random(0).sample(given, len(given))
    for sample in options.only:
        names = mixed
        if sample == "examples":
            names = [source.name for source in sources([str(EXAMPLES)])]
        run(sample, names, options.out / f"{sample}.jsonl")
    rows = {sample: read_lines(options.out / f"{sample}.jsonl") for sample in COUNTS}
    print(*samples(rows), sep="\n")


if __name__ == "__main__":
    main()

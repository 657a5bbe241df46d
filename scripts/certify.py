"""Certify puzzles and check the certificates: CPU time against a plain solve, sizes; which targets are met.

    python scripts/certify.py PUZZLE... --out runs.jsonl [--every 10] [--count 100]
    python scripts/certify.py PUZZLE... --out none.jsonl --change
    python scripts/certify.py PUZZLE... --out walls.jsonl --variant walls

Each puzzle is solved as by `fillomino solve --unique`, without and with --certificate in turn, in processes
of their own, the least CPU time of two rounds counting; then the checker runs. A line of JSON per puzzle is
added to the file, and puzzles that are there already are passed over: a run that was stopped goes on.
--change changes a clue of each, at random but always the same, to one with which there is no solution.
--variant makes another puzzle of each, with the rules of a variant and other clues, of which again there is
one solution. At the end comes the table of targets, over all lines of the file.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from fillomino.graph import components, neighbour_function  # noqa: E402
from fillomino.puzzle import Filling, Puzzle  # noqa: E402
from workbench.cli.progress import progress_bar  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.result import Status  # noqa: E402
from workbench.methods.table import smt  # noqa: E402

CHECKER = ROOT / "checker" / "fillomino_check.py"
ROUNDS = 2
VARIANTS = ("walls", "largest", "unknown", "basic", "checkered")

Row = dict[str, Any]


def cpu_of(command: Sequence[str | Path], codes: tuple[int, ...] = (0, 1)) -> tuple[float, str]:
    """CPU seconds of a process and of what it starts, and its output."""
    with TemporaryFile("w+", encoding="utf-8") as out:
        process = subprocess.Popen(list(command), stdout=out, stderr=subprocess.STDOUT, cwd=ROOT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if process.returncode not in codes:
        raise RuntimeError(f"{command} ended with {process.returncode}: {text[-500:]}")
    return used.ru_utime + used.ru_stime, text


def certified(puzzle: Path, folder: Path) -> Row:
    """Solve, and solve with a certificate, in turn; check it."""
    solve = [sys.executable, "-m", "workbench", "solve", str(puzzle), "--unique", "--json"]
    plain = made = float("inf")
    for _ in range(ROUNDS):
        plain = min(plain, cpu_of(solve)[0])
        seconds, out = cpu_of([*solve, "--certificate", folder])
        made = min(made, seconds)
    row = json.loads(out)
    kept: Row = {key: row.get(key) for key in ("status", "unique", "decided_by", "open_cells")}
    kept |= row["certificate"] | {"plain": round(plain, 4), "made": round(made, 4)}
    files = {Path(path).suffix: Path(path) for path in kept.pop("files")}
    if not files:
        return kept
    names = [files[suffix] for suffix in (".puzzle", ".cnf", ".lrat") if suffix in files]
    seconds, out = min(cpu_of([sys.executable, "-I", CHECKER, *names]) for _ in range(ROUNDS))
    size = sum(path.stat().st_size for path in names[1:])
    return kept | {"check": round(seconds, 4), "bytes": size, "verdict": out.splitlines()[-1]}


def changed(puzzle: Puzzle, chance: Random) -> Puzzle | None:
    """The puzzle with another clue, so that it has no solution; ``None`` if none was found."""
    for _ in range(20):
        cell = chance.choice(sorted(puzzle.clues))
        number = chance.choice([n for n in set(puzzle.clues.values()) | {1, 2} if n != puzzle.clues[cell]])
        other = replace(puzzle, clues={**puzzle.clues, cell: number})
        if smt().run("", other, Question(seconds=20)).status is Status.UNSOLVABLE:
            return other
    return None


def varied(puzzle: Puzzle, variant: str, chance: Random) -> Puzzle | None:
    """A puzzle with the rules of a variant and one solution, with fewer clues than this one where it can."""
    if variant == "checkered":  # few solutions take two colours, so another one
        few = chance.sample(sorted(puzzle.clues), len(puzzle.clues) // 8)
        puzzle = replace(puzzle, clues={x: puzzle.clues[x] for x in few}, checkered=True)
    found = smt().run("", puzzle, Question(seconds=20))
    if found.status is not Status.SOLVED:
        return None
    solution = found.fillings[0]
    parted = [(x, y) for x, y in puzzle.board.links() if solution[x] != solution[y]]
    rules: dict[str, dict[str, Any]] = {
        "walls": {"walls": frozenset(chance.sample(parted, len(parted) // 6))},
        "largest": {"largest_region": max(solution)},
        "basic": {"basic": True},
    }
    its = replace(puzzle, **rules.get(variant, {}))
    cells = sorted(puzzle.clues) if variant != "checkered" else range(puzzle.board.size)
    share = 3 if variant == "checkered" else 9
    kept = set(chance.sample(cells, len(cells) * share // 10))
    if variant == "basic":
        near = neighbour_function(its.board)
        for number in set(solution):
            holding = sum(1 << x for x, held in enumerate(solution) if held == number)
            kept |= {(part & -part).bit_length() - 1 for part in components(near, holding)}
    clued = completed(its, solution, kept)
    if clued is None or variant != "unknown":
        return clued
    empty = sorted(set(range(its.board.size)) - set(clued.clues))
    return replace(clued, unknown=frozenset(chance.sample(empty, len(empty) // 4)))


def completed(puzzle: Puzzle, solution: Filling, cells: set[int]) -> Puzzle | None:
    """The puzzle with clues on these cells, and on more until it has this solution alone."""
    while True:
        its = replace(puzzle, clues={x: solution[x] for x in cells})
        found = smt().run("", its, Question(limit=2, seconds=20))
        others = [filling for filling in found.fillings if filling != solution]
        if not others:
            return its if found.status is Status.SOLVED and found.complete else None
        cells = cells | {next(x for x, number in enumerate(others[0]) if number != solution[x])}


def sources(options: argparse.Namespace) -> list[Path]:
    """The files that were named, or are in the directories that were."""
    found: list[Path] = []
    for argument in options.puzzle:
        found += sorted(argument.iterdir()) if argument.is_dir() else [argument]
    return found[:: options.every]


def at(values: list[float], share: float) -> float:
    """The value that so large a share of them does not exceed."""
    return sorted(values)[max(0, -int(-len(values) * share // 1) - 1)]


def targets(rows: list[Row]) -> Iterator[str]:
    """The table of targets."""
    done = [row for row in rows if str(row.get("verdict", "")).startswith("VERIFIED")]
    yield from (
        f"{row['name']}: {row.get('reason') or row.get('verdict')}" for row in rows if row not in done
    )
    if not done:
        return
    ratios, made = [row["made"] / row["plain"] for row in done], [row["made"] for row in rows]
    checks, sizes = [row["check"] for row in done], [row["bytes"] / 1000 for row in done]
    yield "| target | measured | |\n| --- | --- | --- |"
    for target, measured, met in (
        ("all certified and accepted", f"{len(done)} of {len(rows)}", len(done) == len(rows)),
        (
            "at most 3 times a plain solve for 99 %",
            f"{at(ratios, 0.99):.2f} times; median {median(ratios):.2f}, max {max(ratios):.2f}",
            at(ratios, 0.99) <= 3,
        ),
        ("never over 20 s", f"{max(made):.1f} s; median {median(made):.2f} s", max(made) <= 20),
        ("checked in 0.1 s for 95 %", f"{at(checks, 0.95):.3f} s", at(checks, 0.95) <= 0.1),
        ("checked in 2 s", f"{max(checks):.2f} s; median {median(checks):.3f} s", max(checks) <= 2),
        (
            "size median at most 30 kB",
            f"{median(sizes):.0f} kB; max {max(sizes):.0f} kB",
            median(sizes) <= 30,
        ),
    ):
        yield f"| {target} | {measured} | {'met' if met else 'NOT met'} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("puzzle", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--count", type=int, help="stop at so many lines")
    another = parser.add_mutually_exclusive_group()
    another.add_argument("--change", action="store_true")
    another.add_argument("--variant", choices=VARIANTS)
    options = parser.parse_args()
    lines = options.out.read_text(encoding="utf-8").splitlines() if options.out.exists() else []
    rows = [json.loads(line) for line in lines]
    known = {row["name"] for row in rows}
    paths = [path for path in sources(options) if f"{path.parent.name}/{path.name}" not in known]
    with progress_bar(len(paths)) as bar:
        for path in paths:
            if options.count is not None and len(rows) >= options.count:
                break
            name = f"{path.parent.name}/{path.name}"
            puzzle: Puzzle | None = formats.read(path.read_text(encoding="utf-8"), source=str(path)).puzzle
            if puzzle is not None and options.change:
                puzzle = changed(puzzle, Random(name))
            elif puzzle is not None and options.variant:
                puzzle = varied(puzzle, options.variant, Random(name))
            if puzzle is not None:
                with TemporaryDirectory() as folder:
                    its = path
                    if options.change or options.variant:
                        its = Path(folder, "its.json")
                        its.write_text(formats.write(puzzle, "json"), encoding="utf-8")
                    rows.append({"name": name, **certified(its, Path(folder))})
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
            bar.advance()
    print(*targets(rows), sep="\n")


if __name__ == "__main__":
    main()

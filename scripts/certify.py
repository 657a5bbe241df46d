"""Certify puzzles and check the certificates: CPU time against a plain solve, and sizes.

    python scripts/certify.py PUZZLE... --out runs.jsonl [--every 10] [--change] [--variant walls]

Each puzzle is solved as by `fillomino solve --unique`, without and with --certificate, in processes of their
own; then the checker runs. A line of JSON per puzzle is added to the file, and puzzles that are there already
are passed over, so a run that was stopped goes on. --change changes a clue of each, at random but always the
same, to one with which there is no solution. --variant adds the rules of a variant that the solution keeps:
walls, largest or basic. At the end the figures of all lines are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from fillomino.rules import violations  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.result import Status  # noqa: E402
from workbench.methods.table import smt  # noqa: E402

CHECKER = ROOT / "checker" / "fillomino_check.py"


def cpu_of(command: list[str], code: tuple[int, ...]) -> tuple[float, str]:
    """CPU seconds of a process and what it starts, and its output."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    after = os.times()
    if done.returncode not in code:
        raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr}{done.stdout[-300:]}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, done.stdout


def certified(puzzle: Path, folder: Path) -> dict[str, Any]:
    """Solve, solve with a certificate, check it."""
    solve = [sys.executable, "-m", "workbench", "solve", str(puzzle), "--unique", "--json"]
    plain, _ = cpu_of(solve, (0, 1))
    made, out = cpu_of([*solve, "--certificate", str(folder)], (0, 1))
    row = json.loads(out)
    kept: dict[str, Any] = {key: row[key] for key in ("status", "unique", "decided_by", "open_cells")} | row[
        "certificate"
    ]
    kept |= {"plain": round(plain, 3), "made": round(made, 3)}
    if kept["claim"] is None:
        return kept
    files = {Path(path).suffix: Path(path) for path in kept.pop("files")}
    names = [str(files[suffix]) for suffix in (".puzzle", ".cnf", ".lrat") if suffix in files]
    seconds, out = cpu_of([sys.executable, "-I", str(CHECKER), *names], (0, 1))
    size = sum(files[suffix].stat().st_size for suffix in (".cnf", ".lrat") if suffix in files)
    return kept | {"check": round(seconds, 3), "bytes": size, "verdict": out.splitlines()[-1]}


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
    """The puzzle with rules of a variant that its solution keeps, and some clues less."""
    solution = smt().run("", puzzle, Question()).fillings[0]
    more: dict[str, Any] = {}
    if variant == "walls":
        parted = [(x, y) for x, y in puzzle.board.links() if solution[x] != solution[y]]
        more["walls"] = frozenset(chance.sample(parted, len(parted) // 6))
    elif variant == "largest":
        more["largest_region"] = max(solution)
    else:
        more["basic"] = True
    kept = chance.sample(sorted(puzzle.clues), len(puzzle.clues) * 9 // 10)
    for clues in ({x: puzzle.clues[x] for x in kept}, puzzle.clues):
        other = replace(puzzle, clues=clues, **more)
        if not violations(other, solution):
            return other
    return None


def sources(options: argparse.Namespace) -> Iterator[Path]:
    for argument in options.puzzle:
        yield from sorted(argument.iterdir()) if argument.is_dir() else [argument]


def summary(rows: list[dict[str, Any]]) -> Iterator[str]:
    done = [row for row in rows if str(row.get("verdict", "")).startswith("VERIFIED")]
    yield f"{len(rows)} puzzles, {len(done)} certified and accepted"
    yield from (
        f"  {row['name']}: {row.get('reason') or row.get('verdict')}" for row in rows if row not in done
    )
    for by in ("deduction", "solver"):
        its = [row for row in done if row["decided_by"] == by]
        if not its:
            continue
        ratios = sorted(row["made"] / row["plain"] for row in its)
        checks, sizes = sorted(row["check"] for row in its), sorted(row["bytes"] for row in its)
        high = [values[int(len(its) * 0.95)] for values in (ratios, checks, sizes)]
        yield (
            f"by {by}, {len(its)}: made / plain median {median(ratios):.2f}, 95 % {high[0]:.2f}, "
            f"max {ratios[-1]:.2f} (at most {max(row['made'] for row in its):.2f} s); check median "
            f"{median(checks):.3f} s, 95 % {high[1]:.3f}, max {checks[-1]:.3f}; size median "
            f"{median(sizes) / 1000:.0f} kB, 95 % {high[2] / 1000:.0f}, max {sizes[-1] / 1000:.0f}"
        )
    if done:
        ratios = [row["made"] / row["plain"] for row in done]
        yield f"within 3 times a plain solve: {sum(r <= 3 for r in ratios) / len(ratios):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("puzzle", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--change", action="store_true")
    parser.add_argument("--variant", choices=("walls", "largest", "basic"))
    options = parser.parse_args()
    lines = options.out.read_text(encoding="utf-8").splitlines() if options.out.exists() else []
    rows = [json.loads(line) for line in lines]
    known = {row["name"] for row in rows}
    for path in list(sources(options))[:: options.every]:
        name = f"{path.parent.name}/{path.name}"
        if name in known:
            continue
        puzzle: Puzzle | None = formats.read(path.read_text(encoding="utf-8"), source=str(path)).puzzle
        chance = Random(name)
        if options.change and puzzle is not None:
            puzzle = changed(puzzle, chance)
        if options.variant and puzzle is not None:
            puzzle = varied(puzzle, options.variant, chance)
        if puzzle is None:
            continue
        with TemporaryDirectory() as folder:
            its = path
            if options.change or options.variant:
                its = Path(folder, "its.json")
                its.write_text(formats.write(puzzle, "json"), encoding="utf-8")
            rows.append({"name": name, **certified(its, Path(folder))})
        with options.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(rows[-1]) + "\n")
        print(rows[-1], flush=True)
    print(*summary(rows), sep="\n")


if __name__ == "__main__":
    main()

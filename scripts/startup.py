"""Print what starting the command costs, and what writing `forest` for a large board costs.

Start-up is counted in instructions by cachegrind, where valgrind is installed, which no load changes; and in
CPU time as a ratio to ``python -c pass``: runs of each command and of bare Python take turns, so that noise
hits all alike, and the least counts.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
import tracemalloc
from functools import partial
from statistics import median

from encoder.encodings.table import find
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from scripts.harness import cpu_of, in_turns, new_parser
from smtlib.render import render

BARE = "python -c pass"
COMMANDS = {
    BARE: ["-c", "pass"],
    "import fillomino": ["-c", "import fillomino"],
    "fillomino --help": ["-m", "workbench", "--help"],
    "fillomino solve --help": ["-m", "workbench", "solve", "--help"],
    "fillomino solve, a 5x5": ["-m", "workbench", "solve", "examples/first.txt"],
    "the same by forest": ["-m", "workbench", "solve", "examples/first.txt", "-e", "forest"],
}
CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def startup(runs: int) -> dict[str, tuple[float, int]]:
    """Return the least CPU seconds of each of `COMMANDS` in so many runs, and its instructions."""
    with tempfile.TemporaryDirectory() as bytecode:
        # Bytecode is kept in a folder, as where a package is installed: compiled in the first round only.
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": bytecode}
        commands = {name: [sys.executable, *arguments] for name, arguments in COMMANDS.items()}
        seconds = in_turns(
            1 + runs, {name: partial(cpu_of, command, env=environment) for name, command in commands.items()}
        )
        counts = dict.fromkeys(commands, 0)
        if shutil.which("valgrind"):
            for name, command in commands.items():
                printed = cpu_of([*CACHEGRIND, *command], env=environment)[1]
                found = re.search(r"I\s+refs:\s+([\d,]+)", printed)
                counts[name] = int(found[1].replace(",", "")) if found else 0
    return {name: (min(cpu for cpu, _ in its[1:]), counts[name]) for name, its in seconds.items()}


def emission(runs: int, encoding: str = "forest") -> tuple[float, int, int]:
    """Return what it takes to write a 32x50 board: median CPU seconds, bytes of text, bytes of memory."""
    puzzle = Puzzle(rectangle(32, 50), {cell: 1 + cell % 7 for cell in range(0, 1600, 3)})
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        render(find(encoding).script(puzzle))
        seconds.append(time.process_time() - started)
    tracemalloc.start()
    text = render(find(encoding).script(puzzle))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return median(seconds), len(text.encode()), peak


def main() -> None:
    """Print both."""
    parser = new_parser(__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=15, metavar="RUNS", help="of each  [15]")
    runs = parser.parse_args().runs
    found = startup(runs)
    print(f"start-up: least CPU of {runs} interleaved runs, and millions of instructions:")
    for name, (least, count) in found.items():
        ratio = least / found[BARE][0]
        print(f"  {name:<24} {least * 1000:6.0f} ms  {ratio:5.1f} times bare Python  {count / 1e6:6.0f} M")
    seconds, size, peak = emission(runs)
    print(f"forest for a 32x50 board, median of {runs}:")
    print(f"  CPU   {seconds:.3f} s")
    print(f"  text  {size:,} bytes")
    print(f"  peak  {peak:,} bytes, {peak / size:.1f} times the text")


if __name__ == "__main__":
    main()

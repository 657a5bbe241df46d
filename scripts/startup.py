"""Print what starting the command costs, and what writing `forest` for a large board costs.

Start-up is counted in instructions by cachegrind, where valgrind is installed, which no load changes; and in
CPU time as a ratio to ``python -c pass``: runs of each command and of bare Python take turns, so that noise
hits all alike, and the least counts.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

BARE = "python -c pass"
COMMANDS = {
    BARE: ["-c", "pass"],
    "import fillomino": ["-c", "import fillomino"],
    "fillomino --help": ["-m", "workbench", "--help"],
    "fillomino solve --help": ["-m", "workbench", "solve", "--help"],
    "fillomino solve, a 5x5": ["-m", "workbench", "solve", "examples/first.txt"],
    "the same by forest": ["-m", "workbench", "solve", "examples/first.txt", "-e", "forest"],
}


def keeping(bytecode: str) -> dict[str, str]:
    """The environment in which bytecode is kept in a folder, as where a package is installed."""
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": bytecode}


def instructions(arguments: list[str], bytecode: str) -> int:
    """Instructions of our process in a run, by cachegrind; those of its children are not counted."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*valgrind, sys.executable, *arguments],
        cwd=ROOT,
        env=keeping(bytecode),
        check=True,
        capture_output=True,
        text=True,
    )
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return int(found[1].replace(",", "")) if found else 0


def cpu_seconds(arguments: list[str], bytecode: str) -> float:
    """User and system time of a run, with all its children; bytecode is kept, as where it is installed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = keeping(bytecode)
    command = [sys.executable, *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def startup(runs: int) -> dict[str, tuple[float, int]]:
    """Return the least CPU seconds of each of `COMMANDS` in so many runs, and its instructions."""
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as bytecode:
        for arguments in COMMANDS.values():
            cpu_seconds(arguments, bytecode)  # bytecode is compiled only once
        for _ in range(runs):
            for name, arguments in COMMANDS.items():
                seconds[name].append(cpu_seconds(arguments, bytecode))
        counted = shutil.which("valgrind") is not None
        return {
            name: (min(seconds[name]), instructions(arguments, bytecode) if counted else 0)
            for name, arguments in COMMANDS.items()
        }


def emission(runs: int, encoding: str = "forest") -> tuple[float, int, int]:
    """Return what it takes to write a 32x50 board: median CPU seconds, bytes of text, bytes of memory."""
    from encoder.encodings.table import find
    from fillomino.board import rectangle
    from fillomino.puzzle import Puzzle
    from smtlib.render import render

    puzzle = Puzzle(rectangle(32, 50), {cell: 1 + cell % 7 for cell in range(0, 1600, 3)})

    def emit() -> str:
        return render(find(encoding).script(puzzle))

    seconds = []
    for _ in range(runs):
        started = time.process_time()
        text = emit()
        seconds.append(time.process_time() - started)
    tracemalloc.start()
    text = emit()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return statistics.median(seconds), len(text.encode()), peak


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
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

"""Print what starting the command costs: CPU time beside that of bare Python, and instructions.

Runs of each command and of bare Python take turns, so that noise hits all alike, and the least counts.
Instructions are counted by cachegrind, where valgrind is installed; no load changes them. Those of a solver,
and of the shell that guards it, are not among them: what counts is our own process.

    python scripts/startup.py --rounds 15
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from functools import partial
from tempfile import TemporaryDirectory

from scripts.harness import cpu_of, in_turns, markdown, new_parser

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import fillomino": ["-c", "import fillomino"],
    "fillomino --help": ["-m", "workbench", "--help"],
    "fillomino solve --help": ["-m", "workbench", "solve", "--help"],
    "fillomino solve, a 5x5": ["-m", "workbench", "solve", "examples/first.txt"],
    "fillomino solve, a 10x10": ["-m", "workbench", "solve", "examples/ten.janko"],
    "fillomino deduce, the 10x10": ["-m", "workbench", "deduce", "examples/ten.janko"],
    "fillomino encode, the 10x10": ["-m", "workbench", "encode", "examples/ten.janko"],
    "the 10x10 by cuts, with Yices": ["-m", "workbench", "solve", "examples/ten.janko", "-e", "cuts"],
    "the 5x5 by forest, with Yices": ["-m", "workbench", "solve", "examples/first.txt", "-e", "forest"],
}
"""The commands whose start is measured, bare Python first."""

CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def startup(rounds: int = 15) -> str:
    """Return the table of start-up, in Markdown."""
    with TemporaryDirectory() as bytecode:
        # Bytecode is kept in a folder, as where a package is installed: compiled in the first round only.
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": bytecode}
        commands = {name: [sys.executable, *words] for name, words in COMMANDS.items()}
        runs = {name: partial(cpu_of, command, env=env) for name, command in commands.items()}
        found = in_turns(1 + rounds, runs)
        counts = {name: _instructions(command, env) for name, command in commands.items()}
    least = {name: min(cpu for cpu, _ in its[1:]) for name, its in found.items()}
    bare, *_ = least.values()
    lines = [
        (f"`{name}`", f"{cpu * 1000:.0f}", f"{cpu / bare:.1f}", counts[name]) for name, cpu in least.items()
    ]
    caption = f"The least of {rounds} interleaved runs, with bytecode compiled."
    heads = ["", "CPU, ms", "times bare Python", "million instructions"]
    return f"{caption}\n\n{markdown(heads, lines)}"


def _instructions(command: list[str], env: dict[str, str]) -> str:
    if shutil.which("valgrind") is None:
        return "not counted"
    found = re.search(r"I\s+refs:\s+([\d,]+)", cpu_of([*CACHEGRIND, *command], env=env)[1])
    return f"{int(found[1].replace(',', '')) / 1e6:.0f}" if found else "not counted"


if __name__ == "__main__":
    parser = new_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="runs of each command  [15]")
    print(startup(parser.parse_args().rounds), end="")

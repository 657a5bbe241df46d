"""Print how many times the CPU time of a solution a certificate takes, with uniqueness proved in both.

Times are those of all processes, Python's start among them; runs with and without a certificate take turns,
and medians count. A certificate that can't be made is an error.

    python docs/labs/certificates/ratio.py PUZZLE...
"""

from __future__ import annotations

import os
import sys
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory

from scripts.harness import cpu_of, in_turns, markdown, new_parser


def ratio(name: str, rounds: int) -> tuple[float, float]:
    """Return the CPU seconds of a solution, alone and with a certificate."""
    solve = [sys.executable, "-m", "workbench", "solve", name, "--unique"]
    with TemporaryDirectory() as bytecode, TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": bytecode}
        commands = {"alone": solve, "certified": [*solve, "--certificate", folder]}
        runs = {kind: partial(cpu_of, command, env=env) for kind, command in commands.items()}
        found = in_turns(1 + rounds, runs)  # the first compiles
        if not os.listdir(folder):  # noqa: PTH208 -- as `os` is here
            raise SystemExit(f"{name}: no certificate")
    alone, certified = (median(cpu for cpu, _ in its[1:]) for its in found.values())
    return alone, certified


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("puzzle", nargs="+")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each  [5]")
    options = parser.parse_args()
    found = {name: ratio(name, options.rounds) for name in options.puzzle}
    lines = [
        (name, f"{alone:.3f}", f"{certified:.3f}", f"{certified / alone:.2f}")
        for name, (alone, certified) in found.items()
    ]
    print(markdown(["puzzle", "alone, s", "with a certificate, s", "ratio"], lines))
    print(f"median {median(certified / alone for alone, certified in found.values()):.2f}")


if __name__ == "__main__":
    main()

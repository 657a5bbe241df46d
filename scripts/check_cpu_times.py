"""Print the CPU times of a comparison's rows beside those of the same texts run by hand, measured by wait4.

Each puzzle is run in turns by both, and either begins as often, so that load meets both alike. Printed are
the medians, and the median of the ratios.

    python scripts/check_cpu_times.py                      four examples, forest-tight, z3 and yices
    python scripts/check_cpu_times.py -e forest-bool PUZZLE...
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
SHORT = ("row.txt", "eight.url", "ten.janko", "fifteen.txt")
sys.path.insert(0, str(ROOT))

from drivers.limits import Limits  # noqa: E402
from drivers.solver import command_line, require, tuned  # noqa: E402
from encoder.encodings.table import find as find_encoding  # noqa: E402
from smtlib.render import driver  # noqa: E402
from workbench.compare.choose import methods  # noqa: E402
from workbench.compare.plan import entries, jobs  # noqa: E402
from workbench.compare.work import do_pinned  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.smt import SmtMethod  # noqa: E402
from workbench.texts.inputs import open_one, sources  # noqa: E402


def by_hand(command: tuple[str, ...], text: bytes) -> float:
    """CPU seconds of a program on an input, by wait4 alone."""
    with tempfile.TemporaryFile() as source, open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        source.write(text)
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=nowhere)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="*", default=[str(ROOT / "examples" / name) for name in SHORT])
    parser.add_argument("-e", "--encoding", default="forest-tight")
    parser.add_argument("--times", type=int, default=10)
    arguments = parser.parse_args()
    chosen, _ = methods(["z3", "yices"], [arguments.encoding], [], ["none"])
    listed, _ = entries(map(open_one, sources(arguments.puzzles)))
    for job in jobs(listed, [(one, one.facts()) for one in chosen], 1, Question().within(60)):
        assert isinstance(job.method, SmtMethod)
        logic = job.facts.logic or ""
        solver = require(tuned(job.method.solver, logic))
        text = driver(find_encoding(arguments.encoding).script(job.entry.puzzle, logic)).encode()
        command = command_line(solver, Limits())
        pairs = []
        for number in range(arguments.times):
            first = by_hand(command, text) if number % 2 else None
            ours = do_pinned(job).cpu_seconds
            pairs.append((ours, by_hand(command, text) if first is None else first))
        ours, theirs = (median(times) for times in zip(*pairs, strict=True))
        ratio = median(a / b for a, b in pairs)
        name = f"{job.entry.name} {job.method.name}"
        print(f"{name}: row {ours:.4f} s, by hand {theirs:.4f} s, ratio {ratio:.3f}")


if __name__ == "__main__":
    main()

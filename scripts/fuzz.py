"""Check random puzzles in random ways, and every parser on mutated texts, for some seconds.

python scripts/fuzz.py 7 600
python scripts/fuzz.py 7 --texts 100000
python scripts/fuzz.py 7 --lexers 10000

Half of the time goes into puzzles of up to 6 cells: solvers, encodings, levels, orders, enumerations, lying
solvers, interruptions, counts, deductions and formats, each judged by brute force. In the other half mutated
texts are given to every parser; with `--texts` so many of them, and nothing else. With `--lexers` every
solver is given so many scripts of odd bytes: what it executes must be what we read. At the end the checks
are counted by kind; each finding is printed with what repeats it, and the exit code is 1 if there is any.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.harness import new_parser


def main() -> int:
    """Run; the exit code."""
    parser = new_parser(__doc__)
    parser.add_argument("seed", type=int, metavar="SEED", help="the seed: the same checks again")
    parser.add_argument(
        "seconds", type=float, metavar="SECONDS", nargs="?", help="when to stop, by the clock"
    )
    parser.add_argument("--texts", type=int, metavar="N", help="mutated texts only, N of them")
    parser.add_argument("--lexers", type=int, metavar="N", help="scripts of odd bytes only, N of them")
    given = parser.parse_args()
    if sum(each is not None for each in (given.seconds, given.texts, given.lexers)) != 1:
        parser.error("give the seconds, --texts or --lexers")
    if given.lexers is not None:
        return _lexers(given.seed, given.lexers)
    limit = given.seconds or float("inf")
    from tests.support import mutated
    from tests.support.fuzz import Fuzzer

    fuzzer, chance = Fuzzer(given.seed), random.Random(given.seed)
    texts: Counter[str] = Counter()
    findings = 0
    started = time.monotonic()
    try:
        while (elapsed := time.monotonic() - started) < limit and texts.total() != given.texts:
            try:
                if given.texts is None and elapsed < limit / 2:
                    fuzzer.step()
                else:
                    texts[mutated.try_one(chance)] += 1
            except AssertionError as error:
                findings += 1
                print(f"FINDING {findings}: {error}\n", flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    for kind, number in [*fuzzer.done.most_common(), *sorted(texts.items())]:
        print(f"{number:>8,}  {kind}")
    print(f"{fuzzer.done.total():,} puzzles, {texts.total():,} mutated texts, {findings} findings")
    return 1 if findings else 0


def _lexers(seed: int, count: int) -> int:
    """Give scripts of odd bytes to the solvers; the exit code."""
    from tests.support.lexers import DifferenceError, Lexers

    findings = 0
    with TemporaryDirectory() as folder:
        fuzzer = Lexers(seed, Path(folder, "victim"))
        for _ in range(count):
            try:
                fuzzer.step()
            except DifferenceError as error:
                findings += 1
                print(f"FINDING {findings}: {error}\n", flush=True)
    for kind, number in fuzzer.done.most_common():
        print(f"{number:>8,}  {kind}")
    print(f"{count:,} scripts, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

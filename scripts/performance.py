"""Measure, and write tables of docs/measured: solving, deduction, counting, large boards, start-up, writing.

The puzzles are our own: generated boards, and the examples. With --corpus DIR the tables about a corpus of
real puzzles are measured, too (they are read there, and never copied); without it these stay as they are.
All times are CPU seconds, so that other processes matter little; the load is printed. Each table has a line
of its own with the date, the machine and the versions, so that one table can be measured anew.

    python scripts/performance.py                                five minutes
    python scripts/performance.py --corpus ../puzzles            ten minutes for 600 puzzles
    python scripts/performance.py --only start-up --only writing
"""

from __future__ import annotations

import math
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import fillomino
from drivers import find, version
from drivers.limits import Limits
from drivers.solver import command_line, require, tuned
from encoder.encodings.registry import find as find_encoding
from fillomino.board import rectangle
from fillomino.counting.methods import arrangement_count, count, every_grid, grid_count, keeps_rules
from fillomino.counting.task import Task, bare
from fillomino.counting.windows import random_filling
from fillomino.deduction.engine import deduce
from fillomino.deduction.levels import LEVELS, level_of
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules.reach import FROM_CELLS, REACH
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import State
from fillomino.puzzle import Puzzle
from scripts.harness import (
    EXAMPLES,
    MEASURED,
    cpu_of,
    in_turns,
    machine,
    markdown,
    new_parser,
    short,
    timed,
)
from scripts.large_boards import large_board
from scripts.race import Named, named_puzzles, race, table
from scripts.startup import startup
from smtlib.render import driver, render
from workbench.compare.comparison import plan
from workbench.compare.plan import Job
from workbench.compare.work import do_pinned, rows
from workbench.methods.method import Question
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import open_one, sources

SOLVERS = ("yices", "z3")
BOARDS = ("ten.janko", "twelve.txt", "fifteen.txt", "twenty.txt")
LIMIT = 20.0
"""CPU seconds of the solver for each puzzle."""


def generated(board: str, level: int, count: int) -> Named:
    """Return boards that `fillomino.generate` makes with the seeds from 1 on."""
    made = ((seed, fillomino.generate(board, level=level, seed=seed)) for seed in range(1, count + 1))
    return [(f"level {level}, seed {seed}", one.puzzle) for seed, one in made if one is not None]


def own() -> Named:
    """Return the boards of our own on which encodings are measured."""
    examples = named_puzzles(EXAMPLES / name for name in BOARDS)
    return [*generated("10x10", 5, 10), *generated("10x10", 7, 10), *examples]


OWN = f"20 generated boards of 10x10 (levels 5 and 7, seeds 1 to 10), {len(BOARDS)} examples of up to 20x20"


def raced(sample: Named, named: str, encodings: Sequence[str], level: str, limit: float = LIMIT) -> str:
    """Return the table of encodings by each solver, all in turns."""
    configurations = [f"{encoding}:{solver}" for solver in SOLVERS for encoding in encodings]
    caption = f"{named}; uniqueness proved, deduction `{level}`, limit {limit:g} CPU s."
    return f"{caption}\n\n{table(race(sample, configurations, level, limit), limit)}"


def thesis() -> str:
    """Return the table of `forest` and its successors on boards that are small enough for it."""
    sample, encodings = generated("7x7", 5, 8), ("forest", "forest-tight", "forest-bv", "forest-bool", "cuts")
    return raced(sample, "8 generated boards of 7x7 (level 5, seeds 1 to 8)", encodings, "none")


def deduction(sample: Named, named: str) -> str:
    """Return the table of what each level of deduction decides, and takes."""
    lines = []
    for level in LEVELS:
        decided, seconds = 0, []
        for _, puzzle in sample:
            started = time.process_time()
            candidates = deduce(puzzle, level_of(level))
            seconds.append(time.process_time() - started)
            decided += not candidates.consistent or all(candidates.filling())
        cells = (f"{decided} of {len(sample)}", short(sum(seconds)), short(median(seconds) * 1000))
        lines.append((f"`{level}`", *cells))
    return f"{named}.\n\n{markdown(['`--deduce`', 'boards decided', 'CPU, s', 'median, ms'], lines)}"


def large() -> str:
    """Return the table of large boards with random clues: medians over five boards of each size."""
    limit, lines = 120, []
    for size, share in ((32, 0.45), (64, 0.65), (64, 0.45)):
        puzzles = [large_board(size, share, seed) for seed in range(1, 6)]
        for encoding, level in (("cuts", "full"), ("forest-tight", "none")):
            for solver in SOLVERS:
                method, question = smt(encoding, solver, deduce=level), Question().within(limit)
                runs = [timed(partial(method.run, "large", puzzle, question)) for puzzle in puzzles]
                times = [seconds if result.answers.fillings else math.inf for seconds, result in runs]
                memory = median(result.cost.usage.memory_mib or 0 for _, result in runs)
                lines.append(
                    [
                        f"{size}x{size}, {share * 100:.0f} % clues",
                        f"`{encoding}`, {solver}",
                        *("limit" if s == math.inf else short(s) for s in (median(times), max(times))),
                        f"{sum(seconds < math.inf for seconds in times)} of {len(runs)}",
                        f"{memory:.0f}",
                    ]
                )
    return (
        f"`scripts/large_boards.py`, seeds 1 to 5 of each size; a first solution, limit {limit} CPU s; "
        "`cuts` after deduction `full`, `forest-tight` after none.\n\n"
        + markdown(["board", "encoding, solver", "median, CPU s", "slowest", "solved", "median, MiB"], lines)
    )


def writing() -> str:
    """Return the table of what it costs to write a large board."""
    puzzle = Puzzle(rectangle(32, 50), {cell: 1 + cell % 7 for cell in range(0, 1600, 3)})
    lines = []
    for name in ("forest", "forest-tight", "forest-bv", "forest-bool", "flow"):
        write = partial(_text, name, puzzle)
        seconds = median(timed(write)[0] for _ in range(5))
        tracemalloc.start()
        text = write()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        size = len(text.encode())
        lines.append((f"`{name}`", f"{seconds:.2f}", f"{size / 1024:,.0f}", f"{peak / size:.1f}"))
    caption = "A 32x50 board with 534 clues, nothing deduced; the median of 5."
    return f"{caption}\n\n{markdown(['', 'CPU, s', 'text, KiB', 'peak of memory, times the text'], lines)}"


def _text(encoding: str, puzzle: Puzzle) -> str:
    return render(find_encoding(encoding).script(puzzle))


GRIDS = 500_000
"""Grids of the method `naive` to judge, of the 9^9 on 3x3."""
GRIDS_IN_A_RUN = 1000
"""Consecutive grids judged from each random start, so that making them is timed as it is in earnest."""


def counting() -> str:
    """Return the table of the methods of counting on 3x3; the time of `naive` is extrapolated."""
    rounds, task = 20, bare(rectangle(3, 3))
    found = count(task)  # NumPy is imported once
    counts = {method: partial(count, task, method) for method in ("frontier", "partitions")}
    runs = in_turns(rounds, {method: partial(timed, counted) for method, counted in counts.items()})
    assert {number for its in runs.values() for _, number in its} == {found}
    seconds = {method: min(its)[0] for method, its in runs.items()} | {"naive": seconds_of_naive(task)}
    tried = {"frontier": "", "partitions": f"{arrangement_count(task):,}", "naive": f"{grid_count(task):,}"}
    lines = [
        (f"`{method}`", short(cpu), short(cpu / seconds["frontier"]), tried[method])
        for method, cpu in seconds.items()
    ]
    return (
        f"3x3, {found} fillings; the least of {rounds} interleaved runs, `naive` extrapolated from {GRIDS:,} "
        f"of its grids.\n\n{markdown(['method', 'CPU, s', 'times `frontier`', 'grids tried'], lines)}"
    )


def seconds_of_naive(task: Task) -> float:
    """Return the CPU seconds of the naive method, extrapolated from a share of its grids."""
    chance, seconds = Random(1), 0.0
    for _ in range(GRIDS // GRIDS_IN_A_RUN):
        # A random beginning: the first six cells given, the last three run through 9^3 grids.
        head = tuple(chance.choice(task.numbers(cell)) for cell in range(task.board.size - 3))
        part = Task(task.board, tuple(1 << number for number in head) + task.masks[-3:], task.walls)
        started = time.process_time()
        sum(keeps_rules(task, grid) for grid in islice(every_grid(part), GRIDS_IN_A_RUN))
        seconds += time.process_time() - started
    judged = GRIDS // GRIDS_IN_A_RUN * min(GRIDS_IN_A_RUN, 9**3)
    return seconds * grid_count(task) / judged


def reachability() -> str:
    """Return the table of the two ways of reachability in section 5.4 of the thesis."""
    board, boards, rounds, lines = rectangle(10, 10), 20, 5, []
    for share in (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95):
        times = []
        for number in range(boards):
            chance = Random(f"1/{number}")
            filling = random_filling(board, 9, chance)
            kept = sorted(chance.sample(range(board.size), round(board.size * (100 - share) / 100)))
            puzzle = Puzzle(board, {cell: filling[cell] for cell in kept})
            passes = {rule: partial(seconds_of_rule, puzzle, rule) for rule in (REACH, FROM_CELLS)}
            times.append(tuple(map(min, in_turns(rounds, passes).values())))
        groups, ratio = median(first for first, _ in times), median(second / first for first, second in times)
        lines.append((f"{share} %", f"{groups * 1000:.2f}", f"{ratio:.1f}"))
    return (
        f"One pass over all numbers, the least of {rounds} interleaved rounds; medians of {boards} solved "
        "boards of 10x10 of which a share is emptied at random (seeds 0 to 19).\n\n"
        + markdown(["empty cells", "from groups, ms", "from cells / from groups"], lines)
    )


def seconds_of_rule(puzzle: Puzzle, rule: Rule) -> float:
    """Return the CPU seconds of one pass of a rule over all numbers of a puzzle."""
    premises = Reasoner(State(puzzle), [rule]).premises
    for number in premises.state.admits:
        premises.groups(number)
    started = time.process_time()
    for number in list(premises.state.admits):
        list(rule.find(premises, number))
    return time.process_time() - started


SHORT = ("seven.id", "eight.url", "ten.janko", "fifteen.txt")
"""The examples that are run, each with `forest-tight` by Z3 and Yices, and nothing deduced."""


def planned(runs: int) -> Sequence[Job]:
    """Return all runs of a comparison on the examples."""
    puzzles = map(open_one, sources([str(EXAMPLES / name) for name in SHORT]))
    return plan(puzzles, solvers=["z3", "yices"], timeout=60, runs=runs).jobs


def text_of(job: Job) -> str:
    """Return the script of a job."""
    assert isinstance(job.method, SmtMethod)
    return driver(job.method.encoding.script(job.entry.to_encode(), job.facts.logic))


def runner_cost() -> str:
    """Return the table of where the CPU time of a comparison goes.

    All but that of the solvers and of encoding is the runner's: starting workers, handing over jobs, driving
    processes, measuring floors, reading answers, making rows. Encoding is timed once more, to separate it
    from the rest of a row's own time.
    """
    jobs = planned(20)
    total, done = timed(lambda: [row for row in rows(jobs, 1) if row.to_line()])
    one_of_each = {(job.entry.hash, job.facts.logic): partial(text_of, job) for job in jobs}
    seconds = {text: min(timed(write)[0] for _ in range(5)) for text, write in one_of_each.items()}
    solvers = sum(row.cost.usage.cpu_seconds for row in done)
    encoder = sum(seconds[row.subject.puzzle_hash, row.facts.logic] for row in done)
    inside = sum(row.ours.own_cpu_seconds for row in done) - encoder
    around = total - solvers - encoder - inside
    shares = {
        "the solvers' processes": solvers,
        "encoding": encoder,
        "runner, during runs (and checking)": inside,
        "runner, around runs (and its start)": around,
        "runner together": inside + around,
    }
    lines = ((name, f"{share:.2f}", f"{share / solvers:.1%}") for name, share in shares.items())
    return (
        f"{len(done)} runs of {total / len(done):.2f} CPU s.\n\n"
        f"{markdown(['', 'CPU, s', 'of the solvers'], lines)}"
    )


def rows_by_hand() -> str:
    """Return the table of CPU times of rows beside those of the same texts run by hand, by wait4."""
    runs, lines = 20, []
    for job in planned(1):
        assert isinstance(job.method, SmtMethod)
        command = command_line(require(tuned(job.method.solver, job.facts.logic or "")), Limits())
        ways: dict[str, Callable[[], Any]] = {
            "row": partial(do_pinned, job),
            "by hand": partial(cpu_of, command, text_of(job).encode()),
        }
        found = in_turns(runs, ways)
        pairs = [(row.cpu_seconds, cpu) for row, (cpu, _) in zip(*found.values(), strict=True)]
        ours, theirs = (median(times) * 1000 for times in zip(*pairs, strict=True))
        name = f"{job.entry.name.rpartition('/')[2]}, {job.facts.program}"
        lines.append((name, f"{ours:.0f}", f"{theirs:.0f}", f"{median(a / b for a, b in pairs):.3f}"))
    caption = f"`forest-tight`, nothing deduced; medians of {runs} runs of each, in turns."
    return f"{caption}\n\n{markdown(['', 'row, ms', 'by hand, ms', 'ratio'], lines)}"


FILES = ("forest-tight", "forest-bv", "forest-bool", "flow", "placements")

TABLES: Mapping[str, Callable[[], str]] = {
    "own boards": lambda: raced(own(), OWN, ("cuts", *FILES), "none"),
    "forest": thesis,
    "deduction, own boards": lambda: deduction(own(), OWN),
    "reachability": reachability,
    "counting": counting,
    "large boards": large,
    "start-up": startup,
    "writing": writing,
    "runner": runner_cost,
    "rows by hand": rows_by_hand,
}
"""The tables by name, as the page has them."""

OF_CORPUS: Mapping[str, Callable[[Named, str], str]] = {
    "corpus": lambda sample, named: raced(sample, named, ("cuts", *FILES[:3]), "ahead", 60),
    "deduction, corpus": deduction,
}
"""The tables that need a corpus."""


def main() -> None:
    """Measure, and write the page."""
    every = [*TABLES, *OF_CORPUS]
    parser = new_parser(__doc__)
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="puzzles to measure on, too")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th of them")
    parser.add_argument("--only", action="append", choices=every, metavar="TABLE", help=", ".join(every))
    arguments = parser.parse_args()
    tables = dict(TABLES)
    if arguments.corpus is not None:
        every_puzzle = named_puzzles([arguments.corpus])
        sample = every_puzzle[:: arguments.every]
        share = f" (every {arguments.every}th of {len(every_puzzle)})" if arguments.every > 1 else ""
        cells = [puzzle.board.size for _, puzzle in sample]
        named = f"{len(sample)} real puzzles{share}, of {min(cells)} to {max(cells):,} cells"
        tables |= {name: partial(make, sample, named) for name, make in OF_CORPUS.items()}
    for name in arguments.only or tables:
        if name not in tables:
            parser.error(f"the table {name!r} needs --corpus DIR")
        versions = ", ".join(version(find(solver)) or solver for solver in SOLVERS)
        file_of(name).write_text(f"{tables[name]()}\n{machine()}, {versions}.\n", encoding="utf-8")
        print(name, flush=True)


def file_of(name: str) -> Path:
    """Return the file of a table."""
    return MEASURED / f"{name.replace(',', '').replace(' ', '-')}.txt"


if __name__ == "__main__":
    main()

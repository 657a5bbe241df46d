"""The script that compares our order with a person's, on traces made up here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import hardest
from fillomino.errors import InputError
from scripts.human_order import Trace, agreement, foretold, lateness, our_order, read, trace_of

ROOT = Path(__file__).resolve().parents[1]
ROW = "1 6\n2 0 1 0 0 3\n"
"""S1 and S2 fill r1c2, then r1c5 and r1c4 one after the other."""


def named(trace: Trace) -> list[str]:
    return [trace.puzzle.board.names[cell] for cell in trace.filled]


def test_the_same_order_agrees_and_the_reverse_does_not() -> None:
    puzzle = trace_of(ROW, []).puzzle
    order = sorted(our_order(puzzle, 8).items(), key=lambda item: item[1])
    steps = [(puzzle.board.names[cell], number) for cell, (_, number) in order]
    assert sorted(name for name, _ in steps) == ["r1c2", "r1c4", "r1c5"]
    assert len({turn for _, (turn, _) in order}) == 3

    same = agreement(trace_of(ROW, steps), 8, 1)
    assert same is not None
    assert (same.reached, same.pairs, same.tau, same.first) == (1, 1, 1, 1)
    assert same.by_chance == pytest.approx(1 / 3)

    reverse = agreement(trace_of(ROW, steps[::-1]), 8, 2)
    assert reverse is not None
    assert (reverse.pairs, reverse.tau, reverse.first) == (0, -1, 0.5)

    one, two, three = steps
    other = agreement(trace_of(ROW, [two, one, three]), 8, 2)
    assert other is not None
    assert other.first == 1
    assert other.pairs == pytest.approx(2 / 3)


def test_the_last_time_counts_and_wrong_numbers_and_clues_do_not() -> None:
    trace = trace_of(ROW, [("r1c4", 9), ("r1c1", 2), ("r1c2", 2), ("r1c5", 1), ("r1c4", 3)])
    assert named(trace) == ["r1c2", "r1c5", "r1c4"]
    found = agreement(trace, 8, 10)
    assert found is not None
    assert found.pairs == 1
    assert found.reached == pytest.approx(2 / 3)


def test_there_may_be_nothing_to_compare() -> None:
    assert agreement(trace_of(ROW, [("r1c2", 2)]), 8, 10) is None
    assert agreement(trace_of(ROW, []), 8, 10) is None
    together = trace_of("1 3\n0 3 0\n", [("r1c1", 3), ("r1c3", 3)])
    assert {turn for turn, _ in our_order(together.puzzle, 8).values()} == {0}
    assert agreement(together, 8, 10) is None


def test_the_next_step_and_how_late_a_rule_comes() -> None:
    puzzle = trace_of(ROW, []).puzzle
    order = sorted(our_order(puzzle, 8).items(), key=lambda item: item[1])
    steps = [(puzzle.board.names[cell], number) for cell, (_, number) in order]
    assert foretold(trace_of(ROW, steps), 8) == 1
    assert foretold(trace_of(ROW, steps[::-1]), 8) < 1  # type: ignore[operator]
    assert foretold(trace_of(ROW, []), 8) is None
    single_exits = [("single_exit", (turn + 0.5) / 3) for turn in range(3)]
    assert sorted(lateness(trace_of(ROW, steps))) == sorted(single_exits)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"t.jsonl:2: a trace is \{"),
        ('{"puzzle": "1 1\\n0\\n"}', "t.jsonl:2: a trace is"),
        ('{"puzzle": "1 1\\n0\\n", "filled": [3]}', "t.jsonl:2: a trace is"),
        ('{"puzzle": "1 1\\n0\\n", "filled": [["a1", 3]]}', "t.jsonl:2.*no cell 'a1'; its first is 'r1c1'"),
        ('{"puzzle": "no-such-file", "filled": []}', "no-such-file"),
    ],
)
def test_lines_that_are_no_traces(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(f"\n{line}\n")
    with pytest.raises(InputError, match=message):
        list(read(file))


def test_the_script_prints_a_line_for_each_level(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    filled = [["r1c2", 2], ["r1c5", 3], ["r1c4", 3]]
    file.write_text(json.dumps({"puzzle": ROW, "filled": filled, "person": 7}) + "\n")

    def run(*options: str) -> list[str]:
        script = str(ROOT / "scripts" / "human_order.py")
        command = [sys.executable, "-W", "error", script, str(file), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        return str(done.stdout).splitlines()

    lines = run("--first", "1")
    assert lines[0] == "traces: 1"
    assert lines[2] == "| level | traces | reached | pairs | tau | first 1 |"
    assert lines[4] == "| 0 | 0 | – | – | – | – |"
    assert lines[-1] == f"| {hardest()} | 1 | 100% | 100% | +1.00 | 100% (33%) |"
    assert len(lines) == 4 + hardest() + 1
    again = run("--level", "8", "--by-person", "--next", "--first", "1")
    line = "| 8 | 1 | 100% | 100% | +1.00 | 100% (33%) | 100% |"
    assert (again[4], again[6], again[10]) == (line, "person 7", line)
    rules, label = run("--rules"), table.label("single_exit")
    assert rules[0] == "traces: 1"
    assert [row for row in rules if row.startswith(f"| {label} ")] == [f"| {label} | 3 | 50% |"]
    assert run("--part", "2/2", "--level", "8")[4] == "| 8 | 0 | – | – | – | – |"

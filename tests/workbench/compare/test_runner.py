"""`fillomino compare` from outside: what is kept, what is done again, and what is told."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers.fake import scripted
from drivers.solver import Quirks, Solver
from tests.support.processes import begun, marked, wait_for
from tests.support.runs import SMALL, kept, planned, written
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.work import do, rows
from workbench.methods.question import Question
from workbench.methods.table import smt
from workbench.workers.worker import WorkError


def lasting(row: dict[str, Any]) -> dict[str, Any]:
    """What is the same whenever a run is done."""
    changing = ("_seconds", "memory_mib", "core", "started", "commit", "host")
    return {name: value for name, value in row.items() if not name.endswith(changing)}


def test_runs_are_measured_kept_and_not_done_again(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    methods = ("-e", "forest-tight", "-m", "deduction")
    command: list[str | Path] = ["compare", *SMALL, *methods, "-o", out, "--no-report"]
    done = fillomino(*command, "--timeout", "20")
    assert done.code == 0, done
    assert "12 runs on 4 puzzles, limit 20 s" in done.out
    found = kept(out)
    # All methods on one puzzle before the next, and each comes first in its turn.
    assert [row["puzzle"] for row in found] == [name for name in SMALL for _ in range(3)]
    assert [row["method"] for row in found[::3]] == [
        "forest-tight z3", "forest-tight yices", "deduction:all", "forest-tight z3",
    ]  # fmt: skip
    for row in found:
        solver = row["method"] != "deduction:all"
        assert row["status"] == ("unsolvable" if "none" in row["puzzle"] else "solved")
        assert row["cpu_seconds"] > 0 or row["asked"] == 0
        assert row["asked"] == (1 if solver else 0)
        assert row["own_cpu_seconds"] > 0
        assert row["version"] and row["fillomino"] and row["cpu_model"] and row["host"]
        assert row["core"] is None or row["core"] in os.sched_getaffinity(0)
    again = fillomino(*command, "--timeout", "20")
    assert "12 of 12 runs are there already; 0 to do" in again.err
    assert again.out == done.out
    assert kept(out) == found
    more = fillomino(*command, "--timeout", "21", "--limit-puzzles", "1")
    assert more.code == 0
    assert len(kept(out)) == 15


def test_the_lazy_method_counts_all_of_its_solver() -> None:
    [job] = planned([str(EXAMPLES / "twenty.txt")], ["yices"], "cuts", Question(unique=True))
    row = do(replace(job, method=smt("cuts", "yices", deduce="light")), None)
    assert (row.status, row.unique) == ("solved", True)
    assert row.asked > 1
    assert row.cpu_seconds > 0
    assert row.wall_seconds > 0


def test_half_an_answer_is_none() -> None:
    """With uniqueness asked for, a filling whose uniqueness was not decided does not count."""
    [job] = planned([str(EXAMPLES / "one-cell.txt")], ["z3"], "forest", Question(unique=True))
    method = smt("forest", deduce="full", label="once", solver=scripted("sat\n((n_0 1))\n", name="once"))
    row = do(replace(job, method=method), None)
    assert row.status == "failed"  # it gave the same filling again
    assert row.filling is None


def test_a_wrong_filling_and_a_wrong_verdict_are_told_first(tmp_path: Path) -> None:
    """Solvers that lie, in real worker processes."""
    asked = planned([str(EXAMPLES / "row.txt")], ["z3"], "forest", Question(seconds=20))
    [job] = asked
    size = job.entry.puzzle.board.size
    liar = scripted(f"sat\n({''.join(f'(n_{x} 1)' for x in range(size))})\n", name="liar")
    denier = scripted("unsat\n", name="denier", quirks=Quirks(silent=True))
    for record in (liar, denier):
        method = smt("forest", deduce="full", label=record.name, solver=record)
        asked.append(Job(record.name, job.entry, method, method.facts(), job.question))
    found = list(rows(asked, 1))
    assert [row.status for row in found] == ["solved", "wrong", "wrong"]
    assert "region-too-large" in found[1].violations or "clue-changed" in found[1].violations
    done = Runner()("report", written(tmp_path / "runs.jsonl", *found))
    assert done.code == 4
    first, second, third = done.out.splitlines()[:3]
    assert first == "WRONG: 2 of 3 runs"
    assert "liar" in second and "breaks the rules" in second
    assert "denier" in third and "contradicted: the rules give a solution" in third
    assert "2/3" not in done.out and "0/1" in done.out


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    """A solver that kills the worker above it, once; and one that always does."""
    [job] = planned([str(EXAMPLES / "row.txt")], ["z3"], "forest", Question(seconds=20))
    asked = []
    seen = str(tmp_path / "seen")
    programs = {
        "once": f"""
import os
if not os.path.exists({seen!r}):
    open({seen!r}, "x").close()
    os.kill(os.getppid(), 9)
print("unsat")
""",
        "always": "import os; os.kill(os.getppid(), 9)",
    }
    for name, program in programs.items():
        killer = replace(
            scripted(name=name, quirks=Quirks(silent=True)), arguments=("-I", "-S", "-c", program)
        )
        method = smt("forest", deduce="full", label=name, solver=killer)
        asked.append(Job(name, job.entry, method, method.facts(), job.question))
    found = {row.method: row for row in rows([*asked, job], 1)}
    assert found["forest once"].status == "wrong"  # it denies that there is a solution
    assert found["forest always"].status == "failed"
    assert "the worker died, 2 times" in (found["forest always"].error or "")
    assert found["forest z3"].status == "solved"


def test_a_solver_that_is_not_there_ends_the_comparison() -> None:
    [job] = planned([str(EXAMPLES / "row.txt")], ["z3"], "forest", Question())
    nobody = Solver("nobody", "Nobody", "/no/such/program")
    missing = smt("forest", deduce="full", label="nobody", solver=nobody)
    with pytest.raises(WorkError, match="Nobody is not installed"):
        list(rows([replace(job, method=missing)], 1))


@pytest.mark.parametrize("times", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_killed_again_and_again_it_ends_with_the_same_runs(mark: str, tmp_path: Path, times: int) -> None:
    chance = random.Random(4)
    undisturbed, out = tmp_path / "undisturbed.jsonl", tmp_path / "killed.jsonl"
    command = (*SMALL[:3], "-s", "yices", "--runs", "4", "--timeout", "30", "--no-report", "-o")
    with begun("compare", *command, undisturbed, mark=mark) as process:
        assert process.wait(timeout=180) == 0
    wanted = kept(undisturbed)
    assert len(wanted) == 12
    kills = 0
    while True:
        before = len(out.read_bytes().splitlines()) if out.exists() else 0
        with begun("compare", *command, out, mark=mark) as process:
            deadline = time.monotonic() + 20
            # Wait for some progress, then kill it a little later: anywhere in a run, or while it writes.
            while kills < times and process.poll() is None and time.monotonic() < deadline:
                if out.exists() and len(out.read_bytes().splitlines()) > before + chance.randrange(3):
                    time.sleep(chance.random() * 0.03)
                    break
                time.sleep(0.002)
            if kills < times and process.poll() is None:
                process.kill()
                kills += 1
            elif process.wait(timeout=180) == 0:
                break
            process.communicate(timeout=20)
        assert wait_for(mark, solver=False, seconds=10) == []
        if kills == 2:  # a line torn in the middle
            out.write_bytes(out.read_bytes() + b'{"key": "12')
    assert kills >= 3, "it was never caught in the middle"
    assert [lasting(row) for row in sorted(kept(out), key=lambda row: row["key"])] == [
        lasting(row) for row in sorted(wanted, key=lambda row: row["key"])
    ]
    assert (tmp_path / "killed.jsonl.torn").read_bytes() == b'{"key": "12\n'


def test_ctrl_c_ends_the_solvers_and_says_what_is_kept(mark: str, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    puzzles = [EXAMPLES / name for name in ("row.txt", "twenty.txt")]
    process = begun("compare", *puzzles, "-e", "forest", "-s", "z3", "-o", out, mark=mark)
    with process:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not (out.exists() and out.read_text()):
            time.sleep(0.02)
        assert any(name == "z3" for _, name in wait_for(mark, solver=True))
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "1 of 2 runs are in" in err
    assert "Traceback" not in err
    assert wait_for(mark, solver=False, seconds=5) == []
    assert len(kept(out)) == 1
    assert marked(mark) == []


def test_only_one_comparison_writes_to_a_file(fillomino: Runner, tmp_path: Path) -> None:
    from workbench.compare.store import opened

    out = tmp_path / "runs.jsonl"
    with opened(out):
        said = fillomino.refuses("compare", SMALL[0], "-o", out)
    assert said == f"{out}: another comparison is writing to it"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-s", "z4"], "unknown solver 'z4'"),
        (["-s", "z3", "-s", "z3"], "two methods are called 'forest-tight z3'"),
        (["-e", "woods"], "unknown encoding 'woods'"),
        (["-m", "guessing"], "there is no method 'guessing'"),
        (["-e", "cuts", "-s", "pysmt-z3"], "cuts pysmt-z3 is left out: cuts needs an incremental session"),
        (["-s", "c=pysmt-z3 --fast"], "takes no arguments"),
        (["-s", "z3 'open"], "No closing quotation"),
        (["--jobs", "999"], "and each run needs one to itself"),
        (["--time", "sidereal"], "unknown time 'sidereal'"),
        (["-e", "forest:QF_BV"], "forest cannot be written in QF_BV"),
        (["--deduce", "none", "--deduce", "much"], "there is no level of deduction 'much'"),
        (["--strategies", "guessing"], "unknown strategy 'guessing'"),
        (["--strategies", "none+reachability"], "can't be joined with other strategies"),
        (["--strategies", "all-subsets,none"], "can't be joined with other strategies"),
    ],
)
def test_bad_usage(fillomino: Runner, tmp_path: Path, arguments: list[str], said: str) -> None:
    if "-e" not in arguments and "pysmt" in arguments[-1]:
        arguments = [*arguments, "-e", "forest"]
    assert said in fillomino.refuses("compare", SMALL[0], "-o", tmp_path / "x.jsonl", *arguments)


def test_names_arguments_and_seeds_reach_the_solver() -> None:
    asked = planned(
        [SMALL[0]], ["luby=z3 sat.restart=luby", "yices"], "forest-bool:QF_UF", Question(), runs=2
    )
    luby, yices = "forest-bool:QF_UF luby", "forest-bool:QF_UF yices"
    assert [job.method.name for job in asked] == [luby, yices, yices, luby]
    found: list[Row] = [do(job, None) for job in asked]
    assert [row.status for row in found] == ["solved"] * 4
    assert found[0].arguments == ("sat.restart=luby",)
    assert found[0].logic == "QF_UF"
    assert [row.seed for row in found] == [0, 0, 1, 1]
    [bad] = planned([SMALL[0]], ["bad=z3 no.such.option=1"], "forest-bool", Question())
    assert do(bad, None).status == "failed"


def test_files_of_many_puzzles_and_the_same_puzzle_twice(fillomino: Runner, tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    one = (EXAMPLES / "eight.url").read_text().strip()
    two = (EXAMPLES / "seven.id").read_text().strip()
    many.write_text(f"# two puzzles\n{one}\n\n{two}\n{one}\n")
    done = fillomino("compare", many, "-s", "yices", "-o", tmp_path / "x.jsonl", "--no-report")
    assert done.code == 0, done
    assert f"{many}:5 is the same puzzle as {many}:2, and left out" in done.err
    assert [row["puzzle"] for row in kept(tmp_path / "x.jsonl")] == [f"{many}:2", f"{many}:4"]
    assert [row["board"] for row in kept(tmp_path / "x.jsonl")] == ["8x8", "7x7"]
    limited = fillomino(
        "compare", many, "-s", "yices", "-o", tmp_path / "y.jsonl", "--limit-puzzles", "1", "--no-report"
    )
    assert "1 run on 1 puzzle" in limited.out

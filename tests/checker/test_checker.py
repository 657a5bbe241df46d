"""The checker as a program: what it accepts, what it refuses, and that it stands alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.checker.fuzz import CHECKER, loaded

PUZZLE = "2 3\n3 0 1\n0 0 2\n"
CNF = """c claim unique
c named 1 2 3 4 5 6
c filling 3 3 1 3 2 2
p cnf 48 10
-37 16 30 0
-3 17 24 31 0
-3 10 31 0
3 0
15 0
37 0
-15 -16 0
-15 -17 0
-31 -30 0
-10 -24 -30 0
"""
LRAT = """11 -16 0 5 7 0
12 -17 0 5 8 0
13 30 0 6 1 11 0
14 -31 0 13 9 0
15 10 0 4 3 14 0
16 24 0 4 12 14 2 0
17 0 15 16 13 10 0
"""


MODULE = loaded()


def written(folder: Path, puzzle: str, cnf: str, lrat: str | None) -> list[str]:
    texts = {"a.puzzle": puzzle, "a.cnf": cnf} | ({"a.lrat": lrat} if lrat is not None else {})
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    return [str(folder / name) for name in texts]


def check(folder: Path, puzzle: str = PUZZLE, cnf: str = CNF, lrat: str | None = LRAT) -> tuple[int, str]:
    """The exit code and the output of the checker."""
    out = StringIO()
    with redirect_stdout(out):
        code = MODULE.main(written(folder, puzzle, cnf, lrat))
    return code, out.getvalue()


def test_the_example_is_verified_by_a_copy_of_the_file_alone(tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text(CHECKER.read_text(encoding="utf-8"), encoding="utf-8")
    files = written(tmp_path, PUZZLE, CNF, LRAT)
    done = subprocess.run(
        [sys.executable, "-I", alone, *files], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert not done.stderr
    assert done.stdout.splitlines()[-1] == "VERIFIED: the filling is the only solution"
    assert "claim: the filling is the only solution\nfilling: 3 3 1 3 2 2\n" in done.stdout
    assert "clauses: 1 another filling, 3 clue, 3 one token, 3 region\n" in done.stdout
    assert done.stdout.count("sha256 ") == 3


def test_without_a_proof_the_clauses_hold(tmp_path: Path) -> None:
    code, out = check(tmp_path, lrat=None)
    assert (code, out.splitlines()[-1]) == (3, "CLAUSES HOLD")


# A process of its own asks for the peak: the one that forks counts what it took itself, too.
MEASURE = """import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)"""


def run(*files: Path | str) -> tuple[int, str, int]:
    """The exit code of the checker, what it printed, and the KiB that it took at most."""
    command = [sys.executable, "-I", "-c", MEASURE, sys.executable, "-I", str(CHECKER), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    out, _, peak = done.stdout.rpartition(" ")
    return done.returncode, out, int(peak)


def counting(header: str) -> str:
    """A CNF with a counter of many variables."""
    return CNF.replace("p cnf 48 10", f"c counter 0 {10**9} 0\n{header}")


@pytest.mark.parametrize(
    ("puzzle", "cnf", "expected"),
    [
        (PUZZLE, counting("p cnf 48 10"), 1),
        (PUZZLE, counting(f"p cnf {48 + 10**9} 10"), 0),
        (f"graph {10**10}\n", CNF, 1),
    ],
)
def test_what_is_declared_takes_no_room(tmp_path: Path, puzzle: str, cnf: str, expected: int) -> None:
    code, out, kib = run(*written(tmp_path, puzzle, cnf, LRAT))
    assert code == expected, out
    assert kib < 100_000


@pytest.mark.parametrize("which", [0, 1, 2])
def test_sparse_files_are_not_read_whole(tmp_path: Path, which: int) -> None:
    files = written(tmp_path, PUZZLE, CNF, LRAT)
    os.truncate(files[which], 6 << 30)
    code, _, kib = run(*files)
    assert code == 1
    assert kib < 300_000


@pytest.mark.parametrize("kind", ["pipe", "device", "broken link", "folder"])
def test_a_proof_is_a_regular_file(tmp_path: Path, kind: str) -> None:
    puzzle, cnf = written(tmp_path, PUZZLE, CNF, None)
    proof = tmp_path / "a.lrat"
    if kind == "pipe":
        os.mkfifo(proof)
    elif kind == "folder":
        proof.mkdir()
    else:
        proof.symlink_to("/dev/zero" if kind == "device" else tmp_path / "nothing")
    code, out, _ = run(puzzle, cnf, str(proof))
    assert code == 2
    assert "VERIFIED" not in out
    assert "CLAUSES HOLD" not in out


def test_too_little_memory_refutes_nothing(tmp_path: Path) -> None:
    files = written(tmp_path, PUZZLE, CNF, None)
    proof = tmp_path / "a.lrat"
    with proof.open("w") as lines:
        for step in range(11, 450_000):
            lines.write(f"{step} -16 0 5 7 0\n")
    limited = f"ulimit -v 60000; exec {sys.executable} -I {CHECKER} {' '.join(files)} {proof}"
    done = subprocess.run(["/bin/sh", "-c", limited], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2, done
    assert "REFUSED" not in done.stdout


def test_a_filling_needs_no_clauses(tmp_path: Path) -> None:
    cnf = "c claim filling\nc named 1 2 3\nc filling 3 3 1 3 2 2\np cnf 30 0\n"
    code, out = check(tmp_path, cnf=cnf, lrat=None)
    assert (code, out.splitlines()[-1]) == (0, "VERIFIED: the filling is a solution")
    code, out = check(tmp_path, cnf=cnf.replace("3 3 1 3 2 2", "3 3 1 2 2 2"), lrat=None)
    assert (code, out.splitlines()[-1]) == (1, "REFUSED: a filling has a region of 2 with 3 cells")


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        (CNF, "-3 10 31 0", "-3 10 0", "justifies clause 3"),
        (CNF, "-37 16 30 0", "-16 37 30 0", "justifies clause 1"),
        (CNF, "-10 -24 -30 0", "-10 -24 0", "justifies clause 10"),
        (CNF, "\n3 0\n", "\n4 0\n", "justifies clause 4"),
        (CNF, "-15 -16 0", "-15 -49 0", "justifies clause 7"),
        (CNF, "-15 -16 0", "-15 -15 0", "justifies clause 7"),
        (CNF, "-15 -16 0", "0", "justifies clause 7"),
        (CNF, "-15 -16 0", "-15 -16", "ends with 0"),
        (CNF, "-15 -16 0", "-15 0 -16 0", "ends with 0"),
        (CNF, "-15 -16 0", "-15 -1_6 0", "list of integers"),
        (CNF, "-15 -16 0", "-15 -+16 0", "list of integers"),
        (CNF, "cnf 48 10", "cnf 49 10", "the header is not"),
        (CNF, "cnf 48 10", "cnf 48 11", "the header is not"),
        (CNF, "c claim unique", "c claim unsolvable", "1 filling"),
        (CNF, "c claim unique\n", "", "claim or named"),
        (CNF, "c claim unique", "c claim likely", "invalid line"),
        (CNF, "c named 1 2 3 4 5 6", "c named 1 2 4 5 6 7", "is not named"),
        (CNF, "c named 1 2 3 4 5 6", "c named 1 2 3 3 5 6", "named twice"),
        (CNF, "c filling 3 3 1 3 2 2", "c filling 3 3 1 3 2", "one number for each cell"),
        (CNF, "c filling 3 3 1 3 2 2", "c filling 3 1 3 3 2 2", "changes a clue"),
        (CNF, "c filling", "c feeling", "invalid line"),
        (LRAT, "13 30 0 6 1 11 0", "13 30 0 1 6 11 0", "clause 1 is not unit"),
        (LRAT, "13 30 0 6 1 11 0", "13 30 0 6 1 99 0", "99 is not a clause"),
        (LRAT, "13 30 0 6 1 11 0", "13 30 0 6 -1 11 0", "by RAT"),
        (LRAT, "13 30 0 6 1 11 0", "13 30 0 6 0", "does not end in a conflict"),
        (LRAT, "13 30 0 6 1 11 0", "12 30 0 6 1 11 0", "not above"),
        (LRAT, "13 30 0 6 1 11 0", "13 30 6 1 11 0", "ends with 0"),
        (LRAT, "13 30 0 6 1 11 0", "12 d 1 0\n13 30 0 6 1 11 0", "1 is not a clause"),
        (LRAT, "13 30 0 6 1 11 0", "12 d 77 0\n13 30 0 6 1 11 0", "deletes 77"),
        (LRAT, "17 0 15 16 13 10 0\n", "", "does not derive the empty clause"),
    ],
)
def test_a_changed_certificate_is_refused(tmp_path: Path, text: str, old: str, new: str, reason: str) -> None:
    assert text.count(old) == 1
    files = {"cnf" if text is CNF else "lrat": text.replace(old, new)}
    code, out = check(tmp_path, **files)
    assert code == 1
    assert out.splitlines()[-1].startswith("REFUSED: ")
    assert reason in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        ("2 3\n3 0 1\n0 0 0\n", "justifies clause 6"),
        ("2 3\n3 0 1\n0 0\n", "rows of W"),
        ("2 3\n3 0 1\n", "rows of W"),
        ("3 0 1\n0 0 2\n", "begins neither"),
        ("2 3\n3 0 x\n0 0 2\n", "'x' is not"),
        (PUZZLE + "wall 0 4\n", "invalid line"),
        (PUZZLE + "largest 3\nlargest 4\n", "invalid line"),
        (PUZZLE + "diagonal\n", "invalid line"),
        (PUZZLE + "wall 0 1\n", "across a wall"),
        (PUZZLE + "largest 2\n", "too large"),
        (PUZZLE + "link 0 4\n", "invalid line"),
        ("graph 6\nlink 0 6\n", "invalid line"),
        ("graph 6\nclue 0 3\nclue 0 3\n", "invalid line"),
        ("\n", "begins neither"),
        ("1 2\n# #\n", "not a whole number"),
        ("2 3\n3 0 \xb2\n0 0 2\n", "not printable ASCII"),
    ],
)
def test_another_puzzle_is_refused(tmp_path: Path, puzzle: str, reason: str) -> None:
    code, out = check(tmp_path, puzzle=puzzle)
    assert code == 1
    assert reason in out.splitlines()[-1]


@pytest.mark.parametrize(
    "puzzle",
    [
        "2 3\n3 . 1\n? 0 2\nlargest 3\nbasic\n",
        "graph 6\nlink 0 1\nlink 1 2\nlink 0 3\nlink 1 4\nlink 2 5\nlink 4 3\nlink 4 5\n"
        "clue 0 3\nclue 2 1\nclue 5 2\n\nwall 1 4\n",
    ],
)
def test_the_same_puzzle_can_be_written_otherwise_and_have_more_rules(tmp_path: Path, puzzle: str) -> None:
    assert check(tmp_path, puzzle=puzzle)[0] == 0


def test_usage_and_missing_files_have_a_code_of_their_own(tmp_path: Path) -> None:
    for words, text in (([], "python fillomino_check.py PUZZLE"), (["no", "nothing"], "can't be read")):
        done = subprocess.run(
            [sys.executable, CHECKER, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert text in done.stdout


def test_it_stands_alone() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.Import) for node in imports)
    names = {alias.name for node in imports for alias in getattr(node, "names", [])}
    assert names == {"bisect", "hashlib", "math", "os", "sys"}
    assert not {"__import__", "importlib", "exec(", "eval("} & set(text.split())

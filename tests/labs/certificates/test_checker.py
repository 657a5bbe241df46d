"""The checker: what it accepts and refuses, by hand, by fuzzing and by mutants, and that it stands alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from fillomino.board import from_links
from fillomino.puzzle import Filling, Puzzle
from labs.certificates.produce import certificate, puzzle_text
from labs.certificates.tokens import NoCertificateError
from tests.labs.certificates.fuzz import CHECKER, KINDS, loaded, words, wrong
from tests.support.brute import by_placing, keeps
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles
from tests.support.where import brief

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
DRAT = """0
"""

# Here unit propagation alone does not get to the contradiction: a lemma is needed.
HARDER = "1 4\n0 0 # 1\n"
HARDER_CNF = """c claim unique
c named 1 2
c filling 2 2 1
p cnf 12 10
-3 0
1 2 3 0
-4 -1 0
-1 -3 0
-6 3 0
-1 -2 0
-5 2 0
4 5 6 0
-2 5 0
-2 -5 0
"""
LEMMAS = """-1 0
d -1 -2 0
2 0
0
"""


MODULE = loaded()


def written(folder: Path, puzzle: str, cnf: str, drat: str | None) -> list[str]:
    texts = {"a.puzzle": puzzle, "a.cnf": cnf} | ({"a.drat": drat} if drat is not None else {})
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    return [str(folder / name) for name in texts]


def check(folder: Path, puzzle: str = PUZZLE, cnf: str = CNF, drat: str | None = DRAT) -> tuple[int, str]:
    """The exit code and the output of the checker."""
    out = StringIO()
    with redirect_stdout(out):
        code = MODULE.main(written(folder, puzzle, cnf, drat))
    return code, out.getvalue()


def test_the_example_is_verified_by_a_copy_of_the_file_alone(tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text(CHECKER.read_text(encoding="utf-8"), encoding="utf-8")
    files = written(tmp_path, PUZZLE, CNF, DRAT)
    done = subprocess.run(
        [sys.executable, "-I", alone, *files], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert not done.stderr
    assert done.stdout.splitlines()[-1] == "VERIFIED: the filling is the only solution"
    assert "claim: the filling is the only solution\nfilling: 3 3 1 3 2 2\n" in done.stdout
    assert "clauses: 1 another filling, 3 clue, 3 one token, 3 region\n" in done.stdout
    assert done.stdout.count("sha256 ") == 3


def test_without_a_proof_the_clauses_hold(tmp_path: Path) -> None:
    code, out = check(tmp_path, drat=None)
    assert (code, out.splitlines()[-1]) == (3, "CLAUSES HOLD")


# A process of its own asks for the peak: the one that forks counts what it took itself, too.
MEASURE = """import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)"""


def run(*files: Path | str) -> tuple[int, str, int]:
    """The exit code of the checker, what it printed, and the KiB that it took at most."""
    command = [sys.executable, "-I", "-c", MEASURE, sys.executable, "-I", str(CHECKER), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
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
    code, out, kib = run(*written(tmp_path, puzzle, cnf, DRAT))
    assert code == expected, out
    assert kib < 100_000


@pytest.mark.parametrize("which", [0, 1, 2])
@brief(lambda which: which == 2)
def test_sparse_files_are_not_read_whole(tmp_path: Path, which: int) -> None:
    files = written(tmp_path, PUZZLE, CNF, DRAT)
    os.truncate(files[which], 6 << 30)
    code, _, kib = run(*files)
    assert code == 1
    assert kib < 300_000


@pytest.mark.parametrize("kind", ["pipe", "device", "broken link", "folder"])
def test_a_proof_is_a_regular_file(tmp_path: Path, kind: str) -> None:
    puzzle, cnf = written(tmp_path, PUZZLE, CNF, None)
    proof = tmp_path / "a.drat"
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
    files = written(tmp_path, HARDER, HARDER_CNF, None)
    proof = tmp_path / "a.drat"
    proof.write_text("-1 " + "4 " * 8_000_000 + "0\n")
    limited = f"ulimit -v 60000; exec {sys.executable} -I {CHECKER} {' '.join(files)} {proof}"
    done = subprocess.run(
        ["/bin/sh", "-c", limited], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 2, done
    assert "REFUSED" not in done.stdout


def test_a_filling_needs_no_clauses(tmp_path: Path) -> None:
    cnf = "c claim filling\nc named 1 2 3\nc filling 3 3 1 3 2 2\np cnf 30 0\n"
    code, out = check(tmp_path, cnf=cnf, drat=None)
    assert (code, out.splitlines()[-1]) == (0, "VERIFIED: the filling is a solution")
    code, out = check(tmp_path, cnf=cnf.replace("3 3 1 3 2 2", "3 3 1 2 2 2"), drat=None)
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
    ],
)
def test_a_changed_certificate_is_refused(tmp_path: Path, text: str, old: str, new: str, reason: str) -> None:
    assert text.count(old) == 1
    code, out = check(tmp_path, cnf=text.replace(old, new))
    assert code == 1
    assert out.splitlines()[-1].startswith("REFUSED: ")
    assert reason in out.splitlines()[-1]


COUNTED = CNF.replace("p cnf 48 10", "c counter 2 4 0 1 2 3 4 5\np cnf 72 11")
"""With a counter of threes on all six cells, up to 4; and one more clause."""

X2 = 1 * 7 + 3
"""The second cell holds 3."""


def s(i: int, j: int) -> int:
    """Of the first i cells at least j hold 3."""
    return 48 + (i - 1) * 4 + j


@pytest.mark.parametrize(
    "clause",
    [
        (-s(1, 2),),  # one cell is not two
        (-s(2, 4),),
        (-s(2, 2), s(1, 1)),
        (-s(2, 2), X2),
        (-s(2, 2), s(1, 2), X2),  # weaker: with what is false
        (-X2, -s(1, 1), s(2, 2)),
        (-s(1, 1), s(2, 1)),
        (-s(6, 1), s(6, 3)),
        (-s(6, 2), s(6, 3), X2),
    ],
)
def test_what_a_counter_means_holds(tmp_path: Path, clause: tuple[int, ...]) -> None:
    line = " ".join(map(str, (*clause, 0)))
    code, out = check(tmp_path, cnf=f"{COUNTED}{line}\n")
    assert (code, out.splitlines()[-1].partition(":")[0]) == (0, "VERIFIED")


@pytest.mark.parametrize(
    "clause",
    [
        (s(1, 2),),
        (-s(1, 1),),
        (-s(2, 2),),
        (-s(2, 2), s(1, 2)),
        (-s(2, 1), X2),
        (-s(2, 1), s(1, 1)),
        (-X2, s(2, 2)),
        (-s(1, 1), s(2, 2)),
        (X2, -s(1, 1), s(2, 2)),
        (-s(6, 1), s(6, 2)),
        (-s(6, 1), s(6, 4)),
        (-s(6, 4),),
        (-s(3, 1), s(3, 3)),  # of three cells, with others beside them
        (-s(6, 1), -s(6, 3)),
    ],
)
def test_what_a_counter_does_not_mean_is_refused(tmp_path: Path, clause: tuple[int, ...]) -> None:
    line = " ".join(map(str, (*clause, 0)))
    code, out = check(tmp_path, cnf=f"{COUNTED}{line}\n")
    assert code == 1
    assert "justifies clause 11" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("", "", None),
        (LEMMAS, "", "not derive a contradiction"),
        ("-1 0\nd -1 -2 0\n2 0\n", "", "line 1 of the proof does not follow"),
        ("-1 0\nd", "9 0\nd", "line 1 of the proof does not follow"),
        ("2 0\n0", "2 13 0\n0", "other variables"),
        ("2 0\n0", "2\n0", "ends with 0"),
        ("2 0\n0", "2 0 3 0\n0", "ends with 0"),
        ("2 0\n0", "2 x 0\n0", "list of integers"),
        ("2 0\n0", "e 2 0\n0", "list of integers"),
        ("\n0\n", "\n0\nx 0\n", "list of integers"),
    ],
)
def test_a_proof_follows_line_by_line(tmp_path: Path, old: str, new: str, reason: str | None) -> None:
    code, out = check(tmp_path, HARDER, HARDER_CNF, LEMMAS.replace(old, new, 1) if old else LEMMAS)
    assert code == (0 if reason is None else 1)
    assert (reason or "VERIFIED") in out.splitlines()[-1]


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
    for arguments, text in (([], "python fillomino_check.py PUZZLE"), (["no", "nothing"], "can't be read")):
        done = subprocess.run(
            [sys.executable, CHECKER, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
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


BROKEN = {
    "a region may have one cell less": (
        "if len(reached) < number or not clued:",
        "if len(reached) <= number or not clued:",
    ),
    "rooms need one cell more": ("if len(cells) < wanted:", "if len(cells) <= wanted:"),
    "all groups are in different regions": (
        "if not any(group[0] in room for room in taken):",
        "if True:",
    ),
    "rooms are not put together": ("cells | taken[-1]", "taken[-1]"),
    "groups weigh one cell too many": (
        "if len(start) + more + len(met) <= number:",
        "if len(start) + more + len(met) < number:",
    ),
    "another number has room for named ones alone": (
        "return set(range(puzzle.size)) - out",
        "return set(start)",
    ),
    "every cell beside any group is out": (
        "if any(y in group_of and y not in reached for y in puzzle.near[x])}",
        "if any(y in group_of for y in puzzle.near[x])} - set(start)",
    ),
    "a start as large as its number is too large": (
        "if len(start) > number or",
        "if len(start) >= number or",
    ),
    "a wall is between any two cells": (
        "tuple(x for x, _ in no) in self.puzzle.walls:",
        "len(no) == 2 and self.puzzle.walls:",
    ),
    "in basic, every group needs a clue": (
        "puzzle.clues.get(x) == number for x in reached",
        "puzzle.clues.get(x) == number for x in start",
    ),
    "a wall parts numbers that are not named": (
        "        if tokens == {self.other}:",
        "        if tuple(x for x, _ in no) in self.puzzle.walls and not yes and len(tokens) == 1:\n"
        "            return 'wall'\n        if tokens == {self.other}:",
    ),
    "another number has at least one cell more": (
        "if len(reached) < self.least or self.least > puzzle.largest",
        "if len(reached) <= self.least or self.least > puzzle.largest",
    ),
    "the largest region is one smaller": ("self.least > puzzle.largest", "self.least >= puzzle.largest"),
    "two other numbers may be equal": (
        "len(inside) < 2 * self.least + 1",
        "len(inside) < 2 * self.least + 2",
    ),
    "a set alone needs no border": (
        "closed = all(y in outside or y in inside",
        "closed = all(True or y in outside or y in inside",
    ),
    "a set alone need not be connected": (
        "one = len(puzzle.parts(inside, puzzle.near)) == 1 and",
        "one =",
    ),
    "a set alone may not be as large as any number": (
        "(len(inside) in named or len(inside) < self.least)",
        "(len(inside) in named or len(inside) <= self.least)",
    ),
    "another filling differs anywhere": (
        "same = not yes and self.open <= cells and any(",
        "same = not yes and any(",
    ),
    "a clue of a number that is not named is the first": (
        "token == self.token.get(clues[x], self.other)",
        "token == self.token.get(clues[x], 0)",
    ),
    "some token means some named token": (
        "and len(tokens) == self.width else None",
        "and len(tokens) >= self.width - 1 else None",
    ),
    "equal tokens have equal colours, another number too": (
        'else "equal colours" if token < self.other else None',
        'else "equal colours"',
    ),
    "equal tokens have other colours": (
        "return kind if (max(held) > 0) == (light == shade) else None",
        "return kind",
    ),
    "every cell has the first colour": (
        "any(x == part[0] for part in self.puzzle.coloured)",
        "self.puzzle.coloured",
    ),
    "regions are whole without a border": (
        "if follows and all(y * self.width + token + 1 in given for y in border):",
        "if follows:",
    ),
    "all of some cells are never so many": (
        "else -math.inf if j > i else",
        "else -math.inf if j >= i else",
    ),
    "the next multiple is one more": (
        "up = j + -j % self.numbers[token]",
        "up = j + -j % self.numbers[token] + 1",
    ),
}


def test_no_accepted_clause_is_broken_by_a_solution() -> None:
    found, count = wrong(loaded(), seed=1, wanted=4000)
    assert not found
    assert set(count) == KINDS


@pytest.mark.slow
def test_no_accepted_clause_is_broken_by_a_solution_in_a_hundred_thousand_and_more() -> None:
    found, count = wrong(loaded(), seed=2, wanted=250_000)
    sys.stdout.write(f"{dict(count)}\n")
    assert not found
    assert min(count[kind] for kind in KINDS) > 1000


@pytest.mark.parametrize("name", BROKEN)
@brief(lambda name: name in [*BROKEN][::4])
def test_a_broken_checker_is_caught(name: str) -> None:
    text, (right, broken) = CHECKER.read_text(encoding="utf-8"), BROKEN[name]
    assert text.count(right) == 1
    assert wrong(loaded(text.replace(right, broken)), seed=5, wanted=20_000)[0]


@cache
def certificates() -> list[list[str]]:
    """Puzzle, CNF and proof of some certificates that have a proof."""
    found = []
    for board in BOARDS:
        if 4 <= board.size <= 8:
            for puzzle in puzzles(board, seed=9, count=2):
                solutions = [filling for filling in fillings_of(board) if keeps(puzzle, filling)]
                if len(solutions) < 4:
                    try:
                        made = certificate(puzzle, solutions)
                    except NoCertificateError:
                        continue  # no SAT solver here
                    found.append([puzzle_text(made.puzzle), made.cnf(), made.proof.drat()])
    return found


@pytest.mark.parametrize(
    ("claim", "fillings", "accepted"),
    [
        ("exactly", 2, True),
        ("unique", 2, False),
        ("unsolvable", 2, False),
        ("filling", 2, False),
        ("filling", 1, True),
        ("unsolvable", 0, True),
        ("exactly", 0, False),
        ("unique", 0, False),
        ("filling", 0, False),
    ],
)
def test_a_claim_goes_with_as_many_fillings_as_it_says(
    tmp_path: Path, claim: str, fillings: int, accepted: bool
) -> None:
    """Without a proof, so that nothing but the claim and the fillings can be refused."""
    rows = "".join(f"c filling {row}\n" for row in ("1 2 2", "2 2 1")[:fillings])
    cnf = f"c claim {claim}\nc named 1 2 3\n{rows}p cnf 15 0\n"
    code, out = check(tmp_path, "1 3\n0 0 0\n", cnf, None)
    assert (code in (0, 3)) is accepted, out


def tampered(text: str, chance: Random) -> str:
    """A text with a number changed, a word or a line left out, doubled, moved or replaced by another."""
    lines = text.splitlines() or ["0"]
    at = chance.randrange(len(lines))
    words = lines[at].split()
    place = chance.randrange(len(words)) if words else 0
    kind = chance.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(chance.randrange(len(lines)), lines[at])
    elif kind == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif words:
        if kind == 3:
            del words[place]
        elif kind == 4:
            words.insert(place, chance.choice(words))
        elif words[place].lstrip("-").isdigit():
            number = int(words[place])
            words[place] = str(chance.choice((-number, number + 1, number - 1, chance.randint(1, 40), 10**9)))
        elif words[place] in ("unique", "unsolvable", "exactly", "filling"):
            words[place] = chance.choice(("unique", "unsolvable", "exactly", "filling"))
        lines[at] = " ".join(words)
    return "\n".join([*lines, ""])


def true(puzzle: str, cnf: str) -> bool:
    """Whether a claim is true, by all fillings of the board."""
    read = MODULE.Puzzle(words(puzzle))
    claimed: list[Filling] = MODULE.Certificate(read, words(cnf)).fillings
    links = [(x, y) for x, around in enumerate(read.linked) for y in around]
    its = Puzzle(
        from_links([str(x) for x in range(read.size)], links),
        {x: number for x, number in read.clues.items() if number <= read.size},
        frozenset((x, y) for x, y in read.walls if x < y),
        largest_region=read.largest if read.largest < read.size else None,
        basic=read.basic,
        checkered=read.checkered,
    )
    impossible = any(number > read.size for number in read.clues.values()) or read.largest == 0
    solutions = set() if impossible else {f for f in by_placing(its.board) if keeps(its, f)}
    only = cnf.split()[2] == "filling"
    return set(claimed) <= solutions if only else set(claimed) == solutions


def test_tampered_certificates_are_refused_or_still_true(tmp_path: Path) -> None:
    chance, count = Random(1), Counter[str]()
    paths = [tmp_path / name for name in ("a.puzzle", "a.cnf", "a.drat")]
    for _ in range(300):
        texts = list(chance.choice(certificates()))
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(3)
            texts[at] = tampered(texts[at], chance)
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="ascii")
        with redirect_stdout(StringIO()) as out:
            code = MODULE.main([str(path) for path in paths])
        verdict = out.getvalue().splitlines()[-1].partition(":")[0]
        assert (code == 0) == (verdict == "VERIFIED")
        count[verdict] += 1
        if verdict == "VERIFIED":
            assert true(texts[0], texts[1]), texts
    assert count["REFUSED"] > 150
    assert count["VERIFIED"] > 10

"""A tampered certificate is refused, or what it claims then is true all the same."""

from __future__ import annotations

from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from fillomino.board import from_links
from fillomino.puzzle import Filling, Puzzle
from tests.checker.fuzz import loaded, words
from tests.support.brute import by_placing, keeps
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles
from workbench.certificates.produce import NoCertificateError, certificate

CHECKER = loaded()


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
                    found.append([puzzle_of(made), made.cnf(), made.lrat()])
    return found


def puzzle_of(made: Any) -> str:
    from workbench.certificates.produce import puzzle_text

    return puzzle_text(made.puzzle)


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
    read = CHECKER.Puzzle(words(puzzle))
    claimed: list[Filling] = CHECKER.Certificate(read, words(cnf)).fillings
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
    paths = [tmp_path / name for name in ("a.puzzle", "a.cnf", "a.lrat")]
    for _ in range(300):
        texts = list(chance.choice(certificates()))
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(3)
            texts[at] = tampered(texts[at], chance)
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="ascii")
        with redirect_stdout(StringIO()) as out:
            code = CHECKER.main([str(path) for path in paths])
        verdict = out.getvalue().splitlines()[-1].partition(":")[0]
        assert (code == 0) == (verdict == "VERIFIED")
        count[verdict] += 1
        if verdict == "VERIFIED":
            assert true(texts[0], texts[1]), texts
    assert count["REFUSED"] > 150
    assert count["VERIFIED"] > 10

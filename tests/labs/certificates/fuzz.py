"""Random clauses of every kind, and their truth in all solutions of small puzzles: what tests the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from fillomino.board import Board, rectangle
from fillomino.checkered import two_colours
from fillomino.puzzle import Filling, Puzzle
from labs.certificates.produce import puzzle_text
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.random_puzzles import graphs

CHECKER = Path(__file__).resolve().parents[3] / "labs" / "certificates" / "fillomino_check.py"
KINDS = {
    "clue",
    "some token",
    "one token",
    "another filling",
    "wall",
    "region",
    "Hall",
    "another number",
    "alone",
    "first colour",
    "equal colours",
    "different colours",
    "counter",
    "whole regions",
}
BOARDS = [rectangle(2, 3), rectangle(1, 7), rectangle(2, 4), rectangle(3, 3), *ODD.values(), *graphs(seed=5)]

Clause = tuple[int, ...]


def loaded(text: str = "") -> ModuleType:
    """The checker, or a changed text of it, as a module."""
    module = ModuleType("fillomino_check")
    exec(compile(text or CHECKER.read_text(encoding="utf-8"), str(CHECKER), "exec"), module.__dict__)
    return module


def words(text: str) -> list[list[str]]:
    """The lines of a text as the checker reads them."""
    return [line.split() for line in text.splitlines()]


@cache
def fillings_of(board: Board) -> list[Filling]:
    return by_placing(board)


@dataclass
class Case:
    """A puzzle with a claim.

    Attributes:
        puzzle: the puzzle.
        named: its named numbers.
        models: its solutions that the claim rules out, if there are any: none if it is true.
        counters: token, J, cells.
        certificate: what the checker has read.
    """

    puzzle: Puzzle
    named: list[int]
    models: list[Filling]
    counters: list[tuple[int, int, list[int]]]
    certificate: Any

    def __post_init__(self) -> None:
        """Work out for each variable the set of models in which it is true."""
        size, other = self.puzzle.board.size, len(self.named)
        tokens = [[self.token(v) for v in filling] for filling in self.models]
        self.all = (1 << len(self.models)) - 1
        self.true = [0]
        for x in range(size):
            self.true += [self.where(held[x] == t for held in tokens) for t in range(other + 1)]
        colours = [two_colours(self.puzzle.board, filling) or (0,) * size for filling in self.models]
        self.true += [self.where(colour[x] == 1 for colour in colours) for x in range(size)]
        for token, most, cells in self.counters:
            for i in range(1, len(cells) + 1):
                counts = [sum(held[x] == token for x in cells[:i]) for held in tokens]
                self.true += [self.where(count >= j for count in counts) for j in range(1, most + 1)]

    def token(self, number: int) -> int:
        return self.named.index(number) if number in self.named else len(self.named)

    @staticmethod
    def where(truths: Iterator[bool]) -> int:
        return sum(1 << i for i, true in enumerate(truths) if true)

    def holds(self, clause: Clause) -> bool:
        """Whether a clause is true in every model."""
        met = 0
        for n in clause:
            met |= self.true[n] if n > 0 else self.all & ~self.true[-n]
        return met == self.all


def cases(checker: ModuleType, chance: Random) -> Iterator[Case]:
    """Random puzzles of all variants with random claims, for ever."""
    while True:
        board = chance.choice(BOARDS)
        every = fillings_of(board)
        one = chance.choice(every)
        links = list(board.links())
        clues = {x: one[x] for x in chance.sample(range(board.size), chance.randint(0, board.size // 2))}
        if chance.random() < 0.1:
            clues[chance.randrange(board.size)] = chance.randint(1, board.size)
        parted = [(x, y) for x, y in links if one[x] != one[y]]
        walls = chance.sample(parted, min(len(parted), 2)) if chance.random() < 0.3 else []
        puzzle = Puzzle(
            board,
            clues,
            frozenset(walls),
            largest_region=chance.randint(max(one) - 1, board.size) or None
            if chance.random() < 0.3
            else None,
            basic=chance.random() < 0.25,
            checkered=chance.random() < 0.3,
        )
        solutions = [filling for filling in every if keeps(puzzle, filling)]
        claimed = chance.sample(solutions, min(len(solutions), chance.choice((0, 0, 1, 1, 2))))
        named = {v for filling in claimed for v in filling}
        named |= set(chance.sample(range(1, board.size + 1), chance.randint(0, board.size)))
        counters = [
            (chance.randint(0, len(named)), chance.randint(1, 4), chance.sample(range(board.size), count))
            for count in [chance.randint(1, board.size) for _ in range(chance.choice((0, 1, 2)))]
        ]
        shuffled = chance.sample(sorted(named), len(named))
        text = cnf_head(claimed, shuffled, counters, board.size)
        certificate = checker.Certificate(checker.Puzzle(words(puzzle_text(puzzle))), words(text))
        models = [filling for filling in solutions if filling not in claimed]
        yield Case(puzzle, shuffled, models, counters, certificate)


def cnf_head(
    claimed: list[Filling], named: list[int], counters: list[tuple[int, int, list[int]]], size: int
) -> str:
    claim = ("unsolvable", "unique", "exactly")[min(len(claimed), 2)]
    variables = size * (len(named) + 2) + sum(most * len(cells) for _, most, cells in counters)
    lines = [
        f"c claim {claim}",
        " ".join(["c named", *map(str, named)]),
        *(" ".join(["c filling", *map(str, filling)]) for filling in claimed),
        *(" ".join(["c counter", *map(str, (token, most, *cells))]) for token, most, cells in counters),
        f"p cnf {variables} 0",
    ]
    return "\n".join([*lines, ""])


class Clauses:
    """Random clauses about a case, many of which nearly hold."""

    def __init__(self, case: Case, chance: Random) -> None:
        self.case, self.chance = case, chance
        self.board = case.puzzle.board
        self.size, self.other = self.board.size, len(case.named)
        self.cells = list(range(self.size))

    def literal(self, cell: int, token: int) -> int:
        return cell * (self.other + 1) + token + 1

    def colour(self, cell: int) -> int:
        return self.size * (self.other + 1) + cell + 1

    def made(self) -> Clause:
        kinds = [self.region] * 6 + [self.rooms] * 4 + [self.closed] * 2 + [self.two, self.some, self.claimed]
        kinds += [self.colours] * 3 if self.case.puzzle.checkered else []
        kinds += [self.counts] * 4 if self.case.counters else []
        clause = self.chance.choice(kinds)()
        if self.chance.random() < 0.1:  # one literal more, less or the other way round
            clause = self.bent(clause)
        return tuple(clause)

    def bent(self, clause: list[int]) -> list[int]:
        at = self.chance.randrange(len(clause))
        more = self.chance.choice((1, -1)) * self.chance.randrange(1, len(self.case.true))
        return self.chance.choice(
            (
                [*clause, more],
                clause[:at] + clause[at + 1 :],
                [*clause[:at], -clause[at], *clause[at + 1 :]],
                [*clause[:at], more, *clause[at + 1 :]],
            )
        )

    def connected(self, most: int, start: int | None = None) -> list[int]:
        part = [self.chance.choice(self.cells) if start is None else start]
        while len(part) < most:
            beside = [y for x in part for y in self.board.neighbours[x] if y not in part]
            if not beside:
                break
            part.append(self.chance.choice(beside))
        return part

    def region(self) -> list[int]:
        """Some cells hold a token, and some others do not, which often cut off too small a room."""
        chance = self.chance
        token = chance.randint(0, self.other)
        room = set(self.connected(chance.randint(1, self.size)))
        border = {y for x in room for y in self.board.neighbours[x]} - room
        held = chance.sample(sorted(room), chance.randint(1, len(room)))
        if chance.random() < 0.3:
            held += chance.sample(self.cells, chance.randint(0, 2))
        outside = {x for x in border if chance.random() < 0.9} | {x for x in room if chance.random() < 0.1}
        held = list(dict.fromkeys(held))
        return [
            *(-self.literal(x, token) for x in held),
            *(self.literal(x, token) for x in outside if x not in held),
        ]

    def rooms(self) -> list[int]:
        """Several groups, of one number or more, each shut in by cells that do not hold its number."""
        chance, found = self.chance, dict[int, None]()
        left = set(self.cells)
        for _ in range(chance.randint(2, 3)):
            if not left:
                break
            token = chance.choice(range(self.other + 1))
            room = set(self.connected(chance.randint(1, 5), chance.choice(sorted(left))))
            left -= room
            border = {y for x in room for y in self.board.neighbours[x]} - room
            held = chance.sample(sorted(room), chance.randint(1, min(2, len(room))))
            found |= dict.fromkeys(-self.literal(x, token) for x in held)
            found |= dict.fromkeys(self.literal(y, token) for y in border if chance.random() < 0.95)
        return [literal for literal in found if -literal not in found] or [1]

    def closed(self) -> list[int]:
        """Cells that hold another number, and all around them do not."""
        room = self.connected(self.chance.randint(1, self.size))
        border = {y for x in room for y in self.board.neighbours[x]} - set(room)
        token = self.other if self.chance.random() < 0.8 else self.chance.randint(0, self.other)
        return [*(-self.literal(x, token) for x in room), *(self.literal(y, token) for y in border)]

    def two(self) -> list[int]:
        cell = self.chance.choice(self.cells)
        if self.chance.random() < 0.4 and self.case.puzzle.walls:
            x, y = self.chance.choice(sorted(self.case.puzzle.walls))
            token = self.chance.randint(0, self.other)
            if self.chance.random() < 0.2:
                x = self.chance.choice([z for z in self.cells if z != y])
            return [-self.literal(x, token), -self.literal(y, token)]
        one, other = self.chance.choices(range(self.other + 1), k=2)
        return [-self.literal(cell, one), -self.literal(cell, other)]

    def some(self) -> list[int]:
        cell = self.chance.choice(self.cells)
        if self.chance.random() < 0.5 and self.case.puzzle.clues:
            cell, number = self.chance.choice(sorted(self.case.puzzle.clues.items()))
            return [self.literal(cell, self.chance.choice((self.case.token(number), 0, self.other)))]
        return [self.literal(cell, token) for token in range(self.other + 1)]

    def claimed(self) -> list[int]:
        claimed = self.case.certificate.fillings
        filling = self.chance.choice(claimed or fillings_of(self.board))
        cells = [x for x in self.cells if x not in self.case.puzzle.clues or self.chance.random() < 0.3]
        return [-self.literal(x, self.case.token(filling[x])) for x in cells] or [1]

    def colours(self) -> list[int]:
        chance, links = self.chance, list(self.board.links())
        if chance.random() < 0.1 or not links:
            return [-self.colour(chance.choice(self.cells))]
        x, y = chance.choice(links)
        token = chance.randint(0, self.other)
        sign, way, light = (chance.choice((1, -1)) for _ in range(3))
        here, there = self.literal(x, token), self.literal(y, token)
        shade = light * sign * way * (1 if chance.random() < 0.1 else -1)
        return [here * sign, there * way, light * self.colour(x), shade * self.colour(y)]

    def counts(self) -> list[int]:
        chance, counters = self.chance, self.case.counters
        number = chance.randrange(len(counters))
        token, most, cells = counters[number]
        base = self.size * (self.other + 2) + sum(m * len(its) for _, m, its in counters[:number])

        def s(i: int, j: int) -> int:
            return base + (i - 1) * most + j

        i, j = chance.randint(1, len(cells)), chance.randint(1, most)
        x = self.literal(cells[i - 1], token)
        if chance.random() < 0.5:
            border = {y for x in cells[:i] for y in self.board.neighbours[x]} - set(cells[:i])
            up = [s(i, chance.randint(1, most))] if chance.random() < 0.7 else []
            kept = [y for y in border if chance.random() < 0.95]
            return [-s(i, j), *up, *(self.literal(y, token) for y in kept)]
        known_false = chance.random() < 0.2  # written out, though more of fewer cells are never so many
        before = [s(i - 1, j)] if i > 1 and (j < i or known_false) else []
        less = [s(i - 1, j - 1)] if i > 1 and j > 1 and (j <= i or known_false) else []
        no = [-n for n in before], [-x, *(-n for n in less)]
        return chance.choice(
            (
                [*no[0], s(i, j)],
                [*no[1], s(i, j)],
                [-s(i, j), *before, x],
                [-s(i, j), *before, *less],
            )
        )


def wrong(checker: ModuleType, seed: int, wanted: int, per_case: int = 60) -> tuple[str, Counter[str]]:
    """Look for a clause that the checker accepts and some model breaks.

    Args:
        checker: the checker, as it is or changed.
        seed: of the random puzzles and clauses.
        wanted: with how many accepted clauses to stop.
        per_case: clauses for each puzzle.

    Returns:
        What is wrong, empty if nothing was found; and how many clauses of each kind were accepted.
    """
    chance, count = Random(seed), Counter[str]()
    for case in cases(checker, chance):
        clauses = Clauses(case, chance)
        for _ in range(per_case):
            clause = clauses.made()
            reason = case.certificate.reason(clause)
            if reason is None:
                continue
            count[reason] += 1
            if not case.holds(clause):
                return f"{reason}: {clause} of {case.named} in {puzzle_text(case.puzzle)}", count
        if count.total() >= wanted:
            return "", count
    raise AssertionError

"""Divide counties into districts around given seats: connected, equal in counties, balanced in inhabitants.

    python examples/counties/divide.py                      140 made-up counties, 7 districts of 20
    python examples/counties/divide.py FILE --seconds 60    another map

A map is a table of counties: name, inhabitants, 1 for the seat of a district, neighbours with blanks between.
The objective is the largest difference of a district's inhabitants from the mean. SMT-LIB has no objectives,
so the bound on it is tightened, until it is the least or time is up.
"""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from drivers import Limits, Sat, Unsat, find, run
from encoder import Builder, floodfill
from fillomino.board import Board, from_links
from smtlib.render import driver
from smtlib.script import Family, exactly_one, plus

ONE_EACH = Family("one-district", "each county is in one district", "exactly one of d_k_x", "ours")
BALANCE = Family("balance", "inhabitants lie between two bounds", "low <= sum of w_x <= high", "ours")


class Map(NamedTuple):
    """Counties that border on each other, their inhabitants, and the seats of districts."""

    board: Board
    inhabitants: tuple[int, ...]
    seats: tuple[int, ...]


def read_map(text: str) -> Map:
    """Read a table of counties."""
    rows = list(csv.DictReader(text.splitlines()))
    place = {row["county"]: x for x, row in enumerate(rows)}
    links = {
        (min(x, place[y]), max(x, place[y])) for x, row in enumerate(rows) for y in row["neighbours"].split()
    }
    seats = tuple(x for x, row in enumerate(rows) if row["seat"] == "1")
    return Map(from_links(list(place), sorted(links)), tuple(int(row["inhabitants"]) for row in rows), seats)


def script(given: Map, bound: int) -> tuple[str, list[tuple[str, ...]]]:
    """Return the text for districts of at most this `difference`, and the terms of their members."""
    builder = Builder(given.board)
    counties, districts = given.board.size, len(given.seats)
    fills = [
        floodfill(
            builder, f"d{k}", given.board, size=counties // districts, exact=True, seed=seat, method="layers"
        )
        for k, seat in enumerate(given.seats)
    ]
    for x in range(counties):
        builder.require(ONE_EACH, (x,), exactly_one([fill.member[x] for fill in fills]))
    total = sum(given.inhabitants)
    low, high = -(-(total - bound) // districts), (total + bound) // districts
    for fill in fills:
        weight = plus(
            [f"(ite {term} {people} 0)" for term, people in zip(fill.member, given.inhabitants, strict=True)]
        )
        builder.require(BALANCE, given.seats, f"(and (<= {max(0, low)} {weight}) (<= {weight} {high}))")
    members = [fill.member for fill in fills]
    values = [term for terms in members for term in terms]
    return driver(builder.script("counties", values, logic="QF_LIA")), members


def difference(given: Map, districts: Sequence[Sequence[int]]) -> int:
    """Return the largest difference from the mean in inhabitants, times the number of districts."""
    total = sum(given.inhabitants)
    return max(
        abs(sum(given.inhabitants[x] for x in district) * len(districts) - total) for district in districts
    )


def check(given: Map, districts: Sequence[Sequence[int]]) -> None:
    """Check what the solver says by a search of our own: a partition into connected sets of one size."""
    assert sorted(x for district in districts for x in district) == list(range(given.board.size))
    for district in districts:
        reached, todo = set(district[:1]), list(district[:1])
        while todo:
            new = set(given.board.neighbours[todo.pop()]) & set(district) - reached
            reached |= new
            todo += new
        assert reached == set(district) and len(district) == given.board.size // len(districts)


def divide(given: Map, seconds: float) -> tuple[list[list[int]], bool]:
    """Return the best districts found within CPU seconds, and whether it is proved that none are better."""
    best: list[list[int]] = []
    total = sum(given.inhabitants)
    least, bound, most = 0, total // 8, total * len(given.seats)
    while least <= most:
        text, members = script(given, bound)
        done = run(text, find("yices"), Limits(cpu_seconds=max(0.0, seconds)))
        seconds -= done.usage.cpu_seconds if done.usage else seconds
        match done.answer:
            case Sat(values=values):
                best = [[x for x, term in enumerate(terms) if values[term] is True] for terms in members]
                check(given, best)
                most = difference(given, best) - 1
                print(f"{most + 1}/{len(best)} from the mean, {seconds:.1f} s left", file=sys.stderr)
            case Unsat():
                least = bound + 1
            case _:
                return best, False
        bound = least + 3 * (most - least) // 4
    return best, True


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path, default=Path(__file__).with_name("counties.csv"))
    parser.add_argument("--seconds", type=float, default=60, help="CPU seconds of the solver")
    asked = parser.parse_args()
    given = read_map(asked.file.read_text(encoding="utf-8"))
    best, proved = divide(given, asked.seconds)
    for district in best:
        people = sum(given.inhabitants[x] for x in district)
        print(f"{people} inhabitants: {' '.join(given.board.names[x] for x in district)}")
    if best:
        end = "no division is better" if proved else "the best within the time"
        print(f"at most {difference(given, best) / len(best):g} from the mean; {end}")
    else:
        print("there is no division" if proved else "none was found within the time")


if __name__ == "__main__":
    main()

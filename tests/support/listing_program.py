"""A program that encodes a small puzzle of any game by its solutions, or prints these (`answers`).

It shares no code with our encodings. With `serve` it takes one JSON line a puzzle, with `fewer` too, but then
forgets a solution. What can't be listed is refused.
"""

from __future__ import annotations

import json
import sys

from fillomino.errors import FillominoError
from games.game import Rectangle
from games.rectangle_text import read
from games.registry import find


def script(puzzle: Rectangle, *, fewer: bool = False) -> str:
    names, labels = puzzle.places.names, puzzle.places.labels
    values = sorted(puzzle.game.values)
    lines = [f"(declare-const n_{label} Int)" for label in labels]
    lines += [f"; cell {name} = n_{label}" for name, label in zip(names, labels, strict=True)]
    lines.append("; family range: a value of the game")
    lines += [f"(assert (<= {values[0]} n_{label} {values[-1]}))" for label in labels]
    lines.append("; family listed: one of the solutions")
    terms = [
        f"(and true {' '.join(f'(= n_{label} {number})' for label, number in zip(labels, one, strict=True))})"
        for one in puzzle.solutions()[1 if fewer else 0 :]
    ]
    lines.append(f"(assert (or false {' '.join(terms)}))")
    return "\n".join(lines)


def answers(puzzle: Rectangle) -> str:
    names = puzzle.places.names
    blocks = [
        "\n".join(f"{name} = {number}" for name, number in zip(names, one, strict=True))
        for one in puzzle.solutions()
    ]
    return "\n\n".join(blocks) or "none"


def main(how: str) -> None:
    if how in ("serve", "fewer"):
        for line in sys.stdin:
            asked = json.loads(line)
            signs = [sign for row in asked["rows"] for sign in row]
            puzzle = find(asked["game"]).puzzle(asked["height"], asked["width"], signs)
            sys.stdout.write(f"{script(puzzle, fewer=how == 'fewer')}\n; end\n")
            sys.stdout.flush()
        return
    try:
        puzzle = read(sys.stdin.read())
        sys.stdout.write(f"{answers(puzzle) if how == 'answers' else script(puzzle)}\n")
    except FillominoError as error:
        sys.stdout.write(f"; refuses {error}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")

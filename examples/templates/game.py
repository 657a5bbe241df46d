"""A form for a game: fill in the five parts marked below. It is a whole game as it stands, Lamps:
place lamps so that no two are neighbours; a number counts the lamps in its cell and beside it.

    fillomino show examples/templates/three.lamps --game examples/templates/game.py
    fillomino audit --game examples/templates/game.py 'mine=cmd:PROGRAM'

docs/games.md says what else a game may have: rooms, lines instead of cells, a picture of its own.
"""

from games import Broken, Game


class Lamps(Game):
    # 1. The name that people type, which is the first word of its puzzles; and the one to show.
    name, title = "lamps", "Lamps"

    # 2. The answers of a cell.
    values = {0: "dark", 1: "lamp"}

    # 3. The rules by name. `audit` tells for each whether its puzzles put it to the test.
    rules = {"apart": "no two lamps are neighbours", "number": "a number counts the lamps"}

    # 4. The signs of a cell in the puzzles of an audit; the first is that of a cell without a clue.
    def signs(self, height, width):
        return [".", "0", "1", "2"]

    # 5. What is broken. In `shape`, rules that look at no clue; in `clues`, all others.
    def shape(self, puzzle, answer):
        for x, y in puzzle.pairs:
            if answer[x] and answer[y]:
                yield Broken("apart", "two lamps are neighbours", (x, y))

    def clues(self, puzzle, answer):
        for cell, number in puzzle.numbers.items():
            near = (cell, *puzzle.neighbours[cell])
            lamps = sum(answer[x] for x in near)
            if lamps != number:
                yield Broken("number", f"{number} lamps are wanted, not {lamps}", near)

"""Norinori: shade two cells in each room, so that the shaded cells form dominoes that do not touch."""

from games import Broken, Game


class Norinori(Game):
    name, title = "norinori", "Norinori"
    values = {0: "white", 1: "shaded"}
    rules = {"domino": "shaded cells form dominoes", "two": "a room has two shaded cells"}
    rooms = True  # a sign begins with the letters of its room

    def signs(self, height, width):
        return [""]  # and nothing follows them

    def shape(self, puzzle, answer):
        for part in puzzle.parts(cell for cell in puzzle.cells if answer[cell]):
            if len(part) != 2:
                yield Broken("domino", f"{len(part)} connected cells are shaded", part)

    def clues(self, puzzle, answer):
        for room, cells in puzzle.rooms.items():
            shaded = sum(answer[cell] for cell in cells)
            if shaded != 2:
                yield Broken("two", f"room {room} has {shaded} shaded cells", cells)

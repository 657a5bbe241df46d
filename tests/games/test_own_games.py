"""Games of files and packages: what works, and what is wrong with them in a sentence with file and line."""

from __future__ import annotations

import pickle
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import games
from fillomino.errors import InputError
from games import guard, registry
from games.guard import GameError
from games.rectangle_text import read
from games.samples import breaking, broken_alone, example, puzzles

HALF = '''
"""Half: as many cells are shaded as the sign says, and none beside another."""

from games import Broken, Game


class Half(Game):
    name, title = "half", "Half"
    values = {0: "white", 1: "shaded"}

    def signs(self, height, width):
        return [".", *map(str, range(height * width))]

    def shape(self, puzzle, answer):
        for cell, other in puzzle.pairs:
            if answer[cell] and answer[other]:
                yield Broken("apart", "two shaded cells touch", (cell, other))

    def clues(self, puzzle, answer):
        for cell, number in puzzle.numbers.items():
            if sum(answer) != number:
                yield Broken("count", f"{sum(answer)} cells are shaded", (cell,))
'''

ROOMS = '''
from games import Broken, Game


class Rooms(Game):
    """One shaded cell in each room."""

    name, title = "rooms", "Rooms"
    values = {0: "white", 1: "shaded"}
    rooms = True

    def signs(self, height, width):
        return [""]

    def shape(self, puzzle, answer):
        return ()

    def clues(self, puzzle, answer):
        for letters, room in puzzle.rooms.items():
            if sum(answer[cell] for cell in room) != 1:
                yield Broken("one", f"room {letters} has not one shaded cell", room)
'''


Write = Callable[..., str]


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Games of files are known to this process alone, so each test forgets its own."""
    yield
    registry._LOADED.clear()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(text: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return str(path)

    return put


def test_a_game_of_a_file(write: Write) -> None:
    game = games.load(write(HALF))
    assert games.find("half") is game
    assert registry.is_known("half")
    assert game in games.known()
    puzzle = read("half 2 2\n. 2\n. .\n")
    assert puzzle.solutions() == ((0, 1, 1, 0), (1, 0, 0, 1))
    assert puzzle.violations((1, 1, 0, 0))[0].name == "apart"
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert example(game).solutions()
    made = puzzles(game, 2, 2)
    assert {rule for one in made for rule in broken_alone(one)} == {"apart", "count"}
    assert breaking(game, 2, 3, "count", 3)


LINES = """
from games import Broken, Game, joining


class Lines(Game):
    name, title = "lines", "Lines"
    values = {0: "none", 1: "one", 2: "two"}

    def signs(self, height, width):
        return ["."]

    def places(self, puzzle):
        names = NAMES.split()
        return joining(puzzle.pairs, [names[x] + "JOINED" + names[y] for x, y in puzzle.pairs])

    def shape(self, puzzle, answer):
        return ()

    def clues(self, puzzle, answer):
        if sum(answer) != 3:
            yield Broken("three", "not three lines")
"""


@pytest.mark.parametrize(
    ("names", "joined", "picture"),
    [
        ("r1c1 r1c2 r1c3", "-", "·═══·───·\n"),
        (
            "r1c1 r1c2 r1c3",
            ":",
            "┌───────────┐\n│ ·   ·   · │\n└───────────┘\nr1c1:r1c2 = 2\nr1c2:r1c3 = 1\n",
        ),
        ("a b c", "-", "┌───────────┐\n│ ·   ·   · │\n└───────────┘\na-b = 2\nb-c = 1\n"),
    ],
)
def test_places_that_are_no_cells_are_drawn_as_lines_or_listed(
    names: str, joined: str, picture: str, write: Write
) -> None:
    text = LINES.replace("NAMES", repr(names)).replace("JOINED", joined)
    puzzle = games.load(write(text)).puzzle(1, 3, "...")
    assert puzzle.draw((2, 1)) == picture
    assert puzzle.draw() == "┌───────────┐\n│ ·   ·   · │\n└───────────┘\n"


def test_an_answer_of_numbers_is_drawn_as_numbers(write: Write) -> None:
    latin = HALF.replace('{0: "white", 1: "shaded"}', '{1: "one", 2: "two", 3: "three"}')
    assert "1   2   3" in games.load(write(latin)).puzzle(1, 3, [".", "2", "."]).draw((1, 2, 3))


def test_a_game_with_rooms(write: Write) -> None:
    game = games.load(write(ROOMS))
    puzzle = read("rooms 2 2\na a\nb a\n")
    assert puzzle.solutions() == ((0, 0, 1, 1), (0, 1, 1, 0), (1, 0, 1, 0))
    assert len(puzzles(game, 2, 2)) == 12  # divisions of a square: one room, …, four
    for one in puzzles(game, 2, 4):
        assert game.complaint(one) is None
    assert "one" in {rule for one in puzzles(game, 2, 4) for rule in broken_alone(one)}
    with pytest.raises(InputError) as refused:
        read("rooms 2 2\na b\nb a\n")
    assert (refused.value.line, refused.value.column) == (3, 3)
    assert puzzle.draw((0, 0, 1, 1)) != puzzle.draw((1, 0, 1, 0))


def change(old: str, new: str, text: str = HALF) -> str:
    assert old in text
    return text.replace(old, new, 1)


WRONG = {
    "raises": change("for cell, other in puzzle.pairs:", "for cell, other in puzzle.nothing:"),
    "exits": change(
        "for cell, other in puzzle.pairs:", "import sys; sys.exit()\n        for cell, other in []:"
    ),
    "looks at signs": change("for cell, other in puzzle.pairs:", "for cell, other in [puzzle.signs[:2]]:"),
    "no rule": change('yield Broken("apart", "two shaded cells touch", (cell, other))', "yield 3"),
    "no place": change('"two shaded cells touch", (cell, other)', '"two shaded cells touch", (99,)'),
    "without end": change("for cell, other in puzzle.pairs:", "while True:").replace(
        "if answer[cell] and answer[other]:", "for cell, other in puzzle.pairs:"
    ),
    "contradicts itself": change(
        "if sum(answer) != number:", "self.n = getattr(self, 'n', 0) + 1\n            if self.n % 5 == 4:"
    ),
    "misses candidates": HALF + "    def candidates(self, puzzle):\n        return [(0, 0, 0, 0)]\n",
    "misses guesses": HALF + "    def guesses(self, puzzle):\n        return [(0, 1, 1, 0)]\n",
    "candidates that are no answers": HALF + "    def candidates(self, puzzle):\n        return [(0, 0)]\n",
    "loops": change("for cell, other in puzzle.pairs:", "while True: pass\n        for cell, other in []:"),
}


@pytest.mark.parametrize("what", WRONG)
def test_rules_that_fail_are_named_with_their_line(
    what: str,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if what == "loops":
        monkeypatch.setattr(guard, "SECONDS", 0.2)
    path = write(WRONG[what])
    games.load(path)
    with pytest.raises(GameError) as failed:
        puzzle = read("half 2 2\n. 2\n. .\n")
        puzzle.violations((1, 1, 0, 0))
        puzzle.solutions()
    assert failed.value.code == "game-fault"
    assert re.match(rf"{re.escape(path)}:\d+: ", str(failed.value))


UNUSABLE = {
    "no Python": "class Half(Game:\n",
    "raises": "1 / 0\n",
    "no game": "x = 1\n",
    "two games": HALF + HALF.replace("class Half", "class Other"),
    "no rules": change("def shape", "def shapes"),
    "no name": change('name, title = "half", "Half"', 'title = "Half"'),
    "a name of two words": change('"half"', '"half a game"'),
    "values of words": change('{0: "white", 1: "shaded"}', '["white", "shaded"]'),
    "loops": "while True: pass\n",
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_file_that_is_no_game_is_named(
    what: str,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if what == "loops":
        monkeypatch.setattr(guard, "SECONDS", 0.2)
    path = write(UNUSABLE[what])
    with pytest.raises(GameError) as failed:
        games.load(path)
    assert failed.value.source == str(path)


def test_signs_that_are_no_words_are_named(write: Write) -> None:
    for signs in ("[]", "['a b']", "[1]", "['']"):
        games.load(write(change('[".", *map(str, range(height * width))]', signs)))
        with pytest.raises(GameError):
            read("half 1 1\n.\n")


def test_a_file_with_the_name_of_a_game_of_ours_is_refused(write: Write) -> None:
    for name in ("hitori", "fillomino"):
        with pytest.raises(InputError):
            games.load(write(change('"half"', f'"{name}"')))
    with pytest.raises(InputError) as missing:
        games.load("no-such-file.py")
    assert missing.value.code == "no-such-file"


def test_what_a_game_prints_is_no_result(
    write: Write,
    capsys: pytest.CaptureFixture[str],
) -> None:
    games.load(
        write(
            change(
                "for cell, other in puzzle.pairs:", "print('mine')\n        for cell, other in puzzle.pairs:"
            )
        )
    )
    read("half 1 1\n.\n").violations((0,))
    printed = capsys.readouterr()
    assert (printed.out, "mine" in printed.err) == ("", True)


class Point:
    """An entry point, as an installed package has."""

    name, value = "packed", "packed:GAME"

    def __init__(self, game: object) -> None:
        self.game = game

    def load(self) -> object:
        return self.game


def test_games_of_packages(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    half = games.load(write(HALF))
    assert isinstance(half, guard.Guarded)
    kind = type(half.inner)
    packed = type("Packed", (kind,), {"name": "packed", "title": "Packed"})
    for thing in (packed, packed()):
        monkeypatch.setattr(registry, "of_packages", lambda: ("packed",))
        monkeypatch.setattr("fillomino.plugins.points", lambda _: [Point(thing)])  # noqa: B023
        registry._of_a_package.cache_clear()
        assert games.find("packed").title == "Packed"
        assert read("packed 1 2\n. 1\n").solutions() == ((0, 1), (1, 0))
    registry._of_a_package.cache_clear()
    monkeypatch.setattr("fillomino.plugins.points", lambda _: [Point(3)])
    with pytest.raises(GameError):
        games.find("packed")
    registry._of_a_package.cache_clear()

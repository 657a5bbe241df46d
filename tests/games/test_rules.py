"""The rules of the games: against judges of the tests' own, and on published puzzles."""

from __future__ import annotations

import pickle
import random
from itertools import product

import pytest

import games
from fillomino.errors import InputError, PuzzleError, TooLargeError
from games.geometry import lines
from games.listing import listing
from games.rectangle_text import read
from games.samples import breaking, broken_alone, example, puzzles, simpler, sizes
from tests.support.corpus import CORPUS
from tests.support.judges import JUDGES
from tests.support.where import brief
from workbench.audit.games import CELLS, course_of

GAMES = games.known()
BY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def rows_of(puzzle: games.Rectangle) -> list[tuple[str, ...]]:
    return [tuple(puzzle.signs[start : start + puzzle.width]) for start in puzzle.cells[:: puzzle.width]]


def judged(puzzle: games.Rectangle) -> set[tuple[int, ...]]:
    """Every answer that the tests' judge accepts, of all there are."""
    judge, names, rows = JUDGES[puzzle.game.name], puzzle.places.names, rows_of(puzzle)
    return {
        answer
        for answer in product(puzzle.game.values, repeat=len(names))
        if judge(rows, dict(zip(names, answer, strict=True)))
    }


def samples(game: games.Game, cells: int, most: int) -> list[games.Rectangle]:
    """Some puzzles of an audit with so few answers that a judge can see them all."""
    chance = random.Random(3)
    every = [puzzle for size in sizes(cells) for puzzle in puzzles(game, *size)]
    few = [puzzle for puzzle in every if len(game.values) ** puzzle.places.size <= 600]
    return chance.sample(few, min(most, len(few)))


@BY_GAME
def test_solutions_are_those_that_a_judge_finds_among_all_answers(game: games.Game) -> None:
    counts = set()
    for puzzle in samples(game, 6, 80):
        wanted = judged(puzzle)
        assert puzzle.solutions() == tuple(sorted(wanted)), puzzle
        counts.add(min(len(wanted), 2))
    assert counts == {0, 1, 2}


@pytest.mark.slow
@BY_GAME
def test_solutions_of_all_puzzles_of_an_audit(game: games.Game) -> None:
    for puzzle in samples(game, 9, 100_000):
        assert set(puzzle.solutions()) == judged(puzzle), puzzle


@BY_GAME
def test_rules_judge_each_answer_as_a_judge_does(game: games.Game) -> None:
    """Larger boards, random answers, and answers near to right ones."""
    chance = random.Random(5)
    found = set()
    for size in ((2, 4), (3, 3)):
        for puzzle in chance.sample(puzzles(game, *size), 20):
            names, rows = puzzle.places.names, rows_of(puzzle)
            answers = [tuple(chance.choice([*game.values]) for _ in names) for _ in range(5)]
            for right in puzzle.solutions()[:5]:
                place = chance.randrange(len(names))
                near = chance.choice([*game.values])
                answers += [right, (*right[:place], near, *right[place + 1 :])]
            for answer in answers:
                is_right = JUDGES[game.name](rows, dict(zip(names, answer, strict=True)))
                assert (puzzle.violations(answer) == ()) == is_right, (puzzle, answer)
                found.add(is_right)
    assert found == {True, False}


def test_answers_of_a_size() -> None:
    """The simple cycles of a grid of points are known; the rest was counted by the tests' judges."""
    loops = [games.find("slitherlink").puzzle(n, n, ["."] * n * n) for n in (1, 2, 3)]
    assert [len(listing(puzzle).right) for puzzle in loops] == [1, 13, 213]
    assert len(listing(games.find("nurikabe").puzzle(3, 3, ["."] * 9)).right) == 140
    assert len(listing(games.find("hashi").puzzle(1, 3, ["?", "1", "8"])).right) == 4


@BY_GAME
def test_too_many_answers_are_not_tried(game: games.Game) -> None:
    sign = "?" if game.name == "hashi" else game.signs(9, 9)[0]
    with pytest.raises(TooLargeError) as refused:
        game.puzzle(6, 6, [sign] * 36).solutions()
    assert refused.value.code == "too-large"


@BY_GAME
def test_a_violation_names_a_rule_and_places(game: games.Game) -> None:
    puzzle = puzzles(game, 2, 2)[-1]
    seen = set()
    for answer in product(game.values, repeat=puzzle.places.size):
        for broken in puzzle.violations(answer):
            assert set(broken.cells) <= set(range(puzzle.places.size))
            assert broken.text
            seen.add(broken.name)
    assert seen <= game.rules.keys()
    assert [broken.name for broken in puzzle.violations((9,) * puzzle.places.size)] == ["value"]
    with pytest.raises(PuzzleError):
        puzzle.violations((0,) * (puzzle.places.size + 1))


@BY_GAME
def test_each_rule_has_puzzles_with_an_answer_that_breaks_it_alone(game: games.Game) -> None:
    for rule in game.rules:
        for puzzle in next(filter(None, (breaking(game, *size, rule) for size in sizes(12)))):
            assert rule in broken_alone(puzzle)


def test_a_rule_that_small_boards_do_not_test_has_puzzles_on_larger_ones() -> None:
    course = course_of(games.find("hashi"), CELLS, [])
    made = list(course.made_for("cross"))
    assert made
    assert all("cross" in course.broken_alone(puzzle) for puzzle in made)
    assert not list(course_of(games.find("hashi"), CELLS, ["2x3"]).made_for("cross"))


@BY_GAME
@brief(lambda game: game.name not in ("hashi", "nurikabe"))
def test_puzzles_of_an_audit_are_puzzles_each_once_and_always_the_same(game: games.Game) -> None:
    for size in ((1, 1), (2, 2), (2, 3), (3, 3)):
        made = puzzles(game, *size)
        assert len(set(made)) == len(made)
        assert made == puzzles.__wrapped__(game, *size)
        assert all(game.complaint(puzzle) is None for puzzle in made)
    made = puzzles(game, 2, 3)
    assert len(made) / 5 < sum(bool(puzzle.solutions()) for puzzle in made)
    assert any(not puzzle.solutions() for size in sizes(6) for puzzle in puzzles(game, *size))


@BY_GAME
def test_the_example_has_a_solution(game: games.Game) -> None:
    assert example(game).solutions()
    assert example(game) == example(game)


@BY_GAME
def test_simpler_puzzles_end(game: games.Game) -> None:
    """Each has a row, a column or a sign less, so a chain of them ends."""
    puzzle, steps = puzzles(game, 3, 3)[-1], 0
    while smaller := list(simpler(puzzle)):
        assert all(game.complaint(other) is None for other in smaller)
        puzzle, steps = smaller[-1], steps + 1
        assert steps < 100
    assert puzzle.height * puzzle.width <= 3


@BY_GAME
def test_puzzles_are_values(game: games.Game) -> None:
    puzzle = puzzles(game, 2, 2)[-1]
    again = game.puzzle(2, 2, puzzle.signs)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert read(puzzle.text()) == puzzle
    assert puzzle.text().startswith(f"{game.name} 2 2\n")
    names = puzzle.places.names
    assert not {" ", "=", "|"} & set("".join(names))
    assert len(set(names)) == len(names)


@BY_GAME
def test_each_answer_has_a_picture_of_its_own(game: games.Game) -> None:
    puzzle = next(one for one in puzzles(game, 2, 3) if len(one.solutions()) > 1)
    pictures = {puzzle.draw(answer) for answer in puzzle.solutions()}
    assert len(pictures) == len(puzzle.solutions())
    for picture in (*pictures, puzzle.draw(), f"{puzzle}\n"):
        assert picture.endswith("\n")
        assert all(line == line.rstrip() for line in picture.split("\n"))


FOLDER = CORPUS / "games"
BRIDGES = {"1": 1, "2": 2, "a": 1, "b": 2}


def published(puzzle: games.Rectangle, text: str) -> tuple[int, ...]:
    """The answer that a file of the corpus holds."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    height, width, game = puzzle.height, puzzle.width, puzzle.game.name
    signs = [sign for row in rows for sign in row]
    assert len(signs) == height * width
    if game == "slitherlink":
        inside = {(r, c) for r in range(height) for c in range(width) if rows[r][c] == "x"}
        both = [
            ((r - 1, c), (r, c)) if r == s else ((r, c - 1), (r, c))
            for (r, c), (s, _) in lines(height, width)
        ]
        return tuple(int((one in inside) != (other in inside)) for one, other in both)
    if game == "hashi":
        answer = []
        for pair in puzzle.places.names:
            (r, c), (s, _) = (tuple(map(int, end[1:].split("c"))) for end in pair.split("-"))
            sign = rows[r - 1][c] if r == s else rows[r][c - 1]
            answer.append(BRIDGES.get(sign, 0) if (sign in "12") == (r == s) else 0)
        return tuple(answer)
    return tuple(int(sign == ("o" if game == "fobidoshi" else "x")) for sign in signs)


@BY_GAME
def test_published_solutions_keep_the_rules_and_no_answer_near_them_does(game: games.Game) -> None:
    """Published puzzles have one solution, so what differs from it in one place breaks a rule."""
    files = sorted((FOLDER / game.name).glob("*.txt"))
    if not files:
        pytest.skip(f"no published puzzles of {game.title} in {FOLDER} (FILLOMINO_CORPUS names a folder)")
    chance = random.Random(7)
    for file in files:
        puzzle = read(file.read_text(encoding="utf-8"))
        answer = published(puzzle, file.with_suffix(".solution").read_text(encoding="utf-8"))
        assert puzzle.violations(answer) == (), file
        for place in chance.sample(range(len(answer)), min(10, len(answer))):
            for other in game.values:
                if other != answer[place]:
                    assert puzzle.violations((*answer[:place], other, *answer[place + 1 :])), (file, place)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("# mine\nsudoku 4 4\n", "unknown-game", 2, 1),
        ("hitori 2\n1 2\n", "syntax", 1, 9),
        ("hitori 2 2 2\n1 2\n", "syntax", 1, 12),
        ("hitori 2 0\n", "board-empty", 1, 10),
        ("hitori 2 2\n1 2\n1 2 3\n", "row-count", 3, 5),
        ("hitori 2 2\n1 2\n1\n", "row-count", 3, 2),
        ("hitori 2 2\n1 2\n", "row-count", 3, 1),
        ("hitori 1 2\n1 2\n1 2\n", "row-count", 3, 1),
        ("hitori 1 2\n1 x\n", "bad-sign", 2, 3),
        ("hitori 1 2\n1 0\n", "bad-sign", 2, 3),
        ("nurikabe 1 2\n1 a3\n", "bad-sign", 2, 3),
        ("slitherlink 1 2\n1 5\n", "bad-sign", 2, 3),
        ("hashi 1 2\n1 9\n", "bad-sign", 2, 3),
        ("hashi 2 2\n1 .\n. 1\n", "bad-sign", 2, 1),
        ("fobidoshi 1 2\n. O\n", "bad-sign", 2, 3),
        ("# nothing\n", "nothing-to-read", 1, 1),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_its_place(
    text: str, code: str, line: int, column: int
) -> None:
    with pytest.raises(InputError) as refused:
        read(text)
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)

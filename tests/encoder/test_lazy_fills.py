"""Fills that a session completes: each cut is broken by the answer, and kept by all that is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

import fillomino
from drivers import Failure, Limits, Sat, Unsat, find
from drivers.session import Session
from encoder import Builder, floodfill
from encoder.encodings import registry
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.parts.flood import BY_CUTS
from encoder.parts.lazy_fills import LazyFill
from encoder.puzzle_script import PuzzleScript, Truth
from fillomino.board import Board, rectangle
from fillomino.puzzle import Puzzle
from games import rectangle_text
from games.registry import NAMES
from games.registry import find as find_game
from smtlib.script import Assertion
from tests.support.boards import ODD
from tests.support.brute import connected_sets
from tests.support.where import brief, quick
from workbench.methods import lazy, smt
from workbench.methods.keep import Keep
from workbench.methods.lazy import Lazy
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

YICES = find("yices")
BOARDS = {"1x4": rectangle(1, 4), "2x3": rectangle(2, 3), "3x3": rectangle(3, 3), **ODD}
BY_BOARD = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] if board.size > 8 else [])
        for name, board in BOARDS.items()
    ],
)


def fill_of(board: Board, **options: object) -> LazyFill:
    builder = Builder(board)
    floodfill(builder, "a", board, method=BY_CUTS, **options)  # type: ignore[arg-type]
    [fill] = builder.script("fill").fills
    return fill


def holds(cut: Assertion, values: dict[str, bool]) -> bool:
    """Whether a clause of literals holds, read by the test itself."""
    literals = re.findall(r"\(not (\w+)\)|(\w+)", cut.term.removeprefix("(or "))
    named = {"true": True, "false": False}
    return any(
        not {**values, **named}[denied] if denied else {**values, **named}[name] for denied, name in literals
    )


def assert_cuts(fill: LazyFill, right: set[frozenset[int]], sets: Iterator[frozenset[int]]) -> None:
    """Assert that a set breaks its cuts, that right ones keep them, and that these alone have none."""
    for cells in sets:
        cuts = list(fill.cuts(sum(1 << x for x in cells)))
        assert bool(cuts) == (cells not in right), cells
        for cut in cuts:
            assert not holds(cut, values_of(fill, cells)), cut
            assert all(holds(cut, values_of(fill, other)) for other in right), (cells, cut)


def values_of(fill: LazyFill, cells: frozenset[int]) -> dict[str, bool]:
    return {term: x in cells for x, term in enumerate(fill.member)}


def subsets(board: Board) -> Iterator[frozenset[int]]:
    for chosen in product((False, True), repeat=board.size):
        yield frozenset(x for x, is_in in enumerate(chosen) if is_in)


@BY_BOARD
def test_one_part_of_any_size(name: str) -> None:
    board = BOARDS[name]
    right = connected_sets(board, 0)
    assert_cuts(fill_of(board, size=(0, None)), right, subsets(board))


@BY_BOARD
@pytest.mark.parametrize(("low", "high"), [(2, 3), (3, 3), (0, 2)])
def test_one_part_of_some_size(name: str, low: int, high: int) -> None:
    board = BOARDS[name]
    right = connected_sets(board, low, high)
    some = (cells for cells in subsets(board) if cells or not low)  # that there is a member is asserted
    assert_cuts(fill_of(board, size=(low, high)), right, some)


@BY_BOARD
def test_a_seed_and_a_size(name: str) -> None:
    board = BOARDS[name]
    right = {cells for cells in connected_sets(board, 1, 3) if 1 in cells}
    fill = fill_of(board, size=(1, 3), seed=1)
    assert_cuts(fill, right, (cells for cells in subsets(board) if 1 in cells))


@BY_BOARD
def test_each_part_holds_a_seed(name: str) -> None:
    board = BOARDS[name]
    seeds = {0, board.size - 1}
    right = {cells for cells in subsets(board) if all(seeds & set(its) for its in board.components(cells))}
    assert_cuts(fill_of(board, size=(0, None), seeds=seeds), right, subsets(board))


@BY_BOARD
@pytest.mark.parametrize("low", [0, 3])
def test_known_cells(name: str, low: int) -> None:
    """Sets with the one cell, and without the other, are all that clauses and cuts are about."""
    board = BOARDS[name]
    last = board.size - 1
    builder = Builder(board)
    floodfill(builder, "a", board, size=(low, None), known=(1, 1 << last), method=BY_CUTS)
    script = builder.script("known")
    [fill] = script.fills
    right = {cells for cells in connected_sets(board, low) if 0 in cells and last not in cells}
    sets = (cells for cells in subsets(board) if 0 in cells and last not in cells)
    assert_cuts(fill, right, sets)
    for cells in right:
        assert all(holds(clause, values_of(fill, cells)) for clause in script.assertions)


@BY_BOARD
def test_links_may_be_barred(name: str) -> None:
    """All cells are members: which links make them connected?"""
    board = BOARDS[name]
    pairs = list(board.links())[:9]
    links = {pair: f"l_{place}" for place, pair in enumerate(pairs)}
    fill = fill_of(board, member=dict.fromkeys(range(board.size), "true"), links=links, seed=0)
    right = set()
    sets = []
    for opened in product((False, True), repeat=len(pairs)):
        passing = {pair for pair, is_open in zip(pairs, opened, strict=True) if is_open or pair not in links}
        passing |= set(board.links()) - set(pairs)
        nodes = frozenset(
            [*range(board.size), *(board.size + i for i, is_open in enumerate(opened) if is_open)]
        )
        sets.append(nodes)
        reached = {0}
        for _ in range(board.size):
            reached |= {y for pair in passing if reached & {*pair} for y in pair}
        if len(reached) == board.size:
            right.add(nodes)
    assert_cuts(fill, right, iter(sets))


def listed(script: PuzzleScript) -> list[tuple[int, ...]]:
    found = []
    with Lazy(script, YICES, Limits(seconds=600)) as backend:
        while isinstance(answer := backend.ask(), Sat):
            decoded = backend.read(answer)
            found.append(decoded.filling)
            backend.block(decoded)
        assert answer == Unsat()
    return found


def test_a_session_lists_every_connected_set() -> None:
    board = rectangle(2, 3)
    for low, high in [(1, None), (2, 4), (3, 3)]:
        builder = Builder(board)
        fill = floodfill(builder, "a", board, size=(low, high), method=BY_CUTS)
        script = builder.script(
            "sets", puzzle=Puzzle(board, {}), logic="QF_BV", cells=map(Truth, fill.member)
        )
        found = listed(script)
        sets = {frozenset(x for x, value in enumerate(filling) if value) for filling in found}
        assert len(sets) == len(found)
        assert sets == connected_sets(board, low, high)


def test_a_fill_without_a_cell() -> None:
    """Where no cell can be a member there is nothing to complete."""
    board = rectangle(1, 2)
    builder = Builder(board)
    other = builder.declare("b")
    floodfill(builder, "a", board, member={0: "false"}, size=(0, None), method=BY_CUTS)
    cells = map(Truth, (other, f"(not {other})"))
    assert sorted(listed(builder.script("none", puzzle=Puzzle(board, {}), logic="QF_BV", cells=cells))) == [
        (0, 1),
        (1, 0),
    ]


def test_what_cuts_do_not_know_is_refused() -> None:
    board = rectangle(1, 3)
    with pytest.raises(EncodingError):
        floodfill(Builder(board), "a", board, seed=0, leads=[[1], [2], []], method=BY_CUTS)
    for method, seeds in (("tree", [0]), (BY_CUTS, [3])):
        with pytest.raises(EncodingError):
            floodfill(Builder(board), "a", board, seeds=seeds, method=method)
    with pytest.raises(EncodingError):
        floodfill(Builder(board), "a", board, known=(1, 0), method="tree")


@pytest.mark.parametrize(("height", "width"), [(1, 6), (2, 5), (3, 3), (3, 4), (4, 3)])
def test_what_a_hitori_decides_at_once_loses_no_solution(height: int, width: int) -> None:
    """With few numbers much is decided, or there is no solution; the rules alone list them all."""
    encoding, random = find_encoding("hitori-cuts"), Random(height * width)
    for most in (2, 3, 4, 5, 6, 8, 10, 12):
        signs = [str(random.randint(1, most)) for _ in range(height * width)]
        puzzle = find_game("hitori").puzzle(height, width, signs)
        assert sorted(listed(encoding.script(puzzle, "QF_BV"))) == sorted(puzzle.solutions())


@pytest.mark.parametrize(("every", "sampled"), [(3, 3), pytest.param(4, 9, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [f"{game}-cuts" for game in NAMES] + ["cuts"])
def test_audits_complete_what_an_encoding_leaves_open(name: str, every: int, sampled: int) -> None:
    assert fillomino.audit(name, every=every, sampled=sampled).counterexample is None


QUICK = ("nurikabe", "slitherlink", "fobidoshi")


@pytest.mark.parametrize("game", NAMES)
@quick(lambda game: game in QUICK)
@brief(lambda game: game == "fobidoshi")
def test_a_cut_that_is_missed_is_no_wrong_answer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules judge what the session takes for right."""
    monkeypatch.setattr(LazyFill, "cuts", lambda *_: iter(()))
    found = fillomino.audit(f"{game}-cuts", every=6).counterexample
    assert found is not None and found.kind == "accepted"
    method = SmtMethod(find_encoding(f"{game}-cuts"), YICES)
    result = method.run("p", found.puzzle, Question(limit=10_000))
    assert (result.verdict.status, result.answers.complete) == (Status.FAILED, False)
    assert not any(map(found.puzzle.violations, result.answers.fillings))


@pytest.mark.parametrize("game", NAMES)
@quick(lambda game: game in QUICK)
@brief(lambda game: game == "fobidoshi")
def test_an_audit_finds_a_cut_that_is_too_strong(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = LazyFill.cuts

    def stronger(fill: LazyFill, held: int) -> Iterator[Assertion]:
        """The clauses, each without its last literal."""
        for cut in whole(fill, held):
            *rest, last = re.findall(r"\(not \w+\)|\w+", cut.term.removeprefix("(or "))
            yield cut._replace(term=f"(or {' '.join(rest)} false)" if rest else last)

    monkeypatch.setattr(LazyFill, "cuts", stronger)
    found = fillomino.audit(f"{game}-cuts", every=6).counterexample
    assert found is not None and found.kind == "refused"


def test_a_solver_that_repeats_a_wrong_answer_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    script = find_encoding("fobidoshi-cuts").script(rectangle_text.read("fobidoshi 1 3\no . o\n"), "QF_BV")
    monkeypatch.setattr(Session, "check", lambda *_, **__: Sat({"held_0": 0b101}))
    with Lazy(script, YICES, Limits(seconds=600)) as backend:
        assert isinstance(backend.ask(), Failure)
        assert backend.asked == 2


PUZZLES = (
    "nurikabe 3 4\n. . 2 .\n. . . .\n3 . . .\n",
    "nurikabe 3 3\n. . .\n. 2 .\n. . .\n",
    "nurikabe 2 2\n1 1\n1 .\n",
    "hitori 3 3\n1 1 2\n3 2 2\n1 3 3\n",
    "slitherlink 2 3\n3 . .\n. . 3\n",
    "hashi 3 3\n2 . 3\n. . .\n1 . 2\n",
    "fobidoshi 3 3\no . .\n. . .\n. . o\n",
)


@pytest.mark.parametrize("text", PUZZLES)
@pytest.mark.parametrize("most", [1, 2])
def test_a_script_takes_over_where_cuts_are_too_many(
    text: str, most: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All solutions are found once, those by cuts included, and what was asked last is evidence."""
    puzzle = rectangle_text.read(text)
    solved = fillomino.solve(text, limit=None).result.answers
    assert set(solved.fillings) == set(puzzle.solutions())
    method = SmtMethod(find_encoding(f"{puzzle.game.name}-cuts"), YICES)
    question = Question(limit=10_000, seconds=600, counting=True, keep=Keep(tmp_path), any_encoding=True)
    kept = method.run("p", puzzle, question)
    monkeypatch.setattr(lazy, "STALLED", most)
    handed = method.run("q", puzzle, question)
    named = method.run("n", puzzle, question.replace(any_encoding=False))
    assert named.cost.asked == kept.cost.asked  # who names an encoding is answered by that alone
    for result in (kept, handed, named):
        assert result.answers.complete
        assert len(result.answers.fillings) == len(solved.fillings)
        assert set(result.answers.fillings) == set(solved.fillings)
    first = registry.encodings_of(puzzle.game.name)[0].name
    took_over = any(tmp_path.glob(f"q.{first}.*"))  # the evidence is that of who was asked last
    assert took_over is not (tmp_path / f"q.{puzzle.game.name}-cuts.yices.smt2").exists()
    if most == 1:
        assert took_over is (kept.cost.asked > len(kept.answers.fillings) + 1)


def test_cuts_go_on_where_no_script_can_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "nurikabe 3 4\n. . 2 .\n. . . .\n3 . . .\n"
    expected = fillomino.solve(text, limit=None).result.answers
    monkeypatch.setattr(lazy, "STALLED", 1)
    monkeypatch.setattr(registry, "encodings_of", lambda _: ())
    method = SmtMethod(find_encoding("nurikabe-cuts"), YICES)
    result = method.run("p", rectangle_text.read(text), Question(limit=10_000, any_encoding=True))
    assert result.answers.complete
    assert set(result.answers.fillings) == set(expected.fillings)


def test_a_script_that_takes_over_is_judged_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that forgets a rule is wrong, not believed."""
    rings = find_encoding("nurikabe-rings")
    loose = rings.replace(build=lambda puzzle, logic: without(rings.script(puzzle, logic), "pool"))
    monkeypatch.setattr(lazy, "STALLED", 1)
    monkeypatch.setattr(smt, "find_encoding", lambda *_: loose)
    puzzle = rectangle_text.read("nurikabe 4 4\n. . . .\n. 2 . .\n. . . .\n. . . 2\n")
    question = Question(limit=10_000, any_encoding=True)
    result = SmtMethod(find_encoding("nurikabe-cuts"), YICES).run("p", puzzle, question)
    assert not result.answers.complete
    assert not any(map(puzzle.violations, result.answers.fillings))


def without(script: PuzzleScript, family: str) -> PuzzleScript:
    return script.replace(assertions=[each for each in script.assertions if each.family != family])

"""Every command on a puzzle of every game: it works, or refuses in one sentence with a code."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import fillomino as front_door
from encoder.encodings.registry import encodings_of, names_of
from fillomino.errors import InputError
from fillomino.formats import write_filling
from games.game import Rectangle
from games.registry import NAMES, find
from games.samples import example
from tests.support.where import brief
from tests.workbench.conftest import Runner
from workbench.audit.against import AgainstCourse
from workbench.audit.subjects import against, scope_of

pytestmark = pytest.mark.usefixtures("in_process")

SUPPORT = Path(__file__).parents[1] / "support"
PROGRAM = SUPPORT / "listing_program.py"
PRINTED = f"/bin/sh {SUPPORT / 'printed_before.sh'} {sys.executable} {PROGRAM}"
MINE = f"mine=cmd:{PRINTED}"
SERVED = f"served=cmd:--serve {sys.executable} {PROGRAM} serve"
ANSWERS = f"answers=ans:{PRINTED} answers"
BY_GAME = pytest.mark.parametrize("name", NAMES)
SMALL = ("--board", "1x3")


@pytest.fixture(scope="module", autouse=True)
def printed_before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the program printed, so that Python is started for each puzzle once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRINTED_BEFORE", str(tmp_path_factory.mktemp("printed")))
        yield


def puzzle_of(name: str) -> Rectangle:
    return example(find(name))


@pytest.fixture
def file(fillomino: Runner) -> Callable[[str], Path]:
    """Write the small puzzle of a game to a file."""
    return lambda name: fillomino.write(f"a.{name}", puzzle_of(name).text())


@BY_GAME
def test_solve_finds_the_solutions_of_the_rules(
    name: str, fillomino: Runner, file: Callable[[str], Path]
) -> None:
    puzzle = puzzle_of(name)
    row = fillomino.row("solve", file(name), "-e", MINE, "--limit", "100")
    assert (row["status"], row["complete"]) == ("solved", True)
    found = {json.dumps(filling) for filling in row["fillings"]}
    assert len(found) == len(puzzle.solutions())
    unique = fillomino.row("solve", file(name), "-e", MINE, "--unique")["unique"]
    assert unique is (len(puzzle.solutions()) == 1)
    for filling in fillomino("solve", file(name), "-e", MINE, "--plain").ended(0).out, row["fillings"][0]:
        text = filling if isinstance(filling, str) else json.dumps(filling)
        fillomino("check", file(name), "-", stdin=text).ended(0)


@BY_GAME
def test_a_script_carries_its_puzzle_in_every_flavour(
    name: str, fillomino: Runner, file: Callable[[str], Path]
) -> None:
    for flavour in ("driver", "benchmark", "core", "commented"):
        script = fillomino.write(
            f"{flavour}.smt2", fillomino("encode", file(name), "-e", MINE, "-f", flavour).ended(0).out
        )
        if flavour != "benchmark":  # which has no comments
            fillomino("audit", script).ended(0)
            assert fillomino.row("solve", script)["status"] == "solved"
    script = fillomino.write("a.smt2", fillomino("encode", file(name), "-e", MINE).ended(0).out)
    printed = fillomino("solve", script, "-s", "z3", "--json").ended(0).row["filling"]
    values = {f"n_{label}": number for label, number in enumerate(_numbers(printed))}
    listed = " ".join(f"({symbol} {number})" for symbol, number in values.items())
    assert fillomino.row("decode", script, "-", stdin=f"sat\n({listed})\n")["violations"] == []
    assert (
        fillomino.row("decode", file(name), "-", "-e", MINE, stdin=f"sat\n({listed})\n")["violations"] == []
    )
    moved = fillomino.write("moved.smt2", fillomino("scramble", script, "--seed", "3").ended(0).out)
    assert fillomino.row("solve", moved)["status"] == "solved"
    fillomino("audit", moved).ended(0)
    fillomino("diff", script, moved).ended(0)
    fillomino("lint", script).ended(0)
    fillomino("check", script, "-", stdin=json.dumps(printed)).ended(0)


def _numbers(filling: list[list[int]] | dict[str, int]) -> list[int]:
    rows = filling.values() if isinstance(filling, dict) else (n for row in filling for n in row)
    return list(rows)


@BY_GAME
def test_explain_a_wrong_answer_two_solutions_and_a_conflict(
    name: str, fillomino: Runner, file: Callable[[str], Path]
) -> None:
    puzzle = puzzle_of(name)
    solution = puzzle.solutions()[0]
    wrong = next(
        changed
        for place in range(len(solution))
        for number in puzzle.game.values
        if puzzle.violations(changed := (*solution[:place], number, *solution[place + 1 :]))
    )
    answer = fillomino.write("wrong.answer", write_filling(puzzle.places, wrong))
    done = fillomino("explain", file(name), answer, "-e", MINE, "--json").ended(1)
    assert done.row["violations"] != []
    assert fillomino("check", file(name), answer).code == 1
    one = len(puzzle.solutions()) == 1
    fillomino("explain", file(name), "-e", MINE).ended(0 if one else 1)
    fillomino("explain", file(name), "-e", ANSWERS).ended(0)


CONFLICTS = {
    "hitori": "hitori 1 4\n1 1 1 1\n",
    "nurikabe": "nurikabe 1 3\n3 . 3\n",
    "slitherlink": "slitherlink 1 2\n4 4\n",
    "hashi": "hashi 1 3\n1 . 2\n",
    "fobidoshi": "",
}


@pytest.mark.parametrize("name", [name for name, text in CONFLICTS.items() if text])
def test_signs_that_conflict_do_so_alone_and_none_can_be_left_out(name: str, fillomino: Runner) -> None:
    file = fillomino.write(f"none.{name}", CONFLICTS[name])
    row = fillomino("explain", file, "-e", MINE, "--json").ended(1).row
    assert (row["finding"], row["by"], bool(row["assertions"])) == (
        "unsolvable",
        MINE.partition("=")[0],
        True,
    )
    found = front_door.explain(str(file), encoding=MINE).signs
    assert found is not None
    own = found.without_others
    assert own.solutions() == ()
    for cell in found.cells:
        blank = own.game.blank(own, cell)
        assert blank is not None
        freed = own.replace((*own.signs[:cell], blank, *own.signs[cell + 1 :]))
        assert own.game.complaint(freed) is not None or freed.solutions()


@BY_GAME
def test_an_audit_passes_what_lists_the_solutions_and_says_which_rules_it_tested(
    name: str, fillomino: Runner
) -> None:
    row = fillomino.row("audit", "--game", name, SERVED, *SMALL)
    assert (row["right"], row["game"]) == (True, name)
    assert {*row["tested"], *row["not_tested"]} == set(find(name).rules)


@pytest.mark.parametrize("name", ["hitori", pytest.param("nurikabe", marks=pytest.mark.thorough)])
def test_an_audit_passes_what_prints_the_solutions(name: str, fillomino: Runner) -> None:
    assert fillomino.row("audit", "--game", name, ANSWERS, "--board", "1x2", "--jobs", "1")["right"] is True


@BY_GAME
@brief(lambda name: name in ("hitori", "hashi"))
def test_a_forgotten_constraint_is_found_and_the_puzzle_made_smaller(name: str, fillomino: Runner) -> None:
    row = fillomino("audit", "--game", name, SERVED, "--drop", "listed", "--json", *SMALL).ended(1).row
    assert (row["kind"], row["game"]) == ("accepted", name)
    assert row["violations"]
    assert row["puzzle"].startswith(f"{name} 1 3\n")
    whole = fillomino("audit", "--game", name, SERVED, "--families", "--board", "1x2").ended(0).out
    assert "listed" in whole


@BY_GAME
@brief(lambda name: name in ("nurikabe", "slitherlink"))
def test_compare_and_shrink_and_show(name: str, fillomino: Runner, file: Callable[[str], Path]) -> None:
    store = fillomino.write("x", "").parent / "runs.jsonl"
    options = ("-s", "yices", "-s", "z3", "-o", store, "--no-report")
    fillomino("compare", file(name), "-e", MINE, *options).ended(0)
    rows = [json.loads(line) for line in store.read_text().splitlines()]
    assert {row["status"] for row in rows} == {"solved"}
    assert len({row["puzzle_hash"] for row in rows}) == 1
    fillomino("shrink", file(name), "-e", SERVED).ended(1)
    row = fillomino.row("shrink", file(name), "-e", SERVED, "--drop", "listed")
    assert row["violations"] and not row["refused"]
    assert fillomino("show", file(name)).ended(0).out == puzzle_of(name).draw()
    assert fillomino("show", file(name), "--to", "plain").ended(0).out == puzzle_of(name).text()
    fillomino("diff", SERVED, SERVED, file(name), "--every", "1").ended(0)


def test_two_encodings_are_compared_and_whoever_is_wrong_is_named(fillomino: Runner) -> None:
    one, other = "hitori-fill", "hitori-rings"
    row = fillomino.row("audit", one, "--against", other, "--board", "3x3")
    assert (row["right"], row["puzzles"] > 5) == (True, True)
    drop = ("--drop", "once", "--board", "3x3", "--json")
    row = fillomino("audit", one, "--against", other, *drop).ended(1).row
    assert (row["kind"], row["board"]) == ("accepted", "3x3")
    rival = f"rival=cmd:--serve {sys.executable} {PROGRAM} fewer"
    done = fillomino("audit", one, "--against", rival, "--board", "3x3")
    assert (done.code, done.fault) == (2, "no-judge")  # on so small a board the rules know better
    row = fillomino.row("audit", "forest-tight", "--against", "forest-bv", "--board", "3x3")
    assert (row["right"], row["puzzles"] > 5) == (True, True)


LARGE = {
    "hitori": ("hitori-fill", "once"),
    "nurikabe": ("nurikabe-fill", "apart"),
    "slitherlink": ("slitherlink-fill", "number"),
    "hashi": ("hashi-tree", "number"),
    "fobidoshi": ("fobidoshi-tree", "four"),
}


@BY_GAME
@brief(lambda name: name in ("hitori", "fobidoshi"))
def test_puzzles_of_larger_boards_have_few_solutions_and_find_slips(name: str, fillomino: Runner) -> None:
    rival, (other, family) = encodings_of(name)[0].name, LARGE[name]
    course = against(rival, scope_of(game=name), "yices", ["4x5"], name).course
    assert isinstance(course, AgainstCourse)
    made = list(islice(course.made(4, 5), 4))
    assert made == list(islice(course.made(4, 5), 4))
    solutions = [course.rival.solutions(puzzle) for puzzle in made]
    assert sum(map(bool, solutions)) >= 2
    for puzzle, found in zip(made, solutions, strict=True):
        assert not any(map(puzzle.violations, found))
    options = ("--drop", family, "--against", rival, "--board", "4x5", "--json")
    row = fillomino("audit", other, *options).ended(1).row
    assert (row["kind"], row["board"]) == ("accepted", "4x5")


REFUSED = {
    "count": (),
    "deduce": (),
    "page": (),
    "solve --by backtracking": (),
    "solve --deduce full": (),
    "solve --portfolio auto": (),
    "solve --unique --prove-by counting": (),
    "solve --as basic": (),
    "solve --as max-region=3": (),
    "encode --deduce full": (),
    "show --reach": (),
    "show --to svg": (),
    "compare --method deduction": (),
    "compare --deduce full": (),
    "explain --svg a.svg": (),
}


@pytest.mark.parametrize("command", REFUSED)
def test_what_knows_fillomino_alone_refuses(
    command: str, fillomino: Runner, file: Callable[[str], Path]
) -> None:
    name, *options = command.split()
    fillomino(name, file("nurikabe"), *options).refused("other-game")


def test_the_refusal_has_a_code(fillomino: Runner, file: Callable[[str], Path]) -> None:
    row = json.loads(fillomino("solve", file("hashi"), "--deduce", "full", "--json").out)
    assert row["code"] == "other-game"
    for function in (front_door.count, front_door.deduce):
        with pytest.raises(InputError) as refused:
            function(puzzle_of("hashi"))
        assert refused.value.code == "other-game"


@BY_GAME
def test_python_takes_puzzles_of_any_game(name: str, file: Callable[[str], Path]) -> None:
    puzzle = puzzle_of(name)
    answer = front_door.solve(puzzle, encoding=MINE, limit=None)
    assert set(answer.solutions) == set(puzzle.solutions())
    assert str(answer)
    assert front_door.solve(str(file(name)), encoding=MINE).solution in puzzle.solutions()
    assert front_door.read(str(file(name))) == front_door.read(puzzle.text()) == puzzle
    assert front_door.check(puzzle, puzzle.solutions()[0]) == ()
    assert front_door.encode(puzzle.text(), MINE).startswith(f"; {name} ")
    assert front_door.audit(SERVED, game=name, board="1x2").right
    assert front_door.explain(puzzle, puzzle.solutions()[0], MINE).broken is not None


def test_an_encoding_of_another_game_is_refused(fillomino: Runner, file: Callable[[str], Path]) -> None:
    assert fillomino("solve", file("hitori"), "-e", "forest").code == 2
    fillomino("audit", "--game", "hitori", "forest").refused("other-game")
    fillomino("compare", file("hitori"), file("hashi"), "-e", MINE).refused("other-game")


def test_unknown_games_and_faulty_puzzles_are_told_with_their_place(fillomino: Runner) -> None:
    for text, place in (
        ("nosuch 2 2\n1 1\n1 1\n", (1, 1)),
        ("hitori 2 2\n1 x\n1 1\n", (2, 3)),
        ("hitori 2 2\n1 1\n1\n", (3,)),
        ("hitori 2\n1 1\n1 1\n", (1,)),
    ):
        done = fillomino("solve", fillomino.write("bad.hitori", text), "-e", MINE).ended(2)
        assert done.place[: len(place)] == place, text
    fillomino("audit", "--game", "nosuch", MINE).refused("unknown-game")


@BY_GAME
def test_our_encodings_are_listed_by_game_and_solve_by_default(
    name: str, fillomino: Runner, file: Callable[[str], Path]
) -> None:
    if not encodings_of(name):
        fillomino("solve", file(name)).refused("missing-option")
        return
    assert fillomino.row("solve", file(name))["encoding"] == names_of(name)[0]

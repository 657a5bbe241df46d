"""The live page in a browser: solving, racing, editing, importing, auditing; closed, it leaves nothing."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from encoder.annotations import annotated
from encoder.encodings.registry import find
from fillomino import formats, laboratories
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from fillomino.render.colours import PALETTE, colours_of
from fillomino.rules import violations
from labs.page.bundle import STATIC
from labs.page.plain_data import Json, board_json
from smtlib.render import commented
from tests.labs.page.conftest import Served
from tests.labs.page.test_file_page import count, first, numbers
from tests.support import needs
from tests.support.browsers import serious
from tests.support.clock import wait_until
from tests.workbench.conftest import EXAMPLES
from workbench.methods.encodings import encoded

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


Look = Callable[..., "Page"]


@pytest.fixture
def page(look: Look, served: Served) -> Page:
    """The live page, with the first example said in its encoding."""
    page = look(served.url)
    page.locator("#code .line").first.wait_for()
    return page


def open_text(page: Page, text: str) -> None:
    page.locator("#tab-files").click()
    page.locator("#import").fill(text)
    page.locator("#open").click()


def code(page: Page) -> str:
    """The whole SMT-LIB text."""
    with page.expect_download() as download:
        page.locator("#panel-look").get_by_role("button", name="Save").click()
    return download.value.path().read_text(encoding="utf-8")


def test_solve_and_prove_unique(page: Page) -> None:
    page.locator("#tab-solve").click()
    page.locator("#way").select_option("shown")
    page.locator("#unique").check()
    page.locator("#solve").click()
    page.locator("#views").get_by_role("button", name="Answer").wait_for()
    page.get_by_text("solved, the only solution").wait_for()
    assert violations(first(), numbers(page)) == ()
    assert (page.locator("#board path.heads").get_attribute("d") or "").count("M") > 10
    page.locator("summary").first.click()
    assert "(check-sat)" in page.locator("#run pre").first.inner_text()


def test_a_paradigm_races_a_solver(page: Page) -> None:
    needs.laboratory("paradigms")
    page.locator("#tab-solve").click()
    ways = page.locator("#way option")
    names = [text.split(",")[0] for text in ways.all_inner_texts()[2:]]
    assert [name.split()[0] for name in names] == laboratories.names("methods")
    page.locator("#way").select_option("z3-cuts")
    page.locator("#unique").check()
    command = shlex.split(page.locator("#with-command").inner_text())
    assert command[:6] == ["fillomino", "solve", "PUZZLE", "--by", "z3-cuts", "--unique"]
    page.get_by_role("button", name="Race z3-cuts and Yices").click()
    page.locator("#stop:disabled").wait_for()
    runs = page.locator("#runs button").all_inner_texts()
    assert [text.split()[0] for text in runs] == ["z3-cuts", "yices"]
    assert all("solved" in text for text in runs)
    page.locator("#runs button").first.click()
    page.locator("summary", has_text="The session with z3-cuts").click()
    assert "(instance " in page.locator("#run pre").first.inner_text()
    assert violations(first(), numbers(page)) == ()


def test_a_paradigm_that_is_not_installed_is_named_with_the_reason(page: Page, served: Served) -> None:
    """As a machine without clingo gives the page."""
    needs.laboratory("paradigms")

    def lacking(route: Route) -> None:
        reply = route.fetch()
        text, there = re.subn(
            r'("name": ?"clingo".*?"missing": ?)null', r'\1"a package"', reply.text(), count=1
        )
        assert there
        route.fulfill(response=reply, body=text)

    page.route(served.url, lacking)
    page.reload()
    page.locator("#tab-solve").click()
    option = page.locator("#way option[value=clingo]")
    assert (option.inner_text(), option.is_disabled()) == ("clingo needs a package", True)


def test_a_dropped_family_lets_a_wrong_answer_through(page: Page) -> None:
    page.get_by_label("Assert the family same-root").uncheck()
    page.get_by_label("Assert the family root-size").uncheck()
    page.locator("#tab-solve").click()
    assert "without same-root, root-size" in page.locator("#with").inner_text()
    page.locator("#solve").click()
    page.locator("#views").get_by_role("button", name="Model").wait_for()
    assert page.locator("#broken li").count() > 0
    assert violations(first(), numbers(page))
    assert count(page, "bad") > 0


def test_stopping_and_closing_end_the_solver(page: Page, served: Served) -> None:
    open_text(page, (EXAMPLES / "twenty.txt").read_text(encoding="utf-8"))
    page.locator("#facts", has_text="400 cells").wait_for()
    page.locator("#tab-look").click()
    page.get_by_label("Deduce first").select_option("none")
    page.locator("#tab-solve").click()
    page.locator("#way").select_option("shown")
    page.get_by_label("Solver").select_option("z3")
    for how in ("stop", "close"):
        page.locator("#solve").click()
        assert wait_until(lambda: len(served.solvers()) == 1)
        if how == "stop":
            page.locator("#stop").click()
        else:
            page.close()
        assert wait_until(lambda: not served.solvers())


def same_numbers(page: Page, expected: tuple[int, ...]) -> bool:
    return numbers(page) == expected


def test_clues_are_edited_and_the_text_follows(page: Page) -> None:
    page.locator("#tab-play").click()
    page.get_by_label("clues").check()
    page.locator("#board").focus()
    page.keyboard.press("2")
    assert page.locator("#board .numbers text.clue").count() == len(first().clues) + 1
    page.locator("#tab-look").click()
    edited = Puzzle(first().board, {**first().clues, 0: 2})
    page.locator("#code .line", has_text="11 clues").wait_for()
    assert code(page) == commented(annotated(find("forest").script(edited)))
    page.locator("#tab-files").click()
    expected = formats.write(edited, "plain")
    page.wait_for_function("text => document.getElementById('export').value === text", arg=expected)


@pytest.mark.slow
def test_encoding_and_deduction_are_chosen(page: Page) -> None:
    level = "light"
    page.locator("#encoding").select_option("forest-bv")
    page.get_by_label("Deduce first").select_option(level)
    script, _ = encoded(find("forest-bv"), first(), None, Level[level.upper()])
    expected = commented(annotated(script))
    page.locator("#code:not([aria-busy])").wait_for()
    assert code(page) == expected


@pytest.mark.slow
def test_every_format_is_imported(page: Page) -> None:
    for known in formats.known():
        if not known.example:
            continue
        puzzle = formats.read(known.example, format=known.name).puzzle
        open_text(page, known.example)
        page.locator("#facts", has_text=f"{puzzle.board.size} cell").wait_for()
        drawn = tuple(puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size))
        assert wait_until(partial(same_numbers, page, drawn))


@pytest.mark.slow
def test_a_text_that_is_no_puzzle_is_told_with_its_place(page: Page) -> None:
    open_text(page, "2 2\n1 x\n1 1\n")
    page.locator("#toast.bad").wait_for()
    assert page.locator("#toast").inner_text().startswith("puzzle:2:3:")


@pytest.mark.slow
def test_boards_of_every_shape_are_drawn(page: Page) -> None:
    page.locator("#tab-files").click()
    for spec in ("torus:4x5", "hexagon:3", "box:2x2x2", "4x7"):
        board = from_spec(spec)
        page.locator("#spec").fill(spec)
        page.locator("#new").click()
        page.locator("#facts", has_text=f"{board.size} cells").wait_for()
        assert page.locator("#board .numbers text:not(.image)").count() == board.size
        assert page.locator("#board .numbers text.image").count() == len(board.images)
        page.locator("#board").focus()
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        assert count(page, "selected") == 1


def test_steps_are_told(page: Page) -> None:
    page.locator("#tab-deduce").click()
    page.locator("#deduce").click()
    page.get_by_text("The rules find every number.").wait_for()
    seen = set()
    page.locator("#step-number").click()
    for _ in range(6):
        seen.add(page.locator("#step-text").inner_text())
        assert count(page, "good") >= 1
        page.locator("#step-number").click()
    assert len(seen) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "cells"),
    [("none.txt", 1), ("several.txt", 2)],
)
def test_no_filling_and_several_are_explained(page: Page, example: str, cells: int) -> None:
    open_text(page, (EXAMPLES / example).read_text(encoding="utf-8"))
    page.locator("#facts", has_text="10 clues").wait_for(state="detached")
    page.locator("#tab-solve").click()
    page.locator("#explain").click()
    assert wait_until(lambda: count(page, "about") >= cells)
    if example == "none.txt":
        assert "r1c1" in page.locator("#explained-steps").inner_text()


@pytest.mark.slow
def test_a_puzzle_is_generated(page: Page) -> None:
    page.locator("#tab-files").click()
    page.locator("#generate-spec").fill("4x4")
    page.locator("#generate-level").select_option("1")
    page.locator("#generate").click()
    page.get_by_text("Level 1, seed").wait_for()
    assert page.locator("#board .numbers text").count() == 16


JUDGE = """async (cases) => { const rules = await import('/static/rules.js');
return cases.map(([puzzle, filling]) =>
    [rules.brokenRules(puzzle, filling), rules.coloursOf(puzzle, filling)]); }"""


def sent(puzzle: Puzzle) -> Json:
    """A puzzle as the rules of the page take it."""
    board = puzzle.board
    return {
        "board": board_json(board),
        "clues": [puzzle.clues.get(cell, 0) for cell in range(board.size)],
        "walls": sorted(puzzle.walls),
        "largest_region": puzzle.largest_region,
        "checkered": puzzle.checkered,
        "basic": puzzle.basic,
    }


def test_the_page_judges_and_colours_as_the_rules_do(page: Page) -> None:
    chance = random.Random(9)
    cases: list[tuple[Puzzle, tuple[int, ...]]] = []
    for spec in ("3x3", "torus:3x4", "hexagon:2"):
        board = from_spec(spec)
        for variant in ({}, {"largest_region": 3}, {"checkered": True}, {"basic": True}):
            for _ in range(25):
                filling = tuple(chance.randint(1, 4) for _ in range(board.size))
                clues = {cell: number for cell, number in enumerate(filling) if chance.random() < 0.3}
                walls = frozenset(link for link in board.links() if chance.random() < 0.1)
                cases.append((Puzzle(board, clues, walls, **variant), filling))
    told = page.evaluate(JUDGE, [(sent(puzzle), filling) for puzzle, filling in cases])
    for (puzzle, filling), (broken, colours) in zip(cases, told, strict=True):
        expected = sorted((violation.name, violation.cells) for violation in violations(puzzle, filling))
        if puzzle.checkered:  # the page does not say which regions
            expected = [(name, () if name == "two-colours-do-not-do" else cells) for name, cells in expected]
        assert sorted((one["name"], tuple(one["cells"])) for one in broken) == sorted(expected)
        assert tuple(colours) == colours_of(puzzle, filling)


def test_the_colours_are_those_of_the_pictures() -> None:
    style = (STATIC / "page.css").read_text(encoding="utf-8")
    light = style.partition("[data-theme")[0]
    assert [f"--c{index}: {colour};" in light for index, colour in enumerate(PALETTE)] == [True] * len(
        PALETTE
    )


@pytest.mark.slow
def test_nothing_serious_is_found_by_axe(look: Look, served: Served) -> None:
    page = look(served.url, bypass_csp=True)
    page.locator("#code .line").first.wait_for()
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert serious(page) == [], tab.inner_text()


def test_the_smallest_counterexample_is_drawn(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url, bypass_csp=True)
    page.locator("#code .line").first.wait_for()
    page.get_by_label("Assert the family same-root").uncheck()
    page.locator("#tab-look").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert {"forest", "same-root"} <= set(re.findall(r"[\w-]+", page.locator("#audit-with").inner_text()))
    page.locator("#audit").focus()
    page.keyboard.press("Enter")
    page.locator(".small-board").nth(1).wait_for()
    labels = [page.locator(".small-board").nth(index).get_attribute("aria-label") for index in range(2)]
    assert labels == ["puzzle: r1c1 empty, r1c2 empty", "accepted: r1c1 1, r1c2 1"]
    assert page.locator("#audit-rules").inner_text()
    assert page.locator("#audit-assertions li").count() == 2
    assert "(=> (= n_0 n_1) (= r_0 r_1))" in page.locator("#audit-assertions").inner_text()
    assert serious(page) == []
    page.locator("#audit-open").focus()
    page.keyboard.press("Enter")
    page.locator("#facts", has_text="2 cells").wait_for()
    assert page.locator("#views").get_by_role("button", name="Counterexample").count() == 1
    assert page.locator("#broken").inner_text()


@pytest.mark.slow
def test_an_audit_is_stopped_and_its_solver_ends(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#code .line").first.wait_for()
    page.locator("#tab-audit").click()
    page.locator("#audit").click()
    page.locator("#audited .going", has_text="puzzles").wait_for()
    page.locator("#audit-stop").click()
    page.get_by_text("Stopped at ").wait_for()
    assert wait_until(lambda: not served.solvers())


@pytest.mark.slow
def test_a_lazy_method_is_refused_in_words(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#encoding").select_option("cuts")
    page.locator("#tab-audit").click()
    page.locator("#audit-with", has_text="cuts").wait_for()
    page.locator("#audit").click()
    page.locator("#audited .bad", has_text="cuts").wait_for()

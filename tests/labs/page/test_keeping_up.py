"""The live page keeps up: it shows what is chosen. All tests share a page, which each loads anew."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.labs.page.conftest import Served
from tests.labs.page.test_file_page import centre, count, texts
from tests.support.clock import wait_until
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.smt import smt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

FIRST = EXAMPLES / "first.txt"
ID = "2x2:a2a1"
"""Of a puzzle that the address can hold."""


@pytest.fixture(scope="module")
def one_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page, and the errors in its script."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page, errors = context.new_page(), list[str]()
    page.set_default_timeout(600_000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page, errors
    context.close()


@pytest.fixture
def page(one_page: tuple[Page, list[str]], served: Served) -> Iterator[Page]:
    """The first example, just opened."""
    page, errors = one_page
    page.goto(served.url)
    page.locator("#code:not([aria-busy]) .line").first.wait_for()
    yield page
    page.unroute_all()
    assert errors == []


def open_text(page: Page, given: str) -> None:
    page.locator("#tab-files").click()
    page.locator("#import").fill(given)
    page.locator("#open").click()


def text(page: Page, selector: str) -> str:
    return page.locator(selector).inner_text()


def coloured(page: Page) -> int:
    """The number of cells with the colour of a region."""
    drawn: list[str] = page.locator("#board path.r").evaluate_all(
        "all => all.map(one => one.getAttribute('d'))"
    )
    return sum((each or "").count("M") for each in drawn)


def legend(page: Page) -> list[str]:
    found: list[str] = page.locator("#legend li").evaluate_all("all => all.map(one => one.lastChild.data)")
    return found


def reply(route: Route, *events: dict[str, Any]) -> None:
    """Answer a request as a job does."""
    lines = "".join(json.dumps(event) + "\n" for event in (*events, {"done": True}))
    route.fulfill(status=200, content_type="application/x-ndjson", body=lines)


def test_solve_does_what_the_command_does_and_names_it(page: Page, fillomino: Runner) -> None:
    page.locator("#tab-solve").click()
    fast = smt()
    assert f"given to {fast.solver.title}, in the encoding {fast.encoding.name}." in text(page, "#with")
    assert text(page, "#with-command") == "fillomino solve PUZZLE --timeout 20"
    with page.expect_request("**/job/solve") as asked:
        page.locator("#solve").click()
    sent = asked.value.post_data_json or {}
    assert {key: sent[key] for key in ("encoding", "solver", "level", "drop", "unique")} == {
        "encoding": fast.encoding.name,
        "solver": fast.solver.name,
        "level": fast.level.name.lower(),
        "drop": [],
        "unique": False,
    }
    page.get_by_text("not asked").wait_for()
    assert page.locator("#runs strong").inner_text() == fast.solver.name
    page.locator("#way").select_option("shown")
    page.get_by_label("Solver").select_option("z3")
    page.locator("#unique").check()
    command = text(page, "#with-command")
    assert command == "fillomino solve PUZZLE --encoding forest --solver z3 --unique --timeout 20"
    assert fillomino(*shlex.split(command.replace("PUZZLE", str(FIRST)))[1:]).code == 0


def test_an_old_text_is_marked_until_the_new_one_is_there(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/job/encode", hold)
    page.locator("#encoding").select_option("forest-bv")
    page.locator("#coming").wait_for()
    assert "forest-bv" in text(page, "#coming-text")
    grey = [page.locator(f"#{name}.stale").count() for name in ("families", "about", "code")]
    assert (grey, page.locator("#copy-smt2").is_disabled()) == ([1, 1, 1], True)
    page.locator("#encode-stop").click()
    assert (page.locator(".stale").count(), page.locator("#encoding").input_value()) == (0, "forest")
    assert "Encoding forest," in text(page, "#code")
    page.locator("#encoding").select_option("flow")
    page.locator("#encoding").select_option("forest-bv")
    page.locator("#coming").wait_for()
    reply(held[-1], {"error": "too much text"})
    page.locator("#coming-text", has_text="too much text").wait_for()
    page.unroute("**/job/encode")
    page.locator("#encoding").select_option("forest-bv")
    page.locator("#code .line", has_text="Encoding forest-bv,").wait_for()
    assert (page.locator(".stale").count(), page.locator("#coming").is_hidden()) == (0, True)


def test_a_large_board_fits_and_stopping_ends_the_process_that_encodes_it(page: Page, served: Served) -> None:
    before = served.descendants().keys()
    open_text(page, json.dumps({"board": "50x64", "clues": {"r1c1": 9}}))
    page.locator("#facts", has_text="3200 cells").wait_for()
    page.locator("#tab-look").click()
    page.locator("#encoding").select_option("forest-tight")
    page.locator("#coming-text:visible", has_text="Encoding in forest-tight").wait_for()
    assert served.descendants().keys() - before
    page.locator("#encode-stop").click()
    page.locator("#coming-text", has_text="Stopped;").wait_for()
    assert wait_until(lambda: len(served.descendants()) <= 1)  # the one that is ready for the next job
    sizes = "one => [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight]"
    for width in (1200, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator("#larger").click(click_count=9)
        wide, room, *_ = page.locator("#scroll").evaluate(sizes)
        assert wide > room
        page.locator("#fit").click()
        wide, room, tall, high = page.locator("#scroll").evaluate(sizes)
        assert (wide, tall) == (room, high)
        assert page.locator("#board").evaluate("board => board.clientWidth") > 0.75 * room
    page.set_viewport_size({"width": 1200, "height": 800})


def test_the_line_about_a_cell_is_about_the_puzzle_that_is_shown(page: Page) -> None:
    page.mouse.click(*centre(page, 1))
    page.mouse.move(0, 0)
    assert text(page, "#status").split()[:3:2] == ["r1c2", "3"]
    page.get_by_role("button", name="clue", exact=True).click()
    assert (text(page, "#status"), count(page, "selected")) == ("", 0)
    page.mouse.click(*centre(page, 1))
    open_text(page, ID)
    page.locator("#facts", has_text="4 cells").wait_for()
    assert text(page, "#status") == ""
    assert count(page, "selected") == 0
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#code:not([aria-busy])").wait_for(state="attached")
    assert text(page, "#status").split()[:3:2] == ["r2c2", "1"]


def result(status: str, seconds: float, by: str = "solver") -> dict[str, Any]:
    row = {"status": status, "unique": None, "error": None, "decided_by": by, "seconds": {"solve": seconds}}
    return {"result": row, "dialogue": []}


def test_the_winner_of_a_race_is_marked(page: Page) -> None:
    ends: dict[str, dict[str, Any]] = {}
    page.route(
        "**/job/solve", lambda route: reply(route, ends[(route.request.post_data_json or {})["solver"]])
    )
    page.locator("#tab-solve").click()
    decided = result("solved", 0.1, "deduction")
    marked: list[str] = []
    for z3, yices, winner in (
        (result("solved", 0.5), result("solved", 0.2), "yices"),
        (result("solved", 20), result("timeout", 20, ""), "z3"),
        (result("solved", 0.5), result("unsolvable", 0.2), None),  # one of them is wrong
        (result("timeout", 20, ""), result("unknown", 1, ""), None),
        (decided, decided, None),  # no solver was asked
    ):
        ends.update(z3=z3, yices=yices)
        page.locator("#race").click()
        page.locator("#stop:disabled").wait_for()
        marked += [winner] if winner else []
        runs = page.locator("#runs button").all_inner_texts()
        assert [run.split()[0] for run in runs if "winner" in run] == marked
        assert page.locator("#runs .won").count() == len(marked)
        assert page.locator("#runs .shown").count() == 1


def test_forest_and_sizes_are_there_where_they_are_drawn(page: Page) -> None:
    boxes = page.locator("#arrows, #sizes")
    assert boxes.evaluate_all("all => all.map(one => one.disabled)") == [True, True]
    assert page.locator("#no-forest").is_visible()
    page.locator("#tab-solve").click()
    page.locator("#way").select_option("shown")
    page.locator("#solve").click()
    page.locator("#views").get_by_role("button", name="Answer").wait_for()
    assert boxes.evaluate_all("all => all.map(one => one.disabled)") == [False, False]
    assert page.locator("#no-forest").is_hidden()
    assert {"a region", "from parent to child", "a root", "cells of the subtree"} < set(legend(page))
    page.locator("#arrows").uncheck()
    assert "a root" not in legend(page)
    page.get_by_role("button", name="My numbers").click()
    assert boxes.evaluate_all("all => all.map(one => one.disabled)") == [True, True]


def test_the_legend_is_that_of_what_is_drawn(page: Page) -> None:
    always = ["what an assertion is about", "the selected cell"]
    assert legend(page) == ["a clue", *always]
    assert page.locator("#legend svg path").count() > 0
    page.locator("#tab-deduce").click()
    page.locator("#deduce").click()
    page.get_by_text("The rules find every number.").wait_for()
    page.locator("#step-number").click()
    assert set(legend(page)) == {"a clue", "a region", "look here", "found", *always}
    page.route("**/job/encode", lambda _: None)
    page.locator("#tab-files").click()
    page.locator("#spec").fill("torus:3x4")
    page.locator("#new").click()
    page.locator("#facts", has_text="12 cells").wait_for()
    drawn = ["a cell drawn once more", "a seam, across which cells meet"]
    assert legend(page) == [*drawn, *always]


def test_the_tab_that_opens_a_puzzle_is_the_first(page: Page) -> None:
    assert page.get_by_role("tab").first.inner_text() == "Puzzle"
    page.get_by_role("tab").first.click()
    assert page.locator("#open").is_visible()
    for width in (1200, 1000, 830, 800, 390, 360):  # and the last is in sight, too
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("#tabs").evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth"), width
    page.set_viewport_size({"width": 1200, "height": 800})


def test_clues_have_no_colours_before_anything_is_known(page: Page) -> None:
    assert coloured(page) == 0
    page.locator("#tab-play").click()
    page.locator("#board").focus()
    page.keyboard.press("2")
    assert coloured(page) == 1
    open_text(page, "1 2\n2 2\n")
    page.locator("#facts", has_text="2 cells").wait_for()
    assert coloured(page) == 2  # it is full, so all is known


def test_the_address_names_the_puzzle(page: Page, served: Served) -> None:
    page.goto(f"{served.url}?puzzle={ID}")
    page.locator("#facts", has_text="4 cells").wait_for()
    assert texts(page) == ["", "2", "", "1"]
    page.locator("#tab-play").click()
    page.get_by_label("clues").check()
    page.locator("#board").focus()
    page.keyboard.press("2")
    page.wait_for_url(lambda url: ID not in url)
    page.reload()
    page.locator("#facts", has_text="3 clues").wait_for()
    page.goto(f"{served.url}?puzzle=@hexagon")
    page.locator("#facts", has_text="19 cells").wait_for()
    assert page.url.endswith("?puzzle=@hexagon")
    open_text(page, (EXAMPLES / "hexagon.json").read_text(encoding="utf-8"))
    page.wait_for_url(served.url)  # no id holds it
    page.goto(f"{served.url}?puzzle=nonsense")
    page.locator("#toast.bad").wait_for()
    page.locator("#facts", has_text="25 cells").wait_for()


def test_a_hint_builds_on_no_mistake(page: Page) -> None:
    page.locator("#tab-play").click()
    page.mouse.click(*centre(page, 0))
    page.keyboard.press("5")
    page.locator("#hint").click()
    page.locator("#which").wait_for()
    assert "r1c1" not in text(page, "#hint-text")
    assert count(page, "bad") == count(page, "good") == 0
    page.locator("#which").click()
    assert re.findall(r"r\dc\d|\d", text(page, "#hint-text")) == ["r1c1", "5"]
    assert (count(page, "bad"), "wrong" in legend(page)) == (1, True)
    page.locator("#undo").click()
    assert (text(page, "#hint-text"), count(page, "bad")) == ("", 0)
    page.keyboard.press("2")
    page.locator("#hint").click()
    page.locator("#hint-text .step").first.wait_for()
    assert count(page, "good") == 1
    page.route("**/job/hint", lambda route: reply(route, {"wrong": None, "hint": []}))
    page.locator("#hint").click()
    page.get_by_text("it was not decided if your numbers are right").wait_for()

"""The page as one file: its data, what a browser shows of the first example, and that it can be played."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drivers.errors import SolverNotFoundError
from encoder.annotations import annotated
from encoder.encodings.registry import METHODS, find
from encoder.puzzle_script import PuzzleScript
from fillomino import formats, laboratories
from fillomino.deduction.rules.registry import label
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from fillomino.rules import regions, violations
from labs.page import recording
from labs.page.jobs import about
from labs.page.plain_data import Json
from smtlib.render import commented
from tests.support import needs
from tests.support.browsers import PHONE, serious
from tests.support.refused import refused
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.texts.inputs import Opened, puzzle_of

if TYPE_CHECKING:
    from playwright.sync_api import Page


Look = Callable[..., "Page"]
HIDDEN = """() => [...document.querySelectorAll('#panels > div')].filter((panel) => !panel.hidden).length"""


@cache
def first() -> Puzzle:
    return formats.read((EXAMPLES / "first.txt").read_text(encoding="utf-8")).puzzle


@cache
def script() -> PuzzleScript:
    return find("forest").script(first())


def texts(page: Page) -> list[str]:
    """What stands in each cell."""
    return page.locator("#board .numbers text:not(.image)").all_text_contents()


def numbers(page: Page) -> tuple[int, ...]:
    return tuple(int(text or 0) for text in texts(page))


def count(page: Page, mark: str) -> int:
    """How many cells a layer of marks covers."""
    return (page.locator(f"#board .over path.{mark}").get_attribute("d") or "").count("M")


def centre(page: Page, cell: int) -> tuple[float, float]:
    """Where a cell is in the window."""
    frame = page.locator("#board").bounding_box()
    assert frame is not None
    row, column = divmod(cell, 5)
    side = frame["width"] / (5 + 12 / 40)
    return frame["x"] + side * (column + 0.65), frame["y"] + side * (row + 0.65)


def test_it_opens_with_the_answer_and_its_forest(look: Look, file_page: str) -> None:
    page = look(file_page)
    assert page.locator("#views button[aria-pressed=true]").inner_text() == "Answer"
    filling = numbers(page)
    assert violations(first(), filling) == ()
    trees = regions(first().board, filling)
    arrows = page.locator("#board path.heads").get_attribute("d") or ""
    assert arrows.count("M") == len(filling) - len(trees)
    sizes = sorted(int(text) for text in page.locator("#board .sizes text").all_text_contents())
    assert [size for size in sizes if size == 1] == [1] * sizes.count(1)
    assert sum(1 for size in sizes if size > 1) <= len(filling) - len(trees)
    assert page.locator("#board .numbers text.clue").count() == len(first().clues)
    page.get_by_label("Forest", exact=True).uncheck()
    assert page.locator("#board path.heads").get_attribute("d") == ""


def test_pointing_at_a_cell_shows_what_is_said_about_it(look: Look, file_page: str) -> None:
    page = look(file_page)
    for cell in (0, 12):
        page.mouse.move(*centre(page, cell))
        about = sum(cell in assertion.about for assertion in script().assertions)
        name = first().board.names[cell]
        page.get_by_text(f"{name} · {about} assertions").wait_for()
        assert count(page, "hover") == 1
    page.mouse.click(*centre(page, 12))
    listed = page.locator("#about .assertions button")
    terms = [f"(assert {a.term})" for a in script().assertions if 12 in a.about]
    assert sorted(listed.all_inner_texts()) == sorted(terms)
    assert page.locator("#code .marked").count() > 0


def test_an_assertion_and_a_family_show_their_cells(look: Look, file_page: str) -> None:
    page = look(file_page)
    page.mouse.click(*centre(page, 12))
    size_sum = next(a for a in script().assertions if a.family == "size-sum" and a.about[0] == 12)
    page.get_by_role("button", name=f"(assert {size_sum.term})").click()
    assert count(page, "about") == len(set(size_sum.about)) == 5
    current = page.locator("#code .current")
    assert current.inner_text().startswith(f"(assert {size_sum.term})")
    page.get_by_role("button", name="clue", exact=True).click()
    assert count(page, "about") == len(first().clues)
    assert "R. Behari, Solving Fillomino" in page.locator("#about").inner_text()
    page.locator("#code").press("ArrowDown")
    assert page.locator("#code .current").inner_text().startswith("(assert (= n_")


def test_the_text_can_be_saved_without_a_family(look: Look, file_page: str) -> None:
    page = look(file_page)

    def saved() -> list[str]:
        with page.expect_download() as download:
            page.locator("#panel-look").get_by_role("button", name="Save").click()
        return Path(download.value.path()).read_text(encoding="utf-8").splitlines()

    whole = saved()
    assert whole == commented(annotated(script())).splitlines()
    page.get_by_label("Assert the family same-root").uncheck()
    terms = {a.term for a in script().assertions if a.family == "same-root"}
    less = saved()
    assert [line for line in whole if line not in less] == [
        line for line in whole if any(line.startswith(f"(assert {term}) ") for term in terms)
    ]
    page.locator("#encoding").select_option("cuts")
    assert saved() == commented(annotated(find("cuts").script(first()))).splitlines()


def test_it_is_played_by_the_keyboard_alone(look: Look, file_page: str) -> None:
    page = look(file_page)
    solved = numbers(page)
    page.get_by_role("button", name="My numbers").press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "board":
            break
    page.keyboard.press("4")  # beside a 3, with two more 4s out of reach
    assert numbers(page)[0] == 4
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")  # a clue stays
    assert numbers(page)[1] == 3
    assert "clue" in page.locator("#toast").inner_text()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    assert page.locator("#broken").inner_text()
    assert count(page, "bad") == 3  # with the clue below them
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert numbers(page) == tuple(first().clues.get(cell, 0) for cell in range(25))
    page.keyboard.press("ArrowUp")
    for row in range(5):
        for column in range(5) if row % 2 == 0 else range(4, -1, -1):
            cell = row * 5 + column
            if cell not in first().clues:
                page.keyboard.press(str(solved[cell]))
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    assert numbers(page) == solved
    assert page.locator("#broken li").count() == 0
    assert "Solved" in (page.locator("#progress").text_content() or "")


def test_tabs_by_the_keyboard(look: Look, file_page: str) -> None:
    page = look(file_page)
    page.locator("#tab-look").focus()
    seen = []
    for _ in range(page.get_by_role("tab").count()):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(HIDDEN) == 1
        seen.append(page.evaluate("() => document.activeElement.textContent"))
    assert seen[-1] == "Encoding"
    assert len(set(seen)) == page.get_by_role("tab").count()


def test_runs_are_side_by_side_and_rounds_can_be_stepped_through(look: Look, file_page: str) -> None:
    page = look(file_page)
    page.locator("#tab-solve").click()
    runs = page.locator("#runs button").all_inner_texts()
    assert len(runs) == 4
    assert all(" ms " in text or " s " in text for text in runs)
    assert all("solved, the only solution" in text for text in runs)
    page.locator("#runs button", has_text="yices").filter(has_text="cuts").click()
    slider = page.get_by_label("Round", exact=True)
    last = int(slider.get_attribute("max") or 0)
    assert last >= 2
    page.locator("#round-on").click()
    page.locator("#round-back").click()
    # What is larger than the round's answer tells apart stands as a star, which is no number of a filling.
    wrong = tuple(0 if text == "∗" else int(text) for text in texts(page))
    assert violations(first(), wrong)
    cuts = page.locator("#rounds .assertions button")
    assert cuts.count() >= 1
    named = re.findall(r"n_([0-9]+)_", cuts.first.inner_text())
    cuts.first.click()
    assert count(page, "about") == len(set(named))
    for _ in range(last):
        page.locator("#round-on").click()
    assert page.locator("#views button[aria-pressed=true]").inner_text() == f"Round {last}"


def test_every_format_is_exported(look: Look, file_page: str) -> None:
    page = look(file_page)
    page.locator("#tab-files").click()
    for known in formats.known():
        option = page.locator(f"#export-format option[value={known.name}]")
        if option.get_attribute("disabled") is None:
            page.locator("#export-format").select_option(known.name)
            shown = page.locator("#export").input_value()
            assert shown == formats.write(first(), known.name)
        else:
            with pytest.raises(InputError):
                formats.write(first(), known.name)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nothing_serious_is_found_by_axe(look: Look, file_page: str, scheme: str) -> None:
    page = look(file_page, color_scheme=scheme, bypass_csp=True)
    assert page.evaluate("() => document.documentElement.dataset.theme") == scheme
    for tab in page.get_by_role("tab").all():
        tab.click()
        if tab.inner_text() == "Solve":
            page.locator("#runs button").last.click()
        assert serious(page) == [], tab.inner_text()
    page.locator("#theme").click()
    assert page.evaluate("() => document.documentElement.dataset.theme") != scheme


def test_a_phone_is_wide_enough(look: Look, file_page: str) -> None:
    page = look(file_page, viewport=PHONE, has_touch=True, is_mobile=True)
    for tab in page.get_by_role("tab").all():
        tab.tap()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"], tab.inner_text()
    page.locator("#tab-play").tap()
    page.locator("#board").scroll_into_view_if_needed()
    page.touchscreen.tap(*centre(page, 0))
    page.locator("#pad").get_by_role("button", name="2", exact=True).tap()
    assert numbers(page)[0] == 2
    page.get_by_role("button", name="Undo").tap()
    assert numbers(page)[0] == 0


def test_html_in_a_title_or_a_name_stays_text(look: Look, tmp_path: Path, fillomino: Runner) -> None:
    evil = "</script><img src=x onerror=document.title=1><!--"
    text = {
        "cells": [evil, "b"],
        "edges": [[evil, "b"]],
        "clues": {"b": 2},
        "info": {"title": evil, "author": evil},
    }
    (tmp_path / "evil.json").write_text(json.dumps(text), encoding="utf-8")
    done = fillomino(
        "page", tmp_path / "evil.json", "-o", tmp_path / "evil.html", "-e", "forest", "-s", "yices"
    )
    assert done.code == 0, done
    page = look((tmp_path / "evil.html").as_uri())
    page.locator("#code .line").first.wait_for()
    assert page.locator("#title").inner_text() == evil
    assert page.title() == evil
    assert page.locator("img").count() == 0
    for tab in page.get_by_role("tab").all():
        tab.click()
    page.mouse.move(300, 300)
    assert page.locator("img").count() == 0


@pytest.mark.slow
def test_a_board_of_many_cells_is_drawn_by_few_elements(
    look: Look, tmp_path: Path, fillomino: Runner
) -> None:
    (tmp_path / "large.json").write_text('{"board": "50x64", "clues": {"r1c1": 9}}', encoding="utf-8")
    done = fillomino("page", tmp_path / "large.json", "-s", "none", "-e", "forest", "-o", tmp_path / "l.html")
    assert done.code == 0, done
    page = look((tmp_path / "l.html").as_uri())
    page.locator("#code .line").first.wait_for()
    assert page.evaluate("() => document.querySelectorAll('*').length") < 5_000


def test_a_hint_of_a_file_builds_on_no_mistake(look: Look, file_page: str) -> None:
    page = look(file_page)
    page.locator("#tab-play").click()
    hint = page.locator("#hint-text")
    page.mouse.click(*centre(page, 0))
    page.keyboard.press("5")
    page.locator("#hint").click()
    assert "r1c1" not in hint.inner_text()
    page.locator("#which").click()
    assert re.findall(r"r\dc\d|\d", hint.inner_text()) == ["r1c1", "5"]
    page.locator("#undo").click()
    page.keyboard.press("2")
    page.locator("#hint").click()
    assert hint.inner_text().split()[0] == label("single_exit")
    assert re.findall(r"r\dc\d", hint.inner_text()) == ["r5c1", "r4c1"]
    page.locator("#tab-solve").click()
    page.get_by_text("recorded when the file was written, at most 5 s each").wait_for()
    page.locator("#tab-deduce").click()
    page.get_by_text("of them find a number. The rules find every number.").wait_for()


FIRST = EXAMPLES / "first.txt"
NAMES = [encoding.name for encoding in METHODS]


def opened(path: Path = FIRST) -> Opened:
    return puzzle_of(str(path))


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """The limit of each run, none of which is made."""
    seen: list[float | None] = []

    def solve_job(*_: object, seconds: float | None, **__: object) -> None:
        seen.append(seconds)

    monkeypatch.setattr(recording, "solve_job", solve_job)
    monkeypatch.setattr(recording, "monotonic", lambda: 0.0)  # the time that encoding takes here is no matter
    return seen


@pytest.mark.parametrize(
    ("given", "encodings", "expected"),
    [(None, 1, 5.0), (None, 5, 2.0), (7.0, 5, 7.0), (math.inf, 1, None)],
)
def test_all_runs_have_one_limit(
    limits: list[float | None], given: float | None, encodings: int, expected: float | None
) -> None:
    names = ["flow", "forest", "forest-tight", "placements", "cuts"][:encodings]
    data = recording.recorded(opened(), encodings=names, solvers=["z3", "yices"], seconds=given)
    assert data["limit"] == expected
    assert limits == [expected] * 2 * encodings


def test_encodings_that_take_long_are_left_out_and_named(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(recording, "TEXT_AT_HAND", 50_000)
    done = fillomino("page", FIRST, "-e", "all", "-s", "none", "-o", tmp_path / "x.html")
    data = in_page(tmp_path / "x.html")
    assert sum(len(one["text"]) for one in data["encoded"].values()) <= 50_000
    assert data["left_out"] == [name for name in NAMES if name not in data["encoded"]] != []
    assert done.warned == ["left-out"]
    monkeypatch.setattr(recording, "ENCODE_SECONDS", 0.0)
    nothing = recording.recorded(opened(), encodings=[recording.ALL], solvers=["yices"], seconds=None)
    assert (nothing["left_out"], nothing["encoded"], nothing["runs"]) == (NAMES, {}, [])
    asked = recording.recorded(opened(), encodings=["layers"], solvers=[], seconds=None)
    assert (list(asked["encoded"]), asked["left_out"]) == (["layers"], [])


def test_deduction_ends_in_time(limits: list[float | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STEP_SECONDS", 0.0)
    data = recording.recorded(opened(), encodings=["flow"], solvers=["yices"], seconds=None)
    assert (data["steps"], data["deduced"]) == ([], "Stopped after 0 s; 15 cells are still open.")


def test_the_encoding_of_a_program_is_shown(fillomino: Runner, tmp_path: Path) -> None:
    program = f"mine=cmd:awk -f {EXAMPLES / 'foreign' / 'distances.awk'}"
    row = EXAMPLES / "row.txt"
    fillomino("page", row, "-e", program, "-s", "yices", "-o", tmp_path / "x.html").ended(0)
    data = in_page(tmp_path / "x.html")
    assert [one["name"] for one in data["about"]["encodings"]] == ["mine"]
    [run] = data["runs"]
    assert run["events"][-1]["result"]["status"] == "solved"
    assert {family["name"] for family in data["encoded"]["mine"]["families"]} > {"clue"}


def test_a_paradigm_is_recorded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    needs.laboratory("paradigms")
    data = recording.recorded(
        opened(EXAMPLES / "row.txt"), encodings=[recording.ALL], solvers=[], by=["z3-cuts"], seconds=None
    )
    [run] = data["runs"]
    assert (run["encoding"], run["solver"]) == ("", "z3-cuts")
    assert run["events"][-1]["result"]["unique"] is True
    paradigms = laboratories.part("paradigms", "registry:PARADIGMS", "this test")
    its = paradigms["z3-cuts"]
    lacking = its.solver.replace(needs_modules=("no_such_module",), install="by magic")
    monkeypatch.setitem(paradigms, "z3-cuts", its._replace(solver=lacking))
    with pytest.raises(SolverNotFoundError):
        recording.recorded(opened(), encodings=["flow"], solvers=[], by=["z3-cuts"], seconds=None)
    assert {one["name"]: one["missing"] for one in about()["paradigms"]}["z3-cuts"] == "by magic"


def test_a_solver_is_no_paradigm() -> None:
    with refused(InputError, "bad-request"):
        recording.recorded(opened(), encodings=["flow"], solvers=[], by=["yices"], seconds=None)


def in_page(path: Path) -> Json:
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_page_holds_what_was_asked_for(fillomino: Runner, tmp_path: Path) -> None:
    fillomino("page", FIRST, "-s", "none", "-o", tmp_path / "x.html").ended(0)
    assert list(in_page(tmp_path / "x.html")["encoded"]) == ["forest-tight"]
    assert (tmp_path / "x.html").stat().st_size < 500_000

"""The report in a browser: opened as a file, filtered, drawn, read aloud, in dark and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import needs
from tests.support.browsers import PHONE, serious
from tests.support.runs import run
from workbench.compare.page.write import write_report

if TYPE_CHECKING:
    from playwright.sync_api import Page

Look = Callable[..., "Page"]
ODD = "</script><b id=x>&\"'\u2028.txt"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A report on 24 puzzles: one named oddly, one without an answer, disturbed, short, and far off."""
    needs.module("matplotlib", "plots")
    folder = tmp_path_factory.mktemp("report")
    script = folder / "kept scripts" / "a.smt2"
    script.parent.mkdir()
    script.write_text("(check-sat)", encoding="utf-8")
    rows = []
    for number in range(24):
        board = "5x5" if number % 2 else "6x6"
        more: dict[str, Any] = {
            "board": board,
            "cells": int(board[0]) ** 2,
            "family": "even" if number % 2 == 0 else "odd",
        }
        name = ODD if number == 0 else f"{number}.txt"
        times = {"a <b>": 0.1 + number / 9, "c": 40 * (number == 5) / 9 + 0.2 + number / 4, "d": 0.3}
        for method, seconds in times.items():
            row = run(method, str(number), None if (method, number) == ("c", 7) else seconds, **more)
            wall = 9.0 if (method, number) == ("c", 3) else row.cost.usage.cpu_seconds
            floor = None if method == "d" else 0.01
            row = row.changed(wall_seconds=wall, floor_seconds=floor)
            rows.append(row.changed(puzzle=name, script=str(script)))
    rows = [
        row.changed(cpu_seconds=0.01, wall_seconds=0.01) if row.key in ("a <b>/2/0", "c/2/0") else row
        for row in rows
    ]
    write_report(rows, folder, title="Comparison <runs>")
    return (folder / "index.html").as_uri()


def opened(look: Look, report: str, **options: object) -> Page:
    page = look(report, **options)
    page.locator("#sums tbody tr").first.wait_for()
    return page


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def chosen(page: Page) -> list[int]:
    """The numbers of runs and of puzzles that are chosen, each with that of all."""
    return numbers(page.locator("#chosen").inner_text())


SCATTER = "#scatter-a-b-vs-c"
PLACES = {"runs": 1, "answered": 2, "PAR-2": 3, "median": 4, "disturbed": 6, "too short": 7}
"""Columns of the sums that are columns of the table of methods, too."""


@pytest.mark.slow
def test_it_opens_without_a_network_and_the_answer_comes_first(look: Look, report: str) -> None:
    page = opened(look, report, viewport=PHONE)
    assert page.locator("#x").count() == 0, "a name is no markup"
    assert page.get_by_role("heading", level=1).inner_text() == "Comparison <runs>"
    assert page.locator("#puzzles tbody td").first.text_content() == ODD
    assert numbers(page.locator("dt:text-is('disturbed') + dd").inner_text()) == [1, 72]
    parts = (".answer li", "#cactus svg", "#methods", "#facts")
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    heights = [box["y"] for box in boxes if box is not None]
    assert len(heights) == 4 and heights == sorted(heights)
    assert heights[0] < PHONE["height"]


@pytest.mark.slow
def test_methods_and_puzzles_are_chosen_and_pictures_follow(look: Look, report: str) -> None:
    page = opened(look, report)
    whole = page.locator("section#methods").locator("tbody tr").first.locator("td").all_inner_texts()
    sums = page.locator("#sums tbody tr").first.locator("td").all_inner_texts()
    head = page.locator("section#methods th").all_inner_texts()
    assert [whole[head.index(name)] for name in PLACES] == [sums[at] for at in PLACES.values()]
    line = page.locator("g[id='cactus.0'] path").first
    assert (line.get_attribute("d") or "").count("L") == 23
    page.locator("#family").select_option("even")
    assert chosen(page) == [36, 72, 12, 24]
    assert page.locator("#puzzles tbody tr:visible").count() == 12
    assert (line.get_attribute("d") or "").count("L") == 11
    assert page.locator(f"g[id^='{SCATTER[1:]}.'] use:not(.off)").count() == 12
    page.get_by_label("Name contains").fill("1")
    assert chosen(page) == [15, 72, 5, 24]
    page.get_by_role("checkbox", name="d", exact=True).uncheck()
    assert page.locator("#sums tbody tr").count() == 2
    assert page.locator("#methods tbody tr:visible").count() == 3  # and the virtual best
    page.get_by_role("button", name="Reset", exact=True).click()
    assert chosen(page) == [72, 72, 24, 24]
    page.get_by_label("without marked runs").check()
    assert chosen(page)[:4] == [66, 72, 22, 24]
    page.locator("#picture").select_option("empty-cells")
    assert page.locator("#empty-cells").is_visible() and not page.locator(SCATTER).is_visible()


@pytest.mark.slow
def test_a_point_says_what_it_is_by_mouse_and_by_keyboard(look: Look, report: str) -> None:
    page = opened(look, report)
    labels = page.locator(f"{SCATTER} text").all_text_contents()
    counts = [int(found[1]) for label in labels if (found := re.search(r"\((\d+)\)$", label or ""))]
    assert sorted(counts) == [1, 1, 1, 21]  # both answered 21; of the others each has a mark of its own
    assert "5.txt" in labels
    cross = page.locator(f"{SCATTER} g[id$='.1'] use").first
    cross.hover()
    point = page.locator("#point")
    assert "7.txt" in point.inner_text() and "c timeout" in point.inner_text()
    cross.click()
    page.locator(f"{SCATTER} g[id$='.0'] use").first.hover()
    assert re.search(r"7\.txt, 5x5: a <b> .* s \(solved\) script; c timeout", point.inner_text())
    assert point.get_by_role("link").first.get_attribute("href") == "kept%20scripts/a.smt2"
    page.locator("#points summary").focus()
    page.keyboard.press("Enter")
    page.locator("#points tbody tr").first.wait_for()
    assert page.locator("#points tbody tr").count() == 24
    page.locator("#limits").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("0.5, 10")
    assert page.locator("#within th").all_inner_texts() == ["answered within", "0.5 s", "10 s"]
    assert page.locator("#within tbody tr").last.locator("td").all_inner_texts() == ["d", "24", "24"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"color_scheme": "dark"}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}]
)
def test_nothing_serious_is_found_by_axe(look: Look, report: str, options: dict[str, object]) -> None:
    page = opened(look, report, bypass_csp=True, **options)
    page.locator("#points summary").click()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_ten_thousand_runs_open(look: Look, tmp_path: Path) -> None:
    rows = [
        run(method, str(number), 0.01 + (number * 37 % 1000) / 200 * factor)
        for number in range(2500)
        for method, factor in (("a", 1), ("b", 0.8), ("c", 1.3), ("d", 0.5))
    ]
    write_report(rows, tmp_path, title="many")
    page = look((tmp_path / "index.html").as_uri())
    assert chosen(page) == [10000, 10000, 2500, 2500]

"""The audit on the live page: by keyboard alone, with a counterexample and without, stopped, and for axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.workbench.page.conftest import Served
from tests.workbench.page.test_file_page import serious
from tests.workbench.page.test_live_page import waited

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_smallest_counterexample_is_drawn(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url, bypass_csp=True)
    page.locator("#code .line").first.wait_for()
    page.get_by_label("Assert the family same-root").uncheck()
    page.locator("#tab-look").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert (
        page.locator("#audit-with").inner_text() == "The encoding forest without same-root, before deduction."
    )
    page.locator("#audit").focus()
    page.keyboard.press("Enter")
    page.get_by_text(
        "forest-without-same-root accepts a wrong filling on 1x2, after 6 other puzzles."
    ).wait_for()
    labels = [page.locator(".small-board").nth(index).get_attribute("aria-label") for index in range(2)]
    assert labels == ["puzzle: r1c1 empty, r1c2 empty", "accepted: r1c1 1, r1c2 1"]
    assert "1 too many" in page.locator("#audit-rules").inner_text()
    assert page.locator("#audit-assertions li").count() == 2
    assert "(=> (= n_0 n_1) (= r_0 r_1))" in page.locator("#audit-assertions").inner_text()
    assert "our own evaluation, the rules" in page.locator("#audited").inner_text()
    assert serious(page) == []
    page.locator("#audit-open").focus()
    page.keyboard.press("Enter")
    page.locator("#facts", has_text="2 cells").wait_for()
    assert page.locator("#views").get_by_role("button", name="Counterexample").count() == 1
    assert "1 too many" in page.locator("#broken").inner_text()


@pytest.mark.slow
def test_an_audit_is_stopped_and_its_solver_ends(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#code .line").first.wait_for()
    page.locator("#tab-audit").click()
    page.locator("#audit").click()
    page.locator("#audited .going", has_text="puzzles").wait_for()
    page.locator("#audit-stop").click()
    page.get_by_text("Stopped at ").wait_for()
    waited(lambda: not served.solvers(), 1.0)


@pytest.mark.slow
def test_a_lazy_method_is_refused_in_words(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#encoding").select_option("cuts")
    page.locator("#tab-audit").click()
    page.locator("#audit-with", has_text="cuts").wait_for()
    page.locator("#audit").click()
    page.locator("#audited .bad", has_text="cuts is an incremental session with a solver").wait_for()

"""The report of a comparison behind a link of the live page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.runs import run, written
from tests.workbench.conftest import Runner
from tests.workbench.page.conftest import Served
from tests.workbench.page.test_file_page import serious
from tests.workbench.page.test_server import request
from workbench.page.bundle import report_policy

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def compared(tmp_path: Path) -> Iterator[Served]:
    """A server that was given runs."""
    pytest.importorskip("starlette", reason="starlette is not installed")
    rows = [run("quick", "1", 1.0), run("quick", "2", 2.0), run("slow", "1", 5.0), run("slow", "2", None)]
    server = Served("--comparison", str(written(tmp_path / "runs.jsonl", *rows)))
    yield server
    server.interrupt()


@pytest.mark.slow
def test_a_link_leads_to_the_report(look: Callable[..., Page], compared: Served) -> None:
    page = look(compared.url, bypass_csp=False)
    page.locator("#comparison").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Comparison runs").wait_for()
    first = page.locator("table.whole").first.locator("tbody tr").first
    before = first.inner_text()
    head = page.locator("table.whole").first.locator("th button").first
    for _ in range(2):
        head.focus()
        page.keyboard.press("Enter")
        if first.inner_text() != before:
            break
    assert first.inner_text() != before  # its script may run
    status, _ = request(compared, "GET", "/comparison", headers={"Host": "elsewhere.example"})
    assert status == 403


@pytest.mark.slow
def test_nothing_serious_is_found_by_axe(look: Callable[..., Page], compared: Served) -> None:
    page = look(f"{compared.url}comparison", bypass_csp=True)
    page.get_by_role("heading", name="Comparison runs").wait_for()
    assert serious(page) == []


def test_the_report_may_run_its_own_script_alone() -> None:
    digest = b64encode(sha256(b"let x;").digest()).decode()
    policy = report_policy("<p>a</p><script>let x;</script>")
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}';" in policy


def test_without_runs_there_is_no_link(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#tabs button").first.wait_for()
    assert page.locator("#comparison").is_hidden()
    assert request(served, "GET", "/comparison")[0] == 404


def test_runs_that_are_none_are_refused(fillomino: Runner, tmp_path: Path) -> None:
    empty = tmp_path / "runs.jsonl"
    empty.write_text("", encoding="utf-8")
    assert "there are no runs" in fillomino.refuses("page", "--open", "--comparison", empty)
    assert "nosuch.jsonl" in fillomino.refuses("page", "--open", "--comparison", tmp_path / "nosuch.jsonl")

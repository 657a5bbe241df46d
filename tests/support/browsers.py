"""A browser to look at pages, and what is wrong with one for those who need help to see it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drivers.lookup import find_program
from tests.support import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 360, "height": 740}
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(find_program, ("chromium-headless-shell", "chromium", "chromium-browser"))), None
)
"""The one without windows first: it takes three quarters of the time."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; where it is missing the test is skipped and says so."""
    if CHROMIUM is None:
        pytest.skip("no chromium here; on Debian: apt-get install chromium-headless-shell")
    needs.module("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Page]]:
    """``look(url, color_scheme="dark", …)`` opens a page; an error in its script fails the test."""
    contexts, errors = [], []

    def open_page(url: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(600_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None
        )
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def serious(page: Page) -> list[Any]:
    """What axe finds wrong, without trifles."""
    needs.module("axe_playwright_python")
    spec = find_spec("axe_playwright_python")
    assert spec is not None and spec.origin is not None
    # Evaluated, not added as a script: the policy of the page lets nothing else in.
    page.evaluate(Path(spec.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run()")
    return [
        (one["id"], [node["html"] for node in one["nodes"]])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]

"""Take the pictures of the page that docs/labs/page/page.md shows, with Debian's Chromium.

The page is served meanwhile. Each picture is one PNG, called as in SHOTS.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scripts.harness import EXAMPLES, ROOT, new_parser

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

HERE = Path(__file__).parent
PUZZLE = EXAMPLES / "first.txt"
DESK: ViewportSize = {"width": 1180, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 780}


def forest(page: Page) -> None:
    """The answer with its forest, and the assertions about one cell."""
    solved(page)
    page.locator("#tab-look").click()
    page.locator("#board").click(position={"x": 220, "y": 220})


def solved(page: Page) -> None:
    """The answer in the encoding that is shown, proved to be the only one."""
    page.locator("#tab-solve").click()
    page.locator("#way").select_option("shown")
    page.locator("#unique").check()
    page.locator("#solve").click()
    page.get_by_text("solved, the only solution").first.wait_for()


def audited(page: Page) -> None:
    """A counterexample to the forest without one of its families."""
    page.get_by_label("Assert the family same-root").uncheck()
    page.locator("#tab-audit").click()
    page.locator("#audit").click()
    page.locator("#audit-assertions li").first.wait_for()


def raced(page: Page) -> None:
    """A race that one solver has won."""
    page.locator("#tab-solve").click()
    page.locator("#way").select_option("shown")
    page.locator("#race").click()
    page.locator(".winner").wait_for()
    page.locator("#run").scroll_into_view_if_needed()


def deduced(page: Page) -> None:
    """A step of deduction in the middle of them."""
    page.locator("#tab-deduce").click()
    page.locator("#deduce").click()
    page.get_by_text("of them find a number").wait_for()
    for _ in range(9):
        page.locator("#step-on").click()


SHOTS: dict[str, tuple[Callable[[Page], None], Literal["light", "dark"], ViewportSize]] = {
    "forest": (forest, "light", DESK),
    "audit": (audited, "light", DESK),
    "deduce": (deduced, "dark", DESK),
    "phone": (raced, "dark", PHONE),
}
"""For each picture what is done on the page, its colours and the size of the window."""


def take(address: str, directory: Path) -> None:
    """Take all pictures of the page at an address."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (act, colours, window) in SHOTS.items():
            page = browser.new_page(viewport=window, color_scheme=colours)
            page.goto(address)
            page.locator("#code .line").first.wait_for()
            act(page)
            page.screenshot(path=directory / f"{name}.png")
            page.close()
            print(directory / f"{name}.png")
        browser.close()


def main() -> None:
    """Serve the page, and take the pictures."""
    parser = new_parser(__doc__)
    parser.add_argument("directory", nargs="?", type=Path, default=HERE, metavar="DIR", help="[its own]")
    directory: Path = parser.parse_args().directory
    directory.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "workbench", "serve", "--port", "0", str(PUZZLE)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            take(server.stdout.readline().strip(), directory)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()

"""What pages name exists: files and folders, names in our code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_readme import OF_THE_SITE, PAGES, ROOT, name

FOLDERS = (
    "checker",
    "docs",
    "drivers",
    "encoder",
    "examples",
    "fillomino",
    "scripts",
    "smtlib",
    "tests",
    "workbench",
)
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
NAMES = {path.name for path in FILES} | {path.name for path in ROOT.iterdir()}
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in FILES
    if path.suffix in (".py", ".js", ".css", ".html") and path.is_file()
)
WORDS = set(re.findall(r"\w+", SOURCES))
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
NAME = re.compile(r"[A-Za-z_]\w{2,}(?:\.[A-Za-z_]\w+)*(?:\(.*\))?")
SYMBOL = re.compile(r"[a-zA-Z](?:_(?:\d+|[a-z]))+|held_\d|n_x_big|z\d+r\d+c\d+")
"""A symbol of an encoding or the name of a cell: in formulas and on boards, not in our code."""

OF_SOLVERS = {"model.compact", "smt.delay_units_threshold"}
"""Options of solvers that we do not use."""


def quoted(page: Path) -> set[str]:
    """What stands between backticks in the text of a page."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    return {" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text)}


def is_path(text: str) -> bool:
    """Whether it looks like the path of a file or folder of ours."""
    ours = text.partition("/")[0] in FOLDERS and "/" in text
    return PATH.fullmatch(text) is not None and (ours or text.endswith((".py", ".md", ".css", ".js")))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    paths = [text for text in quoted(page) if is_path(text) and "NAME" not in text]
    missing = [text for text in paths if not ((ROOT / text).exists() or ("/" not in text and text in NAMES))]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_names_that_a_page_quotes_are_in_our_code(page: Path) -> None:
    names = [text for text in quoted(page) if NAME.fullmatch(text) and not is_path(text)]
    missing = [
        text
        for text in names
        if text not in OF_SOLVERS
        if not SYMBOL.fullmatch(text) and text not in NAMES and not set(re.findall(r"\w+", text)) <= WORDS
    ]
    assert not missing


def test_every_page_is_listed() -> None:
    listed = re.findall(
        r"^- \[.*?\]\(([\w-]+\.md)\)", (ROOT / "docs/README.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.name for path in (ROOT / "docs").glob("*.md")} - OF_THE_SITE - {"README.md"}


def test_the_paths_on_the_page_for_newcomers_are_whole() -> None:
    page = ROOT / "docs" / "architecture.md"
    paths = [text for text in quoted(page) if is_path(text)]
    assert len(paths) > 20
    for text in paths:
        whole = ROOT / text.replace("NAME.py", "__init__.py")
        assert whole.exists(), text

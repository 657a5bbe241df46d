"""The words of the field: code, help, messages and pages use none of the house words that stand for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from encoder.encodings.table import METHODS

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("fillomino", "smtlib", "drivers", "encoder", "workbench", "scripts", "examples", "docs")
KINDS = (".py", ".md", ".js", ".html", ".css")
FILES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"] + [
    path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS
]

INSTEAD = {
    "say says said saying unsaid": "encode, assert, report or print",
    "tell tells told telling": "encode, assert, report or print",
    "talk talks talking conversation conversations": "session",
    "forbid forbids forbidden forbidding": "block or exclude",
    "asker askers": "oracle",
    "just_if": "iff",
    "keep_the_rules keeps_the_rules": "be a solution",
}
"""House words, and what the field calls that; ``_`` is any space."""

ALLOWED = ("oo quick to tell",)
"""Phrases in which such a word is ordinary English."""


def pattern() -> re.Pattern[str]:
    """Return the words as they stand alone, in ``small_names`` and in ``camelHumps``."""
    every = [word.replace("_", r"\s+") for group in INSTEAD for word in group.split()]
    alone = "|".join(f"[{word[0]}{word[0].upper()}]{word[1:]}" for word in every)
    humps = "|".join(word.capitalize() for word in every)
    return re.compile(rf"(?<![A-Za-z])(?:{alone})(?![a-z])|(?<=[a-z])(?:{humps})(?![a-z])")


@pytest.mark.parametrize(
    "text", ["he says", "_said", "sayWith", "toSay(", "told_apart", "just\nif", "Forbids"]
)
def test_house_words_are_found(text: str) -> None:
    assert pattern().search(text)


def test_house_words_are_not_used() -> None:
    house, found = pattern(), []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        for phrase in ALLOWED:
            text = text.replace(phrase, "")
        for match in house.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT)}:{line}: {match[0]}")
    assert found == [], f"the words of the field are {INSTEAD}"


def test_titles_and_ideas_of_encodings_are_about_cells_and_not_about_persons() -> None:
    house = re.compile(r"\b(?:just|nobody|somebody|someone|whoever|keeps? the rules)\b", re.IGNORECASE)
    texts = {text for one in METHODS for text in (one.title, one.idea, one.good_for)}
    texts |= {text for one in METHODS for family in one.families for text in (family.title, family.formula)}
    assert len(texts) > 100
    assert [text for text in texts if house.search(text)] == []

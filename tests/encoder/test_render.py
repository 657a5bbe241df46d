"""The flavours: golden files, headers, names, and text that can't break out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoder.encodings.forest import FOREST
from encoder.encodings.table import find
from encoder.errors import EncodingError
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.puzzle import Puzzle
from smtlib.errors import UnknownFlavourError
from smtlib.render import FLAVOURS, benchmark, commented, core, driver, named, preamble, render
from smtlib.script import printable, string_literal
from workbench.texts.writing import written

GOLDEN = Path(__file__).parent / "golden"
TINY = {
    "1x1": Puzzle(rectangle(1, 1), {}),
    "1x3": Puzzle(rectangle(1, 3), {0: 1}, info={"title": "three in a row", "author": "nobody"}),
    "2x2-wall-largest": Puzzle(rectangle(2, 2), {3: 1}, walls=frozenset({(0, 1)}), largest_region=3),
}


GOLDEN_BOARD = "2x2-wall-largest"
GOLDEN_FILES = [
    (encoding, flavour)
    for encoding in ("forest", "forest-tight", "forest-bv", "flow")
    for flavour in ("driver", "commented")
]


@pytest.mark.parametrize(("encoding", "flavour"), GOLDEN_FILES)
def test_golden(encoding: str, flavour: str) -> None:
    """After a wanted change run scripts/golden.py, and read the diff."""
    expected = (GOLDEN / f"{GOLDEN_BOARD}.{encoding}.{flavour}.smt2").read_text()
    assert written(find(encoding).script(TINY[GOLDEN_BOARD]), flavour) == expected


def test_header_of_a_benchmark_in_the_order_of_the_competition() -> None:
    info = {"title": "a|b", "license": 'say "yes"', "generated": "1"}
    text = benchmark(FOREST.script(Puzzle(rectangle(1, 1), {}, info=info)), status="sat")
    assert re.findall(r"\((set-[a-z]+ :?[a-z-]*)", text) == [
        "set-info :smt-lib-version",
        "set-logic ",
        "set-info :source",
        "set-info :license",
        "set-info :category",
        "set-info :status",
    ]
    assert '(set-info :license "say ""yes""")' in text
    assert '(set-info :category "random")' in text
    assert "get-" not in text
    assert ":named" not in text
    assert "(set-info :status unknown)" in benchmark(FOREST.script(Puzzle(rectangle(1, 1), {})))


def test_core_names_every_assertion_once() -> None:
    script = FOREST.script(TINY["2x2-wall-largest"])
    names = re.findall(r":named (\S+)\)\)", core(script))
    assert len(names) == len(set(names)) == len(script.assertions)
    assert names == list(named(script))
    about = re.findall(r":named \S+\)\)  ; (.*)\n", core(script))
    cells = [" ".join(script.header.names[cell] for cell in each.about) for each in script.assertions]
    assert about == cells
    assert not set(names) & {name for name, _ in script.declarations}


def test_driver_can_assert_more() -> None:
    text = driver(FOREST.script(TINY["1x1"]), ["(not (= n_0 1))"])
    assert text.index("(assert (not (= n_0 1)))") < text.index("(check-sat)")


def test_preamble_is_the_driver_flavour_up_to_its_question() -> None:
    script = FOREST.script(TINY["1x3"])
    lines = driver(script).splitlines()
    assert preamble(script).splitlines() == lines[1 : lines.index("(check-sat)")]


def test_unknown_names_say_which_there_are() -> None:
    with pytest.raises(UnknownFlavourError, match="unknown flavour 'poem'; the flavours are driver"):
        render(FOREST.script(TINY["1x1"]), "poem")
    with pytest.raises(EncodingError, match="unknown encoding 'magic'; the encodings are forest"):
        find("magic")


EVIL = [
    "|)(exit)(set-info :x |",
    "\n(exit)\n",
    "\r(exit)",
    "\x85(exit)",
    "\\",
    '")(exit)(',
    "\x1b[31m",
    "\u2028(exit)",
]


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_titles_cannot_smuggle_smtlib(flavour: str, evil: str) -> None:
    plain = Puzzle(rectangle(1, 2), {})
    info = dict.fromkeys(("title", "author", "license", "source"), evil)
    assert commands(render(FOREST.script(Puzzle(plain.board, {}, info=info)), flavour)) >= commands(
        render(FOREST.script(plain), flavour)
    )
    assert commands(render(FOREST.script(Puzzle(plain.board, {}, info=info)), flavour))["exit"] == 1


@given(st.text(min_size=1, max_size=20))
def test_text_stays_in_its_comment_or_quotes(text: str) -> None:
    assert len(f"; {printable(text)}".splitlines()) == 1
    assert not set(printable(text)) & set("|\\")
    assert string_literal(text)[1:-1].replace('""', "").count('"') == 0


@pytest.mark.parametrize(
    ("spec", "numbering"),
    [
        ("2x3", "row * width + column"),
        ("ragged:3,1,2", "row * width + column"),
        ("torus:3x3", "row * width + column"),
        ("box:2x3x3", "in the order of the file"),
        ("hexagon:2", "in the order of the file"),
    ],
)
def test_the_comment_says_how_symbols_count(spec: str, numbering: str) -> None:
    board = from_spec(spec)
    assert f"(x and y are cells, {numbering}, from 0)" in commented(FOREST.script(Puzzle(board, {})))


def test_cell_names_cannot_smuggle_smtlib() -> None:
    names = ["|)(exit)", ";(exit)", '"(exit)', "(exit)"]
    script = FOREST.script(Puzzle(from_links(names, [(0, 1), (1, 2), (2, 3)]), {0: 1}))
    assert commands(commented(script))["exit"] == 1
    assert commands(driver(script))["exit"] == 1


def commands(smt2: str) -> Counter[str]:
    """How often each command stands at the top level, read with comments, quotes and strings minded."""
    counts: Counter[str] = Counter()
    depth, opened = 0, False
    for token in re.findall(r';[^\n\r]*|\|[^|]*\||"(?:[^"]|"")*"|[()]|[^\s()|";]+', smt2):
        if token.startswith(";"):
            continue
        if depth == 1 and opened:
            counts[token] += 1
        opened = token == "("
        depth += (token == "(") - (token == ")")
    assert depth == 0
    return counts

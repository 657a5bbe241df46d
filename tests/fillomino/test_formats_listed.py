"""Packages add formats by entry points; plain text is read without a look at the others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.formats import Format
from fillomino.formats.registry import GROUP, of_packages, recognise
from fillomino.puzzle import Puzzle
from workbench.texts.inputs import sources

ROOT = Path(__file__).parents[2]
Package = Callable[..., None]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install the format of the examples, under some names, where Python looks."""

    def install(**points: str) -> None:
        about = tmp_path / "site" / "own-1.0.dist-info"
        about.mkdir(parents=True)
        shutil.copy(ROOT / "examples" / "own_format.py", about.parent)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}")
        monkeypatch.syspath_prepend(str(about.parent))

    return install


def test_what_a_package_adds_is_known(package: Package, tmp_path: Path) -> None:
    ours = formats.known()
    package(csv="own_format:CSV", plain="own_format:CSV")
    [csv] = of_packages()
    assert formats.known() == (*ours, csv)  # none of ours is replaced
    assert formats.find("csv") is csv
    assert formats.find("plain") is ours[0]
    puzzle = formats.read(csv.example).puzzle
    assert puzzle == formats.read("3 3\n0 3 0\n2 0 1\n0 0 3\n").puzzle
    assert formats.write(puzzle, "csv") == csv.example
    file = tmp_path / "puzzles" / "one.csv"
    file.parent.mkdir()
    file.write_text(csv.example)
    assert [source.path for source in sources([str(file.parent)])] == [str(file)]
    names = ", ".join(one.name for one in ours)
    with pytest.raises(InputError, match=f"unknown format 'x'; the formats are {names}, csv$"):
        formats.find("x")


def test_what_it_can_not_hold_is_refused_and_it_is_named_where_it_can(package: Package) -> None:
    package(csv="own_format:CSV")
    walls = Puzzle(rectangle(1, 2), {0: 1}, frozenset({(0, 1)}))
    with pytest.raises(InputError, match=r"csv can't hold walls, such as the one between r1c1 and r1c2"):
        formats.write(walls, "csv")
    unknown = Puzzle(rectangle(1, 2), {}, unknown=frozenset({0}))
    able = [one.name for one in formats.known() if one.write and one.holds.unknown and one.name != "csv"]
    assert "json" in able
    with pytest.raises(InputError, match=rf"write it as {', '.join(able)} or csv$"):
        formats.write(unknown, "janko")
    with pytest.raises(InputError, match=r"<text>:2:1: 2 cells, but 3 above"):
        formats.read("1,,2\n1,2\n")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "own_format:NOSUCH",
            "csv, which is own_format:NOSUCH, can't be imported: module 'own_format' has no",
        ),
        ("no_such_module:CSV", "can't be imported: No module named 'no_such_module'"),
        ("own_format:START", "which is own_format:START, is not a Format"),
    ],
)
def test_a_bad_entry_point_is_an_error(package: Package, value: str, message: str) -> None:
    package(csv=value)
    with pytest.raises(InputError, match=message):
        formats.find("csv")
    assert formats.find("plain").name == "plain"


def test_a_plain_text_is_read_without_the_other_formats() -> None:
    code = (
        "import sys; from fillomino import formats; formats.read('# first\\n2 2\\n0 3\\n. _\\n'); "
        "print(*sorted(name for name in sys.modules if name.startswith('fillomino.formats.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    names = [name.rpartition(".")[2] for name in done.stdout.split()]
    assert names == ["plain", "registry", "scan"]


@pytest.mark.parametrize(
    "known", [known for known in formats.known() if known.example], ids=lambda known: known.name
)
@pytest.mark.parametrize("before", ["", "\n", "  \n\n", "# 1 2\n", "#\n# 3\n"], ids=repr)
def test_what_looks_plain_at_first_is_no_other_format(known: Format, before: str) -> None:
    """Texts that are taken for plain without a look at the others are recognised by none of these."""
    text = before + known.example
    plain, *others = formats.known()
    assert recognise(text) is next((entry for entry in others if entry.recognises(text)), plain)

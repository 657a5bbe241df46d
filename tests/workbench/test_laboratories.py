"""Laboratories: what is typed of one that is gone is refused by its name; a package brings one of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from encoder import Builder, floodfill
from encoder.encodings.registry import find as find_encoding
from encoder.encodings.registry import names_of
from encoder.parts import flood, partition
from fillomino import laboratories
from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.laboratories import OURS, MissingLaboratoryError
from games import registry as games
from scripts import without_labs
from tests.support import needs
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli.app import commands, loaded
from workbench.methods.registry import named
from workbench.methods.registry import names as names_of_methods

OF = {
    kind: [(laboratory, name) for laboratory, its in OURS.items() for name in getattr(its, kind)]
    for kind in ("commands", "methods", "encodings", "connectivity", "options")
}
"""Of each kind the names that laboratories bring, with the laboratory."""


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No laboratory is here, and what is refused for that skips no test."""
    monkeypatch.setattr(laboratories, "is_here", lambda _: False)
    monkeypatch.setattr(needs, "told", lambda _: None)


def refused(done: MissingLaboratoryError, laboratory: str) -> None:
    assert (done.code, done.laboratory) == ("no-laboratory", laboratory)


@pytest.mark.usefixtures("gone")
def test_names_of_laboratories_that_are_gone_are_refused(fillomino: Runner) -> None:
    for laboratory, command in OF["commands"]:
        assert command not in commands()
        [error] = fillomino(command, "@first").refused("no-laboratory").errors
        assert isinstance(error, MissingLaboratoryError)
        refused(error, laboratory)
    for laboratory, method in OF["methods"]:
        assert method not in names_of_methods()
        with pytest.raises(MissingLaboratoryError) as missing:
            named(method)
        refused(missing.value, laboratory)
        assert fillomino("solve", "@first", "--by", method).ended(2).fault == "no-laboratory"
    for laboratory, encoding in OF["encodings"]:
        assert encoding not in names_of("fillomino")
        with pytest.raises(MissingLaboratoryError) as missing:
            find_encoding(encoding)
        refused(missing.value, laboratory)
        for words in (("solve", "@first"), ("encode", "@first"), ("compare", "@first")):
            assert fillomino(*words, "-e", encoding).ended(2).fault == "no-laboratory"


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("part", [flood, partition])
def test_methods_of_fills_that_are_gone_are_refused(part: ModuleType) -> None:
    board = rectangle(1, 3)
    build = floodfill if part is flood else partition.partition
    for laboratory, method in OF["connectivity"]:
        assert method not in part.methods()
        with pytest.raises(MissingLaboratoryError) as missing:
            build(Builder(board), "a", board, method=method)
        refused(missing.value, laboratory)


@pytest.mark.usefixtures("gone")
def test_options_of_laboratories_that_are_gone_are_refused(fillomino: Runner) -> None:
    for laboratory, command in OF["options"]:
        for attribute in OURS[laboratory].options[command]:
            flag = f"--{attribute.replace('_', '-')}"
            [error] = fillomino(command, "@first", flag, "x").refused("no-laboratory").errors
            assert isinstance(error, MissingLaboratoryError)
            refused(error, laboratory)
            assert flag not in fillomino(command, "--help").out


@pytest.mark.usefixtures("gone")
def test_help_and_completion_know_of_nothing_that_is_gone(fillomino: Runner) -> None:
    names = [name for kind in ("commands", "encodings") for _, name in OF[kind]]
    overview = fillomino("--help").ended(0, "").out.splitlines()
    assert not [line for line in overview if line.split()[:1] in [[name] for name in names]]
    script = fillomino("--show-completion", "fish").ended(0, "").out
    assert not [name for _, name in OF["commands"] if f'"{name}"' in script or f"-a {name} " in script]


def test_a_folder_without_a_module_is_no_laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where Python left its files when the laboratory was deleted."""
    (tmp_path / "labs" / "alchemy" / "__pycache__").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert not laboratories.is_here("alchemy")
    monkeypatch.setattr(import_module("labs"), "__path__", [str(tmp_path / "labs")])
    assert not laboratories.is_here("alchemy")


# --- a package brings a command, a method and a game by entry points

FOLDER = EXAMPLES / "laboratory"


def install(folder: Path, points: dict[str, dict[str, str]]) -> None:
    """Install the module of the example with entry points, as pip does, without a network."""
    info = folder / "own_laboratory-1.0.dist-info"
    info.mkdir(parents=True)
    shutil.copy(FOLDER / "own_laboratory.py", folder)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-laboratory\nVersion: 1.0\n")
    lines = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in its.items()), ""])
        for group, its in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(games, "_LOADED", {})
    games._of_a_package.cache_clear()
    yield folder
    sys.modules.pop("own_laboratory", None)
    games._of_a_package.cache_clear()


@pytest.fixture
def own(site: Path) -> Path:
    """The example, with the entry points that it declares."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(site, project["entry-points"])
    return site


@pytest.mark.usefixtures("own")
def test_a_command_of_a_package(fillomino: Runner) -> None:
    assert (
        fillomino("sizes", "@first").ended(0, "").out
        == "1: 2 regions\n2: 2 regions\n3: 2 regions\n4: 2 regions\n5: 1 region\n"
    )
    assert fillomino("sizes", "@first", "--largest").ended(0, "").out == "5\n"
    assert "largest" in loaded("sizes").declared()
    assert "--largest" in fillomino("sizes", "--help").ended(0, "").out
    assert fillomino("sizes", "@none").ended(2).fault == "no-solution"
    assert fillomino("sizes", "@first", "--nosuch").ended(2).fault == "usage"
    _, line = commands()["sizes"]
    assert line in fillomino("--help").ended(0, "").out
    fillomino("size").refused("usage")


@pytest.mark.usefixtures("own")
def test_a_method_of_a_package(fillomino: Runner, tmp_path: Path) -> None:
    small = fillomino.write("small.txt", "2 2\n1 0\n0 3\n")
    row = fillomino.row("solve", small, "--by", "guessing", "--unique")
    other = fillomino.row("solve", small, "--unique")
    assert (row["status"], row["filling"], row["unique"]) == tuple(
        other[key] for key in ("status", "filling", "unique")
    )
    assert row["decided_by"] == "guessing"
    assert fillomino("solve", "@first", "--by", "guessing").ended(2).fault == "board-too-large"
    assert fillomino("solve", "1x2:b", "--by", "guessing", "-e", "forest").ended(2).fault == "option-conflict"
    fillomino("solve", "1x2:b", "--by", "nosuch").refused("unknown-method")
    assert "guessing" in names_of_methods()


@pytest.mark.usefixtures("own")
def test_a_game_of_a_package(fillomino: Runner) -> None:
    puzzle = fillomino.write("x.txt", "contrast 2 2\n2 .\n. .\n")
    assert fillomino("show", puzzle).ended(0, "").out.count("2") == 1
    answer = fillomino.write("x.answer", "1 0\n0 1\n")
    assert fillomino("check", puzzle, answer).ended(0)


@pytest.mark.parametrize(
    ("group", "value"),
    [
        ("commands", "no_such_module:Sizes"),
        ("commands", "own_laboratory:NOSUCH"),
        ("commands", "own_laboratory:GUESSING"),
        ("methods", "own_laboratory:Sizes"),
        ("methods", "broken_laboratory:X"),
    ],
)
def test_an_entry_point_that_is_none_is_told(group: str, value: str, site: Path, fillomino: Runner) -> None:
    install(site, {f"fillomino.{group}": {"own": value}})
    (site / "broken_laboratory.py").write_text("X = 1 / 0\n")
    with pytest.raises(InputError) as wrong:
        loaded("own") if group == "commands" else named("own")
    assert wrong.value.code == "bad-plugin"
    assert value in str(wrong.value)
    done = fillomino("--help").ended(0, "")
    assert (value in done.out) is (group == "commands")


def test_no_package_replaces_what_is_ours(site: Path) -> None:
    commands_of_ours = {name: "own_laboratory:Sizes" for _, name in OF["commands"]} | {
        "solve": "own_laboratory:Sizes"
    }
    before = commands()
    install(
        site,
        {
            "fillomino.commands": commands_of_ours,
            "fillomino.methods": {"backtracking": "own_laboratory:GUESSING"},
        },
    )
    assert commands() == before
    assert loaded("solve").__module__ == "workbench.cli.solve"
    assert type(named("backtracking")).__module__ == "workbench.fillomino.backtracking_method"


# --- the copy in which the suite of the rest is run


@pytest.mark.parametrize(("names", "left"), [((), set()), (("a",), {"b"})])
def test_the_copy_lacks_what_is_deleted(
    names: tuple[str, ...], left: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "sources"
    for folder in without_labs.FOLDERS:
        for name in ("a", "b"):
            (sources / folder / name).mkdir(parents=True)
    (sources / "workbench").mkdir()
    monkeypatch.setattr(without_labs, "ROOT", sources)
    without_labs.copy_without(names, copy := tmp_path / "copy")
    assert (copy / "workbench").exists()
    for folder in without_labs.FOLDERS:
        assert {path.name for path in (copy / folder).glob("*")} == left
        assert (copy / folder).exists() is bool(left)


def test_the_copy_has_an_environment_that_imports_its_sources_first(tmp_path: Path) -> None:
    (tmp_path / "workbench").mkdir()
    (tmp_path / "workbench" / "__init__.py").write_text("")
    program = without_labs.environment(tmp_path)
    code = "import msgspec, workbench; print(workbench.__file__)"
    done = subprocess.run([program, "-P", "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == str(tmp_path / "workbench" / "__init__.py")
    assert (program.parent / "fillomino").exists()

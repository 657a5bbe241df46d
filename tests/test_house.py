"""The house: imports, what is installed, one version everywhere, the wheel, and the codes of errors."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
import tomllib
import zipfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import workbench
from drivers import find as find_solver
from drivers.errors import UnknownSolverError
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from fillomino import formats, laboratories
from fillomino.board import rectangle
from fillomino.errors import FillominoError, InputError, PuzzleError
from fillomino.puzzle import Puzzle
from scripts.error_codes import MEANINGS, codes, page
from smtlib.errors import SmtLibError
from smtlib.sexpr import read_all

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "fillomino": set(),
    "smtlib": set(),
    "drivers": {"smtlib"},
    "games": {"fillomino"},
    "encoder": {"fillomino", "games", "smtlib"},
    "workbench": {"fillomino", "games", "smtlib", "drivers", "encoder"},
    "labs": {"fillomino", "games", "smtlib", "drivers", "encoder", "workbench"},
}
OF_ALL_PACKAGES = {"fillomino.record.Record", "fillomino.errors.Error"}
"""The names of `fillomino`, the lowest package, that all import: those that know no puzzle either."""
FRONT_DOOR = ROOT / "fillomino" / "__init__.py"
"""The one module that imports from above: the functions of `workbench.api`, for type checkers alone."""
PUZZLES = (ROOT / "fillomino" / "puzzle.py", ROOT / "games" / "game.py")
"""Their methods import what stands on them: rules, formats, drawing. (To import one needs no other.)"""
OF_EVERY_GAME = {
    "address",
    "board",
    "clock",
    "errors",
    "faults",
    "graph",
    "instance",
    "janko",
    "plugins",
    "pzpr",
    "record",
    "tokens",
}
"""What `games/` may import of `fillomino/`."""
LABS = [name for name in laboratories.OURS if laboratories.is_here(name)]
"""The laboratories that are here: each can be deleted (`scripts/without_labs.py`)."""
MODULES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


IMPORT = re.compile(r"^( *)((?:from [\w.]+ )?import (?:\([^)]*\)|[\w.*][^(\n]*))$", re.MULTILINE)
"""An import, as `ruff format` leaves it: it begins a line, and ends one."""


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def imports(path: Path, *, outside_functions: bool = False) -> list[ast.stmt]:
    """The imports of a module, and of programs in its strings: to parse modules takes 20 times as long."""
    found: list[ast.stmt] = []
    for indent, text in IMPORT.findall(text_of(path)):
        if not (indent and outside_functions):
            with suppress(SyntaxError):  # a line of prose
                found += ast.parse(text).body
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_downwards(package: str) -> None:
    above = set(MAY_IMPORT) - MAY_IMPORT[package] - {package}
    modules = [path for path in MODULES if path.relative_to(ROOT).parts[0] == package]
    assert modules or package == "labs"
    for path in modules:
        excepted = {"workbench"} if path == FRONT_DOOR else set()
        names = imported_names(path) - OF_ALL_PACKAGES
        found = {name.partition(".")[0] for name in names} - excepted
        wrong = found & (above | {"tests", "scripts", "examples"})
        assert not wrong, f"{path.relative_to(ROOT)} imports {', '.join(sorted(wrong))}"


def test_what_all_packages_share_stands_on_none() -> None:
    for name in OF_ALL_PACKAGES:
        found = imported_names(ROOT / f"{name.rpartition('.')[0].replace('.', '/')}.py")
        assert not {each.partition(".")[0] for each in found} & set(MAY_IMPORT), name


def test_nothing_outside_of_a_laboratory_imports_it() -> None:
    """Nor does a test or script of what stays, or another laboratory; each asks for a part by name."""
    folders = [*MAY_IMPORT, "tests", "scripts", "examples", "docs"]
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        own = parts[parts.index("labs") + 1] if "labs" in parts[:2] else ""
        for name in imported_names(path):
            words = name.removeprefix("tests.").removeprefix("docs.").split(".")
            assert words[0] != "labs" or words[1] == own, f"{path.relative_to(ROOT)} imports {name}"


def test_every_part_of_a_laboratory_is_in_it() -> None:
    assert {path.parent.name for path in ROOT.glob("labs/*/__init__.py")} == set(LABS)
    for name in LABS:
        its = laboratories.OURS[name]
        homes = [line.home for line in its.commands.values()] + [
            *its.methods.values(),
            *its.encodings.values(),
            *its.connectivity.values(),
        ]
        homes += [home for options in its.options.values() for home in options.values()]
        for home in homes:
            check_part(name, home)
    for path in MODULES:
        for node in ast.walk(ast.parse(text_of(path) if "part(" in text_of(path) else "")):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "part":
                values = [str(its.value) for its in node.args if isinstance(its, ast.Constant)]
                if values and values[0] in LABS:
                    check_part(values[0], values[1])


def check_part(laboratory: str, home: str) -> None:
    """A part is there; of a module whose extra is not installed its own text says so."""
    try:
        assert laboratories.part(laboratory, home, "this test") is not None
    except ModuleNotFoundError as missing:
        assert (missing.name or "").partition(".")[0] not in MAY_IMPORT
        module, _, name = home.partition(":")
        tree = ast.parse(text_of(ROOT / "labs" / laboratory / f"{module}.py"))
        names = {ast.unparse(target) for node in tree.body for target in getattr(node, "targets", [])}
        names |= {str(getattr(node, "name", "")) for node in tree.body}
        assert not name or name in names


def test_games_import_of_fillomino_what_every_game_has() -> None:
    for path in (ROOT / "games").rglob("*.py"):
        for node in imports(path):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                top, _, module = node.module.partition(".")
                names = {module} if module else {alias.name for alias in node.names}
                assert top != "fillomino" or names <= OF_EVERY_GAME, f"{path.name} imports {names}"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(path: Path, ours: set[str]) -> set[str]:
    """The modules of ours that a module imports, anywhere in it; in `PUZZLES` those outside functions."""
    found = set()
    for node in imports(path, outside_functions=path in PUZZLES):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & ours if inner <= ours else {*inner, node.module}
    return found & ours


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The largest sets of modules of which each imports each other, directly or not."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            todo += graph[todo.pop()] - seen
            seen.update(todo)
        return seen

    behind = {name: reached(name) for name in graph}
    return {frozenset(other for other in behind[name] if name in behind[other]) for name in graph} - {
        frozenset()
    }


def test_there_is_no_circle_of_imports() -> None:
    """An import within a function, or for types alone, counts."""
    ours = {module_of(path): path for path in MODULES if path != FRONT_DOOR}
    graph = {name: imported_modules(path, set(ours)) - {name} for name, path in ours.items()}
    assert not circles(graph)


OF_FILLOMINO = ("deduction", "counting", "backtracking", "checkered", "render", "rules", "solutions")
"""What of Fillomino other games do not have; but for names of levels, and pictures of what is a Fillomino."""
ANYWHERE = ("fillomino.deduction.levels", "fillomino.render.svg")
ROOM = ROOT / "workbench" / "fillomino"
LABORATORIES = {
    *(f"workbench/cli/{name}.py" for name in ("count", "count_progress", "count_table", "list")),
}
"""Jobs for Fillomino alone that have no folder of their own yet."""
DOORS = {
    "workbench/api/__init__.py": "the functions for Fillomino alone",
    "workbench/api/answers.py": "their results",
    "workbench/cli/boards.py": "drawings of boards, with their seams",
    "workbench/cli/show.py": "Fillomino's own pictures: reach, sheets",
    "workbench/compare/page/plots.py": "whether NumPy can be imported",
}
"""The shared modules that import some of it all the same, and why."""


def test_only_one_room_of_the_workbench_knows_what_fillomino_alone_has() -> None:
    """In shared rooms an import within a function, or for types alone, counts."""
    forbidden = [f"fillomino.{name}" for name in OF_FILLOMINO] + ["encoder.lazy", "encoder.encodings.cuts"]
    for path in MODULES:
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith("workbench/") or path.is_relative_to(ROOM) or where in DOORS:
            continue
        if any(where == lab or where.startswith(f"{lab}/") for lab in LABORATORIES):
            continue
        for name in imported_names(path):
            alone = any(name == its or name.startswith(f"{its}.") for its in forbidden)
            shared = any(name == its or name.startswith(f"{its}.") for its in ANYWHERE)
            assert shared or not alone, f"{where} imports {name}"


def imported_names(path: Path) -> set[str]:
    """The modules that a module imports, anywhere in it, and the names of what it imports from them."""
    found = set()
    for node in imports(path):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import, line {node.lineno}"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def test_all_that_make_test_installs_is_there() -> None:
    """So that no test is skipped for want of it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"] + project["optional-dependencies"]["test"]:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate():
            assert version(requirement.name), requirement.name


def test_make_test_all_brings_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    [ours] = [each for each in map(Requirement, extras["test-all"]) if each.name == project["name"]]
    assert ours.extras == extras.keys() - {"test-all", "docs"}


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PYPROJECT["project"]["version"]
WHEEL = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
PACKAGES: list[str] = WHEEL["packages"]
INCLUDED: dict[str, str] = WHEEL["force-include"]


def test_the_newest_version_of_the_changelog_is_that_of_the_package() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", text, re.MULTILINE)
    newest, date = next(one for one in versions if one[0] != "Unreleased")
    assert newest == VERSION == workbench.__version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\d|unreleased", date)
    kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_citation_has_the_version_and_the_address() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "license"} <= set(citation)
    assert (citation["version"], citation["license"]) == (VERSION, PYPROJECT["project"]["license"])
    assert citation.get("repository-code") in (None, *PYPROJECT["project"].get("urls", {}).values())
    assert all(citation.values())


def workflow(name: str) -> dict[str, Any]:
    """A workflow by name; the key ``on`` is read as true."""
    path = ROOT / ".github" / "workflows" / f"{name}.yml"
    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("name", ["ci", "release"])
def test_workflows_may_only_read_and_run_what_the_makefile_has(name: str) -> None:
    its = workflow(name)
    assert its["permissions"] == {"contents": "read"}
    assert its["concurrency"]["group"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    steps = [step for job in its["jobs"].values() for step in job["steps"]]
    ran = [words for step in steps for words in re.findall(r"\bmake (\w[\w-]*)", step.get("run", ""))]
    for job in its["jobs"].values():
        ran += job.get("strategy", {}).get("matrix", {}).get("target", [])
    assert ran and targets.issuperset(ran)


def test_only_the_upload_may_prove_who_it_is() -> None:
    may = {name: job.get("permissions") for name, job in workflow("release")["jobs"].items()}
    assert may == {"build": None, "publish": {"id-token": "write"}}


def test_the_image_does_not_run_as_root() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    [user] = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert user not in ("root", "0")
    assert lines.index(f"USER {user}") > max(at for at, line in enumerate(lines) if line.startswith("RUN "))


def test_the_workflow_runs_what_a_change_must_pass_on_every_supported_python() -> None:
    jobs = workflow("ci")["jobs"]
    commands = [step.get("run") for job in jobs.values() for step in job["steps"]]
    assert {".ci/run", "make dist"} <= set(commands)
    named = [one.rpartition(" ")[2] for one in PYPROJECT["project"]["classifiers"] if ":: 3." in one]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == named


def test_the_image_holds_every_package() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").partition("RUN pip install")[0]
    assert re.findall(r"^COPY (\w+) \1$", text, re.MULTILINE) == [*PACKAGES, *INCLUDED]
    project = PYPROJECT["project"]
    assert {"pyproject.toml", project["readme"], *project["license-files"]} <= set(text.split())


@pytest.mark.slow
def test_the_wheel_holds_all_packages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, timeout=600, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    folders = {package: package for package in PACKAGES} | INCLUDED
    assert held == {
        f"{place}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, place in folders.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_codes_are_words_in_lower_case_and_on_the_page() -> None:
    found, warnings = codes(), codes(of_warnings=True)
    text = page(found)
    assert warnings.keys() <= MEANINGS.keys()
    if len(LABS) == len(laboratories.OURS):  # a laboratory that is gone gives no warnings
        assert warnings.keys() == MEANINGS.keys()
    assert {"clue-range", "unknown-encoding", "unknown-solver", "bad-smtlib", "unreadable"} <= found.keys()
    for code in (*found, *warnings):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert f"| `{code}` | " in text


def test_errors_have_the_code_of_their_fault_or_of_their_class() -> None:
    board = rectangle(1, 2)
    with pytest.raises(PuzzleError) as puzzle:
        Puzzle(board, {0: 3})
    with pytest.raises(InputError) as text:
        formats.read("1 2\n3 0\n")
    with pytest.raises(EncodingError) as encoding:
        find_encoding("magic")
    with pytest.raises(UnknownSolverError) as solver:
        find_solver("magic")
    with pytest.raises(SmtLibError) as smtlib:
        read_all("(")
    assert [its.value.code for its in (puzzle, text, encoding, solver, smtlib)] == [
        "clue-range",
        "clue-range",
        "unknown-encoding",
        "unknown-solver",
        "bad-smtlib",
    ]
    assert FillominoError("x").code == "error"
    assert PuzzleError("x").code == "bad-puzzle"


def test_a_code_comes_back_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(InputError("wrong", line=2, column=3, code="clue-range")))
    assert (error.code, str(error)) == ("clue-range", "2:3: wrong")

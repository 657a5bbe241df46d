"""The house: packages import only downwards and in no circle, and what tests need is installed."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from drivers import SOLVERS, installed

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "fillomino": set(),
    "smtlib": set(),
    "drivers": {"smtlib"},
    "encoder": {"fillomino", "smtlib"},
    "workbench": {"fillomino", "smtlib", "drivers", "encoder"},
}
ROOT_OF_ERRORS = ROOT / "smtlib" / "errors.py"
"""The one module of `smtlib` that imports another package: `fillomino.errors`, for `Error`."""
FRONT_DOOR = ROOT / "fillomino" / "__init__.py"
"""The one module that imports from above: the functions of `workbench.api`, for type checkers alone."""
MODULES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    """The top packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import, line {node.lineno}"
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_downwards(package: str) -> None:
    above = set(MAY_IMPORT) - MAY_IMPORT[package] - {package}
    modules = [path for path in MODULES if path.relative_to(ROOT).parts[0] == package]
    assert modules
    for path in modules:
        excepted = {FRONT_DOOR: {"workbench"}, ROOT_OF_ERRORS: {"fillomino"}}
        found = imported(path) - excepted.get(path, set())
        wrong = found & (above | {"tests", "scripts", "examples"})
        assert not wrong, f"{path.relative_to(ROOT)} imports {', '.join(sorted(wrong))}"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(path: Path, ours: set[str]) -> set[str]:
    """The modules of ours that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(parsed(path)):
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


def test_all_that_make_test_installs_is_there() -> None:
    """So that no test is skipped for want of it: only what pip does not install may be missing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"] + project["optional-dependencies"]["test"]:
        name = re.split(r"[<>=\[]", requirement)[0]
        assert version(name), name
    by_pip = [solver for solver in SOLVERS if solver.install.startswith("pip install ")]
    assert [solver.name for solver in by_pip if installed(solver) is None] == []

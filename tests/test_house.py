"""The house: packages import only downwards, and no module outgrows its room."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from drivers import SOLVERS

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "fillomino": set(),
    "smtlib": set(),
    "drivers": {"smtlib"},
    "encoder": {"fillomino", "smtlib"},
    "workbench": {"fillomino", "smtlib", "drivers", "encoder"},
}
MODULES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """The top packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
        wrong = imported(path) & (above | {"tests", "scripts", "examples"})
        assert not wrong, f"{path.relative_to(ROOT)} imports {', '.join(sorted(wrong))}"


def test_nothing_knows_a_solver_by_name_but_its_record() -> None:
    records = ROOT / "drivers" / "solvers.py"
    names = {solver.name for solver in SOLVERS}
    for path in MODULES:
        quoted = [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
        ]
        assert path == records or not quoted, quoted
    for page in sorted((ROOT / "workbench" / "page" / "static").glob("*.js")):
        words = set(re.findall(r"[\"'`]([\w-]+)[\"'`]", page.read_text(encoding="utf-8")))
        assert not words & names, page


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {str(path): length for path, length in lengths.items() if length > 400}


def test_public_docstrings_begin_with_a_verb_or_a_noun() -> None:
    question = re.compile(r"(What|Who|Whose|Whether|Which|How|Why|Where|When)\b")
    found = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = getattr(node, "name", "")
                if not name.startswith("_") and question.match(ast.get_docstring(node) or ""):
                    found.append(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)} {name}")
    assert not found

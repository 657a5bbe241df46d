"""The house: packages import only downwards, and no module outgrows its room."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

import fillomino
from drivers import SOLVERS, installed

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "fillomino": set(),
    "smtlib": set(),
    "drivers": {"smtlib"},
    "encoder": {"fillomino", "smtlib"},
    "workbench": {"fillomino", "smtlib", "drivers", "encoder"},
}
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
        found = imported(path) - ({"workbench"} if path == FRONT_DOOR else set())
        wrong = found & (above | {"tests", "scripts", "examples"})
        assert not wrong, f"{path.relative_to(ROOT)} imports {', '.join(sorted(wrong))}"


def test_the_front_door_imports_one_module_from_above_and_only_for_type_checkers() -> None:
    tree = ast.parse(FRONT_DOOR.read_text(encoding="utf-8"))
    [guarded] = [
        node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    [above] = guarded.body
    assert isinstance(above, ast.ImportFrom)
    assert above.module == "workbench.api"
    assert [alias.name for alias in above.names] == fillomino.__all__
    others = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {getattr(node, "module", None) for node in others if node is not above}
    assert names == {"importlib"}
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and "import" in ast.unparse(node.func)
    ]
    assert [ast.unparse(call) for call in calls] == ["import_module('workbench.api')"]


def test_nothing_knows_a_solver_by_name_but_its_record() -> None:
    records = {ROOT / "drivers" / name for name in ("solvers.py", "defaults.py")}
    names = {solver.name for solver in SOLVERS}
    for path in MODULES:
        quoted = [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
        ]
        assert path in records or not quoted, quoted
    for page in sorted((ROOT / "workbench" / "page" / "static").glob("*.js")):
        words = set(re.findall(r"[\"'`]([\w-]+)[\"'`]", page.read_text(encoding="utf-8")))
        assert not words & names, page


def test_encodings_are_found_in_one_place() -> None:
    """There alone a name may start a program; others look up fixed names, or those in files and requests."""
    fixed = {
        "methods/decided.py",
        "explain/differences.py",
        "benchmarks/recipe.py",
        "certificates/refuted.py",
    }
    found = set()
    for path in MODULES:
        within = path.relative_to(ROOT)
        if within.parts[0] != "workbench" or within.parts[1] == "page":
            continue
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.ImportFrom) or node.module != "encoder.encodings.table":
                continue
            if "find" in {one.name for one in node.names}:
                found.add(within.relative_to("workbench").as_posix())
    assert found == fixed


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {str(path): length for path, length in lengths.items() if length > 400}


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    """Also those of attributes, of private functions and of scripts."""
    question = re.compile(r'^ *"""(What|Who|Whose|Whether|Which|How|Why|Where|When)\b.*', re.MULTILINE)
    assert question.search('    """Whether it is.')
    texts = {
        path: path.read_text(encoding="utf-8") for path in (*MODULES, *sorted(ROOT.glob("scripts/*.py")))
    }
    assert not [
        f"{path.relative_to(ROOT)}: {found[0]}" for path in texts for found in question.finditer(texts[path])
    ]


def test_all_that_make_test_installs_is_there() -> None:
    """So that no test is skipped for want of it: only what pip does not install may be missing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in project["dependencies"] + project["optional-dependencies"]["test"]:
        name = re.split(r"[<>=\[]", requirement)[0]
        assert version(name), name
    by_pip = [solver for solver in SOLVERS if solver.install.startswith("pip install ")]
    assert [solver.name for solver in by_pip if installed(solver) is None] == []

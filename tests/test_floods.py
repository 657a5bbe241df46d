"""`fillomino.graph` is the one home of floods: of components, distances and connected sets."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEIGHBOURS = frozenset({"near", "_near", "neighbours", "beside", "joins", "ties"})
"""By these names a set or a cell is taken to what is beside it."""

HOME = "fillomino/graph.py"
CHECKERS = {
    "fillomino/rules.py": "judges everything else, so it shares no flood with it",
    "fillomino/checkered.py": "judges with it",
}
OTHERS = {
    "fillomino/deduction/fast/reach.py": "a weighted flood: a group on the way costs its size",
    "workbench/certificates/flood.py": "the same, with the groups in its way: the reason of a strike",
}


def names(*nodes: ast.AST) -> set[str]:
    """All names and attributes in some pieces of code."""
    found = set()
    for node in (its for root in nodes for its in ast.walk(root)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def called(body: list[ast.stmt], *methods: str) -> set[str]:
    """The names of which a method is called."""
    return {
        node.func.value.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in methods and isinstance(node.func.value, ast.Name)
    }


def extended(body: list[ast.stmt]) -> set[str]:
    """The names of the lists and sets to which something is added."""
    added = {
        node.target.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    return added | called(body, "append", "appendleft", "extend", "add", "update")


def steps_on(value: ast.AST) -> set[str]:
    """The names of the sets that an expression takes to their neighbours."""
    found = set()
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and names(node.func) & NEIGHBOURS:
            found |= names(*node.args)
        elif isinstance(node, ast.SetComp | ast.ListComp | ast.GeneratorExp):
            first = node.generators[0].iter
            if isinstance(first, ast.Name) and names(node) & NEIGHBOURS:
                found.add(first.id)
    return found


def is_stepped(body: list[ast.stmt]) -> bool:
    """Whether a set that one round of a loop leaves is taken to its neighbours by the next."""
    fresh: set[str] = set()
    for statement in body:
        if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            its = names(*targets)
            if its & steps_on(statement.value) - fresh:
                return True
            fresh |= its
    return False


def floods(tree: ast.AST) -> list[int]:
    """The lines of the loops that go on from what they found to what is beside it.

    A list that grows while it is gone through; a list of things to do that is worked off and grows by
    neighbours; a set that is replaced by, or grows by, its neighbours.
    """
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name):
            flood = node.iter.id in extended(node.body)
        elif isinstance(node, ast.While):
            worked_off = called(node.body, "pop", "popleft") & extended(node.body)
            flood = bool(worked_off & names(node.test)) and bool(names(*node.body) & NEIGHBOURS)
        else:
            flood = False
        if isinstance(node, ast.For | ast.While) and (flood or is_stepped(node.body)):
            found.append(node.lineno)
    return found


FLOODS = """
for x in part:
    for y in neighbours[x]:
        part.append(y)
---
while front:
    front = near(front) & allowed & ~part
    part |= front
---
for _ in range(number):
    front = sorted({y for x in front for y in board.neighbours[x]} - seen)
---
while todo:
    x = todo.pop()
    todo += [y for y in board.neighbours[x] if y not in seen]
---
while True:
    known |= {y for x in known for y in board.neighbours[x]}
"""
NO_FLOODS = """
for region in regions:
    beside = near(region) & ~region
---
for group in groups:
    close = near(group)
    close |= near(close)
---
while waiting:
    waiting.pop()
---
for x in cells:
    found.append([y for y in neighbours[x]])
"""


def test_floods_are_recognised() -> None:
    assert [bool(floods(ast.parse(text))) for text in FLOODS.split("---")] == [True] * 5
    assert [bool(floods(ast.parse(text))) for text in NO_FLOODS.split("---")] == [False] * 4


def test_no_flood_is_written_by_hand_outside_its_home() -> None:
    found = {}
    for package in ("fillomino", "smtlib", "drivers", "encoder", "workbench"):
        for path in sorted((ROOT / package).rglob("*.py")):
            lines = floods(ast.parse(path.read_text(encoding="utf-8")))
            if lines:
                found[path.relative_to(ROOT).as_posix()] = lines
    allowed = {HOME, *CHECKERS, *OTHERS}
    assert allowed <= found.keys(), "the lists of this test hold files without floods"
    strangers = {path: lines for path, lines in found.items() if path not in allowed}
    assert not strangers, "these belong into fillomino/graph.py"

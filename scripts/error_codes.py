"""Print the codes of errors, with the classes that carry them and examples of their sentences, in Markdown.

    python scripts/error_codes.py

The codes are read from the source: attributes `code` of classes of errors, and arguments `code=` of errors.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from scripts.harness import ROOT, new_parser

PACKAGES = ("fillomino", "games", "smtlib", "drivers", "encoder", "workbench", "labs")

CODE = re.compile(r"\bcode\s*=")

HEAD = """# Codes of errors

Every error that is raised on purpose has an attribute `code`: a stable name of the fault, by which a program
tells errors apart. Sentences may change. Rows of puzzles that could not be read hold it, too
([JSON](json.md)).

| code | an error with it |
| --- | --- |
"""


def codes() -> Mapping[str, list[str]]:
    """Return the descriptions of each code, those of classes first, then its sentences, as in the source."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if not CODE.search(source):
                continue  # most modules: to parse them takes seconds
            for code, text in _of_tree(ast.parse(source)):
                found[code].append(text)
    return found


def _of_tree(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each code in a module with a sentence: of the class, or of the error."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
            text = (ast.get_docstring(node) or "").partition("\n")[0]
            for part in node.body:
                if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "code":
                    yield ast.literal_eval(part.value), text
        elif isinstance(node, ast.Call):
            for argument in node.keywords:
                if argument.arg == "code" and isinstance(argument.value, ast.Constant):
                    yield str(argument.value.value), _sentence(node.args[0]) if node.args else ""


def _sentence(node: ast.expr) -> str:
    """Return a sentence with ``…`` in its places; empty if it is made elsewhere."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return ""


def page(sentences: Mapping[str, list[str]]) -> str:
    """Return the page of all codes, in Markdown."""
    lines = []
    for code, texts in sorted(sentences.items()):
        text = next(filter(None, texts), "").replace("|", "\\|")
        lines.append(f"| `{code}` | {text} |\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    new_parser(__doc__).parse_args()
    print(page(codes()), end="")

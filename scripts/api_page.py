"""Write docs/api.md, the page of the Python interface, from the docstrings: `python scripts/api_page.py`."""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import fillomino  # noqa: E402
from workbench import answers  # noqa: E402

PAGE = ROOT / "docs" / "api.md"
HEAD = """# From Python

`import fillomino` is all that a program needs. Each function takes a puzzle as a path, a URL, an id, a
text of several lines in any format, or a `Puzzle`. The results print as grids, show themselves in a
notebook, and have typed fields; all is annotated for type checkers. (`scripts/api_page.py` makes this
page from the docstrings.)

```python
import fillomino

answer = fillomino.solve("https://puzz.link/p?fillomino/5/5/g3h4i2g13g5g35h4i1g", unique=True)
print(answer)
print(answer.status.value, answer.unique, answer.solution)

text = fillomino.encode("examples/first.txt", "forest-tight")
print(fillomino.compare("examples/first.txt", ["cuts", "forest-tight"], timeout=10))
print(fillomino.count(board="3x3"))
```

Bad input is an `InputError`, `EncodingError` or `DecodeError`, each a `fillomino.errors.FillominoError`;
an unknown or missing solver is a `drivers.errors.DriverError`. A solver that fails, or finds nothing in
time, is no exception but a result with that status. For more there are the packages `encoder` (encodings
and their parts), `drivers` (solvers), `smtlib` (the language) and `fillomino` itself (boards, formats,
rules, deduction, counting): see [architecture.md](architecture.md).
"""
RESULTS = (answers.Answer, answers.Decoding, answers.Deduction, answers.Generated, answers.Comparison)
SECTION = re.compile(r"^(Args|Returns|Raises|Attributes|Yields):$", re.MULTILINE)


def page() -> str:
    """The whole page."""
    functions = [_function(name, getattr(fillomino, name)) for name in fillomino.__all__]
    text = "\n".join([HEAD, "## Functions\n", *functions, "## Results\n", *map(_result, RESULTS)])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def _function(name: str, function: object) -> str:
    signature = inspect.signature(function)  # type: ignore[arg-type]
    shown = ", ".join(its.name + _default(its) for its in signature.parameters.values())
    return f"### `fillomino.{name}({shown})`\n\n{_documented(function)}"


def _default(parameter: inspect.Parameter) -> str:
    return "" if parameter.default is parameter.empty else f"={parameter.default!r}"


def _result(kind: type) -> str:
    properties = [
        f"- `{name}`: {_lowered(inspect.getdoc(value) or '')}"
        for name, value in vars(kind).items()
        if isinstance(value, property) and not hasattr(answers.Drawn, name)
    ]
    listed = "".join(f"{line}\n" for line in properties)
    return f"### `{kind.__name__}`\n\n{_documented(kind).rstrip()}\n{listed}"


def _lowered(text: str) -> str:
    """A sentence as a phrase of a list."""
    word = text.split(maxsplit=1)[0]
    return (text if word.isupper() else text[:1].lower() + text[1:]).replace("``", "`")


def _documented(thing: object) -> str:
    """A docstring as Markdown: sections as lists, double quotes of code as single ones."""
    text = inspect.getdoc(thing) or ""
    text = text.replace("``", "`")
    parts = SECTION.split(text)
    lines = [parts[0].strip(), ""]
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        lines += [*_items(title, inspect.cleandoc(body).strip()), ""]
    return "\n".join(lines) + "\n"


def _items(title: str, body: str) -> list[str]:
    """The entries of a section; those of more than one line are joined."""
    entries: list[str] = []
    for line in body.splitlines():
        if line.startswith(" ") and entries:
            entries[-1] += f" {line.strip()}"
        else:
            entries.append(line)
    if title in ("Returns", "Yields"):
        return [f"{title}: {' '.join(entries)}"]
    named = (entry.partition(": ") for entry in entries)
    marks = [f"- `{name}`: {rest}" for name, _, rest in named]
    return [*([] if title in ("Args", "Attributes") else [f"{title}:", ""]), *marks]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    PAGE.write_text(page(), encoding="utf-8")

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

TAIL = """
## Options that exclude each other

`option-conflict` and `option-needs`: both options, or an option and what it is given, can't be meant at once,
and to leave one out in silence would answer another question.

| command | refused together | why |
| --- | --- | --- |
"""

EXCLUDED = (
    (
        "`solve`, `explain`, `shrink`, `compare`, `audit`",
        "a script, and options that encode (`--encoding`, `--drop`, `--deduce`, …)",
        "a script is taken as it stands; give its puzzle to encode it anew",
    ),
    (
        "`decode`",
        "a script, and `--encoding` or rules of `--as`",
        "the file holds both, and its symbols are those of its encoding",
    ),
    (
        "`diff`",
        "scripts, and a puzzle, `--deduce` or `--every`",
        "fillings are compared of encodings; scripts command by command",
    ),
    (
        "any that reads scripts",
        "`--puzzle` or `--cells`, and a puzzle",
        "they bind a puzzle to a script that holds none",
    ),
    (
        "`solve --by METHOD`",
        "options that METHOD has no use for, such as `--by deduction --solver z3`",
        "its time would be taken for that of the solver",
    ),
    (
        "`solve --portfolio`",
        "`--encoding`, `--solver`, `--by`, `--drop`, `--logic`, …",
        "it names what races",
    ),
    (
        "`solve --certificate`",
        "a script without a puzzle",
        "a certificate is about the rules",
    ),
    (
        "`encode`",
        (
            "`--ask` and a flavour without a place for it; `--scramble` and comments or clauses; "
            "`--status`, `--author`, `--license`, `--tactic` and a flavour that has none of these"
        ),
        "the file would lack what was asked for",
    ),
    (
        "`encode --logic`",
        "an encoding that sets its logic itself",
        "the file would be of another logic",
    ),
    (
        "`check`",
        "a puzzle, and `--model` or `--encoding`",
        "there are no assertions to compare or evaluate",
    ),
    (
        "`audit --families`",
        "`--drop`, `--only`",
        "each family is dropped in turn from the whole encoding",
    ),
    (
        "`audit --against`",
        "`--every`, `--sampled`, `--families`",
        "it has a course of its own, of large boards",
    ),
    (
        "`audit` of printed solutions",
        "`--families`, `--drop`, `--logic`, `--keep`, solvers",
        "there is no script",
    ),
    (
        "`compare`",
        "puzzles and scripts together, in one directory too",
        "one is encoded, the other run as it stands: no table has both",
    ),
    (
        "`compare --strategies`",
        "`none` or `all-subsets` joined with strategies",
        "two different sets",
    ),
    (
        "`compare --export-benchexec`",
        "scripts; mutants of `--scramble`",
        "the set is written from encodings, in orders",
    ),
    (
        "`count`",
        "`--encoding` or `--solver`, and another `--method` than solver",
        "they name another way to count",
    ),
    (
        "`show --reach`",
        "a format that holds puzzles",
        "the groups are drawn, not written",
    ),
    (
        "`show -o SHEET.html`",
        "`--filling`, `--reach`",
        "a sheet has the solutions that are found",
    ),
    (
        "`generate --as`",
        "basic and hidden; rotate and mirror",
        "no puzzle has both",
    ),
    (
        "`benchmarks --series scaling`",
        "`--count`, `--incremental`, another series",
        "it has a benchmark for each size",
    ),
    (
        "`scramble`, `decode`",
        "`-` for both files",
        "standard input is read once",
    ),
)
"""Commands, the options that they refuse together, and why."""

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
            for code, text, is_class in _of_tree(ast.parse(source)):
                found[code].insert(0 if is_class else len(found[code]), text)
    return found


def _of_tree(tree: ast.Module) -> Iterator[tuple[str, str, bool]]:
    """Yield each code in a module with a sentence, and whether it is that of a class, else of an error."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
            text = (ast.get_docstring(node) or "").partition("\n")[0]
            for part in node.body:
                if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "code":
                    yield ast.literal_eval(part.value), text, True
        elif isinstance(node, ast.Call):
            for argument in node.keywords:
                if argument.arg == "code" and isinstance(argument.value, ast.Constant):
                    sentence = _sentence(node.args[0]) if node.args else ""
                    yield str(argument.value.value), sentence, False


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
    excluded = [f"| {' | '.join(row)} |\n" for row in EXCLUDED]
    return "".join([HEAD, *lines, TAIL, *excluded])


if __name__ == "__main__":
    new_parser(__doc__).parse_args()
    print(page(codes()), end="")

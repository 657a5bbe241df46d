"""Print the codes of errors and warnings, with examples of their sentences, in Markdown.

    python scripts/error_codes.py

The codes are read from the source: attributes `code` of classes of errors, and arguments `code=` of errors
and of the function `warn`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal

from scripts.harness import ROOT, new_parser

PACKAGES = ("fillomino", "games", "smtlib", "drivers", "encoder", "workbench", "labs")

WARNINGS = """
## Warnings

A line on standard error that warns, and ends no command, has its code at its end, in brackets, as a finding
of `lint` has its kind.

| code | a warning with it |
| --- | --- |
"""

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
        "`benchmarks` without `--check`",
        "`--json`",
        "the manifest is its JSON",
    ),
    (
        "`scramble`, `decode`",
        "`-` for both files",
        "standard input is read once",
    ),
)
"""Commands, the options that they refuse together, and why."""

MEANINGS = {
    "all-clues": "no clue of a generated puzzle could be left out, so it shows no rule of its level",
    "another-solver": "the solver that is asked by default does not take it; another is asked",
    "counted-once": "runs are in more than one file, with the same result",
    "fewer-than-wanted": "fewer benchmarks than wanted were established within the limit",
    "incomplete-results": "BenchExec calls a file of its results incomplete",
    "incomplete-header": "the header of a benchmark lacks what the SMT-LIB library asks for",
    "left-out": "a part of what was asked for is left out, for the reason that the line gives",
    "named-twice": "a puzzle or script of a comparison is the same as another, and left out",
    "no-answer": "what a solver printed has no answer",
    "no-core": "runs had no core to themselves, so that their times may be too long",
    "no-effect": "an option makes no difference here",
    "no-runs": "a file has no runs",
    "no-status": "the status of a benchmark was not established within the limit",
    "not-decided": "a question was not decided, for the reason that the line gives",
    "not-unique": "a puzzle on a sheet has not exactly one solution, as far as is known",
    "nothing-open": "deduction has left nothing open: a file holds its result alone",
    "nothing-to-shrink": "there is no disagreement, or the condition to keep does not hold",
    "one-order": "a method has no script that could be scrambled",
    "other-version": "runs of a comparison were measured with other versions of our code",
    "out-of-time": "the time was up before the first step",
    "run-again": "runs are done again, for what they ran has changed",
    "script-as-read": "what a script has is read otherwise than it is written, or left out",
    "slow": "another way is much faster, and the line names it",
    "terms-whole": "terms of a shrunk script are left whole, for ddSMT is missing",
    "torn-file": "the last line of a file of runs is torn: left out, or set aside and its run done again",
    "unfinished": "stopped before the end; what is known so far",
    "workers-lost": "all workers of a cluster are lost, or some are there again",
    "wrong-answer": "a solver answered a benchmark otherwise than is established",
}
"""The codes of warnings, and what they mean."""

CODE = re.compile(r"\bcode\s*=")

HEAD = """# Codes of errors and warnings

Every error that is raised on purpose has an attribute `code`: a stable name of the fault, by which a program
tells errors apart. Sentences may change. Rows of puzzles that could not be read hold it, too
([JSON](json.md)).

| code | an error with it |
| --- | --- |
"""


def codes(*, of_warnings: bool = False) -> Mapping[str, list[str]]:
    """Return the descriptions of each code of errors, those of classes first, then its sentences.

    They are in the order of the source; those of warnings are sentences alone.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if not CODE.search(source):
                continue  # most modules: to parse them takes seconds
            for code, text, kind in _of_tree(ast.parse(source)):
                if (kind == "warning") is of_warnings:
                    found[code].insert(0 if kind == "class" else len(found[code]), text)
    return found


def _of_tree(tree: ast.Module) -> Iterator[tuple[str, str, Literal["class", "error", "warning"]]]:
    """Yield each code in a module with a sentence, and what has it: a class, an error or a warning."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
            text = (ast.get_docstring(node) or "").partition("\n")[0]
            for part in node.body:
                if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "code":
                    yield ast.literal_eval(part.value), text, "class"
        elif isinstance(node, ast.Call):
            for argument in node.keywords:
                if argument.arg == "code" and isinstance(argument.value, ast.Constant):
                    sentence = next(filter(None, map(_sentence, node.args)), "")
                    warns = bool({"warn", "Note"} & {*map(ast.unparse, (node.func, *node.args[:1]))})
                    yield str(argument.value.value), sentence, "warning" if warns else "error"


def _sentence(node: ast.expr) -> str:
    """Return a sentence with ``…`` in its places; empty if it is made elsewhere."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return ""


def page(errors: Mapping[str, list[str]]) -> str:
    """Return the page of all codes, in Markdown."""
    excluded = [f"| {' | '.join(row)} |\n" for row in EXCLUDED]
    warnings = [f"| `{code}` | {text} |\n" for code, text in MEANINGS.items()]
    lines = []
    for code, texts in sorted(errors.items()):
        text = next(filter(None, texts), "").replace("|", "\\|")
        lines.append(f"| `{code}` | {text} |\n")
    return "".join([HEAD, *lines, WARNINGS, *warnings, TAIL, *excluded])


if __name__ == "__main__":
    new_parser(__doc__).parse_args()
    print(page(codes()), end="")

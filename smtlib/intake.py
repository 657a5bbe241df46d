"""The rules of the SMT-LIB library for one file, each checked: what its intake would refuse, with its place.

Source: the rules for submissions of 2024 to 2026 (SMT-LIB/benchmark-submission). Its own tools are a shell
script, and Dolmen, which also checks types in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from smtlib.benchmark import CATEGORIES, CC_BY, FIELDS, STATUSES, VERSIONS
from smtlib.errors import SexprError
from smtlib.lint import Finding, features_of, lint
from smtlib.queries import VERDICT_QUERIES
from smtlib.sexpr import Node, read_commands
from smtlib.tracks import TRACKS, findings_of_track

MOST_BYTES = 50_000_000
"""Larger files do not go through the library's repository."""

_HEADER = ("smt-lib-version", "logic", "source", "license", "category")
_OPTIONAL = frozenset({"Generator", "Publications", "Time limit"})
_REPLIES = re.compile(r"get-[a-z-]+|echo|simplify|eval")
_INCREMENTAL = frozenset({"push", "pop", "check-sat-assuming", "reset", "reset-assertions"})
_OPTIONS = frozenset({":print-success", ":produce-models", ":produce-proofs", ":produce-unsat-cores"})
_FINDINGS_OF_LINT = frozenset(
    {"early-question", "no-option", "no-check", "no-exit", "second-logic", "no-logic"}
)
"""Kinds of `smtlib.lint` for which there is a rule here."""


TREES = ("non-incremental", "incremental", *(track.name for track in TRACKS))
"""The directories that a set may have: two of the library, and those of tracks of the competition."""


def findings(content: bytes, source: str, tree: str | None = None) -> list[Finding]:
    """Check a file against the rules.

    Args:
        content: the file.
        source: its name, for messages.
        tree: the one of `TREES` in which it lies; ``None`` where it lies in none.

    Returns:
        What is against them, by place; those that are no errors would only be asked about.
    """
    text = content.decode("utf-8", "surrogateescape")
    found = list(_characters(content, text))
    try:
        nodes = every = read_commands(text, source)
    except SexprError as error:
        return [*found, Finding(error.line or 1, error.column or 1, True, "syntax", error.message)]
    for track in TRACKS:
        if tree == track.name:
            nodes, of_track = findings_of_track(nodes, track)
            found += of_track
    found += _header(nodes)
    found += _commands(nodes, tree)
    found += (one for one in lint(text, nodes=every) if one.kind not in _FINDINGS_OF_LINT)
    return sorted(set(found))


def _characters(content: bytes, text: str) -> Iterator[Finding]:
    if len(content) > MOST_BYTES:
        yield Finding(
            1, 1, True, "size", f"{len(content)} bytes are more than the {MOST_BYTES} that are taken"
        )
    for number, line in enumerate(text.split("\n"), 1):
        odd = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\udc80-\udcff]", line)
        if odd is not None:
            what = "a byte that is not UTF-8" if odd[0] > "\x7f" else f"the control character {odd[0]!r}"
            yield Finding(number, odd.start() + 1, True, "characters", f"here is {what}")
            return


def _header(nodes: Sequence[Node]) -> Iterator[Finding]:
    """Check the commands at the beginning, their order and their values."""
    places: dict[str, list[tuple[int, Node]]] = {}
    for place, node in enumerate(nodes):
        key = _key(node)
        if key is not None:
            places.setdefault(key, []).append((place, node))
    expected = 0
    for key in _HEADER:
        command = "set-logic" if key == "logic" else f"set-info :{key}"
        here = places.get(key, [])
        if not here:
            yield Finding(1, 1, True, "header", f"there is no ({command} …)")
            continue
        for _, more in here[1:]:
            yield Finding(more.line, more.column, True, "header", f"this is a second ({command} …)")
        place, node = here[0]
        if place != expected:
            order = ", ".join(_HEADER)
            yield Finding(
                node.line, node.column, True, "header", f"the file must begin with {order}, in this order"
            )
        expected = place + 1
        yield from _value(key, node)
    if "source" in places:
        yield from _source(places["source"][0][1])


def _key(node: Node) -> str | None:
    if node.head == "set-logic":
        return "logic"
    if node.head == "set-info" and len(node.items) > 1 and node.items[1].atom.startswith(":"):
        return node.items[1].atom[1:]
    return None


def _value(key: str, node: Node) -> Iterator[Finding]:
    value = node.items[-1]

    def finding(text: str, *, error: bool = True) -> Finding:
        return Finding(value.line, value.column, error, key, text)

    if key == "smt-lib-version" and value.atom not in VERSIONS:
        yield finding(f"the version should be {' or '.join(VERSIONS)}, not {value.atom}")
    elif key == "category" and value.atom.strip('"|') not in CATEGORIES:
        yield finding(f"the category should be one of {', '.join(CATEGORIES)}, not {value.atom}")
    elif key == "category" and not value.atom.startswith('"'):
        yield finding("the category should be a string, in double quotes")
    elif key == "license" and not value.atom.startswith('"'):
        yield finding("the license should be a string, in double quotes")
    elif key == "license" and value.atom.strip('"') != CC_BY:
        yield finding(f"the library's own license is {CC_BY}", error=False)
    elif key == "logic" and features_of(value.atom) is None:
        yield finding(f"{value.atom} is no logic of the library that we know")


def _source(node: Node) -> Iterator[Finding]:
    """Check that `:source` begins with its fields."""
    value = node.items[-1]
    if not value.atom.startswith("|"):
        yield Finding(value.line, value.column, True, "source", "the source should be a symbol, between bars")
        return
    lines = [line.strip() for line in value.atom.strip("|").split("\n")]
    last = 0
    for field in FIELDS:
        at = next((number for number, line in enumerate(lines) if line.startswith(f"{field}:")), None)
        if at is None:
            needed = field not in _OPTIONAL
            yield Finding(value.line, value.column, needed, "source", f"it has no line `{field}: …`")
            continue
        if at < last:
            text = f"`{field}` stands before a field that precedes it"
            yield Finding(value.line + at, 1, field != "Publications", "source", text)
        last = max(last, at)
        content = lines[at].partition(":")[2].strip()
        if not content:
            yield Finding(value.line + at, 1, True, "source", f"`{field}` is empty")
        elif field == "Time limit" and not re.fullmatch(r"[0-9]+(\.[0-9]+)?", content):
            text = f"the time limit should be a number of seconds, not {content}"
            yield Finding(value.line + at, 1, False, "source", text)
        elif field == "Generated on" and not is_date(content):
            yield Finding(value.line + at, 1, True, "source", f"the date should be YYYY-MM-DD, not {content}")


def is_date(text: str) -> bool:
    """Return whether a text is a date, written YYYY-MM-DD."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None


def _commands(nodes: Sequence[Node], tree: str | None) -> Iterator[Finding]:
    """Check questions, statuses and the end."""
    checks = [place for place, node in enumerate(nodes) if node.head in VERDICT_QUERIES]
    statuses = [place for place, node in enumerate(nodes) if _key(node) == "status"]
    several = len(checks) > 1
    for node in nodes:
        if _REPLIES.fullmatch(node.head):
            yield Finding(
                node.line, node.column, True, "question", f"{node.head} has no place in a benchmark"
            )
        elif node.head == "set-option" and len(node.items) > 1 and node.items[1].atom in _OPTIONS:
            option = node.items[1].atom
            yield Finding(
                node.line, node.column, True, "option", f"the option {option} has no place in a benchmark"
            )
        elif node.head in _INCREMENTAL and not several:
            text = f"{node.head} belongs to files of several checks"
            yield Finding(node.line, node.column, True, "tree", text)
    last = nodes[-1] if nodes else Node("", 1, 1)
    if last.head != "exit":
        yield Finding(last.line, last.column, True, "exit", "the last command should be (exit)")
    if not checks:
        yield Finding(last.line, last.column, True, "check-sat", "nothing is asked: there is no check-sat")
    if tree is not None and checks and several != (tree == "incremental"):
        number = nodes[checks[-1]]
        should = "incremental" if several else "non-incremental"
        text = f"a file with {len(checks)} checks belongs into the tree {should}"
        yield Finding(number.line, number.column, True, "tree", text)
    for place in statuses:
        value = nodes[place].items[-1]
        if value.atom not in STATUSES:
            text = f"the status should be one of {', '.join(STATUSES)}, not {value.atom or 'a list'}"
            yield Finding(value.line, value.column, True, "status", text)
    if several:
        for place in checks:
            if place - 1 not in statuses:
                node = nodes[place]
                yield Finding(
                    node.line, node.column, True, "status", "there is no status right before this check"
                )
        stray = [place for place in statuses if place + 1 not in checks]
    else:
        stray = statuses[1:]
        if not statuses:
            yield Finding(1, 1, True, "status", "there is no (set-info :status …)")
        elif statuses[0] != len(_HEADER) and not stray:
            node = nodes[statuses[0]]
            yield Finding(
                node.line, node.column, True, "status", "the status should end the header, after the category"
            )
    for place in stray:
        yield Finding(nodes[place].line, nodes[place].column, True, "status", "this is a status of no check")

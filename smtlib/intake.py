"""The rules of the SMT-LIB library for one file, with the place of each fault; tracks of the competition.

Sources: the rules for submissions of 2024 to 2026 (SMT-LIB/benchmark-submission), whose own tools are a shell
script, and Dolmen, which also checks types in full; for the tracks the competition's scrambler
(SMT-COMP/scrambler), which makes its files from those of the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from smtlib.commands import CHECKS
from smtlib.errors import SexprError
from smtlib.lint import Finding, lint
from smtlib.logics import features_of
from smtlib.script import CATEGORIES, CC_BY, FIELDS, STATUSES, VERSIONS
from smtlib.sexpr import Node, places, read_commands
from smtlib.text import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from smtlib.kinds import FaultKind


class Track(NamedTuple):
    """A track whose files ask a second question after their only check.

    Attributes:
        name: the directory of its files.
        option: the option that must be true.
        question: the command after the check.
        status: the verdict that the question needs.
        named: every assertion has a name.
    """

    name: str
    option: str
    question: str
    status: str
    named: bool

    @property
    def opening(self) -> str:
        """The first line of its files."""
        return f"(set-option {self.option} true)\n"


TRACKS = (
    Track("unsat-core", ":produce-unsat-cores", "get-unsat-core", "unsat", named=True),
    Track("model-validation", ":produce-models", "get-model", "sat", named=False),
)


def findings_of_track(nodes: Sequence[Node], track: Track) -> tuple[list[Node], list[Finding]]:
    """The commands without the option and question of a track, and what is against the rules of the track."""
    rest, findings = list(nodes), list[Finding]()

    def add(node: Node, text: str) -> None:
        findings.append(Finding.at(node, "track", text))

    first = rest[0] if rest else Node("", 1, 1)
    if [item.atom for item in first.items] == ["set-option", track.option, "true"]:
        del rest[0]
    else:
        add(first, f"a file of the track {track.name} begins with {track.opening.rstrip()}")
    checks = [place for place, node in enumerate(rest) if node.head in CHECKS]
    after = checks[-1] + 1 if checks else len(rest)
    if after < len(rest) and rest[after].head == track.question:
        del rest[after]
    else:
        place = rest[checks[-1]] if checks else first
        add(place, f"in the track {track.name} the check is followed by ({track.question})")
    for node in rest:
        if [item.atom for item in node.items[:2]] == ["set-info", ":status"]:
            if node.items[-1].atom != track.status:
                add(node.items[-1], f"the status should be {track.status} in the track {track.name}")
        elif track.named and node.head == "assert" and not _is_named(node):
            add(node, f"in the track {track.name} every assertion has a name")
    return rest, findings


def _is_named(node: Node) -> bool:
    term = node.items[-1]
    return term.head == "!" and any(item.atom == ":named" for item in term.items)


MOST_BYTES = 50_000_000
"""The library's repository does not accept larger files."""

_HEADER = ("smt-lib-version", "logic", "source", "license", "category")
_OPTIONAL = frozenset({"Generator", "Publications", "Time limit"})
_REPLIES = re.compile(r"get-[a-z-]+|echo|simplify|eval")
_INCREMENTAL = frozenset({"push", "pop", "check-sat-assuming", "reset", "reset-assertions"})
_OPTIONS = frozenset({":print-success", ":produce-models", ":produce-proofs", ":produce-unsat-cores"})
_FINDINGS_OF_LINT: frozenset[FaultKind] = frozenset(
    {"early-question", "no-option", "no-check", "no-exit", "second-logic", "no-logic"}
)
"""Kinds of `smtlib.lint` for which there is a rule here."""
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\udc80-\udcff]")
_TOP = Node("", 1, 1)

TREES = ("non-incremental", "incremental", *(track.name for track in TRACKS))
"""The directories of a benchmark set: two of the library, and one for each track of the competition."""


def findings(content: bytes, source: str, tree: str | None = None) -> list[Finding]:
    """Check a file against the rules.

    Args:
        content: the file.
        source: its name, for messages.
        tree: the one of `TREES` in which it lies; ``None`` where it lies in none.

    Returns:
        What breaks them, by place; findings that are not errors would only be asked about.
    """
    text = Text(content.decode("utf-8", "surrogateescape"), source)
    broken = list(_characters(content, text))
    try:
        nodes = whole = read_commands(text, source, beyond_exit=True)
    except SexprError as error:
        return [*broken, Finding(error.line or 1, error.column or 1, True, "syntax", error.message)]
    for track in TRACKS:
        if tree == track.name:
            nodes, of_track = findings_of_track(nodes, track)
            broken += of_track
    broken += [*_header(nodes), *_commands(nodes, tree), *_statuses(nodes)]
    broken += (finding for finding in lint(text, nodes=whole) if finding.kind not in _FINDINGS_OF_LINT)
    return sorted(set(broken))


def _characters(content: bytes, text: str) -> Iterator[Finding]:
    if len(content) > MOST_BYTES:
        yield Finding(1, 1, True, "size", f"{len(content)} bytes are more than the {MOST_BYTES} accepted")
    if (odd := _ODD.search(text)) is not None:
        line, column = places(text)(odd.start())
        what = "a byte that is not UTF-8" if odd[0] > "\x7f" else f"the control character {odd[0]!r}"
        yield Finding(line, column, True, "characters", f"here is {what}")


def _header(nodes: Sequence[Node]) -> Iterator[Finding]:
    """Check the commands at the beginning, their order and their values."""
    places_of: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        if (key := _key(node)) is not None:
            places_of.setdefault(key, []).append(place)
    expected = 0
    for key in _HEADER:
        command = "set-logic" if key == "logic" else f"set-info :{key}"
        if key not in places_of:
            yield Finding.at(_TOP, "header", f"there is no ({command} …)")
            continue
        place, *more = places_of[key]
        for other in more:
            yield Finding.at(nodes[other], "header", f"this is a second ({command} …)")
        if place != expected:
            order = f"the file must begin with {', '.join(_HEADER)}, in this order"
            yield Finding.at(nodes[place], "header", order)
        expected = place + 1
        value = nodes[place].items[-1]
        if (wrong := _wrong_value(key, value.atom)) is not None:
            text, is_error = wrong
            yield Finding.at(value, key, text, error=is_error)
        if key == "source":
            yield from _source(value)


def _key(node: Node) -> str | None:
    if node.head == "set-logic":
        return "logic"
    if node.head == "set-info" and len(node.items) > 1 and node.items[1].atom.startswith(":"):
        return node.items[1].atom[1:]
    return None


def _wrong_value(key: str, value: str) -> tuple[str, bool] | None:
    """What is wrong with a value of the header, and whether it is an error."""
    if key == "smt-lib-version" and value not in VERSIONS:
        return f"the version should be {' or '.join(VERSIONS)}, not {value}", True
    if key == "logic" and features_of(value) is None:
        return f"unknown logic {value}", True
    if key == "category" and value.strip('"|') not in CATEGORIES:
        return f"the category should be one of {', '.join(CATEGORIES)}, not {value}", True
    if key in ("category", "license") and not value.startswith('"'):
        return f"the {key} should be a string, in double quotes", True
    if key == "license" and value.strip('"') != CC_BY:
        return f"the library's own license is {CC_BY}", False
    return None


def _source(value: Node) -> Iterator[Finding]:
    """Check that `:source` begins with its fields."""
    if not value.atom.startswith("|"):
        yield Finding.at(value, "source", "the source should be a symbol, between bars")
        return
    lines = [line.strip() for line in value.atom.strip("|").split("\n")]
    last = 0
    for field in FIELDS:
        at = next((number for number, line in enumerate(lines) if line.startswith(f"{field}:")), None)
        if at is None:
            missing = f"the source has no line `{field}: …`"
            yield Finding.at(value, "source", missing, error=field not in _OPTIONAL)
            continue
        line = Node("", value.line + at, 1)
        if at < last:
            late = f"`{field}` stands before a field that should precede it"
            yield Finding.at(line, "source", late, error=field != "Publications")
        last = max(last, at)
        content = lines[at].partition(":")[2].strip()
        if not content:
            yield Finding.at(line, "source", f"`{field}` is empty")
        elif field == "Time limit" and not re.fullmatch(r"[0-9]+(\.[0-9]+)?", content):
            text = f"the time limit should be a number of seconds, not {content}"
            yield Finding.at(line, "source", text, error=False)
        elif field == "Generated on" and not is_date(content):
            yield Finding.at(line, "source", f"the date should be YYYY-MM-DD, not {content}")


def is_date(text: str) -> bool:
    """Return whether a text is a date, written YYYY-MM-DD."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None


def _commands(nodes: Sequence[Node], tree: str | None) -> Iterator[Finding]:
    """Check which commands there are, how many checks, and the end."""
    checks = [node for node in nodes if node.head in CHECKS]
    several = len(checks) > 1
    for node in nodes:
        option = node.items[1].atom if node.head == "set-option" and len(node.items) > 1 else ""
        if _REPLIES.fullmatch(node.head):
            yield Finding.at(node, "question", f"{node.head} does not belong in a benchmark")
        elif option in _OPTIONS:
            yield Finding.at(node, "option", f"the option {option} does not belong in a benchmark")
        elif node.head in _INCREMENTAL and not several:
            yield Finding.at(node, "tree", f"{node.head} belongs in a file with several checks")
    last = nodes[-1] if nodes else _TOP
    if last.head != "exit":
        yield Finding.at(last, "exit", "the last command should be (exit)")
    if not checks:
        yield Finding.at(last, "check-sat", "there is no check-sat")
    elif tree is not None and several != (tree == "incremental"):
        should = "incremental" if several else "non-incremental"
        text = f"a file with {len(checks)} checks belongs in the tree {should}"
        yield Finding.at(checks[-1], "tree", text)


def _statuses(nodes: Sequence[Node]) -> Iterator[Finding]:
    """Check the status of each check: in the header if there is one check, else right before each."""
    checks = [place for place, node in enumerate(nodes) if node.head in CHECKS]
    statuses = [place for place, node in enumerate(nodes) if _key(node) == "status"]
    for place in statuses:
        value = nodes[place].items[-1]
        if value.atom not in STATUSES:
            text = f"the status should be one of {', '.join(STATUSES)}, not {value.atom or 'a list'}"
            yield Finding.at(value, "status", text)
    if len(checks) > 1:
        for place in checks:
            if place - 1 not in statuses:
                yield Finding.at(nodes[place], "status", "there is no status right before this check")
        stray = [place for place in statuses if place + 1 not in checks]
    else:
        stray = statuses[1:]
        if not statuses:
            yield Finding.at(_TOP, "status", "there is no (set-info :status …)")
        elif statuses[0] != len(_HEADER) and not stray:
            text = "the status should end the header, after the category"
            yield Finding.at(nodes[statuses[0]], "status", text)
    for place in stray:
        yield Finding.at(nodes[place], "status", "this status belongs to no check")

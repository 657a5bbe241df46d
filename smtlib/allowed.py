"""The commands and options that are passed to a solver; everything else is refused.

Solvers do more than answer: ``(set-option :regular-output-channel "PATH")``, Z3's ``:sat.drat.file`` and
Bitwuzla's ``:write-cnf`` write files, ``(include "PATH")`` reads one, cvc5's ``declare-oracle-fun`` starts a
program. So commands pass by name. Solvers have more than a thousand options: those pass whose value is a
number, a Boolean or a plain word, and whose name is not about files, logs or channels. A test holds this
against the options that the installed solvers list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from smtlib.errors import SexprError
from smtlib.sexpr import Node, Sexpr, short, symbol_name, without_places, write


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STANDARD = _words(
    "assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes declare-fun "
    "declare-sort declare-sort-parameter define-const define-fun define-fun-rec define-funs-rec define-sort "
    "echo exit get-assertions get-assignment get-info get-model get-option get-proof get-unsat-assumptions "
    "get-unsat-core get-value pop push reset reset-assertions set-info set-logic set-option"
)
"""The commands of SMT-LIB 2.7."""

COMMANDS = STANDARD | _words(
    "assert-not assert-soft maximize minimize get-objectives "  # Z3, and others for the best model
    "apply check-sat-using declare-map declare-rel declare-tactic declare-var display eval get-consequences "
    "help help-tactic labels model-add model-del query rule set-simplifier simplify "  # Z3
    "block-model block-model-values declare-codatatype declare-codatatypes declare-heap declare-pool "
    "get-abduct get-abduct-next get-difficulty get-interpolant get-interpolant-next get-interpolants "
    "get-learned-literals get-model-domain-elements get-qe get-qe-disjunct get-timeout-core "
    "get-timeout-core-assuming get-unsat-core-lemmas "  # cvc5
    "check-sat-assuming-model get-unsat-model-interpolant"  # Yices
)
"""The commands that pass: those of the standard, and of solvers what only declares, asserts and asks."""

OPTIONS = frozenset(
    {
        ":global-declarations", ":interactive-mode", ":print-success", ":produce-assertions",
        ":produce-assignments", ":produce-models", ":produce-proofs", ":produce-unsat-assumptions",
        ":produce-unsat-cores", ":random-seed", ":reproducible-resource-limit", ":verbosity",
    }
)  # fmt: skip
"""The options of SMT-LIB 2.7, without the two that name output channels."""

CHANNELS = _words(":regular-output-channel :diagnostic-output-channel :out :err")
"""The options that name where a solver writes."""
HARMLESS_CHANNELS = frozenset({'"stdout"', '"stderr"', '"/dev/null"'})
"""The standard's defaults, and nowhere: such a command is left out, so that replies come where we read."""

_NUMBER = re.compile(r"true|false|-?[0-9]+(?:\.[0-9]+)?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*|\"[A-Za-z][A-Za-z0-9_-]*\"")
_ABOUT_FILES = re.compile(r"(?<!pro)file|dump|trac(?:e|ing)|channel|console|mathematica|folder|directory")
_WORDS_OF_FILES = _words("log logs plugin write save dbg oracle")
_NAMES_OF_FILES = _words(":in :out :err")
_ABOUT_OUTPUT = re.compile(r"output|display|drat|dimacs|aiger")
_WORDS_OF_OUTPUT = _words("out path prefix root aig cnf dot load lang language")
_WITH_PARAMETERS = _words(
    "apply check-sat-using declare-tactic display eval get-consequences help query set-simplifier simplify"
)
_IN_TERMS = _words(":pattern :no-pattern :named :qid :skolemid :weight")


def refused(commands: Iterable[Node]) -> Iterator[tuple[Node, str]]:
    """Yield each thing that is not passed on: its node, and a sentence."""
    for command in commands:
        head = command.head
        if head not in COMMANDS:
            if head.startswith("|") and symbol_name(head) in COMMANDS:
                yield command, "Z3 alone takes the name of a command between bars; write it without them"
            elif head:
                yield command, f"{short(head, 60)} is not on the list of commands that solvers are given"
        elif head in ("set-option", "get-info", "get-option"):
            yield from _with_keyword(command)
        elif head in _WITH_PARAMETERS:
            atoms = list(command.atoms())
            for key, value in zip(atoms, [*atoms[1:], command], strict=True):
                if key.atom.startswith(":") and key.atom not in _IN_TERMS:
                    yield from _of_option(key, value)


def check_allowed(commands: Iterable[Node], source: str | None = None) -> None:
    """Do nothing for commands that may be passed on.

    Raises:
        SexprError: for any other, with its place.
    """
    for node, sentence in refused(commands):
        raise SexprError(sentence, source=source, line=node.line, column=node.column, kind="refused")


PLAIN_COMMANDS = COMMANDS - _WITH_PARAMETERS - {"set-option", "get-info", "get-option"}
"""Those of which nothing is refused."""


def is_dropped(command: Sexpr) -> bool:
    """Return whether a command is left out of what solvers are given: a channel that is a default."""
    match command:
        case ("set-option", str(option), str(channel)):
            return option in CHANNELS and channel in HARMLESS_CHANNELS
    return False


def dropped(commands: Iterable[Node]) -> Iterator[tuple[Node, str]]:
    """Yield each command that is left out, and a sentence."""
    for command in commands:
        if command.head == "set-option" and is_dropped(without_places(command)):
            option, channel = (item.atom for item in command.items[1:])
            yield command, f"{option} {channel} is left out: what solvers print is read here"


def _with_keyword(command: Node) -> Iterator[tuple[Node, str]]:
    """What is refused of a command that begins with a keyword."""
    if len(command.items) == 1:
        return
    key = command.items[1]
    values = 1 if command.head == "set-option" else 0
    if not key.atom.startswith(":") or len(command.items) != 2 + values:
        shape = f"({command.head} :NAME{' VALUE' * values})"
        yield command, f"this {command.head} has the wrong shape; it is {shape}"
    elif values and not is_dropped(without_places(command)):
        yield from _of_option(key, command.items[2])


def _of_option(key: Node, value: Node) -> Iterator[tuple[Node, str]]:
    name = key.atom.lower().replace("_", "-")
    number = _NUMBER.fullmatch(value.atom) is not None
    if name in OPTIONS and number:
        return
    words = set(re.split("[^a-z0-9]", name))
    if name in _NAMES_OF_FILES or _ABOUT_FILES.search(name) or words & _WORDS_OF_FILES:
        yield key, f"the option {_shown(key)} is about files, logs or channels, and is refused; delete it"
    elif not number:
        about_output = name in OPTIONS or _ABOUT_OUTPUT.search(name) or words & _WORDS_OF_OUTPUT
        if about_output or not _WORD.fullmatch(value.atom):
            passing = "true and false" if about_output else "true, false and plain words"
            what = f"the option {_shown(key)} is refused with the value {_shown(value)}"
            yield key, f"{what}: only numbers, {passing} pass"


def _shown(node: Node) -> str:
    return short(write(without_places(node)), 60)

"""Departures of a text from the encoding that it is of: families and assertions missing, changed, added.

The encoding writes the script of the puzzle anew, and both are compared as multisets of assertions: order,
names of assertions, blanks, and the order of arguments that may be exchanged make no difference. Two texts
are compared by `workbench.scripts.two_scripts`, all their commands and any renaming; both count terms as
equal by `smtlib.alike`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from encoder.annotations import Notes, notes_of
from encoder.encoding import Encoding
from encoder.encodings.registry import find, one_shot
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from encoder.select import whole_name
from fillomino.deduction.levels import level_of
from fillomino.errors import counted, listed
from fillomino.instance import Instance
from smtlib.alike import Numbers, unmatched
from smtlib.errors import SexprError
from smtlib.evaluate import Model, is_false, parsed
from smtlib.renaming import restored
from smtlib.resolve import free_symbols
from smtlib.scopes import Asserted, Check, asserting_check
from smtlib.script import Assertion, Family
from smtlib.sexpr import write
from smtlib.text import Text
from workbench.methods.encodings import encoded, find_one_shot
from workbench.texts.writing import ANOTHER

if TYPE_CHECKING:
    from workbench.texts.rows import LackRow, Row

_LEVEL = re.compile(r"\bDeduction before encoding \((\w+):")
_SHOWN = 6
_FEW = 60
"""So many assertions, at most, are compared with one another to find what was changed."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Assertions of a family that a text lacks, of how many."""

    family: Family
    missing: tuple[Assertion, ...]
    wanted: int

    @property
    def row(self) -> LackRow:
        """The family for machines."""
        from workbench.texts.rows import LackRow

        family = self.family
        return LackRow(family=family.name, missing=len(self.missing), of=self.wanted, title=family.title)


@dataclass(frozen=True, slots=True)
class Departures:
    """The departures of a text from an encoding of its puzzle.

    Attributes:
        script: the encoding's own script.
        lacks: the families of which assertions are missing, whole families first.
        changed: assertions of the text with those of the encoding that they seem to be made from.
        added: assertions of the text that have nothing to do with any of the encoding.
        of: the number of assertions of the text.
        undeclared: symbols of the encoding that the text uses and does not declare.
        renamed: symbols of the text, each with its name in the encoding, where that makes fewer differences.
    """

    script: PuzzleScript
    lacks: tuple[Lack, ...]
    changed: tuple[tuple[Asserted, Assertion], ...]
    added: tuple[Asserted, ...]
    of: int
    undeclared: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lacks or self.changed or self.added or self.undeclared)

    @property
    def count(self) -> int:
        """The number of differing assertions."""
        return len(self.missing) + len(self.changed) + len(self.added) + len(self.undeclared)

    @property
    def names(self) -> str:
        """The renamed symbols in words; empty if there are none."""
        return listed([f"{old} is called {new}" for new, old in self.renamed.items()], most=_SHOWN)

    @property
    def whole(self) -> str:
        """The name of the encoding."""
        return self.script.encoding

    @property
    def foreign(self) -> bool:
        """Return whether next to nothing of the text is the encoding's: it is another's."""
        return self.of > 0 and 10 * (len(self.added) + len(self.changed)) > 9 * self.of

    @property
    def missing(self) -> tuple[Assertion, ...]:
        """All assertions that are missing."""
        return tuple(assertion for lack in self.lacks for assertion in lack.missing)


def rows_of(differing: Departures) -> list[Row]:
    """Return the departures for machines: renamed symbols, families, then assertions and symbols by kind."""
    from workbench.texts.rows import DepartureRow, RenamedRow

    rows: list[Row] = [RenamedRow(renamed=dict(differing.renamed))] if differing.renamed else []
    rows += [lack.row for lack in differing.lacks]
    for asserted, was in differing.changed:
        term = write(asserted.term)
        rows.append(
            DepartureRow(departure="changed", line=asserted.line, term=term, was=was.term, family=was.family)
        )
    rows += [
        DepartureRow(departure="added", line=asserted.line, term=write(asserted.term), was=None, family=None)
        for asserted in differing.added
    ]
    rows += [
        DepartureRow(departure="undeclared", line=None, term=name, was=None, family=None)
        for name in differing.undeclared
    ]
    return rows


def departures_of_text(
    text: Text, puzzle: Instance | None = None, name: str | None = None
) -> Departures | None:
    """Compare a text with the encoding that its comments, or the caller, name; ``None`` if none is known.

    A scrambled text is compared in the names of the original. Puzzle and name of the encoding go before those
    in the comments.

    Raises:
        SexprError: for a text that is no script, or asserts nothing.
        EncodingError: for an unknown encoding that the caller names.
    """
    notes = notes_of(text)
    whose, known = puzzle or notes.puzzle, name or notes.encoding
    if whose is None or known is None:
        return None
    if name is not None:
        encoding = find_one_shot(name, game=whose.game.name)
    else:
        try:
            encoding = one_shot(find(whole_name(known)))
        except EncodingError:
            return None
    depth = stated_level(text)
    check = asserting_check(text.original)
    differing = departures(_compared(check, notes), encoding, whose, depth)
    new = {} if text.names else _renamed(check, differing.script)
    if differing and new:
        with suppress(SexprError):
            again = _compared(asserting_check(Text(restored(text, new))), notes)
            other = departures(again, encoding, whose, depth)
            return replace(other, renamed=new) if other.count < differing.count else differing
    return differing


def stated_level(text: Text) -> str:
    """Return the name of the level of deduction before encoding that the comments of a script state."""
    level = _LEVEL.search(text)
    return level[1] if level else "none"


def _compared(check: Check, notes: Notes) -> Check:
    """The part of a text that is compared: all but the clause that asks for another solution."""
    if all(family.name != ANOTHER.name for family in notes.families):
        return check
    kept = tuple(
        command
        for command in check.commands
        if command.head != "assert"
        or (family := notes.family_at(command.line)) is None
        or family.name != ANOTHER.name
    )
    return replace(check, commands=kept)


def _renamed(check: Check, script: PuzzleScript) -> dict[str, str]:
    """New names and old ones, in the order of declarations, where of each sort as many came as are gone."""
    own = dict(script.declarations)
    came, gone = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for name in (name for name in check.sorts if name not in own):
        came[check.sorts[name]].append(name)
    for name in (name for name in own if name not in check.names):
        gone[own[name]].append(name)
    if any(len(came[sort]) != len(names) for sort, names in gone.items()):
        return {}
    return dict(pair for sort, names in gone.items() for pair in zip(came[sort], names, strict=True))


def departures(check: Check, encoding: Encoding, puzzle: Instance, level: str = "none") -> Departures:
    """Compare a text with the whole encoding of a puzzle, after deduction at the level of a name.

    Raises:
        InputError: for an unknown level.
    """
    logic = check.logic if check.logic in encoding.logics else None
    script, _ = encoded(encoding, puzzle, logic, level_of(level))
    counts = Counter(assertion.family for assertion in script.assertions)
    absent, extra = _unmatched(
        script.assertions, check.assertions, lambda own: own.term, lambda asserted: write(asserted.term)
    )
    numbers = Numbers()  # as reading the encoding's terms takes long, equal texts are paired off before
    absent, extra = _unmatched(
        absent, extra, lambda own: numbers.of(parsed(own.term)), lambda asserted: numbers.of(asserted.term)
    )
    changed = _pairs(extra, absent)
    taken = {id(asserted) for asserted, _ in changed}
    gone = Counter(id(assertion) for _, assertion in changed)
    by_family: defaultdict[str, list[Assertion]] = defaultdict(list)
    for assertion in absent:
        if not gone[id(assertion)]:
            by_family[assertion.family].append(assertion)
    lacks = [
        Lack(family, tuple(by_family[family.name]), counts[family.name])
        for family in script.families
        if by_family[family.name]
    ]
    lacks.sort(key=lambda lack: len(lack.missing) < lack.wanted)
    added = tuple(asserted for asserted in extra if id(asserted) not in taken)
    own = {name for name, _ in script.declarations} - check.names
    used = {name for asserted in check.assertions for name in free_symbols(asserted.term)} if own else set()
    undeclared = tuple(name for name, _ in script.declarations if name in own & used)
    return Departures(script, tuple(lacks), tuple(changed), added, len(check.assertions), undeclared)


def lines_of(differing: Departures, source: str, model: Model | None = None) -> list[str]:
    """Return the departures in sentences: a line for each family, then changed and added assertions by line.

    The missing assertions that are false in a model are shown.
    """
    name, lines = differing.script.encoding, []
    if differing.renamed:
        lines.append(f"{source}: {differing.names}")
    if differing.foreign:
        own = differing.of - len(differing.added) - len(differing.changed)
        whose = f"{own} of its {counted(differing.of, 'assertion')} are of {name}"
        return [f"{source}: {whose}: is it another's text?"]
    if differing.undeclared:
        verb = "is" if len(differing.undeclared) == 1 else "are"
        lines.append(f"{source}: {listed(differing.undeclared, most=_SHOWN)} {verb} not declared")
    for lack in differing.lacks:
        count = len(lack.missing)
        if count == lack.wanted:
            head = f"{source}: the family {lack.family.name} is missing"
            tail = f"none of its {counted(count, 'assertion')} is there" if count > 1 else "its one assertion"
        else:
            head = f"{source}: the family {lack.family.name} is incomplete"
            tail = f"{count} of its {lack.wanted} assertions {'is' if count == 1 else 'are'} not there"
        lines.append(f"{head}: {lack.family.title} ({tail})")
        if count < lack.wanted:
            lines += _short([f"  {_about(differing, missing)}{missing.term}" for missing in lack.missing])
        false = (
            [] if model is None else [missing for missing in lack.missing if is_false(missing.term, model)]
        )
        if false:
            lines.append(f"  {counted(len(false), 'missing assertion')} would be false:")
            lines += _short([f"    {_about(differing, missing)}{missing.term}" for missing in false])
    changed = (
        f"{asserted.line}: changed: {write(asserted.term)}, but {name} has {was.term} ({was.family})"
        for asserted, was in differing.changed
    )
    added = (
        f"{asserted.line}: added: {write(asserted.term)}, which {name} does not have"
        for asserted in differing.added
    )
    for some in (changed, added):
        lines += _short([f"{source}:{line}" for line in some])
    return lines


def _about(differing: Departures, assertion: Assertion) -> str:
    names = " ".join(differing.script.puzzle.places.names[cell] for cell in assertion.about)
    return f"{names}  " if names else ""


def _short(lines: Sequence[str]) -> list[str]:
    more = [f"  … and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return [*lines[:_SHOWN], *more]


def _unmatched(
    wanted: Sequence[Assertion],
    there: Sequence[Asserted],
    key: Callable[[Assertion], Hashable],
    key_there: Callable[[Asserted], Hashable],
) -> tuple[Sequence[Assertion], Sequence[Asserted]]:
    """The rest of both if those with the same key are paired off."""
    if not wanted or not there:
        return wanted, there
    keys_there = [key_there(asserted) for asserted in there]
    keyed = _surest_first([(assertion, key(assertion)) for assertion in wanted], set(keys_there))
    keys = [key for _, key in keyed]
    return unmatched([own for own, _ in keyed], keys, keys_there), unmatched(there, keys_there, keys)


def _surest_first(
    keyed: list[tuple[Assertion, Hashable]], there: Set[Hashable]
) -> list[tuple[Assertion, Hashable]]:
    """The assertions, those of families first of which most is there: equal terms may be of two families."""
    families: defaultdict[str, list[bool]] = defaultdict(list)
    owners: defaultdict[Hashable, set[str]] = defaultdict(set)
    for assertion, key in keyed:
        owners[key].add(assertion.family)
    if all(len(names) == 1 for names in owners.values()):
        return keyed
    for assertion, key in keyed:
        if len(owners[key]) == 1:
            families[assertion.family].append(key in there)
    share = {name: sum(found) / len(found) for name, found in families.items()}
    return sorted(keyed, key=lambda pair: -share.get(pair[0].family, 0.0))


def _pairs(extra: Sequence[Asserted], absent: Sequence[Assertion]) -> list[tuple[Asserted, Assertion]]:
    """Assertions of the text, each with one of the encoding that shares a symbol and is much like it."""
    from difflib import SequenceMatcher

    if not extra or not absent or len(extra) > _FEW:
        return []
    pairs, free = [], [(assertion, _tokens(assertion.term)) for assertion in absent]
    for asserted in extra:
        tokens = _tokens(write(asserted.term))
        names = {token for token in tokens if "_" in token}
        near = [pair for pair in free if not names.isdisjoint(pair[1])][: 4 * _FEW]
        best, share = None, 0.6
        for assertion, other in near:
            ratio = SequenceMatcher(None, tokens, other, autojunk=False).ratio()
            if ratio > share:
                best, share = assertion, ratio
        if best is not None:
            pairs.append((asserted, best))
            free = [pair for pair in free if pair[0] is not best]
    return pairs


def _tokens(term: str) -> list[str]:
    return term.replace("(", " ( ").replace(")", " ) ").split()

"""Facts that deduction found, explained backwards: each by a clause that holds by one look, and earlier ones.

No rule is asked how it found them. The reason of a strike is a flood (region), or another number in the
cell; that of a number is a flood that fails without it, or that all others are struck; that of what looking
ahead found are its cases.
"""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.graph import bits, component, components, within
from workbench.certificates.flood import Flood
from workbench.certificates.hall import Crowd, crowd
from workbench.certificates.log import Choice, Index, Log
from workbench.certificates.proof import Conflict, Fact, Key, Lemma, UnexplainedError
from workbench.certificates.tokens import OTHER, Clause, Tokens


class Facts:
    """All that was found, each explained when it is asked for."""

    def __init__(self, tokens: Tokens, last: Log, flood: Flood, *, counted: bool = False) -> None:
        """Take what was found up to the end of a log that holds in all cases, perhaps by counting cells."""
        self._counted, self._crowds = counted, dict[tuple[int, int], Crowd]()
        self.tokens, self.flood = tokens, flood
        self._puzzle = last.state.puzzle
        self._walled: dict[int, list[int]] = {}
        for x, y in self._puzzle.walls:
            self._walled.setdefault(x, []).append(y)
            self._walled.setdefault(y, []).append(x)
        self._known: dict[tuple[int, Key], Fact] = {}
        self._cases: dict[tuple[int, int, int], Lemma] = {}
        self._roomless_at: dict[int, Fact] = {}
        self._todo: list[Fact] = []
        self._root = last
        while self._root.before is not None:
            self._root = self._root.before
        self._main = Index(last)

    def holds(self, cell: int, number: int, log: Log, before: int) -> Fact:
        """The fact that a cell holds a number, known before an event."""
        found = self._fixed(cell, log, before)
        if found is None or found.number != number:
            raise UnexplainedError
        return found

    def lacks(self, cell: int, number: int, log: Log, before: int) -> Fact:
        """The fact that a cell does not hold a number, known before an event."""
        found = self._struck(cell, number, log, before)
        if found is None:
            raise UnexplainedError
        return found

    def explain(self) -> None:
        """Explain all facts that were asked for, and those that they stand on."""
        while self._todo:
            fact = self._todo.pop()
            if fact.holds:
                self._explain_fix(fact)
            else:
                self._explain_strike(fact)

    def conflict(self, log: Log) -> Conflict | Lemma:
        """Return what contradicts itself at the end of a log.

        Raises:
            UnexplainedError: if nothing does.
        """
        state, end = log.state, len(log.events)
        once = 0
        for cells in state.admits.values():
            once |= cells
        for cell in bits(state.unfixed & ~once):
            found = [self._struck(cell, number, log, end) for number in self.tokens.all]
            facts = [fact for fact in found if fact is not None]
            if len(facts) == len(found):
                return Conflict(self.tokens.some(cell), facts)
        changed = {event.number for event in log.events}
        for number, cells in sorted(state.fixed.items(), key=lambda its: its[0] not in changed):
            for group in components(self.flood.near, cells):
                cell = group.bit_length() - 1
                cut = self.flood.cut(number, cell, cells, state.admits[number])
                if cut is not None:
                    return Conflict(*self._region(number, cell, *cut, log, end))
        for x, y in self._puzzle.walls:
            for number, cells in state.fixed.items():
                if cells >> x & cells >> y & 1:
                    both = [self.holds(z, number, log, end) for z in (x, y)]
                    return Conflict(tuple(-fact.literal for fact in both), both)
        for choice in reversed(log.choices):
            if not any(choice.alive):
                return Lemma((), self._one_is_so(choice, 0))
        crowd = self._crowd(log, end)
        if self._counted and crowd.free < 0:
            clause = crowd.clause(self.tokens)
            return Conflict(clause, self._false(clause, 0, log, end))
        raise UnexplainedError

    def _fact(self, cell: int, number: int, holds: bool, log: Log, index: int, key: int) -> Fact:
        literal = self.tokens.literal(cell, number) * (1 if holds else -1)
        name = literal, (log.order, key)
        fact = self._known.get(name)
        if fact is None:
            fact = self._known[name] = Fact(literal, cell, number, holds, log, index, name[1])
            self._todo.append(fact)
        return fact

    def _fixed(self, cell: int, log: Log, before: int) -> Fact | None:
        number = self._puzzle.clues.get(cell)
        if number is not None:
            return self._fact(cell, self.tokens.of(number), True, self._root, -1, -4)
        for index, at in self._indices(log, before):
            event = index.fixed.get(cell)
            if event is not None and event[0] < at:
                (_, place), its, number = event
                return self._fact(cell, number, True, its, place, 4 * place)
        return None

    def _struck(self, cell: int, number: int, log: Log, before: int) -> Fact | None:
        """The fact that a number is struck: another one is there, or by an event, or for want of room."""
        clue = self._puzzle.clues.get(cell)
        if clue is not None:
            if self.tokens.of(clue) == number:
                return None
            return self._fact(cell, number, False, self._root, -1, -3)
        stands = False
        for index, at in self._indices(log, before):
            fixed = index.fixed.get(cell)
            if fixed is not None and fixed[0] < at:
                (_, place), its, there = fixed
                return None if there == number else self._fact(cell, number, False, its, place, 4 * place + 1)
            event = index.struck.get(number, {}).get(cell)
            if event is not None and event[0] < at:
                (_, place), its = event
                return self._fact(cell, number, False, its, place, 4 * place)
            stands = stands or index.stood.get(number, at) < at
        if stands:
            return None
        if not log.main and log.before is not None:
            fact = self._roomless(cell, number, log.before, log.at)
            if fact is not None:
                return fact
        return self._roomless(cell, number, log, before)

    def _indices(self, log: Log, before: int) -> list[tuple[Index, tuple[int, int]]]:
        """The facts of all cases, then those of the log's, each with up to where it is known."""
        if log.main or log.before is None:
            return [(self._main, (log.order, before))]
        return [(self._main, (log.before.order, log.at)), (log.index(), (log.order, before))]

    def _roomless(self, cell: int, number: int, log: Log, before: int) -> Fact | None:
        """The fact that a number that stands nowhere has no room, before an event."""
        literal = self.tokens.literal(cell, number)
        known = self._roomless_at.get(literal)
        if known is not None and log.main and (known.log.order, known.index) <= (log.order, before):
            return known
        unfixed = log.unfixed_at(before)
        cut: tuple[int, int] | None
        if number == OTHER:
            closed = self.flood.room_of_others(self.tokens.least, cell, unfixed)
            cut = None if closed is None else (1 << cell, closed)
        else:
            cut = self.flood.cut(number, cell, 0, unfixed)
        if cut is None and not self._too_many(cell, number, log, before):
            return None
        fact = self._fact(cell, number, False, log, before, 4 * before - 2)
        if not fact.clause:
            self._todo.pop()  # it is new, and explained at once
            if cut is None:
                self._explain_by_count(fact, before)
            else:
                fact.clause, fact.because = self._region(number, cell, *cut, log, before)
        if log.main:
            self._roomless_at[literal] = fact
        return fact

    def _region(
        self, number: int, cell: int, used: int, closed: int, log: Log, before: int
    ) -> tuple[Clause, list[Fact]]:
        """The clause of a flood, the cell's literal first, and the facts for all but that one."""
        literal = self.tokens.literal
        clause = [-literal(cell, number)]
        because = []
        for x in bits(used & ~(1 << cell)):
            clause.append(-literal(x, number))
            because.append(self.holds(x, number, log, before))
        for y in bits(closed):
            clause.append(literal(y, number))
            because.append(self.lacks(y, number, log, before))
        held = self._fixed(cell, log, before)
        if held is not None and held.number == number:
            because.append(held)
        return tuple(clause), because

    def _explain_strike(self, fact: Fact) -> None:
        log, index, cell, number = fact.log, fact.index, fact.cell, fact.number
        if (cell, number, False) in log.assumed:
            self._explain_assumption(fact)
            return
        if fact.key[1] % 4 == 1:  # another number is there
            held = self._fixed(cell, log, index + 1)
            if held is None:
                raise UnexplainedError
            fact.clause, fact.because = (-held.literal, fact.literal), [held]
            return
        for other in self._walled.get(cell, ()):
            there = self._fixed(other, log, index)
            if there is not None and there.number == number:
                fact.clause, fact.because = (fact.literal, -there.literal), [there]
                return
        if index < 0:
            raise UnexplainedError
        event = log.events[index]
        cut = self.flood.cut(number, cell, event.fixed, event.admits)
        if cut is not None:
            fact.clause, fact.because = self._region(number, cell, *cut, log, index)
        elif self._too_many(cell, number, log, index):
            self._explain_by_count(fact, index)
        else:
            fact.lemma = self._agreed(fact)

    def _too_many(self, cell: int, number: int, log: Log, before: int) -> bool:
        """True if the board has too few cells for a region of a number at a cell, before an event."""
        if not self._counted or not log.main:
            return False
        crowd = self._crowd(log, before)
        return crowd.free < (number or self.tokens.least) and not crowd.reached.get(number, 0) >> cell & 1

    def _explain_by_count(self, fact: Fact, before: int) -> None:
        crowd, number = self._crowd(fact.log, before), fact.number
        fact.clause = crowd.clause(self.tokens, number, number or self.tokens.least, 1 << fact.cell)
        fact.because = self._false(fact.clause, fact.literal, fact.log, before)

    def _false(self, clause: Clause, but: int, log: Log, before: int) -> list[Fact]:
        """The facts that make all literals of a clause but one false."""
        facts = []
        for literal in clause:
            if literal != but:
                cell, number = self.tokens.meaning(abs(literal))
                facts.append((self.lacks if literal > 0 else self.holds)(cell, number, log, before))
        return facts

    def _crowd(self, log: Log, before: int) -> Crowd:
        """The groups that are in different regions before an event."""
        found = self._crowds.get((log.order, before))
        if found is None:
            held = {number: log.held(number, before) for number in self.tokens.named}
            admits = {number: log.admitted(number, before) for number in held if held[number]}
            found = crowd(self.flood.near, self.tokens.size, held, admits)
            self._crowds[log.order, before] = found
        return found

    def _explain_fix(self, fact: Fact) -> None:
        log, index, cell, number = fact.log, fact.index, fact.cell, fact.number
        if index < 0:
            fact.clause = (fact.literal,)
            return
        if (cell, number, True) in log.assumed:
            self._explain_assumption(fact)
            return
        event = log.events[index]
        for group in self._nearest(number, cell, event.fixed):
            start = group.bit_length() - 1
            cut = self.flood.cut(number, start, event.fixed, event.admits & ~(1 << cell))
            if cut is not None:
                here = cut[1] & 1 << cell  # without it the group has no room anyway, and that is a conflict
                clause, because = self._region(number, start, cut[0], cut[1] ^ here, log, index)
                fact.clause, fact.because = (*clause, fact.literal) if here else clause, because
                return
        others = [self._struck(cell, other, log, index) for other in self.tokens.all if other != number]
        struck = [other for other in others if other is not None]
        if len(struck) == len(others):
            fact.clause, fact.because = self.tokens.some(cell), struck
            return
        fact.lemma = self._agreed(fact)

    def _nearest(self, number: int, cell: int, fixed: int) -> Iterator[int]:
        """The open groups of a number that a cell may matter to, those beside it first."""
        near = self.flood.near
        for steps in (1, number):
            close = within(near, 1 << cell, -1, steps) & fixed
            while close:
                group = component(near, close & -close, fixed)
                close &= ~group
                fixed &= ~group
                if group.bit_count() < number:
                    yield group

    def _explain_assumption(self, fact: Fact) -> None:
        """A case assumes it; or one case alone is left, so that it is so."""
        log = fact.log
        if not log.main:
            fact.assumed = True
            return
        before = log.before
        choice = next(choice for choice in before.choices if log in choice.logs) if before else None
        if choice is None:
            raise UnexplainedError
        fact.lemma = Lemma((fact.literal,), self._one_is_so(choice, fact.literal))

    def _agreed(self, fact: Fact) -> Lemma:
        """The lemma that a fact holds in each case of a choice that was made just before."""
        for choice in reversed(fact.log.choices):
            if choice.at <= fact.index and sum(choice.alive) > 1 and self._in_each(choice, fact):
                return Lemma((fact.literal,), self._one_is_so(choice, fact.literal, fact))
        raise UnexplainedError

    def _in_each(self, choice: Choice, fact: Fact) -> bool:
        return all(
            self._found_in(log, fact) is not None
            for log, alive in zip(choice.logs, choice.alive, strict=True)
            if alive
        )

    def _found_in(self, log: Log, fact: Fact) -> Fact | None:
        """The same fact at the end of the log of a case."""
        end = len(log.events)
        found = self._fixed(fact.cell, log, end)
        if fact.holds:
            return found if found is not None and found.number == fact.number else None
        return self._struck(fact.cell, fact.number, log, end)

    def _one_is_so(
        self, choice: Choice, literal: int, fact: Fact | None = None
    ) -> list[Fact | Lemma | Conflict]:
        """The steps from the cases to a conflict."""
        steps: list[Fact | Lemma | Conflict] = []
        tokens, log = self.tokens, choice.log
        for number, (case, its, alive) in enumerate(
            zip(choice.cases, choice.logs, choice.alive, strict=True)
        ):
            cell = case.cell.bit_length() - 1
            refuted = (
                -tokens.literal(cell, case.number),
                *(tokens.literal(x, case.number) for x in bits(case.without)),
            )
            name = its.order, literal if alive else 0, number
            if alive and (fact is None or -literal in refuted):
                continue
            lemma = self._cases.get(name)
            if lemma is None:
                end: list[Fact | Lemma | Conflict]
                if alive and fact is not None:
                    found = self._found_in(its, fact)
                    end = [found] if found is not None else []
                    lemma = Lemma(tuple(dict.fromkeys((*refuted, literal))), end)
                else:
                    lemma = Lemma(refuted, [self.conflict(its)])
                self._cases[name] = lemma
            steps.append(lemma)
        first = choice.cases[0]
        if len({case.cell for case in choice.cases}) > 1:
            steps.append(self._exits(choice))
        else:
            cell = first.cell.bit_length() - 1
            cases = {case.number for case in choice.cases}
            rest = [number for number in tokens.all if number not in cases]
            steps.append(Conflict(tokens.some(cell), [self.lacks(cell, n, log, choice.at) for n in rest]))
        return steps

    def _exits(self, choice: Choice) -> Conflict:
        """The clause that a group goes on through one of its exits."""
        near, log, before = self.flood.near, choice.log, choice.at
        number, exits = choice.cases[0].number, sum(case.cell for case in choice.cases)
        fixed, allowed = choice.fixed, choice.admits
        for cell in bits(near(exits) & fixed):
            group = component(near, 1 << cell, fixed)
            if group.bit_count() < number and near(group) & allowed & ~group == exits:
                cut = self.flood.cut(number, cell, fixed, allowed & ~exits)
                if cut is not None:
                    clause, because = self._region(number, cell, cut[0], cut[1] & ~exits, log, before)
                    more = tuple(self.tokens.literal(x, number) for x in bits(exits & cut[1]))
                    return Conflict((*clause, *more), because)
        raise UnexplainedError

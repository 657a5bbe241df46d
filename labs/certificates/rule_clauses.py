"""The rules of an open puzzle as clauses: asserted at first, by counting, and against wrong models.

Completion adds clauses in one session with an SMT solver until there is no model.

The counter is the sequential one (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
constraints, 2005), as docs/labs/certificates/evidence.md has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from time import monotonic, process_time

from drivers.answer import Sat, Unsat
from drivers.backend import seconds_left
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import tuned
from drivers.solvers import default_solver
from encoder.encodings.registry import find
from encoder.lazy.refutation import cuts_against, near_fillings
from encoder.parts.clauses import growth, small_regions
from encoder.parts.cut_clauses import Cut, first_of
from encoder.parts.packed import word_definition, words_of
from encoder.parts.redundant import part_bounds
from encoder.parts.values import BIG
from encoder.parts.variants import clued_cells
from fillomino.graph import bits, cells_by_value, component, components
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record
from fillomino.rules import violations
from labs.certificates.crowd import Crowd
from labs.certificates.journal import JournaledState, Learned
from labs.certificates.proof import NOTHING_LEFT
from labs.certificates.refute import RefuteError, refutation
from labs.certificates.tokens import OTHER, Clause, NoCertificateError, Tokens
from smtlib.script import conjunction, disjunction
from workbench.methods.encodings import best_logic
from workbench.methods.smt import reason_of


class Rules:
    """The open part of a puzzle. Sets of cells are bit sets.

    Attributes:
        puzzle: the puzzle.
        tokens: the tokens.
        near: neighbours of a set, not through walls.
        open: the cells whose token is not known.
        fixed: for each token the cells that are known to hold it.
        admits: for each token the cells that may hold it, known ones among them.
        false: the literals that are known to be false.
    """

    def __init__(self, puzzle: Puzzle, tokens: Tokens, state: JournaledState) -> None:
        """Take the candidates of a state of deduction, perhaps about the puzzle with fewer rules."""
        self.puzzle, self.tokens, self.near = puzzle, tokens, state.near
        named, self.open = sum(1 << number for number in tokens.named), 0
        self.fixed, self.admits = dict.fromkeys(tokens.all, 0), dict.fromkeys(tokens.all, 0)
        for cell, mask in enumerate(state.candidates()):
            held = [*bits(mask & named), *[OTHER] * bool(mask & ~named)]
            for token in held:
                self.admits[token] |= 1 << cell
            if len(held) == 1:
                self.fixed[held[0]] |= 1 << cell
            else:
                self.open |= 1 << cell
        self._crowd = Crowd(self.near, tokens.size, self.fixed, self.admits)
        self._true = {tokens.literal(x, token) for token, cells in self.fixed.items() for x in bits(cells)}
        for token, cells in self.admits.items():
            literals = tokens.literals[token]
            self._true.update(-literals[x] for x in bits(state.every & ~cells))
        self.false = {-n for n in self._true}

    def held_by(self, cell: int) -> list[int]:
        """The tokens that a cell may hold."""
        return [token for token, cells in self.admits.items() if cells >> cell & 1]

    def least(self, token: int) -> int:
        """The least number of connected cells of a token."""
        return token or self.tokens.least

    def reduced(self, clause: Clause) -> Clause | None:
        """Return a clause without the literals that are known to be false; ``None`` if it is true."""
        if not self._true.isdisjoint(clause):
            return None
        false = self.false
        return clause if false.isdisjoint(clause) else tuple(n for n in clause if n not in false)

    def clause(self, cut: Cut) -> Clause:
        """Return a cut as a clause; the checker begins with the cell of its first negative literal."""
        literal = self.tokens.literals[cut.value]
        return (*[-literal[x] for x in cut.cells], *[literal[y] for y in cut.border])

    def base(self) -> Iterator[Clause]:
        """Yield what is asserted first: tokens, growth, small regions, walls and colours."""
        tokens, literal = self.tokens, self.tokens.literal
        for cell in bits(self.open):
            yield tokens.some(cell)
            for one, other in combinations(self.held_by(cell), 2):
                yield -literal(cell, one), -literal(cell, other)
        yield from map(self.clause, growth(self))
        for cut in small_regions(self, self.puzzle.walls):
            if cut.value != OTHER:  # at a wall, two numbers that are not named may differ
                yield self.clause(cut)
        if self.puzzle.checkered:
            yield from self._colours()

    def _colours(self) -> Iterator[Clause]:
        board, literal = self.puzzle.board, self.tokens.literal
        for part in board.components():
            yield (-self.tokens.colour(part[0]),)
        for x, y in board.links():
            one, other = self.tokens.colour(x), self.tokens.colour(y)
            for token in self.tokens.all:
                here, there = literal(x, token), literal(y, token)
                for shade in (1, -1):
                    yield -here, there, shade * one, shade * other
                    yield -there, here, shade * one, shade * other
                    if token != OTHER:
                        yield -here, -there, shade * one, -shade * other

    def broken(self, held: Mapping[int, int]) -> list[Clause]:
        """The clauses that a model breaks, in which so many cells hold each token."""
        found: dict[Clause, None] = {}
        clued = clued_cells(self.puzzle)
        for token, cells in held.items():
            short_of_cells = token > max(0, self._crowd.free) and token in self._crowd.groups
            for part in components(self.near, cells):
                if short_of_cells and not part & self._crowd.groups[token].held:
                    found |= dict.fromkeys(self._no_cells_left(token, part, cells))
                cuts = cuts_against(self, clued, token, part, cells)
                size = part.bit_count()
                alone = token == OTHER and size in self.tokens.named and size <= 2 * self.tokens.least
                if alone and not cuts:  # neither a region of that size, nor several of other sizes
                    cuts = [Cut(OTHER, tuple(bits(part)), tuple(bits(self.near(part) & ~part)))]
                found |= dict.fromkeys(map(self.clause, cuts))
        return list(found)

    def _no_cells_left(self, token: int, part: int, held: int) -> Iterator[Clause]:
        """Clauses that a set is no region of a number beside its known ones, for want of cells.

        The set is closed in, or the known groups with what they have grown to; but only as far as it takes
        for the set to be too many steps away from these.
        """
        crowd, near, admits = self._crowd, self.near, self.admits[token]
        premise = 1 << first_of(part, self.fixed[token])
        for cells in (part, component(near, crowd.groups[token].held, held)):
            border = near(cells) & admits & ~cells
            closed = crowd.closing(near, token, admits, premise, border)
            yield crowd.clause(self.tokens, token, token, premise, closed)


MOST_VARIABLES = 12_000
"""The most variables of all counters together; further counters are left out."""


class Counter(Record):
    """A counter, with a variable s(i, j) for "of the first i cells at least j hold the number".

    Attributes:
        number: the number.
        most: the greatest j.
        cells: the cells, those that are known to hold it first.
        known: how many of them are known.
        first: the variable before s(1, 1).
    """

    number: int
    most: int
    cells: tuple[int, ...]
    known: int
    first: int

    @property
    def variables(self) -> range:
        """The variables s(i, j)."""
        return range(self.first + 1, self.first + 1 + self.most * len(self.cells))

    def line(self, tokens: Tokens) -> str:
        """The comment that declares it."""
        return " ".join(map(str, ("c counter", tokens.named.index(self.number), self.most, *self.cells)))

    def clauses(self, rules: Rules) -> Iterator[Clause]:
        """Yield the parts of its definition that are needed, and that regions are whole.

        No more than i of the first i cells hold the number, and all of those that are known.
        """
        number, most, known, total = self.number, self.most, self.known, len(self.cells)
        held = [rules.tokens.literal(cell, number) for cell in self.cells]

        def at(i: int, j: int) -> int:
            return self.first + (i - 1) * most + j

        yield -held[0], at(1, 1)
        for i in range(2, known + 1):
            yield -held[i - 1], -at(i - 1, i - 1), at(i, i)
        for i in range(known + 1, total + 1):
            yield -at(i - 1, known), at(i, known)
            x = held[i - 1]
            # Fewer can't be completed by the remaining cells.
            for j in range(max(known + 1, number - (total - i)), min(i, most) + 1):
                here, less = at(i, j), at(i - 1, j - 1)
                yield -x, -less, here
                if j == i:
                    yield -here, x
                    yield -here, less
                else:
                    before = at(i - 1, j)
                    yield -before, here
                    yield -here, before, x
                    yield -here, before, less
        cells = sum(1 << cell for cell in self.cells)
        lacks = [rules.tokens.literal(y, number) for y in bits(rules.near(cells) & ~cells)]
        several = [j for j in range(1, most + 1, number) if j > known]
        for j in [known, *several] if known % number else several:
            up = j + -j % number
            yield (-at(total, j), *([at(total, up)] if up <= total else []), *lacks)


def counters(rules: Rules) -> list[Counter]:
    """Return a counter for each part with room for few regions of a number, one of them known."""
    made: list[Counter] = []
    first = rules.tokens.variables
    for bound in part_bounds(rules):
        number, size = bound.number, bound.cells.bit_count()
        most = bound.most * number + 1
        if first + size * most - rules.tokens.variables <= MOST_VARIABLES:
            fixed = bound.cells & rules.fixed[number]
            cells = *bits(fixed), *bits(bound.cells & ~fixed)
            made.append(Counter(number, most, cells, fixed.bit_count(), first))
            first += size * most
    return made


COUNTED_AFTER = 60
"""Number of models after which counters are added: most puzzles need fewer, and counters slow some down.

Of real puzzles of up to 400 cells two need more, of 10x10 with regions of 36 and 55 cells. Their certificates
take 0.76 and 0.99 s, and with counters after 150 models 0.94 and 1.61 s."""


class Completion:
    """Clauses about an open puzzle, completed until they have no model.

    Attributes:
        clauses: from each clause, without the literals that are known to be false, to the whole clause.
        counters: the counters of these clauses.
        refutation: their DRAT proof, once they are complete.
    """

    def __init__(self, rules: Rules, claimed: Iterable[Filling], learned: Sequence[Learned] = ()) -> None:
        """Take what is asserted first, the claimed fillings, and cuts that a session has learned."""
        self.clauses: dict[Clause, Clause] = {}
        self.counters: list[Counter] = []
        self.refutation = NOTHING_LEFT
        self._rules, self._claimed = rules, list(claimed)
        self._new: list[Clause] = []
        self._shortened: list[Clause] = []
        self._add(rules.base())
        for filling in self._claimed:
            self._add([rules.tokens.another(filling, rules.puzzle.clues)])
            self._add(map(rules.clause, near_fillings(rules, cells_by_value(filling))))
        self._learned = bool(learned)
        if learned:
            self._add(map(rules.clause, self._cuts(learned)))
            self._count()  # as that session did

    def _cuts(self, learned: Iterable[Learned]) -> Iterator[Cut]:
        """Cuts about tokens, from those about numbers and BIG, which stands for all numbers above a cap."""
        tokens, admits = self._rules.tokens, self._rules.admits
        for its in learned:
            cut = its.cut
            if cut.value in tokens.named:
                yield cut
            elif cut.value == BIG and len(cut.cells) == 1:  # a cell whose set is too small
                above = [number for number in tokens.named if number > its.cap]
                for token in [*above, OTHER] if tokens.least > its.cap else above:
                    if admits[token] >> cut.cells[0] & 1:
                        yield Cut(token, cut.cells, cut.border)

    def complete(self, limits: Limits, patience: float) -> set[int]:
        """Add clauses until a SAT solver has refuted them.

        What a session has learned is what it refuted, so the SAT solver is asked at once; without that, or
        where it finds a model after all, clauses are added in a session of their own.

        Args:
            limits: of each solver.
            patience: CPU seconds for reading a proof that has to be checked.

        Returns:
            Nothing; or numbers to name, where models remain that only clauses about these exclude.

        Raises:
            NoCertificateError: if the solver gives no answer, or a solution that the claim denies.
            SessionError: if the solver fails.
            RefuteError: if the SAT solver does.
        """
        if self._learned:
            answer = refutation(list(self.clauses), limits, process_time() + patience)
            if isinstance(answer, str):
                self.refutation = answer
                return set()
            held = dict(self._rules.fixed)
            for n in answer:
                if 0 < n <= self._rules.tokens.colours:
                    x, token = self._rules.tokens.meaning(n)
                    held[token] |= 1 << x & self._rules.open & self._rules.admits[token]
            if not self._add(self._rules.broken(held)):
                return self._names(held)
        names = self._in_session(limits)
        if not names:
            answer = refutation(list(self.clauses), limits, process_time() + patience)
            if not isinstance(answer, str):
                raise RefuteError("the SAT solver found a model where there is none")
            self.refutation = answer
        return names

    def _in_session(self, limits: Limits) -> set[int]:
        """Add clauses until an SMT solver finds no model; see `complete`."""
        until = None if limits.seconds is None else monotonic() + limits.seconds
        solver = default_solver()
        logic = best_logic(find("cuts"), solver)
        rules, tokens = self._rules, self._rules.tokens
        pairs = [(x, t) for t, cells in rules.admits.items() for x in bits(cells & rules.open)]
        words = words_of(pairs)
        names = {name: [f"v{tokens.literal(*pair)}" for pair in word] for name, word in words.items()}
        colours = [f"v{tokens.colour(x)}" for x in range(tokens.size)] if rules.puzzle.checkered else []
        opening = [
            "(set-option :produce-models true)",
            f"(set-logic {logic})",
            *(f"(declare-fun {name} () Bool)" for name in chain(*names.values(), colours)),
            *(word_definition(name, word) for name, word in names.items()),
            *(f"(declare-fun v{n} () Bool)" for counter in self.counters for n in counter.variables),
        ]
        with Session(tuned(solver, logic), limits) as session:
            session.send_script("\n".join(opening))
            asked = 0
            while True:
                if asked == COUNTED_AFTER and not self.counters and (variables := self._count()):
                    session.send_script("\n".join(f"(declare-fun v{n} () Bool)" for n in variables))
                asked += 1
                new, self._new = self._new, []
                answer = session.check(
                    asserting=[conjunction([_term(clause) for clause in new])] if new else [],
                    asking=list(words),
                    seconds=seconds_left(until),
                )
                if isinstance(answer, Unsat):
                    return set()
                if not isinstance(answer, Sat):
                    raise NoCertificateError(f"the solver did not refute the clauses: {reason_of(answer)}")
                held = dict(rules.fixed)
                for name, word in words.items():
                    for i in bits(int(answer.values[name])):
                        x, t = word[~i]
                        held[t] |= 1 << x
                if not self._add(rules.broken(held)):
                    return self._names(held)

    def _count(self) -> list[int]:
        """Add counters; return their variables."""
        self.counters = counters(self._rules)
        for counter in self.counters:
            self._add(counter.clauses(self._rules))
        return [n for counter in self.counters for n in counter.variables]

    def _add(self, clauses: Iterable[Clause]) -> bool:
        new = False
        for clause in clauses:
            reduced = self._rules.reduced(clause)
            if reduced is not None and reduced not in self.clauses:
                self.clauses[reduced] = clause
                self._new.append(reduced)
                new = True
                if reduced is not clause:
                    self._shortened.append(clause)
        return new

    def denied(self) -> set[int]:
        """The literals that are known to be false, and left out of clauses."""
        return self._rules.false & set().union(*self._shortened)

    def _names(self, held: dict[int, int]) -> set[int]:
        """The numbers to name because of a model that breaks no clause.

        Raises:
            NoCertificateError: if it is a solution.
        """
        rules, numbers, sizes = self._rules, [0] * self._rules.tokens.size, set()
        for token, cells in held.items():
            for part in components(rules.near, cells):
                number = token or part.bit_count()
                for x in bits(part):
                    numbers[x] = number
                sizes.add(number)
        if tuple(numbers) not in self._claimed and not violations(rules.puzzle, tuple(numbers)):
            raise NoCertificateError("the puzzle has a solution that the claim excludes")
        return sizes - set(rules.tokens.named) or {rules.tokens.least}


def _term(clause: Clause) -> str:
    return disjunction([f"v{n}" if n > 0 else f"(not v{-n})" for n in clause])

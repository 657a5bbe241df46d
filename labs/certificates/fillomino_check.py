"""Check a certificate about a Fillomino puzzle; this file alone is enough, with any Python from 3.8.

    python fillomino_check.py PUZZLE CNF [DRAT]

PUZZLE is the puzzle that you mean: write it yourself, or read it. CNF has the claim, and clauses that
hold in every solution that the claim excludes: each is checked here. DRAT derives a contradiction from them,
so there is no such solution. docs/labs/certificates/evidence.md proves each lemma named below.
Exit codes: 0 VERIFIED. 1 REFUSED. 2 wrong usage, a file that can't be read, or too little memory.
3 CLAUSES HOLD: no DRAT is given; drat-trim, or cake_lpr with what it makes of it, may check the rest.
"""

import bisect
import hashlib
import math
import os
import sys

LONGEST = 1 << 26  # bytes of a line
PRINTED = bytes(range(32, 127)) + b"\n\r\t"

CLAIMS = {
    "unique": "the filling is the only solution",
    "unsolvable": "there is no solution",
    "filling": "the filling is a solution",
    "exactly": "the fillings are all the solutions there are",
}


class Refused(Exception):
    """The certificate proves nothing, for this reason."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def whole(word, least=1):
    need(word.isdigit() and int(word) >= least, f"{word!r} is not a whole number from {least} on")
    return int(word)


class Puzzle:
    """Cells 0, 1, … in order, holes not counted, and their neighbours: `near` if no wall is between."""

    def __init__(self, lines):
        (*head,), *lines = list(filter(None, lines)) or [[]]
        need(len(head) == 2, "the puzzle begins neither with 'H W' nor with 'graph N'")
        self.walls, self.largest, self.basic, self.checkered = set(), math.inf, False, False
        graph = head[0] == "graph"
        height, width = (0, 0) if graph else (whole(head[0]), whole(head[1]))
        rows = lines[:height]
        need(len(rows) == height and all(len(row) == width for row in rows), "there are not H rows of W")
        places = ((i, j) for i in range(height) for j in range(width) if rows[i][j] != "#")
        at = {place: cell for cell, place in enumerate(places)}
        self.clues = {at[i, j]: whole(rows[i][j]) for i, j in at if rows[i][j] not in (".", "?", "0")}
        self.size = whole(head[1]) if graph else whole(str(len(at)))
        need(self.size <= 1000000, "the puzzle has more than a million cells")
        beside = [((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)) for i, j in at] or [()] * self.size
        self.linked = [{at[place] for place in places if place in at} for places in beside]
        for line in lines[height:]:
            self.line(line[0], [whole(word, 0) for word in line[1:]], graph)
        self.near = [[y for y in its if (x, y) not in self.walls] for x, its in enumerate(self.linked)]
        self.coloured = self.parts(range(self.size), self.linked) if self.checkered else []

    def line(self, word, numbers, graph):
        x, y = numbers if len(numbers) == 2 else (-1, -1)
        two = 0 <= x < self.size > y >= 0 and x != y
        if word == "link" and graph and two:
            self.linked[x].add(y)
            self.linked[y].add(x)
        elif word == "wall" and two and y in self.linked[x]:
            self.walls |= {(x, y), (y, x)}
        elif word == "clue" and graph and 0 <= x < self.size and y > 0 and x not in self.clues:
            self.clues[x] = y
        elif word == "largest" and len(numbers) == 1 and self.largest == math.inf:
            self.largest = numbers[0]
        elif word in ("basic", "checkered") and not numbers:
            setattr(self, word, True)
        else:
            raise Refused(f"the puzzle has an invalid line: {word} {numbers}")

    def parts(self, cells, near):
        """The connected parts of some cells; in each the first of them, and every other after a neighbour."""
        left, found = set(cells), []
        for start in cells:
            if start in left:
                left.remove(start)
                found.append([start])
                for x in found[-1]:
                    found[-1] += [y for y in near[x] if y in left]
                    left.difference_update(near[x])
        return found

    def judge(self, filling):
        """Refuse a filling that is no solution, by the rules themselves."""
        need(len(filling) == self.size, "a filling does not have one number for each cell")
        need(all(filling[x] == v for x, v in self.clues.items()), "a filling changes a clue")
        need(all(filling[x] != filling[y] for x, y in self.walls), "a filling has a region across a wall")
        for number in set(filling):
            need(number <= self.largest, "a filling has too large a region")
            for part in self.parts([x for x in range(self.size) if filling[x] == number], self.linked):
                need(len(part) == number, f"a filling has a region of {number} with {len(part)} cells")
                need(not self.basic or any(x in self.clues for x in part), "a region has no clue")
        colour = {}
        for x in (x for part in self.coloured for x in part):
            for y in self.linked[x]:
                wanted = colour.setdefault(x, 0) ^ (filling[x] != filling[y])
                need(colour.setdefault(y, wanted) == wanted, "a filling needs a third colour")


class Certificate:
    """The claim of a CNF and its clauses, each of which must hold by one of the lemmas."""

    def __init__(self, puzzle, lines):
        self.puzzle, self.claim, self.named = puzzle, None, None
        self.fillings, self.counters, self.clauses, header = [], [], [], None
        for words in filter(None, lines):
            if header is not None:
                self.clauses.append(until_zero(words))
            elif words[:2] == ["p", "cnf"] and len(words) == 4:
                header = whole(words[2], 0), whole(words[3], 0)
            else:
                self.comment(words)
        need(header and self.claim and self.named is not None, "the header, claim or named are missing")
        self.other, self.width = len(self.named), len(self.named) + 1  # the token "another number"; of all
        self.token = {v: t for t, v in enumerate(self.named)}
        self.least = next(m for m in range(1, self.width + 1) if m not in self.token)
        self.numbers = [*self.named, self.least]  # of cells, at least, that a region of a token has
        self.colours = puzzle.size * self.width  # the variables of colours come after this one
        self.variables = self.colours + puzzle.size
        self.before = []  # of each counter the last variable before its own
        for token, most, cells in self.counters:
            need(token <= self.other and max(cells) < puzzle.size, "a counter has no such token or cell")
            self.before.append(self.variables)
            self.variables += len(cells) * most
        need(header == (self.variables, len(self.clauses)), f"the header is not 'p cnf {self.variables} C'")
        for filling in self.fillings:
            puzzle.judge(filling)
            need(all(v in self.token for v in filling), "a number of a filling is not named")
        self.claimed = [[self.token[v] for v in filling] for filling in self.fillings]
        self.open = {x for x in range(puzzle.size) if x not in puzzle.clues}
        least, most = {"unsolvable": (0, 0), "exactly": (1, math.inf)}.get(self.claim, (1, 1))
        count = len(self.fillings)
        right = least <= len(set(self.fillings)) == count <= most
        need(right, f"the claim '{self.claim}' does not go with {count} fillings, or they are not distinct")

    def comment(self, words):
        kind, rest = words[1] if words[:1] == ["c"] and len(words) > 1 else "", words[2:]
        if kind == "claim" and self.claim is None and len(rest) == 1 and rest[0] in CLAIMS:
            self.claim = rest[0]
        elif kind == "named" and self.named is None:
            self.named = [whole(word) for word in rest]
            need(len(set(rest)) == len(set(self.named)) == len(rest), "a number is named twice")
        elif kind == "filling":
            self.fillings.append(tuple(whole(word) for word in rest))
        elif kind == "counter" and len(rest) > 2:
            cells = [whole(word, 0) for word in rest[2:]]
            need(len(set(cells)) == len(cells), "a counter counts a cell twice")
            self.counters.append((whole(rest[0], 0), whole(rest[1]), cells))
        else:
            raise Refused(f"the CNF has an invalid line: {' '.join(words)}")

    def reason(self, clause):
        """The lemma by which a clause holds; `None` if there is none."""
        top = max(map(abs, clause), default=0)
        if not 0 < top <= self.variables or len(set(map(abs, clause))) < len(clause):
            return None
        if top > self.colours:
            counts = top > self.colours + self.puzzle.size
            return self.reason_by_count(clause) if counts else self.reason_by_colour(clause)
        no = [divmod(-n - 1, self.width) for n in clause if n < 0]
        yes = [divmod(n - 1, self.width) for n in clause if n > 0]
        tokens, cells = {t for _, t in no + yes}, {x for x, _ in no + yes}
        if not no:
            clues, (x, token) = self.puzzle.clues, yes[0]
            if len(yes) == 1 and x in clues and token == self.token.get(clues[x], self.other):
                return "clue"
            return "some token" if len(cells) == 1 and len(tokens) == self.width else None
        if not yes and len(cells) == 1 and len(tokens) == 2:
            return "one token"
        same = not yes and self.open <= cells and any(all(f[x] == t for x, t in no) for f in self.claimed)
        if same:  # lemma "naming": all cells without a clue are as in a claimed filling
            return "another filling"
        if tokens == {self.other}:
            return self.reason_by_other([x for x, _ in no], {x for x, _ in yes})
        if not yes and len(tokens) == 1 and tuple(x for x, _ in no) in self.puzzle.walls:
            return "wall"  # of a named number: two that are not named may differ
        return self.reason_by_rooms(no, yes)

    def reason_by_rooms(self, no, yes):
        """Lemmas "region" and "Hall": groups in different regions, and too few cells in all their rooms."""
        wanted, cells = 0, set()
        for token in dict.fromkeys(token for _, token in no):
            groups = self.puzzle.parts([x for x, t in no if t == token], self.puzzle.near)
            number, out, taken = self.numbers[token], {x for x, t in yes if t == token}, []
            for group in groups:  # the first negative literal names the one to start from
                if not any(group[0] in room for room in taken):
                    taken.append(self.room(token, group, groups, out))
                    wanted, cells = wanted + number, cells | taken[-1]
                    if len(cells) < wanted:
                        return "region" if wanted == number else "Hall"
        return None

    def room(self, token, start, groups, outside):
        """Cells that hold the region of a group, if all groups hold the token and `outside` do not."""
        puzzle, number, out = self.puzzle, self.numbers[token], set(outside)
        if token == self.other:
            return set(range(puzzle.size)) - out
        if len(start) > number or number > min(puzzle.size, puzzle.largest):
            return set()
        group_of = {x: group for group in groups for x in group}
        while True:
            reached, layers = set(start), [start, *([] for _ in range(number))]  # by cells beyond the start
            for more in range(number - len(start)):
                for y in (y for x in layers[more] for y in puzzle.near[x]):
                    if y not in reached and y not in out:
                        met = group_of.get(y, [y])
                        if len(start) + more + len(met) <= number:
                            reached.update(met)
                            layers[more + len(met)] += met
            beside = {x for x in reached if any(y in group_of and y not in reached for y in puzzle.near[x])}
            clued = not puzzle.basic or any(puzzle.clues.get(x) == number for x in reached)
            if len(reached) < number or not clued:
                return set()
            if not beside:
                return reached
            out |= beside  # a region with such a cell holds a group that is out of reach

    def reason_by_other(self, inside, outside):
        """Lemmas "another number" and "alone"."""
        puzzle, named = self.puzzle, self.token
        reached, met = [inside[0]], {inside[0], *outside}
        for x in reached:
            if len(reached) < self.least or puzzle.basic:
                reached += [y for y in puzzle.near[x] if y not in met]
                met.update(puzzle.near[x])
        clued = any(x in puzzle.clues and puzzle.clues[x] not in named for x in reached)
        if len(reached) < self.least or self.least > puzzle.largest or (puzzle.basic and not clued):
            return "another number"
        closed = all(y in outside or y in inside for x in inside for y in puzzle.near[x])
        one = len(puzzle.parts(inside, puzzle.near)) == 1 and len(inside) < 2 * self.least + 1
        return "alone" if closed and one and (len(inside) in named or len(inside) < self.least) else None

    def reason_by_colour(self, clause):
        """Lemma "colours"."""
        colours = [(abs(n) - self.colours - 1, n > 0) for n in clause if abs(n) > self.colours]
        held = [n for n in clause if abs(n) <= self.colours]
        (x, light), (y, shade) = colours[0], colours[-1]
        if len(clause) == 1 and not light and any(x == part[0] for part in self.puzzle.coloured):
            return "first colour"
        if (len(colours), len(held)) != (2, 2) or y not in self.puzzle.linked[x] or not self.puzzle.checkered:
            return None
        (cell, token), (beside, same) = (divmod(abs(n) - 1, self.width) for n in held)
        if {cell, beside} != {x, y} or token != same or min(held) > 0:
            return None
        kind = "different colours" if max(held) > 0 else "equal colours" if token < self.other else None
        return kind if (max(held) > 0) == (light == shade) else None

    def reason_by_count(self, clause):
        """The definition of a counter, or lemma "whole regions"."""
        given = set(clause)
        for variable in [abs(n) for n in clause if abs(n) > self.colours + self.puzzle.size]:
            at = bisect.bisect_left(self.before, variable) - 1
            token, most, cells = self.counters[at]
            i, j = (n + 1 for n in divmod(variable - self.before[at] - 1, most))

            def s(i, j, base=variable - (i - 1) * most - j, most=most):
                return math.inf if j == 0 else -math.inf if j > i else base + (i - 1) * most + j

            x, less = cells[i - 1] * self.width + token + 1, s(i - 1, j - 1)
            here, before = variable, s(i - 1, j)
            for form in ({-before, here}, {-x, -less, here}, {-here, before, x}, {-here, before, less}):
                if math.inf not in form and form - {-math.inf} <= given:
                    return "counter"
            if token == self.other or -variable not in given or j % self.numbers[token] == 0:
                continue
            border = {y for x in cells[:i] for y in self.puzzle.near[x]} - set(cells[:i])
            up = j + -j % self.numbers[token]  # the next multiple; above i, there are not so many cells
            follows = up > i or (up <= most and s(i, up) in given)
            if follows and all(y * self.width + token + 1 in given for y in border):
                return "whole regions"
        return None


def until_zero(words):
    need(words[-1:] == ["0"] and words.count("0") == 1, f"not a list that ends with 0: {' '.join(words)}")
    need(set("".join(words)) <= set("-0123456789"), f"not a list of integers: {' '.join(words)}")
    return tuple(map(int, words[:-1]))


class Clauses:
    """Clauses, and the literals that follow from them for good by unit propagation.

    Two literals of a clause are watched, those in front: while neither is false, nothing follows from it.
    """

    def __init__(self):
        self.true, self.trail, self.watched, self.conflict = set(), [], {}, False

    def add(self, clause):
        """Add a clause with what follows from it; `conflict` tells whether that is a contradiction."""
        if self.conflict or not self.true.isdisjoint(clause):
            return
        literals = sorted(dict.fromkeys(clause), key=lambda n: -n in self.true)  # false ones last
        for n in literals[:2]:
            self.watched.setdefault(n, []).append(literals)
        if not literals or -literals[0] in self.true:
            self.conflict = True
        elif len(literals) == 1 or -literals[1] in self.true:
            self.conflict = self.refute([literals[0]])

    def follows(self, clause):
        """Whether unit propagation refutes that a clause is false (RUP)."""
        if self.conflict or not self.true.isdisjoint(clause):
            return True
        known = len(self.trail)
        refuted = self.refute([-n for n in clause if -n not in self.true])
        self.true.difference_update(self.trail[known:])
        del self.trail[known:]
        return refuted

    def refute(self, literals):
        """Set literals true, and what follows from them; return whether some clause is false then."""
        true, trail, watched, at = self.true, self.trail, self.watched, len(self.trail)
        true.update(literals)
        trail += literals
        while at < len(trail):
            false, kept = -trail[at], []
            at += 1
            watching = watched.get(false, [])
            for place, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if other not in true:
                    for i in range(2, len(clause)):
                        if -clause[i] not in true:
                            clause[1], clause[i] = clause[i], false
                            watched.setdefault(clause[1], []).append(clause)
                            break
                    else:
                        if -other in true:
                            watched[false] = kept + watching[place:]
                            return True
                        true.add(other)
                        trail.append(other)
                        kept.append(clause)
                    continue
                kept.append(clause)
            watched[false] = kept
        return False


def check_proof(known, lines, variables):
    """Refuse a proof unless each line follows by unit propagation, and all together contradict themselves.

    Lines that delete clauses are passed over: what follows from some clauses follows from more.
    """
    for number, words in enumerate(lines, 1):
        if words and words[0] != "d":
            lemma = until_zero(words)
            need(all(abs(n) <= variables for n in lemma), f"line {number} of the proof has other variables")
            need(known.follows(lemma), f"line {number} of the proof does not follow by unit propagation")
            known.add(lemma)
    need(known.conflict, "the proof does not derive a contradiction")


def read(path):
    """The lines of a file, one by one, each split into words; after the last, its digest is printed."""
    if not os.path.isfile(path):
        raise OSError(f"{path} is missing, or not a regular file")
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for line in iter(lambda: file.readline(LONGEST), b""):
            digest.update(line)
            need(len(line) < LONGEST, f"{path} has a line of {LONGEST} bytes")
            need(not line.translate(None, PRINTED), f"{path} has characters that are not printable ASCII")
            yield line.decode("ascii").split()
    print(f"sha256 {digest.hexdigest()} {path}")


def check(puzzle, cnf, drat=None):
    certificate = Certificate(Puzzle(read(puzzle)), read(cnf))
    print("claim:", CLAIMS[certificate.claim])
    for filling in certificate.fillings:
        print("filling:", *filling)
    reasons = []
    for number, clause in enumerate(certificate.clauses, 1):
        reasons.append(certificate.reason(clause))
        need(reasons[-1], f"no lemma justifies clause {number}: {' '.join(map(str, clause))}")
    print("clauses:", ", ".join(f"{reasons.count(kind)} {kind}" for kind in sorted(set(reasons))))
    if drat is not None:
        known = Clauses()
        try:
            for clause in certificate.clauses:
                known.add(clause)
            check_proof(known, read(drat), certificate.variables)
        except MemoryError:
            known.__init__()  # Python needs some memory to end
            raise
    proved = drat is not None or certificate.claim == "filling"
    print("VERIFIED: " + CLAIMS[certificate.claim] if proved else "CLAUSES HOLD")
    return 0 if proved else 3


def main(arguments):
    if len(arguments) not in (2, 3) or any(word.startswith("-") for word in arguments):
        print(__doc__)
        return 2
    try:
        return check(*arguments)
    except (Refused, OSError, ValueError, MemoryError) as reason:
        refused = isinstance(reason, Refused)
        print("REFUSED:" if refused else "can't be read:", str(reason) or "too little memory")
        return 1 if refused else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

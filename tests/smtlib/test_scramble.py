"""A scrambled text is the same problem to evaluation, to solvers and to a comparison; an edit is not."""

from __future__ import annotations

import random
import re
import subprocess
import tracemalloc
from collections.abc import Sequence
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivers import Answer, Limits, Sat, Solver, Unsat, command_line, find, installed, run
from drivers.solver import require
from encoder.encoding import Encoding
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from fillomino import formats
from smtlib.difference import difference
from smtlib.errors import SexprError
from smtlib.evaluate import evaluate
from smtlib.literals import Bits, SortedValue, read_values
from smtlib.renaming import names_in, restored
from smtlib.render import driver
from smtlib.resolve import Resolver, Symbol
from smtlib.scramble import ANTISYMMETRIC, COMMUTATIVE, SYMMETRIC, Scrambled
from smtlib.sexpr import Sexpr, read_all, read_one, symbol_name, write
from smtlib.text import Text
from tests.encoder.test_script import TINY
from tests.support.datatypes import random_script
from tests.support.hostile import BY_OPTIONS
from tests.support.refused import refused
from tests.support.texts import asserting_check, lint, listing, scramble
from tests.support.where import brief, examples
from workbench.texts.writing import written

LIMITS = Limits(seconds=600)
FOUR = [find(name) for name in ("z3", "yices", "cvc5", "bitwuzla")]
SOLVERS = pytest.mark.parametrize(
    "by", [solver for solver in FOUR if installed(solver)], ids=lambda solver: solver.name
)
QUICK = settings(
    max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@lru_cache
def answer(text: str, solver: Solver) -> Answer:
    return run(text, solver, LIMITS).answer


# The files that we write.


@pytest.mark.parametrize("flavour", ["driver", "core"])
@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_scripts_of_encodings(encoding: Encoding, flavour: str) -> None:
    text = written(encoding.script(TINY["2x2-wall-largest"]), flavour)
    assert scramble(text, 0) == Scrambled(text, {}, 0)
    assert scramble(text, 0).file == text
    once = scramble(text, 7)
    assert once == scramble(text, 7)
    assert len({once.text, scramble(text, 8).text, scramble(text, 9).text}) == 3
    assert [finding.text for finding in lint(once.text) if finding.error] == []
    assert set(once.names.values()) >= asserting_check(text).sorts.keys()
    assert names_in(once.file) == once.names
    kept = scramble(text, 7, names=False)
    assert kept.names == {}
    assert asserting_check(kept.text).sorts == asserting_check(text).sorts
    assert len(read_all(kept.text)) == len(read_all(text))
    assert sorted(once.text.replace(" ", "")) != sorted(text)  # comments and names aside, nothing is lost:
    assert shape(kept.text) == shape(text)


def shape(text: str) -> dict[str, int]:
    """How often each atom occurs; turned comparisons are one."""
    found: dict[str, int] = {}
    for atom in re.findall(r"[^()\s]+", write(tuple(read_all(text)))):
        same = min(atom, ANTISYMMETRIC.get(atom, atom))
        found[same] = found.get(same, 0) + 1
    return found


@SOLVERS
def test_cores_come_back_under_their_own_names(by: Solver) -> None:
    text = """(set-option :produce-unsat-cores true)(set-logic QF_BV)
    (declare-fun a () (_ BitVec 4))(declare-fun |b c| () (_ BitVec 4))
    (assert (! (bvult a |b c|) :named |a first|))(assert (! (bvugt a |b c|) :named last))
    (assert (! (= a a) :named idle))
    (check-sat)(get-unsat-core)"""
    for seed in range(1, 4):
        scrambled = scramble(text, seed)
        found = answer(scrambled.text, by)
        assert isinstance(found, Unsat)
        core = f"({' '.join(found.core)})"
        assert sorted(read_one(restored(core, scrambled.names))) == ["last", "|a first|"]


# Texts of others: random scripts in Booleans, integers and bit-vectors.

INTEGERS, BOOLEANS, VECTORS = ("x", "|y z|", "x1"), ("p", "q", "|let|"), ("u", "|v|")


class Writer:
    """Writes random scripts; every symbol is bound somewhere, twice or shadowed where that is allowed."""

    def __init__(
        self, seed: int, *, integers: bool = True, vectors: bool = True, shadows: bool = True
    ) -> None:
        self.chance = random.Random(seed)
        self.integers, self.vectors = integers, vectors
        self.x, self.p, self.q = "xpq" if shadows else "kml"
        self.labels = 0
        self.known: list[str] = []  # labels that may be used from now on

    def integer(self, depth: int) -> str:
        pick = self.chance.choice
        if depth == 0:
            return pick((*INTEGERS, "0", "2", "(- 3)", "one"))

        def part() -> str:
            return self.integer(depth - 1)

        return pick((
            lambda: f"(+ {part()} {part()} {part()})",
            lambda: f"(- {part()} {part()})",
            lambda: f"(* 2 {part()})",
            lambda: f"(ite {self.boolean(depth - 1)} {part()} {part()})",
            lambda: f"(let (({self.x} {part()}) (w {part()})) (+ {self.x} w))",
        ))()  # fmt: skip

    def vector(self, depth: int) -> str:
        if depth == 0:
            return self.chance.choice((*VECTORS, "#b0101", "#xf", "(_ bv3 4)"))
        return f"(bvadd {self.vector(depth - 1)} {self.vector(depth - 1)})"

    def boolean(self, depth: int) -> str:
        pick = self.chance.choice
        if depth == 0:
            return pick((*BOOLEANS, "true", *self.known[-2:]))

        def part() -> str:
            return self.boolean(depth - 1)

        return pick((
            lambda: f"({pick(('and', 'or', 'xor', '=', '=>'))} {part()} {part()} {part()})",
            lambda: f"(not {part()})",
            lambda: f"(ite {part()} {part()} {part()})",
            self.chain,
            self.comparison if self.vectors else self.chain,
            lambda: f"(let (({self.p} {part()})) (let (({self.q} {self.p}) ({self.p} {part()})) "
            f"(=> {self.p} {self.q} {part()})))",
        ))()  # fmt: skip

    def chain(self) -> str:
        operators = ("<=", "<", ">=", ">", "=", "distinct") if self.integers else ("=", "distinct")
        terms = [self.integer(1) if self.integers else self.vector(1) for _ in range(3)]
        return f"({self.chance.choice(operators)} {' '.join(terms)})"

    def comparison(self) -> str:
        operator = self.chance.choice(("bvule", "bvult", "bvuge", "bvugt"))
        return f"({operator} {self.vector(1)} {self.vector(1)})"

    def assertion(self) -> str:
        """Bare, or under a label, or with a label inside that is used after it."""
        kind = self.chance.randrange(6)
        if kind == 0:
            self.labels += 1
            text = f"(assert (! {self.boolean(2)} :named |n {self.labels}|))"
            self.known.append(f"|n {self.labels}|")
            return text
        if kind == 1:
            self.labels += 1
            label = f"inner{self.labels}"
            return f"(assert (or (! {self.boolean(1)} :named {label}) (not {label}) {self.boolean(1)}))"
        return f"(assert {self.boolean(3)})"

    def script(self) -> str:
        logic = "ALL" if self.integers and self.vectors else "QF_LIA" if self.integers else "QF_BV"
        lines = ["; random", "(set-info :source |(assert x1) ; no|)", f"(set-logic {logic})"]
        lines += [f"(declare-fun {name} () Bool)" for name in BOOLEANS]
        if self.vectors:
            lines += [f"(declare-fun {name} () (_ BitVec 4))" for name in VECTORS]
        if self.integers:
            lines += [f"(declare-fun {name} () Int)" for name in INTEGERS]
            lines += ["(define-fun one () Int 1)", "(define-fun two () Int (+ one |one|))"]
            lines += ["(define-fun odd () Bool (<= two x))"]
        lines += [f"{self.assertion()} ; said" for _ in range(5)]
        lines += ['(echo "x1 (")', "(check-sat)"]
        return "\n".join(lines)

    def model(self) -> dict[str, SortedValue]:
        found: dict[str, SortedValue] = {
            symbol_name(name) or "": self.chance.randint(-4, 4) for name in INTEGERS
        }
        found |= {symbol_name(name) or "": self.chance.random() < 0.5 for name in BOOLEANS}
        found |= {symbol_name(name) or "": Bits(self.chance.randrange(16), 4) for name in VECTORS}
        return found


def truths(text: str, model: dict[str, SortedValue]) -> list[bool]:
    """How many assertions hold and how many do not; a label stands for its term."""
    file = asserting_check(text)
    definitions = dict(file.definitions)
    definitions.update(labelled(read_all(text)))
    return sorted(bool(evaluate(asserted.term, model, definitions)) for asserted in file.assertions)


def labelled(terms: Sequence[Sexpr]) -> dict[str, Sexpr]:
    found: dict[str, Sexpr] = {}
    stack = list(terms)
    while stack:
        term = stack.pop()
        if isinstance(term, tuple):
            if term[:1] == ("!",):
                found[symbol_name(term[3]) or ""] = term[1]
            stack += term
    return found


@QUICK
@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_every_model_judges_both_alike(choice: int, seed: int) -> None:
    writer = Writer(choice)
    text = writer.script()
    for names in (True, False):
        scrambled = scramble(text, seed, names=names)
        old = dict(scrambled.names) or {name: name for name in writer.model()}
        for _ in range(5):
            model = writer.model()
            new = {name: model[was] for name, was in old.items() if was in model}
            assert truths(scrambled.text, new) == truths(text, model)
        assert names_in(scrambled.file) == scrambled.names
        assert read_all(scrambled.text)[0] == ("set-info", ":source", "|(assert x1) ; no|")
        assert ("echo", '"x1 ("') in read_all(scrambled.text)
        assert errors(scrambled.text) <= errors(text)


def errors(text: str) -> set[str]:
    return {found.kind for found in lint(text) if found.error}


@SOLVERS
def test_solvers_give_random_scripts_the_same_verdict(by: Solver) -> None:
    verdicts = set()
    for choice in range(12 if by.name in ("z3", "yices") else 4):
        integers = by.logics is None and choice % 2 == 0
        # After (let ((x y) (w x)) …) Yices 2.6.5 takes x for another, and Bitwuzla 0.9.1 knows it no more.
        shadows = by.name in ("z3", "cvc5")
        writer = Writer(choice, integers=integers, vectors=not integers, shadows=shadows)
        text = writer.script().replace('(echo "x1 (")', "")
        text = text.replace("|let|", "|r|")  # Bitwuzla's parser takes the one for the other
        first, second = answer(text, by), answer(scramble(text, choice + 1).text, by)
        assert isinstance(first, Sat | Unsat), (first, text)
        assert type(first) is type(second), text
        verdicts.add(type(first))
    assert Sat in verdicts


# One by one.

FIXED = ("-", "=>", "ite", "bvsub", "concat", "bvshl", "bvudiv", "f", "select", "div")


@pytest.mark.parametrize("operator", FIXED)
def test_what_does_not_commute_keeps_its_order(operator: str) -> None:
    term = f"(assert ({operator} a b c))\n"
    assert {scramble(term, seed, names=False).text for seed in range(1, 30)} == {term}


def test_what_commutes_comes_in_every_order() -> None:
    for operator in sorted(COMMUTATIVE):
        texts = {scramble(f"(assert ({operator} a b c))", seed).text for seed in range(1, 80)}
        assert len(texts) == 6, operator
    for operator in sorted(SYMMETRIC):
        assert len({scramble(f"(assert ({operator} a b))", seed).text for seed in range(1, 20)}) == 2
        assert len({scramble(f"(assert ({operator} a b c))", seed).text for seed in range(1, 20)}) == 1
    for one, other in ANTISYMMETRIC.items():
        texts = {scramble(f"(assert ({one} a b c))", seed).text for seed in range(1, 20)}
        assert texts == {f"(assert ({one} a b c))\n", f"(assert ({other} c b a))\n"}


def test_a_solver_finds_no_difference_in_any_operator() -> None:
    z3 = find("z3")
    integers = [f"({op} x y (+ y z))" for op in ("<=", "<", ">=", ">", "=", "distinct")]
    integers += [
        "(= w (+ x y z))",
        "(= w (* 2 x))",
        "(= p q (<= x y))",
        "(xor p q (< x y))",
        "(and p (or q p))",
    ]
    vectors = [f"(= w ({op} x y z))" for op in ("bvadd", "bvmul", "bvand", "bvor", "bvxor")]
    vectors += [f"(= w ({op} x y))" for op in ("bvnand", "bvnor", "bvxnor")] + ["(= #b1 (bvcomp x y))"]
    vectors += [f"({op} x y)" for op in ANTISYMMETRIC if op.startswith("bv")]
    for sort, terms in (("Int", integers), ("(_ BitVec 4)", vectors)):
        head = "".join(f"(declare-fun {name} () {sort})" for name in "wxyz")
        head += "(declare-fun p () Bool)(declare-fun q () Bool)"
        different = []
        for term in terms:
            forms = {scramble(f"(assert {term})", seed, names=False).text[8:-2] for seed in range(1, 12)}
            assert len(forms) > 1
            different += [f"(distinct {term} {form})" for form in sorted(forms)]
        text = f"(set-logic ALL){head}(assert (or {' '.join(different)}))(check-sat)"
        assert answer(text, z3) == Unsat()


def test_levels_keep_what_is_theirs() -> None:
    levels = (
        "(declare-fun a () Bool)(assert a)(push 1)(declare-fun b () Bool)(assert (not a))(check-sat)(pop 1)"
    )
    text = f"(set-logic QF_UF){levels}(assert (=> a a))(check-sat-assuming (a (not a)))(check-sat)"
    for seed in range(1, 10):
        scrambled = scramble(text, seed)
        heads = [term[0] for term in read_all(scrambled.text)]
        assert heads == [term[0] for term in read_all(text)]
        assert answers(scrambled.text) == ["unsat", "unsat", "sat"]


def answers(text: str) -> list[str]:
    """What Z3 prints to several questions."""
    return subprocess.run(
        command_line(require(find("z3")), Limits()),
        input=text,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    ).stdout.split()


def resolved(text: str) -> list[Symbol]:
    """The symbols of a script."""
    resolver = Resolver()
    for command in read_all(text):
        resolver.command(command)
    return resolver.symbols


def test_what_is_used_comes_first() -> None:
    text = (
        "(declare-sort S 0)(declare-fun a () S)(declare-fun b () S)(define-fun c () S a)(define-fun d () S c)"
        "(assert (! (= a b) :named first))(define-fun e () Bool (and first (= d c)))(assert (and e first))"
    )
    orders = set()
    for seed in range(1, 60):
        kept = scramble(text, seed, names=False).text
        assert [finding.text for finding in lint(kept) if finding.error] == []
        orders.add(kept)
        lines = kept.splitlines()
        place = {line: at for at, line in enumerate(lines)}
        assert place["(declare-sort S 0)"] == 0
        assert place["(define-fun c () S a)"] < place["(define-fun d () S c)"]
        assert lines[-1] in ("(assert (and e first))", "(assert (and first e))")
    assert len(orders) > 20


def test_names() -> None:
    text = (
        "(set-info :source |x|)(declare-fun |x| () Int)(declare-fun |a\nb| () Int)(declare-fun x3 () Int)"
        "(define-fun f ((x Int) (k Int)) Int (+ x k))(declare-fun |let| () Bool)(declare-fun bv5 () Bool)"
        "(assert (let ((m x)) (= |a\nb| (f m x3))))(assert (or bv5 |let| (= (_ bv5 8) #x05)))"
        '(check-sat)(get-value (x |x| (f x 1) |a\nb|))(echo "x")'
    )
    scrambled = scramble(text, 3)
    assert sorted(scrambled.names.values()) == ["a\nb", "bv5", "f", "k", "let", "m", "x", "x3"]
    assert all(re.fullmatch(r"y[1-8]", new) for new in scrambled.names)  # the text has an x3 already
    assert names_in(scrambled.file) == scrambled.names
    assert "(_ bv5 8)" in scrambled.text
    assert "(set-info :source |x|)" in scrambled.text
    assert '(echo "x")' in scrambled.text
    back = restored(scrambled.text, scrambled.names)
    assert "(get-value (x x (f x 1) |a\nb|))" in back
    assert set(read_all(back)[1:6]) <= set(read_all(text.replace("|x|", "x"))) | set(read_all(text))
    reply = "((y1 (- 4)) (|y2| true))"
    new = scrambled.names
    assert read_values(read_one(restored(reply, new))) == {new["y1"]: -4, new["y2"]: True}
    assert restored('(error "y1 ; y2")', new) == '(error "y1 ; y2")'


def test_symbols_called_like_commands_and_sorts() -> None:
    text = (
        "(declare-const |assert| Bool)\n(declare-const |declare-const| Bool)\n(declare-const |Int| Bool)\n"
        "(declare-const k Int)\n(declare-const |check-sat| Bool)\n(assert (and |assert| |declare-const|))\n"
        "(assert (or (not |assert|) (> k k)))\n(assert (and |Int| |check-sat|))\n(check-sat)\n"
    )
    for seed in range(1, 6):
        mixed = scramble(text, seed).text
        assert sorted(command[0] for command in read_all(mixed)) == sorted(
            command[0] for command in read_all(text)
        )
        assert run(mixed, find("z3"), LIMITS).answer == Unsat()


def test_names_are_looked_up_and_not_gone_through() -> None:
    """Each value of a large script is restored by itself; a pass over all names for each took ten seconds."""
    names = {f"v{n}": f"old {n}" for n in range(100_000)}
    assert all(restored(f"v{n}", names) == f"|old {n}|" for n in range(1000))
    assert restored("(v1 |v2| v |w|)", names) == "(|old 1| |old 2| v |w|)"


@pytest.mark.parametrize("seed", range(24))
@brief(lambda seed: seed < 8)
def test_names_of_datatypes_and_of_recursive_functions_change_in_step(seed: int) -> None:
    text = random_script(seed)
    done = scramble(text, seed + 1)
    declared = [symbol for symbol in resolved(text) if symbol.kind not in ("variable", "parameter")]
    assert {symbol.name for symbol in declared} <= set(done.names.values())
    assert not {symbol.name for symbol in resolved(done.text)} & {symbol.name for symbol in declared}
    assert answers(done.text) == answers(text)
    assert "error" not in answers(text)
    found = difference(listing(text, "a"), listing(done.text, "b"))
    assert not found
    assert set(found.renamed) == {symbol.name for symbol in declared if symbol.kind != "tester"}


def test_a_constructor_keeps_its_name_where_its_tester_is_another_functions() -> None:
    text = (
        "(declare-fun is-c (Int) Bool)(declare-datatype D ((c) (d (of Int))))(declare-const v D)"
        "(assert (is-c 3))(assert ((_ is c) v))(check-sat)"
    )
    done = scramble(text, 5)
    assert not {"c", "is-c"} & set(done.names.values())
    assert {"D", "d", "of", "v"} <= set(done.names.values())
    assert answers(done.text) == answers(text)


@pytest.mark.parametrize("refused", BY_OPTIONS)
def test_what_solvers_are_not_given_is_not_written_either(refused: str) -> None:
    text = f"(declare-const a Bool)\n\n  {refused}\n(assert a)\n(check-sat)\n"
    with pytest.raises(SexprError) as error:
        scramble(text, 3)
    assert (error.value.line, error.value.kind) == (3, "refused")
    assert error.value.column is not None
    assert error.value.column >= 3


@pytest.mark.parametrize("channel", ['"stdout"', '"stderr"', '"/dev/null"'])
def test_channels_that_are_defaults_are_left_out(channel: str) -> None:
    text = f"(set-option :regular-output-channel {channel})(declare-const a Bool)(assert a)(check-sat)"
    assert [command[0] for command in read_all(scramble(text, 3).text)] == [
        "declare-const",
        "assert",
        "check-sat",
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("(check-sat)\n\n  x", 3, 3),
        ("(check-sat)\n ((a))", 2, 2),
        ("(declare-fun)", 1, 1),
        ("(check-sat)\n (define-fun (f) () Int 1)", 2, 2),
        ("; nothing\n", None, None),
        ("; \x17\n(assert (\x17 p 3))", 2, 10),
    ],
)
def test_what_is_no_script_is_refused_with_its_place(text: str, line: int | None, column: int | None) -> None:
    with refused(SexprError, "bad-smtlib", line, column, "file"):
        scramble(Text(text, "file"), 1)
    assert scramble(text, 0).text == text


def test_a_seed_is_not_negative() -> None:
    with pytest.raises(ValueError, match="-1"):
        scramble("(check-sat)", -1)


@pytest.mark.parametrize("depth", [20_000])
@pytest.mark.parametrize("layer", ["(not ", "(or p (and ", "(let ((p ", "(! ", "((_ f "])
def test_terms_may_be_nested_deep(layer: str, depth: int) -> None:
    text = f"(assert {layer * depth}p{')' * (depth * layer.count('('))})"
    scrambled = scramble(f"(declare-fun p () Bool){text}", 1)
    assert scrambled.text.count("(") == text.count("(") + 2


def test_the_order_of_a_seed_stays() -> None:
    """Runs are resumed by the seed of their order, so it must mean the same tomorrow."""
    text = "".join(f"(declare-fun {name} () Int)" for name in "abc")
    text += "(assert (<= a b c))(assert (= (+ a b 1) c))(check-sat)"
    assert (
        scramble(text, 1).file
        == """\
; Scrambled with seed 1 by fillomino-smt; names at the end.
(declare-fun x1 () Int)
(declare-fun x3 () Int)
(declare-fun x2 () Int)
(assert (>= x3 x2 x1))
(assert (= x3 (+ x2 1 x1)))
(check-sat)
; Names here = names in the original:
; x1 = a
; x2 = b
; x3 = c
"""
    )


def test_names_do_not_move_commands() -> None:
    text = driver(find_encoding("warshall").script(TINY["2x2-wall-largest"]))
    for seed in (1, 2):
        named, kept = scramble(text, seed), scramble(text, seed, names=False)
        assert restored(named.text, named.names) == kept.text


PUZZLE = formats.read("2 3\n3 0 0\n0 0 2\n").puzzle

QUANTIFIED = """(set-logic UFLIA)
(declare-sort Thing 0)
(declare-datatype Pair ((pair (left Int) (right Thing))))
(declare-fun f (Int Thing) Int)
(declare-const a Thing)
(declare-const |odd name| Int)
(define-fun twice ((x Int)) Int (* 2 x))
(assert (! (forall ((x Int) (y Thing)) (=> (> x 0) (< (f x y) (twice x)))) :named rule))
(assert (let ((z (f |odd name| a)) (w 3)) (and (> z w) (distinct z w 7))))
(assert (=> rule (= |odd name| 3)))
(push 1)
(assert (< (f 1 a) 0))
(check-sat)
(pop 1)
(check-sat)
"""


def compared(first: str, second: str) -> tuple[bool, dict[str, str]]:
    found = difference(listing(first, "first"), listing(second, "second"))
    return bool(found), dict(found.renamed)


@pytest.mark.parametrize("name", [encoding.name for encoding in ENCODINGS] + [""])
def test_a_scrambled_script_is_a_renaming(name: str) -> None:
    scripts = {encoding.name: encoding for encoding in ENCODINGS}
    text = driver(scripts[name].script(PUZZLE)) if name else QUANTIFIED
    done = scramble(text, 1)
    differs, renamed = compared(text, done.text)
    assert not differs
    assert {renamed[old] for old in done.names.values() if old in renamed} <= set(done.names)
    assert renamed
    assert compared(text, scramble(text, 2, names=False).text) == (False, {})


def test_bound_names_make_no_difference() -> None:
    other = QUANTIFIED.replace("(x Int) (y Thing)", "(u Int) (v Thing)").replace(
        "(=> (> x 0) (< (f x y) (twice x)))", "(=> (< 0 u) (> (twice u) (f u v)))"
    )
    assert compared(QUANTIFIED, other.replace("((z (f", "((k (f").replace("z w", "k w")) == (False, {})


@pytest.mark.parametrize("seed", range(10))
def test_an_edit_is_no_renaming(seed: int) -> None:
    chance = random.Random(seed)
    commands = read_all(driver(ENCODINGS[seed % len(ENCODINGS)].script(PUZZLE)))
    at = chance.choice([number for number, command in enumerate(commands) if command[0] == "assert"])
    edited = [*commands[:at], ("assert", ("not", commands[at][1])), *commands[at + 1 :]]
    first, second = ("\n".join(map(write, each)) for each in (commands, edited))
    found = difference(
        listing(first, "first"), listing(scramble(second, seed + 1, names=False).text, "second")
    )
    assert ([s.head for s in found.missing], [s.head for s in found.added]) == (["assert"], ["assert"])
    assert compared(first, scramble(second, seed + 1).text)[0]


def test_alike_is_not_enough() -> None:
    """A cycle of six and two of three look the same from everywhere."""

    def cycles(*lengths: int) -> str:
        edges, start = [], 0
        for length in lengths:
            edges += [(start + at, start + (at + 1) % length) for at in range(length)]
            start += length
        declared = "".join(f"(declare-const x{at} Bool)" for at in range(start))
        return declared + "".join(f"(assert (or x{a} x{b}))" for a, b in edges) + "(check-sat)"

    assert compared(cycles(6), cycles(3, 3))[0]
    differs, renamed = compared(cycles(6), scramble(cycles(6), 1).text)
    assert (differs, len(renamed)) == (False, 6)


def test_order_counts_between_questions() -> None:
    text = "(declare-const x Int)(assert (> x 0))(check-sat)(assert (< x 0))(check-sat)"
    other = "(declare-const x Int)(assert (< x 0))(check-sat)(assert (> x 0))(check-sat)"
    assert compared(text, other)[0]


def free(count: int) -> str:
    return "".join(f"(declare-const x{n} Bool)(assert x{n})" for n in range(count)) + "(check-sat)"


def test_interchangeable_symbols_are_decided() -> None:
    text = free(1000)
    differs, renamed = compared(text, scramble(text, 1).text)
    assert (differs, len(renamed)) == (False, 1000)
    names = " ".join(f"x{n}" for n in range(600))
    text = free(600).replace("(check-sat)", f"(assert (or {names}))(check-sat)")
    differs, renamed = compared(text, scramble(text, 1).text)
    assert (differs, len(renamed)) == (False, 600)
    assert compared(text, scramble(text.replace("(assert x7)", ""), 1).text)[0]


def test_what_is_not_decided_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def ring(length: int, start: int) -> str:
        names = [f"x{start + at}" for at in range(length)]
        edges = zip(names, [*names[1:], names[0]], strict=True)
        declared = "".join(f"(declare-const {name} Bool)" for name in names)
        return declared + "".join(f"(assert (or {a} {b}))" for a, b in edges)

    one = listing(ring(80, 0) + "(check-sat)", "a")
    two = listing(ring(40, 0) + ring(40, 40) + "(check-sat)", "b")
    assert difference(one, two).decided
    monkeypatch.setattr("smtlib.difference.MOST_STEPS", 0)
    found = difference(one, two)
    assert found
    assert not found.decided


def test_assumptions_are_a_set() -> None:
    text = "(declare-const p Bool)(declare-const q Bool)(assert p)(check-sat-assuming (p (not q)))"
    assert compared(text, text.replace("(p (not q))", "((not q) p p)")) == (False, {})
    assert compared(text, text.replace("(p (not q))", "((not p) q)"))[0]


def test_nested_lets_are_compared_in_linear_memory() -> None:
    def nested(prefix: str, depth: int) -> str:
        lets = "".join(f"(let (({prefix}{n} (+ {prefix}{n - 1} a))) " for n in range(1, depth))
        return f"(declare-const a Int)(assert (let (({prefix}0 a)) {lets}(> {prefix}1 0){')' * depth})"

    def peak(depth: int) -> int:
        tracemalloc.start()
        try:
            assert compared(nested("v", depth), nested("w", depth)) == (False, {})
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(DEEP) < 3 * peak(DEEP // 2)


DEEP = 1_200

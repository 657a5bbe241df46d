"""Scripts as text: flavours, names, comments that hold puzzles and cells, decoding and blocking."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoder.annotations import annotated, head, is_script, kept, notes_of, puzzle_in
from encoder.builder import Builder
from encoder.encoding import Encoding
from encoder.encodings.forest import FOREST
from encoder.encodings.registry import ENCODINGS, find
from encoder.errors import DecodeError, EncodingError
from encoder.puzzle_script import block, cells_of, decode, symbols_of
from encoder.reader import read_script
from encoder.symbols import Symbol, joins, labels_in, symbol
from fillomino import formats
from fillomino.board import Board, from_links, rectangle
from fillomino.boards import BOARDS, from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from smtlib.errors import UnknownFlavourError
from smtlib.evaluate import evaluate
from smtlib.literals import Bits, Value
from smtlib.renaming import restored
from smtlib.render import FLAVOURS, benchmark, commented, core, driver, named, preamble, render
from smtlib.script import Assertion, Columns, Declaration, Family, Texts, printable, string_literal
from smtlib.sexpr import read_one
from smtlib.text import Text
from tests.support.brute import by_placing, keeps
from tests.support.encodings import BY_NAME, marked
from tests.support.random_puzzles import BOARDS as SMALL
from tests.support.refused import refused
from tests.support.texts import scramble
from tests.support.where import brief
from workbench.texts.writing import written

EVIL_INFO = {"title": 'a "b" | \\ ; (exit)\n\r\x85\u2028 ü \x1b[31m', "author": "x: y = z"}


def puzzle_of(board: Board, seed: int) -> Puzzle:
    """Any clues, walls and rules, solvable or not."""
    chance = random.Random(seed)
    links, cells = list(board.links()), list(range(board.size))
    chance.shuffle(cells)
    clues = {cell: chance.randint(1, board.size) for cell in cells[: board.size // 2]}
    return Puzzle(
        board,
        clues,
        frozenset(chance.sample(links, min(3, len(links)))),
        frozenset(cells[board.size // 2 :][: seed % 3]),
        chance.choice([None, 3]),
        EVIL_INFO,
        checkered=seed % 2 == 0,
        basic=seed % 5 == 0,
    )


PUZZLES = [
    *(
        puzzle_of(board, seed)
        for seed, board in enumerate([*SMALL, *(from_spec(one.example) for one in BOARDS)])
    ),
    *(Puzzle(board, {0: 1}) for board in SMALL),
    *(Puzzle(from_spec(family.example), {0: 1}, basic=True, info=EVIL_INFO) for family in BOARDS),
    Puzzle(rectangle(2, 2, {(0, 0)}), {0: 1}, frozenset({(1, 2)}), frozenset({1}), 2, {"title": "t"}),
    Puzzle(
        from_links(["a = b", '"', "; x", "{|"], [(0, 1)], [(0.5, -1e9), (1, 2), (0.1, 0.2), (3, 4)]), {0: 1}
    ),
]


@pytest.mark.parametrize("mark", [";", "c"])
def test_every_puzzle_is_read_back_exactly(mark: str) -> None:
    for puzzle in PUZZLES:
        end = "p cnf 0 0\n" if mark == "c" else "(check-sat)\n"
        text = re.sub("^;", mark, head(puzzle, "forest"), flags=re.MULTILINE) + end
        assert len(text.splitlines()) == text.count("\n")
        notes = notes_of(Text(text))
        assert (notes.puzzle, notes.encoding) == (puzzle, "forest")
        assert is_script(text)


def test_edits_of_blanks_and_comments_make_no_difference() -> None:
    chance = random.Random(3)
    for puzzle in PUZZLES[::5]:
        edited = ""
        for line in head(puzzle, "flow").splitlines():
            edited += chance.choice(["", "\n", ";\n", "  ; ;\n"[:4] + "\n"])
            edited += f"{chance.choice(['', ' ', chr(9)])};{chance.choice(['', ';;', '   '])}{line[1:]}  \r\n"
        assert (
            notes_of(Text("; by hand\n(set-logic ALL)\n" + edited + "(exit) ; puzzle 1 1\n")).puzzle == puzzle
        )


def test_comments_in_symbols_and_strings_and_after_commands_are_none() -> None:
    text = '(set-info :source |\n; puzzle 1 1\n; 1\n|)\n(echo "\n; encoding x\n""")(exit) ; encoding y\n'
    assert vars(notes_of(Text(text))) == vars(notes_of(Text("(exit)")))


def test_prose_is_no_annotation() -> None:
    text = "; puzzle of the day\n; cell by cell\n; encoding of a puzzle\n; logic is fun\n; families: two\n"
    assert vars(notes_of(Text(text))) == vars(notes_of(Text("(exit)")))


@pytest.mark.parametrize("text", [one.example for one in formats.known() if one.example])
def test_no_puzzle_file_is_a_script(text: str) -> None:
    assert not is_script(text)


FOREIGN = """; puzzle 1 3
; 1 0 0
; encoding mine
; logic QF_UFLIA
; cell r1c1 = 1 if (not |a b|)
;cell r1c2 = (+ x 1)
  ; cell r1c3=2 if q
; cell r1c3 = 3 if (and (not q) q)
(declare-const |a b| Bool)
; family first: of all
(assert (not |a b|))
(declare-const x Int) (declare-const q Bool)
(assert (= x 1))
; family second
(assert (or q q))
"""


def test_terms_of_a_foreign_script_give_a_filling() -> None:
    script = read_script(Text(FOREIGN, "a.smt2"))
    terms = cells_of(script)
    assert (script.encoding, script.logic) == ("mine", "QF_UFLIA")
    assert terms.values == ("(not |a b|)", "(+ x 1)", "q", "(and (not q) q)")
    values: dict[str, Value] = {
        "(not |a b|)": True,
        "(+ x 1)": 2,
        "q": True,
        "(and (not q) q)": False,
        "y": 7,
    }
    assert decode(script, values).filling == (1, 2, 2)
    assert terms.block((1, 2, 3)) == "(or |a b| (not (= (+ x 1) 2)) (not (and (not q) q)))"
    assert terms.block((1, 2, 1)) == "true"
    assert [(each.family, each.about) for each in script.assertions] == [
        ("first", (0,)),
        ("first", (1,)),
        ("second", (2,)),
    ]
    assert [(each.name, each.title) for each in script.families] == [("first", "of all"), ("second", "")]
    assert script.source is not None
    assert script.source == FOREIGN
    for change in (
        {"q": False},
        {"(and (not q) q)": True},
        {"(+ x 1)": True},
        {"(+ x 1)": "1.5"},
        {"q": 1},
    ):
        with refused(DecodeError, "bad-answer"):
            decode(script, {**values, **change})
    with refused(DecodeError, "bad-answer"):
        decode(script, {"(not |a b|)": True})
    scrambled = scramble(FOREIGN, 3)
    new = read_script(Text(kept(Text(FOREIGN)) + scrambled.file, "b.smt2"))
    assert new.puzzle == script.puzzle
    assert not {"q", "(+ x 1)"} & {*cells_of(new).values}
    renamed = dict(zip(cells_of(new).values, [True, 2, True, False], strict=True))
    assert decode(new, renamed).filling == decode(script, values).filling


def test_vectors_are_blocked_in_their_width() -> None:
    text = "; puzzle 1 1\n; 0\n; cell r1c1 = (bvadd v v)\n(declare-const v (_ BitVec 3))\n(assert (= v v))"
    terms = cells_of(read_script(Text(text, "a.smt2")))
    assert terms.block((6,)) == "(not (= (bvadd v v) (_ bv6 3)))"
    assert terms.block((8,)) == "true"


@BY_NAME
def test_symbols_by_convention(encoding: str) -> None:
    chosen = next(each for each in ENCODINGS if each.name == encoding)
    puzzle = Puzzle(rectangle(2, 3, {(0, 0)}), {1: 2})
    script = chosen.script(puzzle)
    text = head(puzzle) + driver(script)
    filling = (2, 2, 3, 3, 3)
    complete = cells_of(script).complete(filling)
    model = {name: getattr(value, "value", value) for name, value in complete.items()}
    for file in (text, head(puzzle) + scramble(text, 4).file):
        read = read_script(Text(file, "a.smt2"))
        assert read.source is not None
        names = read.source.names
        assert {names.get(name, name) for name in cells_of(read).values} >= set(script.values)
        new = {new: model[old] for new, old in names.items() if old in model} or model
        assert decode(read, new).filling == filling
        clause = read_one(restored(block(read, filling), names))
        its = read_one(block(script, filling))
        assert isinstance(clause, tuple)
        assert isinstance(its, tuple)
        assert set(clause) > set(its)
        assert len(clause) == len(its) + 1  # the clue cell


def test_a_name_tells_the_family_and_a_changed_script_is_written_anew() -> None:
    text = "; puzzle 1 1\n; 0\n; cell r1c1 = x\n(set-logic QF_LIA)\n(declare-const x Int)\n"
    text += "(assert (! (< 0 x) :named lower_0))\n(check-sat)"
    script = read_script(Text(text, "a.smt2"))
    assert (script.logic, script.names) == ("QF_LIA", ("x",))
    assert [(each.family, each.term) for each in script.assertions] == [("lower", "(< 0 x)")]
    assert "(assert (! (< 0 x) :named lower_0))\n" in driver(script)  # it runs as it stands
    changed = script.replace(assertions=(*script.assertions, *script.assertions))
    assert driver(changed).count("(assert (< 0 x))") == 2


@pytest.mark.parametrize("option", ["(set-option :random-seed 7)", ""])
def test_a_script_is_run_as_it_stands_with_the_question_of_who_runs_it(option: str) -> None:
    text = f"(set-option :produce-proofs true){option}(set-logic QF_LIA)(set-info :status sat)\n"
    text += "; puzzle 1 1\n; 0\n"
    text += "(declare-const n_0 Int) ; the number\n(assert\n  (= n_0 1))\n(check-sat)\n(get-model)\n(exit)\n"
    written = driver(read_script(Text(text, "a.smt2")))
    assert "(declare-const n_0 Int) ; the number\n(assert\n  (= n_0 1))\n" in written
    assert written.endswith("(check-sat)\n(get-value (n_0))\n(exit)\n")
    assert [command for command in ("proofs", ":status", "get-model") if command in written] == []
    assert option in written


WRONG = {
    "; puzzle 2 2\n; 1 0\n; encoding x\n": (3, 3),
    "(exit)\n ;; puzzle 1 2\n;   9 0\n": (3, 5),
    "; puzzle 1 2\n": (1, 9),
    "; puzzle 0 2\n": (1, 10),
    '; puzzle {"board": "2x2",\n;  "clues": {"r1c1": 7}}\n': (2, 22),
    '; puzzle {"board": "2x2"\n(exit)\n': (1, 25),
    '; puzzle 1 1\n; 0\n; puzzle {"clues": {}}\n': (3, 11),
    "; puzzle 1 1\n; 0\n; puzzle 1 1\n; 0": (3, 3),
    '; puzzle {"board": "torus:3x3"}\n; puzzle {"board": "2x2"}\n': (2, 3),
    "; encoding a\n; encoding b\n": (2, 3),
    "; cell r1c1 = (+ 1\n": (1, 15),
    "; cell r1c1 = \n": (1, 14),
    "; cell r1c1 = 3 if x y\n": (1, 20),
    "; cell r1c1 = 1234567890 if x\n": (1, 15),
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_annotations_are_refused_at_their_place(text: str) -> None:
    with pytest.raises(InputError) as caught:
        notes_of(Text(text, "a.smt2"))
    assert (caught.value.line, caught.value.column, caught.value.source) == (*WRONG[text], "a.smt2")


@pytest.mark.parametrize(
    ("cells", "place"),
    [
        ("; cell r9c9 = x", (3, 15)),
        ("; cell r1c1 = x\n; cell r1c1 = 1 if y", (4, 20)),
        ("; cell r1c1 = 1 if y\n; cell r1c1 = 1 if z", (4, 20)),
        ("; cell r1c1 = 1 if y\n; cell r1c1 = x", (4, 15)),
        ("; cell r1c1 = 1 if x", (3, 20)),
        ("; cell r1c1 = (+ x w)", (3, 15)),
        ("; cell r1c1 = x", (None, None)),  # r1c2 has no term
        ("; none", (None, None)),
    ],
)
def test_terms_that_do_not_fit_the_puzzle_are_refused(
    cells: str, place: tuple[int | None, int | None]
) -> None:
    declared = "".join(f"(declare-const {name})\n" for name in ("x Int", "y Bool", "z Bool"))
    with pytest.raises(InputError) as caught:
        read_script(Text(f"; puzzle 1 2\n; 0 0\n{cells}\n{declared}(assert true)\n", "a.smt2"))
    assert (caught.value.line, caught.value.column, caught.value.source) == (*place, "a.smt2")
    with refused(InputError, "bad-input"):
        puzzle_in(Text("(exit)", "b.smt2"))


LEVELS = (Level.NONE, Level.LIGHT, Level.FULL, Level.AHEAD)


def boards(most: int) -> Iterator[Board]:
    """Every connected graph of up to so many cells, one of each shape."""
    for size in range(1, most + 1):
        pairs = list(combinations(range(size), 2))
        seen = set()
        for links in (each for count in range(len(pairs) + 1) for each in combinations(pairs, count)):
            shapes = [
                tuple(sorted(tuple(sorted((order[x], order[y]))) for x, y in links))
                for order in permutations(range(size))
            ]
            board = from_links([f"c{x}" for x in range(size)], links)
            if min(shapes) not in seen and len(board.components()) == 1:
                seen.add(min(shapes))
                yield board
    yield rectangle(2, 2)
    yield rectangle(1, 3)


def puzzles_of(board: Board) -> Iterator[tuple[Puzzle, list[Filling]]]:
    """Every puzzle of a board with a filling, in every variant, each with its fillings."""
    every = list(by_placing(board))
    links = list(board.links())
    variants: list[dict[str, object]] = [{}, {"checkered": True}, {"basic": True}]
    variants += [{"largest_region": most} for most in range(1, board.size)]
    variants += [{"walls": frozenset([pair])} for pair in links]
    shown = {
        tuple((x, filling[x]) for x in cells)
        for filling in every
        for count in range(board.size + 1)
        for cells in combinations(range(board.size), count)
    }
    for clues in sorted(shown):
        for variant in variants:
            puzzle = Puzzle(board, dict(clues), **variant)  # type: ignore[arg-type]
            fitting = [filling for filling in every if keeps(puzzle, filling)]
            if fitting:
                yield puzzle, fitting


WRITTEN = ("forest", "forest-bv", "layers")
"""Encodings that write numbers in different ways."""


def check(encoding: Encoding, puzzle: Puzzle, fillings: list[Filling], level: Level) -> int:
    """Check decode and block for the fillings of a puzzle; returns how many were compared."""
    try:
        script = encoding.script(puzzle, candidates=deduce(puzzle, level))
    except EncodingError:
        return 0
    models = {filling: cells_of(script).complete(filling) for filling in fillings}
    for filling, model in models.items():
        given = {name: its.value if isinstance(its, Bits) else its for name, its in model.items()}
        assert decode(script, given).filling == filling
        blocking = block(script, filling)
        for other, its in models.items():
            assert evaluate(blocking, its) is (other != filling), (puzzle, filling, other)
    return len(models)


@pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS])
@brief(lambda encoding: encoding.name in WRITTEN)
def test_values_are_decoded_and_blocked(encoding: Encoding) -> None:
    compared = 0
    for board in boards(3):
        for puzzle, fillings in puzzles_of(board):
            for level in (Level.NONE, Level.AHEAD) if encoding.deduces else LEVELS[:1]:
                compared += check(encoding, puzzle, fillings, level)
    assert compared > 100


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda each: each.name)
def test_values_are_decoded_and_blocked_on_all_boards_of_four_cells(encoding: Encoding) -> None:
    compared = 0
    for board in boards(4):
        for puzzle, fillings in puzzles_of(board):
            for level in LEVELS if encoding.deduces else LEVELS[:1]:
                compared += check(encoding, puzzle, fillings, level)
    assert compared > 1000


@pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS if each.frame != "rooted"])
@brief(lambda encoding: encoding.name in WRITTEN)
def test_large_numbers_are_decoded_and_blocked(encoding: Encoding) -> None:
    """Rows of 18 cells: numbers above the cap are written by their bits."""
    chance = random.Random(5)
    board, compared = rectangle(1, 18), 0
    for _ in range(12):
        filling: list[int] = []
        while len(filling) < board.size:
            size = chance.choice([s for s in range(1, 19 - len(filling)) if filling[-1:] != [s]] or [0])
            if size == 0:
                filling = []
                continue
            filling += [size] * size
        clues = {x: filling[x] for x in chance.sample(range(18), chance.choice((0, 0, 1, 3)))}
        for level in (Level.NONE, Level.FULL):
            fillings = [tuple(filling), (18,) * 18, (17,) * 17 + (1,), (10,) * 10 + (8,) * 8]
            puzzle = Puzzle(board, clues)
            fitting = [each for each in dict.fromkeys(fillings) if keeps(puzzle, each)]
            compared += check(encoding, puzzle, fitting, level)
    assert compared > 20


GOLDEN = Path(__file__).parent / "golden"
TINY = {
    "1x1": Puzzle(rectangle(1, 1), {}),
    "1x3": Puzzle(rectangle(1, 3), {0: 1}, info={"title": "three in a row", "author": "nobody"}),
    "2x2-wall-largest": Puzzle(rectangle(2, 2), {3: 1}, walls=frozenset({(0, 1)}), largest_region=3),
}


GOLDEN_BOARD = "2x2-wall-largest"
GOLDEN_FILES = [
    (encoding, flavour)
    for encoding in ("forest", "forest-tight", "forest-bv", "flow")
    for flavour in ("driver", "commented")
]


@pytest.mark.parametrize(("encoding", "flavour"), GOLDEN_FILES)
def test_golden(encoding: str, flavour: str) -> None:
    """After a wanted change run scripts/golden.py, and read the diff."""
    expected = (GOLDEN / f"{GOLDEN_BOARD}.{encoding}.{flavour}.smt2").read_text()
    assert written(find(encoding).script(TINY[GOLDEN_BOARD]), flavour) == expected


def test_header_of_a_benchmark_in_the_order_of_the_competition() -> None:
    info = {"title": "a|b", "license": 'say "yes"', "generated": "1"}
    text = benchmark(FOREST.script(Puzzle(rectangle(1, 1), {}, info=info)), status="sat")
    assert re.findall(r"\((set-[a-z]+ :?[a-z-]*)", text) == [
        "set-info :smt-lib-version",
        "set-logic ",
        "set-info :source",
        "set-info :license",
        "set-info :category",
        "set-info :status",
    ]
    assert '(set-info :license "say ""yes""")' in text
    assert '(set-info :category "random")' in text
    assert "get-" not in text
    assert ":named" not in text
    assert "(set-info :status unknown)" in benchmark(FOREST.script(Puzzle(rectangle(1, 1), {})))


def test_core_names_every_assertion_once() -> None:
    script = FOREST.script(TINY["2x2-wall-largest"])
    names = re.findall(r":named (\S+)\)\)", core(script))
    assert len(names) == len(set(names)) == len(script.assertions)
    assert names == list(named(script))
    about = re.findall(r":named \S+\)\)  ; (.*)\n", core(script))
    cells = [" ".join(script.header.names[cell] for cell in each.about) for each in script.assertions]
    assert about == cells
    assert not set(names) & {name for name, _ in script.declarations}


def test_driver_can_assert_more() -> None:
    text = driver(FOREST.script(TINY["1x1"]), ["(not (= n_0 1))"])
    assert text.index("(assert (not (= n_0 1)))") < text.index("(check-sat)")


def test_preamble_is_the_driver_flavour_up_to_its_question() -> None:
    script = FOREST.script(TINY["1x3"])
    lines = driver(script).splitlines()
    assert preamble(script).splitlines() == lines[1 : lines.index("(check-sat)")]


def test_unknown_names_say_which_there_are() -> None:
    with refused(UnknownFlavourError, "unknown-flavour"):
        render(FOREST.script(TINY["1x1"]), "poem")
    with refused(EncodingError, "unknown-encoding"):
        find("magic")


EVIL = [
    "|)(exit)(set-info :x |",
    "\n(exit)\n",
    "\r(exit)",
    "\x85(exit)",
    "\\",
    '")(exit)(',
    "\x1b[31m",
    "\u2028(exit)",
]


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_titles_cannot_smuggle_smtlib(flavour: str, evil: str) -> None:
    plain = Puzzle(rectangle(1, 2), {})
    info = dict.fromkeys(("title", "author", "license", "source"), evil)
    assert commands(render(FOREST.script(Puzzle(plain.board, {}, info=info)), flavour)) >= commands(
        render(FOREST.script(plain), flavour)
    )
    assert commands(render(FOREST.script(Puzzle(plain.board, {}, info=info)), flavour))["exit"] == 1


@given(st.text(min_size=1, max_size=20))
def test_text_stays_in_its_comment_or_quotes(text: str) -> None:
    assert len(f"; {printable(text)}".splitlines()) == 1
    assert not set(printable(text)) & set("|\\")
    assert string_literal(text)[1:-1].replace('""', "").count('"') == 0


@pytest.mark.parametrize(
    ("spec", "numbering"),
    [
        ("2x3", "row * width + column"),
        ("ragged:3,1,2", "row * width + column"),
        ("torus:3x3", "row * width + column"),
        ("box:2x3x3", "in the order of the file"),
        ("hexagon:2", "in the order of the file"),
    ],
)
def test_the_comment_says_how_symbols_count(spec: str, numbering: str) -> None:
    board = from_spec(spec)
    assert f"(x and y are cells, {numbering}, from 0)" in commented(FOREST.script(Puzzle(board, {})))


def test_cell_names_cannot_smuggle_smtlib() -> None:
    names = ["|)(exit)", ";(exit)", '"(exit)', "(exit)"]
    script = FOREST.script(Puzzle(from_links(names, [(0, 1), (1, 2), (2, 3)]), {0: 1}))
    assert commands(commented(script))["exit"] == 1
    assert commands(driver(script))["exit"] == 1


def commands(smt2: str) -> Counter[str]:
    """How often each command stands at the top level, read with comments, quotes and strings minded."""
    counts: Counter[str] = Counter()
    depth, opened = 0, False
    for token in re.findall(r';[^\n\r]*|\|[^|]*\||"(?:[^"]|"")*"|[()]|[^\s()|";]+', smt2):
        if token.startswith(";"):
            continue
        if depth == 1 and opened:
            counts[token] += 1
        opened = token == "("
        depth += (token == "(") - (token == ")")
    assert depth == 0
    return counts


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("n_4", ("n", 4, None)),
        ("n_4_7", ("n", 4, "7")),
        ("n_12_big", ("n", 12, "big")),
        ("e_4_5", ("e", 4, "5")),
        ("R_0", ("R", 0, None)),
        ("l_4_5_6", None),
        ("n_x", None),
        ("n_\u00b2", None),
        ("a_n_4", None),
        ("n_4_", None),
        ("n_1234567890", None),
    ],
)
def test_a_name_taken_apart(name: str, parts: tuple[str, int, str | None] | None) -> None:
    assert symbol(name) == (None if parts is None else Symbol(*parts))


def test_the_cells_of_names_are_the_first_numbers_where_no_encoding_says_how_it_names() -> None:
    term = "(or (not n_4_7) n_12_big (and g_4_0 c_7 d_3_4_5 white_e_8_9 held_3 a_n_6))"
    assert list(labels_in(term)) == [4, 12, 4, 7, 3]


@pytest.mark.parametrize(
    ("name", "labels", "pair"),
    [
        ("e_4_5", [4, 5], True),
        ("e_4", [], False),
        ("n_4_5", [4], False),
        ("n_4_big", [4], False),
        ("s_4", [4], False),
        ("s_4_5", [4, 5], True),
        ("l_4_5_6", [4, 5], False),
        ("white_e_8_9", [8, 9], True),
        ("black_e_8_9", [], False),
        ("q_4_5", [], False),
    ],
)
def test_an_encoding_says_which_parts_of_its_names_are_cells(
    name: str, labels: list[int], pair: bool
) -> None:
    patterns = ("n_x", "n_x_v", "e_x_y", "s_x", "s_x_y", "l_x_y_k", "white_e_x_y")
    assert list(labels_in(f"(not {name})", patterns)) == labels
    assert joins(name, patterns) is pair


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_the_symbols_of_an_encoding_describe_what_it_declares(encoding: Encoding) -> None:
    puzzle = formats.read("3 4\n0 0 3 0\n2 0 0 0\n0 4 0 1\n").puzzle
    script = encoding.script(puzzle)
    read = read_script(Text(driver(annotated(script))))
    assert hash(encoding) == hash(encoding.replace())
    assert set(encoding.symbols) <= script.meaning.keys() or encoding.name == "forest-bool"
    pairs = {
        name: set(labels_in(name, encoding.symbols))
        for name, _ in script.declarations
        if joins(name, encoding.symbols)
    }
    assert all(len(pair) == 2 and pair <= set(puzzle.board.labels) for pair in pairs.values())
    for assertion in read.assertions:
        for name in symbols_of(assertion.term) & pairs.keys():
            assert pairs[name] <= set(assertion.about)


def test_records_in_columns_are_a_sequence_of_them() -> None:
    records = [Declaration("a", "Int"), Declaration("b", "Bool"), Declaration("c", "Int")]
    columns = Columns(Declaration, (["a", "b", "c"], ["Int", "Bool", "Int"]))
    assert list(columns) == records == [columns[index] for index in range(len(columns))]
    assert (columns[-1], list(columns[1:])) == (records[-1], records[1:])
    assert records[1] in columns
    with pytest.raises(IndexError):
        columns[3]


@pytest.mark.parametrize("block", [1, 2, 3, 100])
def test_texts_are_a_sequence_of_strings(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr("smtlib.script.BLOCK", block)
    texts, plain = Texts(), ["", "a", "(= b |c d|)", "", "é\n", "x"]
    for text in plain:
        texts.append(text)
    assert ([*texts], len(texts)) == (plain, len(plain))
    assert [texts[place] for place in range(-6, 6)] == plain + plain
    assert [*reversed(texts)] == plain[::-1]
    assert texts[1:5:2] == plain[1:5:2]
    for place in (6, -7):
        with pytest.raises(IndexError):
            texts[place]
    other = Texts()
    assert texts != other
    other.extend(plain[:1])
    other.extend(iter(plain[1:]))
    assert texts == other


def test_constraints_may_be_required_while_others_are_made() -> None:
    builder, outer, inner = (
        Builder(rectangle(1, 2)),
        *(Family(name, "", "", "") for name in ("outer", "inner")),
    )

    def defined() -> Iterator[str]:
        yield from (builder.define(inner, (x,), f"d_{x}", f"(= n_{x} 1)") for x in (0, 1))

    builder.require_all(outer, (0, 1), defined())
    assert set(builder.script("x").assertions) == {
        *(Assertion("inner", (x,), f"(= d_{x} (= n_{x} 1))") for x in (0, 1)),
        *(Assertion("outer", (0, 1), f"d_{x}") for x in (0, 1)),
    }

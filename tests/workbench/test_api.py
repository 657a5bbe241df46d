"""The front door: `import fillomino`, and what its functions give."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, get_args

import pytest

import fillomino
from drivers import Limits, find, run
from drivers.errors import UnknownSolverError
from encoder.errors import DecodeError, EncodingError
from fillomino.boards import from_spec
from fillomino.deduction.levels import LEVELS
from fillomino.errors import InputError, PuzzleError
from fillomino.laboratories import OURS
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from smtlib.errors import UnknownFlavourError
from tests.support import needs
from tests.support.processes import python
from tests.support.refused import refused
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench import api
from workbench.audit.pairs import EncodingDifference
from workbench.cli.app import loaded
from workbench.methods.method import SMT, Status
from workbench.methods.registry import ALONE, By
from workbench.scripts.replaying import Ending
from workbench.scripts.two_scripts import ScriptDifference
from workbench.texts.writing import FLAVOURS

FIRST = EXAMPLES / "first.txt"
URL = "https://puzz.link/p?fillomino/5/5/g3h4i2g13g5g35h4i1g"


def test_the_functions_are_those_of_the_page_and_hide_no_module() -> None:
    assert sorted(fillomino.__all__) == fillomino.__all__
    assert set(fillomino.__all__) <= set(dir(fillomino))
    assert not any((ROOT / "fillomino" / name).exists() for name in fillomino.__all__)
    assert not any((ROOT / "fillomino" / f"{name}.py").exists() for name in fillomino.__all__)
    for name in fillomino.__all__:
        assert getattr(api, name) is getattr(api, name)


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="module 'fillomino' has no attribute 'solver'"):
        fillomino.solver  # type: ignore[attr-defined] # noqa: B018


def test_importing_it_imports_nothing_above_and_nothing_of_it() -> None:
    """Not even `typing`: it takes no longer than an empty package."""
    code = "import sys; before = set(sys.modules); import fillomino; print(*set(sys.modules) - before)"
    assert python("-c", code, check=True).stdout.split() == ["fillomino"]


def test_type_checkers_see_the_types_and_misspelt_names(tmp_path: Path) -> None:
    needs.module("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import fillomino\n"
        "reveal_type(fillomino.solve('x'))\n"
        "reveal_type(fillomino.read('x').board)\n"
        "reveal_type(fillomino.generate())\n"
        "fillomino.slove('x')\n"
        "fillomino.solve('x', by='guessing')\n"
    )
    checked = ("--strict", "--cache-dir", tmp_path / "cache", program)
    told = python("-m", "mypy", *checked, MYPYPATH=str(ROOT)).stdout
    assert 'program.py:2: note: Revealed type is "workbench.api.answers.Answer"' in told
    assert re.search(r"program.py:3: note: Revealed type is .*\bfillomino.board.Board\b", told)
    assert 'program.py:4: note: Revealed type is "workbench.api.answers.Generated | None"' in told
    assert 'program.py:5: error: Module has no attribute "slove"' in told
    assert 'program.py:6: error: Argument "by" to "solve"' in told


@pytest.mark.parametrize(
    "given",
    [FIRST, str(FIRST), URL, FIRST.read_text(encoding="utf-8"), fillomino.read(FIRST)],
    ids=["path", "name", "url", "text", "puzzle"],
)
def test_a_puzzle_is_given_in_many_ways(given: str | Path | Puzzle) -> None:
    assert fillomino.read("3x3:4b2e").board.size == 9
    assert fillomino.read("2 2\n0 3\n0 0\n", format="plain").clues == {1: 3}
    with pytest.raises(TypeError):
        fillomino.read(3)  # type: ignore[arg-type]
    puzzle = fillomino.read(given)
    assert puzzle.clues == fillomino.read(FIRST).clues
    assert fillomino.solve(given).puzzle == puzzle
    assert fillomino.encode(given, "forest", deduce="none").startswith("; puzzle 5 5\n;   0 3 0 0 4\n")
    assert not fillomino.check(given, fillomino.solve(given).solution or ())
    assert fillomino.deduce(given).puzzle == puzzle
    assert fillomino.count(given) == 1


Some = TypeVar("Some")


def some(its: Some | None) -> Some:
    assert its is not None
    return its


def test_the_third_job_audit_explain_and_shrink() -> None:
    right = fillomino.audit("forest", board="1x3")
    assert (right.right, right.puzzles > 0) == (True, True)
    assert some(fillomino.audit("forest", board="2x2", drop="same-root").counterexample).violations
    assert len(some(fillomino.explain(EXAMPLES / "none.txt").conflict).clues) == 3
    assert len(fillomino.explain([[0, 0], [0, 0]]).fillings) == 2
    assert len(fillomino.explain(FIRST).fillings) == 1
    assert some(fillomino.explain([[0, 2], [0, 0]], [1, 1, 1, 1]).broken).violations
    assert some(fillomino.shrink(FIRST, "forest", drop="same-root")).puzzle.places.size == 2
    assert fillomino.shrink([[2, 0]], "forest", against="forest-tight") is None


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (("explain", FIRST), {}),
        (("explain", EXAMPLES / "several.txt"), {}),
        (("explain", EXAMPLES / "none.txt"), {}),
        (("explain", EXAMPLES / "none.txt"), {"encoding": "forest-tight"}),
        (("explain", "2x2:1b1"), {"encoding": "layers", "solver": "z3"}),
        (("shrink", FIRST), {"encoding": "forest", "drop": "same-root"}),
    ],
    ids=str,
)
def test_what_is_found_is_the_row_of_the_command(
    fillomino: Runner, command: tuple[str, str | Path], options: dict[str, str]
) -> None:
    name, path = command
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    found = getattr(api, name)(path, **options)
    assert json.loads(found.to_json()) == fillomino.row(name, path, *words)


def test_a_filling_that_is_explained_is_the_row_of_the_command(fillomino: Runner) -> None:
    for filling in ([[1, 1], [2, 2]], [[1, 2], [1, 2]], [[9, 2], [2, 1]]):
        found = api.explain("2x2:b2a", filling, "forest-tight", solver="yices")
        rows = "\n".join(" ".join(map(str, row)) for row in filling)
        told = fillomino.row("explain", "2x2:b2a", "-", "-e", "forest-tight", "-s", "yices", stdin=rows)
        assert json.loads(found.to_json()) == told


def test_signs_that_conflict_are_the_row_of_the_command(fillomino: Runner) -> None:
    path = fillomino.write("a.hitori", "hitori 2 2\n1 1\n1 1\n")
    told = fillomino("explain", path, "-s", "yices", "-e", "hitori-rings", "--json").ended(1).row
    found = api.explain(path, encoding="hitori-rings", solver="yices")
    assert json.loads(found.to_json()) == told
    assert (told["finding"], bool(told["conflict"]), bool(told["assertions"])) == ("unsolvable", True, True)


def test_an_encoding_that_is_named_explains_by_its_assertions() -> None:
    shown = fillomino.explain(EXAMPLES / "none.txt", encoding="forest-tight")
    assert (len(some(shown.conflict).clues), len(shown.assertions) > 1, shown.fillings) == (3, True, ())
    assert all(assertion.term in str(shown) for assertion in shown.assertions)
    assert fillomino.explain(EXAMPLES / "none.txt").assertions == ()
    assert fillomino.explain(FIRST, encoding="forest").assertions == ()
    program = "import sys; print('(set-logic QF_LIA)(declare-const n_0 Int)(declare-const n_1 Int)')"
    tail = "; print('(assert {})(assert (= n_1 1))(check-sat)(get-value (n_0 n_1))')"
    accepting, missing = (
        f'cmd:{sys.executable} -c "{program}{tail.format(term)}"' for term in ("(= n_0 1)", "(< n_0 n_0)")
    )
    wrong = fillomino.explain([[0, 0]], encoding=accepting)
    assert (wrong.fillings, bool(some(wrong.broken).violations)) == (((1, 1),), True)
    missed = fillomino.explain([[0, 0]], encoding=missing)
    assert (missed.fillings, missed.broken, len(missed.assertions)) == (((2, 2),), None, 1)
    with pytest.raises(fillomino.Error):
        fillomino.explain(FIRST, encoding="cmd:false")


SCRIPT = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(exit)\n"


def untimed(replayed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a replay without the time of each reply."""
    for reply in (reply for row in replayed for reply in row.get("replies", ())):
        assert reply.pop("seconds") >= 0
    return replayed


def test_jobs_on_scripts_agree_with_the_commands(fillomino: Runner, tmp_path: Path) -> None:
    one, other = fillomino.write("one.smt2", SCRIPT), fillomino.write("other.smt2", SCRIPT.replace("1", "2"))
    assert api.lint(one) == api.lint(SCRIPT) == []
    faulty = SCRIPT.replace("x 1", "y 1")
    assert [finding.kind for finding in api.lint(faulty) if finding.error] == ["undeclared"]
    assert api.scramble(one, 7) == fillomino("scramble", one, "--seed", "7").out
    assert api.scramble(SCRIPT, 7, names=False).count("x") == SCRIPT.count("x")
    differing = api.diff(one, other)
    assert isinstance(differing, ScriptDifference)
    assert differing.same is False
    assert [each.line for each in differing.first.only] == [3]
    assert f"{differing}\n" == fillomino("diff", one, other).out
    assert json.loads(differing.to_json()) == fillomino.row("diff", one, other)
    renamed = api.diff(SCRIPT, SCRIPT.replace("x ", "z "))
    assert isinstance(renamed, ScriptDifference)
    assert (renamed.same, renamed.renamed) == (True, {"x": "z"})
    for text, ending in ((SCRIPT, Ending.SAME), (faulty, Ending.REFUSED)):
        played = api.replay(text, "z3")
        assert (played.ending, played.solvers) == (ending, ("Z3",))
        lines = [json.loads(line) for line in played.to_json().splitlines()]
        assert untimed(lines) == untimed(fillomino.rows("replay", "-", "-s", "z3", "--all", stdin=text))
    stated = SCRIPT.replace("(check-sat)", "(set-info :status unsat)\n(check-sat)")
    assert api.replay(stated, ["z3"]).ending is Ending.CONTRADICTED
    with pytest.raises(InputError) as caught:
        api.replay("(set-info :status sat)\n", "z3")
    assert caught.value.code == "nothing-to-read"


def test_a_script_is_checked_as_the_command_does(fillomino: Runner, tmp_path: Path) -> None:
    answer = api.solve(FIRST)
    text = api.encode(FIRST, "forest")
    filling = tmp_path / "filling"
    filling.write_text(fillomino("solve", FIRST, "--plain").out)
    wrong = text.replace("(check-sat)", "(assert (= n_0 25))\n(check-sat)")
    for number, given in enumerate((text, wrong)):
        file = fillomino.write(f"{number}.smt2", given)
        for options, values in (((), None), ((filling,), answer)):
            done = api.check_script(file, values)
            told = fillomino("check", file, *options)
            assert f"{done}\n" == told.out
            assert (bool(done), done.right) == (told.code == 0, {0: True, 1: False}[told.code])
            assert str(done) == str(api.check_script(given, values)).replace("script:", f"{file}:")
    line = wrong[: wrong.index("(assert (= n_0 25))")].count("\n") + 1
    assert [(each.asserted.line, each.verdict) for each in done.of(False)] == [(line, False)]
    assert some(done.differences).added
    printed = api.solve_script(api.encode(FIRST, "forest", ask="all"), "z3").output
    assert api.check_script(text, model=printed).right
    (tmp_path / "printed").write_text(printed)
    assert not api.check_script(wrong, model=tmp_path / "printed")
    bare = "(declare-const n_0 Int)(declare-const m Int)(assert (< n_0 m))(check-sat)"
    assert api.check_script(bare, (1,), puzzle=[[0]]).unvalued == ()  # a solver finds a value
    bare = bare.replace("(check-sat)", "(assert (< m 1))(check-sat)")
    refused = api.check_script(bare, [[1]], puzzle=[[0]])
    assert (refused.right, [each.line for each in refused.core]) == (False, [1, 1])
    assert api.check_script(bare, model="sat\n((n_0 (- 1)) (m 0))", solver="yices")


CLAUSES = "c clauses\np cnf 1 1\n1 0\n"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: api.check_script("(assert true)"), "missing-option"),
        (lambda: api.check_script("(assert true)", (1,)), "no-puzzle"),
        (lambda: api.check_script("(assert true)", model="unsat\n"), "bad-model"),
        (
            lambda: api.check_script("(declare-const n_0 Int)(assert (< n_0 9))", (1, 1), puzzle=[[0]]),
            "bad-filling",
        ),
        (lambda: api.check_script(CLAUSES), "clauses"),
        (lambda: api.check_script(CLAUSES, (1,)), "clauses"),
        (lambda: api.check_script("(assert", model="sat\n((x 1))"), "bad-smtlib"),
        (lambda: api.check_script("(declare-const x Int)", model="sat\n((x 1))"), "bad-smtlib"),
    ],
)
def test_what_can_not_be_checked_is_refused(wrong: Callable[[], object], code: str) -> None:
    with pytest.raises(api.Error) as caught:
        wrong()
    assert caught.value.code == code


def test_encodings_differ_as_the_command_says(fillomino: Runner) -> None:
    differing = api.diff("forest", "forest~same-root", FIRST, every=2)
    assert isinstance(differing, EncodingDifference)
    assert differing.wrong == ("forest~same-root",)
    assert "same-root" not in differing.second.assertions
    assert f"{differing}\n" == fillomino("diff", "forest", "forest~same-root", FIRST, "--every", "2").out
    told = fillomino.row("diff", "forest", "forest~same-root", FIRST, "--every", "2")
    assert json.loads(differing.to_json()) == told
    for given in ((FIRST,), ()):
        with pytest.raises(InputError):
            api.diff(*((SCRIPT, SCRIPT, *given) if given else ("forest", "forest-bv")))


def test_a_script_is_audited_on_its_own_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "edited.smt2"
    text = fillomino.encode(FIRST, "forest")
    file.write_text(text)
    right = fillomino.audit(str(file))
    assert (right.right, right.puzzles, right.counterexample) == (True, 1, None)
    file.write_text(text.replace("(check-sat)", "(assert (< n_0 1))\n(check-sat)"))
    found = fillomino.audit(str(file)).counterexample
    assert found is not None
    assert (found.kind, [assertion.term for assertion in found.refusing]) == ("refused", ["(< n_0 1)"])
    with pytest.raises(fillomino.InputError) as conflict:
        fillomino.audit(str(file), drop="clue")
    assert conflict.value.code == "option-conflict"


@pytest.mark.parametrize("name", ["first.txt", "several.txt", "none.txt", "torus.json"])
@pytest.mark.parametrize(
    "way", [{}, {"encoding": "forest-tight", "solver": "z3", "deduce": "none"}, *({"by": b} for b in ALONE)]
)
def test_solving_agrees_with_the_command(name: str, way: dict[str, Any], fillomino: Runner) -> None:
    options = [text for key, value in way.items() for text in (f"--{key}", value)]
    told = fillomino.row("solve", EXAMPLES / name, "--unique", *options)
    answer = api.solve(EXAMPLES / name, unique=True, **way)
    assert (answer.status.value, answer.unique) == (told["status"], told["unique"])
    mine = json.loads(answer.result.to_json(answer.puzzle.places).to_line())
    unlike = ("seconds", "wall_seconds", "memory_mib", "version")
    assert {**mine, **dict.fromkeys(unlike)} == {**told, **dict.fromkeys(unlike)}
    if answer.solution is not None:
        assert not answer.puzzle.violations(answer.solution)
        assert answer.solutions[0] == answer.solution


def test_all_solutions_are_those_that_counting_counts() -> None:
    answer = fillomino.solve(EXAMPLES / "several.txt", limit=None)
    assert answer.complete
    assert len(set(answer.solutions)) == fillomino.count(EXAMPLES / "several.txt") > 1
    assert len(fillomino.solve(EXAMPLES / "several.txt", limit=2).solutions) == 2


def test_what_is_kept_and_limited(tmp_path: Path) -> None:
    fillomino.solve(FIRST, "forest", keep=tmp_path, memory=2000)
    assert (tmp_path / "first.forest.yices.sh").exists()
    assert fillomino.solve(EXAMPLES / "twenty.txt", "forest", timeout=0.2).status is Status.TIMEOUT


@pytest.mark.parametrize(
    ("flavour", "level"),
    [*((flavour, "none") for flavour in FLAVOURS), *(("driver", each) for each in LEVELS)],
)
def test_encoding_agrees_with_the_command(flavour: str, level: Any, fillomino: Runner) -> None:
    mine = api.encode(FIRST, "layers", flavour=flavour, deduce=level)
    assert mine == fillomino("encode", FIRST, "-e", "layers", "-f", flavour, "--deduce", level).out


def test_decoding_agrees_with_the_command(fillomino: Runner) -> None:
    said = output_of(api.encode(FIRST, "forest-tight", deduce="none"))
    decoding = api.decode(FIRST, said, "forest-tight")
    assert not decoding.violations
    assert str(decoding) + "\n" == fillomino("decode", FIRST, "-", "-e", "forest-tight", stdin=said).out
    broken = api.decode(FIRST, dict.fromkeys((f"n_{cell}" for cell in range(25)), 1))
    assert broken.filling == (1,) * 25
    assert broken.violations == api.check(FIRST, broken.filling)
    assert str(broken).endswith("\n".join(violation.text for violation in broken.violations))


def output_of(script: str) -> str:
    """What Z3 prints."""
    return run(script, find("z3"), Limits(seconds=600)).stdout


@pytest.mark.parametrize("options", [(), ("--scramble", "7")])
def test_a_script_is_decoded_by_what_it_holds(fillomino: Runner, options: tuple[str, ...]) -> None:
    script = fillomino.encoded(FIRST, "-e", "forest-tight", *options)
    said = output_of(script.read_text())
    decoding = api.decode(script, said)
    assert (decoding.filling, decoding.violations) == (api.solve(FIRST).solution, ())
    assert api.decode(script.read_text(), said) == decoding
    for more in ((said, "forest-tight"), ({"n_0": 1},)):
        with refused(InputError, "option-conflict"):
            api.decode(script, *more)
    refuted = api.decode(script, "unsat")
    assert (refuted.verdict, refuted.filling, refuted.core, bool(refuted)) == ("unsat", None, (), False)
    assert (api.decode(script, "unknown").verdict, repr(refuted)) == ("unknown", "<Decoding, 5x5: unsat>")
    with pytest.raises(DecodeError):
        api.decode(script, "sat")


def test_a_script_is_solved_as_it_stands(tmp_path: Path) -> None:
    """Also where it was edited: its models are checked by the rules of the puzzle in its comments."""
    script = tmp_path / "first.smt2"
    script.write_text(api.encode(FIRST, "forest-tight"))
    answer = api.solve(script, unique=True)
    assert (answer.solution, answer.unique) == (api.solve(FIRST).solution, True)
    script.write_text(script.read_text().replace("(check-sat)", "(assert false)\n(check-sat)"))
    assert api.solve(script).status is Status.WRONG  # the rules give a solution
    with refused(InputError, "option-conflict"):
        api.solve(script, "forest")


def test_checking_takes_numbers_and_text(fillomino: Runner) -> None:
    assert api.check(FIRST, fillomino("solve", FIRST, "--plain").out) == ()
    numbers = list(api.solve(FIRST).solution or ())
    assert api.check(FIRST, numbers) == ()
    numbers[0] = 9
    names = [violation.name for violation in violations(api.read(FIRST), tuple(numbers))]
    assert [violation.name for violation in api.check(FIRST, numbers)] == names


def test_checking_takes_results_and_rows() -> None:
    answer = api.solve(FIRST)
    for given in (
        answer,
        answer.rows,
        answer.solution,
        api.deduce(FIRST),
        list(map(list, answer.rows or ())),
    ):
        assert given is not None
        assert api.check(FIRST, given) == ()
    holes = api.solve(EXAMPLES / "holes.txt")
    rows = some(holes.rows)
    assert any(None in row for row in rows)
    assert api.check(EXAMPLES / "holes.txt", rows) == ()
    assert {broken.name for broken in api.check([[2, 0]], [[2, None]])} == {"cell-empty", "region-too-small"}


def test_rows_may_hold_what_people_write_for_empty_cells() -> None:
    expected = api.read("2 3\n1 0 ?\n# . 3\n")
    assert api.read([[1, None, "?"], ["#", ".", 3]]) == api.read([["1", 0, "?"], ["#", "", "3"]]) == expected


def test_puzzles_are_hashable() -> None:
    puzzle = api.read(FIRST)
    assert {puzzle: 1, api.read(URL): 2} == {api.read(FIRST): 1, api.read(URL): 2}
    assert len({puzzle, api.read(FIRST), puzzle.replace(checkered=True)}) == 2


def test_an_answer_is_true_if_it_solves_and_gives_its_row(fillomino: Runner) -> None:
    answer = api.solve(FIRST, unique=True)
    row = json.loads(answer.to_json())
    assert (bool(answer), bool(api.solve(EXAMPLES / "none.txt"))) == (True, False)
    assert row.keys() == fillomino.row("solve", FIRST, "--unique").keys()
    assert (row["status"], row["filling"]) == ("solved", [list(line) for line in answer.rows or ()])
    assert answer._repr_svg_() == answer.svg() != api.read(FIRST)._repr_svg_()


def test_several_solutions_are_several_grids() -> None:
    answer = api.solve(EXAMPLES / "several.txt", limit=3)
    one = api.solve(EXAMPLES / "several.txt")
    assert (str(answer).count("┌"), answer._repr_html_().count("<svg ")) == (3 * str(one).count("┌"), 3)
    every = api.solve("4x4", limit=25)
    assert every._repr_html_().count("<svg ") == 20 < len(every.solutions)


def test_programs_see_every_method_by_name() -> None:
    """Those of laboratories, too, whether they are here or not."""
    assert set(get_args(By)) == {SMT, *ALONE, *(name for its in OURS.values() for name in its.methods)}


def test_the_style_of_a_picture_holds_for_no_other() -> None:
    style = re.search("<style>(.*)</style>", api.solve(FIRST).svg(), re.DOTALL)
    assert style is not None
    selectors = re.findall(r"([^{}]+)\{", style[1])
    assert selectors
    assert all(selector.startswith(".fillomino-board ") for selector in selectors)


def test_a_script_with_its_puzzle_gives_the_grid(tmp_path: Path) -> None:
    script = api.encode(FIRST, "forest-tight")
    answer = api.solve_script(script)
    decoding = some(answer.decoding)
    assert (answer.puzzle, decoding.filling, decoding.violations) == (
        api.read(FIRST),
        api.solve(FIRST).solution,
        (),
    )
    assert str(decoding) in str(answer)
    for text in (
        "(check-sat)",
        script.replace("(check-sat)", "(assert false)(check-sat)").partition("(get-value")[0],
    ):
        assert api.solve_script(text).decoding is None


def test_a_comparison_is_a_data_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = api.compare("2x2", "forest-tight", "yices")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError) as missing:
        compared.to_pandas()
    assert missing.value.code == "missing-extra"
    given = list[dict[str, object]]()
    fake = SimpleNamespace(DataFrame=SimpleNamespace(from_records=given.extend))
    monkeypatch.setitem(sys.modules, "pandas", fake)
    compared.to_pandas()
    assert [(row["method"], row["status"]) for row in given] == [("forest-tight yices", "solved")]


def test_counting_agrees_with_the_command(fillomino: Runner) -> None:
    assert api.count(board="3x3") == fillomino.row("count", "3x3")["fillings"]
    small = fillomino.row("count", "torus:3x3", "--as", "max-region=3")["fillings"]
    assert api.count(board="torus:3x3", max_region=3) == small
    assert api.count(Puzzle(from_spec("torus:3x3"), {}), max_region=3) == small


def test_deducing_agrees_with_the_command(fillomino: Runner) -> None:
    told = fillomino.row("deduce", EXAMPLES / "hidden.txt", "--steps")
    mine = api.deduce(EXAMPLES / "hidden.txt")
    assert (mine.solved, mine.finished) == (told["solved"], told["finished"])
    assert [step.sentence for step in mine.steps] == [step["text"] for step in told["steps"]]
    assert mine.filling.count(0) == sum(len(its) > 1 for its in told["candidates"].values())


@pytest.mark.usefixtures("in_process")
def test_comparing_takes_one_or_several_of_each(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("3x3:4b2e\n3x3:4b2e\n3x3:9h\n", encoding="utf-8")
    text = "2 2\n0 3\n0 0\n"
    found = fillomino.compare(
        [tmp_path, FIRST, text, fillomino.read("1x2:2a")], "forest-tight", "yices", methods="deduction"
    )
    assert {row.method for row in found.rows} == {"forest-tight yices", "deduction:all"}
    assert len(found.rows) == 2 * 5
    assert len(found.notes) == 1
    assert {row.verdict.status for row in found.rows} <= {"solved", "unsolvable", "unknown"}
    assert "forest-tight yices" in str(found)
    assert found._repr_html_().startswith("<pre>")
    [only] = fillomino.compare(FIRST, "cuts", "yices", timeout=None).rows
    assert (only.verdict.status, only.subject.puzzle) == ("solved", str(FIRST))


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (fillomino.compare, "unique timeout runs scramble"),
        (fillomino.encode, "encoding flavour logic deduce"),
    ],
)
def test_the_defaults_are_those_of_the_commands(function: Callable[..., object], names: str) -> None:
    parameters, theirs = inspect.signature(function).parameters, vars(loaded(function.__name__)({}))
    for name in names.split():
        ours = parameters[name].default
        assert (str(ours) if name == "scramble" else ours) == theirs[name]


def test_results_print_as_grids_and_show_as_pictures(fillomino: Runner) -> None:
    answer, none = api.solve(FIRST, unique=True), api.solve(EXAMPLES / "none.txt")
    for its, shown in (
        (answer, "<Answer, 5x5: solved, unique>"),
        (none, "<Answer, 5x5: unsolvable>"),
        (api.solve(EXAMPLES / "torus.json"), "<Answer, torus:"),
        (api.deduce(FIRST), "<Deduction, 5x5: solved, "),
        (api.deduce(EXAMPLES / "none.txt"), "<Deduction, "),
        (api.decode(FIRST, dict.fromkeys((f"n_{x}" for x in range(25)), 1)), "<Decoding, 5x5: "),
    ):
        assert repr(its).startswith(shown)
    assert fillomino("solve", FIRST).out.startswith(f"{answer}\n")
    assert answer._repr_html_().startswith("<svg ")
    assert str(none).endswith("\nunsolvable")
    assert "<p>unsolvable</p>" in none._repr_html_()


@pytest.mark.parametrize(
    ("call", "error", "code"),
    [
        (lambda: fillomino.read("nosuch.txt"), InputError, "no-such-file"),
        (lambda: fillomino.read(EXAMPLES), InputError, "bad-input: name one"),
        (lambda: fillomino.read("2 2\n1 2\n3\n"), InputError, "row-count"),
        (lambda: fillomino.read("2 2\n0 3\n0 0\n", format="x"), InputError, "unknown-format"),
        (lambda: fillomino.solve(FIRST, "x"), EncodingError, "unknown-encoding"),
        (lambda: fillomino.solve(FIRST, solver="x"), UnknownSolverError, "unknown-solver"),
        (lambda: fillomino.solve(FIRST, by="x"), InputError, "unknown-method"),  # type: ignore[arg-type]
        (lambda: fillomino.solve(FIRST, deduce="x"), InputError, "unknown-level"),  # type: ignore[arg-type]
        (lambda: fillomino.solve(FIRST, limit=0), InputError, "bad-option"),
        (lambda: fillomino.solve(FIRST, timeout=-1), InputError, "bad-option"),
        (lambda: fillomino.solve(FIRST, "forest", by="deduction", memory=9), InputError, "option-conflict"),
        (lambda: fillomino.encode(FIRST, "cuts"), EncodingError, "needs-session"),
        (lambda: fillomino.encode(FIRST, logic="QF_BV"), EncodingError, "unsupported-logic"),
        (lambda: fillomino.encode(FIRST, flavour="x"), UnknownFlavourError, "unknown-flavour"),
        (lambda: fillomino.encode(FIRST, "forest", flavour="dimacs"), EncodingError, "unsupported-logic"),
        (lambda: fillomino.decode(FIRST, "?"), DecodeError, "bad-answer"),
        (lambda: fillomino.check([[2, 0]], [["2", "x"]]), InputError, "bad-number"),
        (lambda: fillomino.check([[2, 0]], [["2", "2 2"]]), InputError, "bad-cell"),
        (lambda: fillomino.check([[2, 0]], [2, [2]]), InputError, "bad-cell"),  # type: ignore[arg-type]
        (lambda: fillomino.check([[2, 0]], [[2], [2]]), InputError, "row-count"),
        (
            lambda: fillomino.check(EXAMPLES / "none.txt", fillomino.solve(EXAMPLES / "none.txt")),
            InputError,
            "nothing-to-read",
        ),
        (lambda: fillomino.solve(EXAMPLES / "cube.cells").rows, InputError, "needs-grid"),
        (lambda: fillomino.decode(FIRST, "sat\n"), DecodeError, "bad-answer"),
        (lambda: fillomino.decode(FIRST, {"n_0": 2}), DecodeError, "bad-answer"),
        (lambda: fillomino.check(FIRST, [1, 2]), PuzzleError, "bad-filling"),
        (lambda: fillomino.check(FIRST, "1 2"), InputError, "row-count"),
        (fillomino.count, InputError, "bad-input: a puzzle or a board"),
        (lambda: fillomino.count(FIRST, board="3x3"), InputError, "bad-input: a puzzle or a board"),
        (lambda: fillomino.count(EXAMPLES / "checkered.json"), InputError, "unsupported-variant: checkered"),
        (lambda: fillomino.compare(FIRST, methods="x"), InputError, "unknown-method"),
        (lambda: fillomino.compare(FIRST, []), InputError, "bad-input: nothing"),
        (lambda: fillomino.compare("nosuch.txt"), InputError, "no-such-file"),
        (lambda: fillomino.audit("forest", board="400x400"), InputError, "bad-input: 400x400"),
    ],
)
def test_errors(call: Callable[[], object], error: type[fillomino.Error], code: str) -> None:
    with pytest.raises(error) as refused:
        call()
    assert isinstance(refused.value, fillomino.Error)
    its, _, words = code.partition(": ")  # several errors of arguments have one code
    assert (refused.value.code, words in str(refused.value)) == (its, True)

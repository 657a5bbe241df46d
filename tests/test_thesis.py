"""The script of the thesis's experiments, on made-up puzzles, runs and published times."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scripts import thesis
from tests.support.runs import BASE
from workbench.compare.row import Row

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two boards of each kind, and times published for them: none of it anybody's."""
    folder = tmp_path / "puzzles"
    for kind, name, text in (
        ("baron", "2x3-01", "2 3\n2 0 0\n0 0 0\n"),
        ("baron", "2x3-02", "2 3\n0 0 2\n0 0 0\n"),
        ("janko", "007", "10 10\n" + "0 0 0 0 0 0 0 0 0 0\n" * 10),
        ("janko", "008", "10 10\n" + "1 0 0 0 0 0 0 0 0 0\n" * 10),
        ("janko", "009", "1 1\n0\n"),  # not of the size
    ):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / f"{name}.txt").write_text(text)
    theirs = tmp_path / "thesis"
    theirs.mkdir()
    (theirs / "baronDeterBackResult.csv").write_text(
        "height,width,boardnum,maxdepth,time_s\n2,3,1,0,1.5\n2,3,2,4,601.0\n"
    )
    (theirs / "z3_baronresults.csv").write_text("Height,Width,Boardnum,TimeSeconds\n2,3,1,2.25\n2,3,2,3.25\n")
    (theirs / "z3JankoResult_with_empty.csv").write_text(
        "Height,Width,Boardnum,TimeSeconds,emptyCells\n10,10,007,>300,100\n10,10,8,41.5,72\n10,10,10,300,70\n"
    )
    monkeypatch.setattr(thesis, "CORPUS", folder)
    monkeypatch.setattr(thesis, "THESIS", theirs)
    return folder


def rows(names: Sequence[str], method: str, seconds: float | None, **more: int) -> list[Row]:
    """A method takes so long on each puzzle."""
    status = "solved" if seconds else "timeout"
    row = replace(BASE, method=method, status=status, cpu_seconds=seconds or 10.0, own_cpu_seconds=0.5)
    return [
        replace(row, key=f"{method}{name}", puzzle=name, puzzle_hash=name, **more)  # type: ignore[arg-type]
        for name in names
    ]


@pytest.mark.usefixtures("corpus")
def test_published_times(capsys: pytest.CaptureFixture[str]) -> None:
    def published(name: str, puzzles: Sequence[str], **more: dict[str, int]) -> dict[str, tuple[object, ...]]:
        ours = rows(puzzles, "ours", 1.0, empty=72)
        found = thesis.published("theirs", name, ours, Namespace(repository=None), **more)
        return {row.puzzle: (row.status, row.cpu_seconds, row.depth, row.seconds_limit) for row in found}

    assert published("baronDeterBackResult.csv", ["2x3-01", "2x3-02"]) == {
        "2x3-01": ("solved", 1.5, 0, None),
        "2x3-02": ("solved", 601.0, 4, None),  # this file tells no limit
    }
    assert published("z3_baronresults.csv", ["2x3-02"]) == {"2x3-02": ("solved", 3.25, None, None)}
    different: dict[str, int] = {}
    assert published("z3JankoResult_with_empty.csv", ["007", "008", "010"], different=different) == {
        "007": ("timeout", 0.0, None, 300.0),
        "008": ("solved", 41.5, None, 300.0),
        "010": ("timeout", 0.0, None, 300.0),
    }
    assert different == {"007": 100, "010": 70}
    assert published("nothing.csv", []) == {}
    assert "nothing published to set beside" in capsys.readouterr().out


def test_the_basic_variant(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        assert options[options.index("--as") :][:2] == ("--as", "basic")
        names = [thesis.name_of(file) for file in files]
        unsolved = rows(names, "ours: forest z3", None, empty=5)
        return unsolved + rows(names, "ours: backtracking", 0.25, nodes=3, depth=2, empty=5)

    monkeypatch.setattr(thesis, "compare", compare)
    monkeypatch.setattr(sys, "argv", ["thesis.py", "basic", "-o", str(tmp_path)])
    thesis.main()
    told = capsys.readouterr().out
    assert (
        "| board | puzzles | thesis: backtracking | thesis: Z3 | ours: forest z3 | ours: backtracking |"
        in told
    )
    # 0.25 s and 0.5 s of ours, for the row says that there is a solver.
    assert "| 2x3 | 2 | 301 s | 2.75 s | no answer (0 of 2) | 0.75 s |" in told
    share = "1 of 2 (50%) solved without a guess"
    assert f"thesis: backtracking: {share}; boards that needed guesses: 2x3-02 (depth 4)" in told
    share = "0 of 2 (0%) solved without a guess"
    assert f"ours: backtracking: {share}; boards that needed guesses: 2x3-01 (depth 2), 2x3-02" in told
    picture = (tmp_path / "basic" / "empty-cells.svg").read_text()
    assert "thesis: Z3" in picture and "ours: forest z3" in picture
    assert "backtracking" not in picture
    drawn = {file.name for file in (tmp_path / "basic").glob("board-number*")}
    assert drawn == {"board-number-2x3.svg"}


def test_the_challenging_variant(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        assert [file.stem for file in files] == ["007", "008"]
        return [*rows(["007"], "cuts z3", 0.5, empty=100), *rows(["008"], "cuts z3", None, empty=60)]

    monkeypatch.setattr(thesis, "compare", compare)
    monkeypatch.setattr(sys, "argv", ["thesis.py", "challenging", "-o", str(tmp_path)])
    thesis.main()
    told = capsys.readouterr().out
    assert "| 70 to 100 % | 1 | no answer (0 of 1) | 1 s |" in told
    assert "| 60 to 64 % | 1 | 41.5 s | no answer (0 of 1) |" in told
    assert "Published empty cells that are not those of the puzzle: 008 (72, here 60)." in told
    assert (tmp_path / "challenging" / "empty-cells.svg").stat().st_size > 1000


def test_the_repository_of_the_thesis_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A made-up repository of that layout: its puzzles, and tables at its root, in one command."""
    repository = tmp_path / "theirs"
    for name, text in (
        ("baronPuzzles/2x3PB1.txt", "2 3\n2 0 0\n0 0 0\n"),
        ("jankoPuzzles/7.txt", "10 10\n" + "0 0 0 0 0 0 0 0 0 0\n" * 10),
        ("jankoPuzzles/008.txt", "10 10\n" + "1 0 0 0 0 0 0 0 0 0\n" * 10),
        ("baronDeterBackResult.csv", "height,width,boardnum,maxdepth,time_s\n2,3,1,4,601.0\n"),
        ("z3JankoResult_with_empty.csv", "Height,Width,Boardnum,TimeSeconds,emptyCells\n10,10,7,2,100\n"),
    ):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(text)

    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        if "basic" in options:
            return rows(["2x3-01"], "forest z3", 0.5)
        assert [thesis.name_of(file) for file in files] == ["007", "008"]
        return [*rows(["007"], "cuts z3", 0.5, empty=60), *rows(["008"], "cuts z3", None, empty=70)]

    monkeypatch.setattr(thesis, "compare", compare)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["thesis.py", "--repository", str(repository)])
    thesis.main()
    told = capsys.readouterr().out
    assert "| 2x3 | 1 | 601 s |" in told
    assert "Empty cells: 65 %" in told
    assert "cuts z3: Spearman's correlation of empty cells and time +1.00" in told
    assert {path.name for path in (tmp_path / "thesis").iterdir()} == {"basic", "challenging"}


def test_rank_correlation() -> None:
    assert thesis.rank_correlation([(1, 9), (2, 4), (3, 1)]) == pytest.approx(-1)
    assert thesis.rank_correlation([(1, 1), (2, 3), (3, 2), (4, 4)]) == pytest.approx(0.8)
    assert thesis.rank_correlation([(1, 1), (1, 2)]) == 0


def test_without_a_corpus(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "thesis.py", "-o", tmp_path],
        env={**os.environ, "FILLOMINO_CORPUS": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "set FILLOMINO_CORPUS to a directory of them" in done.stderr

"""Bars on a terminal leave standard output alone, and nothing of themselves behind."""

from __future__ import annotations

import io

import pytest

from fillomino.counting.settings import CountProgress
from tests.support.clock import wait_until
from workbench.cli.app import call
from workbench.cli.count_progress import counting
from workbench.cli.output import portion, reporter, words, working

ERASED = "\r\x1b[2K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def use_all() -> None:
    with reporter(["a", "b"]) as report:
        for name in ("a", "b"):
            report.line(f"{name} is done")
            report.advance()
    with portion("p") as move, counting("c") as watch, words() as show:
        if move is not None and watch is not None:
            for tenth in range(11):
                move(tenth / 10)
                watch(CountProgress(tenth, 10, 0.0, tenth, 1.0, 2.0 if tenth else None))
        show("a few words " * 50)


def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    use_all()
    assert capsys.readouterr().out == "a is done\nb is done\n"
    assert terminal.getvalue().endswith(ERASED)
    shown = terminal.getvalue().split(ERASED)
    assert any("2/2" in text for text in shown)
    assert any("10/10 cells" in text for text in shown)
    assert all("\n" not in text and len(text) < 80 for text in shown)


def test_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    use_all()
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("a is done\nb is done\n", "")


def test_nothing_is_left_of_a_bar_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with pytest.raises(KeyboardInterrupt), reporter(["a", "b"]) as report:
        report.advance()
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith(ERASED)


def test_work_that_takes_more_than_a_moment_is_told_with_the_latest_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr("workbench.cli.output.PATIENCE", 0.0)
    with working("first") as say:
        wait_until(lambda: "first" in terminal.getvalue())
        say("second " * 50)
        wait_until(lambda: "second" in terminal.getvalue())
    shown = terminal.getvalue().split(ERASED)
    assert shown[-1] == ""
    assert all("\n" not in text and len(text) < 80 for text in shown)
    monkeypatch.setattr("sys.stderr", pipe := io.StringIO())
    with working("first") as say:
        say("second")
    assert pipe.getvalue() == ""


def test_a_question_of_shrink_that_takes_long_is_no_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr("workbench.cli.output.PATIENCE", 0.0)

    def endless(*_: object) -> None:
        wait_until(lambda: ERASED in terminal.getvalue())
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.shrink.puzzles.PuzzleShrinker.run", endless)
    assert call(["shrink", "@row", "-e", "forest"]) == 130
    assert ERASED in terminal.getvalue()

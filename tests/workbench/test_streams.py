"""Standard streams that are closed, full, or read by nobody any more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.processes import shell

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["solve examples/first.txt", "show --boards", "--help"])
def test_a_full_disk_is_told_in_a_sentence(command: str) -> None:
    done = shell(f"fillomino {command} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "fillomino: standard output: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_where_nothing_can_be_told_the_exit_code_is_left() -> None:
    done = shell("fillomino solve no-such-file 2> /dev/full")
    assert (done.returncode, done.stderr) == (2, "")


def test_who_reads_no_further_ends_us_quietly() -> None:
    done = shell("fillomino count --list all --board 4x4 | head -1")
    assert (done.returncode, done.stderr) == (141, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_closed_streams_do_no_harm(closed: str) -> None:
    done = shell(f"fillomino solve examples/first.txt --deduce none {closed}")
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_to_read() -> None:
    done = shell("fillomino solve - <&-")
    assert done.returncode == 2
    assert "the text is blank" in done.stderr


def test_a_puzzle_may_come_from_a_pipe_with_a_name() -> None:
    told = shell("fillomino solve examples/first.txt --plain").stdout
    assert told
    for line in (
        "fillomino solve <(cat examples/first.txt) --plain",
        "cat examples/first.txt | fillomino solve /dev/stdin --plain",
    ):
        assert shell(line).stdout == told
    twice = shell("fillomino solve <(echo 3x3:4b2e; echo 3x3:4b2e) --json").stdout.splitlines()
    assert [json.loads(row)["puzzle"].rpartition(":")[2] for row in twice] == ["1", "2"]
    done = shell("fillomino check examples/first.txt <(fillomino solve examples/first.txt --plain)")
    assert (done.returncode, done.stderr) == (0, "")

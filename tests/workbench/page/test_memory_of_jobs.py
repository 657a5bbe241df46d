"""Jobs of the page, and the solvers that they start, have a limit of memory."""

from __future__ import annotations

import json
import resource

import pytest

from fillomino.errors import InputError
from workbench.page.jobs import do
from workbench.page.limits import MEMORY_MIB
from workbench.page.model import puzzle_json
from workbench.page.runs import _started

def test_a_job_has_a_limit_which_its_children_inherit() -> None:
    pytest.importorskip("starlette")
    with _started() as worker:
        assert worker.receive() is None  # what jobs need is imported
        worker.send(resource.getrlimit, resource.RLIMIT_AS)
        assert worker.receive() == (MEMORY_MIB << 20, MEMORY_MIB << 20)


@pytest.mark.parametrize("encoding", ["layers", "warshall"])
def test_a_text_too_long_for_a_page_is_not_even_built(encoding: str) -> None:
    from fillomino.board import rectangle
    from fillomino.puzzle import Document, Puzzle

    sent = puzzle_json(Document(Puzzle(rectangle(20, 20), {})), "a")
    request = {
        "puzzle": {"base": sent["base"], "clues": sent["clues"]},
        "encoding": encoding,
        "level": "none",
    }
    with pytest.raises(InputError, match=f"in the encoding {encoding} .* too much for a page"):
        do("encode", json.dumps(request).encode(), lambda _: None)

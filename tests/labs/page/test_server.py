"""The live page against those it is not for, and against too much of everything."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from drivers.system import cpu_seconds, own_memory_limit
from fillomino.errors import FillominoError, InputError
from labs.page.bundle import report_policy
from labs.page.jobs import JOBS, do
from labs.page.plain_data import puzzle_json
from labs.page.quotas import MEMORY_MIB
from labs.page.runs import BusyError, Runs, _started
from tests.labs.page.conftest import Served
from tests.support import needs
from tests.support.browsers import serious
from tests.support.clock import wait_until
from tests.support.processes import marked
from tests.support.refused import refused
from tests.support.runs import run, written
from tests.workbench.conftest import EXAMPLES, Runner

if TYPE_CHECKING:
    from playwright.sync_api import Page


FIRST = {"base": {"text": (EXAMPLES / "first.txt").read_text(encoding="utf-8")}}
HARD = {"base": {"text": (EXAMPLES / "twenty.txt").read_text(encoding="utf-8")}}
LONG = {"puzzle": HARD, "encoding": "forest", "level": "none", "solver": "z3"}
"""A run that takes minutes."""

EMPTY: dict[str, Any] = {
    **LONG, "puzzle": {"base": {"text": "40 40\n" + ("0 " * 40 + "\n") * 40}}
}  # fmt: skip
"""A run that takes long to encode, too."""


def request(
    served: Served, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    ours = {"Host": f"127.0.0.1:{served.port}"}
    if method == "POST":
        ours |= {"Origin": f"http://127.0.0.1:{served.port}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=600)
    sent = {key: value for key, value in (ours | (headers or {})).items() if value}
    connection.putrequest(method, path, skip_host=True)
    for key, value in sent.items():
        connection.putheader(key, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    reply = connection.getresponse()
    found = reply.status, reply.read()
    connection.close()
    return found


def job(served: Served, name: str, asked: dict[str, Any]) -> dict[str, Any]:
    """All that a job found; of what is told several times the last."""
    status, body = request(served, "POST", f"/job/{name}", json.dumps(asked).encode())
    assert status == 200, body
    found: dict[str, Any] = {}
    for line in body.splitlines():
        found |= json.loads(line)
    assert found["done"] is True
    return found


def begun(served: Served, asked: dict[str, Any] = LONG) -> socket.socket:
    """A connection on which a long run was asked for."""
    raw = socket.create_connection(("127.0.0.1", served.port))
    body = json.dumps(asked).encode()
    head = (
        f"POST /job/solve HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
        f"Origin: http://127.0.0.1:{served.port}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    raw.sendall(head.encode() + body)
    return raw


def test_the_page_and_its_files(served: Served) -> None:
    status, body = request(served, "GET", "/")
    assert status == 200
    assert b'<script type="module" src="/static/main.js">' in body
    for name in ("main.js", "page.css"):
        assert request(served, "GET", f"/static/{name}")[0] == 200
    assert request(served, "GET", "/", headers={"Host": f"localhost:{served.port}"})[0] == 200


@pytest.mark.parametrize("path", ["/static/page.html", "/static/..%2fmodel.py", "/static/../model.py", "/x"])
def test_nothing_else_is_given(served: Served, path: str) -> None:
    assert request(served, "GET", path)[0] == 404


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}"],
)
def test_a_wrong_host_is_refused(served: Served, host: str) -> None:
    wrong = {"Host": host.format(port=served.port)}
    assert request(served, "GET", "/", headers=wrong)[0] == 403
    assert request(served, "POST", "/job/open", b"{}", wrong)[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},  # none at all
        {"Origin": "http://localhost:{port}"},  # the page of the other name
        {"Content-Type": "text/plain"},  # what a form can send without asking first
    ],
)
def test_another_origin_is_refused(served: Served, headers: dict[str, str]) -> None:
    wrong = {key: value.format(port=served.port) for key, value in headers.items()}
    status, body = request(served, "POST", "/job/open", b'{"spec": "2x2"}', wrong)
    assert (status, b"puzzle" in body) == (403, False)


def test_it_listens_on_loopback_only(served: Served) -> None:
    server = psutil.Process(served.pid)
    listening = [
        each.laddr[0]
        for process in (server, *server.children(recursive=True))
        for each in process.net_connections("tcp")
        if each.status == psutil.CONN_LISTEN and each.laddr[1] == served.port
    ]
    assert listening == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"[]", 400), (b'"x"', 400), (b"{", 400), (b"[" * 100_000, 400), (b" " * 5_000_000, 400)],
)
def test_what_is_no_request_is_refused(served: Served, body: bytes, status: int) -> None:
    assert request(served, "POST", "/job/open", body)[0] == status


def test_an_unknown_job_is_refused(served: Served) -> None:
    assert request(served, "POST", "/job/__class__", b"{}")[0] == 404
    assert request(served, "GET", "/job/open")[0] == 405


def refusal(name: str, asked: dict[str, Any]) -> str:
    """The error of a job, without a server."""
    with pytest.raises(FillominoError) as error:
        JOBS[name](asked, print)
    return str(error.value)


def test_the_error_of_a_job_is_a_sentence(served: Served) -> None:
    found = job(served, "open", {"spec": "70x70"})
    assert found["error"] == refusal("open", {"spec": "70x70"})
    assert "puzzle" not in found


@pytest.mark.parametrize("spec", ["1000x1000", "torus:1000x1000", "hexagon:99999", "70x70"])
def test_a_board_too_large_is_refused(spec: str) -> None:
    assert "larger than" in refusal("open", {"spec": spec})
    text = "\n".join(["0 " * 100] * 100)
    assert "larger than the 4,000" in refusal("open", {"text": text})
    assert "larger than the 4,000" in refusal("encode", {"puzzle": {"base": {"text": text}}})


@pytest.mark.parametrize("named", ["smt:touch here", "x=smt:touch here", "dimacs:touch", "no-such"])
def test_a_request_can_not_name_a_program(named: str) -> None:
    asked = {"puzzle": FIRST, "encoding": "forest", "level": "none"}
    for name, key in (("solve", "solver"), ("explain", "solver"), ("audit", "solver"), ("solve", "by")):
        assert "is none of them" in refusal(name, {**asked, key: named})


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"puzzle": 7},
        {"puzzle": {"base": {"text": 7}}},
        {"puzzle": FIRST},
        {"puzzle": FIRST | {"clues": [1]}, "encoding": "forest", "level": "none"},
        {"puzzle": FIRST | {"clues": ["x"] * 25}, "encoding": "forest", "level": "none"},
        {"puzzle": FIRST | {"clues": [99] * 25}, "encoding": "forest", "level": "none"},
        {"puzzle": FIRST, "encoding": "none-such", "level": "none"},
        {"puzzle": FIRST, "encoding": "forest", "level": "none-such"},
    ],
)
def test_a_nonsensical_request_is_refused(asked: dict[str, Any]) -> None:
    assert refusal("encode", asked)


def test_names_can_not_break_out_of_the_script(served: Served) -> None:
    name = '|) (assert false) "; </script>'
    text = json.dumps({"cells": [name, "b"], "edges": [[name, "b"]], "clues": {"b": 2}})
    puzzle = {"base": {"text": text}}
    said = job(served, "encode", {"puzzle": puzzle, "encoding": "forest", "level": "none"})["encoded"]
    code = [line.partition(";")[0] for line in said["text"].splitlines()]
    assert not any("false" in line or "script" in line for line in code)
    asked = {"puzzle": puzzle, "encoding": "forest", "level": "none", "solver": "yices"}
    assert job(served, "solve", asked)["result"]["filling"] == [2, 2]


def test_a_full_queue_refuses_a_job() -> None:
    runs = Runs(at_once=2, waiting=3)
    for _ in range(5):
        runs.reserve()
    with pytest.raises(BusyError):
        runs.reserve()
    runs.release()
    runs.reserve()


def test_who_goes_away_takes_the_solver_along(served: Served) -> None:
    for _ in range(2):  # and the place is free again
        raw = begun(served)
        assert wait_until(lambda: len(served.solvers()) == 1)
        raw.close()
        assert wait_until(lambda: not served.solvers())


def test_a_job_that_takes_too_long_is_ended() -> None:
    async def found() -> list[dict[str, Any]]:
        runs = Runs()
        runs._seconds = 0.3
        lines = [json.loads(line) async for line in runs.events("solve", json.dumps(LONG).encode())]
        await runs.close()
        return lines

    # In a thread of its own: where the same process has driven a browser, a loop is running in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        first, *_, error, last = elsewhere.submit(asyncio.run, found()).result()
    assert (first, error, last) == ({"begun": True}, {"error": "this took longer than 0.3 s"}, {"done": True})


@pytest.mark.slow
def test_who_waits_for_a_turn_and_goes_away_never_runs(served: Served) -> None:
    all_of_them = [begun(served) for _ in range(10)]
    assert wait_until(lambda: len(served.solvers()) == 2)
    assert request(served, "POST", "/job/open", b'{"spec": "2x2"}')[0] == 429
    for raw in all_of_them:
        raw.close()
    assert wait_until(lambda: not served.solvers())
    assert wait_until(lambda: request(served, "POST", "/job/open", b'{"spec": "2x2"}')[0] == 200)


@pytest.mark.parametrize("phase", ["reads", "encodes", "solves"])
def test_a_server_that_is_killed_leaves_nothing_in_any_phase_of_a_job(phase: str, mark: str) -> None:
    own = Served()
    raw = begun(own, LONG if phase == "solves" else EMPTY)
    while b"begun" not in raw.recv(1 << 16):
        pass
    if phase == "solves":
        assert wait_until(lambda: len(own.solvers()) == 1)
    elif phase == "encodes":
        before = cpu_seconds(own.pid)
        assert wait_until(lambda: cpu_seconds(own.pid) > before + 0.1)
    own.kill()
    raw.close()
    assert wait_until(lambda: not marked(mark))


def test_an_interrupt_ends_all_jobs_and_prints_one_line(mark: str, capfd: pytest.CaptureFixture[str]) -> None:
    own = Served(str(EXAMPLES / "first.txt"))
    open_still = [begun(own) for _ in range(4)]
    unfinished = socket.create_connection(("127.0.0.1", own.port))
    unfinished.sendall(
        f"POST /job/open HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nContent-Type: application/json\r\n"
        f"Origin: http://127.0.0.1:{own.port}\r\nContent-Length: 100\r\n\r\n{{".encode()
    )
    assert wait_until(lambda: len(own.solvers()) == 2)
    assert own.interrupt() == 130
    for each in (*open_still, unfinished):
        each.close()
    assert capfd.readouterr().err.count("\n") == 1
    assert wait_until(lambda: not marked(mark))


def test_a_port_that_is_taken_is_told(served: Served, fillomino: Runner) -> None:
    done = fillomino("serve", "--port", str(served.port)).refused("port-in-use")
    assert str(served.port) in done.err


def test_a_puzzle_that_can_not_be_read_is_told(fillomino: Runner) -> None:
    needs.module("starlette", "web")
    fillomino("serve", "--port", "0", "no-such-file.txt").refused("no-such-file")


def test_a_job_has_a_limit_which_its_children_inherit() -> None:
    needs.module("starlette", "web")
    needs.limits_of_memory()
    with _started() as worker:
        assert worker.receive() is None  # what jobs need is imported
        worker.send(own_memory_limit)
        assert worker.receive() == MEMORY_MIB << 20


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
    with refused(InputError, "too-long"):
        do("encode", json.dumps(request).encode(), lambda _: None)


@pytest.fixture
def compared(tmp_path: Path) -> Iterator[Served]:
    """A server that was given runs."""
    rows = [run("quick", "1", 1.0), run("quick", "2", 2.0), run("slow", "1", 5.0), run("slow", "2", None)]
    server = Served("--comparison", str(written(tmp_path / "runs.jsonl", *rows)))
    yield server
    server.interrupt()


@pytest.mark.slow
def test_a_link_leads_to_the_report(look: Callable[..., Page], compared: Served) -> None:
    page = look(compared.url, bypass_csp=False)
    page.locator("#comparison").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Comparison runs").wait_for()
    first = page.locator("table.whole").first.locator("tbody tr").first
    before = first.inner_text()
    head = page.locator("table.whole").first.locator("th button").first
    for _ in range(2):
        head.focus()
        page.keyboard.press("Enter")
        if first.inner_text() != before:
            break
    assert first.inner_text() != before  # its script may run
    status, _ = request(compared, "GET", "/comparison", headers={"Host": "elsewhere.example"})
    assert status == 403


@pytest.mark.slow
def test_nothing_serious_is_found_by_axe(look: Callable[..., Page], compared: Served) -> None:
    page = look(f"{compared.url}comparison", bypass_csp=True)
    page.get_by_role("heading", name="Comparison runs").wait_for()
    assert serious(page) == []


def test_the_report_may_run_its_own_script_alone() -> None:
    digest = b64encode(sha256(b"let x;").digest()).decode()
    policy = report_policy("<p>a</p><script>let x;</script>")
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}';" in policy


def test_without_runs_there_is_no_link(look: Callable[..., Page], served: Served) -> None:
    page = look(served.url)
    page.locator("#tabs button").first.wait_for()
    assert page.locator("#comparison").is_hidden()
    assert request(served, "GET", "/comparison")[0] == 404


def test_runs_that_are_none_are_refused(fillomino: Runner, tmp_path: Path) -> None:
    needs.module("starlette", "web")
    empty = fillomino.write("runs.jsonl", "")
    fillomino("serve", "--comparison", empty).refused("nothing-to-read")
    fillomino("serve", "--comparison", tmp_path / "nosuch.jsonl").refused("unreadable")

"""The live page: the static files, and jobs whose findings are streamed line by line."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from workbench.page.bundle import STATIC, live_html, report_policy
from workbench.page.guard import Guard
from workbench.page.jobs import JOBS, about
from workbench.page.limits import AT_ONCE, MAX_BODY
from workbench.page.model import Json
from workbench.page.runs import BusyError, Runs

LOOPBACK = "127.0.0.1"
_KINDS = {".js": "text/javascript", ".css": "text/css"}


def application(
    port: int, start: Json | None = None, at_once: int = AT_ONCE, report: str | None = None
) -> Starlette:
    """The application.

    Args:
        port: where it will be reached.
        start: the puzzle to begin with, as `puzzle_json` gives it.
        at_once: how many jobs may run at once.
        report: the report of a comparison as HTML, to be shown beside the page.
    """
    page = live_html({"live": True, "about": about(), "puzzle": start, "comparison": report is not None})
    files = {path.name: path for path in STATIC.iterdir() if path.suffix in _KINDS}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.runs = Runs(at_once)
        yield
        await app.state.runs.close()

    async def home(_: Request) -> Response:
        return Response(page, media_type="text/html")

    async def comparison(_: Request) -> Response:
        if report is None:
            return Response("no comparison was named; see `fillomino page --open --comparison`\n", 404)
        headers = {"Content-Security-Policy": report_policy(report)}
        return Response(report, media_type="text/html", headers=headers)

    async def file(request: Request) -> Response:
        path = files.get(request.path_params["name"])
        if path is None:
            return Response("there is no such file\n", 404)
        return Response(path.read_bytes(), media_type=_KINDS[path.suffix])

    async def job(request: Request) -> Response:
        if request.path_params["name"] not in JOBS:
            return _refused("there is no such job", 404)
        try:
            body = await _body(request)
            asked = json.loads(body)
        except (ValueError, RecursionError):
            return _refused("this is no JSON, or too much of it", 400)
        except ClientDisconnect:
            return Response(status_code=400)
        if not isinstance(asked, dict):
            return _refused("a request is a JSON object", 400)
        runs: Runs = app.state.runs
        try:
            runs.reserve()
        except BusyError:
            return _refused("too much is going on already; wait until something has ended", 429)
        return _Findings(runs, request.path_params["name"], body)

    app = Starlette(
        routes=[
            Route("/", home),
            Route("/comparison", comparison),
            Route("/static/{name}", file),
            Route("/job/{name}", job, methods=["POST"]),
        ],
        middleware=[Middleware(Guard, port=port)],
        lifespan=lifespan,
    )
    return app


def listening(port: int) -> socket.socket:
    """A socket on the loopback address; port 0 takes any that is free.

    Raises:
        OSError: if the port is taken.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((LOOPBACK, port))
        taken.listen(128)  # from here on who comes waits, and is not refused
    except OSError:
        taken.close()
        raise
    return taken


def serve(
    at: socket.socket, start: Json | None = None, runs: int = AT_ONCE, report: str | None = None
) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(
        application(at.getsockname()[1], start, runs, report),
        log_level="warning",
        access_log=False,
        ws="none",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    asyncio.run(_Server(config).serve(sockets=[at]))


class _Server(uvicorn.Server):
    """It ends by hanging up on everybody, so that every run ends as it does when its page is closed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)


class _Findings(StreamingResponse):
    """Stream of the findings of a job. However this is left, the place that was reserved is free again."""

    def __init__(self, runs: Runs, name: str, body: bytes) -> None:
        self._runs, self._events = runs, runs.events(name, body)
        super().__init__(self._events, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._runs.release()
            await self._events.aclose()


async def _body(request: Request) -> bytes:
    """The body, if it is not too long.

    Raises:
        ValueError: if it is.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise ValueError("too long")
    return bytes(body)


def _refused(why: str, status: int) -> Response:
    return JSONResponse({"error": why}, status)

"""The live page: its static files, access control, and jobs whose events are streamed line by line.

A page of another site can make a browser send requests here and, by rebinding its name to 127.0.0.1 (DNS
rebinding), even read the replies. So ``Host`` must be ours, and the ``Origin`` of a POST must be our page.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from labs.page.bundle import STATIC, live_html, report_policy
from labs.page.jobs import JOBS, about
from labs.page.plain_data import Json
from labs.page.quotas import AT_ONCE, MAX_BODY
from labs.page.runs import BusyError, Runs

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Middleware that refuses requests from elsewhere before anything else sees them."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, as ASGI calls it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        reason = self.refusal(scope["method"], Headers(scope=scope))
        if reason:
            await PlainTextResponse(reason + "\n", 403)(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, _with_headers(send))

    def refusal(self, method: str, headers: Headers) -> str:
        """Return the reason for refusing a request; empty if it is accepted."""
        host = headers.get("host", "")
        if host not in self._hosts or len(headers.getlist("host")) != 1:
            return "this server answers to 127.0.0.1 and localhost only"
        if method == "GET":
            return ""
        if headers.get("origin") != f"http://{host}":
            return "only the page itself may send this request"
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return "the Content-Type must be application/json"
        return ""


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


LOOPBACK = "127.0.0.1"
_KINDS = {".js": "text/javascript", ".css": "text/css"}


class _Pages:
    """What the server replies: the page, the report of a comparison, static files, and the events of jobs."""

    def __init__(self, page: str, report: str | None, at_once: int) -> None:
        self._page, self._report = page, report
        self._files = {path.name: path for path in STATIC.iterdir() if path.suffix in _KINDS}
        self._at_once = at_once

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Hold the jobs while the application runs."""
        app.state.runs = Runs(self._at_once)
        yield
        await app.state.runs.close()

    async def home(self, _: Request) -> Response:
        """Reply with the page."""
        return Response(self._page, media_type="text/html")

    async def comparison(self, _: Request) -> Response:
        """Reply with the report of a comparison, if one was named."""
        if self._report is None:
            return Response("no comparison was named; see `fillomino serve --comparison`\n", 404)
        headers = {"Content-Security-Policy": report_policy(self._report)}
        return Response(self._report, media_type="text/html", headers=headers)

    async def file(self, request: Request) -> Response:
        """Reply with a script or a style sheet of the page."""
        path = self._files.get(request.path_params["name"])
        if path is None:
            return Response("no such file\n", 404)
        return Response(path.read_bytes(), media_type=_KINDS[path.suffix])

    async def job(self, request: Request) -> Response:
        """Begin a job, and reply with its events."""
        if request.path_params["name"] not in JOBS:
            return _error("no such job", 404)
        try:
            body = await _body(request)
            content = json.loads(body)
        except (ValueError, RecursionError):
            return _error(f"the request is not JSON, or longer than {MAX_BODY >> 20} MiB", 400)
        except ClientDisconnect:
            return Response(status_code=400)
        if not isinstance(content, dict):
            return _error("a request is a JSON object", 400)
        runs: Runs = request.app.state.runs
        try:
            runs.reserve()
        except BusyError:
            return _error("too many jobs are running and waiting; try again when one has ended", 429)
        return _Events(runs, request.path_params["name"], body)


def application(
    port: int, start: Json | None = None, at_once: int = AT_ONCE, report: str | None = None
) -> Starlette:
    """The application.

    Args:
        port: the port on which it will be served.
        start: the first puzzle, as `puzzle_json` returns it.
        at_once: the number of jobs that may run at the same time.
        report: the report of a comparison as HTML, linked from the page.
    """
    page = live_html({"live": True, "about": about(), "puzzle": start, "comparison": report is not None})
    pages = _Pages(page, report, at_once)
    return Starlette(
        routes=[
            Route("/", pages.home),
            Route("/comparison", pages.comparison),
            Route("/static/{name}", pages.file),
            Route("/job/{name}", pages.job, methods=["POST"]),
        ],
        middleware=[Middleware(Guard, port=port)],
        lifespan=pages.lifespan,
    )


def listening(port: int) -> socket.socket:
    """Return a listening socket on the loopback address; port 0 takes any free port.

    Raises:
        OSError: if the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen(128)  # clients wait from here on, and are not refused
    except OSError:
        listener.close()
        raise
    return listener


def serve(
    listener: socket.socket, start: Json | None = None, runs: int = AT_ONCE, report: str | None = None
) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(
        application(listener.getsockname()[1], start, runs, report),
        log_level="warning",
        access_log=False,
        ws="none",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    asyncio.run(_Server(config).serve(sockets=[listener]))


class _Server(uvicorn.Server):
    """A server that aborts all connections at shutdown, so that their jobs are cancelled."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)


class _Events(StreamingResponse):
    """The event stream of a job. However it ends, the reserved place in the queue is released."""

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
    """Return the body of a request.

    Raises:
        ValueError: if it is too long.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise ValueError("too long")
    return bytes(body)


def _error(message: str, status: int) -> Response:
    return JSONResponse({"error": message}, status)

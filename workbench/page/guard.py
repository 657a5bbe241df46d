"""Access to the live page: only for this machine's browser, from the page itself.

A page of another site can make a browser send requests here, and by rebinding its name to 127.0.0.1 even
read the replies. So the name in ``Host`` must be ours, and a request for work must name in ``Origin`` that
it is our page.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """Refuses what does not come from the page, before anything else sees it."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI calls it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self.refusal(scope["method"], Headers(scope=scope))
        if refused:
            await PlainTextResponse(refused + "\n", 403)(scope, receive, _with_headers(send))
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
            return "only the page itself may ask for this"
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return "requests are JSON"
        return ""


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent

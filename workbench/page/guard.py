"""Access control of the live page: requests must come from the page itself, in a browser of this machine.

A page of another site can make a browser send requests here and, by rebinding its name to 127.0.0.1 (DNS
rebinding), even read the replies. So ``Host`` must be ours, and the ``Origin`` of a POST must be our page.
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

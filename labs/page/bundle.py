"""The page as HTML: live, with its modules beside it, or as one file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from labs.page.plain_data import Json

STATIC = Path(__file__).parent / "static"

MODULES = (
    "rules.js",
    "dom.js",
    "board.js",
    "code.js",
    "state.js",
    "live.js",
    "legend.js",
    "look.js",
    "play.js",
    "solve.js",
    "deduce.js",
    "audit.js",
    "files.js",
    "main.js",
)
"""Each after those it imports. In one file they share one scope, so no two may use a name for two things."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def live_html(data: Json) -> str:
    """The page that asks a server."""
    links = '<link rel="stylesheet" href="/static/page.css">\n<script type="module" src="/static/main.js">'
    return _page("Fillomino workbench", f"{links}</script>", data)


def inlined_html(title: str, data: Json) -> str:
    """The page as one file, with the data in it; its policy lets nothing but its own script run."""
    style = (STATIC / "page.css").read_text(encoding="utf-8")
    script = joined()
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'"
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<style>{style}</style>\n<script type="module">{script}</script>'
    )
    return _page(title, head, data)


def report_policy(html: str) -> str:
    """Policy for the report of a comparison: run its own script; its plots bring their style with them."""
    digests = " ".join(f"'{_digest(script)}'" for script in _SCRIPT.findall(html))
    return (
        f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline'; img-src data:; "
        f"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def joined() -> str:
    """All modules as one: without their imports and the word export."""
    parts = []
    for name in MODULES:
        source = (STATIC / name).read_text(encoding="utf-8")
        parts.append(f"// {name}\n" + _EXPORT.sub("", _IMPORT.sub("", source)))
    return "\n".join(parts)


def _page(title: str, head: str, data: Json) -> str:
    # Imported here, as it takes longer than most commands.
    from jinja2 import Environment
    from markupsafe import Markup

    environment = Environment(autoescape=True)
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # and keys in our order
    page = environment.from_string((STATIC / "page.html").read_text(encoding="utf-8"))
    text: str = page.render(title=title, head=Markup(head), data=data)  # noqa: S704 -- all of it is ours
    return text


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

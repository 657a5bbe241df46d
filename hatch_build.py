"""The links of the package's metadata, from the one address in pyproject.toml."""

from __future__ import annotations

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Links(MetadataHookInterface):
    """Links under `url` of `[tool.hatch.metadata.hooks.custom]`; none while it is empty."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the links."""
        url = self.config["url"].rstrip("/")
        pages = {"Source": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
        metadata["urls"] = {name: url + path for name, path in pages.items()} if url else {}

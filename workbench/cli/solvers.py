"""``fillomino solvers``."""

from __future__ import annotations

import json

import typer

from workbench.cli.options import Json


def command(as_json: Json = False) -> None:
    """List the solvers: what is installed, where, which version, and how to get what is missing."""
    from drivers.runner import version
    from drivers.solver import locate
    from drivers.solvers import every

    rows: list[dict[str, object]] = []
    listed = every()
    for solver in listed:
        path = locate(solver)
        rows.append(
            {
                "name": solver.name,
                "title": solver.title,
                "installed": path is not None,
                "path": str(path) if path else None,
                "version": version(solver) if path else None,
                "session": solver.session_arguments is not None,
                "install": None if path else solver.install,
            }
        )
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    width = max(len(solver.name) for solver in listed)
    for row in rows:
        state = f"{row['version']}, {row['path']}" if row["installed"] else f"not installed: {row['install']}"
        typer.echo(f"{row['name']:<{width}}  {state}")
        typer.echo(f"{'':<{width}}  {row['title']}")

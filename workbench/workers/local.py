"""Loaded by each Dask worker that we start on this machine ourselves."""

from __future__ import annotations

import signal


def dask_setup(_worker: object) -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the process that started the cluster."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

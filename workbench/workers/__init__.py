"""Processes of our own Python: the only place that starts them, on this machine or on a Dask cluster.

A `worker.Worker` does one task at a time: a function of a module with its arguments. `compare` and `generate`
spread their tasks over several, a portfolio races them, and the live page streams the events of theirs.
"""

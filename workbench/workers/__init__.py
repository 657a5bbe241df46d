"""Processes of our own Python, on this machine or on a Dask cluster: the only place that starts them.

A `worker.Worker` does one task at a time: a function of a module with its arguments. `compare` and `generate`
spread their tasks over several workers, a portfolio races them, and the live page streams their events.
"""

"""Processes of ours that do one task at a time, on this machine or on a Dask cluster.

A task is a function of a module with what it is to be given. `compare` and `generate` spread theirs so.
"""

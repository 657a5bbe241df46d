"""BenchExec: sets of tasks for it, its results as runs of ours, and solvers measured by its ``runexec``."""

"""Programs that make a solver of a Python module: SMT-LIB on standard input, replies on standard output.

They run in a process of their own, so that time limits, memory limits and crashes stay outside of ours.
"""

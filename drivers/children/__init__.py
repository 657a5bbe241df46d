"""Programs that give a Python module the manners of a solver: SMT-LIB on standard input, replies on output.

They run in a process of their own, so that time limits, memory limits and crashes stay outside of ours.
"""

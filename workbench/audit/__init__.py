"""Audits of encodings: decide on small boards if an encoding accepts exactly the solutions."""

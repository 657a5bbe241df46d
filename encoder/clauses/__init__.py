"""Clauses over "this cell holds this token", which the pure Boolean encodings share."""

"""Encodings of the literature beside the forests."""

"""Choices that a person makes by name: an encoding, a logic."""

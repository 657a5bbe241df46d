"""Choices that a person makes by name: an encoding, a level of deduction, a logic."""

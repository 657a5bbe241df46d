"""Reasons for a puzzle's having no solution or several, and for a filling's being wrong."""

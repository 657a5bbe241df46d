"""Deduction for a person: every step explained, and mistakes found before a hint builds on them."""

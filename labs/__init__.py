"""Laboratories: jobs for Fillomino, each in a folder that can be deleted with its tests and its page.

What each brings is in `fillomino.laboratories`, which stays when they go. Nothing outside imports them, and
they do not import each other; a part of one is asked for by `fillomino.laboratories.part`.
"""

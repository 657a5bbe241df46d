"""The jobs a person does: the only place where the puzzle, the encoder and the drivers meet."""

__version__ = "1.0.0"

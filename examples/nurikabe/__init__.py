"""Nurikabe: islands of given sizes in one connected stream, encoded with the flood fills of this project."""

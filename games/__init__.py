"""Games other than Fillomino: rules, texts and pictures. A game of one's own is a subclass of `Game`."""

from __future__ import annotations

from games.game import Broken as Broken
from games.game import Game as Game
from games.game import Rectangle as Rectangle
from games.game import joining as joining
from games.registry import find as find
from games.registry import known as known
from games.registry import load as load

"""Repeat both of the thesis's experiments, with its figures 9 to 13, in one command.

    python scripts/thesis_figures.py --repository PATH      the thesis's own repository, as it is
    python scripts/thesis_figures.py --every 8 --timeout 10

The options are those of `thesis_basic.py` and `thesis_challenging.py`, but for ``-o``: each writes into a
folder of its own, ``thesis-basic`` and ``thesis-challenging``.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts import thesis_basic, thesis_challenging
from scripts.published import arguments


def main() -> None:
    arguments(__doc__, "thesis-basic")  # its help, and what is misspelt
    if any(word.startswith(("-o", "--o")) for word in sys.argv[1:]):
        sys.exit("each experiment writes into a folder of its own: leave out -o")
    thesis_basic.main()
    thesis_challenging.main()


if __name__ == "__main__":
    main()

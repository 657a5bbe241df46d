"""``python -m workbench`` is the command `fillomino`."""

from workbench.cli import main

if __name__ == "__main__":
    main()

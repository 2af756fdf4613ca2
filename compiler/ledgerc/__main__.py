"""``python -m ledgerc``: the same as the command ``ledgerc``."""

from ledgerc.cli import main

if __name__ == "__main__":
    main()

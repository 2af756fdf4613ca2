"""``python -m tests.bench.rules [ROUNDS]``: measures, and writes the table."""

from __future__ import annotations

import sys

from tests.bench.rules.table import measured, write

if __name__ == "__main__":
    write(measured(int(sys.argv[1]) if len(sys.argv) > 1 else 7))

"""Covered lines as coverage.py keeps them, so that its reports show ``.ledger`` files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from ledgerc.covering.covered import CoveredFile

PLUGIN = "ledgerc.coverage_plugin.LedgerPlugin"
_EXTRA = "ledgerc[cover]"


class MissingCoverageError(Exception):
    """coverage.py is not installed."""


def write_data(path: Path, files: Iterable[CoveredFile]) -> None:
    """Write the lines of ``files`` that ran to a new data file of coverage.py.

    Raises MissingCoverageError without coverage.py, OSError where the file cannot be written.
    """
    try:
        from coverage import CoverageData, CoverageException
    except ImportError as fault:
        message = f"coverage.py is not installed: pip install '{_EXTRA}'"
        raise MissingCoverageError(message) from fault
    listed = list(files)
    names = {str(each.path): each for each in listed}
    try:
        data = CoverageData(basename=str(path))
        data.erase()
        data.add_lines(
            {
                name: [line for line, count in each.lines.items() if count]
                for name, each in names.items()
            }
        )
        data.touch_files(names, PLUGIN)
        data.add_file_tracers(dict.fromkeys(names, PLUGIN))
        data.write()
        data.close()
    except (CoverageException, sqlite3.Error) as fault:
        raise OSError(None, str(fault)) from fault

"""Fixtures that every test folder shares: the repository, and golden files.

A golden file is the expected text of one thing, kept beside its input. ``pytest
--update-goldens`` rewrites those that differ; in CI the flag is refused, so that a golden only
ever changes by a person's hand and is read in review.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import ledger_runtime

REPOSITORY = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="rewrite golden files that differ from what the compiler now makes",
    )


def pytest_report_header() -> str:
    """Say which runtime is tested."""
    kind = "compiled" if ledger_runtime.NATIVE else "interpreted"
    return f"ledger_runtime: {kind}, {Path(ledger_runtime.__file__).parent}"


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("LEDGER_NATIVE") and not ledger_runtime.NATIVE:
        raise pytest.UsageError("LEDGER_NATIVE is set, and the runtime is interpreted")
    if config.getoption("--update-goldens") and os.environ.get("CI"):
        raise pytest.UsageError("--update-goldens is refused in CI (CI is set)")
    if "XDG_CACHE_HOME" not in os.environ:  # tests leave nothing in the user's own
        folder = tempfile.TemporaryDirectory(prefix="ledgerc-tests-")
        os.environ["XDG_CACHE_HOME"] = folder.name
        config.add_cleanup(folder.cleanup)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of this checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def update_goldens(pytestconfig: pytest.Config) -> bool:
    """Whether golden files are rewritten instead of compared."""
    return bool(pytestconfig.getoption("--update-goldens"))


Golden = Callable[[Path, str], None]


@pytest.fixture(scope="session")
def golden(update_goldens: bool) -> Golden:
    """``golden(path, text)``: asserts that the file at ``path`` holds ``text``.

    With ``--update-goldens`` the file is written instead (folders are made).
    """

    def compare(path: Path, text: str) -> None:
        current = path.read_bytes().decode() if path.exists() else None
        if update_goldens:
            if current != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            return
        assert current is not None, f"{path} is missing; run pytest --update-goldens"
        assert text == current, f"{path} is not current; run pytest --update-goldens"

    return compare

"""The command, run in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.cli import run
from tests.unit.commands.support import PROJECT, Ledgerc, Result, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def project(folder: Path) -> Path:
    """The small project as working folder."""
    write(folder, PROJECT)
    return folder


@pytest.fixture
def ledgerc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Ledgerc:
    """Runs the command in this process; its exit code is what the shell would see."""
    monkeypatch.delenv("LEDGERC_DEBUG", raising=False)

    def call(*arguments: str) -> Result:
        capsys.readouterr()
        code = run(list(arguments))
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call

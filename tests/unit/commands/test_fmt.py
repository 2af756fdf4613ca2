"""``ledgerc fmt`` puts files into the one layout."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.unit.commands.support import Ledgerc, tree, write

UGLY = "rate   10\nlink team   # who belongs together\n"
NEAT = "rate 10\nlink team  # who belongs together\n"
BROKEN = "rate 10\nefect X\n"


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="latin-1"))
    return content


def test_files_and_folders_are_laid_out(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"c/a.ledger": UGLY, "c/b.ledger": NEAT, "c/other.txt": UGLY})
    result = ledgerc("fmt", "c")
    assert result.code == 0
    assert result.out == "laid out c/a.ledger\n1 file laid out, 1 left as they are\n"
    assert tree(folder / "c") == {
        "a.ledger": NEAT.encode(),
        "b.ledger": NEAT.encode(),
        "other.txt": UGLY.encode(),
    }


def test_check_names_what_is_not_laid_out(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": UGLY})
    result = ledgerc("fmt", "--check", ".")
    assert result.code == 1
    assert "would lay out a.ledger" in result.out
    assert (folder / "a.ledger").read_text() == UGLY
    assert ledgerc("fmt", ".").code == 0
    assert ledgerc("fmt", "--check", ".").code == 0


def test_diff_shows_and_writes_nothing(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": UGLY})
    result = ledgerc("fmt", "--diff", "a.ledger")
    assert result.code == 0
    assert "-rate   10\n" in result.out
    assert (folder / "a.ledger").read_text() == UGLY
    assert ledgerc("fmt", "--check", "--diff", "a.ledger").code == 1


def test_a_file_with_errors_is_told_and_left(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": UGLY, "b.ledger": BROKEN})
    result = ledgerc("fmt", ".")
    assert result.code == 1
    assert "b.ledger:2:1: error LG01" in result.err
    assert (folder / "b.ledger").read_text() == BROKEN
    assert (folder / "a.ledger").read_text() != UGLY


def test_line_ends_and_marks_are_laid_out_too(folder: Path, ledgerc: Ledgerc) -> None:
    (folder / "a.ledger").write_bytes(b"\xef\xbb\xbfrate 10\r\nlink team\r\n")
    assert ledgerc("fmt", "--check", "a.ledger").code == 1
    assert ledgerc("fmt", "a.ledger").code == 0
    assert (folder / "a.ledger").read_bytes() == b"rate 10\nlink team\n"


def test_modes_and_links_are_kept(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"real/a.ledger": UGLY})
    (folder / "real" / "a.ledger").chmod(0o640)
    (folder / "link.ledger").symlink_to("real/a.ledger")
    assert ledgerc("fmt", "link.ledger").code == 0
    assert (folder / "link.ledger").is_symlink()
    assert (folder / "real" / "a.ledger").read_text() != UGLY
    assert stat.S_IMODE((folder / "real" / "a.ledger").stat().st_mode) == 0o640


def test_a_file_that_cannot_be_written(
    folder: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    write(folder, {"a.ledger": UGLY})
    monkeypatch.setattr(os, "replace", full)
    result = ledgerc("fmt", "a.ledger")
    assert result.code == 1
    assert "LG0609" in result.err
    assert tree(folder) == {"a.ledger": UGLY.encode()}


def test_standard_input_comes_back_laid_out(
    folder: Path, ledgerc: Ledgerc, stdin: io.BytesIO
) -> None:
    stdin.write("# é\nrate   10\n".encode())
    stdin.seek(0)
    result = ledgerc("fmt", "-")
    assert (result.code, result.out, result.err) == (0, "# é\nrate 10\n", "")


def test_standard_input_can_be_a_play(
    folder: Path, ledgerc: Ledgerc, stdin: io.BytesIO
) -> None:
    stdin.write(b'catalog   a.ledger\n\nplay "x"\n    make a A\n')
    stdin.seek(0)
    result = ledgerc("fmt", "-", "--stdin-name", "x.play")
    assert result.code == 0
    assert result.out == 'catalog a.ledger\n\nplay "x"\n  make a A\n'


def test_standard_input_with_errors_gives_nothing(
    folder: Path, ledgerc: Ledgerc, stdin: io.BytesIO
) -> None:
    stdin.write(BROKEN.encode())
    stdin.seek(0)
    result = ledgerc("fmt", "-")
    assert (result.code, result.out) == (1, "")
    assert "stdin.ledger:2:1: error LG01" in result.err


def test_a_missing_file_is_a_finding(folder: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("fmt", "none.ledger")
    assert result.code == 1
    assert "LG0601" in result.err

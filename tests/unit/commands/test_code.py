"""``ledgerc code`` prints the page of a diagnostic."""

from __future__ import annotations

import pytest

from ledgerc.diagnostics import pages
from tests.unit.commands.support import Ledgerc


def test_a_page_is_printed(ledgerc: Ledgerc) -> None:
    result = ledgerc("code", "LG0601")
    assert result.code == 0
    assert result.out.startswith("# LG0601: ")
    assert "## Bad" in result.out
    assert "## Good" in result.out


@pytest.mark.parametrize("code", ["lg0601", "0601", " LG0601 "])
def test_codes_are_read_generously(ledgerc: Ledgerc, code: str) -> None:
    assert ledgerc("code", code).out == ledgerc("code", "LG0601").out


def test_without_a_code_all_are_listed(ledgerc: Ledgerc) -> None:
    result = ledgerc("code")
    assert result.code == 0
    assert [line[:6] for line in result.out.splitlines()] == list(pages.codes())
    assert "LG0601  a file that is not there" in result.out.splitlines()


def test_an_unknown_code_names_a_near_one(ledgerc: Ledgerc) -> None:
    result = ledgerc("code", "LG06011")
    assert result.code == 2
    assert "did you mean LG0601?" in result.err

"""``--profile``: a table of the costliest rules, and nothing else that differs."""

from __future__ import annotations

from pathlib import Path

from tests.unit.commands.support import Ledgerc, write
from tests.unit.match.support import NIM


def test_a_profile_follows_the_match(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"nim/nim.ledger": NIM})
    plain = ledgerc("match", "nim", "-n", "5", "--setup", "Setup")
    result = ledgerc("match", "nim", "-n", "5", "--setup", "Setup", "--profile")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(plain.out), "a profile changes nothing"
    table = result.out.removeprefix(plain.out).splitlines()
    assert table[1].split() == ["own", "share", "total", "runs", "rule"]
    setup = [line.split() for line in table if "routine Setup" in line]
    assert len(setup) == 1
    assert setup[0][5] == "5", "one a match"
    one = ledgerc("match", "nim", "-q", "--setup", "Setup", "--profile")
    assert one.code == 0
    assert "routine Setup" in one.out
    refused = ledgerc("match", "nim", "-n", "5", "--jobs", "2", "--profile")
    assert refused.code == 2
    assert "--jobs" in refused.err

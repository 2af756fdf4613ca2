"""Every play of the content, through the generated code and through the oracle: they agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.comparing import compare_file

CONTENT = Path(__file__).resolve().parents[2] / "content"
PLAYS = sorted(path.relative_to(CONTENT).as_posix() for path in CONTENT.rglob("*.play"))


@pytest.mark.parametrize("name", PLAYS)
def test_the_oracle_agrees_on_every_step(name: str) -> None:
    compared = compare_file(CONTENT / name)
    assert compared.runs
    assert not compared.disagreements, "\n".join(
        f"{title}: {found}" for title, found in compared.disagreements
    )

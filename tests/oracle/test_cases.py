"""Each disagreement that was found, kept: both sides agree now, and do what the play expects.

To keep one: a ``.ledger`` and a ``.play`` of one name in ``cases``, as small as shows it; the
comment at the top of the ``.ledger`` says what was wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.playing import run_play
from ledgerc.workspace import Workspace
from tests.oracle.comparing import compare_file

CASES = Path(__file__).resolve().parent / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.play"))


@pytest.mark.parametrize("name", NAMES)
def test_a_disagreement_stays_settled(name: str) -> None:
    path = CASES / f"{name}.play"
    compared = compare_file(path)
    assert compared.runs
    assert not compared.disagreements, "\n".join(
        f"{title}: {found}" for title, found in compared.disagreements
    )
    workspace = Workspace(CASES, None)
    runs, _ = workspace.runs(workspace.locate(path))
    assert runs
    assert [result.failure for result in map(run_play, runs) if result.failure] == []

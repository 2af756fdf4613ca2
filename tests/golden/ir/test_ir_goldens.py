"""The IR of a catalog and a play that hold something of everything, as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from ledgerc.ir.expressions import Clause, Expression, Text, Truth
from ledgerc.ir.plays import Step
from ledgerc.ir.pprint import print_catalog, print_play
from ledgerc.ir.statements import Statement
from ledgerc.ir.verify import verify
from ledgerc.ir.verify_plays import verify_play
from ledgerc.ir.walk import walk
from ledgerc.workspace import PlayAnalysis, Workspace

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def analysis() -> PlayAnalysis:
    workspace = Workspace(HERE, None)
    found = workspace.analyse_play(workspace.locate(HERE / "everything.play"))
    assert [(each.code, each.span, each.message) for each in found.found] == []
    return found


def test_the_catalog(
    analysis: PlayAnalysis, golden: Callable[[Path, str], None]
) -> None:
    assert analysis.catalog is not None
    verify(analysis.catalog)
    golden(HERE / "everything.ledger.ir", print_catalog(analysis.catalog))


def test_the_play(analysis: PlayAnalysis, golden: Callable[[Path, str], None]) -> None:
    assert analysis.catalog is not None
    assert analysis.play is not None
    verify_play(analysis.play, analysis.catalog)
    golden(HERE / "everything.play.ir", print_play(analysis.play))


def test_every_kind_of_node_occurs(analysis: PlayAnalysis) -> None:
    """What is new in the IR is printed, typed and verified here at least once."""
    found = {type(each) for each in walk((analysis.catalog, analysis.play))}
    kinds = (
        *get_args(Expression),
        *get_args(Statement),
        *get_args(Step),
        *get_args(Clause),
    )
    folded = {Truth, Text}  # come of folding, or as a field of a log line
    missing = [kind.__name__ for kind in kinds if kind not in found | folded]
    assert " ".join(missing) == ""

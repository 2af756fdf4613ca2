"""Our own plays notice changed rules; and every mutant of a catalog with everything is Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.mutation.mutating import Manner, mutate
from ledgerc.mutation.report import text
from ledgerc.mutation.rewriting import rewrite
from ledgerc.mutation.suite import Suite
from tests.conftest import REPOSITORY
from tests.unit.mutation.support import compiled, mutants

MECHANICS = REPOSITORY / "content/cookbook/mechanics"
EVERYTHING = REPOSITORY / "tests/golden/ir/everything.ledger"


@pytest.mark.parametrize("recipe", ["guard", "turn", "ward"])
def test_the_plays_of_a_recipe_notice_what_is_changed(recipe: str) -> None:
    path = MECHANICS / f"{recipe}.ledger"
    report = mutate(path, working=REPOSITORY).report
    assert report is not None
    assert report.passes(90), text(report, 90)
    assert report.tried > 10


def test_a_sample_of_the_card_battle() -> None:
    manner = Manner(sample=20, seed=3)
    report = mutate(
        REPOSITORY / "content/combat/rules.ledger", (), manner, working=REPOSITORY
    ).report
    assert report is not None
    assert report.passes(80), text(report, 80)


def test_every_mutant_of_everything_is_python_of_its_own(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, EVERYTHING.read_text(encoding="utf-8"))
    suite = Suite(catalog, ())
    found = mutants(catalog)
    assert len({each.key.operator for each in found}) == 10
    for each in found[::4]:
        changed = suite.text_of(rewrite(catalog, each.edits))
        assert changed != suite.text, each.key
        suite.runs(changed)

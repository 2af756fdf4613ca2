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


def without_expectations(play: str) -> str:
    """A play that only does what it did, and says what is refused."""
    kept, within = [], ""
    for line in play.splitlines(keepends=True):
        indent = line[: len(line) - len(line.lstrip())]
        if within and len(indent) >= len(within) and line.strip():
            continue  # an entry of a log that is expected
        within = ""
        bare = line.strip()
        if bare.startswith("expect") and not bare.startswith(
            ("expect refused", "expect prevented")
        ):
            within = f"{indent} "
        else:
            kept.append(line)
    return "".join(kept)


@pytest.mark.parametrize("recipe", ["guard", "turn", "ward"])
def test_plays_that_expect_nothing_notice_little(tmp_path: Path, recipe: str) -> None:
    """The score is of what plays expect, not of what they run."""
    for ending, changed in (("ledger", str), ("play", without_expectations)):
        name = f"{recipe}.{ending}"
        before = (MECHANICS / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(changed(before), encoding="utf-8")
    report = mutate(tmp_path / f"{recipe}.ledger", working=tmp_path).report
    assert report is not None
    assert not report.failing
    assert not report.passes(85), text(report, 85)


def test_a_sample_of_the_card_battle() -> None:
    """CI tries all of it by the command; here as many as a run of the tests has time for."""
    manner = Manner(sample=40, seed=3)
    report = mutate(
        REPOSITORY / "content/combat/rules.ledger", (), manner, working=REPOSITORY
    ).report
    assert report is not None
    assert report.tried > 30
    assert report.passes(90), text(report, 90)


def test_every_mutant_of_everything_is_python_of_its_own(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, EVERYTHING.read_text(encoding="utf-8"))
    suite = Suite(catalog, ())
    found = mutants(catalog)
    assert len({each.key.operator for each in found}) == 10
    for each in found[::4]:
        changed = suite.text_of(rewrite(catalog, each.edits))
        assert changed != suite.text, each.key
        suite.runs(changed)

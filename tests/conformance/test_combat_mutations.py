"""The module's plays bite: a rule that is changed fails the plays that are about it, and no other.

The first is the module's own question, "take the priority out: which tests fail?", and has its
answer: of the nine the one on the defender alone.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ledgerc import driver

CONTENT = Path(__file__).parents[2] / "content"

RULES = "rules.ledger"
TAUNT = "taunt restricts targets"
ZERO = "zero attack cannot attack"
DEFENDER = "defender triggers first"
SIMULTANEOUS = "combat is simultaneous"
ARMOR = "attack hero through armor"
REDIRECT = "redirect only for the hero"
END = "end of turn trigger"
DOUBLES = "drakkari doubles end of turn"
SUMMONED = "drakkari summoned at end of turn"

ONE_AFTER_THE_OTHER = """\
  deal attacker.Attack to defender from attacker priority Defender
  if defender.Attack > 0
    deal defender.Attack to attacker from defender
"""
AT_ONCE = """\
  at once
    deal attacker.Attack to defender from attacker priority Defender
    if defender.Attack > 0
      deal defender.Attack to attacker from defender
"""

MUTATIONS = [
    pytest.param(RULES, " priority Defender\n", "\n", {DEFENDER}, id="no-priority"),
    pytest.param(
        RULES,
        AT_ONCE,
        ONE_AFTER_THE_OTHER,
        # where the defender is the older one, its hit stands first in either case
        {SIMULTANEOUS, DEFENDER},
        id="not-at-once",
    ),
    pytest.param(
        RULES, "priority Defender 1\n", "priority Defender -1\n", {DEFENDER}, id="last"
    ),
    pytest.param(RULES, "has(target, Taunt) or", "1 == 1 or", {TAUNT}, id="no-taunt"),
    pytest.param(
        RULES,
        "requires holder.Attack > 0",
        "requires holder.Attack >= 0",
        {ZERO},
        id="0",
    ),
    pytest.param(RULES, "    absorb worn\n", "", {ARMOR}, id="armor-spares-nothing"),
    pytest.param(
        "cards/bolf_ramshield.ledger",
        "of holder.owner at",
        "of other ally at",
        {REDIRECT},
        id="bolf-for-all",
    ),
    pytest.param(
        "cards/test_bell.ledger",
        "of holder.owner",
        "of any",
        {END, DOUBLES},
        id="any-turn",
    ),
    pytest.param(
        "cards/drakkari_enchanter.ledger", "2", "1", {DOUBLES, SUMMONED}, id="once"
    ),
    pytest.param(
        "cards/drakkari_enchanter.ledger", "for ally", "for any", {DOUBLES}, id="all"
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "failing"), MUTATIONS)
def test_a_changed_rule_fails_the_plays_about_it(
    tmp_path: Path, file: str, old: str, new: str, failing: set[str]
) -> None:
    folder = tmp_path / "content" / "combat"
    shutil.copytree(CONTENT / "combat", folder)
    changed = folder / file
    text = changed.read_text(encoding="utf-8")
    assert text.count(old) == 1
    changed.write_text(text.replace(old, new), encoding="utf-8")
    result = driver.play([folder / "module.play"], working=tmp_path)
    assert not result.findings.has_errors
    (ran,) = result.files
    assert {play.title for play in ran.failing} == failing

"""Props that rules raise events with (docs/language.md, section 2, prop)."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from ledger_runtime import PropError
from tests.unit.emit.emitted import compiled

PROPS = """
prop Force min 1 max 5 whole
event Hurled with Force
pool Felt max 99 whole
effect Feels
  after Hurled of holder
    gain Felt event.Force
ability Hurl
  gain Felt 1
  raise Hurled of holder with Force = holder.Might
stat Might
archetype Ogre
  pools Felt
  base Might {might}
  has Feels
  grants Hurl
"""


def test_a_rule_raises_events_with_props_within_their_bounds() -> None:
    rules = compiled(PROPS.format(might=5), head="")
    w = rules.World()
    u = w.make(rules.Ogre)
    assert w.act(u, rules.Hurl).done
    assert u.Felt == 6


@pytest.mark.parametrize("might", ["0", "6", "2.5"])
def test_a_prop_out_of_its_bounds_is_an_error_of_the_rule(might: str) -> None:
    rules = compiled(PROPS.format(might=might), head="")
    w = rules.World()
    u = w.make(rules.Ogre)
    before = w.save()
    told = f"Force is at least 1, at most 5, whole, and this is {might}"
    with pytest.raises(PropError, match=re.escape(told)):
        w.act(u, rules.Hurl)
    assert w.save() == before
    assert w.raise_event(rules.Hurled, u, Force=Decimal(might)).refused == "OutOfBounds"

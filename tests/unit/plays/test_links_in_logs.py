"""A log calls a link as its catalog does, whatever the generated class has to call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.plays.support import failure

RULES = """\
link team {name}

ability Look
  target one any
  point holder.{name} at target

archetype Side

archetype Imp
  grants Look
"""


@pytest.mark.parametrize("name", ["owner", "active", "id", "class"])
def test_a_link_of_any_name_is_pointed(tmp_path: Path, name: str) -> None:
    steps = f"""\
point u.{name} at g
expect log
  Pointed u {name} g
act u Look at u
expect log
  Pointed u {name} u"""
    assert failure(tmp_path, steps, RULES.format(name=name)) is None

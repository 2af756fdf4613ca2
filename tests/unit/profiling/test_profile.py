"""A profile: every rule that ran, how often, and whose time is whose."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.profiling import RuleCost, profile_text
from tests.unit.commands.support import SETTINGS, write

RULES = """\
rate 10
stat Girth
stat Might
pool Health max Girth whole
damage Health
event Fallen Round

effect Mortal
  dies at no Health raising Fallen

effect Padded
  before Damage of holder when event.amount > 1
    set event.amount event.amount - 1

effect Strong
  adds Might 2
  adds Might 3 when holder.Health < 3

effect Striking
  after Round of holder
    for each hit in all
      deal Strikes(holder) to hit

formula Strikes(who) = who.Might

ability Chant
  do Twice(holder)

routine Twice(who)
  repeat 2
    raise Round of who

template archetype Body(girth)
  base Girth girth
  base Might 1
  full Health
  has Mortal

archetype Fencer from Body(40)
  has Padded
  has Strong
  has Striking
  grants Chant
"""

PLAY = """\
catalog duel.ledger

play "hits are counted"
  make a Fencer
  deal 3 to a
  deal 1 to a
  act a Chant
  expect a.Health = 33
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {
            "pyproject.toml": SETTINGS,
            "content/duel.ledger": RULES,
            "content/duel.play": PLAY,
        },
    )
    return tmp_path


def profiled(project: Path) -> dict[str, RuleCost]:
    """The costs by what the author wrote; the play must have passed."""
    result = driver.play([project / "content"], profiled=True, working=project)
    assert result.passed, [
        each.failure for file in result.files for each in file.failing
    ]
    assert result.profile is not None
    costs = {each.text: each for each in result.profile.rules()}
    assert len(costs) == len(result.profile.rules())
    return costs


def test_each_rule_that_ran_is_counted(project: Path) -> None:
    costs = profiled(project)
    runs = {text: cost.runs for text, cost in costs.items()}
    # Hits of 3, of 1, and two of 3 by the chant; the one of 1 is no matter for padding.
    assert (
        runs["Padded: before Damage of holder when event.amount > 1"],
        runs["Striking: after Round of holder"],
        runs["routine Twice(who)"],
        runs["ability Chant"],
        runs["formula Strikes(who) = who.Might"],
    ) == (3, 2, 1, 1, 2)
    # Both are reckoned whenever the stat is, as often as the runtime finds good.
    both = [count for text, count in runs.items() if text.startswith("Strong: ")]
    assert len(both) == 2
    assert both[0] == both[1] > 0
    assert runs["template archetype Body(girth)"] == 1


def test_a_rule_is_named_by_its_line(project: Path) -> None:
    costs = profiled(project)
    place = costs["Padded: before Damage of holder when event.amount > 1"].place
    assert place == "content/duel.ledger:12"


def test_what_runs_within_a_rule_is_in_its_total_alone(project: Path) -> None:
    costs = profiled(project)
    chant, routine = costs["ability Chant"], costs["routine Twice(who)"]
    assert chant.total >= chant.own + routine.own
    striking = costs["Striking: after Round of holder"]
    padded = costs["Padded: before Damage of holder when event.amount > 1"]
    assert striking.total > striking.own
    assert (
        striking.total >= striking.own + costs["formula Strikes(who) = who.Might"].own
    )
    assert padded.total == pytest.approx(padded.own)


def test_a_run_without_a_profile_is_not_traced(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "settrace", lambda function: pytest.fail("traced"))
    result = driver.play([project / "content"], working=project)
    assert result.passed
    assert result.profile is None


def test_the_tracer_before_is_there_again(project: Path) -> None:
    before = sys.gettrace()
    profiled(project)
    assert sys.gettrace() is before


def test_the_table_is_sorted_by_cost(project: Path) -> None:
    result = driver.play([project / "content"], profiled=True, working=project)
    assert result.profile is not None
    costs = result.profile.rules()
    assert [each.own for each in costs] == sorted(
        (each.own for each in costs), reverse=True
    )
    lines = profile_text(result.profile).splitlines()
    assert lines[0].split() == ["own", "share", "total", "runs", "rule"]
    assert len(lines) == len(costs) + 2
    for line, cost in zip(lines[1:], costs, strict=False):
        assert line.endswith(cost.text)
        assert f" {cost.place} " in line
    assert lines[-1].startswith(f"{len(costs)} rules took ")


def test_plays_without_rules_have_an_empty_profile(project: Path) -> None:
    write(project, {"content/duel.play": 'catalog duel.ledger\n\nplay "p"\n  wait 0\n'})
    result = driver.play([project / "content"], profiled=True, working=project)
    assert result.profile is not None
    assert profile_text(result.profile) == "no rule ran"

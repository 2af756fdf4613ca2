"""What is read again and again rolls no dice: drawn catalogs with such a die are refused.

docs/language.md, section 3, "Dice". Each way to roll in each such place, each in a catalog of its
own; the same dice in the body of a rule are legal.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.diagnostics import Severity
from tests.oracle.compiling import NotCompiled, compile_play
from tests.oracle.drawn import PLAY, write_game
from tests.oracle.generating import CATALOG, Game, game

DICE = {
    "a roll": "roll(6)",
    "one at random": "random(all).Gold",
    "in a clause": "count(all where roll(2) > 1)",
    "of each": "sum(all, roll(6))",
    "through a formula": "Thrown(2)",
    "through formulas": "ThrownAgain()",
    "through an ability": "(if can(first(all), Risk) then 1 else 0)",
}

DECLARED = """formula Thrown(n) = n + roll(6)
formula ThrownAgain() = Thrown(1) + Thrown(2)
ability Risk
  requires roll(6) > 2 else "unlucky"
  note "lucky"
archetype Gambler
  grants Risk
effect Given(amount)
  on gained
    gain Gold amount
"""

PLACES = {
    "a derived stat": "stat Omen = {die}",
    "the minimum of a stat": "stat Omen min {die}",
    "the maximum of a stat": "stat Omen max {die}",
    "the maximum of a pool": "pool Omen max {die}",
    "the minimum of a pool": "pool Omen min {die}",
    "a modifier": "effect Omen\n  adds Might {die}",
    "when a modifier counts": "effect Omen\n  adds Might 1 when {die} > 2",
    "whom an aura is on": "effect Omen\n  aura on others where {die} > 2\n    adds Might 1",
    "what an aura adds": "effect Omen\n  aura on others\n    adds Might {die}",
    "what an aura lends": "effect Omen\n  aura on others\n    has Given({die})",
    "how many stacks": "effect Omen\n  stacks max {die}",
    "when one dies": "effect Omen\n  dies when {die} > 3 raising Broke",
    "when a match ends": "ends when {die} > 99",
}

LEGAL = "effect Omen\n  after Rang of holder\n    gain Gold {die}"


def with_more(drawn: Game, more: str) -> Game:
    """A drawn game with more declarations."""
    files = {**drawn.files, CATALOG: f"{drawn.files[CATALOG]}{DECLARED}{more}\n"}
    return Game(drawn.number, files, drawn.play)


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("place", PLACES)
def test_a_die_in_what_is_read_as_state_is_refused(
    tmp_path: Path, place: str, die: str
) -> None:
    number = list(PLACES).index(place) * len(DICE) + list(DICE).index(die)
    more = PLACES[place].format(die=DICE[die])
    write_game(with_more(game(number), more), tmp_path)
    with pytest.raises(NotCompiled) as refused:
        compile_play(tmp_path / PLAY)
    found = {
        each.code for each in refused.value.found if each.severity is Severity.ERROR
    }
    assert found == {"LG0429"}


@pytest.mark.parametrize("die", DICE)
def test_the_same_die_in_a_rule_is_rolled(tmp_path: Path, die: str) -> None:
    more = LEGAL.format(die=DICE[die])
    write_game(with_more(game(list(DICE).index(die)), more), tmp_path)
    assert compile_play(tmp_path / PLAY).catalog.effect["Omen"].rules

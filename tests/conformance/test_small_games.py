"""Small games of other kinds, as a stranger writes them: `ledgerc match` plays them all.

A board game on a grid, a race with dice and a choice between going on and stopping, and a card
game of tricks with hidden hands. None of them was written for the tests of matches.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ledger_runtime.match import End, play_match
from ledger_runtime.match_file import read_match, replay_match, write_match
from ledger_runtime.match_setup import begin_world, set_up
from ledgerc import driver
from ledgerc.matching.chunks import Parameters
from ledgerc.matching.engines import local, serial
from ledgerc.matching.finding import find_match
from ledgerc.matching.many import run_many
from ledgerc.matching.rules import Rules

GAMES = Path(__file__).parent / "games"
SETUPS = {"tictactoe": "Setup", "race": "SetupShort", "tricks": "Setup"}

games = pytest.mark.parametrize("game", SETUPS)


@cache
def rules(game: str) -> Rules:
    found = find_match(GAMES / f"{game}.ledger", working=GAMES)
    assert found.rules is not None, found
    assert found.setups == (SETUPS[game],)
    return found.rules


@games
@pytest.mark.parametrize(
    "players", [("random",), ("random", "greedy")], ids=["random", "greedy"]
)
def test_matches_end_by_the_rules_and_are_replayed(
    game: str, players: tuple[str, ...]
) -> None:
    module = rules(game).module()
    for seed in range(10):
        match = play_match(module, None, players, seed)
        assert match.end in (End.WON, End.DRAWN), match.last_line
        saved = read_match(write_match(match))
        assert replay_match(module, saved).difference is None


@games
def test_both_sides_win_and_processes_change_nothing(game: str) -> None:
    parameters = Parameters((SETUPS[game],), ("random",), 1)
    one = run_many(rules(game), parameters, 40, serial())
    assert one.odd == []
    assert len({side for _, side, _ in one.wins}) == 2
    assert run_many(rules(game), parameters, 40, local(2), chunk_size=9) == one


@games
def test_a_set_up_is_the_same_from_python_a_play_and_a_match(
    game: str, tmp_path: Path
) -> None:
    module: Any = rules(game).module()
    setup = SETUPS[game]
    by_hand = module.World(seed=5)
    by_hand.do(getattr(module, setup))
    of_match = begin_world(module.World, 5)
    set_up(of_match, setup)
    assert by_hand.save() == of_match.save()
    text = (GAMES / f"{game}.ledger").read_text(encoding="utf-8")
    (tmp_path / "game.ledger").write_text(text, encoding="utf-8")
    play = tmp_path / "game.play"
    made = len(by_hand.entities)
    play.write_text(
        f"catalog game.ledger\n\nscene laid_out\n  seed 5\n  do {setup}()\n\n"
        f'play "it is laid out" in laid_out\n'
        f"  expect count(all) = {len(by_hand.in_play())}\n  expect not over\n",
        encoding="utf-8",
    )
    assert made >= len(by_hand.in_play()) > 2
    result = driver.play([play], working=tmp_path)
    assert [each.passed for each in result.files] == [True], result


def test_hands_are_hidden_and_whoever_leads_is_followed() -> None:
    """Tricks go to the higher card of the suit that was led, and hold all cards in the end."""
    module: Any = rules("tricks").module()
    w = module.World(seed=5)
    w.do(module.Setup)
    north, south = (
        each for each in w.in_play() if each.archetype.name in ("North", "South")
    )
    assert w.catalog.zones["Hand"].hidden
    played = 0
    while not w.over:
        orders = [order for each in w.entities.values() for order in w.orders(each)]
        led = w.single("Round").lead
        following = [
            order
            for order in orders
            if led and order.actor.tags & led.tags & module.tag_Clubs
        ]
        w.obey((following or orders)[0])
        played += 1
    assert played == 8
    assert len(w.cards("Won", north)) + len(w.cards("Won", south)) == 8
    assert north.Tricks + south.Tricks == 4

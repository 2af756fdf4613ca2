"""Every recipe is short, says what it is for, and names the game whose numbers it has."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from ledgerc import driver
from tests.conftest import REPOSITORY

COOKBOOK = REPOSITORY / "content" / "cookbook"
RECIPES = tuple(sorted(COOKBOOK.rglob("*.ledger")))
GAME = re.compile(r" from game: (?P<name>[^,;(]*)(?P<what>.*)$", re.MULTILINE)
"""Where a number is from; as on the site, the game's name ends at the first comma."""

OF_NO_GAME = ("challenge", "cleanse")
"""Mechanics for which no game has a number that is widely known."""


def games_of(recipe: Path) -> list[tuple[str, str]]:
    """The games that a recipe's plays name, each with what its number is."""
    text = recipe.with_suffix(".play").read_text(encoding="utf-8")
    return [(found["name"].strip(), found["what"]) for found in GAME.finditer(text)]


def ids(recipe: Path) -> str:
    return recipe.relative_to(COOKBOOK).with_suffix("").as_posix()


def test_there_are_forty_recipes_and_more() -> None:
    assert len(RECIPES) >= 40


@pytest.mark.parametrize("recipe", RECIPES, ids=ids)
def test_a_recipe_is_short_stands_alone_and_says_what_it_is_for(recipe: Path) -> None:
    lines = recipe.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 70
    assert not any(line.startswith("use ") for line in lines)
    header = lines[: next(at for at, line in enumerate(lines) if line[:1] != "#")]
    assert all(len(line) <= 100 for line in header)
    first, _, rest = "\n".join(header).partition("\n#\n")
    assert first.endswith(".")
    assert rest.startswith("# Use ")


@pytest.mark.parametrize("recipe", RECIPES, ids=ids)
def test_a_recipe_names_the_game_whose_numbers_it_has(recipe: Path) -> None:
    games = games_of(recipe)
    assert bool(games) is (recipe.stem not in OF_NO_GAME)
    for name, what in games:
        assert name[:1].isupper(), name
        assert what.strip(",;( "), name


def test_a_game_has_one_spelling() -> None:
    """Nor is an edition part of a name: it stands after the comma, so the game is listed once."""
    spellings = defaultdict(set)
    for recipe in RECIPES:
        for name, _ in games_of(recipe):
            letters = re.sub(r"[^a-z0-9]", "", name.casefold())
            spellings[letters].add(name)
    assert {len(each) for each in spellings.values()} == {1}, spellings
    shortest_first = sorted(spellings, key=len)
    for at, letters in enumerate(shortest_first):
        longer = [each for each in shortest_first[at + 1 :] if each.startswith(letters)]
        assert not longer, letters


@pytest.mark.parametrize("recipe", RECIPES, ids=ids)
def test_the_plays_meet_every_rule_condition_and_refusal(recipe: Path) -> None:
    """Each refusal is given by some play, whoever gives it: a rule, a cost, a target, a phase."""
    play = recipe.with_suffix(".play")
    [covered] = driver.play([play], cover=True, working=REPOSITORY).covered
    assert covered.missing == ()

"""Every save that was ever made still loads: with the catalog that it was made with, for ever.

``tests/conformance/old_saves.py`` says how the corpus came about. A new version of the format adds
a folder to it; nothing in it is ever changed.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.conformance.old_saves import CORPUS, RECIPES, SAVES, catalog_of, compiled

NAMES = [save.relative_to(CORPUS).as_posix() for save in SAVES]
JOURNEY = CORPUS / "version_2"


def loaded(save: Path) -> Any:
    return compiled(catalog_of(save)).World.load(save.read_bytes())


def form_of(save: Path) -> dict[str, Any]:
    """The document of a save, in the present version of the format."""
    form: dict[str, Any] = json.loads(save.read_bytes())
    if form["version"] == 1:
        check_first(form)
        form = json.loads(loaded(save).save())
    return form


def check_first(form: dict[str, Any]) -> None:
    """Version 1, by its own words: an object an entity, columns by slot."""
    for row in form["entities"]:
        assert len(row["numbers"]) == len(form["numbers"])
        assert len(row["links"]) == len(form["links"])


def number(value: Any) -> Any:
    return Fraction(value) if isinstance(value, str) else value


def check_facts(world: Any, form: dict[str, Any]) -> None:
    """The world is what the document says, read by the words of ``docs/saves.md``."""
    slots = world.catalog.columns
    for row in form["entities"]:
        values = dict(zip(form["columns"], row, strict=False))
        more = row[len(form["columns"])] if len(row) > len(form["columns"]) else {}
        entity = world.entity(values["id"])
        assert entity.archetype.name == values["archetype"]
        assert (entity.order, entity.entered) == (values["order"], values["entered"])
        assert entity.gone == more.get("gone", False)
        assert entity.label == more.get("label", "")
        for name, slot in slots.items():
            if name.startswith("link "):
                assert getattr(entity, slot).id == values[name]
            else:
                assert getattr(entity, slot) == number(values[name])
        for zone, cards in more.get("zones", {}).items():
            assert [card.id for card in entity.zones[zone]] == cards
            for card in entity.zones[zone]:
                assert (card.zone, card.keeper) == (zone, entity)
    held = {
        (row[0], row[1]): (table["name"], row)
        for table in form["effects"]
        for row in table["rows"]
    }
    found = {
        (entity.id, effect.gained): effect.name
        for entity in world.entities.values()
        for effect in entity.effects
    }
    assert found == {key: name for key, (name, _) in held.items()}
    assert (world.phase, world.dice) == (form["phase"], form["dice"])
    assert (world.tick, world.next_id) == (
        form["counters"]["tick"],
        form["counters"]["next_id"],
    )
    assert (world.pending is not None) == ("pending" in form)


def test_the_corpus_has_what_it_must_have() -> None:
    assert {save.stem for save in SAVES if save.parent.name == "version_2"} == {
        *RECIPES
    }
    waiting = [save for save in SAVES if b'"pending"' in save.read_bytes()]
    assert len(waiting) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_an_old_save_loads_and_says_the_same(name: str) -> None:
    save = CORPUS / name
    world = loaded(save)
    check_facts(world, form_of(save))
    again = type(world).load(world.save())
    assert again.save() == world.save()


@pytest.mark.parametrize("name", NAMES)
def test_as_the_save_of_another_version_it_says_the_same(name: str) -> None:
    save = CORPUS / name
    form = json.loads(save.read_bytes())
    form["digest"] = "0123456789abcdef"
    world = compiled(catalog_of(save)).World.load(json.dumps(form))
    check_facts(world, form_of(save))
    assert world.save() == loaded(save).save()


FIRST = [save for save in SAVES if save.parent.name == "version_1"]


@pytest.mark.parametrize("save", FIRST, ids=[save.stem for save in FIRST])
def test_a_save_of_the_first_version_says_the_same(save: Path) -> None:
    form, world = json.loads(save.read_bytes()), loaded(save)
    for row in form["entities"]:
        entity = world.entity(row["id"])
        assert entity.archetype.name == row["archetype"]
        for slot, value in zip(form["numbers"], row["numbers"], strict=True):
            assert getattr(entity, slot) == number(value)
        for slot, id in zip(form["links"], row["links"], strict=True):
            assert getattr(entity, slot).id == id
        assert entity.in_play == row.get("in_play", True)
        assert [entity.zone, entity.keeper.id] == row.get("zone", ["", 0])
        for effect, held in zip(entity.effects, row.get("effects", ()), strict=True):
            assert (effect.name, effect.gained) == (held["name"], held["gained"])
            values = [getattr(effect, slot) for slot in effect.parameters]
            assert values == held.get("arguments", [])
            assert effect.stacks == held.get("stacks", 1)
            assert (effect.turns, effect.until) == (
                held.get("turns"),
                held.get("until"),
            )
            assert effect.beats == held.get("beats")
            if "lender" in held:
                assert effect.lender is not None
                source, place = effect.lender
                lent = [source.holder.id, source.gained, place]
                assert lent == held["lender"]
    assert ("pending" in form) == (world.pending is not None)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_from_an_old_save(name: str) -> None:
    world = loaded(CORPUS / name)
    chance = random.Random(3)

    def choose(world: Any, choice: Any) -> Any:
        return chance.sample(list(choice.options), choice.at_least)

    if world.pending is not None:
        choice = world.awaited()
        assert choice.options
        world.chooser = choose
        world.decide(*choose(world, choice))
    world.chooser = choose
    for _ in range(5):
        actors = [one for one in world.entities.values() if not one.gone]
        orders = world.orders_of(*actors)
        if orders and not world.over:
            assert world.obey(chance.choice(orders)).done
    assert type(world).load(world.save()).save() == world.save()


def test_a_save_loads_in_a_catalog_that_was_added_to() -> None:
    rules = compiled(JOURNEY / "journey_added.ledger")
    world = rules.World.load((JOURNEY / "journey~choice.json").read_bytes())
    one = world.entity(3)
    assert one.label == 'Ada "the first"'
    assert (one.Breath, one.Stamina, one.Pace, one.Warmth) == (7, 10, 4, 5)
    assert one.all(rules.Weary)[0].stacks == 2
    assert world.single("Sky").archetype is rules.Sky
    assert world.awaited().options == ("High", "Low")
    world.decide("Low")
    assert world.entity(4).Breath == 9
    world.wait(1)
    assert one.Breath == 6


def test_a_save_loads_in_a_catalog_with_other_names() -> None:
    rules = compiled(JOURNEY / "journey_renamed.ledger")
    world = rules.World.load((JOURNEY / "journey~choice.json").read_bytes())
    one = world.entity(3)
    assert (one.Life, one.Vigor, one.Courage) == (7, 10, 5)
    assert one.party is world.entity(2)
    assert one.all(rules.Frozen)[0].cold == 1
    assert (world.phase, world.entity(5).zone) == ("Dark", "Bag")
    assert world.answers == {("Cover", one): 2}
    world.decide("Low")
    assert world.entity(4).Life == 9


def test_a_save_of_the_new_names_does_not_load_in_the_old_catalog() -> None:
    renamed = compiled(JOURNEY / "journey_renamed.ledger").World
    saved = renamed.load((JOURNEY / "journey~choice.json").read_bytes()).save()
    with pytest.raises(
        runtime.SaveError, match="the archetype 'Hiker' is not declared"
    ):
        compiled(JOURNEY / "journey.ledger").World.load(saved)


JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, -1, 30, 10**20, 1.5, "", "a", "1/3", "Weary"),
    *([], {}, [1], [1, 2], [1, 2, 3], ["entity", 1], ["none"], ["text", "x"]),
    *(["effect", "Weary"], ["Soaked"], {"a": 1}),
)


def places(form: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of each value in a document."""
    if not isinstance(form, (dict, list)):
        return [path]
    items = form.items() if isinstance(form, dict) else enumerate(form)
    below = [place for key, value in items for place in places(value, (*path, key))]
    return [path, *below] if path else below


def waits(world: Any) -> None:
    world.wait(1)


@pytest.mark.parametrize(
    ("version", "catalog"),
    [(1, "journey"), (2, "journey"), (2, "journey_added"), (2, "journey_renamed")],
)
def test_a_tampered_save_is_refused_or_a_sound_world(
    version: int, catalog: str
) -> None:
    """Nothing but errors of the rules, whatever stands where; what loads can be played."""
    folder = CORPUS / f"version_{version}"
    kind = compiled(folder / f"{catalog}.ledger").World
    text = (folder / "journey~choice.json").read_text()
    paths, sound = places(json.loads(text)), 0
    for seed in range(600):
        chance, form = random.Random(seed), json.loads(text)
        *way, last = chance.choice(paths)
        inner = form
        for key in way:
            inner = inner[key]
        inner[last] = chance.choice(JUNK)
        try:
            world = kind.load(json.dumps(form))
        except runtime.SaveError:
            continue
        sound += 1
        saved = world.save()
        assert kind.load(saved).save() == saved, seed
        for act in (kind.awaited, kind.advance, waits):
            with suppress(runtime.RulesError):
                act(world)
    assert sound > 20

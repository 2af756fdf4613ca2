"""The corpus of old saves: where it lies, how its catalogs are compiled, how it was made.

``python -m tests.conformance.old_saves`` writes the saves of the present version of the format
that are not there yet; those that are there are never written again. Beside the saves lie the
catalogs with which they were made, as they were then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import ledger_runtime as runtime
from ledger_runtime.save import VERSION
from ledgerc.diagnostics import Sink
from ledgerc.workspace import open_workspace

CORPUS = Path(__file__).parent / "saves"
SAVES = sorted(CORPUS.rglob("*.json"))


@cache
def compiled(path: Path) -> ModuleType:
    """The module of a catalog of the corpus."""
    root = CORPUS / path.relative_to(CORPUS).parts[0]
    workspace = open_workspace(Sink(), root)
    file = workspace.locate(path)
    analysed = workspace.analyse(file)
    assert analysed.catalog is not None, [each.message for each in analysed.found]
    return workspace.module(file, analysed.catalog)


def catalog_of(save: Path) -> Path:
    """The catalog of a save: ``cirque.cirque~opener.json`` is of ``cirque/cirque.ledger``."""
    name = save.stem.partition("~")[0]
    return save.parent / f"{name.replace('.', '/')}.ledger"


# -- making ---------------------------------------------------------------------------------------


def journey(rules: Any) -> bytes:
    """A world with something of everything in it, that waits at a choice."""
    w = rules.World(7)
    band = w.make(rules.Band)
    one, other = (w.make(rules.Traveller, band=band) for _ in range(2))
    w.make(rules.Traveller, band=band, zone="Pack", of=band)
    w.name_entity(one, 'Ada "the first"')
    w.give(rules.Chilled(1), one)
    w.give(rules.Leading, other)
    w.give(rules.Weary, one)
    w.give(rules.Weary, one)
    w.raise_event(rules.Rested, one)
    w.wait(1)
    w.deal(rules.Chill, 3, one)
    w.remove(w.make(rules.Traveller, band=band, zone="Pack", of=band))
    w.place(other, runtime.Point(1, Fraction(5, 2)), 90)
    w.advance("Night")
    w.script_rolls(3)
    w.script_answer("Shade", (one,), 2)
    w.gain(w.single("Mountain"), "Wealth", 0.5)
    try:
        w.act(one, rules.Part, other)
    except runtime.NeedsChoice:
        saved: bytes = w.save()
        return saved
    raise AssertionError("it waits at a choice")


def match(setup: str, orders: int, *, waits: bool) -> Callable[[Any], bytes]:
    """A match after so many random orders, or at the first choice after them."""

    def play(rules: Any) -> bytes:
        w, chance = rules.World(11), random.Random(11)

        def choose(world: Any, choice: Any) -> Sequence[Any]:
            count = chance.randint(choice.at_least, choice.at_most)
            return chance.sample(list(choice.options), count)

        w.chooser = choose
        w.do(w.catalog.routines[setup])
        given = 0
        while waits or given < orders:
            actors = [
                each
                for each in w.entities.values()
                if not each.gone and each.archetype.grants
            ]
            order = chance.choice(w.orders_of(*actors))
            w.chooser = None
            try:
                w.obey(order)
            except runtime.NeedsChoice as needed:
                if waits and given >= orders:
                    break
                w.chooser = choose
                w.decide(*choose(w, needed.choice))
            given += 1
        saved: bytes = w.save()
        return saved

    return play


RECIPES: dict[str, Callable[[Any], bytes]] = {
    "journey~choice": journey,
    "combat.match~begun": match("Setup", 0, waits=False),
    "combat.match~middle": match("Setup", 25, waits=False),
    "cirque.cirque~begun": match("SetupUndeadTesters", 0, waits=False),
    "cirque.cirque~middle": match("SetupRockersUndead", 20, waits=False),
    "cirque.cirque~choice": match("SetupRockersTesters", 12, waits=True),
}


def main() -> None:
    """Write the saves of this version that are not there yet."""
    folder = CORPUS / f"version_{VERSION}"
    for name, recipe in RECIPES.items():
        path = folder / f"{name}.json"
        if not path.exists():
            path.write_bytes(recipe(compiled(catalog_of(path))))
            print(path.relative_to(CORPUS))


if __name__ == "__main__":
    main()

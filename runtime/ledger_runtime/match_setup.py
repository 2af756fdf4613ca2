"""How a match begins: its set-up, and the world in which that runs."""

from __future__ import annotations

from typing import Any

from ledger_runtime.arguments import parameter_names
from ledger_runtime.limits import Limits
from ledger_runtime.outcome import Outcome

SETUP = "Setup"


class MatchError(ValueError):
    """A match that cannot be begun: an unknown set-up or player, or not a player a side."""


def setups(world: Any) -> tuple[str, ...]:
    """The set-ups of a world, or of its class: routines without parameters called ``Setup…``."""
    routines = world.catalog.routines
    return tuple(
        name
        for name, routine in routines.items()
        if name.startswith(SETUP) and len(parameter_names(routine) or ()) == 1
    )


def begin_world(world_class: Any, seed: int) -> Any:
    """A world with dice and nothing in it, for :func:`set_up`."""
    world = world_class.empty(Limits(), None, None)
    world.begin_dice(seed)
    return world


def set_up(world: Any, setup: str) -> Outcome[Any]:
    """Make the singles of a new world and run a set-up; what the set-up came to."""
    world.make_singles()
    outcome: Outcome[Any] = world.do(world.catalog.routines[setup])
    return outcome


def setup_named(world_class: Any, name: str | None) -> str:
    """The set-up to play: the named one, or the only one. Raises :class:`MatchError`."""
    known = setups(world_class)
    listed = ", ".join(known) or "it has none"
    if name is None:
        if len(known) == 1:
            return known[0]
        what = "has several set-ups: name one" if known else "has no set-up"
        raise MatchError(
            f"{world_class.catalog.name} {what} "
            f"(a routine without parameters called {SETUP}…): {listed}"
        )
    if name not in known:
        raise MatchError(
            f"{world_class.catalog.name} has no set-up {name!r}; there is: {listed}"
        )
    return name

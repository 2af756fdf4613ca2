"""The commands and scripts of a play, named like its steps.

Part of :mod:`ledger_runtime.testing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ledger_runtime.ability import Ability
from ledger_runtime.archetype import Archetype
from ledger_runtime.catalog import EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.numbers import Number
from ledger_runtime.space import Placeable
from ledger_runtime.testing_frame import (
    EntityT,
    Frame,
    Value,
    WorldT,
    list_text,
    value_text,
)
from ledger_runtime.zones import End


class Commands(Frame[WorldT]):
    """Each command is carried out by the world; a refusal must be expected by the next step."""

    # -- commands -------------------------------------------------------------------------------

    def act(
        self,
        actor: EntityT,
        ability: type[Ability[Any]],
        /,
        *targets: EntityT,
        at: Placeable | None = None,
        **props: Number,
    ) -> None:
        """``act u Attack at g with Path = 2``."""
        self._begin(f"act {order_text(actor, ability, targets, at, props)}")
        self._took(self._world.act(actor, ability, *targets, at=at, **props))

    def make(
        self,
        archetype: type[Archetype[EntityT]],
        name: str = "",
        /,
        *,
        at: Placeable | None = None,
        facing: Number = 0,
        zone: str = "",
        of: EntityT | None = None,
        end: End = End.BOTTOM,
        index: int = 1,
        **fields: Any,
    ) -> EntityT:
        """``make u Recruit with team = a at 3 4 facing 90``; ``name`` is what it is called here."""
        self._begin(
            f"make {name} {archetype.name}" if name else f"make {archetype.name}"
        )
        world = self._world
        before = len(world.log)
        made: EntityT = world.make(
            archetype,
            at=at,
            facing=facing,
            zone=zone,
            of=of,
            end=end,
            index=index,
            **fields,
        )
        return self._made(made, name, before)

    def copy(
        self,
        original: EntityT,
        name: str = "",
        /,
        *,
        zone: str = "",
        of: EntityT | None = None,
        end: End = End.BOTTOM,
        index: int = 1,
    ) -> EntityT:
        """``copy x in ZONE of y as name``."""
        self._begin(f"copy {value_text(original)}")
        before = len(self._world.log)
        made: EntityT = self._world.copy_of(
            original, zone=zone, of=of, end=end, index=index
        )
        return self._made(made, name, before)

    def raise_event(
        self, event: EventKind, of: EntityT, by: EntityT | None = None, **carried: Any
    ) -> None:
        """``raise TurnStarted of u by a with Path = 1``."""
        self._begin(f"raise {event.name} of {value_text(of)}{words('by', by)}")
        self._took(self._world.raise_event(event, of, by, **carried))

    def deal(
        self,
        kind: EventKind,
        amount: Number,
        to: EntityT,
        by: EntityT | None = None,
        priority: int | None = None,
    ) -> None:
        """``deal 4 to g from u``."""
        self._begin(
            f"deal {value_text(amount)} {kind.name} to {value_text(to)}{words('from', by)}"
        )
        self._took(self._world.deal(kind, amount, to, by, priority))

    def heal(
        self,
        kind: EventKind,
        amount: Number,
        to: EntityT,
        by: EntityT | None = None,
        priority: int | None = None,
    ) -> None:
        """``heal 4 to g from u``."""
        self._begin(
            f"heal {value_text(amount)} {kind.name} to {value_text(to)}{words('from', by)}"
        )
        self._took(self._world.heal(kind, amount, to, by, priority))

    def set(self, entity: EntityT, pool: str, value: Number) -> None:
        """``set g.Health 3``."""
        self._begin(f"set {value_text(entity)}.{pool} {value_text(value)}")
        self._took(self._world.set(entity, pool, value))

    def gain(self, entity: EntityT, pool: str, amount: Number) -> None:
        """``gain g.Health 3``."""
        self._begin(f"gain {value_text(entity)}.{pool} {value_text(amount)}")
        self._took(self._world.gain(entity, pool, amount))

    def spend(self, entity: EntityT, pool: str, amount: Number) -> None:
        """``spend g.Health 3``."""
        self._begin(f"spend {value_text(entity)}.{pool} {value_text(amount)}")
        self._took(self._world.spend(entity, pool, amount))

    def give(
        self,
        effect: Effect[EntityT],
        to: EntityT,
        *,
        turns: Number | None = None,
        seconds: Number | None = None,
    ) -> None:
        """``give Stunned to g for 2 turns``."""
        self._begin(f"give {effect.name} to {value_text(to)}")
        self._took(self._world.give(effect, to, turns=turns, seconds=seconds))

    def take(self, effect: type[Effect[EntityT]], from_: EntityT) -> None:
        """``take Stunned from g``."""
        self._begin(f"take {effect.name} from {value_text(from_)}")
        self._took(self._world.take(effect, from_))

    def take_all(self, from_: EntityT, having: str | None = None) -> None:
        """``take all from g having Hex``."""
        self._begin(f"take all from {value_text(from_)}{words('having', having)}")
        self._took(self._world.take_all(from_, having))

    def turn(self, entity: EntityT, archetype: type[Archetype[Any]]) -> None:
        """``turn g into Sheep``."""
        self._begin(f"turn {value_text(entity)} into {archetype.name}")
        self._took(self._world.turn(entity, archetype))

    def destroy(self, entity: EntityT) -> None:
        """``destroy g``."""
        self._begin(f"destroy {value_text(entity)}")
        self._took(self._world.destroy(entity))

    def remove(self, entity: EntityT) -> None:
        """``remove g``."""
        self._begin(f"remove {value_text(entity)}")
        self._took(self._world.remove(entity))

    def move(
        self,
        entity: EntityT,
        zone: str,
        of: EntityT,
        end: End = End.BOTTOM,
        index: int = 1,
    ) -> None:
        """``move c to Hand of a top``."""
        self._begin(f"move {value_text(entity)} to {zone} of {value_text(of)}")
        self._took(self._world.move(entity, zone, of, end, index))

    def shuffle(self, zone: str, of: EntityT) -> None:
        """``shuffle Deck of a``."""
        self._begin(f"shuffle {zone} of {value_text(of)}")
        self._took(self._world.shuffle(zone, of))

    def place(
        self, entity: EntityT, at: Placeable, facing: Number | None = None
    ) -> None:
        """``place g at 1 2 facing 90``."""
        self._begin(f"place {value_text(entity)} at {value_text(at)}")
        self._took(self._world.place(entity, at, facing))

    def point(self, entity: EntityT, link: str, to: EntityT) -> None:
        """``point g.team at b``."""
        self._begin(f"point {value_text(entity)}.{link} at {value_text(to)}")
        self._took(self._world.point(entity, link, to))

    def wait(self, seconds: Number) -> None:
        """``wait 2 seconds``."""
        self._begin(f"wait {value_text(seconds)} seconds")
        self._took(self._world.wait(seconds))

    def advance(self, to: str | None = None) -> None:
        """``advance to Combat``."""
        self._begin(f"advance{words('to', to)}")
        self._took(self._world.advance(to))

    def do(self, routine: Callable[..., Value], *arguments: Any) -> Value:
        """``do Setup(a, b)``; gives the routine's result."""
        self._begin(f"do {routine.__name__}")
        came = self._world.do(routine, *arguments)
        self._took(came)
        result: Any = came.result
        given: Value = result
        return given

    # -- scripts --------------------------------------------------------------------------------

    def rolls(self, *values: Number) -> None:
        """``roll 7, 10``: the next dice."""
        self._begin("")
        self._script_lines["roll"] = self._line
        self._scripted.script_rolls(*values)

    def choices(self, *chosen: EntityT | str) -> None:
        """``choose a, b``: the next choice."""
        self._begin("")
        self._script_lines["choose"] = self._line
        self._scripted.script_choice(*chosen)

    def answers(self, query: str, arguments: tuple[Any, ...], value: Number) -> None:
        """``answer Cover(u, g) = 1``: what the game says, from here on."""
        self._begin("")
        self._scripted.script_answer(query, arguments, value)

    def seed(self, seed: int) -> None:
        """``seed 42``."""
        self._begin("")
        self._scripted.seed(seed)

    def save(self, *entities: EntityT) -> tuple[EntityT, ...]:
        """``save``: the play goes on in the loaded copy; gives the same entities of it."""
        self._begin("")
        saved = self._world.save()
        self._now = type(self._world).load(saved)
        if self._world.save() != saved:
            raise self._failure(
                "save: the copy is saved otherwise than the world it is of"
            )
        return tuple(self.again(entity) for entity in entities)

    def again(self, value: Value) -> Value:
        """What a name of the play holds, an entity or several, found again after a ``save``."""
        found: Any = value
        if isinstance(value, Entity):
            found = self._world.entities[value.id] if value else self._world.nothing
        elif isinstance(value, list):
            found = [self.again(each) for each in value]
        result: Value = found
        return result

    def _made(self, made: EntityT, name: str, before: int) -> EntityT:
        """Keep what a ``make`` or ``copy`` came to, and name what it made, if anything."""
        if made and name:
            self._names[name] = made.id
            self._world.name_entity(made, name)
        self._keep(None, tuple(self._world.log.entries[before:]))
        return made


def order_text(
    actor: Entity,
    ability: type[Ability[Any]],
    targets: Sequence[Entity],
    at: Placeable | None,
    props: Mapping[str, Number],
) -> str:
    """An order as a play writes it: ``u Attack at g with Path = 2``."""
    aims: Sequence[object] = targets if at is None else (*targets, at)
    text = f"{value_text(actor)} {ability.name}"
    if aims:
        text += f" at {list_text(aims)}"
    if props:
        given = (f"{name} = {value_text(value)}" for name, value in props.items())
        text += f" with {', '.join(given)}"
    return text


def words(keyword: str, value: object) -> str:
    """`` by u``, or nothing where there is no value."""
    return "" if value is None else f" {keyword} {value_text(value)}"

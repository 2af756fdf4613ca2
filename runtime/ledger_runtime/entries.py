"""Log entries other than events and orders.

To add a kind: write its class here, and record it where the thing happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger_runtime.archetype import Archetype
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.event import Event
from ledger_runtime.log import Entry
from ledger_runtime.numbers import Number


class AtWork(Entry):
    """A rule of an effect is at work: what its body does has this as its cause.

    The world makes these slot by slot, as it does events.
    """

    __slots__ = ("effect", "place")

    effect: Effect[Any]
    place: str

    def fields(self) -> tuple[object, ...]:
        """The holder and the effect."""
        return (self.effect.holder, self.effect.name)

    def rule_place(self) -> str:
        """The rule's line."""
        return self.place


class Answer(AtWork):
    """An after rule answers an event."""

    __slots__ = ()


class Before(AtWork):
    """A before rule meets an event."""

    __slots__ = ()


class Every(AtWork):
    """A body of ``every`` is due."""

    __slots__ = ()


class Prevented(Entry):
    """A before rule prevented an event."""

    __slots__ = ("event",)

    def __init__(self, event: Event[Any]) -> None:
        self.event = event

    def fields(self) -> tuple[object, ...]:
        """The event's kind and fields."""
        return (self.event.kind.name, *self.event.fields())

    def text(self) -> str:
        """``Prevented Damage u 1``."""
        return f"Prevented {self.event.text()}"


class Redirected(Entry):
    """A before rule aimed an event at another."""

    __slots__ = ("event", "old", "to")

    def __init__(self, event: Event[Any], old: Entity, to: Entity) -> None:
        self.event = event
        self.old = old
        self.to = to

    def fields(self) -> tuple[object, ...]:
        """The event's kind, from whom and to whom."""
        return (self.event.kind.name, self.old, self.to)


class OfEntity(Entry):
    """Something that happened to an entity and is no event."""

    __slots__ = ("entity",)

    def __init__(self, entity: Entity) -> None:
        self.entity = entity

    def fields(self) -> tuple[object, ...]:
        """The entity."""
        return (self.entity,)


class Destroyed(OfEntity):
    """It will die at the next death step."""

    __slots__ = ()


class Gone(OfEntity):
    """It left for good, without an event of its death."""

    __slots__ = ()


class Made(OfEntity):
    """It was made, as one of an archetype."""

    __slots__ = ("archetype",)

    def __init__(self, entity: Entity, archetype: type[Archetype[Any]]) -> None:
        self.entity = entity
        self.archetype = archetype

    def fields(self) -> tuple[object, ...]:
        """The entity and what it is."""
        return (self.entity, self.archetype.name)


class Turned(Made):
    """It became one of another archetype."""

    __slots__ = ()


class Copied(OfEntity):
    """It was made as a copy."""

    __slots__ = ("original",)

    def __init__(self, entity: Entity, original: Entity) -> None:
        self.entity = entity
        self.original = original

    def fields(self) -> tuple[object, ...]:
        """The copy and the original."""
        return (self.entity, self.original)


class Moved(OfEntity):
    """It lies in a zone now."""

    __slots__ = ("keeper", "zone")

    def __init__(self, entity: Entity, zone: str, keeper: Entity) -> None:
        self.entity = entity
        self.zone = zone
        self.keeper = keeper

    def fields(self) -> tuple[object, ...]:
        """What, and to where."""
        return (self.entity, self.zone, self.keeper)


class Shuffled(Entry):
    """A zone was shuffled."""

    __slots__ = ("keeper", "zone")

    def __init__(self, zone: str, keeper: Entity) -> None:
        self.zone = zone
        self.keeper = keeper

    def fields(self) -> tuple[object, ...]:
        """The zone and whose it is."""
        return (self.zone, self.keeper)


class Placed(OfEntity):
    """It stands somewhere now."""

    __slots__ = ("x", "y")

    def __init__(self, entity: Entity, x: Number, y: Number) -> None:
        self.entity = entity
        self.x = x
        self.y = y

    def fields(self) -> tuple[object, ...]:
        """Who, and where."""
        return (self.entity, self.x, self.y)


class Pointed(OfEntity):
    """One of its links points at another now."""

    __slots__ = ("link", "to")

    def __init__(self, entity: Entity, link: str, to: Entity) -> None:
        self.entity = entity
        self.link = link
        self.to = to

    def fields(self) -> tuple[object, ...]:
        """Whose link, which, and at whom."""
        return (self.entity, self.link, self.to)


class OfEffect(Entry):
    """An effect was gained, renewed or lost."""

    __slots__ = ("effect",)

    def __init__(self, effect: Effect[Any]) -> None:
        self.effect = effect

    def fields(self) -> tuple[object, ...]:
        """The holder and the effect."""
        return (self.effect.holder, self.effect.name)


class Gained(OfEffect):
    """An effect was gained."""

    __slots__ = ()


class Renewed(OfEffect):
    """An effect that was held was given again."""

    __slots__ = ()


class Lost(OfEffect):
    """An effect was taken, used up or ran out."""

    __slots__ = ()


class Rolled(Entry):
    """A die was rolled. The cause is the rule or order that asked for it; ``asker`` is the
    routine or formula of it that did, empty for none.
    """

    __slots__ = ("asker", "sides", "value")

    def __init__(self, sides: int, value: int, asker: str = "") -> None:
        self.sides = sides
        self.value = value
        self.asker = asker

    def fields(self) -> tuple[object, ...]:
        """What it shows, its sides, and the routine or formula that asked for it."""
        asker = (self.asker,) if self.asker else ()
        return (self.value, self.sides, *asker)


class Chose(Entry):
    """Somebody chose."""

    __slots__ = ("by", "chosen", "name")

    def __init__(self, by: Entity, name: str, chosen: Sequence[object]) -> None:
        self.by = by
        self.name = name
        self.chosen = tuple(chosen)

    def fields(self) -> tuple[object, ...]:
        """Who chose, what for, and what."""
        return (self.by, self.name, *self.chosen)


class Answered(Entry):
    """The game answered a query."""

    __slots__ = ("arguments", "query", "value")

    def __init__(
        self, query: str, arguments: tuple[object, ...], value: Number
    ) -> None:
        self.query = query
        self.arguments = arguments
        self.value = value

    def kind_name(self) -> str:
        """The query."""
        return self.query

    def fields(self) -> tuple[object, ...]:
        """Of whom it was asked, and the answer."""
        return (*self.arguments, self.value)


class Note(Entry):
    """A rule's own note."""

    __slots__ = ("values", "words")

    def __init__(self, words: str, values: tuple[object, ...] = ()) -> None:
        self.words = words
        self.values = values

    def fields(self) -> tuple[object, ...]:
        """The text, and the numbers and entities after it."""
        return (self.words, *self.values)

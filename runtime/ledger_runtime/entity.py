"""An entity: anything in a world, and ``nothing``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

from ledger_runtime.numbers import Number

if TYPE_CHECKING:
    from ledger_runtime.archetype import Archetype
    from ledger_runtime.aura import Lent
    from ledger_runtime.effect import Effect

Held = TypeVar("Held", bound="Effect[Any]")

Row: TypeAlias = tuple[Any, ...]
"""The numbers and links of an entity."""

Twins: TypeAlias = dict[int, Any]
"""Copies of entities, by id."""


class Slotted:
    """What is said of the slots that a generated class of entities adds, by name and in bulk.

    They start at 0 and ``nothing``, are saved and copied. ``reckoned_slots`` are stats that are
    kept: they follow from the rest, and ``World.reckon_stats`` writes them. (A class apart from
    ``Entity``: mypyc names what it makes for an overridden method after the class that it is
    overridden in.)
    """

    __slots__ = ()

    number_slots: ClassVar[tuple[str, ...]] = ()
    link_slots: ClassVar[tuple[str, ...]] = ()
    reckoned_slots: ClassVar[tuple[str, ...]] = ()

    def set_slots(self, values: Row) -> None:
        """Set all numbers, then all links, in the order of their names."""
        slots = (*self.number_slots, *self.link_slots)
        for slot, value in zip(slots, values, strict=True):
            setattr(self, slot, value)

    def copy_slots(self, twin: Self, twins: Twins) -> None:
        """Let a copy have the same numbers, and links to the copies of the same entities."""
        for slot in (*self.number_slots, *self.reckoned_slots):
            setattr(twin, slot, getattr(self, slot))
        for slot in self.link_slots:
            setattr(twin, slot, twins[getattr(self, slot).id])


class Entity(Slotted):
    """What all entities have. A generated class adds a slot a pool, base and link.

    Rules only read what is declared here; the world writes it.
    """

    __slots__ = (
        "active",
        "archetype",
        "doomed",
        "effects",
        "entered",
        "facing",
        "gone",
        "holds",
        "id",
        "in_play",
        "keeper",
        "label",
        "left",
        "lent",
        "lent_tags",
        "order",
        "pools",
        "tags",
        "world",
        "x",
        "y",
        "zone",
        "zones",
    )

    world: Any
    """The world it is in; generated classes declare their own."""
    id: int
    """Given once, never again."""
    archetype: type[Archetype[Any]]
    """What kind of entity it is."""
    label: str
    """A name for logs; empty: the archetype and the id."""
    order: int
    """Order of play: a rising number, given as it comes into play (or into a zone)."""
    entered: int
    """The sequence in which it came into play."""
    in_play: bool
    gone: bool
    """It has died or was removed: never again in play, its numbers stay readable."""
    doomed: bool
    """It was destroyed: it dies at the next death step."""
    left: int
    """The death step in which it died; 0 while it has not."""
    tags: int
    """Mask of its tags: its archetype's, its effects', and what auras lend."""
    lent_tags: int
    """Mask of the tags that auras lend it."""
    holds: int
    """Mask of the effects it holds."""
    active: int
    """Mask of the effects it holds whose rules work where it lies."""
    pools: int
    """Mask of the pools it has."""
    effects: tuple[Effect[Any], ...]
    """The effects it holds, in the order in which they were gained."""
    lent: tuple[Lent, ...]
    """What auras add to its stats."""
    zone: str
    """The zone it lies in; empty for none."""
    keeper: Self
    """Whose zone it lies in, or ``nothing``."""
    zones: dict[str, list[Self]] | None
    """What lies in the zones that it keeps, from the top."""
    x: Number | None
    y: Number | None
    """Where it stands; None where it stands nowhere."""
    facing: Number
    """The direction it faces, in degrees."""

    def __init__(self, world: Any, id: int, archetype: type[Archetype[Any]]) -> None:
        nothing = world.nothing
        self.world = world
        self.id = id
        self.archetype = archetype
        self.label = ""
        self.order = 0
        self.entered = 0
        self.in_play = False
        self.gone = False
        self.doomed = False
        self.left = 0
        self.tags = archetype.tags
        self.lent_tags = 0
        self.holds = 0
        self.active = 0
        self.pools = archetype.pools
        self.effects = ()
        self.lent = ()
        self.zone = ""
        self.keeper = nothing
        self.zones = None
        self.x = None
        self.y = None
        self.facing = 0
        for slot in self.number_slots:
            setattr(self, slot, 0)
        for slot in self.reckoned_slots:
            setattr(self, slot, 0)
        for slot in self.link_slots:
            setattr(self, slot, nothing)

    @classmethod
    def null(cls) -> Self:
        """The null entity of a catalog: every number of it 0, every link itself.

        Called on a class derived from the generated one, which is false and whose computed stats
        are 0 as well. Nothing ever writes to it: statements on it do nothing.
        """
        nothing = cls.__new__(cls)
        for slot in (*_NUMBERS, *cls.number_slots, *cls.reckoned_slots):
            setattr(nothing, slot, 0)
        for slot in ("keeper", *cls.link_slots):
            setattr(nothing, slot, nothing)
        for slot in ("x", "y", "world", "zones"):
            setattr(nothing, slot, None)
        for slot in ("in_play", "gone", "doomed"):
            setattr(nothing, slot, False)
        for slot in ("effects", "lent"):
            setattr(nothing, slot, ())
        nothing.zone = ""
        nothing.label = "nothing"
        return nothing

    @property
    def alive(self) -> bool:
        """In play and not dying."""
        return bool(self.world.is_alive(self))

    def all(self, effect: type[Held]) -> list[Held]:
        """The instances of an effect that it holds, in the order in which they were gained."""
        found = []
        for held in self.effects:
            if type(held) is effect:
                found.append(held)
        return found

    def __repr__(self) -> str:
        return f"<{entity_name(self)}>"


_NUMBERS = (
    "active",
    "entered",
    "facing",
    "holds",
    "id",
    "left",
    "lent_tags",
    "order",
    "pools",
    "tags",
)


def limit_of(entity: Entity) -> int:
    """``x.limit``: how many of it a deck may hold; 0 where its archetype says nothing."""
    return entity.archetype.limit or 0 if entity else 0


def entity_name(entity: Entity) -> str:
    """How logs and messages name an entity: its label, else its archetype and id."""
    return entity.label or f"{entity.archetype.name}#{entity.id}"

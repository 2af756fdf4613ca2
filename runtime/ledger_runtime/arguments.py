"""What commands are given: each argument is what belongs there, or an error says what does.

Every check raises before anything is changed: :class:`ArgumentError` for a thing of another kind,
:class:`UnknownName` for one that the catalog does not declare, :class:`WrongWorld` for an entity of
another world, :class:`NumberError` for what is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from inspect import Parameter, signature
from typing import Any, TypeGuard, get_args, get_origin, get_type_hints

from ledger_runtime.ability import Ability
from ledger_runtime.archetype import Archetype
from ledger_runtime.catalog import EventKind
from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity
from ledger_runtime.errors import ArgumentError, UnknownName, WrongWorld
from ledger_runtime.limits import MOST_COUNT
from ledger_runtime.numbers import exact
from ledger_runtime.sequence import Sequences
from ledger_runtime.space import Placeable, Point
from ledger_runtime.typevars import E, O, V
from ledger_runtime.zones import End


class Arguments(Sequences[E, V, O]):
    """Checks of what a game hands over."""

    __slots__ = ()

    # -- entities and places --------------------------------------------------------------------

    def own(self, *entities: object) -> None:
        """Each is an entity of this world, or its ``nothing``."""
        for entity in entities:
            if not isinstance(entity, Entity):
                raise ArgumentError(f"an entity belongs here, not {told(entity)}")
            if entity.world is not self and entity is not self.nothing:
                raise WrongWorld(f"{entity!r} is of another world")

    def own_or_none(self, *entities: object) -> None:
        """Each is None, or an entity of this world."""
        self.own(*(entity for entity in entities if entity is not None))

    def own_place(self, place: object) -> Placeable:
        """A point with exact coordinates, or an entity of this world."""
        if isinstance(place, Point):
            return Point(exact(place.x), exact(place.y))
        if not isinstance(place, Entity):
            raise ArgumentError(f"a Point or an entity belongs here, not {told(place)}")
        self.own(place)
        return place

    # -- what the catalog declares --------------------------------------------------------------

    def own_archetype(self, archetype: object) -> None:
        """An archetype of this catalog that is not ``single``: such a one is there already."""
        self._declared(archetype, self.catalog.archetype_named, "archetype")
        assert isinstance(archetype, type)
        if issubclass(archetype, Archetype) and archetype.single:
            raise ArgumentError(f"{archetype.name} is single: there is one already")

    def own_ability(self, ability: object) -> None:
        """An ability of this catalog."""
        self._declared(ability, self.catalog.ability_named, "ability")

    def own_effect(self, effect: object) -> None:
        """The class of an effect of this catalog."""
        self._declared(effect, self.catalog.effect_named, "effect")

    def own_event(self, kind: object, *, pool: bool) -> None:
        """A declared event of this catalog; with ``pool``, a damage or healing."""
        self._declared(kind, self.catalog.kind_named, "event, damage or healing")
        assert isinstance(kind, EventKind)
        if pool and not kind.is_dealt:
            raise ArgumentError(f"a damage or healing belongs here, not {kind.name}")
        if not pool and kind.pool:
            raise ArgumentError(
                f"a declared event belongs here; {kind.name} is a change of a pool"
            )

    def own_zone(self, zone: object, end: object, index: object) -> None:
        """A zone of this catalog, by name, and where in it."""
        self.own_name(zone, self.catalog.zones, "zone")
        if not isinstance(end, End):
            raise ArgumentError(f"an End belongs here, not {told(end)}")
        if not is_count(index) or not 1 <= index < MOST_COUNT:
            raise ArgumentError(
                f"an index counts from the top, from 1; it is not {told(index)}"
            )

    def own_text(self, text: str, what: str) -> None:
        """A text that can be written down: no half of a character."""
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise ArgumentError(f"{what} cannot be {told(text)}") from None

    def own_name(self, name: object, known: Container[str], what: str) -> None:
        """The declared name of something."""
        if not isinstance(name, str):
            raise ArgumentError(f"the name of a {what} belongs here, not {told(name)}")
        if name not in known:
            raise UnknownName(f"there is no {what} {name!r}")

    def _declared(self, value: object, known: Mapping[str, object], what: str) -> None:
        name = getattr(value, "name", None) if is_named(value) else None
        if not isinstance(name, str) or known.get(name) is not value:
            raise UnknownName(f"{told(value)} is no {what} of {self.catalog.name}")

    def _named_like(self, value: type | EventKind) -> Mapping[str, object]:
        catalog = self.catalog
        if isinstance(value, EventKind):
            return catalog.kind_named
        if issubclass(value, Effect):
            return catalog.effect_named
        if issubclass(value, Ability):
            return catalog.ability_named
        return catalog.archetype_named

    # -- effects and routines -------------------------------------------------------------------

    def new_effect(self, effect: object) -> Effect[E]:
        """An instance of an effect that nobody has been given: a new one, of a class."""
        if isinstance(effect, type):
            self.own_effect(effect)
            kind: type[Effect[E]] = effect
            if kind.parameters:
                needs = ", ".join(kind.parameters)
                raise ArgumentError(f"{kind.name} takes {needs}: give an instance")
            return kind()
        if not isinstance(effect, Effect):
            raise ArgumentError(f"an effect belongs here, not {told(effect)}")
        self.own_effect(type(effect))
        if effect.gained:
            raise ArgumentError(f"this {effect.name} has been given: give a new one")
        types = parameter_types(type(effect).__init__)
        for slot in effect.parameters:
            value = getattr(effect, slot)
            what = f"{slot} of {effect.name}"
            setattr(effect, slot, self.fitting(value, types.get(slot), what))
        return effect

    def routine_arguments(
        self, routine: Callable[..., Any], arguments: Sequence[Any]
    ) -> list[Any]:
        """The arguments of a routine, as many as it takes and each of its type."""
        if not callable(routine) or isinstance(routine, type):
            raise ArgumentError(f"a routine belongs here, not {told(routine)}")
        takes = parameter_names(routine)
        if takes is None:
            return list(arguments)
        name = getattr(routine, "__name__", "the routine")
        takes = takes[1:]
        if len(arguments) != len(takes):
            raise ArgumentError(
                f"{name} takes {len(takes)} ({', '.join(takes)}), not {len(arguments)}"
            )
        types = parameter_types(routine)
        return [
            self.fitting(value, types.get(slot), f"{slot} of {name}")
            for slot, value in zip(takes, arguments, strict=True)
        ]

    def query_arguments(self, query: str, arguments: object) -> tuple[Any, ...]:
        """What a query is asked about, as many as it takes."""
        if not isinstance(arguments, (tuple, list)):
            raise ArgumentError(f"a tuple belongs here, not {told(arguments)}")
        takes = parameter_names(self.catalog.queries[query].default) or ()
        if len(arguments) != len(takes):
            raise ArgumentError(f"{query} takes {len(takes)}, not {len(arguments)}")
        what = f"what {query} is asked about"
        return tuple(self.fitting(value, None, what) for value in arguments)

    def fitting(self, value: object, wanted: Any, what: str) -> Any:
        """A value as a parameter holds it; ``wanted`` is the parameter's type, None: any."""
        if isinstance(value, Entity):
            self.own(value)
        elif isinstance(value, Point):
            value = self.own_place(value)
        elif isinstance(value, (list, tuple)):
            self.own(*value)
            value = tuple(value)
        elif is_named(value):
            self._declared(value, self._named_like(value), "thing")
        elif isinstance(value, (float, Fraction, Decimal)):
            value = exact(value)
        elif isinstance(value, str):
            self.own_text(value, what)
        elif not isinstance(value, (bool, int)):
            raise ArgumentError(f"{what} cannot be {told(value)}")
        if wanted is not None and not is_of(value, wanted):
            raise ArgumentError(f"{what} cannot be {told(value)}")
        return value


def is_named(value: object) -> TypeGuard[type | EventKind]:
    """Whether a value may be a declared thing: a class, or a kind of event."""
    return isinstance(value, (type, EventKind))


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is an integer; a truth is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_of(value: object, wanted: Any) -> bool:
    """Whether a value is of a type as generated code writes it."""
    if wanted is Any:
        return True
    if get_origin(wanted) is Sequence:
        return isinstance(value, tuple)
    if get_origin(wanted) is type:
        return isinstance(value, type)
    kinds = get_args(wanted) or (wanted,)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, tuple(kind for kind in kinds if isinstance(kind, type)))


@lru_cache(maxsize=512)
def parameter_names(function: Callable[..., Any]) -> tuple[str, ...] | None:
    """The names of what a function takes by place; None if it takes any number."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(each.kind is Parameter.VAR_POSITIONAL for each in parameters):
        return None
    return tuple(each.name for each in parameters)


@lru_cache(maxsize=512)
def parameter_types(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of a generated function's parameters; empty where they cannot be told."""
    try:
        return get_type_hints(function)
    except (AttributeError, NameError, TypeError):
        return {}


def told(value: object) -> str:
    """A wrong argument in a message."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, (Entity, EventKind, str, int, float, Fraction, type(None))):
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:37]}…"
    return f"a {type(value).__name__}"

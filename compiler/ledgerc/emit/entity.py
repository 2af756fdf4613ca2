"""The classes that hold numbers: ``Entity``, ``Event`` and ``Order``; and who is on whose side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ledgerc.emit import escape, nodes
from ledgerc.emit.nodes import text_of
from ledgerc.emit.pools import pool_type
from ledgerc.emit.setting import Context
from ledgerc.emit.stats import StatView, stat_type
from ledgerc.emit.views import ClassView, FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir.statements import Raise
from ledgerc.records import replace


def entity_view(stats: Sequence[StatView], context: Context) -> ClassView:
    """``Entity``: a slot a pool, link and base; a slot or a property a computed stat."""
    names = context.names
    numbers: dict[str, str] = {}
    for view in stats:
        if view.slot is not None:
            numbers[view.slot] = view.slot_type
    for pool in context.catalog.pools:
        numbers[names.attribute[pool.name]] = pool_type(pool)
        if pool.name in names.top:
            numbers[names.top[pool.name]] = pool_type(pool)
    links = {names.attribute[link.name]: "Entity" for link in context.catalog.links}
    properties = [view.computed for view in stats if view.computed is not None]
    kept = {each.kept: stat_type(each.stat) for each in stats if each.kept is not None}
    attributes = [
        f"__slots__ = {_listed((*numbers, *kept, *links))}",
        f"number_slots = {_listed(tuple(numbers))}",
        *([f"reckoned_slots = {_listed(tuple(kept))}"] if kept else []),
        f"link_slots = {_listed(tuple(links))}",
        *(f"{slot}: {kind}" for slot, kind in (numbers | kept | links).items()),
    ]
    return ClassView(
        name="Entity",
        bases="runtime.Entity",
        docstring=escape.docstring(_about_entity(stats, context)),
        attributes=tuple(attributes),
        methods=(
            *_bulk_methods(tuple(numbers), tuple(kept), tuple(links)),
            *properties,
        ),
    )


def nothing_view(stats: Sequence[StatView]) -> ClassView:
    """``Nothing``: the null entity, a computed stat of which is 0 as its slots are."""
    return ClassView(
        name="Nothing",
        bases="Entity",
        docstring=escape.docstring(
            "The null entity: false, every number of it 0, every link itself."
        ),
        attributes=("__slots__ = ()",),
        methods=(
            FunctionView("__bool__", "self", "bool", ("return False",)),
            *(
                replace(view.computed, lines=("return 0",), docstring="")
                for view in stats
                if view.computed is not None
            ),
        ),
    )


def _bulk_methods(
    numbers: Sequence[str], kept: Sequence[str], links: Sequence[str]
) -> list[FunctionView]:
    """Numbers and links of one entity at once, as loading and copying need it for many.

    Stats that are kept are copied, and reckoned as a world is loaded.
    """
    slots = (*numbers, *links)
    if not slots:
        return []
    targets = ", ".join(f"self.{slot}" for slot in slots)
    line = f"{targets} = values" if len(slots) > 1 else f"({targets},) = values"
    copied = (
        *(f"twin.{slot} = self.{slot}" for slot in (*numbers, *kept)),
        *(f"twin.{slot} = twins[self.{slot}.id]" for slot in links),
    )
    return [
        FunctionView(
            "set_slots",
            "self, values: runtime.Row",
            "None",
            (line,),
            escape.docstring("Set all numbers, then all links."),
        ),
        FunctionView(
            "copy_slots",
            "self, twin: Entity, twins: runtime.Twins",
            "None",
            copied,
            escape.docstring("Let a copy have the same numbers, and links to copies."),
        ),
    ]


def _about_entity(stats: Sequence[StatView], context: Context) -> str:
    """What an entity is, and what the slots hold that no declaration names, by one of each."""
    paragraphs = ["Anything in a world of these rules: its pools, stats and links."]
    modified = [each for each in stats if each.slot and each.computed]
    if modified:
        first = modified[0]
        paragraphs.append(
            f"A base, as `{first.slot}`, is the stat {first.stat.name} without modifiers."
        )
    for pool, top in islice(context.names.top.items(), 1):
        paragraphs.append(
            f"A top, as `{top}`, is the maximum that {pool} last followed."
        )
    return "\n\n".join(paragraphs)


def _listed(names: tuple[str, ...]) -> str:
    return text_of(nodes.items(*map(nodes.constant, names)))


def event_view(context: Context) -> ClassView:
    """``Event``: a slot a prop and link that events of this catalog carry."""
    carried = carried_by_events(context.catalog)
    return _carrier(
        "Event",
        "What happens to an entity: asked for, changed, done, answered.",
        carried,
        context,
    )


def order_view(context: Context) -> ClassView:
    """``Order``: a slot a prop that abilities of this catalog take."""
    taken = dict.fromkeys(
        name for ability in context.catalog.abilities for name in ability.takes
    )
    return _carrier("Order", "What an entity is told to do.", tuple(taken), context)


def carried_by_events(catalog: ir.Catalog) -> tuple[str, ...]:
    """Props, then links, each in catalog order."""
    raised = catalog.all_of(Raise)
    found = {
        *(name for event in catalog.events for name in (*event.props, *event.links)),
        *(each.name for one in raised for each in (*one.props, *one.links)),
    }
    declared = (
        *(each.name for each in catalog.props),
        *(each.name for each in catalog.links),
    )
    return tuple(name for name in declared if name in found)


def _carrier(
    name: str, docstring: str, carried: tuple[str, ...], context: Context
) -> ClassView:
    props = {each.name: each for each in context.catalog.props}
    slots: dict[str, tuple[str, str]] = {}
    for each in carried:
        prop = props.get(each)
        if prop is None:
            slots[context.names.carried[each]] = ("Entity", "nothing")
        else:
            slots[context.names.carried[each]] = (
                "int" if prop.whole else "runtime.Number",
                "0",
            )
    attributes = [
        f"__slots__ = {_listed(tuple(slots))}",
        *([f"carries = {_listed(tuple(slots))}"] if slots else []),
        *(f"{slot}: {kind}" for slot, (kind, _) in slots.items()),
    ]
    lines = tuple(f"self.{slot} = {start}" for slot, (_, start) in slots.items())
    methods = [FunctionView("carry_nothing", "self", "None", lines)] if lines else []
    return ClassView(
        name,
        f"runtime.{name}[Entity]",
        escape.docstring(docstring),
        tuple(attributes),
        tuple(methods),
    )


def side_functions(context: Context) -> tuple[FunctionView, ...]:
    """``allied`` and ``hostile``, where the catalog has an allegiance."""
    allegiance = context.catalog.allegiance
    if allegiance is None:
        return ()
    link = context.names.attribute[allegiance]
    parameters = "one: Entity, other: Entity"
    side = f"one.{link} is not nothing"
    return (
        FunctionView(
            "allied",
            parameters,
            "bool",
            (f"return one is other or (one.{link} is other.{link} and {side})",),
            escape.docstring(
                f"Whether both have the same {allegiance}; everyone is its own ally."
            ),
        ),
        FunctionView(
            "hostile",
            parameters,
            "bool",
            (
                f"return one.{link} is not other.{link}"
                f" and {side} and other.{link} is not nothing",
            ),
            escape.docstring(
                f"Whether the {allegiance} of both is set and not the same."
            ),
        ),
    )


def side_methods(context: Context) -> tuple[FunctionView, ...]:
    """Who stands how to one, as methods of the world."""
    sides = [("others", "All in play but one", "each is not of")]
    if context.catalog.allegiance is not None:
        sides += [
            (
                "allies",
                "The allies of one in play, itself with them",
                "allied(of, each)",
            ),
            (
                "other_allies",
                "The allies of one in play, itself left out",
                "each is not of and allied(of, each)",
            ),
            ("enemies", "The enemies of one in play", "hostile(of, each)"),
        ]
    return tuple(
        FunctionView(
            name,
            "self, of: Entity",
            "list[Entity]",
            (f"return [each for each in self.in_play() if {test}]",),
            escape.docstring(f"{docstring}, in order of play."),
        )
        for name, docstring, test in sides
    )

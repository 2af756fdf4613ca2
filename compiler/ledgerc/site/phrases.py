"""The words of the language that a catalog shows: what a reader may look for an example of."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions, statements
from ledgerc.ir.walk import walk

_NODES: dict[type[object], str] = {
    statements.Prevent: "prevent",
    statements.Redirect: "redirect to",
    statements.SetAmount: "set event.amount",
    statements.Absorb: "absorb",
    statements.RemoveSelf: "remove self",
    statements.Take: "take EFFECT",
    statements.TakeAll: "take all",
    statements.Give: "give EFFECT",
    statements.Make: "make ARCHETYPE",
    statements.Copy: "copy",
    statements.Turn: "turn into",
    statements.Destroy: "destroy",
    statements.Remove: "remove",
    statements.Move: "move to ZONE",
    statements.Shuffle: "shuffle",
    statements.Place: "place at",
    statements.PointLink: "point LINK at",
    statements.ForEach: "for each",
    statements.Repeat: "repeat N",
    statements.RepeatUntil: "repeat until",
    statements.AtOnce: "at once",
    statements.Settle: "settle",
    statements.Choose: "choose",
    statements.Do: "do ROUTINE",
    statements.Perform: "perform ABILITY",
    statements.Advance: "advance",
    statements.Raise: "raise EVENT",
    statements.NoteText: "note",
    expressions.Roll: "roll(N)",
    expressions.RandomSelected: "random(…)",
    expressions.Distance: "distance(a, b)",
    expressions.InFront: "in_front(a, b, degrees)",
    expressions.Within: "within N of",
    expressions.Stacks: "stacks(x, EFFECT)",
    expressions.CanDo: "can(x, ABILITY)",
    expressions.AskQuery: "query",
    expressions.Single: "single archetype",
    expressions.FoldOver: "sum, most, least",
    ir.Every: "every",
    ir.Aura: "aura on",
    ir.Repeats: "repeats EVENT",
    ir.Forbids: "forbids ABILITY",
    ir.LastsUntil: "lasts until",
    ir.Requirement: "requires … else",
    ir.Cost: "cost POOL",
    ir.Priority: "priority",
    ir.Query: "query",
    ir.Zone: "zone",
    ir.Ending: "ends when",
    ir.Formula: "formula",
    ir.Routine: "routine",
    ir.Prop: "prop",
}


def phrases_of(catalog: ir.Catalog) -> tuple[str, ...]:
    """The phrases that a catalog shows, each once, in the order of the declarations."""
    return tuple(dict.fromkeys(_phrases(catalog)))


def _phrases(catalog: ir.Catalog) -> Iterator[str]:
    if catalog.rate is not None:
        yield "rate"
    if catalog.turn_event is not None:
        yield "turn EVENT"
    if catalog.phases:
        yield "phases"
    if catalog.space is not None:
        yield f"space {catalog.space.kind.value.split()[0]}"
    for pool in catalog.pools:
        if pool.follows is not ir.Follow.NO:
            yield pool.follows.value
    for kind in catalog.kinds:
        if kind.healing:
            yield "healing"
        elif kind.name != "Damage":
            yield "damage POOL as KIND"
    for node in walk(catalog):
        yield from _of_node(node)


def _of_node(node: object) -> Iterator[str]:
    phrase = _NODES.get(type(node))
    if phrase is not None:
        yield phrase
    match node:
        case ir.Rule(moment=moment, stage=stage, when=when, priority=priority):
            events = {type(each) for each in node.events}
            what = "PHASE" if ir.OfPhase in events else "EVENT"
            yield f"{moment.value} {what}{' when' if when is not None else ''}"
            if stage is not None:
                yield "stages"
            if priority is not None:
                yield "priority"
            if node.together:
                yield "together"
        case ir.Modifier(kind=kind):
            yield f"{kind.value} STAT"
        case ir.Effect(stacking=stacking, innate=innate, active_in=zones):
            if stacking is not ir.Stacking.REFRESHES:
                yield stacking.value
            if innate:
                yield "innate"
            if zones:
                yield "active in ZONE"
            if isinstance(node.lasts, statements.Turns):
                yield "lasts N turns"
            elif isinstance(node.lasts, statements.Seconds):
                yield "lasts N seconds"
        case ir.OnGainedOrLost(gained=gained):
            yield "on gained" if gained else "on lost"
        case ir.Dies(at=at):
            yield "dies when" if at is ir.DiesAt.CONDITION else "dies at"
        case ir.Ability(takes=takes, during=during, from_zones=zones):
            if takes:
                yield "takes PROP"
            if during:
                yield "during PHASE"
            if zones:
                yield "from ZONE"
        case ir.Target(quantity=quantity, what=what):
            number = "" if quantity.value == "one" else f"{quantity.value} "
            yield f"target {number}{what.value}"
        case statements.ChangePool(way=way):
            yield f"{way.value} POOL"
        case statements.Deal(kind=_):
            yield "deal"
        case ir.Archetype(limit=limit) if limit is not None:
            yield "limit"
        case _:
            pass

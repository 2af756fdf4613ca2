"""Steps that do something: orders, and the statements that a play shares with catalogs."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.ir import expressions as ir
from ledgerc.ir import plays as ir_plays
from ledgerc.ir import statements as ir_statements
from ledgerc.ir.catalog import Choosable
from ledgerc.ir.types import Type
from ledgerc.records import record
from ledgerc.sema.builtins import TYPE_PHRASES
from ledgerc.sema.changes import carried
from ledgerc.sema.durations import duration
from ledgerc.sema.elaborate import elaborate, entity
from ledgerc.sema.names import no_arguments, thing_named
from ledgerc.sema.plays.context import Steps
from ledgerc.sema.statements import elaborate_statement
from ledgerc.sema.symbols import Kind
from ledgerc.source import Span
from ledgerc.syntax import ast


def act(steps: Steps, node: ast.Act) -> ir_plays.Act | None:
    """``act WHO ABILITY [at …] [with …]``."""
    written = OrderParts(node.who, node.ability, node.targets, node.carries, node.span)
    return order(steps, written)


@record(frozen=True)
class OrderParts:
    """The parts of an order, of an ``act`` or of an ``expect can``."""

    who: ast.Expression
    ability: ast.Applied
    targets: tuple[ast.Place, ...]
    carries: tuple[ast.Assignment, ...]
    span: Span


def order(steps: Steps, node: OrderParts) -> ir_plays.Act | None:
    """An order to be given or asked for; None after a fault.

    Whether it is legal is found out by playing it: a play may show that it is refused.
    """
    body = steps.body
    actor = entity(body, node.who, "who acts")
    found = thing_named(body, Kind.ABILITY, node.ability)
    no_arguments(body, node.ability)
    declared = steps.catalog.ability.get(found.name) if found is not None else None
    target = declared.target if declared is not None else None
    at_place = target is not None and target.what is Choosable.PLACE
    targets, place = _targets(steps, node.targets, at_place)
    props, links = carried(body, node.carries, (), node.ability.name.text, known=False)
    for given in node.carries:
        if body.symbols.find((Kind.PROP, Kind.LINK), given.name.text) is None:
            steps.report.unresolved(given.name, (Kind.PROP,))
    for link in links:
        steps.report.error(
            "LG0204",
            link.span,
            f"{link.name} is a link; an order carries props",
            allowed=", ".join(prop.name for prop in steps.catalog.props) or None,
        )
    if found is None:
        return None
    return ir_plays.Act(actor.expression, found.name, targets, place, props, node.span)


def _targets(
    steps: Steps, nodes: Sequence[ast.Place], at_place: bool
) -> tuple[tuple[ir.Expression, ...], ir.Expression | None]:
    """What an order is aimed at: entities, or one place."""
    targets: list[ir.Expression] = []
    places: list[ir.Expression] = []
    for node in nodes:
        if isinstance(node, ast.Coordinates):
            x = ir.Number(node.x.value, node.x.span)
            y = ir.Number(node.y.value, node.y.span)
            places.append(ir.Point(x, y, node.span))
            continue
        typed = elaborate(steps.body, node, Type.ENTITY)
        if typed.type is Type.PLACE or (at_place and typed.type is Type.ENTITY):
            places.append(typed.expression)
        elif typed.type in (None, Type.ENTITY, Type.SELECTION):
            targets.append(typed.expression)
        else:
            assert typed.type is not None
            steps.report.error(
                "LG0301",
                node.span,
                f"an order is aimed at entities or at a place, and this is "
                f"{TYPE_PHRASES[typed.type]}",
            )
    if len(places) + bool(targets) > 1:
        steps.report.error(
            "LG0516",
            nodes[0].span.through(nodes[-1].span),
            "an order is aimed at one place, or at entities",
            allowed="at g, at g, h or at 5 6",
        )
    return tuple(targets), places[0] if places else None


def statement(steps: Steps, node: ast.Statement) -> ir_plays.Step | None:
    """A statement run as one command; a ``let`` changes nothing."""
    faults = len(steps.report.sink.found)
    made = elaborate_statement(steps.body, node)
    _only_in_rules(steps, node)
    steps.own_new_names()
    if made is None or len(steps.report.sink.found) > faults:
        return None
    if isinstance(made, ir_statements.Let) and not isinstance(
        made.value, ir.RunRoutine
    ):
        return ir_plays.LetName(made.name, made.type, made.whole, made.value, node.span)
    return ir_plays.Command(made, node.span)


def _only_in_rules(steps: Steps, node: ast.Statement) -> None:
    """Report what speaks of the rest of a body, of which a command has none (LG0514)."""
    match node:
        case ast.Raise(or_stop=True):
            words, instead = "or stop", "expect refused Prevented on the next line"
        case ast.Deal(name=ast.Name()) | ast.Heal(name=ast.Name()):
            words, instead = "as NAME", "expect what changed on the next lines"
        case ast.Move(otherwise=otherwise) if otherwise is not None:
            words, instead = "or", "the other statement as a step of its own"
        case _:
            return
    steps.report.error(
        "LG0514",
        node.span,
        f"{words} has nothing to speak of in a play: each step is a command of its own",
        allowed=instead,
    )


def wait(steps: Steps, node: ast.Wait) -> ir_plays.Step | None:
    """``wait N seconds``."""
    if node.duration.unit != "seconds":
        steps.report.error(
            "LG0517",
            node.duration.span,
            "a play waits for seconds; a turn begins when its event is raised",
            allowed=_turn_hint(steps),
        )
        return None
    lasting = duration(steps.body, node.duration)
    return ir_plays.Wait(lasting.count, node.span)


def _turn_hint(steps: Steps) -> str:
    event = steps.catalog.turn_event
    return f"wait 2 seconds, or raise {event} of x" if event else "wait 2 seconds"

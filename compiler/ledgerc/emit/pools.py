"""Pools: how one changes, follows its maximum and starts (docs/language.md, sections 2 and 4)."""

from __future__ import annotations

import math

from ledgerc.emit import escape, expressions, nodes
from ledgerc.emit.bounds import reach_beyond
from ledgerc.emit.nodes import Node, text_of
from ledgerc.emit.reach import pools_of_holder
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import indented, marker, tested
from ledgerc.emit.stats import reckon_again
from ledgerc.emit.views import FunctionView
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression, Number
from ledgerc.ir.typed import is_whole
from ledgerc.records import record


def pool_type(pool: ir.Pool) -> str:
    """The Python type of a pool's slot."""
    return "int" if pool.whole else "runtime.Number"


# -- bounds ----------------------------------------------------------------------------------


def setting_of(context: Context, entity: str, more: tuple[str, ...] = ()) -> Setting:
    """Where the bounds of the pools of ``entity`` are read."""
    setting = Setting(context, context.names.locals((entity, *more)))
    setting.holder = nodes.name(entity)
    return setting


def bound(value: Expression, pool: ir.Pool, setting: Setting) -> Node:
    """The minimum or maximum of ``pool``: the nearest number within it that the pool can hold.

    One that is not whole holds six decimals, and so its bounds have as many.
    """
    if is_whole(value):
        return expressions.value(value, setting)
    inward = math.ceil if value is pool.minimum else math.floor
    if isinstance(value, Number) and pool.whole:
        return nodes.constant(inward(value.value))
    if isinstance(value, Number):
        return _literal(value, setting)
    rounding = f"runtime.{inward.__name__}" if pool.whole else "runtime.round_six"
    return nodes.call(rounding, expressions.value(value, setting))


def _literal(number: Number, setting: Setting) -> Node:
    """A number as a pool that is not whole holds it."""
    read = expressions.value(number, setting)
    if (number.value * 10**6).denominator == 1:
        return read
    return nodes.call("runtime.round_six", read)


@record(frozen=True)
class Bounds:
    """The bounds of a pool in one function: each a number, or a local that holds it."""

    pool: ir.Pool
    least: str
    most: str | None
    lines: tuple[str, ...]
    """What reads those that are no numbers."""

    def fit(self, local: str) -> list[str]:
        """Fit ``local``: the maximum, then the minimum, which wins where they cross."""
        lines: list[str] = []
        if self.most is not None:
            lines += [
                f"if {local} > {self.most}:",
                *indented([f"{local} = {self.most}"]),
            ]
        return [
            *lines,
            f"if {local} < {self.least}:",
            *indented([f"{local} = {self.least}"]),
        ]

    def ends(self, local: str, setting: Setting, *, moving: bool) -> list[str]:
        """Tests whether ``local`` is at a bound that kills; ``moving``: at one that moves."""
        dying = [dies for effect in setting.catalog.effects for dies in effect.dies]
        ends = {dies.at for dies in dying if dies.pool == self.pool.name}
        tests: list[str] = []
        if ir.DiesAt.MINIMUM in ends and _is_counted(self.pool.minimum, moving):
            tests.append(f"{local} <= {self.least}")
        if ir.DiesAt.MAXIMUM in ends and _is_counted(self.pool.maximum, moving):
            tests.append(f"{local} >= {self.most}")
        return tests

    def fatal(self, local: str, call: str, setting: Setting) -> list[str]:
        """Let whom a new value may kill be looked at in the next death step."""
        dying = [dies for effect in setting.catalog.effects for dies in effect.dies]
        tests = self.ends(local, setting, moving=False)
        for dies in dying:
            if self.pool.name in pools_of_holder(dies.condition):
                assert dies.condition is not None
                tests.append(text_of(expressions.truth(dies.condition, setting)))
        tests = list(dict.fromkeys(tests))
        return [f"if {' or '.join(tests)}:", *indented([call])] if tests else []


def _is_counted(bound: Expression | None, moving: bool) -> bool:
    return bound is not None and (not moving or _is_moving(bound))


def bounds_of(pool: ir.Pool, setting: Setting, end: str = "") -> Bounds:
    """The bounds of ``pool``; their locals end in ``end``."""
    lines: list[str] = []

    def read(value: Expression, local: str) -> str:
        limit = text_of(bound(value, pool, setting))
        if isinstance(value, Number):
            return limit
        lines.append(f"{local} = {limit}")
        return local

    most = None if pool.maximum is None else read(pool.maximum, f"most{end}")
    least = read(pool.minimum, f"least{end}")
    return Bounds(pool, least, most, tuple(lines))


# -- following --------------------------------------------------------------------------------


def follow_method(context: Context) -> FunctionView | None:
    """``World.follow``: pools keep within bounds that have changed, and rise with them."""
    lines: list[str] = []
    for pool in context.catalog.pools:
        lines.extend(_follow_lines(pool, context))
    if not lines:
        return None
    if reach_beyond(context.catalog):  # what happens to one moves bounds of others
        lines = [
            "for entity in self.entities.values():",
            *indented(["if not entity.gone:", *indented(lines)]),
        ]
    return FunctionView(
        name="follow",
        parameters="self, entity: Entity",
        returns="None",
        lines=tuple(lines),
        docstring=escape.docstring(
            "Let pools follow their maxima and fit their bounds."
        ),
    )


def _is_moving(bound: Expression | None) -> bool:
    return bound is not None and not isinstance(bound, Number)


def _follow_lines(pool: ir.Pool, context: Context) -> list[str]:
    if not _is_moving(pool.maximum) and not _is_moving(pool.minimum):
        return []
    names = context.names
    setting = setting_of(context, "entity")
    setting.world = nodes.name("self")
    slot = names.attribute[pool.name]
    local = f"new_{slot}"
    bounds = bounds_of(pool, setting, f"_{slot}")
    lines = [f"{local} = entity.{slot}", *bounds.lines]
    if pool.follows is not ir.Follow.NO:
        last = names.top[pool.name]
        risen = [f"{local} += {bounds.most} - entity.{last}"]
        if pool.follows is ir.Follow.RISES:
            risen = [f"if {bounds.most} > entity.{last}:", *indented(risen)]
        lines += [
            f"if {bounds.most} != entity.{last}:",
            *indented([*risen, f'self.put(entity, "{last}", {bounds.most})']),
        ]
    change = [
        f'self.put(entity, "{slot}", {local})',
        *reckon_again(pool, "entity", "self", context),
        *bounds.fatal(local, "self.may_die(entity)", setting),
    ]
    lines += [*bounds.fit(local), f"if {local} != entity.{slot}:", *indented(change)]
    tests = bounds.ends(local, setting, moving=True)
    if tests:  # a bound may have come to where the pool is
        lines += [f"elif {' or '.join(tests)}:", *indented(["self.may_die(entity)"])]
    has = nodes.binary(
        "&",
        nodes.attribute(nodes.name("entity"), "pools"),
        nodes.name(names.has[pool.name]),
    )
    return [marker(pool.span), *tested([has], lines)]


# -- the start --------------------------------------------------------------------------------


def start_lines(archetype: ir.Archetype, context: Context) -> list[str]:
    """How the pools of a new entity start; what bounds that move do to them is ``follow``'s."""
    names = context.names
    starts = {start.pool: start for start in archetype.pools}
    lines: list[str] = []
    for pool in context.catalog.pools:
        setting = setting_of(context, "self")
        if pool.follows is not ir.Follow.NO and pool.maximum is not None:
            top = text_of(bound(pool.maximum, pool, setting))
            lines.append(f"self.{names.top[pool.name]} = {top}")
    for start in starts.values():
        pool = context.catalog.pool[start.pool]
        begun = _start(start, pool)
        if isinstance(begun, Number) and begun.value == 0:
            continue
        setting = setting_of(context, "self")
        slot = names.attribute[pool.name]
        lines += [
            marker(start.span),
            f"self.{slot} = {text_of(_begun(begun, pool, setting))}",
        ]
    return lines


def _begun(begun: Expression, pool: ir.Pool, setting: Setting) -> Node:
    """A start in Python: rounded, and within those bounds that are numbers."""
    if begun is pool.maximum:
        return bound(begun, pool, setting)
    read = expressions.value(begun, setting)
    if isinstance(begun, Number):
        return read if pool.whole else _literal(begun, setting)
    if not is_whole(begun):
        read = nodes.call("runtime.whole" if pool.whole else "runtime.round_six", read)
    if isinstance(pool.maximum, Number):
        read = nodes.call("min", read, bound(pool.maximum, pool, setting))
    if isinstance(pool.minimum, Number):
        read = nodes.call("max", read, bound(pool.minimum, pool, setting))
    return read


def _start(start: ir.StartPool, pool: ir.Pool) -> Expression:
    """Where a pool starts; within its bounds as far as they are numbers."""
    match start.start:
        case ir.Start.FULL:
            assert pool.maximum is not None
            return pool.maximum
        case ir.Start.EMPTY:
            begun: Expression = Number(0, start.span)
        case ir.Start.AT:
            assert start.value is not None
            begun = start.value
    if isinstance(begun, Number):
        value = begun.value
        if isinstance(pool.maximum, Number):
            value = min(value, pool.maximum.value)
        if isinstance(pool.minimum, Number):
            value = max(value, pool.minimum.value)
        begun = Number(int(value) if pool.whole else value, begun.span)
    return begun

"""Stats: a slot where nothing can change one, else a property over a base (docs/language.md, 2).

A property is straight-line code in the order of the language: base, the last ``sets``, all
``adds``, the product of all ``scales``, the bounds, rounded down if ``whole``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ledgerc.emit import escape, expressions, nodes
from ledgerc.emit.identifiers import snake_case
from ledgerc.emit.masks import union
from ledgerc.emit.nodes import text_of
from ledgerc.emit.reach import reads_world
from ledgerc.emit.reckoned import readers_of
from ledgerc.emit.setting import Context, Setting
from ledgerc.emit.statements import each_held, indented, marker
from ledgerc.emit.views import FunctionView, described
from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Expression, Number
from ledgerc.ir.typed import is_whole
from ledgerc.records import record

_Step: TypeAlias = Callable[[str, str], list[str]]
"""Takes the local of an instance and an amount, as Python; gives the lines that apply it."""


@record(frozen=True)
class StatView:
    """How one stat is kept by an entity."""

    stat: ir.Stat
    slot: str | None
    """The slot of its base, or of the stat itself; None for a derived one."""
    slot_type: str
    computed: FunctionView | None
    """What reckons it; None where the slot is all there is."""
    kept: str | None = None
    """The slot in which it is kept; None of one that is a property."""


@record(frozen=True)
class _Held:
    """The modifiers of one kind that one effect has for the stat."""

    effect: ir.Effect
    modifiers: tuple[ir.Modifier, ...]


def stat_views(context: Context) -> tuple[StatView, ...]:
    """All stats, in catalog order."""
    return tuple(_stat_view(stat, context) for stat in context.catalog.stats)


def base_slot(stat: ir.Stat, context: Context) -> str:
    """The slot that an archetype's ``base`` sets."""
    if stat.name in context.plain_stats:
        return context.names.attribute[stat.name]
    return context.names.base[stat.name]


def _stat_view(stat: ir.Stat, context: Context) -> StatView:
    names = context.names
    slot_type = "int" if stat.name in context.whole_bases else "runtime.Number"
    if stat.name in context.plain_stats:
        return StatView(stat, names.attribute[stat.name], slot_type, None)
    slot = names.base[stat.name] if stat.base is None else None
    kept = names.attribute[stat.name] if stat.name in context.reckoned_stats else None
    return StatView(stat, slot, slot_type, _property(stat, slot_type, context), kept)


def stat_type(stat: ir.Stat) -> str:
    """The Python type of a stat that is reckoned."""
    return "int" if stat.integral else "runtime.Number"


def reckoning_method(context: Context) -> FunctionView | None:
    """``World.reckon_stats``: the stats that are kept, each after those that it reads."""
    lines: list[str] = []
    for name in context.reckoned_stats:
        attribute = f"entity.{context.names.attribute[name]}"
        slot = text_of(nodes.constant(context.names.attribute[name]))
        lines += [
            f"value = entity.{context.names.reckon[name]}()",
            f"if value != {attribute}:",
            *indented(
                [
                    f"self.journal.append((entity, {slot}, {attribute}))",
                    f"{attribute} = value",
                ]
            ),
        ]
    if not lines:
        return None
    kinds = {stat_type(context.catalog.stat[each]) for each in context.reckoned_stats}
    if len(kinds) > 1:
        lines.insert(0, "value: runtime.Number")
    return FunctionView(
        name="reckon_stats",
        parameters="self, entity: Entity",
        returns="None",
        lines=tuple(lines),
        docstring=escape.docstring(
            "Write the stats that are kept, as what they follow from has changed."
        ),
    )


def reckon_again(pool: ir.Pool, entity: str, world: str, context: Context) -> list[str]:
    """The call of that as a pool is written, where a stat that is kept reads the pool."""
    readers = readers_of(pool.name, context.reckoned_stats, context.catalog)
    call = f"{world}.reckon_stats({entity})"
    if readers is None:
        return [call]
    if not readers:
        return []
    mask = union(context.names.holds[each] for each in readers)
    return [
        f"if {entity}.holds & {f'({mask})' if len(readers) > 1 else mask}:",
        *indented([call]),
    ]


def _modifiers(
    stat: ir.Stat, catalog: ir.Catalog, kind: ir.ModifierKind
) -> tuple[_Held, ...]:
    """The effects that modify ``stat`` in this way, in catalog order."""
    found = []
    for effect in catalog.effects:
        modifiers = tuple(
            each
            for each in effect.modifiers
            if each.stat == stat.name and each.kind is kind
        )
        if modifiers:
            found.append(_Held(effect, modifiers))
    return tuple(found)


def _lent(stat: ir.Stat, catalog: ir.Catalog) -> tuple[ir.Modifier, ...]:
    """What auras do to ``stat``."""
    return tuple(
        modifier
        for effect in catalog.effects
        for aura in effect.auras
        for modifier in aura.modifiers
        if modifier.stat == stat.name
    )


def _property(stat: ir.Stat, base_type: str, context: Context) -> FunctionView:
    setting = Setting(
        context, context.names.locals(("value", "since", "gained", "lent"))
    )
    setting.holder = nodes.name("self")
    parts = _Parts(stat, setting, base_type)
    lines = parts.lines()
    if any(reads_world(each, context.formulas_of_world) for each in parts.read):
        lines.insert(0, "w: World = self.world")
    kept = stat.name in context.reckoned_stats
    names = context.names.reckon if kept else context.names.attribute
    return FunctionView(
        name=names[stat.name],
        parameters="self",
        returns=stat_type(stat),
        lines=tuple(lines),
        docstring=described(f"stat {stat.name}", stat.span, stat.doc),
        decorators=() if kept else ("@property",),
    )


class _Parts:
    """The steps of one property, written in order."""

    def __init__(self, stat: ir.Stat, setting: Setting, base_type: str) -> None:
        self._stat = stat
        self._setting = setting
        catalog = setting.catalog
        self._held = {kind: _modifiers(stat, catalog, kind) for kind in ir.ModifierKind}
        lent = _lent(stat, catalog)
        self._lent = frozenset(each.kind for each in lent)
        starts_whole = base_type == "int" if stat.base is None else is_whole(stat.base)
        modifiers = [
            modifier
            for helds in self._held.values()
            for held in helds
            for modifier in held.modifiers
        ]
        self.read: list[object] = [stat.base, stat.minimum, stat.maximum, *modifiers]
        self._whole_throughout = starts_whole and all(
            is_whole(each)
            for each in (
                *(modifier.amount for modifier in (*modifiers, *lent)),
                *(bound for bound in (stat.minimum, stat.maximum) if bound is not None),
            )
        )

    def lines(self) -> list[str]:
        """The whole body."""
        steps = [
            *self._settings(),
            *self._additions(),
            *self._scalings(),
            *self._bounds(),
        ]
        result = self._base() if not steps else "value"
        if self._stat.whole and not self._whole_throughout:
            result = f"runtime.floor({result})"
        opening = _place(self._stat.base)
        if not steps:
            return [*opening, f"return {result}"]
        kind = "" if self._whole_throughout else ": runtime.Number"
        return [*opening, f"value{kind} = {self._base()}", *steps, f"return {result}"]

    def _base(self) -> str:
        stat, setting = self._stat, self._setting
        if stat.base is None:
            return f"self.{setting.names.base[stat.name]}"
        return text_of(expressions.value(stat.base, setting))

    def _settings(self) -> list[str]:
        """The last ``sets`` or ``overrides``, in the order in which effects were gained.

        What auras lend comes after all that was gained.
        """
        sets = self._held[ir.ModifierKind.SETS]
        overrides = self._held[ir.ModifierKind.OVERRIDES]
        lines: list[str] = []
        mixed = {each.effect.name for each in sets} & {
            each.effect.name for each in overrides
        }
        lent = [
            kind
            for kind in (ir.ModifierKind.SETS, ir.ModifierKind.OVERRIDES)
            if kind in self._lent
        ]
        overridden = bool(overrides) or ir.ModifierKind.OVERRIDES in lent
        if self._counts_since:
            lines.append("since = 0")
        for held in overrides:
            if held.effect.name not in mixed:
                lines.extend(self._loop(held, self._latest("since")))
        if mixed:
            lines.append("gained = since")
            for held in overrides:
                if held.effect.name in mixed:
                    lines.extend(self._mixed(held.effect))
        if self._counts_since and ir.ModifierKind.OVERRIDES in lent:
            lines.extend(
                self._lent_lines(
                    (ir.ModifierKind.OVERRIDES,), "since = self.world.next_gain"
                )
            )
        several = len(sets) + len(overrides) > 1
        if sets and (several or overridden):
            if not mixed:
                lines.append("gained = since" if overridden else "gained = 0")
            elif ir.ModifierKind.OVERRIDES in lent:
                lines.append("gained = max(gained, since)")
            for held in sets:
                if held.effect.name in mixed:
                    continue
                lines.extend(self._loop(held, self._latest("gained")))
        else:
            for held in sets:
                lines.extend(self._loop(held, lambda _, amount: [f"value = {amount}"]))
        if lent:
            lines.extend(self._lent_lines(lent, f"value = {self._lent_amount}"))
        return lines

    def _mixed(self, effect: ir.Effect) -> list[str]:
        """An effect that sets and overrides: of one instance, what is written last counts."""
        kinds = (ir.ModifierKind.SETS, ir.ModifierKind.OVERRIDES)
        held = _Held(
            effect,
            tuple(
                each
                for each in effect.modifiers
                if each.stat == self._stat.name and each.kind in kinds
            ),
        )
        kind_of = iter([each.kind for each in held.modifiers])

        def change(instance: str, amount: str) -> list[str]:
            steps = self._latest("gained")(instance, amount)
            if next(kind_of) is ir.ModifierKind.OVERRIDES:
                steps.append(f"since = max(since, {instance}.gained)")
            return steps

        return self._loop(held, change)

    @staticmethod
    def _latest(order: str) -> _Step:
        def lines(instance: str, amount: str) -> list[str]:
            return [
                f"if {instance}.gained >= {order}:",
                *indented([f"{order} = {instance}.gained", f"value = {amount}"]),
            ]

        return lines

    def _additions(self) -> list[str]:
        """All ``adds``."""
        return self._each(ir.ModifierKind.ADDS, "+=")

    def _scalings(self) -> list[str]:
        """The product of all ``scales``."""
        return self._each(ir.ModifierKind.SCALES, "*=")

    def _each(self, kind: ir.ModifierKind, operator: str) -> list[str]:
        def lines_of(instance: str, amount: str) -> list[str]:
            change = f"value {operator} {amount}"
            if not self._counts_since:
                return [change]
            return [f"if {instance}.gained >= since:", *indented([change])]

        lines: list[str] = []
        for held in self._held[kind]:
            lines.extend(self._loop(held, lines_of))
        if kind in self._lent:
            lines.extend(
                self._lent_lines((kind,), f"value {operator} {self._lent_amount}")
            )
        return lines

    @property
    def _counts_since(self) -> bool:
        """Whether what was gained before something that overrides is to be left out."""
        held = self._held
        return bool(held[ir.ModifierKind.OVERRIDES]) or (
            ir.ModifierKind.OVERRIDES in self._lent and any(held.values())
        )

    @property
    def _lent_amount(self) -> str:
        """What is lent is kept as any number; where all is whole it is said to be an ``int``."""
        return "int(lent.amount)" if self._whole_throughout else "lent.amount"

    def _lent_lines(self, kinds: Sequence[ir.ModifierKind], change: str) -> list[str]:
        """What auras lend in these ways, in the order in which they do."""
        stat = text_of(nodes.constant(self._stat.name))
        hows = [f"runtime.Adjust.{kind.name}" for kind in kinds]
        how = f"is {hows[0]}" if len(hows) == 1 else f"in ({', '.join(hows)})"
        test = f"if lent.stat == {stat} and lent.how {how}:"
        return ["for lent in self.lent:", *indented([test, *indented([change])])]

    def _loop(self, held: _Held, step: _Step) -> list[str]:
        """The instances of one effect, each taking its modifiers through ``step``."""
        setting, names = self._setting, self._setting.names
        identifier = names.effect[held.effect.name]
        instance = setting.locals.name(snake_case(identifier), identifier)
        setting.instance, setting.effect = nodes.name(instance), held.effect.name
        lines: list[str] = []
        for modifier in held.modifiers:
            lines.append(marker(modifier.span))
            change = step(
                instance, text_of(expressions.value(modifier.amount, setting))
            )
            if modifier.when is not None:
                test = text_of(expressions.truth(modifier.when, setting))
                change = [f"if {test}:", *indented(change)]
            lines.extend(change)
        mask = names.holds[held.effect.name]
        loop = each_held(nodes.name("self"), identifier, instance, [], lines)
        return [f"if self.holds & {mask}:", *indented(loop)]

    def _bounds(self) -> list[str]:
        """The maximum, then the minimum, which wins where they cross."""
        lines: list[str] = []
        bounds: list[tuple[Expression | None, str]] = [
            (self._stat.maximum, ">"),
            (self._stat.minimum, "<"),
        ]
        for bound, sign in bounds:
            if bound is not None:
                lines += _place(bound)
                limit = text_of(expressions.value(bound, self._setting))
                lines += [f"if value {sign} {limit}:", *indented([f"value = {limit}"])]
        return lines


def _place(value: Expression | None) -> list[str]:
    """The author's line of an expression, for errors in it; a literal has none."""
    if value is None or isinstance(value, Number):
        return []
    return [marker(value.span)]

"""Builds statements; each covers its whole line."""

from __future__ import annotations

from typing import Any

from lark import Token

from ledgerc.diagnostics import nearest
from ledgerc.syntax import ast
from ledgerc.syntax.builders.expressions import ExpressionBuilder


class StatementBuilder(ExpressionBuilder):
    """Callbacks of ``statements.lark``."""

    def let(self, children: list[Any]) -> ast.Let:
        name, value = children
        return ast.Let(name, value, span=self.line)

    def let_do(self, children: list[Any]) -> ast.Do:
        name, routine, _, arguments, _ = children
        return ast.Do(routine, arguments or (), name, span=self.line)

    def do(self, children: list[Any]) -> ast.Do:
        routine, _, arguments, _ = children
        return ast.Do(routine, arguments or (), span=self.line)

    def result(self, children: list[Any]) -> ast.Result:
        return ast.Result(children[0], span=self.line)

    def pool_operation(self, children: list[Any]) -> Any:
        return children[0].value

    def change_pool(self, children: list[Any]) -> ast.ChangePool | ast.SetAmount:
        operation, (subject, pool), value = children
        if isinstance(subject, ast.Word) and subject.kind == "event":
            if operation != "set" or pool.text != "amount":
                self.fault(
                    "LG0108",
                    pool.span,
                    "of an event only the amount may change: `set event.amount …`",
                    nearest(pool.text, ("amount",)) if operation == "set" else None,
                )
            return ast.SetAmount(value, span=self.line)
        return ast.ChangePool(operation, subject, pool, value, span=self.line)

    def deal(self, children: list[Any]) -> ast.Deal:
        amount, kind, to, source, priority, name = children
        return ast.Deal(amount, kind, to, source, priority, name, span=self.line)

    def heal(self, children: list[Any]) -> ast.Heal:
        amount, kind, to, source, priority, name = children
        return ast.Heal(amount, kind, to, source, priority, name, span=self.line)

    def raise_event(self, children: list[Any]) -> ast.Raise:
        event, of, by, carries, stop = children
        return ast.Raise(event, of, by, carries or (), stop is not None, span=self.line)

    def or_stop(self, children: list[Any]) -> Any:
        return children[0]

    or_none = or_stop

    def give(self, children: list[Any]) -> ast.Give:
        effect, to, duration = children
        return ast.Give(effect, to, duration, span=self.line)

    def take(self, children: list[Any]) -> ast.Take:
        effect, source = children
        return ast.Take(effect, source, span=self.line)

    def take_all(self, children: list[Any]) -> ast.TakeAll:
        source, having = children
        return ast.TakeAll(source, having, span=self.line)

    def make_rest(self, children: list[Any]) -> tuple[Any, ...]:
        values, at, facing, zone = children
        return values or (), at, facing, zone

    def make(self, children: list[Any]) -> ast.Make:
        archetype, (values, at, facing, zone), name = children
        return ast.Make(archetype, values, at, facing, zone, name, span=self.line)

    def zone_end(self, children: list[Any]) -> Any:
        return children[0]

    def zone_spot(self, children: list[Any]) -> ast.ZoneSpot:
        zone, keeper, end = children
        spot: Any = end.value if isinstance(end, Token) else end
        last = end or keeper or zone
        return ast.ZoneSpot(zone, keeper, spot, self.between(zone, last))

    zone_spot_at = zone_spot

    def copy(self, children: list[Any]) -> ast.Copy:
        original, zone, name = children
        return ast.Copy(original, zone, name, span=self.line)

    def turn_into(self, children: list[Any]) -> ast.TurnInto:
        subject, archetype = children
        return ast.TurnInto(subject, archetype, span=self.line)

    def destroy(self, children: list[Any]) -> ast.Destroy:
        return ast.Destroy(children[0], span=self.line)

    def remove(self, children: list[Any]) -> ast.Remove | ast.RemoveSelf:
        subject = children[0]
        if isinstance(subject, ast.Word) and subject.kind == "self":
            return ast.RemoveSelf(span=self.line)
        return ast.Remove(subject, span=self.line)

    def move(self, children: list[Any]) -> ast.Move:
        subject, to, otherwise = children
        return ast.Move(subject, to, otherwise, span=self.line)

    def shuffle(self, children: list[Any]) -> ast.Shuffle:
        zone, keeper = children
        return ast.Shuffle(zone, keeper, span=self.line)

    def place_at(self, children: list[Any]) -> ast.PlaceAt:
        subject, at, facing = children
        return ast.PlaceAt(subject, at, facing, span=self.line)

    def point_link(self, children: list[Any]) -> ast.PointLink:
        (subject, link), target = children
        return ast.PointLink(subject, link, target, span=self.line)

    def for_each(self, children: list[Any]) -> ast.ForEach:
        name, selection = children
        return ast.ForEach(name, selection, span=self.line)

    def repeat(self, children: list[Any]) -> ast.Repeat:
        return ast.Repeat(children[0], span=self.line)

    def repeat_until(self, children: list[Any]) -> ast.RepeatUntil:
        return ast.RepeatUntil(children[0], span=self.line)

    def branch_if(self, children: list[Any]) -> ast.Branch:
        return ast.Branch(children[0], span=self.line)

    def branch_else(self, children: list[Any]) -> ast.Branch:
        return ast.Branch(None, span=self.line)

    def at_once(self, children: list[Any]) -> ast.AtOnce:
        return ast.AtOnce(span=self.line)

    def settle(self, children: list[Any]) -> ast.Settle:
        return ast.Settle(span=self.line)

    def one_of(self, children: list[Any]) -> tuple[Any, ...]:
        return "one of", None

    def any_of(self, children: list[Any]) -> tuple[Any, ...]:
        return "any of", None

    def up_to(self, children: list[Any]) -> tuple[Any, ...]:
        return "up to", children[0]

    def choice_options(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def choose(self, children: list[Any]) -> ast.Choose:
        name, (quantity, count), options, by, none = children
        return ast.Choose(
            name, quantity, count, options, by, none is not None, span=self.line
        )

    def perform(self, children: list[Any]) -> ast.Perform:
        ability, at, by = children
        return ast.Perform(ability, at, by, span=self.line)

    def advance(self, children: list[Any]) -> ast.Advance:
        return ast.Advance(children[0], span=self.line)

    def note(self, children: list[Any]) -> ast.Note:
        text, values = children
        return ast.Note(self.string(text), values or (), span=self.line)

    def prevent(self, children: list[Any]) -> ast.Prevent:
        return ast.Prevent(span=self.line)

    def redirect(self, children: list[Any]) -> ast.Redirect:
        return ast.Redirect(children[0], span=self.line)

    def absorb(self, children: list[Any]) -> ast.Absorb:
        return ast.Absorb(children[0], span=self.line)

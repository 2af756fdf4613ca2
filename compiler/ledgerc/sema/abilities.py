"""Abilities: a unit without templates in, an IR ability out."""

from __future__ import annotations

from ledgerc.diagnostics import Note, nearest
from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir.types import Type
from ledgerc.records import field, record
from ledgerc.sema import bodies, fold
from ledgerc.sema.changes import check_not_negative
from ledgerc.sema.context import Analysis, Body, EventContext, Signature, holder
from ledgerc.sema.elaborate import (
    number,
    require,
    subject_or_holder,
    truth,
)
from ledgerc.sema.heads import doc_of, head_of
from ledgerc.sema.names import effect_named, names_once, tags_named, zone_named
from ledgerc.sema.numbers import number_text
from ledgerc.sema.scope import Binding
from ledgerc.sema.selections import candidate, need_allegiance
from ledgerc.sema.statements import elaborate_body
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Unit
from ledgerc.source import Span
from ledgerc.syntax import ast

_ONCE: dict[type, str] = {
    ast.HasTags: "tags",
    ast.FromZones: "from",
    ast.Takes: "takes",
    ast.During: "during",
    ast.Target: "target",
}
"""Lines of which an ability has one; that all stand in order is the parser's to check."""

_QUANTITIES = {
    "one": ir.Quantity.ONE,
    "exactly": ir.Quantity.EXACTLY,
    "up to": ir.Quantity.UP_TO,
    "all": ir.Quantity.ALL,
}
_QUANTITY_WORDS = ("one", "all")
_CHOOSABLE = {
    "ally": ir.Choosable.ALLY,
    "other ally": ir.Choosable.OTHER_ALLY,
    "enemy": ir.Choosable.ENEMY,
    "any": ir.Choosable.ANY,
    "holder": ir.Choosable.HOLDER,
    "a place": ir.Choosable.PLACE,
    "card": ir.Choosable.CARD,
}


@record()
class _Parts:
    tags: list[ast.Name] = field(default_factory=list)
    from_zones: tuple[ast.Name, ...] = ()
    takes: tuple[ast.Name, ...] = ()
    during: tuple[ast.Name, ...] = ()
    target: ast.Target | None = None
    requirements: list[ast.Requires] = field(default_factory=list)
    costs: list[ast.Cost] = field(default_factory=list)


class AbilityReader:
    """Reads one ability. ``bound`` are its parameters."""

    def __init__(self, analysis: Analysis, unit: Unit, inferring: bool = False) -> None:
        self._analysis = analysis
        self._unit = unit
        self._signature = (
            Signature(())
            if unit.ghost
            else bodies.signature(analysis, Kind.ABILITY, unit.name)
        )
        self.bound: list[Binding] = bodies.bindings(
            self._signature, "ability", inferring
        )
        self._target_is_faulty = False

    def _body(self, place: str = "an ability") -> Body:
        return Body(
            self._analysis,
            place,
            bodies.scope_with(self.bound),
            holder=True,
            ability=self._unit.name,
            incomplete=self._analysis.report.is_broken(self._unit.node.span),
            template_parameters=self._unit.hints,
        )

    def read(self) -> ir.Ability:
        """The ability."""
        parts = self._parts()
        body = self._body()
        takes = names_once(body, Kind.PROP, parts.takes)
        order = EventContext(
            "this order",
            order=True,
            props=takes,
            open=len(takes) < len(parts.takes),
        )
        target = self._target(parts.target, order) if parts.target else None
        after = self._after_target(parts.target, order)
        requirements = tuple(
            self._requirement(each, parts.target, order) for each in parts.requirements
        )
        costs = tuple(
            cost
            for each in parts.costs
            if (cost := self._cost(each, parts.target, order)) is not None
        )
        after.settle = True
        statements = elaborate_body(after, self._unit.body)
        unit = self._unit
        return ir.Ability(
            unit.name,
            bodies.parameters(self._signature),
            tags_named(body, tuple(parts.tags)),
            names_once(body, Kind.ZONE, parts.from_zones),
            takes,
            names_once(body, Kind.PHASE, parts.during),
            target,
            requirements,
            costs,
            statements,
            unit.template,
            doc_of(unit.node),
            head_of(self._analysis, unit),
            unit.node.span,
        )

    def _parts(self) -> _Parts:
        """The items by kind; those of a template first, an own line instead of the template's."""
        parts = _Parts()
        for layer in self._unit.layers:
            self._check_once(layer)
            for item in layer:
                match item:
                    case ast.HasTags():
                        parts.tags.extend(item.names)
                    case ast.FromZones():
                        parts.from_zones = item.zones
                    case ast.Takes():
                        parts.takes = item.props
                    case ast.During():
                        parts.during = item.phases
                    case ast.Target():
                        parts.target = item
                    case ast.Requires():
                        parts.requirements.append(item)
                    case ast.Cost():
                        parts.costs.append(item)
                    case _:
                        pass
        return parts

    def _check_once(self, layer: tuple[object, ...]) -> None:
        """Report a line that stands twice (LG0417)."""
        seen: dict[type, Span] = {}
        for item in layer:
            word = _ONCE.get(type(item))
            if word is None or not isinstance(item, ast.Line):
                continue
            first = seen.setdefault(type(item), item.span)
            if first != item.span:
                self._analysis.report.error(
                    "LG0417",
                    item.span,
                    f"an ability has one {word} line",
                    notes=[Note("the first is here", first)],
                )

    # -- targets ---------------------------------------------------------------------------

    def _after_target(self, target: ast.Target | None, order: EventContext) -> Body:
        """A body that may speak of the targets and of what the order carries."""
        body = self._body()
        body.event = order
        if self._target_is_faulty:
            body.target_known = True
        elif target is not None:
            several = target.quantity != "one"
            body.target = (
                Type.SELECTION
                if several
                else Type.PLACE if target.kind == "a place" else Type.ENTITY
            )
        return body

    def _target(self, node: ast.Target, order: EventContext) -> ir.Target:
        body = self._body("a target line")
        body.event = order
        if node.kind in ("ally", "other ally", "enemy"):
            need_allegiance(body, node.span, node.kind)
        count = self._count(body, node)
        zone = zone_named(body, node.zone) if node.zone is not None else None
        keeper = None
        if node.kind == "card":
            keeper = subject_or_holder(body, node.keeper, node.span, "cards of whom")
        having: list[str] = []
        conditions: list[ir_expressions.Expression] = []
        within: ir_expressions.Expression | None = None
        with candidate(body, None, node.span) as it:
            tags = tuple(
                each.tag for each in node.clauses if isinstance(each, ast.Having)
            )
            having.extend(tags_named(body, tags))
            for clause in node.clauses:
                if (
                    isinstance(clause, ast.Within)
                    and clause.of is None
                    and within is None
                ):
                    within = number(body, clause.distance, "the distance").expression
                elif not isinstance(clause, ast.Having):
                    condition = self._clause(body, clause, it)
                    if condition is not None:
                        conditions.append(condition)
            if node.kind == "a place" and having:
                body.report.error(
                    "LG0301", node.span, "a place has no tags", allowed="within, where"
                )
            whole = (
                fold.logical("and", conditions, node.span).expression
                if conditions
                else None
            )
            return ir.Target(
                _QUANTITIES[node.quantity],
                count,
                _CHOOSABLE[node.kind],
                zone,
                keeper,
                tuple(having),
                within,
                it.unique,
                whole,
                node.span,
            )

    def _count(self, body: Body, node: ast.Target) -> ir_expressions.Expression | None:
        if node.count is None:
            return None
        if self._is_misspelt_word(body, node.count):
            return None
        count = number(body, node.count, "how many targets")
        self._target_is_faulty = count.type is None
        value = fold.known(count)
        if value is not None and value < 1:
            body.report.error(
                "LG0309", node.count.span, f"1 target or more, not {number_text(value)}"
            )
        elif value is not None and not isinstance(value, int):
            body.report.error(
                "LG0310", node.count.span, "targets are counted in whole numbers"
            )
        return count.expression

    def _is_misspelt_word(self, body: Body, count: ast.Expression) -> bool:
        """Whether a name where a number of targets stands was meant to be a word (LG0203)."""
        if not isinstance(count, ast.Reference):
            return False
        name = count.name.text
        if body.scope.find(name) or name in body.symbols.tables[Kind.CONSTANT]:
            return False
        near = nearest(name, _QUANTITY_WORDS)
        if near is None:
            return False
        self._target_is_faulty = True
        body.report.error(
            "LG0203",
            count.span,
            f"{name} is neither a number nor a word that says how many",
            allowed="one, a number, up to a number, all",
            suggestion=near,
        )
        return True

    def _clause(
        self, body: Body, clause: ast.TargetClause, it: Binding
    ) -> ir_expressions.Expression | None:
        """A clause of the target line as a condition on the candidate ``it``."""
        this = ir_expressions.Variable(
            it.unique, Type.ENTITY, ir_expressions.Role.CANDIDATE, span=clause.span
        )
        match clause:
            case ast.Where():
                if clause.candidate is None:
                    return truth(
                        body, clause.condition, "what follows where"
                    ).expression
                with body.block():
                    body.scope.bindings[clause.candidate.text] = it
                    before, body.candidate = body.candidate, None
                    condition = truth(body, clause.condition, "what follows where")
                    body.candidate = before
                return condition.expression
            case ast.Holding():
                effect = effect_named(body, clause.effect)
                if effect is None:
                    return None
                return ir_expressions.HoldsEffect(this, effect, clause.span)
            case ast.Within():
                far = number(body, clause.distance, "the distance")
                of = (
                    require(body, clause.of, Type.PLACE, "what follows of").expression
                    if clause.of is not None
                    else holder(clause.span)
                )
                distance = ir_expressions.Distance(of, this, clause.span)
                return ir_expressions.Compare(
                    "<=", distance, far.expression, clause.span
                )
            case ast.Having():
                return None

    # -- requirements and costs ------------------------------------------------------------

    def _requirement(
        self, node: ast.Requires, target: ast.Target | None, order: EventContext
    ) -> ir.Requirement:
        body = self._after_target(target, order)
        condition = truth(body, node.condition, "what follows requires")
        return ir.Requirement(condition.expression, node.message.value, node.span)

    def _cost(
        self, node: ast.Cost, target: ast.Target | None, order: EventContext
    ) -> ir.Cost | None:
        body = self._after_target(target, order)
        subject = subject_or_holder(body, node.subject, node.pool.span, "whose pool")
        found = body.report.resolve(
            node.pool, (Kind.POOL,), also=body.template_parameters
        )
        amount = number(body, node.amount, "the cost")
        if found is None:
            return None
        check_not_negative(body, amount, node.amount.span, "cost")
        return ir.Cost(subject, found.name, amount.expression, node.span)

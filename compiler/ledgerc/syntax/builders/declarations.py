"""Builds declarations and the lines of their bodies; bodies are filled in by ``blocks``."""

from __future__ import annotations

from typing import Any

from lark import Token

from ledgerc.syntax import ast
from ledgerc.syntax.builders.statements import StatementBuilder


class LedgerBuilder(StatementBuilder):
    """Callbacks of ``ledger.lark``."""

    # Attributes: each is (name, value, token or node that it stands at)

    def minimum(self, children: list[Any]) -> tuple[str, Any, Token]:
        return "min", children[1], children[0]

    def maximum(self, children: list[Any]) -> tuple[str, Any, Token]:
        return "max", children[1], children[0]

    def default(self, children: list[Any]) -> tuple[str, Any, Token]:
        return "default", children[1], children[0]

    def flag(self, children: list[Any]) -> tuple[str, Any, Token]:
        return children[0].value, True, children[0]

    whole = flag
    ordered = flag
    hidden = flag
    rising = flag

    def follows(self, children: list[Any]) -> tuple[str, Any, Token]:
        word, both = children
        return "follows", "follows" if both is None else "follows both", word

    def kind_name(self, children: list[Any]) -> tuple[str, Any, Token]:
        return "as", children[1], children[0]

    def attributes(self, children: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for attribute, value, token in children:
            if attribute in found:
                self.fault("LG0116", self.at(token), f"`{attribute}` stands twice")
            else:
                found[attribute] = value
        return found

    bound_attributes = attributes
    pool_attributes = attributes
    query_attributes = attributes
    zone_attributes = attributes
    damage_attributes = attributes

    # Declarations

    def use(self, children: list[Any]) -> ast.Use:
        return ast.Use(self.file_path(children[0]), span=self.line)

    def file_path(self, token: Token) -> ast.FilePath:
        return ast.FilePath(token.value, self.at(token))

    def rate(self, children: list[Any]) -> ast.Rate:
        return ast.Rate(children[0], span=self.line)

    def const(self, children: list[Any]) -> ast.Const:
        return ast.Const(*children, span=self.line)

    def links(self, children: list[Any]) -> ast.Links:
        return ast.Links(children[0], span=self.line)

    def allegiance(self, children: list[Any]) -> ast.Allegiance:
        return ast.Allegiance(children[0], span=self.line)

    def prop(self, children: list[Any]) -> ast.Prop:
        name, found = children
        return ast.Prop(
            name,
            found.get("min"),
            found.get("max"),
            "whole" in found,
            span=self.line,
        )

    def stat(self, children: list[Any]) -> ast.Stat:
        name, found, base = children
        return ast.Stat(
            name,
            found.get("min"),
            found.get("max"),
            "whole" in found,
            base,
            span=self.line,
        )

    def pool(self, children: list[Any]) -> ast.Pool:
        name, found = children
        return ast.Pool(
            name,
            found.get("max"),
            found.get("min"),
            "whole" in found,
            found.get("follows"),
            span=self.line,
        )

    def damage(self, children: list[Any]) -> ast.Damage:
        pool, found = children
        return ast.Damage(pool, found.get("as"), "rising" in found, span=self.line)

    def healing(self, children: list[Any]) -> ast.Healing:
        return ast.Healing(*children, span=self.line)

    def stages(self, children: list[Any]) -> ast.Stages:
        return ast.Stages(children[0], span=self.line)

    def priority(self, children: list[Any]) -> ast.Priority:
        return ast.Priority(*children, span=self.line)

    def tags(self, children: list[Any]) -> ast.Tags:
        return ast.Tags(children[0], span=self.line)

    def events(self, children: list[Any]) -> ast.Events:
        names, carries = children
        return ast.Events(names, carries or (), span=self.line)

    def turn_event(self, children: list[Any]) -> ast.TurnEvent:
        return ast.TurnEvent(children[0], span=self.line)

    def query(self, children: list[Any]) -> ast.Query:
        name, parameters, found = children
        default = found.get("default")
        if default is None:
            self.fault(
                "LG0103",
                self.line,
                "a query ends in `default` and a number: what it is when the game does "
                "not say",
            )
            default = ast.Number(0, "0", self.line)
        return ast.Query(
            name,
            parameters,
            found.get("min"),
            found.get("max"),
            "whole" in found,
            default,
            span=self.line,
        )

    def zone(self, children: list[Any]) -> ast.Zone:
        name, found = children
        return ast.Zone(
            name,
            "ordered" in found,
            found.get("max"),
            "hidden" in found,
            span=self.line,
        )

    def in_play(self, children: list[Any]) -> ast.InPlay:
        return ast.InPlay(children[0], span=self.line)

    def phases(self, children: list[Any]) -> ast.Phases:
        return ast.Phases(children[0], span=self.line)

    def space_plane(self, children: list[Any]) -> ast.Space:
        return ast.Space("plane", children[0], span=self.line)

    def space_grid(self, children: list[Any]) -> ast.Space:
        number = children[0]
        if number is not None and number.value != "8":
            self.fault(
                "LG0102",
                self.at(number),
                "a grid has 8 neighbours (`space grid 8`) or, unsaid, 4",
            )
        return ast.Space("grid", None, number is not None, span=self.line)

    def parameters(self, children: list[Any]) -> tuple[ast.Name, ...]:
        return children[1] or ()

    def effect(self, children: list[Any]) -> ast.Effect:
        name, parameters = children
        return ast.Effect(name, parameters or (), span=self.line)

    def ability(self, children: list[Any]) -> ast.Ability:
        name, parameters = children
        return ast.Ability(name, parameters or (), span=self.line)

    def archetype(self, children: list[Any]) -> ast.Archetype:
        single, name, parent = children
        return ast.Archetype(name, single is not None, parent, span=self.line)

    def template_kind(self, children: list[Any]) -> Any:
        return children[0].value

    def template(self, children: list[Any]) -> ast.Template:
        kind, name, parameters, parent = children
        return ast.Template(kind, name, parameters or (), parent, span=self.line)

    def routine(self, children: list[Any]) -> ast.Routine:
        return ast.Routine(*children, span=self.line)

    def formula(self, children: list[Any]) -> ast.Formula:
        return ast.Formula(*children, span=self.line)

    def renamed(self, children: list[Any]) -> ast.Renamed:
        first, second, new = children
        owner, old = (None, first) if second is None else (first, second)
        return ast.Renamed(owner, old, new, span=self.line)

    def ends_when(self, children: list[Any]) -> ast.EndsWhen:
        return ast.EndsWhen(*children, span=self.line)

    # Lines of effects

    def has_tags(self, children: list[Any]) -> ast.HasTags:
        return ast.HasTags(children[0], span=self.line)

    def has_effects(self, children: list[Any]) -> ast.HasEffects:
        return ast.HasEffects(children[0], span=self.line)

    def modifier_kind(self, children: list[Any]) -> Any:
        return children[0].value

    def modifier(self, children: list[Any]) -> ast.Modifier:
        return ast.Modifier(*children, span=self.line)

    def aura(self, children: list[Any]) -> ast.Aura:
        return ast.Aura(children[0], span=self.line)

    def lasts(self, children: list[Any]) -> ast.Lasts:
        return ast.Lasts(children[0], span=self.line)

    def until_event(self, children: list[Any]) -> ast.UntilEvent:
        return ast.UntilEvent(*children, span=self.line)

    def stacking(self, children: list[Any]) -> ast.Stacking:
        word, *maximum = children
        return ast.Stacking(word.value, maximum[0] if maximum else None, span=self.line)

    def before(self, children: list[Any]) -> ast.Before:
        return ast.Before(*children, span=self.line)

    def after(self, children: list[Any]) -> ast.After:
        events, of, by, together, priority, condition = children
        return ast.After(
            events,
            of,
            by,
            together is not None,
            priority,
            condition,
            span=self.line,
        )

    def active_in(self, children: list[Any]) -> ast.ActiveIn:
        return ast.ActiveIn(children[0], span=self.line)

    def every(self, children: list[Any]) -> ast.Every:
        return ast.Every(children[0], span=self.line)

    def every_turn(self, children: list[Any]) -> ast.Every:
        return ast.Every(None, span=self.line)

    def moment(self, children: list[Any]) -> Any:
        return children[0].value

    dies_bound = moment
    repeats_mode = moment

    def on(self, children: list[Any]) -> ast.On:
        return ast.On(children[0], span=self.line)

    def dies_at(self, children: list[Any]) -> ast.DiesAt:
        return ast.DiesAt(*children, span=self.line)

    def dies_when(self, children: list[Any]) -> ast.DiesWhen:
        return ast.DiesWhen(*children, span=self.line)

    def of_holder(self, children: list[Any]) -> bool:
        return True

    def repeats(self, children: list[Any]) -> ast.Repeats:
        event, of_holder, subject, count, mode = children
        return ast.Repeats(
            event, of_holder is True, subject, count, mode, span=self.line
        )

    def forbids(self, children: list[Any]) -> ast.Forbids:
        ability, subject, condition, message = children
        return ast.Forbids(
            ability, subject, condition, self.string(message), span=self.line
        )

    def innate(self, children: list[Any]) -> ast.Innate:
        return ast.Innate(span=self.line)

    # Lines of abilities

    def from_zones(self, children: list[Any]) -> ast.FromZones:
        return ast.FromZones(children[0], span=self.line)

    def takes(self, children: list[Any]) -> ast.Takes:
        return ast.Takes(children[0], span=self.line)

    def during(self, children: list[Any]) -> ast.During:
        return ast.During(children[0], span=self.line)

    def quantity_one(self, children: list[Any]) -> tuple[Any, None]:
        return "one", None

    def quantity_all(self, children: list[Any]) -> tuple[Any, None]:
        return "all", None

    def quantity_exactly(self, children: list[Any]) -> tuple[str, Any]:
        return "exactly", children[0]

    def quantity_up_to(self, children: list[Any]) -> tuple[str, Any]:
        return "up to", children[0]

    def target_kind(self, children: list[Any]) -> tuple[Any, ...]:
        return " ".join(token.value for token in children), None, None

    def target_card(self, children: list[Any]) -> tuple[Any, ...]:
        return "card", *children

    def target_clauses(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def within(self, children: list[Any]) -> ast.Within:
        word, distance = children
        return ast.Within(distance, None, self.between(word, distance))

    def target(self, children: list[Any]) -> ast.Target:
        quantity, (kind, zone, keeper), clauses = children
        how_many: Any = "one" if quantity is None else quantity[0]
        count = None if quantity is None else quantity[1]
        if kind in ("holder", "a place") and how_many != "one":
            self.fault("LG0102", self.line, f"of `{kind}` there is only one to target")
            how_many = "one"
            count = None
        return ast.Target(how_many, count, kind, zone, keeper, clauses, span=self.line)

    def requires(self, children: list[Any]) -> ast.Requires:
        condition, message = children
        return ast.Requires(condition, self.string(message), span=self.line)

    def cost(self, children: list[Any]) -> ast.Cost:
        (subject, pool), amount = children
        return ast.Cost(subject, pool, amount, span=self.line)

    # Lines of archetypes

    def base(self, children: list[Any]) -> ast.Base:
        return ast.Base(*children, span=self.line)

    def full(self, children: list[Any]) -> ast.Full:
        return ast.Full(children[0], span=self.line)

    def has_pools(self, children: list[Any]) -> ast.HasPools:
        return ast.HasPools(children[0], span=self.line)

    def with_pools(self, children: list[Any]) -> ast.WithPools:
        return ast.WithPools(children[0], span=self.line)

    def grants(self, children: list[Any]) -> ast.Grants:
        return ast.Grants(children[0], span=self.line)

    def limit(self, children: list[Any]) -> ast.Limit:
        return ast.Limit(children[0], span=self.line)

    def card_text(self, children: list[Any]) -> ast.CardText:
        return ast.CardText(self.string(children[0]), span=self.line)

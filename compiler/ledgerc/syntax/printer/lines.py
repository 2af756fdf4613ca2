"""The lines of declarations, of their bodies and of plays as canonical text."""

from __future__ import annotations

from typing import assert_never

from ledgerc.syntax import ast
from ledgerc.syntax.printer.expressions import (
    Level,
    print_applied,
    print_assignments,
    print_clause,
    print_duration,
    print_ending,
    print_entity,
    print_expression,
    print_list,
    print_names,
    print_owned,
    print_pattern,
    print_place,
    print_string,
    print_subject,
    print_sum,
)
from ledgerc.syntax.printer.statements import print_statement_line

# Words that begin what a target is: a number so named needs parentheses there.
_TARGET_WORDS = ("one", "up", "a", "card")

Item = ast.EffectItem | ast.AbilityItem | ast.ArchetypeItem


def print_declaration_line(declaration: ast.Declaration) -> str:
    """The first line of a declaration; attributes in one order."""
    match declaration:
        case ast.Use(path):
            return f"use {path.text}"
        case ast.Rate(value):
            return f"rate {print_sum(value)}"
        case ast.Const(name, value):
            return f"const {name} {print_ending(value)}"
        case ast.Links(names):
            return f"link {print_names(names)}"
        case ast.Allegiance(link):
            return f"allegiance {link}"
        case ast.Prop(name, minimum, maximum, whole):
            return f"prop {name}" + _bounds(minimum, maximum, whole)
        case ast.Stat(name, minimum, maximum, whole, base):
            text = f"stat {name}" + _bounds(minimum, maximum, whole)
            return text + ("" if base is None else f" = {print_expression(base)}")
        case ast.Pool(name, maximum, minimum, whole, follows):
            text = f"pool {name}" + _number("max", maximum) + _number("min", minimum)
            text += " whole" if whole else ""
            return text + ("" if follows is None else f" {follows}")
        case ast.Damage(pool, kind, rising):
            text = f"damage {pool}" + ("" if kind is None else f" as {kind}")
            return text + (" rising" if rising else "")
        case ast.Healing(pool, kind):
            return f"healing {pool}" + ("" if kind is None else f" as {kind}")
        case ast.Stages(names):
            return f"stages {print_names(names)}"
        case ast.Priority(name, value):
            return f"priority {name} {print_sum(value)}"
        case ast.Tags(names):
            return f"tags {print_names(names)}"
        case ast.Events(names, carries):
            text = f"event {print_names(names)}"
            return text + (f" with {print_list(carries)}" if carries else "")
        case ast.TurnEvent(event):
            return f"turn {event}"
        case ast.Query(name, parameters, minimum, maximum, whole, default):
            text = f"query {name}({print_list(parameters)})"
            text += _bounds(minimum, maximum, whole)
            return f"{text} default {print_sum(default)}"
        case ast.Zone(name, ordered, maximum, hidden):
            text = f"zone {name}" + (" ordered" if ordered else "")
            return text + _number("max", maximum) + (" hidden" if hidden else "")
        case ast.InPlay(zones):
            return f"in play {print_names(zones)}"
        case ast.Phases(names):
            return f"phases {print_names(names)}"
        case ast.Space(kind, radius, diagonals):
            text = f"space {kind}" + ("" if radius is None else f" radius {radius}")
            return text + (" 8" if diagonals else "")
        case ast.Effect(name, parameters):
            return f"effect {name}" + _parameters(parameters)
        case ast.Ability(name, parameters):
            return f"ability {name}" + _parameters(parameters)
        case ast.Archetype(name, single, parent):
            text = ("single " if single else "") + f"archetype {name}"
            return text + ("" if parent is None else f" from {print_applied(parent)}")
        case ast.Template(kind, name, parameters, parent):
            text = f"template {kind} {name}" + _parameters(parameters)
            return text + ("" if parent is None else f" from {print_applied(parent)}")
        case ast.Routine(name, parameters):
            return f"routine {name}({print_list(parameters)})"
        case ast.Formula(name, parameters, value):
            return (
                f"formula {name}({print_list(parameters)}) = {print_expression(value)}"
            )
        case ast.Renamed(owner, old, new):
            first = "" if owner is None else f"{owner}."
            return f"renamed {first}{old} to {new}"
        case ast.EndsWhen(condition, winner):
            text = f"ends when {print_expression(condition)}"
            return text + (
                "" if winner is None else f" winner {print_expression(winner)}"
            )
        case _:
            assert_never(declaration)


def print_item_line(item: Item) -> str:
    """The first line of a line in the body of an effect, ability, archetype or aura."""
    match item:
        case ast.HasTags(names):
            return f"tags {print_names(names)}"
        case ast.HasEffects(effects):
            return "has " + " ".join(print_applied(effect) for effect in effects)
        case ast.Modifier(kind, stat, value, condition):
            return f"{kind} {stat} {print_ending(value)}" + _when(condition)
        case ast.Aura(selection):
            return f"aura on {print_expression(selection)}"
        case ast.Lasts(duration):
            return f"lasts {print_duration(duration)}"
        case ast.UntilEvent(event, of):
            return f"lasts until {print_pattern(event)}" + _whose("of", of)
        case ast.Stacking(mode, maximum):
            return mode + _number("max", maximum)
        case ast.Before(events, of, by, stage, condition):
            text = "before " + ", ".join(print_pattern(event) for event in events)
            text += _whose("of", of) + _whose("by", by)
            text += "" if stage is None else f" at {stage}"
            return text + _when(condition)
        case ast.After(events, of, by, together, priority, condition):
            text = "after " + ", ".join(print_pattern(event) for event in events)
            text += _whose("of", of) + _whose("by", by)
            text += " together" if together else ""
            return text + _number("priority", priority) + _when(condition)
        case ast.ActiveIn(zones):
            return f"active in {print_names(zones)}"
        case ast.Every(period):
            return "every turn" if period is None else f"every {print_duration(period)}"
        case ast.On(moment):
            return f"on {moment}"
        case ast.DiesAt(bound, pool, event):
            return f"dies at {bound} {pool} raising {event}"
        case ast.DiesWhen(truth, event):
            return f"dies when {print_expression(truth)} raising {event}"
        case ast.Repeats(event, of_holder, subject, count, mode):
            text = f"repeats {print_pattern(event)}" + (
                " of holder" if of_holder else ""
            )
            text += f" for {print_subject(subject)} {print_sum(count)}"
            return text + ("" if mode is None else f" {mode}")
        case ast.Forbids(ability, subject, condition, message):
            text = f"forbids {print_applied(ability)} for {print_subject(subject)}"
            return text + f"{_when(condition)} else {print_string(message.value)}"
        case ast.Innate():
            return "innate"
        case ast.FromZones(zones):
            return f"from {print_names(zones)}"
        case ast.Takes(props):
            return f"takes {print_names(props)}"
        case ast.During(phases):
            return f"during {print_names(phases)}"
        case ast.Target():
            return _target(item)
        case ast.Requires(condition, message):
            text = f"requires {print_expression(condition)}"
            return f"{text} else {print_string(message.value)}"
        case ast.Cost(subject, pool, amount):
            return f"cost {print_owned(subject, pool)} {print_sum(amount)}"
        case ast.Base(stat, value):
            return f"base {stat} {print_ending(value)}"
        case ast.Full(pools):
            return f"full {print_names(pools)}"
        case ast.HasPools(pools):
            return f"pools {print_names(pools)}"
        case ast.WithPools(values):
            return f"with {print_assignments(values)}"
        case ast.Grants(abilities):
            return "grants " + " ".join(print_applied(ability) for ability in abilities)
        case ast.Limit(count):
            return f"limit {print_sum(count)}"
        case ast.CardText(text_node):
            return f"text {print_string(text_node.value)}"
        case _:
            assert_never(item)


def print_play_line(declaration: ast.PlayDeclaration) -> str:
    """The first line of a declaration of a play file."""
    match declaration:
        case ast.Catalog(path):
            return f"catalog {path.text}"
        case ast.Scene(name):
            return f"scene {name}"
        case ast.Play(title, scene, columns):
            text = f"play {print_string(title.value)}"
            text += "" if scene is None else f" in {scene}"
            return text + (f" with {print_list(columns)}" if columns else "")
        case _:
            assert_never(declaration)


def print_step_line(step: ast.Step) -> str:
    """The first line of a step."""
    match step:
        case ast.Row(values):
            return "row " + ", ".join(print_sum(value) for value in values)
        case ast.Act(who, ability, targets, carries):
            return "act " + _order(who, ability, targets, carries)
        case ast.ScriptDice(values):
            return "roll " + ", ".join(print_sum(value) for value in values)
        case ast.ScriptChoice(options):
            chosen = ", ".join(print_entity(option) for option in options)
            return f"choose {chosen or 'none'}"
        case ast.ScriptAnswer(query, value):
            return f"answer {print_expression(query)} = {print_sum(value)}"
        case ast.Seed(value):
            return f"seed {value.text}"
        case ast.Wait(duration):
            return f"wait {print_duration(duration)}"
        case ast.Save():
            return "save"
        case ast.ExpectDone():
            return "expect done"
        case ast.ExpectRefused(refusal):
            return "expect refused" + _refusal(refusal)
        case ast.ExpectCompare(left, comparison, right, provenance):
            text = f"expect {print_sum(left)} {comparison} {print_sum(right)}"
            return text + _provenance(provenance)
        case ast.ExpectTruth(condition, provenance):
            text = f"expect {print_expression(condition)}"
            return text + _provenance(provenance)
        case ast.ExpectState(subject, state):
            return f"expect {print_entity(subject)} {state}"
        case ast.ExpectHeld(subject, verb, thing):
            return f"expect {print_entity(subject)} {verb} {print_applied(thing)}"
        case ast.ExpectOrder(possible, who, ability, targets, carries, refusal):
            word = "can" if possible else "cannot"
            text = f"expect {word} {_order(who, ability, targets, carries)}"
            return text + _refusal(refusal)
        case ast.ExpectOver(over):
            return "expect over" if over else "expect not over"
        case ast.ExpectWinner(winner):
            return f"expect winner {print_entity(winner)}"
        case ast.ExpectLog(part):
            return "expect log has" if part else "expect log"
        case _:
            return print_statement_line(step, in_play=True)


def print_log_line(line: ast.LogLine) -> str:
    """An entry of an expected log."""
    return " ".join(print_expression(one, Level.OPERAND) for one in line.fields)


def _number(word: str, value: ast.Expression | None) -> str:
    return "" if value is None else f" {word} {print_sum(value)}"


def _bounds(
    minimum: ast.Expression | None, maximum: ast.Expression | None, whole: bool
) -> str:
    text = _number("min", minimum) + _number("max", maximum)
    return text + (" whole" if whole else "")


def _parameters(names: tuple[ast.Name, ...]) -> str:
    return f"({print_list(names)})" if names else ""


def _when(condition: ast.Expression | None) -> str:
    return "" if condition is None else f" when {print_expression(condition)}"


def _whose(word: str, subject: ast.Subject | None) -> str:
    return "" if subject is None else f" {word} {print_subject(subject)}"


def _target(target: ast.Target) -> str:
    match target.quantity:
        case "one":
            many = "" if target.kind in ("holder", "a place") else "one "
        case "all":
            many = "all "
        case "exactly":
            many = f"{_count(target)} "
        case "up to":
            many = f"up to {_count(target)} "
        case _:
            assert_never(target.quantity)
    text = f"target {many}{target.kind}"
    if target.zone is not None:
        text += f" in {target.zone}"
        text += "" if target.keeper is None else f" of {print_entity(target.keeper)}"
    last = len(target.clauses) - 1
    for at, clause in enumerate(target.clauses):
        text += " " + print_clause(clause, at < last)
    return text


def _count(target: ast.Target) -> str:
    """The number of targets: a literal, a name, or anything in parentheses."""
    count = target.count
    assert count is not None
    if isinstance(count, ast.Number):
        return count.text
    if isinstance(count, ast.Reference) and count.name.text not in _TARGET_WORDS:
        return count.name.text
    text = print_expression(count)
    return text if getattr(count, "parentheses", False) else f"({text})"


def _order(
    who: ast.Expression,
    ability: ast.Applied,
    targets: tuple[ast.Place, ...],
    carries: tuple[ast.Assignment, ...],
) -> str:
    text = f"{print_entity(who)} {print_applied(ability)}"
    if targets:
        text += " at " + ", ".join(print_place(target) for target in targets)
    return text + (f" with {print_assignments(carries)}" if carries else "")


def _refusal(refusal: ast.Refusal | None) -> str:
    if refusal is None:
        return ""
    if refusal.message is None:
        return f" {refusal.reason}"
    return f" {refusal.reason} {print_string(refusal.message.value)}"


def _provenance(provenance: ast.Provenance | None) -> str:
    if provenance is None:
        return ""
    return f" from {provenance.word}: {provenance.text}"

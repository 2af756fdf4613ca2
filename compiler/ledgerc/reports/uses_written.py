"""Uses of names that only the sources tell: the IR has no constants, templates, scenes or logs.

Nor does it have a place of its own for each name of a list. So the syntax trees are walked for
names where they stand; what binds a name within one declaration hides its bare uses there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.node import field_names, is_node
from ledgerc.reports.uses import Relation, Use
from ledgerc.syntax import ast

_Field = tuple[type[object], str]

_DECLARING: dict[_Field, str] = {
    (ast.Const, "name"): "const",
    (ast.Tags, "names"): "tags",
    (ast.Stages, "names"): "stages",
    (ast.Phases, "names"): "phases",
    (ast.Template, "name"): "template",
    (ast.Scene, "name"): "scene",
}
"""What declares a name without a place in the IR, with the word that the line starts with."""

_DECLARED_IN_THE_IR: frozenset[_Field] = frozenset(
    {
        (ast.Links, "names"),
        (ast.Prop, "name"),
        (ast.Stat, "name"),
        (ast.Pool, "name"),
        (ast.Damage, "kind"),
        (ast.Healing, "kind"),
        (ast.Priority, "name"),
        (ast.Events, "names"),
        (ast.Query, "name"),
        (ast.Zone, "name"),
        (ast.Effect, "name"),
        (ast.Ability, "name"),
        (ast.Archetype, "name"),
        (ast.Routine, "name"),
        (ast.Formula, "name"),
    }
)

_BINDING: frozenset[_Field] = frozenset(
    {
        (ast.Let, "name"),
        (ast.ForEach, "name"),
        (ast.Make, "name"),
        (ast.Copy, "name"),
        (ast.Do, "name"),
        (ast.Deal, "name"),
        (ast.Heal, "name"),
        (ast.Where, "candidate"),
        (ast.SortedBy, "candidate"),
        (ast.Query, "parameters"),
        (ast.Effect, "parameters"),
        (ast.Ability, "parameters"),
        (ast.Template, "parameters"),
        (ast.Routine, "parameters"),
        (ast.Formula, "parameters"),
        (ast.Argument, "name"),
        (ast.Play, "columns"),
        (ast.Renamed, "owner"),
        (ast.Renamed, "old"),
    }
)
"""What gives a name to something local, or says one of former times."""

_R = Relation
_RELATIONS: dict[_Field, Relation] = {
    (ast.Renamed, "new"): _R.DECLARES,
    (ast.Archetype, "parent"): _R.FILLS,
    (ast.Template, "parent"): _R.FILLS,
    (ast.Argument, "value"): _R.PASSES,
    (ast.HasTags, "names"): _R.HAS,
    (ast.HasEffects, "effects"): _R.GIVES,
    (ast.HasPools, "pools"): _R.HAS,
    (ast.Grants, "abilities"): _R.HAS,
    (ast.Takes, "props"): _R.CARRIES,
    (ast.Forbids, "ability"): _R.FORBIDS,
    (ast.Give, "effect"): _R.GIVES,
    (ast.Take, "effect"): _R.TAKES,
    (ast.Make, "archetype"): _R.MAKES,
    (ast.Perform, "ability"): _R.PERFORMS,
    (ast.Act, "ability"): _R.PERFORMS,
    (ast.Call, "function"): _R.CALLS,
    (ast.Do, "routine"): _R.CALLS,
    (ast.Choose, "name"): _R.ASKS,
    (ast.Choose, "options"): _R.OFFERS,
    (ast.ScriptChoice, "options"): _R.CHOOSES,
    (ast.LogLine, "fields"): _R.EXPECTS,
    (ast.Play, "scene"): _R.PLAYED,
}
"""What a field does with the names in it; what stands nowhere here reads them."""

_WORDS: dict[type[object], str] = {
    ast.Allegiance: "allegiance",
    ast.TurnEvent: "turn",
    ast.InPlay: "in play",
    ast.EndsWhen: "ends when",
    ast.Links: "link",
    ast.Events: "event",
    ast.Renamed: "renamed",
}


def written_uses(file: ast.LedgerFile | ast.PlayFile, name: str) -> Iterator[Use]:
    """Each place of a file, in its order, where ``name`` stands and is no local's name."""
    bound = set()
    if isinstance(file, ast.PlayFile):  # what a scene makes, its plays name
        bound = set(_bound(file))
    for declaration in file.declarations:
        hidden = bound or set(_bound(declaration))
        owner = _owner(declaration)
        for found, relation, bare in _names(declaration):
            text = found.text.rpartition(" ")[2]  # a log has `set Health`
            if text == name and not (bare and name in hidden):
                told = owner
                if relation is _R.DECLARES and isinstance(
                    declaration, ast.Tags | ast.Stages | ast.Phases
                ):
                    told = f"{owner} {name}"
                yield Use(relation, None, found.span, told)


def written_names(file: ast.LedgerFile | ast.PlayFile) -> Iterator[str]:
    """The names that a file declares and no IR has, and what its choices are and offer."""
    for declaration in file.declarations:
        hidden = set(_bound(declaration))
        for found, relation, bare in _names(declaration):
            declared = relation in (_R.DECLARES, _R.ASKS, _R.OFFERS)
            if declared and not (bare and found.text in hidden):
                yield found.text


def _owner(declaration: ast.Declaration | ast.PlayDeclaration) -> str:
    """How a declaration is told: its word and its name."""
    kind = type(declaration)
    if isinstance(declaration, ast.Play):
        return f'play "{declaration.title.value}"'
    if isinstance(declaration, ast.Template):
        return f"template {declaration.kind} {declaration.name}"
    word = _WORDS.get(kind, kind.__name__.lower())
    name = getattr(declaration, "name", None)
    return f"{word} {name}" if isinstance(name, ast.Name) else word


def _bound(node: object) -> Iterator[str]:
    """The names that are given to something local below a node."""
    for field, item in _items(node):
        if isinstance(item, ast.Name):
            if (type(node), field) in _BINDING:
                yield item.text
        else:
            yield from _bound(item)


def _names(node: object) -> Iterator[tuple[ast.Name, Relation, bool]]:
    """The names below a node, what is done with each, and whether a local could hide it."""
    for field, item in _items(node):
        role = (type(node), field)
        relation = _R.DECLARES if role in _DECLARING else _RELATIONS.get(role, _R.READS)
        if isinstance(item, ast.Name):
            if role not in _BINDING and role not in _DECLARED_IN_THE_IR:
                yield item, relation, False
        elif isinstance(item, ast.Reference):
            yield item.name, relation, True
        elif isinstance(item, ast.Applied):
            yield item.name, relation, True
            for argument in item.arguments:
                yield from _names(argument)
        else:
            yield from _names(item)


def _items(node: object) -> Iterator[tuple[str, object]]:
    """The nodes directly below a node, each with the field that it is in."""
    for field in field_names(type(node)):
        value = getattr(node, field)
        for item in value if isinstance(value, tuple) else (value,):
            if is_node(type(item)):
                yield field, item

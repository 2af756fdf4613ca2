"""Symbol tables from syntax: all files as one catalog, and the names in it that clash."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence

from ledgerc.diagnostics import Note
from ledgerc.ir.catalog import ChangeKind
from ledgerc.ir.statements import Way
from ledgerc.sema.builtins import (
    DEFAULT_DAMAGE,
    DEFAULT_HEALING,
    EVENT_FIELDS,
    FUNCTION_NAMES,
    KEEPER,
    PHASE_EVENTS,
)
from ledgerc.sema.report import Reporter
from ledgerc.sema.symbols import SAME_PLACE, Kind, Symbol, Symbols
from ledgerc.source import Span
from ledgerc.syntax import ast


def used_name(user: str, path: str) -> str:
    """The name of the file that ``use PATH`` means in the file ``user``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(user), path))


def in_catalog_order(
    files: Sequence[ast.LedgerFile], uses: Mapping[tuple[str, str], str]
) -> list[ast.Declaration]:
    """All declarations: a used file's stand where its first ``use`` stands.

    ``uses`` says which file a path in a file means; else the path itself says it.
    """
    by_name = {file.name: file for file in files}
    taken: set[str] = set()
    ordered: list[ast.Declaration] = []

    for start in files:
        if start.name in taken:
            continue
        taken.add(start.name)
        open_files = [(start, iter(start.declarations))]
        while open_files:
            file, declarations = open_files[-1]
            declaration = next(declarations, None)
            if declaration is None:
                open_files.pop()
            elif isinstance(declaration, ast.Use):
                path = declaration.path.text
                name = uses.get((file.name, path)) or used_name(file.name, path)
                used = by_name.get(name)
                if used is not None and used.name not in taken:
                    taken.add(used.name)
                    open_files.append((used, iter(used.declarations)))
            else:
                ordered.append(declaration)
    return ordered


_NAMED: dict[type, Kind] = {
    ast.Const: Kind.CONSTANT,
    ast.Prop: Kind.PROP,
    ast.Stat: Kind.STAT,
    ast.Pool: Kind.POOL,
    ast.Priority: Kind.PRIORITY,
    ast.Query: Kind.QUERY,
    ast.Zone: Kind.ZONE,
    ast.Effect: Kind.EFFECT,
    ast.Ability: Kind.ABILITY,
    ast.Archetype: Kind.ARCHETYPE,
    ast.Routine: Kind.ROUTINE,
    ast.Formula: Kind.FORMULA,
}

_LISTED: dict[type, Kind] = {
    ast.Links: Kind.LINK,
    ast.Stages: Kind.STAGE,
    ast.Tags: Kind.TAG,
    ast.Events: Kind.EVENT,
    ast.Phases: Kind.PHASE,
}

_TEMPLATES: dict[str, Kind] = {
    "archetype": Kind.ARCHETYPE,
    "effect": Kind.EFFECT,
    "ability": Kind.ABILITY,
}

_ONCE: dict[type, str] = {
    ast.Rate: "rate",
    ast.Allegiance: "allegiance",
    ast.TurnEvent: "turn",
    ast.Space: "space",
    ast.Phases: "phases",
    ast.Stages: "stages",
}


def collect(declarations: Sequence[ast.Declaration], report: Reporter) -> Symbols:
    """Fill the symbol tables of ``report.symbols``, and report what stands twice."""
    symbols = report.symbols
    once: dict[type, Span] = {}
    for node in declarations:
        kind = type(node)
        word = _ONCE.get(kind)
        if word is not None:
            if kind in once:
                report.error(
                    "LG0401",
                    node.span,
                    f"a catalog has one {word}",
                    notes=[Note(f"{word} is declared here already", once[kind])],
                )
                continue
            once[kind] = node.span
        for name, name_kind in declared_names(node):
            _declare(report, name, name_kind, node)
    _report_shared_places(report)
    return symbols


def declared_names(node: ast.Declaration) -> list[tuple[ast.Name, Kind]]:
    """The names that a declaration declares, each with its kind."""
    named = _NAMED.get(type(node))
    if named is not None:
        return [(node.name, named)]  # type: ignore[union-attr]
    listed = _LISTED.get(type(node))
    if listed is not None:
        return [(name, listed) for name in node.names]  # type: ignore[union-attr]
    if isinstance(node, ast.Template):
        return [(node.name, _TEMPLATES[node.kind])]
    if isinstance(node, ast.Damage | ast.Healing):
        return [(change_name(node), Kind.CHANGE)]
    return []


def change_name(node: ast.Damage | ast.Healing) -> ast.Name:
    """The name of a damage or healing: what follows ``as``, or the name of the default."""
    if node.kind is not None:
        return node.kind
    default = DEFAULT_DAMAGE if isinstance(node, ast.Damage) else DEFAULT_HEALING
    return ast.Name(default, node.span)


def change_kinds(symbols: Symbols) -> dict[str, ChangeKind]:
    """The declared damages and healings of pools that exist, by name."""
    kinds: dict[str, ChangeKind] = {}
    for symbol in symbols.tables[Kind.CHANGE].values():
        node = symbol.node
        assert isinstance(node, ast.Damage | ast.Healing)
        healing = isinstance(node, ast.Healing)
        rises = healing or (isinstance(node, ast.Damage) and node.rising)
        way = Way.RAISE if rises else Way.LOWER
        kinds[symbol.name] = ChangeKind(
            symbol.name, node.pool.text, way, healing, node.span
        )
    return kinds


_RESERVED: dict[Kind, tuple[Callable[[str], bool], str]] = {
    Kind.FORMULA: (lambda name: name in FUNCTION_NAMES, "a function of the language"),
    Kind.QUERY: (lambda name: name in FUNCTION_NAMES, "a function of the language"),
    Kind.STAT: (lambda name: name == KEEPER, "whose zone an entity lies in"),
    Kind.POOL: (lambda name: name == KEEPER, "whose zone an entity lies in"),
    Kind.LINK: (
        lambda name: name == KEEPER or name in EVENT_FIELDS,
        "a field that every entity or event has",
    ),
    Kind.PROP: (lambda name: name in EVENT_FIELDS, "a field that every event has"),
    Kind.EVENT: (lambda name: name in PHASE_EVENTS, "an event of the phases"),
    Kind.CHANGE: (lambda name: name in PHASE_EVENTS, "an event of the phases"),
}


def _declare(
    report: Reporter, name: ast.Name, kind: Kind, node: ast.Declaration
) -> None:
    table = report.symbols.tables[kind]
    earlier = table.get(name.text)
    if earlier is not None:
        report.error(
            "LG0201",
            name.span,
            f"the {kind.value} {name} is declared twice",
            notes=[Note(f"{name} is declared here already", earlier.span)],
        )
        return
    reserved = _RESERVED.get(kind)
    if reserved is not None and reserved[0](name.text):
        report.error(
            "LG0210",
            name.span,
            f"{kind.phrase} cannot be named {name}: that is {reserved[1]}",
            allowed="another name",
        )
    table[name.text] = Symbol(name.text, kind, name.span, node)


def _report_shared_places(report: Reporter) -> None:
    """Report names that two kinds share though they stand in the same place (LG0202)."""
    tables = report.symbols.tables
    for kinds in SAME_PLACE:
        seen: dict[str, Symbol] = {}
        for kind in kinds:
            for symbol in tables[kind].values():
                other = seen.setdefault(symbol.name, symbol)
                if other is not symbol:
                    _report_shared(report, other, symbol)
    for name, single in tables[Kind.ARCHETYPE].items():
        const = tables[Kind.CONSTANT].get(name)
        node = single.node
        if const is not None and isinstance(node, ast.Archetype) and node.single:
            _report_shared(report, const, single)


def _report_shared(report: Reporter, one: Symbol, other: Symbol) -> None:
    first, second = sorted((one, other), key=lambda symbol: symbol.span)
    report.error(
        "LG0202",
        second.span,
        f"{second.name} is {first.kind.phrase} and {second.kind.phrase}, "
        "and both may stand in the same place",
        allowed="a name of its own for each",
        notes=[Note(f"{first.name} is {first.kind.phrase} here", first.span)],
    )

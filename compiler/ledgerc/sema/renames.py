"""``renamed OLD to NEW``: what the names in old saves mean now (docs/language.md, section 2).

A rename holds for each kind of thing that NEW is and OLD is not. NEW may itself be an old name, so
that a name may change as often as it likes; what comes out is the last one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir
from ledgerc.records import field, record
from ledgerc.sema.context import Analysis
from ledgerc.sema.symbols import Kind, one_of
from ledgerc.sema.units import Unit
from ledgerc.source import Span
from ledgerc.syntax import ast

SAVED = {
    Kind.STAT: "stat",
    Kind.POOL: "pool",
    Kind.LINK: "link",
    Kind.PROP: "prop",
    Kind.TAG: "tag",
    Kind.EVENT: "event",
    Kind.CHANGE: "event",
    Kind.QUERY: "query",
    Kind.ZONE: "zone",
    Kind.PHASE: "phase",
    Kind.EFFECT: "effect",
    Kind.ABILITY: "ability",
    Kind.ARCHETYPE: "archetype",
    Kind.ROUTINE: "routine",
}
"""What a save may name, and what it calls that."""

PARAMETER = "parameter"
_WAYS = ("set", "gain", "spend")
_MOST_NAMES = 256
_MOST_PARTS = 8
"""Underscores in a name are few; what is longer is not looked for in the names of instances."""


def read_renames(
    analysis: Analysis, declarations: Sequence[ast.Declaration], units: Sequence[Unit]
) -> tuple[ir.Rename, ...]:
    """All renames, each to the name of now; those of a pool are also those of its changes."""
    nodes = [each for each in declarations if isinstance(each, ast.Renamed)]
    reader = _Reader(analysis, nodes)
    for node in nodes:
        if node.owner is None:
            reader.read(node)
        else:
            reader.read_parameter(node)
    made = [
        ir.Rename(kind, old, new, span)
        for (kind, old), (new, span) in reader.found.items()
    ]
    return (*made, *_of_changes(made), *_of_instances(made, units))


def _of_changes(renames: Sequence[ir.Rename]) -> Iterator[ir.Rename]:
    for each in renames:
        if each.kind == "pool":
            for way in _WAYS:
                yield ir.Rename(
                    "event", f"{way} {each.old}", f"{way} {each.new}", each.span
                )


def _of_instances(
    renames: Sequence[ir.Rename], units: Sequence[Unit]
) -> Iterator[ir.Rename]:
    """Instances of templates, which are named after the template and what it is given."""
    seen = {(each.kind, each.old) for each in renames}
    by_new: dict[str, list[ir.Rename]] = {}
    for each in renames:
        by_new.setdefault(each.new, []).append(each)
    for unit in units:
        if unit.instance is None or unit.ghost:
            continue
        kind = SAVED[unit.kind]
        for old, span in _old_names(unit.name.split("_"), by_new):
            if (kind, old) not in seen:
                seen.add((kind, old))
                yield ir.Rename(kind, old, unit.name, span)


def _old_names(
    parts: Sequence[str], by_new: dict[str, list[ir.Rename]]
) -> Iterator[tuple[str, Span]]:
    """What an instance can have been called: any of its parts by an old name, or several."""
    waiting: list[tuple[tuple[str, ...], int, Span | None]] = [((), 0, None)]
    found = 0
    while waiting and found < _MOST_NAMES:
        begun, first, span = waiting.pop()
        if first == len(parts):
            if span is not None:
                found += 1
                yield "_".join(begun), span
            continue
        for last in range(first + 1, min(first + _MOST_PARTS, len(parts)) + 1):
            for each in by_new.get("_".join(parts[first:last]), ()):
                waiting.append(((*begun, each.old), last, span or each.span))
        waiting.append(((*begun, parts[first]), first + 1, span))


@record()
class _Reader:
    """Reads the renames of one catalog; ``found`` is what each old name is now, by kind."""

    analysis: Analysis
    nodes: Sequence[ast.Renamed]
    found: dict[tuple[str, str], tuple[str, Span]] = field(default_factory=dict)
    by_old: dict[str, list[ast.Renamed]] = field(default_factory=dict)
    known: dict[str, tuple[tuple[Kind, str], ...]] = field(default_factory=dict)
    """What new names are now, of those that were looked at."""
    ahead: dict[str, ast.Name] = field(default_factory=dict)
    """The same for parameters, by ``Effect.parameter``."""

    def __post_init__(self) -> None:
        for node in self.nodes:
            owner = "" if node.owner is None else f"{node.owner}."
            self.by_old.setdefault(f"{owner}{node.old}", []).append(node)

    def read(self, node: ast.Renamed) -> None:
        """One ``renamed OLD to NEW``."""
        report, symbols = self.analysis.report, self.analysis.symbols
        now = self._now(node)
        if not now:
            return
        open_ = [
            (kind, name)
            for kind, name in now
            if symbols.get(kind, node.old.text) is None
        ]
        if not open_:
            kind = now[0][0]
            there = symbols.tables[kind][node.old.text]
            report.error(
                "LG0441",
                node.old.span,
                f"the {kind.value} {node.old} is still declared, so it has not been renamed",
                allowed="an old name that nothing of its kind has now",
                notes=[Note(f"{node.old} is declared here", there.span)],
            )
        for kind, name in open_:
            self._add(SAVED[kind], node.old.text, name, node)

    def _now(self, node: ast.Renamed) -> list[tuple[Kind, str]]:
        """What the new name of a rename is now: each kind that it is, and its last name."""
        symbols = self.analysis.symbols
        found: dict[tuple[Kind, str], None] = {}
        passed = {node.old.text: None}
        waiting = [node.new.text]
        rings = branches = False
        while waiting:
            name = waiting.pop()
            if name in passed:
                rings = True
                continue
            passed[name] = None
            if name in self.known:
                found |= dict.fromkeys(self.known[name])
                continue
            kinds = [kind for kind in SAVED if symbols.get(kind, name) is not None]
            found |= dict.fromkeys((kind, name) for kind in kinds)
            later = () if kinds else self.by_old.get(name, ())
            branches |= len(later) > 1
            waiting.extend(each.new.text for each in reversed(later))
            if not kinds and not later and name == node.new.text:
                self._report_unknown(node)
        if rings and not found:
            self.analysis.report.error(
                "LG0442",
                node.span,
                f"{node.old} is renamed in a ring, and is nothing in the end",
                allowed="a new name that is declared, or was renamed to one that is",
            )
        elif not branches:  # those on the way come to the same
            for name in list(passed)[1:]:
                self.known[name] = tuple(found)
        return list(found)

    def _report_unknown(self, node: ast.Renamed) -> None:
        report, symbols = self.analysis.report, self.analysis.symbols
        others = symbols.kinds_of(node.new.text)
        if others:
            report.error(
                "LG0443",
                node.new.span,
                f"{node.new} is {one_of(kind.phrase for kind in others)}, "
                "which no save names: nothing need be said of it",
                allowed=f"the name of {one_of(kind.phrase for kind in SAVED)}",
            )
        else:
            message = f"nothing is named {node.new}"
            report.unresolved(node.new, tuple(SAVED), message=message)

    def read_parameter(self, node: ast.Renamed) -> None:
        """One ``renamed EFFECT.OLD to NEW``."""
        assert node.owner is not None
        report = self.analysis.report
        symbol = report.resolve(node.owner, (Kind.EFFECT,))
        if symbol is None:
            return
        own = symbol.node.parameters if isinstance(symbol.node, ast.Effect) else ()
        names = [each.text for each in own]
        if not names:
            report.error(
                "LG0443",
                node.owner.span,
                f"{node.owner} takes nothing that a save would name",
                allowed="an effect with parameters, and no template",
            )
            return
        if node.old.text in names:
            report.error(
                "LG0441",
                node.old.span,
                f"{node.owner} still has a parameter {node.old}, so it has not been renamed",
                allowed="an old name that no parameter of the effect has now",
                notes=[Note(f"{node.owner} is declared here", symbol.span)],
            )
            return
        new = self._parameter_now(node, names)
        if new is not None:
            self._add(PARAMETER, f"{node.owner}.{node.old}", new, node)

    def _parameter_now(self, node: ast.Renamed, names: Sequence[str]) -> str | None:
        """The last name of a parameter."""
        assert node.owner is not None
        name, passed = node.new, {node.old.text}
        while name.text not in names:
            ahead = self.ahead.get(f"{node.owner}.{name}")
            if ahead is not None:
                name = ahead
                continue
            later = self.by_old.get(f"{node.owner}.{name}")
            if not later or name.text in passed:
                self._report_parameter(node, name, names, rings=bool(later))
                return None
            passed.add(name.text)
            name = later[0].new
        for each in passed:
            self.ahead[f"{node.owner}.{each}"] = name
        return name.text

    def _report_parameter(
        self, node: ast.Renamed, name: ast.Name, names: Sequence[str], *, rings: bool
    ) -> None:
        """Where a rename of a parameter leads, if not to a parameter."""
        listed = ", ".join(names)
        if rings:
            self.analysis.report.error(
                "LG0442",
                node.span,
                f"{node.old} is renamed in a ring, and is nothing in the end",
                allowed=listed,
            )
        else:
            self.analysis.report.error(
                "LG0443",
                name.span,
                f"{node.owner} has no parameter {name}",
                allowed=listed,
            )

    def _add(self, kind: str, old: str, new: str, node: ast.Renamed) -> None:
        known = self.found.setdefault((kind, old), (new, node.span))
        if known[0] != new:
            self.analysis.report.error(
                "LG0442",
                node.span,
                f"the {kind} {old} cannot be both {known[0]} and {new} now",
                allowed="one new name for an old one",
                notes=[Note(f"{old} is renamed here already", known[1])],
            )

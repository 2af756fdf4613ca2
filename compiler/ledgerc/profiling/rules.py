"""Which rule a line of a catalog belongs to, as its author tells rules apart."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from ledgerc.node import Node
from ledgerc.syntax import ast


@dataclass(frozen=True, slots=True)
class _Row:
    """A rule: its first line, whose it is, and the lines that each run of it comes to."""

    line: int
    owner: str
    steps: tuple[int, ...]


@dataclass(slots=True)
class RuleIndex:
    """The rules of catalogs by their lines.

    A rule is an item of an effect (``before``, ``adds``, ``every``, …), or a whole ability,
    archetype, routine, formula or stat. ``read`` gives the syntax tree of a file, by the name that
    generated code knows it by; without one each line stands for itself.
    """

    read: Callable[[str], ast.LedgerFile | None]
    _files: dict[str, list[_Row]] = field(default_factory=dict)

    def rule_of(self, place: str) -> str:
        """The place of the first line of the rule that the line at ``place`` belongs to."""
        file, row = self._find(place)
        return place if row is None else f"{file}:{row.line}"

    def owner_of(self, rule: str) -> str:
        """The name of what a rule belongs to; empty where it is a declaration itself."""
        row = self._find(rule)[1]
        return "" if row is None else row.owner

    def runs_of(self, rule: str, counts: Counter[str]) -> int:
        """How often a rule ran: how often the first of what it does was come to."""
        file, row = self._find(rule)
        if row is None or not row.steps:
            return counts[rule]
        return max(counts[f"{file}:{line}"] for line in row.steps)

    def _find(self, place: str) -> tuple[str, _Row | None]:
        file, _, line = place.rpartition(":")
        if file not in self._files:
            tree = self.read(file)
            self._files[file] = [] if tree is None else _rows(tree)
        rows = self._files[file]
        at = bisect_right(rows, int(line), key=lambda row: row.line)
        return file, rows[at - 1] if at else None


def _rows(tree: ast.LedgerFile) -> list[_Row]:
    rows: list[_Row] = []
    for node in tree.declarations:
        is_effect = isinstance(node, ast.Effect) or (
            isinstance(node, ast.Template) and node.kind == "effect"
        )
        items: tuple[Node, ...] = getattr(node, "items", ())
        body: tuple[Node, ...] = getattr(node, "body", ())
        steps = body or (() if is_effect else items)
        rows.append(_Row(node.span.line, "", _lines(steps)))
        if is_effect:
            name = str(getattr(node, "name", ""))
            rows += [
                _Row(_lines((each,))[0], name, _lines(_steps(each))) for each in items
            ]
    return rows


def _steps(item: Node) -> tuple[Node, ...]:
    """What stands directly in an item."""
    return getattr(item, "body", ()) or getattr(item, "items", ())


def _lines(nodes: tuple[Node, ...]) -> tuple[int, ...]:
    return tuple(node.span.line for node in nodes if isinstance(node, ast.Line))

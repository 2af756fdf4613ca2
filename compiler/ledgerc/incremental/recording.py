"""A record of a catalog, from its analysis."""

from __future__ import annotations

from collections.abc import Mapping

from ledgerc.incremental.blocks import Block, blocks_of
from ledgerc.incremental.lines import Lines, lines_of_outline, names_no_line
from ledgerc.incremental.record import Kept, Place, Record
from ledgerc.ir import catalog as ir
from ledgerc.ir.contents import contents_of
from ledgerc.ir.digests import digest_of
from ledgerc.ir.moving import moved
from ledgerc.ir.pprint import print_declaration
from ledgerc.records import field, record
from ledgerc.sema.context import Analysis
from ledgerc.sema.inference import written_parts
from ledgerc.sema.known import Declared
from ledgerc.sema.symbols import Kind
from ledgerc.sema.units import Expansion, Unit
from ledgerc.syntax import ast


@record(frozen=True)
class Before:
    """What is known of a catalog: the blocks of its files, and what is kept, by kind and name.

    ``plain`` is that of the record.
    """

    blocks: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)
    kept: Mapping[tuple[str, str], Kept] = field(default_factory=dict)
    plain: bool = False


def record_of(
    catalog: ir.Catalog,
    analysis: Analysis,
    expansion: Expansion,
    maker: str,
    before: Before | None = None,
) -> Record | None:
    """What to keep of a catalog without errors; None if too little of it would be the same.

    ``before`` is what is known of it already.
    """
    before = before or Before()
    if analysis.typed_by_calls:
        return None
    blocks: dict[tuple[str, int], Place] = {}
    for number, name in enumerate(catalog.files):
        parted = before.blocks.get(name) or blocks_of(analysis.texts[name].text)
        if parted is None:
            return None
        for block in parted:
            blocks[name, block.head] = Place(number, block.line, block.text)
    texts = [analysis.texts[name].text for name in catalog.files]
    plain = names_no_line(catalog.files, texts)
    recorder = _UnitRecorder(catalog, analysis, expansion)
    units = {
        id(place): unit
        for unit in expansion.units
        if recorder.may_keep(unit)
        and (place := blocks.get((unit.node.span.file, unit.node.span.line)))
    }
    outline = tuple(each for each in blocks.values() if id(each) not in units)
    recorder.lines = lines_of_outline(catalog.files, outline) if plain else None
    known = before.kept if plain and before.plain else {}
    kept = tuple(
        recorder.kept(units[id(place)], place, known)
        for place in blocks.values()
        if id(place) in units
    )
    catalog.note({each.key: each.contents for each in kept})
    return Record(maker, catalog.files, outline, analysis.integral, kept, plain)


class _UnitRecorder:
    """Makes what is kept of each unit of a catalog."""

    def __init__(
        self,
        catalog: ir.Catalog,
        analysis: Analysis,
        expansion: Expansion,
    ) -> None:
        self._analysis = analysis
        self._parents = expansion.parents
        self._effects = catalog.effect
        self._abilities = catalog.ability
        self._archetypes = catalog.archetype
        self.lines: Lines | None = None
        """Numbers of the outline's lines; None if places are to be told apart by their lines."""

    def may_keep(self, unit: Unit) -> bool:
        """Whether what a unit means depends on its text, its templates and names alone."""
        if unit.kind is Kind.ARCHETYPE and unit.name in self._parents:
            return False
        return unit.alone or unit.known is not None

    def kept(
        self, unit: Unit, place: Place, known: Mapping[tuple[str, str], Kept]
    ) -> Kept:
        """What is kept of a unit; ``known`` is what is kept already."""
        declared = self._declared(unit)
        already = known.get((unit.kind.value, unit.name))
        if already is not None and already.declared is declared:
            return already
        numbers = rule_numbers(declared)
        symbol = self._analysis.symbols.tables[unit.kind][unit.name]
        return Kept(
            place,
            unit.kind.value,
            symbol.span,
            declared,
            min(numbers, default=0),
            len(numbers),
            self._fractions(unit),
            unit.known.templates if unit.known else unit.templates,
            contents_of(declared),
            self._digest(declared, place),
            print_declaration(declared),
        )

    def _digest(self, declared: Declared, place: Place) -> str:
        """What tells a declaration from others: its lines are counted within the blocks."""
        lines = self.lines
        if lines is None:
            return digest_of(declared)

        def line_of(file: str, line: int) -> int:
            found = lines.find(file, line)
            return line - place.line if found is None else found

        return digest_of(moved(declared, line_of))

    def _declared(self, unit: Unit) -> Declared:
        match unit.kind:
            case Kind.EFFECT:
                return self._effects[unit.name]
            case Kind.ABILITY:
                return self._abilities[unit.name]
            case _:
                return self._archetypes[unit.name]

    def _fractions(self, unit: Unit) -> tuple[str, ...]:
        """The stats that are no integers, and that a unit gives what is no plain integer."""
        if unit.known is not None:
            return unit.known.fractions
        integral = self._analysis.integral
        named = (
            each.stat.text for each in written_parts(unit) if not _is_plain(each.value)
        )
        return tuple(dict.fromkeys(name for name in named if not integral.get(name)))


def _is_plain(value: ast.Expression) -> bool:
    return isinstance(value, ast.Number) and isinstance(value.value, int)


def rule_numbers(declared: Declared) -> list[int]:
    """The numbers of a declaration's rules."""
    if not isinstance(declared, ir.Effect):
        return []
    rules = [each.number for each in declared.rules]
    return rules + [each.number for each in declared.every]

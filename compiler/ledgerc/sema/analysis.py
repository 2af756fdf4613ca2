"""A catalog's analysis, start to end: syntax trees in, the IR out, or diagnostics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledgerc.diagnostics import Sink, bounded_effort
from ledgerc.ir import catalog as ir
from ledgerc.records import record
from ledgerc.sema import declarations as read
from ledgerc.sema.abilities import AbilityReader
from ledgerc.sema.archetypes import ArchetypeReader
from ledgerc.sema.collect import change_kinds, collect, in_catalog_order
from ledgerc.sema.constants import constant_value
from ledgerc.sema.context import Analysis
from ledgerc.sema.cycles import callees_first, check_settles, check_stats
from ledgerc.sema.effects import EffectReader
from ledgerc.sema.inference import infer
from ledgerc.sema.known import Known
from ledgerc.sema.lint import lint
from ledgerc.sema.loading import Files, load
from ledgerc.sema.reads import check_reads
from ledgerc.sema.renames import read_renames
from ledgerc.sema.report import Reporter
from ledgerc.sema.symbols import Kind, Symbols
from ledgerc.sema.templates import expand
from ledgerc.sema.units import Expansion, Unit
from ledgerc.source import SourceFile
from ledgerc.syntax import ast


@record(frozen=True)
class Analysed:
    """A catalog, or None if it has errors; and what its analysis knows (for plays).

    ``expansion`` is what was analysed.
    """

    catalog: ir.Catalog | None
    analysis: Analysis
    expansion: Expansion


def analyse(root: str, files: Files, sink: Sink) -> Analysed:
    """The catalog whose root file is ``root``, with all that it uses.

    Findings go to ``sink``: LG02xx (names), LG03xx (types), LG04xx (what makes no sense), LG06xx
    (files), LG08xx (limits) and LG09xx (warnings).
    """
    loaded = load(root, files, sink)
    return analyse_files(loaded.files, sink, files.sources, loaded.uses)


@bounded_effort()
def analyse_files(
    files: Sequence[ast.LedgerFile],
    sink: Sink,
    texts: Mapping[str, SourceFile],
    uses: Mapping[tuple[str, str], str] | None = None,
    known: Known | None = None,
) -> Analysed:
    """The catalog of ``files``, the root first, then those used, each once.

    ``texts`` are their sources, by name; ``uses`` says which file each ``use`` means, where its
    path does not say so by itself. What ``known`` has stands in ``files`` by its name alone, and
    :class:`ledgerc.sema.known.NotKnownError` is raised where more of it is asked for.
    """
    symbols = Symbols()
    report = Reporter(sink, symbols, texts)
    analysis = Analysis(symbols, report, texts)
    ordered = in_catalog_order(files, uses or {})
    collect(ordered, report)
    analysis.kinds = change_kinds(symbols)
    analysis.singles = {
        symbol.name: symbol.span
        for symbol in symbols.tables[Kind.ARCHETYPE].values()
        if isinstance(symbol.node, ast.Archetype) and symbol.node.single
    }
    expansion = expand(ordered, report, known or {})
    read.read_singles(analysis, expansion.others)
    callees = callees_first(report)
    infer(analysis, expansion, callees)
    catalog = _read(analysis, files, expansion)
    if known:
        catalog.note(
            {(kind.value, name): each.contents for (kind, name), each in known.items()}
        )
    check_stats(report, catalog.stats, catalog.effects, catalog.formulas)
    check_reads(report, catalog)
    check_settles(analysis)
    report.finish()
    if sink.has_errors:
        return Analysed(None, analysis, expansion)
    lint(report, catalog, expansion.units, expansion.others)
    return Analysed(catalog, analysis, expansion)


def _declared(analysis: Analysis, unit: Unit) -> ir.Effect | ir.Ability | ir.Archetype:
    """An effect, ability or archetype, read or as it is known."""
    if unit.known is not None:
        first = analysis.rule_number
        analysis.rule_number += unit.known.rules
        return unit.known.numbered(first)
    match unit.kind:
        case Kind.EFFECT:
            return EffectReader(analysis, unit).read()
        case Kind.ABILITY:
            return AbilityReader(analysis, unit).read()
        case _:
            return ArchetypeReader(analysis, unit).read()


def _read(
    analysis: Analysis, files: Sequence[ast.LedgerFile], expansion: Expansion
) -> ir.Catalog:
    """Every declaration, with faults reported; complete if there were none."""
    symbols = analysis.symbols
    for name in symbols.tables[Kind.CONSTANT]:
        constant_value(analysis, name)
    props = read.props(analysis)
    pools = read.pools(analysis)
    effects: list[ir.Effect] = []
    abilities: list[ir.Ability] = []
    archetypes: list[ir.Archetype] = []
    for unit in expansion.units:
        declared = _declared(analysis, unit)
        if unit.ghost:
            continue
        match declared:
            case ir.Effect():
                effects.append(declared)
            case ir.Ability():
                abilities.append(declared)
            case ir.Archetype():
                archetypes.append(declared)
    routines = [
        read.routine(analysis, node)
        for node in expansion.others
        if isinstance(node, ast.Routine)
        and (Kind.ROUTINE, node.name.text) in analysis.signatures
    ]
    formulas = [
        formula
        for node in expansion.others
        if isinstance(node, ast.Formula)
        and (Kind.FORMULA, node.name.text) in analysis.signatures
        and (formula := read.formula(analysis, node)) is not None
    ]
    endings = [
        read.ending(analysis, node)
        for node in expansion.others
        if isinstance(node, ast.EndsWhen)
    ]
    root = files[0] if files else None
    return ir.Catalog(
        root.name if root is not None else "",
        tuple(file.name for file in files),
        "\n".join(root.header_comments) if root is not None else "",
        symbols.rate,
        tuple(
            ir.Link(symbol.name, symbol.span)
            for symbol in symbols.tables[Kind.LINK].values()
        ),
        symbols.allegiance,
        props,
        read.stats(analysis),
        pools,
        read.check_kinds(analysis),
        read.once(analysis, Kind.STAGE),
        read.priorities(analysis),
        read.once(analysis, Kind.TAG),
        read.events(analysis),
        symbols.turn_event,
        read.queries(analysis),
        read.zones(analysis),
        read.once(analysis, Kind.PHASE),
        read.space(analysis),
        tuple(effects),
        tuple(abilities),
        tuple(archetypes),
        tuple(routines),
        tuple(formulas),
        tuple(endings),
        read_renames(analysis, expansion.others, expansion.units),
    )

"""The analysis of a catalog with what is kept of the one before: all that has changed, and no more.

Text that is kept stands in the syntax as the bare name that it declares. What is read of the rest
is what would be read beside the whole, as long as these hold, which are looked at:

- there is no error, now or as the record was made; warnings are of the whole catalog, which
  is there again;
- the outline (every block but the kept declarations) is the same text in the same order, its
  lines aside, and the same stats are always integers;
- no name that came or went stands in what is kept or in the outline;
- nothing asks for more of a kept declaration than its name.

Where one does not hold, or it cannot be told, the catalog is read whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from ledgerc.cache import tables_folder
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.emit.support import unsupported
from ledgerc.incremental.blocks import Block, blocks_of, step_of, thinned
from ledgerc.incremental.lines import Lines
from ledgerc.incremental.record import Kept, Place, Record
from ledgerc.incremental.recording import Before, record_of
from ledgerc.ir import catalog as ir
from ledgerc.ir.moving import moved
from ledgerc.node import replace as replace_node
from ledgerc.records import field, record
from ledgerc.sema.analysis import analyse_files
from ledgerc.sema.known import KnownUnit, NotKnownError
from ledgerc.sema.loading import load
from ledgerc.sema.symbols import Kind
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast, parse_ledger
from ledgerc.tree import SourceTree


@record(frozen=True)
class _Thin:
    """A file with what is known of it.

    ``tree`` has bare names for what is kept; ``kept`` is that, with the lines it is on now;
    ``outline`` are the blocks of the outline, each with its line of now.
    """

    tree: ast.LedgerFile
    blocks: tuple[Block, ...]
    kept: tuple[tuple[Kept, int], ...]
    outline: tuple[tuple[Place, int], ...]


@record(frozen=True)
class Recalled:
    """A catalog, what to keep of it, and what is found in it: warnings alone."""

    catalog: ir.Catalog
    record: Record
    found: tuple[Diagnostic, ...]


@record()
class Recaller:
    """Reads one catalog anew. ``record`` is what is kept of it."""

    record: Record
    files: SourceTree
    _thin: dict[str, _Thin | None] = field(default_factory=dict)

    def ledger(self, name: str) -> ast.LedgerFile | None:
        """A file's tree, with bare names for what is known; None if it must be read whole."""
        if name not in self._thin:
            self._thin[name] = self._thinned(name)
        thin = self._thin[name]
        return None if thin is None else thin.tree

    def recall(self) -> Recalled | None:
        """The catalog as it is now, or None if it must be read whole."""
        sink = Sink()
        loaded = load(self.record.files[0], _Files(self), sink)
        if tuple(file.name for file in loaded.files) != self.record.files or sink.found:
            return None
        known = self._known()
        units = {
            (Kind(kind), name): KnownUnit(
                each.declared,
                each.first,
                each.rules,
                each.fractions,
                each.templates,
                each.contents,
            )
            for (kind, name), each in known.items()
        }
        try:
            analysed = analyse_files(
                loaded.files, sink, self.files.sources, loaded.uses, units
            )
        except NotKnownError:
            return None
        catalog = analysed.catalog
        if catalog is None or unsupported(_without(catalog, known)):
            return None
        parted = {
            name: thin.blocks for name, thin in self._thin.items() if thin is not None
        }
        record = record_of(
            catalog,
            analysed.analysis,
            analysed.expansion,
            self.record.maker,
            Before(parted, known, self.record.plain),
        )
        if record is None or not self._holds(record, known):
            return None
        return Recalled(catalog, record, sink.sorted())

    def _thinned(self, name: str) -> _Thin | None:
        if name not in self.record.files:
            return None
        number, sink = self.record.files.index(name), Sink()
        source = self.files.source(name, sink)
        blocks = None if source is None or sink.found else blocks_of(source.text)
        if source is None or blocks is None:
            return None
        before = {
            each.place.text: each
            for each in self.record.kept
            if each.place.file == number
        }
        tree = parse_ledger(
            SourceFile(name, thinned(source.text, blocks, before)),
            sink,
            table_cache=tables_folder(),
            step=step_of(source.text),
        )
        outline = [each for each in self.record.outline if each.file == number]
        waiting = iter(outline)
        due = next(waiting, None)
        kept: list[tuple[Kept, int]] = []
        found: list[tuple[Place, int]] = []
        for position, block in enumerate(blocks):
            if position and block.text in before:
                kept.append((before[block.text], block.line))
            elif due is not None and due.text == block.text:
                found.append((due, block.line))
                due = next(waiting, None)
        if sink.found or due is not None:
            return None
        declarations = [*tree.declarations, *(_bare(*each) for each in kept)]
        declarations.sort(key=_line)
        return _Thin(
            replace_node(tree, declarations=tuple(declarations)),
            blocks,
            tuple(kept),
            tuple(found),
        )

    def _known(self) -> dict[tuple[str, str], Kept]:
        """What is kept and still there, by kind and name, as it stands now."""
        lines, outline_moved = Lines(self.record.files), False
        thin = [each for each in self._thin.values() if each is not None]
        for each in thin:
            for place, line in each.outline:
                lines.add(place, line)
                outline_moved = outline_moved or line != place.line
            for kept, line in each.kept:
                lines.add(kept.place, line)
        lines.sort()
        known: dict[tuple[str, str], Kept] = {}
        for each in thin:
            for kept, line in each.kept:
                if outline_moved or line != kept.place.line:
                    kept = _moved_to(line, kept, lines)
                known[kept.key] = kept
        return known

    def _holds(self, record: Record, known: Mapping[tuple[str, str], Kept]) -> bool:
        """Whether what is known is what would be read now."""
        before = self.record
        if record.integral != before.integral or (
            [each.text for each in record.outline]
            != [each.text for each in before.outline]
        ):
            return False
        if any(each.fractions and each.key not in known for each in before.kept):
            return False
        names = {each.key for each in before.kept}
        names_now = {each.key for each in record.kept}
        changed = sorted({name for _, name in names ^ names_now})
        if not changed:
            return True
        mentions = re.compile(rf"\b(?:{'|'.join(map(re.escape, changed))})\b")
        return not any(
            mentions.search(text)
            for text in (
                *(each.place.text for each in known.values()),
                *(each.text for each in record.outline),
            )
        )


@record(frozen=True)
class _Files:
    """The files of a recaller, for `sema.loading`; what must be read whole is missing."""

    recaller: Recaller

    @property
    def sources(self) -> dict[str, SourceFile]:
        """The texts of all files read so far, by name."""
        return self.recaller.files.sources

    def resolve(self, base: str, text: str, at: Span, sink: Sink) -> str | None:
        """The name of the file that ``text`` means in the file ``base``."""
        return self.recaller.files.resolve(base, text, at, sink)

    def ledger(
        self, name: str, sink: Sink, at: Span | None = None
    ) -> ast.LedgerFile | None:
        """The tree of a file."""
        return self.recaller.ledger(name)


def _without(catalog: ir.Catalog, known: Mapping[tuple[str, str], Kept]) -> ir.Catalog:
    """A catalog without what is known of it."""
    return replace_node(
        catalog,
        effects=tuple(e for e in catalog.effects if ("effect", e.name) not in known),
        abilities=tuple(
            a for a in catalog.abilities if ("ability", a.name) not in known
        ),
        archetypes=tuple(
            a for a in catalog.archetypes if ("archetype", a.name) not in known
        ),
    )


def _moved_to(line: int, kept: Kept, lines: Lines) -> Kept:
    return replace(
        kept,
        place=Place(kept.place.file, line, kept.place.text),
        name_span=_down(kept.name_span, line - kept.place.line),
        declared=moved(kept.declared, lines),
    )


def _down(span: Span, lines: int) -> Span:
    return span._replace(line=span.line + lines, end_line=span.end_line + lines)


def _bare(kept: Kept, line: int) -> ast.Declaration:
    """The name of a kept declaration, which stands in a block from ``line`` on."""
    span, name_span = kept.declared.span, kept.name_span
    if line != kept.place.line:
        down = line - kept.place.line
        span, name_span = _down(span, down), _down(name_span, down)
    name = ast.Name(kept.declared.name, name_span)
    match kept.declared:
        case ir.Effect():
            return ast.Effect(span=span, name=name)
        case ir.Ability():
            return ast.Ability(span=span, name=name)
        case ir.Archetype():
            return ast.Archetype(span=span, name=name)


def _line(declaration: ast.Declaration) -> int:
    return declaration.span.line

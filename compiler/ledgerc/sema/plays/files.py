"""A ``.play`` file as a whole: its catalog line, scenes, plays and rows."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerc.diagnostics import Note, Severity, Sink, bounded_effort, nearest
from ledgerc.ir import catalog as ir_catalog
from ledgerc.ir import expressions as ir_expressions
from ledgerc.ir import plays as ir
from ledgerc.ir.types import Type
from ledgerc.records import record, replace
from ledgerc.sema import fold
from ledgerc.sema.constants import constant
from ledgerc.sema.context import Analysis, Body
from ledgerc.sema.elaborate import count_of
from ledgerc.sema.heads import doc_of
from ledgerc.sema.plays.context import Steps
from ledgerc.sema.plays.instances import Instances
from ledgerc.sema.plays.steps import read_steps
from ledgerc.sema.report import Reporter
from ledgerc.sema.scope import Names, Scope
from ledgerc.sema.symbols import Symbols
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast


def catalog_line(file: ast.PlayFile, sink: Sink) -> ast.Catalog | None:
    """The line that names the catalog; LG0505 where there is none, or more than one."""
    lines = [each for each in file.declarations if isinstance(each, ast.Catalog)]
    if not lines and not _has_errors(sink, file.name):
        sink.error(
            "LG0505",
            Span(file.name, 1, 1, 1, 1),
            "the file does not say which catalog its plays are of",
            allowed="a first line such as: catalog rules.ledger",
        )
    for line in lines[1:]:
        sink.error(
            "LG0505",
            line.span,
            "the plays of a file are all of one catalog",
            notes=(Note("the first is here", lines[0].span),),
        )
    return lines[0] if lines else None


@bounded_effort()
def analyse_play(
    file: ast.PlayFile,
    source: SourceFile,
    catalog: ir_catalog.Catalog,
    analysis: Analysis,
    sink: Sink,
) -> ir.PlayFile | None:
    """The plays of ``file``, resolved against its catalog; None after an error.

    ``source`` is the file's text; ``analysis`` is what the analysis of ``catalog`` knows (it is
    not changed). All that is wrong goes to ``sink``: LG05xx for plays, and the codes of
    catalogs for expressions and statements (docs/language.md, section 5).
    """
    analysis = _of_plays(analysis, source, sink)
    reader = _Reader(file, source, catalog, analysis)
    scenes = reader.read_scenes()
    plays = reader.read_plays()
    analysis.report.finish()
    if _has_errors(sink, file.name):
        return None
    return ir.PlayFile(
        file.name, catalog.name, "\n".join(file.header_comments), scenes, plays
    )


def _has_errors(sink: Sink, file: str) -> bool:
    return any(
        found.severity is Severity.ERROR and found.span.file == file
        for found in sink.found
    )


def _of_plays(analysis: Analysis, source: SourceFile, sink: Sink) -> Analysis:
    """What is known of the catalog, reporting about the play.

    Every name counts as used: a play's misspelling is never blamed on a declaration.
    """
    tables = {
        kind: {name: replace(symbol, uses=1) for name, symbol in table.items()}
        for kind, table in analysis.symbols.tables.items()
    }
    symbols: Symbols = replace(analysis.symbols, tables=tables)
    report = Reporter(sink, symbols, {source.name: source})
    return replace(
        analysis, symbols=symbols, report=report, texts=report.texts, calls=[]
    )


@record()
class _Start:
    """A scene as it was read: what a play that names it begins with."""

    node: ast.Scene
    steps: Steps


class _Reader:
    """Reads the scenes, then the plays, of one file."""

    def __init__(
        self,
        file: ast.PlayFile,
        source: SourceFile,
        catalog: ir_catalog.Catalog,
        analysis: Analysis,
    ) -> None:
        self._file = file
        self._source = source
        self._catalog = catalog
        self._analysis = analysis
        self._report = analysis.report
        self._instances = Instances(catalog, analysis.symbols, analysis.report)
        self._scenes: dict[str, _Start] = {}

    def read_scenes(self) -> tuple[ir.Scene, ...]:
        """All scenes; LG0504 for one that is there twice."""
        made: list[ir.Scene] = []
        for node in self._file.declarations:
            if not isinstance(node, ast.Scene):
                continue
            name = node.name.text
            steps = self._steps("a scene", Scope(Names()), node.span)
            read = read_steps(steps, node.steps)
            self._not_empty(node.span, node.steps, f"the scene {name}")
            first = self._scenes.get(name)
            if first is not None:
                self._report.error(
                    "LG0504",
                    node.name.span,
                    f"the scene {name} is there already",
                    notes=[Note("the first is here", first.node.span)],
                )
                continue
            self._scenes[name] = _Start(node, steps)
            made.append(ir.Scene(name, read, doc_of(node), node.span))
        return tuple(made)

    def read_plays(self) -> tuple[ir.Play, ...]:
        """All plays; LG0502 for two of one title, LG0506 if there is none."""
        made: list[ir.Play] = []
        titles: dict[str, Span] = {}
        for node in self._file.declarations:
            if not isinstance(node, ast.Play):
                continue
            self._check_title(node, titles)
            made.append(self._play(node))
        if not made and not _has_errors(self._report.sink, self._file.name):
            self._report.error(
                "LG0506",
                Span(self._file.name, 1, 1, 1, 1),
                "the file holds no play",
                allowed='a play "…" with its steps',
            )
        return tuple(made)

    def _check_title(self, node: ast.Play, titles: dict[str, Span]) -> None:
        title = node.title.value.strip()
        if not title:
            self._report.error(
                "LG0502", node.title.span, "a play has a title that says what it shows"
            )
        elif title in titles:
            self._report.error(
                "LG0502",
                node.title.span,
                "another play of this file has the same title",
                notes=[Note("the first is here", titles[title])],
            )
        titles.setdefault(title, node.title.span)

    def _play(self, node: ast.Play) -> ir.Play:
        start = self._scene_of(node)
        scope = Scope(Names())
        steps = self._steps("a play", scope, node.span)
        # Without its scene, a play lacks names that are no second fault.
        self._report.muted = node.scene is not None and start is None
        if start is not None:
            begun = start.steps.body.scope
            scope.names.taken.update(begun.names.taken)
            scope.bindings.update(begun.bindings)
            steps.last_command = start.steps.last_command
            steps.body.incomplete |= start.steps.body.incomplete
        rows = self._rows(node, steps.body)
        read = read_steps(steps, node.steps)
        self._not_empty(
            node.span,
            [each for each in node.steps if not isinstance(each, ast.Row)],
            "the play",
        )
        self._report.muted = False
        return ir.Play(
            node.title.value,
            node.scene.text if node.scene is not None else None,
            tuple(column.text for column in node.columns),
            rows,
            read,
            doc_of(node),
            node.span,
        )

    def _scene_of(self, node: ast.Play) -> _Start | None:
        """The scene that a play names, or the one that was meant; LG0503 if there is none."""
        if node.scene is None:
            return None
        found = self._scenes.get(node.scene.text)
        if found is not None or self._report.lost(node.scene.text):
            return found
        meant = nearest(node.scene.text, self._scenes)
        self._report.error(
            "LG0503",
            node.scene.span,
            f"this file has no scene {node.scene}",
            allowed=", ".join(self._scenes) or "a scene of this file",
            suggestion=meant,
        )
        return self._scenes[meant] if meant is not None else None

    def _steps(self, place: str, scope: Scope, head: Span) -> Steps:
        incomplete = self._report.is_broken(head)
        body = Body(self._analysis, place, scope, play=True, incomplete=incomplete)
        return Steps(body, self._catalog, self._instances)

    def _not_empty(self, span: Span, steps: Sequence[ast.Step], what: str) -> None:
        if not steps and not self._report.is_broken(span):
            self._report.error(
                "LG0501",
                span,
                f"{what} has no steps",
                allowed="its steps below it, indented",
            )

    # -- rows -------------------------------------------------------------------------------

    def _rows(
        self, node: ast.Play, body: Body
    ) -> tuple[tuple[ir_expressions.Expression, ...], ...]:
        """The rows, and the play's parameters bound in ``body``; LG0507 where they do not fit."""
        rows = [each for each in node.steps if isinstance(each, ast.Row)]
        if node.columns and not rows:
            names = ", ".join(column.text for column in node.columns)
            takes = "takes its value" if len(node.columns) == 1 else "take their values"
            self._report.error(
                "LG0507",
                node.span,
                f"{names} {takes} from rows, and there is none",
                allowed="a line such as: row 1, 3",
            )
        if (
            rows
            and not node.columns
            and not self._report.has_broken_line(node.span, node.span.line)
        ):
            self._report.error(
                "LG0507",
                rows[0].span,
                "the play has no names that a row could give values to",
                allowed='play "…" with NAME, NAME',
            )
        values = [self._row(row, len(node.columns)) for row in rows]
        for index, column in enumerate(node.columns):
            of_column = [row[index] for row in values if index < len(row)]
            whole = all(isinstance(each.value, int) for each in of_column)
            body.bind(column, Type.NUMBER, ir_expressions.Role.PARAMETER, whole=whole)
        return tuple(values)

    def _row(self, row: ast.Row, columns: int) -> tuple[ir_expressions.Number, ...]:
        if columns and len(row.values) != columns:
            self._report.error(
                "LG0507",
                row.span,
                f"the row has {count_of(len(row.values), 'value')} "
                f"for {count_of(columns, 'name')}",
                allowed="a value for each name of the play",
            )
        made: list[ir_expressions.Number] = []
        for value in row.values:
            known = constant(self._analysis, value, "a value of a row")
            number = fold.exact(known) if known is not None else 0
            made.append(ir_expressions.Number(number, value.span))
        return tuple(made)

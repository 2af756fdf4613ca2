"""From sources to pages: each catalog that plays name is compiled, played and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath

from ledgerc.ir import catalog as ir
from ledgerc.ir import plays as played
from ledgerc.ir.print_expressions import print_expression
from ledgerc.ir.walk import nodes_of
from ledgerc.playing import FileResult, summary
from ledgerc.reference.using import Use, words_used
from ledgerc.reference.vocabulary import Word
from ledgerc.reports.pipeline import Layer, pipeline
from ledgerc.reports.pipeline_svg import pipelines_svg
from ledgerc.reports.pipeline_text import doing_line, gap_lines, place, rule_line
from ledgerc.site.bearing import borne
from ledgerc.site.excerpts import excerpts
from ledgerc.site.exercising import Exercise
from ledgerc.site.listing import listing, python
from ledgerc.site.pages import Card, Link, Listing, Page, PipelineView, Rule
from ledgerc.source import SourceFile, Span
from ledgerc.workspace import Located, Workspace

_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A catalog, and the play files that play it; all without errors."""

    file: Located
    catalog: ir.Catalog
    plays: tuple[tuple[Located, played.PlayFile], ...]


UsesOf = Callable[[SourceFile], frozenset[Use]]


def page_of(recipe: Recipe, workspace: Workspace, uses_of: UsesOf) -> Page:
    """The page of a recipe. Its plays are run, to say what came of them.

    ``uses_of`` is :func:`ledgerc.reference.using.uses_of`, perhaps one that remembers.
    """
    return _Gathering(recipe, workspace, uses_of).page()


def page_path(file: Located) -> str:
    """Where the page of a catalog lies in the site."""
    return f"{PurePosixPath(file.name).with_suffix('')}.html"


class _Gathering:
    """The parts of one page."""

    def __init__(self, recipe: Recipe, workspace: Workspace, uses_of: UsesOf) -> None:
        self._recipe = recipe
        self._catalog = recipe.catalog
        self._workspace = workspace
        self._uses_of = uses_of
        self._tree = workspace.tree(recipe.file.root)
        self._exercise = Exercise(recipe.file, workspace)
        names = [*recipe.catalog.files, *(file.name for file, _ in recipe.plays)]
        self._prefixes = {
            name: "" if number == 0 else f"f{number}-"
            for number, name in enumerate(names)
        }

    def page(self) -> Page:
        """The page, whole."""
        recipe, catalog = self._recipe, self._catalog
        results = [self._play(file) for file, _ in recipe.plays]
        summary_text, rest = _parted(catalog.doc)
        name = PurePosixPath(recipe.file.name)
        origins = tuple(_origins(recipe))
        played_files = [file.name for file, _ in recipe.plays]
        return Page(
            path=page_path(recipe.file),
            title=name.stem.replace("_", " ").capitalize(),
            group=str(name.parent) if name.parent.name else "",
            summary=summary_text,
            text=rest,
            status=_status(results),
            passed=all(each.passed for each in results),
            failures=tuple(
                f"{failed.name}\n{failed.failure}"
                for each in results
                for failed in each.failing
            ),
            origins=tuple(dict.fromkeys(kind for kind, _ in origins)),
            games=tuple(
                dict.fromkeys(
                    game
                    for kind, text in origins
                    if kind == "game" and (game := _game(text))
                )
            ),
            words=self._words([*catalog.files, *played_files]),
            telling=tuple(
                word for word in self._words(catalog.files) if not word.everyday
            ),
            content=tuple(self._listing(each) for each in catalog.files),
            plays=tuple(map(self._listing, played_files)),
            pipelines=tuple(self._pipelines()),
            rules=tuple(self._rules()),
            cards=tuple(self._cards()),
            commands=tuple(self._commands()),
        )

    # -- sources ------------------------------------------------------------------------------

    def _listing(self, name: str) -> Listing:
        shown = self._shown(name)
        text = self._tree.sources[name].text
        return listing(shown, text, self._prefixes[name])

    def _words(self, names: Iterable[str]) -> tuple[Word, ...]:
        """The words of the language that files use."""
        sources = (self._tree.sources[name] for name in names)
        return words_used(frozenset[Use]().union(*map(self._uses_of, sources)))

    def _shown(self, name: str) -> str:
        return self._workspace.shown(self._recipe.file.root / name)

    def _anchor(self, span: Span) -> str:
        return f"#{self._prefixes.get(span.file, '')}L{span.line}"

    def _link(self, span: Span) -> Link:
        return Link(f"{PurePosixPath(span.file).name}:{span.line}", self._anchor(span))

    # -- plays --------------------------------------------------------------------------------

    def _play(self, file: Located) -> FileResult:
        """Run a play file; which rules each play exercises is noted."""
        spans = {
            play.title: play.span
            for located, source in self._recipe.plays
            if located == file
            for play in source.plays
        }
        return self._exercise.run(file, spans)

    # -- pipelines ----------------------------------------------------------------------------

    def _pipelines(self) -> Iterator[PipelineView]:
        name = self._shown(self._recipe.file.name)
        for pool in self._catalog.pools:
            report = pipeline(self._catalog, pool.name)
            lines = [escape(report.header)]
            for section in report.sections:
                lines.append(escape(section.heading))
                for layer in section.layers:
                    where = escape(place(layer, self._shown))
                    href = escape(self._anchor(layer.span))
                    rule = escape(rule_line(layer))
                    lines.append(f'  <a href="{href}">{rule} ({where})</a>')
                    lines.append(f"    {escape(doing_line(layer))}")
            lines += [escape(line) for line in gap_lines(report.gaps)]

            def link(layer: Layer) -> str:
                return self._anchor(layer.span)

            yield PipelineView(
                pool=pool.name,
                command=f"ledgerc pipeline {name} {pool.name}",
                text="\n".join(lines),
                drawing=pipelines_svg([report], self._shown, link),
            )

    # -- rules --------------------------------------------------------------------------------

    def _rules(self) -> Iterator[Rule]:
        module = self._workspace.emit_catalog(self._catalog)
        texts = excerpts(module)
        for bearing in borne(self._catalog, self._written):
            plays = self._exercise.by(bearing.places, bearing.kind)
            yield Rule(
                bearing.bearer,
                bearing.text,
                self._link(bearing.span),
                tuple(Link(title, self._anchor(at)) for at, title in plays.items()),
                tuple(python(each) for each in texts.get(bearing.places[0], ())),
            )

    def _written(self, span: Span) -> str:
        """The author's words of a rule of one line."""
        line = self._tree.sources[span.file].line(span.line)
        last = span.end_column - 1 if span.end_line == span.line else None
        return line[span.column - 1 : last].strip()

    # -- archetypes ---------------------------------------------------------------------------

    def _cards(self) -> Iterator[Card]:
        for archetype in self._catalog.archetypes:
            numbers = [
                (base.stat, print_expression(base.value)) for base in archetype.bases
            ]
            for pool in archetype.pools:
                start = (
                    "full"
                    if pool.start is ir.Start.FULL
                    else "0" if pool.value is None else print_expression(pool.value)
                )
                numbers.append((pool.pool, start))
            yield Card(
                archetype.name,
                archetype.source,
                archetype.text,
                self._link(archetype.span),
                archetype.tags,
                tuple(numbers),
                tuple(dict.fromkeys(each.effect for each in archetype.effects)),
                tuple(dict.fromkeys(each.ability for each in archetype.grants)),
            )

    def _commands(self) -> Iterator[str]:
        files = [self._recipe.file.name, *(file.name for file, _ in self._recipe.plays)]
        yield f"ledgerc check {' '.join(map(self._shown, files))}"
        if self._recipe.plays:
            yield f"ledgerc play {' '.join(map(self._shown, files[1:]))}"
        for pool in self._catalog.pools[:1]:
            yield f"ledgerc pipeline {self._shown(files[0])} {pool.name}"


def _parted(doc: str) -> tuple[str, tuple[str, ...]]:
    """The first sentence of a header comment, and its paragraphs without it."""
    text = doc.strip()
    match = _SENTENCE.match(text)
    first = match[1] if match else text
    rest = text[len(first) :].strip()
    paragraphs = (re.sub(r"\s+", " ", each) for each in re.split(r"\n\s*\n", rest))
    return re.sub(r"\s+", " ", first), tuple(each for each in paragraphs if each)


def _origins(recipe: Recipe) -> Iterator[tuple[str, str]]:
    """Where the numbers of the plays come from: each kind with its words."""
    for _, file in recipe.plays:
        for step in nodes_of((file.scenes, file.plays), played.ExpectCompare):
            if step.origin is not None:
                yield step.origin.kind, step.origin.text


def _game(text: str) -> str:
    """The game that a provenance names: its words up to the first comma; empty of no name."""
    name = re.split(r"[,;(]", text, maxsplit=1)[0].strip()
    return name if name[:1].isupper() else ""


def _status(results: Iterable[FileResult]) -> str:
    """One line of all play files: ``✓ 2 plays, 31 steps, all passing``."""
    whole = tuple(each for result in results for each in result.results)
    return summary(FileResult("", whole))

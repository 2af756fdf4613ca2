"""From sources to pages: each catalog that plays name is compiled, played and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import Any

from ledger_runtime.testing import Play
from ledgerc.ir import catalog as ir
from ledgerc.ir import plays as played
from ledgerc.ir.print_expressions import print_expression
from ledgerc.ir.walk import nodes_of
from ledgerc.playing import FileResult, PlayResult, run_plays, summary
from ledgerc.reference.using import Use, words_used
from ledgerc.reference.vocabulary import Word
from ledgerc.reports.pipeline import Layer, pipeline
from ledgerc.reports.pipeline_svg import pipelines_svg
from ledgerc.reports.pipeline_text import doing_line, gap_lines, place, rule_line
from ledgerc.site.excerpts import excerpts
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
        self._exercised: dict[str, dict[Link, None]] = {}
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
        """Run a play file, and note which rules each play exercised."""
        exercised = self._exercised

        class NotingPlay(Play[Any]):
            """A play that notes the places of the rules in its log."""

            link = Link("", "")
            """Where the play that runs stands."""

            def _keep(self, refusal: Any, entries: Any) -> None:
                super()._keep(refusal, entries)
                for entry in entries:
                    noted = entry.rule_place()
                    if noted is not None:
                        exercised.setdefault(noted, {})[self.link] = None

        runs, _ = self._workspace.runs(file, runner=NotingPlay)
        assert runs is not None, file  # it has no errors: see Recipe
        spans = {
            play.title: play.span
            for located, source in self._recipe.plays
            if located == file
            for play in source.plays
        }
        results: list[PlayResult] = []
        for run in runs:
            NotingPlay.link = Link(run.title, self._anchor(spans[run.title]))
            results += run_plays([run], run.file).results
        return FileResult(self._shown(file.name), tuple(results))

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
        for effect in self._catalog.effects:
            borne: list[tuple[str, Span]] = [
                (f"{rule.moment.value} {rule.source}", rule.span)
                for rule in effect.rules
            ]
            borne += [("every", each.span) for each in effect.every]
            borne += [
                ("on gained" if each.gained else "on lost", each.span)
                for each in effect.gained_or_lost
            ]
            borne += [
                (f"{each.kind.value} {each.stat}", each.span)
                for each in effect.modifiers
            ]
            for text, span in borne:
                yield self._rule(f"effect {effect.name}", text, span, texts)
        for ability in self._catalog.abilities:
            for requirement in ability.requirements:
                text = f"requires {print_expression(requirement.condition)}"
                bearer = f"ability {ability.name}"
                yield self._rule(bearer, text, requirement.span, texts)

    def _rule(
        self, bearer: str, text: str, span: Span, texts: dict[str, tuple[str, ...]]
    ) -> Rule:
        exercised = tuple(self._exercised.get(span.place, {}))
        shown = tuple(python(each) for each in texts.get(span.place, ()))
        return Rule(bearer, text, self._link(span), exercised, shown)

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

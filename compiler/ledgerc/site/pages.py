"""What the pages of the site hold: records that the templates lay out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ledgerc.reference.vocabulary import Group, Word, groups


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source, coloured: ``html`` is safe, ``anchor`` is its id on the page."""

    number: int
    anchor: str
    html: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A source file, whole."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A text and where it leads."""

    text: str
    target: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, the plays that exercise it, and the Python that was generated of it."""

    bearer: str
    text: str
    link: Link
    plays: tuple[Link, ...]
    python: tuple[str, ...]
    """Excerpts, coloured: safe HTML."""


@dataclass(frozen=True, slots=True)
class Card:
    """An archetype: what it is, its numbers, what it holds and can do."""

    name: str
    source: str
    text: str | None
    link: Link
    tags: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
    abilities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PipelineView:
    """A pipeline as text whose rules are links, and as a drawing; both safe HTML."""

    pool: str
    command: str
    text: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Page:
    """A catalog with the plays that play it."""

    path: str
    """Of the page, from the folder of the site: ``cookbook/mechanics/ward.html``."""
    title: str
    group: str
    summary: str
    text: tuple[str, ...]
    status: str
    passed: bool
    failures: tuple[str, ...]
    """The message of each play that fails, with why the value is what it is."""
    origins: tuple[str, ...]
    games: tuple[str, ...]
    words: tuple[Word, ...]
    """Of the language, that its sources use."""
    telling: tuple[Word, ...]
    """Those of its content that not every other page shows, too."""
    content: tuple[Listing, ...]
    plays: tuple[Listing, ...]
    pipelines: tuple[PipelineView, ...]
    rules: tuple[Rule, ...]
    cards: tuple[Card, ...]
    commands: tuple[str, ...]

    @property
    def other_words(self) -> tuple[Word, ...]:
        """Its words that say little of it."""
        return tuple(word for word in self.words if word not in self.telling)

    @property
    def up(self) -> str:
        """The way from the page to the folder of the site: ``../../``."""
        return "../" * self.path.count("/")


@dataclass(frozen=True, slots=True)
class Site:
    """All pages, by path."""

    pages: tuple[Page, ...]

    @property
    def groups(self) -> dict[str, list[Page]]:
        """The pages by the folder that they lie in."""
        return _by(self.pages, lambda page: (page.group,))

    @property
    def games(self) -> dict[str, list[Page]]:
        """The pages by the games whose numbers they have."""
        return _by(self.pages, lambda page: page.games)

    @property
    def reference(self) -> tuple[Group, ...]:
        """The words of the language."""
        return groups()

    @property
    def users(self) -> dict[str, list[Page]]:
        """The pages by the names of the words that they use."""
        return _by(self.pages, lambda page: [word.name for word in page.words])


def _by(
    pages: Iterable[Page], keys: Callable[[Page], Iterable[str]]
) -> dict[str, list[Page]]:
    found: dict[str, list[Page]] = {}
    for page in pages:
        for key in keys(page):
            found.setdefault(key, []).append(page)
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))

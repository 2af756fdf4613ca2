"""The page of each code: what a diagnostic means, with an example that has it and one without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

_NAME = re.compile(r"(LG\d{4})\.md")
_TITLE = re.compile(r"# (LG\d{4}): (.+)")
_FENCE = re.compile(r"```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A file of an example: ``language`` is ``ledger`` or ``play`` (else it is not compiled)."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``text`` is the whole; ``bad`` and ``good`` are its examples, file by file."""

    code: str
    title: str
    text: str
    bad: tuple[Example, ...]
    good: tuple[Example, ...]


class PageError(Exception):
    """A page that does not have the form of the others (a fault of this package)."""


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    names = (_NAME.fullmatch(entry.name) for entry in _folder().iterdir())
    return tuple(sorted(name.group(1) for name in names if name))


def load(code: str) -> Page:
    """The page of ``code``.

    Raises ``KeyError`` for a code without a page, :class:`PageError` for a faulty page.
    """
    if code not in codes():
        raise KeyError(code)
    return parse((_folder() / f"{code}.md").read_text(encoding="utf-8"))


def parse(text: str) -> Page:
    """Read a page: ``# CODE: title``, some text, ``## Bad``, ``## Good``, each with its files."""
    title = _TITLE.match(text)
    if title is None:
        raise PageError("the first line is not `# CODE: title`")
    head, bad_mark, rest = text.partition("\n## Bad\n")
    bad, good_mark, good = rest.partition("\n## Good\n")
    if not bad_mark or not good_mark:
        raise PageError("`## Bad` and `## Good` do not follow each other")
    if not head.partition("\n")[2].strip():
        raise PageError("nothing is said between the title and `## Bad`")
    return Page(title.group(1), title.group(2), text, _examples(bad), _examples(good))


def _examples(section: str) -> tuple[Example, ...]:
    found = tuple(Example(*fence.groups()) for fence in _FENCE.finditer(section))
    if not found:
        raise PageError("a section has no example")
    return found


def _folder() -> Traversable:
    return files("ledgerc.diagnostics") / "pages"

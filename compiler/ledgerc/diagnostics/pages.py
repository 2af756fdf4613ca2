"""The page of each code: what a diagnostic means, with an example that has it and one without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

_NAME = re.compile(r"(LG\d{4})\.md")


@dataclass(frozen=True, slots=True)
class Page:
    """One page; ``text`` is the whole, in Markdown."""

    code: str
    title: str
    text: str


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    names = (_NAME.fullmatch(entry.name) for entry in _folder().iterdir())
    return tuple(sorted(name.group(1) for name in names if name))


def load(code: str) -> Page:
    """The page of ``code``, one of :func:`codes`; its first line is ``# CODE: title``."""
    text = (_folder() / f"{code}.md").read_text(encoding="utf-8")
    return Page(code, text.partition("\n")[0].removeprefix(f"# {code}: "), text)


def _folder() -> Traversable:
    return files("ledgerc.diagnostics") / "pages"

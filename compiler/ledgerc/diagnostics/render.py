"""Diagnostics in one of the forms: for people, programs, GitHub's annotations, test reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import assert_never

from ledgerc.diagnostics.model import Diagnostic
from ledgerc.diagnostics.render_github import render_github
from ledgerc.diagnostics.render_json import render_json
from ledgerc.diagnostics.render_junit import render_junit
from ledgerc.diagnostics.render_text import render_text
from ledgerc.source import SourceFile


class Format(Enum):
    """How diagnostics are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    JUNIT = "junit"


def render(
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, SourceFile],
    form: Format = Format.TEXT,
    *,
    colour: bool = False,
) -> str:
    """Write ``diagnostics``; ``sources`` are the files they speak of, by name.

    Returns whole lines, the empty text where there is nothing to say (JSON: an empty array).
    """
    match form:
        case Format.TEXT:
            return render_text(diagnostics, sources, colour=colour)
        case Format.JSON:
            return render_json(diagnostics)
        case Format.GITHUB:
            return render_github(diagnostics)
        case Format.JUNIT:
            return render_junit(diagnostics)
        case _:
            assert_never(form)

"""Views to text by the templates, which hold layout only."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from ledgerc.emit.views import (
    ClassView,
    FunctionView,
    HeadingView,
    HeadView,
    LinesView,
    Part,
)

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def environment() -> Environment:
    """The templates of this package; an undefined name in one is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # Python, not HTML: every text has passed `escape`
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(part: Part) -> str:
    """One fragment of a module, as black has yet to see it."""
    return environment().get_template(_template(part)).render(view=part)


def _template(part: Part) -> str:
    match part:
        case HeadView():
            return "head.jinja"
        case ClassView():
            return "class.jinja"
        case FunctionView():
            return "module_function.jinja"
        case HeadingView():
            return "heading.jinja"
        case LinesView():
            return "lines.jinja"
        case _:
            assert_never(part)

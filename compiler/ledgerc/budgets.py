"""How much one source may ask of the compiler: `[tool.ledgerc.budgets]`, docs/projects.md.

What nests (bodies, loops, parentheses) has fixed limits where it is read; what only adds up has
a budget here, which a project may set.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, fields

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Budgets:
    """The budgets of a project; each at least 1."""

    file_bytes: int = 4 * 1024 * 1024
    """How many bytes one file may have."""
    catalog_files: int = 2_000
    """How many files one catalog may use, its own among them."""
    template_instances: int = 5_000
    """How many instances the templates of one catalog may make."""


NAMES = tuple(each.name for each in fields(Budgets))

_CURRENT: ContextVar[Budgets] = ContextVar("budgets")
USUAL = Budgets()
"""Where a project sets none."""


def budgets() -> Budgets:
    """The budgets of the project at hand, or the usual ones."""
    return _CURRENT.get(USUAL)


def set_budgets(given: Budgets) -> None:
    """Work with these budgets from here on, in this thread or task."""
    _CURRENT.set(given)

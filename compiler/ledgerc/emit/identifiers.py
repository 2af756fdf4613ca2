"""What an identifier may be: what is reserved, how a text becomes one, each given but once."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from functools import cache

from ledgerc.emit.runtime_words import members_of

TEMPLATE_NAMES = (
    "ClassVar",
    "Entity",
    "Event",
    "Final",
    "Fraction",
    "Nothing",
    "Order",
    "Sequence",
    "World",
    "allied",
    "annotations",
    "hostile",
    "math",
    "nothing",
    "play",
    "runtime",
    "self",
)
"""Names that the templates themselves write at module level or rely on there.

Those of plays as well, in which the names of a catalog's module are told from all others.
"""

PHASE_EVENTS = ("PhaseStarted", "PhaseEnded")
"""The events of a catalog that has phases."""

FUNCTION_NAMES = (
    "actor",
    "added",
    "amount",
    "each",
    "effect",
    "entity",
    "event",
    "found",
    "gained",
    "highest",
    "holder",
    "keeper",
    "least",
    "lent",
    "most",
    "multiplied",
    "new",
    "of",
    "old",
    "one",
    "order",
    "other",
    "queue",
    "rule",
    "selected",
    "self",
    "since",
    "subject",
    "target",
    "targets",
    "value",
    "w",
    "way",
)
"""Names that the emitter itself gives to parameters and locals of generated functions.

Nothing at module level has one of them, so that a function always means what it says.
"""

SETTLED_NAMES = (
    "actor",
    "event",
    "holder",
    "order",
    "queue",
    "self",
    "target",
    "targets",
    "w",
)
"""Those of them that no local of an author may have anywhere."""


@cache
def python_names() -> frozenset[str]:
    """Keywords, soft keywords, builtins and module attributes."""
    return frozenset(
        [
            *keyword.kwlist,
            *keyword.softkwlist,
            *dir(builtins),
            *("__all__", "__doc__", "__file__", "__name__"),
        ]
    )


class Allocator:
    """Hands out identifiers, each once."""

    def __init__(
        self, reserved: Iterable[str], shared: frozenset[str] = frozenset()
    ) -> None:
        """Never give one of ``reserved`` or ``shared``; the latter is not copied."""
        self._taken = set(reserved)
        self._shared = shared

    def allocate(self, wanted: str, suffix: str = "") -> str:
        """``wanted`` if it is free; else with ``suffix``; else with underscores, then numbers."""
        for candidate in self._candidates(wanted, suffix):
            if candidate not in self._taken and candidate not in self._shared:
                self._taken.add(candidate)
                return candidate
        raise AssertionError("candidates never end")

    def allocate_all(self, wanted: Iterable[str]) -> dict[str, str]:
        """An identifier for each name, in order; whoever can keep its name does.

        So nothing is called by the name that another has in its catalog: commands take both.
        """
        names = tuple(wanted)
        kept = {name for name in names if self.are_free((name,))}
        self._taken |= kept
        return {name: name if name in kept else self.allocate(name) for name in names}

    def are_free(self, wanted: Iterable[str]) -> bool:
        """Whether none of ``wanted`` has been given."""
        names = tuple(wanted)
        return self._taken.isdisjoint(names) and self._shared.isdisjoint(names)

    @property
    def count(self) -> int:
        """How many are reserved or have been given; it only grows."""
        return len(self._taken) + len(self._shared)

    @property
    def given(self) -> frozenset[str]:
        """All that are reserved or have been given."""
        return self._shared.union(self._taken)

    @staticmethod
    def _candidates(wanted: str, suffix: str) -> Iterator[str]:
        yield wanted
        if suffix:
            wanted += suffix
            yield wanted
        yield f"{wanted}_"
        number = 2
        while True:
            yield f"{wanted}_{number}"
            number += 1


@cache
def class_names() -> frozenset[str]:
    """What the bodies of generated classes name: there, it would hide what the module has."""
    return frozenset().union(
        *(members_of(each) for each in ("Ability", "Archetype", "Effect"))
    )


@cache
def reserved_names() -> frozenset[str]:
    """What nothing at module level may be called."""
    return python_names().union(TEMPLATE_NAMES, FUNCTION_NAMES, class_names())


def identifier_of(text: str) -> str:
    """``text``, a declared name or a template's instance (``Resists(Fire, 25%)``), as a word."""
    word = re.sub(r"[^A-Za-z0-9]+", "_", text.replace("%", "_percent")).strip("_")
    return word if word[:1].isalpha() else f"n_{word}"


def snake_case(identifier: str) -> str:
    """``PainDraw`` as a local is called: ``pain_draw``."""
    return re.sub(
        r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", identifier
    ).lower()

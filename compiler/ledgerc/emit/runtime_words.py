"""The names that the runtime's classes have: no identifier of an author may hide one.

They are read off the runtime itself. To import it takes longer than many a build, so what was read
is kept with the parse tables, under the fingerprint of compiler and runtime.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ledgerc.cache import Store, fingerprint, tables_folder

_CLASSES = ("Ability", "Archetype", "Effect", "Entity", "Event", "Order")
"""The classes of the runtime that generated ones extend."""

_COMMANDS = "commands"


@cache
def command_words() -> frozenset[str]:
    """Parameters of the runtime's methods that also take links, pools or props by keyword."""
    return _words()[_COMMANDS]


def members_of(runtime_class: str) -> frozenset[str]:
    """What the runtime's class of that name has or its instances will have."""
    return _words()[runtime_class]


@cache
def _words() -> Mapping[str, frozenset[str]]:
    folder = tables_folder()
    store = Store(folder and folder / "words")
    kept = store.get(fingerprint())
    if not _is_whole(kept):
        kept = {name: sorted(words) for name, words in read_words().items()}
        store.put(fingerprint(), kept)
        store.keep_only([fingerprint()])
    return {name: frozenset(words) for name, words in kept.items()}


def read_words() -> dict[str, frozenset[str]]:
    """The words by class, and those of all commands, from the runtime itself."""
    import inspect

    import ledger_runtime as runtime
    from ledger_runtime.testing import Play

    found: dict[str, frozenset[str]] = {}
    for name in _CLASSES:
        members: set[str] = set()
        for each in getattr(runtime, name).__mro__:
            members.update(vars(each))
            members.update(getattr(each, "__annotations__", {}))
        found[name] = frozenset(members)
    commands: set[str] = set()
    for owner in (runtime.World, Play):
        for _, method in inspect.getmembers(owner, inspect.isfunction):
            parameters = inspect.signature(method).parameters.values()
            if any(each.kind is each.VAR_KEYWORD for each in parameters):
                commands.update(each.name for each in parameters)
    found[_COMMANDS] = frozenset(commands)
    return found


def _is_whole(kept: Any) -> bool:
    """Whether what was kept is of the form that it was kept in."""
    return (
        isinstance(kept, dict)
        and kept.keys() == {*_CLASSES, _COMMANDS}
        and all(
            isinstance(words, list) and all(isinstance(each, str) for each in words)
            for words in kept.values()
        )
    )

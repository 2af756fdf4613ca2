"""The names that the runtime's classes have: no identifier of an author may hide one.

They are read off the runtime's sources. That takes longer than some builds, so what was read is
kept with the parse tables, under the fingerprint of compiler and runtime.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ledgerc.cache import Store, fingerprint, tables_folder

_RUNTIME = "ledger_runtime"
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
    """The words by class, and those of all commands, from the runtime's sources.

    Not from its classes: those of the native build tell neither annotations nor parameters.
    """
    sources = _Sources()
    found: dict[str, frozenset[str]] = {}
    for name in _CLASSES:
        members: set[str] = set()
        for each in sources.line_of(*sources.origin_of(_RUNTIME, name)):
            members.update(_members(each))
        found[name] = frozenset(members)
    commands: set[str] = set()
    for module, name in (("world", "World"), ("testing", "Play")):
        for each in sources.line_of(module, name):
            for node in each.body:
                if isinstance(node, ast.FunctionDef) and node.args.kwarg:
                    given = node.args
                    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
                    commands.update(one.arg for one in parameters)
                    commands.update(
                        one.arg for one in (given.vararg, given.kwarg) if one
                    )
    found[_COMMANDS] = frozenset(commands)
    return found


class _Sources:
    """The modules of the runtime as trees."""

    def __init__(self) -> None:
        found = find_spec(_RUNTIME)
        assert found is not None
        assert found.origin is not None
        self._folder = Path(found.origin).parent

    def origin_of(self, module: str, name: str) -> tuple[str, str]:
        """Where a name that a module imports is declared: that module, and its name there."""
        for node in self._tree(module).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                package, _, imported = node.module.partition(".")
                for each in node.names:
                    if package == _RUNTIME and (each.asname or each.name) == name:
                        return imported, each.name
        return module, name

    def line_of(self, module: str, name: str) -> Iterator[ast.ClassDef]:
        """A class and all that it comes from; what is not the runtime's is left out."""
        for node in self._tree(module).body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                yield node
                for base in node.bases:
                    of = base.value if isinstance(base, ast.Subscript) else base
                    if isinstance(of, ast.Name):
                        yield from self.line_of(*self.origin_of(module, of.id))

    @cache  # noqa: B019 - lives as long as one reading
    def _tree(self, module: str) -> ast.Module:
        file = "__init__" if module == _RUNTIME else module
        return ast.parse((self._folder / f"{file}.py").read_text(encoding="utf-8"))


def _members(declared: ast.ClassDef) -> Iterator[str]:
    """What a class body names: what it assigns, annotates or defines, and its slots."""
    for node in declared.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets, value=value):
                names = [each.id for each in targets if isinstance(each, ast.Name)]
                yield from names
                if names == ["__slots__"]:
                    slots = ast.literal_eval(value)
                    yield from (slots,) if isinstance(slots, str) else slots


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

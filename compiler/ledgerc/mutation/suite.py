"""The plays of one catalog, compiled once, to be run against any variant of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType, ModuleType
from typing import Any

from ledger_runtime.testing import rows_of
from ledgerc.emit.catalog import emit_catalog
from ledgerc.emit.play import catalog_alias, emit_play
from ledgerc.emit.play_names import play_functions
from ledgerc.ir import catalog as ir
from ledgerc.ir.plays import PlayFile
from ledgerc.markers import places_of
from ledgerc.mutation.model import Touch

_DIGEST = "0" * 16
"""Worlds of a variant are saved and loaded by themselves alone."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a play, against one variant; ``number`` is its place among those of its suite."""

    number: int
    file: str
    name: str
    call: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Seen:
    """What one run came by: effects that it made, places whose code it ran."""

    effects: frozenset[str]
    places: frozenset[str]

    def notices(self, touch: Touch) -> bool:
        """Whether the run may notice a change."""
        return (touch.effect is None or touch.effect in self.effects) and (
            touch.place is None or touch.place in self.places
        )


class Suite:
    """Runs the plays of a catalog against variants of its IR, in memory."""

    def __init__(self, catalog: ir.Catalog, plays: tuple[PlayFile, ...]) -> None:
        self.catalog = catalog
        self.text = _text(catalog)
        self._name = f"<ledgerc: {catalog.name}>"
        self._plays = [_CompiledPlays(play, catalog) for play in plays]

    def text_of(self, variant: ir.Catalog) -> str:
        """The generated module of a variant."""
        return _text(variant)

    def runs(self, text: str) -> list[Run]:
        """All runs of all plays against the module of a variant, in order.

        Raises what the module raises as it is loaded.
        """
        return self._runs(self._load(text))

    def watched(self) -> list[tuple[Run, Callable[[], Seen]]]:
        """All runs against the catalog itself; the second of each runs it and tells what it saw.

        That raises what the play raises.
        """
        module = self._load(self.text)
        places = places_of(self.text)
        made: set[str] = set()
        for effect in module.World.catalog.effects:
            _note_made(effect, made)

        def watching(run: Run) -> Callable[[], Seen]:
            def watch() -> Seen:
                made.clear()
                lines: set[int] = set()
                with _traced(self._name, lines):
                    run.call()
                seen = {places[line] for line in lines if places[line] is not None}
                return Seen(
                    frozenset(made), frozenset(place for place in seen if place)
                )

            return watch

        return [(run, watching(run)) for run in self._runs(module)]

    def _load(self, text: str) -> ModuleType:
        module = ModuleType(self._name)
        code = compile(text, self._name, "exec", dont_inherit=True)
        exec(code, module.__dict__)
        return module

    def _runs(self, module: ModuleType) -> list[Run]:
        found: list[Run] = []
        for plays in self._plays:
            for name, call in plays.calls(module):
                found.append(Run(len(found), plays.file, name, call))
        return found


def _text(catalog: ir.Catalog) -> str:
    return emit_catalog(catalog, digest=_DIGEST, formatted=False)


class _CompiledPlays:
    """A play file as code that is run with the catalog's module in its namespace."""

    def __init__(self, play: PlayFile, catalog: ir.Catalog) -> None:
        text = emit_play(play, catalog, module=None, digest=_DIGEST, formatted=False)
        self.file = play.name
        self._name = f"<ledgerc: {play.name}>"
        self._code: CodeType = compile(text, self._name, "exec", dont_inherit=True)
        self._alias = catalog_alias(play, catalog)
        self._titles = [each.title for each in play.plays]
        self._functions = play_functions(play)

    def calls(self, module: ModuleType) -> Iterator[tuple[str, Callable[[], None]]]:
        """Each play, or each row of it, by a name for a person."""
        space: dict[str, Any] = {"__name__": self._name, self._alias: module}
        exec(self._code, space)
        for title, name in zip(self._titles, self._functions, strict=True):
            function = space[name]
            rows = rows_of(function)
            if not rows:
                yield title, function
            for row in rows:
                yield f"{title} [{row.name}]", _with(function, row.values)


def _with(function: Callable[..., None], values: tuple[Any, ...]) -> Callable[[], None]:
    return lambda: function(*values)


# -- watching ---------------------------------------------------------------------------------


def _note_made(effect: Any, made: set[str]) -> None:
    """Let the class of an effect note its name each time an instance is made."""
    initialise = effect.__init__
    name = effect.name

    def noted(self: Any, *arguments: Any, **named: Any) -> None:
        made.add(name)
        initialise(self, *arguments, **named)

    effect.__init__ = noted


@contextmanager
def _traced(filename: str, lines: set[int]) -> Iterator[None]:
    """Collect the lines of a module that run."""

    def line(frame: FrameType, event: str, argument: object) -> Any:
        lines.add(frame.f_lineno)
        return line

    def call(frame: FrameType, event: str, argument: object) -> Any:
        return line if frame.f_code.co_filename == filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)

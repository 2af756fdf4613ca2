"""Every play of the content runs the same on a world that is saved and loaded, or copied.

The plays are played three times: as they stand; with the world sent through its saved form before
every step; and on a copy of the world before every step, whose original must stay as it was. What
every command came to, with all its entries, and the world at the end must be the same. Nothing of
this stands in the plays: the steps are put in before the plays are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ledger_runtime.testing import Play
from ledger_runtime.testing_frame import Frame
from ledgerc.diagnostics import Sink
from ledgerc.ir import plays as ir
from ledgerc.node import replace
from ledgerc.playing import PlayRun
from ledgerc.workspace import Workspace, open_workspace

REPOSITORY = Path(__file__).parents[2]
CONTENT = REPOSITORY / "content"
PLAYS = sorted(CONTENT.rglob("*.play"))


def with_saves(file: ir.PlayFile) -> ir.PlayFile:
    """The plays with a ``save`` before each step.

    None stands between a command and an ``expect refused``, which must be the next step.
    """
    return replace(
        file,
        scenes=tuple(
            replace(each, steps=tuple(_with_saves(each.steps))) for each in file.scenes
        ),
        plays=tuple(
            replace(each, steps=tuple(_with_saves(each.steps))) for each in file.plays
        ),
    )


def _with_saves(steps: tuple[ir.Step, ...]) -> Iterator[ir.Step]:
    for step in steps:
        if not isinstance(step, ir.ExpectRefused):
            yield ir.Save(step.span)
        yield step


Told: TypeAlias = tuple[str, str | None, tuple[str, ...]]
"""A command: how it reads, its refusal, and its entries as lines."""


@dataclass
class Record:
    """What the commands of a play came to, and the world at its end."""

    commands: list[Told] = field(default_factory=list)
    world: bytes = b""
    saves: int = 0


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> Callable[[PlayRun], Record]:
    """``record(run)``: plays it, and gives what its commands came to."""
    kept: list[Record] = []
    keep, end, save = Frame._keep, Frame.end, Play.save

    def recorded(self: Frame[Any], refusal: Any, entries: Any) -> None:
        code = None if refusal is None else refusal.message
        told = (self._doing, code, tuple(entry.text() for entry in entries))
        kept[-1].commands.append(told)
        keep(self, refusal, entries)

    def ended(self: Frame[Any]) -> None:
        kept[-1].world = self.world.save()
        end(self)

    def counted(self: Play[Any], *entities: Any) -> tuple[Any, ...]:
        kept[-1].saves += 1
        return save(self, *entities)

    monkeypatch.setattr(Frame, "_keep", recorded)
    monkeypatch.setattr(Frame, "end", ended)
    monkeypatch.setattr(Play, "save", counted)

    def played(run: PlayRun) -> Record:
        kept.append(Record())
        run.call()
        return kept[-1]

    return played


def copied(self: Play[Any], *entities: Any) -> tuple[Any, ...]:
    """``save``, but through a copy; its original is kept, to be looked at in the end."""
    self._begin("")
    original = self._world
    self._now = original.copy()
    originals.append((original, original.save()))
    return tuple(self.again(entity) for entity in entities)


originals: list[tuple[Any, bytes]] = []


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return open_workspace(Sink(), REPOSITORY)


def runs(
    workspace: Workspace, path: Path, altered: Callable[[ir.PlayFile], ir.PlayFile]
) -> tuple[PlayRun, ...]:
    found, diagnostics = workspace.runs(workspace.locate(path), altered)
    assert found is not None, diagnostics
    return found


@pytest.mark.parametrize(
    "path", PLAYS, ids=lambda path: path.relative_to(CONTENT).as_posix()
)
def test_a_play_is_the_same_saved_and_copied_before_every_step(
    path: Path,
    workspace: Workspace,
    record: Callable[[PlayRun], Record],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = [record(run) for run in runs(workspace, path, lambda play: play)]
    again = runs(workspace, path, with_saves)
    saved = [record(run) for run in again]
    assert [(each.commands, each.world) for each in saved] == [
        (each.commands, each.world) for each in plain
    ]
    assert all(each.saves >= max(len(each.commands), 1) for each in saved)
    monkeypatch.setattr(Play, "save", copied)
    originals.clear()
    assert [(each.commands, each.world) for each in map(record, again)] == [
        (each.commands, each.world) for each in plain
    ]
    assert len(originals) == sum(each.saves for each in saved)
    assert all(original.save() == before for original, before in originals)


def test_there_are_plays() -> None:
    assert len(PLAYS) > 20

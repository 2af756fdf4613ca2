"""Plays as Python: two files with their whole text, and what must hold of any such text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import black
import pytest

from ledgerc.ir.catalog import Catalog
from ledgerc.ir.plays import PlayFile
from ledgerc.playing import run_plays, summary
from ledgerc.workspace import Workspace

HERE = Path(__file__).parent
EVERYTHING = HERE.parent / "ir"
"""Every kind of step; its play is there for its words, and is not played."""


@dataclass(frozen=True)
class Compiled:
    """A play file and its catalog, resolved, and the workspace they are of."""

    workspace: Workspace
    play: PlayFile
    catalog: Catalog

    def text(self, module: str | None, *, formatted: bool = True) -> str:
        return self.workspace.emit_play(
            self.play, self.catalog, module=module, formatted=formatted
        )


def compiled(path: Path) -> Compiled:
    workspace = Workspace(path.parent, None)
    found = workspace.analyse_play(workspace.locate(path))
    assert [(each.code, each.span, each.message) for each in found.found] == []
    assert found.play is not None
    assert found.catalog is not None
    return Compiled(workspace, found.play, found.catalog)


PATHS = [HERE / "odd.play", EVERYTHING / "everything.play"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_text(path: Path, golden: Callable[[Path, str], None]) -> None:
    text = compiled(path).text(f"generated.{path.stem}")
    golden(HERE / f"{path.stem}.play.golden", text)
    assert black.format_str(text, mode=black.Mode()) == text


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_text_in_memory_is_the_same_but_for_imports(path: Path) -> None:
    play = compiled(path)
    built = play.text(f"generated.{path.stem}").partition("PLAY_FILE")[2]
    memory = play.text(None).partition("PLAY_FILE")[2]
    assert memory.replace("@rows", "@pytest.mark.parametrize") == built


def test_the_text_is_the_same_for_any_hash_seed() -> None:
    code = (
        "from tests.golden.plays.test_play_goldens import PATHS, compiled\n"
        "for path in PATHS: print(compiled(path).text('m.x', formatted=False))"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=HERE.parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]


def test_odd_names_play_in_memory() -> None:
    play = compiled(HERE / "odd.play")
    runs, _ = play.workspace.runs(play.workspace.locate(HERE / "odd.play"))
    assert runs is not None
    done = run_plays(runs, "odd.play")
    assert [each.failure for each in done.results] == [None] * 4
    assert summary(done) == "✓ 4 plays, 32 steps, all passing"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_text_is_typed(path: Path, tmp_path: Path) -> None:
    play = compiled(path)
    (tmp_path / "game.py").write_text(play.workspace.emit_catalog(play.catalog))
    (tmp_path / "test_game.py").write_text(play.text("game"))
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "test_game.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert found.stdout.startswith("Success"), found.stdout

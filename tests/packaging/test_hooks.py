"""The hooks for pre-commit run commands that there are, with options that they take."""

from __future__ import annotations

import re
from pathlib import Path

from ledgerc.cli import commands


def test_each_hook_is_a_command(repository: Path) -> None:
    text = (repository / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"entry: ledgerc (\S+)(.*)", text)
    assert [name for name, _ in entries] == ["fmt", "check", "play", "build"]
    for name, options in entries:
        taken = {word for each in commands()[name].params for word in each.opts}
        assert set(options.split()) <= taken


def test_a_change_of_a_catalog_is_played(repository: Path) -> None:
    """It may break any play, so what is checked and played is the project, not the changed file."""
    text = (repository / ".pre-commit-hooks.yaml").read_text("utf-8")
    hooks = {each.split("\n")[0]: each for each in text.split("- id: ")[1:]}
    for name in ("ledgerc-check", "ledgerc-play", "ledgerc-build"):
        assert "pass_filenames: false" in hooks[name]
        files = re.search(r"files: (.*)", hooks[name])
        assert files
        for changed in ("a/b.ledger", "a/b.play", "pyproject.toml"):
            assert re.search(files[1], changed), (name, changed)

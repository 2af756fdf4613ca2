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

"""The README tells the truth: its tour is walked, its terminal is typed, its code is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

SECONDS = re.compile(r"\(\d+\.\d+ s\)")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Readme:
    """The README's blocks of code, before its tour and in it."""

    before: tuple[tuple[str, str], ...]
    tour: tuple[tuple[str, str], ...]

    def blocks(self, language: str) -> list[str]:
        """The blocks of a language in the tour."""
        return [text for each, text in self.tour if each == language]


@pytest.fixture(scope="module")
def readme(repository: Path) -> Readme:
    text = (repository / "README.md").read_text()
    before, _, tour = text.partition("## A tour\n")
    return Readme(tuple(FENCE.findall(before)), tuple(FENCE.findall(tour)))


def type_in(session: str, folder: Path) -> None:
    """Type the lines after ``$`` into a shell; what comes back must be what stands there."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    for part in session.split("$ ")[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        shown = SECONDS.sub("", done.stdout.decode())
        assert shown == SECONDS.sub("", expected), command


@pytest.fixture(scope="module")
def bramble(readme: Readme, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tour's project, with its terminal sessions typed."""
    folder = tmp_path_factory.mktemp("tour") / "bramble"
    (folder / "content").mkdir(parents=True)
    (folder / "content" / "bramble.ledger").write_text(readme.blocks("ledger")[0])
    (folder / "content" / "bramble.play").write_text(readme.blocks("play")[0])
    (folder / "pyproject.toml").write_text(readme.blocks("toml")[0])
    return folder


def test_the_terminal_at_the_top_is_real(readme: Readme, repository: Path) -> None:
    (session,) = [text for language, text in readme.before if language == "console"]
    type_in(session, repository)


def test_the_tour_can_be_walked(readme: Readme, bramble: Path) -> None:
    for session in readme.blocks("console"):
        type_in(session, bramble)
    generated = (bramble / "generated" / "bramble.py").read_text()
    *shown, used = readme.blocks("python")
    for part in shown:
        assert part in generated
    subprocess.run([sys.executable, "-c", used], check=True, cwd=bramble)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "generated"], check=False, cwd=bramble
    )
    assert done.returncode == 0


def test_a_game_can_do_what_the_readme_of_the_runtime_says(
    repository: Path, tmp_path: Path
) -> None:
    text = (repository / "runtime" / "README.md").read_text()
    section = text.partition("## From a game\n")[2]
    code, *_ = [block for language, block in FENCE.findall(section)]
    build = [sys.executable, "-m", "ledgerc", "build", "content/cookbook/mechanics"]
    out = ["--out", str(tmp_path / "generated")]
    subprocess.run([*build, *out], check=True, cwd=repository)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


def test_the_commands_are_all_listed(repository: Path) -> None:
    from ledgerc.cli import COMMANDS

    text = (repository / "README.md").read_text()
    for command in COMMANDS:
        assert f"| `ledgerc {command} " in text or f"| `ledgerc {command}`" in text

"""A new project: a catalog, its plays, and a workflow that checks them (``ledgerc new``)."""

from __future__ import annotations

import keyword
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import mkdtemp

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}", re.ASCII)
_HIDDEN = {"github": ".github", "gitignore": ".gitignore"}
"""Files that would be hidden in this package, too."""


class StartingError(Exception):
    """A project that cannot be made; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class NewProject:
    """A project that was made: its folder, and its files from there, sorted."""

    folder: Path
    files: tuple[str, ...]


def start_project(folder: Path) -> NewProject:
    """Make a project in ``folder``, which must not be there or be empty; named after it.

    Raises :class:`StartingError` if the name is none for a project, something is in the way, or
    the folder cannot be written; then nothing was written.
    """
    name = folder.name
    module = name.replace("-", "_").lower()
    if not _NAME.fullmatch(name) or keyword.iskeyword(module):
        raise StartingError(
            f"`{name}` cannot name a project: letters, digits, - and _, a letter first, "
            "and no word of Python, as in `my-game`"
        )
    texts = {
        path.replace("game", module) if path.startswith("content/") else path: text
        for path, text in _files(files(__name__) / "project", "")
    }
    made = {
        path: _filled(path, text, name, module) for path, text in sorted(texts.items())
    }
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise StartingError(
                f"`{folder}` is there already: name a folder that is not, or an empty one"
            )
        _write(folder, made)
    except OSError as fault:
        raise StartingError(
            f"`{folder}` cannot be written: {fault.strerror}"
        ) from fault
    return NewProject(folder, tuple(made))


def _write(folder: Path, made: dict[str, str]) -> None:
    """Write the files beside the folder, then put them into place: all at once if it is new.

    A folder that is there may be the one that a shell works in, so it stays the one it is.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        new = staging / folder.name
        for path, text in made.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        if not folder.exists():
            os.replace(new, folder)
        else:
            for entry in sorted(new.iterdir()):
                os.replace(entry, folder / entry.name)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        name = f"{path}{_HIDDEN.get(entry.name, entry.name)}"
        if entry.is_dir():
            yield from _files(entry, f"{name}/")
        else:
            yield name, entry.read_text(encoding="utf-8")


def _filled(path: str, text: str, name: str, module: str) -> str:
    if path.endswith(".play"):
        return text.replace("catalog game.ledger", f"catalog {module}.ledger")
    return text.replace("{name}", name).replace("{module}", module)

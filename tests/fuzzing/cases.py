"""What is tried: a folder of sources, or a save of a catalog; as text that git can keep."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

SETTINGS = "pyproject.toml"
USUAL_SETTINGS = b'[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'
LONGEST_NAME = 200
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Case:
    """``files`` are the sources by their names from the project's folder.

    A case of a save has ``save``, and ``catalog``: a path in ``tests/conformance/saves``.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    save: bytes | None = None
    catalog: str = ""

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return sum(map(len, self.files.values())) + len(self.save or b"")

    def text(self) -> str:
        """The case as JSON in ASCII, line by line; :func:`read_text` reads it."""
        form: dict[str, object] = {}
        if self.files:
            form["files"] = {name: _lines(self.files[name]) for name in self.files}
        if self.save is not None:
            form |= {"catalog": self.catalog, "save": _lines(self.save)}
        return json.dumps(form, indent=1) + "\n"


def read_text(text: str) -> Case:
    """The case that :meth:`Case.text` wrote."""
    form = json.loads(text)
    files = {name: _bytes(lines) for name, lines in form.get("files", {}).items()}
    save = _bytes(form["save"]) if "save" in form else None
    return Case(files, save, form.get("catalog", ""))


def _lines(content: bytes) -> list[str]:
    text = content.decode("utf-8", "surrogateescape")
    return _LINE.findall(text)


def _bytes(lines: list[str]) -> bytes:
    return "".join(lines).encode("utf-8", "surrogateescape")


def lay_out(case: Case, folder: Path) -> None:
    """Write the sources of a case under ``folder``, and usual settings if it has none.

    A name that the system does not take, or that leads out of the folder, is left out.
    """
    for name, content in {SETTINGS: USUAL_SETTINGS, **case.files}.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or len(name) > LONGEST_NAME:
            continue
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        except (OSError, ValueError):
            continue
    (folder / "content").mkdir(exist_ok=True)

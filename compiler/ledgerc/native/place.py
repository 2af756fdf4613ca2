"""The folder of a native build: a copy of the modules with a compiled form beside each.

It is made beside the output folder (``generated-native`` for ``generated``) and exchanged as a
whole, so that compiled modules always fit one another. Put first on the path, it gives the same
imports. A file in it says what it was made of.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ledgerc.cache import content_hash
from ledgerc.exchanging import replace_file, replace_folder

RECORD = "ledgerc-native.json"
_IGNORE = "# Made by ledgerc build --native, for this machine alone.\n*\n"


class OccupiedError(Exception):
    """The place holds something that no native build made."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a native build was made of: hashes of texts by path from its folder."""

    toolchain: str = ""
    runtime: str = ""
    modules: Mapping[str, str] = field(default_factory=dict)
    """The modules that are compiled."""


def folder_for(output: Path) -> Path:
    """Where the native build of an output folder goes."""
    return output.with_name(f"{output.name}-native")


def read_record(folder: Path) -> Record:
    """What the folder was made of; an empty record if nothing is there.

    Raises :class:`OccupiedError`.
    """
    try:
        given = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        modules = {str(key): str(value) for key, value in given["modules"].items()}
        return Record(str(given["toolchain"]), str(given["runtime"]), modules)
    except FileNotFoundError:
        if (folder.is_dir() and not any(folder.iterdir())) or not os.path.lexists(
            folder
        ):
            return Record()
        raise OccupiedError from None
    except (OSError, ValueError, LookupError, AttributeError, TypeError):
        raise OccupiedError from None


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a package that are its source, by path from the folder, sorted."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_file() and not hidden and path.suffix in (".py", ".typed"):
            yield "/".join(parts), path


def hash_of(files: Mapping[str, Path]) -> str:
    """One hash of the names and contents of files."""
    return content_hash(
        json.dumps(
            [[name, content_hash(path.read_bytes())] for name, path in files.items()]
        ).encode()
    )


def put(folder: Path, files: Mapping[str, Path], record: Record) -> None:
    """Make the folder hold just these files, all or nothing. Raises ``OSError``."""
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    new = staging / "new"
    new.mkdir()
    try:
        for name, source in files.items():
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        write_record(new, record)
        (new / ".gitignore").write_text(_IGNORE)
        replace_folder(new, folder)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def write_record(folder: Path, record: Record) -> None:
    """Say what the folder was made of."""
    text = json.dumps(asdict(record), indent=1) + "\n"
    replace_file(folder / RECORD, text.encode())


def prefix_of(output: Path) -> str:
    """What stands before the path of a module from its output folder, in the native build.

    An output folder that no import can name is itself the folder to import from.
    """
    return f"{output.name}/" if output.name.isidentifier() else ""


def interpret(
    output: Path, texts: Mapping[str, str], removed: Iterable[str]
) -> tuple[str, ...]:
    """Let modules of a native build be what their texts now say, without a compiled form.

    ``texts`` and ``removed`` are paths from the output folder; what is as its text says stays as
    it is, so that a build that was killed here is mended by the next. Gives those that were
    compiled, by path from the native folder; nothing happens where no native build is. Raises
    ``OSError``.
    """
    folder, prefix = folder_for(output), prefix_of(output)
    try:
        record = read_record(folder)
    except OccupiedError:
        return ()
    if not record.toolchain:
        return ()
    modules = dict(record.modules)
    changed = []
    for name in (*texts, *removed):
        module = folder / prefix / name
        text = texts[name].encode() if name in texts else None
        if text is not None and module.is_file() and module.read_bytes() == text:
            continue
        for compiled in sorted(module.parent.glob(f"{module.stem}.*")):
            if compiled.suffix in (".so", ".pyd"):
                compiled.unlink()
        if text is not None:
            module.parent.mkdir(parents=True, exist_ok=True)
            replace_file(module, text)
        else:
            module.unlink(missing_ok=True)
        if modules.pop(f"{prefix}{name}", None) is not None:
            changed.append(f"{prefix}{name}")
    if changed:
        write_record(folder, replace(record, modules=modules))
    return tuple(changed)

"""Reading the author's files: what cannot be read is a diagnostic, never an exception."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from io import BufferedReader, FileIO
from pathlib import Path

from ledgerc.budgets import budgets
from ledgerc.diagnostics import Sink, nearest
from ledgerc.records import record
from ledgerc.source import Span

LEDGER = ".ledger"
PLAY = ".play"
SUFFIXES = (LEDGER, PLAY)


def whole_file(name: str) -> Span:
    """The span of a finding that is about a file and not about a place in it."""
    return Span(name, 0, 0, 0, 0)


def read_bytes(
    path: Path, name: str, sink: Sink, named_at: Span | None = None
) -> bytes | None:
    """Read ``path``, known to the author as ``name``.

    ``named_at`` is where another file names it (a ``use``); findings are shown there. Returns
    ``None`` after a diagnostic: LG0601 (missing), LG0602 (not readable), LG0610 (a folder), LG0801
    (too large).
    """
    span = named_at or whole_file(name)
    largest = budgets().file_bytes
    try:
        with BufferedReader(FileIO(path, "rb", True, _open_at_once)) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                message = f"`{name}` cannot be read: it is a pipe or a device"
                sink.error("LG0602", span, message, allowed="a plain file")
                return None
            content = stream.read(largest + 1)
    except FileNotFoundError:
        sink.error(
            "LG0601",
            span,
            f"there is no file `{name}`",
            suggestion=_near_file(path, name),
        )
    except IsADirectoryError:
        sink.error("LG0610", span, f"`{name}` is a folder, not a file")
    except (OSError, ValueError) as fault:
        sink.error("LG0602", span, f"`{name}` cannot be read: {reason(fault)}")
    else:
        if fits(content, name, sink, span):
            return content
    return None


def fits(content: bytes, name: str, sink: Sink, span: Span) -> bool:
    """Whether a file or a text is not too large, else LG0801."""
    largest = budgets().file_bytes
    if len(content) <= largest:
        return True
    message = f"`{name}` is larger than a file may be"
    sink.error("LG0801", span, message, allowed=f"at most {largest:,} bytes")
    return False


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, and do not wait for whoever may write to it if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def reason(fault: Exception) -> str:
    """Why the system refused a file, in its own words, the same on every machine."""
    if isinstance(fault, OSError):
        if fault.errno == errno.ELOOP:
            return "its symbolic links go round in a circle"
        if fault.errno == errno.ENAMETOOLONG:
            return "its name is too long"
        return (fault.strerror or "the system refused").lower()
    return "its name is no name of a file"


@record(frozen=True)
class Found:
    """A source file, and the folder through which it was named, if it was."""

    path: Path
    folder: Path | None


def find_sources(
    paths: Iterable[Path],
    sink: Sink,
    shown: NameOf,
    suffixes: tuple[str, ...] = SUFFIXES,
) -> tuple[Found, ...]:
    """The files that ``paths`` name, a folder standing for all sources in it; sorted, each once.

    A file named twice, or by two names that lead to it, is there once. What is no source file is
    LG0606; a missing path is LG0601, an unreadable one LG0602.
    """
    found: dict[Path, Found] = {}
    for path in paths:
        for file in _sources_of(path, sink, shown, suffixes):
            folder = None if file == path else path
            found.setdefault(_real(file), Found(file, folder))
    return tuple(sorted(found.values(), key=lambda each: each.path.as_posix()))


def visible(name: str) -> str:
    """A name as a text: what of a file's name is no UTF-8 is shown by its number."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


class NameOf:
    """How a path is named to the author: relative to the working folder where that is near."""

    def __init__(self, working: Path) -> None:
        self._working = Path(os.path.abspath(working))

    def __call__(self, path: Path) -> str:
        """The name of ``path``."""
        return visible(self._name(path))

    def _name(self, path: Path) -> str:
        absolute = Path(os.path.abspath(self._working / path))
        if absolute.is_relative_to(self._working):
            return absolute.relative_to(self._working).as_posix()
        try:
            relative = Path(os.path.relpath(absolute, self._working)).as_posix()
        except ValueError:  # another drive
            return absolute.as_posix()
        return min(relative, absolute.as_posix(), key=len)


def _sources_of(
    path: Path, sink: Sink, shown: NameOf, suffixes: tuple[str, ...]
) -> Iterator[Path]:
    name = shown(path)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError) as fault:
        sink.error(
            "LG0602", whole_file(name), f"`{name}` cannot be read: {reason(fault)}"
        )
        return
    if is_folder:
        yield from _walk(path, sink, shown, suffixes)
    elif path.suffix in suffixes or not os.path.lexists(path):
        if _exists(path, name, sink):
            yield path
    else:
        sink.error(
            "LG0606",
            whole_file(name),
            f"`{name}` is not what belongs here",
            allowed=" or ".join(f"a `{suffix}` file" for suffix in suffixes),
        )


def _exists(path: Path, name: str, sink: Sink) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        sink.error(
            "LG0601",
            whole_file(name),
            f"there is no file `{name}`",
            suggestion=_near_file(path, name),
        )
        return False
    except (OSError, ValueError) as fault:
        sink.error(
            "LG0602", whole_file(name), f"`{name}` cannot be read: {reason(fault)}"
        )
        return False
    return True


def _walk(
    folder: Path, sink: Sink, shown: NameOf, suffixes: tuple[str, ...]
) -> Iterator[Path]:
    """Sources under a folder; hidden folders are left out, each folder is entered once."""

    def refuse(fault: OSError) -> None:
        name = shown(Path(fault.filename))
        sink.error(
            "LG0602", whole_file(name), f"`{name}` cannot be read: {reason(fault)}"
        )

    entered: set[Path] = set()
    for parent, folders, names in os.walk(folder, onerror=refuse, followlinks=True):
        here = Path(parent)
        if _real(here) in entered:
            folders.clear()
            continue
        entered.add(_real(here))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if Path(name).suffix in suffixes and not name.startswith("."):
                yield here / name


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _near_file(path: Path, name: str) -> str | None:
    """The file beside a missing one that was most likely meant, named as it was."""
    try:
        beside = sorted(os.listdir(path.parent))
    except (OSError, ValueError):
        return None
    near = nearest(
        path.name, [entry for entry in beside if Path(entry).suffix == path.suffix]
    )
    if near is None:
        near = nearest(path.name, beside)
    return None if near is None else name[: len(name) - len(path.name)] + near

"""A whole folder exchanged for another in one step, where the system can do that.

The new tree is put together beside the old one, out of links to the files that stay; then the two
change places. Whatever kills a build, and whenever, the folder is the old tree or the new one.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

STAGING = ".ledgerc-staging-"
"""What folders beside the output folder are called while a build is at work."""

Exchange = Callable[[Path, Path], None]

_AT_FDCWD = -100
_SWAP = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""


class CannotSwitchError(Exception):
    """The system cannot exchange these folders; nothing was changed."""


def switch_tree(folder: Path, texts: Mapping[str, str], removed: Sequence[str]) -> None:
    """Let ``folder`` be as it is, with ``texts`` and without ``removed``, in one step.

    Raises :class:`CannotSwitchError` where there is no such step, and ``OSError`` where the new
    tree cannot be written; the folder is as before then.
    """
    exchange = exchange_of_system()
    real = folder.resolve()
    if exchange is None:
        raise CannotSwitchError
    try:
        made = tempfile.mkdtemp(prefix=f"{STAGING}{real.name}-", dir=real.parent)
    except OSError as fault:
        raise CannotSwitchError from fault
    staging = Path(made)
    try:
        _put_together(real, staging, texts, set(removed))
        shutil.copystat(real, staging)
        with _held(staging):
            try:
                exchange(staging, real)
            except OSError as fault:
                raise CannotSwitchError from fault
            _clear(staging)  # the old tree now
    finally:
        _clear(staging)


def clear_left_over(folder: Path) -> None:
    """Take away what builds that were killed left beside ``folder``."""
    real = folder.resolve()
    start = f"{STAGING}{real.name}-"
    try:
        names = sorted(os.listdir(real.parent))
    except OSError:
        return
    for name in names:
        end = name.removeprefix(start)
        if end != name and "-" not in end:  # else it is of a folder with a longer name
            _clear(real.parent / name)


def exchange_of_system() -> Exchange | None:
    """The system's own exchange of two folders; None if it has none."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            swap = library.renamex_np
        else:
            swap = library.renameat2
    except (AttributeError, OSError, TypeError):
        return None

    def exchange(one: Path, other: Path) -> None:
        first, second = os.fsencode(one), os.fsencode(other)
        if sys.platform == "darwin":
            failed = swap(first, second, _SWAP)
        else:
            failed = swap(_AT_FDCWD, first, _AT_FDCWD, second, _SWAP)
        if failed:
            fault = ctypes.get_errno()
            raise OSError(fault, os.strerror(fault), str(other))

    return exchange


def _put_together(
    old: Path, new: Path, texts: Mapping[str, str], removed: set[str]
) -> None:
    """Lay down the new tree: what stays by links, what is written by its text."""
    gone = _compiled_forms(old, removed)
    emptied = {parent for each in gone for parent in _parents(each)}
    for path, entry in _entries(old, ""):
        if path in texts or path in gone:
            continue
        target = new / path
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            target.mkdir()
        elif stat.S_ISLNK(mode):
            target.symlink_to(os.readlink(entry.path))
        elif stat.S_ISREG(mode):
            _link(Path(entry.path), target)
        else:
            raise CannotSwitchError
    for path, text in texts.items():
        target = new / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        if (old / path).is_file():
            shutil.copymode(old / path, target)
    for parent in sorted(emptied, key=len, reverse=True):
        with contextlib.suppress(OSError):
            (new / parent).rmdir()
    for path, entry in reversed(list(_entries(old, ""))):
        if entry.is_dir(follow_symlinks=False) and (new / path).is_dir():
            shutil.copystat(entry.path, new / path)


def _compiled_forms(old: Path, removed: set[str]) -> set[str]:
    """Removed modules, with what Python made of them."""
    gone = set(removed)
    for output in removed:
        path = old / output
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            gone.add(compiled.relative_to(old).as_posix())
    return gone


def _parents(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _entries(folder: Path, within: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """All that lies in a folder, each folder before what lies in it."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        path = f"{within}{entry.name}"
        yield path, entry
        if entry.is_dir(follow_symlinks=False):
            yield from _entries(Path(entry.path), f"{path}/")


def _link(source: Path, target: Path) -> None:
    """Another name for a file; a copy where the file system has no such thing."""
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError) as fault:
        if isinstance(fault, OSError) and fault.errno == errno.ENOSPC:
            raise
        shutil.copy2(source, target)


@contextlib.contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold the new folder, so that no other build enters before this one is done."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)

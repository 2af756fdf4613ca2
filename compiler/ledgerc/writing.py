"""Writing the output folder: all of it or nothing, one build at a time."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ledgerc.switching import STAGING, CannotSwitchError, clear_left_over, switch_tree


@contextmanager
def locked(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the output folder against other builds; it is made if it is not there.

    ``waiting`` is called once if another build holds it. The folder itself is the lock, so nothing
    is left behind; if nothing was put into a folder made here, it is taken away again. Raises
    ``OSError`` where the folder cannot be made.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    handle = _hold(folder, waiting)
    try:
        _clear_staging(folder)
        yield
    finally:
        with contextlib.suppress(OSError):
            for made in missing:
                made.rmdir()
        os.close(handle)


def write_tree(folder: Path, texts: Mapping[str, str], removed: Sequence[str]) -> None:
    """Write ``texts`` and take away ``removed`` (paths from ``folder``), all or nothing.

    Several files are written by exchanging the whole folder in one step, so that even a build that
    is killed leaves the old tree or the new one. Where the system has no such step, every new text
    lies complete beside the tree before the first file is exchanged; whatever stops this (an error,
    an interrupt) puts back what was there; and one that is killed is mended by the next build.
    Raises ``OSError``.
    """
    if not texts and not removed:
        return
    if len(texts) + len(removed) > 1:
        with contextlib.suppress(CannotSwitchError):
            switch_tree(folder, texts, removed)
            return
    with _Exchange(folder) as exchange:
        for output, text in texts.items():
            exchange.stage(output, text)
        for output in texts:
            exchange.put(output)
        for output in removed:
            exchange.take(output)
    _sweep(folder, removed)


class _Exchange:
    """Files staged, then exchanged one by one, with what each replaced kept until the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=folder))
        self._staged: dict[str, Path] = {}
        self._kept: list[tuple[Path, Path | None]] = []
        self._made: list[Path] = []

    def __enter__(self) -> _Exchange:
        return self

    def __exit__(self, kind: object, fault: object, trace: object) -> None:
        try:
            if kind is not None:
                self._put_back()
        finally:
            shutil.rmtree(self._staging, ignore_errors=True)

    def stage(self, output: str, text: str) -> None:
        """Write a file's text beside the tree."""
        path = self._staging / f"new-{len(self._staged)}"
        with path.open("wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        self._staged[output] = path

    def put(self, output: str) -> None:
        """Exchange a file for its staged text."""
        target = self._folder / output
        self._make(target.parent)
        self._keep(target)
        os.replace(self._staged[output], target)

    def take(self, output: str) -> None:
        """Take a file away."""
        target = self._folder / output
        self._keep(target)
        target.unlink(missing_ok=True)

    def _make(self, folder: Path) -> None:
        if not folder.is_dir():
            self._make(folder.parent)
            folder.mkdir()
            self._made.append(folder)

    def _keep(self, target: Path) -> None:
        kept = None
        if os.path.lexists(target):
            kept = self._staging / f"old-{len(self._kept)}"
            shutil.copy2(target, kept, follow_symlinks=False)
        self._kept.append((target, kept))

    def _put_back(self) -> None:
        for target, kept in reversed(self._kept):
            if kept is None:
                target.unlink(missing_ok=True)
            else:
                os.replace(kept, target)
        for folder in reversed(self._made):
            folder.rmdir()


def _sweep(folder: Path, removed: Iterable[str]) -> None:
    """Take away what removed modules leave: their compiled form, and folders now empty."""
    for output in removed:
        path = folder / output
        cached = path.parent / "__pycache__"
        with contextlib.suppress(OSError):
            for compiled in sorted(cached.glob(f"{path.stem}.*.pyc")):
                compiled.unlink()
            cached.rmdir()
        with contextlib.suppress(OSError):
            for parent in path.parents:
                if parent == folder:
                    break
                parent.rmdir()


def _hold(folder: Path, waiting: Callable[[], None]) -> int:
    """Lock the folder; if it was taken away meanwhile, begin again with a new one."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:
            continue
        try:
            _lock(handle, waiting)
            if _is_at(handle, folder):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _is_at(handle: int, folder: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), folder.stat())
    except FileNotFoundError:
        return False


def _lock(handle: int, waiting: Callable[[], None]) -> None:
    if sys.platform == "win32":  # no lock on folders there: builds are on their own
        return
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting()
        fcntl.flock(handle, fcntl.LOCK_EX)


def _clear_staging(folder: Path) -> None:
    """Take away what a build that was killed left beside the tree."""
    for left in sorted(folder.glob(f"{STAGING}*")):
        shutil.rmtree(left, ignore_errors=True)
    clear_left_over(folder)

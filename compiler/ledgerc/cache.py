"""What a build remembers: in a folder that may be deleted at any time, even while it runs.

Nothing in it is trusted: an entry that is missing, cut off or changed is as if it had never been
made. Entries are written to a temporary file and renamed, so two builds may share one folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

import ledgerc

_MOST_FRAGMENTS = 50_000
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n"
"""What backup tools look for: https://bford.info/cachedir/"""


def content_hash(content: bytes) -> str:
    """The name of some bytes."""
    return hashlib.sha256(content).hexdigest()


@cache
def fingerprint() -> str:
    """The compiler that made an entry: its own files and the runtime's, its version, Python's.

    What is generated depends on the runtime's names, and on black.
    """
    found = hashlib.sha256()
    for word in (ledgerc.__version__, _black_version(), f"{sys.version_info[:2]}"):
        found.update(word.encode() + b"\0")
    for package in (Path(ledgerc.__file__).parent, _runtime_folder()):
        for path in sorted(package.rglob("*")):
            if path.suffix not in {".pyc", ".md"} and path.is_file():
                found.update(path.relative_to(package).as_posix().encode() + b"\0")
                found.update(path.read_bytes())
    return found.hexdigest()


@cache
def tables_folder() -> Path | None:
    """A folder of the user's own for parse tables and code, or ``None`` where there can be none.

    Whoever writes there can have anything run, so it never lies in a project, which may be
    anybody's, and nobody else may write to it.
    """
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not home.is_absolute():  # as the XDG specification has it
            home = Path.home() / ".cache"
        folder = home / "ledgerc"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_own(folder) and os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError, ValueError):
        return None


def _is_own(folder: Path) -> bool:
    """Whether nobody else can write to a folder, as far as the system tells."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def mark_cache(folder: Path) -> None:
    """Tell git and backup tools that a folder is a cache."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n")
        (folder / "CACHEDIR.TAG").write_text(_TAG)


class Store:
    """Entries of data by key, each a file with its checksum; without a folder it is empty."""

    def __init__(self, folder: Path | None, *, read_only: bool = False) -> None:
        self._folder = folder
        self._read_only = read_only

    def get(self, key: str) -> Any:
        """The data kept under ``key``, or ``None``."""
        body = self.get_bytes(key)
        try:
            return None if body is None else msgspec.json.decode(body)
        except (ValueError, RecursionError):  # msgspec's own errors are ValueErrors
            return None

    def put(self, key: str, data: Any) -> None:
        """Keep ``data`` under ``key``; a folder that cannot be written keeps nothing."""
        self.put_bytes(key, msgspec.json.encode(data))

    def get_bytes(self, key: str) -> bytes | None:
        """The bytes kept under ``key``, or ``None``."""
        return None if self._folder is None else read_whole(self._path(key))

    def put_bytes(self, key: str, body: bytes) -> None:
        """As :meth:`put`, of bytes."""
        if self._folder is None or self._read_only:
            return
        with contextlib.suppress(OSError):
            write_whole(self._path(key), body)

    def keep_only(self, keys: Iterable[str]) -> None:
        """Forget every entry but those of ``keys``."""
        if self._folder is None or self._read_only:
            return
        kept = {self._path(key).name for key in keys}
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                if path.name not in kept:
                    path.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / content_hash(key.encode("utf-8", "surrogatepass"))


class Fragments(MutableMapping[str, str]):
    """Formatted fragments by the digest of their raw text, kept from build to build."""

    def __init__(self, folder: Path | None, *, read_only: bool = False) -> None:
        self._folder = folder
        self._read_only = read_only
        self._known: dict[str, str] = {}

    def __getitem__(self, digest: str) -> str:
        text = self._known.get(digest)
        if text is None:
            text = self._read(digest)
            self._known[digest] = text
        return text

    def __setitem__(self, digest: str, text: str) -> None:
        self._known[digest] = text
        if self._folder is not None and not self._read_only:
            with contextlib.suppress(OSError):
                write_whole(self._path(digest), text.encode())

    def __delitem__(self, digest: str) -> None:
        del self._known[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def prune(self) -> None:
        """Start anew once the folder has grown beyond what a project can use."""
        if self._folder is None or not self._known:
            return
        with contextlib.suppress(OSError):
            count = sum(len(os.listdir(shelf)) for shelf in self._folder.iterdir())
            if count > _MOST_FRAGMENTS:
                shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self, digest: str) -> str:
        if self._folder is None:
            raise KeyError(digest)
        body = read_whole(self._path(digest))
        if body is None:
            raise KeyError(digest)
        try:
            return body.decode()
        except ValueError:
            raise KeyError(digest) from None

    def _path(self, digest: str) -> Path:
        assert self._folder is not None
        return self._folder / digest[:2] / digest[2:]


AS_IT_IS = "="
"""Begins a digest that tells all of a text, the lines that it names too."""


class Pieces(MutableMapping[str, str]):
    """Texts of one module's pieces by their digests; those alone are kept on that were asked for.

    ``data`` is what is kept, ``Pieces(data, maker)`` what can be used of it: nothing, if another
    made it or it is of another form. ``now`` makes of a text what it is now, or None of one that
    is to be made anew; not of one whose digest begins with ``AS_IT_IS``.
    """

    def __init__(
        self, data: Any, maker: str, now: Callable[[str], str | None] | None = None
    ) -> None:
        self._now = now
        self._known: dict[str, str] = {}
        self._used: dict[str, str] = {}
        if isinstance(data, dict) and data.get("maker") == maker:
            pieces = data.get("pieces")
            if isinstance(pieces, dict):
                self._known = pieces

    def data(self, maker: str) -> dict[str, Any]:
        """All pieces that were asked for, as ``maker`` made them."""
        return {"maker": maker, "pieces": self._used}

    def __getitem__(self, digest: str) -> str:
        text = self._used.get(digest)
        if text is None:
            kept: object = self._known[digest]
            if not isinstance(kept, str):
                raise KeyError(digest)
            as_it_is = digest.startswith(AS_IT_IS)
            text = kept if self._now is None or as_it_is else self._now(kept)
            if text is None:
                raise KeyError(digest)
            self._used[digest] = text
        return text

    def __setitem__(self, digest: str, text: str) -> None:
        self._used[digest] = text

    def __delitem__(self, digest: str) -> None:
        del self._used[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._used)

    def __len__(self) -> int:
        return len(self._used)


def read_whole(path: Path) -> bytes | None:
    """What :func:`write_whole` wrote to a file; ``None`` if that is not what lies there."""
    try:
        checksum, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if checksum == content_hash(body).encode() else None


def write_whole(path: Path, body: bytes) -> None:
    """Write a file with its checksum, in one step. Raises ``OSError``."""
    content = content_hash(body).encode() + b"\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _runtime_folder() -> Path:
    """Where the runtime lies; it is not imported, which takes long."""
    spec = find_spec("ledger_runtime")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _black_version() -> str:
    """Read from black's own file: asking for its metadata takes longer than many a build."""
    spec = find_spec("black")
    if spec is None or spec.origin is None:
        return "none"
    try:
        return Path(spec.origin).with_name("_black_version.py").read_text()
    except OSError:
        return "unknown"

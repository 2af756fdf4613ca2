"""Rules on their way to a worker: a generated module as an archive that is named by its digest.

A worker keeps modules by digest and never by name: one that has played other rules before cannot
take them for these. This module and :mod:`ledgerc.matching.chunks` import the runtime alone, so
that a worker needs no more of the compiler.
"""

from __future__ import annotations

import hashlib
import io
import linecache
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import ModuleType

MEMBER = "rules.py"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_KEPT = 8
"""How many modules a worker keeps."""


class RulesMismatchError(Exception):
    """A worker that cannot play these very rules: its archive or its runtime is another."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The generated module of a catalog, as text; ``digest`` is that of the text."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """What tells these rules from all others."""
        return text_digest(self.text)

    @property
    def file_name(self) -> str:
        """What the archive is called."""
        return f"rules-{self.digest}.zip"

    def archive(self) -> bytes:
        """The module as an archive; the same module gives the same bytes."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(MEMBER, _EPOCH), self.text.encode())
        return stream.getvalue()

    def module(self) -> ModuleType:
        """The module, in this process."""
        return load_rules(self.name, self.digest, self.archive())


def text_digest(text: str) -> str:
    """The digest of a module's text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


_modules: dict[str, ModuleType] = {}


def load_rules(name: str, digest: str, archive: bytes) -> ModuleType:
    """The module with a digest: the one this process has, else the one in the archive.

    Raises :class:`RulesMismatchError` if the archive holds another.
    """
    module = _modules.get(digest)
    if module is None:
        try:
            with zipfile.ZipFile(io.BytesIO(archive)) as opened:
                text = opened.read(MEMBER).decode()
        except (zipfile.BadZipFile, KeyError, UnicodeDecodeError) as error:
            raise RulesMismatchError(f"no archive of rules: {error}") from None
        if text_digest(text) != digest:
            raise RulesMismatchError(
                f"the archive holds the rules {text_digest(text)}, not {digest}"
            )
        module = ModuleType(f"ledger_rules_{digest}")
        file = module.__file__ = f"<ledgerc: {name} {digest}>"
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
        # so that an error of a rule can be told with the author's line
        lines = text.splitlines(keepends=True)
        linecache.cache[file] = (len(text), None, lines, file)
        while len(_modules) >= _KEPT:
            left = _modules.pop(next(iter(_modules)))
            linecache.cache.pop(str(left.__file__), None)
        _modules[digest] = module
    return module


@lru_cache
def runtime_digest() -> str:
    """The digest of this process's runtime; another may play the same rules otherwise."""
    digest = hashlib.sha256()
    folder = resources.files("ledger_runtime")
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            digest.update(f"{file.name}\0".encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:32]

"""Generated Python as modules in memory: for plays that are run without a build."""

from __future__ import annotations

import linecache
from hashlib import sha256
from types import CodeType, ModuleType

_MOST_TEXTS = 2_000
"""How many texts are known to tracebacks; a watch that goes on and on forgets the oldest."""
_kept: dict[str, None] = {}


def load_module(
    name: str, text: str, given: dict[str, object] | None = None
) -> ModuleType:
    """The module whose text is ``text``; ``given`` names are in it from the start.

    Its lines are known to tracebacks and debuggers, as those of a file would be.
    """
    return run_code(name, text, compiled_text(name, text), given)


def compiled_text(name: str, text: str) -> CodeType:
    """The code of a module's text."""
    return compile(text, _file_name(name, text), "exec", dont_inherit=True)


def run_code(
    name: str, text: str, code: CodeType, given: dict[str, object] | None = None
) -> ModuleType:
    """As :func:`load_module`, with the text compiled to ``code`` before."""
    filename = _file_name(name, text)
    lines = text.splitlines(keepends=True)
    _kept.pop(filename, None)
    _kept[filename] = None
    if len(_kept) > _MOST_TEXTS:
        linecache.cache.pop(next(iter(_kept)), None)
        del _kept[next(iter(_kept))]
    linecache.cache[filename] = (len(text), None, lines, filename)
    module = ModuleType(name)
    module.__file__ = filename
    module.__dict__.update(given or {})
    exec(code, module.__dict__)
    return module


def _file_name(name: str, text: str) -> str:
    """A name of this text alone: what another catalog of the name says is never told of it."""
    return f"<ledgerc: {name} {sha256(text.encode()).hexdigest()[:12]}>"

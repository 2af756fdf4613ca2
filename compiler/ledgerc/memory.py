"""Generated Python as modules in memory: for plays that are run without a build."""

from __future__ import annotations

import linecache
from types import CodeType, ModuleType


def load_module(
    name: str, text: str, given: dict[str, object] | None = None
) -> ModuleType:
    """The module whose text is ``text``; ``given`` names are in it from the start.

    Its lines are known to tracebacks and debuggers, as those of a file would be.
    """
    return run_code(name, text, compiled_text(name, text), given)


def compiled_text(name: str, text: str) -> CodeType:
    """The code of a module's text."""
    return compile(text, _file_name(name), "exec", dont_inherit=True)


def run_code(
    name: str, text: str, code: CodeType, given: dict[str, object] | None = None
) -> ModuleType:
    """As :func:`load_module`, with the text compiled to ``code`` before."""
    filename = _file_name(name)
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    module = ModuleType(name)
    module.__file__ = filename
    module.__dict__.update(given or {})
    exec(code, module.__dict__)
    return module


def _file_name(name: str) -> str:
    return f"<ledgerc: {name}>"

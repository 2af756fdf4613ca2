"""Generated Python as modules in memory: for plays that are run without a build."""

from __future__ import annotations

import linecache
from types import ModuleType


def load_module(
    name: str, text: str, given: dict[str, object] | None = None
) -> ModuleType:
    """The module whose text is ``text``; ``given`` names are in it from the start.

    Its lines are known to tracebacks and debuggers, as those of a file would be.
    """
    filename = f"<ledgerc: {name}>"
    linecache.cache[filename] = (
        len(text),
        None,
        text.splitlines(keepends=True),
        filename,
    )
    module = ModuleType(name)
    module.__file__ = filename
    module.__dict__.update(given or {})
    exec(compile(text, filename, "exec", dont_inherit=True), module.__dict__)
    return module

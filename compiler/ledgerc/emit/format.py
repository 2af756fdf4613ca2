"""The only module that calls black: nine tenths of a build's time, so it is cached by content.

A module is laid out as fragments (an import block, a class, a function) that black formats one by
one; joined by two blank lines they are byte for byte what black makes of the whole.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from importlib import metadata

LINE_LENGTH = 88


def format_fragments(
    fragments: Iterable[str], cache: MutableMapping[str, str] | None = None
) -> str:
    """The fragments formatted and joined to a module's text.

    ``cache`` maps a digest of raw text (and of black's version) to formatted text; it is read and
    added to, and may be emptied at any time.
    """
    import black  # here, so that nothing which does not format pays for it
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY311}, line_length=LINE_LENGTH)
    version = metadata.version("black")
    known: MutableMapping[str, str] = {} if cache is None else cache
    done: list[str] = []
    with _without_collector():
        for fragment in fragments:
            key = _digest(version, fragment)
            text = known.get(key)
            if text is None:
                text = black.format_str(fragment, mode=mode)
                known[key] = text
            done.append(text.strip("\n"))
    return "\n\n\n".join(done) + "\n"


def join_fragments(fragments: Iterable[str]) -> str:
    """The fragments as they are, for a reader in a hurry."""
    return "\n\n\n".join(each.strip("\n") for each in fragments) + "\n"


def _digest(version: str, fragment: str) -> str:
    return hashlib.sha256(
        f"{version}\0{LINE_LENGTH}\0{fragment}".encode("utf-8", "surrogatepass")
    ).hexdigest()


@contextmanager
def _without_collector() -> Iterator[None]:
    """black makes many cyclic objects: the collector doubles its time and finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

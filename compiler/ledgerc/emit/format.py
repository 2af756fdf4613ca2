"""The only module that calls black: nine tenths of a build's time, where it is called for all.

A module is laid out as fragments (an import block, a class, a function) that are formatted one by
one; joined by two blank lines they are byte for byte what black makes of the whole. Most of them
:mod:`ledgerc.emit.layout` lays out by itself; what it is not sure of comes here, and is cached by
content.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, MutableMapping

from ledgerc.collector import without_collector
from ledgerc.emit.layout import lay_out

LINE_LENGTH = 88


def format_fragments(
    fragments: Iterable[str], cache: MutableMapping[str, str] | None = None
) -> str:
    """The fragments formatted and joined to a module's text.

    ``cache`` maps a digest of raw text (and of black's version) to what black made of it; it is
    read and added to, and may be emptied at any time.
    """
    formatter = Formatter(cache)
    with without_collector():
        return join_fragments(map(formatter.format, fragments))


class Formatter:
    """Formats fragments, one by one; ``cache`` is that of :func:`format_fragments`."""

    def __init__(self, cache: MutableMapping[str, str] | None = None) -> None:
        self._black = _Black({} if cache is None else cache)

    def format(self, fragment: str) -> str:
        """A fragment as black formats it, without line ends around it."""
        text = lay_out(fragment, self._black.format)
        return self._black.format(fragment).strip("\n") if text is None else text


class _Black:
    """black, imported and asked only for what the cache does not have."""

    def __init__(self, known: MutableMapping[str, str]) -> None:
        self._known = known
        self._version = ""

    def format(self, text: str) -> str:
        """``text`` as black formats it."""
        self._version = self._version or _version()
        key = _digest(self._version, text)
        done = self._known.get(key)
        if done is None:
            done = _format(text)
            self._known[key] = done
        return done


def _version() -> str:
    from importlib import metadata  # slow to import, and most builds ask black nothing

    return metadata.version("black")


def _format(text: str) -> str:
    import black  # here, so that nothing which does not format pays for it
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY311}, line_length=LINE_LENGTH)
    return black.format_str(text, mode=mode)


def join_fragments(fragments: Iterable[str]) -> str:
    """The fragments as they are, for a reader in a hurry."""
    return "\n\n\n".join(each.strip("\n") for each in fragments) + "\n"


def _digest(version: str, fragment: str) -> str:
    return hashlib.sha256(
        f"{version}\0{LINE_LENGTH}\0{fragment}".encode("utf-8", "surrogatepass")
    ).hexdigest()

"""Python's cyclic garbage collector, off while trees are built.

A compiler makes many objects and drops few: each pass of the collector looks at all of them and
finds nothing, which makes the time of a build grow faster than its sources.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Leave the collector off inside; it is on again afterwards if it was on before."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

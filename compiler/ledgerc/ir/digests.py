"""What tells one node from any other."""

from __future__ import annotations

import hashlib

from ledgerc.node import Node


def digest_of(node: Node) -> str:
    """A word for all that a node says, its kind and its places too, as its ``repr`` has it."""
    text = repr(node)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

"""The core of statements: a block of them in, their IR out. Handlers are in ``statements``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledgerc.ir import statements as ir
from ledgerc.sema.context import Body
from ledgerc.syntax import ast

HANDLERS: dict[type, Callable[[Body, Any], ir.Statement | None]] = {}


def elaborate_all(
    body: Body, statements: Sequence[ast.Statement]
) -> tuple[ir.Statement, ...]:
    """The statements, in the body's current scope; those with a fault are left out."""
    made = [HANDLERS[type(each)](body, each) for each in statements]
    return tuple(each for each in made if each is not None)


def elaborate_block(
    body: Body, statements: Sequence[ast.Statement]
) -> tuple[ir.Statement, ...]:
    """The statements, in a scope of their own."""
    with body.block():
        return elaborate_all(body, statements)

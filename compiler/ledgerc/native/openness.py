"""A mypy plugin that keeps compiled classes as open as they are in Python.

A class may have subclasses that are not compiled. mypyc takes that from a decorator,
``@mypyc_attr(allow_interpreted_subclasses=True)``, of a package that neither the runtime nor
generated code may import. The plugin puts the decorator on the syntax tree, so the text that people
read stays as it is.

A compiled function refuses arguments of other types than it declares, by a ``TypeError`` of
mypyc's. Commands tell what is wrong themselves, so their parameters are taken as undeclared.

Only mypy loads this module.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mypy.nodes import (
    ARG_NAMED,
    GDEF,
    CallExpr,
    ClassDef,
    Decorator,
    FuncDef,
    MypyFile,
    NameExpr,
    SymbolTableNode,
)
from mypy.plugin import ClassDefContext, Plugin
from mypy.types import AnyType, CallableType, TypeOfAny

_DECORATORS = "mypy_extensions"
_NAME = "mypyc_attr"
_BARE = ("builtins.object", "typing.Generic")
_OTHERS = ("builtins.", "typing.", "enum.")
_ASKED_BY_GAMES = frozenset(
    f"ledger_runtime.{module}"
    for module in (
        "arguments",
        "clock",
        "commands",
        "ordering",
        "preparing",
        "waiting",
        "world",
    )
)
"""Modules whose methods look at what they are given."""
_ASKED_TOO = {
    "ledger_runtime.state.State": ("__init__", "prepare"),
    "ledger_runtime.decisions.Decisions": ("begin_dice",),
    "ledger_runtime.orders.Orders": ("pool_named",),
}
"""Methods of other classes that do."""


class Openness(Plugin):
    """Opens the classes of the runtime and of the modules that are compiled with it."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Let each compiled module know the decorator."""
        return [(10, _DECORATORS, -1)] if _is_compiled(file) else []

    def get_customize_class_mro_hook(
        self, fullname: str
    ) -> Callable[[ClassDefContext], None]:
        """Asked for each class, as its bases are known."""
        return _open


def _is_compiled(file: MypyFile) -> bool:
    """Whether a module lies in the working folder, where nothing else does."""
    return not os.path.isabs(file.path)


def _open(context: ClassDefContext) -> None:
    """Decorate a class, unless it is one of a kind that mypyc takes in its own way."""
    definition, info = context.cls, context.cls.info
    api = context.api
    if not _is_compiled(api.modules[info.module_name]):
        return
    if info.module_name in _ASKED_BY_GAMES:
        _take_anything(definition)
    elif info.fullname in _ASKED_TOO:
        _take_anything(definition, _ASKED_TOO[info.fullname])
    if definition.decorators or info.tuple_type or info.is_enum or info.is_protocol:
        return
    for base in info.mro[1:]:
        if base.fullname not in _BARE and (
            base.fullname.startswith(_OTHERS) or base.tuple_type or base.is_enum
        ):
            return
    names = api.globals  # type: ignore[attr-defined]
    if _NAME not in names:
        decorator = api.modules[_DECORATORS].names[_NAME].node
        names[_NAME] = SymbolTableNode(
            GDEF, decorator, module_public=False, module_hidden=True
        )
    call = CallExpr(
        NameExpr(_NAME),
        [NameExpr("True")],
        [ARG_NAMED],
        ["allow_interpreted_subclasses"],
    )
    call.set_line(definition)
    definition.decorators.append(call)


def _take_anything(definition: ClassDef, names: Sequence[str] = ()) -> None:
    """Let methods take any argument; all of them, or those with a name."""
    for statement in definition.defs.body:
        method = statement.func if isinstance(statement, Decorator) else statement
        if not isinstance(method, FuncDef) or (names and method.name not in names):
            continue
        if isinstance(method.type, CallableType):
            itself, *others = method.type.arg_types
            method.type.arg_types = [
                itself,
                *(AnyType(TypeOfAny.explicit) for _ in others),
            ]


def plugin(version: str) -> type[Plugin]:
    """What mypy asks a plugin for."""
    return Openness

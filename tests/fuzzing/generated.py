"""What generated Python may say: it does what rules do, and nothing else."""

from __future__ import annotations

import ast
import builtins

MODULES = frozenset(
    {
        "__future__",
        "collections.abc",
        "fractions",
        "ledger_runtime",
        "ledger_runtime.testing",
        "pytest",
        "typing",
    }
)
"""What it may import beside other generated modules."""

_BUILTIN_TEXT = """
AssertionError False None NotImplementedError True ValueError abs all any bool classmethod dict
enumerate filter float frozenset int isinstance iter len list map max min next object property
range repr reversed round set sorted staticmethod str sum super tuple type zip
"""
BUILTINS = frozenset(_BUILTIN_TEXT.split())
"""What it may use of Python's own names."""


def faults_of(text: str) -> list[str]:
    """What a generated module has in it that it must not have."""
    try:
        tree = ast.parse(text)
        compile(text, "generated", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f"it is no Python: {type(error).__name__}"]
    found: list[str] = []
    bound = _bound(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
            found += [f"imports {name}" for name in names if name not in MODULES]
        elif isinstance(node, ast.ImportFrom):
            if node.module not in MODULES and not _is_of_sources(node):
                found.append(f"imports from {node.module}")
        elif isinstance(node, ast.Name):
            if node.id not in bound and node.id not in BUILTINS:
                what = "Python's" if hasattr(builtins, node.id) else "an unbound"
                found.append(f"uses {what} name {node.id}")
        elif isinstance(node, ast.Attribute) and _is_dunder(node.attr):
            found.append(f"uses the attribute {node.attr}")
        elif isinstance(node, (ast.Global, ast.Nonlocal, ast.Await, ast.Yield)):
            found.append(f"has a {type(node).__name__}")
    return found


def _is_of_sources(node: ast.ImportFrom) -> bool:
    """The import of a catalog's module, as a play has it: by a name that a build can give."""
    return node.level == 0 and len(node.names) == 1


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name != "__init__"


def _bound(tree: ast.Module) -> set[str]:
    """Every name that the module binds, wherever."""
    bound: set[str] = {"__slots__", "__all__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
    return bound

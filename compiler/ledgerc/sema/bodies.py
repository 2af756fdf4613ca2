"""Bodies ready for elaboration: with the parameters of what they belong to in scope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledgerc.diagnostics import Note
from ledgerc.ir import expressions as ir
from ledgerc.ir.catalog import Parameter
from ledgerc.ir.types import Type
from ledgerc.sema.context import Analysis, ParameterType, Signature
from ledgerc.sema.report import Reporter
from ledgerc.sema.scope import Binding, Names, Scope
from ledgerc.sema.symbols import Kind, Symbol
from ledgerc.syntax import ast


def parameter_types(
    names: Sequence[ast.Name], report: Reporter
) -> tuple[ParameterType, ...]:
    """The parameters of a declaration, not inferred yet.

    One written twice is LG0201, one that hides a const or a single archetype LG0205.
    """
    seen: dict[str, ast.Name] = {}
    for name in names:
        hidden = report.symbols.get(Kind.CONSTANT, name.text) or _single(report, name)
        if hidden is not None:
            report.error(
                "LG0205",
                name.span,
                f"{name} already means something here",
                allowed="a name that is not in use",
                notes=[Note(f"the {hidden.kind.value} {name} is here", hidden.span)],
            )
        first = seen.setdefault(name.text, name)
        if first is not name:
            report.error(
                "LG0201",
                name.span,
                f"the parameter {name} is written twice",
                notes=[Note("it is written here first", first.span)],
            )
    return tuple(ParameterType(name) for name in seen.values())


def _single(report: Reporter, name: ast.Name) -> Symbol | None:
    found = report.symbols.get(Kind.ARCHETYPE, name.text)
    if found is None or not isinstance(found.node, ast.Archetype):
        return None
    return found if found.node.single else None


def signature(analysis: Analysis, kind: Kind, name: str) -> Signature:
    """The signature of a declared effect, ability, routine or formula."""
    return analysis.signatures[(kind, name)]


def parameters(signature_: Signature) -> tuple[Parameter, ...]:
    """The parameters of a declaration, for the IR."""
    return tuple(
        Parameter(each.name.text, each.type or Type.NUMBER, False, each.name.span)
        for each in signature_.parameters
    )


def bindings(signature_: Signature, owner: str, inferred: bool) -> list[Binding]:
    """The parameters as names in scope; ``owner``: ``effect``, ``ability`` or neither."""
    return [
        Binding(
            each.name.text,
            each.name.text,
            ir.Role.PARAMETER,
            each.type,
            False,
            each.name.span,
            inferred=inferred and each.type is None,
            owner=owner,
        )
        for each in signature_.parameters
    ]


def scope_with(bound: Iterable[Binding]) -> Scope:
    """A new scope in which the bindings are visible."""
    names = Names()
    scope = Scope(names)
    for binding in bound:
        scope.bindings[binding.name] = binding
        names.taken.add(binding.unique)
    return scope


def learn(signature_: Signature, bound: Sequence[Binding]) -> bool:
    """Take over what a reading of the body has shown of the parameters; whether it is new."""
    learnt = False
    for parameter, binding in zip(signature_.parameters, bound, strict=True):
        if parameter.type is not None:
            continue
        if binding.type is not None:
            parameter.type = binding.type
            learnt = True
        elif parameter.weak is None and binding.weak is not None:
            parameter.weak = binding.weak
            learnt = True
    return learnt

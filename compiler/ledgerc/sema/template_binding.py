"""Arguments of a template bound to its parameters, with faults told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from ledgerc.diagnostics import Note, nearest
from ledgerc.ir.walk import nodes_of
from ledgerc.records import field, record
from ledgerc.sema.report import WILD, Reporter
from ledgerc.sema.symbols import Kind
from ledgerc.sema.template_arguments import folded, is_argument
from ledgerc.source import Span
from ledgerc.syntax import ast

Environment: TypeAlias = dict[str, ast.Expression]


def wild(name: str, span: Span) -> ast.Expression:
    """What stands for a parameter without an argument: it fits everywhere."""
    return ast.Reference(ast.Name(f"{WILD}{name}", span), span)


@record()
class Binder:
    """Binds arguments. ``_constants`` are the values of the consts that sums have named."""

    report: Reporter
    _constants: dict[str, int | Fraction | None] = field(default_factory=dict)

    def bind(self, applied: ast.Applied, template: ast.Template) -> Environment:
        """The argument of each parameter; one that is missing fits everywhere (LG0419)."""
        names = [name.text for name in template.parameters]
        given: Environment = {}
        extra = 0
        for index, argument in enumerate(applied.arguments):
            if argument.name is not None:
                name = argument.name.text
                if name not in names:
                    extra += 1
                    if self._is_misspelt_parameter(name, names):
                        continue
                    self.report.error(
                        "LG0419",
                        argument.name.span,
                        f"the template {template.name} has no parameter {name}",
                        allowed=", ".join(names) or "no arguments",
                        suggestion=nearest(name, names),
                    )
                    continue
            elif index < len(names):
                name = names[index]
            else:
                extra += 1
                continue
            if name in given:
                self.report.error(
                    "LG0419",
                    argument.span,
                    f"{name} of {template.name} is given twice",
                )
            value = self.worked_out(argument.value)
            self._check_argument(value, name, template)
            given.setdefault(
                name, value if is_argument(value) else wild(name, value.span)
            )
        missing = [name for name in names if name not in given]
        unnamed = [each for each in applied.arguments if each.name is None]
        if len(unnamed) > len(names) or (missing and not extra):
            self.report.error(
                "LG0419",
                applied.span,
                f"the template {template.name} takes {len(names)} "
                f"{'argument' if len(names) == 1 else 'arguments'}"
                + (f", and {', '.join(missing)} is missing" if missing else ""),
                allowed=(
                    f"{template.name}({', '.join(names)})"
                    if names
                    else template.name.text
                ),
                notes=[Note(f"{template.name} is declared here", template.name.span)],
            )
        for name in missing:
            given[name] = wild(name, applied.span)
        return given

    def worked_out(self, value: ast.Expression) -> ast.Expression:
        """An argument with its sums of numbers and consts worked out."""
        return folded(value, self._constant)

    def _is_misspelt_parameter(self, name: str, names: Sequence[str]) -> bool:
        """Whether the parameter, not this argument, is misspelt: nothing names it as it is."""
        near = nearest(name, names)
        return near is not None and near in self.report.idle_parameters

    def _names_no_const(self, value: ast.Expression) -> bool:
        """Whether a sum names something that is no const, which is then told."""
        told = False
        for each in nodes_of(value, ast.Reference):
            if self.report.symbols.get(Kind.CONSTANT, each.name.text) is None:
                self.report.unresolved(each.name, (Kind.CONSTANT,))
                told = True
        return told

    def _constant(self, name: ast.Name) -> int | Fraction | None:
        """The value of a const in a sum, or None if it has none; faults are told with it."""
        symbol = self.report.symbols.get(Kind.CONSTANT, name.text)
        if symbol is None:
            return None
        symbol.uses += 1
        if name.text not in self._constants:
            self._constants[name.text] = None  # a const of itself has no value
            assert isinstance(symbol.node, ast.Const)
            value = folded(symbol.node.value, self._constant)
            if isinstance(value, ast.Reference):
                self._constants[name.text] = self._constant(value.name)
            elif isinstance(value, ast.Number):
                self._constants[name.text] = value.value
        return self._constants[name.text]

    def _check_argument(
        self, value: ast.Expression, name: str, template: ast.Template
    ) -> None:
        if not is_argument(value) and not self._names_no_const(value):
            self.report.error(
                "LG0419",
                value.span,
                f"{name} of {template.name} must be a number or the name of a declared thing",
            )

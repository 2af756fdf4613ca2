"""Names of declared things where they stand: resolved, of the kind that belongs there."""

from __future__ import annotations

from ledgerc.diagnostics import Note, nearest
from ledgerc.sema.context import Body
from ledgerc.sema.report import WILD
from ledgerc.sema.symbols import Kind, Symbol
from ledgerc.syntax import ast


def named(body: Body, kind: Kind, name: ast.Name) -> str | None:
    """The thing of ``kind`` that ``name`` names, or None after a report."""
    found = body.report.resolve(name, (kind,), also=body.template_parameters)
    return name.text if found is not None else None


def tag_named(body: Body, name: ast.Name) -> str | None:
    """A tag."""
    return named(body, Kind.TAG, name)


def zone_named(body: Body, name: ast.Name) -> str | None:
    """A zone."""
    return named(body, Kind.ZONE, name)


def link_named(body: Body, name: ast.Name) -> str | None:
    """A link."""
    return named(body, Kind.LINK, name)


def pool_named(body: Body, name: ast.Name) -> str | None:
    """A pool."""
    return named(body, Kind.POOL, name)


def tags_named(body: Body, names: tuple[ast.Name, ...]) -> tuple[str, ...]:
    """Tags, each once; one that is written twice is reported (LG0417)."""
    return names_once(body, Kind.TAG, names)


def names_once(body: Body, kind: Kind, names: tuple[ast.Name, ...]) -> tuple[str, ...]:
    """Things of a kind, each once; one that is written twice is reported (LG0417)."""
    seen: dict[str, ast.Name] = {}
    for name in names:
        first = seen.get(name.text)
        if first is not None and not name.text.startswith(WILD):
            body.report.error(
                "LG0417",
                name.span,
                f"the {kind.value} {name.text} is written twice",
                notes=[Note("it is written here first", first.span)],
            )
        elif named(body, kind, name) is not None:
            seen[name.text] = name
    return tuple(seen)


def thing_named(body: Body, kind: Kind, applied: ast.Applied) -> Symbol | None:
    """An effect, ability or archetype by name; of a template, arguments would have made one."""
    found = body.report.resolve(applied.name, (kind,), also=body.template_parameters)
    if found is not None and found.is_template:
        body.report.error(
            "LG0419",
            applied.span,
            f"{found.name} is a template of {kind.phrase}: it needs its arguments",
            notes=[Note(f"{found.name} is declared here", found.span)],
        )
        return None
    return found


def effect_named(body: Body, applied: ast.Applied) -> str | None:
    """An effect that is only named, so that it takes no arguments here."""
    found = thing_named(body, Kind.EFFECT, applied)
    if found is None:
        return None
    no_arguments(body, applied)
    return found.name


def no_arguments(body: Body, applied: ast.Applied) -> None:
    """Report arguments where a thing is only named (LG0303)."""
    if applied.arguments:
        body.report.error(
            "LG0303",
            applied.span,
            f"{applied.name} takes no arguments here",
            allowed=applied.name.text,
        )


def doable_named(body: Body, name: ast.Name) -> tuple[str, bool] | None:
    """An ability, or a tag of abilities (True), or None after a report."""
    found = body.report.resolve(
        name, (Kind.ABILITY, Kind.TAG), also=body.template_parameters
    )
    if found is None:
        return None
    return found.name, found.kind is Kind.TAG


def argument_nodes(
    body: Body, applied: ast.Applied, parameters: tuple[str, ...]
) -> list[ast.Expression] | None:
    """The arguments of an effect or ability in the order of its parameters.

    They stand by place or as ``name: value``; LG0303 for too few, too many, one twice or one
    that is no parameter; None then.
    """
    given: dict[str, ast.Expression] = {}
    sound = True
    for index, argument in enumerate(applied.arguments):
        if argument.name is not None:
            name = argument.name.text
            if name not in parameters:
                body.report.error(
                    "LG0303",
                    argument.name.span,
                    f"{applied.name} has no parameter {name}",
                    allowed=", ".join(parameters) or "no arguments",
                    suggestion=nearest(name, parameters),
                )
                sound = False
                continue
        elif index < len(parameters):
            name = parameters[index]
        else:
            continue
        if name in given:
            body.report.error(
                "LG0303", argument.span, f"{name} of {applied.name} is given twice"
            )
            sound = False
        given[name] = argument.value
    missing = [name for name in parameters if name not in given]
    if sound and (missing or len(applied.arguments) > len(parameters)):
        listed = ", ".join(parameters)
        body.report.error(
            "LG0303",
            applied.span,
            (
                f"{applied.name} lacks {', '.join(missing)}"
                if missing
                else f"{applied.name} is given {len(applied.arguments)} arguments, "
                f"and takes {len(parameters)}"
            ),
            allowed=f"{applied.name}({listed})" if parameters else applied.name.text,
        )
        sound = False
    return [given[name] for name in parameters] if sound else None

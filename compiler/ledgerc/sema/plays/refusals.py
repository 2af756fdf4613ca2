"""Refusals that a play expects: their codes and texts (docs/language.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerc.diagnostics import nearest
from ledgerc.ir import catalog as ir
from ledgerc.sema.plays.context import Steps
from ledgerc.syntax import ast

REQUIREMENT = "Requirement"
FORBIDDEN = "Forbidden"
CODES = (
    "Gone",
    "NotGranted",
    "WrongPhase",
    "MissingProp",
    "UnknownProp",
    "OutOfBounds",
    "NoTarget",
    FORBIDDEN,
    REQUIREMENT,
    "CannotAfford",
    "Prevented",
)
"""Why a command is refused, in the order in which an order is checked; the last of a change."""


def refusal(
    steps: Steps, node: ast.Refusal | None, ability: str | None
) -> tuple[str | None, str | None]:
    """The code and text of an expected refusal, each None where it is not written.

    ``ability``: the one that was ordered, if it was one; only its requirements can refuse it.
    Reports a code that is none (LG0508), and a text that nothing says (LG0509).
    """
    if node is None:
        return None, None
    code = node.reason.text
    if code not in CODES:
        steps.report.error(
            "LG0508",
            node.reason.span,
            f"{code} is no reason for which a command is refused",
            allowed=", ".join(CODES),
            suggestion=nearest(code, CODES),
        )
        return None, None
    if node.message is None:
        return code, None
    _check_text(steps, code, node.message, ability)
    return code, node.message.value


def _check_text(steps: Steps, code: str, text: ast.Text, ability: str | None) -> None:
    if code not in (REQUIREMENT, FORBIDDEN):
        steps.report.error(
            "LG0509",
            text.span,
            f"a refusal {code} comes without a text",
            allowed=code,
        )
        return
    catalog = steps.catalog
    said = tuple(
        dict.fromkeys(
            _requirements(catalog, ability)
            if code == REQUIREMENT
            else _forbiddances(catalog, ability)
        )
    )
    if text.value in said:
        return
    who = f"of {ability} " if ability else ""
    what = "requirement" if code == REQUIREMENT else "forbids"
    steps.report.error(
        "LG0509",
        text.span,
        f"no {what} {who}says this",
        allowed=", ".join(f'"{each}"' for each in said) or f"{code} comes from none",
        suggestion=nearest(text.value, said),
    )


def _requirements(catalog: ir.Catalog, ability: str | None) -> Iterator[str]:
    for each in catalog.abilities:
        if ability is None or each.name == ability:
            yield from (requirement.reason for requirement in each.requirements)


def _forbiddances(catalog: ir.Catalog, ability: str | None) -> Iterator[str]:
    tags = catalog.ability[ability].tags if ability is not None else ()
    for effect in catalog.effects:
        for forbids in effect.forbids:
            if ability is None or (
                forbids.ability in tags
                if forbids.by_tag
                else forbids.ability == ability
            ):
                yield forbids.reason

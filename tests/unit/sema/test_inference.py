"""What is known of parameters whose types stand nowhere."""

from __future__ import annotations

import pytest

from ledgerc.ir.catalog import Catalog
from ledgerc.ir.types import Type
from tests.unit.sema.support import catalog_of

BASE = """
link team
allegiance team
stat Finesse
pool Health max 10
damage Health
query Cover(a, b) default 0
query Luck(n) default 1
"""


def types(catalog: Catalog, name: str) -> list[Type]:
    """The types of the parameters of whatever has the name."""
    parameters = {
        **{each.name: each.parameters for each in catalog.formulas},
        **{each.name: each.parameters for each in catalog.routines},
        **{each.name: each.parameters for each in catalog.effects},
        **{each.name: each.parameters for each in catalog.queries},
    }
    return [parameter.type for parameter in parameters[name]]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (
            "formula Bonus(a, b) = a.Finesse - Cover(a, b)",
            "Bonus",
            [Type.ENTITY, Type.ENTITY],
        ),
        ("formula F(n) = Luck(n) + 2 * n", "Luck", [Type.NUMBER]),
        (
            "formula F(n) = Luck(n)\neffect E\n  on gained\n    gain Health F(3)",
            "Luck",
            [Type.NUMBER],
        ),
        ("formula F(x, y) = distance(x, y) + Cover(x, y)", "F", [Type.ENTITY] * 2),
        ("formula F(x) = G(x)\nformula G(x) = count(x)", "F", [Type.SELECTION]),
        (
            "formula Same(x) = x\neffect E\n  on gained\n    let y = first(enemies)\n"
            "    deal Same(y).Finesse to holder",
            "Same",
            [Type.ENTITY],
        ),
        ("effect E(x, y)\n  on gained\n    do R(x)\nroutine R(x)\n  destroy x", "E",
         [Type.ENTITY, Type.NUMBER]),
        (
            "effect E(x)\n  innate\nability A\n  give E(x: holder) to holder",
            "E",
            [Type.ENTITY],
        ),
        ("stat Might = F(holder)\nformula F(x) = 1", "F", [Type.ENTITY]),
        (
            "phases Dawn Dusk\nformula F(x, y) = if x == Dawn or Dusk != y then 1 else 0",
            "F",
            [Type.PHASE, Type.PHASE],
        ),
    ],
)  # fmt: skip
def test_a_parameter_is_what_its_uses_and_calls_show(
    text: str, name: str, expected: list[Type]
) -> None:
    assert types(catalog_of(BASE + text + "\n"), name) == expected


@pytest.mark.parametrize("backward", [False, True])
def test_a_type_goes_through_as_many_effects_as_pass_it_on(backward: bool) -> None:
    effects = [
        f"effect E{number}(v)\n  on gained\n    give E{number + 1}(v) to holder\n"
        for number in range(12)
    ]
    effects.append("effect E12(v)\n  on gained\n    deal 1 to v\n")
    catalog = catalog_of(BASE + "".join(reversed(effects) if backward else effects))
    assert types(catalog, "E0") == [Type.ENTITY]

"""``renamed OLD to NEW`` (docs/language.md, section 2): what it comes to and what it cannot say."""

from __future__ import annotations

import time

import pytest

from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.ir.catalog import Catalog, Rename
from ledgerc.ir.verify import verify
from ledgerc.sema.analysis import analyse_files
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger


def analysed(text: str) -> tuple[Catalog | None, list[Diagnostic]]:
    sink = Sink()
    source = SourceFile("game.ledger", text)
    file = parse_ledger(source, sink)
    found = analyse_files([file], sink, {"game.ledger": source})
    return found.catalog, sink.found


def renames(text: str) -> dict[tuple[str, str], str]:
    catalog, found = analysed(text)
    assert catalog is not None, [each.message for each in found]
    verify(catalog)
    made: tuple[Rename, ...] = catalog.renames
    return {(each.kind, each.old): each.new for each in made}


def test_a_rename_holds_for_each_kind_that_the_new_name_is() -> None:
    found = renames(
        "stat Strike\nability Strike\n  settle\ntags Fast\n"
        "renamed Attack to Strike\nrenamed Quick to Fast\n"
    )
    assert found == {
        ("stat", "Attack"): "Strike",
        ("ability", "Attack"): "Strike",
        ("tag", "Quick"): "Fast",
    }


def test_where_the_old_name_is_something_else_now_that_kind_is_left_out() -> None:
    found = renames(
        "stat Might\nability Might\n  settle\nability Attack\n  settle\n"
        "renamed Attack to Might\n"
    )
    assert found == {("stat", "Attack"): "Might"}


def test_a_chain_leads_to_the_last_name() -> None:
    found = renames("zone D\nrenamed A to B\nrenamed B to C\nrenamed C to D\n")
    assert found == {("zone", old): "D" for old in "ABC"}


def test_a_pool_takes_its_changes_along() -> None:
    found = renames("pool Life\nrenamed Health to Life\n")
    assert found["event", "gain Health"] == "gain Life"
    assert len(found) == 4


def test_instances_of_a_template_are_renamed_with_it_and_with_what_it_is_given() -> (
    None
):
    found = renames(
        "pool Life max 5\ndamage Life as Flame\nstages Soak\n"
        "template effect Resists(kind)\n  before kind of holder at Soak\n    absorb 1\n"
        "archetype One\n  full Life\n  has Resists(Flame)\n"
        "renamed Fire to Flame\nrenamed Withstands to Resists\n"
    )
    assert found["effect", "Withstands_Flame"] == "Resists_Flame"
    assert found["effect", "Resists_Fire"] == "Resists_Flame"
    assert found["effect", "Withstands_Fire"] == "Resists_Flame"


def test_a_parameter_is_renamed_by_what_its_effect_is_called_now() -> None:
    found = renames(
        "stat Might\neffect Burns(heat)\n  adds Might heat\n"
        "renamed Burning to Burns\nrenamed Burns.a to b\nrenamed Burns.b to heat\n"
    )
    assert found["parameter", "Burns.a"] == "heat"
    assert found["parameter", "Burns.b"] == "heat"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("pool A\npool B\nrenamed A to B\n", "LG0441", "still declared"),
        ("pool A\nrenamed A to A\n", "LG0442", "ring"),
        ("pool C\nrenamed A to B\nrenamed B to A\n", "LG0442", "ring"),
        (
            "pool B\npool C\nrenamed A to B\nrenamed A to C\n",
            "LG0442",
            "cannot be both",
        ),
        ("const B 3\nrenamed A to B\n", "LG0443", "no save names"),
        ("pool Vigor\nrenamed Health to Vigour\n", "LG0203", "Vigour"),
        (
            "stat S\neffect E(p)\n  adds S p\nrenamed E.a to q\n",
            "LG0443",
            "no parameter q",
        ),
        (
            "stat S\neffect E(p, q)\n  adds S p + q\nrenamed E.p to q\n",
            "LG0441",
            "still has a parameter p",
        ),
        (
            "stat S\neffect E(p)\n  adds S p\nrenamed E.a to b\nrenamed E.b to a\n",
            "LG0442",
            "ring",
        ),
        (
            "stat S\ntemplate effect E(p)\n  adds S p\narchetype X\n  has E(1)\n"
            "renamed E.a to p\n",
            "LG0443",
            "takes nothing",
        ),
        ("renamed Burnt.a to b\n", "LG0203", "Burnt"),
    ],
)
def test_what_a_rename_cannot_say(text: str, code: str, said: str) -> None:
    _, found = analysed(text)
    assert [each.code for each in found] in ([code], [code, code])
    assert said in found[0].message


def test_ten_thousand_renames_are_read_in_linear_time() -> None:
    chain = "".join(f"renamed N{n} to N{n + 1}\n" for n in range(10_000))
    started = time.process_time()
    found = renames(f"zone N10000\n{chain}")
    assert time.process_time() - started < 20
    assert found["zone", "N0"] == "N10000"

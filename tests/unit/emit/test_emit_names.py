"""Identifiers: who keeps a name, what is renamed, what never clashes."""

from __future__ import annotations

import keyword

import pytest

from ledgerc.emit.identifiers import Allocator, identifier_of, snake_case
from ledgerc.emit.naming import name_catalog
from ledgerc.emit.setting import context_of
from tests.unit.emit.emitted import HEAD, catalog_of, compiled, text_of

CLASH = """
rate 10
link team
allegiance team
stat Attack
pool Health max 9
damage Health
tags Steady
event Ready Attack Recruit turn_started
effect Ready
  tags Steady
ability Attack
  note "!"
formula Health(of) = of.Health
archetype Recruit
  full Health
  has Ready
  grants Attack
"""


def test_kinds_that_share_a_name_keep_it_in_a_fixed_order() -> None:
    names = name_catalog(catalog_of(CLASH))
    assert names.archetype["Recruit"] == "Recruit"
    assert names.ability["Attack"] == "Attack"
    assert names.effect["Ready"] == "Ready"
    assert names.event["Ready"] == "ReadyEvent"
    assert names.event["Attack"] == "AttackEvent"
    assert names.event["Recruit"] == "RecruitEvent"
    assert names.attribute["Attack"] == "Attack"
    assert names.formula["Health"] == "Health"


def test_what_was_renamed_stands_in_the_docstring() -> None:
    rules = compiled(CLASH, head="")
    assert "event Ready: `ReadyEvent`" in rules.__doc__


@pytest.mark.parametrize(
    "name", [*keyword.kwlist, "print", "int", "Entity", "World", "runtime"]
)
def test_reserved_words_get_an_underscore(name: str) -> None:
    catalog = catalog_of(f"rate 10\nstat {name}_x\narchetype {name}1\n")
    assert name_catalog(catalog).archetype[f"{name}1"] == f"{name}1"
    reserved = (
        catalog_of(f"rate 10\nevent {name}\narchetype Thing\n")
        if name not in _WORDS
        else None
    )
    if reserved is not None:
        assert name_catalog(reserved).event[name] == f"{name}_"


_WORDS = frozenset(
    ["and", "or", "not", "if", "else", "in", "is", "for", "with", "as", "from", "at"]
)
"""Python's keywords that the language reserves or reads as words of its own."""


def test_an_allocator_gives_each_name_once() -> None:
    allocator = Allocator({"taken"})
    assert [allocator.allocate("taken") for _ in range(3)] == [
        "taken_",
        "taken_2",
        "taken_3",
    ]
    assert allocator.allocate("free", "Effect") == "free"
    assert allocator.allocate("free", "Effect") == "freeEffect"


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("PainDraw", "PainDraw"),
        ("Resists(Fire, 25%)", "Resists_Fire_25_percent"),
        ("2nd", "n_2nd"),
        ("Armed(-0.5)", "Armed_0_5"),
    ],
)
def test_any_declared_name_becomes_an_identifier(text: str, identifier: str) -> None:
    assert identifier_of(text) == identifier
    assert identifier_of(text).isidentifier()


def test_instances_are_called_in_snake_case() -> None:
    assert [snake_case(each) for each in ("PainDraw", "Ward", "HPLow2Mid")] == [
        "pain_draw",
        "ward",
        "hp_low2_mid",
    ]


def test_locals_share_an_identifier_only_with_their_own_type() -> None:
    local = context_of(catalog_of(CLASH)).names.locals()
    assert local.name("mine", "int") == "mine"
    assert local.name("mine", "int") == "mine"
    assert local.name("mine", "Entity") == "mine_"
    assert local.name("Recruit", "int") == "Recruit_"
    assert local.name("w", "int") == "w_"


def test_an_event_named_like_a_parameter_is_still_meant() -> None:
    rules = compiled("""
damage Health as order
damage Health as subject
ability Hit
  target one any
  deal 1 order to target
  deal 1 subject to target
archetype Hitter from Fighter(1, 9)
  grants Hit
""")
    w = rules.World()
    u = w.make(rules.Hitter)
    assert w.act(u, rules.Hit, u).done
    assert u.Health == 7


def test_a_renamed_slot_is_never_what_another_is_declared_as() -> None:
    rules = compiled("""
link class class_ order
pool print max 5
pool print_ max 5
prop for min 0
prop for_ min 0
event Met with for, for_, class, class_, order
ability Meet
  takes for for_
  gain print event.for
  gain print_ event.for_
archetype Meeter
  pools print print_
  grants Meet
""")
    w = rules.World()
    u, v = w.make(rules.Meeter), w.make(rules.Meeter)
    names = name_catalog(catalog_of("prop for\nprop for_\n"))
    assert names.carried == {"for": "for_2", "for_": "for_"}
    w.act(u, rules.Meet, for_=1, for_2=2)
    assert (u.print_, u.print_2) == (1, 2)
    came = w.raise_event(rules.Met, u, for_=1, for_2=2, class_=u, class_2=v, order=v)
    met = came.entries[0]
    assert (met.for_, met.for_2, met.class_, met.class_2) == (1, 2, u, v)
    assert met.order is v
    child = w.make(rules.Meeter, class_=u, class_2=v, print_=3)
    assert (child.class_, child.class_2, child.print_) == (u, v, 3)


@pytest.mark.parametrize("word", ["actor", "ability", "world"])
def test_a_prop_may_be_named_like_what_is_given_by_position(word: str) -> None:
    rules = compiled(f"""
prop {word} min 0
ability Pay
  takes {word}
  requires event.{word} < 9 else "too much"
  spend Health event.{word}
archetype Payer from Fighter(1, 10)
  grants Pay
""")
    w = rules.World()
    payer = w.make(rules.Payer)
    assert w.can(payer, rules.Pay, **{word: 2}) is None
    assert [each.text() for each in w.orders(payer, **{word: 9})] == []
    assert len(w.orders(payer, **{word: 2})) == 1
    assert "too much" in w.explain_order(payer, rules.Pay, **{word: 9}).text()
    assert w.act(payer, rules.Pay, **{word: 2}).done
    assert payer.Health == 8


WORDS_OF_CLASSES = ("name", "bit", "tags", "pools", "grants", "deaths", "math", "play")


@pytest.mark.parametrize("word", WORDS_OF_CLASSES)
def test_what_is_named_like_a_part_of_a_class_is_still_meant(word: str) -> None:
    rules = compiled(f"""
event {word} Other
effect Doomed
  dies at no Health raising Other
  dies when holder.Health < 3 raising {word}
  after Other of holder
    note "other"
ability {word}
  deal 8 to holder
effect Heard
  after {word} of any
    gain Health 1
archetype Doer from Fighter(1, 10)
  has Doomed
  grants {word}
archetype Witness from Fighter(1, 9)
  with Health = 5
  has Heard
""")
    w = rules.World()
    u, witness = w.make(rules.Doer), w.make(rules.Witness)
    (order,) = w.orders(u)
    assert w.obey(order).done
    assert u.gone
    assert witness.Health == 6


def test_a_number_has_a_name_only_where_it_is_read() -> None:
    text = text_of(catalog_of(HEAD + """
effect Poisoned
  lasts 1.5 seconds
  every 0.5 seconds
    deal 2.5 to holder
  every 2.5 seconds
    deal 1 to holder
"""))
    assert "decimal_2_5: Final[runtime.Number] = Fraction(5, 2)" in text
    assert "decimal_1_5" not in text
    assert "decimal_0_5" not in text


def test_the_same_catalog_gives_the_same_names() -> None:
    catalog = catalog_of(CLASH)
    first, second = name_catalog(catalog), name_catalog(catalog)
    assert first.public() == second.public()
    assert first.renamed == second.renamed


def test_a_name_that_is_another_in_python_is_listed_by_its_kind() -> None:
    text = text_of(
        catalog_of(
            "pool Health max 10\ndamage Health as lambda\nhealing Health as class\n"
            "event None\nability print\n"
        ),
        formatted=True,
    )
    listed = [line for line in text.splitlines() if line.startswith("- ")]
    assert listed == [
        "- ability print: `print_`",
        "- event None: `None_`",
        "- damage lambda: `lambda_`",
        "- healing class: `class_`",
    ]

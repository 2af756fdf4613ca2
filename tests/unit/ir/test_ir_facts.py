"""What is known of a whole catalog: who gives and holds an effect, what a rule may do."""

from __future__ import annotations

from ledgerc.ir import catalog as ir
from ledgerc.ir import expressions as e
from ledgerc.ir import statements as s
from ledgerc.ir.facts import (
    Certainty,
    Giver,
    GiverKind,
    doings,
    givers,
    holders_from_start,
)
from ledgerc.ir.types import Type
from tests.unit.ir.small_catalog import (
    SMALL,
    ability,
    amount,
    archetype,
    at,
    catalog_with,
    effect,
    give,
    holder,
    number,
    prevent,
    routine,
    rule,
    shielded,
)

SPAN = at(1)
TRUE = e.Truth(True, SPAN)


def branch(then: s.Statement, *otherwise: s.Statement) -> s.If:
    return s.If((s.Branch(TRUE, (then,), SPAN),), otherwise, SPAN)


def test_holders_from_the_start_are_in_catalog_order() -> None:
    made = (archetype("B", "Shielded"), archetype("C"), archetype("A", "Shielded"))
    assert holders_from_start(catalog_with(archetypes=made), "Shielded") == ("B", "A")


def test_givers_are_effects_then_abilities_through_routines() -> None:
    call = s.Do("Bless", (), SPAN)
    catalog = catalog_with(
        effects=(
            shielded(),
            effect("Pious", rule(2, (call,), moment=ir.Moment.AFTER)),
        ),
        abilities=(ability("Pray", call), ability("Wait")),
        routines=(
            routine("Bless", s.Do("Cover", (), SPAN)),
            routine("Cover", give("Shielded")),
        ),
    )
    assert givers(catalog, "Shielded") == (
        Giver(GiverKind.EFFECT, "Pious"),
        Giver(GiverKind.ABILITY, "Pray"),
    )
    assert givers(catalog, "Pious") == ()


def test_a_routine_that_nothing_calls_gives_by_itself() -> None:
    catalog = catalog_with(routines=(routine("Setup", give("Shielded")),))
    assert givers(catalog, "Shielded") == (Giver(GiverKind.ROUTINE, "Setup"),)


def test_an_aura_gives_what_it_has() -> None:
    everybody = e.Select(e.InPlay(e.Scope.ALLIES, holder(), SPAN), (), SPAN)
    held = (ir.HeldEffect("Shielded", (), SPAN),)
    aura = ir.Aura(everybody, "it", (), (), held, SPAN)
    catalog = catalog_with(effects=(shielded(), effect("Banner", auras=(aura,))))
    assert givers(catalog, "Shielded") == (Giver(GiverKind.EFFECT, "Banner"),)


def test_a_ward_prevents_stops_and_changes_the_world() -> None:
    found = doings(SMALL, SMALL.effects[0].rules[0])
    assert found.prevents is Certainty.ALWAYS
    assert found.stops_phase is Certainty.ALWAYS
    assert found.changes_world
    assert found.redirects is Certainty.NEVER
    assert not found.reads_dice
    assert not found.asks_choice
    assert not found.asks_game


def test_what_happens_on_some_ways_only_may_happen() -> None:
    assert doings(SMALL, rule(1, (branch(prevent()),))).prevents is Certainty.SOMETIMES
    both = branch(prevent(), prevent())
    assert doings(SMALL, rule(1, (both,))).prevents is Certainty.ALWAYS


def test_nothing_after_a_raise_or_stop_is_certain() -> None:
    raised = s.Raise("Died", holder(), None, (), (), True, SPAN)
    found = doings(SMALL, rule(1, (raised, prevent())))
    assert found.prevents is Certainty.SOMETIMES


def test_changing_the_event_changes_nothing_beyond_it() -> None:
    body = (
        s.Absorb(number(1), SPAN),
        s.SetAmount(amount(), SPAN),
        s.Redirect(holder(), SPAN),
    )
    found = doings(SMALL, rule(1, body))
    assert not found.changes_world
    assert found.absorbs is found.changes_amount is found.redirects is Certainty.ALWAYS
    assert found.stops_phase is Certainty.NEVER


def test_doings_follow_routines_formulas_stats_and_performed_abilities() -> None:
    roll = e.Roll(number(6), SPAN)
    lucky = ir.Formula("Luck", (), Type.NUMBER, True, roll, "", SPAN)
    call = e.CallFormula("Luck", (), Type.NUMBER, True, SPAN)
    cover = e.AskQuery("Cover", (), False, SPAN)
    choice = s.Choose(
        "c", "c", Type.WORD, 1, number(1), (), ("A", "B"), holder(), False, SPAN
    )
    catalog = catalog_with(
        formulas=(lucky,),
        routines=(routine("Try", s.Let("x", Type.NUMBER, True, call, SPAN)),),
        stats=(
            *SMALL.stats,
            ir.Stat("Hidden", cover, None, None, False, False, "", SPAN),
        ),
        abilities=(ability("Pick", choice, tags=("Guard",)),),
    )
    by_routine = rule(1, (s.Do("Try", (), SPAN),))
    assert doings(catalog, by_routine).reads_dice
    assert not doings(catalog, by_routine).changes_world
    hidden = e.Compare(
        ">", e.ReadStat(holder(), "Hidden", False, SPAN), number(0), SPAN
    )
    assert doings(catalog, rule(1, (), when=hidden)).asks_game
    for ability_or_tag, by_tag in (("Pick", False), ("Guard", True)):
        perform = s.Perform(ability_or_tag, by_tag, None, holder(), SPAN)
        found = doings(catalog, rule(1, (perform,)))
        assert found.asks_choice
        assert found.changes_world

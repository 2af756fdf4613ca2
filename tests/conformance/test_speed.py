"""What must not become slow: ratios and exponents of the benchmark, with slack for a busy machine.

``python -m tests.bench.rules`` measures the same closely; ``docs/performance.md`` has its table.
"""

from __future__ import annotations

import pytest

import ledger_runtime

if ledger_runtime.NATIVE:  # has a benchmark of its own, tests.bench.native
    pytest.skip(
        "counts CPython's instructions and compares with interpreted rules by hand",
        allow_module_level=True,
    )

from tests.bench.rules import attack, counting, deal, scale
from tests.bench.rules.first import beside_first
from tests.bench.rules.matches import MATCHES

ROUNDS = 5


def test_rules_by_hand_come_to_the_same() -> None:
    for mix in deal.MIXES:
        deal.check_equal(mix)


def test_a_deal_costs_no_more_than_a_few_of_an_experts() -> None:
    measured = deal.ratios("mix", ROUNDS)
    assert measured["expert"] < 3
    assert measured["bus"] < 1.5
    assert measured["walk"] < 0.75


def test_a_hit_that_no_rule_meets_costs_little_more_than_an_experts() -> None:
    assert deal.ratios("none", ROUNDS)["expert"] < 2


def test_a_rule_costs_nothing_for_those_it_is_not_about() -> None:
    """Not a time: the very instructions are the same."""
    assert counting.of_a_hit(counting.MORE) == counting.of_a_hit("")


def test_a_hit_takes_few_instructions_more_than_an_experts() -> None:
    for mix, most in (("none", 1.5), ("armor", 2.2), ("draw", 2.2), ("thorns", 2.2)):
        ours, by_hand = counting.of_a_mix(mix)
        assert ours < most * by_hand, (mix, ours, by_hand)


def test_an_attack_takes_few_instructions_more_than_on_a_bus() -> None:
    ours, on_bus = attack.instructions_of_one()
    assert ours < 4.5 * on_bus, (ours, on_bus)


@pytest.mark.parametrize("count", scale.MODIFIERS)
def test_a_stat_is_read_about_as_fast_as_a_cache(count: int) -> None:
    assert scale.stat(count, ROUNDS) < 2


@pytest.mark.parametrize(("name", "path", "module", "setup"), MATCHES)
def test_a_match_is_no_slower_than_with_the_first_version(
    name: str, path: str, module: str, setup: str
) -> None:
    assert beside_first(path, module, setup, 3).times_faster > 0.85, name


def test_an_attack_costs_the_same_with_many_cards_and_many_idle() -> None:
    grows = attack.growth(ROUNDS)
    assert grows["cards"] < 0.15
    assert grows["idle"] < 0.2


def test_an_area_hit_grows_with_the_number_hit() -> None:
    assert scale.area(100, 2000, 3) < 1.25

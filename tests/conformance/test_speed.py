"""What must not become slow: ratios and exponents of the benchmark, with slack for a busy machine.

``python -m tests.bench.rules`` measures the same closely; ``docs/performance.md`` has its table.
"""

from __future__ import annotations

from tests.bench.rules import attack, deal, scale

ROUNDS = 5


def test_rules_by_hand_come_to_the_same() -> None:
    for mix in deal.MIXES:
        deal.check_equal(mix)


def test_a_deal_costs_no_more_than_a_few_of_an_experts() -> None:
    measured = deal.ratios("mix", ROUNDS)
    assert measured["expert"] < 5.5
    assert measured["bus"] < 2.5
    assert measured["walk"] < 1.3


def test_a_hit_that_no_rule_meets_costs_little_more_than_an_experts() -> None:
    assert deal.ratios("none", ROUNDS)["expert"] < 4


def test_an_attack_costs_the_same_with_many_cards_and_many_idle() -> None:
    grows = attack.growth(ROUNDS)
    assert grows["cards"] < 0.15
    assert grows["idle"] < 0.2


def test_an_area_hit_grows_with_the_number_hit() -> None:
    assert scale.area(100, 2000, 3) < 1.25

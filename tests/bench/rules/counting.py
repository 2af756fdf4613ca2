"""What a rule costs those whom it cannot be about: counted, instruction by instruction.

The same hits are dealt under ``volley.ledger`` and under that catalog with more rules: such as only
others hold, such as nobody holds, and such as are about another pool. CPython tells each
instruction that it executes (``f_trace_opcodes``), so this is a count and no measurement.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from tests.bench.rules import deal
from tests.bench.rules.catalogs import own
from tests.bench.rules.measure import Row

MORE = """
pool Barrier whole
damage Barrier as Breach

effect HeldByOthers
  before Damage of holder at Ward when event.amount > 1
    prevent
  after Damage of holder
    gain holder.owner.Cards 1

effect HeldByNobody
  before Damage of any at Armor when event.amount > 1
    prevent
  after Damage of other ally
    gain holder.owner.Cards 1

effect AboutAnotherPool
  before Breach of holder
    prevent
  after Breach of holder
    gain holder.owner.Cards 1
"""


def instructions(sample: Callable[[], object]) -> int:
    """How many instructions Python executes in a call."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode":
            count += 1
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        sample()
    finally:
        sys.settrace(outer)
    return count


def of_a_hit(more: str, held: str = "") -> int:
    """The instructions of a hit on one who holds an effect or none, under more rules or none."""
    rules = own("volley", more)
    w = rules.World(1)
    players = [w.make(rules.Player) for _ in range(2)]
    archer = w.make(rules.Archer, owner=players[0])
    target = w.make(rules.Target, owner=players[1])
    if more:
        w.give(rules.HeldByOthers, archer)
        w.give(rules.HeldByOthers, w.make(rules.Archer, owner=players[1]))
        w.give(rules.AboutAnotherPool, target)
        w.take(rules.AboutAnotherPool, target)
    if held:
        w.give(getattr(rules, held), target)
    kind = rules.Damage

    def hit() -> None:
        rules.change_Health(w, kind, 1, target)

    hit()
    return instructions(hit)


def of_a_mix(mix: str) -> tuple[int, int]:
    """The instructions of one hit of a mix: the generated rules', and an expert's."""
    contenders = deal.contenders(mix)
    ours, by_hand = contenders["generated"], contenders["expert"]
    world, target, archer = ours.world, ours.targets[0], ours.archer
    kind, unit = ours.rules.Damage, by_hand.targets[0]

    change = ours.rules.change_Health

    def generated() -> None:
        change(world, kind, deal.AMOUNT, target, archer)

    def expert() -> None:
        by_hand.world.deal(unit, deal.AMOUNT, by_hand.archer)

    generated()
    expert()
    return instructions(generated), instructions(expert)


def rows() -> list[Row]:
    """The rows of the table."""
    found = []
    for whom, held, goal in (
        ("a hit on one that holds no rule", "", 0),
        ("a hit on one that holds another rule", "Thorny", None),
    ):
        more = of_a_hit(MORE, held) - of_a_hit("", held)
        found.append(
            Row(
                whom,
                "the same with rules that are not about it",
                "" if goal is None else "no instruction more",
                f"{more} instructions more of {of_a_hit('', held)}",
                None if goal is None else more <= goal,
            )
        )
    for mix in deal.MIXES[:-1]:
        ours, by_hand = of_a_mix(mix)
        found.append(
            Row(
                f"instructions of a hit, {mix}",
                "expert, log and undo",
                "",
                f"{ours} and {by_hand}: {ours / by_hand:.2f} ×",
                None,
            )
        )
    return found

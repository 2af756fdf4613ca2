"""The rules of ``volley.ledger`` as data that is walked as it runs: a tree-walking interpreter.

Entities are dicts of attributes; log and undo are those of the expert.
"""

from __future__ import annotations

from typing import Any

from tests.bench.rules.expert import DEEPEST, Change, Unit, Work, World

Node = tuple[Any, ...]
Names = dict[str, Any]

EVENT_AMOUNT: Node = ("attribute", ("name", "event"), "amount")

RULES: dict[str, tuple[tuple[str, str, Node, tuple[Node, ...]], ...]] = {
    "warded": (
        (
            "before",
            "damage",
            (">", EVENT_AMOUNT, ("attribute", ("name", "self"), "number")),
            (("prevent",),),
        ),
    ),
    "armored": (
        (
            "before",
            "damage",
            (
                "and",
                (">", EVENT_AMOUNT, ("number", 0)),
                (">", ("stat", ("holder",), "armor"), ("number", 0)),
            ),
            (
                (
                    "let",
                    "worn",
                    (
                        "min",
                        EVENT_AMOUNT,
                        ("stat", ("holder",), "armor"),
                        ("attribute", ("name", "self"), "number"),
                    ),
                ),
                (
                    "change",
                    "spend armor",
                    ("holder",),
                    "armor",
                    ("-", ("number", 0), ("name", "worn")),
                ),
                ("absorb", ("name", "worn")),
            ),
        ),
    ),
    "drawing": (
        (
            "after",
            "damage",
            ("truth", True),
            (
                (
                    "change",
                    "gain cards",
                    ("stat", ("holder",), "owner"),
                    "cards",
                    ("number", 1),
                ),
            ),
        ),
    ),
    "thorny": (
        (
            "after",
            "damage",
            (">", EVENT_AMOUNT, ("number", 1)),
            (
                (
                    "deal",
                    ("number", 1),
                    ("attribute", ("name", "event"), "by"),
                    ("holder",),
                ),
            ),
        ),
    ),
}


class Walker(World):
    """Evaluates expressions and runs statements, node by node."""

    def evaluate(self, node: Node, names: Names) -> Any:
        kind = node[0]
        if kind == "number" or kind == "truth":
            return node[1]
        if kind == "name":
            return names[node[1]]
        if kind == "holder":
            return names["self"].holder
        if kind == "attribute":
            return getattr(self.evaluate(node[1], names), node[2])
        if kind == "stat":
            return getattr(self.evaluate(node[1], names), node[2])
        if kind == "and":
            return all(self.evaluate(each, names) for each in node[1:])
        if kind == ">":
            return self.evaluate(node[1], names) > self.evaluate(node[2], names)
        if kind == "-":
            return self.evaluate(node[1], names) - self.evaluate(node[2], names)
        if kind == "min":
            return min(self.evaluate(each, names) for each in node[1:])
        raise AssertionError(kind)

    def run(self, body: tuple[Node, ...], names: Names) -> None:
        for node in body:
            kind = node[0]
            if kind == "prevent":
                names["event"].prevented = True
            elif kind == "let":
                names[node[1]] = self.evaluate(node[2], names)
            elif kind == "absorb":
                names["event"].absorbed += self.evaluate(node[1], names)
            elif kind == "change":
                self.change(
                    node[1],
                    self.evaluate(node[2], names),
                    node[3],
                    self.evaluate(node[4], names),
                )
            elif kind == "deal":
                self.deal(
                    self.evaluate(node[2], names),
                    self.evaluate(node[1], names),
                    self.evaluate(node[3], names),
                )
            else:
                raise AssertionError(kind)

    def change(self, kind: str, unit: Unit, slot: str, difference: int) -> None:
        change = Change(kind, unit, None, abs(difference), self.cause)
        self.meet("before", kind, change)
        old = getattr(unit, slot)
        self.journal.append((unit, slot, old))
        setattr(unit, slot, old + difference)
        change.applied = abs(difference)
        self.log.append(change)
        self.meet("after", kind, change)

    def meet(self, time: str, kind: str, change: Change) -> None:
        """Run what the holder's effects say of an event."""
        unit = change.unit
        for name, rules in RULES.items():
            held = getattr(unit, name)
            if held is None:
                continue
            for rule_time, rule_kind, when, body in rules:
                if rule_time != time or rule_kind != kind:
                    continue
                names: Names = {"self": held, "event": change}
                if self.evaluate(when, names):
                    work = Work(held, name, change)
                    self.log.append(work)
                    outer, self.cause = self.cause, work
                    self.run(body, names)
                    self.cause = outer
                    if change.prevented:
                        return

    def deal(self, unit: Unit, amount: int, by: Unit | None) -> None:
        hit = Change("damage", unit, by, amount, self.cause)
        self.depth += 1
        if self.depth > DEEPEST:
            raise RecursionError("rules without an end")
        self.meet("before", "damage", hit)
        if hit.prevented:
            self.log.append(Work(hit, "prevented", self.cause))
        elif unit.in_play and hit.amount:
            new = max(unit.health - hit.amount + hit.absorbed, 0)
            hit.applied = unit.health - new
            self.journal.append((unit, "health", unit.health))
            unit.health = new
            if not new:
                self.candidates[unit.order] = unit
            self.log.append(hit)
            self.meet("after", "damage", hit)
        self.depth -= 1

"""The profile of a run, and the table of it: the costliest rules first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.profiling.rules import RuleIndex
from ledgerc.profiling.tracing import Profiler
from ledgerc.workspace import Workspace

MOST_ROWS = 25

_HEADS = ("own", "share", "total", "runs", "rule", "")


@dataclass(frozen=True, slots=True)
class RuleCost:
    """What a rule cost: seconds without (``own``) and with (``total``) the rules within it.

    ``place`` is its first line as the author sees it, ``text`` what stands there, under the name of
    what it belongs to.
    """

    place: str
    text: str
    own: float
    total: float
    runs: int


@dataclass(slots=True)
class Profile:
    """What the rules of one run cost."""

    workspace: Workspace
    _roots: dict[Path, tuple[Profiler, RuleIndex]] = field(default_factory=dict)

    def of(self, root: Path) -> Profiler:
        """What times the rules whose files lie under a source root."""
        if root not in self._roots:
            tree = self.workspace.tree(root)
            rules = RuleIndex(lambda name: tree.ledger(name, Sink()))
            self._roots[root] = Profiler(rules.rule_of), rules
        return self._roots[root][0]

    @property
    def seconds(self) -> float:
        """How long was timed."""
        return sum(profiler.seconds for profiler, _ in self._roots.values())

    def rules(self) -> tuple[RuleCost, ...]:
        """All rules that ran, the costliest first."""
        return tuple(sorted(self._costs(), key=lambda each: (-each.own, each.place)))

    def _costs(self) -> Iterator[RuleCost]:
        for root, (profiler, index) in self._roots.items():
            for rule, spent in profiler.spent.items():
                name, _, line = rule.rpartition(":")
                source = self.workspace.tree(root).source(name, Sink())
                text = "" if source is None else source.line(int(line)).strip()
                owner = index.owner_of(rule)
                yield RuleCost(
                    f"{self.workspace.shown(root / name)}:{line}",
                    f"{owner}: {text}" if owner else text,
                    spent.own,
                    spent.whole,
                    index.runs_of(rule, profiler.counts),
                )


def profile_text(profile: Profile) -> str:
    """The table of the costliest rules.

    ``own`` is the time in a rule itself and in what it asks of the runtime, ``total`` with the
    rules that ran within it; ``share`` is of all the time. Following the lines costs time too: the
    figures compare rules with one another, and do not tell how fast they are without a profile.
    """
    costs = profile.rules()
    if not costs:
        return "no rule ran"
    rows = [
        (
            _milliseconds(each.own),
            f"{100 * each.own / profile.seconds:.1f}%",
            _milliseconds(each.total),
            f"{each.runs:,}",
            each.place,
            each.text,
        )
        for each in costs[:MOST_ROWS]
    ]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    lines = [_line(each, widths) for each in (_HEADS, *rows)]
    rest = costs[MOST_ROWS:]
    if rest:
        lines.append(f"and {len(rest)} more: {_milliseconds(_sum(rest))}")
    count = "1 rule" if len(costs) == 1 else f"{len(costs)} rules"
    lines.append(
        f"{count} took {_milliseconds(_sum(costs))} of {_milliseconds(profile.seconds)}, which is "
        "slower than without --profile"
    )
    return "\n".join(lines)


def _sum(costs: tuple[RuleCost, ...]) -> float:
    return sum(each.own for each in costs)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms"


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    numbers = [
        cell.rjust(width) for cell, width in zip(cells[:4], widths[:4], strict=True)
    ]
    return "  ".join([*numbers, cells[4].ljust(widths[4]), cells[5]]).rstrip()

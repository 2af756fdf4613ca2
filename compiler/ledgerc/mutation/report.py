"""What came of a run: the score, each survivor as a sentence, as text or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ledgerc.mutation.equivalents import Fault
from ledgerc.mutation.model import Key
from ledgerc.mutation.running import Failing, Fate
from ledgerc.playing import counted

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Told:
    """A mutant, what became of it, by which play, and why it is no fault if it is listed."""

    key: Key
    fate: Fate
    by: str
    reason: str | None

    @property
    def survives(self) -> bool:
        """Whether every play still passes, and nobody has said why that is right."""
        return self.reason is None and self.fate in (Fate.SURVIVED, Fate.UNTOUCHED)

    @property
    def is_listed(self) -> bool:
        """Whether it survives and is listed as equivalent."""
        return self.reason is not None and self.fate in (Fate.SURVIVED, Fate.UNTOUCHED)

    @property
    def sentence(self) -> str:
        """``the rule at FILE:LINE can lose its `when` and every play still passes``."""
        key = self.key
        where = f"the {key.subject} at {key.file}:{key.line} {key.says}"
        passes = f"{where} and every play still passes"
        if self.fate is Fate.UNTOUCHED:
            return f"{passes}: none comes by it"
        return passes


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the mutants that were tried; ``picked`` were, of the ``of`` that there are."""

    told: tuple[Told, ...]
    of: int
    picked: int
    runs: int
    failing: tuple[Failing, ...] = ()
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0

    @property
    def killed(self) -> int:
        """How many a play noticed."""
        return sum(each.fate is Fate.KILLED for each in self.told)

    @property
    def surviving(self) -> tuple[Told, ...]:
        """Those that no play noticed, without the listed."""
        return tuple(each for each in self.told if each.survives)

    @property
    def listed(self) -> int:
        """How many survive and are listed as equivalent."""
        return sum(each.is_listed for each in self.told)

    @property
    def tried(self) -> int:
        """How many count: the killed and the surviving."""
        return self.killed + len(self.surviving)

    @property
    def score(self) -> float:
        """Per cent killed of those that count; 100 of none."""
        return 100 * self.killed / self.tried if self.tried else 100.0

    def passes(self, least: float | None) -> bool:
        """Whether the plays passed unchanged, no list is stale, and the score is enough."""
        enough = least is None or self.score >= least
        return enough and not self.failing and not self.faults


def text(report: Report, least: float | None = None) -> str:
    """The report for a person."""
    return "\n".join(_lines(report, least))


def _lines(report: Report, least: float | None) -> Iterator[str]:
    if report.failing:
        yield "these plays fail before any rule is changed:"
        for failing in report.failing:
            yield f"  {failing.file}: {failing.name}"
            yield from (f"    {line}" for line in failing.message.splitlines())
        return
    yield from (each.sentence for each in report.surviving)
    yield from (f"{each.place}: {each.message}" for each in report.faults)
    parts = [
        f"{report.killed} of {counted(report.tried, 'mutant')} killed: {_score(report)} %"
    ]
    if report.listed:
        parts.append(f"{report.listed} listed as equivalent")
    if report.picked < report.of:
        parts.append(f"a sample of {report.picked} of {report.of}")
    parts.append(counted(report.runs, "play"))
    if report.seconds:
        rate = report.picked / report.seconds
        parts.append(f"{report.seconds:.1f} s, {rate:.1f} mutants/s")
    yield ", ".join(parts)
    if least is not None and report.score < least:
        yield f"the score is below {least:g} %"


def _score(report: Report) -> str:
    """Rounded down to a tenth: 89.96 is not 90."""
    return f"{int(report.score * 10) / 10:g}"


def as_json(report: Report) -> str:
    """The report for a program; the same for the same files and options, but for ``seconds``."""
    data = {
        "schema": SCHEMA,
        "score": round(report.score, 2),
        "killed": report.killed,
        "survived": len(report.surviving),
        "listed": report.listed,
        "mutants": report.of,
        "plays": report.runs,
        "seconds": round(report.seconds, 3),
        "failing": [
            {"file": each.file, "play": each.name, "message": each.message}
            for each in report.failing
        ],
        "stale": [
            {"place": each.place, "message": each.message} for each in report.faults
        ],
        "tried": [_told(each) for each in report.told],
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _told(told: Told) -> dict[str, object]:
    key = told.key
    return {
        "file": key.file,
        "line": key.line,
        "column": key.column,
        "operator": key.operator,
        "mutant": f"the {key.subject} {key.says}",
        "fate": told.fate.value,
        "by": told.by,
        "reason": told.reason,
    }

"""What must hold of every input; what does not is a fault, told as data."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzzing.cases import Case


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not be: ``kind`` is the same for faults with one cause."""

    kind: str
    told: str


@dataclass(slots=True)
class Report:
    """What came of one case.

    ``accepted``: it compiled, or the save was loaded. ``features`` are what was seen of it; an
    input with a new one is worth to go on from.
    """

    faults: list[Fault] = field(default_factory=list)
    features: list[str] = field(default_factory=list)
    accepted: bool = False
    plays: int = 0

    def fault(self, kind: str, told: str = "") -> None:
        """Note a fault."""
        self.faults.append(Fault(kind, told[-4000:]))

    def raised(self, doing: str, error: BaseException) -> None:
        """Note an exception that should not have been; its kind is where it came from."""
        frames = traceback.extract_tb(error.__traceback__)
        ours = [each for each in frames if "ledger" in each.filename] or list(frames)
        last = ours[-1] if ours else None
        where = f"{Path(last.filename).name}:{last.name}" if last else ""
        kind = f"{doing}: {type(error).__name__} in {where}"
        self.fault(kind, "".join(traceback.format_exception(error)))


def check(case: Case, folder: Path) -> Report:
    """Try a case in a new folder that is at ``folder``; nothing is raised but an interrupt."""
    report = Report()
    try:
        if case.save is None:
            from tests.fuzzing.checking_sources import check_sources

            check_sources(case, folder, report)
        else:
            from tests.fuzzing.checking_saves import check_save

            check_save(case, report)
    except Exception as error:
        report.raised("a check", error)
    return report

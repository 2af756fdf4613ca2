"""The fuzzer finds what is there to be found, and makes it small."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ledgerc.syntax.frontend import Language, frontend
from ledgerc.syntax.scanner import scan
from tests.fuzzing import edits, save_edits
from tests.fuzzing.cases import Case
from tests.fuzzing.contract import Report, check
from tests.fuzzing.generated import faults_of
from tests.fuzzing.growing import grow, start_of
from tests.fuzzing.running import run
from tests.fuzzing.seeds import save_seeds, source_seeds
from tests.fuzzing.shrinking import shrink
from tests.fuzzing.workshop import Workshop

SOUND = source_seeds(sound=True)


class Planted(Workshop):
    """In place of a worker: a compiler with a fault, whenever two things come together."""

    def attempt(self, case: Case) -> Report:
        report = Report(features=[str(len(case.files))], accepted=True)
        text = b"".join(case.files.values())
        if b"  deal" in text and b"not " in text:
            report.fault("a planted fault")
        return report


def test_a_planted_fault_is_found_and_counted() -> None:
    with Planted() as workshop:
        tally = run(600, 1, workshop, most=200)
    times, case, _ = tally.faults["a planted fault"]
    assert times >= 1
    assert tally.tried == 200
    assert b"not " in b"".join(case.files.values())


def test_a_run_with_the_same_seed_tries_the_same() -> None:
    class Recorded(Planted):
        def __init__(self) -> None:
            super().__init__()
            self.tried: list[Case] = []

        def attempt(self, case: Case) -> Report:
            self.tried.append(case)
            return super().attempt(case)

    with Recorded() as first, Recorded() as second, Recorded() as other:
        for workshop, seed in ((first, 5), (second, 5), (other, 6)):
            run(600, seed, workshop, most=120)
        assert len(first.tried) == 120
        assert first.tried == second.tried
        assert first.tried != other.tried


def test_what_has_a_fault_is_made_small() -> None:
    case = next(case for case in SOUND if b"  deal" in b"".join(case.files.values()))
    assert case.size > 500

    def has_fault(smaller: Case) -> bool:
        return b"deal" in b"".join(smaller.files.values())

    small = shrink(case, has_fault)
    assert small.size == len(b"deal")
    save = next(case for case in save_seeds() if case.save)
    small = shrink(save, lambda case: b'"dice"' in (case.save or b""))
    assert small.size < 40


@pytest.mark.parametrize("language", ["ledger", "play"])
def test_the_grammar_grows_lines_that_parse(language: Language) -> None:
    made, chance = frontend(language), random.Random(1)
    openers = {
        "ledger": ("", "effect E", "ability A", "archetype A", "if x", "aura on all"),
        "play": ("", "scene s", 'play "x"', "expect log"),
    }
    seen: set[str] = set()
    for opener in openers[language]:
        start = start_of(opener, language)
        for _ in range(60):
            line = grow(chance, language, start, ("Might", "Foe"))
            made.parse(start, scan(line, 0).lexemes)
            seen.add(line.split()[0])
    assert len(seen & made.keywords) > 20


def test_every_edit_changes_something() -> None:
    for edit, _ in edits.EDITS:
        changed = 0
        for number in range(40):
            chance = random.Random(number)
            case = chance.choice(SOUND)
            files = dict(case.files)
            edit(files, SOUND, chance)
            changed += files != case.files
        assert changed > 10
    for number in range(40):
        save = save_seeds()[0]
        assert save_edits.edited(save, (), random.Random(number)).save


@pytest.mark.parametrize(
    "text",
    [
        "import os\n",
        "from os import system, path\n",
        "eval('1')\n",
        "(1).__class__\n",
        "nowhere\n",
        "def\n",
        "'''\n",
    ],
)
def test_python_that_rules_do_not_need_is_told(text: str) -> None:
    assert faults_of(text)


def test_a_case_that_takes_too_long_or_too_much_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A worker that dies is a fault of its case, and the next case has a new one."""
    with Workshop() as workshop:
        sound = Case({"content/game.ledger": b"stat Might\n"})
        assert not workshop.attempt(sound).faults
        assert workshop._worker is not None
        workshop._worker.kill()
        assert workshop.attempt(sound).faults
        assert not workshop.attempt(sound).faults


def test_an_exception_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*given: object, **more: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("ledgerc.driver.check", fails)
    report = check(Case({"content/game.ledger": b"stat Might\n"}), tmp_path / "case")
    assert [fault.kind for fault in report.faults] == [
        "a check: KeyError in test_fuzzer.py:fails"
    ]

"""Measures the checker: single mistakes, each told on its line and with the word that was meant.

A sample of the mistakes of :mod:`mistakes` runs in every test run: every thirteenth, more than two
hundred. Set ``LEDGERC_ALL_MISTAKES=1`` to run all of them.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.diagnostics import Diagnostic, Severity

from .mistakes import Mistake, all_mistakes

CONTENT = Path(__file__).parents[2] / "content" / "cookbook" / "mechanics"
STEP = 1 if os.environ.get("LEDGERC_ALL_MISTAKES") else 13


@dataclass(frozen=True, slots=True)
class Told:
    """A mistake, and what the compiler said of it."""

    mistake: Mistake
    found: tuple[Diagnostic, ...]

    @property
    def on_the_line(self) -> tuple[Diagnostic, ...]:
        """The errors that stand where the mistake is."""
        return tuple(
            each
            for each in self.found
            if each.severity is Severity.ERROR
            and Path(each.span.file).name == self.mistake.file
            and each.span.line == self.mistake.line
        )

    @property
    def suggested(self) -> bool:
        """Whether the word that was meant is suggested there."""
        return any(
            each.suggestion == self.mistake.suggestion for each in self.on_the_line
        )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Told]:
    folder = tmp_path_factory.mktemp("mistakes") / "content" / "mechanics"
    shutil.copytree(CONTENT, folder)
    results = []
    for mistake in all_mistakes(CONTENT)[::STEP]:
        path = folder / mistake.file
        sound = path.read_bytes()
        path.write_text(mistake.text, encoding="utf-8", newline="\n")
        found = driver.check([path], working=folder.parents[1]).findings.diagnostics
        results.append(Told(mistake, tuple(found)))
        path.write_bytes(sound)
    return results


def test_there_are_enough_of_all_sorts(told: list[Told]) -> None:
    kinds = {each.mistake.kind for each in told if each.mistake.suggestion is None}
    assert len(told) >= 200
    assert len(kinds) >= 10
    assert sum(each.mistake.suggestion is not None for each in told) >= 100


def test_mistakes_are_told_on_their_line(told: list[Told]) -> None:
    missed = [each.mistake.name for each in told if not each.on_the_line]
    assert len(missed) <= len(told) * 0.01, missed


def test_misspellings_get_the_right_suggestion(told: list[Told]) -> None:
    misspelt = [each for each in told if each.mistake.suggestion is not None]
    wrong = [each.mistake.name for each in misspelt if not each.suggested]
    assert len(wrong) <= len(misspelt) * 0.05, wrong


def test_one_mistake_is_told_once(told: list[Told]) -> None:
    """A cascade hides the fault: nine in ten single mistakes give a single error."""
    many = [
        each.mistake.name
        for each in told
        if sum(found.severity is Severity.ERROR for found in each.found) > 1
    ]
    assert len(many) <= len(told) * 0.1, many

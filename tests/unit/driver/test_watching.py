"""Watching: a change brings up again what depends on it, and nothing else."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerc import driver
from ledgerc.watching import Round, watch

RULES = "stat Toughness\npool Health max Toughness whole\ndamage Health\n"
CARD = "use rules.ledger\n\narchetype Imp\n  base Toughness 3\n  full Health\n"
PLAY = 'catalog card.ledger\n\nplay "a blow"\n  make i Imp\n  deal 1 to i\n  expect i.Health = 2\n'
OTHER = 'catalog other.ledger\n\nplay "nothing"\n  make i Imp\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("rules.ledger", RULES),
        ("card.ledger", CARD),
        ("card.play", PLAY),
        ("other.ledger", "archetype Imp\n"),
        ("other.play", OTHER),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def rounds(folder: Path, *changes: str) -> list[Round]:
    found: list[Round] = []
    sets = ({folder / name} for name in changes)
    watch([folder], sets, found.append, working=folder)
    return found


def files(told: Round) -> list[str]:
    return [each.file for each in told.played.files]


def test_all_is_played_first_then_what_a_change_affects(folder: Path) -> None:
    first, second, third = rounds(folder, "rules.ledger", "other.play")
    assert files(first) == ["card.play", "other.play"]
    assert files(second) == ["card.play"]
    assert second.checked.files == 3
    assert files(third) == ["other.play"]


def test_a_change_of_something_else_is_none(folder: Path) -> None:
    assert len(rounds(folder, "notes.txt", "rules.ledger~")) == 1


def test_what_has_errors_is_looked_at_again(folder: Path) -> None:
    def changes() -> Iterator[set[Path]]:
        (folder / "rules.ledger").write_text("stat\n", encoding="utf-8")
        yield {folder / "rules.ledger"}
        (folder / "rules.ledger").write_text(RULES, encoding="utf-8")
        yield {folder / "rules.ledger"}

    found: list[Round] = []
    watch([folder], changes(), found.append, working=folder)
    assert [each.checked.findings.has_errors for each in found] == [False, True, False]
    assert files(found[2]) == ["card.play"]


def failing(told: Round) -> list[str]:
    return [
        f"{file.file} {each.name}" for file in told.failing for each in file.failing
    ]


def test_a_play_that_failed_before_fails_until_it_passes(folder: Path) -> None:
    """A change elsewhere does not make it pass; what mends, breaks or deletes it does count."""
    wrong = PLAY.replace("= 2", "= 1")

    def changes() -> Iterator[set[Path]]:
        card, other = folder / "card.play", folder / "other.play"
        card.write_text(wrong, encoding="utf-8")
        yield {card}
        yield {other}
        yield {folder / "other.ledger"}
        card.write_text(PLAY, encoding="utf-8")
        yield {card}
        yield {other}
        card.write_text(wrong, encoding="utf-8")
        yield {card}
        card.write_text(wrong + "  make\n", encoding="utf-8")
        yield {card}
        yield {other}
        card.unlink()
        yield {card}
        yield {other}

    found: list[Round] = []
    watch([folder], changes(), found.append, working=folder)
    told = [(each.passed, failing(each), len(each.broken)) for each in found]
    blow = ["card.play a blow"]
    assert told == [
        (True, [], 0),
        (False, [], 0),  # it fails in this round itself
        (False, blow, 0),
        (False, blow, 0),
        (True, [], 0),
        (True, [], 0),
        (False, [], 0),
        (False, [], 0),  # it does not compile
        (False, [], 1),
        (True, [], 0),  # it is gone
        (True, [], 0),
    ]
    assert [files(each) for each in found][-2:] == [[], ["other.play"]]


def test_the_command_goes_on_saying_what_fails(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from ledgerc.commands.watch import _tell

    wrong = PLAY.replace("= 2", "= 1")
    more = wrong.removeprefix("catalog card.ledger\n").replace("a blow", "blow {}")
    text = wrong + "".join(more.format(number) for number in range(10))
    (folder / "card.play").write_text(text, encoding="utf-8")
    _tell(rounds(folder, "other.play")[-1])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "✗ 11 plays not affected by this change, still failing:"
    assert lines[3] == "  card.play:3 a blow"
    assert lines[-2:] == ["  and 1 more", "✗ waiting for changes"]


def test_without_files_or_a_project(tmp_path: Path) -> None:
    with pytest.raises(driver.NotConfiguredError):
        driver.sources([], "to watch", tmp_path)


def test_a_real_change_is_seen(folder: Path) -> None:
    """With watchfiles itself: a file that is written is played again within seconds."""
    watchfiles = pytest.importorskip("watchfiles", reason="sees what changes")
    stop = threading.Event()
    found: list[Round] = []

    def told(each: Round) -> None:
        found.append(each)
        if len(found) == 2:
            stop.set()

    def changes() -> Iterator[set[Path]]:
        for seen in watchfiles.watch(folder, stop_event=stop, rust_timeout=200):
            yield {Path(path) for _, path in seen}

    def write() -> None:
        for _ in range(100):
            time.sleep(0.1)
            if stop.is_set():
                return
            if found:
                (folder / "card.play").write_text(
                    PLAY.replace("= 2", "= 1"), encoding="utf-8"
                )
        stop.set()

    writer = threading.Thread(target=write)
    writer.start()
    watch([folder], changes(), told, working=folder)
    writer.join()
    assert len(found) >= 2
    assert not found[1].played.passed

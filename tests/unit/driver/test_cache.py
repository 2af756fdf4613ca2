"""The cache is never trusted: what is missing or broken was never there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerc.cache import Fragments, Store, fingerprint, tables_folder
from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.tree import parse


def test_entries_come_back(tmp_path: Path) -> None:
    Store(tmp_path / "c").put("key", {"a": [1, "ü"]})
    assert Store(tmp_path / "c").get("key") == {"a": [1, "ü"]}
    assert Store(tmp_path / "c").get("other") is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b" ",
        lambda content: b"\xff" + content,
        lambda content: content.partition(b"\n")[2],
    ],
)
def test_a_damaged_entry_is_ignored(tmp_path: Path, damage: object) -> None:
    store, fragments = Store(tmp_path / "s"), Fragments(tmp_path / "f")
    store.put("key", [1])
    fragments["ab" * 32] = "x = 1\n"
    for path in sorted(tmp_path.rglob("*")):
        if path.is_file():
            assert callable(damage)
            path.write_bytes(damage(path.read_bytes()))
    assert store.get("key") is None
    assert ("ab" * 32) not in Fragments(tmp_path / "f")


def test_an_entry_that_is_a_folder_is_ignored(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("key", 1)
    (entry,) = tmp_path.iterdir()
    entry.unlink()
    entry.mkdir()
    assert store.get("key") is None
    store.put("key", 2)


def test_a_folder_that_is_deleted_meanwhile_is_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "c")
    store.put("key", 1)
    shutil.rmtree(tmp_path / "c")
    assert store.get("key") is None
    store.put("key", 2)
    assert store.get("key") == 2


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "c").touch()
    store, fragments = Store(tmp_path / "c"), Fragments(tmp_path / "c")
    store.put("key", 1)
    fragments["ab" * 32] = "x"
    assert store.get("key") is None
    assert fragments["ab" * 32] == "x"
    assert Store(None).get("key") is None


def test_entries_no_longer_used_are_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("a", 1)
    store.put("b", 2)
    store.keep_only(["b"])
    assert (store.get("a"), store.get("b")) == (None, 2)


def test_fragments_are_kept_from_build_to_build(tmp_path: Path) -> None:
    Fragments(tmp_path)["cd" * 32] = "x = 'é'\n"
    assert Fragments(tmp_path)["cd" * 32] == "x = 'é'\n"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Parse tables as a new process finds them."""
    monkeypatch.setattr("ledgerc.syntax.frontend._frontends", {})
    tables_folder.cache_clear()
    yield
    tables_folder.cache_clear()


def test_parse_tables_are_kept_for_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: None
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert not parsed().found
    (kept,) = (tmp_path / "user" / "ledgerc").iterdir()
    kept.write_bytes(b"nonsense")
    monkeypatch.setattr("ledgerc.syntax.frontend._frontends", {})
    assert not parsed().found


def test_without_a_place_for_parse_tables_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: None
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert tables_folder() is None
    assert not parsed().found


def parsed() -> Sink:
    sink = Sink()
    parse(SourceFile("a.ledger", "rate 10\n"), sink)
    return sink


def test_the_compiler_has_one_fingerprint() -> None:
    assert fingerprint() == fingerprint()
    assert len(fingerprint()) == 64

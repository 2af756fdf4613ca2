"""The cache is never trusted: what is missing or broken was never there."""

from __future__ import annotations

import os
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
    folder = tmp_path / "user" / "ledgerc"
    kept = folder / "ledger.tables"
    whole = kept.read_bytes()
    assert {each.name for each in folder.iterdir()} == {kept.name, "ledger.sha256"}
    for damaged in (b"nonsense", b"", whole[:-1], whole[:1000], changed(whole), None):
        if damaged is None:
            kept.unlink()
        else:
            kept.write_bytes(damaged)
        monkeypatch.setattr("ledgerc.syntax.frontend._frontends", {})
        assert not parsed().found
        assert len(kept.read_bytes()) > len(whole) // 2
        assert kept.read_bytes() != damaged  # what is damaged is not read
        (folder / "ledger.sha256").write_text("nonsense")


def changed(content: bytes) -> bytes:
    """One bit of it is another."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners")
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o702])
def test_nothing_is_read_from_a_folder_that_others_can_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: None, mode: int
) -> None:
    folder = tmp_path / "user" / "ledgerc"
    folder.mkdir(parents=True)
    folder.chmod(mode)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert tables_folder() is None
    assert not parsed().found
    assert not list(folder.iterdir())


def test_a_cache_home_below_the_working_folder_is_no_cache_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: None
) -> None:
    """A project may be anybody's: what it holds is never run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for home in (".", "cache", ""):
        monkeypatch.setenv("XDG_CACHE_HOME", home)
        tables_folder.cache_clear()
        assert tables_folder() in (None, tmp_path / "home" / ".cache" / "ledgerc")


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

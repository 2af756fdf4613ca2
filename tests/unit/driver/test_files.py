"""Files that cannot be read are diagnostics, never exceptions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ledgerc.budgets import Budgets
from ledgerc.diagnostics import Diagnostic, Sink
from ledgerc.files import NameOf, find_sources, read_bytes


def only(sink: Sink) -> Diagnostic:
    (found,) = sink.sorted()
    return found


def test_a_missing_file_names_a_near_one(tmp_path: Path) -> None:
    (tmp_path / "guard.ledger").touch()
    (tmp_path / "gaurd.play").touch()
    sink = Sink()
    assert read_bytes(tmp_path / "gaurd.ledger", "x/gaurd.ledger", sink) is None
    assert only(sink).code == "LG0601"
    assert only(sink).suggestion == "x/guard.ledger"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    sink = Sink()
    assert read_bytes(tmp_path, "f", sink) is None
    assert only(sink).code == "LG0610"


@pytest.mark.parametrize("name", ["a\0b.ledger", "x" * 300 + ".ledger"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    sink = Sink()
    assert read_bytes(tmp_path / name, name, sink) is None
    assert only(sink).code == "LG0602"


def test_links_that_go_round(tmp_path: Path) -> None:
    (tmp_path / "a.ledger").symlink_to("b.ledger")
    (tmp_path / "b.ledger").symlink_to("a.ledger")
    sink = Sink()
    assert read_bytes(tmp_path / "a.ledger", "a.ledger", sink) is None
    assert only(sink).code == "LG0602"
    assert "circle" in only(sink).message
    sink = Sink()
    assert find_sources([tmp_path / "a.ledger"], sink, NameOf(tmp_path)) == ()
    assert only(sink).code == "LG0602"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    path.touch(mode=0)
    sink = Sink()
    assert read_bytes(path, "a.ledger", sink) is None
    assert only(sink).code == "LG0602"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    path.write_bytes(b"#" * (Budgets().file_bytes + 1))
    sink = Sink()
    assert read_bytes(path, "a.ledger", sink) is None
    assert only(sink).code == "LG0801"


def test_a_folder_stands_for_its_sources_sorted_and_once(tmp_path: Path) -> None:
    for name in (
        "b.ledger",
        "a/z.play",
        "a/c.ledger",
        "a/notes.txt",
        ".hidden/d.ledger",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "again.ledger").symlink_to("b.ledger")
    sink = Sink()
    found = find_sources([tmp_path, tmp_path / "b.ledger"], sink, NameOf(tmp_path))
    names = [each.path.relative_to(tmp_path).as_posix() for each in found]
    assert names == ["a/c.ledger", "a/z.play", "again.ledger"]
    assert not sink.found


def test_what_is_no_source_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    sink = Sink()
    paths = [tmp_path / "notes.txt", tmp_path / "missing.ledger", tmp_path / "missing"]
    assert find_sources(paths, sink, NameOf(tmp_path)) == ()
    assert [found.code for found in sink.found] == ["LG0606", "LG0601", "LG0601"]


def test_names_are_paths_from_the_working_folder(tmp_path: Path) -> None:
    shown = NameOf(tmp_path / "a")
    assert shown(tmp_path / "a" / "b" / "c.ledger") == "b/c.ledger"
    assert shown(Path("c.ledger")) == "c.ledger"
    assert shown(tmp_path / "x.ledger") == "../x.ledger"
    assert shown(Path("/x.ledger")) == "/x.ledger"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    os.mkfifo(path)
    sink = Sink()
    assert read_bytes(path, "a.ledger", sink) is None
    assert only(sink).code == "LG0602"
    assert "pipe" in only(sink).message


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    path.symlink_to("/dev/zero")
    sink = Sink()
    assert read_bytes(path, "a.ledger", sink) is None
    assert only(sink).code == "LG0602"

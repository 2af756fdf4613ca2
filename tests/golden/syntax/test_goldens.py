"""Trees and layout of whole files: every form of the language, and the content."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger, parse_play, read_source
from ledgerc.syntax.dump import dump
from ledgerc.syntax.printer import print_ledger, print_play

HERE = Path(__file__).parent
CONTENT = HERE.parent.parent.parent / "content"
GOLDENS = sorted(path for path in HERE.iterdir() if path.suffix in (".ledger", ".play"))
SOURCES = sorted(
    path for path in CONTENT.rglob("*") if path.suffix in (".ledger", ".play")
)


def there_and_back(source: SourceFile) -> tuple[str, str]:
    """The tree and the canonical text of a file without faults."""
    sink = Sink()
    if source.name.endswith(".ledger"):
        catalog = parse_ledger(source, sink)
        tree, text = dump(catalog), print_ledger(catalog)
    else:
        play = parse_play(source, sink)
        tree, text = dump(play), print_play(play)
    assert sink.sorted() == ()
    return tree, text


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.name)
def test_the_tree(path: Path, golden: Callable[[Path, str], None]) -> None:
    source = read_source(path.name, path.read_bytes(), Sink())
    tree, text = there_and_back(source)
    assert text == source.text
    golden(path.with_name(path.name + ".tree"), tree)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_content_prints_as_itself_in_substance(path: Path) -> None:
    source = read_source(path.name, path.read_bytes(), Sink())
    tree, text = there_and_back(source)
    again, same = there_and_back(SourceFile(source.name, text))
    assert same == text
    assert without_places(again) == without_places(tree)


def without_places(tree: str) -> list[str]:
    """The lines of a tree without where they stand."""
    return [line.rstrip("0123456789:-").rstrip() for line in tree.split("\n")]

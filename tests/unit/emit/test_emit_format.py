"""Formatting by fragments, and its cache."""

from __future__ import annotations

import gc
from pathlib import Path

import black
import pytest
from black.mode import Mode, TargetVersion

from ledgerc.driver import build
from ledgerc.emit.catalog import emit_catalog
from ledgerc.emit.format import format_fragments, join_fragments
from tests.bench.content import SETTINGS, catalog_text
from tests.unit.emit.emitted import HEAD, catalog_of

FRAGMENTS = (
    "import  a\n\n__all__ = ['x' ]",
    "x=1",
    "class A :\n    y : int=2",
    "# -- heading",
    "def f( ) : return 'x'",
)
MODE = Mode(target_versions={TargetVersion.PY311})


def test_fragments_joined_are_what_black_makes_of_the_whole() -> None:
    assert format_fragments(FRAGMENTS) == black.format_str(
        join_fragments(FRAGMENTS), mode=MODE
    )


def test_what_black_formatted_is_not_formatted_again() -> None:
    cache: dict[str, str] = {}
    odd = ("x  =  2**n", "y = n[1 : 2]")
    format_fragments(odd, cache)
    assert len(cache) == len(odd)
    for key in cache:
        cache[key] = "from_cache = True"
    assert format_fragments(odd, cache).count("from_cache") == len(odd)


def test_a_catalog_hardly_needs_black() -> None:
    cache: dict[str, str] = {}
    text = (
        HEAD + "\neffect One\n  adds Attack 1\n  before Damage of holder\n    prevent\n"
    )
    emit_catalog(catalog_of(text), digest="", cache=cache)
    assert not cache


@pytest.mark.parametrize("length", range(1, 80, 3))
def test_a_final_name_is_split_as_black_splits_it(length: int) -> None:
    name = "n" * length
    for value in (f"call({name}, 1 << 2)", f"{name}.call()", f"{name} | 2", name):
        line = f"{name}: Final = {value}"
        cache: dict[str, str] = {}
        expected = black.format_str(line, mode=Mode())
        assert format_fragments((line,), cache) == expected


def test_the_collector_is_on_again_afterwards() -> None:
    format_fragments(("x = 1",))
    assert gc.isenabled()


def test_the_catalog_of_the_benchmark_is_as_black_makes_it(tmp_path: Path) -> None:
    """What is measured is what is promised: CI checks all of generated/ with black itself."""
    (tmp_path / "content").mkdir()
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "content" / "cards.ledger").write_text(catalog_text(600))
    assert not build([], working=tmp_path).findings.has_errors
    text = (tmp_path / "generated" / "cards.py").read_text()
    assert text.count("\n") > 2_000
    assert black.format_str(text, mode=MODE) == text


@pytest.mark.parametrize("count", [2, 4, 6, 8, 9, 10, 20, 200])
@pytest.mark.parametrize("depth", [0, 2])
def test_a_row_is_unpacked_as_black_splits_it(count: int, depth: int) -> None:
    """An entity of many slots is laid out without black, which needs a hundred times the memory."""
    targets = ", ".join(f"self.Slot{number}" for number in range(count))
    line = f"{targets} = values"
    for opener in ("def f(self):", "if x:")[:depth][::-1]:
        line = f"{opener}\n" + "\n".join(f"    {each}" for each in line.split("\n"))
    cache: dict[str, str] = {}
    assert format_fragments((line,), cache) == black.format_str(line, mode=MODE)
    if count >= 20:
        assert not cache

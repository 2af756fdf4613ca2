"""What the fuzzer starts from: everything in this repository that is written in the languages.

The kept cases of ``corpus/``, the cookbook, the snippets of the language page, and both examples
of each page about a finding; for saves, the corpus of old ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.fuzzing.cases import Case, read_text

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
REPOSITORY = HERE.parents[1]
COOKBOOK = REPOSITORY / "content/cookbook"
SAVES = REPOSITORY / "tests/conformance/saves"
PAGES = REPOSITORY / "compiler/ledgerc/diagnostics/pages"
FENCE = re.compile(r"```(ledger|play|ledger-bad)[^\n]*\n(.*?)^```$", re.DOTALL | re.M)
CATALOG_LINE = re.compile(r"^catalog (\S+)$", re.M)
FILE_COMMENT = re.compile(r"# (\w+\.ledger)\n")
USE_LINE = re.compile(r"^use (\S+)", re.M)
LARGEST = 12_000
"""Bytes of a seed: many small inputs find more than few large ones."""


def kept() -> dict[str, Case]:
    """The cases of the corpus, by name."""
    return {
        path.relative_to(CORPUS).as_posix(): read_text(path.read_text("ascii"))
        for path in sorted(CORPUS.rglob("*.json"))
    }


@cache
def source_seeds(*, sound: bool) -> tuple[Case, ...]:
    """Folders of sources to start from, in an order that is always the same.

    ``sound`` are those that compile, but for some of the corpus; the others do not.
    """
    found = [case for case in kept().values() if case.save is None] if sound else []
    found += _cookbook() if sound else ()
    pages = [REPOSITORY / "docs/language.md", *sorted(PAGES.glob("*.md"))]
    for page in pages:
        found += [case for case, is_sound in _snippets(page) if is_sound == sound]
    return tuple(case for case in found if case.size <= LARGEST)


@cache
def save_seeds() -> tuple[Case, ...]:
    """Saves to start from, each with a catalog that it is read with."""
    found = [case for case in kept().values() if case.save is not None]
    for version, catalog in (
        (1, "journey"),
        (2, "journey"),
        (2, "journey_added"),
        (2, "journey_renamed"),
        (2, "combat/match"),
    ):
        folder = SAVES / f"version_{version}"
        stem = "combat.match~middle" if "/" in catalog else "journey~choice"
        save = (folder / f"{stem}.json").read_bytes()
        found.append(Case({}, save, f"version_{version}/{catalog}.ledger"))
    return tuple(found)


def _cookbook() -> Iterator[Case]:
    for path in sorted(COOKBOOK.rglob("*.ledger")):
        files: dict[str, bytes] = {}
        _take_in(path, files)
        play = path.with_suffix(".play")
        if play.exists():
            _take_in(play, files)
        yield Case(files)


def _take_in(path: Path, files: dict[str, bytes]) -> None:
    """Add a file of the content, and those that it uses."""
    name = f"content/{path.relative_to(COOKBOOK).as_posix()}"
    if name in files:
        return
    files[name] = path.read_bytes()
    for used in USE_LINE.findall(path.read_text("utf-8")):
        _take_in(Path(path.parent / used).resolve(), files)


def _snippets(page: Path) -> Iterator[tuple[Case, bool]]:
    """The snippets of a page, each with whether it compiles."""
    catalog = ""
    named: dict[str, bytes] = {}
    whole = page.read_text("utf-8")
    bad = whole.find("## Good")
    for fence in FENCE.finditer(whole):
        language, text = fence.groups()
        is_sound = language != "ledger-bad" and fence.start() > bad
        files = {
            name: content
            for name, content in named.items()
            if f"use {name.removeprefix('content/')}" in text + catalog
        }
        if language == "play":
            line = CATALOG_LINE.search(text)
            if line is None or not catalog:
                continue
            files[f"content/{line[1]}"] = catalog.encode()
            files["content/game.play"] = text.encode()
        else:
            files["content/game.ledger"] = text.encode()
            if comment := FILE_COMMENT.match(text):
                named[f"content/{comment[1]}"] = text.encode()
            if language == "ledger":
                catalog = text
        yield Case(files), is_sound

"""What is kept of declarations never shows: each build is byte for byte that of a new checkout."""

from __future__ import annotations

import json
import shutil
from collections.abc import MutableMapping
from pathlib import Path

import pytest

from ledgerc.cache import Pieces, read_whole
from ledgerc.driver import build
from tests.bench.content import SETTINGS, catalog_text

TEXT = catalog_text(200)

EDITS = {
    "a number": ("adds Might", "adds Might 1 +"),
    "a line more": ("# Card 3.", "# Card 3.\n# It is new."),
    "a rule more": (
        "effect Skill4\n",
        "effect Skill4\n  after Fallen of holder\n    heal 1 to holder\n",
    ),
    "a declaration more": ("# Card 5.", "effect Another\n  adds Girth 2\n\n# Card 5."),
    "a declaration less": (
        TEXT[TEXT.index("archetype Card6") : TEXT.index("# Card 7.")],
        "",
    ),
    "a stat that is no integer": ("  base Might might", "  base Might might / 2"),
    "a tag more": ("tags Body Shield", "tags Other Body Shield"),
    "a name": ("event Fallen Round", "event Fallen Round skill3"),
    "a decimal": ("adds Might", "adds Might 0.57 +"),
    "an aura that lends an effect": (
        "effect Skill2\n",
        "effect Lends\n  aura on allies\n    has Skill2\n\neffect Skill2\n",
    ),
}


def project(folder: Path, text: str) -> Path:
    (folder / "content").mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(SETTINGS)
    (folder / "content" / "cards.ledger").write_text(text)
    return folder


def built(folder: Path) -> bytes:
    result = build([], working=folder)
    assert not result.findings.has_errors, result.findings.diagnostics
    return (folder / "generated" / "cards.py").read_bytes()


@pytest.mark.parametrize("edit", EDITS)
def test_a_build_after_an_edit_is_a_new_build(tmp_path: Path, edit: str) -> None:
    old, new = EDITS[edit]
    assert old in TEXT
    edited = TEXT.replace(old, new, 1)
    known = project(tmp_path / "known", TEXT)
    before = built(known)
    project(known, edited)
    after = built(known)
    assert after == built(project(tmp_path / "new", edited))
    project(known, TEXT)
    assert built(known) == before


def test_one_declaration_is_made_anew_where_one_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(tmp_path, TEXT)
    built(folder)
    made: list[str] = []
    keep = Pieces.__setitem__

    def noted(self: Pieces, digest: str, text: str) -> None:
        made.append(text)
        keep(self, digest, text)

    monkeypatch.setattr(Pieces, "__setitem__", noted)
    project(folder, TEXT.replace("deal holder.Might + ", "deal holder.Might + 1", 1))
    built(folder)
    assert len(made) == 1
    assert made[0].startswith("class Strike0(")


@pytest.mark.parametrize("pieces", [None, [], {}, "text", {"x": 1}])
def test_what_is_of_another_form_is_not_taken(pieces: object) -> None:
    known: MutableMapping[str, str] = Pieces(
        {"maker": "this", "pieces": pieces}, "this"
    )
    assert known.get("x") is None
    assert Pieces(pieces, "this").get("x") is None
    other = Pieces({"maker": "another", "pieces": {"x": "text"}}, "this")
    assert other.get("x") is None


def test_pieces_that_are_cut_off_are_made_anew(tmp_path: Path) -> None:
    folder = project(tmp_path, TEXT)
    first = built(folder)
    (kept,) = (folder / ".ledgerc-cache" / "pieces").iterdir()
    body = read_whole(kept)
    assert body is not None
    assert json.loads(body)["pieces"]
    kept.write_bytes(kept.read_bytes()[:-100])
    shutil.rmtree(folder / ".ledgerc-cache" / "units")
    assert built(folder) == first

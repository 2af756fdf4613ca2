"""A build after a change reads what has changed alone, and trusts nothing that it kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ledgerc.cache import read_whole, write_whole
from ledgerc.driver import build
from ledgerc.incremental import recalling
from ledgerc.incremental.blocks import blocks_of, step_of, thinned
from ledgerc.incremental.record import decoded
from ledgerc.source import SourceFile
from ledgerc.syntax import parse_ledger
from tests.bench.content import SETTINGS, catalog_text

TEXT = catalog_text(120)


def project(folder: Path, text: str) -> Path:
    (folder / "content").mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(SETTINGS)
    (folder / "content" / "cards.ledger").write_text(text)
    return folder


def built(folder: Path) -> bytes:
    result = build([], working=folder)
    assert not result.findings.has_errors, result.findings.diagnostics
    return (folder / "generated" / "cards.py").read_bytes()


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a recaller hands to the parser."""
    texts: list[str] = []
    parse = parse_ledger

    def noted(source: SourceFile, *given: object, **named: object) -> object:
        texts.append(source.text)
        return parse(source, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(recalling, "parse_ledger", noted)
    return texts


@pytest.fixture
def recalled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each catalog that was made anew, whether what is kept of it was enough."""
    found: list[bool] = []
    recall = recalling.Recaller.recall

    def noted(self: recalling.Recaller) -> object:
        result = recall(self)
        found.append(result is not None)
        return result

    monkeypatch.setattr(recalling.Recaller, "recall", noted)
    return found


def test_only_what_changed_is_read(
    tmp_path: Path, parsed: list[str], recalled: list[bool]
) -> None:
    folder = project(tmp_path, TEXT)
    built(folder)
    project(folder, TEXT.replace("adds Might", "adds Might 7 +", 1))
    built(folder)
    assert recalled == [True]
    (text,) = parsed
    assert text.count("\n") == TEXT.count("\n")
    assert text.count("effect Skill") == 1
    assert "template archetype Body" in text
    assert "ability Strike" not in text


CHANGES = {
    "a name that nothing mentions": (
        "# Card 3.",
        "effect Alone\n  innate\n\n# Card 3.",
    ),
    "lines further down": ("# Card 3.", "# Card 3.\n# And more."),
    "a rule more, which numbers those after it": (
        "effect Skill2\n",
        "effect Skill2\n  after Round of holder\n    heal 1 to holder\n",
    ),
}
OTHER_CHANGES = {
    "the outline": ("pool Vigor max 3", "pool Vigor max 4"),
    "a fault": ("grants Strike3", "grants Strke3"),
    "a name that something mentions": ("effect Skill3\n", "effect Skill4\n"),
    "a stat that is no integer": ("adds Might ", "adds Might 0.57 + "),
    "an archetype that is made from another": (
        "archetype Card3 from Body(",
        "archetype Card3 from Card2\n\narchetype Card33 from Body(",
    ),
    "a tab": ("# Card 3.", "# Card\t3."),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_kept_serves_for(
    tmp_path: Path, recalled: list[bool], change: str
) -> None:
    recalled_after(tmp_path, CHANGES[change])
    assert recalled == [True]


@pytest.mark.parametrize("change", OTHER_CHANGES)
def test_all_is_read_for(tmp_path: Path, recalled: list[bool], change: str) -> None:
    recalled_after(tmp_path, OTHER_CHANGES[change])
    assert recalled == [False]


def recalled_after(folder: Path, change: tuple[str, str]) -> None:
    built(project(folder, TEXT))
    assert change[0] in TEXT
    project(folder, TEXT.replace(*change, 1))
    build([], working=folder)


# -- what is kept -----------------------------------------------------------------------------


def kept_by(folder: Path) -> Path:
    (kept,) = (folder / ".ledgerc-cache" / "catalogs").iterdir()
    return kept


def test_a_record_of_another_compiler_is_not_taken(tmp_path: Path) -> None:
    built(project(tmp_path, TEXT))
    data = read_whole(kept_by(tmp_path))
    assert data is not None
    assert decoded(data, "another") is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: b"",
        lambda data: b"\x91" * 100_000,
        lambda data: data.replace(b"Effect", b"Affect"),
        lambda data: data.replace(b"adds", b"odds"),
    ],
)
def test_a_record_of_another_form_is_not_taken(
    tmp_path: Path, recalled: list[bool], damage: object
) -> None:
    folder = project(tmp_path / "known", TEXT)
    built(folder)
    data = read_whole(kept_by(folder))
    assert data is not None
    assert callable(damage)
    write_whole(kept_by(folder), damage(data))
    edited = TEXT.replace("adds Might", "adds Might 7 +", 1)
    assert built(project(folder, edited)) == built(project(tmp_path / "new", edited))
    assert recalled == []


def test_without_its_folder_a_build_is_the_same(tmp_path: Path) -> None:
    folder = project(tmp_path, TEXT)
    first = built(folder)
    shutil.rmtree(folder / ".ledgerc-cache")
    assert built(folder) == first


# -- blocks -----------------------------------------------------------------------------------


BLOCKS = """\
# The head of the file.

# Above.
effect One
  adds Might 1
# In the body, since more of it follows.

  adds Might 2

  # Of One.

# Of Two.

effect Two

# The end.
"""


def test_blocks_are_parted_where_the_parser_parts_them() -> None:
    one, two = blocks_of(BLOCKS) or ()
    assert (one.line, one.head, two.line, two.head) == (1, 4, 11, 14)
    assert one.text.endswith("  # Of One.\n")
    assert two.text.startswith("\n# Of Two.\n")
    assert two.text.endswith("effect Two\n")
    assert one.text + two.text + "\n# The end.\n" == BLOCKS


def test_what_is_known_leaves_blank_lines() -> None:
    blocks = blocks_of(BLOCKS)
    assert blocks is not None
    text = thinned(BLOCKS, blocks, {each.text for each in blocks})
    assert text == blocks[0].text + "\n" * 4 + "\n# The end.\n"
    assert step_of(BLOCKS) == 2


@pytest.mark.parametrize("sign", ["\t", "\r", "\f", "\ufeff"])
def test_a_file_of_unusual_form_is_not_parted(sign: str) -> None:
    assert blocks_of(f"effect One\n# {sign}\n") is None


def test_a_file_that_begins_in_a_body_is_not_parted() -> None:
    assert blocks_of("  adds Might 1\neffect One\n") is None

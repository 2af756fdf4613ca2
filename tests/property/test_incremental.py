"""A build after any change is the build of a new checkout: the same bytes, the same findings."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerc.diagnostics import Diagnostic
from ledgerc.driver import build
from ledgerc.incremental.recalling import Recaller
from tests.bench.content import SETTINGS, catalog_text

CONTENT = Path(__file__).resolve().parents[2] / "content"

MORE = """
const Most 5
prop strength

effect Burning(much)
  lasts 2 turns
  every turn
    deal much to holder

effect Slow
  scales Might 1/2 when holder.Health < Most

effect Watching
  after Damage of ally when event.amount > 1
    note "seen"

template effect Sworn(one)
  adds one 2

single archetype Board
  base Girth 1

archetype Ancestor from Body(2, 3)
  has Sworn(Might)

archetype Child from Ancestor
  has Slow Watching

ability Ignite
  target one enemy having Body
  give Burning(2) to target
  do Soothe(holder)

routine Soothe(whom)
  heal twice(1) to whom

formula twice(x) = x * 2
"""

Edit = Callable[[random.Random, str], str]


def project(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "pyproject.toml").write_text(SETTINGS)
    return folder


def outcome(folder: Path) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """What a build writes, and what it finds."""
    result = build([], working=folder)
    if result.findings.has_errors:
        return {}, result.findings.diagnostics
    output = folder / "generated"
    written = {
        path.relative_to(output).as_posix(): path.read_bytes()
        for path in sorted(output.rglob("*.py"))
    }
    return written, result.findings.diagnostics


# -- edits ------------------------------------------------------------------------------------


def _parts(text: str) -> list[str]:
    return re.split(r"(?m)(?<=\n)(?=^[a-z])", text)


def _digit(source: random.Random, text: str) -> str:
    return _at(source, r"\d+", text, lambda found: f"{int(found) + 1}")


def _fraction(source: random.Random, text: str) -> str:
    return _at(source, r"\d+", text, lambda found: f"{found}.5")


def _comment(source: random.Random, text: str) -> str:
    return _at(source, r"\n", text, lambda _: "\n# a note\n")


def _inner_comment(source: random.Random, text: str) -> str:
    return _at(source, r"\n", text, lambda _: "\n  # a note\n")


def _blank(source: random.Random, text: str) -> str:
    return _at(source, r"\n", text, lambda _: "\n\n")


def _less_blank(source: random.Random, text: str) -> str:
    return _at(source, r"\n\n", text, lambda _: "\n")


def _delete(source: random.Random, text: str) -> str:
    parts = _parts(text)
    del parts[source.randrange(len(parts))]
    return "".join(parts)


def _move(source: random.Random, text: str) -> str:
    parts = _parts(text)
    taken = parts.pop(source.randrange(len(parts)))
    parts.insert(source.randrange(len(parts) + 1), taken)
    return "".join(parts)


def _add(source: random.Random, text: str) -> str:
    """A declaration like another, by another name."""
    parts = _parts(text)
    number = source.randrange(len(parts))
    words = re.compile(r"(?m)^(effect|ability|archetype) (\w+)")
    parts.insert(number, words.sub(r"\1 \2New", parts[number]))
    return "".join(parts)


def _twice(source: random.Random, text: str) -> str:
    parts = _parts(text)
    number = source.randrange(len(parts))
    parts.insert(number, parts[number])
    return "".join(parts)


def _rename(source: random.Random, text: str) -> str:
    """A declared name, wherever it stands."""
    names = re.findall(r"(?m)^(?:effect|ability|archetype|stat|event) (\w+)", text)
    name = source.choice(names)
    return re.sub(rf"\b{name}\b", f"{name}x", text)


def _misname(source: random.Random, text: str) -> str:
    """One word, in one place."""
    return _at(source, r"\b[A-Z]\w+", text, lambda found: f"{found}x")


def _lose(source: random.Random, text: str) -> str:
    """A line."""
    return _at(source, r"(?m)^.*\n", text, lambda _: "")


def _indent(source: random.Random, text: str) -> str:
    return _at(source, r"(?m)^ +", text, lambda found: f"{found} ")


def _slide(source: random.Random, text: str) -> str:
    return _at(source, r"(?m)^ +", text, lambda _: "")


def _sign(source: random.Random, text: str) -> str:
    return _at(source, r"[ \n]", text, lambda found: source.choice("\t?(") + found)


def _at(
    source: random.Random, pattern: str, text: str, change: Callable[[str], str]
) -> str:
    """Change one place of a pattern."""
    places = list(re.finditer(pattern, text))
    if not places:
        return f"{text}# nothing of that kind\n"
    found = source.choice(places)
    return text[: found.start()] + change(found.group()) + text[found.end() :]


SOUND: tuple[Edit, ...] = (
    _digit,
    _fraction,
    _comment,
    _inner_comment,
    _blank,
    _less_blank,
    _move,
    _add,
    _rename,
)
ANY: tuple[Edit, ...] = (
    *SOUND,
    _delete,
    _twice,
    _misname,
    _lose,
    _indent,
    _slide,
    _sign,
)


# -- the property -----------------------------------------------------------------------------


@pytest.fixture
def recalled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each catalog that was made anew, whether what is kept of it was enough."""
    found: list[bool] = []
    recall = Recaller.recall

    def noted(self: Recaller) -> object:
        result = recall(self)
        found.append(result is not None)
        return result

    monkeypatch.setattr(Recaller, "recall", noted)
    return found


def follow(
    folder: Path, texts: dict[str, str], edits: tuple[Edit, ...], seed: int, steps: int
) -> None:
    """Edit again and again, now and then back to what was sound; compare with new checkouts."""
    source = random.Random(seed)
    known = project(folder / "known", texts)
    outcome(known)
    sound = dict(texts)
    for step in range(steps):
        name = source.choice(sorted(texts))
        edited = {**texts, name: source.choice(edits)(source, texts[name])}
        new = project(folder / f"new{step}", edited)
        expected = outcome(new)
        shutil.rmtree(new)
        assert outcome(project(known, edited)) == expected, (step, name)
        if not any(found.severity.value == "error" for found in expected[1]):
            sound = edited
        texts = edited if source.random() < 0.7 else sound


@pytest.mark.parametrize("seed", range(4))
def test_sound_edits(tmp_path: Path, recalled: list[bool], seed: int) -> None:
    texts = {"cards.ledger": catalog_text(120) + MORE}
    follow(tmp_path, texts, SOUND, seed, 14)
    assert any(recalled)


@pytest.mark.parametrize("seed", range(4))
def test_any_edits(tmp_path: Path, recalled: list[bool], seed: int) -> None:
    texts = {"cards.ledger": catalog_text(120) + MORE}
    follow(tmp_path, texts, ANY, seed, 14)


@pytest.mark.parametrize("seed", range(2))
def test_edits_of_many_files(tmp_path: Path, recalled: list[bool], seed: int) -> None:
    texts = {
        path.relative_to(CONTENT / "combat").as_posix(): path.read_text()
        for path in sorted((CONTENT / "combat").rglob("*.ledger"))
    }
    follow(tmp_path, texts, ANY, seed, 6)
    assert any(recalled)

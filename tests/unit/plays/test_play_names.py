"""What a play's function is called, whatever its title; and that no title gets out of its text."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerc import driver
from ledgerc.emit.play import emit_play
from ledgerc.emit.play_names import LONGEST_SLUG, module_alias, play_functions, slug
from ledgerc.ir.catalog import Catalog
from ledgerc.ir.plays import ExpectCompare, Origin, PlayFile
from ledgerc.node import replace
from ledgerc.workspace import Workspace
from tests.unit.plays.support import write_play


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[PlayFile, Catalog]:
    path = write_play(
        tmp_path_factory.mktemp("game"),
        'play "it" in duel\n  expect g.Health = 10 from content: the rules\n',
    )
    workspace = Workspace(path.parent, None)
    found = workspace.analyse_play(workspace.locate(path))
    assert found.play is not None
    assert found.catalog is not None
    return found.play, found.catalog


NAMES = (
    "play",
    "math",
    "Play",
    "annotations",
    "PLAY_DIGEST",
    "rows",
    "pytest",
    "test_it",
    "tests",
)
HOSTILE_RULES = """\
pool Health max 10 whole
damage Health as play
formula math(x) = x.Health + 0.5
ability Play
  deal 1 play to holder
routine rows(x)
  set x.Health 5
archetype annotations
  full Health
  grants Play
"""


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_play_or_its_catalog_hides_another(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "test_it.ledger").write_text(HOSTILE_RULES, encoding="utf-8")
    play = tmp_path / "game.play"
    play.write_text(
        f"""catalog test_it.ledger

scene {name}
  make u annotations

play "it" in {name}
  act u Play
  deal 0.5 play to u
  expect math(u) = 9.5
  do rows(u)
  make {name} annotations
  expect math(u) = math({name}) - 5
""",
        encoding="utf-8",
    )
    result = driver.play([play])
    assert result.passed, result
    emitted = driver.dump(play, driver.Stage.PYTHON).text
    assert emitted is not None
    assert re.findall(r"^def (test\w*)", emitted, re.MULTILINE) == ["test_it"]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("a squire's ward stops a hit", "a_squires_ward_stops_a_hit"),
        ("  Two -- Words!  ", "two_words"),
        ("Ünïcödé straße", "unicode_strasse"),
        ("3 hits", "3_hits"),
        ("«…»", "play"),
        ("", "play"),
        (
            "one two three four five six seven eight nine ten eleven twelve thirteen",
            "one_two_three_four_five_six_seven_eight_nine_ten_eleven",
        ),
        ("x" * 100, "x" * LONGEST_SLUG),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text())
def test_a_slug_is_always_a_name(title: str) -> None:
    found = slug(title)
    assert f"test_{found}".isidentifier()
    assert found.isascii()
    assert 0 < len(found) <= LONGEST_SLUG


@given(st.lists(st.sampled_from(["a", "A", "a!", "a 2", "a 3", "a 2 2"]), max_size=9))
def test_functions_are_unique(
    game: tuple[PlayFile, Catalog], titles: list[str]
) -> None:
    (play,) = game[0].plays
    file = replace(game[0], plays=tuple(replace(play, title=title) for title in titles))
    names = play_functions(file)
    assert len(set(names)) == len(titles)


@pytest.mark.parametrize(
    ("module", "alias"),
    [
        ("generated.cookbook.guard", "guard"),
        ("..guard", "guard"),
        ("generated.play", "play_"),
        ("generated.pytest", "pytest_"),
        ("generated.runtime", "runtime_"),
        ("class_", "class_"),
        ("generated.print", "print_"),
    ],
)
def test_the_catalogs_name(module: str, alias: str) -> None:
    assert module_alias(module) == alias


@settings(max_examples=40, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_no_text_gets_out(game: tuple[PlayFile, Catalog], text: str) -> None:
    """Titles, comments, remarks and file names end up in literals and comments alone."""
    file, catalog = game
    (play,) = file.plays
    (step,) = play.steps
    assert isinstance(step, ExpectCompare)
    hostile = replace(
        play,
        title=text,
        doc=text,
        steps=(replace(step, source=text, origin=Origin("content", text)),),
    )
    written = emit_play(
        replace(file, name=f"{text}.play", doc=text, plays=(hostile,)),
        catalog,
        module="generated.game",
        digest="",
        formatted=False,
    )
    tree = ast.parse(written)
    plain = ast.parse(
        emit_play(file, catalog, module="generated.game", digest="", formatted=False)
    )
    assert _shape(tree) == _shape(plain)


def _shape(tree: ast.Module) -> list[str]:
    """The kinds of nodes of a module, without what its texts say."""
    return [type(node).__name__ for node in ast.walk(tree)]


def test_relative_modules_are_imported(
    game: tuple[PlayFile, Catalog], tmp_path: Path
) -> None:
    file, catalog = game

    def imported(module: str) -> str:
        text = emit_play(file, catalog, module=module, digest="")
        return next(
            line for line in text.splitlines() if "game" in line and "import" in line
        )

    assert imported("generated.cookbook.game") == "from generated.cookbook import game"
    assert imported("..cookbook.game") == "from ..cookbook import game"
    assert imported("..game") == "from .. import game"
    assert imported("game") == "import game"

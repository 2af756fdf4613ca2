"""No name that content declares occurs in the compiler or the runtime: they know no game.

What is looked at is code: the identifiers and the texts of the Python sources, but not their
docstrings and comments; the templates; the grammars. Of names of four letters and more:

- no text, template or grammar may hold one, for by a text code would ask for a thing of content;
- no identifier may be one that the sources do not bind themselves, such as ``entity.Armor``;
- no class or function may be called like a thing of content (a card, an effect, an ability, an
  event, a tag, a zone), whatever it does.

The language's own words are no names of content, though content may use them: the keywords of its
grammars, the entries of its log, the names that the reference gives a meaning, and the routine with
which a match begins.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from ledger_runtime.match_setup import SETUP
from ledgerc.diagnostics import Sink
from ledgerc.sema.builtins import PHASE_EVENTS
from ledgerc.sema.plays.log_lines import ENTRY_KINDS
from ledgerc.source import SourceFile
from ledgerc.syntax import ast as tree
from ledgerc.syntax import parse_ledger
from ledgerc.syntax.frontend import Language, frontend

REPOSITORY = Path(__file__).parents[2]
CONTENT = tuple(
    REPOSITORY / "content" / name for name in ("combat", "cookbook", "cirque")
)
SOURCES = (REPOSITORY / "compiler", REPOSITORY / "runtime")
SHORTEST = 4
GIVEN_A_MEANING = ("Damage", "Healing", "Died", *PHASE_EVENTS)
"""``docs/language.md``: kinds of damage and healing that need not be said, the event of those who
are destroyed, and what a phase raises."""

THINGS = (
    tree.Archetype,
    tree.Effect,
    tree.Ability,
    tree.Events,
    tree.Tags,
    tree.Zone,
)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
OF_RUNTIME = re.compile(r"\bruntime\.\w+")


# -- what content declares ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declared:
    """A name of content, and whether it is of a thing in play."""

    name: str
    is_thing: bool
    place: str


@cache
def declared() -> dict[str, Declared]:
    """All names that the content declares."""
    found: dict[str, Declared] = {}
    for path in (
        path for folder in CONTENT for path in sorted(folder.rglob("*.ledger"))
    ):
        source = SourceFile(path.name, path.read_text(encoding="utf-8"))
        sink = Sink()
        file = parse_ledger(source, sink)
        assert not sink.has_errors, path
        for declaration in file.declarations:
            for name in names_of(declaration):
                is_thing = isinstance(declaration, THINGS)
                known = found.get(name.text)
                if known is None or (is_thing and not known.is_thing):
                    found[name.text] = Declared(name.text, is_thing, name.span.place)
    return found


def names_of(declaration: tree.Declaration) -> Iterator[tree.Name]:
    """The names that a declaration declares."""
    for field in ("name", "names", "alias"):
        value = getattr(declaration, field, None)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, tree.Name):
                yield each


@cache
def own_words() -> frozenset[str]:
    """The language's own words, in small letters."""
    keywords = [
        word for language in get_args(Language) for word in frontend(language).keywords
    ]
    own = (*keywords, *ENTRY_KINDS, *GIVEN_A_MEANING, SETUP, "match")
    return frozenset(word.lower() for word in own)


# -- what the sources say -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """Words of a source: a text, an identifier, or what a class or function is called."""

    words: tuple[str, ...]
    place: str
    is_identifier: bool = False
    is_definition: bool = False


def said_in(text: str, place: str) -> Iterator[Said]:
    """What a Python source says, without its docstrings and comments."""
    module = ast.parse(text)
    documents = set(_docstrings(module))
    for node in ast.walk(module):
        where = f"{place}:{getattr(node, 'lineno', 1)}"
        match node:
            case ast.Constant(value=str(value)) if id(node) not in documents:
                yield Said(words(value), where, is_identifier=value.isidentifier())
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield Said(words(name), where, is_identifier=True)
            case ast.keyword(arg=str(name)):
                yield Said(words(name), where, is_identifier=True)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield Said(words(name), where, True, is_definition=True)
            case _:
                pass


def words(text: str) -> tuple[str, ...]:
    """``holds_Shielded`` and ``w.act(u)`` in words; ``runtime.Cost`` is the runtime's own."""
    return tuple(WORD.findall(OF_RUNTIME.sub("", text).replace("_", " ")))


def _docstrings(module: ast.Module) -> Iterator[int]:
    """The texts that stand alone in a body, by the id of their nodes."""
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(
                statement.value, ast.Constant
            ):
                yield id(statement.value)


def bound_in(text: str) -> Iterator[str]:
    """The words of all identifiers that a source binds, or takes from elsewhere."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield from words(name)
            case ast.arg(arg=name):
                yield from words(name)
            case ast.Name(id=name, ctx=ast.Store()):
                yield from words(name)
            case ast.alias(name=name, asname=alias):
                yield from words(alias or name)
            case ast.Attribute(attr=name, value=ast.Name(id=base)) if base in FOREIGN:
                yield from words(name)
            case _:
                pass


FOREIGN = ("ast", "builtins", "lark", "runtime")
"""Modules whose members are no content's; ``runtime`` is the runtime, whose names are bound."""


@dataclass(frozen=True, slots=True)
class Sources:
    """All sources, in parts."""

    python: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]


@cache
def sources() -> Sources:
    """The texts of the compiler and the runtime by their places, in order."""

    def read(*suffixes: str) -> tuple[tuple[str, str], ...]:
        return tuple(
            (path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8"))
            for folder in SOURCES
            for path in sorted(folder.rglob("*"))
            if path.suffix in suffixes
        )

    return Sources(read(".py"), read(".jinja", ".lark"))


# -- the audit ------------------------------------------------------------------------------------


def audit(
    names: dict[str, Declared], said: Iterable[Said], bound: frozenset[str]
) -> list[str]:
    """Each place at which a source knows a name of content."""
    found = []
    for each in said:
        for word in each.words:
            known = names.get(word)
            if known is None or len(word) < SHORTEST or word.lower() in own_words():
                continue
            if each.is_definition and known.is_thing:
                why = "is called like"
            elif not (each.is_identifier and word in bound):
                why = "names"
            else:
                continue
            found.append(f"{each.place} {why} {word} ({known.place})")
    return sorted(set(found))


def bound_words() -> frozenset[str]:
    """All that the sources bind, and Python's own names."""
    python = (word for _, text in sources().python for word in bound_in(text))
    return frozenset((*python, *dir(builtins)))


def test_the_compiler_and_the_runtime_know_no_content() -> None:
    python = [said for place, text in sources().python for said in said_in(text, place)]
    others = [Said(words(text), place) for place, text in sources().others]
    assert audit(declared(), (*python, *others), bound_words()) == []


def test_there_is_something_to_audit() -> None:
    assert len(declared()) > 300
    assert {"Armorsmith", "Taunt", "Health", "TurnEnded", "Board", "owner"} <= set(
        declared()
    )
    assert len(sources().python) > 100
    assert len(sources().others) > 5


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('w.make(known["Armorsmith"])', "x.py:1 names Armorsmith"),
        ("if entity.tags & tag_Taunt: ...", "x.py:1 names Taunt"),
        ("entity.Armor -= 1", "x.py:1 names Armor"),
        ("world.deal(TurnEnded=1)", "x.py:1 names TurnEnded"),
        ("class Armorsmith: ...", "x.py:1 is called like Armorsmith"),
        (
            'def act(w): "of Armorsmith"; return "an Armorsmith"',
            "x.py:1 names Armorsmith",
        ),
    ],
)
def test_what_knows_content_is_found(line: str, place: str) -> None:
    found = audit(declared(), said_in(line, "x.py"), frozenset(bound_in(line)))
    assert [each.partition(" (")[0] for each in found] == [place]


@pytest.mark.parametrize(
    "line",
    [
        '"""Armorsmith"""',
        "x = 1  # Armorsmith",
        "def repeat(owner): return owner",
        'Died = kinds["Died"]',
        'def play(): "Armorsmith"',
    ],
)
def test_what_knows_none_is_not(line: str) -> None:
    assert audit(declared(), said_in(line, "x.py"), frozenset(bound_in(line))) == []

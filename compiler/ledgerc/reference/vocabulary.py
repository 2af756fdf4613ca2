"""The words of both languages as records, read from the files of the folder ``words``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_PART = re.compile(r"(?<![A-Za-z])(?:[a-z_]+|[A-Z][a-z]+[A-Za-z]*)(?![A-Za-z])")
_FILLED_IN = frozenset({"x", "y"})


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where a word is used: a rule of the grammar, perhaps only with some of its words.

    Written ``rule``, ``rule:word`` (it has this word) or ``rule=words`` (it has these and no other;
    of a path or a name: it is this).
    """

    rule: str
    word: str = ""
    exact: str = ""

    @classmethod
    def read(cls, text: str) -> Pattern:
        """The pattern that is written so."""
        rule, sign, exact = text.partition("=")
        if sign:
            return cls(rule, exact=exact)
        rule, _, word = text.partition(":")
        return cls(rule, word)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase of the language, in one of its uses."""

    name: str
    """What it is called, once in the reference."""
    form: str
    """How it is written: capitals stand for names, brackets for what may be left out."""
    means: str
    section: str
    """The heading of the language page under which it is explained."""
    patterns: tuple[Pattern, ...]
    exceptions: tuple[Pattern, ...] = ()
    """Uses that are another word's."""
    shown_rules: tuple[str, ...] = ()
    """Further rules of the grammar whose words the form shows."""
    everyday: bool = False
    """Whether nearly every catalog uses it, so that it says little of one."""

    @property
    def parts(self) -> frozenset[str]:
        """The words that its form is made of; names that a reader fills in are none."""
        return frozenset(_PART.findall(self.form)).difference(_FILLED_IN)


@dataclass(frozen=True, slots=True)
class Group:
    """Words that are for the same thing."""

    title: str
    text: str
    words: tuple[Word, ...]


@cache
def groups() -> tuple[Group, ...]:
    """Every word of both languages, in the order of the reference."""
    folder = files("ledgerc.reference") / "words"
    named = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    return tuple(_group(file.read_text(encoding="utf-8")) for file in named)


def words() -> Iterator[Word]:
    """Each word, in the order of the reference."""
    for group in groups():
        yield from group.words


def _group(text: str) -> Group:
    read = tomllib.loads(text)
    return Group(
        read["title"],
        read["text"],
        tuple(
            Word(
                each["name"],
                each["form"],
                each["means"],
                each["section"],
                tuple(map(Pattern.read, each["rules"])),
                tuple(map(Pattern.read, each.get("except", ()))),
                tuple(each.get("covers", ())),
                each.get("everyday", False),
            )
            for each in read["words"]
        ),
    )

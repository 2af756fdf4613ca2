"""Names of a play file's Python: its test functions, its scenes' helpers, the catalog module.

Play names are an author's words and may be any text, so a title becomes a plain slug.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ledgerc.emit.names import Allocator, python_names
from ledgerc.ir.plays import PlayFile
from ledgerc.records import record

LONGEST_SLUG = 60

RESERVED = (
    "Fraction",
    "PLAY_DIGEST",
    "PLAY_FILE",
    "Play",
    "Sequence",
    "annotations",
    "math",
    "play",
    "pytest",
    "row",
    "rows",
    "runtime",
)
"""What the template of a play file and the steps in it write themselves."""


def slug(title: str) -> str:
    """``title`` as lower-case words: ``a_squires_ward_stops_a_hit``, cut after a whole word."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    ascii_only = "".join(each for each in plain if each.isascii() and each not in "'`")
    words = re.findall("[a-z0-9]+", ascii_only)
    found = "_".join(words)
    if len(found) > LONGEST_SLUG:
        cut = found[: LONGEST_SLUG + 1].rpartition("_")[0]
        found = cut or found[:LONGEST_SLUG]
    return found or "play"


def play_functions(file: PlayFile) -> tuple[str, ...]:
    """The test function of each play, in order; the same title twice gets a number."""
    taken: set[str] = set()
    found: list[str] = []
    for play in file.plays:
        wanted = f"test_{slug(play.title)}"
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted}_{number}", number + 1
        taken.add(name)
        found.append(name)
    return tuple(found)


def module_alias(module: str, functions: Iterable[str] = ()) -> str:
    """What the module of the catalog is called in the play file: the last part of its path."""
    last = module.rpartition(".")[2]
    return Allocator((*RESERVED, *python_names(), *functions)).allocate(last)


@record(frozen=True)
class PlayNames:
    """All names at the module level of one play file."""

    module: str
    """The generated catalog's dotted path."""
    alias: str
    functions: tuple[str, ...]
    scenes: dict[str, str]

    @property
    def taken(self) -> tuple[str, ...]:
        """What no local of a play may be called."""
        return (*RESERVED, self.alias, *self.functions, *self.scenes.values())


def _untested(scene: str) -> str:
    """The name of a scene's helper, which pytest must not take for a test."""
    return f"scene_{scene}" if scene.startswith("test") else scene


def name_play_file(file: PlayFile, module: str) -> PlayNames:
    """The names of ``file``, whose catalog is generated as ``module``."""
    functions = play_functions(file)
    alias = module_alias(module, functions)
    taken: Iterable[str] = (*RESERVED, *python_names(), alias, *functions)
    allocator = Allocator(taken)
    scenes = {
        each.name: allocator.allocate(_untested(each.name), "_scene")
        for each in file.scenes
    }
    return PlayNames(module, alias, functions, scenes)

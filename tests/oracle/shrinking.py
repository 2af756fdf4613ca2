"""A game made smaller, line by line, as long as the same comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.oracle.generating import Game

MOST_TRIES = 300
"""How many smaller games are tried: each is compiled and run."""


def shrunk(game: Game, is_alike: Callable[[Game], bool]) -> Game:
    """The game without each line, with those indented under it, that it can do without."""
    tries = 0
    made_smaller = True
    while made_smaller:
        made_smaller = False
        position = 0
        while tries < MOST_TRIES:
            smaller = next(_without(game, position), None)
            if smaller is None:
                break
            tries += 1
            if is_alike(smaller):
                game, made_smaller = smaller, True
            else:
                position += 1
    return game


def _without(game: Game, position: int) -> Iterator[Game]:
    """The game without its line of that number, if there is one; plays go first."""
    lines = game.play.splitlines()
    if position < len(lines):
        play = _cut(lines, position)
        yield replace(game, play=play)
        return
    position -= len(lines)
    for name, text in game.files.items():
        lines = text.splitlines()
        if position < len(lines):
            yield replace(game, files={**game.files, name: _cut(lines, position)})
            return
        position -= len(lines)


def _cut(lines: list[str], position: int) -> str:
    """A text without a line and those indented deeper below it."""
    end = position + 1
    while end < len(lines) and _indent(lines[end]) > _indent(lines[position]):
        end += 1
    return "\n".join([*lines[:position], *lines[end:]]) + "\n"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

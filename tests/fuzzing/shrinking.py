"""Delta debugging: the smallest case that still has the fault, by files, blocks, lines, tokens."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.fuzzing.cases import Case

HasFault = Callable[[Case], bool]
_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")


def shrink(case: Case, has_fault: HasFault, seconds: float = 60) -> Case:
    """A smaller case with the fault; ``case`` itself if none is found in the time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for smaller in _smaller(case):
            if smaller.size < case.size and has_fault(smaller):
                case = smaller
                break
            if time.monotonic() > until:
                return case
        else:
            return case
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Cases with less in them, those with much less first."""
    if case.save is not None:
        yield from (Case({}, save, case.catalog) for save in _smaller_saves(case.save))
        return
    for name in case.files:
        yield Case({each: case.files[each] for each in case.files if each != name})
    for split in (_blocks, _lines, _tokens):
        for name, content in case.files.items():
            for less in _without_parts(split(content)):
                yield Case({**case.files, name: b"".join(less)})


def _without_parts(parts: list[Any]) -> Iterator[list[Any]]:
    """The list without a stretch of it: halves first, then quarters, down to single parts."""
    length = len(parts) // 2 or len(parts)
    while length:
        for start in range(0, len(parts), length):
            yield parts[:start] + parts[start + length :]
        length //= 2


def _blocks(content: bytes) -> list[bytes]:
    return [part for part in re.split(rb"(?m)^(?=\S)", content) if part]


def _lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def _tokens(content: bytes) -> list[bytes]:
    text = content.decode("utf-8", "surrogateescape")
    return [part.encode("utf-8", "surrogateescape") for part in _TOKENS.findall(text)]


def _smaller_saves(save: bytes) -> Iterator[bytes]:
    try:
        form = json.loads(save)
    except (ValueError, RecursionError):
        for less in _without_parts([bytes([each]) for each in save]):
            yield b"".join(less)
        return
    for path in _paths(form):
        copy = json.loads(save)
        inner = copy
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
        yield json.dumps(copy).encode()


def _paths(form: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = form.items() if isinstance(form, dict) else enumerate(form)
    for key, _ in items:
        yield (*path, key)
    for key, value in form.items() if isinstance(form, dict) else enumerate(form):
        if isinstance(value, (dict, list)):
            yield from _paths(value, (*path, key))

"""Every kind of hostile save is refused in bounded time and memory, or is a sound world."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.runtime.test_atomic import crowd
from tests.unit.runtime.test_save_hostile import HARM

SECONDS = 20
BYTES_A_BYTE = 60
"""What a value of JSON takes in Python beside its text, and a copy or two of that."""
BESIDE = 4_000_000


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    form: dict[str, Any] = json.loads(crowd()[0].save())
    change(form)
    return json.dumps(form)


def rows(form: dict[str, Any]) -> list[Any]:
    found: list[Any] = form["entities"]
    return found


VALUES: dict[str, Callable[[], str | bytes]] = {
    "a wide list": lambda: changed(lambda f: rows(f).extend([[]] * 200_000)),
    "a wide row": lambda: changed(lambda f: rows(f)[0].extend([0] * 300_000)),
    "many columns": lambda: changed(
        lambda f: f["columns"].extend(f"stat S{n}" for n in range(100_000))
    ),
    "many names": lambda: changed(
        lambda f: f["archetypes"].update({f"A{n}": {} for n in range(50_000)})
    ),
    "a huge number": lambda: changed(lambda f: rows(f)[0].__setitem__(2, 10**3000)),
    "a long text": lambda: changed(
        lambda f: rows(f)[0].__setitem__(1, "x" * 3_000_000)
    ),
    "one entity many times": lambda: changed(
        lambda f: rows(f).extend([rows(f)[0]] * 50_000)
    ),
    "a reference to nobody": lambda: changed(lambda f: f.__setitem__("winner", 10**9)),
    "singles that are nobody": lambda: changed(
        lambda f: f.__setitem__("singles", {f"S{n}": n for n in range(100_000)})
    ),
    "a wrong kind of table": lambda: changed(lambda f: f.__setitem__("effects", {})),
    "many tables": lambda: changed(
        lambda f: f["effects"].extend([f["effects"][0]] * 20_000)
    ),
    "answers without end": lambda: changed(
        lambda f: f.__setitem__("answers", [["Q", [["entity", 1]], 1]] * 100_000)
    ),
    "no number": lambda: '{"format":NaN}' + " " * 1_000_000,
    "halves of characters": lambda: '{"format":"' + "\\ud800" * 200_000 + '"}',
    "a byte order mark": lambda: b"\xef\xbb\xbf" + crowd()[0].save(),
    "UTF-16": lambda: crowd()[0].save().decode().encode("utf-16"),
    "bytes that are no text": lambda: b"\xff" * 2_000_000,
}


def bounded(kind: Any, harm: str | bytes) -> None:
    """Load ``harm``: refused, within a time, and within a memory that goes with its size."""
    tracemalloc.start()
    started = time.process_time()
    try:
        with pytest.raises(runtime.SaveError) as caught:
            kind.load(harm)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < SECONDS
    assert peak < BESIDE + BYTES_A_BYTE * len(harm)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", HARM)
def test_harmful_json_is_bounded(name: str) -> None:
    bounded(type(crowd()[0]), HARM[name])


@pytest.mark.parametrize("name", VALUES)
def test_harmful_values_are_bounded(name: str) -> None:
    bounded(type(crowd()[0]), VALUES[name]())


def test_a_save_that_is_cut_off_anywhere_is_refused() -> None:
    world = crowd()[0]
    saved = world.save()
    kind = type(world)
    for end in range(len(saved)):
        with pytest.raises(runtime.SaveError):
            kind.load(saved[:end])

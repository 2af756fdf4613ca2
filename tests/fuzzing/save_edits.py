"""Changes of saves: of the values in their JSON, of its form, and of its bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from tests.fuzzing import hostile
from tests.fuzzing.cases import Case

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 7, -1, 10**15, 10**20, 2**63, 10**250, 1.5),
    *("", "a", "1/3", "1/0", "-1/2", "2/4", "0/1", "1e9", " 1", "٣", "\0", "\ud800"),
    *([], {}, [1], [1, 2], [1, 2, 3], ["entity", 1], ["entity", 99], ["none"]),
    *([[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]], {"a": 1}, ["text", "x"], ["place", 1, 2]),
    *(
        ["effect", "Weary"],
        ["routine", "Rest"],
        ["ability", "Part"],
        ["event", "Rested"],
    ),
    *(
        "__class__",
        "__init__",
        "x" * 10_000,
        [0] * 10_000,
        {"__reduce__": ["os.system"]},
    ),
)
LARGEST = 200_000


def edited(case: Case, others: Sequence[Case], chance: random.Random) -> Case:
    """The case with one thing in its save changed."""
    assert case.save is not None
    save = case.save
    form = _form(save)
    if form is None or chance.random() < 0.15:
        changed = _change_bytes(save, chance)
    else:
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            _change_value(form, chance)
        text = json.dumps(form, ensure_ascii=chance.random() < 0.5)
        changed = text.encode("utf-8", "surrogatepass")
    return Case({}, changed if len(changed) <= LARGEST else save, case.catalog)


def _form(save: bytes) -> Any:
    try:
        form = json.loads(save)
    except (ValueError, RecursionError):
        return None
    return form if isinstance(form, dict) and form else None


def _change_value(form: Any, chance: random.Random) -> None:
    """A value exchanged, left out, said twice, or put where another stood; a key renamed."""
    holders: list[Any] = []
    values: list[Any] = []
    _walk(form, holders, values)
    holder = chance.choice(holders)
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    key = chance.choice(keys)
    way = chance.randrange(14)
    if way >= 8:  # what another save could say in this place
        alike = [each for each in values if type(each) is type(holder[key])]
        if isinstance(holder[key], int) and chance.random() < 0.5:
            alike = [holder[key] + 1, holder[key] - 1, 0, 1, 2, 3]
        holder[key] = json.loads(json.dumps(chance.choice(alike)))
    elif way < 3:
        holder[key] = chance.choice(JUNK)
    elif way == 3:
        holder[key] = json.loads(json.dumps(chance.choice(values)))
    elif way == 4:
        del holder[key]
    elif isinstance(holder, list):
        to = chance.randrange(len(holder) + 1)
        holder.insert(to, json.loads(json.dumps(holder[key])))
        if way == 5:
            chance.shuffle(holder)
    elif way == 5:
        holder[chance.choice(hostile.NAMES)] = holder.pop(key)
    elif isinstance(holder[key], int):
        holder[key] += chance.choice((-1, 1, 2, 1000))
    else:
        holder[chance.choice(keys)], holder[key] = holder[key], holder[keys[0]]


def _walk(form: Any, holders: list[Any], values: list[Any]) -> None:
    if isinstance(form, (dict, list)) and form:
        holders.append(form)
        inner = form.values() if isinstance(form, dict) else form
        for each in inner:
            values.append(each)
            _walk(each, holders, values)


def _change_bytes(save: bytes, chance: random.Random) -> bytes:
    content = bytearray(save)
    at = chance.randrange(len(content) + 1)
    way = chance.randrange(5)
    if way == 0:
        content[at : at + 1] = bytes([chance.randrange(256)])
    elif way == 1:
        content[at:at] = chance.choice(
            (*hostile.BYTES, b"NaN", b"1e5", b"-0", b"{", b"[")
        )
    elif way == 2:
        del content[at : at + chance.choice((1, 2, 10))]
    elif way == 3:
        del content[at:]
    else:
        to = chance.randrange(len(content) + 1)
        content[to:to] = content[at : at + 60]
    return bytes(content)

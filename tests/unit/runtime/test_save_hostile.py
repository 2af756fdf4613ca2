"""Saves that are made to harm: refused, at once, and without eating memory (``docs/saves.md``)."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.runtime import arena as a
from tests.unit.runtime.test_atomic import EAR, crowd

MEGA = 1_000_000


def world() -> Any:
    return crowd()[0]


def in_label(text: str) -> str:
    """A sound save but for the label of its first entity, given as it stands in JSON."""
    form = json.loads(world().save())
    form["entities"][0][-1]["label"] = "LABEL"
    return json.dumps(form).replace('"LABEL"', text)


HARM = {
    "brackets that open": "[" * 2 * MEGA,
    "objects that open": '{"a":' * MEGA,
    "nested and closed": "[" * MEGA + "]" * MEGA,
    "nested by turns": '[{"a":' * MEGA + "1" + "}]" * MEGA,
    "brackets that close": "]" * 2 * MEGA,
    "crossed brackets": "[}" * MEGA,
    "many empty lists": "[" + "[]," * MEGA + "[]]",
    "a text that never ends": '{"format":"' + "x" * 2 * MEGA,
    "escapes that never end": '"' + '\\"' * MEGA,
    "quotes": '"' * MEGA,
    "quotes and brackets": '"[' * MEGA,
    "backslashes": "\\" * 2 * MEGA,
    "digits": '{"format":' + "7" * 2 * MEGA + "}",
    "digits after a point": '{"format":0.' + "7" * 2 * MEGA + "}",
    "an exponent": '{"format":1e999999999}',
    "one field again and again": "{" + '"a":1,' * MEGA + '"a":1}',
    "many fields": "{" + ",".join(f'"a{n}":1' for n in range(200_000)) + "}",
    "blanks": " " * 2 * MEGA,
    "null bytes": "\0" * 2 * MEGA,
}


@pytest.fixture
def without_limit_on_digits() -> Iterator[None]:
    """As in a program that lets Python read integers of any length."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("name", HARM)
def test_what_is_made_to_harm_is_refused_soon(
    name: str, without_limit_on_digits: None
) -> None:
    kind, harm = type(world()), HARM[name]
    started = time.process_time()
    with pytest.raises(runtime.SaveError) as caught:
        kind.load(harm)
    assert time.process_time() - started < 10
    assert len(str(caught.value)) < 300
    with pytest.raises(runtime.SaveError):
        kind.load(harm.encode())


def test_a_file_of_50_megabytes_is_not_even_read() -> None:
    kind = type(world())
    harm = b"[" * 50 * MEGA
    tracemalloc.start()
    started = time.process_time()
    with pytest.raises(runtime.SaveError, match=r"at most 16777216 bytes.*save_bytes"):
        kind.load(harm)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.process_time() - started < 1
    assert taken < MEGA


def test_the_budget_of_bytes_can_be_set() -> None:
    w = world()
    saved = w.save()
    with pytest.raises(runtime.SaveError, match="at most 100 bytes"):
        type(w).load(saved, limits=runtime.Limits(save_bytes=100))
    blown = saved + b" " * 17 * MEGA
    with pytest.raises(runtime.SaveError, match="at most"):
        type(w).load(blown)
    roomy = runtime.Limits(save_bytes=20 * MEGA)
    assert type(w).load(blown, limits=roomy).save() == saved
    with pytest.raises(ValueError, match="save_bytes"):
        runtime.Limits(save_bytes=0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"\\ud800"', "cut off|no JSON"),
        ('"a\\udfffb"', "cut off|no JSON"),
        ("NaN", "NaN"),
        ("-Infinity", "Infinity"),
        ("1.0", "1.0"),
        ("1e3", "1e3"),
        ("7", "a text"),
        ("null", "a text"),
        ('["code"]', "a text"),
        ("07", "no JSON"),
        ("'x'", "no JSON"),
    ],
)
def test_a_value_that_no_save_has_is_refused(text: str, told: str) -> None:
    with pytest.raises(runtime.SaveError, match=told):
        type(world()).load(in_label(text))


def test_half_of_a_character_is_refused_where_it_comes_from() -> None:
    w = world()
    with pytest.raises(runtime.SaveError):
        type(w).load(in_label('"\ud800"'))
    one = w.entity(2)
    with pytest.raises(runtime.ArgumentError):
        w.name_entity(one, "a\ud800")
    with pytest.raises(runtime.ArgumentError):
        w.script_choice("\ud800")


@pytest.mark.parametrize(
    "label", ['"', "\\", "\n", "\0", "é", "🜚", "]}", '[{"', "</script>", "\\ud800", ""]
)
def test_any_name_comes_back(label: str) -> None:
    w = world()
    w.name_entity(w.entity(2), label)
    saved = w.save()
    loaded = type(w).load(saved)
    assert loaded.entity(2).label == label
    assert loaded.save() == saved


def test_one_who_holds_very_many_effects_is_loaded_in_linear_time() -> None:
    """Nothing that a save says takes time that grows with its square."""
    w = world()
    form = json.loads(w.save())
    ears = next(each for each in form["effects"] if each["name"] == EAR.name)
    count = 100_000
    first = form["counters"]["next_gain"]
    ears["rows"] += [[2, first + number] for number in range(count)]
    form["counters"]["next_gain"] += count
    text = json.dumps(form)
    started = time.process_time()
    loaded = type(w).load(text)
    assert time.process_time() - started < 10
    assert len(loaded.entity(2).effects) > count


def test_nothing_of_a_save_is_run_or_imported() -> None:
    """Values are ids, names that the catalog declares, and numbers; there is no way to say more."""
    w = world()
    form = json.loads(w.save())
    for value in (
        ["routine", "os.system"],
        ["effect", "__class__"],
        ["ability", "__init__"],
        ["event", "__import__('os')"],
        ["new effect", "Fire", []],
        {"__reduce__": ["os.system", "ls"]},
    ):
        form["script"]["choose"] = [[value]]
        with pytest.raises(runtime.SaveError):
            type(w).load(json.dumps(form))
    assert a.Entity is w.catalog.entity


KEY = b"what only the server knows"


def test_a_sealed_save_comes_back_and_is_json_as_any_other() -> None:
    w = world()
    saved = w.save(key=KEY)
    assert type(w).load(saved, key=KEY).save() == w.save()
    assert type(w).load(saved.decode(), key=KEY).save() == w.save()
    assert type(w).load(saved).save() == w.save()
    assert len(json.loads(saved)["seal"]) == 64


def test_a_sealed_save_that_was_changed_in_any_byte_is_refused() -> None:
    w = world()
    saved = w.save(key=KEY)
    for place in range(len(saved)):
        changed = bytearray(saved)
        changed[place] ^= 1
        with pytest.raises(runtime.SaveError, match="seal"):
            type(w).load(bytes(changed), key=KEY)
    for cut in (0, 1, 70, 75, len(saved) - 1):
        with pytest.raises(runtime.SaveError, match="seal"):
            type(w).load(saved[:cut], key=KEY)


def test_another_key_or_none_does_not_open_a_seal() -> None:
    w = world()
    for saved in (w.save(), w.save(key=b"another")):
        with pytest.raises(runtime.SaveError, match="seal"):
            type(w).load(saved, key=KEY)
    for bad in (b"", "text"):
        with pytest.raises(runtime.ArgumentError, match="key"):
            w.save(key=bad)

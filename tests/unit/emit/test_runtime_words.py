"""What is kept of the runtime's names is what the runtime has, whatever lies in the cache."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ledger_runtime as runtime
from ledger_runtime.testing import Play
from ledgerc.cache import Store, fingerprint
from ledgerc.emit import runtime_words


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(runtime_words, "tables_folder", lambda: tmp_path)
    monkeypatch.setattr(runtime_words, "_words", runtime_words._words.__wrapped__)
    return tmp_path / "words"


def test_words_are_kept_and_read_again(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = runtime_words.read_words()
    assert runtime_words._words() == read
    assert {"holder", "gained"} <= read["Effect"]
    monkeypatch.setattr(runtime_words, "read_words", lambda: pytest.fail("read again"))
    assert runtime_words._words() == read


def could_be_named(words: set[str]) -> set[str]:
    """Names of the language begin with a letter."""
    return {word for word in words if not word.startswith("_")}


@pytest.mark.skipif(runtime.NATIVE, reason="compiled classes tell no annotations")
@pytest.mark.parametrize("name", runtime_words._CLASSES)
def test_the_sources_tell_what_the_classes_have(name: str) -> None:
    members: set[str] = set()
    for each in getattr(runtime, name).__mro__:
        members.update(vars(each))
        members.update(getattr(each, "__annotations__", {}))
    read = could_be_named(set(runtime_words.read_words()[name]))
    assert len(read) > 5
    assert read == could_be_named(members)


@pytest.mark.skipif(runtime.NATIVE, reason="compiled methods are no functions")
def test_the_sources_tell_what_commands_take() -> None:
    taken: set[str] = set()
    for owner in (runtime.World, Play):
        for _, method in inspect.getmembers(owner, inspect.isfunction):
            parameters = inspect.signature(method).parameters.values()
            if any(each.kind is each.VAR_KEYWORD for each in parameters):
                taken.update(each.name for each in parameters)
    assert runtime_words.read_words()["commands"] == taken


@pytest.mark.parametrize("data", [None, [], {}, {"commands": [1]}, {"commands": "all"}])
def test_what_is_of_another_form_is_read_anew(kept: Path, data: object) -> None:
    Store(kept).put(fingerprint(), data)
    assert runtime_words._words() == runtime_words.read_words()


def test_compiling_does_not_import_the_runtime() -> None:
    code = (
        "import sys\n"
        "import ledgerc.emit.catalog, ledgerc.emit.play, ledgerc.sema.plays\n"
        "assert 'ledger_runtime' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

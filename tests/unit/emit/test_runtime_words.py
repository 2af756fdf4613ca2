"""What is kept of the runtime's names is what the runtime has, whatever lies in the cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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

"""Generated modules of whole catalogs, kept beside their inputs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import black
import pytest
from black.mode import Mode, TargetVersion

from ledgerc.diagnostics import Sink
from ledgerc.emit.catalog import emit_catalog
from ledgerc.ir.catalog import Catalog
from ledgerc.sema import analyse
from ledgerc.tree import SourceTree

HERE = Path(__file__).parent / "catalogs"
EVERYTHING = Path(__file__).parent.parent / "ir" / "everything.ledger"
INPUTS = (EVERYTHING, *sorted(HERE.glob("*.ledger")))
NAMES = [path.stem for path in INPUTS]


def catalog_of(path: Path) -> Catalog:
    sink = Sink()
    analysed = analyse(path.name, SourceTree(path.parent), sink)
    assert not sink.has_errors, sink.sorted()
    assert analysed.catalog is not None
    return analysed.catalog


def emitted(path: Path) -> str:
    return emit_catalog(catalog_of(path), digest="golden")


def golden_path(path: Path) -> Path:
    return HERE / f"{path.stem}.py"


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The module of each input, made once."""
    return {path.stem: emitted(path) for path in INPUTS}


@pytest.mark.parametrize("path", INPUTS, ids=NAMES)
def test_a_module_is_as_it_was(
    path: Path, texts: dict[str, str], golden: Callable[[Path, str], None]
) -> None:
    golden(golden_path(path), texts[path.stem])


@pytest.mark.parametrize("name", NAMES)
def test_a_module_runs_and_makes_worlds(name: str, texts: dict[str, str]) -> None:
    module: dict[str, object] = {"__name__": name}
    exec(compile(texts[name], f"{name}.py", "exec"), module)
    world = module["World"]
    assert callable(world)
    world(seed=1)
    exported = module["__all__"]
    assert isinstance(exported, list)
    assert exported == sorted(exported)
    assert all(each in module for each in exported)


@pytest.mark.parametrize("name", NAMES)
def test_a_module_is_what_black_makes_of_it(name: str, texts: dict[str, str]) -> None:
    mode = Mode(target_versions={TargetVersion.PY311})
    assert black.format_str(texts[name], mode=mode) == texts[name]


def test_modules_are_typed_strictly(texts: dict[str, str], tmp_path: Path) -> None:
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            os.devnull,
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_hash_seeds_give_the_same_bytes() -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]);"
        "from test_emit_goldens import INPUTS, catalog_of, emit_catalog;"
        "print([emit_catalog(catalog_of(p), digest='', formatted=False) for p in INPUTS])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1

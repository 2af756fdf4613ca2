"""Catalogs written in tests, compiled to modules that can be run."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from ledgerc.diagnostics import Sink
from ledgerc.emit.catalog import emit_catalog
from ledgerc.ir.catalog import Catalog
from ledgerc.sema import analyse
from ledgerc.tree import SourceTree

HEAD = """
rate 10
link team owner
allegiance team
stat MaxHealth whole
stat Attack whole
pool Health max MaxHealth whole
damage Health
healing Health
tags Body Guard
event TurnStarted Died Struck
turn TurnStarted

effect Mortal
  dies at no Health raising Died

archetype Side

template archetype Fighter(attack, health)
  tags Body
  base Attack attack
  base MaxHealth health
  full Health
  has Mortal

archetype Grunt from Fighter(2, 10)
"""
"""What most tests share: two sides, health, a grunt of 2/10."""


def catalog_of(text: str, name: str = "rules.ledger") -> Catalog:
    """The IR of a catalog that has no mistakes."""
    with TemporaryDirectory() as folder:
        Path(folder, name).write_text(text, encoding="utf-8")
        sink = Sink()
        analysed = analyse(name, SourceTree(Path(folder)), sink)
    errors = [each for each in sink.sorted() if each.severity.value == "error"]
    assert not errors, errors
    assert analysed.catalog is not None
    return analysed.catalog


def text_of(catalog: Catalog, *, formatted: bool = False) -> str:
    """The module's text."""
    return emit_catalog(catalog, digest="test", formatted=formatted)


def run(text: str, name: str = "rules") -> Any:
    """The module of generated ``text``."""
    module = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def compiled(text: str, *, head: str = HEAD) -> Any:
    """The module of ``head`` and ``text`` together, ready to be played with."""
    return run(text_of(catalog_of(head + text)))


def function_text(text: str, name: str) -> str:
    """The lines of one top-level function or class of a module's text."""
    found = re.search(
        rf"^(?:class|def) {re.escape(name)}\b.*?(?=^\S|\Z)", text, re.S | re.M
    )
    assert found is not None, f"no {name} in the module"
    return found.group(0).rstrip() + "\n"

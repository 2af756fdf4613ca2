"""Which identifiers of a module are others than they were, and so which code has to be made anew.

Code names what it uses by identifiers, and its locals avoid those of the module. So it is the same
under other tables of names if it holds no identifier that they differ in, and none that begins as
one: a local that gives way to ``ward`` is ``ward_`` or ``ward_2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from dataclasses import fields

from ledgerc.cache import AS_IT_IS
from ledgerc.emit.names import AuraNames, Names, RuleNames
from ledgerc.emit.setting import Context

_KEY = f"{AS_IT_IS}names"
_MOST = 500
"""With more identifiers changed, all code is made anew."""
_BY_RULE = ("rule", "every")
_NOT_TABLES = ("module", "renamed", "_hidden", *_BY_RULE)


def note_names(
    context: Context, known: MutableMapping[str, str]
) -> re.Pattern[str] | None:
    """Note the names of now; what code holds that was made with those noted before, and is stale.

    None where nothing is.
    """
    now, before = "\n".join(_entries(context)), known.get(_KEY)
    if before == now:
        return None
    known[_KEY] = now
    if before is None:
        return None
    changed = set(before.split("\n")) ^ set(now.split("\n"))
    identifiers = sorted({each for entry in changed for each in _identifiers(entry)})
    if len(identifiers) > _MOST:
        return re.compile("")
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, identifiers))})")


def _identifiers(entry: str) -> list[str]:
    return entry.split("\t")[1:]


def _entries(context: Context) -> Iterator[str]:
    """What each name is called, an entry for each: what is called so, then its identifiers."""
    names = context.names
    for each in sorted(names.module.given):
        yield f"module\t{each}"
    for table in fields(Names):
        if table.name not in _NOT_TABLES:
            for key, found in getattr(names, table.name).items():
                yield f"{table.name} {key!r}\t{_joined(found)}"
    for effect in context.catalog.effects:
        for number, rule in enumerate(effect.rules):
            yield f"rule {effect.name} {number}\t{_joined(names.rule[rule.number])}"
        for number, every in enumerate(effect.every):
            yield f"every {effect.name} {number}\t{_joined(names.every[every.number])}"


def _joined(found: object) -> str:
    if isinstance(found, RuleNames):
        return f"{found.act}\t{found.when}\t{found.answer}"
    if isinstance(found, AuraNames):
        return f"{found.selects}\t{found.lends}\t{found.gives}"
    assert isinstance(found, str)
    return found

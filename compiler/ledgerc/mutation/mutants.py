"""The mutants of a catalog: all changes that mean the same line of the author, as one."""

from __future__ import annotations

from collections.abc import Mapping

from ledgerc.ir import catalog as ir
from ledgerc.mutation.model import Change, Edit, Key, Mutant, Touch
from ledgerc.mutation.operators import changes_of


def mutants_of(catalog: ir.Catalog, shown: Mapping[str, str]) -> tuple[Mutant, ...]:
    """The mutants of ``catalog``'s lines in the files of ``shown``, by place.

    ``shown`` maps a file's name in the catalog to the one by which its mutants are told.
    """
    files: dict[Key, str] = {}
    edits: dict[Key, dict[int, Edit]] = {}
    touches: dict[Key, dict[Touch, None]] = {}
    for change in changes_of(catalog):
        file = shown.get(change.span.file)
        if file is None:
            continue
        key = _key(change, file)
        files[key] = change.span.file
        edits.setdefault(key, {}).update((id(edit[0]), edit) for edit in change.edits)
        touches.setdefault(key, {})[change.touch] = None
    return tuple(
        Mutant(key, files[key], tuple(edits[key].values()), tuple(touches[key]))
        for key in sorted(edits)
    )


def _key(change: Change, file: str) -> Key:
    span = change.span
    return Key(
        file,
        span.line,
        span.column,
        change.subject,
        change.says,
        change.operator.value,
    )

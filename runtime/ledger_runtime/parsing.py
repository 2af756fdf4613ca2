"""The JSON of a save: refused if it is none, is not ours, or is made to harm."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ledger_runtime.codec import shown
from ledger_runtime.errors import SaveError
from ledger_runtime.save import FORMAT, VERSION

MOST_BYTES = 256 * 1024 * 1024
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_NO_BRACKET = re.compile(r"[^][{}]+")
_DEEPEST = 16


def parse(saved: bytes | str) -> dict[str, Any]:
    """The JSON of a save. Raises :class:`SaveError` for what is none of ours."""
    if not isinstance(saved, (bytes, str)):
        raise SaveError(f"a save is bytes or a text, not a {type(saved).__name__}")
    if len(saved) > MOST_BYTES:
        raise SaveError(f"a save may have at most {MOST_BYTES} bytes")
    try:
        text = saved.decode("utf-8") if isinstance(saved, bytes) else saved
        check_nesting(text)
        form = json.loads(
            text, object_pairs_hook=_unique, parse_float=_no, parse_constant=_no
        )
    except SaveError:
        raise
    except (ValueError, UnicodeDecodeError) as error:
        raise SaveError(f"the save is no JSON, or cut off: {error}") from None
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise SaveError("this is no saved world")
    if form.get("version") != VERSION:
        raise SaveError(
            f"the save has version {shown(form.get('version'))}; "
            f"this runtime reads version {VERSION}"
        )
    return form


def check_nesting(text: str) -> None:
    """Raise :class:`SaveError` for JSON that nests deeper than a save does."""
    depth = 0
    for bracket in _NO_BRACKET.sub("", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            raise SaveError("the save is nested too deeply")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise SaveError("a field of the save is there twice")
    return unique


def _no(text: str) -> NoReturn:
    raise SaveError(f"a save has no number like {shown(text)}")

"""The JSON of a save: refused if it is none, is not ours, or is made to harm."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, NoReturn

from ledger_runtime.codec import shown
from ledger_runtime.errors import SaveError
from ledger_runtime.limits import MOST_DIGITS
from ledger_runtime.save import FORMAT, VERSION

DEEPEST = 16
"""How deep a save nests at most."""

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""A text, or one that never ends: so each character is looked at once."""
_DIGITS = re.compile(f"[0-9]{{{MOST_DIGITS + 1}}}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_NO_BRACKETS = bytes(code for code in range(256) if code not in b'[]{}"\\')


def parse(saved: bytes | str, most_bytes: int) -> dict[str, Any]:
    """The JSON of a save. Raises :class:`SaveError` for what is none of ours."""
    check_size(saved, most_bytes)
    try:
        text = saved.decode("utf-8") if isinstance(saved, bytes) else saved
        text.encode("utf-8")  # no lone surrogates
        check_nesting(text)
        _check_digits(text)
        form = json.loads(
            text, object_pairs_hook=_unique, parse_float=_no, parse_constant=_no
        )
        if _SURROGATE.search(text):
            json.dumps(form, ensure_ascii=False).encode("utf-8")
    except SaveError:
        raise
    except RecursionError:
        raise SaveError("the save is nested too deeply") from None
    except (ValueError, UnicodeError) as error:
        raise SaveError(f"the save is no JSON, or cut off: {_said(error)}") from None
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise SaveError('this is no saved world: it has no "format": "ledger-world"')
    version = form.get("version")
    if version.__class__ is not int or not 1 <= version <= VERSION:
        raise SaveError(
            f"the save has version {shown(version)}; this runtime reads up to {VERSION}"
        )
    return form


def check_size(saved: object, most_bytes: int) -> None:
    """Raise :class:`SaveError` for what is neither bytes nor a text, or too long."""
    if not isinstance(saved, (bytes, str)):
        raise SaveError(f"a save is bytes or a text, not a {type(saved).__name__}")
    if len(saved) > most_bytes:
        raise SaveError(
            f"a save may have at most {most_bytes} bytes, and this has {len(saved)}; "
            f"Limits(save_bytes=…) says otherwise"
        )


def check_nesting(text: str) -> None:
    """Raise :class:`SaveError` for JSON that nests deeper than a save does.

    Pairs of brackets are taken out from the inside, as often as a save may nest: all of it in C,
    and no recursion for what comes after to fall into.
    """
    brackets = text.encode("utf-8").translate(None, _NO_BRACKETS).replace(b'""', b"")
    if b'"' in brackets or b"\\" in brackets:  # a text with brackets in it
        plain = _STRING.sub("", text)
        brackets = plain.encode("utf-8").translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST):
        if not brackets:
            return
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if brackets.count(b"[") + brackets.count(b"{") > DEEPEST:
        raise SaveError("the save is nested too deeply, or cut off")


def _check_digits(text: str) -> None:
    """Long numbers take long to read; Python stops at some length, unless it is told not to."""
    allowed = sys.get_int_max_str_digits()
    if not 0 < allowed <= 10 * MOST_DIGITS + 3000 and _DIGITS.search(text):
        raise SaveError("a number of the save is too large")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise SaveError(f"a field of the save is there twice: {shown(key)}")
            seen.add(key)
    return unique


def _no(text: str) -> NoReturn:
    raise SaveError(f"a save has no number like {shown(text)}")


def _said(error: Exception) -> str:
    """What an error says, in short and in ASCII."""
    text = str(error).encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 120 else f"{text[:117]}..."

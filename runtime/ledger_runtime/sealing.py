"""A seal on a save: who does not have the key cannot change the save unseen (``docs/saves.md``)."""

from __future__ import annotations

import hmac

from ledger_runtime.errors import ArgumentError, SaveError

_FIELD = b',"seal":"'
_END = b'"}'
_DIGITS = 64
_LENGTH = len(_FIELD) + _DIGITS + len(_END)


def sealed(saved: bytes, key: object) -> bytes:
    """A save with a last field that says, by a key, what all the rest is."""
    return saved[:-1] + _FIELD + _mac(saved, key) + _END


def unsealed(saved: bytes | str, key: object) -> bytes:
    """The save without its seal. Raises :class:`SaveError` if it is not what was sealed."""
    data = saved.encode("utf-8", "replace") if isinstance(saved, str) else saved
    body, seal = data[:-_LENGTH] + b"}", data[-_LENGTH:]
    if not (seal.startswith(_FIELD) and seal.endswith(_END)):
        raise SaveError("the save is not sealed, or cut off")
    if not hmac.compare_digest(seal[len(_FIELD) : -len(_END)], _mac(body, key)):
        raise SaveError(
            "the seal of the save is broken: it was changed, or sealed by another key"
        )
    return body


def _mac(data: bytes, key: object) -> bytes:
    if not isinstance(key, bytes) or not key:
        raise ArgumentError("a key is bytes, and not empty")
    return hmac.new(key, data, "sha256").hexdigest().encode("ascii")

"""Files and folders exchanged in one step: whatever stops it, what is there is the old or the new.

The output folder of a build has more to it, and is written by :mod:`ledgerc.writing`.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path

from ledgerc.switching import exchange_of_system

_DEVICES = ("/dev/", "/proc/")


def replace_file(path: Path, content: bytes) -> None:
    """Let a file hold ``content``: all of it, or what it held before.

    Its mode is kept, a link stays a link. What is no plain file (a pipe, a terminal) is just
    written to. Raises ``OSError``.
    """
    is_device = os.path.abspath(path).startswith(_DEVICES)
    if is_device or (path.exists() and not path.is_file()):
        path.write_bytes(content)
        return
    real = Path(os.path.realpath(path))
    beside = real.with_name(f".ledgerc-{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if real.exists():
            shutil.copymode(real, beside)
        os.replace(beside, real)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def replace_folder(new: Path, folder: Path) -> None:
    """Let the folder ``new`` take the place of ``folder``, whether that is there or not.

    Both lie on one disk. What was there lies at ``new`` or beside it afterwards. It is one step
    where the system can exchange two folders, else two. Raises ``OSError``; all is as before then.
    """
    if not os.path.lexists(folder):
        os.replace(new, folder)
        return
    exchange = exchange_of_system()
    if exchange is not None:
        with contextlib.suppress(OSError):
            exchange(new, folder)
            return
    old = new.with_name(f"{new.name}-old")
    os.replace(folder, old)
    try:
        os.replace(new, folder)
    except BaseException:
        os.replace(old, folder)
        raise

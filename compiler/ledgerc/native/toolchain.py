"""Whether this machine can make a native build, and what its result depends on.

``python -m ledgerc.native.toolchain`` tells what lacks, and ends with 1 if anything does.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from ledgerc.cache import content_hash

OPTIMIZATION = "1"
"""What the C compiler is told of the runtime: -O1 has nearly all of the speed of -O3."""

INSTALL = 'install the extra: pip install "ledgerc[native]"'


@dataclass(frozen=True, slots=True)
class Missing:
    """What there must be and is not; how to get it."""

    what: str
    step: str


def missing() -> Missing | None:
    """The first thing that a native build needs and does not find."""
    from importlib.metadata import PackageNotFoundError, version

    for package in ("mypy", "setuptools"):
        try:
            version(package)
        except PackageNotFoundError:
            return Missing(f"the package {package} is not installed", INSTALL)
    try:
        import mypyc.build  # noqa: F401 - not part of every mypy
    except ImportError:
        return Missing("the installed mypy has no mypyc", INSTALL)
    if sys.platform == "win32":  # setuptools looks for Microsoft's by itself
        return None
    compiler = c_compiler()
    if compiler is None:
        return Missing(
            "there is no C compiler",
            "install one, such as gcc or clang, or name it in the variable CC",
        )
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        return Missing(
            "Python's own C headers (Python.h) are not there",
            "install them; systems call the package python3-dev or python3-devel",
        )
    return None


def c_compiler() -> str | None:
    """Where the C compiler is that extension modules are built with."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    words = shlex.split(str(command))
    return shutil.which(words[0]) if words else None


def fingerprint() -> str:
    """A name for all that decides the bytes of a compiled module, but for its source."""
    from importlib.metadata import (
        version,
    )  # slow, and other commands import this module

    parts = [
        sys.version,
        str(sysconfig.get_config_var("EXT_SUFFIX")),
        version("mypy"),
        version("setuptools"),
        OPTIMIZATION,
        str(c_compiler()),
    ]
    for module in ("compiling.py", "openness.py"):
        parts.append((Path(__file__).parent / module).read_text(encoding="utf-8"))
    return content_hash("\0".join(parts).encode())[:16]


if __name__ == "__main__":
    lacking = missing()
    if lacking is not None:
        print(f"{lacking.what}: {lacking.step}")
        sys.exit(1)

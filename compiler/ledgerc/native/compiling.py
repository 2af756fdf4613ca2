"""The process that compiles: ``python -m ledgerc.native.compiling REQUEST``.

It runs in a working folder that holds a copy of the sources under the names by which they are
imported, and leaves C, objects and mypy's cache there for the next time. ``REQUEST`` is a JSON
file: ``groups`` (module paths that share a library, with its name) and ``threads``.
It answers on standard output with lines that start with :data:`MARK` and are JSON: ``[done, count,
name]`` as a module is compiled, at the end ``{"modules": [[name, path], …]}``. All other lines are
what mypyc and the C compiler say. It ends when its standard input does.
"""

from __future__ import annotations

import json
import os
import re
import sys
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from ledgerc.native.toolchain import OPTIMIZATION

MARK = "\x1e"
RUNTIME = "ledger_runtime"
SETTINGS = "native.ini"

_MYPY = """[mypy]
plugins = ledgerc.native.openness
explicit_package_bases = True
namespace_packages = True
disable_error_code = type-var
"""

_TELLING = Lock()
"""Extensions are compiled in several threads, and a line is told as a whole."""

_FAST = {f"-O{OPTIMIZATION}": "-Og"}
_ONCE = re.compile(r"^char (CPyDef_\w+___top_level__)\(void\) \{$", re.M)
_HEADER = """#ifdef __clang__
#define LEDGER_ONCE __attribute__((optnone, noinline))
#else
#define LEDGER_ONCE __attribute__((optimize("O0")))
#endif
"""


def main(request: Path) -> None:
    """Compile what a request names. Ends the process where that fails."""
    from mypyc.build import mypycify

    given = json.loads(request.read_text(encoding="utf-8"))
    groups = [(files, name) for files, name in given["groups"]]
    Path(SETTINGS).write_text(_MYPY, encoding="utf-8")
    os.environ.pop("MYPYPATH", None)
    extensions = mypycify(
        [f"--config-file={SETTINGS}", *(file for files, _ in groups for file in files)],
        separate=groups,
        opt_level=OPTIMIZATION,
        debug_level="0",
        target_dir="c",
    )
    if sys.platform != "win32":
        for extension in extensions:
            _spare(extension)
    _tell({"modules": _build(extensions, given["threads"])})


def _spare(extension: Any) -> None:
    """Tell the C compiler where its effort would be for nothing.

    What a module runs but once, as it is imported, is a third of its C. A generated module
    is as fast with -Og as with -O1, in two thirds of the time.
    """
    arguments = list(extension.extra_compile_args)  # all extensions share that one
    if not extension.name.startswith(f"{RUNTIME}."):
        arguments = [_FAST.get(each, each) for each in arguments]
    for source in map(Path, extension.sources):
        once = _ONCE.findall(source.read_text(encoding="utf-8"))
        if once:
            header = source.with_suffix(".once.h")
            declared = "".join(f"char {name}(void) LEDGER_ONCE;\n" for name in once)
            text = _HEADER + declared
            if not header.is_file() or header.read_text(encoding="utf-8") != text:
                header.write_text(text, encoding="utf-8")
            arguments += ["-include", str(header)]
    extension.extra_compile_args = arguments


def _build(extensions: list[Any], threads: int) -> list[tuple[str, str]]:
    """Compile and link each extension; those whose sources are older than they are stay."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    done = count(1)

    class Build(build_ext):
        def build_extension(self, ext: Any) -> None:
            super().build_extension(ext)
            name = ext.name.removesuffix("__mypyc")
            _tell([next(done), len(extensions), name])

    command = Build(Distribution({"name": "native", "ext_modules": extensions}))
    command.build_lib, command.build_temp = "lib", "objects"
    command.parallel = threads
    command.ensure_finalized()
    command.run()
    return [(each.name, command.get_ext_fullpath(each.name)) for each in extensions]


def _end_with_input() -> None:
    """End as soon as the process that asked does: the folder is another's then."""
    sys.stdin.read()
    os._exit(1)


def _tell(answer: object) -> None:
    line = f"{MARK}{json.dumps(answer)}\n"
    with _TELLING:
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    Thread(target=_end_with_input, daemon=True).start()
    main(Path(sys.argv[1]))

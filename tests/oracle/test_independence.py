"""The oracle is a second opinion: it shares no code with the emitter or the runtime."""

from __future__ import annotations

import ast
from pathlib import Path

HERE = Path(__file__).parent
OTHER_SIDE = {"compiling.py", "deciding.py", "generated_side.py"}
"""What compiles a game for both sides, and what records the generated one."""
SHARED = ("ledgerc.ir",)
"""The oracle executes the IR."""


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def reached(start: str) -> dict[str, set[str]]:
    """The oracle's own files that one of them needs, with what each imports."""
    found: dict[str, set[str]] = {}
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name in found:
            continue
        found[name] = imported(HERE / name)
        within = (each.removeprefix("tests.oracle.") for each in sorted(found[name]))
        ahead += [f"{each}.py" for each in within if (HERE / f"{each}.py").exists()]
    return found


def test_the_oracle_needs_the_ir_and_nothing_else_of_ours() -> None:
    files = reached("play_runner.py")
    assert len(files) > 10
    assert not OTHER_SIDE & set(files)
    for name, modules in files.items():
        ours = {each for each in modules if each.startswith(("ledgerc", "ledger_run"))}
        assert all(each.startswith(SHARED) for each in ours), (name, ours)

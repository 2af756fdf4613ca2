"""``python -m tests.bench.native [ROUNDS]``: the native build beside interpreted rules.

Builds a project of its own (some minutes of CPU time), measures pairs of processes that take turns,
and writes its table into docs/performance.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from ledgerc.driver import NativeResult, build_native
from ledgerc.native import place, toolchain
from tests.bench.rules.measure import Row
from tests.bench.rules.table import text_of

HERE = Path(__file__).parent / "rules"
REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "docs" / "performance.md"
BEGIN, END = "<!-- native: begin -->", "<!-- native: end -->"
SETTINGS = '[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'
VOLLEYS = 200
MOST_SECONDS = 10
MATCHES = (
    ("content/combat", "combat/match.ledger", "generated.combat.match_", "Setup"),
    (
        "content/cirque",
        "cirque/cirque.ledger",
        "generated.cirque.cirque",
        "SetupRockersUndead",
    ),
)
CHANGES = (
    (
        "combat/expansion/bonechewer_brawler.ledger",
        "Minion(2, 2, 3)",
        "Minion(2, 2, 4)",
    ),
    ("cirque/factions/undead.ledger", "MeleeWeapon(1, 8)", "MeleeWeapon(1, 9)"),
)
"""A number of a catalog that another is built of: where, what it is, and what it becomes."""
BUILT = ("volley.ledger", *(path for _, path, _, _ in MATCHES), CHANGES[0][0])


class Process:
    """A process that answers a line with a line: seconds first, then what must be the same."""

    def __init__(self, script: str, path: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-s", str(HERE / script), str(path), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONHASHSEED": "0"},
        )

    def ask(self, question: int) -> tuple[float, str]:
        """The seconds, and the rest of the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        seconds, _, rest = self._process.stdout.readline().partition(" ")
        return float(seconds), rest

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def faster(
    script: str, paths: Sequence[Path], questions: Sequence[int], *arguments: str
) -> tuple[float, bool]:
    """How many times faster the second path is than the first; whether both came to the same."""
    pair = [Process(script, path, *arguments) for path in paths]
    try:
        for each in pair:
            each.ask(questions[0])
        ratios, same = [], True
        for turn, question in enumerate(questions):
            order = pair if turn % 2 else pair[::-1]
            came = {each: each.ask(question) for each in order}
            ratios.append(came[pair[0]][0] / came[pair[1]][0])
            same = same and came[pair[0]][1] == came[pair[1]][1]
    finally:
        for each in pair:
            each.close()
    return median(ratios), same


@contextmanager
def built() -> Iterator[tuple[Path, Path]]:
    """A project with a native build of what is measured; its folder, and a copy without it."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve() / "project"
        shutil.copytree(REPOSITORY / "content", folder / "content")
        shutil.copy(HERE / "volley.ledger", folder / "content")
        (folder / "pyproject.toml").write_text(SETTINGS)
        cache = REPOSITORY / ".ledgerc-cache" / "native"
        if cache.is_dir():
            shutil.copytree(cache, folder / ".ledgerc-cache" / "native")
        made(folder)
        native = place.folder_for(folder / "generated")
        plain = folder / "plain"
        shutil.copytree(native, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
        yield folder, plain


def made(folder: Path) -> NativeResult:
    """Build what is measured. Ends the process where that fails."""
    paths = [folder / "content" / path for path in BUILT]
    result = build_native(paths, working=folder)
    if result.findings.has_errors:
        sys.exit("\n".join(each.message for each in result.findings.diagnostics))
    return result


def rebuilt(folder: Path, path: str, old: str, new: str) -> tuple[str, float]:
    """What is compiled after a change of a catalog, and the CPU time of it, children included."""
    catalog = folder / "content" / path
    text = catalog.read_text(encoding="utf-8")
    assert old in text
    catalog.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = os.times()
    result = made(folder)
    seconds = sum(os.times()[:4]) - sum(before[:4])
    (module,) = result.compiled
    lines = (place.folder_for(folder / "generated") / module).read_text().count("\n")
    return f"{module} ({lines:,} lines)", seconds


def rows(rounds: int) -> list[Row]:
    """All rows."""
    found = []

    def add(work: str, goal: float, figure: float, same: bool) -> None:
        beside = "interpreted" + ("" if same else ", NOT THE SAME")
        met = figure >= goal and same
        found.append(
            Row(work, beside, f"≥ {goal:.0f} × faster", f"{figure:.2f} × faster", met)
        )

    with built() as (folder, plain):
        paths = (plain, place.folder_for(folder / "generated"))
        mix = faster("play_volleys.py", paths, [VOLLEYS] * rounds, "generated.volley")
        add("`deal`, mix", 4, *mix)
        for name, _, module, setup in MATCHES:
            match = faster(
                "play_matches.py", paths, range(1, rounds + 1), module, setup
            )
            add(f"a random match of {name}", 10, *match)
        for path, old, new in (
            ("volley.ledger", "base Might 3", "base Might 4"),
            *CHANGES,
        ):
            module, seconds = rebuilt(folder, path, old, new)
            found.append(
                Row(
                    f"build --native, a number changed: {module}",
                    "CPU time",
                    "≤ 10 s",
                    f"{seconds:.1f} s",
                    seconds <= MOST_SECONDS,
                )
            )
    return found


def write(table: str) -> None:
    """Print the table, and put it into the page."""
    print(table)
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    lacking = toolchain.missing()
    if lacking is not None:
        print(f"the native build is not measured: {lacking.what}")
    else:
        write(text_of(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 9)))

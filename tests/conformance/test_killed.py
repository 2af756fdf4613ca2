"""Whatever kills a command, and whenever: each file that it writes is the old one or the new one.

``tests/unit/driver/test_writing.py`` and ``tests/unit/commands/test_build_safety.py`` have the
output folder of ``ledgerc build``.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ledgerc.native import place
from ledgerc.site.writing import MARK
from ledgerc.switching import exchange_of_system
from tests.conformance.killing import Kill, Tree, kills, tree_of
from tests.unit.commands.support import DUEL, PROJECT, write

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this system cannot fork"
)

GAMES = Path(__file__).parent / "games"


def command(*arguments: str) -> str:
    return f"from ledgerc.cli import run; assert run({list(arguments)}) == 0"


@pytest.fixture
def pristine(tmp_path: Path) -> Path:
    folder = tmp_path / "pristine"
    folder.mkdir()
    return folder


def whole(before: Tree, found: list[Kill], least: int) -> None:
    """Each file is as before or as after all, in every tree that was left."""
    after = found[-1].tree
    assert after != before
    assert len(found) > least
    assert any(each.tree == before for each in found)
    for each in found:
        for name in before.keys() | after.keys():
            allowed = [tree.get(name) for tree in (before, after)]
            assert each.tree.get(name) in allowed, name
        assert set(each.tree) <= before.keys() | after.keys()


def whole_tree(before: Tree, found: list[Kill], least: int) -> None:
    """All files together are as before or as after all."""
    after = found[-1].tree
    assert after != before
    assert len(found) > least
    assert any(each.tree == before for each in found)
    for number, each in enumerate(found):
        assert each.tree in (before, after), number


def test_fmt_leaves_each_source_as_it_was_or_laid_out(pristine: Path) -> None:
    ugly = "rate   10\nlink team   # who belongs together\n"
    write(pristine, {"c/a.ledger": ugly, "c/b.ledger": ugly, "c/z/far.ledger": ugly})
    (pristine / "c/a.ledger").chmod(0o640)
    (pristine / "c/z/far.ledger").chmod(0o755)
    (pristine / "c/link.ledger").symlink_to("z/far.ledger")
    before = tree_of(pristine)
    found = kills(pristine, command("fmt", "c"))
    whole(before, found, 20)
    after = found[-1].tree
    assert after["c/link.ledger"] == before["c/link.ledger"]
    changed = [name for name in before if before[name] != after[name]]
    assert changed == ["c/a.ledger", "c/b.ledger", "c/z/far.ledger"]
    assert [before[name][0] for name in changed] == [after[name][0] for name in changed]


def test_new_makes_a_project_or_none(pristine: Path) -> None:
    found = kills(pristine, command("new", "duel"))
    whole_tree({}, found, 20)
    assert "duel/content/duel.ledger" in found[-1].tree


def test_new_fills_an_empty_folder_with_whole_files(pristine: Path) -> None:
    (pristine / "duel").mkdir()
    whole(tree_of(pristine), kills(pristine, command("new", "duel")), 20)


def test_a_saved_match_is_the_old_one_or_the_new_one(pristine: Path) -> None:
    shutil.copy(GAMES / "race.ledger", pristine)
    write(pristine, {"match.json": "the match of yesterday"})
    before = tree_of(pristine)
    line = command("match", "race.ledger", "--seed", "4", "--save", "match.json")
    whole_tree(before, kills(pristine, line), 5)


def test_a_report_of_plays_is_the_old_one_or_the_new_one(pristine: Path) -> None:
    write(pristine, {**PROJECT, "report.xml": "the report of yesterday"})
    before = tree_of(pristine)
    line = command("play", "content", "--junit", "report.xml")
    found = [each.tree["report.xml"] for each in kills(pristine, line)]
    assert len(found) > 5
    assert found[0] == before["report.xml"]
    for mode, text in found:  # how long a play took differs
        assert mode == before["report.xml"][0]
        assert text == before["report.xml"][1] or text.endswith("</testsuites>\n")
    assert found[-1][1].count("<testcase") == 2


def built(folder: Path, *arguments: str) -> None:
    """Run a command in a folder, to its end."""
    line = [sys.executable, "-m", "ledgerc", *arguments]
    subprocess.run(line, cwd=folder, check=True)


@pytest.mark.skipif(
    exchange_of_system() is None, reason="this system cannot exchange two folders"
)
def test_a_build_leaves_the_old_tree_or_the_new_one(pristine: Path) -> None:
    write(pristine, PROJECT)
    built(pristine, "build")
    write(
        pristine,
        {
            "content/duel.ledger": DUEL.replace("base Girth 5", "base Girth 6"),
            "content/more.ledger": "tags Red\n",
        },
    )
    (pristine / "content/duel.play").unlink()
    whole_tree(tree_of(pristine), kills(pristine, command("build")), 20)


@pytest.mark.skipif(
    exchange_of_system() is None, reason="this system cannot exchange two folders"
)
def test_the_site_is_the_old_one_or_the_new_one(pristine: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from ledgerc.site.writing import MARK, write_site\n"
        "pages = {'index.html': MARK, 'rules/duel.html': 'new', 'style.css': ''}\n"
        "write_site(Path('site'), pages)\n"
    )
    write(pristine, {"site/index.html": MARK + "old", "site/gone.html": "old"})
    whole_tree(tree_of(pristine), kills(pristine, code), 20)


# -- the native build -----------------------------------------------------------------------------


def native_project(folder: Path) -> Path:
    """A built project with a native folder, something in the place of machine code."""
    write(folder, PROJECT)
    built(folder, "build")
    code = folder / "code"
    code.write_text("machine code")
    output = folder / "generated"
    files = {f"generated/{name}": path for name, path in place.files_of(output)}
    modules = {"generated/duel.py": "hash", "generated/rules.py": "hash"}
    compiled = {name.replace(".py", ".cpython.so"): code for name in modules}
    place.put(
        place.folder_for(output),
        {**files, **compiled},
        place.Record("tools", "runtime", modules),
    )
    return folder


@pytest.mark.skipif(
    exchange_of_system() is None, reason="this system cannot exchange two folders"
)
def test_the_native_folder_is_the_old_one_or_the_new_one(pristine: Path) -> None:
    native_project(pristine)
    code = (
        "from pathlib import Path\n"
        "from ledgerc.native import place\n"
        "output = Path('generated')\n"
        "files = {f'generated/{name}': path for name, path in place.files_of(output)}\n"
        "record = place.Record('tools', 'other', {'generated/duel.py': 'hash'})\n"
        "place.put(place.folder_for(output), files, record)\n"
    )
    whole_tree(tree_of(pristine), kills(pristine, code), 20)


def test_no_kill_lets_machine_code_of_old_rules_stay(pristine: Path) -> None:
    """A plain build takes the compiled form of what has changed away, also after a kill."""
    native_project(pristine)
    write(pristine, {"content/duel.ledger": DUEL.replace("Girth 5", "Girth 6")})
    before = tree_of(pristine)
    found = kills(pristine, command("build"))
    after = found[-1].tree
    module = "generated-native/generated/duel"
    assert before[f"{module}.cpython.so"] == (before["code"][0], "machine code")
    for each in found:
        text = each.tree[f"{module}.py"][1]
        assert text in (before[f"{module}.py"][1], after[f"{module}.py"][1])
        if f"{module}.cpython.so" in each.tree:
            assert text == before[f"{module}.py"][1]
    assert f"{module}.cpython.so" not in after
    between = next(
        each
        for each in found
        if each.tree["generated/duel.py"] != before["generated/duel.py"]
        and f"{module}.cpython.so" in each.tree
    )
    write(pristine, {name: text for name, (_, text) in between.tree.items() if text})
    built(pristine, "build")
    mended = tree_of(pristine)
    assert f"{module}.cpython.so" not in mended
    assert mended[f"{module}.py"] == after[f"{module}.py"]


# -- a game that saves ----------------------------------------------------------------------------

SAVING = """
import os, signal
from pathlib import Path
from tests.conformance.test_faults import begun, legal

def play(folder, seconds):
    w, _ = begun("combat.match", 3)
    saves = [w.save()]
    signal.setitimer(signal.ITIMER_REAL, seconds)  # the signal ends the process, at once
    while True:
        (folder / "beside").write_bytes(saves[-1])
        os.replace(folder / "beside", folder / "world.json")
        if w.over or len(saves) == 20:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return saves
        w.obey(legal(w)[0])
        saves.append(w.save())

folder = Path.cwd()
saves = play(folder, 0)
killed, found = 0, set()
for number in range(40):
    child = os.fork()
    if child == 0:
        play(folder, 0.0005 + number * 0.002)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    killed += os.WIFSIGNALED(status)
    w = type(begun("combat.match", 3)[0]).load((folder / "world.json").read_bytes())
    assert w.save() in saves, number
    found.add(saves.index(w.save()))
    if os.WIFSIGNALED(status) and not w.over:
        assert w.obey(legal(w)[0]).done
print(killed, len(found))
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer")
def test_a_game_that_saves_after_each_command_loses_at_most_the_one_that_ran(
    pristine: Path,
) -> None:
    """Killed at any time; what it has saved is the world between two commands."""
    repository = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SAVING],
        cwd=pristine,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(repository), *filter(None, sys.path)]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    killed, found = map(int, done.stdout.split())
    assert killed > 5
    assert found > 2

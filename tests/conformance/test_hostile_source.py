"""Sources that are written to break the compiler, or to break out of what it makes.

Each is compiled in a process of its own with little memory and time. What comes of it is a
diagnostic, or Python that means what was written; never a crash, a traceback, a file elsewhere.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
MEMORY = 1024**3
SECONDS = 60
"""Of CPU time: a busy machine may take longer."""
CLEAN, FINDINGS = 0, 1


def ledgerc(
    folder: Path, *arguments: str, seconds: int = SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run the command in ``folder`` with 1 GiB of memory; it must end in time, without a bug."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    path = os.pathsep.join(str(REPOSITORY / each) for each in ("compiler", "runtime"))
    done = subprocess.run(
        [sys.executable, "-m", "ledgerc", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=20 * seconds,
        preexec_fn=bounded,
        check=False,
    )
    assert done.returncode in (CLEAN, FINDINGS), done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert "bug of ledgerc" not in done.stderr
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project without sources."""
    (tmp_path / "content").mkdir()
    settings = '[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    return tmp_path


def source(folder: Path, text: str, name: str = "game.ledger") -> Path:
    path = folder / "content" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# -- too much ------------------------------------------------------------------------------------

TOO_MUCH: dict[str, Callable[[], str]] = {
    "ten thousand parentheses": lambda: f"stat A = {'(' * 10_000}1{')' * 10_000}\n",
    "ten thousand operators": lambda: f"stat A = {'1 + ' * 10_000}1\n",
    "ten thousand minuses": lambda: f"stat A = {'- ' * 10_000}1\n",
    "ten thousand nots": lambda: f"stat B\nends when {'not ' * 10_000}true\n",
    "a line of ten thousand indents": lambda: f"routine R()\n{'  ' * 10_000}settle\n",
    "two thousand blocks in each other": lambda: "routine R()\n"
    + "".join(f"{'  ' * depth}if 1 > 0\n" for depth in range(1, 2_000)),
    "ten thousand members": lambda: f"link a\nstat A = holder{'.a' * 10_000}.A\n",
    "calls in calls": lambda: f"stat A = {'abs(' * 5_000}1{')' * 5_000}\n",
    "a number of a million digits": lambda: f"stat A = {'9' * 1_000_000}\n",
    "a name of a million letters": lambda: f"stat {'a' * 1_000_000}\n",
    "a text of a million letters": lambda: "archetype A\n"
    f'  text "{"x" * 1_000_000}"\n',
    "powers by constants": lambda: "const a0 10\n"
    + "".join(f"const a{n + 1} a{n} * a{n}\n" for n in range(200)),
    "templates that double": lambda: "link team\nallegiance team\n"
    "template effect E(n)\n  aura on allies\n    has E(n * 2) E(n * 2 + 1)\n"
    "archetype A\n  has E(1)\n",
    "branches without end": lambda: "routine R()\n  if 1 > 2\n    settle\n"
    + "  else if 1 > 2\n    settle\n" * 20_000,
    "twenty thousand stats": lambda: "".join(f"stat S{n}\n" for n in range(20_000)),
    "formulas that call twice": lambda: "formula f0(x) = x\n"
    + "".join(f"formula f{n}(x) = f{n - 1}(x) + f{n - 1}(x)\n" for n in range(1, 300))
    + "stat A = f299(1)\n",
    "one broken line thirty thousand times": lambda: "stat = = =\n" * 30_000,
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_told_in_bounded_time_and_memory(folder: Path, name: str) -> None:
    source(folder, TOO_MUCH[name]())
    done = ledgerc(folder, "build")
    if done.returncode == FINDINGS:
        assert "error LG" in done.stderr
        assert len(done.stderr) < 20_000_000
        assert not (folder / "generated").exists()


def test_a_file_of_50_megabytes(folder: Path) -> None:
    source(folder, "# a line of the file\n" * 2_500_000)
    done = ledgerc(folder, "check", "content", seconds=10)
    assert "error LG0801" in done.stdout


def test_files_that_use_files_without_end(folder: Path) -> None:
    for number in range(3_000):
        source(folder, f"use f{number + 1}.ledger\n", f"f{number}.ledger")
    source(folder, "stat A\n", "f3000.ledger")
    done = ledgerc(folder, "check", "content/f0.ledger")
    assert "error LG0801" in done.stdout
    assert "2,000 files" in done.stdout


def test_files_that_all_use_all_others(folder: Path) -> None:
    names = [f"f{number}.ledger" for number in range(60)]
    for at, name in enumerate(names):
        uses = "".join(f"use {other}\n" for other in names[at + 1 :])
        source(folder, f"{uses}stat S{at}\n", name)
    assert ledgerc(folder, "check", "content/f0.ledger").returncode == CLEAN


def test_a_budget_may_be_set(folder: Path) -> None:
    settings = folder / "pyproject.toml"
    text = settings.read_text("utf-8")
    source(folder, "stat Might\n")
    settings.write_text(f"{text}[tool.ledgerc.budgets]\nfile_bytes = 5\n", "utf-8")
    assert "at most 5 bytes" in ledgerc(folder, "check", "content").stdout
    for wrong in ("file_bytes = 0", "file_bytes = true", "fil_bytes = 5"):
        settings.write_text(f"{text}[tool.ledgerc.budgets]\n{wrong}\n", "utf-8")
        assert "LG0608" in ledgerc(folder, "check", "content").stdout


# -- breaking out --------------------------------------------------------------------------------

ESCAPES = (
    '"""\\nimport os; os.system(\\"touch PWNED\\")\\n"""',
    "'''; import os #",
    "{{ 7 * 7 }} {% raw %} {# x #}",
    "\\\\N{BULLET} \\\\x00 \\\\",
    "\u202e\u2066 bidi \u2069",
    "# game.ledger:1",
    "*/ --> ]]> </script>",
    "%s %(x)s {0} ${HOME} `id`",
    "\u2028line\u2029end\x85next",
)


@pytest.mark.parametrize("text", ESCAPES)
def test_texts_and_comments_stay_what_they_are(folder: Path, text: str) -> None:
    comment = text.replace("\\n", "\n# ").replace('\\"', '"')
    words = text.replace('"', "'").replace("\\n", " ").replace("\\'", "'")
    source(
        folder,
        f"# {comment}\n\n# {comment}\nstat Might\n\neffect E\n"
        f'  adds Might 1\n  on gained\n    note "{words}"\n\n'
        f'archetype A\n  base Might 1\n  has E\n  text "{words}"\n',
    )
    source(
        folder,
        f'catalog game.ledger\n\n# {comment}\nplay "{words}"\n  make a A\n'
        f"  expect a.Might = 2 from content: {comment.splitlines()[0]}\n",
        "game.play",
    )
    done = ledgerc(folder, "build")
    if done.returncode == FINDINGS:
        assert "error LG" in done.stderr
        return
    modules = sorted((folder / "generated").rglob("*.py"))
    assert modules
    for module in modules:
        compile(module.read_text("utf-8"), str(module), "exec")
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "import generated.game as g; w = g.World(); w.make(g.A)",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "runtime")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ledgerc(folder, "play", "content").returncode == CLEAN
    assert not list(folder.rglob("PWNED"))


# -- out of the folder ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "../outside.ledger",
        "/etc/passwd",
        "sub/../../outside.ledger",
        "link.ledger",
        "linked/outside.ledger",
        "C:\\windows.ledger",
        "~/outside.ledger",
        "file:///etc/passwd",
        "con.ledger",
        "game.ledger\x00.ledger",
    ],
)
@pytest.mark.parametrize("word", ["use", "catalog"])
def test_no_path_leads_out(folder: Path, path: str, word: str) -> None:
    (folder / "outside.ledger").write_text("stat Secret\n", encoding="utf-8")
    (folder / "content/link.ledger").symlink_to(folder / "outside.ledger")
    (folder / "content/linked").symlink_to(folder)
    name = "game.play" if word == "catalog" else "game.ledger"
    source(folder, f"{word} {path}\n", name)
    done = ledgerc(folder, "check", f"content/{name}")
    assert done.returncode == FINDINGS
    assert "error LG" in done.stdout
    assert "Secret" not in done.stdout


@pytest.mark.parametrize(
    "name", ["class", "None", "CON", "import", "__init__", "a-b", "ü"]
)
def test_names_of_files_that_python_keeps(folder: Path, name: str) -> None:
    source(folder, "stat Might\narchetype A\n  base Might 1\n", f"{name}.ledger")
    done = ledgerc(folder, "build")
    if done.returncode == CLEAN:
        for module in (folder / "generated").rglob("*.py"):
            compile(module.read_text("utf-8"), str(module), "exec")
            stem = module.stem
            assert stem == "__init__" or stem.isidentifier()
    else:
        assert "error LG" in done.stderr


def test_names_that_differ_in_case_alone(folder: Path) -> None:
    source(folder, "stat A\narchetype X\n  base A 1\n", "Game.ledger")
    source(folder, "stat A\narchetype X\n  base A 1\n", "game.ledger")
    done = ledgerc(folder, "build")
    assert done.returncode == FINDINGS
    assert "error LG0607" in done.stderr


@pytest.mark.parametrize("steps", [range(1, 10_000), range(9_999, 0, -1)])
def test_ten_thousand_indents(folder: Path, steps: range) -> None:
    """Each line deeper than the one before, or less deep; a file of 50 MB where it may be."""
    text = "routine R()\n" + "".join(f"{' ' * step}if 1 > 0\n" for step in steps)
    source(folder, text)
    assert "error LG0801" in ledgerc(folder, "check", "content").stdout
    settings = folder / "pyproject.toml"
    budget = "[tool.ledgerc.budgets]\nfile_bytes = 100_000_000\n"
    settings.write_text(settings.read_text("utf-8") + budget, "utf-8")
    assert "error LG0" in ledgerc(folder, "check", "content").stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_among_the_sources(folder: Path) -> None:
    os.mkfifo(folder / "content/pipe.ledger")
    source(folder, "use pipe.ledger\n")
    for command in (("check", "content"), ("build",), ("fmt", "content", "--check")):
        done = ledgerc(folder, *command)
        assert done.returncode == FINDINGS
        assert "error LG0602" in done.stdout + done.stderr

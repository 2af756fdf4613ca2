"""The command as a whole: help, usage, exit codes, and what a bug of ours looks like."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ledgerc
from ledgerc.cli import COMMANDS as DESCRIBED
from ledgerc.cli import commands
from ledgerc.commands.terminal import colour
from tests.unit.commands.support import Ledgerc

COMMANDS = sorted(commands())


def test_the_commands_are_all_there() -> None:
    assert COMMANDS == [
        "build",
        "check",
        "code",
        "completion",
        "docs",
        "dump",
        "explain",
        "fmt",
        "match",
        "mutate",
        "new",
        "pipeline",
        "play",
        "uses",
        "watch",
        "words",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_of_a_command_what_it_says_itself(command: str) -> None:
    assert commands()[command].get_short_help_str(200) == DESCRIBED[command]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(ledgerc: Ledgerc, command: str) -> None:
    result = ledgerc(command, "--help")
    assert result.code == 0
    assert result.out.count(f"  ledgerc {command}") >= 1, "an example"
    assert max(map(len, result.out.splitlines())) <= 100


def test_the_version_is_told(ledgerc: Ledgerc) -> None:
    result = ledgerc("--version")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("ledgerc, version ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["check"],
        ["play"],
        ["fmt"],
        ["check", "--format", "xml", "."],
        ["dump", "tree", "x.ledger"],
        ["pipeline"],
        ["pipeline", "--format", "dot", "x.ledger"],
        ["uses"],
        ["docs"],
        ["docs", "content"],
        ["explain"],
        ["explain", "game.play"],
        ["new"],
        ["new", "1st"],
        ["new", "class"],
        ["completion", "tcsh"],
        ["build", "--nonsense"],
        ["play", "-k", "and and", "."],
        ["fmt", "-", "x.ledger"],
        ["fmt", "-", "--stdin-name", "x.txt"],
        ["code", "LG9999"],
    ],
)
def test_wrong_usage_is_2(folder: Path, ledgerc: Ledgerc, arguments: list[str]) -> None:
    result = ledgerc(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "Error: " in result.err


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from ledgerc.cli import run\n"
        "assert run(['--help']) == 0\n"
        "heavy = {'lark', 'jinja2', 'black', 'msgspec', 'ledgerc.driver'}\n"
        "heavy |= {'ledgerc.commands.build', 'ledgerc.commands.match'}\n"
        "heavy &= set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_bug_of_ours_is_70_and_says_so(
    folder: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr("ledgerc.driver.check", broken)
    result = ledgerc("check", ".")
    assert result.code == 70
    assert result.out == ""
    assert "a bug of ledgerc" in result.err
    assert "ZeroDivisionError: odd" in result.err
    assert "LEDGERC_DEBUG=1" in result.err
    assert "Traceback" not in result.err
    monkeypatch.setenv("LEDGERC_DEBUG", "1")
    result = ledgerc("check", ".")
    assert result.code == 70
    assert "Traceback" in result.err


def test_an_interrupt_is_no_bug(
    folder: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ledgerc.driver.check", interrupted)
    result = ledgerc("check", ".")
    assert (result.code, result.out) == (130, "")
    assert "bug" not in result.err


def test_a_reader_that_goes_away_is_no_bug() -> None:
    script = f'"{sys.executable}" -m ledgerc code | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout in {"0\n", "1\n"}, "0 where all was written before it went"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("code >&-", 0, ""),
        ("check nothing.ledger >&- 2>&-", 1, ""),
        ("fmt - <&-", 0, ""),
        ("code >/dev/full", 1, "the output cannot be written: No space left"),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_bug(
    command: str, code: int, says: str
) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("this system has no disk that is always full")
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m ledgerc {command}'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert done.stderr.startswith(says)
    assert "bug" not in done.stderr


def test_a_file_name_that_the_locale_lacks_is_a_finding(folder: Path) -> None:
    (folder / "a.play").write_text("catalog größe.ledger\n", encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "ledgerc", "check", "a.play"],
        capture_output=True,
        check=False,
        env={**os.environ, **ascii_only},
    )
    assert done.returncode == 1
    assert "a.play:1:9: error LG060" in done.stdout.decode()


def test_output_is_utf8_in_any_locale(folder: Path) -> None:
    (folder / "a.ledger").write_text("rate 10\n")
    done = subprocess.run(
        [sys.executable, "-m", "ledgerc", "check", "a.ledger"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    )
    assert done.stdout.decode().startswith("✓ 1 file"), done.stderr


class _Terminal:
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert colour(terminal)  # type: ignore[arg-type]
    assert not colour(open(os.devnull))  # noqa: SIM115
    monkeypatch.setenv("TERM", "dumb")
    assert not colour(terminal)  # type: ignore[arg-type]
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour(terminal)  # type: ignore[arg-type]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_command(ledgerc: Ledgerc, shell: str) -> None:
    result = ledgerc("completion", shell)
    assert result.code == 0
    assert "_LEDGERC_COMPLETE" in result.out


def test_completion_completes_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ledgerc"],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "_LEDGERC_COMPLETE": "bash_complete",
            "COMP_WORDS": "ledgerc pi",
            "COMP_CWORD": "1",
        },
    )
    assert done.stdout == "plain,pipeline\n"


def test_the_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert version("ledgerc") == ledgerc.__version__


@pytest.mark.parametrize("lacking", ["markdown_it", "pygments"])
def test_docs_tells_which_extra_it_needs(
    folder: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    monkeypatch.setitem(sys.modules, lacking, None)
    result = ledgerc("docs", ".", "--out", "site")
    assert result.code == 1
    assert "pip install 'ledgerc[docs]'" in result.err

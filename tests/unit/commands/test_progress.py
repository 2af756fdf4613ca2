"""Long work says on a terminal what it is at; where nobody looks it says nothing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ledgerc.commands import progress
from ledgerc.commands.progress import ProgressLine
from tests.unit.commands.support import Ledgerc

WIPE = "\r\x1b[K"

COMMANDS = {
    "build": (("build",), "duel.ledger"),
    "check": (("check", "content"), "duel.ledger"),
    "docs": (("docs", "--out", "site"), "duel.play"),
    "dump": (("dump", "py", "content/duel.ledger"), "content/duel.ledger"),
    "explain": (("explain", "content/duel.play:6"), "content/duel.play"),
    "fmt": (("fmt", "--check", "content"), "duel.play"),
    "mutate": (("mutate", "content/duel.ledger"), "content/duel.ledger"),
    "pipeline": (("pipeline", "content/duel.ledger"), "content/duel.ledger"),
    "play": (("play", "content"), "duel.play"),
    "uses": (("uses", "Health"), "rules.ledger"),
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is long."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", -1.0)
    monkeypatch.setattr(progress, "TICK_SECONDS", 0.001)


@pytest.fixture
def terminal(impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is long, and somebody looks."""
    monkeypatch.setattr(progress, "on_terminal", lambda: True)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_what_it_is_at_and_wipes_it(
    command: str, project: Path, ledgerc: Ledgerc, terminal: None
) -> None:
    arguments, name = COMMANDS[command]
    result = ledgerc(*arguments)
    drawn = result.err.split(WIPE)
    assert any(name in line and line.endswith(" s)") for line in drawn), result.err
    if command != "mutate":  # it goes on with a bar
        assert result.err.endswith(WIPE)
    assert WIPE not in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_nothing_where_nobody_looks(
    command: str, project: Path, ledgerc: Ledgerc, impatient: None
) -> None:
    assert ledgerc(*COMMANDS[command][0]).err == ""


@pytest.mark.parametrize("command", [("match",), ("match", "-q")])
def test_a_match_says_what_it_is_at(
    command: tuple[str, ...],
    ledgerc: Ledgerc,
    terminal: None,
    repository: Path,
) -> None:
    nim = str(repository / "content/combat/match.ledger")
    result = ledgerc(*command, nim)
    assert result.code == 0
    assert "match.ledger (" in result.err
    assert result.err.endswith(WIPE)


def test_short_work_says_nothing(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "on_terminal", lambda: True)
    monkeypatch.setattr(progress, "QUIET_SECONDS", 600.0)
    assert ledgerc("check", "content").err == ""


def test_one_long_step_goes_on_saying_so(
    terminal: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with ProgressLine("one.ledger"):
        told = ""
        ending = time.monotonic() + 20
        while told.count("one.ledger") < 3 and time.monotonic() < ending:
            time.sleep(0.01)
            told += capsys.readouterr().err
    assert told.count("one.ledger (0 s)") >= 3


def test_the_line_has_a_bar_fits_and_keeps_to_itself(
    terminal: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "TICK_SECONDS", 600.0)
    monkeypatch.setattr(progress, "_width", lambda: 60)
    with ProgressLine() as line:
        line(3, 4, "a\x1b[31m\nb/" + "long" * 50)
        shown = capsys.readouterr().err.removeprefix(WIPE)
        assert shown.startswith("[###############.....] 3/4 a?[31m?b/longlong")
        assert len(shown) == 59
        with line.aside():
            print("beside")
        out, err = capsys.readouterr()
        assert (out, err) == ("beside\n", WIPE)
        line(4, 4, "")
    assert capsys.readouterr().err.endswith(WIPE)


def test_no_thread_is_left(terminal: None, project: Path, ledgerc: Ledgerc) -> None:
    before = threading.active_count()
    ledgerc("play", "content")
    ledgerc("play", "missing")
    assert threading.active_count() == before


def test_a_real_terminal_is_one_and_a_dumb_one_is_not(project: Path) -> None:
    code = (
        "from ledgerc.commands import progress\n"
        "from ledgerc.cli import run\n"
        "progress.QUIET_SECONDS = -1\n"
        "raise SystemExit(run(['check', 'content']))\n"
    )
    for kind, shown in (("xterm", True), ("dumb", False)):
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "TERM": kind},
            stdout=subprocess.PIPE,
            stderr=theirs,
        ) as child:
            os.close(theirs)
            told = b""
            while True:
                try:
                    piece = os.read(ours, 4096)
                except OSError:  # nobody has the other end any more
                    break
                if not piece:
                    break
                told += piece
            assert child.stdout is not None
            assert child.stdout.read().startswith("✓".encode())
        os.close(ours)
        assert bool(re.search(rb"\[\.+\] 0/3 duel.ledger \(0 s\)", told)) == shown, told
        assert bool(told) == shown

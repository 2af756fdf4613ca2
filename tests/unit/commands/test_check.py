"""``ledgerc check``: everything wrong with some sources, in three forms."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.unit.commands.support import DUEL, DUEL_PLAY, RULES, Ledgerc, write


def test_clean_sources_are_0(project: Path, ledgerc: Ledgerc) -> None:
    result = ledgerc("check", "content")
    assert (result.code, result.err) == (0, "")
    assert result.out == "✓ 3 files, nothing found\n"


def test_all_findings_of_all_files_are_told(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {
            "content/duel.ledger": DUEL.replace("base Girth", "base Girht").replace(
                "has Mortal", "has Mortel"
            ),
            "content/other.ledger": "efect X\n",
        },
    )
    result = ledgerc("check", "content")
    assert (result.code, result.err) == (1, "")
    assert "content/duel.ledger:10:8: error LG02" in result.out
    assert "  = did you mean `Girth`?" in result.out
    assert "content/duel.ledger:12:7: error LG02" in result.out
    assert "content/other.ledger:1:1: error LG01" in result.out
    assert result.out.count("content/duel.ledger:10:8: error") == 1, "told once"
    assert result.out.splitlines()[-1].startswith("3 errors; `ledgerc code LG02")


def test_a_part_is_warned_of_as_part_of_what_uses_it(
    folder: Path, ledgerc: Ledgerc
) -> None:
    rules = "ability Wave\n\narchetype Crowd\n"
    write(folder, {"content/rules.ledger": rules})
    assert "warning LG0901" in ledgerc("check", "content").out, "nobody grants it"
    game = "use rules.ledger\n\narchetype Waver\n  grants Wave\n"
    write(folder, {"content/game.ledger": game})
    assert ledgerc("check", "content").code == 0
    write(folder, {"content/game.ledger": game.replace("  grants Wave\n", "")})
    assert ledgerc("check", "content").out.count("warning LG0901") == 1
    write(folder, {"content/game.ledger": game, "content/rules.ledger": "x\n" + rules})
    assert ledgerc("check", "content").code == 1, "errors of a part are told"


def test_a_play_is_checked_with_its_catalog(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project, {"content/duel.play": DUEL_PLAY.replace("a.Health = 3", "a.Helth = 3")}
    )
    result = ledgerc("check", "content/duel.play")
    assert result.code == 1
    assert "content/duel.play:6:" in result.out
    assert "did you mean `Health`?" in result.out


def test_a_play_whose_catalog_is_missing(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project, {"content/duel.play": DUEL_PLAY.replace("duel.ledger", "dual.ledger")}
    )
    result = ledgerc("check", "content/duel.play")
    assert result.code == 1
    assert (
        "content/duel.play:1:9: error LG0601: there is no file `dual.ledger`\n"
        "    1 | catalog dual.ledger\n"
        "      |         ^^^^^^^^^^^\n"
        "  = did you mean `duel.ledger`?\n"
    ) in result.out


def test_a_near_file_is_named_as_the_author_would(
    project: Path, ledgerc: Ledgerc
) -> None:
    write(project, {"content/deep/x.ledger": "use ../rulse.ledger\n"})
    result = ledgerc("check", "content/deep/x.ledger")
    assert "there is no file `../rulse.ledger`" in result.out
    assert "did you mean `../rules.ledger`?" in result.out


def test_json_is_an_array_of_findings(project: Path, ledgerc: Ledgerc) -> None:
    assert json.loads(ledgerc("check", "content", "--format", "json").out) == []
    write(project, {"content/other.ledger": "efect X\n"})
    result = ledgerc("check", "content", "--format", "json")
    assert result.code == 1
    (found,) = json.loads(result.out)
    assert (found["file"], found["line"], found["column"]) == (
        "content/other.ledger",
        1,
        1,
    )


def test_github_annotates(project: Path, ledgerc: Ledgerc) -> None:
    assert ledgerc("check", "content", "--format", "github").out == ""
    write(project, {"content/other.ledger": "efect X\n"})
    result = ledgerc("check", "content", "--format", "github")
    assert result.code == 1
    assert result.out.startswith("::error file=content/other.ledger,line=1,col=1,")


def test_names_are_seen_from_the_working_folder(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, {"content/deep/other.ledger": "efect X\n"})
    monkeypatch.chdir(project / "content" / "deep")
    assert ledgerc("check", ".").out.startswith("other.ledger:1:1: error")
    monkeypatch.chdir(project / "content")
    assert ledgerc("check", "deep").out.startswith("deep/other.ledger:1:1: error")
    write(project, {"elsewhere/keep": ""})
    monkeypatch.chdir(project / "elsewhere")
    found = ledgerc("check", "../content/deep").out
    assert found.startswith("../content/deep/other.ledger:1:1: error")


# -- files that are not as they should be -----------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("none.ledger", "LG0601"),
        ("none", "LG0601"),
        ("notes.txt", "LG0606"),
        ("loop.ledger", "LG0602"),
        ("dangling.ledger", "LG0601"),
        ("x" * 300 + ".ledger", "LG0602"),
        ("folder.ledger", None),
    ],
)
def test_odd_files(folder: Path, ledgerc: Ledgerc, path: str, code: str | None) -> None:
    write(folder, {"notes.txt": ""})
    (folder / "loop.ledger").symlink_to("loop.ledger")
    (folder / "dangling.ledger").symlink_to("nowhere.ledger")
    (folder / "folder.ledger").mkdir()
    result = ledgerc("check", path)
    assert result.code == (1 if code else 0)
    if code is not None:
        assert f": error {code}: " in result.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": "rate 10\n"})
    (folder / "a.ledger").chmod(0)
    result = ledgerc("check", "a.ledger")
    assert result.code == 1
    assert "LG0602" in result.out


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbfrate 10\n",
        b"# nothing but a comment",
    ],
)
def test_empty_files_are_catalogs(
    folder: Path, ledgerc: Ledgerc, content: bytes
) -> None:
    (folder / "a.ledger").write_bytes(content)
    assert ledgerc("check", "a.ledger").code == 0


@pytest.mark.parametrize(
    "content",
    [
        b"rate \xff\n",
        b"\xff\xfer\x00a\x00",
        b"\x00\x01\x02",
        b"rate 10\n\tx\n",
        "rate 10 # \u202eevil\nlink \u202e\n".encode(),
        b"effect " * 10_000,
        b"(" * 100_000,
    ],
)
def test_broken_files_are_findings(
    folder: Path, ledgerc: Ledgerc, content: bytes
) -> None:
    for name in ("a.ledger", "a.play"):
        (folder / name).write_bytes(content)
        result = ledgerc("check", name)
        assert result.code == 1, result
        assert result.out.startswith(f"{name}:")
        assert "\u202e" not in result.out


def test_no_use_leaves_the_source_root(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {"outside.ledger": "rate 10\n", "content/a.ledger": "use ../outside.ledger\n"},
    )
    result = ledgerc("check", "content/a.ledger")
    assert result.code == 1
    assert "content/a.ledger:1:5: error LG0604" in result.out


def test_no_link_leads_out_of_the_source_root(project: Path, ledgerc: Ledgerc) -> None:
    write(
        project,
        {"outside.ledger": "rate 10\n", "content/a.ledger": "use inside.ledger\n"},
    )
    (project / "content" / "inside.ledger").symlink_to("../outside.ledger")
    result = ledgerc("check", "content/a.ledger")
    assert result.code == 1
    assert "LG0604" in result.out


def test_a_link_within_the_root_is_the_file_it_leads_to(
    project: Path, ledgerc: Ledgerc
) -> None:
    (project / "content" / "same.ledger").symlink_to("rules.ledger")
    write(project, {"content/both.ledger": "use rules.ledger\nuse same.ledger\n"})
    assert ledgerc("check", "content/both.ledger").code == 0


def test_files_that_use_each_other(folder: Path, ledgerc: Ledgerc) -> None:
    write(folder, {"a.ledger": "use b.ledger\n", "b.ledger": "use a.ledger\n"})
    result = ledgerc("check", "a.ledger")
    assert result.code == 1
    assert "a.ledger → b.ledger → a.ledger" in result.out


def test_a_lone_file_under_content_may_use_its_neighbours(
    folder: Path, ledgerc: Ledgerc
) -> None:
    write(
        folder,
        {
            "content/rules.ledger": RULES,
            "content/a/duel.ledger": f"use ../rules.ledger\n{DUEL.replace('use rules.ledger', '')}",
        },
    )
    assert ledgerc("check", "content/a/duel.ledger").code == 0


def test_findings_as_a_test_report(project: Path, ledgerc: Ledgerc) -> None:
    clean = ElementTree.fromstring(ledgerc("check", "content", "--format", "junit").out)
    assert clean.get("tests") == "0"
    (project / "content/bad.ledger").write_text("stat\n\x07pool\n", "utf-8")
    result = ledgerc("check", "content", "--format", "junit")
    assert result.code == 1
    report = ElementTree.fromstring(result.out)
    assert int(report.get("failures") or 0) >= 1
    case, *_ = report.iter("testcase")
    assert case.get("file") == "content/bad.ledger"


def test_long_checks_say_on_a_terminal_what_they_are_at(
    project: Path, ledgerc: Ledgerc, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "duel" not in ledgerc("check", "content").err
    monkeypatch.setattr("ledgerc.commands.progress.QUIET_SECONDS", -1.0)
    monkeypatch.setattr("ledgerc.commands.progress.on_terminal", lambda: True)
    result = ledgerc("check", "content")
    assert "1/" in result.err
    assert result.err.endswith("\r\x1b[K")


def test_a_link_that_lies_among_sources_leads_to_none_outside(
    project: Path, ledgerc: Ledgerc
) -> None:
    """Whatever looks at a whole folder leaves it out, and tells."""
    write(project, {"outside.ledger": "rate 10\n", "beside/b.ledger": "rate 10\n"})
    (project / "content" / "inside.ledger").symlink_to("../outside.ledger")
    (project / "content" / "linked").symlink_to("../beside")
    for command in (("check", "content"), ("build",), ("fmt", "content", "--check")):
        result = ledgerc(*command)
        assert result.code == 1, command
        assert f"{result.out}{result.err}".count("error LG0604") == 2, command
    assert not (project / "generated").exists()


def test_a_name_that_is_no_utf_8(project: Path, ledgerc: Ledgerc) -> None:
    try:
        (project / "content" / "a\udcff.ledger").write_text("rate 10\n")
    except OSError:
        pytest.skip("the system takes no such name")
    for command in (("check", "content"), ("build",), ("fmt", "content", "--check")):
        result = ledgerc(*command)
        assert result.code == 1
        assert "error LG0602" in f"{result.out}{result.err}"

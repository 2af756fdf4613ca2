"""Finding the project, its source roots, and the names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.files import NameOf
from ledgerc.project import Project, find_project, rooted_name, source_root


def find(folder: Path, settings: str) -> tuple[Project | None, list[str]]:
    (folder / "pyproject.toml").write_text(settings)
    sink = Sink()
    return find_project(folder, sink, NameOf(folder)), [
        each.code for each in sink.found
    ]


def test_the_nearest_pyproject_with_a_table_is_the_project(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.ledgerc]\nsources = ['rules']\noutput = 'made'\n"
    )
    project = find_project(tmp_path / "rules", Sink(), NameOf(tmp_path))
    assert project is not None
    assert project.sources == (tmp_path / "rules",)
    assert project.output == tmp_path / "made"


def test_without_a_table_there_is_no_project(tmp_path: Path) -> None:
    assert find(tmp_path, "[project]\nname = 'x'\n") == (None, [])


def test_settings_have_defaults(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    project, codes = find(tmp_path, "[tool.ledgerc]\n")
    assert not codes
    assert project is not None
    assert project.sources == (tmp_path / "content",)
    assert project.output == tmp_path / "generated"


@pytest.mark.parametrize(
    "settings",
    [
        "[tool.ledgerc",
        "[tool]\nledgerc = 3\n",
        "[tool.ledgerc]\nsources = ['a']\nsource = ['a']\n",
        "[tool.ledgerc]\nsources = 'a'\n",
        "[tool.ledgerc]\nsources = []\n",
        "[tool.ledgerc]\nsources = [1]\n",
        "[tool.ledgerc]\nsources = ['missing']\n",
        "[tool.ledgerc]\nsources = ['pyproject.toml']\n",
        "[tool.ledgerc]\nsources = ['a']\noutput = ''\n",
        '[tool.ledgerc]\nsources = ["a\\u0000b"]\n',
        "[tool.ledgerc]\nsources = ['a', 'a']\n",
        "[tool.ledgerc]\nsources = ['a', './a/']\n",
        "[tool.ledgerc]\nsources = ['a', 'a/in/..']\n",
        "[tool.ledgerc]\nsources = ['a', 'link']\n",
        "[tool.ledgerc]\nsources = ['a', 'a/in']\n",
        "[tool.ledgerc]\nsources = ['link/in', 'a']\n",
        "[tool.ledgerc]\nsources = ['.', 'a']\n",
        "[tool.ledgerc]\nsources = ['a']\noutput = 'a'\n",
        "[tool.ledgerc]\nsources = ['a']\noutput = 'link'\n",
        "[tool.ledgerc]\nsources = ['a/in']\noutput = 'a'\n",
        "[tool.ledgerc]\nsources = ['link/in']\noutput = 'a'\n",
        "[tool.ledgerc]\nsources = ['a']\noutput = '.'\n",
    ],
)
def test_wrong_settings_are_findings(tmp_path: Path, settings: str) -> None:
    (tmp_path / "a/in").mkdir(parents=True)
    (tmp_path / "link").symlink_to("a")
    project, codes = find(tmp_path, settings)
    assert project is None
    assert codes == ["LG0608"]


@pytest.mark.parametrize(
    "settings",
    [
        "sources = ['a', 'ab']",
        "sources = ['a/in', 'ab']",
        "sources = ['link', 'ab']",
        "sources = ['.']",
        "sources = ['a']\noutput = 'a/made'",
    ],
)
def test_folders_that_do_not_get_in_the_way(tmp_path: Path, settings: str) -> None:
    (tmp_path / "a/in").mkdir(parents=True)
    (tmp_path / "ab").mkdir()
    (tmp_path / "link").symlink_to("a")
    project, codes = find(tmp_path, f"[tool.ledgerc]\n{settings}\n")
    assert not codes
    assert project is not None


def test_settings_that_are_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"\xff")
    sink = Sink()
    assert find_project(tmp_path, sink, NameOf(tmp_path)) is None
    assert [each.code for each in sink.found] == ["LG0608"]


def test_the_root_of_a_file_is_the_project_source_it_lies_in(tmp_path: Path) -> None:
    project = Project(
        tmp_path, (tmp_path / "rules", tmp_path / "rules/deep"), tmp_path / "o"
    )
    assert source_root(tmp_path / "rules/a.ledger", project) == tmp_path / "rules"
    assert (
        source_root(tmp_path / "rules/deep/a.ledger", project)
        == tmp_path / "rules/deep"
    )
    assert source_root(tmp_path / "other/a.ledger", project) == tmp_path / "other"


def test_a_file_outside_a_project_has_its_content_folder_or_its_own(
    tmp_path: Path,
) -> None:
    assert source_root(tmp_path / "content/a/b.ledger", None) == tmp_path / "content"
    assert source_root(tmp_path / "a/b.ledger", None) == tmp_path / "a"


def test_names_from_the_root_have_links_resolved(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.ledger").touch()
    (tmp_path / "link").symlink_to("real")
    assert rooted_name(tmp_path / "link" / "a.ledger", tmp_path) == "real/a.ledger"

"""Catalogs of several files: order, each once, circles, files that are missing."""

from __future__ import annotations

from tests.unit.sema.support import load


def codes(texts: dict[str, str]) -> list[tuple[str, str, int]]:
    """The code, file and line of all that is found."""
    _, found = load(texts)
    return [(each.code, each.span.file, each.span.line) for each in found]


def test_a_used_file_stands_where_it_is_first_used() -> None:
    catalog, found = load(
        {
            "root.ledger": "tags A\nuse b.ledger\ntags C\nuse b.ledger\n",
            "b.ledger": "use deep/d.ledger\ntags B\n",
            "deep/d.ledger": "tags D\n",
        }
    )
    assert found == ()
    assert catalog is not None
    assert catalog.tags == ("A", "D", "B", "C")
    assert catalog.files == ("root.ledger", "b.ledger", "deep/d.ledger")
    assert catalog.name == "root.ledger"


def test_paths_are_relative_to_the_file_that_uses() -> None:
    catalog, _ = load(
        {
            "root.ledger": "use deep/a.ledger\n",
            "deep/a.ledger": "use ../b.ledger\ntags A\n",
            "b.ledger": "tags B\n",
        }
    )
    assert catalog is not None
    assert catalog.tags == ("B", "A")


def test_a_circle_is_told_with_its_way() -> None:
    _, found = load(
        {
            "root.ledger": "use a.ledger\n",
            "a.ledger": "use b.ledger\n",
            "b.ledger": "\nuse a.ledger\n",
        }
    )
    assert [(each.code, each.span.place) for each in found] == [
        ("LG0605", "b.ledger:2")
    ]
    assert "a.ledger → b.ledger → a.ledger" in found[0].message


def test_a_file_that_uses_itself_is_a_circle() -> None:
    assert codes({"root.ledger": "use root.ledger\n"}) == [("LG0605", "root.ledger", 1)]


def test_what_a_missing_file_may_declare_is_no_second_fault() -> None:
    texts = {"root.ledger": "use gone.ledger\neffect Sore\n  tags Unit\n"}
    assert codes(texts) == [("LG0601", "root.ledger", 1)]


def test_other_faults_beside_a_missing_file_are_told() -> None:
    texts = {"root.ledger": "use gone.ledger\nstat A\nstat A\n"}
    assert codes(texts) == [("LG0601", "root.ledger", 1), ("LG0201", "root.ledger", 3)]


def test_a_path_above_the_root_is_refused() -> None:
    assert codes({"root.ledger": "use ../a.ledger\n"}) == [("LG0604", "root.ledger", 1)]


def test_one_name_in_two_files_shows_both() -> None:
    _, found = load({"root.ledger": "use a.ledger\nstat A\n", "a.ledger": "stat A\n"})
    assert [(each.code, each.span.place) for each in found] == [
        ("LG0201", "root.ledger:2")
    ]
    assert found[0].notes[0].span.place == "a.ledger:1"


def test_a_long_chain_of_files_is_followed() -> None:
    texts = {f"f{n}.ledger": f"use f{n + 1}.ledger\ntags T{n}\n" for n in range(1500)}
    texts["f1500.ledger"] = "tags Last\n"
    texts["root.ledger"] = "use f0.ledger\n"
    catalog, _ = load(texts)
    assert catalog is not None
    assert catalog.tags[0] == "Last"
    assert len(catalog.tags) == 1501

"""The site: links lead somewhere, nothing comes from outside, nothing breaks out of a page."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from ledgerc import driver
from ledgerc.reference.vocabulary import words

HOSTILE = """\
# <script>alert(1)</script> & "quotes" {{ braces }} end. Then <b>more</b>.

stat Toughness
pool Health max Toughness whole
damage Health
event Died

# A note with </pre></div> in it.
effect Mortal
  dies at no Health raising Died

effect Shy
  before Damage of holder when event.amount < 3
    note "</script><img src=x onerror=alert(1)>"
    prevent

archetype Imp
  base Toughness 3
  full Health
  has Mortal Shy
  text "<b>\\"bold\\"</b> {{ 7 * 7 }}"
"""
PLAY = """\
catalog hostile.ledger

play "a <i>blow</i> & more"
  make i Imp
  deal 1 to i
  expect refused Prevented
  expect i.Health = 3 from game: <Imps & Co>, page 1
"""


class Page(HTMLParser):
    """What a page links to, what it holds, and which elements it opens."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.headings: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if given.get("id"):
            self.ids.add(given["id"] or "")
        if tag == "a":
            self.links.append(given.get("href") or "")
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        for name in ("src", "data", "action"):
            if given.get(name):
                self.sources.append(given[name] or "")
        if tag == "link":
            self.sources.append(given.get("href") or "")
        assert not any(name.startswith("on") for name in given), (tag, given)


def pages(folder: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text("utf-8")) for path in folder.rglob("*.html")}


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the mechanics of the cookbook."""
    out = tmp_path_factory.mktemp("site") / "out"
    source = repository / "content/cookbook/mechanics"
    result = driver.docs([source], out, working=repository)
    assert not result.findings.has_errors
    assert not result.failing
    return out


def test_every_link_leads_somewhere(site: Path) -> None:
    found = pages(site)
    assert len(found) > 10
    for path, page in found.items():
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme, link
            target = (
                (path.parent / unquote(parts.path)).resolve() if parts.path else path
            )
            assert target in found, (path, link)
            if parts.fragment:
                assert parts.fragment in found[target].ids, (path, link)


def test_nothing_comes_from_outside(site: Path) -> None:
    for path, page in pages(site).items():
        for source in page.sources:
            assert not urlsplit(source).netloc, source
            assert (path.parent / source).exists(), source
    assert "http" not in (site / "style.css").read_text("utf-8")
    assert "@import" not in (site / "style.css").read_text("utf-8")


def test_headings_do_not_jump(site: Path) -> None:
    for page in pages(site).values():
        assert page.headings[0] == 1
        assert page.headings.count(1) == 1
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps)


def test_a_page_carries_every_part(site: Path) -> None:
    text = (site / "cookbook/mechanics/ward.html").read_text("utf-8")
    for part in (
        "<h1>Ward</h1>",
        "all passing",
        "The content",
        "What it must do",
        "What a change to Health meets",
        "The generated Python",
        "Exercised by",
        "The archetypes",
        "Words of the language that it shows",
        "Run it yourself",
        "ledgerc pipeline content/cookbook/mechanics/ward.ledger Health",
        "<svg",
    ):
        assert part in text, part
    assert '<a class="number" href="#L25"' in text


def rules_of(text: str) -> dict[str, str]:
    """The entry of each rule of a page, by its heading."""
    articles = re.findall(r'<article class="rule">(.*?)</article>', text, re.S)
    headings = (re.search(r"<code>(.*?)</code>", each, re.S) for each in articles)
    return {
        unescape(heading[1]): article
        for heading, article in zip(headings, articles, strict=True)
        if heading
    }


def test_each_rule_has_its_plays_and_its_python(site: Path) -> None:
    count = 0
    for path in site.rglob("mechanics/*.html"):
        for heading, entry in rules_of(path.read_text("utf-8")).items():
            count += 1
            assert "Exercised by" in entry, (path.name, heading)
            assert "The generated Python" in entry, (path.name, heading)
    assert count > 100


def test_every_kind_of_rule_is_shown_with_the_plays_that_meet_it(site: Path) -> None:
    page = rules_of((site / "cookbook/mechanics/stun.html").read_text("utf-8"))
    assert list(page)[:3] == [
        "effect Mortal: dies at no Health raising Fallen",
        'effect Stunned: forbids Bodily for holder else "stunned"',
        'effect Gagged: forbids Shout for holder when holder.Courage < 3 else "gagged"',
    ]
    assert 'ability Slam: requires holder.Courage > 1 else "too timid to slam"' in page
    assert "ability Slam: what it does" in page
    enrage = rules_of((site / "cookbook/mechanics/enrage.html").read_text("utf-8"))
    sore = enrage["effect Sore: adds Might extra when holder.Health < holder.Toughness"]
    # Boars are made in other plays, too; there nobody is wounded, and the condition is false.
    assert sore.count("<li>") == 1


def test_a_rule_that_no_play_meets_has_no_plays(hostile: Path) -> None:
    driver.docs([hostile], hostile / "site", working=hostile)
    page = rules_of((hostile / "site/hostile.html").read_text("utf-8"))
    assert (
        "Exercised by"
        in page["effect Shy: before Damage of holder when event.amount < 3"]
    )
    assert (
        "No play here exercises it."
        in page["effect Mortal: dies at no Health raising Died"]
    )


def test_a_failing_play_is_told_in_the_words_of_the_rules(hostile: Path) -> None:
    source = hostile / "hostile.ledger"
    source.write_text(HOSTILE.replace("base Toughness 3", "base Toughness 9"))
    play = hostile / "hostile.play"
    play.write_text(
        PLAY.replace("deal 1", "deal 4").replace("refused Prevented", "done")
    )
    result = driver.docs([hostile], hostile / "site", working=hostile)
    assert result.failing == ("Hostile",)
    text = unescape((hostile / "site/hostile.html").read_text("utf-8"))
    [told] = re.findall(r'<pre class="report failed".*?>(.*?)</pre>', text, re.S)
    [failing] = driver.play([play], working=hostile).files[0].failing
    assert told == f"{failing.name}\n{failing.failure}"
    assert "Damage i 4: 9 → 5" in told
    assert "covered" not in told


def test_each_word_leads_to_the_recipes_that_use_it_and_back(site: Path) -> None:
    text = (site / "reference.html").read_text("utf-8")
    entries = dict(
        re.findall(r'<article class="entry word" id="(.*?)".*?>(.*?)</art', text, re.S)
    )
    assert len(entries) == len(list(words()))
    ward = (site / "cookbook/mechanics/ward.html").read_text("utf-8")
    shown = re.findall(r'href="../../reference.html#(.*?)"', ward)
    assert {"prevent", "remove-20self", "expect", "Prevented"} <= set(shown)
    for word, entry in entries.items():
        uses_it = word in shown
        assert ('<a href="cookbook/mechanics/ward.html">' in entry) == uses_it, word
    assert "No recipe here uses it." in entries["renamed"]
    count = re.search(r"(\d+) recipes use it", entries["prevent"])
    assert count
    assert int(count[1]) == entries["prevent"].count("cookbook/mechanics/")


def test_the_language_is_on_the_site_with_its_snippets(site: Path) -> None:
    text = (site / "language.html").read_text("utf-8")
    assert '<h3 id="damage-healing">damage, healing</h3>' in text
    assert "Is refused, LG0105" in text
    assert '<span class="k">prevent</span>' in text
    assert "match.md" not in text
    assert (
        text.count("<pre")
        == (Path(__file__).parents[3] / "docs/language.md")
        .read_text("utf-8")
        .count("\n```")
        // 2
    )


def test_backticks_are_code(hostile: Path) -> None:
    source = hostile / "hostile.ledger"
    source.write_text("# A `<b>` and `when`, but no `stray. More `x`.\n\n" + HOSTILE)
    driver.docs([hostile], hostile / "site", working=hostile)
    text = (hostile / "site/hostile.html").read_text("utf-8")
    assert "A <code>&lt;b&gt;</code> and <code>when</code>, but no `stray." in text


def test_the_same_content_makes_the_same_bytes(
    repository: Path, site: Path, tmp_path: Path
) -> None:
    source = repository / "content/cookbook/mechanics"
    driver.docs([source], tmp_path / "again", working=repository)
    for path in sorted(site.rglob("*.*")):
        other = tmp_path / "again" / path.relative_to(site)
        assert other.read_bytes() == path.read_bytes()


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    (tmp_path / "hostile.ledger").write_text(HOSTILE, encoding="utf-8")
    (tmp_path / "hostile.play").write_text(PLAY, encoding="utf-8")
    return tmp_path


def test_nothing_breaks_out_of_a_page(hostile: Path) -> None:
    result = driver.docs([hostile], hostile / "site", working=hostile)
    assert not result.findings.has_errors
    assert not result.failing
    for page in pages(hostile / "site").values():
        assert page.tags.count("script") <= 1
        assert not {"b", "i", "img"} & set(page.tags)
    text = (hostile / "site/hostile.html").read_text("utf-8")
    assert "{{ 7 * 7 }}" in text


def test_games_are_those_that_plays_name(hostile: Path) -> None:
    play = hostile / "hostile.play"
    lines = (
        "  expect i.Health = 3 from game: Imps: The Return, page 1\n"
        "  expect i.Health = 3 from game: three less none\n"
    )
    play.write_text(PLAY + lines, encoding="utf-8")
    driver.docs([hostile], hostile / "site", working=hostile)
    text = (hostile / "site/index.html").read_text("utf-8")
    assert re.findall(r"<dt>(.*?)</dt>", text) == ["Imps: The Return"]


def test_a_catalog_with_errors_makes_no_site(hostile: Path) -> None:
    (hostile / "bad.ledger").write_text("stat\n", encoding="utf-8")
    result = driver.docs([hostile], hostile / "site", working=hostile)
    assert result.findings.has_errors
    assert not (hostile / "site").exists()


def test_a_play_that_fails_is_told_and_shown(hostile: Path) -> None:
    play = hostile / "hostile.play"
    play.write_text(PLAY.replace("Health = 3", "Health = 2"), encoding="utf-8")
    result = driver.docs([hostile], hostile / "site", working=hostile)
    assert result.failing == ("Hostile",)
    text = (hostile / "site/hostile.html").read_text("utf-8")
    assert "✗ 1 of 1 play failing" in text
    assert "i.Health is 3" in text, "why it is what it is"
    assert "hostile.ledger:" in text.partition("i.Health is 3")[2]


def test_a_folder_of_other_files_is_left_alone(hostile: Path) -> None:
    folder = hostile / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    result = driver.docs([hostile / "hostile.ledger"], folder, working=hostile)
    (found,) = result.findings.diagnostics
    assert found.code == "LG0611"
    assert [each.name for each in folder.iterdir()] == ["notes.txt"]


def test_an_earlier_site_is_replaced(hostile: Path) -> None:
    source = hostile / "hostile.ledger"
    driver.docs([source], hostile / "site", working=hostile)
    (hostile / "site/old.html").write_text("old", encoding="utf-8")
    driver.docs([source], hostile / "site", working=hostile)
    assert not (hostile / "site/old.html").exists()
    assert sorted(each.name for each in hostile.iterdir()) == [
        "hostile.ledger",
        "hostile.play",
        "site",
    ]

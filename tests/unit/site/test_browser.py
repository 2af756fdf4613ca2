"""The site in a browser, as a reader has it: from disk, with and without JavaScript.

Debian's chromium, headless (packages chromium and chromium-driver).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledgerc import driver

selenium = pytest.importorskip("selenium", reason="drives the browser")
if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
    pytest.skip("there is no chromium with its driver here", allow_module_level=True)

from selenium import webdriver  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    source = repository / "content/cookbook/mechanics"
    driver.docs([source], out, working=repository)
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1300,900",
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver") or "")
    found = webdriver.Chrome(options=options, service=service)
    yield found
    found.quit()


def requested(browser: Any) -> list[str]:
    """The addresses that the pages asked for since this was last read."""
    found = []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
    return found


def screenshot(browser: Any, name: str, tmp_path: Path) -> None:
    """Keep a picture where CI wants them (``LEDGERC_SCREENSHOTS``), and see that it is one."""
    folder = Path(os.environ.get("LEDGERC_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"{name}.png"
    browser.save_screenshot(str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 10_000


def test_a_reader_finds_a_recipe_and_follows_a_rule_to_its_line(
    site: Path, browser: Any, tmp_path: Path
) -> None:
    browser.get((site / "index.html").as_uri())
    screenshot(browser, "index", tmp_path)
    entries = browser.find_elements(By.CSS_SELECTOR, ".entry")
    search = browser.find_element(By.ID, "search")
    search.send_keys("remove self")
    shown = [each for each in entries if each.is_displayed()]
    assert 0 < len(shown) < len(entries)
    assert any("Ward" in each.text for each in shown)
    assert browser.find_element(By.CSS_SELECTOR, "output").text == f"{len(shown)} found"
    search.send_keys(Keys.CONTROL, "a")
    search.send_keys("ward")
    browser.find_element(By.LINK_TEXT, "Ward").click()

    assert browser.title == "Ward"
    screenshot(browser, "ward", tmp_path)
    link = browser.find_element(By.CSS_SELECTOR, "pre.report a")
    link.click()
    line = browser.current_url.partition("#")[2]
    target = browser.find_element(By.ID, line)
    assert "before Damage" in target.text
    assert browser.execute_script("return arguments[0].matches(':target')", target)

    for name in ("guard", "turn"):
        browser.get((site / f"cookbook/mechanics/{name}.html").as_uri())
        assert "all passing" in browser.find_element(By.CSS_SELECTOR, ".status").text
        screenshot(browser, name, tmp_path)
    asked = [each for each in requested(browser) if not each.startswith("data:")]
    assert asked
    assert all(each.startswith("file://") for each in asked), asked


def test_a_word_leads_from_a_recipe_to_the_reference_and_to_another(
    site: Path, browser: Any, tmp_path: Path
) -> None:
    browser.get((site / "cookbook/mechanics/ward.html").as_uri())
    browser.find_element(By.LINK_TEXT, "prevent").send_keys(Keys.ENTER)
    assert browser.title == "Words of the language"
    entry = browser.find_element(By.ID, browser.current_url.partition("#")[2])
    assert browser.execute_script("return arguments[0].matches(':target')", entry)
    assert "The event does not happen" in entry.text
    screenshot(browser, "reference", tmp_path)
    search = browser.find_element(By.ID, "search")
    search.send_keys("happen sees")
    shown = [
        each.get_attribute("id")
        for each in browser.find_elements(By.CSS_SELECTOR, ".entry")
        if each.is_displayed()
    ]
    assert shown == ["prevent"]
    for folded in entry.find_elements(By.TAG_NAME, "summary"):
        folded.send_keys(Keys.ENTER)
    entry.find_element(By.LINK_TEXT, "Critical").click()
    assert browser.title == "Critical"
    browser.find_element(By.LINK_TEXT, "prevent").click()
    browser.find_element(By.CSS_SELECTOR, "#prevent .section a").click()
    assert browser.title == "The language"
    heading = browser.find_element(By.CSS_SELECTOR, ":target")
    assert heading.text == "Statements"
    asked = [each for each in requested(browser) if not each.startswith("data:")]
    assert all(each.startswith("file://") for each in asked), asked


@pytest.mark.parametrize(
    "name", ["cookbook/mechanics/ward", "index", "reference", "language"]
)
def test_a_page_fits_a_phone(
    site: Path, browser: Any, tmp_path: Path, name: str
) -> None:
    browser.set_window_size(390, 844)
    try:
        browser.get((site / f"{name}.html").as_uri())
        wide = browser.execute_script(
            "return document.documentElement.scrollWidth - window.innerWidth"
        )
        assert wide <= 0
        screenshot(browser, f"{name.rpartition('/')[2]}-phone", tmp_path)
    finally:
        browser.set_window_size(1300, 900)


def test_dark_where_the_reader_prefers_it(site: Path, browser: Any) -> None:
    page = (site / "cookbook/mechanics/ward.html").as_uri()
    colours = []
    for scheme in ("light", "dark"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        browser.get(page)
        script = "return getComputedStyle(document.body).backgroundColor"
        colours.append(browser.execute_script(script))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert colours[0] != colours[1]


def test_without_javascript_everything_is_there(site: Path, browser: Any) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get((site / "index.html").as_uri())
        entries = browser.find_elements(By.CSS_SELECTOR, ".entry")
        assert all(each.is_displayed() for each in entries)
        assert not browser.find_element(By.CSS_SELECTOR, "form.search").is_displayed()
        browser.get((site / "reference.html").as_uri())
        entries = browser.find_elements(By.CSS_SELECTOR, ".entry")
        assert all(each.is_displayed() for each in entries)
    finally:
        browser.execute_cdp_cmd(
            "Emulation.setScriptExecutionDisabled", {"value": False}
        )

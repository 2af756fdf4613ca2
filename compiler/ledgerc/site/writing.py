"""Pages to HTML, and the folder of the site to disk."""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerc.exchanging import replace_folder
from ledgerc.reference.manual import language_text, section_anchor
from ledgerc.site.listing import styles
from ledgerc.site.manual import manual_html
from ledgerc.site.pages import Site

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"
MARK = "<!-- made by ledgerc docs -->"
"""In each page: a folder that has none of ours and is not empty is not written to."""


class ForeignFolderError(Exception):
    """The folder holds files, and no site that was made before."""


def site_files(site: Site) -> dict[str, str]:
    """Every file of the site and its text, by path."""
    environment = _environment()
    files = {
        "index.html": environment.get_template("index.html.jinja").render(
            site=site, up=""
        ),
        "reference.html": environment.get_template("reference.html.jinja").render(
            site=site, up=""
        ),
        "language.html": environment.get_template("language.html.jinja").render(
            text=manual_html(language_text()), up=""
        ),
        "style.css": (TEMPLATES / "style.css").read_text(encoding="utf-8") + styles(),
        "search.js": (TEMPLATES / "search.js").read_text(encoding="utf-8"),
    }
    template = environment.get_template("page.html.jinja")
    for page in site.pages:
        files[page.path] = template.render(page=page, up=page.up)
    return files


def write_site(folder: Path, files: dict[str, str]) -> None:
    """Put the site in place of what ``folder`` holds, in one step.

    Raises :class:`ForeignFolderError` where that is no site of ours, and ``OSError``.
    """
    folder = folder.resolve()
    index = folder / "index.html"
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        made = index.is_file() and MARK in index.read_text("utf-8", errors="replace")
        if not made:
            raise ForeignFolderError(str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for path, text in files.items():
            target = staging / "new" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        replace_folder(staging / "new", folder)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["mark"] = MARK
    environment.filters["slug"] = slug
    environment.filters["prose"] = prose
    environment.filters["section"] = section_anchor
    return environment


def prose(text: str) -> Markup:
    """A text as HTML, what stands between backticks in it as code."""
    from markupsafe import Markup

    return Markup(re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(text)))


def slug(text: str) -> str:
    """A text as an anchor: each sign that is no letter or digit by its number."""
    return "".join(
        sign if sign.isascii() and sign.isalnum() else f"-{ord(sign):x}"
        for sign in text
    )

"""Seeds single mistakes into content: what an author mistypes, one at a time.

Each :class:`Mistake` is a whole text with one slip in it, the line on which a diagnostic must
stand and, of a misspelling, the word that must be suggested. Nothing is random: places and edits
follow from the text, so that a failure names a case that can be run again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ledgerc.files import SUFFIXES

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_LEDGER_WORDS = """
    rate const link allegiance prop stat pool damage healing stages tags event turn effect
    ability archetype template formula use before after every dies at no raising adds scales lasts
    refreshes stacks separate forbids else target one requires cost let set gain spend deal heal
    raise give take remove prevent absorb if for each in base full pools with has grants from to of
    by when where having count min max whole turns seconds holder enemy enemies allies and or not
    event
"""
LEDGER_KEYWORDS = frozenset(_LEDGER_WORDS.split())
_PLAY_WORDS = """
    catalog play scene row make act raise deal give take set save wait expect done refused gone
    has lacks with at of to from in
"""
PLAY_KEYWORDS = frozenset(_PLAY_WORDS.split())

PROVENANCE = re.compile(r" from [a-z]+:.*")
"""Where a number of a play is from: words for the reader, in which nothing can be mistyped."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One slip: ``text`` is the whole file with it; ``line`` where it must be reported."""

    kind: str
    file: str
    line: int
    text: str
    suggestion: str | None

    @property
    def name(self) -> str:
        """How the case is called in a report."""
        return f"{self.file}:{self.line} {self.kind}"


def misspellings(word: str) -> Iterator[str]:
    """Four ways to mistype a word of at least four letters: swap, drop, double, replace."""
    middle = len(word) // 2
    yield word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    yield word[:middle] + word[middle + 1 :]
    yield word[:middle] + word[middle] + word[middle:]
    yield word[:middle] + ("q" if word[middle] != "q" else "x") + word[middle + 1 :]


def code_of(line: str) -> str:
    """The line with strings, the comment and the provenance blanked out, columns kept."""
    out: list[str] = []
    quoted = False
    previous = ""
    for index, character in enumerate(line):
        if character == '"' and previous != "\\":
            quoted = not quoted
            out.append(" ")
        elif character == "#" and not quoted:
            out.append(" " * (len(line) - index))
            break
        else:
            out.append(" " if quoted else character)
        previous = character
    return PROVENANCE.sub(lambda found: " " * len(found[0]), "".join(out))


def _replace(lines: list[str], row: int, line: str) -> str:
    return "\n".join([*lines[:row], line, *lines[row + 1 :]])


def misspelt_words(file: str, text: str, known: frozenset[str]) -> Iterator[Mistake]:
    """Every use of a known word, misspelt in one of the four ways, which take turns."""
    play = file.endswith(".play")
    keywords = PLAY_KEYWORDS if play else LEDGER_KEYWORDS
    declaring = re.compile(
        r"(?:effect|ability|archetype|template \w+|formula|stat|pool|prop|const|scene) (\w+)"
        r"|(?:tags|event|link|stages) .*|\s*let (\w+)|\s*make (\w+)|.*\bas (\w+)|play .*\bwith\b.*"
    )
    lines = text.split("\n")
    turn = 0
    for row, line in enumerate(lines):
        code = code_of(line)
        declared = declaring.match(code)
        fresh = {name for name in (declared.groups() if declared else ()) if name}
        whole_line = bool(re.match(r"(tags|event|link|stages|play|template) ", code))
        for word in WORD.finditer(code):
            token = word.group()
            if len(token) < 4 or token not in known or token in fresh:
                continue
            if whole_line and word.start() > 0:
                continue
            if (
                token not in keywords
                and not token[0].isupper()
                and token not in ("holder", "target")
            ):
                continue
            wrong = list(misspellings(token))[turn % 4]
            turn += 1
            if wrong == token or wrong in known:
                continue
            changed = line[: word.start()] + wrong + line[word.end() :]
            yield Mistake(
                f"{token} misspelt {wrong}",
                file,
                row + 1,
                _replace(lines, row, changed),
                token,
            )


def structural(file: str, text: str) -> Iterator[Mistake]:
    """Slips that are no misspelling: a missing part, a wrong kind, a bad indent, a stray sign."""
    lines = text.split("\n")

    def slip(kind: str, row: int, changed: str) -> Mistake:
        return Mistake(kind, file, row + 1, _replace(lines, row, changed), None)

    for row, line in enumerate(lines):
        code = code_of(line)
        if not code.strip():
            continue
        body = code.strip()
        if body.startswith(("requires ", "forbids ")) and " else " in code:
            yield slip("no else", row, line[: code.index(" else ")].rstrip())
        if line.startswith("  ") and row + 1 < len(lines):
            yield slip("tab", row, "\t" + line.lstrip(" "))
            if (
                lines[row - 1].startswith(line[: len(line) - len(line.lstrip())] + "  ")
                is False
            ):
                yield slip("indent of one more", row, " " + line)
        if '"' in line and " #" not in line and line.count('"') == 2:
            yield slip("unclosed text", row, line[: line.rindex('"')])
        if "(" in code:
            at = code.rindex(")") if ")" in code else -1
            if at > 0:
                yield slip("unclosed parenthesis", row, line[:at] + line[at + 1 :])
        if " to " in code and body.startswith(("deal ", "give ", "heal ")):
            at = code.index(" to ")
            yield slip("no to", row, line[:at] + line[at + 3 :])
        if (
            body.startswith(("base ", "cost ", "set ", "gain ", "spend "))
            and len(body.split()) == 3
        ):
            yield slip(
                "no amount", row, line[: len(code.rstrip()) - len(body.split()[-1]) - 1]
            )
            name = body.split()[1]
            yield slip("a tag for a pool", row, line.replace(name, "Body", 1))
        if body.startswith(("has ", "grants ")) and len(body.split()) == 2:
            yield slip(
                "a tag for an effect", row, line.replace(body.split()[1], "Body", 1)
            )
        if body.startswith("expect ") and " = " in code:
            yield slip("no right side", row, line[: code.index(" = ") + 2])
            at = code.index(" = ")
            yield slip("a stray sign", row, line[:at] + " ~ " + line[at + 3 :])
        if body.startswith("act ") and " at " in code:
            yield slip("act without ability", row, "  act " + body.split()[1])
        if body.startswith("make "):
            yield slip("make without name", row, "  make " + body.split(None, 2)[2])


def declared_words(texts: dict[str, str]) -> frozenset[str]:
    """All capitalised words of some texts outside strings and comments, and the keywords."""
    words: set[str] = set(LEDGER_KEYWORDS | PLAY_KEYWORDS)
    for text in texts.values():
        for line in text.split("\n"):
            words.update(found.group() for found in WORD.finditer(code_of(line)))
    return frozenset(words)


def all_mistakes(folder: Path) -> list[Mistake]:
    """Every mistake of every catalog and play in a folder, in order."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(folder.iterdir())
        if path.suffix in SUFFIXES
    }
    known = declared_words(texts)
    found: list[Mistake] = []
    for file, text in texts.items():
        found.extend(misspelt_words(file, text, known))
        found.extend(structural(file, text))
    return found

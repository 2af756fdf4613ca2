"""The TextMate grammars of both languages, which most editors read (``editors/``).

``python -m ledgerc.highlighting.textmate FOLDER`` writes them; a test holds those in the project
to the words of the grammar.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ledgerc.highlighting.words import (
    CONNECTIVES,
    NAMING,
    ROLES,
    functions,
    keywords,
)

_NAME = "[A-Za-z][A-Za-z0-9_]*"


def grammar(play: bool) -> str:
    """The grammar of ``.play`` files, or of ``.ledger`` files, as JSON text."""
    scope = "source.ledger-play" if play else "source.ledger"
    first = "catalog" if play else "use"
    patterns: list[object] = [
        {"name": "comment.line.number-sign", "match": "#.*$"},
        {
            "match": rf"^({first})\s+([^#]+)",
            "captures": {
                "1": {"name": "keyword.control.import"},
                "2": {"name": "string.unquoted"},
            },
        },
        {
            "name": "string.quoted.double",
            "begin": '"',
            "end": '"|$',
            "patterns": [{"name": "constant.character.escape", "match": r"\\."}],
        },
        {"name": "constant.numeric", "match": r"\b[0-9]+(\.[0-9]+)?%?"},
        {
            "match": rf"\b({'|'.join(NAMING)})\s+({_NAME})",
            "captures": {
                "1": {"name": "storage.type"},
                "2": {"name": "entity.name.type"},
            },
        },
        {"name": "support.function", "match": rf"\b({'|'.join(functions())})(?=\()"},
        {"name": "variable.other.member", "match": rf"(?<=\.){_NAME}"},
        {"name": "keyword.operator.word", "match": _any(CONNECTIVES)},
        {"name": "variable.language", "match": rf"\b({'|'.join(ROLES)})\b"},
        {"name": "keyword.control", "match": _any(keywords())},
        {"name": "keyword.operator", "match": "==|!=|<=|>=|[-+*/<>=]"},
    ]
    if play:
        origin = {
            "match": rf"(from)\s+({_NAME})(:.*)$",
            "captures": {
                "1": {"name": "keyword.control"},
                "2": {"name": "entity.name.tag"},
                "3": {"name": "comment.line"},
            },
        }
        patterns.insert(2, origin)
    data = {
        "name": "Ledger play" if play else "Ledger",
        "scopeName": scope,
        "fileTypes": ["play" if play else "ledger"],
        "patterns": patterns,
    }
    return json.dumps(data, indent=2) + "\n"


def _any(words: tuple[str, ...]) -> str:
    return rf"(?<![\w.])({'|'.join(words)})(?![\w.])"


FILES = {"ledger.tmLanguage.json": False, "ledger-play.tmLanguage.json": True}


def write(folder: Path) -> None:
    """Write both grammars to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, play in FILES.items():
        (folder / name).write_text(grammar(play), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

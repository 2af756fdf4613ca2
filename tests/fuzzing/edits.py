"""Changes of sources: by byte, token, line, block and file, and lines grown from the grammar.

Each is a function of the files and a random generator, so that an input can be told by its seeds.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ledgerc.syntax.frontend import Language
from tests.fuzzing import hostile
from tests.fuzzing.cases import SETTINGS, Case
from tests.fuzzing.growing import grow, start_of

Files = dict[str, bytes]
TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?%?|#.*|==|[<>!]=|[^\w\s]'
)
NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
MOST_TRIES = 10
LARGEST = 60_000
"""Bytes of an input: what grows beyond is left as it was."""


def edited(case: Case, others: Sequence[Case], chance: random.Random) -> Case:
    """The case after one change; ``others`` are what parts may be taken from."""
    edits, often = zip(*EDITS, strict=True)
    for _ in range(MOST_TRIES):
        files = dict(case.files)
        (edit,) = chance.choices(edits, often)
        edit(files, others, chance)
        made = Case(files)
        if made != case and made.size <= LARGEST:
            return made
    return case


# -- one text -------------------------------------------------------------------------------------

TextEdit = Callable[[str, Sequence[Case], random.Random, "str"], str]


def _in_a_text(
    edit: TextEdit,
) -> Callable[[Files, Sequence[Case], random.Random], None]:
    def apply(files: Files, others: Sequence[Case], chance: random.Random) -> None:
        sources = [name for name in sorted(files) if name != SETTINGS]
        if not sources:
            return
        name = chance.choice(sources)
        text = files[name].decode("utf-8", "surrogateescape")
        changed = edit(text, others, chance, name)
        files[name] = changed.encode("utf-8", "surrogateescape")

    return apply


def _language(name: str) -> Language:
    return "play" if name.endswith(".play") else "ledger"


def _exchange_alike(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """In the place of a token one that stands after the same word elsewhere, or a number."""
    tokens = [found for found in TOKEN.finditer(text) if found[0][0].isalnum()]
    if not tokens:
        return text
    at = chance.randrange(len(tokens))
    start, stop = tokens[at].span()
    old, before = tokens[at].group(), tokens[at - 1].group() if at else ""
    if old[0].isdigit():
        new = chance.choice(
            ("0", "1", "2", "3", "7", "10", "100", "0.5", "25%", "1000")
        )
    else:
        alike = [
            after.group()
            for each, after in pairwise(tokens)
            if each.group() == before and after.group()[0].islower() == old[0].islower()
        ]
        if not alike or chance.random() < 0.3:
            kind = str.isupper if old[0].isupper() else str.islower
            alike = [each.group() for each in tokens if kind(each.group()[0])] or [old]
        new = chance.choice(alike)
    return f"{text[:start]}{new}{text[stop:]}"


def _exchange_token(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """Another token in the place of one: of its kind, hostile, grown, or any."""
    places = [found.span() for found in TOKEN.finditer(text)]
    if not places:
        return text
    start, stop = chance.choice(places)
    old = text[start:stop]
    if old.startswith('"'):
        new = f'"{chance.choice(hostile.TEXTS)}"'
    elif old.startswith("#"):
        new = f"# {chance.choice(hostile.TEXTS)}"
    elif old[0].isdigit() and chance.random() < 0.7:
        new = chance.choice(hostile.NUMBERS)
    elif chance.random() < 0.3:
        new = grow(chance, _language(name), "expression", _names(text))
    else:
        source = text if chance.random() < 0.7 else _some_text(others, chance, name)
        new = chance.choice(TOKEN.findall(source) or [""])
    return f"{text[:start]}{new}{text[stop:]}"


def _move_token(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """A token left out, said twice, wrapped, or exchanged for its neighbour."""
    places = [found.span() for found in TOKEN.finditer(text)]
    if len(places) < 2:
        return text
    at = chance.randrange(len(places) - 1)
    start, stop = places[at]
    old = text[start:stop]
    way = chance.randrange(5)
    if way == 0:
        return text[:start] + text[stop:]
    if way == 1:
        return f"{text[:stop]} {old}{text[stop:]}"
    if way == 2:
        return f"{text[:start]}({old}){text[stop:]}"
    if way == 3:
        sign = chance.choice(("-", "not ", "- -", "1 / ", "0 * ", "all ", "any "))
        return f"{text[:start]}{sign}{old}{text[stop:]}"
    begin, end = places[at + 1]
    return text[:start] + text[begin:end] + text[stop:begin] + old + text[end:]


def _rename(text: str, others: Sequence[Case], chance: random.Random, name: str) -> str:
    """One name everywhere another: hostile, or one that is there already."""
    names = _names(text)
    if not names:
        return text
    old = chance.choice(names)
    new = chance.choice(names if chance.random() < 0.3 else hostile.NAMES)
    return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, text)


def _change_lines(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """Lines left out, said twice, moved, or indented otherwise."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    start = chance.randrange(len(lines))
    stop = min(len(lines), start + chance.choice((1, 1, 1, 2, 5)))
    part = lines[start:stop]
    way = chance.randrange(5)
    if way == 0:
        del lines[start:stop]
    elif way == 1:
        lines[start:start] = part
    elif way == 2:
        del lines[start:stop]
        to = chance.randrange(len(lines) + 1)
        lines[to:to] = part
    elif way == 3:
        lines[start:stop] = [f"  {line}" for line in part]
    else:
        lines[start:stop] = [line.removeprefix("  ") for line in part]
    return "".join(lines)


def _change_blocks(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """A declaration with its body left out, said twice, moved, or taken from another file."""
    blocks = _blocks(text)
    if not blocks:
        return text
    at = chance.randrange(len(blocks))
    way = chance.randrange(5)
    if way == 0:
        del blocks[at]
    elif way == 1:
        old = (_names(blocks[at]) or ["A"])[0]
        copy = re.sub(rf"\b{old}\b", f"{old}{chance.randrange(9)}", blocks[at])
        blocks.insert(at, copy)
    elif way == 2:
        blocks.append(blocks.pop(at))
    else:
        taken = _blocks(_some_text(others, chance, name))
        chance.shuffle(taken)
        blocks[at:at] = taken[: chance.choice((1, 2, 5))]
    return "".join(blocks)


def _grow_line(
    text: str, others: Sequence[Case], chance: random.Random, name: str
) -> str:
    """A line more, that the grammar has at its place."""
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(lines) + 1)
    indent = 0 if at == len(lines) else _indent(lines[at])
    if chance.random() < 0.2:
        indent += 2
    opener = next(
        (line.strip() for line in reversed(lines[:at]) if _indent(line) < indent), ""
    )
    language = _language(name)
    start = start_of(opener if indent else "", language)
    grown = grow(chance, language, start, _names(text))
    lines.insert(at, f"{' ' * indent}{grown}\n")
    return "".join(lines)


def _nest(text: str, others: Sequence[Case], chance: random.Random, name: str) -> str:
    """A line or an expression many times in itself."""
    many = chance.choice((3, 17, 60, 120, 300))
    lines = text.splitlines(keepends=True)
    inner = [at for at, line in enumerate(lines) if _indent(line) and line.strip()]
    if not inner or chance.random() < 0.5:
        places = [found.span() for found in re.finditer(r"\b[0-9]+\b", text)]
        if not places:
            return text
        start, stop = chance.choice(places)
        before, after = chance.choice(
            (("(", ")"), ("- ", ""), ("1 + ", ""), ("abs(", ")"), ("(1 - ", ")"))
        )
        return f"{text[:start]}{before * many}{text[start:stop]}{after * many}{text[stop:]}"
    at = chance.choice(inner)
    line, indent = lines[at].strip(), _indent(lines[at])
    opener = chance.choice(
        ("if 1 > 0", "repeat 2", "for each x in all", "on gained", "else", line)
    )
    body = [f"{' ' * (indent + 2 * depth)}{opener}\n" for depth in range(min(many, 60))]
    lines[at : at + 1] = [*body, f"{' ' * (indent + 2 * len(body))}{line}\n"]
    return "".join(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _names(text: str) -> list[str]:
    return sorted(set(NAME.findall(text)))


def _blocks(text: str) -> list[str]:
    return [each for each in re.split(r"(?m)^(?=[a-z])", text) if each]


def _some_text(others: Sequence[Case], chance: random.Random, name: str) -> str:
    """The text of some other file in the same language."""
    for _ in range(20):
        files = chance.choice(others).files
        like = [each for each in sorted(files) if _language(each) == _language(name)]
        if like:
            return files[chance.choice(like)].decode("utf-8", "surrogateescape")
    return ""


# -- bytes and files ------------------------------------------------------------------------------


def _change_bytes(files: Files, others: Sequence[Case], chance: random.Random) -> None:
    """Bytes exchanged, put in, left out; the end cut off."""
    if not files:
        return
    name = chance.choice(sorted(files))
    content = bytearray(files[name])
    at = chance.randrange(len(content) + 1)
    way = chance.randrange(5)
    if way == 0:
        content[at : at + 1] = bytes([chance.randrange(256)])
    elif way == 1:
        content[at:at] = chance.choice(hostile.BYTES)
    elif way == 2:
        del content[at : at + chance.choice((1, 1, 2, 10))]
    elif way == 3:
        del content[at:]
    else:
        ends = chance.choice((b"\r", b"\r\n", b"\x0b\n", b"\xe2\x80\xa8"))
        content = content.replace(b"\n", ends)
    files[name] = bytes(content)


def _change_files(files: Files, others: Sequence[Case], chance: random.Random) -> None:
    """A file renamed, left out, joined by another, parted in two that use each other."""
    sources = [name for name in sorted(files) if name != SETTINGS]
    if not sources:
        return
    name = chance.choice(sources)
    way = chance.randrange(6)
    if way == 0:
        files[f"content/{chance.choice(hostile.FILE_NAMES)}"] = files.pop(name)
    elif way == 1:
        files[f"content/{chance.choice(hostile.FILE_NAMES)}"] = files[name]
    elif way == 2:
        del files[name]
    elif way == 3:
        other = chance.choice(others).files
        files |= {each: other[each] for each in other if each not in files}
        used = chance.choice(sorted(other) or [name]).removeprefix("content/")
        files[name] = f"use {used}\n".encode() + files[name]
    elif way == 4:
        blocks = _blocks(files[name].decode("utf-8", "surrogateescape"))
        half = len(blocks) // 2
        parted = "".join(blocks[:half]).encode("utf-8", "surrogateescape")
        rest = "".join(blocks[half:]).encode("utf-8", "surrogateescape")
        back = chance.random() < 0.3
        used = name.removeprefix("content/").rpartition("/")[2]
        files[
            f"content/{name.removeprefix('content/').rpartition('/')[0]}/parted.ledger"
        ] = (f"use {used}\n".encode() if back else b"") + parted
        files[name] = b"use parted.ledger\n" + rest
    else:
        path = chance.choice(hostile.PATHS).encode()
        word = b"catalog" if name.endswith(".play") else b"use"
        files[name] = word + b" " + path + b"\n" + files[name]


def _change_settings(
    files: Files, others: Sequence[Case], chance: random.Random
) -> None:
    """Settings that are wrong, or right and unusual."""
    line = chance.choice(hostile.SETTINGS)
    files[SETTINGS] = f"[tool.ledgerc]\n{line}\n".encode("utf-8", "surrogateescape")


EDITS = (
    (_in_a_text(_exchange_alike), 12),
    (_in_a_text(_exchange_token), 3),
    (_in_a_text(_move_token), 3),
    (_in_a_text(_rename), 4),
    (_in_a_text(_change_lines), 5),
    (_in_a_text(_change_blocks), 6),
    (_in_a_text(_grow_line), 8),
    (_in_a_text(_nest), 1),
    (_change_bytes, 2),
    (_change_files, 2),
    (_change_settings, 0.5),
)
"""Each change, and how often it is made beside the others."""

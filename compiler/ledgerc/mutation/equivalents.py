"""Mutants that an author has listed as making no difference, each with the reason.

Beside ``rules.ledger`` lies ``rules.equivalents``. A line at the first column quotes a line of
the catalog, without its indent and its comment; below it, indented, stand mutants of that line as
``ledgerc mutate`` tells them, each with a colon and the reason::

    # Mutants that no play can notice.
    before Damage of holder when event.amount > 0
      the `>` can be `>=`: a change of 0 is never made

Lines are quoted, not numbered, so that the list holds while a catalog grows. An entry that quotes
no line, has no reason, or lists what a play notices is stale, and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerc.diagnostics import Sink
from ledgerc.files import read_bytes
from ledgerc.mutation.model import Key

SUFFIX = ".equivalents"


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed mutant: where it is listed, the line it is of, how it is told, why it is."""

    place: str
    quoted: str
    told: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line of a list."""

    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries for one catalog file, and the text of that file's lines."""

    file: str
    entries: tuple[Entry, ...]
    lines: tuple[str, ...]

    def entry_of(self, key: Key) -> Entry | None:
        """The entry that lists a mutant, if one does."""
        if key.file != self.file or not 0 < key.line <= len(self.lines):
            return None
        text = _bare(self.lines[key.line - 1])
        told = told_of(key)
        for entry in self.entries:
            if entry.quoted == text and entry.told == told:
                return entry
        return None


def told_of(key: Key) -> str:
    """A mutant without its place: ``the rule can lose its `when```."""
    return f"the {key.subject} {key.says}"


def read_listed(
    shown: str, path: Path, sink: Sink
) -> tuple[Listed | None, tuple[Fault, ...]]:
    """The list beside the catalog file at ``path``, told as ``shown``, and what is wrong with it.

    None where there is no list. What cannot be read is a finding in ``sink``.
    """
    beside = path.with_suffix(SUFFIX)
    if not beside.is_file():
        return None, ()
    name = str(Path(shown).with_suffix(SUFFIX).as_posix())
    texts = [_text(beside, name, sink), _text(path, shown, sink)]
    if texts[0] is None or texts[1] is None:
        return None, ()
    entries: list[Entry] = []
    faults: list[Fault] = []
    for each in _parsed(texts[0], name):
        if isinstance(each, Entry):
            entries.append(each)
        else:
            faults.append(each)
    lines = tuple(texts[1].splitlines())
    quoted = frozenset(map(_bare, lines))
    faults += (
        Fault(each.place, f"`{shown}` has no line `{each.quoted}`")
        for each in entries
        if each.quoted not in quoted
    )
    return Listed(shown, tuple(entries), lines), tuple(faults)


def _text(path: Path, name: str, sink: Sink) -> str | None:
    content = read_bytes(path, name, sink)
    return None if content is None else content.decode("utf-8-sig", errors="replace")


def _parsed(text: str, name: str) -> Iterator[Entry | Fault]:
    quoted = ""
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{name}:{number}"
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        if not line[0].isspace():
            quoted = bare
            continue
        told, colon, reason = bare.partition(": ")
        if not quoted:
            yield Fault(place, "a mutant before any line of the catalog is quoted")
        elif not colon or not reason.strip():
            yield Fault(place, "a mutant without a reason: MUTANT: REASON")
        else:
            yield Entry(place, quoted, told.strip(), reason.strip())


def _bare(line: str) -> str:
    """A line without its indent and its comment (a ``#`` in a text is none)."""
    in_text = False
    previous = ""
    for index, character in enumerate(line):
        if character == '"' and previous != "\\":
            in_text = not in_text
        if character == "#" and not in_text:
            return line[:index].strip()
        previous = character
    return line.strip()


def stale(
    listed: Sequence[Listed], kept: frozenset[Entry], killed: dict[Entry, str]
) -> Iterator[Fault]:
    """The entries that list no mutant, or one that a play notices.

    ``kept`` are the entries with a mutant that survives or was not tried, ``killed`` those with
    one that was noticed, and by which play.
    """
    for each in listed:
        quoted = frozenset(map(_bare, each.lines))
        for entry in each.entries:
            if entry in kept or entry.quoted not in quoted:
                continue
            if entry in killed:
                message = f"this mutant is noticed, by {killed[entry]}: take it out"
            else:
                message = f"`{entry.quoted}` has no mutant `{entry.told}`"
            yield Fault(entry.place, message)

"""From the bytes of a file to its text."""

from __future__ import annotations

from ledgerc.diagnostics import Sink
from ledgerc.source import SourceFile, Span


def read_source(name: str, data: bytes, sink: Sink) -> SourceFile:
    """The text of a file, its line ends made ``\\n`` and a byte order mark left out.

    Bytes that are not UTF-8 are reported, the first of each line, and stand in the text as
    U+FFFD, so that the rest of the file is still checked.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _decode_by_line(name, data, sink)
    return SourceFile(name, text.replace("\r\n", "\n"))


def _decode_by_line(name: str, data: bytes, sink: Sink) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        sink.error(
            "LG0112",
            Span(name, 1, 1, 1, 2),
            "this file is UTF-16",
            allowed="a file saved as UTF-8",
        )
        return ""
    lines: list[str] = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8")) + 1
            sink.error(
                "LG0112",
                Span(name, number, column, number, column + 1),
                f"the byte 0x{line[error.start]:02X} is not UTF-8",
                allowed="a file saved as UTF-8",
            )
            lines.append(line.decode("utf-8", errors="replace"))
    return "\n".join(lines)

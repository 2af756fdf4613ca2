"""Diagnostics as JUnit XML: a suite a file, a failing case a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ledgerc.diagnostics.model import Diagnostic

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_junit(diagnostics: Sequence[Diagnostic]) -> str:
    """Write the findings; where there are none, a report without cases."""
    root = ElementTree.Element("testsuites", name="ledgerc check")
    _count(root, diagnostics)
    by_file: dict[str, list[Diagnostic]] = {}
    for found in diagnostics:
        by_file.setdefault(found.span.file, []).append(found)
    for name, those in by_file.items():
        suite = ElementTree.SubElement(root, "testsuite", name=xml_text(name))
        _count(suite, those)
        for found in those:
            _case(suite, found)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def xml_text(text: str) -> str:
    """A text that XML can hold: other characters are shown as ``?``."""
    return _NOT_XML.sub("?", text)


def _count(element: ElementTree.Element, diagnostics: Sequence[Diagnostic]) -> None:
    element.set("tests", str(len(diagnostics)))
    element.set("failures", str(len(diagnostics)))
    element.set("errors", "0")


def _case(suite: ElementTree.Element, found: Diagnostic) -> None:
    span = found.span
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=xml_text(f"{found.code} at {span.line}:{span.column}"),
        classname=xml_text(span.file),
        file=xml_text(span.file),
        line=str(span.line),
    )
    failure = ElementTree.SubElement(
        case, "failure", message=xml_text(found.message), type=found.severity.value
    )
    lines = [found.message]
    if found.allowed is not None:
        lines.append(f"allowed: {found.allowed}")
    if found.suggestion is not None:
        lines.append(f"did you mean `{found.suggestion}`?")
    failure.text = xml_text("\n".join(lines))

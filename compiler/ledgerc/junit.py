"""Results of plays as a JUnit XML file, as CI services read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ledgerc.playing import FileResult, PlayResult

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(files: Sequence[FileResult]) -> bytes:
    """One ``testsuite`` a file, one ``testcase`` a run; ``skipped`` counts what did not run.

    The bytes are UTF-8 with an XML declaration. Characters that XML cannot hold are shown as ``?``.
    """
    root = ElementTree.Element("testsuites", name="ledgerc play")
    _count(root, [result for file in files for result in file.results], files)
    for file in files:
        suite = ElementTree.SubElement(root, "testsuite", name=_text(file.file))
        _count(suite, file.results, [file])
        for result in file.results:
            _case(suite, result)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _count(
    element: ElementTree.Element,
    results: Sequence[PlayResult],
    files: Sequence[FileResult],
) -> None:
    skipped = sum(file.left_out + file.not_run for file in files)
    element.set("tests", str(len(results) + skipped))
    element.set("failures", str(sum(not result.passed for result in results)))
    element.set("errors", "0")
    element.set("skipped", str(skipped))
    element.set("time", f"{sum(result.seconds for result in results):.3f}")


def _case(suite: ElementTree.Element, result: PlayResult) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=_text(result.name),
        classname=_text(result.file),
        file=_text(result.file),
        line=str(result.line),
        time=f"{result.seconds:.3f}",
    )
    if result.failure is not None:
        first = result.failure.partition("\n")[0]
        failure = ElementTree.SubElement(case, "failure", message=_text(first))
        failure.text = _text(result.failure)


def _text(text: str) -> str:
    return _NOT_XML.sub("?", text)

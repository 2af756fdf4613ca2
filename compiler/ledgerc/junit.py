"""Results of plays as a JUnit XML file, as CI services read it."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from ledgerc.diagnostics.render_junit import xml_text
from ledgerc.playing import FileResult, PlayResult


def junit_xml(files: Sequence[FileResult]) -> bytes:
    """One ``testsuite`` a file, one ``testcase`` a run; ``skipped`` counts what did not run.

    The bytes are UTF-8 with an XML declaration. Characters that XML cannot hold are shown as ``?``.
    """
    root = ElementTree.Element("testsuites", name="ledgerc play")
    _count(root, [result for file in files for result in file.results], files)
    for file in files:
        suite = ElementTree.SubElement(root, "testsuite", name=xml_text(file.file))
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
        name=xml_text(result.name),
        classname=xml_text(result.file),
        file=xml_text(result.file),
        line=str(result.line),
        time=f"{result.seconds:.3f}",
    )
    if result.failure is not None:
        first = result.failure.partition("\n")[0]
        failure = ElementTree.SubElement(case, "failure", message=xml_text(first))
        failure.text = xml_text(result.failure)

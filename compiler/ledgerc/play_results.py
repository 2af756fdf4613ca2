"""What came of plays, for programs and for GitHub's annotations."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ledgerc.diagnostics.render_github import command
from ledgerc.diagnostics.render_json import to_data

if TYPE_CHECKING:
    from ledgerc.driver import PlayResult

_FIRST = re.compile(r"(?P<file>.*?):(?P<line>\d+): (?P<message>.*)")


def as_json(result: PlayResult) -> str:
    """``{"passed", "files": [{"file", "plays": [...]}], "findings": [...]}``, indented.

    A play has ``title row line steps seconds passed failure``; findings are those of ``check``.
    """
    data = {
        "passed": result.passed,
        "files": [
            {
                "file": file.file,
                "left_out": file.left_out,
                "not_run": file.not_run,
                "plays": [
                    {
                        "title": each.title,
                        "row": each.row,
                        "line": each.line,
                        "steps": each.steps,
                        "seconds": round(each.seconds, 6),
                        "passed": each.passed,
                        "failure": each.failure,
                    }
                    for each in file.results
                ],
            }
            for file in result.files
        ],
        "findings": [to_data(each) for each in result.findings.diagnostics],
    }
    return json.dumps(data, indent=2) + "\n"


def as_github(result: PlayResult) -> str:
    """An ``::error`` a failing play, on the line of the step that failed."""
    lines = []
    for file in result.files:
        for failed in file.failing:
            message = failed.failure or ""
            match = _FIRST.match(message)
            place = match["line"] if match else str(failed.line)
            properties = {"file": file.file, "line": place, "title": failed.name}
            lines.append(command("error", properties, message))
    return "".join(f"{line}\n" for line in lines)

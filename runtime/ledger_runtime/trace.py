"""Where in the author's file an error comes from.

Generated code has a marker line ``# FILE:LINE`` above each statement of a rule; the last one
above a frame's line, within its function, is where the rule stands. It costs nothing while running.
"""

from __future__ import annotations

import inspect
import linecache
import re
from types import CodeType

from ledger_runtime.errors import RulesError

MARKER = re.compile(r"\s*# (\S.*\.(?:ledger|play):\d+)$")

_HEAD = re.compile(r"\s*(def|class) ")


def explain(error: BaseException) -> None:
    """Add a note with the author's line to an error out of generated code, once."""
    trace = error.__traceback__
    place = None
    while trace is not None:
        found = author_line(trace.tb_frame.f_code, trace.tb_lineno)
        place = found or place
        trace = trace.tb_next
    if place is None:
        return
    if isinstance(error, RulesError):
        if error.place is not None:
            return
        error.place = place
    note = f"in the rule at {place}"
    if note not in getattr(error, "__notes__", ()):
        error.add_note(note)


def explain_here(error: RulesError) -> RulesError:
    """As :func:`explain`, for an error that is about to be raised: also where no command runs.

    A game may read a stat or call a formula by itself.
    """
    frame = inspect.currentframe()
    while frame is not None and error.place is None:
        place = author_line(frame.f_code, frame.f_lineno)
        if place is not None and ".ledger:" in place:
            error.place = place
            error.add_note(f"in the rule at {place}")
        frame = frame.f_back
    return error


def author_line(code: CodeType, line: int | None) -> str | None:
    """The ``FILE:LINE`` that a line of a generated function comes from, if it has a marker.

    The code of a compiled function does not know where it starts; that its ``def`` shows. A signal
    may come where Python knows of no line.
    """
    if line is None:
        return None
    first = code.co_firstlineno if code.co_firstlineno < line else 1
    for number in range(line, first - 1, -1):
        text = linecache.getline(code.co_filename, number)
        if _HEAD.match(text):
            return None
        if "#" in text:
            match = MARKER.match(text.rstrip())
            if match is not None:
                return match.group(1)
    return None

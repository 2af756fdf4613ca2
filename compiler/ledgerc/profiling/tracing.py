"""Times rules of generated code while it runs, and counts how often their lines are come to.

Generated code is not changed for it: a trace function follows its lines, and the markers above
them (``# FILE:LINE``) say which of the author's lines each belongs to. A run without a profile
pays nothing.
"""

from __future__ import annotations

import gc
import linecache
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import thread_time
from types import CodeType, FrameType, TracebackType
from typing import Any, Self, TypeAlias

from ledger_runtime.trace import MARKER

_GENERATED = "<ledgerc: "
"""How the file names of modules in memory begin."""

_LEDGER = ".ledger:"

RuleOf: TypeAlias = Callable[[str], str]
"""From the place of a line, ``FILE:LINE``, to the place of its rule's first line."""


@dataclass(slots=True)
class TimeSpent:
    """What one rule took, in seconds of CPU time, without and with the rules within it."""

    own: float = 0.0
    whole: float = 0.0


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of generated code: the author's line above it, and that one's rule."""

    place: str
    rule: str
    opens: bool
    """Whether it is the first that the author's line became."""


_Lines: TypeAlias = dict[int, _Line]


@dataclass(slots=True)
class _Frame:
    """A generated function that runs: which rule it is in, and the last line it came to."""

    lines: _Lines
    rule: str | None = None
    line: int = 0


@dataclass(slots=True)
class Profiler:
    """Follows generated code between ``with`` and its end; may be used again and again.

    ``spent`` is by rule, ``counts`` how often each of the author's lines was come to; a loop's
    rounds do not count for the line that opens it. Rules and lines are places, ``FILE:LINE``.
    """

    rule_of: RuleOf
    spent: dict[str, TimeSpent] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    """How long was timed, without what the profiler itself took between the lines."""
    _known: dict[CodeType, _Lines | None] = field(default_factory=dict)
    _frames: list[_Frame] = field(default_factory=list)
    _active: dict[str, tuple[int, float]] = field(default_factory=dict)
    """How many frames a rule is active in, and since when, as ``seconds`` stood."""
    _since: float = 0.0
    _before: Any = None

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        gc.freeze()  # a look at all that was compiled would be charged to whatever rule runs then
        self._since = thread_time()
        sys.settrace(self._call)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.settrace(self._before)
        gc.unfreeze()
        self._pass(thread_time())
        self._frames.clear()
        self._active.clear()

    # -- what the interpreter calls ------------------------------------------------------------

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        lines = self._known.get(code)
        if lines is None:
            if code in self._known or not code.co_filename.startswith(_GENERATED):
                return None
            self._pass(thread_time())
            lines = self._known[code] = self._lines_of(code)
            self._since = thread_time()
            if lines is None:
                return None
        self._pass(thread_time())
        self._frames.append(_Frame(lines))
        self._since = thread_time()
        return self._follow

    def _follow(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._pass(thread_time())
        if event == "line":
            self._come_to(frame.f_lineno)
        elif event == "return":
            self._switch(self._frames.pop(), None)
        self._since = thread_time()
        return self._follow

    # -- keeping count -------------------------------------------------------------------------

    def _pass(self, now: float) -> None:
        """Give the time since the last event to the rule that was at work."""
        elapsed = now - self._since
        self.seconds += elapsed
        rule = self._frames[-1].rule if self._frames else None
        if rule is not None:
            self.spent[rule].own += elapsed

    def _come_to(self, number: int) -> None:
        current = self._frames[-1]
        line = current.lines.get(number)
        if line is None:
            self._switch(current, None)
        else:
            self._switch(current, line.rule)
            if line.opens and number > current.line:
                self.counts[line.place] += 1
        current.line = number

    def _switch(self, frame: _Frame, rule: str | None) -> None:
        """Let a frame leave the rule that it is in for another one, or for none."""
        before = frame.rule
        if before == rule:
            return
        frame.rule = rule
        if before is not None:
            count, since = self._active[before]
            self._active[before] = (count - 1, since)
            if count == 1:
                self.spent[before].whole += self.seconds - since
        if rule is not None:
            self.spent.setdefault(rule, TimeSpent())
            count, since = self._active.get(rule, (0, self.seconds))
            self._active[rule] = (count + 1, since if count else self.seconds)

    def _lines_of(self, code: CodeType) -> _Lines | None:
        """The author's lines in a generated function; ``None`` if it has none."""
        own = {number for _, _, number in code.co_lines() if number is not None}
        found: _Lines = {}
        markers: list[tuple[int, str]] = []  # those whose block goes on, by indentation
        heads: list[tuple[int, int]] = []  # lines that open blocks down to here
        opens = False
        for number in range(code.co_firstlineno, max(own, default=0) + 1):
            text = linecache.getline(code.co_filename, number)
            indent = len(text) - len(text.lstrip())
            marker = MARKER.match(text.rstrip())
            place = None if marker is None else marker[1]
            if place is None and number not in own:
                continue
            while markers and markers[-1][0] > indent:
                markers.pop()
            while heads and heads[-1][0] >= indent:
                heads.pop()
            if place is not None:
                if markers and markers[-1][0] == indent:
                    markers.pop()
                markers.append((indent, place))
                opens = True
                for _, head in heads:  # they are tests of this rule
                    self._put(found, head, place, False)
                heads.clear()
            elif markers:
                self._put(found, number, markers[-1][1], opens)
                opens = False
            else:
                heads.append((indent, number))
        return found or None

    def _put(self, found: _Lines, number: int, place: str, opens: bool) -> None:
        if _LEDGER in place:
            found[number] = _Line(place, self.rule_of(place), opens)

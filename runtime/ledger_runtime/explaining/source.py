"""What the lines of a generated module are: whose rule, which values they read.

Generated code names the author's line above each statement (:mod:`ledger_runtime.trace`) and the
rule above its head; so an explanation can be told from which lines ran.
"""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import CodeType, FrameType

from ledger_runtime.effect import Effect
from ledger_runtime.entity import Entity

_MARKER = re.compile(r"\s*# (\S.*\.ledger:\d+)$")
_COMMENT = re.compile(r"\s*# (.*)$")
_MOST_SEEN = 8


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule inside a generated function: from its marker to the next rule's heading."""

    text: str
    place: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Line:
    """A statement: the members that it reads (``("holder", "Attack")``), and, of one that reckons a
    stat, what it does to the value, in a loop over which effect.
    """

    reads: tuple[tuple[str, ...], ...]
    operator: str = ""
    effect: str = ""


_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "adds", ast.Mult: "scales"}


@lru_cache(maxsize=64)
def lines_of(filename: str) -> dict[int, Line]:
    """The statements of a module by line number; empty where its text is not to be had."""
    text = "".join(linecache.getlines(filename))
    try:
        module = ast.parse(text)
    except SyntaxError:
        return {}
    found: dict[int, Line] = {}
    _collect(module, "", found)
    return found


def _collect(node: ast.AST, effect: str, found: dict[int, Line]) -> None:
    for child in ast.iter_child_nodes(node):
        within = effect
        if isinstance(child, ast.For):
            within = _effect_of(child.iter)
        elif isinstance(child, ast.If) and isinstance(node, ast.For):
            within = _effect_tested(child.test) or effect
        if isinstance(child, ast.stmt):
            found[child.lineno] = _line(child, within)
        _collect(child, within, found)


def _effect_of(source: ast.expr) -> str:
    """``Rallied`` of ``w.watching(Rallied, event)``; ``lent`` of what auras lend."""
    if isinstance(source, ast.Call) and source.args:
        last = source.args[0]
        return last.id if isinstance(last, ast.Name) else ""
    return source.attr if isinstance(source, ast.Attribute) else ""


def _effect_tested(test: ast.expr) -> str:
    """``Rallied`` of ``isinstance(rallied, Rallied)``."""
    match test:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=name)]):
            return name
        case _:
            return ""


def _line(statement: ast.stmt, effect: str) -> Line:
    operator = ""
    read: ast.expr | None = None
    match statement:
        case ast.If(test=test):
            read = test
        case ast.AugAssign(target=ast.Name(id="value"), op=op, value=read):
            operator = _OPERATORS.get(type(op), "")
        case ast.Assign(targets=[ast.Name(id="value")], value=read) | ast.AnnAssign(
            target=ast.Name(id="value"), value=read
        ):
            operator = "sets"
        case ast.Return(value=read) | ast.Expr(value=read) | ast.Assign(value=read):
            pass
        case _:
            pass
    reads = tuple(_reads(read)) if read is not None else ()
    return Line(reads[:_MOST_SEEN], operator, effect)


def _reads(expression: ast.expr) -> Iterator[tuple[str, ...]]:
    """The members that an expression reads, each once."""
    seen: dict[tuple[str, ...], None] = {}
    waiting: list[ast.AST] = [expression]
    while waiting:
        node = waiting.pop(0)
        chain = _chain(node)
        if chain:
            if chain[-1] not in _MASKS:
                seen[chain] = None
        elif isinstance(node, ast.Call):
            waiting.extend(node.args)
        elif not isinstance(node, _OWN_SCOPE):
            waiting.extend(ast.iter_child_nodes(node))
    yield from seen


_OWN_SCOPE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_MASKS = (
    "active",
    "holds",
    "tags",
    "kind",
    "pools",
    "holder",
    "subject",
    "by",
    "cause",
)
"""Slots that hold masks, kinds and entities: a condition is shown by its numbers."""


def _chain(node: ast.AST) -> tuple[str, ...]:
    """``("holder", "owner", "Mana")``; empty of what is no member of a local name."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not names or not isinstance(node, ast.Name):
        return ()
    return (node.id, *reversed(names))


@dataclass(frozen=True, slots=True)
class Read:
    """A number that a line read: as the author writes it, its value, and whose member it was."""

    text: str
    value: object
    owner: object
    member: str


def values_read(frame: FrameType) -> tuple[Read, ...]:
    """The numbers that the statement which is about to run reads, as they are now."""
    line = lines_of(frame.f_code.co_filename).get(frame.f_lineno)
    if line is None:
        return ()
    found = []
    for root, *members in line.reads:
        owner = value = frame.f_locals.get(root)
        for member in members:
            owner, value = value, getattr(value, member, None)
        if isinstance(value, (int, Fraction)):
            text = _as_written(root, members, frame.f_locals.get(root))
            found.append(Read(text, value, owner, members[-1]))
    return tuple(found)


def _as_written(root: str, members: list[str], bearer: object) -> str:
    """A path of the code as the author wrote it: the holder, an argument, or what it says."""
    if isinstance(bearer, Entity) and root == "self":
        return ".".join(("holder", *members))
    if isinstance(bearer, Effect):
        return "self.stacks" if members == ["stacks"] else ".".join(members)
    return ".".join((root, *members))


@lru_cache(maxsize=1024)
def rules_of(code: CodeType) -> tuple[Rule, ...]:
    """The rules in a function that holds several, in order: each heading and its marker."""
    lines = linecache.getlines(code.co_filename)
    heads: list[tuple[int, str, str]] = []
    last = max((number for *_, number in code.co_lines() if number), default=0)
    for number in range(code.co_firstlineno, min(last, len(lines)) + 1):
        marker = _MARKER.match(lines[number - 1].rstrip())
        heading = _COMMENT.match(lines[number - 2].rstrip()) if number > 1 else None
        if marker and heading and not _MARKER.match(lines[number - 2].rstrip()):
            heads.append((number, heading[1], marker[1]))
    ends = [number - 2 for number, _, _ in heads[1:]] + [last]
    return tuple(
        Rule(text, place, number, end)
        for (number, text, place), end in zip(heads, ends, strict=True)
    )


def places_in(code: CodeType) -> tuple[str, ...]:
    """The author's lines that a function marks, in order."""
    last = max((number for *_, number in code.co_lines() if number), default=0)
    marked = (
        _MARKER.match(linecache.getline(code.co_filename, number).rstrip())
        for number in range(code.co_firstlineno, last + 1)
    )
    return tuple(each[1] for each in marked if each)

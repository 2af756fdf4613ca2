"""What the lines of a generated module are: whose rule, which values they read.

Generated code names the author's line above each statement (:mod:`ledger_runtime.trace`) and the
rule above its head; so an explanation can be told from which lines ran.
"""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
class Reading:
    """What a statement reads: a member (``("holder", "Attack")``), or one bit of it by its name."""

    path: tuple[str, ...]
    bit: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A statement: what it reads, and, of one that reckons a stat, what it does to the value, in a
    loop over which effect.

    ``lends`` is the stat to which an aura does this. A ``test`` is the ``if`` around a modifier:
    its ``when``, or whether something gained later replaces it (``is_rank``); it does what the
    modifier would do. ``within`` is the line of the test that this statement stands under, or 0.
    """

    reads: tuple[Reading, ...]
    operator: str = ""
    effect: str = ""
    lends: str = ""
    is_test: bool = False
    is_rank: bool = False
    within: int = 0


LENT = "lent"
"""What stands for the effect in a loop over what auras lend."""

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
    _collect(module, "", 0, found)
    return found


def _collect(node: ast.AST, effect: str, within: int, found: dict[int, Line]) -> None:
    for child in ast.iter_child_nodes(node):
        bearer, test = effect, within
        tested = ""
        if isinstance(child, ast.For):
            bearer = _effect_of(child.iter)
        elif isinstance(child, ast.If) and isinstance(node, ast.For):
            tested = _effect_tested(child.test)
            bearer = tested or effect
        if isinstance(child, ast.stmt):
            line = replace(_line(child, bearer), within=within)
            if isinstance(child, ast.If) and not tested:
                line = _tested(line, child)
                test = child.lineno if line.is_test else within
            found[child.lineno] = line
        _collect(child, bearer, test, found)


def _tested(line: Line, statement: ast.If) -> Line:
    """The line of an ``if``, as that of a test where a modifier stands under it."""
    inner: list[ast.stmt] = list(statement.body)
    while inner:
        child = inner.pop(0)
        if isinstance(child, ast.If):
            inner[:0] = child.body
            continue
        under = _line(child, line.effect)
        if under.lends or (under.operator and line.effect not in ("", LENT)):
            is_rank = _is_rank(statement.test)
            reads = () if is_rank else line.reads
            return replace(
                line,
                reads=reads,
                operator=under.operator,
                lends=under.lends,
                is_test=True,
                is_rank=is_rank,
            )
    return line


def _is_rank(test: ast.expr) -> bool:
    """``strong.gained >= since``: whether nothing that was gained later replaces it."""
    match test:
        case ast.Compare(
            left=ast.Attribute(value=ast.Name(), attr="gained"),
            ops=[ast.GtE()],
            comparators=[ast.Name()],
        ):
            return True
        case _:
            return False


@lru_cache(maxsize=64)
def statements_of(filename: str) -> dict[int, int]:
    """The line on which the statement begins to which a line of a module belongs.

    The heading of a statement with a body alone: what stands in the body is its own.
    """
    text = "".join(linecache.getlines(filename))
    try:
        module = ast.parse(text)
    except SyntaxError:
        return {}
    found: dict[int, int] = {}
    for node in ast.walk(module):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        for number in range(node.lineno, last + 1):
            found[number] = node.lineno
    return found


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
    operator = lends = ""
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
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(attr="append"),
                args=[
                    ast.Call(
                        func=ast.Attribute(attr="Lent"),
                        args=[
                            ast.Constant(value=str(lends)),
                            ast.Attribute(attr=how),
                            read,
                        ],
                    )
                ],
            )
        ):
            operator = how.lower()
        case ast.Return(value=read) | ast.Expr(value=read) | ast.Assign(value=read):
            pass
        case _:
            pass
    reads = tuple(_reads(read)) if read is not None else ()
    return Line(reads[:_MOST_SEEN], operator, effect, lends)


def _reads(expression: ast.expr) -> Iterator[Reading]:
    """The members that an expression reads and the tags and effects that it tests, each once."""
    seen: dict[Reading, None] = {}
    waiting: list[ast.AST] = [expression]
    while waiting:
        node = waiting.pop(0)
        chain = _chain(node)
        has = _has(node)
        if has is not None:
            seen[has] = None
        elif chain:
            if chain[-1] not in _MASKS:
                seen[Reading(chain)] = None
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


_BITS = {"tags": "tag_", "holds": "holds_"}
"""The slots that ``has`` tests, and how the names of their bits begin."""


def _has(node: ast.AST) -> Reading | None:
    """``target.tags & tag_Taunt``, which an author writes as ``has(target, Taunt)``."""
    match node:
        case ast.BinOp(left=left, op=ast.BitAnd(), right=ast.Name(id=bit)):
            chain = _chain(left)
            if chain and bit.startswith(_BITS.get(chain[-1], " ")):
                return Reading(chain, bit)
            return None
        case _:
            return None


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
    """What a line read, a number or whether somebody has something.

    As the author writes it, with its value, and whose member it was.
    """

    text: str
    value: object
    owner: object
    member: str


def values_read(frame: FrameType, number: int) -> tuple[Read, ...]:
    """The numbers that the statement at ``number``, about to run, reads, as they are now."""
    line = lines_of(frame.f_code.co_filename).get(number)
    if line is None:
        return ()
    found = []
    for reading in line.reads:
        root, *members = reading.path
        owner = value = frame.f_locals.get(root)
        for member in members:
            owner, value = value, getattr(value, member, None)
        if not isinstance(value, (int, Fraction)):
            continue
        text = _as_written(root, members, frame.f_locals.get(root))
        if reading.bit:
            who = text.rpartition(".")[0]
            text = f"has({who}, {reading.bit.removeprefix(_BITS[members[-1]])})"
            value = bool(int(value) & frame.f_globals[reading.bit])
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


@lru_cache(maxsize=64)
def any_lines_of(filename: str) -> frozenset[int]:
    """The lines on which generators begin, if all that begin there are what an ``any`` asks."""
    text = "".join(linecache.getlines(filename))
    try:
        module = ast.parse(text)
    except SyntaxError:
        return frozenset()
    asked: set[int] = set()
    others: set[int] = set()
    known: set[int] = set()
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp() as each]):
                asked.add(each.lineno)
                known.add(id(each))
            case ast.GeneratorExp() if id(node) not in known:
                others.add(node.lineno)
            case _:
                pass
    return frozenset(asked - others)


def places_in(code: CodeType) -> tuple[str, ...]:
    """The author's lines that a function marks, in order."""
    last = max((number for *_, number in code.co_lines() if number), default=0)
    marked = (
        _MARKER.match(linecache.getline(code.co_filename, number).rstrip())
        for number in range(code.co_firstlineno, last + 1)
    )
    return tuple(each[1] for each in marked if each)

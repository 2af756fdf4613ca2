"""Whatever the text: nothing is raised, findings have places, and print ∘ parse is identity."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledgerc.diagnostics import Sink
from ledgerc.node import replace
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast, parse_ledger, parse_play, read_source
from ledgerc.syntax.builders.expressions import number_value
from ledgerc.syntax.dump import dump
from ledgerc.syntax.parser import parse_expression
from ledgerc.syntax.printer import print_expression, print_ledger, print_play

ROOT = Path(__file__).parent.parent
SOURCES = [
    (path.suffix, path.read_text(encoding="utf-8"))
    for folder in (ROOT / "golden" / "syntax", ROOT.parent / "content")
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".ledger", ".play")
]
TOKEN = re.compile(r"[A-Za-z_]\w*|[0-9]+|[ ]+|[^\w ]")
STRAY = [
    *'"()#\\\t\n.,:=@;%é_',
    "==",
    " not ",
    " if ",
    " to ",
    " of ",
    "3x",
    ".5",
    "\n  ",
    "\n\n",
    "# c\n",
    "\x00",
    "\u202e",
]

AT = Span("test", 1, 1, 1, 2)


def parse(suffix: str, text: str) -> tuple[Any, Sink]:
    sink = Sink()
    source = SourceFile("test" + suffix, text)
    if suffix == ".ledger":
        return parse_ledger(source, sink), sink
    return parse_play(source, sink), sink


def printed(file: Any) -> str:
    return print_ledger(file) if isinstance(file, ast.LedgerFile) else print_play(file)


def check(suffix: str, text: str) -> None:
    """What must hold of any text."""
    file, sink = parse(suffix, text)
    lines = text.count("\n") + 1
    for found in sink.sorted():
        assert 1 <= found.span.line <= lines
        assert 1 <= found.span.column < found.span.end_column or "big" in found.message
        assert found.message
    dump(file)
    canonical = printed(file)
    again, silent = parse(suffix, canonical)
    # What was read, perhaps mended, is now without fault; a rule may have lost its body.
    assert [found for found in silent.sorted() if found.code != "LG0107"] == []
    assert again == file
    assert printed(again) == canonical


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """A part of a real file, one to four of its tokens gone, doubled, changed or swapped."""
    suffix, text = draw(st.sampled_from(SOURCES))
    lines = text.split("\n")
    start = draw(st.integers(0, len(lines) - 1))
    length = draw(st.integers(1, 40))
    tokens = TOKEN.findall("\n".join(lines[start : start + length]))
    assume(tokens)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(tokens) - 1)))
        match draw(st.integers(0, 5)):
            case _ if not tokens:
                break
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                other = draw(st.integers(0, len(tokens) - 1))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                tokens.insert(at, draw(st.sampled_from(STRAY)))
            case 4:
                tokens[at] = draw(st.sampled_from(STRAY))
            case _:
                tokens[at] = draw(st.sampled_from(tokens))
    return suffix, "".join(tokens)


@given(slips())
@settings(max_examples=300, deadline=None)
def test_a_slip_breaks_nothing(case: tuple[str, str]) -> None:
    check(*case)


@given(st.sampled_from(SOURCES), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_a_file_cut_anywhere_breaks_nothing(
    source: tuple[str, str], first: float, last: float
) -> None:
    suffix, text = source
    start, end = sorted((int(first * len(text)), int(last * len(text))))
    check(suffix, text[start:end])


@given(st.binary(max_size=300), st.sampled_from([".ledger", ".play"]))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read(data: bytes, suffix: str) -> None:
    source = read_source("test" + suffix, data, Sink())
    check(suffix, source.text)


@given(st.text(max_size=200), st.sampled_from([".ledger", ".play"]))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str, suffix: str) -> None:
    check(suffix, text)


@given(st.sampled_from(SOURCES), st.integers(1, 9), st.integers(0, 3), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_layout_says_nothing(
    source: tuple[str, str], step: int, blanks: int, windows: bool
) -> None:
    suffix, text = source
    plain, _ = parse(suffix, text)
    lines = []
    for line in text.split("\n"):
        words = line.lstrip(" ")
        indent = (len(line) - len(words)) // 2 * step
        lines.append(" " * indent + words + " " * blanks)
        lines.extend([""] * blanks if words and not words.startswith("#") else [])
    other, sink = parse(suffix, ("\r\n" if windows else "\n").join(lines))
    assert sink.sorted() == ()
    if not blanks:
        assert other == plain
    assert stripped(other) == stripped(plain)


def stripped(file: Any) -> list[str]:
    """The lines of a file without blank ones and comments, which blank lines part anew."""
    lines = printed(file).split("\n")
    return [line for line in lines if line and not line.lstrip().startswith("#")]


names = st.sampled_from(
    ["a", "Attack", "x1", "first", "down", "as", "where", "then", "min", "owner"]
).map(lambda text: ast.Name(text, AT))
references = names.map(lambda name: ast.Reference(name, AT))
words = st.sampled_from(["holder", "target", "self", "it", "event", "phase", "nothing"])
numbers = st.sampled_from(["0", "3", "007", "0.5", "57%", "12.50%", "1.0"]).map(
    lambda text: ast.Number(number_value(text), text, AT)
)
texts = st.text(
    st.characters(blacklist_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]), max_size=8
)
leaves = st.one_of(
    numbers,
    references,
    words.map(lambda kind: ast.Word(kind, AT)),  # type: ignore[arg-type]
    texts.map(lambda value: ast.Text(value, AT)),
)


def member(subject: Any, name: ast.Name) -> ast.Member:
    if isinstance(subject, ast.Number | ast.Text):
        subject = ast.Word("it", AT)
    return ast.Member(subject, name, AT)


def clauses(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    applied = st.builds(
        lambda name, given: ast.Applied(
            name, tuple(ast.Argument(None, one, AT) for one in given), AT
        ),
        names,
        st.lists(inner, max_size=2),
    )
    maybe_name = st.none() | names
    return st.one_of(
        names.map(lambda name: ast.Having(name, AT)),
        applied.map(lambda effect: ast.Holding(effect, AT)),
        st.builds(lambda n, of: ast.Within(n, of, AT), inner, inner),
        st.builds(lambda n, value: ast.WithLink(n, value, AT), names, inner),
        st.builds(lambda n, value: ast.Where(n, value, AT), maybe_name, inner),
        st.builds(
            lambda n, value, down: ast.SortedBy(n, value, down, AT),
            maybe_name,
            inner,
            st.booleans(),
        ),
        inner.map(lambda count: ast.First(count, AT)),
    )


def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    groups = st.builds(
        lambda kind, of: ast.Group(kind, of, AT),
        st.sampled_from(["enemies", "allies", "other allies", "all", "others"]),
        st.none() | inner,
    )
    cards = st.builds(
        lambda zone, keeper: ast.CardsIn(zone, keeper, AT), names, st.none() | inner
    )
    operators = st.sampled_from(
        ["+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or"]
    )
    return st.one_of(
        groups,
        cards,
        st.builds(member, inner, names),
        st.builds(
            lambda name, given: ast.Call(name, tuple(given), AT),
            names,
            st.lists(inner, max_size=3),
        ),
        st.builds(
            lambda operator, operand: ast.Unary(operator, operand, AT),
            st.sampled_from(["-", "not"]),
            inner,
        ),
        st.builds(
            lambda operator, left, right: ast.Binary(operator, left, right, AT),
            operators,
            inner,
            inner,
        ),
        st.builds(lambda a, b, c: ast.Conditional(a, b, c, AT), inner, inner, inner),
        st.builds(
            lambda subject, zone, keeper: ast.InZone(subject, zone, keeper, AT),
            inner,
            names,
            st.none() | inner,
        ),
        st.builds(
            lambda source, given: ast.Selection(source, tuple(given), AT),
            groups | cards | inner,
            st.lists(clauses(inner), min_size=1, max_size=3),
        ),
    )


expressions = st.recursive(leaves, larger, max_leaves=12)


@given(expressions)
@settings(max_examples=400, deadline=None)
def test_a_printed_expression_is_that_expression(expression: ast.Expression) -> None:
    text = print_expression(expression)
    assume(len(text) < 2_000)
    sink = Sink()
    assert parse_expression(text, sink) == expression, text
    assert not sink.found


@given(expressions)
@settings(max_examples=150, deadline=None)
def test_a_printed_statement_is_that_statement(value: ast.Expression) -> None:
    """The same expression in every kind of place of a line."""
    name = ast.Name("x", AT)
    here = ast.Reference(name, AT)
    body: tuple[ast.Statement, ...] = (
        ast.Let(name, value, span=AT),
        ast.ChangePool("set", value_path(value), name, value, span=AT),
        ast.Deal(value, name, value, value, value, name, span=AT),
        ast.Raise(
            name, value, value, (ast.Assignment(name, value, AT),), True, span=AT
        ),
        ast.Move(value, ast.ZoneSpot(name, value, value, AT), None, span=AT),
        ast.Choose(name, "up to", value, (value, here), value, True, span=AT),
        ast.PlaceAt(value, value, value, span=AT),
        ast.Absorb(value, span=AT),
    )
    routine = ast.Routine(name, (), body, span=AT)
    requires = ast.Requires(value, ast.Text("no", AT), span=AT)
    modifier = ast.Modifier("adds", name, value, value, span=AT)
    file = ast.LedgerFile(
        "test.ledger",
        (
            replace(routine, blank_before=True),
            ast.Ability(name, (), (requires,), (), span=AT),
            ast.Effect(name, (), (modifier,), span=AT),
            ast.Pool(name, value, value, True, "follows", span=AT),
            ast.EndsWhen(value, value, span=AT),
        ),
    )
    text = print_ledger(file)
    assume(all(len(line) < 2_000 for line in text.split("\n")))
    again, sink = parse(".ledger", text)
    assert sink.sorted() == (), text
    assert again == file


def value_path(value: ast.Expression) -> ast.Expression:
    """An owner of a pool: names joined by dots."""
    if isinstance(value, ast.Member):
        return ast.Member(value_path(value.subject), value.name, AT)
    if isinstance(value, ast.Reference):
        return value
    return ast.Word("holder", AT)

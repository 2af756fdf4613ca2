"""What an elaborator knows: the whole catalog (:class:`Analysis`) and one body (:class:`Body`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from ledgerc.diagnostics import Note
from ledgerc.ir import catalog as ir_catalog
from ledgerc.ir import expressions as ir
from ledgerc.ir.types import Type
from ledgerc.records import field, record
from ledgerc.sema.report import Reporter
from ledgerc.sema.scope import Binding, Names, Scope
from ledgerc.sema.symbols import Kind, Symbols
from ledgerc.source import SourceFile, Span
from ledgerc.syntax import ast


class Typed(NamedTuple):
    """An elaborated expression.

    ``type`` is None after a fault, or of a parameter whose type is being inferred
    (``binding``); it then fits everywhere.
    """

    expression: ir.Expression
    type: Type | None
    whole: bool = False
    binding: Binding | None = None


def fault(span: Span) -> Typed:
    """What stands for an expression with a fault: it fits everywhere, and never reaches the IR."""
    return Typed(ir.Nothing(span), None)


def unknown(span: Span, type_: Type) -> Typed:
    """What stands for an expression with a fault whose type is clear all the same."""
    return Typed(ir.Nothing(span), type_)


@record()
class ParameterType:
    """What is known of one parameter: its type is None until it is inferred.

    ``weak``: a selection or a place, where an entity would do as well. ``given``: what the first
    call gives whose type is known.
    """

    name: ast.Name
    type: Type | None = None
    weak: Type | None = None
    given: Type | None = None


@record()
class Signature:
    """The parameters of an effect, ability, routine, formula or query, and what it gives."""

    parameters: tuple[ParameterType, ...]
    type: Type | None = None
    whole: bool = False
    gives: bool = False
    """Whether a routine ends in a ``result``."""


@record(frozen=True)
class EventContext:
    """What may be read of ``event`` in a rule, or of an order in an ability.

    ``what`` names it in messages. ``changes``: every event of the rule is a change of a pool.
    ``open``: a name among the events or props had a fault, so that anything may be carried.
    """

    what: str
    changes: bool = False
    applied_whole: bool = False
    subject: bool = False
    order: bool = False
    props: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    open: bool = False


@record()
class RoutineCall:
    """A ``do``: from which routine (None: from elsewhere), and whether ``settle`` may run in it."""

    routine: str
    caller: str | None
    settles: bool
    span: Span


Bounds = tuple[int | Fraction | None, int | Fraction | None]


@record()
class Analysis:
    """The catalog as far as it is known.

    ``integral`` tells of each stat whether every value is an integer. ``signatures`` are
    complete once inference has run.
    """

    symbols: Symbols
    report: Reporter
    texts: Mapping[str, SourceFile]
    integral: dict[str, bool] = field(default_factory=dict)
    signatures: dict[tuple[Kind, str], Signature] = field(default_factory=dict)
    constants: dict[str, int | Fraction | None] = field(default_factory=dict)
    reading: list[str] = field(default_factory=list)
    """The consts being read, to notice one that is defined by itself."""
    prop_bounds: dict[str, Bounds] = field(default_factory=dict)
    pool_bounds: dict[str, Bounds] = field(default_factory=dict)
    """The least and greatest values of props and pools, where they are literals."""
    kinds: dict[str, ir_catalog.ChangeKind] = field(default_factory=dict)
    singles: dict[str, Span] = field(default_factory=dict)
    settles: dict[str, Span] = field(default_factory=dict)
    calls: list[RoutineCall] = field(default_factory=list)
    rule_number: int = 0
    typed_by_calls: bool = False
    """Whether some parameter has its type from what it is given, so from any body."""

    def pool(self, name: str) -> ast.Pool:
        """The declaration of a pool that exists."""
        node = self.symbols.tables[Kind.POOL][name].node
        assert isinstance(node, ast.Pool)
        return node

    def stat(self, name: str) -> ast.Stat:
        """The declaration of a stat that exists."""
        node = self.symbols.tables[Kind.STAT][name].node
        assert isinstance(node, ast.Stat)
        return node

    def prop(self, name: str) -> ast.Prop:
        """The declaration of a prop that exists."""
        node = self.symbols.tables[Kind.PROP][name].node
        assert isinstance(node, ast.Prop)
        return node

    def kinds_that(self, heal: bool) -> list[str]:
        """The names of the damages (or the healings), in the order of their declarations."""
        return [kind.name for kind in self.kinds.values() if kind.healing is heal]


@record()
class Body:
    """Where an expression or statement stands, and what it may speak of there.

    ``place`` names it in messages (``a routine``). ``target`` is what the ability's target line
    gives. ``candidate`` is what ``it`` means. ``incomplete``: a line of the declaration did not
    parse, so that what is missing is no second fault.
    """

    analysis: Analysis
    place: str
    scope: Scope = field(default_factory=lambda: Scope(Names()))
    holder: bool = False
    effect: str | None = None
    ability: str | None = None
    routine: str | None = None
    play: bool = False
    event: EventContext | None = None
    before: bool = False
    settle: bool = False
    at_once: bool = False
    target: Type | None = None
    target_known: bool = False
    candidate: Binding | None = None
    bare_stats: bool = False
    incomplete: bool = False
    template_parameters: tuple[str, ...] = ()

    @property
    def report(self) -> Reporter:
        """Where faults go."""
        return self.analysis.report

    @property
    def symbols(self) -> Symbols:
        """The catalog's names."""
        return self.analysis.symbols

    @contextmanager
    def block(self) -> Iterator[None]:
        """An inner block: what it binds is gone after it."""
        outer = self.scope
        self.scope = outer.inner()
        try:
            yield
        finally:
            self.scope = outer

    def bind(
        self,
        name: ast.Name,
        type_: Type | None,
        role: ir.Role = ir.Role.LET,
        *,
        whole: bool = False,
        words: tuple[str, ...] = (),
        hit: bool = False,
        alias: Binding | None = None,
    ) -> Binding:
        """Bind a name that the author wrote; one that hides another is reported (LG0205)."""
        check_new_name(self, name)
        return self.scope.bind(
            name.text,
            type_,
            role,
            name.span,
            whole=whole,
            words=words,
            hit=hit,
            alias=alias,
        )


def check_new_name(body: Body, name: ast.Name) -> None:
    """Report a name that already means something here (LG0205)."""
    earlier = body.scope.find(name.text)
    if earlier is not None:
        where, note = earlier.span, f"the first {name.text} is here"
    elif name.text in body.template_parameters:
        body.report.error(
            "LG0205",
            name.span,
            f"{name.text} is already a parameter of the template",
        )
        return
    else:
        found = body.symbols.get(Kind.CONSTANT, name.text)
        if found is not None:
            where, note = found.span, f"the const {name.text} is declared here"
        elif name.text in body.analysis.singles:
            where = body.analysis.singles[name.text]
            note = f"the single archetype {name.text} is declared here"
        else:
            return
    body.report.error(
        "LG0205",
        name.span,
        f"{name.text} already means something here",
        allowed="a name that is not in use",
        notes=[Note(note, where)],
    )


def holder(span: Span) -> ir.Expression:
    """The variable ``holder``."""
    return ir.Variable("holder", Type.ENTITY, ir.Role.HOLDER, span=span)

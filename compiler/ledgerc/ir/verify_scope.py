"""What the verifier knows while it looks at one body: tables of the catalog, names in scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ledgerc.ir import catalog as ir
from ledgerc.ir.expressions import Role, Variable
from ledgerc.ir.types import Type
from ledgerc.source import Span


@dataclass(slots=True)
class Tables:
    """The declared names of a catalog, and the problems found so far."""

    catalog: ir.Catalog
    problems: list[str] = field(default_factory=list)
    stats: dict[str, ir.Stat] = field(init=False)
    links: frozenset[str] = field(init=False)
    props: dict[str, ir.Prop] = field(init=False)
    events: dict[str, ir.Event] = field(init=False)
    queries: dict[str, ir.Query] = field(init=False)
    zones: frozenset[str] = field(init=False)
    priorities: frozenset[str] = field(init=False)
    routines: dict[str, ir.Routine] = field(init=False)
    formulas: dict[str, ir.Formula] = field(init=False)

    def __post_init__(self) -> None:
        catalog = self.catalog
        self.stats = {each.name: each for each in catalog.stats}
        self.links = frozenset(each.name for each in catalog.links)
        self.props = {each.name: each for each in catalog.props}
        self.events = {each.name: each for each in catalog.events}
        self.queries = {each.name: each for each in catalog.queries}
        self.zones = frozenset(each.name for each in catalog.zones)
        self.priorities = frozenset(each.name for each in catalog.priorities)
        self.routines = {each.name: each for each in catalog.routines}
        self.formulas = {each.name: each for each in catalog.formulas}

    def problem(self, span: Span, message: str) -> None:
        """Record a violated invariant at ``span``."""
        self.problems.append(f"{span.place}:{span.column}: {message}")

    def known(self, span: Span, what: str, name: str, names: object) -> bool:
        """Whether ``name`` is in the container ``names``; a problem if it is not."""
        found = hasattr(names, "__contains__") and name in names
        if not found:
            self.problem(span, f"no {what} is named {name!r}")
        return found


@dataclass(slots=True)
class Scope:
    """What an expression or a body may use where it stands."""

    tables: Tables
    holder: bool = False
    effect: ir.Effect | None = None
    ability: ir.Ability | None = None
    parameters: dict[str, ir.Parameter] = field(default_factory=dict)
    event: bool = False
    """Whether ``event`` is an event (or, in an ability, the order)."""
    before: bool = False
    settles: bool = False
    """Whether ``settle`` may stand here: in abilities and routines."""
    result: ir.Routine | None = None
    binds: Role = Role.LET
    """The role of the names that statements bind: in a play, PLAY."""
    visible: dict[str, tuple[Type, Role, bool]] = field(default_factory=dict)
    hits: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    """Every name that a statement of this body has bound, in scope still or not."""

    def bind(self, span: Span, name: str, type_: Type, whole: bool) -> None:
        """A statement of the body binds ``name``; it must be new to the body."""
        if name in self.bound or name in self.visible or name in self.parameters:
            self.tables.problem(span, f"{name!r} is bound twice in one body")
        self.bound.add(name)
        self.visible[name] = (type_, self.binds, whole)

    def bind_hit(self, span: Span, name: str) -> None:
        """A ``deal … as`` binds ``name``; it must be new to the body."""
        if name in self.bound or name in self.visible:
            self.tables.problem(span, f"{name!r} is bound twice in one body")
        self.bound.add(name)
        self.hits.add(name)

    @contextmanager
    def candidate(self, span: Span, name: str) -> Iterator[None]:
        """``name`` is the entity that a clause looks at, within the block."""
        if name in self.visible:
            self.tables.problem(span, f"candidate {name!r} hides another name")
        before = dict(self.visible)
        self.visible[name] = (Type.ENTITY, Role.CANDIDATE, False)
        yield
        self.visible = before

    @contextmanager
    def block(self) -> Iterator[None]:
        """A body within the body: what it binds is seen by nothing after it."""
        visible, hits = dict(self.visible), set(self.hits)
        yield
        self.visible, self.hits = visible, hits

    def variable(self, variable: Variable) -> None:
        """Check that ``variable`` is bound here, with the type it claims."""
        checks: dict[Role, Callable[[Variable], str | None]] = {
            Role.HOLDER: self._holder,
            Role.TARGET: self._target,
            Role.TARGETS: self._target,
            Role.PARAMETER: self._parameter,
        }
        problem = checks.get(variable.role, self._bound)(variable)
        if problem:
            self.tables.problem(variable.span, f"{variable.name!r} {problem}")

    def _holder(self, variable: Variable) -> str | None:
        if not self.holder:
            return "is used where there is no holder"
        return None if variable.type is Type.ENTITY else "is no entity"

    def _target(self, variable: Variable) -> str | None:
        target = self.ability.target if self.ability else None
        if target is None:
            return "is used where there is no target"
        one = target.quantity is ir.Quantity.ONE
        if (variable.role is Role.TARGET) is not one:
            return "does not fit the number of targets"
        expected = Type.ENTITY if one else Type.SELECTION
        if one and target.what is ir.Choosable.PLACE:
            expected = Type.PLACE
        return None if variable.type is expected else f"is no {expected.value}"

    def _parameter(self, variable: Variable) -> str | None:
        declared = self.parameters.get(variable.name)
        if declared is None:
            return "is no parameter here"
        if (declared.type, declared.whole) != (variable.type, variable.whole):
            return "has another type than its parameter"
        return None

    def _bound(self, variable: Variable) -> str | None:
        known = self.visible.get(variable.name)
        if known is None:
            return "is used before it is bound"
        if known != (variable.type, variable.role, variable.whole):
            return "has another type or role than where it is bound"
        return None

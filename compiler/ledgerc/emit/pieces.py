"""Parts of a module whose code is known: by all that it depends on.

The code of an effect, ability or archetype depends on itself, on the identifiers in it (see
``name_changes``) and on the *outline* of its catalog: what is declared but for effects, abilities,
archetypes, routines and formulas. The functions of a pipeline depend on the effects whose rules
meet it. Code is made from the outline alone, so nothing else can find its way into it, and what
stays the same under the same outline has the same code. What is kept is text, by a digest of all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    Sequence,
)

from ledgerc.cache import AS_IT_IS
from ledgerc.emit.abilities import ability_view
from ledgerc.emit.answers import answers_function
from ledgerc.emit.archetypes import archetype_view
from ledgerc.emit.before import before_function
from ledgerc.emit.effects import effect_views
from ledgerc.emit.pipelines import Pipeline, watched_effects
from ledgerc.emit.setting import Context
from ledgerc.emit.views import FunctionView, Part
from ledgerc.ir import catalog as ir
from ledgerc.ir.digests import digest_of
from ledgerc.ir.moving import LineOf, moved
from ledgerc.node import replace as replace_node
from ledgerc.records import field, field_names, record, replace


@record(frozen=True)
class Piece:
    """Code of a module: how it is known, and the parts of it if it is not.

    ``fresh``: text that is known by this key is of other lines.
    """

    key: str
    parts: Callable[[], Iterable[Part]]
    fresh: bool = False


def _as_is(file: str, line: int) -> int:
    return line


@record(frozen=True)
class Known:
    """What is known of a catalog whose module is made.

    ``digests`` tell declarations from any other, by kind and name; they may say nothing of where
    these stand, and ``line_of`` gives a line of anything else such a number too. Text that is known
    of ``fresh`` ones is of other lines then.
    """

    digests: Mapping[tuple[str, str], str] = field(default_factory=dict)
    fresh: frozenset[tuple[str, str]] = frozenset()
    line_of: LineOf = _as_is


@record(frozen=True)
class Pieces:
    """The pieces of a catalog's module."""

    catalog: ir.Catalog
    _outline: Context
    _digest: bytes
    _known: Known

    @staticmethod
    def of(context: Context, known: Known) -> Pieces:
        """The pieces of the module that ``context`` is of."""
        outline = _outline(context)
        digest = _digest(outline, moved(outline.catalog, known.line_of))
        return Pieces(context.catalog, outline, digest, known)

    def effects(self) -> Iterator[Piece]:
        """All effects, in catalog order."""
        watched = watched_effects(self.catalog)
        for each in self.catalog.effects:
            yield self._effect(each, each.name in watched)

    def abilities(self) -> Iterator[Piece]:
        """All abilities, in catalog order."""
        for each in self.catalog.abilities:
            yield self._ability(each)

    def archetypes(self) -> Iterator[Piece]:
        """All archetypes, in catalog order."""
        for each in self.catalog.archetypes:
            yield self._archetype(each)

    def before(self, pipeline: Pipeline) -> Piece | None:
        """The function of the before rules of a pipeline, or None if there is none."""
        effects = [each.effect for each in pipeline.befores]
        return self._function(before_function, pipeline, effects)

    def answers(self, pipeline: Pipeline) -> Piece | None:
        """The function that finds who answers events of a pipeline, or None if nobody does."""
        effects = [each.effect for each in (*pipeline.afters, *pipeline.ends)]
        return self._function(answers_function, pipeline, effects)

    def _function(
        self,
        made: Callable[[Pipeline, Context], FunctionView | None],
        pipeline: Pipeline,
        effects: Sequence[ir.Effect],
    ) -> Piece | None:
        if not effects:
            return None
        digests = (self._digest_of("effect", each) for each in effects)
        fresh = any(self._is_fresh("effect", each) for each in effects)
        key = self._key(made.__name__, pipeline.name, *digests)

        def parts() -> Iterator[Part]:
            view = made(pipeline, self._outline)
            if view is not None:
                yield view

        return Piece(key, parts, fresh)

    def _effect(self, effect: ir.Effect, watched: bool) -> Piece:
        return Piece(
            self._key(f"{watched}", self._digest_of("effect", effect)),
            lambda: effect_views(effect, watched, self._outline),
            self._is_fresh("effect", effect),
        )

    def _ability(self, ability: ir.Ability) -> Piece:
        return Piece(
            self._key(self._digest_of("ability", ability)),
            lambda: (ability_view(ability, self._outline),),
            self._is_fresh("ability", ability),
        )

    def _archetype(self, archetype: ir.Archetype) -> Piece:
        return Piece(
            self._key(self._digest_of("archetype", archetype)),
            lambda: (archetype_view(archetype, self._outline),),
            self._is_fresh("archetype", archetype),
        )

    def _digest_of(
        self, kind: str, declaration: ir.Effect | ir.Ability | ir.Archetype
    ) -> str:
        known = self._known.digests.get((kind, declaration.name))
        return known or digest_of(declaration)

    def _is_fresh(
        self, kind: str, declaration: ir.Effect | ir.Ability | ir.Archetype
    ) -> bool:
        return (kind, declaration.name) in self._known.fresh

    def _key(self, *words: str) -> str:
        found = hashlib.sha256(self._digest)
        found.update("\0".join(words).encode())
        return found.hexdigest()


def _outline(context: Context) -> Context:
    """The surroundings of a declaration, without what is in any other."""
    bare = replace_node(
        context.catalog,
        effects=(),
        abilities=(),
        archetypes=(),
        routines=(),
        formulas=(),
        endings=(),
    )
    return replace(context, catalog=bare)


def _digest(outline: Context, catalog: ir.Catalog) -> bytes:
    """``catalog`` is that of the outline with its lines by other numbers."""
    found = hashlib.sha256()
    for part in (
        catalog,
        *(
            _in_order(getattr(outline, each))
            for each in field_names(type(outline))
            if each not in ("catalog", "names")
        ),
    ):
        found.update(repr(part).encode("utf-8", "surrogatepass") + b"\0")
    return found.digest()


def _in_order(fact: object) -> object:
    return sorted(fact) if isinstance(fact, frozenset) else fact


def piece_of(part: Part | Piece) -> Piece:
    """A part by itself, known by all that its view says; a piece as it is."""
    if isinstance(part, Piece):
        return part
    digest = hashlib.sha256(repr(part).encode("utf-8", "surrogatepass")).hexdigest()
    return Piece(AS_IT_IS + digest, lambda: (part,))


def known_text(
    piece: Piece,
    made: Callable[[Part], str],
    known: MutableMapping[str, str] | None,
    stale: re.Pattern[str] | None = None,
) -> str:
    """The text of a piece: the known one, else that of its parts, which is known from here on.

    ``stale`` is what is found in no known text that may be used.
    """
    text = None if known is None or piece.fresh else known.get(piece.key)
    if stale is not None and text is not None and not piece.key.startswith(AS_IT_IS):
        text = None if stale.search(text) else text
    if text is None:
        text = "\n\n\n".join(made(part) for part in piece.parts())
        if known is not None:
            known[piece.key] = text
    return text


STAND_IN = "0" * 16
"""What stands for the catalog's digest in what is kept of the world: it differs every time."""


def sealed(world: str, stand_in: str, digest: str) -> str:
    """The text of the world with the digest of its catalog, which is of the same length."""
    if stand_in == digest:
        return world
    line = f'\n        digest="{stand_in}",\n'
    assert world.count(line) == 1
    return world.replace(line, f'\n        digest="{digest}",\n')

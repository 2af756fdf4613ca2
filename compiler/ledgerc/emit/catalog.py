"""A catalog's IR to the text of its generated module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping

from ledgerc.collector import without_collector
from ledgerc.emit.entity import (
    entity_view,
    event_view,
    nothing_view,
    order_view,
    side_functions,
)
from ledgerc.emit.format import Formatter, join_fragments
from ledgerc.emit.head import constant_views, head_view, kind_view
from ledgerc.emit.identifiers import PHASE_EVENTS
from ledgerc.emit.name_changes import note_names
from ledgerc.emit.pieces import (
    STAND_IN,
    Known,
    Piece,
    Pieces,
    known_text,
    piece_of,
    sealed,
)
from ledgerc.emit.pipelines import Pipeline, event_pipeline, pool_pipeline
from ledgerc.emit.pool_change import change_function
from ledgerc.emit.render import render
from ledgerc.emit.routines import formula_views, routine_views
from ledgerc.emit.setting import Context, context_of
from ledgerc.emit.stats import stat_views
from ledgerc.emit.views import LinesView, Part, heading
from ledgerc.emit.world import world_view
from ledgerc.ir import catalog as ir


def emit_catalog(
    catalog: ir.Catalog,
    *,
    digest: str,
    formatted: bool = True,
    cache: MutableMapping[str, str] | None = None,
    pieces: MutableMapping[str, str] | None = None,
    known: Known | None = None,
) -> str:
    """The module of ``catalog``.

    ``digest`` tells catalogs apart in saved worlds. ``formatted`` text is byte for byte what black
    makes of it; ``cache`` keeps formatted fragments by content, ``pieces`` the formatted text of
    declarations by all that it depends on, and ``known`` is what is known of these. The same
    catalog gives the same bytes.
    """
    formatter = Formatter(cache)
    known_texts = pieces if formatted else None

    def made(part: Part) -> str:
        return formatter.format(render(part)) if formatted else render(part)

    stand_in = digest if known_texts is None else STAND_IN
    with without_collector():
        context = context_of(catalog)
        stale = None if known_texts is None else note_names(context, known_texts)
        *texts, world = (
            known_text(piece_of(each), made, known_texts, stale)
            for each in _parts(context, stand_in, known or Known())
        )
        return join_fragments([*texts, sealed(world, stand_in, digest)])


def _parts(context: Context, digest: str, known: Known) -> Iterator[Part | Piece]:
    """The module from top to bottom."""
    pipelines = _pipelines(context)
    pieces = Pieces.of(context, known)
    stats = stat_views(context)
    yield head_view(context)
    yield from constant_views(context)
    yield entity_view(stats, context)
    yield nothing_view(stats)
    yield event_view(context)
    yield order_view(context)
    yield LinesView(("nothing: Final = Nothing.null()",))
    yield from side_functions(context)
    yield from kind_view(context)
    yield from _part("Formulas", formula_views(context))
    yield from _part("Effects", pieces.effects())
    for pipeline in pipelines.values():
        yield from _pipeline_parts(pipeline, pieces, context)
    yield from _part("Abilities", pieces.abilities())
    yield from _part("Routines", routine_views(context))
    yield from _part("Archetypes", pieces.archetypes())
    yield heading("The world")
    yield world_view(pipelines, stats, context, digest)


def _part(title: str, parts: Iterable[Part | Piece]) -> Iterator[Part | Piece]:
    """The parts under a heading, if there are any."""
    for number, part in enumerate(parts):
        if number == 0:
            yield heading(title)
        yield part


def _pipelines(context: Context) -> dict[str, Pipeline]:
    """All pools, then the events that a rule names, in catalog order."""
    catalog = context.catalog
    found = {pool.name: pool_pipeline(pool, context) for pool in catalog.pools}
    phases = PHASE_EVENTS if catalog.phases else ()
    for event in (*(each.name for each in catalog.events), *phases):
        pipeline = event_pipeline(event, context)
        if pipeline.stages or pipeline.is_answered:
            found[event] = pipeline
    return found


def _pipeline_parts(
    pipeline: Pipeline, pieces: Pieces, context: Context
) -> Iterator[Part | Piece]:
    """The functions of one pipeline under a heading that counts its rules."""
    catalog = context.catalog
    pool = catalog.pool.get(pipeline.name)
    count = sum(1 for _ in pipeline.met())
    subject = "a change to it" if pool is not None else "it"
    rules = "1 rule" if count == 1 else f"{count or 'no'} rules"
    yield heading(f"{pipeline.name}: {subject} meets {rules}")
    functions: list[Part | Piece | None] = [pieces.before(pipeline)]
    if pool is not None:
        functions.append(change_function(pool, pipeline, context))
    functions.append(pieces.answers(pipeline))
    yield from (each for each in functions if each is not None)

"""IR to Python: the generated module of a catalog (docs/architecture.md).

:func:`ledgerc.emit.catalog.emit_catalog` is the way in. ``names`` makes every identifier,
``expressions``, ``selections`` and ``statements`` write code, ``pipelines``, ``stats``,
``effects``, ``abilities``, ``archetypes`` and ``world`` build plain views of it, the templates lay
them out, and ``format`` alone calls black. Every text of an author passes ``escape``.
"""

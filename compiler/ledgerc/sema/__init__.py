"""Meaning: syntax trees in, a typed and resolved catalog out, or diagnostics.

``loading`` follows ``use``; ``analysis.analyse`` runs the passes, in this order: ``collect``
(symbol tables), ``templates`` (expansion), ``inference`` (types of parameters, whole stats), then
the elaborators of each kind of declaration, ``cycles`` and ``lint``.
"""
